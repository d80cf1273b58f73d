"""Server for the Gomocup protocol, for Piskvork and similar programs.

The sources are listed in ``engine.protocols.gomocup``.
"""

import contextlib
from collections.abc import Generator, Iterator
from typing import Any, ClassVar

from engine.core.errors import KyVienError, OptionError
from engine.core.game import Game
from engine.core.options import build_options
from engine.core.outcome import Player
from engine.core.position import Position
from engine.protocols.gomocup import PHASES, PLACES_TWO, SWAP2, SWAPS, cell_name, cell_of, move_on, offers_choice
from engine.protocols.server import Brain, Output, Server, Signal, Think
from engine.protocols.timing import TimeLeft
from engine.search.report import Limit, Report

_NEVER = 1e9
_PROGRAM_MB = 96
"""Memory in MiB that the program needs without a transposition table."""
_MOST_TABLE_MB = 256
"""Greatest size in MiB of the transposition table that a limit of memory sets."""


class GomocupServer(Server):
    """Server for the Gomocup protocol, with one board.

    After a board that was refused, the stones are unknown until another board is sent or a game begins. A single stone
    that was refused leaves the board as it was, because the other program waits for the answer.
    """

    protocol: ClassVar[str] = "gomocup"
    title: ClassVar[str] = "Gomocup"

    def __init__(self, game: Game, brain: Brain) -> None:
        super().__init__(game, brain)
        self._began = False
        self._stones: list[tuple[int, int]] = []  # cell, and 1 for our stones, 2 for those of the other program
        self._is_lost = False  # whether a board was refused, so that the stones are unknown
        self._table: list[str] | None = None  # the lines of a BOARD or SWAP2BOARD under way
        self._opening = False
        self._put: list[int] = []
        self._info: dict[str, float] = {}
        self._thinking: Position | None = None

    @property
    def _size(self) -> tuple[int, int]:
        rules = self.rules()
        return int(rules["columns"]), int(rules["rows"])

    # --- lines ----------------------------------------------------------------------------------------------------

    def is_urgent(self, line: str) -> bool:
        """Whether ``line`` ends a search, that is, whether it is ``END``, ``STOP`` or ``YXSTOP``."""
        return line.strip().upper() in ("END", "STOP", "YXSTOP")

    def obey(self, line: str) -> Iterator[Output]:
        """Process a line and yield the output. Lines after ``BOARD`` or ``SWAP2BOARD`` are collected until ``DONE``."""
        words = line.replace(",", " ").split()
        if not words:
            return
        name = words[0].upper()
        if self._table is not None:
            if name == "DONE":
                yield from self._board()
                return
            if name != "END":
                self._table.append(line)
                return
        method = getattr(self, f"_do_{name.lower()}", None) if name.isalnum() else None
        if method is None:
            yield f"UNKNOWN command {words[0][:40]}"
            return
        yield from method(words[1:])

    def _do_end(self, words: list[str]) -> Iterator[Output]:
        yield Signal.STOP
        yield Signal.QUIT

    def _do_stop(self, words: list[str]) -> Iterator[Output]:
        yield Signal.STOP

    _do_yxstop = _do_stop

    def _do_about(self, words: list[str]) -> Iterator[Output]:
        name, version = self.brain.name.replace('"', "'"), self.brain.version
        yield f'name="{name}", version="{version}", author="KyVien contributors", country="Vietnam"'

    def _do_start(self, words: list[str]) -> Iterator[Output]:
        yield from self._start(*(words[:1] * 2 if len(words) == 1 else ["", ""]))

    def _do_rectstart(self, words: list[str]) -> Iterator[Output]:
        yield from self._start(*(words if len(words) == 2 else ["", ""]))

    def _start(self, columns: str, rows: str) -> Iterator[Output]:
        try:
            self.game = self.game.with_protocol_rules(self.protocol, {"columns": columns, "rows": rows})
        except OptionError:
            self._began = False
            yield f"ERROR unsupported size {columns},{rows}"
            return
        self._began, self._is_lost, self._stones = True, False, []
        yield Signal.FORGET
        yield "OK"

    def _do_restart(self, words: list[str]) -> Iterator[Output]:
        if not self._began:
            yield "ERROR no game was started"
            return
        self._is_lost, self._stones = False, []
        yield Signal.FORGET
        yield "OK"

    def _do_info(self, words: list[str]) -> Iterator[Output]:
        """Store a time in milliseconds, or set the rule of the game, the memory or the number of threads.

        Unknown keys are ignored.
        """
        if len(words) < 2:
            return
        key, value = words[0].lower(), words[1]
        if key == "rule":
            try:
                self.game = self.game.with_protocol_rules(self.protocol, {"rule": value})
            except OptionError:
                yield f"MESSAGE rule {value[:20]} is not known"
        elif key in ("timeout_turn", "timeout_match", "time_left"):
            try:
                self._info[key] = int(value[:12]) / 1000
            except ValueError:
                return
        elif key == "max_memory":
            self._limit_memory(value)
        elif key == "thread_num":
            self._set_threads(value)

    def _limit_memory(self, text: str) -> None:
        """Set the size of the transposition table, or of the tree, for the memory in bytes that the program may use.

        A value of 0 means that the memory is not limited. Without a limit, or if the algorithm has neither, nothing is
        set.
        """
        table = next((each for each in self.brain.options if each.name in ("table_mb", "memory_mb")), None)
        if table is None or not text.isascii() or not text.isdigit():
            return
        self.values.pop(table.name, None)
        size = int(text[:18]) >> 20
        if size > 0:
            share = (size - _PROGRAM_MB) // 2
            self.values[table.name] = max(table.minimum or 1, min(share, _MOST_TABLE_MB))

    def _set_threads(self, text: str) -> None:
        """Set the number of threads of the search, or its greatest one if that is less.

        A value of 0 restores the number with which the algorithm was started. If the algorithm has no such parameter,
        or does not allow the number, nothing is set.
        """
        threads = next((each for each in self.brain.options if each.name == "threads" and each.kind is int), None)
        if threads is None or not text.isascii() or not text.isdigit():
            return
        self.values.pop(threads.name, None)
        number = int(text[:9])
        if number > 0:
            with contextlib.suppress(OptionError):
                most = number if threads.maximum is None else threads.maximum
                self.values[threads.name] = threads.check(min(number, most))

    # --- moves ----------------------------------------------------------------------------------------------------

    def _do_begin(self, words: list[str]) -> Iterator[Output]:
        if not self._began:
            yield "ERROR no game was started"
            return
        self._is_lost, self._stones = False, []
        yield Signal.FORGET
        yield from self._move()

    def _do_turn(self, words: list[str]) -> Iterator[Output]:
        if (yield from self._place(words, 2)) is not None:
            yield from self._move()

    def _do_play(self, words: list[str]) -> Iterator[Output]:
        """Place a stone of this engine on the field that the other program specifies."""
        cell = yield from self._place(words, 1)
        if cell is not None:
            yield cell_name(*self._size, cell)

    def _place(self, words: list[str], whose: int) -> Generator[Output, None, int | None]:
        """Place a stone and return its cell, or yield an error and return None."""
        if self._is_lost:
            yield "ERROR the board was refused"
            return None
        cell = self._free_cell(",".join(words)) if self._began else None
        if cell is None:
            yield "ERROR no such move"
            return None
        self._stones.append((cell, whose))
        return cell

    def _do_takeback(self, words: list[str]) -> Iterator[Output]:
        cell = cell_of(*self._size, ",".join(words))
        kept = [stone for stone in self._stones if stone[0] != cell]
        if self._is_lost or len(kept) == len(self._stones):
            yield "ERROR there is no stone"
            return
        self._stones = kept
        yield "OK"

    def _do_board(self, words: list[str]) -> Iterator[Output]:
        self._table, self._opening = [], False
        return iter(())

    def _do_swap2board(self, words: list[str]) -> Iterator[Output]:
        self._table, self._opening = [], True
        return iter(())

    def _free_cell(self, text: str) -> int | None:
        cell = cell_of(*self._size, text)
        return None if cell is None or cell in {each for each, _ in self._stones} else cell

    def _board(self) -> Iterator[Output]:
        """Process the lines collected since ``BOARD`` or ``SWAP2BOARD``."""
        lines, self._table = self._table or [], None
        if not self._began:
            yield "ERROR no game was started"
            return
        self._is_lost, self._stones = True, []
        for line in lines:
            parts = line.strip().split(",")
            cell = self._free_cell(",".join(parts[:2]))
            who = parts[2].strip() if len(parts) == 3 and not self._opening else "2"
            if cell is None or who not in ("1", "2", "3"):
                yield f"ERROR {line.strip()[:40]}"
                return
            if who != "3":
                self._stones.append((cell, int(who)))
        self._is_lost = not (yield from self._open() if self._opening else self._move())

    def _position(self) -> Any:
        """Return the position with the stones on the board and with this engine to move.

        This engine plays x if it has at least as many stones as its opponent, and o otherwise.

        Raises:
            PositionError: if the rules do not allow the position.
        """
        ours = [cell for cell, who in self._stones if who == 1]
        theirs = [cell for cell, who in self._stones if who == 2]
        first = len(ours) >= len(theirs)
        setup = self.game.empty_setup()
        surface = self.game.surface(self.game.start())
        own, other = (surface.stone(player) for player in (Player if first else reversed(Player)))
        pieces = dict.fromkeys(ours, own) | dict.fromkeys(theirs, other)
        # The counters are 0, because the opening is over and only the stones of both sides matter.
        return self.game.compose(
            type(setup)(pieces, Player.FIRST if first else Player.SECOND, dict.fromkeys(setup.counters, 0))
        )

    def _move(self) -> Generator[Output, None, bool]:
        """Request a search for the next stone, or yield an error and return False."""
        try:
            position = self._position()
        except KyVienError as error:
            yield f"ERROR {error}"
            return False
        if not position.has_legal_move():
            yield "ERROR the game is over"
            return False
        self._opening = False
        self._thinking = position
        yield Think(position, self._limit(), dict(self.values))
        return True

    def _limit(self) -> Limit:
        turn, match = self._info.get("timeout_turn"), self._info.get("timeout_match", 0.0)
        left = self._info.get("time_left")
        if turn is None and left is None:
            return self.brain.limit
        known = left is not None and (match > 0 or left < 1e6)
        seconds = left if known and left is not None else _NEVER
        # A turn time of 0 requires a move at once; a match time of 0 means no limit.
        clock = TimeLeft((seconds, seconds), most=turn)
        return clock.limit(Player.FIRST, self.lag)

    def conclude(self, report: Report | None, seconds: float) -> Iterator[Output]:
        """Place the stone and yield its field. In an opening, yield the choice or request a further search."""
        position = self._thinking
        assert position is not None
        move = self.move_of(report, position)
        if self._opening:
            yield from self._choose(position, move)
            return
        cell = self.game.shape(position, move).target
        assert cell is not None
        self._stones.append((cell, 1))
        yield cell_name(*self._size, cell)

    # --- swap2 ----------------------------------------------------------------------------------------------------

    def _open(self) -> Generator[Output, None, bool]:
        """Check the stones on the board after ``SWAP2BOARD``, and request a search, or yield an error and return False.

        If the board is empty, the search is for the three opening stones. With three or five stones on the board, it is
        for the choice.
        """
        if len(self._stones) not in PHASES:
            yield "ERROR expected 0, 3 or 5 stones"
            return False
        try:
            game: Any = type(self.game)(build_options(self.game.Rules, {"opening": SWAP2}, self.game.rules))
            position = game.start()
            for cell, _ in self._stones[:3]:
                position = position.play(move_on(position, cell))
            if len(self._stones) == 5:
                position = position.play(game.parse_move(position, PLACES_TWO))
                for cell, _ in self._stones[3:]:
                    position = position.play(move_on(position, cell))
        except (KyVienError, ValueError, TypeError) as error:
            yield f"ERROR {error}"
            return False
        self._put = []
        self._thinking = position
        yield Think(position, self._limit(), dict(self.values))
        return True

    def _choose(self, position: Position, move: int) -> Iterator[Output]:
        """Yield the choice, or the fields of the stones to place.

        Further searches are requested until all stones of the phase are placed.
        """
        game = position.game
        text = game.format_move(position, move, "coordinates")
        if text == SWAPS:
            yield "SWAP"
            return
        after = position.play(move)
        cell = game.shape(position, move).target
        if cell is not None:
            self._put.append(cell)
        goes_on = len(self._put) in (1, 2) and after.hand == position.hand and not offers_choice(position)
        if (text == PLACES_TWO or goes_on) and after.has_legal_move():
            self._thinking = after
            yield Think(after, self._limit(), dict(self.values))
            return
        yield " ".join(cell_name(*self._size, each) for each in self._put)
