"""The rules of caro (five in a row) with their options, and its notation and surface.

The sides alternately place crosses (x, first) and noughts (o) on empty cells. By default five or more in a row, column
or diagonal win. The variants and their sources are:

- *exactly five*: six or more in a row do not win. Gomoku is played with this rule in tournaments.
- *caro*, the Vietnamese rule: five that the opponent blocks at both ends do not win, and six or more always win. The
  edge of the board does not block.
- *renju*: the International Rules of Renju, Renju International Federation, 1996 (renju.net/study/rifrules.php).
  Section 3 defines a *four* as a row of four stones to which one stone can be added to attain five in a row. A
  *straight four* is an unbroken row of four to which a stone can be added in two ways to attain five. A *three* is a
  row of three to which, without a five being made at the same time, a stone can be added to attain a straight four. An
  *overline* is six or more in a row. By section 9 x may not make an overline, or two fours or two threes that share the
  stone placed, unless it makes a five at the same time. A double three is allowed if at most one of the threes can be
  made a straight four by a move that makes neither an overline nor a double four nor a double three that is itself
  forbidden by this rule (9.3, which is recursive). In this program a forbidden move can be made, and loses. There are
  no forbidden moves for o.
- *swap2*: FIRST places three stones, x, o and x. Then SECOND chooses to play o (by placing the next stone), to play x
  (``swap``), or to place two more stones, o and x (``two``). After ``two``, FIRST chooses to play o or x.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Self

from engine.core.cells import Cells, read_turn
from engine.core.dialects import key_of, plain
from engine.core.endings import mirrored, turned
from engine.core.errors import IllegalMoveError, KyVienError, NotationError, OptionError, PositionError
from engine.core.game import Game, MoveStyle, SgfGame, Showcase, register
from engine.core.inputs import Inputs
from engine.core.language import Plural, mark, tr
from engine.core.options import build_options, option
from engine.core.outcome import Player
from engine.core.refinements import ALWAYS_LOST, NEVER_QUIET, WITHOUT_VALUES
from engine.core.surface import (
    WOOD,
    BoardColors,
    Counter,
    MoveShape,
    PieceKind,
    Setup,
    Surface,
    Tally,
)
from engine.core.values import Value
from engine.games.caro.lines import find_geometry, find_law
from engine.games.caro.position import CaroPosition

SWAP, TWO = 510, 511
"""Moves that place no stone: a swap of the colours, and the choice to place two more stones."""

PLAY, THREE_STONES, CHOICE, TWO_STONES, LAST_CHOICE, SWAPPED = range(6)
"""Stages of an opening in a set-up. The opening is over in ``PLAY`` and in ``SWAPPED``, in which FIRST owns o."""

FREE, EXACT, UNBLOCKED, OPEN = range(4)
"""Kinds of a ``Law``, which are described in ``engine.games.caro.lines``."""

FOULS = ("", mark("overline"), mark("double four"), mark("double three"))
"""English names of the kinds of forbidden moves, indexed by values of ``CaroPosition.forbidden_points``."""

_PROMPTS = {
    THREE_STONES: mark("Opening: the first player puts x, o, x"),
    CHOICE: mark("Opening: the second player plays o, takes x, or puts two more stones"),
    TWO_STONES: mark("Opening: the second player puts o and x"),
    LAST_CHOICE: mark("Opening: the first player plays o or takes x"),
}
_GOMOCUP = {"five_or_more": 0, "exactly_five": 1, "renju": 4, "caro": 8}
"""The number of the rule in the Gomocup protocol for each value of the option ``win``."""

_RECORDED = {"freestyle": "five_or_more", "standard": "exactly_five", "renju": "renju", "caro": "caro"}
"""The value of the option ``win`` for each rule name of SGF and Piskvork, in lower case."""
_RECORDED_IN = {"sgf": ("RU", _RECORDED | {"gomoku": "five_or_more"}), "psq": ("rule", _RECORDED)}
"""The key for the rule, and the rule names with their values of ``win``, by record format."""

_STAGES = ("", "three", "choice", "two", "last", "swapped")
_STAGE_NAMES = (
    mark("over"), mark("three stones"), mark("choice"), mark("two stones"), mark("last choice"), mark("over, swapped"),
)  # fmt: skip
_EXCHANGED = (TWO_STONES, LAST_CHOICE, SWAPPED)
_COLUMNS = "abcdefghijklmnopqrstuv"
_CELL = re.compile(r"([a-z]) ?([1-9][0-9]?)")
_NUMBERS = re.compile(r"([1-9][0-9]?) ?[,;] ?([1-9][0-9]?)")
"""A cell by the numbers of its column and its row."""


@lru_cache(maxsize=64)
def _cells(columns: int, rows: int) -> Cells:
    return Cells(
        _COLUMNS[:columns], rows, {"x": "x", "o": "o"}, number="[1-9][0-9]?",
        wrong_sign=mark("position, row {row}: {text!r} is not x, o or a number of empty cells"),
    )  # fmt: skip


def _rule_called(text: str) -> str:
    """Return the name of a rule for comparison, without a word for rules: ``renju`` for ``Renju rules``."""
    return key_of(text).removesuffix("rules").removesuffix("rule")


class Rules(Value):
    """The options of the rules of caro."""

    columns: int = option(15, "Columns of the board", label="Columns", minimum=5, maximum=22)
    rows: int = option(15, "Rows of the board", label="Rows", minimum=5, maximum=22)
    win: str = option(
        "five_or_more",
        "What wins: five or more in a row; exactly five; five not blocked at both ends (caro); renju",
        label="Winning line",
        choices=("five_or_more", "exactly_five", "caro", "renju"),
        texts=(mark("Five or more"), mark("Exactly five"), mark("Five, not blocked (caro)"), mark("Renju")),
    )
    blocked: str = option(
        "both",
        "With caro: five do not win when blocked at both ends, or, more strictly, at either end",
        label="Blocked five",
        choices=("both", "either"),
        texts=(mark("At both ends"), mark("At either end")),
    )
    opening: str = option(
        "free",
        "The opening: free, or swap2 (one player puts three stones, the other chooses)",
        label="Opening",
        choices=("free", "swap2"),
        texts=(mark("Free"), mark("Swap2")),
    )
    look: str = option(
        "cells",
        "Crosses and noughts in cells, or stones on points",
        label="Board style",
        choices=("cells", "points"),
        texts=(mark("Cells"), mark("Intersections")),
    )


_COLORS = BoardColors("#FCFBF6", "#FCFBF6", "#A9C3E0", "#7FA3CC", "#1F2F6B", "#A8321F", ruled=True)

_KINDS, _SWAPPED_KINDS = (
    (PieceKind("x", "Cross", x, "X"), PieceKind("o", "Nought", x.other, "O")) for x in (Player.FIRST, Player.SECOND)
)


_COUNTS = (32, 4, *[16] * 6)
"""Number of values of each number of ``CaroInputs``; greater numbers have the last one."""


class CaroInputs(Inputs):
    """The inputs of caro: the stones and, for each side, its windows and the cells where it would make a threat."""

    def numbers(self, position: CaroPosition) -> list[tuple[int, int]]:
        """Return the worth of the windows in units of 32, the windows with four stones, and the cells of each kind."""
        found = []
        for player in Player:
            colour = position.colour ^ position.turn ^ player
            (worth, fours), (_, *cells) = position.window_sums[colour], position.threat_counts[colour]
            numbers = (worth // 32, fours, *cells)
            found.append([min(number, count - 1) for number, count in zip(numbers, _COUNTS, strict=True)])
        return list(zip(*found, strict=True))


@register
class Caro(Game[CaroPosition]):
    """The game of caro with given rules."""

    name: ClassVar[str] = "caro"
    is_players_game: ClassVar[bool] = True
    sgf: ClassVar[SgfGame | None] = SgfGame(4, named_points=True)
    implied_by: ClassVar[frozenset[str]] = frozenset({"psq"})
    title: ClassVar[str] = "Caro"
    showcase: ClassVar[Showcase] = Showcase("columns=9,rows=9", "e5 d6 f4 d4 f6 d5 e3")
    sides: ClassVar[tuple[str, str]] = ("X", "O")
    Rules: ClassVar[type] = Rules
    unsuitable: ClassVar = WITHOUT_VALUES | {"danger_exemption": NEVER_QUIET, "few_evasions": ALWAYS_LOST}
    # 90 games at 6,000 nodes from openings that are not decided: short quiescence, Elo +58 ± 57; threat extension, +79
    # ± 65, or +39 ± 64 together with gains of threats (``gain`` of the position), which are +138 ± 65 alone.
    # 227 games at 0.1 s per move, narrow search and answers to threats together: Elo +41 ± 33; narrow search alone, 140
    # games: +17 ± 40. Proofs by threats, 58 games at 0.15 s: -36 ± 58.
    # Threat extension costs more the deeper a search is: 120 games at 60,000 nodes, Elo -6 ± 60; 58 games at 700,000
    # nodes, -48 (-110 … +17). Without it, the search is four plies deeper. Danger is a four of the opponent, which the
    # threat extension extends, too; both were off in these matches.
    search_values: ClassVar = {"narrow": True, "threat_extension": False, "danger_extension": False}
    level_nodes: ClassVar = (20_000, 120_000)
    phrases: ClassVar[str] = r"[a-vA-V] [1-9][0-9]?(?![\w.])|[1-9][0-9]? ?, ?[1-9][0-9]?(?![\w.])"
    plays_out: ClassVar[bool] = True
    presets: ClassVar = {
        "Tự do": {},
        "Việt Nam": {"win": "caro"},
        "Gomoku": {"win": "exactly_five", "look": "points"},
        "Swap2": {"win": "exactly_five", "look": "points", "opening": "swap2"},
        "Renju": {"win": "renju", "look": "points"},
    }
    preset_titles: ClassVar[Mapping[str, str]] = {"Tự do": mark("Freestyle"), "Việt Nam": mark("Vietnamese")}

    def __init__(self, rules: Any = None) -> None:
        super().__init__(rules)
        self.columns, self.rows = self.rules.columns, self.rules.rows
        self._cells = _cells(self.columns, self.rows)
        self.geometry = find_geometry(self.columns, self.rows)
        kinds = {
            "five_or_more": (FREE, FREE),
            "exactly_five": (EXACT, EXACT),
            "caro": (UNBLOCKED, UNBLOCKED) if self.rules.blocked == "both" else (OPEN, OPEN),
            "renju": (EXACT, FREE),
        }[self.rules.win]
        self.laws = find_law(kinds[0]), find_law(kinds[1])
        self.has_fouls = self.rules.win == "renju"
        if self.rules.opening == "swap2":
            self.counters = (  # type: ignore[misc]  # only swap2 has stages
                Counter("opening", "Opening", PLAY, SWAPPED, names=_STAGE_NAMES),
            )

    # --- other programs -------------------------------------------------------------------------------------------

    def protocol_rules(self, protocol: str) -> Mapping[str, str] | None:
        """Return the board size and the rule number for Gomocup (http://petr.lastovicka.sweb.cz/protocl2en.htm).

        The result is None for other protocols, and for the caro rule with ``blocked=either``, which Gomocup does not
        support.
        """
        if protocol != "gomocup" or (self.rules.win == "caro" and self.rules.blocked != "both"):
            return None
        return {"columns": str(self.columns), "rows": str(self.rows), "rule": str(_GOMOCUP[self.rules.win])}

    def with_protocol_rules(self, protocol: str, words: Mapping[str, str]) -> Self:
        """Return the game with the board size and the rule number specified by ``words``.

        Raises:
            OptionError: if the size or the rule is not supported.
        """
        values = dict(words)
        if "rule" in values:
            rule = values.pop("rule")
            # Bit 2, a match of several games without a restart, is not a rule of the game.
            number = int(rule) & ~2 if rule.isascii() and rule.isdigit() else -1
            if number not in _GOMOCUP.values():
                raise OptionError("{name}={value} is not supported by this game", name="rule", value=rule)
            values["win"] = next(win for win, each in _GOMOCUP.items() if each == number)
            values["blocked"] = "both"
        return type(self)(build_options(self.Rules, values, self.rules))

    def record_rules(self, format: str) -> Mapping[str, str] | None:
        """Return the rule name as a property of ``sgf`` or ``psq``, or None for other formats."""
        if format not in _RECORDED_IN:
            return None
        word, names = _RECORDED_IN[format]
        return {word: next(name.capitalize() for name, win in names.items() if win == self.rules.win)}

    def with_record_rules(self, format: str, words: Mapping[str, str]) -> Self:
        """Return the game with the board size and the rule name specified by ``words``.

        An unknown rule name is ignored. In ``psq``, which has no openings, the opening is free.

        Raises:
            OptionError: if the board size is not supported.
        """
        values = {name: words[name] for name in ("columns", "rows") if name in words}
        word, names = _RECORDED_IN[format]
        win = names.get(_rule_called(words.get(word, "")))
        if win is not None:
            values["win"] = win
        if format == "psq":
            values["opening"] = "free"
        return type(self)(build_options(self.Rules, values, self.rules))

    def unknown_record_rules(self, format: str, words: Mapping[str, str]) -> list[KyVienError]:
        """Return an error for an unknown rule name."""
        word, names = _RECORDED_IN[format]
        rule = words.get(word, "")
        if not rule.strip() or _rule_called(rule) in names:
            return []
        return [NotationError("{name}[{value}] is unknown and was ignored", name=word, value=rule[:40])]

    def stone_colour(self, position: CaroPosition) -> Player:
        """Return FIRST if the next stone is x, or SECOND if it is o. After a swap the result differs from ``turn``."""
        return Player(position.colour)

    # --- positions ------------------------------------------------------------------------------------------------

    def start(self) -> CaroPosition:
        """Return the empty board with x to move."""
        stage = THREE_STONES if self.rules.opening == "swap2" else PLAY
        return self._build(Setup({}, Player.FIRST, {"opening": stage}))

    def _read(self, text: str) -> Setup:
        fields = text.split()
        if not fields:
            raise NotationError("empty position: expected rows and side to move")
        if not 2 <= len(fields) <= 3:
            raise NotationError(
                Plural(
                    "position {text!r}: expected rows, side to move and perhaps an opening stage, found {count} field",
                    "position {text!r}: expected rows, side to move and perhaps an opening stage, found {count} fields",
                ),
                text=text,
                count=len(fields),
            )
        pieces = self._cells.read(fields[0])
        colour = read_turn(fields[1], "xo")
        word = fields[2] if len(fields) == 3 else ""
        stages = _STAGES if self.counters else ("",)
        if word not in stages:
            if not self.counters:
                raise NotationError("position: {text!r} after the side to move needs the opening swap2", text=word)
            raise NotationError(
                "position, opening: expected one of {choices}, found {text!r}",
                choices=", ".join(_STAGES[1:]),
                text=word,
            )
        stage = stages.index(word)
        turn = Player(colour ^ (stage in _EXCHANGED))
        return Setup(pieces, turn, {"opening": stage} if self.counters else {})

    def format_position(self, position: CaroPosition) -> str:
        """Return the rows from the top, separated by ``/``, and the side to move, x or o.

        A row consists of x, o and numbers of empty cells. With swap2, the stage of the opening may follow.
        """
        word = _STAGES[self._stage(position)]
        return f"{self._cells.write(self._pieces(position))} {'xo'[position.colour]}{f' {word}' if word else ''}"

    @staticmethod
    def _pieces(position: CaroPosition) -> dict[int, str]:
        return {cell: "xo"[colour] for colour, cell in position.pieces}

    @staticmethod
    def _stage(position: CaroPosition) -> int:
        stage: int = position.opening_stage
        return SWAPPED if stage == PLAY and position.is_swapped else stage

    def decisive(self, position: CaroPosition, last: MoveShape) -> tuple[int, ...]:
        """Return the cells of the rows that the last piece completed, if a row won the game."""
        return self._won_row(position, last, 5)

    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Return the eight symmetries of a square board, or the exchange of left and right and the identity."""
        if self.columns == self.rows:
            return turned(self.columns)
        return tuple(range(self.columns * self.rows)), mirrored(self.columns, self.rows)

    def _inputs(self) -> Inputs:
        """Return the inputs of networks, which include windows and threats."""
        return CaroInputs(self.surface(self.start()), self.symmetries(), counts=_COUNTS)

    def setup(self, position: CaroPosition) -> Setup:
        """Return a set-up with the stones, the side to move and the stage of the opening."""
        counters = {"opening": self._stage(position)} if self.counters else {}
        return Setup(self._pieces(position), position.turn, counters)

    def faults(self, setup: Setup) -> list[KyVienError]:
        """Return the faults of a set-up.

        Faults are unknown pieces, pieces off the board, a counter out of range, an opening stage that does not fit the
        stones, and winning lines of both sides or of the side to move. Outside the stages of an opening, any number
        of stones of either side is allowed, because teachers also use positions that contain only x.
        """
        faults = self._cells.faults(setup, "xo")
        faults += self.counter_faults(setup)
        if faults:
            return faults
        stage = setup.counters.get("opening", PLAY) if self.counters else PLAY
        noughts = sum(piece == "o" for piece in setup.pieces.values())
        crosses = len(setup.pieces) - noughts
        colour = int(setup.turn) ^ (stage in _EXCHANGED)
        least, most = ((0, 484), (0, 2), (3, 3), (3, 4), (5, 5), (0, 484))[stage]
        if stage not in (PLAY, SWAPPED) and not (
            least <= crosses + noughts <= most and crosses - noughts == colour and colour in (0, 1)
        ):
            faults.append(
                PositionError(
                    "opening, {stage}: needs {least} to {most} stones, not {crosses} x and {noughts} o, {side} to move",
                    stage=_STAGES[stage],
                    least=least,
                    most=most,
                    crosses=crosses,
                    noughts=noughts,
                    side="xo"[colour],
                )
            )
            return faults
        won = self._build(setup).lines_won
        if all(won):
            faults.append(PositionError("both x and o have a line that wins"))
        elif won[colour]:
            faults.append(
                PositionError("{side} is to move and has won already; the other side must be", side="xo"[colour])
            )
        return faults

    def _build(self, setup: Setup, history: Sequence[int] = ()) -> CaroPosition:
        """Return the position of a set-up.

        ``history`` contains the kind of the forbidden move that ended the game, if there was one.
        """
        foul = history[0] if history else 0
        stage = setup.counters.get("opening", PLAY) if self.counters else PLAY
        stones = [("xo".index(piece), cell) for cell, piece in setup.pieces.items()]
        swapped = stage in _EXCHANGED
        if stage == SWAPPED:
            stage = PLAY
        return CaroPosition(
            self, self.geometry, self.laws, stones, int(setup.turn), stage, swapped, self.has_fouls, foul
        )

    # --- moves ----------------------------------------------------------------------------------------------------

    def format_move(self, position: CaroPosition, move: int, style: MoveStyle = "record") -> str:
        """Return the name of the cell, such as ``h8``, or of the choice in an opening, which is ``swap`` or ``two``.

        For display, a choice is described in the current language.
        """
        if move < SWAP:
            return self._cells.name(move)
        if style == "display":
            return tr("swap colours") if move == SWAP else tr("two more stones")
        return "swap" if move == SWAP else "two"

    def parse_move(self, position: CaroPosition, text: str) -> int:
        """Parse the name of a cell or a choice of the opening.

        A cell is also named by the numbers of its column, from the left, and its row, from the bottom (``8,8``).

        Raises:
            NotationError: if the text is not a move.
            IllegalMoveError: if the move is illegal.
        """
        word = plain(text).strip()
        lower = word.lower()
        move = -1
        if lower in ("swap", "swap colours", tr("swap colours")):
            move = SWAP
        elif lower in ("two", "two more stones", tr("two more stones")):
            move = TWO
        match = _CELL.fullmatch(lower)
        numbers = _NUMBERS.fullmatch(lower)
        if numbers is not None and int(numbers[1]) <= len(_COLUMNS):
            match = _CELL.fullmatch(_COLUMNS[int(numbers[1]) - 1] + numbers[2])
        if move < 0 and match is None:
            raise NotationError("{text!r} is not a move such as h8", text=word)
        if not position.has_legal_move():
            raise IllegalMoveError("{text}: the game is over", text=word)
        if match is not None:
            column, row = ord(match[1]) - ord("a"), int(match[2]) - 1
            if column >= self.columns or row >= self.rows:
                raise IllegalMoveError(
                    "{text}: the board ends at {last}", text=word, last=self._cells.name(len(self._cells) - 1)
                )
            move = row * self.columns + column
            if move not in position.legal_moves():
                raise IllegalMoveError("{text}: the cell is occupied", text=word)
        elif move not in position.legal_moves():
            raise IllegalMoveError("{text}: the opening does not offer this choice now", text=word)
        return move

    # --- the picture ----------------------------------------------------------------------------------------------

    def surface(self, position: CaroPosition) -> Surface:
        """Return the board of cells or points.

        Square boards of points with an odd size of at least 9 have star points.
        """
        stars: frozenset[int] = frozenset()
        if self.rules.look == "points" and self.columns == self.rows and self.columns % 2 and self.columns >= 9:
            middle, edge = self.columns // 2, 3 if self.columns >= 13 else 2
            places = (edge, self.columns - 1 - edge)
            stars = frozenset(
                [middle * self.columns + middle, *(row * self.columns + column for row in places for column in places)]
            )
        return Surface(
            theme="caro" if self.rules.look == "cells" else "go",
            colors=_COLORS if self.rules.look == "cells" else WOOD,
            style="squares" if self.rules.look == "cells" else "points",
            columns=self.columns,
            rows=self.rows,
            column_names=tuple(_COLUMNS[: self.columns]),
            row_names=tuple(map(str, range(1, self.rows + 1))),
            kinds=_SWAPPED_KINDS if position.is_swapped else _KINDS,
            pieces=self._pieces(position),
            stars=stars,
        )

    def shape(self, position: CaroPosition, move: int) -> MoveShape:
        """Return the shape of a move. The target is the cell of the stone. A choice in an opening has only a hint."""
        if move < SWAP:
            return MoveShape(move, None, move)
        return MoveShape(move, None, None, hint=mark("swap colours") if move == SWAP else mark("two more stones"))

    def placeless_moves(self, position: CaroPosition) -> list[int]:
        """Return the choices of an opening that are allowed in this position."""
        return [move for move in position.legal_moves() if move >= SWAP]

    def side_name(self, position: CaroPosition, player: Player) -> str:
        """Return the name of the stones of ``player`` in this position, ``X`` or ``O``."""
        return self.sides[player ^ position.is_swapped]

    def forbidden(self, position: CaroPosition, player: Player) -> Mapping[int, str]:
        """Return a mapping of the forbidden points of ``player`` to the reasons in English.

        The mapping is empty if ``player`` owns o, if the rules are not renju, or if the game is over.
        """
        if not self.has_fouls or player ^ position.is_swapped:
            return {}
        return {cell: FOULS[foul] for cell, foul in position.forbidden_points.items()}

    def prompt(self, position: CaroPosition) -> str:
        """Return the English prompt of the current stage of the opening, or an empty string after the opening."""
        return _PROMPTS.get(position.opening_stage, "")

    def tallies(self, position: CaroPosition) -> list[Tally]:
        """Return a tally of the stones of each player if the opening is swap2, or an empty list if it is free."""
        if not self.counters:
            return []
        symbols = ("o", "x") if position.is_swapped else ("x", "o")
        counts = [sum(colour == "xo".index(symbol) for colour, _ in position.pieces) for symbol in symbols]
        label = mark("Stones, swapped") if position.is_swapped else mark("Stones")
        return [Tally(label, (counts[0], counts[1]), pieces=((symbols[0],), (symbols[1],)))]
