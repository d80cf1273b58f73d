"""Each kind of exercise: answered right and wrong, shown and replayed; and the other parts of the window of lessons."""

import itertools
import re
import shlex
import zlib
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import Qt
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from engine.cli.main import main
from engine.core.game import find_game
from engine.core.handmade import node_name, parse_tree, random_tree
from engine.core.language import tr
from engine.picture.colors import DARK, LIGHT, Theme
from engine.picture.tree import lay_out
from engine.teach import drawing
from engine.teach.drawing import Drawing, plain
from engine.teach.exercise import ACTIONS, Answer, Difficulty, Form, State, find_kind, generate, kinds
from engine.teach.lessons import lessons
from engine.teach.picture import drawn_node, tree_picture
from engine.teach.progress import CourseProgress
from engine.teach.walk import bound_text, minimax, walk_of
from engine.teach.whole import Solver
from engine.teach.worksheet import sheet_page
from studio.learn.attempt import Attempt
from studio.learn.exercise_panel import level_text
from studio.learn.explanation import ExplanationBox
from studio.learn.game_tree import PositionTree
from studio.learn.nodelink import NodeLinkCanvas
from studio.learn.random_form import RandomTreeDialog
from studio.learn.saving import save_picture
from studio.learn.tour import Tour
from studio.learn.tree_editor import TreeEditor
from studio.learn.tree_form import TreeForm
from studio.learn.worksheet_dialog import WorksheetDialog
from studio.learn.workspace import LearnWorkspace
from studio.look import palette, style
from studio.steps.bar import SPEEDS, StepBar
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch
from tests.studio import driver

KINDS = tuple(kinds())


@pytest.fixture
def parts(qtbot: QtBot) -> SimpleNamespace:
    made = LearnWorkspace()
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    return driver.learn(made)


def begin(parts: SimpleNamespace, name: str) -> Any:
    parts.window.start_exercise(name, None, 3)
    return parts.exercise()


def enter(parts: SimpleNamespace, answer: Answer) -> None:
    """Make an answer in the picture and in the fields, as a user does."""
    for node in answer.nodes:
        parts.canvas.clicked.emit(node)
    exercise = parts.exercise()
    blanks = {blank.key: blank for blank in find_kind(exercise.kind).blanks(exercise)}
    for key, value in answer.numbers.items():
        label = tr(blanks[key].label)
        parts.fields()[f"{node_name(key[0])} {label}" if key[0] >= 0 else label].setText(bound_text(value))
    for node, order in answer.order.items():
        parts.canvas.reordered.emit(node, list(order))


def states(parts: SimpleNamespace) -> dict[int, State]:
    return {node: each.state for node, each in enumerate(parts.nodes()) if each.state is not None}


def check_texts(parts: SimpleNamespace) -> None:
    """All texts of the panel in the language in use."""
    exercise, panel = parts.exercise(), parts.panel
    kind = find_kind(exercise.kind)
    shown = parts.texts()
    assert tr(kind.question) in shown and f"{kind.task(exercise)} {tr(ACTIONS[kind.form])}" in shown
    assert panel.check_button.text() == (tr("Another tree") if panel.is_over else tr("Check"))
    assert panel.again_button.text() == tr("Try again") and panel.solution_button.text() == tr("Show the solution")
    assert panel.solution_button.isVisibleTo(panel) != panel.is_over
    assert panel.kind_box.currentText() == tr(kind.title) and panel.level_box.currentText() == level_text(
        exercise.level
    )
    assert [panel.kind_box.itemText(k) for k in range(panel.kind_box.count())] == [
        tr(each.title) for each in kinds().values()
    ]
    assert tr("Free exercise") in shown and panel.seed_box.value() == exercise.seed
    blanks = kind.blanks(exercise) if kind.form is Form.NUMBERS else ()
    names = {f"{node_name(b.node)} {tr(b.label)}" if b.node >= 0 else tr(b.label) for b in blanks}
    assert set(parts.fields()) == names


