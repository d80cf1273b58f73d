"""The picture of a board as SVG.

The layers, sizes and colours are those of the window (``studio.board.picture``). A test renders both and compares the
pixels.
"""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from engine.core.spoken import spoken_pieces
from engine.core.surface import MoveShape, PieceKind, Sign, Surface
from engine.picture.colors import (
    CHIP,
    CHIP_LINE,
    DARK_INK,
    LAST_ON_DARK,
    LIGHT,
    LIGHT_INK,
    Color,
    Theme,
    ThemeName,
    theme_named,
)
from engine.picture.geometry import PictureGeometry
from engine.picture.ground import ground
from engine.picture.pieces import FILL, UNIT, ink, piece
from engine.picture.svg import (
    circle,
    digest,
    element,
    escape,
    line,
    number,
    path,
    picture,
    rect,
    text,
    text_width,
)  # fmt: skip

_GLOW = 0.72
"""Radius of the glow under a king in check relative to the edge of a cell."""
BADGE = 0.62
"""Position of the label on an arrow, from the start (0) to the tip (1). It rarely covers the support of a capture."""


@dataclass(frozen=True, slots=True)
class AnyArrow(Generic[Color]):
    """An arrow between two cells.

    If ``origin`` is ``target`` or −1, as for a move that places a piece, a ring on ``target`` is drawn instead.

    Attributes:
        origin: cell where the arrow starts, or −1.
        target: cell to which the arrow points.
        color: colour of the whole arrow.
        weight: thickness, 0 … 1.
        label: one or two characters drawn on the arrow, or an empty string.
        tip: text of the tooltip, or an empty string.
        is_dashed: whether only a dashed outline and a tint are drawn, as for a move that is not played.
    """

    origin: int
    target: int
    color: Color
    weight: float = 1.0
    label: str = ""
    tip: str = ""
    is_dashed: bool = False


@dataclass(frozen=True, slots=True)
class AnyMark(Generic[Color]):
    """A mark on a cell.

    Attributes:
        cell: the marked cell.
        color: colour of the mark.
        kind: the form of the mark. ``square`` is a tint of the cell, ``dot`` a disc, ``allowed`` a fainter disc,
            ``area`` a small square, ``text`` a chip with the text ``text``, and ``glyph`` the same in the colour.
            ``ring`` and ``cross`` are drawn as lines.
        text: the text of a chip.
    """

    cell: int
    color: Color
    kind: Literal["square", "ring", "cross", "dot", "allowed", "area", "text", "glyph"] = "square"
    text: str = ""


class Arrow(AnyArrow[str]):
    """An arrow whose colour is written as ``#rrggbb``."""

    __slots__ = ()


class Mark(AnyMark[str]):
    """A mark whose colour is written as ``#rrggbb``."""

    __slots__ = ()


