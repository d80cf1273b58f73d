"""The window of the lessons: trees that can be edited, and exercises that are judged and explained."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QApplication, QFileDialog, QFormLayout, QPushButton
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
from engine.teach.progress import CourseProgress
from engine.teach.walk import bound_text
from studio.learn.worksheet_dialog import WorksheetDialog
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


def test_the_space_bar_chooses_a_node_or_starts_and_stops_the_replay(learn: LearnWorkspace, qtbot: QtBot) -> None:
    learn.show_lesson("4")
    learn.activateWindow()
    learn.picture.canvas.setFocus()
    qtbot.waitUntil(learn.picture.canvas.hasFocus)
    for is_playing in (True, False):
        learn.toggle()
        assert learn.replay.is_playing == is_playing
    learn.start_exercise("prune", Difficulty(2, 3, 1), 17)
    attempt, canvas = learn.attempt, learn.picture.canvas
    assert attempt is not None
    leaf = attempt.tree.leaves[0]
    for node, chosen in ((leaf, {leaf}), (0, {leaf}), (leaf, set())):
        canvas.focused = node
        learn.toggle()
        assert attempt.chosen == chosen and not learn.replay.is_playing, "the root is no candidate"
    canvas.clearFocus()
    learn.toggle()
    assert attempt.chosen == set() and not learn.replay.is_playing
    learn.solve()
    learn.toggle()
    assert learn.replay.is_playing, "after the exercise, its search is replayed"
    learn.show_lesson("1")
    learn.open_sample("nim")
    learn.toggle()
    assert not learn.replay.is_playing


def test_a_replay_and_a_tour_end_when_something_else_is_shown(learn: LearnWorkspace) -> None:
    learn.show_lesson("alpha-beta")
    first = learn.lesson.samples[0].name
    for leave in (
        lambda: learn.show_view("exercises"), lambda: learn.hide(), lambda: learn.stop(),
        lambda: learn.rail.sample_chosen.emit(first), lambda: learn.view.sample_asked.emit(first),
        lambda: learn.picture.canvas.edited.emit(3, "9"), lambda: learn.show_lesson("alpha-beta"),
    ):  # fmt: skip
        learn.show()
        learn.show_view("course")
        learn.play_lesson()
        assert learn.replay.is_playing and learn._tour._names
        leave()
        assert not learn.replay.is_playing or learn.exercise is None
        assert not learn._tour._names or learn.exercise is not None
    learn.show_view("exercises")
    tree = learn.tree
    learn._play(first)
    assert learn.tree == tree and not learn.replay.is_playing, "an exercise is not replaced by a tour"


def test_the_experiment_is_shown_from_an_exercise_and_from_the_steps(learn: LearnWorkspace) -> None:
    asked: list[tuple[object, int]] = []
    learn.experiment_asked.connect(lambda *each: asked.append(each))
    learn.show_lesson("4")
    learn.open_experiment()
    assert asked == [], "without a prediction there is no result"
    learn.segments.choose(1)
    learn.rail.experiment_chosen.emit()
    assert learn.sides.currentWidget() is learn.view
    learn.start_task(0)
    learn.rail.experiment_chosen.emit()
    assert learn.exercise is None and learn.sides.currentWidget() is learn.view and learn.lesson.number == 4
    learn.predict(2)
    learn.predict(0)
    assert asked == [(learn.lesson, 2)] * 2, "the first prediction counts"


def test_the_dialog_for_a_random_tree_has_its_limits(learn: LearnWorkspace) -> None:
    dialog = learn.ask_random()
    boxes = (dialog.branching, dialog.plies, dialog.low, dialog.high, dialog.seed)
    assert [(each.minimum(), each.maximum(), each.value()) for each in boxes] == [
        (1, 12, 3), (1, 6, 2), (-999, 999, 0), (-999, 999, 20), (0, 999_999, learn._seed)
    ]  # fmt: skip
    form = dialog.findChild(QFormLayout)
    assert form is not None
    assert [form.labelForField(each).text() for each in boxes] == [
        "Children of each node", "Depth", "Least value", "Greatest value", "Random seed"
    ]  # fmt: skip
    before, buttons = learn.tree, {each.text(): each for each in dialog.findChildren(QPushButton)}
    buttons["Cancel"].click()
    assert not dialog.isVisible() and learn.tree == before
    dialog = learn.ask_random()
    dialog.low.setValue(9)
    dialog.high.setValue(3)
    dialog._make()
    assert dialog.tree is None and not dialog._error.isHidden() and dialog.isVisible()
    dialog.reject()


def test_a_change_that_changes_nothing_cannot_be_undone(learn: LearnWorkspace, qtbot: QtBot) -> None:
    learn.show_tree(parse_tree("((3 12 8) (2 4 6))"))
    editor, canvas = learn.editor, learn.picture.canvas
    canvas.edited.emit(3, "3")
    learn.form.field.textEdited.emit("((3 12 8) (2 4 6))")
    canvas.edited.emit(3, "x")
    assert not editor.can_undo and not editor.can_redo
    # Letters typed one after the other are one change, and a change of the picture ends it.
    for text in ("((3 12 8) (2 4 6) 1)", "((3 12 8) (2 4 6) 12)"):
        learn.form.field.textEdited.emit(text)
    canvas.edited.emit(4, "7")
    for text in ("((7 12 8) (2 4 6) 1)", "((7 12 8) (2 4 6) 15)"):
        learn.form.field.textEdited.emit(text)
    seen = []
    while editor.can_undo:
        learn.form.undo_button.click()
        seen.append(learn.tree.text())
    assert seen == ["((7 12 8) (2 4 6) 12)", "((3 12 8) (2 4 6) 12)", "((3 12 8) (2 4 6))"]
    learn.form.redo_button.click()
    learn.form.field.textEdited.emit("(1 2)")
    learn.form.undo_button.click()
    assert learn.tree.text() == "((3 12 8) (2 4 6) 12)", "what is typed after an undo is another change"
    assert learn.form.undo_button.isEnabled() and learn.form.redo_button.isEnabled()


def test_the_buttons_of_the_head_have_texts_if_there_is_room(learn: LearnWorkspace, qapp: QApplication) -> None:
    head = learn.head
    learn.show_lesson("4")
    learn.replay.to_end(1)
    texts = {"Random tree…": head.random_button, "Open on the board": head.open_button}
    seen = []
    for width in (1400, 900, 600, 1400):
        learn.resize(width, 700)
        qapp.processEvents()
        shown = {button.text() for button in texts.values()}
        assert shown in ({""}, set(texts)) and {each.accessibleName() for each in texts.values()} == set(texts)
        seen.append((shown == set(texts), not head.counts.isHidden()))
    assert seen[0] == seen[-1] == (True, True) and seen[2][0] is False and sorted(seen[:3], reverse=True) == seen[:3]
    assert head.random_button.toolTip() == "Random tree"
    worksheets = len(learn.findChildren(WorksheetDialog))
    next(each for each in head._menu.actions() if each.text() == "Worksheet…").trigger()
    dialogs = learn.findChildren(WorksheetDialog)
    assert len(dialogs) == worksheets + 1
    dialogs[-1].reject()


def test_the_right_prediction_is_green_and_a_wrong_one_red(learn: LearnWorkspace) -> None:
    for lesson in lessons()[:2]:
        right = lesson.experiment.right
        for index in range(len(lesson.experiment.text.choices)):
            learn.progress = CourseProgress()
            learn.show_lesson(lesson)
            assert [each.property("answer") for each in learn.view.choices] == [None] * len(learn.view.choices)
            learn.view.choices[index].click()
            look = "good" if index == right else "bad"
            assert [each.property("answer") for each in learn.view.choices] == [
                look if place == index else None for place in range(len(learn.view.choices))
            ]  # fmt: skip
            assert learn.view.verdict.property("role") == ("good" if index == right else "error")
            assert not learn.view.open_button.isHidden() and not any(each.isEnabled() for each in learn.view.choices)
        words = {"compare": "Open in Compare", "tree": "Open in Tree"}[lesson.experiment.view]
        assert learn.view.open_button.text() == words


@pytest.mark.parametrize("code", ["vi", "en"])
def test_the_buttons_below_the_picture_name_their_keys(
    learn: LearnWorkspace, switch: LanguageSwitch, code: str
) -> None:
    switch.switch(code)
    QApplication.sendPostedEvents()
    form = learn.form
    for button, words, key in (
        (form.add_button, tr("Add a child to the selected node"), "Ctrl+Insert"),
        (form.value_button, tr("Change the value of the selected leaf"), "Enter"),
        (form.remove_button, tr("Remove the selected node"), "Ctrl+Delete"),
        (form.undo_button, tr("Undo the change of the tree"), "Ctrl+Z"),
        (form.redo_button, tr("Make the change of the tree again"), "Ctrl+Shift+Z"),
    ):  # fmt: skip
        assert (button.toolTip(), button.accessibleName()) == (f"{words}  {key}", words)
    assert form.field.accessibleName() == tr("The tree as text")
    assert learn.head.export_button.toolTip() == tr("Export the tree, or make a worksheet")
    switch.switch("en")
