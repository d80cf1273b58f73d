"""Clients for UCI and UCCI.

Sources: S. Meyer-Kahlen, *UCI protocol*, April 2006 (wbec-ridderkerk.nl/html/UCIProtocol.html); *UCCI* 3.0, Xiangqi
Wizard, 2007 (www.xqbase.com/protocol/cchess_ucci.htm). Xiangqi over UCI has two dialects: engines with the option
``UCI_Variant`` (Fairy-Stockfish) count ranks from 1, and others (Pikafish) count ranks from 0, as in UCCI.
"""

import dataclasses
import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine.core.course import Course
from engine.core.errors import SearchError
from engine.core.game import Game
from engine.core.language import tr
from engine.core.options import Option
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
    option_name,
    plain_score,
    rounded,
    whole,
    win_score,
)
from engine.protocols.timing import TimeLeft
from engine.search.report import Limit

OURS = frozenset(
    {
        "UCI_Variant", "UCI_Chess960", "UCI_AnalyseMode", "UCI_Opponent", "UCI_ShowWDL",
        "MultiPV", "Ponder", "Protocol", "usemillisec", "batch", "ponder",
    }
)  # fmt: skip
"""Options that the client sets itself, or that would cause unrequested output."""
CHESS960 = "UCI_Chess960"
KEYWORDS = frozenset(
    {
        "depth", "seldepth", "time", "nodes", "pv", "multipv", "score", "cp", "mate", "lowerbound", "upperbound", "wdl",
        "currmove", "currmovenumber", "hashfull", "nps", "tbhits", "sbhits", "cpuload", "string", "message",
        "refutation", "currline",
    }
)  # fmt: skip
"""Words of ``info`` lines, each of which ends a list of moves."""
_NUMBERS = ("depth", "seldepth", "nodes", "tbhits", "multipv")
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_SQUARE = re.compile(r"([a-z])([0-9]{1,2})")


def shift_ranks(text: str, by: int) -> str:
    """Return a move in coordinate notation with all ranks shifted: ``h2e2`` by 1 is ``h3e3``."""
    return _SQUARE.sub(lambda match: f"{match[1]}{int(match[2]) + by}", text)


def first_rank(game: Game) -> int:
    """Return the number of the board's first rank in the game's notation, or 1 if its name is not a number."""
    name = game.surface(game.start()).row_names[0]
    return int(name) if name.isdecimal() else 1


SPARE_NODES = 100_000
"""Number of nodes beyond twice the limit after which an engine is stopped. Engines check their limit now and then."""


