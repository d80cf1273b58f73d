"""The look of the studio: colours, type, the style sheet, icons. Everything that is drawn takes its colours from here.

Widgets choose a look by dynamic properties, so that no other module writes style sheets:

* ``QLabel``: ``role`` = ``title`` (16 px), ``score`` (22 px), ``caption`` (11 px, secondary), ``secondary``,
  ``error``, ``good``;
* ``QPushButton`` / ``QToolButton``: ``kind`` = ``primary`` (the accent), ``quiet`` (no frame), ``danger``;
* ``QWidget``: ``role`` = ``surface`` (panel colour), ``card`` (panel colour, thin line, round corners),
  ``separator`` (a thin line).

``set_look(widget, role=…)`` sets them and restyles the widget.
"""

import zlib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from string import Template
from typing import Literal

from PySide6.QtCore import QByteArray, QObject, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QIcon, QIconEngine, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractItemView, QApplication, QFrame, QHeaderView, QStyle, QTableView, QWidget

from engine.core.surface import BoardColors

Mode = Literal["light", "dark", "system"]

BODY, CAPTION, TITLE, SCORE = 13, 11, 16, 22
"""Sizes of type in px."""
GRID, PADDING, RADIUS, ROW, ICON = 4, 12, 6, 28, 20
"""Lengths in px: the grid, inside a panel, of corners, of a table's row, of an icon."""
MOTION_MS = 120

_ALGORITHMS = {
    "random": "#8A8A8A",
    "greedy": "#E69F00",
    "minimax": "#0072B2",
    "alphabeta": "#009E73",
    "negamax": "#56B4E9",
    "negamax_alphabeta": "#CC79A7",
    "negascout": "#D55E00",
}
_PEN_STYLES = (Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)


@dataclass(frozen=True, slots=True)
class BoardPalette:
    """The colours of a board, ``engine.core.surface.BoardColors``, as Qt's."""

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


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours of the window. All but the lines, ``raised``, ``gold`` and ``chosen`` are read as text on the first two.

    Attributes:
        name: ``light`` or ``dark``.
        ground: behind the panels.
        surface: panels, fields, tables.
        raised: hovered rows and buttons.
        text: body text.
        secondary: captions, headers, what is less important.
        line: separators.
        border: the outline of fields and buttons.
        accent: lacquer red: the one thing to press; errors.
        on_accent: text on ``accent``.
        gold: what is chosen; never text.
        chosen: background of chosen rows, gold thinned out.
        good: text that says all is well.
        inaccuracy, mistake, blunder: of moves, together with their glyphs.
    """

    name: Literal["light", "dark"]
    ground: QColor
    surface: QColor
    raised: QColor
    text: QColor
    secondary: QColor
    line: QColor
    border: QColor
    accent: QColor
    on_accent: QColor
    gold: QColor
    chosen: QColor
    good: QColor
    inaccuracy: QColor
    mistake: QColor
    blunder: QColor

    @property
    def is_dark(self) -> bool:
        """Whether light text stands on a dark ground."""
        return self.name == "dark"

    def algorithm_color(self, name: str) -> QColor:
        """The colour of an algorithm by its identifier, the same in both themes."""
        return algorithm_color(name)


def _theme(name: Literal["light", "dark"], *colors: str) -> Theme:
    return Theme(name, *map(QColor, colors))


_LIGHT = _theme(
    "light", "#FAF8F3", "#FFFFFF", "#F3EFE6", "#1F2024", "#6A6E75", "#E5E1D8", "#D3CDC0", "#A8321F", "#FFFFFF",
    "#C2963B", "#F6EAD0", "#2C6E49", "#2A66A8", "#A35A00", "#A8321F",
)  # fmt: skip
_DARK = _theme(
    "dark", "#15161A", "#1D1F24", "#272A31", "#E9E6DF", "#9A9EA6", "#2D3036", "#3D4149", "#E2694F", "#15161A",
    "#C2963B", "#3A3323", "#7CC295", "#7DB3E8", "#E9A04B", "#EE7F6B",
)  # fmt: skip


class _State(QObject):
    """What ``apply`` was last told, and the link to the system's colour scheme."""

    def __init__(self) -> None:
        super().__init__()
        self.mode: Mode = "light"
        self.theme = _LIGHT
        self.is_linked = False

    def follow(self) -> None:
        """Take over a change of the system's scheme."""
        app = QApplication.instance()
        if self.mode == "system" and isinstance(app, QApplication) and _system() is not self.theme:
            _dress(app, _system())


