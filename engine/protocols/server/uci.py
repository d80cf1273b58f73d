"""Servers for UCI and UCCI, for Cute Chess, Arena, Xiangqi Wizard and similar programs.

The sources are listed in ``engine.protocols.uci``.
"""

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from engine.core.errors import KyVienError, OptionError
from engine.core.game import Game
from engine.core.language import tr
from engine.core.options import Option
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.score import Score
from engine.protocols.server import Brain, Hasten, Output, Prepare, Server, Signal, Think
from engine.protocols.timing import OVERHEAD_SECONDS, TimeLeft
from engine.protocols.uci import CHESS960, first_rank, shift_ranks
from engine.search.report import Limit, Report

_NUMBERS = frozenset(
    {"wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime",
     "time", "opptime", "increment", "oppincrement", "oppmovestogo"}
)  # fmt: skip
_YES = frozenset({"true", "on"})
"""The values that ElephantEye, the reference engine of UCCI, accepts as true."""
_FLAGS = frozenset({"ponder", "infinite"})


class UciServer(Server):
    """Server for UCI.

    After ``go infinite``, the move is sent only after ``stop`` or ``ponderhit``. ``go ponder`` starts a search without
    a limit, and ``ponderhit`` limits this search by the clock that came with ``go ponder``.

    Parameters that have a usual name in the protocol, such as Hash, are offered by this name only, but both names are
    accepted.

    After a position that was refused, or of which a move was refused, ``go`` is answered without a move.
    """

    protocol: ClassVar[str] = "uci"
    title: ClassVar[str] = "UCI"
    hello: ClassVar[str] = "uci"
    usual_names: ClassVar[Mapping[str, str]] = {
        "table_mb": "Hash", "memory_mb": "Hash", "threads": "Threads", "lines": "MultiPV",
    }  # fmt: skip
    """Names in the protocol of parameters."""
    ponder: ClassVar[str] = "Ponder"
    """Name of the option by which the other program announces that it uses ``go ponder``."""

    def __init__(self, game: Game, brain: Brain) -> None:
        super().__init__(game, brain)
        self._commands: dict[str, Callable[[list[str]], Iterator[Output]]] = {
            self.hello: self._hello, "isready": self._isready, "setoption": self._setoption, "position": self._set_up,
            "ucinewgame": self._new_game, "go": self._go, "stop": self._stop, "ponderhit": self._ponderhit,
            "quit": self._quit, "debug": self._set_debug, "register": self._nothing,
        }  # fmt: skip
        self._variant = self.rules().get("variant", "")
        self._shift = 0
        self._start: Any = game.start()
        self._texts: list[str] = []
        self._position: Position = self._start
        self._is_refused = False  # whether the last position or one of its moves was refused
        self._thinking: Any = None
        self._pondering: Limit | None = None  # limit that ``ponderhit`` sets for the search under way
        self._names_reply = False  # whether ``bestmove`` includes the expected reply
        self._endless = False
        self._stopped = False
        self._debug = False
        self._held: tuple[Report | None, float] | None = None
        self._banned: frozenset[int] = frozenset()
        self._only: tuple[int, ...] = ()  # moves of the search under way, or empty for all

    # --- lines ----------------------------------------------------------------------------------------------------

    def is_urgent(self, line: str) -> bool:
        """Whether ``line`` may be processed during a search, because it affects neither position nor options."""
        urgent = (["stop"], ["quit"], ["isready"], ["ponderhit"], ["debug"], ["register"], ["probe"], [self.hello])
        return self._command(line)[:1] in urgent

    def obey(self, line: str) -> Iterator[Output]:
        """Process a command and yield the output."""
        words = self._command(line)
        if words:
            yield from self._commands[words[0]](words[1:])
        elif self._debug and line.strip():
            yield self._remark(f"no command in {line.strip()[:60]}")

    def _command(self, line: str) -> list[str]:
        """Return the command of a line and the words after it. As UCI requires, unknown words before it are ignored."""
        words = line.split()
        while words and words[0] not in self._commands:
            words.pop(0)
        return words

    def _remark(self, text: object) -> str:
        """Return an ``info string`` line with ``text``, which the other program may display."""
        return f"info string {text}"

    def _set_debug(self, words: list[str]) -> Iterator[Output]:
        self._debug = words[:1] == ["on"]
        return iter(())

    def _nothing(self, words: list[str]) -> Iterator[Output]:
        return iter(())

    def _hello(self, words: list[str]) -> Iterator[Output]:
        yield f"id name {self.brain.name} {self.brain.version}"
        yield "id author KyVien contributors"
        for option in self.brain.options:
            name = self.usual_names.get(option.name, option.name)
            yield self._option(dataclasses.replace(option, name=name))
        yield f"option {'name ' if self.hello == 'uci' else ''}{self.ponder} type check default false"
        yield from self._own_options()
        yield f"{self.hello}ok"

    def _option(self, option: Option) -> str:
        return f"option name {describe_option(option)}"

    def _own_options(self) -> Iterator[Output]:
        if self._variant and self.protocol not in self.game.implied_by:
            yield f"option name UCI_Variant type combo default {self._variant} var {self._variant}"
        if self._with_chess960("true") is not None:
            yield f"option name {CHESS960} type check default false"

    def _with_chess960(self, value: str) -> Game | None:
        """Return the game with Chess960 castling turned on or off, or None if the game does not support the option."""
        try:
            return self.game.with_protocol_rules(self.protocol, {"chess960": value})
        except OptionError:
            return None

    def _isready(self, words: list[str]) -> Iterator[Output]:
        # The other program starts no clock before the answer.
        if not self.busy:
            yield Prepare(self._start, dict(self.values))
        yield "readyok"

    def _quit(self, words: list[str]) -> Iterator[Output]:
        yield Signal.QUIT

    def _new_game(self, words: list[str]) -> Iterator[Output]:
        self._start = self._position = self.game.start()
        self._texts, self._is_refused = [], False
        yield Signal.FORGET

    def _setoption(self, words: list[str]) -> Iterator[Output]:
        at = words.index("value") if "value" in words else len(words)
        name = words[:at][1:] if words[:1] == ["name"] else words[:at]
        yield from self._set(" ".join(name), " ".join(words[at + 1 :]))

    def _set(self, name: str, value: str) -> Iterator[Output]:
        if name.lower() == "uci_variant" and value == self._variant:
            # Programs that set the variant count ranks as Fairy-Stockfish does.
            self._shift = 1 - first_rank(self.game)
            return
        other = self._with_chess960(value) if name.lower() == CHESS960.lower() else None
        if other is not None:
            self.game = other
            yield from self._new_game([])
            return
        if name.lower() == self.ponder.lower():
            self._names_reply = value in _YES
            return
        for option in self.brain.options:
            if name.lower() in (option.name.lower(), self.usual_names.get(option.name, option.name).lower()):
                try:
                    named = dataclasses.replace(option, name=name)  # as the other program calls it in messages
                    self.values[option.name] = named.parse("" if value == "<empty>" else value)
                except OptionError as error:
                    yield self._remark(error)
                return
        # UCCI programs may set unknown options, which is not an error.
        if self.hello == "uci" or self._debug:
            yield self._remark(f"no option {name[:60]}")

    def _set_up(self, words: list[str]) -> Iterator[Output]:
        at = words.index("moves") if "moves" in words else len(words)
        kind, texts = words[:1], words[at + 1 :]
        self._is_refused = True
        try:
            if kind == ["startpos"]:
                start = self.game.start()
            elif kind == ["fen"]:
                start, changes = self.game.read_position(" ".join(words[1:at]))
                yield from map(self._remark, changes)
            else:
                yield self._remark("expected position startpos or position fen")
                return
        except KyVienError as error:
            yield self._remark(error)
            return
        known = len(self._texts)
        if start != self._start or texts[:known] != self._texts:
            self._start, self._texts, self._position, known = start, [], start, 0
        self._banned = frozenset()
        for text in texts[known:]:
            try:
                here = self._going_on(self._position)
                self._position = here.play(self.game.parse_move(here, shift_ranks(text, -self._shift)))
            except (KyVienError, ValueError) as error:
                yield self._remark(error)
                return
            self._texts.append(text)
        self._is_refused = False

    def _going_on(self, position: Position) -> Position:
        """Return ``position``, or a copy without its history if the game ended by repetition or by a move counter.

        In these cases the other program decides whether the game is over, and the engine must move until then.
        """
        if position.outcome() is None:
            return position
        setup = self.game.setup(position)
        counters = {each.name: each.minimum for each in self.game.counters if not each.keyed}
        try:
            fresh = self.game.compose(dataclasses.replace(setup, counters={**setup.counters, **counters}))
        except KyVienError:
            return position
        return fresh if fresh.outcome() is None else position

    def _read_moves(self, words: list[str], moves: set[int]) -> Iterator[Output]:
        """Parse ``words`` as moves and add them to ``moves``. Yield a remark for each word that is not a legal move."""
        for text in words:
            try:
                moves.add(self.game.parse_move(self._position, shift_ranks(text, -self._shift)))
            except (KyVienError, ValueError) as error:
                yield self._remark(error)

    # --- searching ------------------------------------------------------------------------------------------------

    def _go(self, words: list[str]) -> Iterator[Output]:
        numbers, flags, named = self._read_go(words)
        if self._is_refused:
            yield self._remark("error: the position was refused, so there is no move")
        else:
            self._position = self._going_on(self._position)
            yield from self._choose_from(named)
        limit = self._limit(numbers, flags)
        self._thinking = self._position
        self._endless = limit is None
        self._stopped = False
        self._held = None
        self._pondering = None
        if self._nothing_to_search(self._position):
            if limit is None or "ponder" in flags:
                self._held, self.busy, self._endless = (None, 0.0), True, True
            else:
                yield from self.conclude(None, 0.0)
            return
        if "ponder" in flags:
            self._pondering, self._endless = limit or self.brain.limit, True
            limit = None
        if self._debug:
            yield self._remark(f"searching {self.game.format_position(self._position)} to {limit}")
        yield Think(self._position, limit, dict(self.values), self._only)

    def _choose_from(self, named: list[str]) -> Iterator[Output]:
        """Restrict the search to the moves in ``named`` that are not banned.

        If there are no such moves, the search is restricted to all moves that are not banned. A remark is yielded for
        each word in ``named`` that is not a legal move.
        """
        wanted: set[int] = set()
        yield from self._read_moves(named, wanted)
        self._only = ()
        if wanted or self._banned:
            legal = [move for move in self._position.legal_moves() if move not in self._banned]
            self._only = tuple(move for move in legal if move in wanted) or tuple(legal)

    def _read_go(self, words: list[str]) -> tuple[dict[str, int], set[str], list[str]]:
        """Parse the words after ``go``.

        Return a mapping of keywords to numbers, the set of flags, and the moves of ``searchmoves`` as text.
        """
        numbers: dict[str, int] = {}
        flags: set[str] = set()
        named: list[str] = []
        naming = False
        at = 0
        while at < len(words):
            word = words[at]
            value = words[at + 1] if at + 1 < len(words) else ""
            if word in _NUMBERS and re.fullmatch(r"[+-]?[0-9]+", value):
                numbers[word] = int(value[:16])
                naming = False
                at += 2
                continue
            if word == "searchmoves":
                naming = True
            elif word in _FLAGS:
                flags.add(word)
                naming = False
            elif word in _NUMBERS:
                naming = False
            elif naming:
                named.append(word)
            at += 1
        return numbers, flags, named

    def _limit(self, numbers: dict[str, int], flags: set[str]) -> Limit | None:
        if "infinite" in flags:
            return None
        player = self._position.turn
        depth, nodes = numbers.get("depth"), numbers.get("nodes")
        if "mate" in numbers:
            depth = 2 * numbers["mate"] - 1
        seconds: float | None = None
        aim: float | None = None
        if "movetime" in numbers:
            seconds = _one_move(numbers["movetime"] / 1000)
        clock = self._clock(numbers, player)
        if clock is not None:
            timed = clock.limit(player, self.lag)
            aim = timed.aim
            seconds = timed.seconds if seconds is None else min(seconds, timed.seconds or seconds)
        if depth is None and nodes is None and seconds is None:
            return None if self.hello == "uci" else self.brain.limit
        return Limit(
            None if depth is None else max(1, min(depth, 100)),
            None if nodes is None else max(1, nodes),
            None if seconds is None else min(seconds, 1e9),
            None if aim is None or seconds is None else min(aim, seconds),
        )

    def _clock(self, numbers: dict[str, int], player: Player) -> TimeLeft | None:
        letters = "wb"
        if f"{letters[player]}time" not in numbers:
            return None
        left = [numbers.get(f"{letter}time", 0) / 1000 for letter in letters]
        more = [max(0, numbers.get(f"{letter}inc", 0)) / 1000 for letter in letters]
        to_go = numbers.get("movestogo")
        return TimeLeft((left[0], left[1]), (more[0], more[1]), to_go if to_go and to_go > 0 else None)

    def _ponderhit(self, words: list[str]) -> Iterator[Output]:
        limit, self._pondering = self._pondering, None
        if self._held is not None:
            yield from self._release()
        elif limit is not None and self.busy:
            self._endless = False
            yield Hasten(limit)

    def _stop(self, words: list[str]) -> Iterator[Output]:
        self._stopped = True
        self._pondering = None
        if self._held is not None:
            yield from self._release()
        else:
            yield Signal.STOP

    def _release(self) -> Iterator[Output]:
        report, seconds = self._held or (None, 0.0)
        self._held, self._endless = None, False
        yield from super().answered(report, seconds)

    def answered(self, report: Report | None, seconds: float) -> Iterator[Output]:
        """Yield the move. If an infinite search was not stopped, store the result until ``stop`` or ``ponderhit``."""
        if self._endless and not self._stopped:
            self._held = (report, seconds)
            return
        yield from super().answered(report, seconds)

    def reported(self, report: Report) -> Iterator[Output]:
        """Yield an ``info`` line for each line of the report, or nothing if it has no principal variation.

        The remark of a proved score follows, such as that a win may be shorter.
        """
        if not report.pv:
            return
        if len(report.lines) < 2 or report.unfinished:
            yield self._line(report, report.score, report.pv)
        else:
            for number, line in enumerate(report.lines, 1):
                yield self._line(report, line.score, line.pv, f"multipv {number}")
        if report.proved and report.note:
            yield self._remark(tr(report.note))

    def _line(self, report: Report, score: Score | None, pv: Sequence[int], number: str = "") -> str:
        """Return the ``info`` line for a principal variation of ``report``."""
        milliseconds = max(1, round(1000 * report.seconds))
        parts = [f"info depth {report.depth}", *self._more_info(report), *filter(None, [number])]
        if score is not None:
            parts.append(self._score(score))
        parts.append(f"time {milliseconds} nodes {report.nodes}{self._speed(report.nodes, milliseconds)}")
        at = self._thinking
        moves = []
        for move in pv:
            moves.append(self._text(at, move))
            at = at.play(move)
        return " ".join([*parts, "pv", *moves])

    def _more_info(self, report: Report) -> list[str]:
        return [f"seldepth {max(report.seldepth, report.depth)}"]

    def _speed(self, nodes: int, milliseconds: int) -> str:
        return f" nps {1000 * nodes // milliseconds}"

    def _score(self, score: Score) -> str:
        plies = score.win_in
        if plies is None:
            return f"score cp {score.value}"
        # Scores count plies, UCI counts moves.
        return f"score mate {(plies + 1) // 2 if score.value > 0 else -(-plies // 2)}"

    def _text(self, position: Position, move: int) -> str:
        return shift_ranks(self.game.format_protocol_move(position, move), self._shift)

    def conclude(self, report: Report | None, seconds: float) -> Iterator[Output]:
        """Yield ``bestmove``, or the protocol's answer for a position without a move to search."""
        position = self._thinking
        if self._nothing_to_search(position):
            yield self._no_move()
            return
        move = self.move_of(report, position, self._only)
        reply = ""
        if self._names_reply and report is not None and report.pv[:1] == (move,) and len(report.pv) > 1:
            reply = f" ponder {self._text(position.play(move), report.pv[1])}"
        yield f"bestmove {self._text(position, move)}{reply}"

    def _nothing_to_search(self, position: Position) -> bool:
        """Whether there is no position, or no move that may be searched in it."""
        return self._is_refused or position.outcome() is not None or self._banned.issuperset(position.legal_moves())

    def _no_move(self) -> str:
        return "bestmove 0000"


