"""Loop over random cases, each with its own seed, in which only named errors may be raised."""

import random
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass

from engine.core.errors import KyVienError

SLOW_SECONDS = 20.0
"""CPU time of a case above which it counts as hung."""


@dataclass
class Tally:
    """The number of cases and the slowest one.

    Attributes:
        name: what is tried.
        seed: the seed of the run.
        count: number of cases.
        refused: number of cases that ended with a ``KyVienError``.
        slowest: CPU time of the slowest case in seconds.
        slowest_case: its seed.
    """

    name: str
    seed: int
    count: int = 0
    refused: int = 0
    slowest: float = 0.0
    slowest_case: str = ""

    def __str__(self) -> str:
        return (
            f"{self.name}, seed {self.seed}: {self.count} cases, {self.refused} refused, "
            f"slowest {self.slowest:.2f} s CPU (case {self.slowest_case})"
        )


def run_cases(name: str, seed: int, count: int, case: Callable[[random.Random], int | None]) -> Tally:
    """Call ``case`` until ``count`` cases have been tried.

    Args:
        name: what is tried.
        seed: the seed of the run. The seed of each case is the text ``name seed index``.
        count: least number of cases.
        case: function of a random generator, which returns how many cases it tried, or None for one. It may raise a
            ``KyVienError``.

    Raises:
        AssertionError: for any other error, and for a case that takes more than ``SLOW_SECONDS``; with its seed.
    """
    tally = Tally(name, seed)
    index = 0
    while tally.count < count:
        own = f"{name} {seed} {index}"
        index += 1
        began = time.process_time()
        try:
            tally.count += case(random.Random(own)) or 1
        except KyVienError as error:
            tally.count += 1
            tally.refused += 1
            assert str(error).strip() and "\n" not in str(error), f"case {own!r}: {error!r}"
        except Exception as error:
            raise AssertionError(f"case {own!r}\n{traceback.format_exc()}") from error
        seconds = time.process_time() - began
        if seconds > tally.slowest:
            tally.slowest, tally.slowest_case = seconds, own
        assert seconds < SLOW_SECONDS, f"case {own!r} took {seconds:.0f} s of CPU time"
    return tally