_state = _State()


def light() -> Theme:
    """The light theme."""
    return _LIGHT


def dark() -> Theme:
    """The dark theme."""
    return _DARK


def current() -> Theme:
    """The theme in use; light until ``apply``."""
    return _state.theme


def mode() -> Mode:
    """What ``apply`` was last asked for."""
    return _state.mode


def apply(app: QApplication, mode: Mode) -> None:
    """Dress the application: style, palette, font, style sheet. Every widget then gets a ``PaletteChange``.

    Args:
        app: the application.
        mode: ``light``, ``dark``, or ``system``: as the system says, now and later.
    """
    hints = app.styleHints()
    _state.mode = mode
    if not _state.is_linked:
        hints.colorSchemeChanged.connect(_state.follow)
        _state.is_linked = True
    if mode == "system":
        hints.unsetColorScheme()
        _dress(app, _system())
    else:
        hints.setColorScheme(Qt.ColorScheme.Dark if mode == "dark" else Qt.ColorScheme.Light)
        _dress(app, _DARK if mode == "dark" else _LIGHT)


def _system() -> Theme:
    return _DARK if QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark else _LIGHT


def _dress(app: QApplication, theme: Theme) -> None:
    _state.theme = theme
    if app.style().objectName().lower() != "fusion":
        app.setStyle("Fusion")
    app.setFont(font())
    app.setPalette(_palette(theme))
    app.setStyleSheet(style_sheet(theme))


def algorithm_color(name: str) -> QColor:
    """The colour of an algorithm by its identifier; an unknown one gets a colour of the same scale by its name."""
    if name in _ALGORITHMS:
        return QColor(_ALGORITHMS[name])
    scale = list(_ALGORITHMS.values())[1:]
    return QColor(scale[zlib.crc32(name.encode()) % len(scale)])


