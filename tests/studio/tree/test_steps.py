"""The replay of the line in question in steps: what it writes, what the views show then, its keys and its questions."""

from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.core.language import set_language, tr
from engine.searchtree.events import EventKind, SearchEvents
from engine.searchtree.narration import narrate
from engine.searchtree.pseudocode import code_of
from engine.searchtree.question import visits_in_question
from studio.tree.views import steps as steps_module
from studio.tree.views import texts
from studio.tree.views.cells import TreeRowTexts
from studio.tree.views.texts import View
from studio.window.main_window import MainWindow
from tests.studio import driver
from tests.studio.tree.recorded import recorded


@pytest.fixture
def parts(window: MainWindow) -> SimpleNamespace:
    """Tree with the tree of alpha-beta, of which a node of ply 1 that was cut off is selected."""
    window.document.new(find_game("tictactoe")())
    made = driver.show(window, "tree")
    made.window, made.steps, made.bar = window, made.page.steps, made.replay.steps
    made.show(recorded("cuts"))
    made.tree, made.prepared = recorded("cuts").tree, recorded("cuts").prepared
    made.cut = next(node for node in made.tree.children(0) if made.tree.visit(node).never_tried)
    made.shown.choose(made.cut)
    return made


def begin(parts: SimpleNamespace) -> SearchEvents:
    """Begin the replay, and return the events that it must have."""
    driver.command(parts.window, "tree_steps")
    return SearchEvents(parts.tree, 0, visits_in_question(parts.tree, parts.cut))


def test_each_step_has_its_sentence_and_shows_only_what_is_known(parts: SimpleNamespace) -> None:
    events, shown, steps = begin(parts), parts.shown, parts.steps
    assert steps.line.text() == f"Line in question: root {texts.move_text(parts.tree, parts.cut)}"
    cells_of = TreeRowTexts(shown)
    first = next(at for at, event in enumerate(events.events) if event.visit == parts.cut)
    assert parts.bar.step == first and parts.bar.slider.maximum() == len(events)
    for step in range(len(events) + 1):
        parts.bar.slider.setValue(step)
        assert parts.page.sentence.sentence.text() == narrate(events, step).text
        state = events.state(step)
        if step:
            assert shown.selected == events.place(events.events[step - 1])
            for visit in events.visits:
                assert shown.is_reached(visit) == (visit in state)
                assert shown.is_known(visit) == (visit in state and not state[visit].is_open)
        cells = {row.node: cells_of.cell(row, "value") for row in shown.rows if row.is_node}
        for visit in state.path:
            score = steps._replay.texts(state[visit])["text"]
            assert cells.get(visit, score or "…") == (score or "…")
        assert list(steps.panel.cards.numbers) == list(steps._replay.numbers(step)[1])
        assert steps.panel.code.now == steps._replay.execute(step)
    assert shown.event_number == parts.prepared.events - 1


def test_the_picture_shows_the_current_window_and_no_cut_before_it_is_decided(parts: SimpleNamespace) -> None:
    parts.show(recorded("shallow"))
    parts.tree = recorded("shallow").tree
    parts.cut = next(node for node in parts.tree.children(0) if parts.tree.visit(node).never_tried)
    parts.shown.choose(parts.cut)
    driver.command(parts.window, "tree_picture")
    events = begin(parts)
    at = next(step for step, event in enumerate(events.events, 1)
              if event.kind is EventKind.CUT and event.answer and event.visit == parts.cut)  # fmt: skip
    drawn = {}
    for step in (at - 1, at, at + 1):
        parts.bar.slider.setValue(step)
        waiting = [parts.page.picture._root(parts.tree)]
        for node in waiting:
            waiting += node.children
        drawn[step] = {node.number: node for node in waiting}
        strokes = [each for each in waiting if each.is_cut and each in drawn[step][parts.cut].children]
        assert len(strokes) == (step >= at), "the strokes of a cut appear with the decision"
        assert not any(each.on_line for each in waiting), "the principal variation is not known yet"
    before, after = drawn[at - 1][parts.cut], drawn[at + 1][parts.cut]
    numbers = {each.name: each for each in parts.steps._replay.numbers(at - 1)[1]}
    assert before.is_open and not after.is_open
    assert [note if isinstance(note, str) else note.words for note in before.window][-1].endswith(numbers["β"].value)


def test_the_keys_of_the_player(parts: SimpleNamespace) -> None:
    events, bar = begin(parts), parts.bar
    decisions = [at + 1 for at in events.decisions]
    for name, start, end in (
        ("tree_in", 3, 4), ("tree_out", 3, 2), ("tree_event_on", 3, 4), ("tree_event_back", 3, 2), ("tree_root", 3, 0),
        ("tree_last", 3, len(events)), ("tree_next_cut", 0, decisions[0]),
        ("tree_previous_cut", decisions[1], decisions[0]),
    ):  # fmt: skip
        bar.slider.setValue(start)
        driver.command(parts.window, name)
        assert bar.step == end, name
    driver.command(parts.window, "tree_replay")
    assert bar.is_playing
    driver.command(parts.window, "tree_replay")
    assert not bar.is_playing
    driver.command(parts.window, "tree_down")
    assert parts.shown.replay is not None, "the other keys are those of the tree"
    driver.command(parts.window, "tree_steps")
    driver.command(parts.window, "tree_root")
    assert parts.shown.selected == 0 and parts.shown.event_number is None and parts.words.isVisible()