class Uci(Client):
    """Client for UCI, for chess, xiangqi and other games with squares."""

    protocol: ClassVar[str] = "uci"
    title: ClassVar[str] = "UCI"
    hello: ClassVar[str] = "uci"
    restricts: ClassVar[bool] = True

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._shift = 0

    # --- beginning ------------------------------------------------------------------------------------------------

    def identify(self) -> Talk[Identity]:
        """Send the command ``hello``, such as ``uci``, and read the identity and the options up to ``uciok``.

        Raises:
            SearchError: if the engine does not support the protocol or does not answer in time.
        """
        yield Send((self.hello,))
        yield Alarm(self.patience)
        facts = {"name": "", "author": "", "version": ""}
        options: list[Option] = []
        taken: set[str] = set()
        words: set[str] = set()
        while (line := (yield WAIT)) is not None:
            first, *rest = line.split() or [""]
            if first == f"{self.hello}ok":
                name = f"{facts['name']} {facts['version']}".strip()
                self.identity = Identity(name, facts["author"], tuple(options), frozenset(words))
                return self.identity
            if first == "id":
                if rest and rest[0] in facts:
                    facts[rest[0]] = " ".join(rest[1:])
            elif first == "option":
                self._read_option(" ".join(rest), options, taken, words)
            elif first in ("?", "ERROR", "UNKNOWN"):
                break
        raise self.refused(self.title)

    def _read_option(self, text: str, options: list[Option], taken: set[str], words: set[str]) -> None:
        label, kind, fields, choices = self._split_option(text)
        words.add(label)
        if label == "UCI_Variant":
            words.update(f"variant {choice}" for choice in choices)
        default = fields.get("default", "")
        if label in OURS or label in {each.label for each in options} or not label:
            return
        value: Any
        cls: type
        least = most = None
        if kind == "check":
            value, cls = default == "true", bool
        elif kind == "spin":
            if not all(_WHOLE.fullmatch(fields.get(key, "0")) for key in ("default", "min", "max")):
                return
            value, cls = whole(default), int
            least = whole(fields["min"]) if "min" in fields else None
            most = whole(fields["max"]) if "max" in fields else None
            if (least is not None and value < least) or (most is not None and value > most):
                return
        elif kind == "combo" and default in choices:
            value, cls = default, str
        elif kind in ("string", "filename"):
            value, cls = "" if default == "<empty>" else default, str
        else:
            return  # a button or an unknown type
        options.append(
            Option(
                name=option_name(label, taken), kind=cls, default=value, minimum=least, maximum=most,
                choices=tuple(choices) if kind == "combo" else None, label=label,
            )
        )  # fmt: skip

    def _split_option(self, text: str) -> tuple[str, str, dict[str, str], list[str]]:
        """Split the text of an option.

        Return its name, its type, a mapping of the fields ``default``, ``min`` and ``max``, and the values of ``var``.
        """
        head, _, tail = text.partition(" type ")
        label = head.strip().removeprefix("name ").strip()
        kind, _, tail = tail.strip().partition(" ")
        fields: dict[str, str] = {}
        choices: list[str] = []
        for part in re.split(r"(?:^|\s)(?=(?:default|min|max|var)(?:\s|$))", tail):
            word, _, value = part.strip().partition(" ")
            if word == "var":
                choices.append(value.strip())
            elif word:
                fields.setdefault(word, value.strip())
        return label, kind, fields, choices

    def prepare(self, game: Game, values: Mapping[str, str]) -> Talk[None]:
        """Send the options, the variant and the command for a new game, then wait for ``readyok``.

        Raises:
            SearchError: if the engine does not support the game, or does not answer.
        """
        rules = self.rules_for(game)
        variant = rules.get("variant", "")
        lines = [self._setoption(label, value) for label, value in values.items()]
        known = {word for word in self.identity.words if word.startswith("variant ")}
        if known and f"variant {variant}" not in known:
            raise SearchError("{name} does not support {game}", name=self.name, game=tr(game.title))
        if known:
            lines.append(self._setoption("UCI_Variant", variant))
        if CHESS960 in self.identity.words:
            lines.append(self._setoption(CHESS960, rules.get("chess960", "false")))
        elif "chess960" in rules:
            raise SearchError("{name} does not support {game}", name=self.name, game="Chess960")
        # Engines that support variants count ranks from 1, the others as the game does.
        self._shift = 1 - first_rank(game) if known and self.protocol == "uci" else 0
        yield Send((*lines, *self._new_game()))
        yield from self._ready()

    def _setoption(self, label: str, value: str) -> str:
        return f"setoption name {label} value {' '.join(value.split()) or '<empty>'}"

    def _new_game(self) -> tuple[str, ...]:
        return ("ucinewgame",)

    def _ready(self) -> Talk[None]:
        yield Send(("isready",))
        yield Alarm(self.patience)
        while (line := (yield WAIT)) is not None:
            if line.strip() == "readyok":
                return
        raise self.hung(self.patience)

    # --- asking ---------------------------------------------------------------------------------------------------

    def ask(self, course: Course, limit: Limit | TimeLeft, only: Sequence[int] = ()) -> Talk[Decision]:
        """Send ``position`` and ``go``, yield the progress in ``info`` lines, and return the move of ``bestmove``.

        The moves ``only`` follow the word ``searchmoves``.

        Raises:
            SearchError: if the engine does not answer, or answers without a legal move.
        """
        position = course.position
        yield Send((self._position(course), self._go(position, limit) + self._restriction(position, only)))
        if isinstance(limit, TimeLeft):
            seconds: float | None = limit.seconds[position.turn]
        else:
            seconds = limit.seconds
        patience = SILENCE_SECONDS if seconds is None else seconds + GRACE_SECONDS
        yield Alarm(patience)
        warned = False
        last: Thought | None = None
        parts: dict[str, Any] = {}
        nodes = 0
        # Some engines, such as GNU Chess, ignore a limit of nodes and would search without end.
        most = None if isinstance(limit, TimeLeft) or limit.nodes is None else 2 * limit.nodes + SPARE_NODES
        while True:
            line = yield WAIT
            if line is None:
                if warned:
                    raise self.hung(patience)
                warned = True
                # With a time limit, the engine is stopped. Without a time limit, ``isready`` tests whether it responds.
                yield Send(("isready",) if seconds is None else ("stop",), reminds=True)
                yield Alarm(self.patience if seconds is None else GRACE_SECONDS)
                continue
            if seconds is None:
                warned = False
                yield Alarm(patience)
            first, *words = line.split() or [""]
            if first == "info":
                fields = self.read_info(words)
                # UCCI engines report nodes and moves in separate lines (ElephantEye).
                nodes = max(nodes, fields.get("nodes", 0))
                if fields.get("multipv", 1) <= 1:
                    thought, parts = join_info(parts, fields, last)
                    if thought is not None:
                        last = thought if thought.nodes else dataclasses.replace(thought, nodes=nodes)
                        yield last
                if most is not None and nodes > most:
                    most = None
                    yield Send(("stop",), reminds=True)
            elif first == "bestmove":
                if last is None and parts.get("score") is not None:  # the engine reports no variation
                    last, _ = join_info(parts, {"pv": tuple(words[:1])}, None)
                    if last is not None:
                        yield last
                if last is not None and nodes > last.nodes:
                    yield dataclasses.replace(last, nodes=nodes)
                return self._bestmove(position, words)
            elif first == "nobestmove":
                raise SearchError("{name} gave no answer", name=self.name)

    def _bestmove(self, position: Position, words: Sequence[str]) -> Decision:
        if not words or words[0] in ("(none)", "0000", "none", "a0a0"):
            raise SearchError("{name} gave no answer", name=self.name)
        return Decision(None) if "resign" in words[1:] else self.answer(position, words[0])

    def _position(self, course: Course) -> str:
        game = course.start.game
        text = "startpos" if course.start == game.start() else f"fen {game.format_position(course.start)}"
        moves = [shift_ranks(each, self._shift) for each in course.texts] if self._shift else course.texts
        return " ".join(["position", text, *(["moves", *moves] if moves else [])])

    def _restriction(self, position: Position, only: Sequence[int]) -> str:
        """Return the end of ``go`` that restricts the search. It is last, because the list of moves has no end mark."""
        texts = [shift_ranks(position.game.format_protocol_move(position, move), self._shift) for move in only]
        return " ".join(["", "searchmoves", *texts]) if texts else ""

    def _go(self, position: Position, limit: Limit | TimeLeft) -> str:
        if isinstance(limit, TimeLeft):
            return self._go_clock(position, limit)
        words = ["go"]
        if limit.depth is not None:
            words.append(f"depth {limit.depth}")
        if limit.nodes is not None:
            words.append(f"nodes {limit.nodes}")
        if limit.seconds is not None:
            words.append(f"movetime {max(1, round(1000 * limit.seconds))}")
        return " ".join(words)

    def _go_clock(self, position: Position, clock: TimeLeft) -> str:
        words = ["go"]
        # UCI calls the side that begins white, whatever its colour.
        for player, letter in ((Player.FIRST, "w"), (Player.SECOND, "b")):
            words.append(f"{letter}time {round(1000 * clock.seconds[player])}")
            words.append(f"{letter}inc {round(1000 * clock.increments[player])}")
        if clock.moves_to_go is not None:
            words.append(f"movestogo {clock.moves_to_go}")
        return " ".join(words)

    def read_move(self, game: Game, position: Position, text: str) -> int:
        """Return the legal move that ``text`` represents in coordinate notation, with ranks numbered as by the engine.

        Raises:
            NotationError: if ``text`` is not a legal move.
        """
        return game.parse_move(position, shift_ranks(text, -self._shift))

    @staticmethod
    def read_info(words: Sequence[str]) -> dict[str, Any]:
        """Parse the words of an ``info`` line.

        The result has the fields of the line by their keywords: ``score`` in the encoding of ``engine.core.score``, or
        None if it cannot be read, ``is_bound``, ``pv`` as a tuple of words, and the others as numbers of at least 0.
        """
        fields: dict[str, Any] = {}
        at = 0
        while at < len(words):
            word = words[at]
            value = words[at + 1] if at + 1 < len(words) else ""
            at += 1
            if word in ("string", "message", "refutation", "currline"):
                break
            if word == "pv":
                end = next((place for place in range(at, len(words)) if words[place] in KEYWORDS), len(words))
                fields["pv"] = tuple(words[at:end])
                at = end
            elif word in _NUMBERS:
                fields[word] = max(0, whole(value))
            elif word == "score":
                fields["score"], fields["is_bound"] = None, False
                if (score := rounded(value)) is not None:  # UCCI
                    fields["score"] = plain_score(score)
            elif word == "cp" and (score := rounded(value)) is not None:
                fields["score"] = plain_score(score)
            elif word == "mate" and _WHOLE.fullmatch(value):
                fields["score"] = _mate_score(whole(value))
            elif word in ("lowerbound", "upperbound"):
                fields["is_bound"] = True
        return fields


