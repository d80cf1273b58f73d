"""The pictures of pieces: the SVG files in ``resources/pieces``, or discs with a label where there is no file."""

import re
from functools import cache
from pathlib import Path

from engine.core.outcome import Player
from engine.core.surface import PieceKind, Surface
from engine.picture.colors import DARK_INK, LIGHT_INK, lightness
from engine.picture.svg import circle, text

FILL = {"squares": 0.88, "points": 0.94}
"""Diameter of a piece relative to the edge of a cell, by style of the board."""
UNIT = 100
"""Edge of the square that contains a piece in its own coordinates."""
_ROOT = re.compile(r"<svg\b[^>]*>")
_VIEW = re.compile(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"')
_DISC = re.compile(r'<circle [^>]*r="(?:4[0-9]|50)[0-9.]*"[^>]*fill="(#[0-9A-Fa-f]{6}|url\(#[a-z]+\))"')
_STOP = re.compile(r'stop-color="(#[0-9A-Fa-f]{6})"')


@cache
def _source(theme: str, name: str) -> tuple[str, float, float] | None:
    """Return the elements in a file of a theme, and its width and height, or None if there is no such file."""
    import resources

    if not re.fullmatch(r"[\w-]+", theme) or not re.fullmatch(r"[\w-]+", name):
        return None
    file = Path(resources.__path__[0], "pieces", theme, f"{name}.svg")
    if not file.is_file():
        return None
    source = file.read_text(encoding="utf-8")
    root, view = _ROOT.search(source), _VIEW.search(source)
    assert root is not None and view is not None, f"{file.name} has no view box"
    inner = source[root.end() : source.rindex("</svg>")]
    return re.sub(r">\s+<", "><", inner.strip()), float(view[1]), float(view[2])


def drawn(theme: str, name: str, ids: str) -> tuple[str, float, float] | None:
    """Return the elements of a picture of a theme, and its width and height, or None if there is no such picture.

    Args:
        theme: name of the theme.
        name: name of the picture.
        ids: beginning of the identifiers in the elements, so that they are unique in a document.
    """
    found = _source(theme, name)
    if found is None:
        return None
    inner, width, height = found
    own = f"{ids}{name}-"
    inner = re.sub(r'\bid="', f'id="{own}', inner)
    return re.sub(r"url\(#", f"url(#{own}", inner), width, height


def piece(surface: Surface, kind: PieceKind, ids: str) -> str:
    """Return the elements of a piece in a square with an edge of ``UNIT``. ``ids`` is as in ``drawn``."""
    found = drawn(surface.theme, kind.id, ids)
    if found is not None:
        return found[0]
    colors = surface.colors
    if kind.player is None:
        fill, ink = "#8A8A8A", "#FFFFFF"
    elif kind.player is Player.FIRST:
        fill, ink = colors.first, colors.first_ink
    else:
        fill, ink = colors.second, colors.second_ink
    made = circle(50, 50, 48, fill=fill, stroke=_rim(fill), stroke_width=2)
    if kind.label:
        made += text(50, 50, kind.label, 52 if len(kind.label) < 2 else 40, fill=ink, font_weight="600")
    return made


def _rim(fill: str) -> str:
    """Return the colour of the edge of a disc: darker than a light disc, lighter than a dark one."""
    parts = [int(fill[at : at + 2], 16) for at in (1, 3, 5)]
    factor = 1 / 1.4 if lightness(fill) > 100 else 1.5
    return "#" + "".join(f"{min(255, round(part * factor)):02X}" for part in parts)


@cache
def _disc_color(theme: str, name: str) -> str:
    """Return the colour of the disc of a piece with a picture, or an empty string if it is not a disc."""
    found = _source(theme, name)
    if found is None:
        return ""
    discs = _DISC.findall(found[0])
    if discs and discs[-1].startswith("#"):
        return str(discs[-1])
    stops = _STOP.findall(found[0])
    return str(stops[len(stops) // 2]) if discs and stops else ""


def ink(surface: Surface, kind: PieceKind) -> str:
    """Return the colour that is legible in the middle of a piece: ``DARK_INK`` or ``LIGHT_INK``."""
    own = (surface.colors.first, surface.colors.second)
    fill = _disc_color(surface.theme, kind.id) or ("#8A8A8A" if kind.player is None else own[kind.player])
    return DARK_INK if lightness(fill) > 128 else LIGHT_INK
