"""The Tree workspace as a person uses it: from a row of Analyse or Compare to the reason of a node."""

import dataclasses
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QComboBox, QLineEdit, QListView, QSlider
from pytestqt.qtbot import QtBot

from engine.asking.external import EngineSpec
from engine.core.game import find_game
from engine.core.values import replace
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.searchtree.difference import Class
from engine.searchtree.export.page import tree_page
from engine.searchtree.files import read_tree
from engine.searchtree.folding import RowKind
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate
from studio.analysis import figures
from studio.analysis.choice import Budget
from studio.tree.export import strip_svg
from studio.tree.recording import opening, recorder
from studio.tree.views import texts
from studio.tree.views.texts import View
from studio.tree.workspace import EMPTY, PAIR, RECORDING, TREE, TreeWorkspace
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch
from tests.engine.searchtree.test_files import small


@pytest.fixture
def analysed(window: MainWindow, qtbot: QtBot) -> MainWindow:
    """A window in which minimax and alpha-beta have analysed a position of tic-tac-toe to depth 3."""
    window.document.new(find_game("tictactoe")())
    window.session.choice.set_specs([Spec.parse("minimax"), Spec.parse("alphabeta")])
    window.session.choice.set_reference(1)
    window.session.choice.set_budget(Budget("depth", 3))
    window.show_workspace("analyse")
    window.analysis.start()
    qtbot.waitUntil(lambda: not window.session.is_busy)
    window.analysis.stop()
    return window


def recorded(window: MainWindow, qtbot: QtBot, row: int = 1) -> TreeWorkspace:
    window.analysis.rows[row].tree_button.click()
    qtbot.waitUntil(lambda: window.tree.recorded is not None)
    return window.tree


