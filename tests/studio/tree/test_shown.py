"""The Tree workspace with a recorded tree: each command once, the replay, and what each view shows after events."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.core.language import tr
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.search.visit import Reason
from engine.searchtree.difference import Class
from engine.searchtree.explanation import Moment
from engine.searchtree.folding import RowKind
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate
from engine.searchtree.recording import record
from studio.analysis import figures
from studio.look import palette, style
from studio.tree import menus
from studio.tree.export import MOST_DRAWN_ROWS, rows_csv, rows_svg, save_tree, strip_svg
from studio.tree.pair.page import GAP
from studio.tree.pair.pairs import ONLY_SECOND, SIGNS
from studio.tree.recording import opening
from studio.tree.views import texts
from studio.tree.views.cells import TreeRowTexts
from studio.tree.views.fates import colors_of
from studio.tree.views.icicle import Icicle
from studio.tree.views.outline import Outline
from studio.tree.views.picture import TreePicture
from studio.tree.views.place import NodeBoard
from studio.tree.views.replay import CHIPS, SLOW, SPEEDS, MoveFinder, ReplayBar
from studio.tree.views.rows import FILTERS, Filter, matching
from studio.tree.views.shown import ShownTree
from studio.tree.views.texts import View
from studio.tree.views.words import ExplanationText
from studio.window.main_window import MainWindow
from tests.studio import driver
from tests.studio.tree.recorded import WINDOWS, changed, recorded, shown


@pytest.fixture
def parts(window: MainWindow) -> SimpleNamespace:
    """The parts of Tree with a small tree of the position at the cursor. Tasks wait for ``script.perform``."""
    window.document.new(find_game("tictactoe")())
    window.session.choice.set_specs([Spec.parse("minimax"), Spec.parse("alphabeta")])
    made = driver.show(window, "tree")
    made.window, made.document, made.script = window, window.document, driver.Script(window.session)
    made.show(recorded("cuts"))
    made.tree, made.prepared = recorded("cuts").tree, recorded("cuts").prepared
    return made


# --- commands ---------------------------------------------------------------------------------------------------------


def go(name: str) -> Callable[[SimpleNamespace], None]:
    return lambda parts: driver.command(parts.window, name)


def test_each_command_once(parts: SimpleNamespace, qtbot: QtBot) -> None:
    """From a selected node, with what it does. The table has all commands of the workspace."""
    made, tree = parts.shown, parts.tree
    replay, document = parts.replay, parts.document
    children = tree.children(0)
    child, grandchild = children[0], tree.children(children[0])[0]
    cuts = [node for node in range(len(tree)) if tree.fate(node) is Fate.CUT]
    events = parts.prepared.events
    rises = matching(tree, parts.prepared, Filter.ROSE).nonzero()[0].tolist()
    done: set[str] = set()

    def run(name: str, node: int = 0, event: int | None = None, ply: int = 1) -> None:
        made.show_event(None)
        made.open_to(ply)
        made.choose(node)
        made.show_event(event)
        made.choose(node)
        done.add(name)
        driver.command(parts.window, name)

    def level() -> int:
        return max(row.level for row in made.rows)

    run("tree_down")
    first = made.selected
    assert first == next(row.node for row in made.rows[1:] if row.is_node)
    run("tree_up", first)
    assert made.selected == 0
    run("tree_up")
    assert made.selected == 0
    run("tree_in", child)
    assert made.selected == child and child in made.unfolding.open
    driver.command(parts.window, "tree_in")
    assert made.selected == grandchild
    run("tree_out", grandchild, ply=3)
    assert made.selected == grandchild and grandchild not in made.unfolding.open
    driver.command(parts.window, "tree_out")
    assert made.selected == child
    run("tree_next_sibling", child)
    assert made.selected == children[1]
    run("tree_previous_sibling", children[1])
    assert made.selected == child
    run("tree_previous_sibling", child)
    assert made.selected == child
    run("tree_next_sibling", children[-1])
    assert made.selected == children[-1]
    run("tree_next_sibling")
    assert made.selected == 0
    run("tree_root", grandchild)
    assert made.selected == 0
    line = tree.pv
    run("tree_pv", line[1])
    assert made.selected == line[2]
    run("tree_pv", line[-1])
    assert made.selected == line[0]
    run("tree_pv", children[-1])
    assert made.selected == line[-1]
    for ply in range(1, 10):
        run(f"tree_ply_{ply}")
        made.fold_all(False)
        assert level() == min(ply, int(parts.prepared.levels.max()))
        made.fold_all(True)
    runs = sum(row.kind is RowKind.RUN for row in made.rows)
    run("tree_fold")
    assert runs and not any(row.kind is RowKind.RUN for row in made.rows)
    run("tree_fold")
    assert any(row.kind is RowKind.RUN for row in made.rows)
    run("tree_find")
    assert replay.find_field.isVisible() and replay.find_field.hasFocus()
    replay.close_find()
    run("tree_next_cut", 0)
    assert made.event_number == parts.prepared.cut_events[0] and made.selected == parts.prepared.at_event(
        made.event_number
    )
    run("tree_previous_cut", 0)
    assert made.event_number == parts.prepared.cut_events[-1]
    for at, (name, step) in ((cuts[2], ("tree_next_cut", 1)), (cuts[2], ("tree_previous_cut", -1))):
        run(name, at)
        left = parts.prepared.left(at)
        ahead = [event for event in parts.prepared.cut_events.tolist() if (event - left) * step > 0]
        assert made.event_number == (min if step > 0 else max)(ahead)
    for name, event in (("tree_next_cut", int(parts.prepared.cut_events[-1])), ("tree_previous_cut", 0)):
        run(name, 0, event)
        assert made.event_number == event
    run("tree_next_rise", rises[0])
    assert made.selected == rises[1]
    run("tree_next_rise", rises[-1])
    assert made.selected == rises[0]
    run("tree_next_again", 5)
    assert made.selected == 5, "this tree has no re-search"
    run("tree_replay")
    assert replay.is_playing and made.event_number == 0
    run("tree_replay")
    driver.command(parts.window, "tree_replay") if replay.is_playing else None
    assert not replay.is_playing
    run("tree_event_on", 0, 4)
    assert made.event_number == 5
    run("tree_event_on", 0, events - 1)
    assert made.event_number == events - 1
    run("tree_event_back", 0, 4)
    assert made.event_number == 3
    run("tree_event_back", 0, 0)
    assert made.event_number == 0
    run("tree_event_back", 0)
    assert made.event_number == events - 2
    run("tree_finish", 0, parts.prepared.entered(child))
    assert made.event_number == parts.prepared.left(child)
    driver.command(parts.window, "tree_finish")
    assert made.event_number == parts.prepared.left(0) == events - 1
    driver.command(parts.window, "tree_finish")
    assert made.event_number == events - 1
    run("tree_last", 0, 4)
    assert made.event_number is None
    run("tree_steps", child)
    assert parts.page.shows_steps and parts.page.steps.node == child
    driver.command(parts.window, "tree_steps")
    assert not parts.page.shows_steps and made.event_number is None and made.replay is None
    height = parts.strip.height()
    run("tree_strip")
    assert parts.strip.height() != height
    run("tree_strip")
    assert parts.strip.height() == height
    run("tree_zoom", child)
    assert parts.icicle.top_node == child and parts.icicle.is_zoomed
    run("tree_zoom", child)
    driver.command(parts.window, "tree_zoom") if parts.icicle.top_node == child else None
    assert parts.icicle.top_node == 0 and not parts.icicle.is_zoomed
    run("tree_pin")
    assert parts.comparisons.pinned is parts.recorded() and "Pinned: Alpha-beta" in parts.note.text()
    run("tree_pin")
    assert parts.comparisons.pinned is None and "Pinned" not in parts.note.text()
    run("tree_pin_node", child)
    assert made.pinned == child
    run("tree_pin_node", child)
    assert made.pinned == -1
    run("tree_picture")
    assert parts.page.picture.isVisible() and parts.head.picture_button.isChecked()
    run("tree_picture")
    assert not parts.page.picture.isVisible()
    run("tree_sign")
    assert made.view is View.MOVER and parts.head.view_box.currentIndex() == 1
    run("tree_sign")
    assert made.view is View.FIRST and parts.head.view_box.currentIndex() == 0
    run("tree_copy", grandchild)
    assert driver.copied() == TreeRowTexts(made).row_text(made.rows[made.place_of(grandchild)], parts.outline.columns)
    run("tree_insert_line", grandchild)
    assert [document.tree[node].move for node in document.tree.main_line()[1:]] == list(tree.line(grandchild))
    document.undo()
    run("tree_insert_line")
    assert len(document.tree) == 1
    with qtbot.waitSignal(parts.widget.line_chosen) as asked:
        run("tree_show_position", grandchild)
    assert asked.args == [list(tree.line(grandchild))] and parts.window.workspace == "analyse"
    driver.show(parts.window, "tree")
    run("tree_next_difference")
    parts.head.compare_button.showMenu = lambda: done.add("menu")  # type: ignore[method-assign]
    run("tree_compare")
    assert "menu" in done
    run("tree_record")
    assert parts.recorder.is_running and parts.shows() == "recording" and parts.head.record_button.text() == "Stop"
    driver.command(parts.window, "tree_record")
    assert parts.script.stopped == [parts.recorder.number]
    parts.script.perform()
    assert done - {"menu"} == set(driver.scoped(parts.window, "tree"))


def test_commands_for_re_searches_visit_each_of_them(parts: SimpleNamespace) -> None:
    for name, text, which in (("again", "tree_next_again", Filter.AGAIN), ("scout", "tree_next_again", Filter.AGAIN)):
        parts.show(recorded(name))
        found = recorded(name)
        nodes = matching(found.tree, found.prepared, which).nonzero()[0].tolist()
        assert nodes
        for wanted in [*nodes, nodes[0]]:
            driver.command(parts.window, text)
            assert parts.shown.selected == wanted


def test_without_a_tree_commands_do_nothing(parts: SimpleNamespace) -> None:
    parts.document.new(find_game("tictactoe")())
    assert parts.shows() == "empty" and parts.recorded() is None
    before = parts.document.tree
    for name in driver.scoped(parts.window, "tree"):
        if name != "tree_record":
            driver.command(parts.window, name)
    assert parts.shows() == "empty" and parts.document.tree is before and not parts.script.tasks


# --- the record and the head ------------------------------------------------------------------------------------------


def test_another_position_and_another_record(parts: SimpleNamespace) -> None:
    document, head = parts.document, parts.head
    assert (
        head.record_button.text() == "Record again"
        and parts.note.text() == ""
        and not parts.note.isVisibleTo(parts.widget)
    )
    assert head.count.whole == f"{len(parts.tree)} nodes, all kept" and head.same.whole == ""
    document.play(document.position.legal_moves()[4])
    assert head.record_button.text() == "Record here"
    assert parts.note.text() == "This is the tree of the position after ply 0." and parts.shows() == "tree"
    driver.command(parts.window, "tree_show_position")
    assert document.cursor == 0
    driver.show(parts.window, "tree")
    document.forward()
    driver.command(parts.window, "tree_record")
    assert parts.recorder.wanted.query.position == document.position and parts.recorder.wanted.ply == 1
    parts.script.perform()
    assert parts.recorded().tree.position(0) == document.position and parts.note.text() == ""
    # A tree whose position is not in the record has no place to show.
    parts.show(changed(recorded("scout")))
    for name in ("tree_show_position", "tree_insert_line"):
        parts.notice.dismiss()
        driver.command(parts.window, name)
        assert parts.notice.text == "The position of this tree is not in the record."
    parts.show(changed(recorded("cuts"), wanted=None, query=None, file="a.kvtree"))
    document.new(find_game("nim")())
    assert parts.recorded() is not None, "a tree from a file does not belong to the record"
    parts.show(recorded("scout"))
    driver.command(parts.window, "tree_record")
    document.new(find_game("nim")())
    assert parts.recorded() is parts.wanted() is None and not parts.recorder.is_running and parts.shows() == "empty"


def test_the_boxes_of_the_head(parts: SimpleNamespace) -> None:
    head, choice = parts.head, parts.window.session.choice
    assert [head.spec_box.itemText(k) for k in range(head.spec_box.count())] == ["Minimax", "Alpha-beta"]
    assert head.spec_box.currentText() == "Alpha-beta" and head.depth_box.currentText() == "Depth 3"
    assert [head.depth_box.itemText(k) for k in range(head.depth_box.count())] == [f"Depth {k}" for k in range(1, 5)]
    # Another depth and another algorithm are recorded at once.
    head.depth_box.activated.emit(1)
    assert parts.recorder.wanted.query.limit.depth == 2 and parts.shows() == "recording"
    parts.script.perform()
    assert parts.recorded().tree.facts.depth == 2 and head.depth_box.currentText() == "Depth 2"
    assert [head.depth_box.count()] == [4]
    head.spec_box.activated.emit(0)
    assert parts.recorded() is None and parts.shows() == "recording" and parts.recorder.is_running
    assert parts.wanted().query.spec == Spec.parse("minimax") and parts.wanted().query.limit.depth == 2
    parts.script.perform()
    assert parts.recorded().tree.facts.algorithm == "minimax" and head.spec_box.currentText() == "Minimax"
    # A tree recorded before is shown without another recording.
    head.spec_box.activated.emit(1)
    assert parts.recorded().tree.facts.algorithm == "alphabeta" and not parts.recorder.is_running
    head.view_box.activated.emit(1)
    assert parts.shown.view is View.MOVER
    head.spec_box.activated.emit(7)
    assert parts.recorded() is not None
    choice.set_specs([Spec.parse("negascout"), Spec.parse("negascout:ordering=on"), Spec.parse("mcts")])
    items = [head.spec_box.itemText(k) for k in range(head.spec_box.count())]
    assert items[0] == "NegaScout" and items[1].startswith("NegaScout · ")
    assert items[2:] == ["Monte Carlo tree search", "Alpha-beta"] and head.spec_box.currentIndex() == 3
    head.spec_box.activated.emit(2)
    assert parts.wanted().query.limit.depth is None and head.depth_box.isHidden()
    parts.document.new(find_game("tictactoe")())
    assert driver.sentence(parts.empty).startswith("Record the tree this search walks")
    choice.set_specs([])
    assert driver.sentence(parts.empty) == "Choose an algorithm in Algorithms to record its tree."


def test_language_and_theme_change_all_views(parts: SimpleNamespace) -> None:
    made = parts.shown
    node = next(each for each in range(len(parts.tree)) if parts.tree.fate(each) is Fate.CUT)
    made.choose(node)
    for code in ("vi", "en"):
        for theme in ("dark", "light"):
            driver.command(parts.window, f"language_{code}")
            driver.command(parts.window, f"theme_{theme}")
            assert parts.head.record_button.text() == tr("Record again")
            assert parts.head.view_box.itemText(1) == tr("For the side to move")
            assert parts.head.depth_box.currentText() == tr("Depth {depth}", depth=3)
            assert parts.replay.whole.decision.text() == tr("Next cut-off")
            assert [chip.text() for chip in parts.replay.chips.values()] == [tr(each) for each in CHIPS.values()]
            assert parts.replay.whole.speed.itemText(0) == tr("{count} / s", count=1)
            assert parts.words.caption.text() == tr("Why") and parts.words.sentences
            assert parts.words.text.toPlainText() == "\n".join(
                each.text for each in parts.tree.explain(node, side=0)[:6]
            )
            assert parts.board.caption.whole == tr(
                "After {move}  ·  {side} to move",
                move=texts.move_text(parts.tree, node),
                side=tr(find_game("tictactoe").sides[parts.tree.side(node)]),
            )
            arrows = parts.board.board.picture_parts.arrows
            assert (
                arrows[0].color == palette.algorithm_color("alphabeta") and arrows[1].color == colors_of(Fate.CUT).mark
            )
            assert palette.current().is_dark == (theme == "dark")
            assert parts.outline.accessibleName() == tr("Nodes of the tree")
            assert parts.outline.accessibleDescription() == parts.outline.row_text(made.place_of(node))
    texts_of_menu = [text for text, *_ in driver.entries(parts.head.export_menu)]
    assert texts_of_menu[0] == "Open a tree (KVTREE)…"


# --- the board --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WINDOWS)
def test_the_board_of_each_node(qtbot: QtBot, name: str) -> None:
    """Its position, the last move also of a re-search, the arrow of the move, and the reply that cut it off."""
    made = shown(name)
    board, tree = NodeBoard(made), recorded(name).tree
    qtbot.addWidget(board)
    for node in range(0, len(tree), 1 + len(tree) // 80):
        made.choose(node)
        position = tree.position(node)
        own = node
        while tree.parent(own) >= 0 and tree.is_same_position(own):
            own = tree.parent(own)
        parent = tree.parent(own)
        shape = position.game.shape
        picture = board.board.picture_parts
        assert picture.surface.pieces == position.game.surface(position).pieces
        solid = [(arrow.origin, arrow.target) for arrow in picture.arrows if not arrow.is_dashed]
        dashed = [(arrow.origin, arrow.target) for arrow in picture.arrows if arrow.is_dashed]
        if parent < 0:
            assert not solid and not picture.last
        else:
            moved = shape(tree.position(parent), tree.move(own))
            origin = moved.target if moved.origin is None else moved.origin
            assert solid == [(origin, moved.target)] and moved.target in picture.last
        reply = tree.best_child(node) if tree.number("reason", node) == Reason.CUTOFF else None
        if reply is not None and not tree.is_same_position(reply) and not tree.is_probe(reply):
            answer = shape(position, tree.move(reply))
            assert dashed == [(answer.target if answer.origin is None else answer.origin, answer.target)]
        elif reply is None:
            assert not dashed
        side = position.game.sides[position.side]
        assert board.caption.whole == (
            f"Root  ·  {side} to move" if tree.parent(node) < 0
            else f"After {texts.move_text(tree, node)}  ·  {side} to move"
        )  # fmt: skip


def test_the_board_of_a_re_search_shows_the_last_move(qtbot: QtBot) -> None:
    """A node that searches the position of its parent once more, as a test for pruning does."""
    found = recorded("cuts")
    child = found.tree.children(0)[0]
    again = found.tree.children(child)[0]
    columns = dict(found.tree.columns)
    columns["ply"] = columns["ply"].copy()
    columns["ply"][again] = columns["ply"][child]
    tree = SearchTree(found.tree.facts, columns, found.tree.position(0))
    assert tree.is_same_position(again) and tree.position(again) == tree.position(child)
    made = ShownTree()
    made.show_tree(tree, found.prepared)
    board = NodeBoard(made)
    qtbot.addWidget(board)
    made.choose(child)
    picture = board.board.picture_parts
    made.choose(again)
    assert board.board.picture_parts.last == picture.last != ()
    arrows = [[each for each in parts.arrows if not each.is_dashed] for parts in (picture, board.board.picture_parts)]
    assert arrows[0] == arrows[1] != []
    assert board.caption.whole.startswith("After the same position again")


def test_the_board_follows_hovering_and_waits_for_a_fast_replay(qtbot: QtBot) -> None:
    made = shown("cuts")
    board, tree = NodeBoard(made), recorded("cuts").tree
    qtbot.addWidget(board)
    one, two = tree.children(0)[:2]

    def caption(node: int) -> str:
        return f"After {texts.move_text(tree, node)}  ·  O to move".replace(
            "O to", f"{find_game('tictactoe').sides[1]} to"
        )

    made.choose(one)
    board.peek(two)
    assert board.caption.whole == caption(two)
    board.peek(-1)
    assert board.caption.whole == caption(one)
    board.peek(10**6)
    assert board.caption.whole == caption(one)
    board.peek(-1)
    board.set_updated(False)
    made.choose(two)
    assert board.caption.whole == caption(one)
    board.set_updated(True)
    assert board.caption.whole == caption(two), "after a fast replay, the board shows the node where it ended"
    made.show_tree(recorded("every").tree, recorded("every").prepared)
    assert board.caption.whole.startswith("Root")
    made.show_event(3)
    cut = next(each for each in range(len(tree)) if tree.fate(each) is Fate.CUT)
    made.show_tree(tree, recorded("cuts").prepared)
    made.show_event(1)
    made.choose(cut)
    assert not any(arrow.is_dashed for arrow in board.board.picture_parts.arrows), "the reply is not known yet"


# --- words ------------------------------------------------------------------------------------------------------------


def test_the_words_follow_the_side_for_which_values_are_shown(qtbot: QtBot) -> None:
    made, tree = shown("scout"), recorded("scout").tree
    words = ExplanationText(made)
    qtbot.addWidget(words)
    made.choose(next(node for node in range(1, len(tree)) if tree.parent(node) == 0 and tree.number("value", node)))
    seen = set()
    for view in View:
        made.set_view(view)
        side = 0 if view is View.FIRST else None
        explained = tree.explain(made.selected, side=side, moment=Moment.END)[:6]
        assert [each.text for each in words.sentences] == [each.text for each in explained]
        seen.add(words.text.toPlainText())
    assert len(seen) > 1


@pytest.mark.parametrize("view", list(View))
def test_the_words_of_each_node_and_of_two(qtbot: QtBot, view: View) -> None:
    made = shown("cuts")
    words, tree = ExplanationText(made), recorded("cuts").tree
    qtbot.addWidget(words)
    made.set_view(view)
    side = 0 if view is View.FIRST else None

    def plain() -> list[str]:
        return words.text.toPlainText().replace("\xa0", " ").splitlines()

    for node in range(0, len(tree), 3):
        made.choose(node)
        sentences = [each.text for each in tree.explain(node, side=side, moment=Moment.END)[:6]]
        assert plain() == sentences and [each.text for each in words.sentences] == sentences
        assert words.text.accessibleDescription() == " ".join(sentences)
    one, two = tree.children(0)[:2]
    made.choose(one)
    made.toggle_pin(two)
    about = {node: [each.text for each in tree.explain(node, side=side)[:6]] for node in (one, two)}
    expected = [f"A  {texts.line_text(tree, one, view)}", f"B  {texts.line_text(tree, two, view)}"]
    for name, node in (("A", one), ("B", two)):
        expected += [f"{name}  {about[node][0]}", *about[node][1:]]
    assert plain() == expected
    words.text.anchorClicked.emit(QUrl(f"node:{two}"))
    assert made.selected == two and plain() == about[two], "A is B"
    for url in ("node:x", "http:1", "node:-3"):
        words.text.anchorClicked.emit(QUrl(url))
        assert made.selected == two
    hovered: list[int] = []
    words.hovered.connect(hovered.append)
    words.text.highlighted.emit(QUrl(f"node:{one}"))
    words.text.highlighted.emit(QUrl())
    assert hovered == [one, -1]
    made.choose(one)
    made.show_event(0)
    made.choose(one)
    unreached = "The search has not come here yet."
    assert plain()[-2:] == [f"A  {unreached}", f"B  {unreached}"]
    made.toggle_pin(two)
    made.choose(0)
    assert plain() == ["The search is still at work here."]
    made.clear()
    assert plain() == [] and words.sentences == []


# --- the replay -------------------------------------------------------------------------------------------------------


@pytest.fixture
def bar(qtbot: QtBot) -> SimpleNamespace:
    made = shown("cuts")
    found = ReplayBar(made)
    qtbot.addWidget(found)
    found.resize(1400, 40)
    found.show()
    return SimpleNamespace(bar=found, shown=made, tree=recorded("cuts").tree, prepared=recorded("cuts").prepared)


def test_the_buttons_and_the_slider_of_the_replay(bar: SimpleNamespace) -> None:
    replay, made = bar.bar, bar.shown
    events = bar.prepared.events
    whole = f"event {figures.grouped(events)} of {figures.grouped(events)}"
    assert (replay.events, replay.event_number, replay.whole.text.text()) == (events, events - 1, whole)
    slider = replay.whole.slider
    assert (slider.minimum(), slider.maximum(), slider.value()) == (0, events - 1, events - 1)
    for name, number in (
        ("first", 0),
        ("forward", 1),
        ("forward", 2),
        ("back", 1),
        ("last", None),
        ("forward", events - 1),
        ("back", events - 2),
    ):
        getattr(replay.whole, name).click()
        assert made.event_number == number
        assert replay.whole.text.text().startswith(f"event {replay.event_number + 1} of ")
        assert replay.whole.slider.value() == replay.event_number == (events - 1 if number is None else number)
    replay.whole.slider.setValue(7)
    assert made.event_number == 7
    replay.whole.decision.click()
    assert made.event_number == min(each for each in bar.prepared.cut_events.tolist() if each > 7)
    bar = replay.whole
    names = [button.toolTip() for button in (bar.first, bar.back, bar.play, bar.forward, bar.last)]
    assert names == ["First event", "One event back", "Replay the search", "One event on", "The whole tree"]


@pytest.mark.parametrize("speed", SPEEDS)
def test_a_replay_at_each_speed(bar: SimpleNamespace, qtbot: QtBot, speed: int) -> None:
    replay, made = bar.bar, bar.shown
    fast: list[bool] = []
    replay.fast_changed.connect(fast.append)
    replay.whole.speed.setCurrentIndex(SPEEDS.index(speed))
    assert fast == [] and replay.whole.speed.currentData() == speed
    made.show_event(3)
    replay.toggle()
    assert replay.is_playing and replay.whole.play.toolTip() == "Pause the replay" and made.event_number == 3
    other = SPEEDS[-1] if speed <= SLOW else SPEEDS[0]
    for each in (other, speed):
        replay.whole.speed.setCurrentIndex(SPEEDS.index(each))
        assert fast[-1] == (each > SLOW)
    if speed >= 200:
        qtbot.waitUntil(lambda: not replay.is_playing)
        assert made.event_number == replay.events - 1 and fast[-1] is False
        replay.toggle()
        assert replay.is_playing and made.event_number == 0, "at the end it begins again"
    replay.pause()
    assert not replay.is_playing and fast[-1] is False and replay.whole.play.toolTip() == "Replay the search"
    replay.toggle()
    replay.hide()
    assert not replay.is_playing
    replay.show()
    for stop in (replay.to_start, replay.to_end, replay.back, replay.on, replay.finish, lambda: replay.to_cut(1),
                 lambda: replay.whole.slider.setValue(5), lambda: made.show_tree(bar.tree, bar.prepared)):  # fmt: skip
        made.show_event(9)
        replay.toggle()
        assert replay.is_playing
        stop()
        assert not replay.is_playing


@pytest.mark.parametrize("name", [*WINDOWS, "visits", "proof"])
def test_the_filters_of_the_bar(bar: SimpleNamespace, name: str) -> None:
    replay, made, found = bar.bar, bar.shown, recorded(name)
    replay.chips[Filter.PV].click()
    made.show_tree(found.tree, found.prepared)
    assert not any(chip.isChecked() for chip in replay.chips.values()) and made.filters == ()
    has_windows = name in WINDOWS
    assert (
        replay.whole.slider.isEnabled()
        == replay.whole.decision.isEnabled()
        == replay.whole.play.isEnabled()
        == has_windows
    )
    replay.toggle()
    assert replay.is_playing == has_windows
    replay.pause()
    for each in FILTERS:
        chip = replay.chips[each]
        assert chip.isEnabled() == bool(matching(found.tree, found.prepared, each).any())
        if chip.isEnabled():
            chip.click()
            assert made.filters == (each,)
            chip.click()
            assert made.filters == ()
    replay.filter_menu.aboutToShow.emit()
    assert driver.entries(replay.filter_menu) == [
        (CHIPS[each], replay.chips[each].isChecked(), replay.chips[each].isEnabled()) for each in FILTERS
    ]
    replay.filter_menu.actions()[FILTERS.index(Filter.PV)].trigger()
    assert made.filters == (Filter.PV,) and replay.chips[Filter.PV].isChecked()
    for width, is_narrow in ((1000, True), (1400, False)):
        replay.resize(width, 40)
        assert replay.filter_button.isVisible() == is_narrow and replay.chips[Filter.PV].isVisible() != is_narrow
    made.clear()
    assert replay.events == 0 and replay.whole.text.text() == "" and not replay.whole.slider.isEnabled()


def test_moves_are_found_from_the_selected_node_on(bar: SimpleNamespace, qtbot: QtBot) -> None:
    replay, made, tree = bar.bar, bar.shown, bar.tree
    text = tree.move_text(5)
    nodes = [node for node in range(len(tree)) if text in tree.move_text(node)]
    for after in (0, nodes[0], nodes[-1], nodes[len(nodes) // 2]):
        finder = MoveFinder(tree, f" {text.upper()} ", after)
        while not finder.is_done:
            finder.run(1.0)
        later = [node for node in nodes if node > after]
        assert finder.found == (later or nodes)[0]
    small, _ = record(Query(find_game("tictactoe")().start(), Spec.parse("minimax"), "", Limit(depth=1)))
    only = MoveFinder(small, small.move_text(3), 3)
    only.run(9.0)
    assert only.found == 3, "the node itself is the last one"
    assert MoveFinder(tree, "  ", 0).is_done
    missing = MoveFinder(tree, "zz", 4)
    missing.run(9.0)
    assert missing.is_done and missing.found == -1
    replay.ask_move()
    assert replay.find_field.isVisible()
    replay.find_field.setText(text)
    replay.ask_move()
    qtbot.waitUntil(lambda: made.selected == nodes[0] if nodes[0] else made.selected > 0)
    replay.find_field.returnPressed.emit()
    qtbot.waitUntil(lambda: made.selected == nodes[1])
    replay.find_field.setText("zz")
    with qtbot.waitSignal(replay.not_found) as heard:
        replay.find_next()
    assert heard.args == ["zz"] and made.selected == nodes[1]
    assert replay.close_find() and not replay.find_field.isVisible() and replay.find_field.text() == ""
    assert not replay.close_find()
    other = ReplayBar(made, has_filters=False)
    qtbot.addWidget(other)
    other.show()
    other.ask_move()
    assert not other.find_field.isVisible() and not other.chips[Filter.PV].isVisible()


# --- other views ------------------------------------------------------------------------------------------------------


def test_the_icicle_zooms_and_follows_the_selection(qtbot: QtBot) -> None:
    made = shown("cuts")
    icicle, tree, prepared = Icicle(made), recorded("cuts").tree, recorded("cuts").prepared
    qtbot.addWidget(icicle)
    icicle.resize(900, 200)
    made.show_tree(tree, prepared)
    width = prepared.widths[0]
    assert (icicle.low, icicle.high, icicle.first, icicle.is_zoomed) == (
        prepared.starts[0],
        prepared.starts[0] + width,
        0,
        False,
    )
    child, other = tree.children(0)[0], tree.children(0)[-1]
    for node in range(len(tree)):
        rect = icicle.rect_of(node)
        if rect is not None and prepared.widths[node] > 4:
            assert icicle.node_at(rect.center()) == node
            assert rect.width() == pytest.approx(
                (icicle.width() - icicle.rect_of(0).left() * 2) * prepared.widths[node] / width, abs=60
            )
    icicle.zoom_to(child)
    assert (icicle.low, icicle.high) == (prepared.starts[child], prepared.starts[child] + prepared.widths[child])
    assert icicle.first == 1 and icicle.is_zoomed and icicle.rect_of(0) is None and icicle.rect_of(other) is None
    made.choose(tree.children(child)[0])
    assert icicle.top_node == child
    made.choose(other)
    assert icicle.top_node == 0 and not icicle.is_zoomed
    icicle.zoom(2.0, 450)
    assert icicle.high - icicle.low == pytest.approx(max(4.0, width / 2)) and icicle.is_zoomed
    icicle.zoom(0.01, 450)
    assert (icicle.low, icicle.high) == (prepared.starts[0], prepared.starts[0] + width)
    assert (
        icicle.rect_of(-1) is None
        and icicle.rect_of(len(tree)) is None
        and icicle.node_at(icicle.rect_of(0).topLeft() * 0) == -1
    )
    heights = []
    for rows in (1, 2, 3, 9):
        icicle.set_rows(rows)
        heights.append(icicle.height())
    assert heights[0] == heights[1] < heights[2] < heights[3]
    made.clear()
    assert (icicle.low, icicle.high, icicle.bands, icicle.is_zoomed) == (0.0, 1.0, [], False)


def test_a_double_click_zooms_in_and_out_by_one_node(qtbot: QtBot) -> None:
    made, tree = shown("cuts"), recorded("cuts").tree
    icicle = Icicle(made)
    qtbot.addWidget(icicle)
    icicle.resize(900, 200)
    made.show_tree(tree, recorded("cuts").prepared)
    child = tree.children(0)[0]
    below = tree.children(child)[0]
    # In the bands, out of them, and not above the root.
    for node, zoomed in ((child, child), (below, below), (below, child), (child, 0), (0, 0)):
        rect = icicle.rect_of(node)
        assert rect is not None
        qtbot.mouseDClick(icicle, Qt.MouseButton.LeftButton, pos=rect.center().toPoint())
        assert icicle.top_node == zoomed


def test_a_table_of_all_nodes_is_decoded_by_spreadsheets(tmp_path: Path) -> None:
    tree, path = recorded("cuts").tree, tmp_path / "tree.csv"
    save_tree(tree, path)
    text = path.read_bytes().decode()
    assert text.startswith("\ufeff") and text.count("\n") == len(tree) + 1


def test_the_rows_of_the_outline_are_written_as_they_are_shown(qtbot: QtBot) -> None:
    made = shown("cuts")
    outline, tree = Outline(made), recorded("cuts").tree
    qtbot.addWidget(outline)
    outline.resize(900, 300)
    made.fold_all(False)
    made.open_to(3)
    import csv
    import io

    rows = list(csv.reader(io.StringIO(rows_csv(outline))))
    assert rows[0] == ["Level", "Move", "(α, β)", "Value", "Why", "Moves tried", "Nodes", "%"]
    assert len(rows) == len(made.rows) + 1
    for written, row in zip(rows[1:], made.rows, strict=True):
        cells = [outline.cells.cell(row, column.name) for column in outline.columns]
        assert written[0] == str(row.level) and len(written) == 2 + len(cells)
        assert [each.lstrip("'") for each in written[2:]] == cells
    made.choose(next(row.node for row in made.rows[4:] if row.is_node))
    picture = rows_svg(outline, "light")
    assert "more rows" not in picture and picture.count("<text") > len(made.rows)
    assert len(made.rows) < MOST_DRAWN_ROWS
    for number in (1, -1):
        before = made.selected
        outline.step(number)
        assert made.rows[made.place_of(made.selected)].is_node and made.selected != before
    node = next(each for each in range(len(tree)) if tree.children(each) and each)
    made.choose(node)
    drawn = strip_svg(made, 900, "light")
    assert f"Moves after {texts.move_text(tree, node)}, in the order tried" in drawn
    made.choose(0)
    assert "Replies in the order tried" in strip_svg(made, 900, "dark")
    made.show_tree(recorded("visits").tree, recorded("visits").prepared)
    with pytest.raises(Exception, match="no windows"):
        strip_svg(made, 900, "light")


def test_the_picture_draws_every_node_of_a_small_tree(parts: SimpleNamespace) -> None:
    driver.command(parts.window, "tree_picture")
    assert set(parts.picture.nodes) == set(range(len(parts.tree))) and not parts.picture.shows_windows
    for node, (_, y) in parts.picture.nodes.items():
        parent = parts.tree.parent(node)
        assert parent < 0 or y > parts.picture.nodes[parent][1]
    parts.show(recorded("scout"))
    assert set(parts.picture.nodes) == set(range(len(recorded("scout").tree))) and parts.picture.shows_windows
    driver.command(parts.window, "tree_picture")
    parts.show(recorded("cuts"))
    driver.command(parts.window, "tree_picture")
    assert set(parts.picture.nodes) == set(range(len(parts.tree))), "a change while it was hidden"


def test_a_picture_shows_the_tree_that_replaced_another_one_while_it_was_hidden(qtbot: QtBot) -> None:
    made = TreePicture(shown("scout"))
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.show()
    assert len(made.nodes) == len(recorded("scout").tree)
    made.hide()
    made.shown.show_tree(recorded("cuts").tree, recorded("cuts").prepared)
    made.shown.choose(3)
    made.show()
    assert len(made.nodes) == len(recorded("cuts").tree)


# --- nodes that were not recorded -------------------------------------------------------------------------------------


def test_each_way_to_open_a_node(parts: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    part = recorded("every", 30)
    monkeypatch.setattr(opening, "SLOW_SECONDS", 1e9)
    cases = [
        (part, "", ""),
        (changed(part, {"seconds": 2e9}), "To open this node, the whole search is repeated", "Open"),
        (changed(part, file="a.kvtree", wanted=None), "To open this node, the whole search is repeated", "Open"),
        (changed(part, query=None, file="a.kvtree", wanted=None), "is not in the file a.kvtree", ""),
        (
            changed(part, {"unrepeatable": "its limit is a time"}),
            "does not repeat itself: its limit is a time.",
            "Record again",
        ),
        (recorded("visits", 4), "keep up to 32 nodes", "Record again"),
        (changed(recorded("visits", 4), capacity=10**9), "the tree is too large", ""),
    ]
    for found, words, button in cases:
        parts.recorder.drop()
        parts.notice.dismiss()
        parts.show(found)
        node = next(each for each in range(len(found.tree)) if found.tree.is_trimmed(each))
        parts.opener.open(node)
        assert words in parts.notice.text and bool(words) == bool(parts.notice.text)
        assert [each.text() for each in parts.notice.buttons if each.isVisibleTo(parts.notice)][:1] == (
            [button] if button else []
        )
        assert parts.recorder.is_running == (not words)
        if button:
            parts.notice.buttons[0].click()
            assert parts.recorder.is_running
            if button == "Open":
                assert parts.recorder.opening == found.tree.number("serial", node) and parts.shown.opening == node
            else:
                assert parts.recorder.opening == -1
    parts.recorder.drop()
    parts.show(part)
    parts.opener.open(next(each for each in range(len(part.tree)) if part.tree.is_trimmed(each)))
    parts.script.perform()
    assert (
        parts.shown.opening == -1
        and len(parts.shown.tree) > len(part.tree)
        and parts.shown.tree is parts.recorded().tree
    )


# --- two trees --------------------------------------------------------------------------------------------------------


@pytest.fixture
def pair(parts: SimpleNamespace) -> SimpleNamespace:
    parts.show(recorded("every"))
    parts.compare_with(Spec.parse("alphabeta"))
    parts.script.perform()
    assert parts.shows() == "pair"
    return parts


def test_two_trees_share_one_selection_and_one_replay(pair: SimpleNamespace) -> None:
    page, pairs = pair.pair, pair.pair.pairs
    one, two = page.shown
    assert page.recorded[0] is recorded("every") and page.recorded[1].tree.facts.algorithm == "alphabeta"
    assert (one.selected, two.selected, page.outline.selected) == (0, 0, (0, 0))
    for node in range(0, len(pairs.first), 5):
        one.choose(node)
        partner = int(pairs.partner[node])
        assert page.outline.selected == (node, partner)
        assert partner < 0 or two.selected == partner
    for node in range(0, len(pairs.second), 5):
        two.choose(node)
        assert page.outline.selected == (int(pairs.back[node]), node)
    left, right = recorded("every").prepared, pairs.second_prepared
    for event in range(0, left.events, 3):
        one.show_event(event)
        node = left.at_event(event)
        partner = int(pairs.partner[node])
        if partner >= 0:
            entered = left.entered(node) == event
            assert two.event_number == (right.entered(partner) if entered else right.left(partner))
    one.show_event(None)
    assert two.event_number is None


def test_each_command_of_two_trees(pair: SimpleNamespace) -> None:
    page, outline, pairs = pair.pair, pair.pair.outline, pair.pair.pairs
    made = page.shown[0]

    def run(name: str) -> None:
        driver.command(pair.window, f"tree_{name}")

    run("down")
    assert outline.selected == outline.rows[1].pairs[0]
    run("up")
    assert outline.selected == (0, 0)
    run("up")
    assert outline.selected == (0, 0)
    count = len(outline.rows)
    run("out")
    assert len(outline.rows) == 1
    run("out")
    assert len(outline.rows) == 1
    run("in")
    assert len(outline.rows) == count
    run("down")
    run("in")
    assert len(outline.rows) > count
    run("copy")
    assert driver.copied() == outline.row_text(outline.place_of(outline.selected))
    run("root")
    assert outline.selected == (0, 0)
    run("next_difference")
    assert pairs.kind_of(outline.selected) == Class.OTHER_BOUND
    run("sign")
    assert outline.view is View.MOVER and page.shown[1].view is View.MOVER
    run("event_back")
    assert made.event_number == page.replay.events - 2
    run("event_on")
    assert made.event_number == page.replay.events - 1
    run("previous_cut") if len(recorded("every").prepared.cut_events) else None
    run("next_cut")
    page.replay.to_start()
    run("finish")
    assert made.event_number == page.replay.events - 1
    run("replay")
    assert page.replay.is_playing
    run("replay")
    assert not page.replay.is_playing
    for name in ("pin", "picture", "zoom", "ply_3", "fold"):
        run(name)
        assert pair.shows() == "pair"
    run("compare")
    assert pair.shows() == "tree" and page.pairs is None and pair.recorded() is recorded("every")


def test_the_texts_of_two_trees(pair: SimpleNamespace) -> None:
    page, pairs, outline = pair.pair, pair.pair.pairs, pair.pair.outline
    counts = [pairs.counts[kind] for kind in SIGNS]
    for code, names in (("vi", None), ("en", ["same", "other bound", "other value", "only left", "only right"])):
        driver.command(pair.window, f"language_{code}")
        words = names or [tr(each) for each in ("same", "other bound", "other value", "only left", "only right")]
        chips = [page.chips[kind] for kind in SIGNS]
        assert [chip.toolTip() for chip in chips] == words
        page.resize(2000, 400)
        needed = sum(chip.sizeHint().width() + GAP for chip in (*chips, page.scale_chip)) + 2 * style.PADDING
        for width, written in ((needed, words), (needed - 1, [""] * len(words))):
            page.resize(width, 400)
            assert [chip.text() for chip in chips] == [
                " ".join(filter(None, (sign, word, str(count))))
                for sign, word, count in zip(SIGNS.values(), written, counts, strict=True)
            ]
        assert [chip.isEnabled() for chip in chips] == [count > 0 for count in counts]
        assert page.close_button.text() == tr("Close the comparison")
    assert page.sentence.text() == pairs.summary("Minimax", "Alpha-beta")
    nodes = [pairs.first.facts.nodes, pairs.second.facts.nodes]
    factor = max(nodes) / min(nodes)
    assert page.captions[0].whole == f"Minimax, {nodes[0]} nodes"
    assert page.captions[1].whole == f"Alpha-beta, {nodes[1]} nodes" + (
        f", drawn {round(factor)} times wider" if factor >= 1.5 else ""
    )
    for node in range(len(pairs.first)):
        partner = int(pairs.partner[node])
        outline.choose((node, partner))
        move, kind = texts.move_text(pairs.first, node), pairs.kind_of((node, partner))
        if partner < 0:
            assert page.words.whole == f"{move}: only Minimax looked at this node."
            continue
        one, two = (texts.value_text(t, n, View.FIRST) for t, n in ((pairs.first, node), (pairs.second, partner)))
        assert page.words.whole == (
            f"{move}: both know the same, {one}." if kind == Class.SAME
            else f"{move}: Minimax finds {one} and Alpha-beta finds {two}. No contradiction."
        )  # fmt: skip
    for kind, chip in page.chips.items():
        if chip.isEnabled():
            chip.click()
            assert len(outline.rows) == pairs.counts[kind]
            chip.click()
    second = page.icicles[1]
    span = second.high - second.low
    page.scale_chip.click()
    assert second.high - second.low == max(nodes)
    page.scale_chip.click()
    assert second.high - second.low == span
    page.swap_button.click()
    pair.script.perform()
    assert page.recorded[1] is recorded("every") and page.pairs.counts[ONLY_SECOND] == pairs.counts[Class.ONLY]
    page.chips[ONLY_SECOND].click()
    alone = page.outline.rows[0]
    cells = page.outline.row_text(page.outline.place_of(alone.pairs[0])).split("\t")
    assert "+" in cells and any("not looked at" in each for each in cells)
    page.close_button.click()
    assert pair.shows() == "tree"


def test_trees_to_compare_with(parts: SimpleNamespace) -> None:
    menu = parts.head.compare_menu
    menu.aboutToShow.emit()
    assert [text for text, *_ in driver.entries(menu)] == [
        "A tree from a file…",
        "Minimax",
        "Pin this tree for comparing",
    ]
    menu.actions()[-1].trigger()
    menu.aboutToShow.emit()
    assert driver.entries(menu)[-1][0] == "Do not pin this tree any more"
    parts.show(recorded("every"))
    menu.aboutToShow.emit()
    assert [text for text, *_ in driver.entries(menu)] == [
        "Pinned: Alpha-beta · depth 3", "A tree from a file…", "Alpha-beta", "Pin this tree for comparing",
    ]  # fmt: skip
    menu.actions()[0].trigger()
    parts.script.perform()
    assert parts.shows() == "pair" and {each.title for each in parts.pair.recorded} == {"Minimax", "Alpha-beta"}
    parts.show(recorded("visits"))
    menu.aboutToShow.emit()
    assert "Minimax" not in [text for text, *_ in driver.entries(menu)]
    parts.window.session.choice.set_specs([Spec.parse("alphabeta"), Spec.parse("mcts")])
    parts.show(recorded("cuts"))
    menu.aboutToShow.emit()
    assert ("Add another algorithm in Algorithms to compare with", False, False) in driver.entries(menu)
    assert Qt.FocusPolicy.StrongFocus == parts.outline.focusPolicy()


# --- the menus --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["vi", "en"])
def test_the_menu_of_exports(parts: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Each entry asks for a file of its kind, and entries need a tree."""
    asked: list[tuple[str, str, object]] = []
    monkeypatch.setattr(menus, "ask_target", lambda _, title, stem, kinds, save: asked.append((title, stem, kinds)))
    driver.command(parts.window, f"language_{code}")
    whole = [
        ("Page for the browser (HTML)…", "html"), ("Film strip for print (HTML)…", "html"),
        ("Rows shown (CSV)…", "csv"), ("All recorded nodes (CSV)…", "csv"),
        ("LaTeX (forest)…", "tex"), ("Tree for other programs (KVTREE)…", "kvtree"),
    ]  # fmt: skip
    views = ["Rows shown", "Bands", "Picture of the tree", "Window strip"]
    wanted = {
        "": [(tr(text), suffix) for text, suffix in whole],
        tr("Pictures (PNG)"): [(tr(text), "png") for text in ("All views", *views)],
        tr("Pictures (SVG)"): [(tr(text), "svg") for text in views],
    }
    entries = parts.exports.entries()
    assert {title: [each[:2] for each in group] for title, group in entries.items()} == wanted
    menu = parts.head.export_menu
    menu.aboutToShow.emit()
    found = {"": menu, **{each.text(): each.menu() for each in menu.actions() if each.menu() is not None}}
    assert list(found) == list(wanted)
    for title, group in wanted.items():
        actions = [each for each in found[title].actions() if not each.isSeparator() and each.menu() is None]
        actions = actions[not title :]
        assert [each.text() for each in actions] == [text for text, _ in group]
        for action, (_, suffix) in zip(actions, group, strict=True):
            assert action.isEnabled()
            action.trigger()
            assert asked[-1] == (tr("Export the tree"), tr("tree"), [(suffix.upper(), suffix)])
    parts.document.new(find_game("tictactoe")())
    menu.aboutToShow.emit()
    enabled = [each.isEnabled() for each in menu.actions() if not each.isSeparator() and each.menu() is None]
    assert enabled == [True] + [False] * len(whole), "a tree can be opened"
    driver.command(parts.window, "language_en")


