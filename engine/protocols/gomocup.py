"""Gomocup client, for engines that play five in a row.

Source: P. Laštovička, *Gomoku AI protocol*, and the Gomocup extensions (gomocup.org, "New protocol"). Field 0,0
is in the upper left corner.

If the opponent's move is the only change since the engine's last answer, the client sends the move as ``TURN``. It
sends any other position as ``BOARD``. If the engine's board is not empty, ``RESTART`` is sent before ``BOARD``, because
many engines do not clear the board by themselves. The first move on an empty board is requested with ``BEGIN``.

The opening swap2 (gomocup.org, "Experimental tournament", 2020) is queried phase by phase. The client sends
``SWAP2BOARD``, the stones on the board as ``x,y``, one per line, and ``DONE``. On an empty board, the engine answers
with three fields. With three stones, it answers with ``SWAP``, with one field to play o, or with two fields to place o
and x and leave the choice to the opponent. With five stones, it answers with ``SWAP`` or one field.

The method ``ask`` returns one move. The further moves of an answer are stored and returned by later calls, as long as
the moves of the game match the answer. If the client has no answer for the current phase, because the engine was just
started, it queries the phase from its beginning. It then returns a free field of the answer, preferably the next field
in order. If there is no such field, because the engine would swap, it sends ``BOARD`` to get a stone of the colour to
move.

Engines report their search in ``MESSAGE`` lines, whose format is not specified. The following words are read:
``Depth 9-17`` (the second number is the greatest ply), ``Eval`` or ``Ev`` with a number or ``+M5`` (a win in five
plies), ``Node``, ``Nodes`` or ``N`` with a number or ``38K``, and ``Bestline`` or ``PV`` with fields as ``x,y`` or
``G7``, in which rows are counted from the top.

An engine answers ``UNKNOWN`` to an ``INFO`` line with a key that it does not know, often without the key. Each ``INFO``
line since the last answer therefore excuses one ``UNKNOWN`` that names no command. If a game has other rules than
freestyle, the engine must accept ``INFO rule``, which is then sent again without other keys.
"""

import dataclasses
import re
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, ClassVar

from engine.core.course import Course
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
    Client,
    Decision,
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
"""The only opening of the protocol, as a value of the rule option ``opening``."""
PHASES = (0, 3, 5)
"""Numbers of stones on the board at which the phases of the opening begin."""
SWAPS, PLACES_TWO = "swap", "two"
"""The moves of the opening that place no stone, in coordinate notation.

``SWAPS`` swaps the colours. After ``PLACES_TWO``, the player places two more stones, and the opponent chooses a colour.
"""

GAME_TYPE = "INFO game_type 1"
FREE_RULE = "INFO rule 0"
"""Freestyle, the rule that an engine plays if it ignores the key."""
COMMANDS = frozenset({"START", "RECTSTART", "RESTART", "BEGIN", "TURN", "BOARD", "SWAP2BOARD", "DONE"})
"""The commands that the client sends, apart from ``INFO``."""
_COUNTS = {0: (3,), 3: (1, 2), 5: (1,)}
_EXPECTED = {
    0: mark("{name} answered {text!r}; swap2 begins with three different free fields"),
    3: mark("{name} answered {text!r}; with three stones swap2 asks for SWAP, one free field or two"),
    5: mark("{name} answered {text!r}; with five stones swap2 asks for SWAP or one free field"),
}

_FACT = re.compile(r"(name|author|version|country|www|email)\s*=")
_DEPTH = re.compile(r"([0-9]{1,3})(?:[-/]([0-9]{1,3}))?")
_WIN = re.compile(r"([+-]?)M([0-9]{1,3})", re.IGNORECASE)
_COUNT = re.compile(r"([0-9]{1,15}(?:\.[0-9]{1,9})?)([KMG]?)", re.IGNORECASE)
_FIELD = re.compile(r"([A-Z])([0-9]{1,2})|([0-9]{1,2}),([0-9]{1,2})", re.IGNORECASE)
_TIMES = {"": 1, "K": 1_000, "M": 1_000_000, "G": 1_000_000_000}


