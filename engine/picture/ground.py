"""The empty board: squares, lines, stars, ornaments and coordinates."""

from collections.abc import Iterator

from engine.core.surface import Surface
from engine.picture.geometry import GUTTER, PictureGeometry
from engine.picture.pieces import drawn
from engine.picture.svg import box, circle, element, line, number, path, rect, text

CAPTION = 11
"""Font size of the coordinates in px."""


def ground(surface: Surface, geometry: PictureGeometry, names: str, ids: str) -> str:
    """Return the elements of the empty board with its coordinates.

    Args:
        surface: the board.
        geometry: the place of the board.
        names: colour of the coordinates.
        ids: beginning of all identifiers.
    """
    colors, side = surface.colors, geometry.side
    left, top = geometry.left, geometry.top
    across, down = side * surface.columns, side * surface.rows
    parts = [
        rect(left - 1, top - 1, across + 2, down + 2, fill=colors.frame),
        rect(left, top, across, down, fill=colors.paper),
    ]
    if surface.style == "squares":
        if colors.alternate != colors.paper:
            cells = (
                cell
                for cell in range(surface.columns * surface.rows)
                if (cell % surface.columns + cell // surface.columns) % 2 == 0
            )
            squares = "".join(box(*geometry.corner(cell), side, side) for cell in cells)
            parts.append(path(squares, fill=colors.alternate))
        if colors.ruled:
            ruled = "".join(box(left + column * side, top, 1, down) for column in range(1, surface.columns))
            ruled += "".join(box(left, top + row * side, across, 1) for row in range(1, surface.rows))
            parts.append(path(ruled, fill=colors.line))
    else:
        parts.extend(_lines(surface, geometry))
    if surface.crossed:
        crosses = ""
        for cell in sorted(surface.crossed):
            x, y = geometry.corner(cell)
            crosses += line((x, y), (x + side, y + side)) + line((x, y + side), (x + side, y))
        parts.append(path(crosses, stroke=colors.line, stroke_width=max(1, side * 0.022), fill="none"))
    parts.extend(
        circle(*geometry.crossing(cell), max(1.5, side * 0.09), fill=colors.line) for cell in sorted(surface.stars)
    )
    for ornament in surface.ornaments:
        (x1, y1), (x2, y2) = geometry.crossing(ornament.first), geometry.crossing(ornament.last)
        found = drawn(surface.theme, ornament.picture, ids)
        if found is not None:
            inner, width, height = found
            scale = min(abs(x2 - x1) / width, abs(y2 - y1) / height)
            place = f"{number((x1 + x2 - width * scale) / 2)} {number((y1 + y2 - height * scale) / 2)}"
            parts.append(element("g", inner, transform=f"translate({place}) scale({scale:.4f})"))
    if geometry.named:
        parts.append(element("g", "".join(_names(surface, geometry)), fill=names))
    return "".join(parts)


def _lines(surface: Surface, geometry: PictureGeometry) -> Iterator[str]:
    """Yield the lines of a board of points."""
    width, color = geometry.line_width, surface.colors.line
    half = width / 2
    if surface.lines is None:
        inset = (geometry.side - width) // 2
        left, top = geometry.left + inset, geometry.top + inset
        across = (surface.columns - 1) * geometry.side + width
        down = (surface.rows - 1) * geometry.side + width
        steps = "".join(box(left + column * geometry.side, top, width, down) for column in range(surface.columns))
        steps += "".join(box(left, top + row * geometry.side, across, width) for row in range(surface.rows))
        yield path(steps, fill=color)
        return
    straight = slanted = ""
    for cells in surface.lines:
        (x1, y1), (x2, y2) = (geometry.crossing(cell) for cell in cells)
        if x1 == x2 or y1 == y2:
            straight += box(min(x1, x2) - half, min(y1, y2) - half, abs(x2 - x1) + width, abs(y2 - y1) + width)
        else:
            slanted += line((x1, y1), (x2, y2))
    gap, arm = geometry.side * 0.08, geometry.side * 0.14
    for cell in sorted(surface.ticked):
        x, y = geometry.crossing(cell)
        column = cell % surface.columns
        place = surface.columns - 1 - column if geometry.flipped else column
        for right in (-1, 1):
            if not 0 <= place + right < surface.columns:
                continue
            for lower in (-1, 1):
                at, height = x + right * gap, y + lower * gap
                straight += box(min(at, at + right * arm) - half, height - half, arm + width, width)
                straight += box(at - half, min(height, height + lower * arm) - half, width, arm + width)
    if straight:
        yield path(straight, fill=color)
    if slanted:
        yield path(slanted, stroke=color, stroke_width=width, fill="none")


def _names(surface: Surface, geometry: PictureGeometry) -> Iterator[str]:
    """Yield the coordinates at the edges of a board."""
    _side, bottom = geometry.side, geometry.top + geometry.side * surface.rows
    middle = (GUTTER - 2) / 2
    if surface.file_names is not None:
        first, second = surface.file_names
        below, above = (second, first) if geometry.flipped else (first, second)
        for column in range(surface.columns):
            x = geometry.center(column)[0]
            yield text(x, bottom + 2 + middle, below[column], CAPTION)
            yield text(x, geometry.top - GUTTER + middle, above[column], CAPTION)
        return
    for column in range(surface.columns):
        yield text(geometry.center(column)[0], bottom + 2 + middle, surface.column_names[column], CAPTION)
    for row in range(surface.rows):
        y = geometry.center(row * surface.columns)[1]
        yield text(geometry.left - GUTTER + middle, y, surface.row_names[row], CAPTION)