def test_the_pictures_of_the_views_are_those_of_the_menu(parts: SimpleNamespace, tmp_path: Path) -> None:
    """The size of each picture is twice that of its view; that of the tree shows it first."""
    groups = parts.exports.entries()
    views = {"All views": parts.widget.pages, "Rows shown": parts.outline, "Bands": parts.icicle,
             "Window strip": parts.strip, "Picture of the tree": parts.picture}  # fmt: skip
    for text, _, write in groups["Pictures (PNG)"]:
        path = tmp_path / f"{text}.png"
        write(path)
        image = QImage(str(path))
        assert (image.width(), image.height()) == (2 * views[text].width(), 2 * views[text].height()), text
        assert parts.picture.isVisible() == (text in ("Picture of the tree", "Window strip"))
    faults: list[str] = []
    parts.exports.failed.connect(faults.append)
    parts.exports.export(tmp_path / "no" / "x.png", groups["Pictures (PNG)"][0][2])
    assert len(faults) == 1
    parts.window.session.failed.emit(10**9, "another task")
    assert len(faults) == 1


def test_stopping_ends_replays_recordings_and_the_field_for_a_move(parts: SimpleNamespace) -> None:
    parts.replay.ask_move()
    parts.replay.find_field.setText("a1")
    parts.replay.toggle()
    assert parts.replay.is_playing and parts.replay.find_field.isVisible()
    parts.widget.stop()
    assert not parts.replay.is_playing and not parts.replay.find_field.isVisible()
    driver.command(parts.window, "tree_steps")
    parts.replay.steps.start()
    parts.widget.stop()
    assert not parts.replay.steps.is_playing and parts.page.shows_steps
    driver.command(parts.window, "tree_steps")
    driver.command(parts.window, "tree_record")
    assert parts.recorder.is_running
    parts.widget.stop()
    assert parts.script.stopped == [parts.recorder.number]
