r"""Records as SGF (Hollosi, "SGF File Format FF[4]", 1999, red-bean.com/sgf): Go, MiniGo and caro.

Go is ``GM[1]``, caro ``GM[4]``. MiniGo has no number of its own; its moves are moves of Go, so it is ``GM[1]`` with
``KVG[minigo]``, and programs of Go show it. The grammar is sgfmill's; the meaning of properties, of games that sgfmill
does not know too, is given here.

Properties of ours, which other programs pass over: ``KVG`` game, ``KVR`` rules (where the standard properties do not
say all), ``KVH`` headers without a property (``name:text``), ``KVP`` position after a set-up (what stones and side to
move do not tell), ``KVM`` move without a point, ``KVE`` evaluations as in our PGN, ``KVN`` glyphs, ``KVL`` comment
before a variation, ``KVC`` embedded commands of PGN. Black is Player.FIRST, so that ``PB`` is the header ``White``.

Every other property is kept as a command of the node, ``sgf TR=aa,bb``, and written back; properties of the beginning
that say the same in other words (``RU[Korean]``) are kept in these words for as long as they do.

What the format cannot hold: tabs in comments become spaces, lone surrogates U+FFFD.
"""

import contextlib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from engine import __version__
from engine.core.errors import IllegalMoveError, KyVienError, NotationError
from engine.core.game import Game, find_game
from engine.core.options import parse_options
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.surface import Setup, Sign, Surface
from engine.records.encoding import guess_encoding, known_encoding
from engine.records.formats import Extract, Format, register
from engine.records.notes import read_evaluation, write_evaluation
from engine.records.tree import RESERVED_HEADERS, ROOT, EvaluationNote, GameTree, Node, Record, clock_command

Properties = dict[str, list[str]]
"""The properties of a node: identifier to raw values, what stands between brackets."""

_START = re.compile(r"\(\s*;")
_SKIP = re.compile(r"(?>[^()\[]+|\[(?>[^\\\]]+|\\.)*+\])*+", re.DOTALL)
_TOKEN = re.compile(r"\s*+(?:(\[(?>[^\\\]]+|\\.)*+\])|([A-Za-z]{1,64})|([;()]))", re.DOTALL)

_GAMES = ("go", "minigo", "caro")
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NAMED_CELL = re.compile(r"[a-zA-Z][0-9]{1,2}")
_DATE = re.compile(r"([0-9]{4})(?:[-.]([0-9]{2}))?(?:[-.]([0-9]{2}))?")
_MARGIN = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,3})?")
_NUMBER = re.compile(r"[+-]?[0-9]{1,6}(?:\.[0-9]{1,6})?")
_CONTROL = re.compile(r"([0-9]{1,7}(?:\.[0-9]{1,3})?)\+([0-9]{1,7}(?:\.[0-9]{1,3})?)")
_KEPT = re.compile(r"sgf ([A-Z]{1,64})=(.*)", re.DOTALL)

_HEADERS = {
    "GN": "GameName", "EV": "Event", "RO": "Round", "PC": "Site", "DT": "Date", "PB": "White", "BR": "WhiteRank",
    "BT": "WhiteTeam", "PW": "Black", "WR": "BlackRank", "WT": "BlackTeam", "TM": "TimeLimit", "OT": "Overtime",
    "ON": "Opening", "AN": "Annotator", "SO": "Source", "US": "User", "CP": "Copyright", "GC": "GameComment",
}  # fmt: skip
"""Properties of the game and the headers that say the same."""

_ENDINGS = {"R": "resignation", "RESIGN": "resignation", "T": "time", "TIME": "time", "F": "forfeit"}
_UNKNOWN = {"?", "????.??.??", ""}

_GLYPHS = {
    ("TE", "1"): 1, ("TE", "2"): 3, ("BM", "1"): 2, ("BM", "2"): 4, ("IT", ""): 5, ("DO", ""): 6, ("DM", "1"): 10,
    ("DM", "2"): 11, ("UC", "1"): 13, ("GB", "1"): 16, ("GB", "2"): 18, ("GW", "1"): 17, ("GW", "2"): 19,
}  # fmt: skip
"""Annotations of SGF and the glyphs of PGN that mean the same; FIRST is black."""

_RULE_SETS = {
    "japanese": "japanese", "jp": "japanese", "korean": "japanese", "kr": "japanese", "chinese": "chinese",
    "cn": "chinese", "zh": "chinese", "aga": "aga", "bga": "aga", "french": "aga", "tromp-taylor": "tromp_taylor",
    "tromp taylor": "tromp_taylor", "nz": "tromp_taylor", "new zealand": "tromp_taylor", "goe": "chinese",
    "ing": "chinese",
}  # fmt: skip
_RULE_NAMES = {"chinese": "Chinese", "japanese": "Japanese", "aga": "AGA", "tromp_taylor": "Tromp-Taylor"}
_WINS = {"freestyle": "five_or_more", "gomoku": "five_or_more", "standard": "exactly_five", "renju": "renju",
         "caro": "caro"}  # fmt: skip