class UcciServer(UciServer):
    """Server for UCCI, in which times are in seconds unless the other program sets the option ``usemillisec``."""

    protocol: ClassVar[str] = "ucci"
    title: ClassVar[str] = "UCCI"
    hello: ClassVar[str] = "ucci"
    usual_names: ClassVar[Mapping[str, str]] = {"table_mb": "hashsize", "memory_mb": "hashsize", "lines": "multipv"}
    ponder: ClassVar[str] = "ponder"

    def __init__(self, game: Game, brain: Brain) -> None:
        super().__init__(game, brain)
        self._unit = 1.0  # unit of times in seconds; 0.001 after ``usemillisec``
        self._batch = False  # whether all lines wait for the search under way
        self._commands |= {"banmoves": self._ban, "probe": self._probe}

    def is_urgent(self, line: str) -> bool:
        """Whether ``line`` may be processed during a search. The result is False for every line in batch mode."""
        return not self._batch and super().is_urgent(line)

    def _remark(self, text: object) -> str:
        return f"info message {text}"

    def _option(self, option: Option) -> str:
        return f"option {describe_option(option, default_last=True)}"

    def _own_options(self) -> Iterator[Output]:
        yield "option usemillisec type check default false"
        yield "option batch type check default false"
        yield "option debug type check default false"
        yield "option newgame type button"

    def _ban(self, words: list[str]) -> Iterator[Output]:
        moves: set[int] = set()
        yield from self._read_moves(words, moves)
        self._banned = frozenset(moves)

    def _probe(self, words: list[str]) -> Iterator[Output]:
        # The transposition tables of the searches cannot be probed.
        yield "pophash"

    def _stop(self, words: list[str]) -> Iterator[Output]:
        if not self.busy:
            # A program that sends ``stop`` while no search runs expects an answer.
            yield "nobestmove"
            return
        yield from super()._stop(words)

    def _setoption(self, words: list[str]) -> Iterator[Output]:
        name, value = (words[0] if words else ""), " ".join(words[1:])
        if name == "usemillisec":
            self._unit = 0.001 if value in _YES else 1.0
            return
        if name == "batch":
            self._batch = value in _YES
            self.ends_with_input = not self._batch
            return
        if name == "debug":
            self._debug = value in _YES
            return
        if name == "newgame":
            yield from self._new_game([])
            return
        yield from self._set(name, value)

    def _quit(self, words: list[str]) -> Iterator[Output]:
        yield "bye"
        yield Signal.QUIT

    def _clock(self, numbers: dict[str, int], player: Player) -> TimeLeft | None:
        if "time" not in numbers:
            return None
        left, more = numbers["time"] * self._unit, max(0, numbers.get("increment", 0)) * self._unit
        to_go = numbers.get("movestogo")
        return TimeLeft((left, left), (more, more), to_go if to_go and to_go > 0 else None)

    def _more_info(self, report: Report) -> list[str]:
        return []

    def _speed(self, nodes: int, milliseconds: int) -> str:
        return ""

    def _score(self, score: Score) -> str:
        plies = score.win_in
        if plies is None:
            return f"score {max(-29000, min(29000, score.value))}"
        return f"score {30000 - plies if score.value > 0 else -30000 - plies}"

    def _no_move(self) -> str:
        return "nobestmove"


def _one_move(seconds: float) -> float:
    """Return the time limit in seconds of a search for a move that may take ``seconds`` in total."""
    return max(0.002, seconds - min(OVERHEAD_SECONDS, seconds / 4))


def describe_option(option: Option, default_last: bool = False) -> str:
    """Return an option of an algorithm in UCI notation.

    If ``default_last`` is true, the default value is at the end, as UCCI requires.
    """
    default = option.format(option.default)
    facts = ""
    if option.choices is not None:
        kind, facts = "combo", " ".join(f"var {option.format(choice)}" for choice in option.choices)
    elif option.kind is bool:
        kind, default = "check", "true" if option.default else "false"
    elif option.kind is int and not option.none:
        least = -(2**31) if option.minimum is None else option.minimum
        most = 2**31 - 1 if option.maximum is None else option.maximum
        kind, facts = "spin", f"min {least} max {most}"
    else:
        kind, default = "string", default or "<empty>"
    parts = [f"default {default}", facts]
    return " ".join(filter(None, [option.name, "type", kind, *(reversed(parts) if default_last else parts)]))
