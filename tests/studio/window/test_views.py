"""Four tabs have views, which share the record, keep their places, and replace the workspaces of earlier versions."""

import json
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from studio.settings import configuration_path
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch
from studio.window.views import ViewControl
from studio.window.workspaces import ENTRIES, TABS
from tests.studio.conftest import MakeWindow

MOST_HEIGHT = 150
"""Maximum height in px of menus, tabs, header, line of a player and status bar together."""
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
TITLES = {
    "en": {"Play": ["Play"], "Analyse": ["Algorithms", "Tree", "Review"], "Lab": ["Compare", "Match"],
           "Learn": ["Course", "Exercises"]},
    "vi": {"Chơi": ["Chơi"], "Phân tích": ["Thuật toán", "Cây", "Xem lại"], "Thử nghiệm": ["So sánh", "Trận đấu"],
           "Học": ["Khóa học", "Bài tập"]},
}  # fmt: skip
OLD = Path(__file__).with_name("six_workspaces.ini")
"""The settings of a session with six workspaces, in which panels were hidden and shown, as the program wrote them."""


@pytest.fixture
def open_window(make_window: MakeWindow, qtbot: QtBot) -> MakeWindow:
    """Opens windows that are active, so that their shortcuts work."""

    def make() -> MainWindow:
        window = make_window()
        qtbot.waitUntil(window.isActiveWindow)
        return window

    return make


def press(window: MainWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier = CONTROL) -> str:
    """Press a key, and return the name of the workspace shown then."""
    QTest.keyClick(window, key, modifiers)
    return window.workspace


def control(window: MainWindow) -> ViewControl | None:
    """Return the control of the views that is visible, or None."""
    (found,) = [each for each in window.findChildren(ViewControl) if each.isVisible()] or [None]
    return found


@pytest.mark.parametrize("code", ["en", "vi"])
def test_four_tabs_have_their_views(window: MainWindow, switch: LanguageSwitch, code: str) -> None:
    switch.switch(code)
    QApplication.processEvents()
    tabs, found = window.bar.tabs, {}
    for index, names in enumerate(TABS.values()):
        window.show_workspace(names[0])
        shown = control(window)
        texts = [tabs.tabText(index)] if shown is None else [shown.button(i).text() for i in range(len(names))]
        found[tabs.tabText(index)] = texts
    assert found == TITLES[code]


def test_keys_show_tabs_and_views_and_each_tab_remembers_its_view(open_window: MakeWindow) -> None:
    window = open_window()
    assert press(window, Qt.Key.Key_2) == "analyse"
    assert press(window, Qt.Key.Key_Tab) == "tree"
    assert press(window, Qt.Key.Key_Tab) == "review"
    assert press(window, Qt.Key.Key_Tab) == "analyse", "again from the left"
    assert press(window, Qt.Key.Key_Backtab, CONTROL | SHIFT) == "review"
    assert press(window, Qt.Key.Key_3) == "compare"
    assert press(window, Qt.Key.Key_Tab) == "match"
    assert press(window, Qt.Key.Key_4) == "course"
    assert press(window, Qt.Key.Key_1) == "play"
    assert press(window, Qt.Key.Key_Tab) == "play", "the only view"
    assert press(window, Qt.Key.Key_2) == "review"
    assert press(window, Qt.Key.Key_2) == "review", "the tab is shown already"
    window.close()
    again = open_window()
    assert again.workspace == "review"
    assert press(again, Qt.Key.Key_3) == "match"
    again.bar.tabs.setCurrentIndex(1)
    assert again.workspace == "review"


def test_a_click_in_the_control_shows_a_view_of_the_same_record(window: MainWindow) -> None:
    window.document.new(find_game("chess")())
    for move in window.document.position.legal_moves()[:1]:
        window.document.play(move)
    record, cursor = window.document.record, window.document.cursor
    for name in ENTRIES:
        window.show_workspace(name)
        views = control(window)
        if views is None:
            assert name == "play"
            continue
        assert views.names[views.current] == name
        for index, other in enumerate(views.names):
            QTest.mouseClick(views.button(index), Qt.MouseButton.LeftButton)
            assert window.workspace == other
            shown = control(window)
            assert shown is not None and shown.names[shown.current] == other
            views = shown
    assert window.document.record is record and window.document.cursor == cursor


