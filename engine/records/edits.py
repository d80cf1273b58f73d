"""Edits of a record.

An edit is a value that contains the changed nodes and headers before and after the change. Each function that changes a
record returns an edit and leaves the record unchanged. Applying an edit creates a new record, and applying the
inverse of the edit restores the old record exactly.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import overload

from engine.core.errors import NotationError
from engine.core.evaluation import current_name
from engine.records.judgement import Judgement
from engine.records.tree import (
    HEADER_NAME,
    RESERVED_HEADERS,
    ROOT,
    EvaluationNote,
    GameTree,
    Node,
    Record,
    dead_command,
)

_LONGEST_NAME = 100

# Groups of glyphs of which a node has at most one: glyphs of the move, and glyphs of the position.
_EXCLUSIVE = (range(1, 10), range(10, 22))


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of a record.

    Attributes:
        before: a mapping of node numbers to the changed nodes before the edit, with None for a node that is added.
        after: a mapping of the same numbers to the nodes after the edit, with None for a node that is removed.
        headers_before: all headers before the edit, or None if the edit does not change them.
        headers_after: all headers after the edit, or None if the edit does not change them.
        cursor_before: current node after the edit is undone, or None to leave the current node unchanged.
        cursor_after: current node after the edit is applied, or None to leave the current node unchanged.
    """

    before: Mapping[int, Node | None] = field(default_factory=dict)
    after: Mapping[int, Node | None] = field(default_factory=dict)
    headers_before: Mapping[str, str] | None = None
    headers_after: Mapping[str, str] | None = None
    cursor_before: int | None = None
    cursor_after: int | None = None

    @property
    def is_empty(self) -> bool:
        """Whether the edit changes nothing."""
        headers = (None if each is None else list(each.items()) for each in (self.headers_before, self.headers_after))
        return dict(self.before) == dict(self.after) and next(headers) == next(headers)

    def inverse(self) -> "Edit":
        """Return the edit that reverses this one."""
        return Edit(
            self.after, self.before, self.headers_after, self.headers_before, self.cursor_after, self.cursor_before
        )

    @overload
    def apply(self, to: Record) -> Record: ...

    @overload
    def apply(self, to: GameTree) -> GameTree: ...

    def apply(self, to: Record | GameTree) -> Record | GameTree:
        """Return the changed record, or the changed tree if ``to`` is a tree.

        Raises:
            ValueError: if ``to`` does not match the state before the edit, or if it is a tree and the edit changes
                headers.
        """
        tree = to if isinstance(to, GameTree) else to.tree
        if set(self.before) != set(self.after):
            raise ValueError("an edit must list the same nodes before and after")
        for number, node in self.before.items():
            if tree.nodes.get(number) != node:
                raise ValueError(f"node {number} is not as the edit expects it")
        if self.after:
            tree = tree.with_nodes(self.after)
        if isinstance(to, GameTree):
            if self.headers_after is not None:
                raise ValueError("a tree has no headers")
            return tree
        headers = to.headers
        if self.headers_after is not None:
            if self.headers_before is None or list(headers.items()) != list(self.headers_before.items()):
                raise ValueError("the headers are not as the edit expects them")
            headers = self.headers_after
        return Record(headers, tree)


def _change(
    tree: GameTree, after: Mapping[int, Node | None], cursor_before: int | None, cursor_after: int | None
) -> Edit:
    before = {number: tree.nodes.get(number) for number in after}
    return Edit(before, dict(after), cursor_before=cursor_before, cursor_after=cursor_after)


def add_move(tree: GameTree, parent: int, move: int, commands: Sequence[str] = ()) -> Edit:
    """Add a move as the last child of ``parent``, unless ``parent`` has a child with that move.

    Raises:
        ValueError: if the move is illegal at ``parent``, or if a command cannot be written.
    """
    return add_line(tree, parent, (move,), commands)


def add_line(tree: GameTree, parent: int, moves: Sequence[int], commands: Sequence[str] = ()) -> Edit:
    """Add a line of moves below ``parent``. Existing nodes with the first moves of the line are used.

    Args:
        tree: the tree.
        parent: the node before the first move.
        moves: the moves of the line in order.
        commands: embedded commands for the last move, if its node is new.

    Raises:
        ValueError: if a move is illegal where it is played, or if a command cannot be written.
    """
    at = parent
    rest = list(moves)
    while rest and (child := tree.child_with(at, rest[0])) is not None:
        at = child
        del rest[0]
    if not rest:
        return _change(tree, {}, parent, at)
    position = tree.position(at)
    number = tree.next_id
    joint = tree[at]
    after: dict[int, Node | None] = {at: replace(joint, children=(*joint.children, number))}
    parent_number = at
    for index, move in enumerate(rest):
        position = position.play(move).continued()
        last = index == len(rest) - 1
        after[number] = Node(
            number, parent_number, move, () if last else (number + 1,), commands=_checked(commands) if last else ()
        )
        parent_number, number = number, number + 1
    return _change(tree, after, parent, parent_number)


