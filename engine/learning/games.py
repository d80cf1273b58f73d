"""Self-play games, from whose positions an evaluation is trained.

The games are numbered, and everything random in a game follows from its number and the description. A task plays
``BATCH`` games. The journal has the moves and the scores of the games, four bytes for each move, before compression.
"""

import base64
import hashlib
import json
import random
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from engine.core.errors import KyVienError, OptionError
from engine.core.evaluation import Evaluation, find_evaluation, stated_name
from engine.core.game import Game, find_game
from engine.core.language import Plural, mark
from engine.core.options import check_range
from engine.core.position import Position
from engine.jobs.job import Job
from engine.search.report import Limit, last_report
from engine.search.search import Search
from engine.search.spec import Spec

BATCH = 20
"""Games of a task."""
PLAYER = "pvs:table_mb=4"
"""The algorithm of both players. One search plays both sides, and forgets everything before each game."""
PATIENCE = 6
"""Scores in a row with which a game is decided."""
DULL_FROM, DULL_PLIES = 80, 16
"""Ply from which a game can be drawn as dull, and the number of scores in a row for that."""
MOST_SCORE = 32_000
"""Greatest absolute value of a stored score. Greater scores, such as those of wins, are stored as this one."""
MOST_BATCH = 1 << 24
"""Greatest size of the games of a task in bytes."""
_HEAD = struct.Struct("<HBB")


class SelfPlayGame(NamedTuple):
    """A self-play game.

    Attributes:
        number: number of the game, from 0.
        random_plies: number of moves at the beginning that were chosen at random.
        result: points of FIRST: 2 for a win, 1 for a draw, 0 for a loss.
        moves: the moves, ``(n,)`` uint16.
        scores: score of each move after the random ones for the side that played it, ``(n - random_plies,)`` int16.
    """

    number: int
    random_plies: int
    result: int
    moves: np.ndarray
    scores: np.ndarray


@dataclass(frozen=True)
class Batch:
    """The task to play the games with the numbers from ``BATCH * index``."""

    index: int


