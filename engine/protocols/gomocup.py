"""The Gomocup protocol, spoken to engines that put five in a row.

Source: P. Laštovička, *Gomoku AI protocol*, and the Gomocup extensions (gomocup.org, "New protocol"). Field 0,0
is in the upper left corner.

A game that goes on from where the engine knows it is continued by ``TURN``; any other position is a whole ``BOARD``,
after ``RESTART`` where a game stands on the engine's board, as many do not clear it by themselves.

The opening swap2 (gomocup.org, "Experimental tournament", 2020) is asked for phase by phase: ``SWAP2BOARD``, the
stones so far, ``x,y`` each on a line, ``DONE``. On an empty board the engine names three fields; with three stones it
says ``SWAP``, or names one field (it plays o) or two (it puts o and x, and the other chooses); with five stones it says
``SWAP`` or names one field. We are asked for one move at a time, so what an answer says beyond one move is kept, and
played as long as the game goes on from there. In the middle of a phase of which it knows nothing (the engine was
started just now) the client asks for the phase from its beginning and plays a field of the answer that is still free,
those first that would come next; where there is none (the engine would swap) it asks by ``BOARD`` for a stone of the
colour to move.

What an engine thinks is told in ``MESSAGE`` lines of which no rule speaks. Words that many use are read: ``Depth 9-17``
(the second is the greatest ply), ``Eval`` or ``Ev`` with a number or ``+M5`` (a win in five plies), ``Node`` or ``N``
with a number or ``38K``, and behind ``Bestline`` or ``PV`` fields as ``x,y`` or ``G7``, rows counted from the top.
"""

import dataclasses
import re
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, ClassVar

from engine.core.errors import IllegalMoveError, NotationError, SearchError
from engine.core.game import Game
from engine.core.language import mark
from engine.core.outcome import Player
from engine.core.position import Position
from engine.protocols.talk import (
    GRACE_SECONDS,
    SILENCE_SECONDS,
    WAIT,
    Alarm,
    Answer,
    Client,
    Course,
    Identity,
    Send,
    Talk,
    Thought,
    plain_score,
    whole,
    win_score,
)
from engine.protocols.timing import TimeLeft
from engine.search.report import Limit

SIZE = 15

SWAP2 = "swap2"
"""The one opening of which the protocol knows, as the rules of a game call it in ``opening``."""
PHASES = (0, 3, 5)
"""With how many stones on the board an engine is asked what it does in the opening."""
SWAPS, PUTS_TWO = "swap", "two"
"""The moves of the opening that put no stone, as games write them."""

GAME_TYPE = "INFO game_type 1"
_LOST = (GAME_TYPE.removeprefix("INFO"),)
_COUNTS = {0: (3,), 3: (1, 2), 5: (1,)}
_EXPECTED = {
    0: mark("{name} answered {text!r}; swap2 begins with three different free fields"),
    3: mark("{name} answered {text!r}; with three stones swap2 asks for SWAP, one free field or two"),
    5: mark("{name} answered {text!r}; with five stones swap2 asks for SWAP or one free field"),
}

_DEPTH = re.compile(r"([0-9]{1,3})(?:[-/]([0-9]{1,3}))?")
_WIN = re.compile(r"([+-]?)M([0-9]{1,3})", re.IGNORECASE)
_COUNT = re.compile(r"([0-9]{1,15}(?:\.[0-9]{1,9})?)([KMG]?)", re.IGNORECASE)
_FIELD = re.compile(r"([A-Z])([0-9]{1,2})|([0-9]{1,2}),([0-9]{1,2})", re.IGNORECASE)
_TIMES = {"": 1, "K": 1_000, "M": 1_000_000, "G": 1_000_000_000}


def read_message(text: str, known: Thought) -> Thought | None:
    """What the text behind ``MESSAGE`` adds to what is ``known`` of the engine's thoughts; None if nothing.

    Moves are written ``x,y``, as the engine's answers are.
    """
    words = re.findall(r"[^\s|:=]+", text)
    changes: dict[str, Any] = {}
    for place, word in enumerate(words[:-1]):
        key, value = word.lower(), words[place + 1]
        if key == "depth" and (match := _DEPTH.fullmatch(value)):
            changes["depth"], changes["seldepth"] = int(match[1]), int(match[2] or match[1])
        elif key in ("eval", "ev") and (match := _WIN.fullmatch(value)) and int(match[2]):
            changes["score"] = win_score(-int(match[2]) if match[1] == "-" else int(match[2]))
        elif key in ("eval", "ev") and re.fullmatch(r"[+-]?[0-9]{1,9}", value):
            changes["score"] = plain_score(whole(value))
        elif key in ("node", "nodes", "n") and (match := _COUNT.fullmatch(value)):
            changes["nodes"] = round(float(match[1]) * _TIMES[match[2].upper()])
        elif key in ("bestline", "pv"):
            fields = [_FIELD.fullmatch(each) for each in words[place + 1 :]]
            if all(fields):
                changes["pv"] = tuple(
                    f"{ord(each[1].upper()) - ord('A')},{int(each[2]) - 1}" if each[1] else each[0]
                    for each in fields
                    if each is not None
                )
            break
    return dataclasses.replace(known, **changes) if changes else None


