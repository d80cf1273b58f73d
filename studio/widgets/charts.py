"""Pens of curves in the studio's look."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

from studio.look import palette


def pen(color: QColor, width: float = 2.0, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    """Return a pen whose width is specified in pixels and does not depend on the scale of the plot."""
    made = QPen(color, width, style)
    made.setCosmetic(True)
    made.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return made


def algorithm_pen(name: str, repetition: int, width: float = 2.0) -> QPen:
    """Return the pen of an algorithm in its colour.

    Args:
        name: identifier of the algorithm.
        repetition: number of earlier algorithms with the same name. If it is not 0, the pen is dashed or dotted.
        width: width in pixels.
    """
    style = palette.algorithm_pen_style(name)
    if repetition:
        style = (Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)[(repetition - 1) % 3]
    return pen(palette.algorithm_color(name), width, style)