def check_replay(parts: SimpleNamespace) -> None:
    """After the exercise, and only then, the search can be stepped through."""
    exercise, replay = parts.exercise(), parts.replay
    kind, is_over = find_kind(exercise.kind), parts.panel.is_over
    assert replay.isVisibleTo(parts.window) == (is_over and kind.replays)
    if not (is_over and kind.replays):
        return
    walk = walk_of(exercise.tree, kind.algorithm, exercise.decimals)
    count = len(walk.steps())
    assert (replay.slider.maximum(), replay.step) == (count, count)
    for step in {0, 1, count // 2, count}:
        replay.slider.setValue(step)
        made = drawing.walked(walk, step, for_mover=kind.for_mover).labelled(exercise)
        assert [(n.text, n.is_faint, n.is_cut) for n in parts.nodes()] == [
            (n.text, n.is_faint, n.is_cut) for n in made.nodes
        ]


@pytest.mark.parametrize("name", KINDS)
def test_an_exercise_failed_abandoned_and_solved(parts: SimpleNamespace, switch: LanguageSwitch, name: str) -> None:
    """In this order, with the language and the theme changed in between, and the picture at each moment."""
    app = QApplication.instance()
    exercise, kind, panel = begin(parts, name), find_kind(name), parts.panel
    solution, nodes = kind.solution(exercise), range(len(exercise.tree.values))
    question = [(n.text, n.name, n.alpha) for n in parts.nodes()]

    def change() -> None:
        for code, theme in (("vi", "dark"), ("en", "light")):
            before = [n.state for n in parts.nodes()], [n.is_chosen for n in parts.nodes()]
            switch.switch(code)
            style.apply(app, theme)
            QApplication.sendPostedEvents()
            check_texts(parts)
            assert before == ([n.state for n in parts.nodes()], [n.is_chosen for n in parts.nodes()])
            assert palette.current().is_dark == (theme == "dark")
            if panel.verdict is not None:
                assert panel.verdict.summary in parts.texts() and panel.rows.count() == len(panel.verdict.items)

    check_texts(parts)
    check_replay(parts)
    assert not states(parts) and panel.rows.isHidden() and panel.box.text == ""
    candidates = kind.candidates(exercise)
    # Failed: nothing, or something wrong.
    wrong = next(iter(sorted(candidates - solution.nodes)), None)
    if wrong is not None:
        parts.canvas.clicked.emit(wrong)
        assert parts.nodes()[wrong].is_chosen
    panel.check_button.click()
    given = Answer(frozenset({wrong} if wrong is not None else ()), {}, {})
    verdict = kind.check(exercise, given)
    assert not panel.is_over and panel.verdict == verdict and not verdict.is_right
    expected: dict[int, State] = {}
    for item in verdict.items:
        expected.setdefault(item.node, item.state)
    assert states(parts) == {node: state for node, state in expected.items() if node >= 0}
    assert panel.rows.count() == len(verdict.items) and panel.rows.isVisibleTo(panel) == bool(verdict.items)
    signs = {State.RIGHT: "", State.WRONG: "wrong", State.MISSING: "missing"}
    for row, item in enumerate(verdict.items):
        text = panel.rows.item(row).text()
        assert item.name in text and item.text in text and text.endswith(signs[item.state] or item.text + "   ")
        panel.rows.setCurrentRow(row)
        if item.node >= 0:
            assert f"Node {node_name(item.node)}" in panel.box.text
            assert all(each in panel.box.text for each in kind.explain(exercise, item.node))
    change()
    check_replay(parts)
    # Again, without an answer.
    panel.again_button.click()
    assert (
        not states(parts) and [(n.text, n.name, n.alpha) for n in parts.nodes()] == question and panel.verdict is None
    )
    assert not any(n.is_chosen for n in parts.nodes()) or exercise.marked
    # The solution is shown.
    panel.solution_button.click()
    attempt = parts.window.attempt
    assert (attempt.chosen, attempt.order) == (set(solution.nodes), dict(solution.order)) and panel.is_over
    assert tr("Solution: {text}", text=kind.answer_text(exercise)) in parts.texts()
    assert all(field.text() for field in parts.fields().values())
    if kind.form is Form.ORDER:
        assert [n.children for n in parts.nodes()] == [
            n.children for n in drawing.ordered(exercise.tree, solution.order).nodes
        ]
    change()
    check_replay(parts)
    for node in nodes:
        parts.canvas.clicked.emit(node)
        assert parts.window.attempt.selected == node and attempt.chosen == set(solution.nodes)
        assert f"Node {node_name(node)}" in panel.box.text
    assert attempt.candidates(True) == frozenset(nodes)
    parts.window.check()
    assert panel.verdict is None, "an exercise whose solution was shown is not judged"
    # Solved.
    panel.again_button.click()
    enter(parts, solution)
    panel.check_button.click()
    assert panel.is_over and panel.verdict.is_right and set(states(parts).values()) <= {State.RIGHT}
    change()
    check_replay(parts)
    for node in (0, len(nodes) - 1):
        parts.canvas.clicked.emit(node)
        assert f"Node {node_name(node)}" in panel.box.text and parts.window.attempt.selected == node
    panel.check_button.click()
    assert parts.exercise().seed == 4 and parts.exercise().kind == name and not panel.is_over and not states(parts)


@pytest.mark.parametrize("name", KINDS)
def test_a_click_chooses_one_node_or_several(name: str) -> None:
    exercise = generate(name, None, 3)
    attempt, kind = Attempt(exercise), find_kind(name)
    attempt.click(1)
    attempt.click(2)
    assert attempt.chosen == ({2} if kind.form is Form.NODE else {1, 2})
    attempt.click(2)
    assert attempt.chosen == ({2} if kind.form is Form.NODE else {1})
    assert attempt.candidates(False) == kind.candidates(exercise)
    assert (attempt.can_step(False), attempt.can_step(True)) == (False, kind.replays)
    for node in range(len(exercise.tree.values)):
        position = attempt.position(node)
        assert (position is None) == (exercise.origin is None)
    if exercise.origin is not None:
        moves, tree = exercise.origin.moves, exercise.tree
        node = tree.leaves[0]
        after = exercise.origin.start()
        for each in [above for above in path_of(tree, node) if above]:
            after = after.play(moves[each])
        assert str(attempt.position(node)) == str(after)


def test_the_solution_after_a_wrong_answer_has_no_marks_of_it(parts: SimpleNamespace) -> None:
    marked = 0
    for name in KINDS:
        begin(parts, name)
        parts.panel.check_button.click()
        marked += bool(states(parts))
        parts.panel.solution_button.click()
        assert not states(parts) and parts.panel.verdict is None and parts.panel.is_over, name
    assert marked > 1


def path_of(tree: Any, node: int) -> list[int]:
    path = [node]
    while tree.parents[path[0]] >= 0:
        path.insert(0, tree.parents[path[0]])
    return path


def test_numbers_are_marked_until_they_are_judged(parts: SimpleNamespace) -> None:
    for name in KINDS:
        exercise = begin(parts, name)
        if exercise.marked and find_kind(name).form is Form.NUMBERS:
            assert [n for n, each in enumerate(parts.nodes()) if each.is_chosen] == sorted(exercise.marked)
            parts.panel.check_button.click()
            assert not any(each.is_chosen for each in parts.nodes())


# --- which exercise ---------------------------------------------------------------------------------------------------


def test_lessons_kinds_levels_and_seeds(parts: SimpleNamespace) -> None:
    panel, window = parts.panel, parts.window
    for lesson in lessons():
        window.show_lesson(lesson)
        assert [row.number for row in parts.rows() if row.is_shown and row.number] == [lesson.number]
        assert parts.exercise() is None
        for index, task in enumerate(lesson.tasks):
            window.start_task(index)
            assert (parts.exercise().kind, parts.exercise().level) == (task.kind, task.level)
            assert f"Lesson {lesson.number} · question {index + 1} of {len(lesson.tasks)}" in parts.texts()
            assert parts.segments.current == 1
            panel.advanced.emit()
            assert (parts.exercise().kind, parts.exercise().level) == (task.kind, task.level)
    for name in KINDS:
        panel.kind_box.setCurrentIndex(panel.kind_box.findData(name))
        panel.kind_box.activated.emit(panel.kind_box.currentIndex())
        levels = list(find_kind(name).levels)
        seed = parts.exercise().seed
        assert (parts.exercise().kind, parts.exercise().level) == (name, levels[0]) and "Free exercise" in parts.texts()
        assert [panel.level_box.itemData(k) for k in range(panel.level_box.count())] == levels
        panel.level_box.setCurrentIndex(len(levels) - 1)
        panel.level_box.activated.emit(len(levels) - 1)
        assert (parts.exercise().level, parts.exercise().seed) == (levels[-1], seed)
        panel.seed_box.setValue(seed + 5)
        panel.seed_box.editingFinished.emit()
        assert (parts.exercise().level, parts.exercise().seed) == (levels[-1], seed + 5)
        before = parts.exercise()
        panel.seed_box.editingFinished.emit()
        assert parts.exercise() is before
    deep = Difficulty(2, 4, deep=1)
    assert level_text(deep) == "b = 2, d = 4, deep" and level_text(Difficulty(3, 2)) == "b = 3, d = 2"
    window.start_exercise("prune", Difficulty(2, 2), 3)
    assert panel.level_box.currentData() == parts.exercise().level, "a level of no list is added"


def test_enter_in_a_field_checks_and_a_fault_has_a_sentence(parts: SimpleNamespace) -> None:
    exercise = begin(parts, "size")
    solution = find_kind("size").solution(exercise)
    fields = list(parts.fields().values())
    fields[0].setText("x")
    fields[0].returnPressed.emit()
    assert any("is not a number" in text for text in parts.texts()) and parts.panel.verdict is None
    enter(parts, solution)
    fields[0].returnPressed.emit()
    assert parts.panel.is_over


# --- the window -------------------------------------------------------------------------------------------------------


def test_the_tree_and_the_search_of_a_lesson(parts: SimpleNamespace) -> None:
    head, form, window = parts.head, parts.form, parts.window
    for lesson in lessons():
        window.show_lesson(lesson)
        for sample in lesson.samples:
            window.open_sample(sample.name)
            assert window.is_game == bool(sample.game)
            assert head.algorithm_box.isVisibleTo(head) != window.is_game and head.random_button.isVisibleTo(head)
            assert parts.replay.isVisibleTo(window) != window.is_game
            assert form.field.isVisibleTo(form) != window.is_game == form.board.isVisibleTo(form)
            if window.is_game:
                assert parts.canvas.editable is False
                continue
            assert head.algorithm == sample.algorithm and parts.tree().text() == form.field.text()
            for name in ("minimax", "alphabeta", "negascout"):
                head.choose_algorithm(name)
                head.algorithm_box.activated.emit(0)
                walk = walk_of(parts.tree(), name)
                assert (parts.replay.slider.maximum(), parts.replay.step) == (len(walk.steps()), 0)
                visits, nodes = len(walk.order), len(parts.tree().values)
                value = str(minimax(parts.tree())[0]).replace("-", "−")
                again = len(set(walk.order)) < visits
                for step in (0, len(walk.steps()) - 1):
                    parts.replay.slider.setValue(step)
                    assert head.counts.whole == f"{nodes} nodes", "the rest would answer the questions"
                parts.replay.slider.setValue(len(walk.steps()))
                assert head.counts.whole == (
                    f"{visits} visits of {nodes} nodes   minimax: {value}" if again
                    else f"{visits} / {nodes} nodes visited   minimax: {value}"
                )  # fmt: skip
            assert parts.canvas.editable and not form.field.isReadOnly()
    head.choose_algorithm("no such")
    assert head.algorithm == "minimax"
    window.start_task(0)
    assert not head.algorithm_box.isVisibleTo(head) and not head.random_button.isVisibleTo(head)
    assert form.field.isReadOnly() and head.counts.whole == "" and not parts.canvas.editable
    # The tabs go back and forth.
    exercise = parts.exercise()
    parts.segments.button(0).click()
    assert parts.exercise() is None and parts.canvas.editable
    parts.segments.button(1).click()
    assert parts.exercise() is exercise


def test_the_tree_of_a_game_is_opened_and_left(parts: SimpleNamespace, qtbot: QtBot) -> None:
    window = parts.window
    window.show_lesson("1")
    window.open_sample("tic-tac-toe")
    whole, head = parts.game_tree.nodes, parts.head
    assert len(parts.nodes()) == len(whole) and head.counts.whole == parts.game_tree.summary
    assert not head.back_button.isVisibleTo(head)
    leaf = next(n for n, each in enumerate(whole) if each.is_leaf)
    for node in (0, leaf):
        parts.canvas.clicked.emit(node)
        assert parts.game_tree.nodes is whole
    inner = next(n for n, each in enumerate(whole) if n and not each.is_leaf)
    parts.canvas.hovered.emit(inner)
    assert (
        parts.form.board.picture_parts.surface.pieces
        == whole[inner].position.game.surface(whole[inner].position).pieces
    )
    parts.canvas.clicked.emit(inner)
    assert parts.game_tree.roots[-1] == whole[inner].position and head.back_button.isVisibleTo(head)
    with qtbot.waitSignal(window.position_chosen) as opened:
        head.open_button.click()
    assert opened.args[0] == whole[inner].position
    parts.segments.button(1).click()
    assert parts.exercise() is not None and not window.is_game
    parts.segments.button(0).click()
    assert window.is_game and head.counts.whole == parts.game_tree.summary
    head.back_button.click()
    assert len(parts.nodes()) == len(whole) and not head.back_button.isVisibleTo(head)
    window.show_tree(parse_tree("((3 1) (2 5))"))
    assert not window.is_game
    with qtbot.waitSignal(window.position_chosen) as opened:
        head.open_button.click()
    assert str(opened.args[0].game.rules.text) == "((3 1) (2 5))"
    window.show_position(find_game("chess")().start())
    assert not window.is_game and parts.form.error.isVisibleTo(parts.form) and parts.form.error.text()


def test_who_wins_a_small_game() -> None:
    made = PositionTree()
    position = find_game("nim")().start()
    while len(Solver().tree(position)) > 40:
        position = position.play(position.legal_moves()[0])
    made.begin(position)
    result = made.nodes[0].result
    side = find_game("nim").sides[0 if result.winner > 0 else 1]
    assert made.summary == (
        f"Nim: {result.nodes} nodes, shown: {len(made.nodes)}. {side} wins in {result.plies} plies."
    )
    inner = next((n for n, each in enumerate(made.nodes) if n and not each.is_leaf), None)
    assert not made.enter(0) and not made.enter(len(made.nodes)) and inner is not None and made.enter(inner)
    assert len(made.roots) == 2
    made.leave()
    made.leave()
    assert made.roots == [position]
    drawn = find_game("tictactoe")().start()
    for text in ("b2", "a1", "c3"):
        drawn = drawn.play(drawn.game.parse_move(drawn, text))
    made.begin(drawn)
    assert made.roots == [drawn], "there is no way back to another game"
    assert made.summary.endswith("With the best play it is a draw.") == (made.nodes[0].result.winner == 0)
    made.close()
    assert made.roots == []


def test_the_way_back_leads_through_each_opened_tree() -> None:
    made, nim = PositionTree(), find_game("nim")().start()
    made.begin(nim)
    for count in (2, 3):
        assert made.enter(next(n for n, each in enumerate(made.nodes) if n and not each.is_leaf))
        assert len(made.roots) == count and made.nodes[0].position == made.roots[-1]
    for count in (2, 1, 1):
        made.leave()
        assert len(made.roots) == count and made.nodes[0].position == made.roots[-1]


def test_the_picture_of_a_game_has_its_summary_as_its_title(parts: SimpleNamespace, tmp_path: Path) -> None:
    window, path = parts.window, tmp_path / "tree.svg"
    window.show_lesson("1")
    window.open_sample("nim")
    for title in (parts.game_tree.summary, TREE):
        window.save_picture(path)
        (found,) = ElementTree.parse(path).getroot().iter("{http://www.w3.org/2000/svg}title")
        assert found.text == title
        window.show_tree(parse_tree(TREE))


def test_a_random_tree_is_made_of_its_form(parts: SimpleNamespace, qtbot: QtBot) -> None:
    import random

    dialog = RandomTreeDialog(7, parts.window)
    for box, value in ((dialog.branching, 4), (dialog.plies, 3), (dialog.low, -5), (dialog.high, 9), (dialog.seed, 11)):
        box.setValue(value)
    buttons = {each.text(): each for each in dialog.findChildren(QPushButton)}
    buttons["Make the tree"].click()
    assert dialog.tree == random_tree(4, 3, random.Random(11), -5, 9)
    dialog.tree = None
    buttons["Cancel"].click()
    assert dialog.tree is None
    other = parts.window.ask_random()
    other.seed.setValue(77)
    next(each for each in other.findChildren(QPushButton) if each.text() == "Make the tree").click()
    assert parts.tree() == other.tree and parts.window.ask_random().seed.value() == 77


# --- the replay and the tour ------------------------------------------------------------------------------------------


def test_the_bar_of_the_steps(qtbot: QtBot) -> None:
    bar = StepBar()
    qtbot.addWidget(bar)
    walk = walk_of(parse_tree("(((4 6) (7 9)) ((1 2) (0 1)))"), "alphabeta")
    bar.show_replay(walk.replay())
    steps = walk.steps()
    stops = [at for at, step in enumerate(steps, 1) if step.is_decision]
    assert bar.step == len(steps) and stops and bar.decision.isEnabled()
    moved: list[int] = []
    bar.moved.connect(moved.append)
    for button, step in ((bar.back, len(steps) - 1), (bar.first, 0), (bar.back, 0), (bar.forward, 1),
        (bar.last, len(steps)),
                         (bar.forward, len(steps))):  # fmt: skip
        button.click()
        assert bar.step == step
    assert moved == [len(steps) - 1, 0, 1, len(steps)]
    bar.first.click()
    for stop in [*stops, stops[0]]:
        bar.decision.click()
        assert bar.step == stop
    for stop in [*reversed(stops), stops[-1]]:
        bar.to_decision(-1)
        assert bar.step == stop
    assert [bar.speed.itemText(k) for k in range(bar.speed.count())] == [f"{each} / s" for each in SPEEDS]
    bar.set_steps(5, (), 2)
    assert bar.step == 2 and not bar.decision.isEnabled() and not bar.is_playing
    bar.speed.setCurrentIndex(len(SPEEDS) - 1)
    bar.last.click()
    ended: list[int] = []
    bar.ended.connect(lambda: ended.append(bar.step))
    bar.play.click()
    assert bar.is_playing and bar.step == 0 and bar.play.toolTip() == "Stop"
    qtbot.waitUntil(lambda: bool(ended))
    assert ended == [5] and not bar.is_playing and bar.play.toolTip() == "Step by step"
    bar.slider.setValue(3)
    bar.play.click()
    assert bar.step == 3
    bar.play.click()
    assert not bar.is_playing
    bar.play.click()
    bar.set_steps(4, (1,))
    assert not bar.is_playing and bar.step == 4


def test_a_tour_plays_the_trees_in_turn(qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("studio.learn.tour.PAUSE_MS", 0)
    played: list[str] = []
    tour = Tour(played.append, qapp)
    tour.start(["a", "b"])
    for count in range(2, 5):
        tour.go_on()
        qtbot.waitUntil(lambda count=count: len(played) == count)  # type: ignore[misc]
    assert played == ["a", "b", "a", "b"]
    tour.stop()
    tour.go_on()
    QApplication.processEvents()
    assert len(played) == 4
    tour.deleteLater()


# --- editing ----------------------------------------------------------------------------------------------------------

TREE = "((3 12 8) (2 4 6))"


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda editor: editor.set_leaf(4, " −7 "), "((3 -7 8) (2 4 6))"),
        (lambda editor: editor.set_leaf(4, "(1 2)"), "((3 (1 2) 8) (2 4 6))"),
        (lambda editor: editor.reorder(0, [2, 1]), "((2 4 6) (3 12 8))"),
        (lambda editor: editor.add_child(1), "((3 12 8 0) (2 4 6))"),
        (lambda editor: editor.remove(2), "((3 12 8))"),
        (lambda editor: editor.read("(1 2)"), "(1 2)"),
        (lambda editor: editor.set_leaf(4, "x"), None), (lambda editor: editor.read("7"), None),
        (lambda editor: editor.read("(1"), None),
    ],
)  # fmt: skip
def test_each_change_of_a_tree(qapp: QApplication, change: Any, text: str | None) -> None:
    made = TreeEditor(lambda: parse_tree(TREE), qapp)
    heard: list[tuple[str, str]] = []
    made.changed.connect(lambda tree: heard.append(("changed", tree.text())))
    made.typed.connect(lambda tree: heard.append(("typed", tree.text())))
    made.refused.connect(lambda words: heard.append(("refused", words)))
    change(made)
    ((kind, found),) = heard
    assert (kind == "refused") == (text is None) and (text is None or found == text)
    assert (kind == "typed") == (text == "(1 2)")
    made.deleteLater()


