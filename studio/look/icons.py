"""Icons, drawn in the colours of the theme in use."""

from functools import cache, lru_cache
from importlib import resources

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from shiboken6 import isValid

from studio.look import palette


@cache
def _icon_source(name: str) -> str:
    return (resources.files("resources") / "icons" / f"{name}.svg").read_text(encoding="utf-8")


def icon_names() -> list[str]:
    """Return the names accepted by ``icon``, sorted."""
    folder = resources.files("resources") / "icons"
    return sorted(path.name.removesuffix(".svg") for path in folder.iterdir() if path.name.endswith(".svg"))


@lru_cache(maxsize=500)
def _icon_pixmap(name: str, width: int, height: int, color: str) -> QPixmap:
    """Return a pixmap of ``width`` × ``height`` device pixels with an icon in ``color`` (``#rrggbb``)."""
    width, height = max(1, width), max(1, height)  # Qt requests negative sizes for a button that is squeezed.
    renderer = QSvgRenderer(QByteArray(_icon_source(name).replace("currentColor", color).encode()))
    pixmap = QPixmap(width, height)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    side = min(width, height)
    renderer.render(painter, QRectF((width - side) / 2, (height - side) / 2, side, side))
    painter.end()
    # The copy has no paint engine, which takes several times the memory of the pixels.
    return pixmap.copy()


class _Probe(QIconEngine):
    """Icon engine that stores the width requested by Qt in ``asked``."""

    asked = 0

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        """Return an empty pixmap and store the requested width."""
        type(self).asked = size.width()
        return QPixmap(size)


@cache
def _sizes_are_logical() -> bool:
    """Whether Qt passes sizes to ``scaledPixmap`` in logical pixels, as Qt 6.11 does, instead of device pixels.

    Earlier versions use device pixels. The unit is measured, because Qt does not document it.
    """
    probe = _Probe()
    _engines.append(probe)
    QIcon(probe).pixmap(QSize(20, 20), 2.0)
    return _Probe.asked == 20


class _Icon(QIconEngine):
    """Icon engine that renders an icon at the resolution of the screen.

    The icon has a fixed colour, or the text colour of the theme in use.
    """

    def __init__(self, name: str, color: QColor | None) -> None:
        super().__init__()
        self._name = name
        self._color = color

    def _ink(self, mode: QIcon.Mode) -> str:
        theme = palette.current()
        if mode == QIcon.Mode.Disabled:
            return palette.mixed(theme.text, theme.ground, 0.35).name()
        return (self._color or theme.text).name()

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Draw the icon into ``rect``, in the painter's coordinates."""
        device = painter.device()
        scale = device.devicePixelRatio() if device is not None else 1.0
        width, height = round(rect.width() * scale), round(rect.height() * scale)
        pixmap = QPixmap(_icon_pixmap(self._name, width, height, self._ink(mode)))
        pixmap.setDevicePixelRatio(scale)
        painter.drawPixmap(rect.topLeft(), pixmap)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Return a pixmap of ``size`` device pixels."""
        return QPixmap(_icon_pixmap(self._name, size.width(), size.height(), self._ink(mode)))

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        """Return a pixmap with ``scale`` device pixels per logical pixel.

        The unit of ``size`` depends on the version of Qt (``_sizes_are_logical``).
        """
        pixmap = self.pixmap(size * scale if _sizes_are_logical() else size, mode, state)
        pixmap.setDevicePixelRatio(scale)
        return pixmap

    def clone(self) -> QIconEngine:
        """Return a new engine for the same icon in the same colour."""
        return _engine(self._name, self._color)


_engines: list[QIconEngine] = []
"""The icon engines whose C++ objects are owned by Qt. The list keeps their Python objects alive."""
_icons: dict[tuple[str, str], QIcon] = {}


def _engine(name: str, color: QColor | None) -> _Icon:
    made = _Icon(name, color)
    # Qt deletes the engines of copied icons without notice. Their Python objects are removed when another is made.
    _engines[:] = [each for each in _engines if isValid(each)]
    _engines.append(made)
    return made


def icon(name: str, color: QColor | None = None) -> QIcon:
    """Return an icon. By default, it is painted in the text colour of the theme in use, even after a change of theme.

    Args:
        name: one of ``icon_names()``.
        color: a fixed colour for the icon, or None for the text colour.

    Raises:
        FileNotFoundError: if there is no icon ``name``.
    """
    key = (name, color.name() if color is not None else "")
    if key not in _icons:
        _icon_source(name)
        _icons[key] = QIcon(_engine(name, color))
    return _icons[key]
