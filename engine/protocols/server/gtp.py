"""Server for GTP 2, for GoGui, Sabaki, twogtp and similar programs.

The sources are listed in ``engine.protocols.gtp``.
"""

import dataclasses
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

from engine.core.errors import KyVienError, NotationError, OptionError
from engine.core.game import Game
from engine.core.language import tr
from engine.core.options import build_options
from engine.core.outcome import Player
from engine.core.position import Position
from engine.protocols.gtp import COLOURS
from engine.protocols.server import Brain, Output, Server, Signal, Think
from engine.protocols.timing import TimeLeft
from engine.records.formats.sgf import Sgf
from engine.search.report import Limit, Report

MOST_HANDICAP = 9
MOST_BYTES = 10_000_000
"""Maximum number of bytes that are read from a file."""
ANALYSES = (
    "string/Final Score/final_score",
    "string/Board/showboard",
    "plist/Alive Stones/final_status_list alive",
    "plist/Dead Stones/final_status_list dead",
    "move/Best Move/reg_genmove %c",
)
"""Commands for the menu of GoGui. Each entry consists of a kind, a name and a command, separated by slashes."""
NEW_GAMES = frozenset({"boardsize", "clear_board", "loadsgf"})
"""The commands after which another game begins."""
_NEVER = 1e9
_CONTROL = str.maketrans({chr(code): None for code in (*range(32), 127) if chr(code) not in "\t\n"})


class _RefusalError(Exception):
    """Raised to refuse a command. The message is the text after the question mark in the answer."""


