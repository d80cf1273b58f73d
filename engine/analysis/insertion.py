"""The insertion of best lines, glyphs and comments of a review into a record, as one edit."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from engine.analysis.verdict import KINDS, Verdict
from engine.core.errors import KyVienError
from engine.records import edits
from engine.records.edits import Edit
from engine.records.judgement import MOST_PLIES
from engine.records.tree import GameTree


@dataclass(frozen=True)
class Insertion:
    """What is inserted for each move.

    Attributes:
        kinds: names of the classes of the moves (``KINDS``).
        plies: maximum number of plies of a line, 1 to ``MOST_PLIES``.
        with_line: whether the best line is inserted as a variation.
        with_glyph: whether the move gets the glyph of its class, in place of another glyph of the same group.
        with_comment: whether the comment of the move gets the text ``comment``.
        comment: the template of a comment. ``{best}``, ``{loss}``, ``{before}``, ``{after}`` and ``{class}`` are
            replaced.
    """

    kinds: frozenset[str] = frozenset(name for name, each in KINDS.items() if each.is_error)
    plies: int = 4
    with_line: bool = True
    with_glyph: bool = True
    with_comment: bool = False
    comment: str = ""


def insert_lines(
    tree: GameTree, verdicts: Sequence[Verdict], wanted: Insertion, words: Callable[[Verdict], dict[str, str]]
) -> Edit:
    """Return one edit that inserts the best lines of all moves of the wanted classes.

    What is there already is not inserted again, so that a second insertion is empty.

    Args:
        tree: the tree of the record.
        verdicts: the judged moves.
        wanted: what to insert.
        words: function that returns the texts of the fields of a comment.
    """
    changed, touched = tree, set[int]()

    def push(edit: Edit) -> None:
        nonlocal changed
        changed = edit.apply(changed)
        touched.update(edit.after)

    for verdict in verdicts:
        parent = tree[verdict.node].parent
        if verdict.kind.name not in wanted.kinds or parent is None:
            continue
        if wanted.with_glyph and verdict.kind.nag is not None and verdict.kind.nag not in changed[verdict.node].nags:
            push(edits.toggle_nag(changed, verdict.node, verdict.kind.nag))
        if wanted.with_comment and wanted.comment:
            _comment(changed, verdict, filled(wanted.comment, words(verdict)), push)
        if wanted.with_line and verdict.best != verdict.move:
            moves = parsed_line(changed, parent, verdict.line[: max(1, min(wanted.plies, MOST_PLIES))])
            if moves:
                push(edits.add_line(changed, parent, moves))
    before = {node: tree.nodes.get(node) for node in touched}
    return Edit(before, {node: changed.nodes.get(node) for node in touched})


def filled(template: str, words: dict[str, str]) -> str:
    """Return a template with its fields replaced. Other braces are kept."""
    return re.sub(r"\{(\w+)\}", lambda match: words.get(match[1], match[0]), template)


def parsed_line(tree: GameTree, node: int, texts: Collection[str]) -> list[int]:
    """Return the moves of a line in coordinate notation from a node, up to the first one that is not legal."""
    position, moves = tree.position(node), []
    for text in texts:
        try:
            move = tree.game.parse_move(position, text)
        except KyVienError:
            break
        moves.append(move)
        position = position.play(move)
    return moves


def _comment(tree: GameTree, verdict: Verdict, text: str, push: Callable[[Edit], None]) -> None:
    old = tree[verdict.node].comment
    if text and text not in old:
        push(edits.set_comment(tree, verdict.node, f"{old}\n{text}" if old else text))