def cell_of(columns: int, rows: int, text: str) -> int | None:
    """The cell that ``x,y`` names, y counted from the top; None if there is none."""
    parts = text.strip().split(",")
    if len(parts) != 2 or not all(part.strip().isascii() and part.strip().isdigit() for part in parts):
        return None
    x, y = (int(part[-6:]) for part in parts)
    return (rows - 1 - y) * columns + x if x < columns and y < rows else None


def cell_name(columns: int, rows: int, cell: int) -> str:
    """``x,y`` of a cell."""
    return f"{cell % columns},{rows - 1 - cell // columns}"


def move_on(position: Position, cell: int) -> int | None:
    """The legal move that puts a stone on ``cell``."""
    game = position.game
    return next((shape.move for shape in game.shapes(position) if shape.target == cell), None)


def is_about(text: str, lines: Sequence[str]) -> bool:
    """Whether a line of an engine complains about a word of ``lines``, and ends with it.

    Rapfi may lose the first word that follows its answer, and complains about the rest of the line.
    """
    return text.upper().split()[-1] in " ".join(lines).upper().split()


def offers_choice(position: Position) -> bool:
    """Whether some move here puts no stone, as the opening leaves a choice."""
    game = position.game
    return any(shape.target is None for shape in game.shapes(position))