class GtpServer(Server):
    """Server for GTP version 2, with one board."""

    protocol: ClassVar[str] = "gtp"
    title: ClassVar[str] = "GTP"
    # Commands may be read from a file, of which all are executed.
    ends_with_input = False

    def __init__(self, game: Game, brain: Brain) -> None:
        super().__init__(game, brain)
        # The position, after those that ``undo`` restores. Without a position, a file was refused.
        self._positions: list[Position] = [game.start()]
        self._id = ""
        self._mover = Player.FIRST
        self._only_asked = False  # the move is answered, not played
        self._thinking: Any = None
        self._settings: tuple[float, float, int] | None = None
        # For each player, the seconds left, and the number of stones to play in this time (0 in main time).
        self._left = [(_NEVER, 0), (_NEVER, 0)]
        self._commands: dict[str, Callable[[list[str]], str | Think]] = {
            "protocol_version": lambda _: "2",
            "name": lambda _: self.brain.name,
            "version": lambda _: self.brain.version,
            "known_command": lambda words: "true" if words[:1] and words[0] in self._commands else "false",
            "list_commands": lambda _: "\n".join(sorted(self._commands)),
            "quit": lambda _: "",
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "komi": self._komi,
            "play": self._play,
            "genmove": self._genmove,
            "reg_genmove": self._reg_genmove,
            "loadsgf": self._loadsgf,
            "undo": self._undo,
            "showboard": lambda _: "\n" + drawing(self.game, self._position),
            "fixed_handicap": self._fixed_handicap,
            "place_free_handicap": self._place_free_handicap,
            "set_free_handicap": self._set_free_handicap,
            "final_score": self._final_score,
            "final_status_list": self._final_status_list,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "kgs-time_settings": self._kgs_time_settings,
            "gogui-analyze_commands": lambda _: "\n".join(ANALYSES),
        }
        self._take_handicap_off()

    @property
    def _position(self) -> Any:
        if not self._positions:
            raise _RefusalError("no position, because a file was refused")
        return self._positions[-1]

    # --- lines ----------------------------------------------------------------------------------------------------

    def obey(self, line: str) -> Iterator[Output]:
        """Process a command and yield the output. The format is ``[id] name arguments``, with an optional comment."""
        words = line.partition("#")[0].translate(_CONTROL).replace("\t", " ").split()
        if not words:
            return
        self._id = words.pop(0) if words[0].isdigit() and words[0].isascii() else ""
        name = words.pop(0) if words else ""
        command = self._commands.get(name)
        if command is None:
            yield self._reply("?", "unknown command")
            return
        try:
            answer = command(words)
        except _RefusalError as error:
            yield self._reply("?", str(error))
            return
        if isinstance(answer, Think):
            yield answer
            return
        if name in NEW_GAMES:
            yield Signal.FORGET
        yield self._reply("=", answer)
        if name == "quit":
            yield Signal.QUIT

    def _reply(self, sign: str, text: str) -> str:
        return f"{sign}{self._id} {text}\n"

    def conclude(self, report: Report | None, seconds: float) -> Iterator[Output]:
        """Yield the move, and play it unless the command was ``reg_genmove``."""
        # A change of turn adds no separate entry to the undo list: one undo reverts both.
        position = self._thinking
        move = self.move_of(report, position)
        if not self._only_asked:
            self._positions.append(position.play(move))
            self._spend(self._mover, seconds)
        yield self._reply("=", self.game.format_protocol_move(position, move))

    # --- the board ------------------------------------------------------------------------------------------------

    def _with_rules(self, word: str, value: str) -> None:
        try:
            self.game = self.game.with_protocol_rules(self.protocol, {word: value})
        except OptionError as error:
            raise _RefusalError(str(error)) from None

    def _boardsize(self, words: list[str]) -> str:
        if len(words) != 1 or not re.fullmatch(r"-?[0-9]+", words[0]):
            raise _RefusalError("boardsize not an integer")
        try:
            self._with_rules("boardsize", words[0])
        except _RefusalError:
            raise _RefusalError("unacceptable size") from None
        return self._clear_board([])

    def _take_handicap_off(self) -> None:
        """Clear the board and remove the handicap from the rules, because GTP has commands to place its stones."""
        if getattr(self.game.rules, "handicap", 0):
            self.game = type(self.game)(build_options(self.game.Rules, {"handicap": 0}, self.game.rules))
        self._positions = [self.game.start()]

    def _clear_board(self, words: list[str]) -> str:
        self._take_handicap_off()
        if self._settings is not None:
            self._reset_clock()
        return ""

    def _komi(self, words: list[str]) -> str:
        try:
            value = float(words[0])
        except (IndexError, ValueError):
            raise _RefusalError("komi not a float") from None
        self._with_rules("komi", f"{value:g}")
        # The stones remain, and are scored with the new komi.
        if len(self._positions) == 1 and not self._stones(self._positions[0]):
            self._positions = [self.game.start()]
        else:
            self._positions = [self.game.restore(str(each), each.history) for each in self._positions]
        return ""

    @staticmethod
    def _stones(position: Position) -> dict[int, str]:
        """Return a mapping of cells to the stones on the board. The mark of a ko is omitted."""
        surface = position.game.surface(position)
        owned = {kind.id for kind in surface.kinds if kind.player is not None}
        return {cell: piece for cell, piece in surface.pieces.items() if piece in owned}

    def _colour(self, words: list[str], message: str) -> Player:
        word = words[0].lower() if words else ""
        for player, name in enumerate(COLOURS):
            if word in (name, name[0]):
                return Player(player)
        raise _RefusalError(message)

    def _at_turn(self, player: Player) -> Any:
        """Return the current position with ``player`` to move.

        If the other player is to move or the game is over, the result has the same stones and no earlier passes.

        Raises:
            PositionError: if the rules do not allow this position.
            _RefusalError: if there is no position.
        """
        position = self._position
        finished = position.outcome() is not None
        if position.turn == player and not finished:
            return position
        setup = self.game.setup(position)
        counters = {**setup.counters, **({"passes": 0} if "passes" in setup.counters else {})}
        pieces = setup.pieces if position.turn == player else self._stones(position)
        return self.game.compose(dataclasses.replace(setup, pieces=pieces, turn=player, counters=counters))

    def _play(self, words: list[str]) -> str:
        player = self._colour(words, "invalid color or coordinate")
        if len(words) != 2:
            raise _RefusalError("invalid color or coordinate")
        try:
            position = self._at_turn(player)
            after = position.play(self.game.parse_move(position, words[1]))
        except KyVienError as error:
            known = type(error) is NotationError
            raise _RefusalError("invalid color or coordinate" if known else "illegal move") from None
        self._positions.append(after)
        return ""

    def _undo(self, words: list[str]) -> str:
        if self._position is self._positions[0]:
            raise _RefusalError("cannot undo")
        self._positions.pop()
        return ""

    def _loadsgf(self, words: list[str]) -> str:
        """Load the main line of an SGF file, up to its end or up to the position before the move with a given number.

        If the file is refused, there is no position until another game begins, so that no move is played in the
        position before.

        Raises:
            _RefusalError: if no file is named, if the file cannot be read, or if it contains another game or
                unsupported rules.
        """
        before: int | None = None
        if len(words) > 1 and re.fullmatch(r"[0-9]+", words[-1]):
            before = int(words.pop()[:9])
        if not words:
            raise _RefusalError("missing filename")
        self._positions = []
        try:
            with Path(" ".join(words)).open("rb") as file:
                data = file.read(MOST_BYTES)
            record = Sgf().read_game(Sgf().decode(data), 0, self.game)
            if record.faults:
                raise record.faults[0].error
            if record.game.name != self.game.name:
                raise NotationError("it is a game of {game}", game=tr(record.game.title))
            if record.game.protocol_rules(self.protocol) is None:
                raise NotationError(
                    "{protocol} does not support {game} with these rules",
                    protocol=self.title, game=tr(record.game.title),
                )  # fmt: skip
        except (OSError, ValueError, KyVienError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise _RefusalError(f"cannot load file: {' '.join(str(reason).split())}") from None
        tree = record.tree
        positions: list[Position] = []
        plies = 0
        for node in tree.main_line():
            if tree[node].move is not None:
                plies += 1
                if before is not None and plies >= max(1, before):
                    break
                positions.append(tree.position(node))
            else:
                # A set-up: one undo reverts it together with the move before it.
                positions[-1:] = [tree.position(node)]
        self.game, self._positions = record.game, positions
        if self._settings is not None:
            self._reset_clock()
        return ""

    def _reg_genmove(self, words: list[str]) -> str | Think:
        answer = self._genmove(words)
        self._only_asked = True
        return answer

    def _genmove(self, words: list[str]) -> str | Think:
        self._only_asked = False
        player = self._colour(words, "invalid color")
        position = self._position
        if position.turn != player or position.outcome() is not None:
            try:
                position = self._at_turn(player)
            except KyVienError:
                return "pass"
        if position.outcome() is not None or not position.has_legal_move():
            return "pass"
        self._mover, self._thinking = player, position
        return Think(position, self._limit(player))

    # --- handicap -------------------------------------------------------------------------------------------------

    def _handicap(self, count: int) -> dict[int, str]:
        """Return a mapping of cells to the handicap stones of the rules for a handicap of ``count``.

        There may be fewer stones than ``count``.

        Raises:
            _RefusalError: if the board is not empty, or if the rules do not allow a handicap of ``count``.
        """
        if self._stones(self._position) or len(self._positions) > 1:
            raise _RefusalError("board not empty")
        try:
            rules = build_options(self.game.Rules, {"handicap": count}, self.game.rules)
            return self._stones(type(self.game)(rules).start())
        except OptionError:
            raise _RefusalError("invalid number of stones") from None

    def _put(self, stones: dict[int, str]) -> str:
        setup = dataclasses.replace(self.game.setup(self.game.start()), pieces=stones, turn=Player.SECOND)
        start: Any = self.game.compose(setup)
        self._positions = [start]
        surface = self.game.surface(start)
        names = [
            f"{surface.column_names[cell % surface.columns]}{surface.row_names[cell // surface.columns]}"
            for cell in stones
        ]
        return " ".join(names)

    def _count(self, words: list[str], least: int = 2) -> int:
        if len(words) != 1 or not re.fullmatch(r"[0-9]+", words[0]):
            raise _RefusalError("handicap not an integer")
        if int(words[0][:6]) < least:
            raise _RefusalError("invalid number of stones")
        return int(words[0][:6])

    def _fixed_handicap(self, words: list[str]) -> str:
        count = self._count(words)
        stones = self._handicap(count)
        if len(stones) != count:
            raise _RefusalError("invalid number of stones")
        return self._put(stones)

    def _place_free_handicap(self, words: list[str]) -> str:
        count = min(self._count(words), MOST_HANDICAP)
        return self._put(self._handicap(count))

    def _set_free_handicap(self, words: list[str]) -> str:
        if self._stones(self._position) or len(self._positions) > 1:
            raise _RefusalError("board not empty")
        start = self.game.start()
        black = self.game.surface(start).stone(Player.FIRST)
        stones: dict[int, str] = {}
        for word in words:
            try:
                move = self.game.parse_move(start, word)
            except KyVienError:
                raise _RefusalError("bad vertex list") from None
            cell = self.game.shape(start, move).target
            if cell is None or cell in stones:
                raise _RefusalError("bad vertex list")
            stones[cell] = black
        if len(stones) < 2:
            raise _RefusalError("bad vertex list")
        self._put(stones)
        return ""

    # --- the end --------------------------------------------------------------------------------------------------

    def _final_score(self, words: list[str]) -> str:
        if not self.game.has_count:
            outcome = self._position.outcome()
            if outcome is None:
                raise _RefusalError("cannot score")
            return "0" if outcome.winner is None else f"{'BW'[outcome.winner]}+R"
        return self.game.count(self._position, self.game.propose_dead(self._position)).result

    def _final_status_list(self, words: list[str]) -> str:
        if len(words) != 1 or words[0] not in ("alive", "dead", "seki"):
            raise _RefusalError("invalid status")
        if not self.game.has_count:
            raise _RefusalError("cannot score")
        position = self._position
        dead = self.game.count(position, self.game.propose_dead(position)).dead
        stones = list(self._stones(position))
        surface = self.game.surface(position)
        lines = []
        while stones and words[0] != "seki":
            group = self.game.group(position, stones[0])
            cells = group.cells if group is not None else (stones[0],)
            stones = [cell for cell in stones if cell not in cells]
            if (cells[0] in dead) == (words[0] == "dead"):
                names = (
                    f"{surface.column_names[cell % surface.columns]}{surface.row_names[cell // surface.columns]}"
                    for cell in cells
                )
                lines.append(" ".join(names))
        return "\n".join(lines)

    # --- time -----------------------------------------------------------------------------------------------------

    def _time_settings(self, words: list[str]) -> str:
        if len(words) != 3 or not all(re.fullmatch(r"[0-9]{1,9}", word) for word in words):
            raise _RefusalError("syntax error")
        main, period, stones = int(words[0]), int(words[1]), int(words[2])
        # A period with 0 stones means no time limit.
        self._settings = None if period > 0 and stones == 0 else (float(main), float(period), stones)
        self._reset_clock()
        return ""

    def _kgs_time_settings(self, words: list[str]) -> str:
        """Set the clock: ``none``, ``absolute T``, ``byoyomi T PERIOD COUNT`` or ``canadian T PERIOD STONES``."""
        counts = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3}
        kind, *numbers = words or [""]
        if counts.get(kind) != len(numbers) or not all(re.fullmatch(r"[0-9]{1,9}", word) for word in numbers):
            raise _RefusalError("syntax error")
        if kind == "none":
            return self._time_settings(["0", "1", "0"])
        if kind == "absolute":
            return self._time_settings([numbers[0], "0", "0"])
        # A period of Japanese byoyomi is for one move, and restarts after each move made within it.
        return self._time_settings([*numbers[:2], "1" if kind == "byoyomi" else numbers[2]])

    def _reset_clock(self) -> None:
        if self._settings is None:
            self._left = [(_NEVER, 0), (_NEVER, 0)]
            return
        main, period, stones = self._settings
        self._left = [(main, 0) if main > 0 else (period, stones)] * 2

    def _time_left(self, words: list[str]) -> str:
        player = self._colour(words, "syntax error")
        if len(words) != 3 or not re.fullmatch(r"-?[0-9]{1,9}", words[1]) or not re.fullmatch(r"[0-9]{1,9}", words[2]):
            raise _RefusalError("syntax error")
        self._left[player] = (float(words[1]), int(words[2]))
        return ""

    def _limit(self, player: Player) -> Limit:
        seconds, stones = self._left[player]
        if seconds >= _NEVER:
            return self.brain.limit
        increment = 0.0
        if stones == 0 and self._settings is not None and self._settings[2]:
            # After the main time each move has its share of a period.
            increment = self._settings[1] / self._settings[2]
        clock = TimeLeft((seconds, seconds), (increment, increment), stones or None)
        return clock.limit(player, self.lag)

    def _spend(self, player: Player, seconds: float) -> None:
        """Deduct the time used for a move from the time left, and start a new period if necessary.

        A later command ``time_left`` overrides the result.
        """
        left, stones = self._left[player]
        if left >= _NEVER:
            return
        left -= seconds
        if stones > 1:
            self._left[player] = (left, stones - 1)
        elif self._settings is not None and self._settings[2] and (stones == 1 or left <= 0):
            self._left[player] = (self._settings[1], self._settings[2])
        else:
            self._left[player] = (max(0.0, left), 0)


def drawing(game: Game, position: Position) -> str:
    """Return the board as text, with ``X`` for black and ``O`` for white."""
    surface = game.surface(position)
    signs = {kind.id: "." if kind.player is None else "XO"[kind.player] for kind in surface.kinds}
    head = "   " + " ".join(surface.column_names)
    rows = [head]
    for row in range(surface.rows - 1, -1, -1):
        cells = range(row * surface.columns, (row + 1) * surface.columns)
        line = " ".join(signs[surface.pieces[cell]] if cell in surface.pieces else "." for cell in cells)
        name = surface.row_names[row]
        rows.append(f"{name:>2} {line} {name}")
    return "\n".join([*rows, head])
