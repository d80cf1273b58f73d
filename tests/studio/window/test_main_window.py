"""The window as a person uses it: mouse and keys, files, workspaces, languages, colours."""

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from engine.core.game import find_game
from engine.core.language import LANGUAGES, language, tr
from engine.core.outcome import Player
from engine.search.report import Limit
from engine.search.spec import Spec
from studio.board.export import save_picture
from studio.dialogs.new_game import NewGameDialog
from studio.document.document import Document
from studio.document.journal import recoverable
from studio.look import palette
from studio.play.seat import Seat
from studio.settings import Settings
from studio.window.layouts import ON_BOARD, WORKSPACES
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch
from tests.studio.conftest import MakeWindow

LEFT = Qt.MouseButton.LeftButton


def cell(window: MainWindow, name: str) -> int:
    surface = window.document.game.surface(window.document.position)
    return surface.column_names.index(name[0]) + surface.columns * surface.row_names.index(name[1:])


def drag(window: MainWindow, origin: str, target: str) -> None:
    """Drag a piece on the board with the mouse."""
    board = window.board
    start, end = (board.cell_center(cell(window, name)) for name in (origin, target))
    QTest.mousePress(board, LEFT, Qt.KeyboardModifier.NoModifier, start)
    for share in (0.3, 0.7, 1.0):
        QTest.mouseMove(board, start + (end - start) * share)
    QTest.mouseRelease(board, LEFT, Qt.KeyboardModifier.NoModifier, end)


def moves(window: MainWindow) -> list[str]:
    tree = window.document.tree
    return [tree.move_text(node) for node in tree.main_line()[1:]]


