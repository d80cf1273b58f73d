"""Conversations without a process: a script plays the engine."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from engine.protocols.talk import Alarm, Send, Talk, Thought

T = TypeVar("T")

ALARM = None
"""In a script: the engine prints nothing until the alarm goes off."""


@dataclass
class Held:
    """What a conversation was: what we sent, what was thought, the alarms set."""

    sent: list[str] = field(default_factory=list)
    thoughts: list[Thought] = field(default_factory=list)
    alarms: list[float | None] = field(default_factory=list)
    left: list[str | None] = field(default_factory=list)


def hold(talk: Talk[T], lines: Iterable[str | None], held: Held | None = None) -> tuple[T, Held]:
    """Hold a conversation with an engine that prints ``lines``, one whenever a line is waited for."""
    held = held or Held()
    said = list(lines)
    answer: str | None = None
    while True:
        try:
            step = talk.send(answer)
        except StopIteration as end:
            held.left = said
            return end.value, held
        answer = None
        if isinstance(step, Send):
            held.sent.extend(step.lines)
        elif isinstance(step, Alarm):
            held.alarms.append(step.seconds)
        elif isinstance(step, Thought):
            held.thoughts.append(step)
        else:
            assert said, f"nothing more to print after {held.sent}"
            answer = said.pop(0)


def replay(talk: Talk[T], log: list[str]) -> tuple[T, list[Thought]]:
    """Hold a recorded conversation again: what we send must be what was sent; consumes the lines of ``log``."""
    answer: str | None = None
    thoughts: list[Thought] = []
    while True:
        try:
            step = talk.send(answer)
        except StopIteration as end:
            return end.value, thoughts
        answer = None
        if isinstance(step, Send):
            for line in step.lines:
                assert log and log.pop(0) == f"> {line}", line
        elif isinstance(step, Thought):
            thoughts.append(step)
        elif not isinstance(step, Alarm) and log and log[0].startswith("<"):
            answer = log.pop(0)[2:]
            # Where the recording has no line, the alarm went off.


def sent_after(held: Held, count: int) -> Sequence[str]:
    """What was sent after the first ``count`` lines."""
    return held.sent[count:]
