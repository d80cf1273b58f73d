"""The painting of the nodes and the edges of a node-link picture."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from engine.core.language import tr
from engine.teach.drawing import DrawnNode, NodeShape
from engine.teach.exercise import State
from studio.learn.layout import NodeLayout
from studio.look import palette, style

MAXIMISER, MINIMISER, ON_SIDE = QColor("#B5402C"), QColor("#3A5FBF"), QColor("#FFFFFF")
"""Colours of the two sides, and of the text on them: a contrast of 4.5 at least."""
CUT = QColor("#D55E00"), QColor("#F08A3C")
"""Colour of the mark of a cut-off in the light and in the dark theme."""
_SQUARE, _RADIUS, _LONG = QRectF(-20, -18, 40, 36), 20.0, 5
"""Outline of an inner node, radius of one of the minimiser in px, and length of texts that need smaller letters."""
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_CENTRE = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter


def outline_of(node: DrawnNode, layout: NodeLayout) -> QRectF:
    """Return the rectangle that a node takes, relative to its centre."""
    if node.shape is NodeShape.LEAF:
        half = layout.leaf / 2
        return QRectF(-half, -16, 2 * half, 32)
    return _SQUARE


def paint_edge(painter: QPainter, node: DrawnNode, start: QPointF, end: QPointF) -> None:
    """Draw the edge that leads to a node, with its text and the mark of a cut-off."""
    theme = palette.current()
    pen = QPen(theme.gold if node.is_main else theme.secondary, 2.5 if node.is_main else 1.2)
    if node.is_faint:
        pen = QPen(theme.border, 1.2, Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.drawLine(start, end)
    if node.edge:
        painter.setFont(style.font(style.CAPTION))
        at = start + (end - start) * 0.55
        width = QFontMetricsF(painter.font()).horizontalAdvance(node.edge) + 4
        place = QRectF(at.x() - width / 2, at.y() - 8, width, 16)
        painter.fillRect(place, theme.ground)
        painter.setPen(theme.secondary)
        painter.drawText(place, _CENTRE, node.edge)
    if node.is_cut:
        painter.setPen(QPen(CUT[theme.is_dark], 2))
        # Below the text of the edge, if there is one.
        middle = start + (end - start) * (0.72 if node.edge else 0.6)
        for offset in (-3.0, 3.0):
            at = middle + QPointF(0, offset)
            painter.drawLine(at + QPointF(-8, 4), at + QPointF(8, -4))


def paint_node(painter: QPainter, layout: NodeLayout, node: DrawnNode, center: QPointF, *, has_focus: bool) -> None:
    """Draw a node with the texts in it and next to it.

    Args:
        painter: the painter.
        layout: the places of all nodes.
        node: the node.
        center: its centre.
        has_focus: whether it has the keyboard focus.
    """
    theme = palette.current()
    area = outline_of(node, layout).translated(center)
    fill, ink, pen = theme.surface, theme.text, QPen(theme.secondary, 1.2)
    if node.is_faint:
        fill, ink, pen = theme.ground, theme.secondary, QPen(theme.border, 1.2, Qt.PenStyle.DashLine)
    elif node.shape is not NodeShape.LEAF:
        fill, ink = MAXIMISER if node.shape is NodeShape.MAX else MINIMISER, ON_SIDE
        pen = QPen(fill, 1)
    if node.is_chosen:
        pen = QPen(theme.gold, 2.5)
    if node.state is not None:
        pen = QPen(theme.good if node.state is State.RIGHT else theme.accent, 2)
        if node.state is State.MISSING:
            pen = QPen(theme.gold, 2, Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.setBrush(fill)
    if node.shape is NodeShape.MIN:
        painter.drawEllipse(center, _RADIUS, _RADIUS)
    else:
        painter.drawRoundedRect(area, 6, 6)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if node.is_current:
        painter.setPen(QPen(theme.gold, 2))
        painter.drawRoundedRect(area.adjusted(-5, -5, 5, 5), 9, 9)
    if has_focus:
        painter.setPen(QPen(theme.gold, 1, Qt.PenStyle.DotLine))
        painter.drawRoundedRect(area.adjusted(-8, -8, 8, 8), 10, 10)
    painter.setPen(ink)
    size = (
        style.BODY
        if len(node.text) < (4 if node.shape is NodeShape.LEAF else 5) and layout.leaf >= 28
        else style.CAPTION
    )
    if len(node.text) > _LONG:
        size = style.CAPTION - 2
    painter.setFont(style.font(size, bold=not node.is_faint, tabular=True))
    painter.drawText(area.adjusted(-6, 0, 6, 0), Qt.AlignmentFlag.AlignCenter, node.text)
    _paint_texts(painter, layout, node, area)


def _paint_texts(painter: QPainter, layout: NodeLayout, node: DrawnNode, area: QRectF) -> None:
    """Write the letter, the window and the judgement next to a node."""
    theme = palette.current()
    painter.setFont(style.font(style.CAPTION))
    painter.setPen(theme.secondary)
    is_tight = node.shape is NodeShape.LEAF and layout.leaf + 6 > area.width() + 5
    if node.shape is NodeShape.LEAF:
        place = QRectF(area.left() - 8, area.top() - 16, 24 if is_tight else 20, 14)
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, node.name)
    else:
        _paint_name(painter, layout, node, area)
    metrics = QFontMetricsF(painter.font())
    if not node.children:
        for text, y in ((node.alpha, area.bottom() + 3), (node.beta, area.bottom() + 17)):
            painter.drawText(QRectF(area.center().x() - 40, y, 80, 15), _CENTRE, text)
    else:
        middle = area.center().y() - (0 if node.parent >= 0 else 12)
        for text, y in ((node.alpha, middle - 15), (node.beta, middle)):
            painter.drawText(QRectF(area.right() + 6, y, metrics.horizontalAdvance(text) + 4, 15), _LEFT, text)
    if node.state is not None:
        painter.setPen(theme.good if node.state is State.RIGHT else theme.accent)
        sign = {State.RIGHT: "✓", State.WRONG: "✗", State.MISSING: tr("missing")}[node.state]
        painter.setFont(style.font(style.CAPTION if node.state is State.MISSING else style.BODY, bold=True))
        if node.children:
            _paint_beside(painter, node, area, sign)
            return
        below = 32 if node.alpha else 3
        place = QRectF(area.center().x() - 30, area.bottom() + below, 60, 18)
        painter.drawText(place, _CENTRE, sign)


def _paint_name(painter: QPainter, layout: NodeLayout, node: DrawnNode, area: QRectF) -> None:
    """Write the letter of an inner node: to the left of it, or above it if the window of another node is there."""
    if not layout.is_tight or node.parent < 0:
        place = QRectF(area.left() - 32, _name_top(node, area), 26, 16)
        painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, node.name)
        return
    place = QRectF(area.left() - 2, area.top() - 16, 12, 14)
    # Over the edge from the parent.
    painter.fillRect(place, palette.current().ground)
    painter.drawText(place, _CENTRE, node.name)


def _paint_beside(painter: QPainter, node: DrawnNode, area: QRectF, sign: str) -> None:
    """Write the judgement of an inner node where no edge leaves: at the right, or next to its name."""
    if node.alpha:
        place = QRectF(area.left() - 84, _name_top(node, area), 60, 16)
        painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, sign)
    else:
        top = area.center().y() - (8 if node.parent >= 0 else 24)
        painter.drawText(QRectF(area.right() + 8, top, 60, 16), _LEFT, sign)


def _name_top(node: DrawnNode, area: QRectF) -> float:
    """Return the top of the name of an inner node. Next to the root, edges leave on both sides below it."""
    return area.center().y() + 2 if node.parent >= 0 else area.top() - 4
