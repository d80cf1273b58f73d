"""The effect of each piece on each cell on the score, to look into a network and compare it with other evaluations.

The effect of a piece on a cell is the score with it minus the score without it, for its owner, as a mean over positions
of random play. Nothing is known about how the evaluation works, so that a network can be shown next to an evaluation
with weights that were made by hand.
"""

import html
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.evaluation import Evaluation
from engine.core.game import Game
from engine.core.inputs import numbered
from engine.core.language import language, tr
from engine.core.outcome import Player
from engine.core.surface import PieceKind, Setup, Surface
from engine.core.values import Value

POSITIONS = 12
"""Number of positions of which the mean is taken."""


class PieceMap(Value):
    """The effects of a kind of piece.

    Attributes:
        kind: the kind.
        effects: effect on each cell in the unit of the evaluation's scores. A cell on which the piece was in no
            position is missing.
    """

    kind: PieceKind
    effects: Mapping[int, float]


def sample(game: Game, count: int = POSITIONS, seed: int = 1) -> list[Any]:
    """Return positions after random moves from the start, in none of which the game is over.

    Args:
        game: the game with its rules.
        count: number of positions.
        seed: random seed.
    """
    rng = random.Random(seed)
    found: list[Any] = []
    while len(found) < count:
        position: Any = game.start()
        for _ in range(rng.randrange(4, 40)):
            after = position.play(rng.choice(position.legal_moves()))
            if after.outcome() is not None:
                break
            position = after
        found.append(position)
    return found


def piece_maps(
    evaluation: Evaluation, positions: Sequence[Any], step: Callable[[], object] = lambda: None
) -> list[PieceMap]:
    """Return the effects of the pieces of FIRST and of neutral pieces.

    A piece of a kind of which there may be no more is moved instead of added. On a cell with another piece, it replaces
    that piece and is compared with the empty cell. The effects of a piece without which no position is legal, such as a
    king, are relative to their mean.

    Args:
        evaluation: the evaluation.
        positions: positions of one game, at least one.
        step: function that is called after each position.
    """
    surface = positions[0].game.surface(positions[0])
    kinds = [kind for kind in numbered(surface) if kind.player is not Player.SECOND]
    sums: list[dict[int, list[float]]] = [{} for _ in kinds]
    for position in positions:
        for kind, found in zip(kinds, sums, strict=True):
            for cell, effect in _effects(evaluation, position, surface, kind).items():
                found.setdefault(cell, []).append(effect)
        step()
    return [
        PieceMap(kind, {cell: sum(effects) / len(effects) for cell, effects in sorted(found.items())})
        for kind, found in zip(kinds, sums, strict=True)
    ]


def _effects(evaluation: Evaluation, position: Any, surface: Surface, kind: PieceKind) -> dict[int, float]:
    """Return the effect of a piece on each cell in one position."""
    game, setup = position.game, position.game.setup(position)
    pieces = dict(setup.pieces)
    present = [cell for cell, piece in pieces.items() if piece == kind.id]
    if kind.limit is not None and len(present) >= kind.limit:
        del pieces[present[0]]

    def score(changed: Mapping[int, str]) -> int | None:
        made = Setup(changed, setup.turn, setup.counters)
        after = None if game.faults(made) else game.compose(made)
        if after is None or after.outcome() is not None:
            return None
        found = evaluation.score(after)
        return -found if after.turn is not (kind.player or Player.FIRST) else found

    found: dict[int, float] = {}
    whole = score(pieces)
    for cell in range(surface.columns * surface.rows) if kind.cells is None else sorted(kind.cells):
        bare = {other: piece for other, piece in pieces.items() if other != cell}
        without = score(bare) if len(bare) < len(pieces) and whole is not None else whole
        if len(bare) == len(pieces) or without is not None:
            value = score({**bare, cell: kind.id})
            if value is not None:
                found[cell] = value - (without or 0)
    mean = sum(found.values()) / len(found) if found and whole is None else 0
    return {cell: value - mean for cell, value in found.items()}


def _figure(effect: float, decimals: int) -> str:
    """Return an effect as it is displayed in the current language."""
    text = f"{round(effect) / 10**decimals:.{decimals}f}".replace("-", "−")
    return text.replace(".", ",") if language() == "vi" else text