def test_a_decision_is_predicted_with_the_keys_1_and_2_and_repeated(parts: SimpleNamespace) -> None:
    events, bar, card = begin(parts), parts.bar, parts.steps.panel.card
    card.ask_box.setChecked(True)
    first = events.decisions[0]
    bar.slider.setValue(first)
    driver.command(parts.window, "tree_in")
    assert bar.step == first and card.prediction is not None
    wrong, right = 1 - card.prediction.right, card.prediction.right
    driver.command(parts.window, f"tree_ply_{wrong + 1}")
    assert bar.step == first and card.verdict.text().startswith("✗")
    driver.command(parts.window, "tree_in")
    assert bar.step == first + 1 and card.score.text() == "predicted right 0 / 1"
    parts.shown.choose(0)
    parts.steps.question_button.click()
    assert parts.steps.node == 0
    card.repeat_button.click()
    assert parts.steps.node == parts.cut and bar.step == first and card.prediction is not None
    rows = len(parts.shown.rows)
    driver.command(parts.window, f"tree_ply_{right + 1}")
    assert bar.step == first + 1 and card.repeat_button.isHidden() and len(parts.shown.rows) >= rows


def test_another_selected_node_can_be_replayed_and_a_part_can_be_left_out(
    parts: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(parts)
    other = parts.tree.children(0)[-1]
    assert parts.steps.question_button.isHidden()
    parts.shown.choose(other)
    assert parts.steps.question_button.text() == f"Replay {texts.move_text(parts.tree, other)}"
    monkeypatch.setattr(steps_module, "visits_in_question", lambda tree, node: visits_in_question(tree, node, 12))
    parts.shown.choose(0)
    parts.steps.question_button.click()
    count = len(parts.tree) - len(visits_in_question(parts.tree, 0, 12))
    assert parts.steps.node == 0 and parts.steps.line.text().endswith(f"{count} visits below it are not replayed")


def test_the_side_the_language_and_the_theme_change_in_between(parts: SimpleNamespace) -> None:
    events = begin(parts)
    parts.bar.slider.setValue(9)
    driver.command(parts.window, "tree_sign")
    assert parts.shown.view is View.MOVER and parts.bar.step == 9
    assert parts.page.sentence.sentence.text() == narrate(events, 9, side=None).text
    parts.window.appearance.set_language("vi")
    QApplication.sendPostedEvents()
    try:
        assert parts.page.sentence.sentence.text() == narrate(events, 9, "vi", side=None).text
        assert parts.steps.line.text().startswith("Nhánh đang xét:") and parts.bar.step == 9
        assert parts.replay.steps_button.text() == tr("Step by step")
        parts.window.appearance.set_theme("dark")
        assert parts.shown.replay is not None and parts.bar.step == 9
    finally:
        parts.window.appearance.set_language("en")
        parts.window.appearance.set_theme("light")
        set_language("en")


def test_another_tree_begins_its_own_replay_or_ends_it(parts: SimpleNamespace, qtbot: QtBot) -> None:
    begin(parts)
    parts.show(recorded("quiet"))
    events = SearchEvents(recorded("quiet").tree, 0, visits_in_question(recorded("quiet").tree, 0))
    assert parts.steps.node == 0 and parts.bar.slider.maximum() == len(events) and parts.bar.step == 0
    assert code_of(events) is None and parts.steps.panel.code.height() == 0, "this search has no pseudo-code"
    parts.show(recorded("visits"))
    assert not parts.page.shows_steps and not parts.replay.steps_button.isEnabled()
    parts.show(recorded("cuts"))
    driver.command(parts.window, "tree_steps")
    parts.bar.start()
    parts.window.document.new(find_game("nim")())
    assert not parts.bar.is_playing and not parts.page.shows_steps and parts.shown.tree is None


def test_a_name_in_the_sentence_shows_its_position_and_a_click_selects_it(parts: SimpleNamespace) -> None:
    begin(parts)
    label = parts.page.sentence.sentence
    parts.bar.slider.setValue(parts.bar.step + 2)
    place, part = next((at, part) for at, part in enumerate(label.parts) if part.node > 0)
    before = parts.board.caption.whole
    label.linkHovered.emit(str(place))
    assert part.text in parts.board.caption.whole
    label.linkHovered.emit("")
    assert parts.board.caption.whole == before
    label.linkActivated.emit(str(place))
    assert parts.shown.selected == part.node and parts.shown.replay is not None
