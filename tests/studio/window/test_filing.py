"""Saving from the window: what is offered where it fails."""

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from studio.document.saving import ChangedOutsideError
from studio.window.main_window import MainWindow


def test_overwrite_is_offered_where_the_file_was_changed(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    window.document.new(find_game("chess")())
    assert window.filing.save_to(path)
    path.write_text(path.read_text(encoding="utf-8") + '\n[White "Other"]\n\n1. e4 *\n', encoding="utf-8")
    window.document.play(window.document.position.legal_moves()[0])
    assert not window.filing.save_to(None)
    assert "was changed by another program" in window.notice.text
    assert [button.text() for button in window.notice.buttons] == ["Save as…", "Overwrite"]
    qtbot.mouseClick(window.notice.buttons[1], Qt.MouseButton.LeftButton)
    assert not window.document.is_modified
    assert '[White "Other"]' in path.read_text(encoding="utf-8"), "other games of the file stay"


def test_overwrite_is_not_offered_for_other_errors(window: MainWindow, tmp_path: Path) -> None:
    assert not window.filing.save_to(tmp_path / "no" / "such" / "folder" / "game.pgn")
    assert [button.text() for button in window.notice.buttons] == ["Save as…"]


def test_the_offer_depends_on_the_kind_of_error_and_not_on_its_words(window: MainWindow, tmp_path: Path) -> None:
    def refuse(path: Path | None = None, append: bool = False, overwrite: bool = False) -> None:
        raise ChangedOutsideError("other words")

    window.document.save = refuse  # type: ignore[method-assign]
    assert not window.filing.save_to(tmp_path / "game.pgn")
    assert [button.text() for button in window.notice.buttons] == ["Save as…", "Overwrite"]
