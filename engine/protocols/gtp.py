"""GTP client, for engines that play Go.

Source: G. Farnebäck, *Specification of the Go Text Protocol, version 2*, draft 2, 2002;
``lz-analyze`` as documented by Leela Zero and KataGo (github.com/lightvector/KataGo, docs/GTP_Extensions.md).
"""

import contextlib
import math
from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.core.course import Course
from engine.core.errors import SearchError
from engine.core.game import Game
from engine.core.language import tr
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
    whole,
)
from engine.protocols.timing import TimeLeft
from engine.search.report import Limit

HELLO = "protocol_version"
COLOURS = ("black", "white")
ANALYSIS = ("kata-analyze", "lz-analyze")
INTERVAL_CENTISECONDS = 10
MOST_REASON = 200
"""Maximum number of characters of a refusal in an error message, which is a single line."""


class _RefusedError(Exception):
    """Raised when the engine refuses a command. The message is the text of the engine's answer."""


class Gtp(Client):
    """Client for GTP version 2."""

    protocol: ClassVar[str] = "gtp"
    title: ClassVar[str] = "GTP"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._known: Course | None = None  # the course on the engine's board

    def _command(self, text: str, seconds: float | None = None) -> Talk[str]:
        """Send a command and return its answer, without ``=``.

        Raises:
            _RefusedError: if the command is refused.
            SearchError: if there is no answer within ``seconds``. If ``seconds`` is None, the timeout is ``patience``.
        """
        yield Send((text,))
        seconds = self.patience if seconds is None else seconds
        yield Alarm(seconds)
        lines: list[str] = []
        while (line := (yield WAIT)) is not None:
            if not lines and line[:1] not in ("=", "?"):
                if text == HELLO and line.partition(" ")[0] in ("ERROR", "UNKNOWN"):
                    raise _RefusedError(line)  # answer of a Gomocup engine
                continue  # an empty line, or other output before the answer
            if lines and not line.strip():
                head = lines[0][1:].lstrip("0123456789").strip()
                answer = "\n".join([head, *lines[1:]]).strip()
                if lines[0][0] == "?":
                    raise _RefusedError(" ".join(answer.split())[:MOST_REASON])
                return answer
            lines.append(line)
        raise self.hung(seconds)

    # --- beginning ------------------------------------------------------------------------------------------------

    def identify(self) -> Talk[Identity]:
        """Query ``protocol_version``, ``name``, ``version`` and ``list_commands``.

        Raises:
            SearchError: if the engine refuses one of these commands, or does not answer.
        """
        try:
            yield from self._command(HELLO)
            name = yield from self._command("name")
            version = yield from self._command("version")
            commands = yield from self._command("list_commands")
        except _RefusedError:
            raise self.refused(self.title) from None
        self.identity = Identity(f"{name} {version}".strip(), words=frozenset(commands.split()))
        return self.identity

    def prepare(self, game: Game, values: Mapping[str, str]) -> Talk[None]:
        """Set the size of the board and komi. The next query of a move clears the board.

        Raises:
            SearchError: if the engine does not support the game, or does not answer.
        """
        rules = self.rules_for(game)
        self._known = None
        try:
            yield from self._command(f"boardsize {rules['boardsize']}")
            if "komi" in rules:
                yield from self._command(f"komi {rules['komi']}")
        except _RefusedError as error:
            raise SearchError("{name}: {reason}", name=self.name, reason=error) from None

    # --- asking ---------------------------------------------------------------------------------------------------

    def ask(self, course: Course, limit: Limit | TimeLeft, only: Sequence[int] = ()) -> Talk[Decision]:
        """Send the moves that lead to the position, then ``genmove``, and return the move.

        If ``limit`` is a limit of time or nodes and the engine supports an analysis command, that command is sent
        instead of ``genmove``.

        Raises:
            SearchError: if the engine refuses a command, does not answer, or answers with an illegal move.
        """
        position = course.position
        try:
            yield from self._set_up(course)
            if isinstance(limit, Limit) and (limit.seconds is not None or limit.nodes is not None):
                for command in ANALYSIS:
                    if command in self.identity.words:
                        return (yield from self._analyse(command, position, limit))
            patience = yield from self._set_time(position.turn, limit)
            text = yield from self._command(f"genmove {COLOURS[position.turn]}", patience)
        except _RefusedError as error:
            raise SearchError("{name}: {reason}", name=self.name, reason=error) from None
        if text.lower() == "resign":
            return Decision(None)
        self._known = None
        answer = self.answer(position, text)
        assert answer.move is not None
        self._known = Course(course.start, (*course.moves, answer.move))
        return answer

    def _set_up(self, course: Course) -> Talk[None]:
        """Set up the position on the engine's board.

        If the board already has an earlier position of the same game, only the new moves are sent.
        """
        game = course.start.game
        known = self._known
        plays = []
        if known is None or known.start != course.start or course.moves[: len(known.moves)] != known.moves:
            yield from self._command("clear_board")
            done = 0
            surface = game.surface(course.start)
            owners = {kind.id: kind.player for kind in surface.kinds}
            # Stones of a legal position that are placed one by one capture nothing: each group always has a liberty.
            for cell, piece in sorted(surface.pieces.items()):
                owner = owners[piece]
                if owner is not None:
                    column, row = cell % surface.columns, cell // surface.columns
                    plays.append((owner, f"{surface.column_names[column]}{surface.row_names[row]}"))
            if is_handicap(course.start, plays) and (yield from self._place_handicap([text for _, text in plays])):
                plays = []
        else:
            done = len(known.moves)
        self._known = None
        turns = [position.turn for position in course.positions]
        plays += list(zip(turns, course.texts, strict=False))[done:]
        for player, text in plays:
            yield from self._command(f"play {COLOURS[player]} {text}")
        self._known = course

    def _place_handicap(self, points: Sequence[str]) -> Talk[bool]:
        """Place handicap stones on the empty board with a command that the engine lists.

        Engines count these stones as a handicap, unlike stones that are played, which makes a difference to the score.
        If no command places exactly these stones, the board is empty again and the result is False.
        """
        for command in ("set_free_handicap", "fixed_handicap"):
            if command not in self.identity.words:
                continue
            fixed = command == "fixed_handicap"
            with contextlib.suppress(_RefusedError):
                answer = yield from self._command(f"{command} {len(points) if fixed else ' '.join(points)}")
                if not fixed or sorted(answer.upper().split()) == sorted(points):
                    return True
            yield from self._command("clear_board")
        return False

    def _set_time(self, player: Player, limit: Limit | TimeLeft) -> Talk[float]:
        """Send the time settings, and return the timeout of the move in seconds."""
        if isinstance(limit, TimeLeft):
            left = limit.seconds[player]
            if "time_left" in self.identity.words:
                for each in Player:
                    yield from self._command(f"time_left {COLOURS[each]} {max(0, int(limit.seconds[each]))} 0")
            return left + GRACE_SECONDS
        if limit.seconds is None:
            return SILENCE_SECONDS
        # GTP supports whole seconds only. The setting is one stone per period of ``seconds``.
        seconds = max(1, math.ceil(limit.seconds))
        if "time_settings" in self.identity.words:
            yield from self._command(f"time_settings 0 {seconds} 1")
            if "time_left" in self.identity.words:
                yield from self._command(f"time_left {COLOURS[player]} {seconds} 1")
        return seconds + 4 * GRACE_SECONDS

    # --- lz-analyze -----------------------------------------------------------------------------------------------

    def _analyse(self, command: str, position: Position, limit: Limit) -> Talk[Decision]:
        """Start an analysis, read its progress until the limit is reached, and stop it with a further command.

        Raises:
            _RefusedError: if the command is refused.
            SearchError: if the engine reports no move, or an illegal move.
        """
        yield Send((f"{command} {COLOURS[position.turn]} {INTERVAL_CENTISECONDS}",))
        yield Alarm(limit.seconds if limit.seconds is not None else SILENCE_SECONDS)
        best: Thought | None = None
        while (line := (yield WAIT)) is not None:
            if line.startswith("?"):
                raise _RefusedError(line[1:].strip())
            thought = read_analysis(line)
            if thought is not None:
                best = thought
                yield thought
                if limit.nodes is not None and thought.nodes >= limit.nodes:
                    break
                if limit.seconds is None:
                    yield Alarm(SILENCE_SECONDS)
        # The analysis ends with an empty line, which precedes the answer.
        yield from self._command("name")
        if best is None:
            raise SearchError("{name} gave no answer", name=self.name)
        return self.answer(position, best.pv[0])