_WIN_NAMES = {"five_or_more": "Freestyle", "exactly_five": "Standard", "renju": "Renju", "caro": "Caro"}

_FACTS = frozenset({"GM", "SZ", "RU", "KM", "HA", "RE", *_HEADERS})
"""What tells the game and the headers."""

_OURS = ("KVG", "KVR", "KVH", "KVP", "KVM", "KVE", "KVN", "KVL", "KVC")
_SETUP = ("AB", "AW", "AE", "PL")
_NOT_KEPT = {"FF", "CA", "AP", "B", "W", "C", *_SETUP, *_OURS}


# --- where things stand -----------------------------------------------------------------------------------------------


def _extents(text: str) -> Iterator[tuple[int, int, bool]]:
    """Where each game of a text begins and ends, and whether its last bracket is there. Never fails."""
    at = 0
    while (match := _START.search(text, at)) is not None:
        at = start = match.start()
        depth = 0
        while True:
            found = _SKIP.match(text, at)
            assert found is not None
            at = found.end()
            if at >= len(text) or text[at] == "[":
                yield start, len(text), False
                return
            depth += 1 if text[at] == "(" else -1
            at += 1
            if depth == 0:
                yield start, at, True
                break


def _tokens(text: str, start: int, end: int) -> Iterator[tuple[str, str, int]]:
    """Kind (``V`` value, ``I`` identifier, ``D`` delimiter, ``?`` no token), text and place."""
    at = start
    while at < end:
        match = _TOKEN.match(text, at, end)
        if match is None:
            space = len(text[at:end]) - len(text[at:end].lstrip())
            if at + space < end:
                yield "?", text[at + space], at + space
            return
        kind = "VID"[(match.lastindex or 1) - 1]
        yield kind, match[match.lastindex or 1], match.start(match.lastindex or 1)
        at = match.end()


def _line(text: str, at: int) -> int:
    """The line of a place, from 1."""
    return len(re.findall(r"\r\n|\n\r|\n|\r", text[:at])) + 1


def _trouble(text: str, start: int, end: int) -> tuple[int, NotationError]:
    """The first place where a game breaks the grammar, and how."""
    depth, before = 0, ""
    for kind, token, at in _tokens(text, start, end):
        if kind == "?":
            if token == "[":
                return at, NotationError("a bracket is not closed")
            return at, NotationError("{word!r} has no place here", word=token)
        if kind == "V" and before not in ("I", "V"):
            return at, NotationError("a value without a property")
        if before == "I" and kind != "V":
            return at, NotationError("a property without a value")
        if kind == "I" and before in ("", "(", ")"):
            return at, NotationError("a property outside a node")
        if token in ("(", ")") and before == "(":
            return at, NotationError("a variation without a node")
        if token == ";" and before == ")":
            return at, NotationError("a node after a variation")
        depth += {"(": 1, ")": -1}.get(token, 0) if kind == "D" else 0
        before = token if kind == "D" else kind
    return end, NotationError("a bracket is not closed")


def _node_place(text: str, start: int, end: int, number: int) -> int:
    """Where the node stands that is the ``number``-th of a game, from 0."""
    for kind, token, at in _tokens(text, start, end):
        if kind == "D" and token == ";":
            if number == 0:
                return at
            number -= 1
    return start


# --- values -----------------------------------------------------------------------------------------------------------


def _text(raw: str) -> str:
    """The text that a raw value stands for, line ends kept."""
    from sgfmill import sgf_grammar

    text: str = sgf_grammar.text_value(raw.encode("utf-8", "surrogatepass")).decode("utf-8", "replace")
    return text


def _simple(raw: str) -> str:
    """The text of a raw value of one line."""
    return _text(raw).replace("\n", " ").strip()


def _raw(text: str) -> str:
    """A text as it stands between brackets."""
    text = re.sub(r"\r\n?", "\n", text)
    return re.sub("[\ud800-\udfff]", "\ufffd", text).replace("\\", "\\\\").replace("]", "\\]")


def _packed(text: str) -> str:
    """A text with nothing in it that SGF or a command of PGN would change: ``%`` and four digits for such a sign."""
    return re.sub(
        "[%,\\[\\]{}\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]|\\A | \\Z",
        lambda match: f"%{ord(match[0]):04x}",
        text,
    )


def _unpacked(text: str) -> str:
    return re.sub("%([0-9a-f]{4})", lambda match: chr(int(match[1], 16)), text)


def _private(text: str) -> str:
    """The raw value of a property of ours."""
    return _packed(text)


def _kept(ident: str, values: Sequence[str]) -> str:
    """The command that keeps a property."""
    return f"sgf {ident}={','.join(_packed(value) for value in values)}"


def _komi(text: str) -> float | None:
    """Komi; of programs that count in hundredths (375, 650) or in Chinese stones (3.75) too."""
    if not _NUMBER.fullmatch(text):
        return None
    komi = float(text)
    if abs(komi) >= 100:
        komi /= 100
    if (4 * komi) % 2 == 1:
        komi *= 2
    return komi if 2 * komi == int(2 * komi) else None