class Gomocup(Client):
    """The protocol of Gomocup's brains."""

    protocol: ClassVar[str] = "gomocup"
    title: ClassVar[str] = "Gomocup"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._begin: tuple[str, ...] = ()
        self._rule = ""
        self._known: Course | None = None  # what stands on the engine's board, if that is sure
        self._empty = True  # whether nothing does
        self._plan: Course | None = None  # the course as the last answer in an opening would have it
        self._planned_after = 0  # the moves of it that had been made then
        self._numbered = False  # it wants to hear whose the stones are in SWAP2BOARD, too

    def greet(self) -> Talk[Identity]:
        """``ABOUT``; an engine that says nothing about itself must at least take ``START``."""
        yield Send(("ABOUT",))
        yield Alarm(self.patience)
        while (line := (yield WAIT)) is not None:
            words = line.strip()
            if "name=" in words and not words.startswith(("MESSAGE", "DEBUG")):
                facts = dict(part.strip().partition("=")[::2] for part in words.split('",'))
                name, author = (facts.get(key, "").strip('" ') for key in ("name", "author"))
                self.identity = Identity(name, author)
                return self.identity
            if words.startswith(("?", "UNKNOWN", "ERROR")):
                break
        if line is None:
            raise self.refused(self.title)
        try:
            yield from self._start(f"START {SIZE}")
        except SearchError:
            raise self.refused(self.title) from None
        return self.identity

    def _start(self, *lines: str, patiently: bool = False) -> Talk[None]:
        """Say ``lines`` and hear ``OK``; patiently: after whatever it still had to say."""
        self._known, self._empty = None, True
        yield Send(lines)
        yield Alarm(self.patience)
        while (line := (yield WAIT)) is not None:
            word = line.strip().upper()
            if word.startswith("OK"):
                return
            if word.startswith(("ERROR", "UNKNOWN", "?")) and not patiently and not is_about(word, _LOST):
                raise SearchError("{name}: {reason}", name=self.name, reason=line.strip()[:200])
        raise self.hung(self.patience)

    def prepare(self, game: Game, values: Mapping[str, str]) -> Talk[None]:
        """Rule and board."""
        rules = self.rules_for(game)
        columns, rows = rules["columns"], rules["rows"]
        start = f"START {columns}" if columns == rows else f"RECTSTART {columns},{rows}"
        # Before START as the rule may decide whether the board is taken; again after it, as some forget.
        self._rule = f"INFO rule {rules['rule']}"
        begin = (GAME_TYPE, self._rule, start)
        if begin == self._begin:
            yield from self._restart(GAME_TYPE, self._rule)
        else:
            yield from self._start(*begin)
        yield Send((self._rule,))
        self._begin, self._plan = begin, None

    def _restart(self, *before: str) -> Talk[None]:
        """``RESTART`` after other lines; ``START`` anew where the engine knows none."""
        self._known, self._empty = None, True
        yield Send((*before, "RESTART"))
        yield Alarm(self.patience)
        while (line := (yield WAIT)) is not None:
            word = line.strip().upper()
            if word.startswith("OK"):
                return
            if word.startswith(("ERROR", "UNKNOWN", "?")) and not is_about(word, before):
                yield from self._start(*self._begin)
                yield Send((self._rule,))
                return
        raise self.hung(self.patience)

    def ask(self, course: Course, limit: Limit | TimeLeft) -> Talk[Answer]:
        """``TURN``, ``BOARD`` or ``BEGIN``; in an opening ``SWAP2BOARD``, unless the move is planned already."""
        position = course.position
        game = position.game
        times, patience = self._times(limit, position.hand)
        if game.prompt(position):
            move = yield from self._open(course, times, patience)
            if move is not None:
                return Answer(move)
        stone = self._next_stone(course)
        if stone is not None:
            lines = [f"TURN {self._field(position, stone)}"]
        else:
            if not self._empty:
                yield from self._restart(*times)
            stones = [f"{self._field(position, cell)},{whose}" for cell, whose in self._in_order(course)]
            lines = ["BOARD", *stones, "DONE"] if stones else ["BEGIN"]
        self._known, self._empty = None, False
        yield Send((*times, *lines))
        answer = self.answer(position, self._sound((yield from self._reply(patience, times))))
        assert answer.move is not None
        self._known = Course(course.start, (*course.moves, answer.move))
        return answer

    def _next_stone(self, course: Course) -> int | None:
        """The cell of the opponent's stone, if it is all that has come since the engine's last answer."""
        known = self._known
        if known is None or known.start != course.start or known.moves != course.moves[:-1]:
            return None
        game = course.start.game
        target: int | None = game.shape(course.positions[-2], course.moves[-1]).target
        return target

    def _times(self, limit: Limit | TimeLeft, player: Player) -> tuple[tuple[str, ...], float]:
        """What time there is, in the protocol's words, and how long to wait."""
        if isinstance(limit, TimeLeft):
            left, turn = round(1000 * limit.seconds[player]), round(1000 * limit.allot(player))
            return (f"INFO timeout_turn {turn}", f"INFO time_left {left}"), limit.seconds[player] + GRACE_SECONDS
        if limit.seconds is not None:
            turn = max(1, round(1000 * limit.seconds))
            return (f"INFO timeout_turn {turn}", "INFO timeout_match 0"), limit.seconds + 2 * GRACE_SECONDS
        return (f"INFO timeout_turn {round(1000 * SILENCE_SECONDS / 2)}", "INFO timeout_match 0"), SILENCE_SECONDS

    def _reply(self, patience: float, times: Sequence[str]) -> Talk[str]:
        """The next line that answers a question, or says that it was no good one, whatever its ``times``."""
        yield Alarm(patience)
        known = Thought()
        while (line := (yield WAIT)) is not None:
            text = line.strip()
            word, _, rest = text.partition(" ")
            word = word.upper()
            if word == "MESSAGE" and (thought := read_message(rest, known)) is not None:
                known = thought
                yield known
            if word in ("", "MESSAGE", "DEBUG", "SUGGEST", "OK"):
                continue
            # An INFO that is not known is no failure.
            if word not in ("ERROR", "UNKNOWN") or ("INFO" not in text.upper() and not is_about(text, times)):
                return text
        raise self.hung(patience)

    def _sound(self, text: str) -> str:
        """The answer ``text`` if it is one."""
        if text.partition(" ")[0].upper() in ("ERROR", "UNKNOWN"):
            raise SearchError("{name}: {reason}", name=self.name, reason=text[:200])
        return text

    @staticmethod
    def _field(position: Position, cell: int) -> str:
        game = position.game
        surface = game.surface(position)
        return cell_name(surface.columns, surface.rows, cell)

    @staticmethod
    def _in_order(course: Course) -> list[tuple[int, int]]:
        """Cell and owner (1: the colour to move, 2: the other) of every stone, by turns, one of the other last.

        Engines reckon from the order who is to move. Stones of a game come in the order in which they were put; where a
        side has more than its turns, they come first.
        """
        game = course.start.game
        targets = [game.shape(position, move).target for position, move in course.steps]
        order = [target for target in targets if target is not None]
        at = course.position
        surface = game.surface(at)
        owners = {kind.id: kind.player for kind in surface.kinds}
        put = set(order)
        stones = [
            (cell, 1 if owners[surface.pieces[cell]] == at.turn else 2)
            for cell in (*(each for each in sorted(surface.pieces) if each not in put), *order)
        ]
        backwards = [[stone for stone in reversed(stones) if stone[1] == whose] for whose in (2, 1)]
        return [stone for pair in zip_longest(*backwards) for stone in pair if stone is not None][::-1]

    # --- swap2 ----------------------------------------------------------------------------------------------------

    def _open(self, course: Course, times: tuple[str, ...], patience: float) -> Talk[int | None]:
        """The move in an opening; None if the engine has told nothing that can be played now."""
        position = course.position
        game = position.game
        opening = getattr(game.rules, "opening", "")
        if opening != SWAP2:
            raise SearchError(
                "{name} speaks {protocol}, which does not know the opening {opening}",
                name=self.name, protocol=self.title, opening=opening,
            )  # fmt: skip
        done = len(course.moves)
        plan = self._plan
        if (
            plan is not None
            and self._planned_after < done < len(plan.moves)
            and plan.start == course.start
            and plan.moves[:done] == course.moves
        ):
            return plan.moves[done]
        if not self._empty:
            yield from self._restart(*times)
        stones = [cell for cell, _ in self._in_order(course)]
        count = max(each for each in PHASES if each <= len(stones))
        fields = yield from self._ask_phase(position, stones[:count], times, patience)
        moves: list[int] = []
        if offers_choice(position):
            if not fields:
                moves.append(game.parse_move(position, SWAPS))
            elif len(fields) == 2:
                moves.append(game.parse_move(position, PUTS_TWO))
        else:
            begun, end = len(stones) - count, 5 if count else 3
            named = (*fields[begun:], *fields[:begun])
            fields = [cell for cell in named if cell not in stones][: end - len(stones)]
        at = position
        for move in moves:
            at = at.play(move)
        for cell in fields:
            stone = move_on(at, cell)
            assert stone is not None
            moves.append(stone)
            at = at.play(stone)
        self._plan, self._planned_after = Course(course.start, (*course.moves, *moves)), done
        return moves[0] if moves else None

    def _ask_phase(
        self, position: Position, stones: Sequence[int], times: tuple[str, ...], patience: float
    ) -> Talk[list[int]]:
        """The cells that the engine names with so many stones on the board; none: it swaps."""
        names = [self._field(position, cell) for cell in stones]
        text = ""
        for numbered in (self._numbered, True):
            # The stones are put by turns, the last one by the other side.
            whose = [f",{2 - (len(names) - 1 - number) % 2}" if numbered else "" for number in range(len(names))]
            yield Send((*times, "SWAP2BOARD", *map(str.__add__, names, whose), "DONE"))
            text = yield from self._reply(patience, times)
            if numbered or not names or not text.upper().startswith("ERROR"):
                self._numbered = numbered
                break
            # Some want ``x,y,1`` here, too, as in BOARD. What else this one says before OK is of no use.
            yield from self._start(*self._begin, patiently=True)
            yield Send((self._rule,))
        self._sound(text)
        surface = position.game.surface(position)
        words = text.replace(", ", ",").split()
        cells = [cell_of(surface.columns, surface.rows, word) for word in words]
        if names and text.upper() == "SWAP":
            return []
        fields = [cell for cell in cells if cell is not None and cell not in stones]
        if len(words) not in _COUNTS[len(names)] or len(set(fields)) != len(words):
            raise SearchError(_EXPECTED[len(names)], name=self.name, text=text[:80])
        return fields

    def read_move(self, game: Game, position: Position, text: str) -> int:
        """``x,y``."""
        surface = game.surface(position)
        cell = cell_of(surface.columns, surface.rows, text)
        if cell is None:
            raise NotationError("{text!r} is no move; written x,y", text=text)
        move = move_on(position, cell)
        if move is None:
            raise IllegalMoveError("{text}: a stone stands there", text=text)
        return move

    def farewell(self) -> tuple[str, ...]:
        """``END``."""
        return ("END",)