def set_up(tree: GameTree, node: int, setup: str) -> Edit:
    """Set up a position at the root or in a child of a node.

    If ``node`` is the root and has no children, the root itself is changed. Otherwise a child of ``node`` with the same
    set-up is selected if there is one, and a new last child is added if there is none.

    Raises:
        NotationError, PositionError: if ``setup`` is not a position of the game.
    """
    text = tree.game.format_position(tree.game.parse_position(setup))
    joint = tree[node]
    if node == ROOT and not joint.children:
        return _change(tree, {ROOT: replace(joint, setup=text)}, ROOT, ROOT)
    known = next((child for child in joint.children if tree[child].setup == text), None)
    if known is not None:
        return _change(tree, {}, node, known)
    number = tree.next_id
    after = {node: replace(joint, children=(*joint.children, number)), number: Node(number, node, setup=text)}
    return _change(tree, after, node, number)


def set_comment(tree: GameTree, node: int, text: str) -> Edit:
    """Set the comment of a node. Windows line ends are converted to newlines. An empty string removes the comment."""
    return _change(tree, {node: replace(tree[node], comment=text.replace("\r\n", "\n"))}, node, node)


def set_lead(tree: GameTree, node: int, text: str) -> Edit:
    """Set the comment before a variation's first move. An empty string removes the comment.

    Raises:
        ValueError: if the node does not begin a variation.
    """
    if tree.siblings(node)[0] == node:
        raise ValueError("only a variation's first move has a comment before it")
    return _change(tree, {node: replace(tree[node], lead=text.replace("\r\n", "\n"))}, node, node)


def set_nags(tree: GameTree, node: int, nags: Sequence[int]) -> Edit:
    """Set the glyphs of a node, without duplicates.

    Raises:
        ValueError: if a glyph is negative or has more than nine digits.
    """
    if any(not 0 <= nag < 10**9 for nag in nags):
        raise ValueError("a glyph's number must be 0 to 999,999,999")
    return _change(tree, {node: replace(tree[node], nags=tuple(dict.fromkeys(nags)))}, node, node)


def toggle_nag(tree: GameTree, node: int, nag: int) -> Edit:
    """Remove the glyph ``nag`` from a node, or add the glyph if the node does not have it.

    A new glyph replaces the glyph of the same group. The groups are the glyphs of moves (``!``, ``?`` …) and the glyphs
    of positions (``=``, ``±`` …).

    Raises:
        ValueError: if the glyph is negative or has more than nine digits.
    """
    nags = tree[node].nags
    if nag in nags:
        return set_nags(tree, node, [each for each in nags if each != nag])
    rivals = next((group for group in _EXCLUSIVE if nag in group), range(0))
    kept = [each for each in nags if each not in rivals]
    return set_nags(tree, node, sorted([*kept, nag]) if kept == sorted(kept) else [*kept, nag])


def set_commands(tree: GameTree, node: int, commands: Sequence[str]) -> Edit:
    """Set the embedded commands of a node, such as ``clk 0:19:58``. Evaluations and set-ups are not changed.

    Raises:
        ValueError: if a command cannot be written.
    """
    return _change(tree, {node: replace(tree[node], commands=_checked(commands))}, node, node)


def set_count(record: Record, node: int, dead: Sequence[str], headers: Mapping[str, str]) -> Edit:
    """Store the result of counting a game in one edit, which sets the dead pieces at the node and the headers.

    Args:
        record: the record to change.
        node: the node at which the game was counted.
        dead: names of the cells with dead pieces.
        headers: changes of headers, as for ``set_headers``.

    Raises:
        NotationError: if a header cannot be set.
    """
    others = [each for each in record.tree[node].commands if each.split()[:1] != ["dead"]]
    noted = set_commands(record.tree, node, [*others, dead_command(dead)])
    changed = set_headers(record, headers)
    return replace(noted, headers_before=changed.headers_before, headers_after=changed.headers_after)


def _checked(commands: Sequence[str]) -> tuple[str, ...]:
    for command in commands:
        if not re.fullmatch(
            r"(?!eval(?: |$)|setup(?: |$)|kyvien(?: |$))[A-Za-z0-9_]+(?:[^A-Za-z0-9_\]}\x00-\x1f][^\]}\x00-\x1f]*)?",
            command,
        ):
            raise ValueError(f"{command!r} is not an embedded command")
    return tuple(commands)


def set_evaluations(tree: GameTree, notes: Mapping[int, Sequence[EvaluationNote]]) -> Edit:
    """Replace all evaluation notes of the given nodes by the given notes."""
    after: dict[int, Node | None] = {node: replace(tree[node], evaluations=tuple(each)) for node, each in notes.items()}
    only = next(iter(after)) if len(after) == 1 else None
    return _change(tree, after, only, only)