def _date(text: str) -> str:
    """A date as headers write it: ``2026.11.??``; another text unchanged."""
    match = _DATE.fullmatch(text)
    return text if match is None else ".".join((match[1], match[2] or "??", match[3] or "??"))


def _result(text: str, headers: dict[str, str]) -> None:
    """Take in ``RE``."""
    word = text.strip().upper()
    if word in ("0", "D", "DRAW", "JIGO"):
        headers["Result"] = "1/2-1/2"
        return
    if word[:2] not in ("B+", "W+"):
        return
    headers["Result"] = "1-0" if word[0] == "B" else "0-1"
    rest = word[2:].strip()
    if rest in _ENDINGS:
        headers["Termination"] = _ENDINGS[rest]
    elif _MARGIN.fullmatch(rest):
        headers["Margin"] = rest


def _result_text(headers: Mapping[str, str]) -> str:
    """``RE``; empty where the result is not known."""
    result = headers.get("Result", "*")
    if result == "1/2-1/2":
        return "0"
    if result not in ("1-0", "0-1"):
        return ""
    word = next((word for word, name in _ENDINGS.items() if name == headers.get("Termination")), "")
    return f"{'B' if result == '1-0' else 'W'}+{word or headers.get('Margin', '')}"


# --- game and headers -------------------------------------------------------------------------------------------------


def _first(properties: Properties, ident: str, default: str = "") -> str:
    values = properties.get(ident)
    return _simple(values[0]) if values else default


def _game_of(properties: Properties, default: Game | None) -> Game:
    """What is played, by the properties of a root.

    Raises:
        KyVienError: if it is nothing we know.
    """
    number = _first(properties, "GM", "1") or "1"
    kind = {"1": "go", "4": "caro"}.get(number)
    if kind is None:
        raise NotationError("GM[{number}] is no game this program reads from SGF: Go is 1, caro 4", number=number[:10])
    if kind == "go" and _first(properties, "KVG") == "minigo":
        kind = "minigo"
    game = find_game(kind)
    base = default.rules if default is not None and default.name == kind else game().rules
    if "KVR" in properties:
        base = game.with_rules(_unpacked(properties["KVR"][0])).rules
    size = _first(properties, "SZ") or ("15" if kind == "caro" else "19")
    columns, _, rows = size.partition(":")
    rows = rows or columns
    if not all(re.fullmatch("[0-9]{1,3}", each) for each in (columns, rows)):
        raise NotationError("SZ[{size}] is no size of a board", size=size[:20])
    rules = _first(properties, "RU").lower()
    changes: dict[str, Any] = {}
    if kind == "caro":
        changes = {"columns": int(columns), "rows": int(rows)}
        if rules in _WINS:
            changes["win"] = _WINS[rules]
    else:
        if int(columns) != int(rows):
            raise NotationError("SZ[{size}]: boards of Go are square here", size=size[:20])
        changes = {"size": int(columns)}
    if kind == "go":
        rule_set = _RULE_SETS.get(rules)
        komi = _komi(_first(properties, "KM"))
        if rule_set is not None:
            changes["rule_set"] = rule_set
            if rule_set == "japanese" and "KVR" not in properties:
                changes["komi"] = 6.5
        if komi is not None and abs(komi) <= 361:
            changes["komi"] = komi
        handicap = _first(properties, "HA")
        changes["handicap"] = int(handicap) if re.fullmatch("[2-9]", handicap) else 0
    text = ",".join(
        f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}" for name, value in changes.items()
    )
    return game(parse_options(game.Rules, text, base))


def _headers_of(properties: Properties) -> dict[str, str]:
    """The headers, by the properties of a root."""
    headers: dict[str, str] = {}
    for ident, name in _HEADERS.items():
        if ident in properties:
            raw = properties[ident][0]
            text = _text(raw) if ident == "GC" else _simple(raw)
            headers[name] = _date(text) if ident == "DT" else text
    if "RE" in properties:
        _result(_first(properties, "RE"), headers)
    for value in properties.get("KVH", ()):
        name, colon, text = value.partition(":")
        if colon:
            headers[_unpacked(name)] = _unpacked(text)
    return {name: text for name, text in headers.items() if text and name not in RESERVED_HEADERS}


