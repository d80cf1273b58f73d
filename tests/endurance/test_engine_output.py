"""Mutated output of engines, made of recorded conversations: each query ends with an answer or a ``SearchError``."""

import random
from collections.abc import Callable
from functools import cache

import pytest

from engine.asking.external import PROTOCOLS
from engine.core.course import Course
from engine.core.errors import SearchError
from engine.protocols.talk import Alarm, Client, Send, Talk, Thought
from engine.protocols.timing import TimeLeft
from engine.search.report import Limit
from tests.endurance.cases import Tally, run_cases
from tests.engine.positions import random_play
from tests.engine.protocols.test_transcripts import CASES, FOLDER, Case, courses
from tests.engine.records.formats.test_contract import PIECES

every_protocol = pytest.mark.parametrize("protocol", sorted(PROTOCOLS))
LIMITS = (Limit(depth=2), Limit(nodes=50), Limit(seconds=0.1), TimeLeft((1.5, 2), (0.1, 0.2), 7))
SILENT_AFTER = 150
"""Number of lines after which an engine sends nothing more."""
MOST_STEPS = 5_000
WORDS = ("bestmove", "info", "option name X type spin default", "=", "?", "OK", "ERROR", "MESSAGE", "uciok", "readyok")


@cache
def outputs(case: Case) -> tuple[str, ...]:
    """Return the lines that the engine of a recorded conversation printed."""
    text = (FOLDER / f"{case.name}.txt").read_text(encoding="utf-8")
    return tuple(line[2:] for line in text.split("\n") if line.startswith("<"))


class Mutator:
    """The output of an engine: the lines of a conversation, damaged, and lines of other conversations.

    Attributes:
        count: number of lines printed.
    """

    def __init__(self, case: Case, rng: random.Random) -> None:
        self._lines, self._rng = list(outputs(case)), rng
        self._other = outputs(rng.choice(CASES))
        # Some engines are damaged from their first line, others during a search.
        self._damage = rng.choice((0.02, 0.1, 0.5))
        self.count = 0

    def line(self) -> str | None:
        """Return the next line, or None for silence until the alarm."""
        rng = self._rng
        if self.count >= SILENT_AFTER or rng.random() < 0.01:
            return None
        self.count += 1
        line = self._lines.pop(0) if self._lines else rng.choice(self._other)
        if rng.random() >= self._damage:
            return line
        kind = rng.randrange(6)
        if kind == 0:
            return rng.choice(self._other)
        if kind == 1:
            return rng.choice(WORDS) + " " + rng.choice(PIECES)
        if kind == 2:
            words = line.split(" ")
            rng.shuffle(words)
            return " ".join(words)
        if kind == 3:
            words = line.split(" ")
            words[rng.randrange(len(words))] = rng.choice((*PIECES, "-1", "99999999999999999999", "a1a2", "0,0"))
            return " ".join(words)
        at = rng.randrange(len(line) + 1)
        return line[:at] + rng.choice(PIECES) + line[at + rng.randrange(3) :]


def hold(talk: Talk[object], mutator: Mutator) -> None:
    """Hold a conversation to its end."""
    answer: str | None = None
    for _ in range(MOST_STEPS):
        try:
            step = talk.send(answer)
        except StopIteration:
            return
        answer = None
        if isinstance(step, Send):
            assert all("\n" not in line for line in step.lines), step
        elif isinstance(step, Thought):
            assert all(isinstance(each, int) for each in (step.depth, step.seldepth, step.nodes, step.hits)), step
        elif not isinstance(step, Alarm):
            answer = mutator.line()
    raise AssertionError("the conversation does not end")


def converse(case: Case, client: Client, mutator: Mutator, rng: random.Random) -> None:
    """Greet an engine, prepare it and query some moves."""
    hold(client.identify(), mutator)
    start = courses(case)[0].start
    hold(client.prepare(start.game, dict(case.values)), mutator)
    for _ in range(rng.randint(1, 4)):
        line = random_play(start, rng.randrange(8), rng)
        course = rng.choice(courses(case))
        if line[-1].legal_moves() and rng.random() < 0.5:
            course = Course(line[-1])
        if course.position.legal_moves():
            hold(client.ask(course, rng.choice(LIMITS)), mutator)
            client.read_line(course.position, [mutator.line() or "" for _ in range(3)])


def fuzz(protocol: str, seed: int, count: int) -> Tally:
    cases = [case for case in CASES if case.protocol == protocol]
    errors: set[str] = set()

    def case(rng: random.Random) -> int:
        chosen = rng.choice(cases)
        mutator = Mutator(chosen, rng)
        try:
            converse(chosen, PROTOCOLS[protocol](chosen.name), mutator, rng)
        except SearchError as error:
            assert "\n" not in str(error)
            errors.add(str(error)[:20])
        return max(1, mutator.count)

    tally = run_cases(f"output of {protocol}", seed, count, case)
    assert len(errors) > 2
    return tally


@every_protocol
def test_some_output(protocol: str, seed: int) -> None:
    fuzz(protocol, seed, 3_000)


@pytest.mark.slow
@every_protocol
def test_much_output(protocol: str, seed: int, figure: Callable[[str], None]) -> None:
    figure(str(fuzz(protocol, seed, 60_000)))
