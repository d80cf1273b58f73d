"""Trees from files in the Tree workspace: opened by every way, compared, and honest about what the file lacks."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.core.values import replace
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.searchtree.difference import Class
from engine.searchtree.files import tree_bytes, write_tree
from engine.searchtree.model import SearchTree
from engine.searchtree.recording import record
from studio.tree.workspace import PAIR, TREE
from studio.window.main_window import MainWindow


def searched(game: str = "tictactoe", text: str = "alphabeta", depth: int = 2, capacity: int = 10_000) -> SearchTree:
    return record(Query(find_game(game)().start(), Spec.parse(text), "", Limit(depth=depth)), capacity=capacity)[0]


def opened(window: MainWindow, qtbot: QtBot, path: Path) -> None:
    assert not window.filing.open(path), "no record was opened"
    qtbot.waitUntil(lambda: window.workspace == "tree" and window.tree.recorded is not None)


def test_a_tree_of_another_game_leaves_the_record_alone(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "<b>cây & co.kvtree"
    write_tree(path, searched("tictactoe"))
    document = window.document
    document.play(document.position.legal_moves()[0])
    text, cursor, game = document.text(), document.cursor, document.game.name
    assert game != "tictactoe"
    opened(window, qtbot, path)
    tree = window.tree
    assert (document.text(), document.cursor, document.game.name) == (text, cursor, game)
    assert tree.pages.currentIndex() == TREE and tree.shown.tree is not None
    assert path.name in tree.note.text() and tree.note.textFormat() == Qt.TextFormat.PlainText
    assert tree.head.spec_box.currentText() == path.name
    assert tree.head.view_box.itemText(0) == "For X", "not a side of the game of the record"
    picture = tree.page.board.board.picture_parts
    assert picture is not None and picture.surface.columns == 3
    assert path.absolute() in window.settings.recent_files
    tree.shown.choose(1)
    tree.commands.do("insert_line")
    assert "not in the record" in tree.notice.text and document.text() == text
    # Another record does not close a tree that does not belong to it.
    document.new(find_game("nim")())
    assert tree.recorded is not None and tree.recorded.file == path.name
    tree.head.spec_box.activated.emit(0)
    assert tree.recorded is None and tree.wanted is not None


def test_a_bad_file_gets_one_sentence_and_a_good_one_is_dropped(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path, workspace = tmp_path / "bad.kvtree", window.workspace
    bad = [(None, "does not exist"), (b"1. e4 e5", "it is not a .kvtree file"), (b"KVTREE1\n\xff\0\0\0{", "header")]
    for content, words in bad:
        if content is not None:
            path.write_bytes(content)
        window.filing.open(path)
        qtbot.waitUntil(lambda words=words: words in window.notice.text)  # type: ignore[misc]
        assert "bad.kvtree" in window.notice.text and "Error" not in window.notice.text
        assert window.workspace == workspace and window.tree.recorded is None
    good = tmp_path / "Dropped.KVTREE"
    write_tree(good, searched())
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(good))])
    copy, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    window.dropEvent(QDropEvent(QPointF(5, 5), copy, data, left, Qt.KeyboardModifier.NoModifier))
    qtbot.waitUntil(lambda: window.workspace == "tree" and window.tree.recorded is not None)
    assert not window.notice.text


def test_a_trimmed_file_of_this_program_opens_after_a_question(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "trimmed.kvtree"
    whole, part = searched("tictactoe", "minimax", 2), searched("tictactoe", "minimax", 2, capacity=30)
    assert not part.is_complete
    write_tree(path, part)
    opened(window, qtbot, path)
    tree = window.tree
    assert "open on demand" in tree.note.text()
    node = next(each for each in range(len(part)) if tree.shown.is_trimmed(each))
    tree.opener.open(node)
    assert "repeated" in tree.notice.text and not tree.recorder.is_running
    tree.notice.buttons[0].click()
    qtbot.waitUntil(lambda: len(tree.shown.tree or ()) > len(part))
    assert tree.shown.tree is not None and tree.recorded is not None and tree.recorded.file == path.name
    place = whole.index_of(part.number("serial", node))
    assert place is not None and len(tree.shown.tree.children(node)) == len(whole.children(place))


def test_a_trimmed_file_that_cannot_be_repeated_reports_it(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "foreign.kvtree"
    part = searched("tictactoe", "minimax", 2, capacity=30)
    part.facts = replace(part.facts, algorithm="Their <i>engine</i> 7")
    path.write_bytes(tree_bytes(part))
    opened(window, qtbot, path)
    tree = window.tree
    assert "Their <i>engine</i> 7" in tree.note.text() and "are not in the file" in tree.note.text()
    tree.opener.open(next(each for each in range(len(part)) if tree.shown.is_trimmed(each)))
    assert "names no search that this program can repeat" in tree.notice.text and not tree.recorder.is_running


def test_a_pinned_tree_is_compared_with_one_from_a_file(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    one, two, other = tmp_path / "one.kvtree", tmp_path / "two.kvtree", tmp_path / "other.kvtree"
    write_tree(one, searched("tictactoe", "minimax"))
    write_tree(two, searched("tictactoe", "alphabeta"))
    write_tree(other, searched("nim", "alphabeta"))
    opened(window, qtbot, one)
    tree = window.tree
    tree.commands.do("pin")
    assert "Pinned: one.kvtree" in tree.note.text()
    tree.open_file(two)
    qtbot.waitUntil(lambda: tree.recorded is not None and tree.recorded.file == "two.kvtree")
    tree.comparisons.fill()
    texts = [action.text() for action in tree.head.compare_menu.actions()]
    assert texts[0].startswith("Pinned: one.kvtree") and "A tree from a file…" in texts
    tree.head.compare_menu.actions()[0].trigger()
    qtbot.waitUntil(lambda: tree.pages.currentIndex() == PAIR)
    pairs = tree.pair_page.pairs
    assert pairs is not None and pairs.counts[Class.OTHER_VALUE] == 0 and pairs.counts[Class.ONLY] > 0
    assert tree.pair_page._titles() == ("one.kvtree", "two.kvtree")
    tree.close_pair()
    tree.comparisons.file_chosen.emit(other)
    qtbot.waitUntil(lambda: "trees of different positions" in tree.notice.text)
    tree.comparisons.chosen.emit(Spec.parse("minimax"))
    qtbot.waitUntil(lambda: tree.pages.currentIndex() == PAIR)
    assert tree.recorded is not None and tree.recorded.file == "two.kvtree"
