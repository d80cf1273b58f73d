"""Reader of a single game in UBB text."""

import re
from collections import deque
from dataclasses import dataclass, field

from engine.core.errors import KyVienError, NotationError
from engine.core.game import Game, game_implied_by
from engine.core.language import mark
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.surface import Setup
from engine.records.faults import ENDED, KEPT, SKIPPED, Fault
from engine.records.formats.ubb.fields import Field, fields_of, read_value
from engine.records.formats.ubb.headers import headers_of, is_known
from engine.records.formats.xqf import PIECES
from engine.records.tree import ROOT, GameTree, Node, Record

_VARIATION = re.compile(r"move_([0-9]{1,6})_([0-9]{1,6})_([0-9]{1,6})")
_COMMENT = re.compile(r"comment(?:([0-9]{1,6})_)?([0-9]{1,6})")
_MARKUP = re.compile(r"<[^<>]*>|&nbsp;")
_MOVES = re.compile(r"(?:[0-9]{4})*")
_PIECES = 32


def _cell(point: str) -> int:
    """Return the cell of a point of two digits, or -1 if it is off the board."""
    column, row = int(point[0]), int(point[1])
    return 9 * (9 - row) + column if column < 9 else -1


@dataclass(slots=True)
class _Moves:
    """The main line, or a variation.

    Attributes:
        source: the field.
        moves: its moves, four digits each.
        number: its number, which is 0 for the main line, or -1 if another line has it.
        parent: number of the variation from which it departs, or -1 for the main line.
        start: number of its first ply.
        above: the node before its first ply.
        nodes: its nodes.
        is_placed: whether ``above`` is known.
    """

    source: Field
    moves: str
    number: int
    parent: int = -1
    start: int = 1
    above: int = ROOT
    nodes: list[int] = field(default_factory=list)
    is_placed: bool = False