def _facts(record: Record) -> Properties:
    """The properties of a root that tell the game and the headers."""
    game, rules = record.game, record.game.rules
    headers = {name: text for name, text in record.headers.items() if text not in _UNKNOWN}
    if headers.get("Result") == "*":
        del headers["Result"]
    facts: Properties = {}
    surface = game.surface(game.start())
    facts["GM"] = ["4" if game.name == "caro" else "1"]
    columns, rows = surface.columns, surface.rows
    facts["SZ"] = [str(columns) if columns == rows else f"{columns}:{rows}"]
    if game.name == "minigo":
        facts["KVG"] = ["minigo"]
    elif game.name == "caro":
        facts["RU"] = [_WIN_NAMES[rules.win]]
    else:
        facts["RU"] = [_RULE_NAMES[rules.rule_set]]
        facts["KM"] = [f"{rules.komi:g}"]
        if rules.handicap:
            facts["HA"] = [str(rules.handicap)]
    if _game_of(facts, None) != game:
        facts["KVR"] = [_private(game.rules_text())]
    clock = _CONTROL.fullmatch(headers.get("TimeControl", ""))
    if clock is not None and not {"TimeLimit", "Overtime"} & headers.keys():
        facts["TM"], facts["OT"] = [clock[1]], [f"{clock[2]} fischer"]
    for ident, name in _HEADERS.items():
        if name in headers:
            text = headers[name]
            if ident == "DT" and (match := re.fullmatch(r"([0-9]{4})\.([0-9]{2}|\?\?)\.([0-9]{2}|\?\?)", text)):
                text = "-".join(part for part in match.groups() if part != "??")
            facts[ident] = [_raw(text)]
    if result := _result_text(headers):
        facts["RE"] = [result]
    told = _headers_of(facts)
    private = [
        f"{_private(name).replace(':', '%003a')}:{_private(headers.get(name, ''))}"
        for name in sorted({*headers, *told})
        if told.get(name, "") != headers.get(name, "")
    ]
    if private:
        facts["KVH"] = private
    return facts


# --- set-ups ----------------------------------------------------------------------------------------------------------


