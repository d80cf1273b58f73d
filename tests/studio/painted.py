"""What a widget paints, as data: its words and its shapes, with their colours.

The widget is rendered as SVG, so that a test can assert what is written and in which colour, without pixels.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from types import SimpleNamespace
from xml.etree import ElementTree

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QSize
from PySide6.QtGui import QColor, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from studio.look import palette
from studio.widgets.scene import measure

SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Words:
    """A painted text. ``x`` and ``y`` are where it begins, in px."""

    text: str
    color: str
    size: int
    is_bold: bool
    opacity: float
    x: float
    y: float


@dataclass(frozen=True)
class Shape:
    """A painted shape. ``fill`` and ``stroke`` are colours or ``none``, and ``points`` its corners, or its centre."""

    kind: str
    fill: str
    stroke: str
    width: float
    is_dashed: bool
    opacity: float
    points: tuple[tuple[float, float], ...]

    @property
    def left(self) -> float:
        """The left edge in px."""
        return min(x for x, _ in self.points)

    @property
    def top(self) -> float:
        """The upper edge in px."""
        return min(y for _, y in self.points)

    @property
    def right(self) -> float:
        """The right edge in px."""
        return max(x for x, _ in self.points)

    @property
    def bottom(self) -> float:
        """The lower edge in px."""
        return max(y for _, y in self.points)


@dataclass(frozen=True)
class Painted:
    """What was painted, in the order of painting."""

    words: tuple[Words, ...]
    shapes: tuple[Shape, ...]

    @property
    def texts(self) -> list[str]:
        """The words."""
        return [each.text for each in self.words]

    def of(self, text: str) -> Words:
        """Return the only words with a text."""
        (found,) = [each for each in self.words if each.text == text]
        return found

    def filled(self, color: str) -> list[Shape]:
        """Return the shapes that are filled with a colour."""
        return [each for each in self.shapes if each.fill == color]

    def drawn(self, color: str) -> list[Shape]:
        """Return the shapes whose outline has a colour."""
        return [each for each in self.shapes if each.stroke == color]


class SvgDevice(QSvgGenerator):
    """A device of 96 pixels per inch that keeps what is painted. It has pages, which only begin another time above."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self.pages = 1
        self._stored = QByteArray()
        self._buffer = QBuffer(self._stored)
        self._buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self.setOutputDevice(self._buffer)
        self.setSize(QSize(width, height))
        self.setResolution(96)

    def newPage(self) -> bool:
        """Count a page."""
        self.pages += 1
        return True

    def painted(self) -> Painted:
        """Return what was painted, after the painter has ended."""
        self._buffer.close()
        return _parse(bytes(self._stored.data()))


def inks() -> SimpleNamespace:
    """Return the colours of the theme in use by their roles, as ``Words`` and ``Shape`` have them."""
    look = palette.current()
    roles = (each for each in fields(look) if isinstance(getattr(look, each.name), QColor))
    return SimpleNamespace(**{each.name: getattr(look, each.name).name() for each in roles})


def painted(widget: QWidget) -> Painted:
    """Return what a widget paints, with its children."""
    device = SvgDevice(widget.width(), widget.height())
    painter = QPainter(device)
    widget.render(painter, QPoint())
    painter.end()
    return device.painted()


def _parse(svg: bytes) -> Painted:
    words: list[Words] = []
    shapes: list[Shape] = []
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        across, _, _, down, right, lower = _matrix(group.get("transform", ""))
        for each in group:
            attributes = {**group.attrib, **each.attrib}
            faintness = float(attributes.get("opacity", 1))
            opacity = faintness * float(attributes.get("fill-opacity", 1))
            if each.tag == f"{SVG}text":
                at = float(each.get("x", 0)) * across + right, float(each.get("y", 0)) * down + lower
                made = Words(each.text or "", attributes["fill"], round(float(attributes["font-size"]) * down),
                             int(attributes["font-weight"]) > 500, opacity, *at)  # fmt: skip
                if words and _continues(words[-1], made):
                    before = words.pop()
                    made = replace(before, text=before.text + made.text)
                words.append(made)
            elif each.tag != f"{SVG}g":
                points = tuple((x * across + right, y * down + lower) for x, y in _points(each))
                stroke = group.get("stroke", "none")
                shapes.append(
                    Shape(each.tag.removeprefix(SVG), attributes["fill"], stroke,
                          float(group.get("stroke-width", 0)), "stroke-dasharray" in group.attrib,
                          opacity if stroke == "none" else faintness * float(group.get("stroke-opacity", 1)), points)
                )  # fmt: skip
    return Painted(tuple(words), tuple(shapes))


def _continues(before: Words, after: Words) -> bool:
    """Return whether a text is the rest of another one: the parts of a text in different scripts are separate."""
    end = before.x + measure(before.text, before.size, is_bold=before.is_bold)
    return replace(before, text="", x=0) == replace(after, text="", x=0) and abs(end - after.x) < 1


def _matrix(text: str) -> tuple[float, ...]:
    inner = text.removeprefix("matrix(").removesuffix(")")
    return tuple(map(float, inner.split(","))) if inner else (1, 0, 0, 1, 0, 0)


def _points(each: ElementTree.Element) -> Iterator[tuple[float, float]]:
    """Yield the corners of a shape, or the centre of a circle."""
    number = {
        key: float(value) for key, value in each.attrib.items() if key in ("x", "y", "width", "height", "cx", "cy")
    }
    if "cx" in number:
        yield number["cx"], number["cy"]
    elif "width" in number:
        yield number["x"], number["y"]
        yield number["x"] + number["width"], number["y"] + number["height"]
    else:
        corners = re.findall(r"(-?[\d.]+),(-?[\d.]+)", each.get("points") or each.get("d") or "")
        yield from ((float(x), float(y)) for x, y in corners)
