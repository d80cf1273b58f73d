"""The drawing of arrows on a board, and the texts of their tooltips."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from engine.core.language import ngettext
from engine.picture import colors
from engine.picture.board import BADGE, AnyArrow
from studio.board.geometry import BoardGeometry
from studio.look import style

CHIP, CHIP_INK, CHIP_LINE = QColor(colors.CHIP), QColor(colors.DARK_INK), QColor(colors.CHIP_LINE)
REACH = 6
"""Maximum distance in pixels from an arrow at which the mouse counts as over the arrow."""


class Arrow(AnyArrow[QColor]):
    """An arrow between two cells of the window's board."""

    __slots__ = ()


def with_alpha(color: QColor, share: float) -> QColor:
    """Return a copy of ``color`` with the opacity ``share`` (0 … 1)."""
    made = QColor(color)
    made.setAlphaF(share)
    return made


def draw_ring(
    painter: QPainter, center: QPointF, radius: float, width: float, color: QColor, *, is_dashed: bool = False
) -> None:
    """Draw a ring, also a dashed one, whose outer radius is ``radius``."""
    painter.setPen(QPen(color, width, Qt.PenStyle.DotLine if is_dashed else Qt.PenStyle.SolidLine))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(center, radius - width / 2, radius - width / 2)


def choosers_text(titles: Sequence[str], total: int, move: str) -> str:
    """Return the text of the tooltip of an arrow, such as “2 of 6 play Nf3: Minimax, Negamax”.

    Args:
        titles: titles of the algorithms that chose the move, translated for display.
        total: number of algorithms that found a move.
        move: text of the move.
    """
    return ngettext(
        "{count} of {total} plays {move}: {names}", "{count} of {total} play {move}: {names}",
        len(titles), total=total, move=move, names=", ".join(titles),
    )  # fmt: skip


def arrow_at(geometry: BoardGeometry, arrows: Sequence[Arrow], point: QPointF) -> Arrow | None:
    """Return the topmost arrow under ``point`` (in pixels), or None if there is none."""
    for arrow in reversed(arrows):
        end = geometry.center(arrow.target)
        if arrow.origin in (-1, arrow.target):
            away = point - end
            if abs(math.hypot(away.x(), away.y()) - geometry.side * 0.45) <= REACH:
                return arrow
            continue
        start = geometry.center(arrow.origin)
        along, away = end - start, point - start
        length = math.hypot(along.x(), along.y())
        share = min(1.0, max(0.0, QPointF.dotProduct(along, away) / length**2))
        near = away - along * share
        if math.hypot(near.x(), near.y()) <= max(REACH, arrow_width(geometry.side, arrow.weight)):
            return arrow
    return None


def arrow_width(side: float, weight: float) -> float:
    """Return the thickness in px of the shaft of an arrow with ``weight`` (0 … 1), for cells of ``side`` px."""
    return side * (0.06 + 0.12 * min(1.0, max(0.0, weight)))


def draw_arrow(painter: QPainter, geometry: BoardGeometry, arrow: Arrow, lane: int = 0, lanes: int = 1) -> None:
    """Draw an arrow in lane ``lane`` (from 0) of ``lanes`` parallel lanes."""
    side = geometry.side
    width = arrow_width(side, arrow.weight) / (1 if lanes < 3 else lanes / 2)
    end = geometry.center(arrow.target)
    color = with_alpha(arrow.color, 0.86)
    if arrow.origin in (-1, arrow.target):
        draw_ring(painter, end, side * 0.48 - lane * width * 1.2, width, color, is_dashed=arrow.is_dashed)
        if arrow.label:
            _draw_label(painter, end, arrow, side)
        return
    start = geometry.center(arrow.origin)
    away = end - start
    length = math.hypot(away.x(), away.y())
    along = away / length
    across = QPointF(-along.y(), along.x())
    spread = min(width * 1.5, side * 0.8 / lanes) * (lane - (lanes - 1) / 2)
    start, end = start + across * spread + along * (side * 0.3), end + across * spread - along * (side * 0.04)
    head = min(width * 2.4 + side * 0.06, length * 0.5)
    neck = end - along * head
    half, barb = width / 2, min(head * 0.56, width * 1.25 + side * 0.04)
    shaft = QPainterPath()
    shaft.addPolygon(
        QPolygonF([
            start + across * half, neck + across * half, neck + across * barb, end, neck - across * barb,
            neck - across * half, start - across * half,
        ])
    )  # fmt: skip
    shaft.closeSubpath()
    if arrow.is_dashed:
        painter.setPen(QPen(color, max(1.2, side * 0.045), Qt.PenStyle.DashLine, j=Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(with_alpha(color, 0.25))
    else:
        painter.setPen(QPen(with_alpha(QColor("#FFFDF8"), 0.75), max(1.0, side * 0.02), j=Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(color)
    painter.drawPath(shaft)
    if arrow.label:
        _draw_label(painter, start + (end - start) * BADGE, arrow, side)


def _draw_label(painter: QPainter, center: QPointF, arrow: Arrow, side: float) -> None:
    """Draw the label of an arrow on a light disc, whose edge has the colour of the arrow."""
    font = style.font(max(9, min(14, round(side * 0.22))), bold=True, tabular=True)
    metrics = QFontMetricsF(font)
    height = metrics.height() + 3
    width = max(height, metrics.horizontalAdvance(arrow.label) + 8)
    rect = QRectF(center.x() - width / 2, center.y() - height / 2, width, height)
    painter.setPen(QPen(arrow.color, 1.5))
    painter.setBrush(CHIP)
    painter.drawRoundedRect(rect, height / 2, height / 2)
    painter.setPen(CHIP_INK)
    painter.setFont(font)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, arrow.label)
