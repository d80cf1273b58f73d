"""Colours, icons, the style sheet."""

import gc
import math
import shutil
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QSize, Qt, qInstallMessageHandler
from PySide6.QtGui import QColor, QIcon, QImage, QPalette, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QTableView,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.asking.external import EngineSpec
from engine.core.game import find_game
from engine.search.search import algorithms
from studio.analysis.engines import EngineList
from studio.look import icons, palette, style
from studio.look.marks import mark_icon
from studio.settings import Settings
from tests.studio.allocated import allocated_bytes, glibc

COTOAN = find_game("cotoan")()
READ = ("text", "secondary", "accent", "good", "inaccuracy", "mistake", "blunder")
THEMES = (palette.light, palette.dark)


def test_the_style_sheet_is_parsed_in_any_folder(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bare path with a space or a letter beyond ASCII is not parsed, and the whole sheet is ignored."""
    folder = tmp_path / "thư mục có dấu (bản 'sao')"
    shutil.copytree(Path(str(resources.files("resources"))) / "icons", folder / "icons")
    messages: list[str] = []
    monkeypatch.setattr(style.resources, "files", lambda _: folder)
    before = qInstallMessageHandler(lambda kind, place, text: messages.append(text))
    try:
        for which in THEMES:
            sheet = style.style_sheet(which())
            assert f'url("{folder.as_posix()}' in sheet
            widget = QCheckBox("x")
            widget.setStyleSheet(sheet)
            widget.ensurePolished()
            filled = widget.grab().toImage()
            widget.setChecked(True)
            assert widget.grab().toImage() != filled, "the images of the folder are shown"
            widget.deleteLater()
    finally:
        qInstallMessageHandler(before)
    assert messages == []


@pytest.mark.parametrize("which", THEMES)
def test_text_is_readable(which: Callable[[], palette.Theme]) -> None:
    colors = which()
    for name in READ:
        for ground in (colors.ground, colors.surface):
            assert palette.contrast(getattr(colors, name), ground) >= 4.5, name
    for ground in (colors.raised, colors.chosen):
        assert palette.contrast(colors.text, ground) >= 4.5
    assert palette.contrast(colors.on_accent, colors.accent) >= 4.5


def test_contrast_is_wcags() -> None:
    black, white = QColor("#000000"), QColor("#FFFFFF")
    assert palette.contrast(black, white) == pytest.approx(21)
    assert palette.contrast(white, white) == pytest.approx(1)
    assert palette.contrast(QColor("#767676"), white) == pytest.approx(4.54, abs=0.01)


def test_tokens_are_those_agreed_on() -> None:
    names = ("ground", "surface", "text", "secondary", "line", "accent", "gold")
    light = [getattr(palette.light(), name).name().upper() for name in names]
    dark = [getattr(palette.dark(), name).name().upper() for name in names]
    assert light == ["#FAF8F3", "#FFFFFF", "#1F2024", "#6A6E75", "#E5E1D8", "#A8321F", "#C2963B"]
    assert dark == ["#15161A", "#1D1F24", "#E9E6DF", "#9A9EA6", "#2D3036", "#E2694F", "#C2963B"]
    assert palette.board(COTOAN.surface(COTOAN.start()).colors).paper == QColor("#F4E6CB")
    assert palette.board(COTOAN.surface(COTOAN.start()).colors).second == QColor("#23418C")


def test_algorithms_of_one_colour_have_different_marks(qapp: QApplication) -> None:
    assert len(
        {(palette.algorithm_color(name).name(), palette.algorithm_pen_style(name)) for name in algorithms()}
    ) == len(algorithms())
    pictures = {}
    for name in algorithms():
        image = mark_icon(name).pixmap(32, 32).toImage()
        pictures[name] = [image.pixel(x, y) for x in range(0, 32, 2) for y in range(0, 32, 2)]
    assert all(pictures[one] != pictures[two] for one in pictures for two in pictures if one < two)
    assert mark_icon("greedy", 1).pixmap(32, 32).toImage() != mark_icon("greedy").pixmap(32, 32).toImage()


def test_every_algorithm_has_a_colour_of_its_own() -> None:
    colors = {name: palette.algorithm_color(name).name() for name in algorithms()}
    assert colors["alphabeta"] == "#009e73"
    known = [name for name in colors if palette.algorithm_pen_style(name) is Qt.PenStyle.SolidLine]
    assert len({colors[name] for name in known}) == len(known) >= 7
    assert palette.algorithm_color("my_plugin") == palette.algorithm_color("my_plugin")
    assert palette.algorithm_pen_style("my_plugin") is not Qt.PenStyle.SolidLine
    assert palette.light().algorithm_color("minimax") == palette.dark().algorithm_color("minimax")


def lab(color: QColor) -> tuple[float, float, float]:
    """Return the coordinates of a colour in CIELAB with the white point D65."""
    parts = (color.redF(), color.greenF(), color.blueF())
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    x, y, z = (
        value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116
        for value in (
            (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
            0.2126 * red + 0.7152 * green + 0.0722 * blue,
            (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def test_the_color_of_an_engine_is_not_that_of_another_row(tmp_path: Path) -> None:
    """Stockfish had the violet of the principal variation search."""
    engines = EngineList(Settings(tmp_path / "x.ini"))
    names = ["Stockfish 15.1", "Fairy-Stockfish 11.1 LB 64", "GNU Go 3.8", *(f"engine {k}" for k in range(5))]
    for name in names:
        engines.put(EngineSpec(name, "x"))
    own = [palette.algorithm_color(name) for name in algorithms()]
    outside = [palette.algorithm_color(name) for name in names]
    assert len({color.name() for color in outside}) == len(names)
    for index, color in enumerate(outside):
        for other in (*own, *outside[:index]):
            assert math.dist(lab(color), lab(other)) >= 20, (color.name(), other.name())
    again = EngineList(Settings(tmp_path / "x.ini"))
    assert [palette.algorithm_color(each.name) for each in again.engines] == outside
    for name in names:
        engines.remove(name)
    icon = mark_icon(names[0]).pixmap(16, 16).toImage()
    engines.put(EngineSpec(names[1], "x"))
    assert palette.algorithm_color(names[1]) in outside and not icon.isNull()


def test_apply_dresses_everything(qapp: QApplication, qtbot: QtBot) -> None:
    style.apply(qapp, "dark")
    assert palette.current() is palette.dark()
    assert qapp.palette().color(QPalette.ColorRole.Window) == palette.dark().ground
    assert "$" not in qapp.styleSheet()
    style.apply(qapp, "system")
    assert style.mode() == "system"
    assert palette.current() in (palette.light(), palette.dark())
    style.apply(qapp, "light")
    assert qapp.palette().color(QPalette.ColorRole.Window) == palette.light().ground


def test_the_system_is_followed(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    style.apply(qapp, "system")
    monkeypatch.setattr(style, "_theme", palette.dark)
    qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert palette.current() is palette.dark()
    monkeypatch.undo()
    style.apply(qapp, "light")
    qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert palette.current() is palette.light(), "a fixed theme stays"


def test_icons_are_sharp_at_every_scale(qapp: QApplication) -> None:
    for name in icons.icon_names():
        icon = icons.icon(name)
        for scale in (1.0, 1.5, 2.0, 3.0):
            pixmap = icon.pixmap(QSize(20, 20), scale)
            assert pixmap.width() == round(20 * scale), name
            assert pixmap.devicePixelRatio() == scale
        assert inked(icon.pixmap(QSize(20, 20)).toImage()) >= 8, name


def inked(image: QImage) -> int:
    return sum(image.pixelColor(x, y).alpha() > 128 for x in range(image.width()) for y in range(image.height()))


def darkest(icon: QIcon, mode: QIcon.Mode = QIcon.Mode.Normal) -> QColor:
    """The colour of the most opaque pixel."""
    image = icon.pixmap(QSize(20, 20), mode).toImage()
    pixels = [image.pixelColor(x, y) for x in range(20) for y in range(20)]
    return max(pixels, key=lambda color: color.alpha())


def test_icons_follow_the_theme_and_the_state(qapp: QApplication, qtbot: QtBot) -> None:
    icon = icons.icon("save")
    button = QToolButton()
    qtbot.addWidget(button)
    button.setIcon(icon)
    gc.collect()
    assert darkest(button.icon()).lightness() < 60
    assert darkest(icon, QIcon.Mode.Disabled).lightness() > 120
    style.apply(qapp, "dark")
    assert darkest(button.icon()).lightness() > 200
    button.grab()
    red = icons.icon("flag", QColor("#A8321F"))
    assert darkest(red).red() > 150


AGREED = [
    "new",
    "open",
    "save",
    "undo",
    "redo",
    "first",
    "previous",
    "next",
    "last",
    "flip",
    "play",
    "pause",
    "stop",
    "analyse",
    "compare",
    "graph",
    "edit",
    "settings",
    "sun",
    "moon",
    "language",
    "export",
    "copy",
    "paste",
    "delete",
    "plus",
    "minus",
    "calculator",
    "attack",
    "flag",
    "draw",
    "clock",
    "comment",
    "branch",
    "keyboard",
    "help",
    "close",
    "camera",
]


@pytest.mark.parametrize("name", AGREED)
def test_the_icons_agreed_on_exist(name: str, qapp: QApplication) -> None:
    assert not icons.icon(name).pixmap(QSize(20, 20)).isNull()


def test_an_unknown_icon_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        icons.icon("no such icon")


def test_a_change_of_the_theme_polishes_widgets_twice(qapp: QApplication, qtbot: QtBot) -> None:
    """Setting Qt's style or the font again polishes every widget again, which took a third of the time."""
    events: list[QEvent.Type] = []

    class Probe(QWidget):
        def changeEvent(self, event: QEvent) -> None:
            events.append(event.type())
            super().changeEvent(event)

    probe = Probe()
    qtbot.addWidget(probe)
    probe.show()
    style.apply(qapp, "light")
    for mode in ("dark", "light"):
        events.clear()
        style.apply(qapp, mode)  # type: ignore[arg-type]
        # One without a style sheet and one with the new one, which together take less time than a replacement.
        assert events.count(QEvent.Type.StyleChange) == 2
        assert QEvent.Type.FontChange not in events
        assert 1 <= events.count(QEvent.Type.PaletteChange) <= 2
        assert probe.palette().color(QPalette.ColorRole.Window) == palette.current().ground


def test_the_theme_in_use_is_not_applied_again(qtbot: QtBot, qapp: QApplication) -> None:
    """Every window applies a changed setting, and each change polishes all widgets of all windows."""
    style.apply(qapp, "dark")
    events: list[QEvent.Type] = []

    class Probe(QWidget):
        def changeEvent(self, event: QEvent) -> None:
            events.append(event.type())
            super().changeEvent(event)

    probe = Probe()
    qtbot.addWidget(probe)
    probe.show()
    events.clear()
    style.apply(qapp, "dark")
    assert QEvent.Type.StyleChange not in events and QEvent.Type.PaletteChange not in events
    style.apply(qapp, "light")
    assert QEvent.Type.StyleChange in events


def test_the_glyphs_of_the_style_sheet_exist(qapp: QApplication) -> None:
    from pathlib import Path

    for which in THEMES:
        sheet = style.style_sheet(which())
        paths = {part.partition('")')[0] for part in sheet.split('url("')[1:]}
        assert len(paths) >= 10
        assert all(Path(path).is_file() for path in paths)


def test_type(qapp: QApplication) -> None:
    assert style.font().pixelSize() == 13
    assert style.font(style.SCORE, bold=True, tabular=True).pixelSize() == 22
    assert style.font(tabular=True).featureTags()


def test_tables(qtbot: QtBot) -> None:
    table = QTableView()
    qtbot.addWidget(table)
    style.dress_table(table)
    assert table.verticalHeader().defaultSectionSize() == 28
    assert not table.showGrid()


def test_rows_of_lists_and_trees(qtbot: QtBot, qapp: QApplication) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    tree = QTreeWidget()
    QVBoxLayout(window).addWidget(tree)
    style.dress_rows(tree)
    item = QTreeWidgetItem(tree, ["one"])
    window.show()
    assert tree.visualItemRect(item).height() == style.ROW


def test_looks(qtbot: QtBot, qapp: QApplication) -> None:
    button: Any = QToolButton()
    qtbot.addWidget(button)
    button.show()
    style.set_look(button, role="card")
    assert button.property("role") == "card"
    style.set_look(button)
    assert button.property("role") is None
    assert style.separator().height() == 1
    assert style.separator(vertical=True).width() == 1


def test_engines_of_copied_icons_are_dropped_with_the_copies(qapp: QApplication) -> None:
    """Qt copies an icon's engine when a copy of the icon is changed, and deletes it with that copy."""
    before = len(icons._engines)
    for _ in range(20):
        copy = QIcon(icons.icon("close"))
        copy.setIsMask(not copy.isMask())
        del copy
    assert len(icons._engines) <= before + 2


def test_a_mark_is_drawn_once(qapp: QApplication) -> None:
    """Tables request marks whenever they paint, and Qt caches pixmaps for each different icon."""
    assert mark_icon("greedy").cacheKey() == mark_icon("greedy").cacheKey()


@glibc
def test_cached_icons_take_little_more_than_their_pixels(qapp: QApplication) -> None:
    """The paint engine of a pixmap stays in memory, and takes 7 kB after an icon has been drawn."""

    def drawn(side: int) -> list[QPixmap]:
        return [icons._icon_pixmap(name, side, side, "#102030") for name in icons.icon_names()]

    drawn(20)
    before = allocated_bytes()
    kept = drawn(21)
    assert (allocated_bytes() - before) / len(kept) < 4000, "21 × 21 pixels take 1764 bytes"