def test_an_edit_of_the_picture_ends_the_tour_and_moves_the_text(parts: SimpleNamespace) -> None:
    window = parts.window
    window.show_tree(parse_tree(TREE))
    for signal, args, text in (
        (parts.canvas.edited, (3, "5"), "((5 12 8) (2 4 6))"), (parts.canvas.added, (2,), "((5 12 8) (2 4 6 0))"),
        (parts.canvas.removed, (1,), "((2 4 6 0))"), (parts.canvas.reordered, (1, [3, 2, 4, 5]), "((4 2 6 0))"),
    ):  # fmt: skip
        signal.emit(*args)
        assert parts.tree().text() == parts.form.field.text() == text
    parts.form.field.textEdited.emit("((1 2) x")
    assert parts.form.error.isVisibleTo(parts.form)
    parts.form.field.textEdited.emit("((1 2) 3)")
    assert not parts.form.error.isVisibleTo(parts.form) and parts.tree().text() == "((1 2) 3)"
    assert len(parts.nodes()) == 5


@pytest.mark.parametrize(
    ("legend", "editable", "words"),
    [((), False, []), (("main",), False, ["gold line"]),
     (("mover", "cut"), False, ["for the side to move", "two strokes"]),
     (("proof",), False, ["1: Ann wins, 0: draw, −1: Ann loses", "proof of the value", "click a node"]),
     ((), True, ["double click"])],
)  # fmt: skip
def test_the_legend_names_what_is_drawn(
    qtbot: QtBot, legend: tuple[str, ...], editable: bool, words: list[str]
) -> None:
    form = TreeForm()
    qtbot.addWidget(form)
    form.show_legend(Drawing((), frozenset(legend)), first_side="Ann", is_editable=editable)
    text = next(each.text() for each in form.findChildren(type(form.error).__mro__[1]) if each.text() or not words)
    assert [word in text for word in words] == [True] * len(words) and len(text.split("   ")) == max(1, len(words))
    for has_text, board, fixed in itertools.product((True, False), (0, 50), (True, False)):
        form.show_parts(has_text=has_text, board=board, is_fixed=fixed)
        assert form.field.isVisibleTo(form) == has_text and form.board.isVisibleTo(form) == bool(board)
        assert form.field.isReadOnly() == fixed and (not board or form.board.width() == board)