_Arrow = TypeVar("_Arrow", bound=AnyArrow[Any])


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that is drawn on a board.

    Attributes:
        surface: the board and its pieces.
        last: cells of the last move, its target last.
        checked: cells of the kings in check.
        attacks: captures to highlight.
        arrows: arrows in drawing order.
        marks: marks in drawing order.
        signs: marks stored in the record.
        faded: cells whose piece is drawn faded, such as a dead stone.
        numbers: texts of the move numbers that are written on the pieces, by cell.
    """

    surface: Surface
    last: Sequence[int] = ()
    checked: Sequence[int] = ()
    attacks: Sequence[MoveShape] = ()
    arrows: Sequence[Arrow] = ()
    marks: Sequence[Mark] = ()
    signs: Sequence[Sign] = ()
    faded: Collection[int] = frozenset()
    numbers: Mapping[int, str] | None = None


def board_svg(
    surface: Surface,
    *,
    last: Sequence[int] = (),
    checked: Sequence[int] = (),
    attacks: Sequence[MoveShape] = (),
    arrows: Sequence[Arrow] = (),
    marks: Sequence[Mark] = (),
    signs: Sequence[Sign] = (),
    numbers: Mapping[int, str] | None = None,
    faded: Collection[int] = frozenset(),
    flip: bool = False,
    size: int = 360,
    side: int = 0,
    theme: ThemeName = "light",
    names: bool = True,
    title: str = "",
    inline: bool = True,
    ids: str = "",
) -> str:
    """Return the picture of a board as SVG.

    Args:
        surface: the board and its pieces.
        last: cells of the last move, its target last.
        checked: cells of the kings in check.
        attacks: captures to highlight.
        arrows: arrows in drawing order.
        marks: marks in drawing order.
        signs: marks stored in the record.
        numbers: texts of the move numbers that are written on the pieces, by cell.
        faded: cells whose piece is drawn faded.
        flip: whether SECOND is at the bottom.
        size: maximum width and height in px. Cells have a whole number of px.
        side: edge of a cell in px, or 0 to fit the picture in ``size``.
        theme: the theme, which decides the colours of the coordinates and of the background.
        names: whether coordinates are drawn, if there is enough space for them.
        title: text before the position in words, such as whose turn it is. It is read aloud.
        inline: whether the result is an element of an HTML page. Otherwise it is a separate file.
        ids: beginning of all identifiers, letters and digits. By default it is a digest of the picture, so only equal
            pictures have equal identifiers.
    """
    shown = Board(surface, last, checked, attacks, arrows, marks, signs, faded, numbers)
    if side:
        geometry = PictureGeometry.with_side(surface, side, flipped=flip, named=names)
    else:
        geometry = PictureGeometry.fit(surface, size, flipped=flip, named=names)
    look = theme_named(theme)
    if not ids and inline:
        ids = digest(drawn_board(shown, geometry, look, "") + board_defs([shown], geometry, ""))
    words = spoken_pieces(surface)
    return picture(
        geometry.width, geometry.height, drawn_board(shown, geometry, look, ids),
        title=f"{title}. {words}" if title else words,
        defs=board_defs([shown], geometry, ids), ground=look.ground, inline=inline,
    )  # fmt: skip


def board_defs(boards: Sequence[Board], geometry: PictureGeometry, ids: str) -> str:
    """Return the definitions that the elements of ``drawn_board`` use: the pieces, and the glow of a check.

    Args:
        boards: boards of one game.
        geometry: the place of each of them.
        ids: beginning of all identifiers, as for ``drawn_board``.
    """
    used = {name: board.surface for board in boards for name in board.surface.pieces.values()}
    kinds = {kind.id: kind for board in boards for kind in board.surface.kinds}
    defs = "".join(
        element("g", piece(surface, kinds[name], ids), id=f"{ids}{name}")
        for name, surface in sorted(used.items())
        if name in kinds
    )
    for cell in sorted({cell for board in boards for cell in board.checked}):
        x, y = geometry.center(cell)
        defs += glow(f"{ids}check{cell}", gradientUnits="userSpaceOnUse", cx=x, cy=y, r=geometry.side * _GLOW)
    return defs


def drawn_board(board: Board, geometry: PictureGeometry, look: Theme, ids: str) -> str:
    """Return the elements of a board. They use the definitions of ``board_defs``.

    Args:
        board: what is drawn.
        geometry: the place of the board.
        look: the theme.
        ids: beginning of all identifiers.
    """
    kinds = {kind.id: kind for kind in board.surface.kinds}
    layers = (
        ground(board.surface, geometry, look.secondary, ids),
        *_tints(board, geometry, ids),
        pieces_on(board, geometry, ids),
        *_numbers(board, geometry, kinds),
        *_signs(board, geometry, kinds),
        *_marks(board, geometry),
        *_attacks(board, geometry),
        *(_arrow(arrow, geometry, lane, lanes) for arrow, lane, lanes in in_lanes(board.arrows)),
        *_chips(board, geometry),
    )
    return "".join(layers)


# --- layers -----------------------------------------------------------------------------------------------------------


def _tints(board: Board, geometry: PictureGeometry, ids: str) -> Iterator[str]:
    side = geometry.side
    if board.surface.style == "squares":
        for cell in board.last:
            yield rect(*geometry.corner(cell), side, side, fill=LIGHT.gold, fill_opacity=0.52)
    for mark in board.marks:
        if mark.kind == "square":
            yield rect(*geometry.corner(mark.cell), side, side, fill=mark.color, fill_opacity=0.4)
    for cell in board.checked:
        yield _check(geometry, cell, ids)


def glow(id: str, **place: str | float) -> str:
    """Return the gradient of the red glow under a king in check. ``place`` are attributes of the gradient."""
    stops = "".join(
        element("stop", offset=str(stop), stop_color=LIGHT.accent, stop_opacity=share)
        for stop, share in ((0.0, 0.95), (0.62, 0.85), (0.78, 0.5), (1.0, 0.0))
    )
    return element("radialGradient", stops, id=id, **place)


def _check(geometry: PictureGeometry, cell: int, ids: str) -> str:
    """Return the glow under a king in check, which is wider than a piece but does not leave the board."""
    (x, y), radius = geometry.center(cell), geometry.side * _GLOW
    left, top = max(geometry.left, x - radius), max(geometry.top, y - radius)
    right = min(geometry.left + geometry.side * geometry.columns, x + radius)
    bottom = min(geometry.top + geometry.side * geometry.rows, y + radius)
    return rect(left, top, right - left, bottom - top, fill=f"url(#{ids}check{cell})")


def pieces_on(board: Board, geometry: PictureGeometry, ids: str) -> str:
    """Return the pieces of a board, whose identifiers begin with ``ids``, and the ring on the last one on points."""
    return "".join(_pieces(board, geometry, ids))


def _pieces(board: Board, geometry: PictureGeometry, ids: str) -> Iterator[str]:
    surface, side = board.surface, geometry.side
    width, kinds = side * FILL[surface.style], {kind.id for kind in surface.kinds}
    scale = f"{width / UNIT:.4f}".rstrip("0")
    for cell in sorted(surface.pieces):
        name = surface.pieces[cell]
        if name not in kinds:
            continue
        x, y = geometry.center(cell)
        place = f"translate({number(x - width / 2)} {number(y - width / 2)}) scale({scale})"
        opacity = 0.4 if cell in board.faded else None
        yield element("use", href=f"#{ids}{name}", transform=place, opacity=opacity)
    if surface.style == "points" and board.last:
        cell = board.last[-1]
        taken = cell in (board.numbers or {}) or any(sign.cell == cell for sign in board.signs)
        if cell in surface.pieces and not taken:
            line = max(1.5, side * 0.07)
            # Around a piece that was moved, whose label a small ring would cover, and small where it came from.
            radius = side * (0.22 if len(board.last) == 1 else 0.46)
            yield circle(*geometry.center(cell), radius, fill="none", stroke=LIGHT.gold, stroke_width=line)
            for origin in board.last[:-1]:
                yield circle(*geometry.center(origin), side * 0.14, fill="none", stroke=LIGHT.gold, stroke_width=line)


def _numbers(board: Board, geometry: PictureGeometry, kinds: Mapping[str, PieceKind]) -> Iterator[str]:
    """Yield the move numbers: in the middle of the pieces on a board of points, else in a corner of the square."""
    surface, side = board.surface, geometry.side
    labelled = {sign.cell for sign in board.signs if sign.kind == "label"}
    for cell, words in (board.numbers or {}).items():
        kind = kinds.get(surface.pieces.get(cell, ""))
        if kind is None or cell in labelled or cell in board.faded:
            continue
        is_last = bool(board.last) and cell == board.last[-1]
        if surface.style == "points":
            own = ink(surface, kind)
            last = LIGHT.accent if own == DARK_INK else LAST_ON_DARK
            size = max(7, round(side * (0.44, 0.4, 0.33)[min(len(words), 3) - 1]))
            yield text(*geometry.center(cell), words, size, fill=last if is_last else own, font_weight="600")
        else:
            (x, y), size = geometry.corner(cell), max(7, min(12, round(side * 0.27)))
            color = LIGHT.accent if is_last else LIGHT.secondary
            yield text(
                x + side - 2, y + side - size * 0.6, words, size, fill=color, font_weight="600", text_anchor="end"
            )


def _signs(board: Board, geometry: PictureGeometry, kinds: Mapping[str, PieceKind]) -> Iterator[str]:
    """Yield the signs in a colour that is legible on the piece or the board. Shapes have a contrasting outline."""
    surface, side = board.surface, geometry.side
    for sign in board.signs:
        kind = kinds.get(surface.pieces.get(sign.cell, ""))
        # On a board of squares, pieces may be drawings directly on the paper instead of discs.
        disc = kind if surface.style == "points" else None
        own = ink(surface, disc) if disc is not None else DARK_INK
        back = surface.colors.paper if disc is None else LIGHT_INK if own == DARK_INK else DARK_INK
        x, y = geometry.center(sign.cell)
        if sign.kind == "label":
            yield from _sign_text(sign.text, x, y, side, own, back if disc is None else None)
            continue
        width = max(1.5, side * 0.06)
        steps = _sign_path(sign.kind, x, y, side)
        for color, opacity, thickness in ((back, 0.85, width * 2.2), (own, None, width)):
            yield path(
                steps, fill="none", stroke=color, stroke_opacity=opacity, stroke_width=thickness,
                stroke_linecap="round", stroke_linejoin="round",
            )  # fmt: skip


def _sign_path(kind: str, x: float, y: float, side: float) -> str:
    """Return the outline of a sign: a triangle, a square, a circle or a cross, smaller than a piece."""
    if kind == "circle":
        r = side * 0.25
        arc = f"a{number(r)} {number(r)} 0 1 0"
        return f"M{number(x - r)} {number(y)}{arc} {number(2 * r)} 0{arc} {number(-2 * r)} 0z"
    if kind == "square":
        corners = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
        return line(*((x + a * side * 0.22, y + b * side * 0.22) for a, b in corners)) + "z"
    if kind == "triangle":
        low, wide = y + side * 0.15, side * 0.3 * 0.866
        return line((x, y - side * 0.3), (x + wide, low), (x - wide, low)) + "z"
    reach = side * 0.2
    return line((x - reach, y - reach), (x + reach, y + reach)) + line((x - reach, y + reach), (x + reach, y - reach))


def _sign_text(words: str, x: float, y: float, side: float, own: str, back: str | None) -> Iterator[str]:
    """Yield a label in the middle of a cell, on a patch of the colour ``back`` unless that is None."""
    size = max(7, round(side * (0.5, 0.42, 0.32)[min(len(words), 3) - 1]))
    if back is not None:
        width, height = min(max(text_width(words, size) + side * 0.12, side * 0.5), side * 0.96), side * 0.6
        yield rect(x - width / 2, y - height / 2, width, height, rx=height * 0.4, fill=back)
    most = max(1, int(side * 0.96 / (size * 0.55)))
    shown = words if len(words) <= most else words[: most - 1] + "…"
    yield text(x, y, shown, size, fill=own, font_weight="600")


def _marks(board: Board, geometry: PictureGeometry) -> Iterator[str]:
    side = geometry.side
    for mark in board.marks:
        x, y = geometry.center(mark.cell)
        if mark.kind == "ring":
            yield _ring(x, y, side * 0.495, max(2.0, side * 0.06), mark.color)
        elif mark.kind == "dot":
            yield circle(x, y, side * 0.12, fill=mark.color)
        elif mark.kind == "allowed":
            yield circle(x, y, side * 0.13, fill=mark.color, fill_opacity=0.55)
        elif mark.kind == "area":
            reach = side * 0.15
            yield rect(
                x - reach, y - reach, 2 * reach, 2 * reach, fill=mark.color, stroke=board.surface.colors.ink,
                stroke_opacity=0.55, stroke_width=max(0.75, side * 0.02),
            )  # fmt: skip
        elif mark.kind == "cross":
            r = side * 0.28
            steps = line((x - r, y - r), (x + r, y + r)) + line((x - r, y + r), (x + r, y - r))
            yield path(
                steps, fill="none", stroke=mark.color, stroke_width=max(2.0, side * 0.06), stroke_linecap="round"
            )


def _ring(x: float, y: float, radius: float, width: float, color: str, opacity: float | None = None) -> str:
    """Return a ring whose outer radius is ``radius``."""
    return circle(
        x, y, radius - width / 2, fill="none", stroke=color, stroke_width=width, stroke_opacity=opacity
    )  # fmt: skip


def _attacks(board: Board, geometry: PictureGeometry) -> Iterator[str]:
    side = geometry.side
    for shape in board.attacks:
        starts = [cell for cell in (*shape.support, shape.origin) if cell is not None]
        if shape.target is None or not starts:
            continue
        (x1, y1), (x2, y2) = geometry.center(starts[0]), geometry.center(shape.target)
        length = math.hypot(x2 - x1, y2 - y1) or 1.0
        across, down = (x2 - x1) * side / length, (y2 - y1) * side / length
        width = max(1.0, side * 0.03)
        yield path(
            line((x1 + across * 0.45, y1 + down * 0.45), (x2 - across * 0.47, y2 - down * 0.47)), fill="none",
            stroke=LIGHT.accent, stroke_opacity=0.55, stroke_width=width,
            stroke_dasharray=f"{number(4 * width)} {number(2 * width)}",
        )  # fmt: skip
    for cell in dict.fromkeys(cell for shape in board.attacks for cell in shape.captured):
        yield _ring(*geometry.center(cell), side * 0.495, max(2.0, side * 0.065), LIGHT.accent, 0.9)


def in_lanes(arrows: Sequence[_Arrow]) -> list[tuple[_Arrow, int, int]]:
    """Return each arrow with its lane and the number of lanes. Arrows with equal ends have different lanes, from 0."""
    counts: dict[tuple[int, int], int] = {}
    lanes = []
    for arrow in arrows:
        key = (arrow.origin, arrow.target)
        lanes.append(counts.get(key, 0))
        counts[key] = lanes[-1] + 1
    return [(arrow, lane, counts[arrow.origin, arrow.target]) for arrow, lane in zip(arrows, lanes, strict=True)]


def _arrow(arrow: Arrow, geometry: PictureGeometry, lane: int, lanes: int) -> str:
    """Return an arrow in lane ``lane`` (from 0) of ``lanes`` parallel lanes."""
    side = geometry.side
    width = side * (0.06 + 0.12 * min(1.0, max(0.0, arrow.weight))) / (1 if lanes < 3 else lanes / 2)
    end = geometry.center(arrow.target)
    tip = element("title", escape(arrow.tip)) if arrow.tip else ""
    if arrow.origin in (-1, arrow.target):
        made = _ring(*end, side * 0.48 - lane * width * 1.2, width, arrow.color, 0.86)
        made += _label(arrow, *end, side) if arrow.label else ""
        return element("g", tip + made) if tip else made
    start = geometry.center(arrow.origin)
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    spread = min(width * 1.5, side * 0.8 / lanes) * (lane - (lanes - 1) / 2)

    def at(point: tuple[float, float], forward: float, right: float) -> tuple[float, float]:
        """Return the point ``forward`` px further along the arrow and ``right`` px to the right of it."""
        return point[0] + along[0] * forward - along[1] * right, point[1] + along[1] * forward + along[0] * right

    start, end = at(start, side * 0.3, spread), at(end, -side * 0.04, spread)
    head = min(width * 2.4 + side * 0.06, length * 0.5)
    half, barb = width / 2, min(head * 0.56, width * 1.25 + side * 0.04)
    steps = line(
        at(start, 0, half), at(end, -head, half), at(end, -head, barb), end, at(end, -head, -barb),
        at(end, -head, -half), at(start, 0, -half),
    ) + "z"  # fmt: skip
    if arrow.is_dashed:
        dash = f"{number(max(3.0, side * 0.08))} {number(max(2.0, side * 0.06))}"
        made = path(
            steps, fill=arrow.color, fill_opacity=0.25, stroke=arrow.color, stroke_width=max(1.0, side * 0.035),
            stroke_dasharray=dash, stroke_linejoin="round",
        )  # fmt: skip
    else:
        made = path(
            steps, fill=arrow.color, fill_opacity=0.86, stroke=CHIP, stroke_opacity=0.75,
            stroke_width=max(1.0, side * 0.02), stroke_linejoin="round",
        )  # fmt: skip
    if arrow.label:
        x, y = start[0] + (end[0] - start[0]) * BADGE, start[1] + (end[1] - start[1]) * BADGE
        made += _label(arrow, x, y, side)
    return element("g", tip + made) if tip else made


def _label(arrow: Arrow, x: float, y: float, side: float) -> str:
    """Return the label of an arrow on a light disc, whose edge has the colour of the arrow."""
    size = max(9, min(14, round(side * 0.22)))
    height = round(size * 1.2) + 3
    width = max(height, text_width(arrow.label, size) + 8)
    disc = rect(
        x - width / 2, y - height / 2, width, height, rx=height / 2, fill=CHIP, stroke=arrow.color, stroke_width=1.5
    )
    return disc + text(x, y, arrow.label, size, fill=DARK_INK, font_weight="600")


def _chips(board: Board, geometry: PictureGeometry) -> Iterator[str]:
    hints: dict[int, list[str]] = {}
    for shape in board.attacks:
        if shape.hint and shape.target is not None:
            texts = hints.setdefault(shape.target, [])
            if shape.hint not in texts:
                texts.append(shape.hint)
    for cell, texts in hints.items():
        yield _chip(texts[0] if len(texts) == 1 else f"{texts[0]} …", cell, geometry)
    for mark in board.marks:
        if mark.kind in ("text", "glyph"):
            yield _chip(mark.text, mark.cell, geometry, mark.color if mark.kind == "glyph" else "")


def _chip(words: str, cell: int, geometry: PictureGeometry, fill: str = "") -> str:
    """Return a short text over the upper right corner of a cell and within the board, light on a dark ``fill``."""
    size = max(9, min(15, round(geometry.side * 0.21)))
    height = round(size * 1.2) + 1
    width = max(height, text_width(words, size) + 9)
    x, y = geometry.corner(cell)
    right = geometry.left + geometry.side * geometry.columns
    left = min(max(x + geometry.side - width * 0.72, geometry.left - 2), right + 2 - width)
    top = max(y - height * 0.4, geometry.top - 2)
    box = rect(left, top, width, height, rx=height * 0.35, fill=fill or CHIP, stroke=CHIP if fill else CHIP_LINE)
    ink = CHIP if fill else DARK_INK
    return box + text(left + width / 2, top + height / 2, words, size, fill=ink, font_weight="600")
