"""Reader of a single SGF game."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from engine.core.errors import IllegalMoveError, KyVienError, NotationError
from engine.core.game import Game
from engine.core.language import mark
from engine.core.position import Position
from engine.core.surface import Setup
from engine.records.faults import KEPT as KEPT_TEXT
from engine.records.formats.sgf.board import SgfBoard
from engine.records.formats.sgf.facts import FACTS, facts_of, game_of, headers_of
from engine.records.formats.sgf.grammar import Properties, SgfTree
from engine.records.formats.sgf.values import (
    KEPT,
    NOT_KEPT,
    SETUP,
    first,
    keep,
    mover,
    read_clock,
    read_glyphs,
    read_text,
    unpack,
)
from engine.records.notes import read_evaluation
from engine.records.tree import ROOT, EvaluationNote, GameTree, Node, Record

_MOST_SET_UPS = 100
"""Maximum number of cached set-ups."""


@dataclass(slots=True)
class _Draft:
    """A node under construction."""

    id: int
    parent: int | None
    move: int | None = None
    setup: str | None = None
    children: list[int] = field(default_factory=list)
    comment: str = ""
    nags: tuple[int, ...] = ()
    evaluations: tuple[EvaluationNote, ...] = ()
    commands: list[str] = field(default_factory=list)
    lead: str = ""

    def finished(self) -> Node:
        """Return the draft as an immutable ``Node``."""
        return Node(
            self.id, self.parent, self.move, tuple(self.children), self.comment, self.nags, self.evaluations,
            self.setup, tuple(self.commands), self.lead,
        )  # fmt: skip


class Reader:
    """Reader of one game.

    Args:
        tree: the parsed game.
        game: game whose rules are used where the text does not specify them, or None.
    """

    def __init__(self, tree: SgfTree, game: Game | None) -> None:
        self._whole = tree
        self._default = game
        self.number = 0
        """Index of the node being read, counted from 0 in the order of the text."""
        self._drafts: list[_Draft] = [_Draft(ROOT, None)]
        self.faults: list[tuple[int, KyVienError, str]] = []
        """Index of the node, reason and treatment of what was not read as it is written."""
        self._left: list[str] = []
        self._set_ups: dict[tuple[Position, object, int | None], tuple[Position, str]] = {}

    def read(self) -> Record:
        """Read the game and return the record.

        Raises:
            KyVienError: if the record cannot be read. ``number`` is then the index of the faulty node.
        """
        root = self._whole.sequence[0]
        unknown: list[KyVienError] = []
        self._game = game_of(root, self._default, unknown)
        self.faults += [(0, reason, mark("the text is kept")) for reason in unknown]
        self._board = SgfBoard(self._game)
        headers = headers_of(root)
        stack: list[tuple[SgfTree, int, Position]] = [(self._whole, *self._root(root))]
        while stack:
            tree, node, position = stack.pop()
            for index, properties in enumerate(tree.sequence):
                if tree is not self._whole or index:
                    self.number += 1
                    node, position = self._node(properties, node, position, tree, index)
            stack.extend((child, node, position) for child in reversed(tree.children))
        record = Record(headers, GameTree(self._game, {each.id: each.finished() for each in self._drafts}))
        self._keep_facts(root, record)
        return Record(headers, GameTree(self._game, {each.id: each.finished() for each in self._drafts}))

    def _keep_facts(self, root: Properties, record: Record) -> None:
        """Store as commands of the root those of its properties that the writer would write differently."""
        facts = facts_of(record)
        commands = self._drafts[ROOT].commands
        others = [command for command in commands if not KEPT.fullmatch(command)]
        kept = [
            keep(ident, values)
            for ident, values in root.items()
            if ident in FACTS and facts.get(ident) != values and any(values)
        ]
        commands[:] = [*others, *sorted([*kept, *(command for command in commands if command not in others)])]

    def _root(self, properties: Properties) -> tuple[int, Position]:
        """Set up the initial position, and return the node at which the game continues and its position."""
        game, board = self._game, self._board
        start = game.start()
        turn = self._turn(properties, self._whole, 0)
        if turn is None:
            handicapped = first(properties, "HA") not in ("", "0", "1") and "AB" in properties
            turn = 1 if handicapped else board.colour(start) if not board.pieces(start) else 0
        position = start
        if any(ident in properties for ident in SETUP) or board.pieces(start) or turn != board.colour(start):
            position = self._composed(properties, game.empty_setup(), turn)
            text = game.format_position(position)
            if text == game.format_position(start):
                position = start
            else:
                self._drafts[ROOT].setup = text
        node, position = self._moves(properties, ROOT, position)
        self._notes(properties, self._drafts[node], FACTS)
        return node, position

    def _turn(self, properties: Properties, tree: SgfTree, index: int) -> int | None:
        """Return the side to move after the set-up of node ``index`` of ``tree``: 0 for black, 1 for white.

        The side is the value of ``PL`` if it is present, and the player of the next move otherwise. The result is None
        if there is no ``PL`` and no next move, or if another set-up precedes the next move.
        """
        word = first(properties, "PL").lower()[:1]
        if word in ("b", "1", "w", "2"):
            return int(word in ("w", "2"))
        begun = False
        while True:
            for each in tree.sequence[index:]:
                if begun and any(ident in each for ident in SETUP):
                    return None
                begun = True
                for ident in each:
                    if ident in ("B", "W"):
                        return int(ident == "W")
            if not tree.children:
                return None
            tree, index = tree.children[0], 0

    def _node(
        self, properties: Properties, parent: int, position: Position, tree: SgfTree, index: int
    ) -> tuple[int, Position]:
        has_move = any(ident in properties for ident in ("B", "W", "KVM"))
        if any(ident in properties for ident in SETUP):
            turn = self._turn(properties, tree, index)
            turn = self._board.colour(position) if turn is None else turn
            position = self._composed(properties, self._game.setup(position), turn)
            parent = self._add(parent, None, self._game.format_position(position))
        elif not has_move:
            position, text = self._repeated(position, None)
            parent = self._add(parent, None, text)
        node, position = self._moves(properties, parent, position)
        self._notes(properties, self._drafts[node], ())
        return node, position

    def _moves(self, properties: Properties, node: int, position: Position) -> tuple[int, Position]:
        """Play the moves of a node, which normally has at most one move. Return the last node and its position."""
        for value in properties.get("KVM", ()):
            position = position.reopened()
            move = self._game.parse_move(position, unpack(value))
            position = position.play(move)
            node = self._add(node, move, None)
        for ident, values in properties.items():
            if ident in ("B", "W"):
                for value in values:
                    node, position = self._move(node, position, int(ident == "W"), value.strip())
        return node, position

    def _move(self, node: int, position: Position, colour: int, value: str) -> tuple[int, Position]:
        board, game = self._board, self._game
        position = position.reopened()
        if board.colour(position) != colour:
            node, position = self._turn_to(node, position, colour)
        name = board.name(value)
        if name is not None:
            word = name
        elif value in ("", "``") or (value == "tt" and board.columns <= 19):
            word = "pass"
        else:
            reason = NotationError("{text!r} is not a point on this board", text=value[:20])
            return self._unread(node, position, colour, value, reason)
        try:
            move = game.parse_move(position, word)
        except IllegalMoveError as error:
            # Only the history may make the move illegal: SGF allows any move.
            before = len(self._drafts)
            parent, node = node, self._turn_to(node, position, colour)[0]
            try:
                move = game.parse_move(game.parse_position(self._drafts[node].setup or ""), word)
            except IllegalMoveError:
                del self._drafts[before:]
                self._drafts[parent].children.pop()
                return self._force(parent, position, colour, value, error)
            position = game.parse_position(self._drafts[node].setup or "")
        position = position.play(move)
        return self._add(node, move, None), position

    def _force(
        self, node: int, position: Position, colour: int, value: str, reason: KyVienError
    ) -> tuple[int, Position]:
        """Add the position after an illegal move as a set-up, if there is such a position."""
        cell = self._board.cell(value)
        try:
            if cell is None:
                raise reason
            after = self._board.forced(position, cell, colour)
        except KyVienError:
            return self._unread(node, position, colour, value, reason)
        self.faults.append((self.number, reason, mark("the position after it is set up")))
        return self._add(node, None, self._game.format_position(after)), after

    def _unread(
        self, node: int, position: Position, colour: int, value: str, reason: KyVienError
    ) -> tuple[int, Position]:
        """Keep a move that cannot be made in the comment of its node, where the other side is to move."""
        self.faults.append((self.number, reason, KEPT_TEXT))
        self._left.append(f"{'BW'[colour]}[{value}]")
        return self._turn_to(node, position, 1 - colour)

    def _composed(self, properties: Properties, base: Setup, turn: int) -> Position:
        """Return the position of a set-up, without the points and the groups that the board does not allow."""
        readable = {ident: self._on_board(ident, values) if ident in ("AB", "AW", "AE") else values
                    for ident, values in properties.items()}  # fmt: skip
        try:
            return self._board.composed(readable, base, turn)
        except KyVienError as error:
            position = self._board.composed(readable, base, turn, breathing=True)
            self.faults.append((self.number, error, mark("its stones are removed")))
            return position

    def _on_board(self, ident: str, values: Sequence[str]) -> list[str]:
        kept = []
        for value in values:
            try:
                self._board.cells([value])
                kept.append(value)
            except NotationError as error:
                self.faults.append((self.number, error, KEPT_TEXT))
                self._left.append(f"{ident}[{value}]")
        return kept

    def _turn_to(self, node: int, position: Position, colour: int) -> tuple[int, Position]:
        """Add a set-up with the stones of ``position`` and ``colour`` to move. Return its node and its position."""
        position, text = self._repeated(position, colour)
        return self._add(node, None, text), position

    def _repeated(self, position: Position, colour: int | None) -> tuple[Position, str]:
        """Return the position of a set-up with the stones of ``position``, and the text of this position.

        The side to move is ``colour``, or the side to move in ``position`` if ``colour`` is None.

        The results are cached, because a file can have thousands of empty nodes, or of passes after the end of the
        game, at the same position.
        """
        key = (position, position.counters, colour)
        found = self._set_ups.get(key)
        if found is None:
            if colour is None:
                text = self._game.format_position(position)
                found = self._game.parse_position(text), text
            else:
                composed = self._board.composed({}, self._game.setup(position), colour)
                found = composed, self._game.format_position(composed)
            if len(self._set_ups) >= _MOST_SET_UPS:
                self._set_ups.clear()
            self._set_ups[key] = found
        return found

    def _add(self, parent: int, move: int | None, setup: str | None) -> int:
        draft = _Draft(len(self._drafts), parent, move, setup)
        self._drafts.append(draft)
        self._drafts[parent].children.append(draft.id)
        return draft.id

    def _notes(self, properties: Properties, draft: _Draft, known: Collection[str]) -> None:
        """Read the comment, the glyphs, the evaluations, the commands and the clock of a node.

        The other properties are stored as commands, except for those in ``known``.
        """
        texts = [*properties.get("C", ()), *properties.get("", ())]
        if "" in properties:
            self.faults.append((self.number, NotationError("a value without a property"), KEPT_TEXT))
        draft.comment = "\n".join([*self._left, *filter(None, map(read_text, texts))])
        self._left.clear()
        lead = "\n".join(unpack(value) for value in properties.get("KVL", ()))
        if lead and draft.parent is not None and self._drafts[draft.parent].children[0] != draft.id:
            draft.lead = lead
        elif lead:
            draft.comment = "\n".join(text for text in (lead, draft.comment) if text)
        draft.evaluations = tuple(read_evaluation(unpack(value)) for value in properties.get("KVE", ()))
        draft.commands += [unpack(value) for value in properties.get("KVC", ())]
        nags, used = read_glyphs(properties)
        draft.nags = nags
        colour = mover(properties)
        kept = []
        for ident, values in properties.items():
            if ident in NOT_KEPT or ident in known or ident in used:
                continue
            clock = read_clock(values[0]) if ident == f"{colour}L" and len(values) == 1 else None
            if clock is None:
                kept.append(keep(ident, values))
            elif clock not in draft.commands:
                draft.commands.append(clock)
        draft.commands += sorted(kept)
