"""Draw what each refinement is worth, in Elo with intervals, from the tables of refinements.

    python examples/strength/refinements_chart.py --output docs/refinements.svg

The figures are those of the matches with equal time in ``results/refinements/``: the switch on against off. A switch
that was played in no match of a game, or does not apply to it, has words instead of an interval.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from engine.core.game import Game, find_game
from engine.picture.colors import LIGHT
from engine.picture.scene import Circle, Item, Pen, Scene, Text
from engine.picture.scene import Path as Line
from engine.picture.svg import scene_svg
from engine.search.switches import REFINEMENTS

RESULTS = Path(__file__).parent / "results" / "refinements"
GAMES = ("chess", "xiangqi", "cotoan", "caro")
LEAST, MOST = -150, 350
"""The Elo differences at the left and right edge of a column. Intervals beyond them are cut off."""
TICKS = (-100, 0, 100, 200, 300)
NAMES, COLUMN, GAP, ROW, TOP, FOOT = 150.0, 190.0, 14.0, 19.0, 52.0, 34.0
"""Lengths in px: the names, a column and the gap after it, a row, and the room above and below the rows."""
SIZE, SMALL = 12.0, 10.0
COLORS = {"helps": LIGHT.good, "harms": LIGHT.accent, "not resolved": LIGHT.secondary}


def place(elo: float) -> float:
    """Return the distance of an Elo difference from the left edge of a column, in px."""
    return COLUMN * (min(MOST, max(LEAST, elo)) - LEAST) / (MOST - LEAST)


def mark_of(figures: dict[str, Any], left: float, y: float) -> Iterator[Item]:
    """Yield the interval of a switch and a point for its Elo difference, which is hollow if it is not resolved."""
    color = COLORS[figures["verdict"]]
    yield Line([(left + place(figures[end]), y) for end in ("elo_low", "elo_high")], pen=Pen(color, 2.0))
    fill = LIGHT.surface if figures["verdict"] == "not resolved" else color
    yield Circle(left + place(figures["elo"]), y, 3.5, fill=fill, pen=Pen(color, 1.5))


def column(game: type[Game[Any]], left: float) -> Iterator[Item]:
    """Yield the column of a game."""
    rows = json.loads((RESULTS / f"{game.name}.json").read_text(encoding="utf-8"))["switches"]
    bottom = TOP + ROW * len(REFINEMENTS)
    yield Text(left + COLUMN / 2, 14, game.title, SIZE, LIGHT.text, "middle", is_bold=True)
    for tick in TICKS:
        x = left + place(tick)
        pen = Pen(LIGHT.secondary if tick == 0 else LIGHT.line)
        yield Line([(x, TOP - 8), (x, bottom)], pen=pen)
        yield Text(x, TOP - 16, f"{tick:+d}".replace("-", "−") if tick else "0", SMALL, LIGHT.secondary, "middle")
    for number, switch in enumerate(REFINEMENTS):
        y = TOP + ROW * (number + 0.5)
        figures = rows.get(switch, {}).get("time")
        if figures is not None:
            yield from mark_of(figures, left, y)
        else:
            words = "does not apply" if switch in game.unsuitable else "not measured"
            yield Text(left + place(0) + 6, y, words, SMALL, LIGHT.secondary, halo=LIGHT.surface)


def chart() -> Scene:
    """Return the chart."""
    items: list[Item] = []
    width = NAMES + len(GAMES) * (COLUMN + GAP)
    for number, switch in enumerate(REFINEMENTS):
        y = TOP + ROW * (number + 0.5)
        items.append(Line([(0, y + ROW / 2), (width, y + ROW / 2)], pen=Pen(LIGHT.line, 0.5)))
        items.append(Text(NAMES - 10, y, switch, SIZE, LIGHT.text, "end"))
    for number, name in enumerate(GAMES):
        items.extend(column(find_game(name), NAMES + number * (COLUMN + GAP)))
    height = TOP + ROW * len(REFINEMENTS) + FOOT
    words = "Elo of the switch on against off, equal time, 95 %; green: helps, red: harms, hollow: not resolved"
    items.append(Text(NAMES, height - 14, words, SMALL, LIGHT.secondary, "start"))
    title = f"What each refinement is worth in {', '.join(find_game(name).title for name in GAMES)}"
    return Scene(width, height, items, title, LIGHT.surface)


def main(texts: Sequence[str]) -> int:
    """Write the chart."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--output", type=Path, required=True, help="the SVG file")
    arguments = parser.parse_args(texts)
    arguments.output.write_text(scene_svg(chart(), inline=False), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