# --- the picture ------------------------------------------------------------------------------------------------------


@pytest.fixture
def canvas(qtbot: QtBot) -> NodeLinkCanvas:
    made = NodeLinkCanvas()
    qtbot.addWidget(made)
    made.show_drawing(plain(parse_tree(TREE)), range(9))
    made.show()
    return made


def test_the_keyboard_walks_the_picture(canvas: NodeLinkCanvas, qtbot: QtBot) -> None:
    heard: list[int] = []
    canvas.focus_moved.connect(heard.append)
    key = Qt.Key
    for pressed, node in (
        (key.Key_Up, 0), (key.Key_Down, 1), (key.Key_Right, 2), (key.Key_Right, 2), (key.Key_Left, 1),
        (key.Key_Down, 3),
        (key.Key_Down, 3), (key.Key_Right, 4), (key.Key_Right, 5), (key.Key_Right, 6), (key.Key_Up, 2),
        (key.Key_Left, 1),
        (key.Key_Left, 1), (key.Key_Up, 0), (key.Key_Right, 0),
    ):  # fmt: skip
        QTest.keyClick(canvas, pressed)
        assert canvas.focused == node
    assert heard == [1, 2, 1, 3, 4, 5, 6, 2, 1, 0]
    described = canvas.accessibleDescription()
    assert "Maximiser" in described
    canvas.focused = 1
    canvas.show_drawing(plain(parse_tree(TREE)).marked({1}), {1})
    assert "Minimiser" in canvas.accessibleDescription() and canvas.accessibleDescription().endswith("chosen")
    clicks: list[int] = []
    canvas.clicked.connect(clicks.append)
    for node in (0, 1, 2):
        canvas.focused = node
        QTest.keyClick(canvas, key.Key_Space)
        qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=canvas.center(node).toPoint())
    assert clicks == [1, 1], "only the nodes that react"
    canvas.focused = 8
    canvas.show_drawing(plain(parse_tree("(1 2)")), range(3))
    assert canvas.focused == 0
    assert [canvas.node_at(canvas.center(node)) for node in range(3)] == [0, 1, 2]
    assert canvas.node_at(canvas.center(0) * 0) == -1


