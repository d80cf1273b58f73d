"""The effect of each piece on each cell on the score, to look into a network and compare it with other evaluations.

The effect of a piece on a cell is the score with it minus the score without it, for its owner, as a mean over positions
of random play. Nothing is known about how the evaluation works, so that a network can be shown next to an evaluation
with weights that were made by hand.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.evaluation import Evaluation
from engine.core.game import Game
from engine.core.inputs import numbered
from engine.core.language import language, mark, tr
from engine.core.outcome import Player
from engine.core.surface import PieceKind, Setup, Surface
from engine.core.values import Value
from engine.networks.file import NetworkData
from engine.picture.colors import Theme, lightness, theme_named
from engine.picture.printed import print_page
from engine.picture.scene import Item, Pen, Rect, Scene, Text
from engine.picture.svg import escape, scene_svg

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


class EvaluationMaps(Value):
    """The maps of an evaluation.

    Attributes:
        title: English name of the evaluation.
        unit: English unit of its scores.
        decimals: number of decimals of its scores.
        maps: its maps, in the order of the kinds.
    """

    title: str
    unit: str
    decimals: int
    maps: Sequence[PieceMap]


def evaluation_maps(evaluation: Any, positions: Sequence[Any], step: Callable[[], object]) -> EvaluationMaps:
    """Return the maps of an evaluation. The arguments are those of ``piece_maps``."""
    maps = piece_maps(evaluation, positions, step)
    return EvaluationMaps(evaluation.title, evaluation.unit, evaluation.decimals, maps)


CELL = (38.0, 26.0)
"""Width and height in px of a cell of the picture of a map."""
_HEAD, _EDGE, _SIZE = 26.0, 24.0, 11.0
_GOOD, _BAD = (74, 134, 207), (214, 88, 70)
"""The colours of a good and of a bad effect: red, green and blue."""


def map_scene(surface: Surface, column: EvaluationMaps, index: int, theme: Theme) -> Scene:
    """Return the picture of a map. Its greatest effect is the strongest colour: blue if it is good, red if it is bad.

    Args:
        surface: the board.
        column: the evaluation.
        index: number of the kind of piece.
        theme: the colours.
    """
    piece, (width, height) = column.maps[index], CELL
    title = f"{tr(column.title)} ({tr(column.unit)})"
    strongest = max(map(abs, piece.effects.values()), default=0) or 1
    items: list[Item] = [Text(0, _HEAD / 2, title, 13, theme.text, "start")]
    for row, name in enumerate(reversed(surface.row_names)):
        items.append(Text(_EDGE - 6, _HEAD + (row + 0.5) * height, name, _SIZE, theme.secondary, "end"))
    bottom = _HEAD + surface.rows * height
    for place, name in enumerate(surface.column_names):
        items.append(Text(_EDGE + (place + 0.5) * width, bottom + 10, name, _SIZE, theme.secondary))
    for cell in range(surface.rows * surface.columns):
        row, place = divmod(cell, surface.columns)
        x, y = _EDGE + place * width, _HEAD + (surface.rows - 1 - row) * height
        effect = piece.effects.get(cell)
        fill = theme.surface if effect is None else _shade(theme.surface, effect / strongest)
        items.append(Rect(x, y, width, height, fill, Pen(theme.line)))
        if effect is not None:
            color = "#1F2024" if lightness(fill) > 127 else "#FFFFFF"
            items.append(Text(x + width / 2, y + height / 2, _figure(effect, column.decimals), _SIZE, color))
    return Scene(_EDGE + surface.columns * width + 1, bottom + 22, items, f"{title}: {tr(piece.kind.name)}")


def _shade(ground: str, effect: float) -> str:
    """Return the colour of an effect from -1 to 1 on a ground, both as ``#rrggbb``."""
    strength = 0.75 * abs(effect)
    parts = zip(_GOOD if effect >= 0 else _BAD, (int(ground[at : at + 2], 16) for at in (1, 3, 5)), strict=True)
    return "#" + "".join(f"{round(under + (over - under) * strength):02X}" for over, under in parts)


_NAMES = {
    "date": mark("date"), "version": mark("version"), "games": mark("games"), "nodes": mark("nodes for each move"),
    "positions": mark("positions of the games"), "cheap": mark("positions off the games"), "seed": mark("random seed"),
    "player": mark("evaluation of the players"), "share": mark("share of the result"), "recipe": mark("recipe"),
    "loss": mark("mean loss, held out"), "result_loss": mark("mean loss of results, held out"),
    "elo": mark("Elo"), "against": mark("against"), "condition": mark("equal"),
}  # fmt: skip
"""English names of the facts that the header of a network states (``NetworkHeader``)."""
_CONDITIONS = {"nodes": mark("nodes"), "time": mark("CPU time")}


def facts_of(data: NetworkData) -> list[tuple[str, str]]:
    """Return the facts about a network that are shown, as pairs of a name and a text in the current language.

    A match is one fact, whose text begins with the Elo difference.
    """
    header = data.header
    rows = [
        (tr("game"), tr(data.game.title)),
        (tr("rules"), header.rules or "–"),
        (tr("weights"), f"{header.rows} × {header.hidden}, {header.buckets} × {2 * header.hidden}"),
        (tr("scale"), str(header.scale)),
        (tr("licence"), header.licence),
        (tr("digest"), data.digest),
    ]
    rows += [_fact(name, value) for name, value in header.made.items()]
    for result in header.results:
        facts = [_fact(name, value) for name, value in sorted(result.items(), key=lambda fact: fact[0] != "elo")]
        rows.append((tr("result of a match"), "; ".join(f"{name}: {text}" for name, text in facts)))
    return rows


def _fact(name: str, value: Any) -> tuple[str, str]:
    text = tr(_CONDITIONS.get(str(value), str(value))) if name == "condition" else str(value)
    return tr(_NAMES.get(name, name)), text or "–"


def title_of(data: NetworkData) -> str:
    """Return the title of the maps of a network in the current language."""
    return tr("What the network of {game} learnt", game=tr(data.game.title))


def meaning() -> str:
    """Return what the maps show, in the current language."""
    return tr(
        "How much a piece on each cell changes the score for its owner, as a mean over positions of random play. "
        "Blue is good, red is bad."
    )


_STYLE = """
svg { filter: none; margin: 0; }
td { overflow-wrap: anywhere; }
.pair { display: flex; flex-wrap: wrap; gap: 24px; }
"""


def page(data: NetworkData, columns: Sequence[EvaluationMaps]) -> str:
    """Return a page in HTML with the maps of each piece next to each other, and the facts about the network.

    Args:
        data: the network.
        columns: the evaluations, of which the network is the first.
    """
    surface, look = data.game.surface(data.game.start()), theme_named("light")
    parts = [f"<h1>{escape(title_of(data))}</h1><p>{escape(meaning())}</p>"]
    for index, piece in enumerate(columns[0].maps):
        pictures = "".join(scene_svg(map_scene(surface, column, index, look)) for column in columns)
        parts.append(f"<section><h2>{escape(tr(piece.kind.name))}</h2><div class=pair>{pictures}</div></section>")
    facts = "".join(f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in facts_of(data))
    parts.append(f"<section><table>{facts}</table></section>")
    return print_page(title_of(data), "\n".join(parts), _STYLE)
