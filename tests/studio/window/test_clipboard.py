"""What people have on their clipboards: a position of another game, some moves from a chat."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from studio.window.main_window import MainWindow
from tests.studio.play.test_check_and_captures import play

XIANGQI = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
CHESS = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"


@pytest.mark.parametrize(("name", "text", "other"), [("chess", XIANGQI, "xiangqi"), ("xiangqi", CHESS, "chess")])
def test_a_position_of_another_game_begins_a_record_of_it(window: MainWindow, name: str, text: str, other: str) -> None:
    play(window, name, "")
    window.clipboard.paste_text(text)
    game = window.document.game
    assert game.name == other and not window.notice.text
    assert window.document.position == game.parse_position(text)


def test_a_position_of_nobody_is_refused_by_the_game_on_the_board(window: MainWindow) -> None:
    play(window, "chess", "e4")
    window.clipboard.paste_text("8/8/8/8/8/8/8/8/8/8/8/8 w - - 0 1")
    assert window.notice.text and window.document.game.name == "chess" and window.document.cursor == 1


@pytest.mark.parametrize(
    ("name", "text"), [("xiangqi", "P2-5 M8.7 M2.3"), ("chess", "e2e4 e5\n Nf3"), ("chess", "e4 e7e5 g1f3")]
)
def test_moves_from_a_chat_are_played_from_the_cursor(window: MainWindow, name: str, text: str) -> None:
    play(window, name, "")
    window.clipboard.paste_text(text)
    assert window.document.tree.ply(window.document.cursor) == 3 and not window.notice.text
    window.record_commands.undo()
    assert window.document.tree.ply(window.document.cursor) == 0


def test_words_that_are_no_moves_play_none(window: MainWindow) -> None:
    play(window, "chess", "")
    window.clipboard.paste_text("e4 e5 or so")
    assert len(window.document.tree) == 1
    # The sentence was "unknown record format; supported: .pgn, .psq, .sgf, .xqf".
    assert window.notice.text == "The text is not a position, not moves of this game, and not a record."


def test_a_move_text_is_still_a_record_of_its_own(window: MainWindow) -> None:
    play(window, "chess", "d4")
    window.clipboard.paste_text("1. e4 e5 2. Nf3 *")
    assert len(window.document.tree) == 4
    assert find_game("chess")() == window.document.game


def test_compare_without_a_table_copies_the_position(window: MainWindow) -> None:
    play(window, "chess", "e4")
    window.show_workspace("compare")
    window.clipboard.copy_position()
    text = QGuiApplication.clipboard().text()
    assert window.document.game.parse_position(text) == window.document.position
    assert window.statusBar().currentMessage() == "The position is on the clipboard." and not window.notice.text


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("p.png", bytes(range(256)) * 10, "p.png: unknown record format; supported: "),
        pytest.param(
            "notes.txt",
            b"first line\nsecond \xff\xff line",
            "notes.txt: line 2: the text is not UTF-8",
            marks=pytest.mark.slow,
        ),
        pytest.param("game.pgn", b"1. e4 e5 2. Ke8 *", "game.pgn: ", marks=pytest.mark.slow),
    ],
)
def test_the_error_of_a_dropped_file_names_it(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, name: str, data: bytes, sentence: str
) -> None:
    """Of a picture, the window said only "line 2: the text is not UTF-8"."""
    path = tmp_path / name
    path.write_bytes(data)
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(path))])
    window.clipboard.drop(dropped)
    qtbot.waitUntil(lambda: window.notice.text.startswith(sentence))


def test_a_dropped_address_is_no_move(window: MainWindow) -> None:
    dropped = QMimeData()
    dropped.setUrls([QUrl("https://example.org/game.pgn")])
    dropped.setText("https://example.org/game.pgn")
    window.clipboard.drop(dropped)
    assert window.notice.text == "Only files on this computer can be opened; save the file first."
