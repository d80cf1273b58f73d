"""Fonts, lengths and the style sheet of the studio.

The appearance of a widget is selected by dynamic properties, so that no other module needs a style sheet. The values
of these properties are:

* ``role`` of a ``QLabel``: ``title`` (16 px), ``large`` (19 px), ``score`` (22 px), ``caption`` (11 px, secondary
  colour), ``secondary``, ``error`` or ``good``;
* ``kind`` of a ``QPushButton`` or ``QToolButton``: ``primary`` (accent colour), ``quiet`` (no frame), ``danger``,
  ``chip`` (24 px high with round ends), ``small`` (22 px high), ``segment`` (a part of a row of buttons),
  or ``field`` (a tool button with the frame of a field);
* ``role`` of a ``QPushButton``: ``tall`` (32 px high);
* ``kind`` of a ``QAbstractSpinBox``: ``bare`` (without room for buttons);
* ``role`` of a ``QTextEdit`` or ``QListView``: ``bare`` (neither a frame nor a background);
* ``role`` of any other ``QWidget``: ``surface`` (panel colour), ``card`` (panel colour, thin line, round corners),
  ``separator`` (a thin line), ``form`` (with fields 32 px high) or ``strip`` (dark, with round ends);
* ``kind`` of a ``QTabBar``: ``away`` (no tab is shown as selected);
* ``kind`` of a ``QDialog``: ``sheet`` (a thin line around a dialog that has no frame of the window manager).

``set_look(widget, role=…)`` sets these properties and restyles the widget.
"""

from dataclasses import fields
from functools import partial
from importlib import resources
from string import Template
from typing import Literal

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QAbstractItemView, QApplication, QFrame, QHeaderView, QStyle, QTableView, QWidget

from studio.look import palette

Mode = Literal["light", "dark", "system"]

BODY, CAPTION, TITLE, LARGE, SCORE = 13, 11, 16, 19, 22
"""Font sizes of body text, captions, titles, sentences in presentations and scores, in px."""
GRID, PADDING, RADIUS, ROW, ICON = 4, 12, 6, 28, 20
"""Unit of the layout grid, padding of panels, radius of corners, height of table rows, and size of icons, in px."""
HEADER, HEADER_MARGIN = 37, 2
"""Height of the header of a view, and space above and below the buttons in it, in px."""
MOTION_MS = 120


class _System(QObject):
    """State of the appearance, and the slot for changes of the system's colour scheme.

    Attributes:
        mode: the mode last applied.
        is_linked: whether ``follow`` is connected.
        is_fusion: whether the style of the application has been set.
        is_changing: whether the palette and the style sheet are being changed.
        is_presenting: whether the theme of presentations is used in place of that of the mode.
        dressed: the theme of the application's palette and style sheet, or None before the first.
    """

    def __init__(self) -> None:
        super().__init__()
        self.mode: Mode = "light"
        self.is_linked = False
        self.is_fusion = False
        self.is_changing = self.is_presenting = False
        self.dressed: palette.Theme | None = None

    def follow(self) -> None:
        """Apply the system's colour scheme after it has changed, if the mode is ``system``."""
        app = QApplication.instance()
        if self.mode == "system" and isinstance(app, QApplication) and _theme() is not palette.current():
            _dress(app, _theme())


_state = _System()


def mode() -> Mode:
    """Return the mode last applied, or ``light`` if none has been applied."""
    return _state.mode


def is_changing() -> bool:
    """Whether the theme is being changed. Widgets then receive events for styles that are not the final one."""
    return _state.is_changing


def apply(app: QApplication, mode: Mode) -> None:
    """Set the style, palette, font and style sheet of the application.

    If the colours change, every widget receives ``PaletteChange``.

    Args:
        app: the application.
        mode: ``light`` or ``dark``, or ``system`` to follow the system's colour scheme and its changes.
    """
    hints = app.styleHints()
    _state.mode = mode
    if not _state.is_linked:
        hints.colorSchemeChanged.connect(_state.follow)
        _state.is_linked = True
    if mode == "system":
        hints.unsetColorScheme()
    else:
        hints.setColorScheme(Qt.ColorScheme.Dark if mode == "dark" else Qt.ColorScheme.Light)
    _dress(app, _theme())


def present(app: QApplication, is_on: bool) -> None:
    """Use the theme of presentations, black on white, or again that of the mode last applied."""
    _state.is_presenting = is_on
    _dress(app, _theme())


def _theme() -> palette.Theme:
    """Return the theme of the mode last applied, or that of presentations."""
    if _state.is_presenting:
        return palette.contrast_theme()
    if _state.mode == "system":
        return _system()
    return palette.dark() if _state.mode == "dark" else palette.light()


def _system() -> palette.Theme:
    return palette.dark() if QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark else palette.light()