def join_info(
    parts: Mapping[str, Any], fields: Mapping[str, Any], last: Thought | None
) -> tuple[Thought | None, dict[str, Any]]:
    """Return the progress in an ``info`` line about the best variation, and the fields for the next line.

    Some engines report the score and the variation in separate lines, in either order.

    Args:
        parts: fields of earlier lines, which are missing a variation.
        fields: fields of the line (``Uci.read_info``).
        last: progress that was reported last.

    Returns:
        The progress, or None if the line has no variation or no score for the last one, or if the score is a bound.
    """
    joined = {**parts, **fields}
    if not fields.get("pv"):
        if last is None or last.score is not None or fields.get("score") is None or "pv" in fields:
            return None, joined
        joined = {"depth": last.depth, "seldepth": last.seldepth, "nodes": last.nodes, **joined, "pv": last.pv}
    if joined.get("is_bound"):
        return None, {}
    depth, seldepth, nodes, hits = (joined.get(key, 0) for key in ("depth", "seldepth", "nodes", "tbhits"))
    return Thought(min(depth, 1000), min(seldepth, 1000), nodes, hits, joined.get("score"), joined["pv"]), {}


def _mate_score(moves: int) -> int | None:
    """Return the score of a mate in ``moves`` moves, or None if it is too far away.

    UCI counts moves, scores count plies: a win in n moves takes 2n − 1 plies, a loss in n moves 2n.
    """
    return win_score(2 * moves - 1 if moves > 0 else 2 * moves) if abs(moves) < 400 else None