def is_handicap(start: Position, stones: Sequence[tuple[Player, str]]) -> bool:
    """Whether the ``stones`` of the first position of a game are a handicap, on the usual points or not.

    The rules must have a handicap, so that a diagram without white stones is none.
    """
    return (
        len(stones) > 1
        and start.turn == Player.SECOND
        and bool(getattr(start.game.rules, "handicap", 0))
        and all(player == Player.FIRST for player, _ in stones)
    )


def read_analysis(line: str) -> Thought | None:
    """Parse the progress in a line of the output of ``lz-analyze`` or ``kata-analyze``.

    The result is None if the line contains no best move.
    """
    moves = [part.split() for part in line.split("info ") if part.strip()]
    if not line.startswith("info ") or not moves:
        return None
    visits = 0
    best: dict[str, str] = {}
    pv: tuple[str, ...] = ()
    for words in moves:
        at = words.index("pv") if "pv" in words else len(words)
        fields = dict(zip(words[:at:2], words[1:at:2], strict=False))
        visits += max(0, whole(fields.get("visits", "")))
        if not best or fields.get("order") == "0":
            best, pv = fields, tuple(words[at + 1 :]) or (fields.get("move", ""),)
    if not pv[0]:
        return None
    note, chance = "", None
    with contextlib.suppress(KeyError, ValueError):
        winrate = float(best["winrate"])
        # Leela Zero reports ten-thousandths.
        share = winrate if winrate <= 1 else winrate / 10_000
        if 0 <= share <= 1:
            note, chance = tr("wins {percent} %", percent=f"{share * 100:.1f}"), share
    score = None
    with contextlib.suppress(KeyError, ValueError, OverflowError):
        score = round(float(best["scoreLead"]))
    return Thought(nodes=visits, score=score, pv=pv, note=note, chance=chance)