def _dress(app: QApplication, theme: palette.Theme) -> None:
    palette.use(theme)
    # Each of these calls polishes every widget and sends it events, which takes most of the time of a change.
    if not _state.is_fusion:  # under a style sheet the application's style does not report its name
        app.setStyle("Fusion")
        _state.is_fusion = True
    if app.font() != font():
        app.setFont(font())
    if _state.dressed is theme:  # each window applies a changed setting
        return
    _state.dressed = theme
    # To remove a style sheet and set another one is four times as fast as to replace it (Qt 6.11, 864 widgets).
    steps = (
        partial(app.setStyleSheet, ""),
        partial(app.setPalette, _qt_palette(theme)),
        partial(app.setStyleSheet, style_sheet(theme)),
    )
    _state.is_changing = True
    try:
        for step in steps:
            palette.use(theme)  # Widgets follow each step.
            step()
    finally:
        _state.is_changing = False


# --- fonts --------------------------------------------------------------------------------------------------------


def font(size: int = BODY, *, bold: bool = False, tabular: bool = False) -> QFont:
    """Return the system's font in a given size and style.

    Args:
        size: size in px.
        bold: whether to use a semi-bold weight, if the font has one.
        tabular: whether figures have equal width, for tables and scores.
    """
    made = QFont(QGuiApplication.font())
    made.setPixelSize(size)
    made.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return tabular_figures(made) if tabular else made


def tabular_figures(base: QFont) -> QFont:
    """Return ``base`` with figures of equal width."""
    made = QFont(base)
    made.setFeature(QFont.Tag("tnum"), 1)
    return made


def moves_are_animated() -> bool:
    """Whether an application exists and the settings of the system allow animations."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        return False
    return app.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) > 0


# --- widgets ------------------------------------------------------------------------------------------------------


def set_look(widget: QWidget, *, role: str = "", kind: str = "") -> None:
    """Set the properties ``role`` and ``kind`` of a widget and restyle it. An empty string clears the property."""
    widget.setProperty("role", role or None)
    widget.setProperty("kind", kind or None)
    if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        widget.style().unpolish(widget)
        widget.style().polish(widget)
        QWidget.update(widget)  # in PySide6 6.8, the one of item views needs an argument


def separator(*, vertical: bool = False) -> QFrame:
    """Return a line 1 px thick for separating two parts of a panel."""
    line = QFrame()
    set_look(line, role="separator")
    if vertical:
        line.setFixedWidth(1)
    else:
        line.setFixedHeight(1)
    return line


def dress_table(table: QTableView) -> None:
    """Style a table with rows of 28 px, selection by row, figures of equal width, and neither a grid nor a frame.

    Tab leaves the table, which is left cell by cell otherwise.
    """
    table.setTabKeyNavigation(False)
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
    """Style a list or tree with rows of 28 px and no frame.

    Call this function before rows are added, because Qt caches their height.
    """
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.ensurePolished()


def _qt_palette(theme: palette.Theme) -> QPalette:
    made = QPalette()
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
        made.setColor(where, color)
    faint = palette.mixed(theme.text, theme.surface, 0.42)
    for where in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        made.setColor(QPalette.ColorGroup.Disabled, where, faint)
    return made


def style_sheet(theme: palette.Theme) -> str:
    """Return the application's style sheet in the colours of ``theme``."""
    values = {each.name: getattr(theme, each.name).name() for each in fields(theme)[1:]}
    values["faint"] = palette.mixed(theme.text, theme.surface, 0.42).name()
    values["pressed"] = palette.mixed(theme.text, theme.raised, 0.06).name()
    values["accent_hover"] = palette.mixed(theme.on_accent, theme.accent, 0.12).name()
    values["accent_pressed"] = palette.mixed(theme.text, theme.accent, 0.15).name()
    shade = "dark" if theme.is_dark else "light"
    with resources.as_file(resources.files("resources") / "icons" / "glyphs" / shade) as folder:
        # Quoted in the sheet: Qt cannot parse a bare path with a space or a non-ASCII character.
        values["glyphs"] = folder.as_posix().replace("\\", "\\\\").replace('"', '\\"')
    return Template(_STYLE_SHEET).substitute(values)