def text_map(surface: Surface, piece: PieceMap, decimals: int) -> list[str]:
    """Return a map as lines of text, the top row first, with the names of the rows and columns.

    Args:
        surface: the board.
        piece: the map.
        decimals: number of decimals of the scores.
    """
    texts = {cell: _figure(effect, decimals) for cell, effect in piece.effects.items()}
    width = max([len(text) for text in texts.values()] + [len(name) for name in surface.column_names], default=1) + 1
    edge = max(map(len, surface.row_names))
    lines = []
    for row in reversed(range(surface.rows)):
        cells = (texts.get(row * surface.columns + column, "·") for column in range(surface.columns))
        lines.append(surface.row_names[row].rjust(edge) + "".join(text.rjust(width) for text in cells))
    return [*lines, " " * edge + "".join(name.rjust(width) for name in surface.column_names)]


_GOOD, _BAD = (74, 134, 207), (214, 88, 70)
"""The colours of a good and of a bad effect: red, green and blue."""
_STYLE = """
body { font: 15px/1.4 system-ui, sans-serif; margin: 2em auto; max-width: 1100px; padding: 0 1em;
  color: #222; background: #fff; }
table.map { border-collapse: collapse; font-size: 11px; font-variant-numeric: tabular-nums; }
table.map td { min-width: 2.6em; height: 2.2em; text-align: center; border: 1px solid #8884; color: #222; }
table.map th { font-weight: normal; padding: 0 .4em; }
.pair { display: flex; flex-wrap: wrap; gap: 2em; }
caption { text-align: left; padding-bottom: .3em; }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #1c1c1c; } }
"""


def page(title: str, facts: Sequence[tuple[str, str]], surface: Surface, columns: Sequence["EvaluationMaps"]) -> str:
    """Return a page in HTML with the maps of each piece next to each other.

    Args:
        title: the heading.
        facts: rows of a table below it: a name and a text.
        surface: the board.
        columns: the evaluations.
    """
    parts = [f"<h1>{html.escape(title)}</h1>", "<table>"]
    parts += [f"<tr><th align=left>{html.escape(name)}</th><td>{html.escape(text)}</td></tr>" for name, text in facts]
    parts.append("</table>")
    for index, piece in enumerate(columns[0].maps if columns else ()):
        parts.append(f"<h2>{html.escape(tr(piece.kind.name))}</h2><div class=pair>")
        parts += [_html_map(surface, column, column.maps[index]) for column in columns]
        parts.append("</div>")
    return (
        f'<!DOCTYPE html>\n<html lang="{language()}"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body>\n" + "\n".join(parts) + "\n</body></html>\n"
    )


class EvaluationMaps(Value):
    """An evaluation on a page.

    Attributes:
        title: its name in the current language.
        unit: unit of its scores in the current language.
        decimals: number of decimals of its scores.
        maps: its maps, in the order of the kinds.
    """

    title: str
    unit: str
    decimals: int
    maps: Sequence[PieceMap]


def _html_map(surface: Surface, column: EvaluationMaps, piece: PieceMap) -> str:
    """Return the table of a map. Its greatest effect is the strongest colour: blue if it is good, red if it is bad."""
    strongest = max(map(abs, piece.effects.values()), default=0) or 1
    rows = [f"<table class=map><caption>{html.escape(f'{column.title} ({column.unit})')}</caption>"]
    for row in reversed(range(surface.rows)):
        cells = []
        for cell in range(row * surface.columns, (row + 1) * surface.columns):
            if cell not in piece.effects:
                cells.append("<td></td>")
                continue
            effect = piece.effects[cell]
            strength = 0.75 * abs(effect) / strongest
            shade = "".join(f"{255 - round((255 - each) * strength):02x}" for each in (_GOOD if effect >= 0 else _BAD))
            cells.append(f'<td style="background:#{shade}">{_figure(effect, column.decimals)}</td>')
        rows.append(f"<tr><th>{html.escape(surface.row_names[row])}</th>{''.join(cells)}</tr>")
    names = "".join(f"<th>{html.escape(name)}</th>" for name in surface.column_names)
    return "\n".join([*rows, f"<tr><th></th>{names}</tr></table>"])
