"""The window of the lessons: trees that can be edited, and exercises that are judged and explained."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from engine.cli.main import main
from engine.core.handmade import node_name, parse_tree
from engine.core.language import set_language, tr
from engine.picture.forest import latex_text
from engine.picture.tree import LEAF, LONG_LEAF
from engine.teach.exercise import Difficulty, State, find_kind, generate, kinds
from engine.teach.film import film_page
from engine.teach.lesson_page import lesson_page
from engine.teach.lessons import lessons
from engine.teach.walk import bound_text
from studio.learn.workspace import LearnWorkspace
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch


@pytest.fixture
def learn(qtbot: QtBot) -> LearnWorkspace:
    made = LearnWorkspace()
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    return made


def click(learn: LearnWorkspace, node: int, qtbot: QtBot) -> None:
    canvas = learn.picture.canvas
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=canvas.center(node).toPoint())


def width_of_leaves(learn: LearnWorkspace) -> float:
    """Return the width of the leaves at scale 1 in px."""
    plan = learn.picture.canvas._plan
    assert plan is not None
    return plan.sizes.leaf / plan.sizes.scale


def names(learn: LearnWorkspace, state: State) -> set[str]:
    """The nodes of the picture that were judged in this way."""
    return {node.name for node in learn.picture.canvas.drawing.nodes if node.state is state}


def test_a_wrong_answer_is_explained_at_exactly_that_leaf(learn: LearnWorkspace, qtbot: QtBot) -> None:
    learn.start_exercise("prune", Difficulty(2, 3, 1), 17)
    exercise = learn.exercise
    assert exercise is not None
    kind = find_kind("prune")
    right = sorted(kind.solution(exercise).nodes)
    wrong = min(set(exercise.tree.leaves) - set(right))
    assert all(not node.alpha and not node.is_cut for node in learn.picture.canvas.drawing.nodes)
    for node in (right[0], wrong):
        click(learn, node, qtbot)
    learn.panel.check_button.click()
    assert names(learn, State.RIGHT) == {node_name(right[0])} and names(learn, State.WRONG) == {node_name(wrong)}
    assert names(learn, State.MISSING) == set(map(node_name, right[1:]))
    for sentence in kind.explain(exercise, wrong):
        assert sentence in learn.panel.box.text
    learn.panel.rows.setCurrentRow(1)
    for sentence in kind.explain(exercise, right[1]):
        assert sentence in learn.panel.box.text


def test_the_right_answer_leads_to_the_next_question(learn: LearnWorkspace, qtbot: QtBot) -> None:
    learn.start_exercise("prune", Difficulty(2, 3, 1), 17)
    assert learn.exercise is not None
    for node in find_kind("prune").solution(learn.exercise).nodes:
        click(learn, node, qtbot)
    learn.panel.check_button.click()
    assert learn.panel.is_over and not names(learn, State.WRONG)
    learn.panel.check_button.click()
    assert learn.exercise.seed == 18 and not learn.panel.is_over


def test_leaves_are_edited_in_place_and_the_text_follows(learn: LearnWorkspace, qtbot: QtBot) -> None:
    learn.show_tree(parse_tree("((3 12 8) (2 4 6))"))
    canvas = learn.picture.canvas
    qtbot.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=canvas.center(4).toPoint())
    field = canvas._field
    assert field is not None and field.text() == "12"
    field.setText("1x")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert learn.tree.text() == "((3 12 8) (2 4 6))" and "“x”" in learn.form.error.text()
    canvas.edit(4)
    assert canvas._field is not None
    canvas._field.setText("−1")
    qtbot.keyClick(canvas._field, Qt.Key.Key_Return)
    assert learn.form.field.text() == "((3 -1 8) (2 4 6))"


def test_the_picture_follows_the_text(learn: LearnWorkspace, qtbot: QtBot) -> None:
    learn.form.field.clear()
    qtbot.keyClicks(learn.form.field, "((3 12 8) (2 4 6))")
    assert learn.tree == parse_tree("((3 12 8) (2 4 6))") and len(learn.picture.canvas.drawing.nodes) == 9
    qtbot.keyClicks(learn.form.field, " 4")
    assert "character 20" in learn.form.error.text() and learn.tree.text() == "((3 12 8) (2 4 6))"


def test_a_tree_without_a_move_is_refused(learn: LearnWorkspace, qtbot: QtBot) -> None:
    """No search has a tree of a single leaf, neither typed nor left over by a removal in the picture."""
    learn.form.field.clear()
    qtbot.keyClicks(learn.form.field, "5")
    assert "at least one move" in learn.form.error.text()
    learn.show_tree(parse_tree("(7)"))
    learn.editor.remove(1)
    assert "at least one move" in learn.form.error.text() and learn.tree == parse_tree("(7)")


def test_children_are_dragged_added_and_removed(learn: LearnWorkspace, qtbot: QtBot) -> None:
    learn.show_tree(parse_tree("((3 12 8) (2 4 6))"))
    canvas = learn.picture.canvas
    start, end = canvas.center(1).toPoint(), canvas.center(2).toPoint() + QPoint(40, 0)
    qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(canvas, end)
    qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=end)
    assert learn.tree.text() == "((2 4 6) (3 12 8))"
    canvas.focused = 3
    qtbot.keyClick(canvas, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert learn.tree.text() == "((4 2 6) (3 12 8))"
    canvas.focused = 1
    qtbot.keyClick(canvas, Qt.Key.Key_Insert, Qt.KeyboardModifier.ControlModifier)
    assert learn.tree.text() == "((4 2 6 0) (3 12 8))"
    canvas.focused = 2
    qtbot.keyClick(canvas, Qt.Key.Key_Delete, Qt.KeyboardModifier.ControlModifier)
    assert learn.tree.text() == "((4 2 6 0))"


def test_every_change_of_a_tree_can_be_undone(learn: LearnWorkspace, qtbot: QtBot) -> None:
    learn.show_tree(parse_tree("((3 12 8) (2 4 6))"))
    canvas, form = learn.picture.canvas, learn.form
    assert not form.undo_button.isEnabled() and not form.redo_button.isEnabled()
    seen = [learn.tree.text()]
    canvas.focused = 1
    form.add_button.click()
    seen.append(learn.tree.text())
    canvas.focused = 2
    form.remove_button.click()
    seen.append(learn.tree.text())
    canvas.focused = 0
    form.value_button.click()
    assert canvas._field is None, "the root is no leaf"
    canvas.edited.emit(2, "7")
    seen.append(learn.tree.text())
    form.field.setText("")
    qtbot.keyClicks(form.field, "((1 2) 3)")
    seen.append(learn.tree.text())
    assert seen == ["((3 12 8) (2 4 6))", "((3 12 8 0) (2 4 6))", "((3 12 8 0))", "((7 12 8 0))", "((1 2) 3)"]
    learn.replay.slider.setValue(3)
    control = Qt.KeyboardModifier.ControlModifier
    for text in seen[-2::-1]:
        qtbot.keyClick(canvas, Qt.Key.Key_Z, control)
        assert learn.tree.text() == form.field.text() == text and learn.replay.step == 0
    assert not form.undo_button.isEnabled()
    for text in seen[1:]:
        form.redo_button.click()
        assert learn.tree.text() == text
    form.undo_button.click()
    canvas.focused = 1
    form.add_button.click()
    assert not form.redo_button.isEnabled(), "a new change forgets what was undone"
    learn.show_lesson("4")
    assert not form.undo_button.isEnabled(), "another tree has no changes"


def test_every_lesson_has_a_tree_and_three_exercises(learn: LearnWorkspace) -> None:
    for lesson in lessons():
        learn.show_lesson(lesson)
        assert len(learn.view.buttons) == len(lesson.samples) + 3
        for button in learn.view.buttons:
            button.click()


def test_the_whole_tree_of_a_game_opens_node_by_node(learn: LearnWorkspace, qtbot: QtBot) -> None:
    learn.show_lesson("1")
    learn.open_sample("nim")
    assert learn.is_game and len(learn.picture.canvas.drawing.nodes) == 150
    main = [node for node in learn.picture.canvas.drawing.nodes if node.is_main]
    assert len(main) == 17
    learn._node_clicked(1)
    assert len(learn.game_tree.nodes) < 150 and learn.head.back_button.isVisible()
    learn.head.back_button.click()
    assert len(learn.game_tree.nodes) == 150 and not learn.head.back_button.isVisible()
    with qtbot.waitSignal(learn.position_chosen) as opened:
        learn.head.open_button.click()
    assert str(opened.args[0]) == "1/2/2 1"
    learn.start_task(0)
    assert not learn.is_game and learn.exercise is not None


def test_the_search_is_stepped_through(learn: LearnWorkspace) -> None:
    learn.show_lesson("4")
    learn.open_sample("three-levels")
    assert learn.replay.step == 0
    learn.replay.last.click()
    drawn = learn.picture.canvas.drawing
    assert sum(not node.is_faint for node in drawn.nodes) == 15 and sum(node.is_main for node in drawn.nodes) == 3
    learn.replay.first.click()
    assert all(node.is_faint for node in learn.picture.canvas.drawing.nodes)
    learn.replay.forward.click()
    assert [node.name for node in learn.picture.canvas.drawing.nodes if not node.is_faint] == ["A"]
    learn.replay.decision.click()
    current = [node for node in learn.picture.canvas.drawing.nodes if node.is_current]
    assert [(node.name, node.text) for node in current] == [("E", "≥ 4")]
    assert learn.sentence.sentence.text() == "α = 4 < β = +∞ at E, so L is looked at, too."


def test_keys_step_through_the_search_and_from_decision_to_decision(learn: LearnWorkspace, qtbot: QtBot) -> None:
    learn.show_lesson("4")
    learn.open_sample("two-or-eight")
    canvas = learn.picture.canvas
    learn.replay.first.click()
    assert learn.sentence.sentence.text() == "Alpha-beta has not begun yet."
    for _ in range(9):
        qtbot.keyClick(canvas, Qt.Key.Key_Right)
    assert learn.sentence.sentence.text().endswith("so C is worth at most 1: β falls from +∞ to 1.")
    assert learn.sentence.caption.text() == "Next: α and β are compared at C."
    drawn = canvas.drawing.nodes[2]
    assert (drawn.text, drawn.alpha, drawn.beta, dict(drawn.was)) == (
        "≤ 1", "α 2", "β 1", {"text": "", "beta": "β +∞"}
    )  # fmt: skip
    qtbot.keyClick(canvas, Qt.Key.Key_BracketRight)
    assert learn.replay.step == 10 and canvas.drawing.nodes[6].is_cut
    qtbot.keyClick(canvas, Qt.Key.Key_BracketLeft)
    assert learn.replay.step == 7
    qtbot.keyClick(canvas, Qt.Key.Key_Left)
    assert learn.replay.step == 6
    # The keys that step move no longer to the nodes on the left and the right, but with Shift they do.
    canvas.focused = 1
    qtbot.keyClick(canvas, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert canvas.focused == 2 and learn.replay.step == 6
    learn.start_exercise("prune", Difficulty(2, 3, 1), 17)
    assert learn.sentence.isHidden() and learn.replay.isHidden()
    canvas.focused = 1
    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.focused == 2


def test_the_keys_step_in_the_main_window_whatever_record_is_open(window: MainWindow, qtbot: QtBot) -> None:
    """There, the same keys step through the record in other views."""
    for _ in range(2):
        window.document.play(window.document.position.legal_moves()[0])
    window.document.back()
    node = window.document.cursor
    window.show_workspace("course")
    course = window.findChild(LearnWorkspace)
    assert course is not None
    course.show_lesson("4")
    course.replay.first.click()
    canvas = course.picture.canvas
    canvas.setFocus()
    steps = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_BracketRight, Qt.Key.Key_Left, Qt.Key.Key_BracketRight):
        qtbot.keyClick(canvas, key)
        steps.append(course.replay.step)
    assert steps == [1, 4, 3, 4] and window.document.cursor == node


def test_no_node_moves_from_step_to_step(learn: LearnWorkspace) -> None:
    learn.show_lesson("4")
    for sample, algorithm in (("two-or-eight", "alphabeta"), ("three-levels", "negascout")):
        learn.open_sample(sample)
        learn.head.choose_algorithm(algorithm)
        learn.head.algorithm_box.activated.emit(0)
        canvas = learn.picture.canvas
        places = set()
        for step in range(len(learn.walk.steps()) + 1):
            learn.replay.slider.setValue(step)
            places.add(tuple(canvas.center(node).toTuple() for node in range(len(canvas.drawing.nodes))))
        assert len(places) == 1


def test_numbers_are_judged_and_a_wrong_text_gets_a_sentence(learn: LearnWorkspace, qtbot: QtBot) -> None:
    learn.start_exercise("windows", Difficulty(2, 3, 1), 5)
    assert learn.exercise is not None
    right = find_kind("windows").solution(learn.exercise).numbers
    fields = learn.panel._fields
    fields[next(iter(right))].setText("x")
    learn.check()
    assert "is not a number" in learn.panel._summary.text() and learn.panel.verdict is None
    for key, value in right.items():
        fields[key].setText(bound_text(value))
    learn.check()
    assert learn.panel.is_over


def test_an_order_is_dragged_and_judged(learn: LearnWorkspace, qtbot: QtBot) -> None:
    learn.start_exercise("order", Difficulty(3, 2), 7)
    exercise = learn.exercise
    assert exercise is not None
    learn.check()
    assert not learn.panel.is_over
    for node, order in find_kind("order").solution(exercise).order.items():
        learn.picture.canvas.reordered.emit(node, list(order))
    learn.check()
    assert learn.panel.is_over and learn.tree == exercise.tree


def test_texts_follow_the_language(learn: LearnWorkspace, qapp: QApplication) -> None:
    learn.start_exercise("prune", Difficulty(2, 3, 1), 17)
    learn.check()
    try:
        set_language("vi")
        qapp.sendEvent(learn, QEvent(QEvent.Type.LanguageChange))
        for part in (learn.panel, learn.replay, learn.picture.canvas, learn.head, learn.rail):
            qapp.sendEvent(part, QEvent(QEvent.Type.LanguageChange))
        assert learn.panel._question.text() == "Lá nào không bao giờ được xét?"
        assert "Tìm được 0" in learn.panel._summary.text()
        assert next(row.text for row in learn.rail.model.rows if row.number == 5) == "Thứ tự nước đi và cây tối thiểu"
    finally:
        set_language("en")


def test_a_random_tree_is_made_and_a_large_one_refused(learn: LearnWorkspace) -> None:
    dialog = learn.ask_random()
    dialog.branching.setValue(5)
    dialog.plies.setValue(4)
    dialog._make()
    assert dialog.tree is None and "781 nodes" in dialog._error.text()
    dialog.plies.setValue(2)
    dialog._make()
    assert learn.tree.uniform == (5, 2)


def test_the_picture_is_exported_as_it_is_drawn(learn: LearnWorkspace, tmp_path: Path) -> None:
    learn.show_lesson("4")
    learn.open_sample("three-levels")
    learn.replay.decision.click()
    svg, png = tmp_path / "tree.svg", tmp_path / "tree.png"
    dialog = learn.ask_picture("svg")
    dialog.fileSelected.emit(str(svg))
    dialog.close()
    learn.save_picture(png)
    root = ElementTree.parse(svg).getroot()
    texts = {element.text for element in root.iter() if element.tag.endswith("text")}
    drawn = learn.picture.canvas.drawing.nodes
    written = [(node.name, node.text, node.alpha, node.beta, node.alpha_from, node.beta_from) for node in drawn]
    # Chips are left out where there is no room for them.
    assert {text for each in written for text in each if text} == texts - {node.chip for node in drawn if node.chip}
    assert texts & {node.chip for node in drawn if node.chip}
    title = next(element.text for element in root.iter() if element.tag.endswith("title"))
    assert title == learn.tree.text()
    image = QImage(str(png))
    assert (image.width(), image.height()) == (
        2 * int(float(root.get("width", 0))),
        2 * int(float(root.get("height", 0))),
    )
    dialog = learn.ask_picture("tex")
    dialog.fileSelected.emit(str(tmp_path / "tree.tex"))
    dialog.close()
    latex = (tmp_path / "tree.tex").read_text(encoding="utf-8")
    assert all(f"{{{latex_text(node.text)}}}, kv{node.shape.value}" in latex for node in drawn)
    assert learn.form.error.isHidden()
    learn.save_picture(tmp_path / "missing" / "tree.png")
    assert "missing" in learn.form.error.text()


def test_the_replay_is_exported_as_a_page_and_as_a_film_strip(learn: LearnWorkspace, tmp_path: Path) -> None:
    learn.show_lesson("4")
    learn.head.choose_algorithm("negascout")
    learn.show_tree(parse_tree("((2 5) (1 8))"))
    learn.steps.card.ask_box.setChecked(True)
    page, film = tmp_path / "page.html", tmp_path / "film.html"
    entries = {action.text(): action for action in learn.head._menu.actions()}
    for text, path in (("Page for the browser (HTML)…", page), ("Film strip for print (HTML)…", film)):
        entries[text].trigger()
        dialog = learn.findChildren(QFileDialog)[-1]
        dialog.fileSelected.emit(str(path))
        dialog.close()
    assert page.read_text(encoding="utf-8") == lesson_page(learn.walk, asks=True)
    assert film.read_text(encoding="utf-8") == film_page(learn.walk)
    learn.save_film(tmp_path / "missing" / "film.html")
    assert "missing" in learn.form.error.text()
    learn.start_task(0)
    assert not entries["Film strip for print (HTML)…"].isVisible()
    learn.show_lesson("1")
    assert not learn.is_game or not entries["Page for the browser (HTML)…"].isVisible()


def test_a_real_game_has_a_board_that_follows_the_keyboard(learn: LearnWorkspace, qtbot: QtBot) -> None:
    learn.start_exercise("replies", Difficulty(3, 2), 1)
    attempt, exercise = learn.attempt, learn.exercise
    assert attempt is not None and exercise is not None and exercise.origin is not None
    board = learn.form.board
    assert board.isVisible() and not learn.form.field.isVisible()
    start = exercise.origin.start()
    before = board._picture
    qtbot.keyClick(learn.picture.canvas, Qt.Key.Key_Down)
    assert board._picture != before
    assert str(attempt.position(1)) == str(start.play(exercise.origin.moves[1]))
    with qtbot.waitSignal(learn.position_chosen) as opened:
        learn.head.open_button.click()
    assert str(opened.args[0]) == exercise.origin.position
    # Values are written as elsewhere in the window, in the picture and in the judgement, and fit into their leaves.
    tree, places = exercise.tree, exercise.decimals
    leaf = next(node for node in tree.leaves if tree.depths[node] == 2 and tree.values[node])
    value = f"{abs(tree.values[leaf]) / 10**places:.{places}f}"
    assert places == 2 and value in learn.picture.canvas.drawing.nodes[leaf].text
    assert width_of_leaves(learn) == LONG_LEAF
    click(learn, leaf, qtbot)
    learn.panel.check_button.click()
    rows = [learn.panel.rows.item(row).text() for row in range(learn.panel.rows.count())]
    assert any(value in row for row in rows)
    learn.show_lesson("4")
    assert not board.isVisible() and learn.form.field.isVisible()
    assert width_of_leaves(learn) == LEAF


def test_the_explanation_of_many_numbers_is_scrolled_into_sight(learn: LearnWorkspace, qtbot: QtBot) -> None:
    learn.start_exercise("minimax", Difficulty(2, 3), 2)
    learn.panel.check_button.click()
    panel = learn.panel
    sight = panel._area.viewport()
    qtbot.waitUntil(lambda: sight.rect().contains(panel.box.rect().translated(panel.box.mapTo(sight, QPoint()))))


def test_the_box_of_the_level_leaves_room_for_the_name_of_the_kind(learn: LearnWorkspace) -> None:
    """It is as wide as the level that is chosen, although another one has a longer text."""
    deep = next(level for level in find_kind("prune").levels if level.deep)
    widths = []
    for level in (find_kind("prune").levels[0], deep):
        learn.start_exercise("prune", level, 2)
        box = learn.panel.level_box
        widths.append(box.maximumWidth())
        assert box.view().minimumWidth() >= box.sizeHint().width() >= widths[-1]
    assert widths[0] < widths[1]


def test_worksheets_are_saved_with_and_without_answers(learn: LearnWorkspace, tmp_path: Path) -> None:
    dialog = learn.ask_worksheet()
    dialog.kind_box.setCurrentIndex(dialog.kind_box.findData("prune"))
    dialog.level_box.setCurrentIndex(1)
    dialog.count_box.setValue(2)
    dialog.seed_box.setValue(17)
    dialog.save(tmp_path / "sheet.html")
    level = find_kind("prune").levels[1]
    for path, has_answers in ((tmp_path / "sheet.html", False), (tmp_path / "sheet-answers.html", True)):
        page = path.read_text("utf-8")
        for seed in (17, 18):
            exercise = generate("prune", level, seed)
            assert exercise.tree.text() in page
        assert ('class="answer"' in page) == has_answers
    # The page names the command that makes it again.
    command = dialog.command.split()[1:]
    command[command.index("worksheet.html")] = str(tmp_path / "again.html")
    command[command.index("answers.html")] = str(tmp_path / "again-answers.html")
    assert main(command) == 0
    again = (tmp_path / "again.html").read_text("utf-8")
    assert again.split("<footer>")[0] == (tmp_path / "sheet.html").read_text("utf-8").split("<footer>")[0]
    dialog.blank_box.setChecked(False)
    dialog.answer_box.setChecked(False)
    assert not dialog.save_button.isEnabled() and not dialog.print_button.isEnabled()
    dialog.answer_box.setChecked(True)
    dialog.save(tmp_path / "missing" / "sheet.pdf")
    assert "missing" in dialog._error.text()
    dialog.close()


def test_worksheets_are_printed(learn: LearnWorkspace, tmp_path: Path) -> None:
    dialog = learn.ask_worksheet()
    printer = QPrinter()
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    dialog.print_on(printer)
    dialog.save(tmp_path / "saved.pdf")
    pages = [count_pages(tmp_path / name) for name in ("printed.pdf", "saved.pdf", "saved-answers.pdf")]
    # Two exercises fit on a page; how much more depends on the fonts. The printer gets both sheets.
    assert pages[0] >= 4 and min(pages[1:]) >= 2
    dialog.close()


def count_pages(path: Path) -> int:
    """The number of pages of a PDF file."""
    return len(re.findall(rb"/Type /Page\b", path.read_bytes()))


def test_the_first_page_and_the_menu_open_the_lessons(window: MainWindow, qtbot: QtBot) -> None:
    page = window.first_page.show()
    page.learn.button.click()
    assert window.learn.isVisible() and window.workspace == "course"
    window.learn.head.open_button.click()
    assert str(window.document.position.game.rules.text) == window.learn.tree.text()
    assert window.workspace == "play" and not window.learn.isVisible()
    window.actions_table["learn"].trigger()
    assert window.learn.isVisible()


def test_a_lesson_replays_itself_tree_after_tree(
    learn: LearnWorkspace, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("studio.learn.tour.PAUSE_MS", 0)
    learn.show_lesson("alpha-beta")
    learn.replay.speed.setCurrentIndex(3)
    learn.play_lesson()
    assert learn.replay.is_playing and learn.replay.step == 0 and learn.tree.text() == "((3 12 8) (2 4 6) (14 5 2))"
    learn.replay.slider.setValue(learn.replay.slider.maximum() - 1)
    qtbot.waitUntil(lambda: learn.tree.text() != "((3 12 8) (2 4 6) (14 5 2))")
    assert learn.replay.is_playing and learn.tree.text() == "((2 5) (1 8))"
    learn.close()
    assert not learn.replay.is_playing


def test_the_tab_of_the_exercises_begins_with_those_of_the_lesson_shown(learn: LearnWorkspace) -> None:
    learn.start_task(1)
    learn.show_lesson(learn.lesson)
    learn.show_view("exercises")
    assert learn.task == 1, "an exercise of the same lesson is kept"
    learn.show_lesson("4")
    learn.show_view("exercises")
    assert learn.exercise is not None and learn.exercise.kind == learn.lesson.tasks[0].kind
    assert learn.panel._place.text() == "Lesson 4 · question 1 of 3"


def test_an_exercise_and_its_solution_change_the_language(
    learn: LearnWorkspace, switch: LanguageSwitch, qapp: QApplication
) -> None:
    learn.start_exercise("size")
    learn.solve()
    learn.task = -1
    switch.switch("vi")
    qapp.processEvents()
    assert learn.panel._place.text() == "Bài tập tự do"
    assert learn.panel._summary.text().startswith("Lời giải: ")
    assert "Sâu thêm một tầng" in learn.panel.box.text


def test_a_look_at_the_lesson_keeps_the_answer_and_hides_the_solution(learn: LearnWorkspace, qtbot: QtBot) -> None:
    learn.show_lesson("alpha-beta")
    lesson_tree = learn.tree
    learn.start_exercise("windows", Difficulty(2, 3, 1), 5)
    exercise, fields = learn.exercise, list(learn.panel._fields.values())
    assert exercise is not None
    fields[0].setText("7")
    learn.show_view("course")
    assert learn.tree == lesson_tree and learn.form.field.text() == lesson_tree.text()
    learn.show_view("exercises")
    assert learn.exercise is exercise and learn.tree == exercise.tree and fields[0].text() == "7"
    learn.start_exercise("prune", Difficulty(2, 3, 1), 17)
    assert learn.exercise is not None
    for node in find_kind("prune").solution(learn.exercise).nodes:
        click(learn, node, qtbot)
    chosen = set(learn.attempt.chosen) if learn.attempt is not None else set()
    learn.panel.check_button.click()
    steps = learn.replay.slider.maximum()
    learn.show_view("course")
    assert learn.tree == lesson_tree, "a second exercise after the first one does not replace it"
    learn.show_view("exercises")
    assert learn.attempt is not None and learn.attempt.chosen == chosen and learn.panel.is_over
    assert learn.replay.slider.maximum() == steps and names(learn, State.RIGHT)


def test_the_picture_has_its_height_again_after_an_exercise(learn: LearnWorkspace, qapp: QApplication) -> None:
    """The exercise has a board below its picture."""
    learn.head.choose_algorithm("alphabeta")
    learn.show_tree(parse_tree("((3 12 8) (2 4 6) (14 5 2))"))
    learn.replay.slider.setValue(14)
    qapp.processEvents()
    heights = learn.picture.height(), learn.form.height()
    learn.show_view("exercises")
    qapp.processEvents()
    assert learn.form.board.isVisible() and learn.form.height() > heights[1]
    learn.show_view("course")
    qapp.processEvents()
    assert (learn.picture.height(), learn.form.height()) == heights


def test_visits_are_distinguished_from_nodes_where_nodes_are_searched_again(learn: LearnWorkspace) -> None:
    learn.show_lesson("order")
    learn.open_sample("null-windows")
    learn.replay.to_end(1)
    assert learn.head.counts.whole.startswith("13 visits of 10 nodes")
    learn.open_sample("best")
    learn.replay.to_end(1)
    assert learn.head.counts.whole.startswith("9 / 13 nodes visited")


def test_the_picture_follows_the_search(learn: LearnWorkspace, qapp: QApplication) -> None:
    """In a tree of 41 nodes, which is wider than its view: every step is seen, also after a change of the size."""
    group = "((1 2) (3 4) (5 6))"
    learn.show_tree(parse_tree(f"({group} {group} {group} {group})"))
    canvas, view = learn.picture.canvas, learn.picture.viewport()

    def is_seen(node: int) -> bool:
        return view.rect().adjusted(40, 20, -40, -20).contains(canvas.mapTo(view, canvas.center(node).toPoint()))

    assert len(canvas.drawing.nodes) == 41 and canvas.width() > view.width() + 200
    assert is_seen(0)
    seen = set()
    for step in (*range(1, learn.replay.slider.maximum()), *range(learn.replay.slider.maximum() - 2, 0, -1)):
        learn.replay.slider.setValue(step)
        (current,) = (index for index, node in enumerate(canvas.drawing.nodes) if node.is_current)
        assert is_seen(current), (step, current)
        seen.add(current)
    assert {0, 1, 4, 16} <= seen
    learn.replay.to_end(1)
    assert is_seen(0)
    learn.replay.slider.setValue(5)
    (current,) = (index for index, node in enumerate(canvas.drawing.nodes) if node.is_current)
    learn.picture.horizontalScrollBar().setValue(learn.picture.horizontalScrollBar().maximum())
    assert not is_seen(current)
    learn.resize(1200, 760)
    qapp.processEvents()
    assert is_seen(current)


@pytest.mark.parametrize("name", list(kinds()))
def test_every_node_of_every_kind_of_exercise_can_be_clicked(name: str, learn: LearnWorkspace, qtbot: QtBot) -> None:
    """Before the answer, after a wrong one, and after the solution. A click explains a node only after an answer."""
    for level in find_kind(name).levels[:2]:
        learn.start_exercise(name, level, 3)
        exercise, kind = learn.exercise, find_kind(name)
        assert exercise is not None
        nodes = range(len(exercise.tree.values))
        for moment in ("before", "during", "after"):
            if moment == "during":
                learn.panel.check_button.click()
            elif moment == "after":
                learn.panel.solution_button.click()
            assert learn.panel.is_over == (moment == "after")
            for node in nodes:
                click(learn, node, qtbot)
                if moment == "after":
                    assert learn.panel.box.text.startswith(tr("{sign} Node {node}", sign="✓", node=node_name(node)))
                    sentences = kind.explain(exercise, node)
                    assert sentences and all(each.endswith((".", "?")) for each in sentences)
                    assert all(each in learn.panel.box.text for each in sentences)