_STYLE_SHEET = """
QToolTip { color: $text; background: $surface; border: 1px solid $border; padding: 4px 8px; }
QMainWindow, QDialog { background: $ground; }
QDialog[kind="sheet"] { border: 1px solid $border; }
QDialogButtonBox, QMessageBox { dialogbuttonbox-buttons-have-icons: 0; }
QMainWindow::separator { background: $line; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: $gold; }
QSplitter::handle { background: $line; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
*[role="surface"] { background: $surface; }
*[role="drop"] { background: transparent; border: 3px solid $gold; }
*[role="card"] { background: $surface; border: 1px solid $line; border-radius: 6px; }
*[role="side"] { background: $surface; border: none; border-left: 1px solid $border; }
*[role="separator"] { background: $line; border: none; }
QFrame[role="strip"] { background: rgba(32, 33, 36, 184); border-radius: 16px; }
QFrame[role="strip"] QLabel { color: white; }
QFrame[role="strip"] QToolButton:hover { background: rgba(255, 255, 255, 46); }
QLabel { background: transparent; }
QLabel[role="title"] { font-size: 16px; font-weight: 600; }
QLabel[role="large"] { font-size: 19px; font-weight: 600; }
QLabel[role="score"] { font-size: 22px; font-weight: 600; }
QLabel[role="caption"] { font-size: 11px; color: $secondary; }
QLabel[role="secondary"] { color: $secondary; }
QLabel[role="error"] { color: $accent; }
QLabel[role="good"] { color: $good; }

QMenuBar { background: $ground; padding: 1px 4px; }
QMenuBar::item { padding: 4px 8px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: $raised; }
QMenu { background: $surface; border: 1px solid $border; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 8px; border-radius: 4px; margin: 0; }
QMenu::item:selected { background: $raised; }
QMenu::item:disabled { color: $faint; }
QMenu::separator { height: 1px; background: $line; margin: 4px 8px; }
QMenu::icon { padding-left: 8px; }
QToolBar { background: $ground; border: none; border-bottom: 1px solid $line; spacing: 2px; padding: 3px; }
QToolBar#bar QToolButton { padding: 3px; }
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
QPushButton[kind="small"] { padding: 1px 10px; font-size: 11px; }
QPushButton[kind="chip"] { border-radius: 12px; padding: 2px 10px; min-height: 18px; font-size: 12px; }
QPushButton[kind="chip"][room="little"] { padding: 2px 4px; }
QPushButton[kind="chip"]:disabled { background: transparent; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 4px; }
QToolButton[kind="small"] { padding: 2px 4px; }
QToolButton:hover { background: $raised; }
QToolButton:pressed { background: $pressed; }
QToolButton:checked { background: $chosen; border-color: $gold; }
QToolButton:focus { border-color: $gold; }
QToolButton:disabled { color: $faint; }
QToolButton[kind="segment"] { background: $surface; border-color: $border; padding: 4px 8px; }
QToolButton[kind="segment"]:hover { background: $raised; }
QToolButton[kind="segment"]:checked { background: $chosen; border-color: $gold; font-weight: 600; }
QToolButton[kind="segment"]:focus { border-color: $gold; }
QToolButton[kind="field"], QToolButton[kind="chooser"] { background: $surface; border-color: $border; padding: 6px; }
QToolButton[kind="chooser"] { padding-right: 26px; }
QToolButton[kind="field"]:hover, QToolButton[kind="chooser"]:hover { background: $raised; }
QToolButton[kind="field"]:focus, QToolButton[kind="chooser"]:focus { border-color: $gold; }
QToolButton[popupMode="1"] { padding-right: 16px; }
QToolButton::menu-indicator { image: none; }
QToolButton[kind="chooser"]::menu-indicator {
  image: url("$glyphs/down.svg"); width: 10px; height: 10px;
  subcontrol-origin: border; subcontrol-position: right center; right: 10px;
}
QToolButton::menu-button { border: none; width: 14px; }
QToolButton::menu-arrow { image: url("$glyphs/down.svg"); width: 10px; height: 10px; }

QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox, QComboBox {
  background: $surface; border: 1px solid $border; border-radius: 6px; padding: 4px 8px; min-height: 18px;
  selection-background-color: $chosen; selection-color: $text; }
QTextEdit[role="bare"], QTextEdit[role="bare"]:focus { background: transparent; border: none; border-radius: 0;
  padding: 0; }
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
QAbstractSpinBox[kind="bare"] { padding: 4px 4px; }
QAbstractSpinBox[kind="bare"]::up-button, QAbstractSpinBox[kind="bare"]::down-button { width: 0; }
QAbstractSpinBox[kind="bare"]::up-arrow, QAbstractSpinBox[kind="bare"]::down-arrow { image: none; width: 0; }
QPushButton[role="tall"] { min-height: 20px; }
QPushButton[answer="good"] { border: 2px solid $good; color: $good; }
QPushButton[answer="bad"] { border: 2px solid $accent; color: $accent; }
QPushButton[kind="small"] { background: transparent; border-color: transparent; color: $secondary; padding: 0 2px;
  min-height: 20px; }
QPushButton[kind="small"]:hover { color: $text; }
QPushButton[kind="small"]:focus { border-color: $gold; }
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover { background: $raised; }
QAbstractSpinBox::up-arrow { image: url("$glyphs/up.svg"); width: 8px; height: 8px; }
QAbstractSpinBox::down-arrow { image: url("$glyphs/down.svg"); width: 8px; height: 8px; }
QAbstractSpinBox::up-arrow:off, QAbstractSpinBox::up-arrow:disabled { image: url("$glyphs/up-off.svg"); }
QAbstractSpinBox::down-arrow:off, QAbstractSpinBox::down-arrow:disabled { image: url("$glyphs/down-off.svg"); }
*[role="form"] QLineEdit, *[role="form"] QComboBox { min-height: 22px; }
*[role="form"] QAbstractSpinBox { min-height: 19px; }
QComboBox { padding-right: 20px; }
QComboBox:hover { background: $raised; }
QComboBox::drop-down { subcontrol-origin: border; subcontrol-position: center right; width: 20px; border: none; }
QComboBox::down-arrow { image: url("$glyphs/down.svg"); width: 10px; height: 10px; }
QComboBox::down-arrow:disabled { image: url("$glyphs/down-off.svg"); }
QComboBox QAbstractItemView { background: $surface; border: 1px solid $border; padding: 4px; outline: none; }
QCheckBox, QRadioButton { spacing: 8px; background: transparent; }
QCheckBox:disabled, QRadioButton:disabled { color: $faint; }
QCheckBox::indicator, QRadioButton::indicator { width: 16px; height: 16px; }
QCheckBox::indicator { image: url("$glyphs/check-empty.svg"); }
QCheckBox::indicator:checked { image: url("$glyphs/check.svg"); }
QCheckBox::indicator:indeterminate { image: url("$glyphs/check-some.svg"); }
QCheckBox::indicator:unchecked:focus, QCheckBox::indicator:unchecked:hover { image: url("$glyphs/check-hover.svg"); }
QRadioButton::indicator { image: url("$glyphs/radio-empty.svg"); }
QRadioButton::indicator:checked { image: url("$glyphs/radio.svg"); }
QRadioButton::indicator:unchecked:focus, QRadioButton::indicator:unchecked:hover {
  image: url("$glyphs/radio-hover.svg"); }
QMenu::indicator { width: 16px; height: 16px; left: 4px; }
QMenu::indicator:non-exclusive:unchecked { image: none; }
QMenu::indicator:non-exclusive:checked, QMenu::indicator:exclusive:checked { image: url("$glyphs/tick.svg"); }
QMenu::indicator:exclusive:unchecked { image: none; }

QGroupBox { border: none; margin-top: 22px; padding: 0; font-size: 11px; }
QGroupBox::title { subcontrol-origin: margin; subcontrol-position: top left; padding: 0; color: $secondary; }

QTabWidget::pane { border: none; border-top: 1px solid $line; }
QTabBar { qproperty-drawBase: 0; background: transparent; }
QTabBar::tab { background: transparent; color: $secondary; padding: 6px 12px; border-bottom: 2px solid transparent; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; }
QTabBar[kind="away"]::tab:selected { color: $secondary; border-bottom-color: transparent; }
QTabBar[kind="away"]::tab:selected:hover { color: $text; }

QAbstractItemView { background: $surface; border: 1px solid $line; outline: none; alternate-background-color: $ground;
  selection-background-color: $chosen; selection-color: $text; }
QListView[role="bare"] { background: transparent; border: none; }
QTableView { border: none; gridline-color: $line; }
QTableView::item { padding: 0 8px; border: none; }
QTreeView::item, QListView::item { height: 28px; padding: 0 8px; border: none; }
QAbstractItemView::item:hover { background: $raised; color: $text; }
QAbstractItemView::item:selected { background: $chosen; color: $text; }
QComboBox QAbstractItemView::item { height: 26px; padding: 0 8px; border-radius: 4px; }
QHeaderView { background: $surface; border: none; }
QHeaderView::section { background: $surface; color: $secondary; border: none; border-bottom: 1px solid $line;
  padding: 4px 8px; font-weight: 400; }
QHeaderView[role="caption"]::section { font-size: 11px; padding: 1px 11px; }
QHeaderView::up-arrow { image: url("$glyphs/up.svg"); width: 8px; height: 8px; subcontrol-position: top center; }
QHeaderView::down-arrow { image: url("$glyphs/down.svg"); width: 8px; height: 8px; subcontrol-position: top center; }
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
QAbstractScrollArea::corner { background: transparent; border: none; }
QProgressBar { background: $raised; border: none; border-radius: 3px; max-height: 6px; min-height: 6px;
  text-align: center; color: transparent; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QSlider::groove:horizontal { height: 4px; background: $line; border-radius: 2px; }
QSlider::sub-page:horizontal { background: $accent; border-radius: 2px; }
QSlider::handle:horizontal { width: 14px; height: 14px; margin: -5px 0; border-radius: 7px; background: $surface;
  border: 1px solid $secondary; }
QSlider::handle:horizontal:focus { border-color: $gold; }
"""