class _Board:
    """Points and stones of a game as SGF names them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        surface: Surface = game.surface(game.start())
        self.columns, self.rows = surface.columns, surface.rows
        self._names = surface
        self.stones = [
            next(kind.id for kind in surface.kinds if kind.player is player) for player in (Player.FIRST, Player.SECOND)
        ]

    def point(self, cell: int) -> str:
        """A cell as SGF writes it: column, then row from the top."""
        return _LETTERS[cell % self.columns] + _LETTERS[self.rows - 1 - cell // self.columns]

    def cell(self, text: str) -> int | None:
        """The cell of a point; None if there is none."""
        if len(text) != 2:
            return None
        column, row = _LETTERS.find(text[0]), _LETTERS.find(text[1])
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return None
        return (self.rows - 1 - row) * self.columns + column

    def cells(self, values: Sequence[str]) -> list[int]:
        """The cells of a list of points and rectangles.

        Raises:
            NotationError: if one is not on the board.
        """
        found: list[int] = []
        for value in values:
            word = value.strip()
            if not word:
                continue
            first, colon, last = word.partition(":")
            corners = self.cell(first), self.cell(last if colon else first)
            if corners[0] is None or corners[1] is None:
                raise NotationError("{text!r} is no point of this board", text=word[:20])
            (row, column), (last_row, last_column) = (
                divmod(corner, self.columns) for corner in corners if corner is not None
            )
            found.extend(
                each * self.columns + other
                for each in range(min(row, last_row), max(row, last_row) + 1)
                for other in range(min(column, last_column), max(column, last_column) + 1)
            )
        return found

    def name(self, cell: int) -> str:
        """A cell as the game names it."""
        return self._names.cell_name(cell)

    def colour(self, position: Position) -> int:
        """Whose stone is put next, 0 black; in an opening of caro that is not the player to move."""
        return int(getattr(position, "colour", position.turn))

    def pieces(self, position: Position) -> dict[int, str]:
        """The stones, a ko not among them."""
        return {cell: piece for cell, piece in self.game.setup(position).pieces.items() if piece in self.stones}

    def composed(self, properties: Properties, base: Setup, turn: int) -> Position:
        """The position of a set-up: ``base`` with stones put and taken, ``turn`` to move.

        Raises:
            KyVienError: if it is none.
        """
        pieces = {cell: piece for cell, piece in base.pieces.items() if piece in self.stones}
        for ident, piece in (("AE", ""), ("AB", self.stones[0]), ("AW", self.stones[1])):
            for cell in self.cells(properties.get(ident, ())):
                if piece:
                    pieces[cell] = piece
                else:
                    pieces.pop(cell, None)
        if "KVP" in properties:
            exact = self.game.parse_position(_unpacked(properties["KVP"][0]))
            if self.pieces(exact) == pieces and self.colour(exact) == turn:
                return exact
        least = {counter.name: counter.minimum for counter in self.game.counters}
        kept = {name: 0 if name == "passes" else value for name, value in base.counters.items()}
        # In an opening of caro the player to move may have the other colour, or the stones end the opening.
        tries = [(turn, kept), (1 - turn, kept), (turn, least)]
        reasons = []
        for player, counters in tries:
            try:
                position = self.game.compose(Setup(pieces, Player(player), counters))
            except KyVienError as error:
                reasons.append(error)
                continue
            if self.colour(position) == turn:
                return position
        raise reasons[0]


# --- reading ----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Draft:
    """A node while it is read."""

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
        """The node."""
        return Node(
            self.id, self.parent, self.move, tuple(self.children), self.comment, self.nags, self.evaluations,
            self.setup, tuple(self.commands), self.lead,
        )  # fmt: skip


class _Reader:
    """Reads one game.

    Args:
        coarse: sgfmill's tree of it.
        game: what is played where the text does not say.
    """

    def __init__(self, coarse: Any, game: Game | None) -> None:
        self._coarse = coarse
        self._default = game
        self.number = 0
        """Which node is being read, in the order of the text."""
        self._drafts: list[_Draft] = [_Draft(ROOT, None)]

    def read(self) -> Record:
        """The record.

        Raises:
            KyVienError: if it is none; ``number`` says where.
        """
        root = _decoded(self._coarse.sequence[0])
        self._game = _game_of(root, self._default)
        self._board = _Board(self._game)
        headers = _headers_of(root)
        stack: list[tuple[Any, int, Position]] = [(self._coarse, *self._root(root))]
        while stack:
            tree, node, position = stack.pop()
            for index, raw in enumerate(tree.sequence):
                if tree is not self._coarse or index:
                    self.number += 1
                    node, position = self._node(_decoded(raw), node, position, tree, index)
            stack.extend((child, node, position) for child in reversed(tree.children))
        record = Record(headers, GameTree(self._game, {each.id: each.finished() for each in self._drafts}))
        self._keep_facts(root, record)
        return Record(headers, GameTree(self._game, {each.id: each.finished() for each in self._drafts}))

    def _keep_facts(self, root: Properties, record: Record) -> None:
        """Keep the words of the root that we would write in others."""
        facts = _facts(record)
        commands = self._drafts[ROOT].commands
        others = [command for command in commands if not _KEPT.fullmatch(command)]
        kept = [
            _kept(ident, values)
            for ident, values in root.items()
            if ident in _FACTS and facts.get(ident) != values and any(values)
        ]
        commands[:] = [*others, *sorted([*kept, *(command for command in commands if command not in others)])]

    def _root(self, properties: Properties) -> tuple[int, Position]:
        """Set up the beginning; the node where the game goes on, and the position there."""
        game, board = self._game, self._board
        start = game.start()
        turn = self._turn(properties, self._coarse, 0)
        if turn is None:
            handicapped = _first(properties, "HA") not in ("", "0", "1") and "AB" in properties
            turn = 1 if handicapped else board.colour(start) if not board.pieces(start) else 0
        position = start
        if any(ident in properties for ident in _SETUP) or board.pieces(start) or turn != board.colour(start):
            position = board.composed(properties, game.empty_setup(), turn)
            text = game.format_position(position)
            if text == game.format_position(start):
                position = start
            else:
                self._drafts[ROOT].setup = text
        node, position = self._moves(properties, ROOT, position)
        self._notes(properties, self._drafts[node], _FACTS)
        return node, position

    def _turn(self, properties: Properties, tree: Any, index: int) -> int | None:
        """Who is to move after a set-up: as ``PL`` says, else whoever moves next; None if nobody does."""
        word = _first(properties, "PL").lower()[:1]
        if word in ("b", "1", "w", "2"):
            return int(word in ("w", "2"))
        begun = False
        while True:
            for each in tree.sequence[index:]:
                if begun and any(ident in each for ident in _SETUP):
                    return None
                begun = True
                for ident in each:
                    if ident in ("B", "W"):
                        return int(ident == "W")
            if not tree.children:
                return None
            tree, index = tree.children[0], 0

    def _node(
        self, properties: Properties, parent: int, position: Position, tree: Any, index: int
    ) -> tuple[int, Position]:
        has_move = any(ident in properties for ident in ("B", "W", "KVM"))
        if any(ident in properties for ident in _SETUP):
            board = self._board
            turn = self._turn(properties, tree, index)
            turn = board.colour(position) if turn is None else turn
            position = board.composed(properties, self._game.setup(position), turn)
            parent = self._add(parent, None, self._game.format_position(position))
        elif not has_move:
            text = self._game.format_position(position)
            position = self._game.parse_position(text)
            parent = self._add(parent, None, text)
        node, position = self._moves(properties, parent, position)
        self._notes(properties, self._drafts[node], ())
        return node, position

    def _moves(self, properties: Properties, node: int, position: Position) -> tuple[int, Position]:
        """Play the moves of a node: one, if it is as it should be."""
        for value in properties.get("KVM", ()):
            move = self._game.parse_move(position, _unpacked(value))
            position = position.play(move)
            node = self._add(node, move, None)
        for ident, values in properties.items():
            if ident in ("B", "W"):
                for value in values:
                    node, position = self._move(node, position, int(ident == "W"), value.strip())
        return node, position

    def _move(self, node: int, position: Position, colour: int, value: str) -> tuple[int, Position]:
        board, game = self._board, self._game
        if position.outcome() is not None or board.colour(position) != colour:
            node, position = self._turn_to(node, position, colour)
        cell = board.cell(value)
        if cell is not None:
            word = board.name(cell)
        elif value == "" or (value == "tt" and board.columns <= 19):
            word = "pass"
        elif game.name == "caro" and _NAMED_CELL.fullmatch(value):
            word = value
        else:
            raise NotationError("{text!r} is no point of this board", text=value[:20])
        try:
            move = game.parse_move(position, word)
        except IllegalMoveError:
            # Perhaps the past alone forbids it: SGF plays what it is told.
            if position.ply == 0:
                raise
            before = len(self._drafts)
            parent, node = node, self._turn_to(node, position, colour)[0]
            try:
                move = game.parse_move(game.parse_position(self._drafts[node].setup or ""), word)
            except IllegalMoveError:
                del self._drafts[before:]
                self._drafts[parent].children.pop()
                move = game.parse_move(position, word)
            position = game.parse_position(self._drafts[node].setup or "")
        position = position.play(move)
        return self._add(node, move, None), position

    def _turn_to(self, node: int, position: Position, colour: int) -> tuple[int, Position]:
        """A set-up of the same stones with another side to move, as if the game went on from there."""
        position = self._board.composed({}, self._game.setup(position), colour)
        return self._add(node, None, self._game.format_position(position)), position

    def _add(self, parent: int, move: int | None, setup: str | None) -> int:
        draft = _Draft(len(self._drafts), parent, move, setup)
        self._drafts.append(draft)
        self._drafts[parent].children.append(draft.id)
        return draft.id

    def _notes(self, properties: Properties, draft: _Draft, known: Collection[str]) -> None:
        """Take in all that is no move, no set-up and no fact about the game."""
        draft.comment = "\n".join(text for text in map(_text, properties.get("C", ())) if text)
        lead = "\n".join(_unpacked(value) for value in properties.get("KVL", ()))
        if lead and draft.parent is not None and self._drafts[draft.parent].children[0] != draft.id:
            draft.lead = lead
        elif lead:
            draft.comment = "\n".join(text for text in (lead, draft.comment) if text)
        draft.evaluations = tuple(read_evaluation(_unpacked(value)) for value in properties.get("KVE", ()))
        draft.commands += [_unpacked(value) for value in properties.get("KVC", ())]
        nags, used = _glyphs(properties)
        draft.nags = nags
        mover = _mover(properties)
        kept = []
        for ident, values in properties.items():
            if ident in _NOT_KEPT or ident in known or ident in used:
                continue
            clock = _clock(values[0]) if ident == f"{mover}L" and len(values) == 1 else None
            if clock is None:
                kept.append(_kept(ident, values))
            elif clock not in draft.commands:
                draft.commands.append(clock)
        draft.commands += sorted(kept)


def _decoded(raw: Mapping[str, Sequence[bytes]]) -> Properties:
    return {ident: [value.decode("utf-8", "replace") for value in values] for ident, values in raw.items() if ident}


def _glyphs(properties: Properties) -> tuple[tuple[int, ...], set[str]]:
    """The glyphs of a node, and the properties that say nothing else."""
    used = {
        ident
        for ident, values in properties.items()
        if len(values) == 1 and (ident, values[0].strip() or ("" if ident in ("IT", "DO") else "1")) in _GLYPHS
    }
    nags = tuple(
        sorted(_GLYPHS[ident, properties[ident][0].strip() or ("" if ident in ("IT", "DO") else "1")] for ident in used)
    )
    exact = tuple(int(value) for value in properties.get("KVN", ()) if re.fullmatch("[0-9]{1,9}", value))
    if exact and tuple(sorted(_GLYPHS[pair] for pair in _annotations(exact).items())) == nags:
        nags = tuple(dict.fromkeys(exact))
    return nags, used


def _annotations(nags: Sequence[int]) -> dict[str, str]:
    """The properties for glyphs, one each: identifier to value."""
    pairs = {nag: pair for pair, nag in _GLYPHS.items()}
    found: dict[str, str] = {}
    for nag in nags:
        ident, value = pairs.get(nag, ("", ""))
        # A move is good or bad or doubtful or interesting, a position even or unclear or good for one side.
        group = ("TE", "BM", "IT", "DO") if ident in ("TE", "BM", "IT", "DO") else ("DM", "UC", "GB", "GW")
        if ident and not any(each in found for each in group):
            found[ident] = value
    return found


def _clock(raw: str) -> str | None:
    """The command for the time left; None if the value is no plain number of seconds."""
    match = re.fullmatch(r"([0-9]{1,7})(?:\.([0-9]{1,6}))?", raw.strip())
    if match is None or int(match[1]) >= 36_000_000:
        return None
    fraction = (match[2] or "").rstrip("0")
    return clock_command(int(match[1])) + (f".{fraction}" if fraction else "")


# --- writing ----------------------------------------------------------------------------------------------------------


class _Writer:
    """Writes one record."""

    def __init__(self, record: Record) -> None:
        if record.game.name not in _GAMES:
            raise NotationError("SGF holds games of Go, MiniGo and caro; save as .pgn")
        self._record = record
        self._tree = record.tree
        self._board = _Board(record.game)

    def text(self) -> str:
        """The text of the record."""
        from sgfmill import sgf_grammar

        coarse = sgf_grammar.make_coarse_game_tree(ROOT, lambda node: self._tree[node].children, self._properties)
        text: str = sgf_grammar.serialise_game_tree(coarse).decode("utf-8")
        return text

    def _properties(self, number: int) -> dict[str, list[bytes]]:
        properties = self._root() if number == ROOT else self._node(number)
        return {ident: [value.encode("utf-8") for value in values] for ident, values in properties.items()}

    def _root(self) -> Properties:
        properties: Properties = {"FF": ["4"], "CA": ["UTF-8"], "AP": [f"Ky Vien:{__version__}"]}
        facts = _facts(self._record)
        for ident, values in _kept_of(self._tree[ROOT]):
            if ident in _FACTS and self._says_the_same(facts, ident, values):
                facts[ident] = values
        properties |= facts
        game, node = self._record.game, self._tree[ROOT]
        position = self._tree.position(ROOT)
        self._stones(properties, {}, self._board.pieces(position))
        if node.setup is not None:
            properties["PL"] = ["BW"[self._board.colour(position)]]
            plain = self._composed(properties, game.empty_setup(), self._board.colour(position))
            if plain is None or game.format_position(plain) != node.setup:
                properties["KVP"] = [_private(node.setup)]
        self._notes(properties, node, {*properties, *_FACTS})
        return properties

    def _says_the_same(self, facts: Properties, ident: str, values: list[str]) -> bool:
        try:
            changed = {**facts, ident: values}
            return _game_of(changed, None) == _game_of(facts, None) and _headers_of(changed) == _headers_of(facts)
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
                    properties["KVP"] = [_private(node.setup)]
        else:
            cell = game.shape(before, node.move).target
            colour = board.colour(before)
            if cell is not None:
                properties["BW"[colour]] = [board.point(cell)]
            elif game.format_move(before, node.move) == "pass":
                properties["BW"[colour]] = [""]
            else:
                properties["KVM"] = [_private(game.format_move(before, node.move))]
        self._notes(properties, node, set(properties))
        return properties

    def _stones(self, properties: Properties, before: Mapping[int, str], after: Mapping[int, str]) -> None:
        """Stones put and taken."""
        changed = sorted(cell for cell in {*before, *after} if before.get(cell) != after.get(cell))
        for ident, piece in (("AB", self._board.stones[0]), ("AW", self._board.stones[1]), ("AE", None)):
            cells = [self._board.point(cell) for cell in changed if after.get(cell) == piece]
            if cells:
                properties[ident] = sorted(cells)

    def _notes(self, properties: Properties, node: Node, taken: Collection[str]) -> None:
        if node.comment:
            properties["C"] = [_raw(node.comment)]
        annotations = _annotations(node.nags)
        properties |= {ident: [value] for ident, value in annotations.items()}
        if node.nags and _glyphs(properties)[0] != node.nags:
            properties["KVN"] = [str(nag) for nag in node.nags]
        if node.evaluations:
            properties["KVE"] = [_private(write_evaluation(note)) for note in node.evaluations]
        if node.lead:
            properties["KVL"] = [_private(node.lead)]
        commands = [command for command in node.commands if not _KEPT.fullmatch(command)]
        mover = _mover(properties)
        times = [time for command in commands if mover and (time := _seconds(command)) is not None]
        if times:
            properties[f"{mover}L"] = times[:1]
            if len(times) == 1 and _clock(times[0]) == commands[-1]:
                commands.pop()
        if commands:
            properties["KVC"] = [_private(command) for command in commands]
        for ident, values in _kept_of(node):
            if ident not in taken and ident not in properties and ident not in _NOT_KEPT:
                properties[ident] = values


def _mover(properties: Properties) -> str:
    """Who made the move of a node: ``B``, ``W``, or nobody."""
    return "B" if "B" in properties else "W" if "W" in properties else ""


def _seconds(command: str) -> str | None:
    """The value of ``BL`` or ``WL`` for a command; None if reading it back would give another."""
    match = re.fullmatch(r"clk ([0-9]{1,4}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,6}))?", command)
    if match is None:
        return None
    time = f"{3600 * int(match[1]) + 60 * int(match[2]) + int(match[3])}{'.' + match[4] if match[4] else ''}"
    return time if _clock(time) == command else None


def _kept_of(node: Node) -> list[tuple[str, list[str]]]:
    """The properties kept in a node's commands."""
    found = (_KEPT.fullmatch(command) for command in node.commands)
    return [(match[1], [_unpacked(value) for value in match[2].split(",")]) for match in found if match]