def test_the_arrows_choose_a_view_in_the_control(window: MainWindow, qtbot: QtBot) -> None:
    window.document.play(window.document.position.legal_moves()[0])
    qtbot.waitUntil(window.isActiveWindow)
    window.show_workspace("compare")
    views = control(window)
    assert views is not None
    views.button(0).setFocus()
    QTest.keyClick(views.button(0), Qt.Key.Key_Right)
    assert window.workspace == "match"
    window.show_workspace("analyse")
    views = control(window)
    assert views is not None
    views.button(0).setFocus()
    QTest.keyClick(views.button(0), Qt.Key.Key_Right)
    assert window.workspace == "tree" and window.document.cursor == 1


@pytest.mark.parametrize("code", ["en", "vi"])
def test_the_parts_around_the_content_are_low(window: MainWindow, switch: LanguageSwitch, code: str) -> None:
    switch.switch(code)
    window.document.new(find_game("chess")())
    window.resize(1280, 800)
    for name in ENTRIES:
        window.show_workspace(name)
        QApplication.processEvents()
        parts = [window.menuBar().height(), window.bar.height(), window.statusBar().height()]
        parts.append(max(line.height() for line in window.page.players.lines))
        views, top = control(window), window.pages.mapTo(window, QPoint()).y()
        header = window.views.height() if window.views.isVisible() else 0
        assert top == window.menuBar().height() + window.bar.height() + header
        if views is not None:
            place = views.mapTo(window, QPoint())
            assert place.x() == 12, name
            parts.append(header or 2 * (place.y() - top) + views.height())
        assert sum(parts) <= MOST_HEIGHT, (name, parts)


@pytest.mark.parametrize("name", ["play", "analyse", "compare", "tree", "review", "match"])
def test_a_session_of_the_six_workspaces_opens_in_the_matching_view(open_window: MakeWindow, name: str) -> None:
    place = configuration_path() / "kyvien.ini"
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(OLD, place)
    place.write_text(OLD.read_text(encoding="utf-8").replace("workspace=match", f"workspace={name}"), encoding="utf-8")
    window = open_window()
    tab = next(tab for tab, names in TABS.items() if name in names)
    assert window.workspace == name and window.bar.tabs.currentIndex() == list(TABS).index(tab)
    assert window.actions_table.keys()["flip"] == ["Ctrl+J"]
    shown = {"play": {"moves"}, "analyse": {"analysis", "terms", "graph"}, "review": {"review", "moves", "graph"}}
    for each in ("play", "analyse", "review", "analyse"):
        window.show_workspace(each)
        assert {key for key, dock in window.docks.items() if not dock.isHidden()} == shown[each]
    window.show_workspace("play")
    assert press(window, Qt.Key.Key_3) == (name if name in TABS["Lab"] else "compare")


def test_a_damaged_memory_of_the_views_is_the_first_view(open_window: MakeWindow) -> None:
    window = open_window()
    window.settings._store.setValue("window/views", json.dumps({"Lab": "no such", "Learn": 3}))
    assert press(window, Qt.Key.Key_3) == "compare" and press(window, Qt.Key.Key_4) == "course"


