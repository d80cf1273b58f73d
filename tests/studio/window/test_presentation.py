"""The presentation of every view: what is hidden, what the keys do, and that its end returns to what was there."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from studio.dialogs.keys import EXTRA, PRESENTATION
from studio.look import palette, style, text_size
from studio.window import presentation as module
from studio.window.main_window import MainWindow
from studio.window.presentation import Presentation, PresentationLayer
from studio.window.workspaces import ENTRIES

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
KEYS = {key: text for group, text, keys in EXTRA if group == PRESENTATION for key in keys}
NAMES = {"→": "Right", "←": "Left", "−": "-"}


@pytest.fixture(autouse=True)
def _usual() -> Iterator[None]:
    yield
    text_size.use(100)


@pytest.fixture
def shown(window: MainWindow) -> MainWindow:
    """A window with a game of eight plies, at the second."""
    window.document.new(find_game("chess")())
    for ply in range(8):
        moves = window.document.position.legal_moves()
        window.document.play(moves[(7 * ply + 3) % len(moves)])
    window.document.to_start()
    window.document.forward()
    window.document.forward()
    return window


def layer(window: MainWindow) -> PresentationLayer:
    made = window.presentation.layer
    assert made is not None
    return made


def press(window: MainWindow, *names: str) -> None:
    for name in names:
        key = QKeySequence(NAMES.get(name, name))[0].key()  # type: ignore[index]
        QTest.keyClick(layer(window), key)
        QApplication.processEvents()


def state(window: MainWindow) -> dict[str, object]:
    """Return everything that a presentation must restore."""
    QApplication.processEvents()
    parts = [each for each in window.findChildren(QWidget) if each.isVisible()]
    # Qt keeps bars of tabs that it does not use, outside of the window.
    used = [each for each in parts if not isinstance(each, QTabBar) or (each.x() > 0 and each.y() > 0)]
    visible = sorted(type(each).__name__ for each in used)
    return {
        "geometry": window.geometry(), "state": window.windowState(), "view": window.workspace,
        "docks": {name: (dock.isVisible(), QRect(dock.geometry())) for name, dock in window.docks.items()},
        "text": text_size.percent(), "theme": palette.current().name, "focus": QApplication.focusWidget(),
        "bars": [each.isVisible() for each in (window.menuBar(), window.bar, window.statusBar())],
        "visible": visible, "margins": window.contentsMargins(), "cursor": window.document.cursor,
    }  # fmt: skip


@pytest.mark.parametrize("name", ENTRIES)
def test_the_end_returns_to_exactly_what_was_there(
    shown: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(module, "WIDE", 600)  # as on a large screen
    shown.show_workspace(name)
    if name == "tree":
        qtbot.waitUntil(lambda: shown.tree.pages.currentWidget() is shown.tree.page, timeout=10_000)
        shown.tree.page.outline.setFocus()
        shown.statusBar().clearMessage()  # it hides the state of the game until it expires
    if name == "compare":
        qtbot.waitUntil(lambda: shown.compare.pages.currentIndex() == 1, timeout=10_000)
        qtbot.waitUntil(lambda: not shown.session.is_busy, timeout=10_000)
        qtbot.waitUntil(lambda: not shown.compare.results.boards.more_button.isVisible(), timeout=10_000)
    text_size.use(125)
    QApplication.processEvents()
    before = state(shown)
    for keys in ((), ("A",), ("P", "A", "+", "B"), ("A", "P", "A", "P", "0")):
        shown.actions_table["present"].trigger()
        QApplication.processEvents()
        assert not any(each.isVisible() for each in (shown.menuBar(), shown.bar, shown.statusBar()))
        assert shown.isFullScreen() and text_size.percent() == 200
        assert palette.current() is palette.contrast_theme()
        press(shown, *keys)
        press(shown, "Esc")
        assert shown.presentation.layer is None
        after = state(shown)
        assert {key: value for key, value in after.items() if value != before[key]} == {}, keys


@pytest.mark.parametrize("window_state", [Qt.WindowState.WindowMaximized, Qt.WindowState.WindowFullScreen])
def test_a_window_that_filled_the_screen_does_so_again_and_the_help_is_open_again(
    shown: MainWindow, window_state: Qt.WindowState
) -> None:
    shown.setWindowState(window_state)
    shown.show_workspace("analyse")
    shown.openers.help()
    QApplication.processEvents()
    shown.layouts.fit()
    before = state(shown)
    shown.presentation.begin()
    guide = shown.openers.guide_panel
    assert guide is not None and not guide.isVisible()
    press(shown, "A", "F5")
    after = state(shown)
    assert guide.isVisible()
    assert {key: value for key, value in after.items() if value != before[key]} == {}


def test_the_step_at_which_it_ended_stays(shown: MainWindow) -> None:
    shown.show_workspace("course")
    shown.presentation.begin()
    press(shown, "→", "Space", "PgDown", "PgUp")
    press(shown, "Esc")
    assert shown.learn.replay.step == 2
    shown.show_workspace("analyse")
    shown.presentation.begin()
    press(shown, "→", "→", "←", "Esc")
    assert shown.document.tree.ply(shown.document.cursor) == 3


def test_clicks_are_steps_and_do_not_reach_the_view(shown: MainWindow) -> None:
    shown.show_workspace("play")
    shown.presentation.begin()
    count = len(shown.document.tree)
    center = shown.board.mapTo(shown, shown.board.rect().center())
    QTest.mouseClick(layer(shown), Qt.MouseButton.LeftButton, pos=center)
    QTest.mouseClick(layer(shown), Qt.MouseButton.LeftButton, pos=center)
    QTest.mouseClick(layer(shown), Qt.MouseButton.RightButton, pos=center)
    assert shown.document.tree.ply(shown.document.cursor) == 3 and len(shown.document.tree) == count
    assert shown.presentation.place() == (3, 8)


def test_every_key_of_the_list_has_an_effect(shown: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []
    for name in ("step", "to_end", "decide", "answer", "toggle_answers", "toggle_side", "resize_text", "end"):
        monkeypatch.setattr(Presentation, name, lambda self, *_, name=name: called.append(name))
    monkeypatch.setattr(PresentationLayer, "set_blank", lambda self, color: called.append("blank"))
    shown.presentation.begin()
    for key in KEYS:
        if key != "Click":
            called.clear()
            press(shown, key)
            assert len(called) == 1, key
    for remote in ("PgDown", "PgUp", "F5", "Esc", "."):
        called.clear()
        press(shown, remote)
        assert len(called) == 1, remote
    monkeypatch.undo()
    shown.presentation.end()


def test_no_shortcut_of_the_window_works(shown: MainWindow) -> None:
    shown.show_workspace("play")
    shown.presentation.begin()
    control, plain = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
    keys = ((Qt.Key.Key_3, control), (Qt.Key.Key_Delete, plain), (Qt.Key.Key_Tab, plain), (Qt.Key.Key_F11, plain))
    for key, modifier in keys:
        QTest.keyClick(layer(shown), key, modifier)
    assert shown.workspace == "play" and len(shown.document.tree) == 9 and layer(shown).hasFocus()
    assert not shown.actions_table["present"].isEnabled()


def leaves(window: MainWindow) -> str:
    return " ".join(node.text for node in window.learn.picture.canvas.drawing.nodes if not node.children)


def test_leaves_that_are_not_visited_are_hidden_until_asked(shown: MainWindow) -> None:
    shown.show_workspace("course")
    values = leaves(shown)
    shown.presentation.begin()
    assert leaves(shown) == "? ? ? ?"
    press(shown, "→", "→", "→")
    assert leaves(shown) == f"{values.split()[0]} ? ? ?"
    press(shown, "A")
    assert leaves(shown) == values
    press(shown, "A")
    assert leaves(shown) == f"{values.split()[0]} ? ? ?"
    press(shown, "Esc")
    assert leaves(shown) == values


def test_a_step_answers_the_question_before_it_and_a_key_does(shown: MainWindow) -> None:
    shown.show_workspace("course")
    learn = shown.learn
    learn.show_lesson("4")
    learn.steps.card.ask_box.setChecked(True)
    learn.replay.to_decision(1)
    learn.replay.step_by(-1)
    while not learn.player.is_question():
        learn.replay.slider.setValue(learn.replay.step + 1)
    asked = learn.replay.step
    shown.presentation.begin()
    press(shown, "→")
    assert learn.replay.step == asked + 1, "a class is not stopped by a question"
    press(shown, "←")
    prediction = learn.steps.card.prediction
    assert prediction is not None
    press(shown, str(prediction.right + 1))
    assert learn.replay.step == asked + 1 and learn.player.predictions.answered


def test_a_solution_shown_to_a_class_is_no_answer(shown: MainWindow) -> None:
    shown.show_workspace("exercises")
    learn = shown.learn
    progress, before = learn.progress, learn.picture.canvas.drawing
    shown.presentation.begin()
    hidden = learn.picture.canvas.drawing
    press(shown, "A")
    assert learn.picture.canvas.drawing != hidden
    press(shown, "A")
    assert learn.picture.canvas.drawing == hidden
    press(shown, "A", "Esc")
    assert learn.picture.canvas.drawing == before
    assert learn.progress is progress and not learn.panel.is_over


def test_the_analysis_is_hidden_until_asked_and_the_moves_are_a_panel(shown: MainWindow) -> None:
    shown.show_workspace("analyse")
    docks = shown.docks
    assert docks["analysis"].isVisible() and docks["moves"].isVisible() and shown.page.bar.isVisible()
    shown.presentation.begin()
    assert not any(dock.isVisible() for dock in docks.values()) and not shown.page.bar.isVisible()
    press(shown, "A")
    assert docks["analysis"].isVisible() and docks["graph"].isVisible() and shown.page.bar.isVisible()
    assert not docks["moves"].isVisible()
    press(shown, "P")
    assert docks["analysis"].isVisible() and docks["moves"].isVisible()
    press(shown, "A")
    assert not docks["analysis"].isVisible() and docks["moves"].isVisible()


def test_what_a_page_shows_again_is_hidden_again(shown: MainWindow) -> None:
    shown.show_workspace("match")
    shown.presentation.begin()
    assert not shown.match.start_button.isVisible() and not shown.match.form.isVisible()
    shown.match._show_form(True)
    press(shown, "→")
    assert not shown.match.form.isVisible()


def test_the_screen_can_be_black_or_white(shown: MainWindow) -> None:
    shown.presentation.begin()

    def color() -> QColor:
        return shown.grab().toImage().pixelColor(QPoint(300, 300))

    QApplication.processEvents()
    usual = color()
    press(shown, "B")
    assert color() == QColor("black")
    press(shown, "W")
    assert color() == QColor("white")
    press(shown, "W")
    assert color() == usual
    press(shown, "B", "→")
    assert layer(shown).blank is None, "a step shows the view again"


def test_the_pointer_and_the_strip_disappear(shown: MainWindow, qtbot: QtBot) -> None:
    shown.presentation.begin()
    made = layer(shown)
    assert made.strip.isHidden()

    place = QPoint(12, shown.height() - 100)
    usual = shown.grab().toImage()
    QTest.mouseMove(made, place)
    QApplication.processEvents()
    assert made.strip.isVisible() and made.cursor().shape() == Qt.CursorShape.BlankCursor
    assert shown.rect().contains(made.strip.geometry())
    moved = shown.grab().toImage()
    assert moved.pixelColor(place) != usual.pixelColor(place) and moved.pixelColor(place).red() > 150
    made._strip_timer.timeout.emit()
    made._pointer_timer.timeout.emit()
    qtbot.waitUntil(made.strip.isHidden)
    assert shown.grab().toImage().pixelColor(place) == usual.pixelColor(place)


def test_the_buttons_of_the_strip_do_what_the_keys_do(shown: MainWindow) -> None:
    shown.presentation.begin()
    buttons = {button.accessibleName(): button for button, _ in layer(shown)._buttons}
    ply = shown.document.tree.ply
    for name, wanted in (("Last step", 8), ("One step back", 7), ("First step", 0), ("One step forward", 1)):
        buttons[name].click()
        QApplication.processEvents()
        assert ply(shown.document.cursor) == wanted
    buttons["End the presentation"].click()
    QApplication.processEvents()
    assert shown.presentation.layer is None


def test_the_text_size_of_the_presentation_is_not_stored(shown: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    shown.presentation.begin()
    assert text_size.percent() == 100, "the screen is not wide"
    press(shown, "+", "+")
    assert text_size.percent() == 150 and shown.settings.text_size == 100
    press(shown, "-")
    assert text_size.percent() == 125
    press(shown, "0")
    assert text_size.percent() == 100
    press(shown, "=", "Esc")
    assert text_size.percent() == 100


def test_a_window_that_closes_is_stored_as_it_was(shown: MainWindow, qapp: QApplication) -> None:
    shown.resize(700, 600)
    shown.presentation.begin()
    shown.close()
    assert palette.current().name == "light" and text_size.percent() == 100
    copy = QWidget()
    copy.restoreGeometry(shown.settings.geometry)
    assert not copy.isFullScreen() and copy.size() == QSize(700, 600)
    copy.deleteLater()


def test_the_theme_is_legible_on_weak_projectors() -> None:
    theme = palette.contrast_theme()
    texts = (
        theme.text,
        theme.secondary,
        theme.border,
        theme.accent,
        theme.good,
        theme.inaccuracy,
        theme.mistake,
        theme.blunder,
    )
    for ground in (theme.ground, theme.surface):
        assert all(palette.contrast(text, ground) >= 7 for text in texts)
    assert palette.contrast(theme.on_accent, theme.accent) >= 7


def test_the_system_changes_its_colours_during_a_presentation(shown: MainWindow, qapp: QApplication) -> None:
    shown.presentation.begin()
    style.apply(qapp, "dark")
    assert palette.current() is palette.contrast_theme()
    press(shown, "Esc")
    assert palette.current().is_dark


def test_another_record_another_view_and_a_set_up_end_the_presentation(shown: MainWindow) -> None:
    """No key reaches them, but a file can be dropped, and an engine can end a game."""
    acts = {
        "record": lambda: shown.document.new(find_game("caro")()),
        "view": lambda: shown.show_workspace("compare"),
        "set-up": lambda: shown.set_editing(True),
    }
    for name, act in acts.items():
        shown.set_editing(False)
        shown.show_workspace("analyse")
        shown.presentation.begin()
        assert shown.presentation.layer is not None and not shown.menuBar().isVisible()
        act()
        QApplication.processEvents()
        assert shown.presentation.layer is None, name
        assert shown.menuBar().isVisible() and shown.statusBar().isVisible(), name
    assert shown.is_editing


def test_a_presentation_ends_after_a_part_that_it_hid_was_deleted(shown: MainWindow) -> None:
    """An exception in ``closeEvent`` ended the program."""
    shown.show_workspace("play")
    shown.openers.help()
    QApplication.processEvents()
    shown.presentation.begin()
    shown.openers.close_guide()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()
    press(shown, "A")
    shown.presentation.end()
    assert shown.presentation.layer is None and shown.menuBar().isVisible()
