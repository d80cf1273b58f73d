"""The drawing of pieces from SVG files, or as discs with a label if there is no file. Pixmaps are cached by size."""

from collections import OrderedDict
from functools import cache
from importlib import resources

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPixmap, QRadialGradient
from PySide6.QtSvg import QSvgRenderer

from engine.core.outcome import Player
from engine.core.surface import BoardColors, PieceKind, Surface
from studio.look import palette, style

_FILL = {"squares": 0.88, "points": 0.94}
"""Diameter of a piece relative to the edge of a cell, by style of the board."""
_MOST_BYTES = 8 << 20
"""Maximum size of all cached pixmaps, enough for several boards of several sizes."""

_sets: OrderedDict[tuple[str, int, float], tuple[Surface, dict[str, QPixmap]]] = OrderedDict()
"""The pixmaps of all pieces by theme, width and device pixels per px, with the surface for which they were made."""


@cache
def _renderer(board: str, piece: str) -> QSvgRenderer | None:
    """Return the renderer of a piece's SVG, or None if there is none."""
    path = resources.files("resources") / "pieces" / board / f"{piece}.svg"
    if not path.is_file():
        return None
    renderer = QSvgRenderer(QByteArray(path.read_bytes()))
    return renderer if renderer.isValid() else None


def has_picture(board: str, piece: str) -> bool:
    """Whether a piece of a board's theme has an SVG."""
    return _renderer(board, piece) is not None


def draw_ornament(painter: QPainter, rect: QRectF, board: str, picture: str) -> None:
    """Draw a picture of a board's theme as large as fits in ``rect``, centred. Do nothing if there is no picture."""
    renderer = _renderer(board, picture)
    if renderer is not None:
        size = QSizeF(renderer.defaultSize()).scaled(rect.size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRectF(QPointF(0, 0), size)
        place.moveCenter(rect.center())
        renderer.render(painter, place)


def piece_rect(cell: QRectF, surface: Surface) -> QRectF:
    """Return the rectangle in which the piece on a cell is drawn."""
    side = cell.width() * _FILL[surface.style]
    return QRectF(cell.center().x() - side / 2, cell.center().y() - side / 2, side, side)


def draw_piece(painter: QPainter, rect: QRectF, surface: Surface, kind: PieceKind) -> None:
    """Draw a piece as vectors into ``rect``, for exports and for cached pixmaps."""
    renderer = _renderer(surface.theme, kind.id)
    if renderer is not None:
        renderer.render(painter, rect)
        return
    colors = palette.board(surface.colors)
    if kind.player is None:
        fill, ink = QColor("#8A8A8A"), QColor("#FFFFFF")
    elif kind.player is Player.FIRST:
        fill, ink = colors.first, colors.first_ink
    else:
        fill, ink = colors.second, colors.second_ink
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    side = rect.width()
    rim = fill.darker(140) if fill.lightness() > 100 else fill.lighter(150)
    painter.setPen(QPen(rim, max(0.5, side * 0.02)))
    painter.setBrush(fill)
    painter.drawEllipse(rect.adjusted(side * 0.02, side * 0.02, -side * 0.02, -side * 0.02))
    if kind.label:
        font = QFont(style.font())
        font.setPixelSize(max(6, round(side * (0.52 if len(kind.label) < 2 else 0.4))))
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(ink)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, kind.label)
    painter.restore()


def piece_pixmaps(surface: Surface, side: float, scale: float) -> dict[str, QPixmap]:
    """Return the cached pixmaps of all kinds of pieces of a surface, by their id.

    Args:
        surface: the surface with the theme, the kinds and the colours of the pieces.
        side: diameter in px.
        scale: device pixels per px.
    """
    pixels = max(1, round(side * scale))
    key = (surface.theme, pixels, scale)
    known = _sets.get(key)
    if known is not None and (known[0].kinds, known[0].colors) == (surface.kinds, surface.colors):
        _sets.move_to_end(key)
        return known[1]
    pixmaps = {}
    for kind in surface.kinds:
        pixmap = QPixmap(pixels, pixels)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_piece(painter, QRectF(0, 0, pixels, pixels), surface, kind)
        painter.end()
        pixmaps[kind.id] = pixmap.copy()  # The copy has no paint engine, which can take more memory than the pixels.
        pixmaps[kind.id].setDevicePixelRatio(scale)
    _sets.pop(key, None)
    _sets[key] = surface, pixmaps
    while len(_sets) > 1 and sum(4 * size[1] ** 2 * len(each) for size, (_, each) in _sets.items()) > _MOST_BYTES:
        _sets.popitem(last=False)
    return pixmaps


DARK_INK, LIGHT_INK = QColor("#1F2024"), QColor("#FFFDF8")
_inks: dict[tuple[str, BoardColors, PieceKind], QColor] = {}


def piece_ink(surface: Surface, kind: PieceKind) -> QColor:
    """Return the colour that is legible in the middle of a piece: ``DARK_INK`` or ``LIGHT_INK``."""
    key = (surface.theme, surface.colors, kind)
    if key not in _inks:
        image = piece_pixmaps(surface, 24, 1.0)[kind.id].toImage()
        _inks[key] = DARK_INK if image.pixelColor(12, 12).lightness() > 128 else LIGHT_INK
    return _inks[key]


def draw_shadow(painter: QPainter, center: QPointF, radius: float) -> None:
    """Draw the soft shadow of a dragged piece around ``center``. The radius is in px."""
    shade = QRadialGradient(center, radius)
    for stop, alpha in ((0.0, 90), (0.72, 70), (1.0, 0)):
        shade.setColorAt(stop, QColor(0, 0, 0, alpha))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shade)
    painter.drawEllipse(center, radius, radius)