@dataclass(frozen=True)
class PlayedBatch:
    """The games of a task.

    Attributes:
        index: number of the task.
        data: the games one after the other (``pack``), or empty if the task failed.
        fault: reason why the task failed, or an empty string. A failed task is done again when the job is resumed.
    """

    index: int
    data: bytes = field(repr=False)
    fault: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the games as plain data for ``SelfPlay.read_result``."""
        text = base64.b64encode(zlib.compress(self.data, 9)).decode("ascii")
        return {"index": self.index, "games": text} | ({"fault": self.fault} if self.fault else {})

    def games(self) -> Iterator[SelfPlayGame]:
        """Yield the games, without those that ended during their random moves.

        Raises:
            ValueError: if the data are damaged.
        """
        at, number = 0, BATCH * self.index
        while at < len(self.data):
            if len(self.data) < at + _HEAD.size:
                raise ValueError("incomplete game")
            count, random_plies, result = _HEAD.unpack_from(self.data, at)
            at += _HEAD.size
            end = at + 2 * count + 2 * (count - random_plies)
            if random_plies > count or result > 2 or end > len(self.data):
                raise ValueError("damaged game")
            moves = np.frombuffer(self.data, "<u2", count, at)
            scores = np.frombuffer(self.data, "<i2", count - random_plies, at + 2 * count)
            if count:
                yield SelfPlayGame(number, random_plies, result, moves, scores)
            at, number = end, number + 1


@dataclass(frozen=True)
class SelfPlay(Job[Batch, PlayedBatch]):
    """Self-play games.

    A game ends by the rules. It is also won once the scores of both sides agree on a win for ``PATIENCE`` plies, and
    drawn if the scores of ``DULL_PLIES`` plies after ply ``DULL_FROM`` are within ``dull``, or after ``most_plies``.

    Attributes:
        game: identifier of the game.
        rules: ``k=v,…``, or an empty string for the default rules.
        games: number of games, rounded up to a multiple of ``BATCH``.
        evaluation: name of the evaluation of the players, with the digest of a network (``pinned_name``), or an empty
            string for the game's default.
        nodes: positions visited for a move.
        random_plies: least and greatest number of random moves at the beginning of a game.
        decided: score with which a game is won, or 0 to play until the rules end it.
        dull: greatest score with which a game is dull, or -1 to disable this rule.
        most_plies: number of plies after which a game is drawn.
        seed: random seed from which the seeds of all games are derived.

    Raises:
        OptionError: if a number is out of range.
    """

    kind: ClassVar[str] = "games"
    worker: ClassVar[str] = "engine.learning.worker"
    foreign: ClassVar[str] = mark("{file} is not the journal of self-play games")
    busy: ClassVar[str] = mark("{file}: another program is playing these games")
    failing: ClassVar[str] = Plural(
        "{count} task failed because its worker process died: {reason}",
        "{count} tasks in a row failed because their worker processes died: {reason}",
    )

    game: str
    rules: str = ""
    games: int = 2000
    evaluation: str = ""
    nodes: int = 600
    random_plies: tuple[int, int] = (4, 10)
    decided: int = 30_000
    dull: int = -1
    most_plies: int = 240
    seed: int = 1

    def __post_init__(self) -> None:
        least, most = self.random_plies
        check_range("games", self.games, 1, 100_000_000)
        check_range("nodes", self.nodes, 1, 1_000_000_000)
        check_range("random_plies", most, 0, 200)
        check_range("random_plies", least, 0, most)
        check_range("decided", self.decided, 0, MOST_SCORE)
        check_range("dull", self.dull, -1, MOST_SCORE)
        check_range("most_plies", self.most_plies, most + 1, 10_000)

    @property
    def digest(self) -> str:
        text = json.dumps(self.to_dict(), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def total(self) -> int:
        return -(-self.games // BATCH)

    @property
    def evaluations(self) -> Iterator[tuple[str, str]]:
        yield self.game, self.evaluation

    def tasks(self) -> Iterator[Batch]:
        yield from map(Batch, range(self.total))

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "random_plies": list(self.random_plies)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        defaults = {each.name: each.default for each in fields(cls)}
        values = {**data, "random_plies": tuple(data["random_plies"])}
        for name, value in values.items():
            wanted = str if name == "game" else type(defaults[name])
            if type(value) is not wanted or not isinstance(value, str | int | tuple):
                raise ValueError(name)
        least, most = values["random_plies"]
        if type(least) is not int or type(most) is not int:
            raise ValueError("random_plies")
        return cls(**values)

    def read_result(self, data: Mapping[str, Any]) -> PlayedBatch:
        index = data["index"]
        if type(index) is not int or not 0 <= index < self.total or data.get("fault"):
            raise ValueError("index")
        try:
            unpacking = zlib.decompressobj()
            found = PlayedBatch(index, unpacking.decompress(base64.b64decode(data["games"]), MOST_BATCH))
        except zlib.error:
            raise ValueError("games") from None
        if not unpacking.eof or len(list(found.games())) > BATCH:
            raise ValueError("games")
        return found

    def failed(self, task: Batch, reason: str) -> PlayedBatch:
        return PlayedBatch(task.index, b"", reason or "?")

    def with_stated_name(self) -> Self:
        """Return the same games with a network as their evaluation without its folder, which can be moved."""
        return replace(self, evaluation=stated_name(self.game, self.evaluation))

    def replaces(self, known: Self, file: str) -> bool:
        is_same = known.game == self.game  # else its name in the file may be any text, which is not looked up
        if not is_same or replace(known.with_stated_name(), games=self.games) != self.with_stated_name():
            raise KyVienError("{file} is the journal of other self-play games", file=file)
        if known.games > self.games:
            raise KyVienError(
                Plural("{file} has {count} game; there can be more, not fewer",
                       "{file} has {count} games; there can be more, not fewer"),
                file=file, count=known.games,
            )  # fmt: skip
        return True

    def build_game(self) -> Game[Any]:
        """Return the game with its rules.

        Raises:
            OptionError: if there is no such game or rule.
        """
        return find_game(self.game).with_rules(self.rules)

    def find_evaluation(self) -> Evaluation:
        """Return the evaluation of the players.

        Raises:
            OptionError: if the game has no such evaluation.
        """
        return find_evaluation(self.game, self.evaluation)


def pack(random_plies: int, result: int, moves: list[int], scores: list[int]) -> bytes:
    """Return a game as bytes. The arguments are those of ``SelfPlayGame``."""
    head = _HEAD.pack(len(moves), random_plies, result)
    return head + np.array(moves, "<u2").tobytes() + np.array(scores, "<i2").tobytes()


class Players:
    """Both players of the games of a job.

    Args:
        job: the job.

    Raises:
        OptionError: if the game, a rule or the evaluation does not exist.
    """

    def __init__(self, job: SelfPlay) -> None:
        self._job = job
        self._start: Position = job.build_game().start()
        self._search: Search = Spec.parse(PLAYER).build(job.find_evaluation(), 0)

    @property
    def start(self) -> Position:
        """The position at which the games begin."""
        return self._start

    def play(self, number: int) -> bytes:
        """Play the game with a number, and return it as bytes. A game that ends during its random moves is empty.

        Raises:
            OptionError: if the search finds no move.
        """
        job = self._job
        rng = random.Random(f"{job.game} {job.rules} {job.seed} {number}")
        position, moves, scores = self._start, list[int](), list[int]()
        for _ in range(rng.randint(*job.random_plies)):
            if position.outcome() is not None:
                break
            moves.append(rng.choice(position.likely_moves()))
            position = position.play(moves[-1])
        if position.outcome() is not None:
            return pack(0, 1, [], [])
        random_plies, decided, dull = len(moves), 0, 0
        self._search.forget()
        while (outcome := position.outcome()) is None and len(moves) < job.most_plies:
            report = last_report(self._search.analyse(position, Limit(nodes=job.nodes)))
            if report is None or report.move is None:
                raise OptionError("{name} gave no answer", name=PLAYER)
            score = 0 if report.score is None else max(-MOST_SCORE, min(MOST_SCORE, report.score.value))
            decided = _lead(decided, -score if position.turn else score, job.decided)
            if abs(decided) >= PATIENCE:
                return pack(random_plies, 2 if decided > 0 else 0, moves, scores)
            dull = dull + 1 if len(moves) > DULL_FROM and abs(score) <= job.dull else 0
            if dull >= DULL_PLIES:
                break
            moves.append(report.move)
            scores.append(score)
            position = position.play(report.move)
        result = 1 if outcome is None or outcome.winner is None else 2 - 2 * outcome.winner
        return pack(random_plies, result, moves, scores)


def _lead(lead: int, score: int, decided: int) -> int:
    """Return the number of scores in a row, ``score`` included, with which FIRST, or if negative SECOND, has won.

    Args:
        lead: the number before ``score``.
        score: a score for FIRST.
        decided: the score with which a game is won, or 0 if there is none.
    """
    if decided and score >= decided:
        return max(lead, 0) + 1
    return min(lead, 0) - 1 if decided and score <= -decided else 0
