"""Writer of a single record as SGF."""

from collections.abc import Collection, Mapping, Sequence

from engine import __version__
from engine.core.errors import KyVienError, NotationError
from engine.core.position import Position
from engine.core.surface import Setup
from engine.records.formats.sgf.board import SgfBoard
from engine.records.formats.sgf.facts import FACTS, facts_of, game_of, headers_of, known_games
from engine.records.formats.sgf.grammar import Properties
from engine.records.formats.sgf.values import (
    KEPT,
    NOT_KEPT,
    kept_of,
    mover,
    pack,
    read_clock,
    read_glyphs,
    write_clock,
    write_glyphs,
    write_text,
)
from engine.records.notes import write_evaluation
from engine.records.tree import ROOT, Node, Record

_WIDTH = 79
"""Maximum length of a line in bytes, without the line breaks inside values. A longer property is alone on its line."""


class Writer:
    """Writer of one record.

    Raises:
        NotationError: if SGF cannot represent the game.
    """

    def __init__(self, record: Record) -> None:
        if record.game.sgf is None:
            raise NotationError("SGF holds only records of {games}; save as .pgn", games=known_games())
        self._record = record
        self._tree = record.tree
        self._board = SgfBoard(record.game)

    def text(self) -> str:
        """Return the text of the record in SGF."""
        parts: list[str] = []
        waiting: list[int | None] = [ROOT]
        while waiting:
            number = waiting.pop()
            if number is None:
                parts.append(")")
                continue
            parts.append("(")
            children: Sequence[int] = (number,)
            while len(children) == 1:
                parts += self._parts(children[0])
                children = self._tree[children[0]].children
            waiting += [None, *reversed(children)]
        return _wrapped([*parts, "\n"])

    def _parts(self, number: int) -> list[str]:
        """Return the semicolon of a node and its properties, ``FF`` first and then in the order of the alphabet."""
        properties = self._root() if number == ROOT else self._node(number)
        idents = sorted(properties, key=lambda ident: (ident != "FF", ident))
        return [";", *(ident + "".join(f"[{value}]" for value in properties[ident]) for ident in idents)]

    def _root(self) -> Properties:
        properties: Properties = {"FF": ["4"], "CA": ["UTF-8"], "AP": [f"Ky Vien:{__version__}"]}
        facts = facts_of(self._record)
        for ident, values in kept_of(self._tree[ROOT]):
            if ident in FACTS and self._reads_equal(facts, ident, values):
                facts[ident] = values
        properties |= facts
        game, node = self._record.game, self._tree[ROOT]
        position = self._tree.position(ROOT)
        self._stones(properties, {}, self._board.pieces(position))
        if node.setup is not None:
            properties["PL"] = ["BW"[self._board.colour(position)]]
            plain = self._composed(properties, game.empty_setup(), self._board.colour(position))
            if plain is None or game.format_position(plain) != node.setup:
                properties["KVP"] = [pack(node.setup)]
        self._notes(properties, node, {*properties, *FACTS})
        return properties

    def _reads_equal(self, facts: Properties, ident: str, values: list[str]) -> bool:
        try:
            changed = {**facts, ident: values}
            return game_of(changed, None) == game_of(facts, None) and headers_of(changed) == headers_of(facts)
        except KyVienError:
            return False

    def _composed(self, properties: Properties, base: Setup, turn: int) -> Position | None:
        try:
            return self._board.composed(properties, base, turn)
        except KyVienError:
            return None

    def _node(self, number: int) -> Properties:
        tree, board, game = self._tree, self._board, self._record.game
        node = tree[number]
        assert node.parent is not None
        before = tree.position(node.parent)
        properties: Properties = {}
        if node.move is None:
            assert node.setup is not None
            position = tree.position(number)
            if node.setup != game.format_position(before):
                self._stones(properties, board.pieces(before), board.pieces(position))
                properties["PL"] = ["BW"[board.colour(position)]]
                plain = self._composed(properties, game.setup(before), board.colour(position))
                if plain is None or game.format_position(plain) != node.setup:
                    properties["KVP"] = [pack(node.setup)]
        else:
            cell = game.shape(before, node.move).target
            colour = board.colour(before)
            if cell is not None:
                properties["BW"[colour]] = [board.point(cell)]
            elif game.format_move(before, node.move) == "pass":
                properties["BW"[colour]] = [""]
            else:
                properties["KVM"] = [pack(game.format_move(before, node.move))]
        self._notes(properties, node, set(properties))
        return properties

    def _stones(self, properties: Properties, before: Mapping[int, str], after: Mapping[int, str]) -> None:
        """Add the properties that change the stones from ``before`` to ``after``, which map cells to stones."""
        changed = sorted(cell for cell in {*before, *after} if before.get(cell) != after.get(cell))
        for ident, piece in (("AB", self._board.stones[0]), ("AW", self._board.stones[1]), ("AE", None)):
            cells = [self._board.point(cell) for cell in changed if after.get(cell) == piece]
            if cells:
                properties[ident] = sorted(cells)

    def _notes(self, properties: Properties, node: Node, taken: Collection[str]) -> None:
        if node.comment:
            properties["C"] = [write_text(node.comment)]
        annotations = write_glyphs(node.nags)
        properties |= {ident: [value] for ident, value in annotations.items()}
        if node.nags and read_glyphs(properties)[0] != node.nags:
            properties["KVN"] = [str(nag) for nag in node.nags]
        if node.evaluations:
            properties["KVE"] = [pack(write_evaluation(note)) for note in node.evaluations]
        if node.lead:
            properties["KVL"] = [pack(node.lead)]
        commands = [command for command in node.commands if not KEPT.fullmatch(command)]
        colour = mover(properties)
        times = [time for command in commands if colour and (time := write_clock(command)) is not None]
        if times:
            properties[f"{colour}L"] = times[:1]
            if len(times) == 1 and read_clock(times[0]) == commands[-1]:
                commands.pop()
        if commands:
            properties["KVC"] = [pack(command) for command in commands]
        for ident, values in kept_of(node):
            if ident not in taken and ident not in properties and ident not in NOT_KEPT:
                properties[ident] = values


def _wrapped(parts: Sequence[str]) -> str:
    """Return the joined parts, with a line break before each part that would make a line longer than ``_WIDTH``."""
    lines: list[str] = []
    line: list[str] = []
    width = 0
    for part in parts:
        length = len(part.encode("utf-8"))
        if width + length > _WIDTH:
            lines.append("".join(line))
            line, width = [], 0
        line.append(part)
        width += length
    return "\n".join([*lines, "".join(line)])
