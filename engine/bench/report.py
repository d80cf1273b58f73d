"""The measures of ``kyvien-engine bench``: node counts, which only change with the code, then speeds on this machine.

Times on shared machines are noisy: where a target is a ratio, both sides are measured alternately in the same run.
"""

from collections.abc import Callable, Sequence
from functools import partial

from engine.bench import programs
from engine.bench.measures import game_parts, general_parts, reference_game
from engine.bench.rows import Row

PARTS: dict[str, Callable[[], list[Row]]] = {
    **general_parts(),
    **game_parts(),
    "start": partial(programs.start, reference_game()),
    "window": programs.window,
    "build": programs.build,
}
"""The parts by name, in order."""


def run(parts: Sequence[str], on_part: Callable[[], None] = lambda: None) -> dict[str, list[Row]]:
    """Return the measures of the given parts, by part."""
    measures = {}
    for part in parts:
        measures[part] = PARTS[part]()
        on_part()
    return measures