def press(window: MainWindow, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key wherever the focus is."""
    QTest.keyClick(QApplication.focusWidget() or window, key, modifier)


def test_pieces_are_dragged_and_the_game_undone_and_redone(window: MainWindow, qtbot: QtBot) -> None:
    drag(window, "i1", "i9")
    drag(window, "a11", "a3")
    assert moves(window) == ["9i1-i9", "9a11-a3"]
    assert window.isWindowModified()
    control = Qt.KeyboardModifier.ControlModifier
    press(window, Qt.Key.Key_Z, control)
    assert moves(window) == ["9i1-i9"]
    press(window, Qt.Key.Key_Z, control | Qt.KeyboardModifier.ShiftModifier)
    assert moves(window) == ["9i1-i9", "9a11-a3"]
    press(window, Qt.Key.Key_Z, control)
    press(window, Qt.Key.Key_Z, control)
    assert moves(window) == []
    assert not window.actions_table["undo"].isEnabled()


def test_an_illegal_move_is_refused_with_a_reason(window: MainWindow) -> None:
    drag(window, "a1", "a4")
    assert moves(window) == []
    assert "moves at most 1 square" in window.statusBar().currentMessage()


def test_keys_travel_and_annotate(window: MainWindow) -> None:
    for origin, target in (("i1", "i9"), ("a11", "a3"), ("h1", "h8")):
        drag(window, origin, target)
    document = window.document
    press(window, Qt.Key.Key_Home)
    assert document.cursor == 0
    press(window, Qt.Key.Key_Right)
    assert document.tree.ply(document.cursor) == 1
    press(window, Qt.Key.Key_5)
    assert document.tree[document.cursor].nags == (2,)
    press(window, Qt.Key.Key_5)
    press(window, Qt.Key.Key_1)
    assert document.tree[document.cursor].nags == (3,)
    press(window, Qt.Key.Key_End)
    assert document.tree.ply(document.cursor) == 3
    press(window, Qt.Key.Key_Left)
    press(window, Qt.Key.Key_Delete)
    assert moves(window) == ["9i1-i9"]
    press(window, Qt.Key.Key_F)
    assert window.board.flipped


def test_letters_write_in_a_text_field(window: MainWindow, qtbot: QtBot) -> None:
    drag(window, "i1", "i9")
    node = window.document.cursor
    press(window, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    field = window.moves.comment
    qtbot.waitUntil(field.hasFocus)
    # Sent through the application, so that shortcuts get their chance first.
    for key in "fx 15":
        QTest.keyClick(field.window().windowHandle(), key)
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Home, Qt.Key.Key_Space):
        QTest.keyClick(field.window().windowHandle(), key)
    assert field.toPlainText() == " fx 15"
    assert not window.board.flipped
    assert window.document.cursor == node
    window.board.setFocus()
    assert window.document.tree[node].comment == "fx 15"
    press(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.document.tree[node].comment == ""


def test_a_focused_button_and_a_list_of_choices_keep_their_keys(window: MainWindow, qtbot: QtBot) -> None:
    drag(window, "i1", "i9")
    handle = window.windowHandle()
    window.bar.language_button.setFocus()
    QTest.keyClick(handle, Qt.Key.Key_Return)
    assert language() == [*LANGUAGES, *LANGUAGES][list(LANGUAGES).index("en") + 1], "the next language"
    assert window.workspace == "play"
    window.show_workspace("analyse")
    box = window.analysis.evaluation_box
    box.setFocus()
    box.setCurrentIndex(0)
    QTest.keyClick(handle, Qt.Key.Key_Down)
    assert box.currentIndex() == 1
    QTest.keyClick(handle, Qt.Key.Key_Home)
    assert box.currentIndex() == 0
    assert window.document.tree.ply(window.document.cursor) == 1


def test_a_position_is_set_up_with_the_mouse(window: MainWindow, qtbot: QtBot) -> None:
    press(window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    assert window.is_editing
    editor = window.editor
    assert editor.isVisible()
    assert not window.docks["moves"].isVisible()
    editor.clear()
    QApplication.processEvents()  # the board takes the room that the editor leaves it
    for piece, place in (("r0", "e2"), ("b0", "e10"), ("r7", "e5"), ("r3", "e6")):
        button = editor.palette_view.button(piece)
        goal = window.board.mapToGlobal(window.board.cell_center(cell(window, place)))
        QTest.mousePress(button, LEFT, Qt.KeyboardModifier.NoModifier, button.rect().center())
        for share in (0.4, 0.8, 1.0):
            start = button.mapToGlobal(button.rect().center())
            QTest.mouseMove(button, button.mapFromGlobal(start + (goal - start) * share))
        QTest.mouseRelease(button, LEFT, Qt.KeyboardModifier.NoModifier, button.mapFromGlobal(goal))
    QTest.mouseClick(editor.apply_button, LEFT)
    assert not window.is_editing
    assert window.docks["moves"].isVisible()
    assert window.document.game.format_position(window.document.position).startswith(
        "9/4b04/9/9/9/4r34/4r74/9/9/4r04/9 r"
    )
    # 7−3=4: the zero is taken from e5, a win at once, and the record knows.
    drag(window, "e5", "e10")
    assert moves(window) == ["7e5x0e10#"]
    assert window.document.record.result == "1-0"
    assert "Red won" in window.page.players.state.whole


def test_escape_leaves_the_editor_as_if_nothing_had_been(window: MainWindow) -> None:
    window.set_editing(True)
    window.editor.clear()
    press(window, Qt.Key.Key_Escape)
    assert not window.is_editing
    assert window.document.position == window.document.game.start()
    assert not window.document.is_modified
    assert len(window.board.surface.pieces) == 20  # type: ignore[union-attr]


def test_a_record_is_saved_reopened_and_found_again_at_the_next_start(
    make_window: MakeWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    window = make_window()
    drag(window, "i1", "i9")
    window.document.set_comment(window.document.cursor, "một nước đi")
    path = tmp_path / "ván.pgn"
    assert window.filing.save_to(path)
    assert not window.isWindowModified()
    assert "ván.pgn" in window.windowTitle()
    drag(window, "a11", "a3")
    window.close()

    again = make_window()
    again.filing.begin_session(None)
    assert moves(again) == ["9i1-i9", "9a11-a3"]
    assert again.document.path == path
    assert again.document.is_modified
    assert again.document.tree.ply(again.document.cursor) == 2
    assert again.filing.save_to(None)
    again.document.to_start()
    again.document.forward()
    again.close()

    third = make_window()
    third.filing.begin_session(None)
    assert third.document.path == path
    assert third.document.tree.ply(third.document.cursor) == 1
    assert third.document.tree[third.document.cursor].comment == "một nước đi"
    assert third.notice.text == ""


def test_an_interrupted_session_is_recovered_with_a_sentence(make_window: MakeWindow) -> None:
    window = make_window()
    window.filing.begin_session(None)
    drag(window, "i1", "i9")
    # As if the process had died: the journal stays, nothing is written to the settings.
    window.document.release()
    again = make_window()
    again.filing.begin_session(None)
    assert moves(again) == ["9i1-i9"]
    assert "ended unexpectedly" in again.notice.text


def test_what_was_undone_after_a_save_is_so_at_the_next_start(make_window: MakeWindow, tmp_path: Path) -> None:
    window = make_window()
    window.document.new(find_game("chess")())
    for text in ("e4", "e5", "Nf3"):
        window.controller.play(window.document.game.parse_move(window.document.position, text))
    assert window.filing.save_to(tmp_path / "a.pgn")
    for _ in range(2):
        window.actions_table["undo"].trigger()
    window.close()
    again = make_window()
    again.filing.begin_session(None)
    assert moves(again) == ["e4"]
    again.controller.play(again.document.game.parse_move(again.document.position, "c5"))
    again.close()
    third = make_window()
    third.filing.begin_session(None)
    assert moves(third) == ["e4", "c5"]
    assert third.notice.text == ""


def test_a_session_recovered_in_part_is_reported(make_window: MakeWindow) -> None:
    window = make_window()
    window.filing.begin_session(None)
    for origin, target in (("i1", "i9"), ("a11", "a3"), ("i9", "i8")):
        drag(window, origin, target)
    window.document.release()
    (path,) = recoverable()
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], lines[2].replace(b'"cursor":[', b'"cursor":["go",'), *lines[3:]]))
    again = make_window()
    again.filing.begin_session(None)
    assert moves(again) == ["9i1-i9"]
    kept = path.with_suffix(".damaged")
    assert again.notice.text == (f"The record could be recovered in part only; all of its journal is kept in {kept}")
    assert len(kept.read_bytes().splitlines()) == 4
    assert kept not in recoverable()


def test_an_unsaved_record_is_kept_aside_and_brought_back(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "other.pgn"
    other = Document(find_game("cotoan")())
    other.play(other.position.legal_moves()[0])
    other.save(path)
    drag(window, "i1", "i9")
    assert window.filing.open(path)
    assert moves(window) != ["9i1-i9"]
    assert "put aside" in window.notice.text
    QTest.mouseClick(window.notice.buttons[0], LEFT)
    assert moves(window) == ["9i1-i9"]
    assert window.filing.aside() == []


def test_several_games_in_a_file_are_offered(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "two.pgn"
    for name in ("An", "Bình"):
        record = Document(find_game("cotoan")())
        record.set_headers({"White": name})
        record.play(record.position.legal_moves()[len(name)])
        record.save(path, append=True)
    assert not window.filing.open(path)
    chooser = window.filing.chooser
    assert chooser is not None
    assert chooser.isVisible()
    chooser.field.setText("Bình")
    chooser.accept()
    assert window.document.record.headers["White"] == "Bình"
    assert window.document.index == 1


@pytest.mark.parametrize("content", ["", "no record at all { [", '[Game "ludo"]\n\n1. z9z9 *', "\0\xff" * 50])
def test_a_file_that_is_no_record_costs_one_sentence(window: MainWindow, tmp_path: Path, content: str) -> None:
    path = tmp_path / "broken.pgn"
    path.write_text(content, encoding="utf-8")
    before = window.document.record
    window.filing.open(path)
    assert window.notice.text
    assert "\n" not in window.notice.text.strip()
    assert window.document.record is before


def test_a_file_is_dropped_on_the_window(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "dropped.pgn"
    other = Document(find_game("cotoan")())
    other.play(other.position.legal_moves()[0])
    other.save(path)
    parcel = QMimeData()
    parcel.setUrls([QUrl.fromLocalFile(str(path))])
    drag = QPoint(10, 10), Qt.DropAction.CopyAction, parcel, LEFT, Qt.KeyboardModifier.NoModifier
    window.dragEnterEvent(QDragEnterEvent(*drag))
    assert window.drop_mark.isVisible() and window.drop_mark.size() == window.size()
    window.dragLeaveEvent(QDragLeaveEvent())
    assert window.drop_mark.isHidden()
    window.dragEnterEvent(QDragEnterEvent(*drag))
    window.dropEvent(
        QDropEvent(QPointF(10, 10), Qt.DropAction.CopyAction, parcel, LEFT, Qt.KeyboardModifier.NoModifier)
    )
    assert window.drop_mark.isHidden()
    qtbot.waitUntil(lambda: window.document.path == path)
    assert window.settings.recent_files == [path]


def test_position_record_and_move_go_over_the_clipboard(window: MainWindow) -> None:
    clipboard = QGuiApplication.clipboard()
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    drag(window, "i1", "i9")
    press(window, Qt.Key.Key_C, control)
    position = clipboard.text()
    assert position == window.document.game.format_position(window.document.position)
    press(window, Qt.Key.Key_C, control | shift)
    record = clipboard.text()
    clipboard.setText("a11a3")
    press(window, Qt.Key.Key_V, control)
    assert moves(window) == ["9i1-i9", "9a11-a3"]
    clipboard.setText(record)
    press(window, Qt.Key.Key_V, control)
    assert moves(window) == ["9i1-i9"]
    window.document.new(window.document.game)
    clipboard.setText(position)
    press(window, Qt.Key.Key_V, control)
    assert window.document.game.format_position(window.document.position) == position
    clipboard.setText("8/8/8/8/8 w")
    press(window, Qt.Key.Key_V, control)
    assert "11 ranks" in window.notice.text or "fields" in window.notice.text


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_the_board_is_exported(window: MainWindow, tmp_path: Path, suffix: str) -> None:
    path, save = tmp_path / f"board.{suffix}", partial(save_picture, window.board)
    assert window.filing.export_picture(save, path)
    assert path.stat().st_size > 1000
    assert not window.filing.export_picture(save, tmp_path / "no" / f"board.{suffix}")
    assert window.notice.text


def visible_texts(widget: QWidget) -> set[str]:
    found = set()
    for child in widget.findChildren(QWidget):
        if child.isVisible() and hasattr(child, "text"):
            found.add(str(child.text()))
    return found


def test_the_language_changes_while_running(window: MainWindow, qtbot: QtBot) -> None:
    drag(window, "i1", "i9")
    assert window.bar.tabs.tabText(0) == "Play"
    window.actions_table["language_vi"].trigger()
    qtbot.waitUntil(lambda: window.bar.tabs.tabText(0) == "Chơi")
    assert language() == "vi"
    assert window.actions_table["new"].text() == "Ván mới…"
    assert window.page.players.state.whole == "Đến lượt Xanh"
    assert window.moves.model.headerData(1, Qt.Orientation.Horizontal) == "Đỏ"
    assert window.settings.language == "vi"
    window.actions_table["language_en"].trigger()
    qtbot.waitUntil(lambda: window.bar.tabs.tabText(0) == "Play")
    assert window.page.players.state.whole == "Blue to move"


def test_the_theme_changes_while_running(window: MainWindow, qapp: QApplication) -> None:
    window.actions_table["theme_dark"].trigger()
    assert palette.current().is_dark
    image = window.grab().toImage()
    assert image.pixelColor(4, 300).lightness() < 60
    window.actions_table["theme_light"].trigger()
    assert window.grab().toImage().pixelColor(4, 300).lightness() > 200
    assert window.settings.theme == "light"


def test_workspaces_keep_their_docks(make_window: MakeWindow) -> None:
    window = make_window()
    assert window.docks["moves"].isVisible()
    window.docks["calculator"].close()
    window.actions_table["workspace_analyse"].trigger()
    assert window.docks["analysis"].isVisible()
    assert window.graph is not None
    window.actions_table["workspace_compare"].trigger()
    assert window.compare.isVisible()
    assert not any(dock.isVisible() for dock in window.docks.values())
    window.actions_table["workspace_play"].trigger()
    assert window.docks["moves"].isVisible()
    assert not window.docks["calculator"].isVisible()
    window.close()
    again = make_window()
    assert not again.docks["calculator"].isVisible()
    again.actions_table["reset_layout"].trigger()
    assert again.docks["calculator"].isVisible()


def test_escape_stops_everything(window: MainWindow, qtbot: QtBot) -> None:
    engine = Seat(spec=Spec.parse("minimax"), limit=Limit(depth=9))
    window.controller.start(find_game("cotoan")(), (engine, Seat()))
    window.show_workspace("analyse")
    window.session.choice.set_specs([Spec.parse("negascout"), Spec.parse("minimax")])
    window.analysis.start()
    assert window.session.is_busy
    press(window, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not window.session.is_busy)
    assert window.controller.is_paused
    assert not window.analysis.is_active
    assert moves(window) == []


def test_space_analyses_and_a_line_is_tried_and_kept(window: MainWindow, qtbot: QtBot) -> None:
    window.session.choice.set_specs([Spec.parse("negascout:ordering=on")])
    press(window, Qt.Key.Key_Space)
    assert window.workspace == "analyse"
    qtbot.waitUntil(lambda: bool(window.analysis_commands.choices()) and not window.session.is_busy)
    assert window.page.bar.score is not None
    assert window.board.arrows()
    line = [window.analysis_commands.choices()[0]]
    window.page.try_line(line)
    assert window.document.cursor == 0
    assert window.board.position == window.document.position.play(line[0])
    press(window, Qt.Key.Key_Escape)
    assert window.board.position == window.document.position
    press(window, Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    assert len(moves(window)) == 1
    assert [key.toString() for key in window.actions_table["help"].shortcuts()] == ["F1"]


def test_comparing_and_exporting_the_table(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.actions_table["workspace_compare"].trigger()
    window.compare.choice.set_specs([Spec.parse("minimax"), Spec.parse("alphabeta")])
    from studio.analysis.choice import Budget

    window.compare.choice.set_budget(Budget("depth", 2))
    window.board.setFocus()
    press(window, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: window.compare.model.rowCount() == 2 and not window.session.is_busy)
    path = tmp_path / "table.csv"
    window.compare.export(path)
    assert len(path.read_text(encoding="utf-8-sig").splitlines()) == 3
    press(window, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert "minimax" in QGuiApplication.clipboard().text()


def test_the_threat_is_an_arrow_of_the_other_side(window: MainWindow, qtbot: QtBot) -> None:
    # Blue's 8 and 5 bear on red's 9; it is red's turn.
    window.clipboard.paste_text("9/4b04/9/9/3b85/3b55/9/9/3r95/4r04/8r1 r 0 0 0 1")
    press(window, Qt.Key.Key_X)
    qtbot.waitUntil(lambda: bool(window.board.arrows()))
    (arrow,) = window.board.arrows()
    assert (arrow.origin, arrow.target) == (cell(window, "d7"), cell(window, "d3"))
    drag(window, "d3", "e3")
    qtbot.waitUntil(lambda: not window.session.is_busy)


def test_the_calculator_reckons_and_plays(window: MainWindow, qtbot: QtBot) -> None:
    window.clipboard.paste_text("9/4b04/3b95/9/9/3r55/3r85/9/9/4r04/9 r 0 0 0 1")
    window.board.cell_clicked.emit(cell(window, "d5"))
    model = window.calculator.model
    texts = [model.index(row, 1).data() for row in range(model.rowCount())]
    assert texts[0] == "8−5 = 3"
    assert model.index(0, 2).data() == "d9"
    window.calculator.table.clicked.emit(model.index(0, 0))
    assert moves(window) == ["8d5x9d9"]
    assert window.page.players.lines[Player.FIRST].points.text() == "9 of 15 points"
    assert window.page.players.lines[Player.FIRST].captured.pieces.count("b9") == 1


def test_attacked_pieces_are_pointed_out(window: MainWindow) -> None:
    window.clipboard.paste_text("9/4b04/3b95/9/9/3r55/3r85/9/9/4r04/9 r 0 0 0 1")
    press(window, Qt.Key.Key_A)
    attacks = window.board.picture_parts().attacks
    assert {shape.target for shape in attacks} == {cell(window, "d9")}
    press(window, Qt.Key.Key_A)
    assert window.board.picture_parts().attacks == ()


def test_a_fault_of_ours_is_a_sentence(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    from studio.window.log import FaultHook, log_path

    hook = FaultHook(window.report_fault)
    try:
        raise RuntimeError("planted")
    except RuntimeError as error:
        hook(RuntimeError, error, error.__traceback__)
    assert "planted" in window.notice.text
    assert "planted" in log_path().read_text(encoding="utf-8")


def test_the_menus_fill_themselves(window: MainWindow) -> None:
    for name in ("Open recent", "Open sample", "Unsaved records"):
        window.menus[name].aboutToShow.emit()
        assert window.menus[name].actions()


@pytest.mark.parametrize("code", LANGUAGES)
def test_samples_open_and_are_nobodys_work_yet(window: MainWindow, code: str) -> None:
    window.appearance.set_language(code)
    samples = window.filing.samples()
    assert len(samples) >= 6
    for title, entries in samples.items():
        assert len(entries) >= 3
        for name, path in entries:
            window.filing.chooser = None
            window.filing.open_sample(path)
            if window.filing.chooser is not None:
                window.filing.chooser.table.selectRow(1)
                window.filing.chooser.accept()
                assert window.document.record.headers["Round"] == Document.records_in(path)[1].headers["Round"]
            assert tr(window.document.game.title) == title
            assert window.document.record.headers["Event"] == name
            assert path.suffixes[0] == f".{code}"
            assert len(window.document.tree) > 10
            assert not window.isWindowModified()
            assert window.notice.text == ""
    assert window.filing.aside() == []


def test_samples_are_grouped_by_game_in_the_language_of_the_window(window: MainWindow) -> None:
    titles = {}
    for code in LANGUAGES:
        window.appearance.set_language(code)
        window.menus["Open sample"].aboutToShow.emit()
        groups = [action.menu() for action in window.menus["Open sample"].actions()]
        found = {
            menu.title(): [action.text() for action in menu.actions()] for menu in groups if isinstance(menu, QMenu)
        }
        assert len(found) == len(groups)
        assert found == {
            game: [name.replace("&", "&&") for name, _ in entries] for game, entries in window.filing.samples().items()
        }
        titles[code] = {name for names in found.values() for name in names}
    assert "Ahead on points, and lost (self-play)" in titles["en"]
    assert "Dẫn điểm mà thua (máy tự đấu)" in titles["vi"]
    assert not titles["vi"] & titles["en"]
    window.menus["Open sample"].aboutToShow.emit()
    last = window.menus["Open sample"].actions()[-1].menu()
    assert isinstance(last, QMenu)
    last.actions()[0].trigger()
    assert len(window.document.tree) > 10


def test_the_algorithms_chosen_are_there_again(make_window: MakeWindow) -> None:
    window = make_window()
    window.session.choice.set_specs([Spec.parse("greedy"), Spec.parse("minimax:quiescence=on")])
    window.close()
    assert make_window().session.choice.specs == [Spec.parse("greedy"), Spec.parse("minimax:quiescence=on")]


def test_the_cursor_is_where_the_wheel_leads(window: MainWindow) -> None:
    drag(window, "i1", "i9")
    window.board.wheel_turned.emit(-1)
    assert window.document.cursor == 0
    window.board.wheel_turned.emit(1)
    assert window.document.cursor != 0


def test_points_of_the_window_are_named(window: MainWindow) -> None:
    """Every button that can be pressed has a name for those who do not see it."""
    from PySide6.QtWidgets import QAbstractButton

    nameless = [
        button
        for button in window.findChildren(QAbstractButton)
        if button.isVisible()
        and not (button.text() or button.accessibleName() or button.toolTip())
        and not button.objectName().startswith("qt_")
    ]
    assert nameless == []


def test_the_guide_and_the_lessons_do_not_outlive_their_window(
    make_window: MakeWindow, switch: LanguageSwitch, qapp: QApplication
) -> None:
    """A command that was given before the window was closed opens them afterwards."""
    make_window()  # The settings and the style are those of a running program.
    window = MainWindow(Settings(), switch)
    window.show()
    window.close()
    windows = (window.openers.guide("cotoan"),)
    window.deleteLater()
    qapp.sendPostedEvents(window, QEvent.Type.DeferredDelete.value)
    assert not isValid(window)
    # A button there would ask the deleted window for something.
    assert not any(isValid(each) and each.isVisible() for each in windows)
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert not any(isValid(each) for each in windows)


@pytest.mark.parametrize("workspace", ["", *WORKSPACES])
def test_a_new_game_shows_the_board_from_every_workspace(window: MainWindow, workspace: str) -> None:
    if workspace:
        window.show_workspace(workspace)
    else:
        window.first_page.show()
    window.actions_table["new"].trigger()
    (dialog,) = window.findChildren(NewGameDialog)
    dialog.accept()
    assert window.controller.is_playing
    assert window.board.isVisible() and window.workspace in ON_BOARD