_SIGNS: dict[str, Literal["triangle", "square", "circle", "cross", "label"]] = {
    "TR": "triangle", "SQ": "square", "CR": "circle", "MA": "cross", "LB": "label",
}  # fmt: skip
_LABEL = 8
"""Characters of a label that are shown."""

# --- the format -------------------------------------------------------------------------------------------------------

_CHARSET = re.compile(r"(?<![A-Za-z])CA\s*\[([^\]\\]{0,40})\]")


@register
class Sgf(Format):
    """Smart Game Format."""

    name: ClassVar[str] = "sgf"
    title: ClassVar[str] = "Smart Game Format"
    suffixes: ClassVar[tuple[str, ...]] = (".sgf",)

    def recognises(self, text: str) -> bool:
        """Whether it begins with a bracket and a node."""
        return re.match(r"[\s\ufeff]*\(\s*;", text) is not None

    def decode(self, data: bytes) -> str:
        """The text: in the encoding that ``CA`` names if that can be, else in the likeliest.

        What ``CA`` says afterwards is UTF-8, as the text will be written.
        """
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            return data.decode("utf-16", "replace")
        encoding = guess_encoding(data)
        if encoding == "utf-8":
            return data.decode("utf-8-sig")
        named = _CHARSET.search(data[:100_000].decode("latin-1"))
        declared = known_encoding(named[1]) if named else None
        if declared is not None and declared != "utf-8":
            try:
                return _recoded(data.decode(declared))
            except UnicodeDecodeError:
                pass
        return _recoded(data.decode(encoding, "replace"))

    def signs(self, game: Game, node: Node) -> list[Sign]:
        """``TR``, ``SQ``, ``CR``, ``MA`` and ``LB``; points that are not on the board are passed over."""
        if game.name not in _GAMES:
            return []
        found: dict[Sign, None] = {}
        for ident, values in _kept_of(node):
            kind = _SIGNS.get(ident)
            if kind is None:
                continue
            board = _Board(game)
            for value in dict.fromkeys(values):
                point, _, text = value.partition(":") if kind == "label" else (value, "", "")
                with contextlib.suppress(NotationError):
                    for cell in board.cells([point]):
                        found[Sign(cell, kind, _simple(text)[:_LABEL])] = None
        return [sign for sign in found if sign.kind != "label" or sign.text]

    def games(self, text: str) -> list[Extract]:
        """Where the games stand, with the headers of their roots."""
        return list(self.scan(text))

    def scan(self, text: str) -> Iterator[Extract]:
        """The same one after the other."""
        line, counted = 1, 0
        for start, end, _ in _extents(text):
            line += _line(text[counted:start], start - counted) - 1
            counted = start
            yield Extract(_root_headers(text, start, end), start, end, line)

    def may_hold(self, text: str, position: Position) -> bool:
        """Whether every stone of it is put somewhere: a point in brackets, unless points are given in other ways."""
        if position.game.name not in _GAMES or "KVP" in text or re.search(r"[A-Za-z]:[A-Za-z]\w?\s*\]|\[\s|\s\]", text):
            return True
        board = _Board(position.game)
        if position.game.name == "caro" and re.search(r"\[[a-zA-Z][0-9]", text):
            return True
        return all(f"[{board.point(cell)}]" in text for cell in board.pieces(position))

    def read_game(self, text: str, index: int = 0, game: Game | None = None) -> Record:
        """One game of ``text``."""
        from sgfmill import sgf_grammar

        found = list(_extents(text))
        if not 0 <= index < len(found):
            raise NotationError(
                "line 1: there is no game {number}; the text has {count}", number=index + 1, count=len(found)
            )
        start, end, _ = found[index]
        try:
            coarse = sgf_grammar.parse_sgf_game(text[start:end].encode("utf-8", "replace"))
        except ValueError:
            at, reason = _trouble(text, start, end)
            raise _error(text, at, index, reason) from None
        reader = _Reader(coarse, game)
        try:
            return reader.read()
        except KyVienError as error:
            raise _error(text, _node_place(text, start, end, reader.number), index, error) from None

    def write(self, records: Sequence[Record]) -> str:
        """The text of some games.

        Raises:
            NotationError: if one is of a game that SGF does not know.
        """
        return "\n".join(_Writer(record).text() for record in records)


