"""The measures of ``kyvien-engine bench``: node counts, which change only with the code, and speeds on this machine.

By default, fewer positions and rounds are measured, or smaller things, which takes some two minutes. All parts are
measured, so that a regression shows.

Times on shared machines vary. If a measure is a ratio of two speeds, both are therefore measured alternately in one
run.
"""

from functools import partial

from engine.bench import programs, review, sizes, strong
from engine.bench.measures import Part, game_parts, general_parts, reference_game

PARTS: dict[str, Part] = {
    **general_parts(),
    **game_parts(),
    "strong": strong.measure,
    "review": review.measure,
    "start": partial(programs.start, reference_game()),
    "window": programs.window,
    "tree": partial(programs.tree, reference_game()),
    "growth": partial(sizes.measure, reference_game()),
    "build": programs.build,
}
"""The measuring functions of the parts by name, in the order of the report."""