def add_evaluations(tree: GameTree, notes: Mapping[int, Sequence[EvaluationNote]]) -> Edit:
    """Add evaluation notes to nodes. A new note replaces the node's note of the same algorithm and evaluation.

    If the note of the node is deeper, it is kept and the new one is dropped. The same holds for the judgements of the
    move in the notes, compared by their own depths. Notes of other programs (``EvaluationNote.is_foreign``) do not
    replace notes.
    """
    merged: dict[int, list[EvaluationNote]] = {}
    for node, added in notes.items():
        kept = list(tree[node].evaluations)
        for note in added:
            for index, old in enumerate(kept):
                if not note.is_foreign and _curve(tree, old) == _curve(tree, note):
                    kept[index] = _merged(old, note)
                    break
            else:
                kept.append(note)
        merged[node] = kept
    return set_evaluations(tree, merged)


def has_deeper(tree: GameTree, node: int, note: EvaluationNote) -> bool:
    """Return whether a node has a deeper note of the same algorithm and evaluation, which ``note`` cannot replace."""
    return any(_curve(tree, old) == _curve(tree, note) and _is_deeper(old, note) for old in tree[node].evaluations)


def _merged(old: EvaluationNote, new: EvaluationNote) -> EvaluationNote:
    """Return the deeper of two notes with the deeper of their judgements. Of equally deep ones, the new one is used.

    A judgement whose verdict a review checks replaces one of a version without checks, and the score of the note is the
    one of its judgement.
    """
    chosen = old if _is_deeper(old, new) else new
    known, judgement = old.judgement, new.judgement
    if judgement is None or (known is not None and _keeps(known, judgement)):
        return replace(chosen, judgement=known)
    return new


def _keeps(old: Judgement, new: Judgement) -> bool:
    """Whether a judgement is kept instead of a new one."""
    return _is_deeper(old, new) and (old.checks is None) == (new.checks is None)


def _is_deeper(old: EvaluationNote | Judgement, new: EvaluationNote | Judgement) -> bool:
    return old.depth is not None and new.depth is not None and old.depth > new.depth


def _curve(tree: GameTree, note: EvaluationNote) -> tuple[str | None, str]:
    """Return the algorithm and the current name of the evaluation of a note.

    Notes with equal results are shown as one curve of the evaluation chart.
    """
    return note.algorithm, current_name(tree.game.name, note.evaluation)


def delete(tree: GameTree, node: int) -> Edit:
    """Remove a node and its descendants. The root itself is not removed, only its descendants."""
    after: dict[int, Node | None] = dict.fromkeys(tree.below(node))
    parent = tree[node].parent
    if parent is None:
        after[node] = replace(tree[node], children=())
        return _change(tree, after, node, node)
    joint = tree[parent]
    kept = tuple(child for child in joint.children if child != node)
    after[parent] = replace(joint, children=kept)
    if kept and tree[kept[0]].lead:
        after[kept[0]] = _without_lead(tree[kept[0]])
    return _change(tree, after, node, parent)


def _without_lead(node: Node) -> Node:
    """Return a node that no longer begins a variation, with its lead merged into its comment."""
    return replace(node, lead="", comment="\n".join(text for text in (node.lead, node.comment) if text))


def promote(tree: GameTree, node: int) -> Edit:
    """Move the innermost variation that contains ``node`` to the first place at its branch point.

    The edit is empty if ``node`` is on the main line.
    """
    for child in reversed(tree.path(node)[1:]):
        if tree.siblings(child)[0] != child:
            return _lift(tree, [child], node)
    return Edit()


def to_main_line(tree: GameTree, node: int) -> Edit:
    """Make the path to ``node`` part of the main line. The edit changes nothing if ``node`` is on the main line."""
    return _lift(tree, [child for child in tree.path(node)[1:] if tree.siblings(child)[0] != child], node)


def _lift(tree: GameTree, children: Sequence[int], cursor: int) -> Edit:
    after: dict[int, Node | None] = {}
    for child in children:
        parent = tree[child].parent
        assert parent is not None
        # The parent may have been moved to the first place already, and have lost its lead.
        joint = after.get(parent) or tree[parent]
        after[parent] = replace(joint, children=(child, *(each for each in joint.children if each != child)))
        if tree[child].lead:
            after[child] = _without_lead(tree[child])
    return _change(tree, after, cursor, cursor)


def set_headers(record: Record, changes: Mapping[str, str]) -> Edit:
    """Set headers by name. New headers are added at the end, and an empty string removes a header.

    Raises:
        NotationError: if a name cannot be written, or is one of ``RESERVED_HEADERS``.
    """
    headers = dict(record.headers)
    for name, text in changes.items():
        if name in RESERVED_HEADERS:
            raise NotationError("the tag {name} follows from the game itself and cannot be set", name=name)
        if len(name) > _LONGEST_NAME or not HEADER_NAME.fullmatch(name):
            raise NotationError("{name!r} is not a valid tag name; use only letters, digits and _", name=name)
        if text:
            headers[name] = text
        else:
            headers.pop(name, None)
    return Edit(headers_before=dict(record.headers), headers_after=headers)