def _recoded(text: str) -> str:
    """A text whose games say that they are UTF-8."""
    parts, last = [], 0
    for start, end, _ in _extents(text):
        root_end = _root_end(text, start, end)
        head = text[start:root_end]
        if _CHARSET.search(head):
            head = _CHARSET.sub("CA[UTF-8]", head, count=1)
        else:
            head = head.replace(";", ";CA[UTF-8]", 1)
        parts += [text[last:start], head]
        last = root_end
    parts.append(text[last:])
    return "".join(parts)


def _root_end(text: str, start: int, end: int) -> int:
    """Where the first node of a game ends."""
    nodes = 0
    for kind, token, at in _tokens(text, start, end):
        if kind == "?":
            return at
        if kind == "D":
            nodes += token == ";"
            if nodes == 2 or (nodes and token in "()"):
                return at
    return end


def _root_headers(text: str, start: int, end: int) -> dict[str, str]:
    """The headers of a game by its first node, moves unread."""
    properties: Properties = {}
    ident = ""
    nodes = 0
    for kind, token, _ in _tokens(text, start, end):
        if kind == "I":
            ident = re.sub("[a-z]", "", token)
        elif kind == "V" and ident:
            properties.setdefault(ident, []).append(token[1:-1])
        elif kind == "D":
            nodes += token == ";"
            if nodes == 2 or (nodes and token in "()"):
                break
        else:
            break
    headers = _headers_of(properties)
    number = _first(properties, "GM", "1")
    name = _first(properties, "KVG") or {"1": "go", "4": "caro"}.get(number, "")
    return headers | ({"Game": name} if name else {})


def _error(text: str, at: int, index: int, reason: KyVienError) -> NotationError:
    return NotationError("line {line}, game {game}: {reason}", line=_line(text, at), game=index + 1, reason=reason)


_format = Sgf()
read = _format.read
write = _format.write
