"""A comment being written is stored at the move it was written for, whatever else happens to the record."""

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.records.tree import ROOT
from studio.document.document import Document
from studio.document.moves import MovesPanel
from studio.play.seat import Seat
from studio.window.main_window import MainWindow

CHESS = find_game("chess")()

WINDOW = """
from PySide6.QtWidgets import QApplication
from engine.core.game import find_game
from studio.window.main_window import MainWindow
from studio.settings import Settings
from studio.window.translation import LanguageSwitch
application = QApplication([])
window = MainWindow(Settings(), LanguageSwitch(application))
window.show()
document, field = window.document, window.moves.comment
document.new(find_game("chess")())
def play(*texts):
    for text in texts:
        document.play(document.game.parse_move(document.position, text))
def do(*names):
    for name in names:
        window.actions_table[name].trigger()
def show():
    moves = document.text().split("\\n\\n")[1].strip()
    print(document.cursor, moves, repr(field.toPlainText()), document.undo_stack.can_redo)
"""


def run(script: str) -> list[str]:
    """What ``script`` shows of a window in a process that it may crash."""
    done = subprocess.run(
        [sys.executable, "-c", f"{WINDOW}{script}window.close()"],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, (done.returncode, done.stdout, done.stderr)
    return done.stdout.splitlines()


@pytest.mark.unsanitized
def test_redo_comes_before_the_comment() -> None:
    """The words are one edit at the move they were written for; the further moves cannot be redone any more."""
    script = """
play("e4", "e5", "Nf3", "Nc6")
do("undo", "undo")
window.moves.edit_comment()
field.insertPlainText("good")
do("redo"); show()
do("undo"); show()
do("redo"); show()
do("undo", "undo"); show()
"""
    assert run(script) == [
        "3 1. e4 e5 {good} 2. Nf3 * '' False",
        "2 1. e4 e5 2. Nf3 * '' True",
        "3 1. e4 e5 {good} 2. Nf3 * '' False",
        "2 1. e4 e5 * '' True",
    ]


@pytest.mark.unsanitized
def test_redo_that_would_take_out_the_move_leaves_it_and_the_comment() -> None:
    script = """
play("e4", "e5")
document.delete(2)
do("undo")
window.moves.edit_comment()
field.insertPlainText("good")
do("redo"); show()
do("undo"); show()
"""
    assert run(script) == ["2 1. e4 e5 {good} * 'good' False", "2 1. e4 e5 * '' True"]


@pytest.fixture
def commented(window: MainWindow, qtbot: QtBot) -> MainWindow:
    """1. e4 e5 with the cursor at e5, and words in its comment that were not handed over."""
    window.document.new(CHESS)
    play(window.document, "e4", "e5")
    window.moves.edit_comment()
    qtbot.waitUntil(window.moves.comment.hasFocus)
    for letter in "good":
        QTest.keyClick(window.moves.comment, letter)
    assert window.document.tree[2].comment == ""
    return window


def play(document: Document, *texts: str) -> None:
    for text in texts:
        document.play(document.game.parse_move(document.position, text))


def do(window: MainWindow, *names: str) -> None:
    for name in names:
        window.actions_table[name].trigger()


def comments(document: Document) -> dict[str, str]:
    tree = document.tree
    return {tree.move_text(node): each.comment for node, each in tree.nodes.items() if each.comment}


def test_undo_takes_the_comment_back(commented: MainWindow) -> None:
    document = commented.document
    do(commented, "undo")
    assert (document.cursor, comments(document), commented.moves.comment.toPlainText()) == (2, {}, "")
    do(commented, "redo")
    assert (document.cursor, comments(document), commented.moves.comment.toPlainText()) == (2, {"e5": "good"}, "good")


def test_undo_leaves_no_words_with_a_space_after_them(commented: MainWindow) -> None:
    QTest.keyClick(commented.moves.comment, " ")
    do(commented, "undo")
    assert commented.moves.comment.toPlainText() == ""


@pytest.mark.parametrize("way", ["back", "to_start"])
def test_another_move_is_looked_at(commented: MainWindow, way: str) -> None:
    document = commented.document
    do(commented, way)
    assert document.cursor == {"back": 1, "to_start": ROOT}[way], "the cursor does not jump back to the comment"
    assert comments(document) == {"e5": "good"}
    assert commented.moves.comment.toPlainText() == ""


def test_the_wheel_turned_over_the_board(commented: MainWindow) -> None:
    commented.board.wheel_turned.emit(-1)
    assert (commented.document.cursor, comments(commented.document)) == (1, {"e5": "good"})


@pytest.mark.parametrize("command", ["delete", "take_back"])
def test_the_move_is_taken_out_and_is_restored_with_its_comment(commented: MainWindow, command: str) -> None:
    document = commented.document
    do(commented, command)
    assert 2 not in document.tree
    do(commented, "undo")
    assert comments(document) == {"e5": "good"}


def test_a_move_taken_back_in_a_game_is_restored_with_its_comment(window: MainWindow, qtbot: QtBot) -> None:
    window.controller.start(CHESS, (Seat("An"), Seat("Bình")))
    for text in ("e4", "e5"):
        window.controller.play(CHESS.parse_move(window.document.position, text))
    window.moves.comment.insertPlainText("good")
    do(window, "take_back")
    assert 2 not in window.document.tree
    window.document.undo()
    assert comments(window.document) == {"e5": "good"}


def test_a_move_played_meanwhile(commented: MainWindow) -> None:
    document = commented.document
    play(document, "Nf3")
    assert (document.cursor, comments(document)) == (3, {"e5": "good"})
    document.undo()
    assert (document.cursor, comments(document)) == (2, {})


def test_another_record_gets_nothing_of_it(qtbot: QtBot, qapp: QApplication) -> None:
    document, written = Document(CHESS), []

    def take_the_focus() -> None:
        """As a slot does that gives it to the board, before the move list follows."""
        written.append(panel.comment.toPlainText())
        panel.comment.commit()

    document.changed.connect(take_the_focus)
    panel = MovesPanel(document)
    qtbot.addWidget(panel)
    play(document, "e4", "e5")
    panel.comment.insertPlainText("good")
    document.open_text('[Game "chess"]\n\n1. d4 d5 2. c4 *', is_kept=True)
    assert written[-1] == "good"
    assert comments(document) == {}
    assert not document.is_modified
    assert panel.comment.toPlainText() == ""
    document.go(2)
    assert panel.comment.toPlainText() == ""
    document.close()


def test_a_record_opened_saved_and_left_keeps_it(commented: MainWindow, tmp_path: Path) -> None:
    document = commented.document
    assert commented.filing.save_to(tmp_path / "a.pgn")
    assert "{good}" in (tmp_path / "a.pgn").read_text()
    commented.moves.comment.insertPlainText("!")
    do(commented, "workspace_compare")
    assert comments(document) == {"e5": "good!"}
    do(commented, "workspace_analyse")
    commented.moves.comment.moveCursor(commented.moves.comment.textCursor().MoveOperation.End)
    commented.moves.comment.insertPlainText("?")
    assert commented.filing.open(tmp_path / "a.pgn")
    assert comments(document) == {"e5": "good"}
    (aside,) = commented.filing.aside()
    assert "{good!?}" in aside.read_text()


def test_the_focus_leaves(commented: MainWindow) -> None:
    commented.board.setFocus(Qt.FocusReason.MouseFocusReason)
    assert comments(commented.document) == {"e5": "good"}


def test_words_that_the_field_shows_otherwise_are_no_edit(qtbot: QtBot, qapp: QApplication) -> None:
    document = Document(CHESS)
    panel = MovesPanel(document)
    qtbot.addWidget(panel)
    play(document, "e4")
    text = " 20\u00a0km\u2029next "
    document.set_comment(1, text)
    count = document.undo_stack.count
    document.to_start()
    document.to_end()
    panel.commit()
    assert document.tree[1].comment == text
    assert document.undo_stack.count == count
    document.close()


def test_the_text_is_committed_at_each_pause_as_one_edit(window: MainWindow, qtbot: QtBot) -> None:
    document, field = window.document, window.moves.comment
    field.pause.setInterval(0)
    field.setFocus()
    for part, whole in (("one ", "one"), ("two ", "one two"), ("three", "one two three")):
        QTest.keyClicks(field, part)
        qtbot.waitUntil(lambda whole=whole: document.tree[ROOT].comment == whole)
    assert field.toPlainText() == "one two three"
    window.board.setFocus()
    assert document.undo_stack.count == 1
    field.setFocus()
    QTest.keyClicks(field, "!")
    qtbot.waitUntil(lambda: document.tree[ROOT].comment.endswith("!"))
    assert document.undo_stack.count == 2, "the text after the field lost the focus is another edit"
    document.undo()
    assert document.tree[ROOT].comment == "one two three"