def algorithm_pen_style(name: str) -> Qt.PenStyle:
    """The second mark of an algorithm: solid for those with a colour of their own, dashes and dots for later ones."""
    if name in _ALGORITHMS:
        return Qt.PenStyle.SolidLine
    return _PEN_STYLES[zlib.crc32(name.encode()) // 7 % len(_PEN_STYLES)]


@cache
def board(colors: BoardColors) -> BoardPalette:
    """The colours of a board, for painting."""
    return BoardPalette(
        QColor(colors.paper), QColor(colors.alternate), QColor(colors.line), QColor(colors.frame), QColor(colors.first),
        QColor(colors.second), QColor(colors.first_ink), QColor(colors.second_ink), QColor(colors.ink), colors.ruled,
    )  # fmt: skip


# --- type ---------------------------------------------------------------------------------------------------------


def font(size: int = BODY, *, bold: bool = False, tabular: bool = False) -> QFont:
    """The system's font.

    Args:
        size: in px.
        bold: semi-bold where the font has it.
        tabular: figures of equal width, for tables and scores.
    """
    made = QFont(QGuiApplication.font())
    made.setPixelSize(size)
    made.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return tabular_figures(made) if tabular else made


def tabular_figures(base: QFont) -> QFont:
    """``base`` with figures of equal width."""
    made = QFont(base)
    made.setFeature(QFont.Tag("tnum"), 1)
    return made


SEEN = 1.7
"""Least contrast of a side's colour and the panel it is shown on."""


def contrast(first: QColor, second: QColor) -> float:
    """The contrast of two opaque colours, 1 … 21, as WCAG 2.1 defines it."""

    def luminance(color: QColor) -> float:
        parts = (color.redF(), color.greenF(), color.blueF())
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def seen(color: QColor) -> QColor:
    """A side's colour as it can be seen on panels: slate on dark, shell on white, drawn nearer to the text."""
    look, share, made = current(), 0.0, color
    while share < 0.6 and contrast(made, look.surface) < SEEN:
        share += 0.1
        made = _mixed(look.text, color, share)
    return made


def wants_paper(colors: BoardColors) -> bool:
    """Whether a board's pieces can hardly be seen on the panels, so that they lie on the board's paper there."""
    own = board(colors)
    return any(contrast(color, current().surface) < SEEN for color in (own.first, own.second))


def moves_are_animated() -> bool:
    """Whether the system wants motion; false where it asks for less."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        return False
    return app.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) > 0


# --- widgets ------------------------------------------------------------------------------------------------------


def set_look(widget: QWidget, *, role: str = "", kind: str = "") -> None:
    """Give a widget one of the looks listed above, or take it away; restyles it."""
    widget.setProperty("role", role or None)
    widget.setProperty("kind", kind or None)
    if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        widget.style().unpolish(widget)
        widget.style().polish(widget)
        widget.update()


def separator(*, vertical: bool = False) -> QFrame:
    """A thin line between two parts of a panel."""
    line = QFrame()
    set_look(line, role="separator")
    if vertical:
        line.setFixedWidth(1)
    else:
        line.setFixedHeight(1)
    return line


def dress_table(table: QTableView) -> None:
    """Give a table the look of ux.md: rows of 28 px, no grid, no frame, whole rows chosen, tabular figures."""
    table.setFont(font(tabular=True))
    table.setShowGrid(False)
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.verticalHeader().hide()
    table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    table.verticalHeader().setDefaultSectionSize(ROW)
    table.verticalHeader().setMinimumSectionSize(ROW)
    table.horizontalHeader().setHighlightSections(False)
    table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    table.horizontalHeader().setFixedHeight(ROW)


def dress_rows(view: QAbstractItemView) -> None:
    """Give a list or tree rows of 28 px and no frame; before it gets its rows, whose height Qt would remember."""
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.ensurePolished()


def _palette(theme: Theme) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for where, color in (
        (role.Window, theme.ground), (role.WindowText, theme.text), (role.Base, theme.surface),
        (role.AlternateBase, theme.ground), (role.Text, theme.text), (role.Button, theme.surface),
        (role.ButtonText, theme.text), (role.BrightText, theme.accent), (role.ToolTipBase, theme.surface),
        (role.ToolTipText, theme.text), (role.PlaceholderText, theme.secondary), (role.Highlight, theme.chosen),
        (role.HighlightedText, theme.text), (role.Link, theme.accent), (role.LinkVisited, theme.accent),
        (role.Accent, theme.accent), (role.Light, theme.surface), (role.Midlight, theme.raised),
        (role.Mid, theme.border), (role.Dark, theme.border), (role.Shadow, theme.line),
    ):  # fmt: skip
        palette.setColor(where, color)
    faint = _mixed(theme.text, theme.surface, 0.42)
    for where in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        palette.setColor(QPalette.ColorGroup.Disabled, where, faint)
    return palette


def _mixed(color: QColor, ground: QColor, share: float) -> QColor:
    return QColor.fromRgbF(
        color.redF() * share + ground.redF() * (1 - share),
        color.greenF() * share + ground.greenF() * (1 - share),
        color.blueF() * share + ground.blueF() * (1 - share),
    )


def style_sheet(theme: Theme) -> str:
    """The application's style sheet."""
    values = {name: getattr(theme, name).name() for name in Theme.__slots__ if name != "name"}
    values["faint"] = _mixed(theme.text, theme.surface, 0.42).name()
    values["pressed"] = _mixed(theme.text, theme.raised, 0.06).name()
    values["accent_hover"] = _mixed(theme.on_accent, theme.accent, 0.12).name()
    values["accent_pressed"] = _mixed(theme.text, theme.accent, 0.15).name()
    with resources.as_file(resources.files("resources") / "icons" / "glyphs" / theme.name) as folder:
        values["glyphs"] = folder.as_posix()
    return Template(_STYLE_SHEET).substitute(values)


_STYLE_SHEET = """
QToolTip { color: $text; background: $surface; border: 1px solid $border; padding: 4px 8px; }
QMainWindow, QDialog { background: $ground; }
QMainWindow::separator { background: $line; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: $gold; }
QSplitter::handle { background: $line; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
*[role="surface"] { background: $surface; }
*[role="card"] { background: $surface; border: 1px solid $line; border-radius: 6px; }
*[role="separator"] { background: $line; border: none; }
QLabel { background: transparent; }
QLabel[role="title"] { font-size: 16px; font-weight: 600; }
QLabel[role="score"] { font-size: 22px; font-weight: 600; }
QLabel[role="caption"] { font-size: 11px; color: $secondary; }
QLabel[role="secondary"] { color: $secondary; }
QLabel[role="error"] { color: $accent; }
QLabel[role="good"] { color: $good; }

QMenuBar { background: $ground; padding: 2px 4px; }
QMenuBar::item { padding: 4px 8px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: $raised; }
QMenu { background: $surface; border: 1px solid $border; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 8px; border-radius: 4px; margin: 0; }
QMenu::item:selected { background: $raised; }
QMenu::item:disabled { color: $faint; }
QMenu::separator { height: 1px; background: $line; margin: 4px 8px; }
QMenu::icon { padding-left: 8px; }
QToolBar { background: $ground; border: none; border-bottom: 1px solid $line; spacing: 2px; padding: 4px 8px; }
QToolBar::handle { image: none; width: 0; }
QToolBar::separator { background: $line; width: 1px; margin: 4px 6px; }
QStatusBar { background: $ground; border-top: 1px solid $line; color: $secondary; }
QSizeGrip { image: none; width: 0; height: 0; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: $secondary; padding: 0 4px; }
QDockWidget { font-weight: 600; }
QDockWidget::title { background: $ground; padding: 6px 12px; text-align: left; }

QPushButton { background: $surface; border: 1px solid $border; border-radius: 6px; padding: 5px 12px;
  min-height: 16px; }
QPushButton:hover { background: $raised; }
QPushButton:pressed { background: $pressed; }
QPushButton:checked { background: $chosen; border-color: $gold; }
QPushButton:focus { border-color: $gold; }
QPushButton:disabled { color: $faint; background: $ground; border-color: $line; }
QPushButton[kind="primary"] { background: $accent; border-color: $accent; color: $on_accent; font-weight: 600; }
QPushButton[kind="primary"]:hover { background: $accent_hover; border-color: $accent_hover; }
QPushButton[kind="primary"]:pressed { background: $accent_pressed; }
QPushButton[kind="primary"]:focus { border-color: $gold; }
QPushButton[kind="primary"]:disabled { color: $faint; background: $raised; border-color: $line; }
QPushButton[kind="quiet"] { background: transparent; border-color: transparent; }
QPushButton[kind="quiet"]:hover { background: $raised; }
QPushButton[kind="quiet"]:focus { border-color: $gold; }
QPushButton[kind="danger"] { color: $accent; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 4px; }
QToolButton:hover { background: $raised; }
QToolButton:pressed { background: $pressed; }
QToolButton:checked { background: $chosen; border-color: $gold; }
QToolButton:focus { border-color: $gold; }
QToolButton:disabled { color: $faint; }
QToolButton[popupMode="1"] { padding-right: 16px; }
QToolButton::menu-indicator { image: none; }
QToolButton::menu-button { border: none; width: 14px; }
QToolButton::menu-arrow { image: url($glyphs/down.svg); width: 10px; height: 10px; }

QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox, QComboBox {
  background: $surface; border: 1px solid $border; border-radius: 6px; padding: 4px 8px; min-height: 18px;
  selection-background-color: $chosen; selection-color: $text; }
QTextEdit[role="surface"], QTextEdit[role="surface"]:focus { border: none; border-radius: 0; padding: 0; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QAbstractSpinBox:focus, QComboBox:focus { border-color: $gold; }
QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled { color: $faint; background: $ground;
  border-color: $line; }
QLineEdit[state="error"], QPlainTextEdit[state="error"] { border-color: $accent; }
QAbstractSpinBox { padding-right: 18px; qproperty-alignment: "AlignRight | AlignVCenter"; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { subcontrol-origin: border; width: 18px; border: none;
  background: transparent; }
QAbstractSpinBox::up-button { subcontrol-position: top right; margin: 1px 1px 0 0; border-top-right-radius: 5px; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; margin: 0 1px 1px 0;
  border-bottom-right-radius: 5px; }
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover { background: $raised; }
QAbstractSpinBox::up-arrow { image: url($glyphs/up.svg); width: 8px; height: 8px; }
QAbstractSpinBox::down-arrow { image: url($glyphs/down.svg); width: 8px; height: 8px; }
QAbstractSpinBox::up-arrow:off, QAbstractSpinBox::up-arrow:disabled { image: url($glyphs/up-off.svg); }
QAbstractSpinBox::down-arrow:off, QAbstractSpinBox::down-arrow:disabled { image: url($glyphs/down-off.svg); }
QComboBox { padding-right: 20px; }
QComboBox:hover { background: $raised; }
QComboBox::drop-down { subcontrol-origin: border; subcontrol-position: center right; width: 20px; border: none; }
QComboBox::down-arrow { image: url($glyphs/down.svg); width: 10px; height: 10px; }
QComboBox::down-arrow:disabled { image: url($glyphs/down-off.svg); }
QComboBox QAbstractItemView { background: $surface; border: 1px solid $border; padding: 4px; outline: none; }
QCheckBox, QRadioButton { spacing: 8px; background: transparent; }
QCheckBox:disabled, QRadioButton:disabled { color: $faint; }
QCheckBox::indicator, QRadioButton::indicator { width: 16px; height: 16px; }
QCheckBox::indicator { image: url($glyphs/check-empty.svg); }
QCheckBox::indicator:checked { image: url($glyphs/check.svg); }
QCheckBox::indicator:indeterminate { image: url($glyphs/check-some.svg); }
QCheckBox::indicator:unchecked:focus, QCheckBox::indicator:unchecked:hover { image: url($glyphs/check-hover.svg); }
QRadioButton::indicator { image: url($glyphs/radio-empty.svg); }
QRadioButton::indicator:checked { image: url($glyphs/radio.svg); }
QRadioButton::indicator:unchecked:focus, QRadioButton::indicator:unchecked:hover {
  image: url($glyphs/radio-hover.svg); }
QMenu::indicator { width: 16px; height: 16px; left: 4px; }
QMenu::indicator:non-exclusive:unchecked { image: none; }
QMenu::indicator:non-exclusive:checked, QMenu::indicator:exclusive:checked { image: url($glyphs/tick.svg); }
QMenu::indicator:exclusive:unchecked { image: none; }

QGroupBox { border: none; margin-top: 22px; padding: 0; font-size: 11px; }
QGroupBox::title { subcontrol-origin: margin; subcontrol-position: top left; padding: 0; color: $secondary; }

QTabWidget::pane { border: none; border-top: 1px solid $line; }
QTabBar { qproperty-drawBase: 0; background: transparent; }
QTabBar::tab { background: transparent; color: $secondary; padding: 6px 12px; border-bottom: 2px solid transparent; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; }

QAbstractItemView { background: $surface; border: 1px solid $line; outline: none; alternate-background-color: $ground;
  selection-background-color: $chosen; selection-color: $text; }
QTableView { border: none; gridline-color: $line; }
QTableView::item { padding: 0 8px; border: none; }
QTreeView::item, QListView::item { height: 28px; padding: 0 8px; border: none; }
QAbstractItemView::item:hover { background: $raised; color: $text; }
QAbstractItemView::item:selected { background: $chosen; color: $text; }
QComboBox QAbstractItemView::item { height: 26px; padding: 0 8px; border-radius: 4px; }
QHeaderView { background: $surface; border: none; }
QHeaderView::section { background: $surface; color: $secondary; border: none; border-bottom: 1px solid $line;
  padding: 4px 8px; font-weight: 400; }
QHeaderView::up-arrow { image: url($glyphs/up.svg); width: 8px; height: 8px; subcontrol-position: top center; }
QHeaderView::down-arrow { image: url($glyphs/down.svg); width: 8px; height: 8px; subcontrol-position: top center; }
QTableCornerButton::section { background: $surface; border: none; border-bottom: 1px solid $line; }

QScrollArea { border: none; background: transparent; }
QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: 10px; }
QScrollBar:horizontal { height: 10px; }
QScrollBar::handle { background: $border; border-radius: 3px; margin: 2px; }
QScrollBar::handle:hover { background: $secondary; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QProgressBar { background: $raised; border: none; border-radius: 3px; max-height: 6px; min-height: 6px;
  text-align: center; color: transparent; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QSlider::groove:horizontal { height: 4px; background: $line; border-radius: 2px; }
QSlider::sub-page:horizontal { background: $accent; border-radius: 2px; }
QSlider::handle:horizontal { width: 14px; height: 14px; margin: -5px 0; border-radius: 7px; background: $surface;
  border: 1px solid $secondary; }
QSlider::handle:horizontal:focus { border-color: $gold; }
"""


# --- icons --------------------------------------------------------------------------------------------------------


_OTHER_NAMES = {
    "resign": "flag", "handshake": "draw", "swords": "attack", "analyze": "analyse", "trash": "delete",
    "remove": "delete",
    "back": "previous", "forward": "next", "add": "plus", "human": "person", "theme": "system",
    "evaluation": "graph", "home": "start",
    "cancel": "close", "apply": "check", "picture": "camera", "variation": "branch", "grid": "board",
}  # fmt: skip
"""What else an icon may be called."""


@cache
def _icon_source(name: str) -> str:
    return (resources.files("resources") / "icons" / f"{name}.svg").read_text(encoding="utf-8")


def icon_names() -> list[str]:
    """The names ``icon`` knows, in order."""
    folder = resources.files("resources") / "icons"
    return sorted(path.name.removesuffix(".svg") for path in folder.iterdir() if path.name.endswith(".svg"))


@cache
def _icon_pixmap(name: str, width: int, height: int, color: str) -> QPixmap:
    """Pixels of an icon: ``width`` × ``height`` are device pixels."""
    width, height = max(1, width), max(1, height)  # Qt asks for less than nothing of a button that is squeezed
    renderer = QSvgRenderer(QByteArray(_icon_source(name).replace("currentColor", color).encode()))
    pixmap = QPixmap(width, height)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    side = min(width, height)
    renderer.render(painter, QRectF((width - side) / 2, (height - side) / 2, side, side))
    painter.end()
    return pixmap


class _Probe(QIconEngine):
    """Remembers what size Qt asks for."""

    asked = 0

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        """An empty picture."""
        type(self).asked = size.width()
        return QPixmap(size)


@cache
def _sizes_are_logical() -> bool:
    """Whether ``scaledPixmap`` is told px, as in Qt 6.11, or device pixels, as in earlier ones; undocumented."""
    probe = _Probe()
    _engines.append(probe)
    QIcon(probe).pixmap(QSize(20, 20), 2.0)
    return _Probe.asked == 20


class _Icon(QIconEngine):
    """Draws an icon in the colours of the theme in use, sharp at every size."""

    def __init__(self, name: str, color: QColor | None) -> None:
        super().__init__()
        self._name = name
        self._color = color

    def _ink(self, mode: QIcon.Mode) -> str:
        theme = current()
        if mode == QIcon.Mode.Disabled:
            return _mixed(theme.text, theme.ground, 0.35).name()
        return (self._color or theme.text).name()

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Draw into ``rect``, in the painter's coordinates."""
        device = painter.device()
        scale = device.devicePixelRatio() if device is not None else 1.0
        width, height = round(rect.width() * scale), round(rect.height() * scale)
        pixmap = QPixmap(_icon_pixmap(self._name, width, height, self._ink(mode)))
        pixmap.setDevicePixelRatio(scale)
        painter.drawPixmap(rect.topLeft(), pixmap)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """A picture of ``size`` device pixels."""
        return QPixmap(_icon_pixmap(self._name, size.width(), size.height(), self._ink(mode)))

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        """A picture to be shown at ``scale`` device pixels to one."""
        pixmap = self.pixmap(size * scale if _sizes_are_logical() else size, mode, state)
        pixmap.setDevicePixelRatio(scale)
        return pixmap

    def clone(self) -> QIconEngine:
        """Another engine for the same icon."""
        return _engine(self._name, self._color)


_engines: list[QIconEngine] = []
"""Keeps the Python side of every engine alive: Qt owns only the other half."""
_icons: dict[tuple[str, str], QIcon] = {}


def _engine(name: str, color: QColor | None) -> _Icon:
    made = _Icon(name, color)
    _engines.append(made)
    return made


def icon(name: str, color: QColor | None = None) -> QIcon:
    """An icon of our family, in the text colour of whatever theme is in use when it is drawn.

    Args:
        name: one of ``icon_names()``.
        color: a fixed colour instead.

    Raises:
        FileNotFoundError: if there is no such icon.
    """
    name = _OTHER_NAMES.get(name, name)
    key = (name, color.name() if color is not None else "")
    if key not in _icons:
        _icon_source(name)
        _icons[key] = QIcon(_engine(name, color))
    return _icons[key]
