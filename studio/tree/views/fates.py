"""The colours and marks of the fates of nodes, the same in all views."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import QColor, QPainter

from engine.picture.colors import fate_colors, theme_named
from engine.picture.fates import fate_mark, hatch_color
from engine.picture.scene import Rect
from engine.searchtree.export.strip import COLOURS
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate
from studio.look import palette
from studio.tree.views.texts import View, bound_of
from studio.widgets.scene import paint


@dataclass(frozen=True, slots=True)
class FateInks:
    """The colours of a fate: of areas, and of marks."""

    fill: QColor
    mark: QColor


def colors_of(fate: Fate) -> FateInks:
    """Return the colours of a fate in the theme in use. Nodes in which the search was stopped have that of hatches."""
    look = theme_named(palette.current().name)
    if fate is Fate.UNKNOWN:
        return FateInks(QColor(hatch_color(look)), QColor(hatch_color(look)))
    colors = fate_colors(COLOURS[fate], look.name)
    return FateInks(QColor(colors.fill), QColor(colors.mark))


def draw_node(painter: QPainter, center: QPointF, radius: float, tree: SearchTree, node: int, view: View) -> None:
    """Draw the mark of the fate of a node, and nothing for a leaf. The pen and the brush are changed.

    Args:
        painter: the painter.
        center: centre of the mark.
        radius: half of its size in px.
        tree: the tree.
        node: the node.
        view: whose values are shown.
    """
    if tree.fate(node) is not Fate.LEAF:
        bound, look = bound_of(tree, node, view), theme_named(palette.current().name)
        paint(painter, fate_mark(center.x(), center.y(), radius, COLOURS[tree.fate(node)], bound, look))


def draw_hatch(painter: QPainter, rect: QRect) -> None:
    """Draw the slanted lines over what was never looked at."""
    color = hatch_color(theme_named(palette.current().name))
    paint(painter, [Rect(rect.x(), rect.y(), rect.width(), rect.height(), color, is_hatched=True)])
