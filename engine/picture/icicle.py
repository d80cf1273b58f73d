"""Icicles: one rectangle for each node of a search tree, as wide as the number of its visits."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from engine.picture.colors import Fate, Theme, ThemeName, fate_colors, theme_named
from engine.picture.fates import hatch_color
from engine.picture.scene import Boxes, Item, Pen, Rect, Scene, Text
from engine.picture.svg import fitted, scene_svg

ROW, LAST_ROW, GAP = 22, 8, 1
"""Heights in px of a row and of the row of the leaves, and the space between rows."""
_NUMBERS = 28
"""Width in px of the column with the ply numbers."""
_MARGIN, _PADDING, _SIZE = 4, 6, 11


@dataclass(frozen=True, slots=True)
class IcicleBlock:
    """A rectangle of an icicle.

    Attributes:
        ply: ply of the node. The root has ply 0.
        start: number of visits to the left of the node.
        visits: number of visits in its subtree, itself included.
        fate: what became of it.
        move: text of the move that leads to it.
        value: text after the move, such as ``≤ −1``, or an empty string.
        is_chosen: whether it has a frame.
    """

    ply: int
    start: int
    visits: int
    fate: Fate
    move: str = ""
    value: str = ""
    is_chosen: bool = False


def icicle_svg(
    blocks: Sequence[IcicleBlock],
    *,
    width: int = 1240,
    theme: ThemeName = "light",
    title: str = "",
    leaves: bool = True,
    inline: bool = True,
    ids: str = "i",
) -> str:
    """Return an icicle as SVG.

    Nodes narrower than a pixel share it. It has the colour of the fate with most visits in it.

    Args:
        blocks: the nodes, at least the root, which decides the scale.
        width: width of the picture in px.
        theme: the theme.
        title: what the picture shows, in words.
        leaves: whether the last ply is a thin row without texts.
        inline: whether the result is an element of an HTML page. Otherwise it is a separate file.
        ids: beginning of the identifiers.

    Raises:
        ValueError: if there is no root, or it has no visits.
    """
    root = next((block for block in blocks if block.ply == 0), None)
    if root is None or root.visits <= 0:
        raise ValueError("an icicle needs a root with visits")
    look, last = theme_named(theme), max(block.ply for block in blocks)
    inner = width - _NUMBERS - 2 * _MARGIN
    scale = inner / root.visits
    made: list[Item] = []
    frames: list[Item] = []
    y = float(_MARGIN)
    for ply in range(last + 1):
        height = LAST_ROW if leaves and ply == last and last > 0 else ROW
        own = [block for block in blocks if block.ply == ply]
        made += _row(own, root.start, scale, inner, y, height, look)
        if height == ROW:
            made.append(Text(_MARGIN + 8, y + ROW / 2, str(ply), _SIZE, look.secondary))
        for block in own:
            if block.is_chosen:
                x = _MARGIN + _NUMBERS + (block.start - root.start) * scale
                frames.append(Rect(x, y, max(2.0, block.visits * scale), height, pen=Pen(look.gold, 2)))
        y += height + GAP
    scene = Scene(width, y - GAP + _MARGIN, made + frames, title, look.ground)
    return scene_svg(scene, inline=inline, ids=ids)


def _row(
    blocks: Sequence[IcicleBlock], origin: int, scale: float, inner: int, y: float, height: int, look: Theme
) -> list[Item]:
    """Return one row: the wide nodes as rectangles with texts, and the narrow ones merged by pixel."""
    left = _MARGIN + _NUMBERS
    wide: dict[Fate, list[tuple[float, float, float, float]]] = defaultdict(list)
    words: list[Item] = []
    narrow: dict[int, dict[Fate, float]] = defaultdict(lambda: defaultdict(float))
    for block in blocks:
        x, width = (block.start - origin) * scale, block.visits * scale
        if width < 2:
            pixel = min(inner - 1, int(x))
            narrow[pixel][block.fate] += block.visits
            if int(x + width) > pixel and width >= 1:
                narrow[min(inner - 1, pixel + 1)][block.fate] += block.visits * (x + width - pixel - 1)
            continue
        wide[block.fate].append((left + x, y, width - (GAP if width > 3 else 0), height))
        if height == ROW:
            full = " ".join(part for part in (block.move, block.value) if part)
            space = width - 2 * _PADDING
            shown = next((each for each in (full, block.move) if each and fitted(each, _SIZE, space) == each), "")
            if shown:
                words.append(Text(left + x + _PADDING, y + height / 2, shown, _SIZE, look.text, "start"))
    for pixel, fates in sorted(narrow.items()):
        wide[max(fates, key=lambda each: fates[each])].append((left + pixel, y, 1, height))
    made: list[Item] = []
    for fate, boxes in wide.items():
        colors = fate_colors(fate, look.name)
        made.append(Boxes(boxes, colors.fill, Pen(colors.mark) if look.name == "dark" and fate == "unseen" else None))
        if fate == "unseen" and look.name != "dark":
            made.append(Boxes(boxes, hatch_color(look), is_hatched=True))
    return made + words