def test_keys_that_change_the_picture(canvas: NodeLinkCanvas) -> None:
    heard: list[tuple[Any, ...]] = []
    canvas.added.connect(lambda node: heard.append(("added", node)))
    canvas.removed.connect(lambda node: heard.append(("removed", node)))
    canvas.reordered.connect(lambda node, order: heard.append((node, order)))
    key, alt = Qt.Key, Qt.KeyboardModifier.AltModifier
    for can in (False, True):
        canvas.editable = canvas.draggable = can
        for node in (0, 3, 5):
            canvas.focused = node
            for pressed in (key.Key_Plus, key.Key_Insert, key.Key_Delete, key.Key_Minus):
                QTest.keyClick(canvas, pressed)  # no bare key changes a tree
            QTest.keyClick(canvas, key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
            for pressed in (key.Key_Insert, key.Key_Delete):
                QTest.keyClick(canvas, pressed, Qt.KeyboardModifier.ControlModifier)
            QTest.keyClick(canvas, key.Key_Right, alt)
            QTest.keyClick(canvas, key.Key_Left, alt)
        if not can:
            assert heard == []
    expected: list[tuple[Any, ...]] = [("added", 0)]
    for node, orders in ((3, [(1, [4, 3, 5])]), (5, [(1, [3, 5, 4])])):
        expected += [("added", node), ("removed", node), *orders]
    assert heard == expected


@pytest.mark.parametrize("look", [LIGHT, DARK])
def test_the_frame_of_a_node_has_the_colour_of_its_judgement(look: Theme) -> None:
    states = {3: State.RIGHT, 4: State.WRONG, 5: State.MISSING}
    root = drawn_node(plain(parse_tree(TREE)).marked((), states), 0, look)
    found = {each.node.number: (each.node.frame, each.node.is_framed_lightly) for each in lay_out(root).nodes}
    assert [found[number] for number in (3, 4, 5, 6)] == [
        (look.good, False), (look.accent, False), (look.gold, True), ("", False),
    ]  # fmt: skip


# --- other parts ------------------------------------------------------------------------------------------------------


def test_an_explanation_has_paragraphs_of_two_sentences(qtbot: QtBot) -> None:
    box = ExplanationBox()
    qtbot.addWidget(box)
    assert box.text == ""
    box.show_sentences("Why", ["A.", "B.", "C."])
    assert box.text == "Why\nA. B.\n\nC." and not box.isHidden()
    box.show_sentences("", ())
    assert box.isHidden() and box.text == ""


def test_the_page_of_a_lesson_has_its_trees_and_exercises(parts: SimpleNamespace, switch: LanguageSwitch) -> None:
    view = parts.view
    for code in ("vi", "en"):
        switch.switch(code)
        QApplication.sendPostedEvents()
        for lesson in lessons():
            parts.window.show_lesson(lesson)
            heard: list[Any] = []
            names = [each.accessibleName() for each in view.buttons]
            assert len(names) == len(lesson.samples) + len(lesson.tasks)
            titles = [tr("Start: {title}", title=tr(find_kind(task.kind).title)) for task in lesson.tasks]
            assert names[-len(titles) :] == titles
            view.sample_asked.connect(heard.append)
            view.task_asked.connect(heard.append)
            for button in list(view.buttons):
                button.click()
            view.sample_asked.disconnect(heard.append)
            view.task_asked.disconnect(heard.append)
            assert sorted(heard[: len(lesson.samples)]) == sorted(sample.name for sample in lesson.samples)
            assert heard[len(lesson.samples) :] == list(range(len(lesson.tasks)))
            words = lesson.experiment.text
            assert [button.text() for button in view.choices] == list(words.choices)
            asked: list[tuple[Any, int]] = []
            parts.window.experiment_asked.connect(lambda *each, asked=asked: asked.append(each))
            for index in (0, lesson.experiment.right):
                parts.window.progress = CourseProgress()
                parts.window.show_lesson(lesson)
                assert view.verdict.isHidden(), "the reason is shown after the prediction"
                view.choices[index].click()
                assert words.reason in view.verdict.text() and not view.verdict.isHidden()
                assert view.verdict.text().startswith(tr("Right.")) == (index == lesson.experiment.right)
                assert words.choices[lesson.experiment.right] in view.verdict.text() or index == lesson.experiment.right
                view.choices[1].click()
            assert asked == [(lesson, 0), (lesson, lesson.experiment.right)], "only the first prediction counts"
            parts.window.experiment_asked.disconnect()
            titles = {row.number: row.spoken for row in parts.rows()}
            assert titles[2].startswith(f"2. {lessons()[1].page.title}: ")
        assert parts.window.accessibleName() == tr("Lessons and exercises")


def test_the_exercises_of_a_page_are_numbered_from_one(parts: SimpleNamespace) -> None:
    lesson = lessons()[1]
    parts.window.show_lesson(lesson)
    titles = [f"{number}. {find_kind(task.kind).title}" for number, task in enumerate(lesson.tasks, 1)]
    cards = [button.parent() for button in parts.view.buttons[-len(titles) :]]
    assert [card.findChildren(QLabel)[0].text() for card in cards] == titles


def test_the_export_menu_and_its_dialogs(parts: SimpleNamespace) -> None:
    menu = parts.head.export_button.menu()
    asked: list[str] = []
    parts.head.picture_asked.disconnect()
    parts.head.picture_asked.connect(asked.append)
    entries = [text for text, *_ in driver.entries(menu)]
    assert set(entries) == {
        "Picture (SVG)…", "LaTeX (forest)…", "Picture (PNG)…", "Worksheet…", "Page for the browser (HTML)…",
        "Film strip for print (HTML)…",
    }  # fmt: skip
    for action in menu.actions():
        if action.text().startswith(("Picture", "LaTeX")):
            action.trigger()
    wanted = {"SVG": "svg", "PNG": "png", "forest": "tex"}
    assert asked == [next(suffix for word, suffix in wanted.items() if word in text) for text in entries[:3]]
    parts.window.start_exercise("prune", None, 3)
    dialog = parts.window.ask_worksheet()
    assert dialog.kind_box.currentData() == "prune" and dialog.seed_box.value() == 3
    dialog.reject()
    parts.window.start_task(0)
    dialog = parts.window.ask_worksheet()
    assert dialog.kind_box.currentData() == ""
    dialog.reject()


@pytest.mark.parametrize("name", ["", *KINDS])
def test_the_worksheet_of_each_kind(qtbot: QtBot, name: str) -> None:
    lesson = lessons()[3]
    dialog = WorksheetDialog(lesson, name, 17)
    qtbot.addWidget(dialog)
    levels = list(find_kind(name).levels) if name else []
    assert dialog.kind_box.currentData() == name and dialog.count_box.value() == (3 if name else 1)
    assert [dialog.level_box.itemData(k) for k in range(dialog.level_box.count())] == levels
    assert dialog.level_box.isVisibleTo(dialog) == dialog.level_label.isVisibleTo(dialog) == bool(name)
    if name:
        dialog.level_box.setCurrentIndex(1)
    tasks = [(task.kind, task.level) for task in dialog.tasks]
    assert tasks == ([(name, levels[1])] if name else [(task.kind, task.level) for task in lesson.tasks])
    for count, seeds in ((1, "17"), (2, "17–18")):
        dialog.count_box.setValue(count)
        total = count * len(tasks)
        expected = f"{total} exercise{'s' * (total > 1)}, random seed{'s' * (count > 1)} {seeds}"
        assert any(each.text() == expected for each in dialog.findChildren(type(dialog.level_label))), expected
        words = dialog.command
        assert f"--count {count} " in words
        assert "--seed 17 --language en --output worksheet.html --answers answers.html" in words
        assert ("--lesson 4" in words) == (not name) and (f"--exercises {name} " in words) == bool(name)
    for blank, answers in itertools.product((True, False), repeat=2):
        dialog.blank_box.setChecked(blank)
        dialog.answer_box.setChecked(answers)
        endings = [ending for ending, _ in dialog.sheets()]
        assert endings == ([""] if blank else []) + (["-answers" if blank else ""] if answers else [])
        assert dialog.save_button.isEnabled() == dialog.print_button.isEnabled() == (blank or answers)
        assert ("--answers" in dialog.command) == answers
    if name:
        dialog.kind_box.setCurrentIndex(0)
        assert not dialog.level_box.isVisibleTo(dialog) and len(dialog.tasks) == 3


def test_a_worksheet_mixes_kinds_and_trees_in_versions(qtbot: QtBot, tmp_path: Path) -> None:
    """The list, the points and the title reach the sheets, the files and the command, which makes the same sheets."""
    dialog = WorksheetDialog(lessons()[3], "prune", 17)
    qtbot.addWidget(dialog)
    dialog.count_box.setValue(2)
    dialog.points_box.setValue(3)
    assert not dialog.remove_button.isEnabled()
    dialog.add_button.click()
    dialog.kind_box.setCurrentIndex(dialog.kind_box.findData("minimax"))
    dialog.count_box.setValue(1)
    dialog.tree_field.setText("((3 12 8) (2")
    dialog.add_button.click()
    assert "is not closed" in dialog._error.text() and dialog.contents.count() == 1
    dialog.tree_field.setText("((3 12 8) (2 4 6))")
    dialog.add_button.click()
    dialog.add_button.click()
    dialog.remove_button.click()
    assert dialog._error.isHidden()
    rows = [dialog.contents.item(row).text() for row in range(dialog.contents.count())]
    assert rows == [
        "2 × Leaves never visited · b = 3, d = 2 · 3 points",
        "1 × Minimax by hand · ((3 12 8) (2 4 6)) · 3 points",
    ]
    dialog.title_field.setText("Kiểm tra 15'")
    dialog.version_box.setValue(2)
    sheets = dict(dialog.sheets())
    assert list(sheets) == ["-A", "-B", "-answers"]
    assert (
        sheets["-A"].title == "Kiểm tra 15' (version A)"
        and sheets["-A"].foot == ""
        and "Points of 9" in sheets["-A"].names
    )
    assert sheets["-A"].parts[0].tree != sheets["-B"].parts[0].tree and sheets["-A"].parts[2] == sheets["-B"].parts[2]
    assert [len(key.rows) for key in sheets["-answers"].keys] == [3, 3]
    # The command that is printed under the key makes the same pages.
    words = shlex.split(dialog.command)[1:]
    words[words.index("worksheet.html")], words[words.index("answers.html")] = (
        str(tmp_path / "x.html"),
        str(tmp_path / "k.html"),
    )
    main(words)
    for ending in ("-A", "-B"):
        assert (tmp_path / f"x{ending}.html").read_text("utf-8") == sheet_page(sheets[ending])
    for suffix in ("html", "pdf"):
        dialog.save(tmp_path / f"exam.{suffix}")
        names = sorted(path.name for path in tmp_path.glob(f"exam*.{suffix}"))
        assert names == [f"exam-A.{suffix}", f"exam-B.{suffix}", f"exam-answers.{suffix}"]
    # Every colour of the pages is a grey: one component.
    pdf = (tmp_path / "exam-A.pdf").read_bytes()
    streams = [each[1] for each in re.finditer(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)]
    text = b"\n".join(zlib.decompress(each) for each in streams if each.startswith(b"x"))
    colors = re.findall(rb"([\d. ]+) (?:sc|SC|scn|SCN|rg|RG|g|G)\b", text)
    assert colors and all(len(color.split()) == 1 for color in colors)
    assert re.search(rb"/MediaBox ?\[0 0 595[.\d]* 842", pdf), "A4"


def test_the_command_opens_the_lessons(window: MainWindow) -> None:
    driver.command(window, "learn")
    made = window.learn
    assert made.isVisible()
    made.start_exercise("prune", None, 3)
    for code in ("vi", "en"):
        driver.command(window, f"language_{code}")
        assert made.panel.solution_button.text() == tr("Show the solution")


def test_a_node_that_is_wrong_in_part_is_wrong(parts: SimpleNamespace) -> None:
    """Each number of a node is the wrong one once, and the other one is right."""
    tried = 0
    for name in KINDS:
        exercise = begin(parts, name)
        numbers = dict(find_kind(name).solution(exercise).numbers)
        counts = Counter(node for node, _ in numbers if node >= 0)
        node = next((node for node, count in counts.items() if count > 1), None)
        for key in [key for key in numbers if key[0] == node]:
            parts.panel.again_button.click()
            enter(parts, Answer(numbers={**numbers, key: 1 - numbers[key]}))
            parts.panel.check_button.click()
            assert states(parts)[node] is State.WRONG, (name, key)
            tried += 1
    assert tried > 1


def test_the_explanation_of_a_node_ends_with_its_exercise(parts: SimpleNamespace) -> None:
    begin(parts, KINDS[0])
    parts.panel.solution_button.click()
    parts.canvas.clicked.emit(0)
    assert parts.panel.box.text != ""
    begin(parts, KINDS[1])
    assert parts.panel.box.text == ""


def test_a_picture_is_saved_in_the_theme_in_use(qapp: QApplication, tmp_path: Path) -> None:
    made = drawing.question(generate(KINDS[0], seed=1))
    for theme in ("dark", "light"):
        style.apply(qapp, theme)
        save_picture(made, tmp_path / "tree.svg", "A tree")
        text = (tmp_path / "tree.svg").read_text(encoding="utf-8")
        assert text == tree_picture(made, title="A tree", theme=theme, inline=False)
        assert text != tree_picture(made, title="A tree", theme="dark" if theme == "light" else "light", inline=False)


# --- more of the dialog for worksheets --------------------------------------------------------------------------------


def test_the_list_of_a_worksheet_is_counted_and_its_rows_are_removed(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = WorksheetDialog(lessons()[3], "prune", 5)
    qtbot.addWidget(dialog)
    labels = dialog.findChildren(type(dialog.level_label))

    def counts(text: str) -> bool:
        return any(each.text() == text for each in labels)

    rows = (("prune", 1, 0), ("size", 4, 1), ("order", 2, 2))
    for kind, count, points in rows:
        dialog.kind_box.setCurrentIndex(dialog.kind_box.findData(kind))
        dialog.count_box.setValue(count)
        dialog.points_box.setValue(points)
        dialog.add_button.click()
        assert dialog.contents.currentRow() == dialog.contents.count() - 1
    assert [dialog.contents.item(row).text() for row in range(3)] == [
        f"{count} × {find_kind(kind).title} · {level_text(find_kind(kind).levels[0])}"
        + {0: "", 1: " · 1 point", 2: " · 2 points"}[points]
        for kind, count, points in rows
    ]
    assert counts("7 exercises, random seeds 5–8")
    dialog.count_box.setValue(9)
    assert counts("7 exercises, random seeds 5–8"), "the form does not matter while the list has rows"
    dialog.contents.setCurrentRow(1)
    dialog.remove_button.click()
    assert [item.kind for item in dialog.items] == ["prune", "order"] and counts("3 exercises, random seeds 5–6")
    for _ in range(2):
        assert dialog.remove_button.isEnabled()
        dialog.remove_button.click()
    assert not dialog.remove_button.isEnabled() and counts("9 exercises, random seeds 5–13")
    dialog.remove_button.setEnabled(True)
    dialog.remove_button.click()
    assert dialog.contents.count() == 0
    dialog.seed_box.setValue(8)
    assert counts("9 exercises, random seeds 8–16")
    dialog.count_box.setValue(1)
    dialog.save(tmp_path / "one.html")
    assert counts("Written: one.html, one-answers.html")


@pytest.mark.parametrize(
    ("name", "values", "words", "missing"),
    [
        ("prune", {}, ["--exercises prune", "--branching 3", "--count 3", "--answers answers.html"],
         ["--points", "--title", "--versions", "--lesson"]),
        ("prune", {"points_box": 2, "version_box": 3}, ["--points 2", "--versions 3", "--count 3"], ["--title"]),
        ("", {"points_box": 1}, ["--lesson 4", "--count 1", "--points 1"], ["--exercises", "--branching"]),
        ("size", {"tree_field": " (1 2) ", "points_box": 2}, ["--exercises 'size:count=3,points=2,"],
         ["--count", "--points "]),
        ("", {"tree_field": "(1 2)"}, ["--lesson 4"], ["(1 2)"]),
        ("prune", {"title_field": " a b "}, ["--title 'a b'"], []),
    ],
)  # fmt: skip
def test_the_command_of_a_worksheet(
    qtbot: QtBot, name: str, values: dict[str, Any], words: list[str], missing: list[str]
) -> None:
    dialog = WorksheetDialog(lessons()[3], name, 5)
    qtbot.addWidget(dialog)
    for field, value in values.items():
        box = getattr(dialog, field)
        box.setText(value) if isinstance(value, str) else box.setValue(value)
    command = dialog.command
    assert (
        command.startswith("kyvien-engine worksheet ") and "--seed 5 --language en --output worksheet.html" in command
    )
    assert [each in command for each in words] == [True] * len(words)
    assert [each in command for each in missing] == [False] * len(missing)


def test_a_fault_of_a_worksheet_is_one_sentence(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = WorksheetDialog(lessons()[3], "prune", 5)
    qtbot.addWidget(dialog)
    dialog.tree_field.setText("(1 x)")
    for act in (lambda: dialog.add(), lambda: dialog.save(tmp_path / "x.html"), lambda: dialog.print_on(QPrinter())):
        dialog._error.hide()
        act()
        assert not dialog._error.isHidden() and "neither a number nor a bracket" in dialog._error.text()
    assert list(tmp_path.iterdir()) == [] and dialog.contents.count() == 0
    dialog.tree_field.setText("")
    dialog.save(tmp_path / "x.html")
    assert dialog._error.isHidden() and len(list(tmp_path.iterdir())) == 2
    boxes = (dialog.count_box, dialog.points_box, dialog.version_box, dialog.seed_box)
    assert [(each.minimum(), each.maximum()) for each in boxes] == [(1, 50), (0, 100), (1, 4), (0, 999_999)]
    assert dialog.points_box.text() == "none" and dialog.title_field.placeholderText() == "Worksheet"
