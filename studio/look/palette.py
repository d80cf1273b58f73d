"""The colours of the window in both themes, of the boards and of the algorithms."""

from dataclasses import dataclass, fields
from functools import cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from engine.core.surface import BoardColors
from engine.picture import colors

_PEN_STYLES: dict[colors.Dash, Qt.PenStyle] = {
    "solid": Qt.PenStyle.SolidLine,
    "dash": Qt.PenStyle.DashLine,
    "dot": Qt.PenStyle.DotLine,
    "dashdot": Qt.PenStyle.DashDotLine,
}


@dataclass(frozen=True, slots=True)
class BoardPalette:
    """The colours of a board as ``QColor``. The fields are those of ``engine.core.surface.BoardColors``."""

    paper: QColor
    alternate: QColor
    line: QColor
    frame: QColor
    first: QColor
    second: QColor
    first_ink: QColor
    second_ink: QColor
    ink: QColor
    ruled: bool


class Theme(colors.AnyTheme[QColor]):
    """The colours of the window."""

    __slots__ = ()

    @property
    def is_dark(self) -> bool:
        """Whether the theme has light text on a dark background."""
        return self.name == "dark"

    def algorithm_color(self, name: str) -> QColor:
        """Return the colour of the algorithm with the identifier ``name``. It is the same in both themes."""
        return algorithm_color(name)


def _theme(source: colors.Theme) -> Theme:
    return Theme(source.name, *(QColor(getattr(source, each.name)) for each in fields(source)[1:]))


_LIGHT, _DARK, _CONTRAST = (_theme(each) for each in (colors.LIGHT, colors.DARK, colors.CONTRAST))


class _State:
    """Holder of the theme in use."""

    theme = _LIGHT
    changes = 0


def light() -> Theme:
    """Return the light theme."""
    return _LIGHT


def dark() -> Theme:
    """Return the dark theme."""
    return _DARK


def contrast_theme() -> Theme:
    """Return the theme of presentations, black on white."""
    return _CONTRAST


def current() -> Theme:
    """Return the theme in use, which is the light theme by default."""
    return _State.theme


def use(theme: Theme) -> None:
    """Set the theme in use without restyling any widget. ``studio.look.style.apply`` also restyles the widgets."""
    _State.theme = theme
    _State.changes += 1


def changes() -> int:
    """Return the number of calls of ``use``, which changes with the theme."""
    return _State.changes


def algorithm_color(name: str) -> QColor:
    """Return the colour of the algorithm with the identifier ``name``, known or not."""
    return QColor(colors.algorithm_color(name))


def algorithm_pen_style(name: str) -> Qt.PenStyle:
    """Return the pen style of the algorithm with the identifier ``name``.

    It is solid if the algorithm does not share its colour with another one, and dashed or dotted otherwise.
    """
    return _PEN_STYLES[colors.algorithm_dash(name)]


@cache
def board(source: BoardColors) -> BoardPalette:
    """Return the colours of a board as ``QColor``, for painting."""
    return BoardPalette(
        QColor(source.paper), QColor(source.alternate), QColor(source.line), QColor(source.frame), QColor(source.first),
        QColor(source.second), QColor(source.first_ink), QColor(source.second_ink), QColor(source.ink), source.ruled,
    )  # fmt: skip


SEEN = 1.7
"""Minimum ``contrast`` between a side's colour and the panel on which it is shown."""


def contrast(first: QColor, second: QColor) -> float:
    """Return the contrast ratio of two opaque colours as defined by WCAG 2.1, a number from 1 to 21."""
    low, high = sorted((_luminance(first.rgb()), _luminance(second.rgb())))
    return (high + 0.05) / (low + 0.05)


@cache
def _luminance(rgb: int) -> float:
    """Return the relative luminance of a colour, from 0 to 1, as defined by WCAG 2.1."""
    parts = ((rgb >> 16 & 255) / 255, (rgb >> 8 & 255) / 255, (rgb & 255) / 255)
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def seen(color: QColor) -> QColor:
    """Return the colour of a side for use on a panel.

    A colour that is hardly visible on panels, such as shell on white, is mixed with the text colour.
    """
    look, share, made = current(), 0.0, color
    while share < 0.6 and contrast(made, look.surface) < SEEN:
        share += 0.1
        made = mixed(look.text, color, share)
    return made


def needs_paper(source: BoardColors) -> bool:
    """Whether the pieces of at least one side are hardly visible on panels and need the board's paper as background."""
    own = board(source)
    return any(contrast(color, current().surface) < SEEN for color in (own.first, own.second))


def mixed(color: QColor, ground: QColor, share: float) -> QColor:
    """Return an opaque mixture of two colours. ``share`` is the weight of ``color``, from 0 to 1."""
    return QColor.fromRgbF(
        color.redF() * share + ground.redF() * (1 - share),
        color.greenF() * share + ground.greenF() * (1 - share),
        color.blueF() * share + ground.blueF() * (1 - share),
    )
