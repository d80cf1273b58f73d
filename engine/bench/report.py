"""The measures of ``kyvien-engine bench``: node counts, which change only with the code, and speeds on this machine.

Times on shared machines vary. If a measure is a ratio of two speeds, both are therefore measured alternately in one
run.
"""

from collections.abc import Callable, Sequence
from functools import partial

from engine.bench import programs, review, strong
from engine.bench.measures import game_parts, general_parts, reference_game
from engine.bench.rows import Row

PARTS: dict[str, Callable[[], list[Row]]] = {
    **general_parts(),
    **game_parts(),
    "strong": strong.measure,
    "review": review.measure,
    "start": partial(programs.start, reference_game()),
    "window": programs.window,
    "tree": partial(programs.tree, reference_game()),
    "build": programs.build,
}
"""The measuring functions of the parts by name, in the order of the report."""


def run(parts: Sequence[str], on_part: Callable[[], None] = lambda: None) -> dict[str, list[Row]]:
    """Run the given parts, and return a mapping of parts to rows. ``on_part`` is called after each part."""
    measures = {}
    for part in parts:
        measures[part] = PARTS[part]()
        on_part()
    return measures
