"""The colours and marks of the fates of nodes, the same in all views."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate
from studio.look import palette
from studio.tree.views.texts import Bound, View, bound_of

_LIGHT = {
    Fate.EXACT: ("#9FD6C4", "#009E73"),
    Fate.CUT: ("#F0B98E", "#D55E00"),
    Fate.LOW: ("#CDCFD3", "#7D828A"),
    Fate.LEAF: ("#EFECE4", "#A8A397"),
    Fate.UNKNOWN: ("#DDD6C6", "#A8A397"),
}
_DARK = {
    Fate.EXACT: ("#1F5F4E", "#2FBF95"),
    Fate.CUT: ("#7A4420", "#F08A3C"),
    Fate.LOW: ("#45494F", "#9A9EA6"),
    Fate.LEAF: ("#26292F", "#6B7078"),
    Fate.UNKNOWN: ("#34383F", "#6B7078"),
}


@dataclass(frozen=True, slots=True)
class FateColors:
    """The colours of a fate: of areas, and of marks."""

    fill: QColor
    mark: QColor


def colors_of(fate: Fate) -> FateColors:
    """Return the colours of a fate in the theme in use."""
    fill, mark = (_DARK if palette.current().is_dark else _LIGHT)[fate]
    return FateColors(QColor(fill), QColor(mark))


def hatch() -> QColor:
    """Return the colour of the lines over what was never looked at."""
    return QColor("#EDE9DF") if not palette.current().is_dark else QColor("#2D3036")


def draw_fate(painter: QPainter, center: QPointF, radius: float, fate: Fate, bound: Bound) -> None:
    """Draw the mark of a fate: a disc for an exact value, ▲ for at least, ▼ for at most, and nothing for a leaf.

    Args:
        painter: the painter, whose pen and brush are changed.
        center: centre of the mark.
        radius: half of its size in px.
        fate: the fate, which determines the colour.
        bound: what is known, which determines the shape.
    """
    if fate in (Fate.LEAF, Fate.UNKNOWN):
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colors_of(fate).mark)
    if bound is Bound.EXACT:
        painter.drawEllipse(center, radius, radius)
        return
    up = -1 if bound is Bound.LEAST else 1
    corners = ((-1.05, -0.8), (1.05, -0.8), (0.0, 1.0))
    painter.drawPolygon(QPolygonF([center + QPointF(x * radius, up * y * radius) for x, y in corners]))


def draw_leaf(painter: QPainter, center: QPointF, radius: float) -> None:
    """Draw the mark of a leaf where a view needs one: a small ring."""
    painter.setPen(QPen(colors_of(Fate.LEAF).mark, 1.2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(center, radius * 0.7, radius * 0.7)


def draw_node(painter: QPainter, center: QPointF, radius: float, tree: SearchTree, node: int, view: View) -> None:
    """Draw the mark of the fate of a node."""
    draw_fate(painter, center, radius, tree.fate(node), bound_of(tree, node, view))