def press(window: MainWindow, key: Any, modifiers: Any = Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key through the application, so that shortcuts are tried first."""
    QTest.keyClick(window.windowHandle(), key, modifiers)


def test_a_row_of_analyse_opens_its_tree(analysed: MainWindow, qtbot: QtBot) -> None:
    tree = recorded(analysed, qtbot)
    assert analysed.workspace == "tree"
    assert tree.pages.currentIndex() == TREE
    assert tree.recorded is not None and tree.recorded.is_same is True
    assert tree.recorded.tree.facts.depth == 3
    # The row counts the nodes of all depths, so the depth that is compared is named.
    assert tree.head.same.whole == "✓ same as the row at depth 3"
    assert tree.shown.selected == 0 and tree.page.words.sentences


def test_nothing_recorded_offers_the_reference(analysed: MainWindow, qtbot: QtBot) -> None:
    tree = analysed.tree
    assert tree.pages.currentIndex() == EMPTY
    tree.empty.pressed.emit()
    assert tree.pages.currentIndex() == RECORDING
    qtbot.waitUntil(lambda: tree.recorded is not None)
    assert tree.recorded is not None and tree.recorded.tree.facts.algorithm.startswith("alphabeta")
    assert tree.recorded.tree.facts.depth == 3, "the depth that the analysis reached"


def test_keys_belong_to_the_tree_only_in_its_workspace(analysed: MainWindow, qtbot: QtBot) -> None:
    tree = recorded(analysed, qtbot)
    ply = analysed.document.cursor
    press(analysed, Qt.Key.Key_Down)
    assert tree.shown.selected > 0
    assert analysed.document.cursor == ply, "the record stays where it is"
    press(analysed, Qt.Key.Key_Home)
    assert tree.shown.selected == 0
    press(analysed, Qt.Key.Key_2)
    assert max(row.level for row in tree.shown.rows) == 2
    analysed.show_workspace("play")
    assert analysed.actions_table["flip"].shortcut().toString() == "F"
    assert not analysed.actions_table["tree_fold"].isEnabled()


def test_a_link_selects_the_node_that_set_the_bound(analysed: MainWindow, qtbot: QtBot) -> None:
    tree = recorded(analysed, qtbot)
    found = tree.shown.tree
    assert found is not None
    node = next(each for each in range(len(found)) if found.fate(each) is Fate.CUT)
    tree.shown.choose(node)
    links = [part.node for sentence in tree.page.words.sentences for part in sentence.parts if part.node >= 0]
    origin = found.bound_origin(node, "beta")
    assert origin.node in links
    tree.page.words.text.anchorClicked.emit(QUrl(f"node:{origin.node}"))
    assert tree.shown.selected == origin.node


def test_a_trimmed_tree_opens_by_repeating_the_search(
    analysed: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder, "CAPACITY", 60)
    tree = recorded(analysed, qtbot, row=0)
    shown = tree.shown
    assert shown.tree is not None and not shown.tree.is_complete
    assert "open on demand" in tree.note.text()
    node = next(each for each in range(len(shown.tree)) if shown.is_trimmed(each))
    serial, visits = shown.tree.number("serial", node), shown.tree.number("visits", node)
    shown.choose(node)
    press(analysed, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: tree.recorder.is_running is False)
    place = shown.tree.index_of(serial)
    assert place is not None and len(shown.tree.children(place)) == visits
    assert shown.selected == place and place in shown.unfolding.open  # type: ignore[union-attr]
    complete = sum(shown.tree.facts.by_ply[: shown.tree.facts.complete_to_ply + 1])
    assert complete < len(shown.tree) and f"({complete}); those below" in tree.note.text()


def test_a_long_search_is_repeated_only_after_a_question(
    analysed: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder, "CAPACITY", 60)
    monkeypatch.setattr(opening, "SLOW_SECONDS", 0.0)
    tree = recorded(analysed, qtbot, row=0)
    assert tree.shown.tree is not None
    count = len(tree.shown.tree)
    node = next(each for each in range(count) if tree.shown.is_trimmed(each))
    tree.opener.open(node)
    assert "takes about" in tree.notice.text and not tree.recorder.is_running
    tree.notice.buttons[0].click()
    qtbot.waitUntil(lambda: len(tree.shown.tree or ()) > count)


def test_a_search_that_was_stopped_offers_a_new_recording(analysed: MainWindow, qtbot: QtBot) -> None:
    tree = recorded(analysed, qtbot)
    assert tree.recorded is not None
    made = tree.recorded
    facts = replace(made.tree.facts, unrepeatable="it was stopped before its limit", nodes=10**6)
    tree._show_recorded(replace(made, tree=SearchTree(facts, made.tree.columns, made.wanted.query.position)))
    assert "does not repeat itself" in tree.note.text()
    assert "only counted" in tree.note.text() and "on demand" not in tree.note.text()
    tree.opener.open(0)
    assert "does not repeat itself" in tree.notice.text and not tree.recorder.is_running
    tree.notice.buttons[0].click()
    qtbot.waitUntil(lambda: tree.recorded is not None and not tree.recorded.tree.facts.unrepeatable)


def test_another_tree_than_that_of_the_row_is_announced(analysed: MainWindow, qtbot: QtBot) -> None:
    query = analysed.session.choice.queries(analysed.document.position)[1]
    found = analysed.session.store.find(query)
    assert found is not None and found.deepest is not None
    other = replace(found.deepest, iteration_nodes=found.deepest.iteration_nodes + 1)
    analysed.show_tree(query, other, analysed.document.cursor)
    tree = analysed.tree
    qtbot.waitUntil(lambda: tree.recorded is not None)
    assert tree.recorded is not None and tree.recorded.is_same is False
    assert "does not repeat itself" in tree.notice.text
    assert tree.head.same.whole == f"✗ differs from the row at depth {other.depth}"


def test_an_external_engine_has_no_tree(analysed: MainWindow, qtbot: QtBot) -> None:
    spec = EngineSpec("Foreign <b>engine</b>", "no-such-program")
    query = dataclasses.replace(analysed.session.choice.queries(analysed.document.position)[1], spec=spec)
    analysed.show_tree(query, None, analysed.document.cursor)
    tree = analysed.tree
    assert tree.pages.currentIndex() == EMPTY and not tree.recorder.is_running
    assert not tree.head.record_button.isEnabled()
    assert "external engine" in tree.empty._sentence.text()


def test_escape_stops_a_recording(analysed: MainWindow, qtbot: QtBot) -> None:
    analysed.document.new(find_game("chess")())
    analysed.show_workspace("tree")
    tree = analysed.tree
    query = analysed.session.choice.queries(analysed.document.position)[0]
    query = dataclasses.replace(query, spec=Spec.parse("minimax"), limit=Limit(depth=30))
    tree.show_query(query, None, 0)
    assert tree.pages.currentIndex() == RECORDING
    qtbot.waitUntil(lambda: sum(tree.recorder.plies()) > 1000)
    press(analysed, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: tree.recorded is not None)
    assert tree.recorded is not None and tree.recorded.tree.facts.unrepeatable


def test_a_row_of_compare_opens_its_tree(analysed: MainWindow, qtbot: QtBot) -> None:
    analysed.show_workspace("compare")
    compare = analysed.compare
    compare.choice.set_specs([Spec.parse("minimax"), Spec.parse("alphabeta")])
    compare.choice.set_budget(Budget("depth", 2))
    compare.run()
    qtbot.waitUntil(lambda: not compare.is_running)
    compare.table.selectRow(1)
    compare.head.tree_button.click()
    tree = analysed.tree
    qtbot.waitUntil(lambda: tree.recorded is not None)
    assert tree.recorded is not None and tree.recorded.is_same is True
    assert tree.recorded.tree.facts.algorithm.startswith("alphabeta") and tree.recorded.tree.facts.depth == 2


def test_the_replay_ends_in_the_whole_tree(analysed: MainWindow, qtbot: QtBot) -> None:
    tree = recorded(analysed, qtbot)
    replay, shown = tree.page.replay, tree.shown
    assert shown.tree is not None
    press(analysed, Qt.Key.Key_Period)
    assert shown.event_number == replay.events - 1
    replay.to_start()
    assert shown.event_number == 0 and shown.selected == 0 and not shown.is_known(0)
    press(analysed, Qt.Key.Key_BracketRight)
    node = shown.selected
    assert shown.tree.fate(node) is Fate.CUT and shown.is_known(node)
    assert not any(shown.is_known(each) for each in shown.tree.path(node)[:-1])
    replay.whole.speed.setCurrentIndex(replay.whole.speed.count() - 1)
    press(analysed, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not replay.is_playing, timeout=20_000)
    assert shown.event_number == replay.events - 1 and shown.is_known(0)


def test_the_side_changes_windows_values_and_marks_together(analysed: MainWindow, qtbot: QtBot) -> None:
    tree = recorded(analysed, qtbot)
    found = tree.shown.tree
    assert found is not None
    node = next(each for each in range(len(found)) if found.fate(each) is Fate.CUT and found.side(each) == 1)
    first = (texts.bound_of(found, node, View.FIRST), texts.value_of(found, node, View.FIRST))
    mover = (texts.bound_of(found, node, View.MOVER), texts.value_of(found, node, View.MOVER))
    assert first == ("most", -mover[1]) and mover[0] == "least"
    low, high = found.number("alpha", node), found.number("beta", node)
    ends = [texts.number_text(each, 0) for each in (low, high, -high, -low)]
    assert texts.window_text(found, node, View.MOVER) == f"{ends[0]} … {ends[1]}"
    assert texts.window_text(found, node, View.FIRST) == f"{ends[2]} … {ends[3]}"
    press(analysed, Qt.Key.Key_S)
    assert tree.shown.view is View.MOVER and tree.head.view_box.currentIndex() == 1


def test_words_and_table_have_the_same_signs(analysed: MainWindow, qtbot: QtBot) -> None:
    """Ends of windows in the sentences are those of the table, for the side that the view names."""
    space = recorded(analysed, qtbot)
    shown, tree = space.shown, space.shown.tree
    assert tree is not None
    seen = 0
    for view in View:
        shown.set_view(view)
        for node in range(len(tree)):
            shown.choose(node)
            words = space.page.words.text.toPlainText()
            ends = dict(zip("αβ", texts.window_text(tree, node, view).split(" … "), strict=True))
            for letter, end in re.findall(r"([αβ]) = ([+−#]*[\d∞.]*\d|[+−]∞|0)", words):
                assert end == ends[letter], (view, node, words)
                seen += 1
            side = tree.facts.game and find_game(tree.facts.game).sides[0 if view is View.FIRST else tree.side(node)]
            if tree.fate(node) in (Fate.CUT, Fate.LOW) and tree.best_child(node) is not None:
                value = texts.value_text(tree, node, view).split()[-1]
                bound = "at least" if texts.bound_of(tree, node, view) == "least" else "at most"
                assert f"{side} gets {bound} {value}" in words or f"give {side} {bound} {value}" in words
    assert seen > 20
    shown.set_view(View.FIRST)
    shown.show_event(space.page.replay.events - 1)
    node = next(each for each in range(len(tree)) if tree.visit(each).never_tried)
    shown.choose(node)
    assert "Not looked at in this visit" in space.page.words.text.toPlainText()
    shown.show_event(None)
    assert "never looked at in this search" in space.page.words.text.toPlainText()


def test_a_node_is_pinned_and_compared_with_the_selected_one(analysed: MainWindow, qtbot: QtBot) -> None:
    """The middle button of each view, and Shift+B, pin a node as B: words and strip show it and the selected one."""
    space = recorded(analysed, qtbot)
    shown, page = space.shown, space.page
    tree = shown.tree
    assert tree is not None
    first, second = tree.children(0)[:2]

    def words() -> str:
        return page.words.text.toPlainText()

    def replies() -> set[int]:
        page.strip.grab()
        return {page.strip.reply_at(float(x)) for x in range(page.strip.width())} - {-1}

    place = page.outline.viewport()
    middle = page.outline.row_rect(shown.place_of(first)).center()
    QTest.mouseClick(place, Qt.MouseButton.MiddleButton, pos=middle)
    assert shown.pinned == first and shown.selected == 0
    shown.choose(second)
    name, other = texts.line_text(tree, first, shown.view), texts.line_text(tree, second, shown.view)
    lines = [line.replace("\xa0", " ") for line in words().splitlines()]
    assert lines[:2] == [f"A  {other}", f"B  {name}"]
    for node in (first, second):
        assert all(sentence.text in words() for sentence in tree.explain(node, side=0))
    assert replies() == {*tree.children(first), *tree.children(second)}
    row = shown.row_at(shown.place_of(first))
    assert row is not None and ("B" in [text for text, _ in page.outline.cells.tags(row)])
    # A walk keeps B; a click on its line goes there, and Shift+B ends the comparison.
    press(analysed, Qt.Key.Key_Home)
    assert shown.selected == 0 and f"B  {name}" in words().replace("\xa0", " ")
    page.words.text.anchorClicked.emit(QUrl(f"node:{first}"))
    assert shown.selected == first and words().count("B  ") == 0
    press(analysed, Qt.Key.Key_B, Qt.KeyboardModifier.ShiftModifier)
    assert shown.pinned == -1 and replies() == set(tree.children(first))
    assert words() == "\n".join(sentence.text for sentence in tree.explain(first, side=0))
    # The other views.
    shown.choose(0)
    space.page.icicle.grab()
    rect = page.icicle.rect_of(second)
    assert rect is not None
    QTest.mouseClick(page.icicle, Qt.MouseButton.MiddleButton, pos=rect.center().toPoint())
    assert (shown.pinned, shown.selected) == (second, 0)
    page.strip.grab()
    reply = page.strip.reply_at(60.0)
    QTest.mouseClick(page.strip, Qt.MouseButton.MiddleButton, pos=QPoint(60, 80))
    assert shown.pinned == reply and reply in tree.children(0)
    # Another tree has no B.
    shown.clear()
    assert shown.pinned == -1


def test_a_move_is_found(analysed: MainWindow, qtbot: QtBot) -> None:
    tree = recorded(analysed, qtbot)
    found = tree.shown.tree
    assert found is not None
    press(analysed, Qt.Key.Key_Slash)
    assert tree.page.replay.find_field.hasFocus()
    wanted = found.move_text(found.children(0)[-1])
    QTest.keyClicks(tree.page.replay.find_field, wanted)
    QTest.keyClick(tree.page.replay.find_field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: tree.shown.selected > 0)
    assert found.move_text(tree.shown.selected) == wanted


def test_the_line_is_added_to_the_record_as_one_edit(analysed: MainWindow, qtbot: QtBot) -> None:
    tree = recorded(analysed, qtbot)
    found = tree.shown.tree
    assert found is not None
    count = len(analysed.document.tree)
    node = next(each for each in range(len(found)) if found.number("ply", each) == 2)
    tree.shown.choose(node)
    press(analysed, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert len(analysed.document.tree) == count + 2
    analysed.document.undo()
    assert len(analysed.document.tree) == count


def test_two_searches_are_compared_and_closed(analysed: MainWindow, qtbot: QtBot) -> None:
    tree = recorded(analysed, qtbot, row=0)
    tree.compare_with(Spec.parse("alphabeta"))
    qtbot.waitUntil(lambda: tree.pair_page.pairs is not None)
    assert tree.pages.currentIndex() == PAIR
    press(analysed, Qt.Key.Key_J)
    pair = tree.pair_page.outline.selected
    assert tree.pair_page.pairs is not None and tree.pair_page.pairs.kind_of(pair) == Class.OTHER_BOUND
    assert tree.pair_page.shown[0].selected == pair[0] and tree.pair_page.shown[1].selected == pair[1]
    assert "No contradiction" in tree.pair_page.words.whole
    press(analysed, Qt.Key.Key_D)
    assert tree.pages.currentIndex() == TREE and tree.pair_page.pairs is None


def test_another_position_keeps_the_tree_and_reports_it(analysed: MainWindow, qtbot: QtBot) -> None:
    tree = recorded(analysed, qtbot)
    analysed.document.play(analysed.document.position.legal_moves()[0])
    assert tree.pages.currentIndex() == TREE
    assert "after ply 0" in tree.note.text() and tree.head.record_button.text() == "Record here"
    tree.record()
    qtbot.waitUntil(lambda: tree.recorded is not None and tree.recorded.wanted.ply == 1)


@pytest.mark.parametrize("suffix", ["csv", "kvtree", "html"])
def test_files_are_written_in_a_thread(analysed: MainWindow, qtbot: QtBot, tmp_path: Path, suffix: str) -> None:
    tree = recorded(analysed, qtbot)
    path = tmp_path / f"tree.{suffix}"
    tree.shown.choose(4)
    tree.exports.export(path, tree.exports.save_tree)
    qtbot.waitUntil(lambda: not analysed.session.is_busy)
    assert path.stat().st_size > 500
    assert tree.recorded is not None
    if suffix == "kvtree":
        assert len(read_tree(path)) == len(tree.recorded.tree)
    elif suffix == "csv":
        assert path.read_text(encoding="utf-8").count("\n") == len(tree.recorded.tree) + 1
    else:
        # The page replays the line of the selected node.
        assert path.read_text(encoding="utf-8") == tree_page(tree.recorded.tree, 4)
    path.unlink()
    path.mkdir()
    faults: list[str] = []
    tree.failed.connect(faults.append)
    tree.exports.export(path, tree.exports.save_tree)
    qtbot.waitUntil(lambda: bool(faults))


def test_pictures_and_rows_are_exported(analysed: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    tree = recorded(analysed, qtbot)
    found = tree.shown.tree
    assert found is not None
    entries = [each for group in tree.exports.entries().values() for each in group]
    for number, (_, suffix, write) in enumerate(entries):
        path = tmp_path / f"{number}.{suffix}"
        tree.exports.export(path, write)
        qtbot.waitUntil(lambda: not analysed.session.is_busy)
        assert path.stat().st_size > 100, path
    rows = min(tmp_path.glob("*.csv")).read_text(encoding="utf-8").splitlines()
    assert len(rows) == len(tree.shown.rows) + 1
    (latex,) = tmp_path.glob("*.tex")
    assert latex.read_text(encoding="utf-8").count("kvleaf") > len(found) / 2
    pictures = sorted(tmp_path.glob("*.svg"), key=lambda path: int(path.stem))
    drawn = [ElementTree.parse(path).getroot() for path in pictures]
    words = [[text.text for text in each.iter("{http://www.w3.org/2000/svg}text")] for each in drawn]
    outline, bands, nodes, strip = words
    for row in tree.shown.rows:
        assert tree.page.outline.cells.cell(row, "nodes") in outline
    first = texts.move_text(found, found.children(0)[0])
    assert first in nodes and any(each and each.startswith(first) for each in bands)
    best = found.best_child(0)
    assert best is not None and any(each and each.startswith(texts.move_text(found, best)) for each in strip)
    assert "Replies in the order tried" in strip
    # A leaf has no replies: its strip is that of its parent.
    tree.shown.choose(next(each for each in range(len(found)) if not found.children(each)))
    assert "<svg" in strip_svg(tree.shown, 900, "dark")


def test_every_control_has_an_accessible_name(analysed: MainWindow, qtbot: QtBot) -> None:
    tree = recorded(analysed, qtbot)
    for kind in (QAbstractButton, QComboBox, QSlider, QLineEdit, QAbstractScrollArea):
        for widget in tree.findChildren(kind):
            hidden = (
                tree.notice.isAncestorOf(widget)
                or widget.objectName().startswith("qt_")
                or isinstance(widget.parent(), QComboBox | QLineEdit)
            )
            text = widget.text() if isinstance(widget, QAbstractButton) else ""
            named = widget.accessibleName() or text or widget.toolTip()
            assert hidden or named or isinstance(widget, QListView), widget


@pytest.mark.parametrize("text", ["mcts", "pn"])
def test_a_tree_that_cannot_be_opened_is_recorded_again_with_more_nodes(
    analysed: MainWindow, qtbot: QtBot, switch: LanguageSwitch, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """A snapshot is not recorded node by node. The offer and its button follow the language of the window."""
    monkeypatch.setattr(recorder, "CAPACITY", 60)
    analysed.session.choice.set_specs([Spec.parse(text), Spec.parse("alphabeta")])
    analysed.show_workspace("analyse")
    analysed.analysis.start()
    qtbot.waitUntil(lambda: not analysed.session.is_busy)
    analysed.analysis.stop()
    tree = recorded(analysed, qtbot, row=0)
    assert tree.recorded is not None and tree.recorded.is_same is True and not tree.notice.text
    assert tree.shown.tree is not None
    shown = texts.short_value_text(tree.shown.tree, tree.shown.tree.children(0)[0], View.FIRST)
    assert shown.endswith("%") if text == "mcts" else shown == "", "a mean, never the dots of an unknown value"
    count = len(tree.shown.tree)
    tree.shown.choose(next(each for each in range(count) if tree.shown.is_trimmed(each)))
    press(analysed, Qt.Key.Key_Right)
    assert "up to 480 nodes" in tree.notice.text and not tree.recorder.is_running
    switch.switch("vi")
    qtbot.waitUntil(lambda: "tối đa 480 nút" in tree.notice.text)
    assert tree.notice.buttons[0].text() == "Ghi lại"
    switch.switch("en")
    tree.notice.buttons[0].click()
    qtbot.waitUntil(lambda: len(tree.shown.tree or ()) > count)
    assert tree.recorded.capacity == 480


def test_the_replay_shows_nothing_about_nodes_it_did_not_reach(analysed: MainWindow, qtbot: QtBot) -> None:
    tree = recorded(analysed, qtbot)
    shown = tree.shown
    assert shown.tree is not None
    shown.show_event(1)
    shown.choose(shown.tree.children(0)[-1])
    assert "has not come here yet" in tree.page.words.text.toPlainText()
    assert analysed.statusBar().currentMessage() == shown.tree.move_text(shown.selected, "display")
    shown.choose(0)
    assert "still at work" in tree.page.words.text.toPlainText()


def test_the_replay_does_not_show_what_became_of_moves_it_did_not_reach(analysed: MainWindow, qtbot: QtBot) -> None:
    tree = recorded(analysed, qtbot)
    shown, cells = tree.shown, tree.page.outline.cells
    run = next(row for row in shown.rows if row.kind is RowKind.RUN)
    assert run.row is not None
    count = len(run.row.nodes)
    whole = cells.move_cell(run)
    assert whole.startswith(f"{count} moves, ")
    shown.show_event(1)
    assert cells.move_cell(run) == f"{count} moves"
    shown.show_event(tree.page.replay.events - 1)
    assert cells.move_cell(run) == whole


def test_the_status_bar_follows_the_language(analysed: MainWindow, qtbot: QtBot, switch: LanguageSwitch) -> None:
    recorded(analysed, qtbot)
    assert analysed.statusBar().currentMessage().startswith("root")
    switch.switch("vi")
    qtbot.waitUntil(lambda: analysed.statusBar().currentMessage().startswith("gốc"))


def test_the_window_asks_before_it_reads_a_large_tree(
    analysed: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = recorded(analysed, qtbot)
    path = tmp_path / "big.kvtree"
    tree.exports.export(path, tree.exports.save_tree)
    qtbot.waitUntil(lambda: not analysed.session.is_busy)
    shown = tree.recorded
    monkeypatch.setattr("studio.tree.recording.reader.LARGE_TREE", 1)
    monkeypatch.setattr("studio.tree.recording.reader.PREPARED_BYTES", 10**9)
    analysed.show_workspace("play")
    analysed.filing.open(path)
    qtbot.waitUntil(lambda: "big.kvtree" in tree.notice.text)
    count = len(shown.tree)
    assert tree.recorded is shown and figures.grouped(1000 * count) in tree.notice.text
    assert tree.notice.isVisible() and tree.isVisible()
    with qtbot.waitSignal(tree.file_read):
        tree.notice.buttons[0].click()
    assert tree.recorded is not shown and len(tree.recorded.tree) == count


def test_a_tree_with_an_impossible_position_ends_in_one_sentence(
    analysed: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "k.kvtree"
    position = {"game": "chess", "position": "R3k3/8/8/8/8/8/8/4K3 w - - 0 1"}
    path.write_bytes(small(position, move=("i2", [-1, 56 | 60 << 6, 0])))
    with qtbot.waitSignal(analysed.tree.failed) as failed:
        analysed.filing.open(path)
    assert "White is to move and could take the king" in failed.args[0]
    # A move that is not legal is a number, in every view.
    path.write_bytes(small({"game": "xiangqi"}, move=("i2", [-1, 5, 20_000])))
    with qtbot.waitSignal(analysed.tree.file_read):
        analysed.filing.open(path)
    for node in range(3):
        analysed.tree.shown.choose(node)