class Reader:
    """Reader of one game.

    Args:
        text: the text of the game.
        line: number of its first line.
        number: number of the game in the text, counted from 1.
        game: the game whose rules apply, or None for the default rules.
    """

    def __init__(self, text: str, line: int, number: int, game: Game | None) -> None:
        self._number, self._first = number, line
        self._fields = list(fields_of(text, line))
        self._game = game if game is not None and game.record_rules("ubb") is not None else game_implied_by("ubb")()
        self._faults: list[Fault] = []
        self._nodes = [Node(ROOT, None)]
        self._children: list[list[int]] = [[]]
        self._comments: dict[int, list[str]] = {}
        # Text that was not understood, which follows the comments.
        self._kept: dict[int, list[str]] = {}
        self._positions: dict[int, Position] = {}
        self._lines: list[_Moves] = []
        self._named: dict[int, _Moves] = {}

    def read(self) -> Record:
        """Return the record with the faults of the text.

        Raises:
            NotationError: if the rules or the first position cannot be read.
        """
        rules = self._value("tag_rules")
        if rules is not None:
            try:
                self._game = type(self._game).with_rules(read_value(rules.text))
            except KyVienError as error:
                raise self._error(rules.line, error) from None
        self._read_fields()
        start = self._start()
        self._positions[ROOT] = start
        self._play_lines()
        self._place_comments()
        setup = None if start == self._game.start() else self._game.format_position(start)
        nodes = {}
        for node, children in zip(self._nodes, self._children, strict=True):
            texts = (*self._comments.get(node.id, ()), *self._kept.get(node.id, ()))
            root_setup = setup if node.id == ROOT else None
            nodes[node.id] = Node(node.id, node.parent, node.move, tuple(children), "\n".join(texts), setup=root_setup)
        faults = tuple(sorted(self._faults, key=lambda fault: fault.line))
        return Record(headers_of(self._fields), GameTree(self._game, nodes), faults)

    def _value(self, name: str) -> Field | None:
        """Return the first field with a name that is not empty, or None if there is none."""
        return next((each for each in self._fields if each.name == name and each.text.strip()), None)

    def _read_fields(self) -> None:
        """Find the lines, and keep what has no meaning."""
        for each in self._fields:
            if each.name and not each.is_closed:
                reason = NotationError("the field {name} is not closed", name=each.written)
                self._fault(each.line, reason, mark("it ends before the next one"))
            match = _VARIATION.fullmatch(each.name)
            if not each.name:
                text = " ".join(_MARKUP.sub(" ", each.text).split())
                if text:
                    self._keep(each.line, NotationError("unexpected {word!r}", word=text[:40]), text)
            elif each.name == "movelist" or match is not None:
                self._add_line(each, match)
            elif each.text.strip() and not is_known(each.name) and not _COMMENT.fullmatch(each.name):
                reason = NotationError("the field {name} is unknown", name=each.written)
                self._keep(each.line, reason, f"{each.written}: {read_value(each.text)}")

    def _add_line(self, source: Field, match: re.Match[str] | None) -> None:
        """Add the line of a field. ``match`` contains the numbers of a variation."""
        text = re.sub(r"\s", "", source.text)
        digits = _MOVES.match(text)
        assert digits is not None
        if rest := text[digits.end() :]:
            self._keep(
                source.line, NotationError("{text!r} is not a move", text=rest[:40]), f"{source.written}: {rest}"
            )
        parent, start, number = (0, 1, 0) if match is None else (int(match[1]), int(match[2]), int(match[3]))
        if number in self._named:
            number = -1
        line = _Moves(source, digits[0], number, *(() if number == 0 else (parent, start)))
        self._lines.append(line)
        if number >= 0:
            self._named[number] = line

    # --- the first position -------------------------------------------------------------------------------------------

    def _start(self) -> Position:
        """Return the first position.

        Raises:
            NotationError: if it cannot be read.
        """
        fen, points = self._value("fen"), self._value("binit")
        if fen is not None:
            try:
                position, changes = self._game.read_position(read_value(fen.text))
            except KyVienError as error:
                if points is None:
                    raise self._error(fen.line, error) from None
                self._fault(fen.line, error, mark("the field binit is used"))
            else:
                for change in changes:
                    self._fault(fen.line, change, mark("the position is read without it"))
                return position
        if points is None:
            return self._game.start()
        pieces = self._pieces(points)
        main = self._named.get(0)
        mover = pieces.get(_cell(main.moves[:2]), "") if main is not None and main.moves else ""
        refusal: KyVienError | None = None
        for side in (Player.SECOND,) if mover.startswith("b") else (Player.FIRST,) if mover else Player:
            try:
                return self._game.compose(Setup(pieces, side))
            except KyVienError as error:
                refusal = refusal or error
        assert refusal is not None
        raise self._error(points.line, refusal)

    def _pieces(self, points: Field) -> dict[int, str]:
        """Return the pieces of the field ``binit`` by cell. As for other readers, a sign that is no digit is a 9.

        Raises:
            NotationError: if the field does not have 64 signs.
        """
        digits = re.sub(r"[^0-9]", "9", re.sub(r"\s", "", points.text))
        if len(digits) != 2 * _PIECES:
            reason = NotationError("the field binit needs 64 digits, found {count}", count=len(digits))
            raise self._error(points.line, reason)
        pieces: dict[int, str] = {}
        for index in range(_PIECES):
            cell = _cell(digits[2 * index : 2 * index + 2])
            if cell in pieces:
                self._fault(points.line, NotationError("two pieces on one point"), SKIPPED)
            elif cell >= 0:
                pieces[cell] = ("b" if index >= len(PIECES) else "r") + PIECES[index % len(PIECES)]
        return pieces

    # --- the moves ----------------------------------------------------------------------------------------------------

    def _play_lines(self) -> None:
        """Play the main line, and each variation after the one from which it departs."""
        waiting: dict[int, list[_Moves]] = {}
        for line in self._lines:
            waiting.setdefault(line.parent, []).append(line)
        queue = deque(waiting.pop(-1, ()))
        if not queue:
            # Variations without a main line depart from the first position.
            queue.extend(waiting.pop(0, ()))
        while queue:
            line = queue.popleft()
            above = self._node_at(line.parent, line.start - 1) if line.parent >= 0 else ROOT
            if above is None:
                self._leave_out(line)
                continue
            line.above, line.is_placed = above, True
            self._play(line)
            if line.number >= 0:
                queue.extend(waiting.pop(line.number, ()))
        for line in (each for lines in waiting.values() for each in lines):
            self._leave_out(line)

    def _play(self, line: _Moves) -> None:
        """Add the nodes of a line, up to its first illegal move."""
        node, position = line.above, self._position(line.above)
        names = self._game.surface(position)
        for at in range(0, len(line.moves), 4):
            cells = _cell(line.moves[at : at + 2]), _cell(line.moves[at + 2 : at + 4])
            before = position.reopened()
            try:
                if -1 in cells:
                    raise NotationError("a move leads off the board")
                move = self._game.parse_move(before, "".join(map(names.cell_name, cells)))
            except KyVienError as error:
                self._faults.append(Fault(line.source.line, self._number, line.start + at // 4, error, ENDED))
                self._kept.setdefault(node, []).append(line.moves[at:])
                return
            position = before.play(move)
            number = len(self._nodes)
            self._nodes.append(Node(number, node, move))
            self._children.append([])
            self._children[node].append(number)
            line.nodes.append(number)
            node = number

    def _position(self, node: int) -> Position:
        """Return the position at a node, which is replayed from the next one above it that is known."""
        path = list[int]()
        above = node
        while above not in self._positions:
            path.append(above)
            parent = self._nodes[above].parent
            assert parent is not None
            above = parent
        position = self._positions[above]
        for each in reversed(path):
            move = self._nodes[each].move
            assert move is not None
            position = position.reopened().play(move)
        self._positions[node] = position
        return position

    def _node_at(self, number: int, ply: int) -> int | None:
        """Return the node of a ply of a variation, which may be before its first ply, or None if there is none."""
        while (line := self._named.get(number)) is not None and line.is_placed:
            if ply >= line.start:
                return line.nodes[ply - line.start] if ply - line.start < len(line.nodes) else None
            if ply == line.start - 1:
                return line.above
            number = line.parent
        return ROOT if number == 0 and ply == 0 else None

    def _leave_out(self, line: _Moves) -> None:
        """Keep the text of a variation that departs from a ply that does not exist."""
        reason = NotationError("the field {name} begins at a ply that does not exist", name=line.source.written)
        self._keep(line.source.line, reason, f"{line.source.written}: {line.moves}")

    # --- comments and faults ------------------------------------------------------------------------------------------

    def _place_comments(self) -> None:
        """Add the comments to their nodes."""
        for each in self._fields:
            match = _COMMENT.fullmatch(each.name)
            text = read_value(each.text)
            if match is None or not text:
                continue
            number, ply = int(match[1] or 0), int(match[2])
            node = self._node_at(number, ply)
            if node is None:
                reason = NotationError("the field {name} is for a ply that does not exist", name=each.written)
                line = self._named.get(number)
                last = line.nodes[-1] if line is not None and line.nodes else ROOT
                self._fault(each.line, reason, KEPT)
                self._kept.setdefault(last, []).append(text)
            else:
                self._comments.setdefault(node, []).append(text)

    def _keep(self, line: int, reason: KyVienError, text: str) -> None:
        """Add a fault, and keep a text in the comment on the game."""
        self._fault(line, reason, KEPT)
        self._kept.setdefault(ROOT, []).append(text)

    def _fault(self, line: int, reason: KyVienError, done: str) -> None:
        self._faults.append(Fault(line, self._number, 0, reason, done))

    def _error(self, line: int, reason: KyVienError) -> NotationError:
        """Return an error with ``reason``, the line and the number of the game."""
        return NotationError("line {line}, game {game}: {reason}", line=line, game=self._number, reason=reason)