def read_message(text: str, known: Thought) -> Thought | None:
    """Return ``known`` updated with the values in ``text``, or None if ``text`` contains no known value.

    ``text`` is the part of a line after ``MESSAGE``.
    Moves are in the notation of the engine's answers, ``x,y``.
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
    """Return the cell of ``x,y``, counted from 0 at the upper left, or None if there is no such cell."""
    parts = text.strip().split(",")
    if len(parts) != 2 or not all(part.strip().isascii() and part.strip().isdigit() for part in parts):
        return None
    x, y = (int(part[-6:]) for part in parts)
    return (rows - 1 - y) * columns + x if x < columns and y < rows else None


def cell_name(columns: int, rows: int, cell: int) -> str:
    """Return a cell as ``x,y``, counted from 0 at the upper left."""
    return f"{cell % columns},{rows - 1 - cell // columns}"


def move_on(position: Position, cell: int) -> int | None:
    """Return the legal move that places a stone on ``cell``, or None if there is no such move."""
    game = position.game
    return next((shape.move for shape in game.shapes(position) if shape.target == cell), None)


def is_about(text: str, lines: Sequence[str]) -> bool:
    """Whether the error line ``text`` is about one of ``lines``, that is, whether its last word occurs in ``lines``.

    The engine Rapfi may lose the first word of the line that follows its answer, and report the rest as an error. The
    first word of a line does not count.
    """
    words = [word for line in lines for word in line.upper().split()[1:]]
    return text.upper().split()[-1] in words


def offers_choice(position: Position) -> bool:
    """Whether the opening offers a choice, that is, whether a legal move places no stone."""
    game = position.game
    return any(shape.target is None for shape in game.shapes(position))


class Gomocup(Client):
    """Client for the Gomocup protocol."""

    protocol: ClassVar[str] = "gomocup"
    title: ClassVar[str] = "Gomocup"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._begin: tuple[str, ...] = ()
        self._rule = ""
        self._known: Course | None = None  # the course on the engine's board, if known
        self._empty = True  # whether the engine's board is empty
        self._plan: Course | None = None  # the course according to the last answer in an opening
        self._planned_after = 0  # number of its moves already made at that time
        self._numbered = False  # whether SWAP2BOARD needs the owners of stones, too
        self._infos: list[str] = []  # INFO lines since the last answer
        self._unclear = ""  # an UNKNOWN since the last answer that was taken as one to an INFO line
        self._mumbles = False  # whether such an UNKNOWN was followed by an answer

    def identify(self) -> Talk[Identity]:
        """Send ``ABOUT`` and read the identity. An engine that answers with an error must at least accept ``START``.

        Raises:
            SearchError: if the engine does not answer, or does not support the protocol.
        """
        yield Send(("ABOUT",))
        yield Alarm(self.patience)
        while (line := (yield WAIT)) is not None:
            words = line.strip()
            if _FACT.match(words):  # some engines report an author and a version, but no name
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

    def _send(self, *lines: str) -> Send:
        self._infos += [line for line in lines if line.startswith("INFO")]
        return Send(lines)

    def _send_rule(self) -> Send:
        """Return the rule to send after ``START``. An engine that accepted all keys before has no excuse here."""
        return self._send(self._rule) if self._mumbles else Send((self._rule,))

    def _answered(self) -> None:
        self._mumbles = self._mumbles or bool(self._unclear)
        self._infos, self._unclear = [], ""

    def _is_excused(self, text: str, required: str = "", guess: bool = True) -> bool:
        """Whether the error ``text`` is about an ``INFO`` line since the last answer other than ``required``.

        If ``guess`` is True, an ``UNKNOWN`` without a name may be about one, too.
        """
        infos = [line for line in self._infos if line != required]
        words = text.upper().split()
        if infos and ("INFO" in text.upper() or is_about(text, infos)):
            return True
        if not infos or not guess or words[0] != "UNKNOWN" or not COMMANDS.isdisjoint(words):
            return False
        self._infos.remove(infos[0])
        self._unclear = text
        return True

    def _late(self, seconds: float) -> SearchError:
        """Return the error for a missing answer, which is the last ``UNKNOWN`` if it may be about a command."""
        return self._refusal(self._unclear) if self._unclear else self.hung(seconds)

    def _start(self, *lines: str, patiently: bool = False) -> Talk[bool]:
        """Send ``lines`` and wait for ``OK``. If ``patiently`` is true, ignore errors before ``OK``.

        Returns:
            Whether the engine may have refused one of the ``INFO`` lines.

        Raises:
            SearchError: if the engine answers with an error, or does not answer within ``self.patience`` seconds.
        """
        self._known, self._empty = None, True
        yield self._send(*lines)
        yield Alarm(self.patience)
        is_doubtful = False
        while (line := (yield WAIT)) is not None:
            word = line.strip().upper()
            if word.startswith("OK"):
                self._answered()
                return is_doubtful
            if word.startswith(("ERROR", "UNKNOWN", "?")) and not patiently:
                required = "" if self._rule == FREE_RULE else self._rule
                if not self._is_excused(line, required):
                    raise self._refusal(line)
                is_doubtful = is_doubtful or not is_about(line, (GAME_TYPE,))
        raise self._late(self.patience)

    def prepare(self, game: Game, values: Mapping[str, str]) -> Talk[None]:
        """Send the rule and the size of the board, and start a new game.

        Raises:
            SearchError: if the engine does not support the game, or does not answer.
        """
        rules = self.rules_for(game)
        columns, rows = rules["columns"], rules["rows"]
        start = f"START {columns}" if columns == rows else f"RECTSTART {columns},{rows}"
        # The rule is sent before START, because the accepted size may depend on it, and again afterwards, because some
        # engines reset it.
        self._rule = f"INFO rule {rules['rule']}"
        begin = (GAME_TYPE, self._rule, start)
        if begin == self._begin:
            yield from self._restart(GAME_TYPE, self._rule)
        elif (yield from self._start(*begin)) and self._rule != FREE_RULE:
            yield from self._start(self._rule, start)
        yield self._send_rule()
        self._begin, self._plan = begin, None

    def _restart(self, *before: str) -> Talk[None]:
        """Send the lines ``before`` and ``RESTART``. If the engine does not support ``RESTART``, send ``START``.

        Raises:
            SearchError: if the engine refuses both, or does not answer within ``self.patience`` seconds.
        """
        self._known, self._empty = None, True
        yield self._send(*before, "RESTART")
        yield Alarm(self.patience)
        while (line := (yield WAIT)) is not None:
            word = line.strip().upper()
            if word.startswith("OK"):
                self._answered()
                return
            if word.startswith(("ERROR", "UNKNOWN", "?")) and not self._is_excused(line, guess=self._mumbles):
                yield from self._start(*self._begin)
                yield self._send_rule()
                return
        raise self._late(self.patience)

    def ask(self, course: Course, limit: Limit | TimeLeft, only: Sequence[int] = ()) -> Talk[Decision]:
        """Send ``TURN``, ``BOARD``, ``BEGIN`` or, in an opening, ``SWAP2BOARD``, and return the move.

        If an earlier answer in the opening contains the move, no line is sent.

        Raises:
            SearchError: if the engine answers with an error or an illegal move, if it does not answer in time, or if
                the protocol does not support the opening.
        """
        position = course.position
        game = position.game
        times, patience = self._times(limit, position.hand)
        if game.prompt(position):
            move = yield from self._open(course, times, patience)
            if move is not None:
                return Decision(move)
        stone = self._next_stone(course)
        if stone is not None:
            lines = [f"TURN {self._field(position, stone)}"]
        else:
            if not self._empty:
                yield from self._restart(*times)
            stones = [f"{self._field(position, cell)},{whose}" for cell, whose in self._in_order(course)]
            lines = ["BOARD", *stones, "DONE"] if stones else ["BEGIN"]
        self._known, self._empty = None, False
        yield self._send(*times, *lines)
        answer = self.answer(position, self._sound((yield from self._reply(patience))))
        assert answer.move is not None
        self._known = Course(course.start, (*course.moves, answer.move))
        return answer

    def _next_stone(self, course: Course) -> int | None:
        """Return the cell of the opponent's last stone.

        The result is None if that stone is not the only change since the engine's last answer.
        """
        known = self._known
        if known is None or known.start != course.start or known.moves != course.moves[:-1]:
            return None
        game = course.start.game
        target: int | None = game.shape(course.positions[-2], course.moves[-1]).target
        return target

    def _times(self, limit: Limit | TimeLeft, player: Player) -> tuple[tuple[str, ...], float]:
        """Return the lines that set the time, and the timeout in seconds for the answer."""
        if isinstance(limit, TimeLeft):
            left, turn = round(1000 * limit.seconds[player]), round(1000 * limit.allot(player))
            return (f"INFO timeout_turn {turn}", f"INFO time_left {left}"), limit.seconds[player] + GRACE_SECONDS
        if limit.seconds is not None:
            turn = max(1, round(1000 * limit.seconds))
            return (f"INFO timeout_turn {turn}", "INFO timeout_match 0"), limit.seconds + 2 * GRACE_SECONDS
        return (f"INFO timeout_turn {round(1000 * SILENCE_SECONDS / 2)}", "INFO timeout_match 0"), SILENCE_SECONDS

    def _reply(self, patience: float) -> Talk[str]:
        """Return the next line that is an answer or an error. Errors about ``INFO`` lines are ignored.

        Raises:
            SearchError: if there is no such line within ``patience`` seconds.
        """
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
            if word not in ("ERROR", "UNKNOWN") or not self._is_excused(text):
                self._answered()
                return text
        raise self._late(patience)

    def _refusal(self, text: str) -> SearchError:
        """Return the exception for an error message of the engine, in one line of at most 200 characters."""
        return SearchError("{name}: {reason}", name=self.name, reason=" ".join(text.split())[:200])

    def _sound(self, text: str) -> str:
        """Return ``text``, an answer of the engine.

        Raises:
            SearchError: if ``text`` is an error.
        """
        if text.partition(" ")[0].upper() in ("ERROR", "UNKNOWN"):
            raise self._refusal(text)
        return text

    @staticmethod
    def _field(position: Position, cell: int) -> str:
        game = position.game
        surface = game.surface(position)
        return cell_name(surface.columns, surface.rows, cell)

    @staticmethod
    def _in_order(course: Course) -> list[tuple[int, int]]:
        """Return the cell and owner of every stone. The owner is 1 for the colour to move and 2 for the other colour.

        Owners alternate, and the last owner is 2, because engines derive the side to move from the order. The stones of
        each side are in the order in which they were placed. If one side has more stones, its surplus stones are at the
        beginning.
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
        """Return the move in an opening, or None if the answer of the engine contains no move.

        Raises:
            SearchError: if the opening is not swap2, or if the answer is missing or invalid.
        """
        position = course.position
        game = position.game
        opening = getattr(game.rules, "opening", "")
        if opening != SWAP2:
            raise SearchError(
                "{name} uses {protocol}, which does not support the opening {opening}",
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
                moves.append(game.parse_move(position, PLACES_TWO))
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
        """Return the cells in the engine's answer for the phase that begins with ``stones``.

        The list is empty if the engine swaps.

        Raises:
            SearchError: if the answer is missing or invalid.
        """
        names = [self._field(position, cell) for cell in stones]
        text = ""
        for numbered in (self._numbered, True):
            # The sides alternate, and the last stone is the other side's.
            whose = [f",{2 - (len(names) - 1 - number) % 2}" if numbered else "" for number in range(len(names))]
            yield self._send(*times, "SWAP2BOARD", *map(str.__add__, names, whose), "DONE")
            text = yield from self._reply(patience)
            if numbered or not names or not text.upper().startswith("ERROR"):
                self._numbered = numbered
                break
            # Some engines require ``x,y,1`` here, too, as in BOARD. Their further output before OK is ignored.
            yield from self._start(*self._begin, patiently=True)
            yield self._send_rule()
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
        """Return the move that places a stone on the field ``x,y``.

        Raises:
            NotationError: if ``text`` is not a field of the board.
            IllegalMoveError: if the field is occupied.
        """
        surface = game.surface(position)
        cell = cell_of(surface.columns, surface.rows, text)
        if cell is None:
            raise NotationError("{text!r} is not a move; expected x,y", text=text)
        move = move_on(position, cell)
        if move is None:
            raise IllegalMoveError("{text}: the field is already occupied", text=text)
        return move

    def farewell(self) -> tuple[str, ...]:
        """Return ``END``, the line that makes the engine exit."""
        return ("END",)
