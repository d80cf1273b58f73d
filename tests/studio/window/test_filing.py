"""Saving, unsaved records and sessions."""

import errno
import os
import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QTreeView
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.search.report import Limit
from engine.search.spec import Spec
from studio.dialogs.faults import FaultsDialog
from studio.document.document import Document
from studio.document.file_names import portable_stem, stem_of_players
from studio.play.seat import Seat
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch
from tests.studio.conftest import MakeWindow


def _changed_outside(window: MainWindow, path: Path) -> str:
    """Save a new record of the window to ``path``, add a game to the file, edit the record, and try to save it."""
    window.document.new(find_game("chess")())
    assert window.filing.save_to(path)
    mine = path.read_text(encoding="utf-8")
    path.write_text('[White "Other"]\n\n1. e4 *\n\n' + mine, encoding="utf-8")
    window.document.play(window.document.position.legal_moves()[0])
    assert not window.filing.save_to(None)
    assert window.notice.text == f"{path} was changed by another program since it was opened"
    return mine


def _press(window: MainWindow, qtbot: QtBot, text: str) -> None:
    button = next(button for button in window.notice.buttons if button.text() == text)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


MERGE, COPY, ADD = "Save my game into the changed file", "Save a copy…", "Add my game at the end of the file"


def test_a_game_is_saved_into_a_file_that_was_changed(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    _changed_outside(window, path)
    assert [button.text() for button in window.notice.buttons] == [MERGE, COPY]
    _press(window, qtbot, MERGE)
    assert not window.document.is_modified
    assert not window.notice.text
    other, mine = Document.records_in(path)
    assert other.headers["White"] == "Other", "other games of the file stay"
    assert window.document.index == 1
    assert "1. Na3" in path.read_text(encoding="utf-8")[mine.start : mine.end]


def test_a_game_that_was_changed_itself_is_not_replaced(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    mine = _changed_outside(window, path)
    theirs = mine.replace('[White "?"]', '[White "Theirs"]')
    path.write_text(theirs, encoding="utf-8")
    _press(window, qtbot, MERGE)
    assert window.notice.text == f"{path}: another program has changed or removed this game, too"
    assert [button.text() for button in window.notice.buttons] == [ADD, COPY]
    assert path.read_text(encoding="utf-8") == theirs
    _press(window, qtbot, ADD)
    assert not window.document.is_modified
    assert [each.headers["White"] for each in Document.records_in(path)] == ["Theirs", "?"]


def test_a_copy_is_saved_under_another_name(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    _changed_outside(window, path)
    before = path.read_bytes()
    _press(window, qtbot, COPY)
    (dialog,) = window.findChildren(QFileDialog)
    (chosen,) = dialog.selectedFiles()
    assert Path(chosen) == tmp_path / "game (copy).pgn"
    dialog.accept()
    assert path.read_bytes() == before
    assert len(Document.records_in(Path(chosen))) == 1
    assert not window.document.is_modified


def test_a_file_that_cannot_be_locked_is_saved_with_a_notice(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(descriptor: int, operation: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("fcntl.flock", refuse)
    path = tmp_path / "game.pgn"
    _changed_outside(window, path)
    assert [button.text() for button in window.notice.buttons] == [MERGE, COPY], "the digest is compared"
    window.filing.save_to(None, merge=True)
    assert window.notice.text.startswith("Saved: game.pgn. The file cannot be locked in this folder")


def test_other_errors_offer_another_name(window: MainWindow, tmp_path: Path) -> None:
    assert not window.filing.save_to(tmp_path / "no" / "such" / "folder" / "game.pgn")
    assert [button.text() for button in window.notice.buttons] == ["Save as…"]


def test_a_position_set_up_without_moves_is_kept(window: MainWindow) -> None:
    setup = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    window.document.new(find_game("chess")())
    window.document.set_up(setup)
    window.filing.open_text('[Game "nim"]\n\n*')
    (kept,) = window.filing.aside()
    assert "put aside" in window.notice.text
    window.filing.bring_back(kept)
    assert window.document.game.format_position(window.document.position) == setup


def test_the_notice_of_a_kept_record_changes_the_language_and_ends_with_the_next_record(
    window: MainWindow, switch: LanguageSwitch, qapp: QApplication, tmp_path: Path
) -> None:
    path = tmp_path / "game.pgn"
    path.write_text('[Game "nim"]\n\n*', encoding="utf-8")
    window.document.set_headers({"Event": "Giải xuân"})
    window.filing.open(path)
    switch.switch("vi")
    qapp.processEvents()
    assert window.notice.text == "Kỳ phổ trước chưa được lưu; đã cất riêng."
    assert [button.text() for button in window.notice.buttons] == ["Mở lại"]
    window.filing.open(path)
    assert window.notice.text == ""


def test_what_was_not_read_of_a_file_is_reported(
    window: MainWindow, switch: LanguageSwitch, qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "game.pgn"
    path.write_text("[Event \"x\"]\n\n1. e4 so e5 2. Ke3 Nf6 <img src='x'> *", encoding="utf-8")
    window.filing.open(path)
    assert len(window.document.tree.main_line()) == 3
    assert window.notice.text.startswith("line 3, game 1, ply 2: 'so' is not a move")
    assert window.notice.text.endswith("kept as a comment (and 1 more)")
    switch.switch("vi")
    qapp.processEvents()
    assert window.notice.text.endswith("giữ lại trong lời bình (và 1 chỗ nữa)")
    _press(window, qtbot, "Chi tiết")
    (dialog,) = window.findChildren(FaultsDialog)
    assert dialog.list.toPlainText().count("\n") == 1 and "Ke3" in dialog.list.toPlainText()
    dialog.reject()
    # The offer to reopen the record that was open before is not replaced.
    window.document.set_headers({"Event": "y"})
    window.filing.open(path)
    assert [button.text() for button in window.notice.buttons] == ["Mở lại"]


def test_headers_edited_without_moves_are_kept(window: MainWindow) -> None:
    window.document.set_headers({"Event": "Giải xuân"})
    window.filing.open_text('[Game "nim"]\n\n*')
    (kept,) = window.filing.aside()
    assert 'Event "Giải xuân"' in kept.read_text(encoding="utf-8")


def test_an_unmodified_record_is_not_kept(window: MainWindow) -> None:
    window.document.play(window.document.position.legal_moves()[0])
    window.document.undo()
    window.filing.open_text('[Game "nim"]\n\n*')
    assert window.filing.aside() == []
    assert window.notice.text == ""


def test_an_opened_file_is_open_again_after_a_crash(make_window: MakeWindow, tmp_path: Path) -> None:
    window = make_window()
    window.filing.begin_session(None)
    path = tmp_path / "game.pgn"
    path.write_text('[Game "chess"]\n\n1. e4 *\n', encoding="utf-8")
    assert window.filing.open(path)
    # The second window starts while the session of the first one has not ended, as after a crash.
    again = make_window()
    again.filing.begin_session(None)
    assert again.document.path == path
    assert again.document.record.game.name == "chess"


def test_an_opened_record_is_shown_where_the_workspace_shows_none(make_window: MakeWindow, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text('[Game "chess"]\n\n1. e4 *\n', encoding="utf-8")
    window = make_window()
    window.filing.begin_session(None)
    for shown, expected in (("match", "play"), ("compare", "compare"), ("analyse", "analyse")):
        window.show_workspace(shown)
        assert window.filing.open(path)
        assert window.workspace == expected
    window.show_workspace("match")
    window.filing.open_text('[Game "nim"]\n\n*')
    assert window.workspace == "play"
    assert window.filing.open(path)
    window.show_workspace("match")
    window.close()
    again = make_window()
    again.filing.begin_session(None)
    assert again.document.path == path
    assert again.workspace == "match", "the record of the last session is opened behind the workspace of that session"
    again.close()
    third = make_window()
    third.filing.begin_session(path)
    assert third.workspace == "play", "the user named a file"


def test_a_saved_file_is_open_again_after_a_crash(make_window: MakeWindow, tmp_path: Path) -> None:
    window = make_window()
    window.filing.begin_session(None)
    window.document.play(window.document.position.legal_moves()[0])
    path = tmp_path / "game.pgn"
    assert window.filing.save_to(path)
    again = make_window()
    again.filing.begin_session(None)
    assert again.document.path == path
    window.document.new(find_game("nim")())
    third = make_window()
    third.filing.begin_session(None)
    assert third.document.path is None, "the first window shows a new record by now"


def test_a_short_valid_file_name_is_proposed(window: MainWindow) -> None:
    limit = Limit(depth=3)
    engine = Seat("", Spec.make("negascout", quiescence=True, ordering=True), "", limit)
    window.controller.start(find_game("chess")(), (engine, Seat("Nguyễn Văn Ánh")))
    assert window.filing._stem() == "NegaScout depth 3 - Nguyễn Văn Ánh"
    window.controller.abandon()
    window.document.set_headers({"White": "negascout:quiescence=on,ordering=on", "Black": 'A/B\\C:*?"<>|. '})
    assert window.filing._stem() == "NegaScout - A B C"
    window.document.set_headers({"White": "?", "Black": "nul"})
    assert window.filing._stem() == "_nul"
    window.document.set_headers({"White": "?", "Black": "?"})
    assert window.filing._stem() == "chess"


@pytest.mark.parametrize(
    ("text", "stem"),
    [
        ("Com1", "_Com1"),
        ("...", ""),
        ("-x.", "x"),
        ("a\u0302\u0301", "\u1ea5"),
        ("\u8c61\u68cb", "\u8c61\u68cb"),
        ("one two three", "one two"),
        ("abcdefghijklmnop", "abcdefghij"),
    ],
)
def test_file_names_are_valid_on_all_systems(text: str, stem: str) -> None:
    assert portable_stem(text, 10) == stem


def test_names_of_players_are_shortened_only_if_both_are_too_long_together() -> None:
    karl, rook = "Công tước Karl và bá tước Isouard", "Rook " * 20
    assert stem_of_players([f"{karl} ở Paris", "Paul Morphy"]) == f"{karl} ở Paris - Paul Morphy"
    assert stem_of_players(["", karl]) == karl
    # Of 72 characters, 33 are those of the first name and 3 are between the names; 36 are left.
    assert stem_of_players([karl, rook]) == f"{karl} - {('Rook ' * 7).strip()}"
    assert stem_of_players([rook, rook]) == f"{('Rook ' * 7).strip()} - {('Rook ' * 7).strip()}"
    assert len(stem_of_players(["x" * 99, "y" * 99])) == 71


def test_an_unsaved_record_that_is_gone_is_one_sentence(window: MainWindow) -> None:
    window.document.play(window.document.position.legal_moves()[0])
    window.filing.put_aside()
    (kept,) = window.filing.aside()
    kept.unlink()
    window.filing.bring_back(kept)
    assert window.notice.text == f"{kept} cannot be read: the file or folder does not exist"


def test_a_folder_of_unsaved_records_that_cannot_be_made(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("KYVIEN_STATE", str(tmp_path / "file"))
    window.document.play(window.document.position.legal_moves()[0])
    window.filing.put_aside()
    assert "cannot be written: another file has this name; nothing was changed" in window.notice.text


@pytest.mark.parametrize(
    ("game", "suffixes"), [("chess", {"pgn"}), ("caro", {"pgn", "psq", "sgf"}), ("xiangqi", {"pgn", "ubb"})]
)
def test_only_formats_that_can_be_written_for_the_game_are_offered(
    window: MainWindow, game: str, suffixes: set[str]
) -> None:
    window.document.new(find_game(game)())
    window.filing.ask_save()
    (dialog,) = window.findChildren(QFileDialog)
    assert set(re.findall(r"\*\.(\w+)", " ".join(dialog.nameFilters()))) == suffixes
    dialog.close()


def test_a_record_of_a_format_that_can_only_be_read_is_saved_under_another_name(window: MainWindow) -> None:
    window.filing.open(Path(__file__).parents[2] / "golden" / "formats" / "tree.xqf")
    assert window.document.game.name == "xiangqi"
    window.filing.save()
    (dialog,) = window.findChildren(QFileDialog)
    assert [Path(name).name for name in dialog.selectedFiles()] == ["tree.pgn"]
    assert window.notice.text == "tree.xqf is read as GB18030."
    dialog.close()


@pytest.mark.parametrize("code", ["en", "vi"])
def test_the_file_dialog_shows_whole_names_sizes_and_dates(
    window: MainWindow, switch: LanguageSwitch, qtbot: QtBot, tmp_path: Path, code: str
) -> None:
    switch.switch(code)
    for size in (1, 1000, 10**5):
        (tmp_path / f"Donald Byrne - Robert James Fischer {size}.pgn").write_text("x" * size)
    (tmp_path / "Thư mục").mkdir()
    window.settings.folder = tmp_path
    window.filing.ask_open()
    (dialog,) = window.findChildren(QFileDialog)
    table = dialog.findChild(QTreeView, "treeView")
    qtbot.waitUntil(lambda: table.model().rowCount(table.rootIndex()) == 4)
    QApplication.processEvents()
    for column in range(table.header().count()):
        needed = max(table.sizeHintForColumn(column), table.header().sectionSizeHint(column))
        assert table.isColumnHidden(column) or needed <= table.columnWidth(column), column
    dialog.close()