COMMANDS = (
    "new open choose_game save save_as export_pgn export_simplified export_traditional export_ubb export_png "
    "export_svg export_strip export_animation export_page properties quit undo redo copy_position copy_record paste "
    "editor preferences flip attacked liberties numbers numbers_0 numbers_1 numbers_5 numbers_10 numbers_20 "
    "calculator back forward to_start to_end previous_sibling next_sibling previous_branch next_branch nag_3 nag_1 "
    "nag_5 nag_6 nag_2 nag_4 comment promote to_main_line delete moves_style pass take_back engine_move pause_game "
    "count offer_draw resign next_game save_match analysis stop threat choice_1 choice_2 choice_3 choice_4 "
    "analyse_game terms next_mistake previous_mistake next_own_mistake previous_own_mistake retry insert_line guess "
    "compare_here see_trees engines tree_record tree_up tree_down tree_in tree_out tree_previous_sibling "
    "tree_next_sibling tree_root tree_pv tree_ply_1 tree_ply_2 tree_ply_3 tree_ply_4 tree_ply_5 tree_ply_6 tree_ply_7 "
    "tree_ply_8 tree_ply_9 tree_fold tree_find tree_previous_cut tree_next_cut tree_next_rise tree_next_again "
    "tree_replay tree_event_back tree_event_on tree_finish tree_sign tree_strip tree_picture tree_zoom tree_compare "
    "tree_pin tree_pin_node tree_next_difference tree_show_position tree_insert_line tree_copy workspace_play "
    "workspace_analyse workspace_compare workspace_tree workspace_review workspace_match reset_layout scores_first "
    "scores_turn language_vi language_en theme_light theme_dark theme_system full_screen first_page learn help rules "
    "algorithms comparison reading_review knowledge cluster key_sheet about"
)
"""The commands of the window with six workspaces."""


@pytest.mark.parametrize("name", ENTRIES)
def test_the_palette_finds_every_command_of_before(window: MainWindow, name: str) -> None:
    window.show_workspace(name)
    palette = window.openers.palette()
    assert set(COMMANDS.split()) <= set(palette.found())
    palette.reject()


# --- Learn ------------------------------------------------------------------------------------------------------------


def test_the_views_of_learn_are_one_page(window: MainWindow) -> None:
    assert press(window, Qt.Key.Key_4) == "course"
    page = window.learn
    lesson = page.lesson
    assert page.exercise is None
    page.view.task_asked.emit(1)
    assert window.workspace == "exercises" and page.exercise is not None
    exercise = page.exercise
    assert press(window, Qt.Key.Key_Tab) == "course" and page.exercise is None
    assert press(window, Qt.Key.Key_Tab) == "exercises" and page.exercise is exercise
    page.show_lesson("2")
    assert window.workspace == "course" and page.lesson is not lesson
    shown = control(window)
    assert shown is not None and shown.current == 0


def test_keys_in_learn_leave_the_record_alone(window: MainWindow) -> None:
    document = window.document
    document.play(document.position.legal_moves()[0])
    press(window, Qt.Key.Key_4)
    page = window.learn
    page.picture.canvas.setFocus()
    focused = page.picture.canvas.focused
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Home, Qt.Key.Key_1, Qt.Key.Key_Backspace):
        QTest.keyClick(page.picture.canvas, key)
    assert page.picture.canvas.focused != focused, "the arrows move in the tree"
    assert document.cursor == 1 and not document.tree[1].nags and len(document.tree) == 2
    assert not window.actions_table["take_back"].isEnabled()
    QTest.keyClick(page.picture.canvas, Qt.Key.Key_Space)
    assert page.replay.is_playing
    press(window, Qt.Key.Key_1)
    assert not page.replay.is_playing, "another view is shown"


def test_space_answers_an_exercise_and_escape_leaves_a_field(window: MainWindow) -> None:
    window.openers.learn()
    page, canvas = window.learn, window.learn.picture.canvas
    page.start_exercise("prune", None, 3)
    canvas.setFocus()
    for _ in range(9):
        QTest.keyClick(canvas, Qt.Key.Key_Down)
    attempt = page.attempt
    assert attempt is not None and not attempt.chosen
    QTest.keyClick(canvas, Qt.Key.Key_Space)
    assert attempt.chosen == {canvas.focused}
    page.show_lesson("1")
    leaf = next(node for node, each in enumerate(canvas.drawing.nodes) if node and not each.children)
    canvas.edit(leaf)
    field = QApplication.focusWidget()
    assert field is not None and field.parent() is canvas
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert not field.isVisible() and canvas.hasFocus()
