"""What people have on their clipboards: a position of another game, some moves from a chat."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from studio.play.seat import Seat
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


def test_a_position_of_no_game_is_refused_by_the_game_on_the_board(window: MainWindow) -> None:
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


@pytest.mark.parametrize("name", ["chess", "xiangqi"])
def test_ubb_text_of_a_forum_is_a_record(window: MainWindow, name: str) -> None:
    play(window, name, "")
    window.clipboard.paste_text(
        "看棋谱：[DhtmlXQ][DhtmlXQ_red]An[/DhtmlXQ_red][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]"
        "[DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1][/DhtmlXQ]"
    )
    assert window.document.game.name == "xiangqi" and len(window.document.tree) == 4 and not window.notice.text
    assert window.document.record.headers["White"] == "An"


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
    """About a picture, the window showed only "line 2: the text is not UTF-8"."""
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


FEN = "8/8/4k3/8/8/3K4/8/7R w - - 0 1"


def test_a_pasted_position_begins_a_record_and_the_previous_one_is_one_click_away(window: MainWindow) -> None:
    document = window.document
    play(window, "chess", "e4 e5")
    window.clipboard.paste_text(FEN)
    assert len(document.tree) == 1 and document.game.format_position(document.position) == FEN
    assert window.notice.text == "The position begins a new record."
    assert document.is_modified, "the position is kept after a crash"
    back, add = window.notice.buttons
    assert (back.text(), add.text()) == ("Go back", "Add it to the previous record")
    back.click()
    assert [document.tree.move_text(node) for node in document.tree.main_line()[1:]] == ["e4", "e5"]
    assert document.cursor == 2


def test_a_pasted_position_can_be_added_to_the_previous_record(window: MainWindow, tmp_path: Path) -> None:
    document, path = window.document, tmp_path / "games.pgn"
    path.write_text('[Event "A"]\n\n1. d4 *\n\n[Event "B"]\n\n1. e4 e5 *\n', encoding="utf-8")
    assert window.filing.open(path, 1, 1)
    window.clipboard.paste_text(FEN)
    assert document.path is None
    window.notice.buttons[1].click()
    assert (document.path, document.index) == (path, 1)
    assert document.tree[document.cursor].setup == FEN and document.tree[document.cursor].parent == 1
    document.undo()
    assert document.cursor == 1 and not document.is_modified


def test_a_position_pasted_during_a_game_is_added_to_it(window: MainWindow) -> None:
    document = window.document
    window.controller.start(find_game("chess")(), (Seat("A"), Seat("B")))
    document.play(document.position.legal_moves()[0])
    window.clipboard.paste_text(FEN)
    assert len(document.tree) == 3 and document.tree[document.cursor].setup == FEN
    assert window.notice.text == "The position was added to the game in progress."
    window.notice.buttons[0].click()
    assert len(document.tree) == 1 and document.game.format_position(document.position) == FEN
    window.notice.buttons[0].click()
    assert len(document.tree) == 2, "the game is as it was before the position"


def test_a_position_pasted_on_the_first_page_is_shown(window: MainWindow) -> None:
    window.first_page.show()
    window.clipboard.paste_text(CHESS)
    assert window.board.isVisible() and window.document.game.name == "chess" and not window.notice.text


@pytest.mark.parametrize("name", ["chess", "xiangqi"])
def test_positions_of_other_programs(window: MainWindow, name: str) -> None:
    """Whatever game is on the board; what is changed in the position is shown."""
    play(window, name, "")
    window.clipboard.paste_text(CHESS.replace(" ", "_"))
    assert window.document.game.format_position(window.document.position) == CHESS and not window.notice.text
    window.document.new(find_game(name)())
    window.clipboard.paste_text('r1bqkbnr/pp1ppppp/2n5/2p5/2P1PP2/8/PP1P2PP/RNBQKBNR/ b KQkq - bm d6; id "t1";')
    assert window.document.position == find_game("chess")().parse_position(
        "r1bqkbnr/pp1ppppp/2n5/2p5/2P1PP2/8/PP1P2PP/RNBQKBNR b KQkq - 0 1"
    )
    assert window.notice.text == 'This is no part of the position: bm d6; id "t1".'
    window.clipboard.paste_text("2b1k1nB/1p3p1p/n4b2/1NPp4/P7/8/2r1PPPP/R3KBNR b KQk - 0 14")
    assert window.notice.text == (
        "The position begins a new record. Black, short castling: there is no rook on h8; this right was removed."
    )


def test_a_position_of_chess960_is_set_up_with_its_rules(window: MainWindow) -> None:
    play(window, "xiangqi", "")
    window.clipboard.paste_text("bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1")
    assert window.document.game == find_game("chess").with_rules("Chess960")
    assert not window.notice.text


def test_a_position_with_moves(window: MainWindow) -> None:
    play(window, "chess", "")
    window.clipboard.paste_text(f"position fen {CHESS} moves g8f6 e1g1")
    document = window.document
    assert [document.tree.move_text(node) for node in document.tree.main_line()[1:]] == ["Nf6", "O-O"]
    assert document.tree[0].setup == CHESS and document.cursor == 2
    window.clipboard.paste_text("position startpos moves e2e4 e7e5 g1f3")
    assert [document.tree.move_text(node) for node in document.tree.main_line()[1:]] == ["e4", "e5", "Nf3"]
    assert document.tree[0].setup is None


def test_a_record_on_one_line_is_no_position(window: MainWindow) -> None:
    play(window, "chess", "")
    window.clipboard.paste_text('[FEN "8/P6k/8/8/8/8/7K/8 w - - 0 1"] [SetUp "1"] 1. a8=Q Kg7 *')
    assert [window.document.tree.move_text(node) for node in window.document.tree.main_line()[1:]] == ["a8=Q", "Kg7"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQQBNR w KQkq - 0 1", "White has no king"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPZ/RNBQKBNR w KQkq - 0 1", "position, rank 2: 'Z' is not a piece"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1", "Three-check is not supported"),
        ("position startpos moves e2e5", "e2e5: e2 is empty"),
    ],
)
def test_the_error_is_that_of_the_game_of_the_position(window: MainWindow, text: str, sentence: str) -> None:
    """With xiangqi on the board, a position of chess was refused because it has 8 instead of 10 ranks."""
    play(window, "xiangqi", "h2e2")
    window.clipboard.paste_text(text)
    assert window.notice.text.startswith(sentence) and window.document.cursor == 1


@pytest.mark.parametrize(
    ("name", "text", "game"),
    [
        ("xiangqi", "炮二平五，马８进７", "xiangqi"), ("xiangqi", "Pháo 2 bình 5 Mã 8 tấn 7", "xiangqi"),
        ("chess", "炮二平五，马８进７", "xiangqi"), ("chess", "Pháo 2 bình 5 Mã 8 tấn 7", "xiangqi"),
        ("chess", "1、炮二平五，马８进７", "xiangqi"), ("chess", "C2=5 H8+7", "xiangqi"), ("xiangqi", "d4 d5", "chess"),
    ],
)  # fmt: skip
def test_moves_of_another_game(window: MainWindow, name: str, text: str, game: str) -> None:
    """The sentence was that the text is not a record."""
    play(window, name, "")
    window.clipboard.paste_text(text)
    assert window.document.game.name == game and len(window.document.tree) == 3, window.notice.text


def test_a_move_in_words_is_played(window: MainWindow) -> None:
    play(window, "xiangqi", "")
    window.clipboard.paste_text("Pháo 2 bình 5")
    assert len(window.document.tree) == 2 and window.document.cursor == 1