class Ucci(Uci):
    """Client for UCCI, a protocol for xiangqi that is similar to UCI but has different keywords."""

    protocol: ClassVar[str] = "ucci"
    title: ClassVar[str] = "UCCI"
    hello: ClassVar[str] = "ucci"
    restricts: ClassVar[bool] = False

    def _split_option(self, text: str) -> tuple[str, str, dict[str, str], list[str]]:
        label, kind, fields, choices = super()._split_option(text)
        known = ("button", "check", "spin", "combo")
        return label, kind if kind in known else "string", fields, choices

    def _setoption(self, label: str, value: str) -> str:
        return f"setoption {label} {' '.join(value.split())}"

    def _new_game(self) -> tuple[str, ...]:
        lines = []
        if "usemillisec" in self.identity.words:
            lines.append("setoption usemillisec true")
        if "newgame" in self.identity.words:
            lines.append("setoption newgame")
        return tuple(lines)

    def _go(self, position: Position, limit: Limit | TimeLeft) -> str:
        if isinstance(limit, TimeLeft):
            return self._go_clock(position, limit)
        # UCCI allows one limit at a time.
        if limit.nodes is not None:
            return f"go nodes {limit.nodes}"
        if limit.depth is not None:
            return f"go depth {limit.depth}"
        assert limit.seconds is not None
        return f"go time {self._time(limit.seconds)} movestogo 1"

    def _go_clock(self, position: Position, clock: TimeLeft) -> str:
        own, other = position.turn, position.turn.other
        words = ["go", f"time {self._time(clock.seconds[own])}"]
        if clock.moves_to_go is not None:
            words.append(f"movestogo {clock.moves_to_go}")
        else:
            words.append(f"increment {self._time(clock.increments[own])}")
        words.append(f"opptime {self._time(clock.seconds[other])}")
        words.append(f"oppincrement {self._time(clock.increments[other])}")
        return " ".join(words)

    def _time(self, seconds: float) -> int:
        return round(1000 * seconds) if "usemillisec" in self.identity.words else max(1, int(seconds))
