"""What the lessons paint: the marks of the list, the levels and frames of the picture, numbers, code and worksheets."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.handmade import node_name, parse_tree
from engine.core.language import set_language, tr
from engine.searchtree.pseudocode import BOTH, code_of
from engine.searchtree.replay import NodeNumber
from engine.teach.drawing import plain, walked
from engine.teach.exercise import Difficulty, Form, State, find_kind, generate, kinds
from engine.teach.lessons import lessons
from engine.teach.picture import SIGNS
from engine.teach.progress import CourseProgress
from engine.teach.walk import walk_of
from engine.teach.worksheet import Sheet, Version, make_key, make_sheet
from studio.learn.nodelink import NodeLinkCanvas
from studio.learn.paper import draw_sheets
from studio.learn.rail import Rail
from studio.learn.workspace import LearnWorkspace
from studio.look import style
from studio.steps.bar import StepBar
from studio.steps.panel import CodeView, NumberCards
from tests.studio.painted import Painted, Shape, SvgDevice, Words, inks, painted

TREE = "((3 12 8) (2 4 6))"


@pytest.fixture(params=["light", "dark"])
def theme(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[str]:
    style.apply(qapp, request.param)
    yield request.param
    style.apply(qapp, "light")


# --- the list of contents ---------------------------------------------------------------------------------------------


def row_of(rail: Rail, seen: Painted, **wanted: object) -> tuple[list[Words], list[Shape]]:
    """Return the words and the shapes of the one row with the given attributes."""
    (place,) = [n for n, row in enumerate(rail.model.rows) if all(getattr(row, k) == v for k, v in wanted.items())]
    area = rail.list.visualRect(rail.model.index(place))
    words = [each for each in seen.words if area.top() <= each.y <= area.bottom()]
    shapes = [each for each in seen.shapes if area.top() <= (each.top + each.bottom) / 2 <= area.bottom() + 1]
    return words, [each for each in shapes if each.bottom - each.top <= area.height() + 2]


def marks(shapes: list[Shape]) -> set[str]:
    """Return what the mark of a row consists of."""
    look = inks()
    found = set()
    for each in shapes:
        if each.kind == "circle" and each.fill == "none" and each.stroke == look.border:
            found.add("ring")
        elif each.kind == "circle" and each.fill == look.good:
            found.add("disc")
        elif each.kind == "circle" and each.fill == look.secondary:
            found.add("dot")
        elif each.kind == "path" and each.stroke == look.good:
            found.add("arc")
        elif each.kind == "polyline" and each.stroke == look.surface:
            found.add("tick")
    return found


@pytest.mark.parametrize("right", range(4))
def test_the_mark_of_a_lesson_is_a_ring_an_arc_or_a_tick(qtbot: QtBot, theme: str, right: int) -> None:
    rail, lesson = Rail(), lessons()[3]
    qtbot.addWidget(rail)
    rail.resize(rail.width(), 700)
    rail.show()
    progress = CourseProgress()
    for place, task in enumerate(lesson.tasks):
        progress = progress.answered(lesson.name, task.kind, 1, is_right=place < right)
    rail.show_course(progress, lesson, lesson.samples[0].name, -1)
    look, seen = inks(), painted(rail.list.viewport())
    words, shapes = row_of(rail, seen, number=4)
    assert marks(shapes) == ({"disc", "tick"} if right == 3 else {"ring", "arc"} if right else {"ring"})
    assert [each.text for each in words if each.text[0].isdigit()] == ["4.", f"{right}/3"]
    assert all(each.is_bold for each in words)
    assert {each.fill for each in shapes} >= {look.chosen, look.gold}, "the lesson that is shown"
    words, shapes = row_of(rail, seen, number=5)
    assert marks(shapes) == {"ring"} and next(each.text for each in words) == "5." and len(words) == 2
    assert not any(each.is_bold for each in words) and look.chosen not in {each.fill for each in shapes}
    for place in range(3):
        _, shapes = row_of(rail, seen, task=place)
        assert marks(shapes) == ({"disc", "tick"} if place < right else {"ring", "dot"})
    for sample in lesson.samples:
        words, shapes = row_of(rail, seen, sample=sample.name)
        assert not marks(shapes), "a tree has no mark"
        is_shown = sample is lesson.samples[0]
        assert [each.color for each in words] == [look.accent if is_shown else look.secondary]


def test_a_folded_list_paints_marks_and_numbers_only(qtbot: QtBot) -> None:
    rail, lesson = Rail(), lessons()[3]
    qtbot.addWidget(rail)
    rail.resize(rail.width(), 700)
    rail.show()
    rail.show_course(CourseProgress().answered(lesson.name, lesson.tasks[0].kind, 1, is_right=True), lesson, "", 0)
    rail.fold(True)
    seen = painted(rail.list.viewport())
    assert seen.texts == [str(each.number) for each in lessons()]
    assert marks(row_of(rail, seen, number=4)[1]) == {"ring", "arc"}
    rail.fold(False)
    assert "1/3" in painted(rail.list.viewport()).texts


@pytest.mark.parametrize("code", ["vi", "en"])
def test_the_foot_of_the_list_counts_lessons_and_exercises(qtbot: QtBot, code: str) -> None:
    rail, first, second = Rail(), lessons()[3], lessons()[1]
    qtbot.addWidget(rail)
    progress = CourseProgress()
    for task in first.tasks:
        progress = progress.answered(first.name, task.kind, 1, is_right=True)
    progress = progress.answered(second.name, second.tasks[0].kind, 1, is_right=True)
    progress = progress.answered(second.name, second.tasks[1].kind, 1, is_right=False)
    right, total = len(first.tasks) + 1, sum(len(each.tasks) for each in lessons())
    set_language(code)
    try:
        rail.show_course(progress, first, "", -1)
        rail.retranslate()
        words = {"en": f"1 lesson done · {right} / {total} exercises", "vi": f"xong 1 bài · {right} / {total} bài tập"}
        assert rail.bar.toolTip() == rail.bar.accessibleName() == rail._result.text() == words[code]
        assert (rail.bar.minimum(), rail.bar.maximum(), rail.bar.value()) == (0, total, right)
        assert rail.fold_button.toolTip() == tr("Hide the contents")
        rail.fold(True)
        assert rail.fold_button.toolTip() == rail.fold_button.accessibleName() == tr("Show the contents")
        assert rail.bar.isHidden() and rail._result.isHidden() and rail._title.isHidden()
    finally:
        set_language("en")


def test_the_row_under_the_pointer_and_that_of_the_keyboard_are_marked(qtbot: QtBot) -> None:
    rail = Rail()
    qtbot.addWidget(rail)
    rail.resize(rail.width(), 700)
    rail.show()
    rail.activateWindow()
    rail.list.setFocus()
    qtbot.waitUntil(rail.list.hasFocus)
    rail.list.setCurrentIndex(rail.model.index(2))
    look, seen = inks(), painted(rail.list.viewport())
    frames = [each for each in seen.shapes if each.stroke == look.gold and each.kind == "rect"]
    area = rail.list.visualRect(rail.model.index(2))
    assert [area.contains(QPoint(round(each.left) + 2, round(each.top) + 2)) for each in frames] == [True]


# --- the picture ------------------------------------------------------------------------------------------------------


@pytest.fixture
def canvas(qtbot: QtBot) -> NodeLinkCanvas:
    made = NodeLinkCanvas()
    qtbot.addWidget(made)
    made.fit(QSize(700, 500))
    made.show_drawing(plain(parse_tree(TREE)), range(9))
    made.show()
    return made


@pytest.mark.parametrize(
    ("text", "levels"),
    [(TREE, ["Max level", "Min level", "Leaf"]), ("(1 2)", ["Max level", "Leaf"]),
     ("(((1 2) 3) 4)", ["Max level", "Min level", "Max level", "Leaf"])],
)  # fmt: skip
def test_the_levels_of_the_picture_are_named(canvas: NodeLinkCanvas, theme: str, text: str, levels: list[str]) -> None:
    canvas.show_drawing(plain(parse_tree(text)))
    for code in ("vi", "en"):
        set_language(code)
        seen = painted(canvas)
        set_language("en")
        names = sorted((each for each in seen.words if each.x == 12), key=lambda each: each.y)
        set_language(code)
        assert [each.text for each in names] == [tr(each) for each in levels]
        set_language("en")
        assert {each.color for each in names} == {inks().secondary}
        heights = sorted({round(canvas.center(node).y()) for node in range(len(canvas.drawing.nodes))})
        assert [abs(each.y - height) < 12 for each, height in zip(names, heights, strict=True)] == [True] * len(levels)


def test_the_picture_paints_every_text_of_its_nodes(canvas: NodeLinkCanvas) -> None:
    walk = walk_of(parse_tree(TREE), "alphabeta")
    for step in (0, 5, len(walk.steps())):
        canvas.show_drawing(walked(walk, step))
        seen = painted(canvas).texts
        for node in canvas.drawing.nodes:
            assert node.name in seen and (not node.text or node.text in seen)
            assert not node.alpha or node.alpha in seen or any(node.alpha.startswith(each) for each in seen if each)


def frames(canvas: NodeLinkCanvas, color: str, node: int) -> list[Shape]:
    """Return the closed outlines of a colour around a node."""
    at = canvas.center(node)
    found = []
    for each in painted(canvas).drawn(color):
        x, y = (sum(part) / len(each.points) for part in zip(*each.points, strict=True))
        if each.fill == "none" and each.kind != "polyline" and abs(x - at.x()) < 8 and abs(y - at.y()) < 8:
            found.append(each)
    return found


def test_the_frames_of_the_pointer_and_of_the_keyboard(canvas: NodeLinkCanvas, qtbot: QtBot, theme: str) -> None:
    look = inks()
    canvas.clearFocus()
    assert not frames(canvas, look.accent, 2) and not frames(canvas, look.gold, 0)
    for node in (2, 4):
        canvas.point_at(node)
        assert [each.is_dashed for each in frames(canvas, look.accent, node)] == [False]
        assert not frames(canvas, look.accent, 2 + 4 - node)
    canvas.point_at(-1)
    assert not frames(canvas, look.accent, 4)
    canvas.activateWindow()
    canvas.go_to(3)
    qtbot.waitUntil(canvas.hasFocus)
    assert canvas.focused == 3 and [each.is_dashed for each in frames(canvas, look.gold, 3)] == [True]
    for node in (-1, 9):
        canvas.go_to(node)
        assert canvas.focused == 3
    canvas.point_at(30)
    canvas.show_drawing(plain(parse_tree("(1 2)")))
    assert painted(canvas).texts, "a name that is gone is not framed"


def test_a_dragged_node_moves_with_all_nodes_below_it(canvas: NodeLinkCanvas, qtbot: QtBot) -> None:
    canvas.draggable = True
    before = {each.text: each.x for each in painted(canvas).words}
    start = canvas.center(1).toPoint()
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=start)
    for by, moved in ((8, 0), (9, 9), (60, 60)):
        QTest.mouseMove(canvas, start + QPoint(by, 3))
        after = {each.text: each.x for each in painted(canvas).words}
        shifts = {name: round(after[name] - before[name]) for name in "ABCDEFGHI"}
        assert shifts == {name: moved if name in "BDEF" else 0 for name in "ABCDEFGHI"}
    QTest.mouseMove(canvas, start)
    with qtbot.assertNotEmitted(canvas.reordered), qtbot.assertNotEmitted(canvas.clicked):
        QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=start)
    assert {each.text: each.x for each in painted(canvas).words} == before


def test_what_the_mouse_does_in_the_picture(canvas: NodeLinkCanvas, qtbot: QtBot) -> None:
    places = [canvas.center(node).toPoint() for node in range(9)]
    heard: list[tuple[str, int]] = []
    canvas.hovered.connect(lambda node: heard.append(("hovered", node)))
    canvas.clicked.connect(lambda node: heard.append(("clicked", node)))
    canvas.show_drawing(plain(parse_tree(TREE)), [4])
    hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
    for node, shape in ((4, hand), (5, arrow), (0, arrow)):
        QTest.mouseMove(canvas, places[node])
        assert canvas.cursor().shape() == shape
    QTest.mouseMove(canvas, places[0] + QPoint(1, 0))
    QTest.mouseMove(canvas, QPoint(2, 2))
    assert canvas.cursor().shape() == arrow and heard == [("hovered", 4), ("hovered", 5), ("hovered", 0)]
    canvas.draggable = True
    for node, shape in ((5, hand), (0, arrow)):
        QTest.mouseMove(canvas, places[node])
        assert canvas.cursor().shape() == shape, "all but the root can be dragged"
    canvas.draggable = False
    heard.clear()
    for button, end, expected in (
        (Qt.MouseButton.LeftButton, places[4], [("clicked", 4)]), (Qt.MouseButton.RightButton, places[4], []),
        (Qt.MouseButton.LeftButton, places[3], []),
    ):  # fmt: skip
        QTest.mousePress(canvas, button, pos=places[4])
        QTest.mouseRelease(canvas, button, pos=end)
        assert [each for each in heard if each[0] == "clicked"] == expected
        heard.clear()
    assert canvas.focused == 4
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert canvas.focused == 4


def test_a_leaf_is_edited_by_key_and_by_double_click(canvas: NodeLinkCanvas, qtbot: QtBot) -> None:
    edited: list[tuple[int, str]] = []
    undone: list[int] = []
    canvas.edited.connect(lambda node, text: edited.append((node, text)))
    canvas.undone.connect(undone.append)
    canvas.activateWindow()
    canvas.setFocus()
    key, control = Qt.Key, Qt.KeyboardModifier.ControlModifier
    canvas.focused = 4
    for pressed in (key.Key_F2, key.Key_Return, key.Key_Enter):
        QTest.keyClick(canvas, pressed)
        assert canvas._field is None, "a tree that cannot be edited"
    QTest.keyClick(canvas, key.Key_Z, control)
    qtbot.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=canvas.center(4).toPoint())
    assert canvas._field is None and undone == []
    canvas.editable = True
    for pressed, text in ((key.Key_F2, "1"), (key.Key_Return, "2"), (key.Key_Enter, "3")):
        QTest.keyClick(canvas, pressed)
        field = canvas._field
        assert field is not None and field.text() == field.selectedText() == "12" and field.isVisible()
        assert field.geometry().contains(canvas.center(4).toPoint()) and field.maxLength() == 6
        assert field.accessibleName() == "Value of the leaf"
        field.setText(text)
        QTest.keyClick(field, key.Key_Return)
        assert edited[-1] == (4, text) and canvas._field is None
    QTest.keyClick(canvas, key.Key_F2)
    field = canvas._field
    assert field is not None
    field.setText("99")
    QTest.keyClick(field, key.Key_Escape)
    assert canvas._field is None and len(edited) == 3, "Esc changes nothing"
    qtbot.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=canvas.center(1).toPoint())
    assert canvas._field is None, "only leaves have values"
    qtbot.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=canvas.center(5).toPoint())
    assert canvas._field is not None and canvas._field.text() == "8"
    canvas.edit(4)
    assert canvas._field.text() == "12" and len(edited) == 3, "another field takes its place"
    canvas.show_drawing(canvas.drawing)
    assert canvas._field is None
    QTest.keyClick(canvas, key.Key_Z, control)
    QTest.keyClick(canvas, key.Key_Z, control | Qt.KeyboardModifier.ShiftModifier)
    assert undone == [-1, 1]


@pytest.mark.parametrize("editable", [True, False])
def test_the_keys_that_undo_belong_to_a_tree_that_can_be_edited(canvas: NodeLinkCanvas, editable: bool) -> None:
    canvas.editable = editable
    for keys, is_own in (("Ctrl+Z", True), ("Ctrl+Shift+Z", True), ("Ctrl+Y", None), ("Z", False), ("Right", False)):
        combination = QKeySequence(keys)[0]
        event = QKeyEvent(QEvent.Type.ShortcutOverride, combination.key(), combination.keyboardModifiers())
        event.ignore()
        QApplication.sendEvent(canvas, event)
        if is_own is not None:
            assert event.isAccepted() == (is_own and editable), keys


def test_the_description_of_a_node_names_its_marks(canvas: NodeLinkCanvas) -> None:
    walk = walk_of(parse_tree("((3 12 8) (2 4 6))"), "alphabeta")
    canvas.show_drawing(walked(walk, len(walk.steps())))
    words = {}
    for node in range(9):
        canvas.focused = -1
        canvas._focus(node)
        words[node] = canvas.accessibleDescription().split(", ")
    assert words[3][:3] == ["D", "Leaf", "3"] and words[7] == ["H", "Leaf", "4", "never visited"]
    assert words[2][:3] == ["C", "Minimiser", "≤ 2"] and {each[0] for each in words[2][3:5]} == {"α", "β"}
    assert words[0][:2] == ["A", "Maximiser"]
    canvas.show_drawing(canvas.drawing.marked([3], {3: State.RIGHT}))
    canvas._focus(0)
    canvas._focus(3)
    assert canvas.accessibleDescription().split(", ") == [*words[3], "chosen"]


# --- numbers, code and ticks ------------------------------------------------------------------------------------------


def test_the_numbers_of_a_node_are_painted_with_what_has_changed(qtbot: QtBot, theme: str) -> None:
    cards = NumberCards()
    qtbot.addWidget(cards)
    cards.resize(600, cards.height())
    cards.show_numbers(
        "C", [NodeNumber("α", "from A", "2"), NodeNumber("β", "by F", "1", "+∞"), NodeNumber("v", "", "—")]
    )
    look, seen = inks(), painted(cards)
    assert seen.texts == ["α at C · from A", "2", "β at C · just changed", "+∞", "1", "v at C", "—"]
    assert [(each.text, each.color) for each in seen.words if each.is_bold] == [
        ("2", look.text), ("1", look.accent), ("—", look.text)
    ]  # fmt: skip
    assert len(seen.drawn(look.accent)) == 1 and len(seen.drawn(look.line)) == 2
    cards.resize(240, cards.height())
    seen = painted(cards)
    assert "v at C" in seen.texts and not any("at C" in each for each in seen.texts if "α" in each or "β" in each)


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "negascout", "negamax"])
def test_the_lines_of_the_code_are_painted_and_those_of_the_step_marked(qtbot: QtBot, theme: str, name: str) -> None:
    walk, view = walk_of(parse_tree("((2 5) (1 8))"), name), CodeView()
    replay, code = walk.replay(), code_of(walk.events)
    assert code is not None
    qtbot.addWidget(view)
    view.resize(560, 300)
    look = inks()
    for step in (0, 1, 3, replay.decisions[0] - 1 if replay.decisions else 2, len(replay)):
        view.show_step(replay, step)
        view.resize(560, view.height())
        seen = painted(view)
        assert seen.texts[0] == f"Pseudo-code · {code.function}"
        lines = {each.text: each for each in seen.words if each.text.isdigit() and each.color == look.secondary}
        assert [str(n) in lines for n in range(1, len(code.lines) + 1)] == [True] * len(code.lines)
        for number, line in enumerate(code.lines, 1):
            row = [
                each for each in seen.words if abs(each.y - lines[str(number)].y) < 3 and each is not lines[str(number)]
            ]
            plain_text = code.text(number).replace("**", "")
            assert "".join(each.text for each in row).startswith(plain_text)
            is_other = line.side not in (BOTH, replay.mover(step)) and replay.mover(step) != BOTH
            assert row[0].color == (look.border if is_other else look.text)
            bold = [part for place, part in enumerate(code.text(number).split("**")) if place % 2]
            assert [each.text for each in row if each.is_bold] == bold
            note = "".join(each.text for each in row)[len(plain_text) :]
            if view.now is not None and number == view.now.line:
                assert note in (view.now.numbers, view.now.numbers[view.now.numbers.rfind(" = ") + 1 :])
            elif view.next is not None and number == view.next.line:
                assert note == view.next.question
            else:
                assert note == ""
        bars = [each for each in seen.filled(look.gold) if each.kind == "rect"]
        assert len(bars) == (view.now is not None) and len(seen.filled(look.chosen)) >= len(bars)
        dashed = [each for each in seen.drawn(look.gold) if each.is_dashed]
        assert len(dashed) == (view.next is not None and (view.now is None or view.next.line != view.now.line))


def test_a_decision_is_a_tick_of_the_slider(qtbot: QtBot, theme: str) -> None:
    bar = StepBar()
    qtbot.addWidget(bar)
    bar.resize(900, 40)
    bar.show()
    replay = walk_of(parse_tree("((2 5) (1 8))"), "alphabeta").replay()
    bar.show_replay(replay)
    gold = inks().gold
    ticks = painted(bar.slider).filled(gold)
    assert [round((each.left + each.right) / 2) for each in ticks] == bar.slider.ticks() and len(ticks) == 3
    bar.set_steps(5, ())
    assert not painted(bar.slider).filled(gold)


# --- the panel of an exercise -----------------------------------------------------------------------------------------


def test_the_rows_of_a_judgement_have_its_signs_and_colours(qtbot: QtBot, theme: str) -> None:
    learn = LearnWorkspace()
    qtbot.addWidget(learn)
    learn.start_exercise("prune", Difficulty(2, 3, 1), 17)
    panel, attempt, look = learn.panel, learn.attempt, inks()
    assert attempt is not None
    right = sorted(attempt.kind.solution(attempt.exercise).nodes)
    wrong = min(set(attempt.tree.leaves) - set(right))
    for node in (right[0], wrong):
        attempt.click(node)
    panel.check_button.click()
    assert panel.verdict is not None and len(panel.verdict.items) == panel.rows.count() > 2
    colors = {State.RIGHT: look.good, State.WRONG: look.accent, State.MISSING: look.text}
    words = {State.RIGHT: "", State.WRONG: "wrong", State.MISSING: "missing"}
    for place, item in enumerate(panel.verdict.items):
        row = panel.rows.item(place)
        assert row.foreground().color().name() == colors[item.state]
        assert row.text() == f"{SIGNS[item.state]}   {item.name}   {item.text}   {words[item.state]}"
        with qtbot.waitSignal(panel.node_selected) as heard:
            panel.rows.setCurrentRow(-1)
            panel.rows.setCurrentRow(place)
        assert heard.args == [item.node] and attempt.selected == item.node
        assert panel.box.text.startswith(f"{SIGNS[item.state]} Node {node_name(item.node)}\n")
    assert panel._summary.property("role") == "error"
    panel.again_button.click()
    for node in right:
        learn.picture.canvas.clicked.emit(node)
    panel.check_button.click()
    assert panel._summary.property("role") == "good" and panel.box.text.startswith("Why\n")
    panel.again_button.click()
    panel.solution_button.click()
    assert panel._summary.property("role") == "secondary" and panel.box.text.startswith("Why\n")


def test_a_judgement_has_room_for_a_few_rows(qtbot: QtBot) -> None:
    learn = LearnWorkspace()
    qtbot.addWidget(learn)
    panel = learn.panel
    for name in kinds():
        learn.start_exercise(name, None, 3)
        learn.check()
        count, is_numbers = panel.rows.count(), find_kind(name).form is Form.NUMBERS
        assert panel.rows.isHidden() == (count == 0)
        assert panel.rows.height() == style.ROW * min(4 if is_numbers else 6, max(1, count)) + 2
        assert panel._form.isHidden() != is_numbers
        if panel.verdict is not None and panel.verdict.items:
            assert panel.rows.currentRow() == 0, "the first part that is wrong is explained"
            assert panel.verdict.items[0].state is not State.RIGHT


# --- worksheets on paper ----------------------------------------------------------------------------------------------


def printed(sheets: Sequence[Sheet], height: int = 3000) -> tuple[int, Painted]:
    """Return the number of pages of worksheets, and all that was painted."""
    device = SvgDevice(700, height)
    assert draw_sheets(sheets, device)  # type: ignore[arg-type]
    return device.pages, device.painted()


def test_a_worksheet_on_paper_has_all_its_parts(qapp: QApplication) -> None:
    exercises = (generate("size", seed=3), generate("windows", Difficulty(2, 3, 1), 5))
    version = Version("A", exercises, (2, 1))
    blank, answers = (
        make_sheet(version, answers=False, title="Test"),
        make_sheet(version, answers=True, command="make it"),
    )
    pages, seen = printed([blank])
    words = seen.texts
    assert pages == 1
    assert words[0] == "Test (version A)" and seen.words[0].is_bold and seen.words[0].size == 22
    assert words[1:5] == ["Full name:", "School class:", "Date:", "Points of 3:"]
    for part in blank.parts:
        assert seen.of(part.heading).is_bold and seen.of(part.heading).size == 16
        assert part.tree in words and not any(part.answer in each for each in words if part.answer)
        for line in part.lines:
            for label in line.labels:
                assert label in words
            if line.node:
                assert any(each.text == line.node and each.is_bold for each in seen.words)
    # A rule to write on follows each word of the head and each label.
    rules = [each for each in seen.drawn("#555555") if each.kind == "polyline" and each.width < 1]
    assert len(rules) == 4 + sum(len(line.labels) for part in blank.parts for line in part.lines)
    assert all(each.right > each.left and abs(each.top - each.bottom) < 0.1 and each.right <= 700 for each in rules)
    _, seen = printed([answers])
    words = seen.texts
    assert words[0] == "Worksheet: answers (version A)" and "Full name:" not in words
    for part in answers.parts:
        assert any(each.is_bold and part.answer.startswith(each.text[:20]) for each in seen.words)
    assert "make it" in " ".join(words) and seen.words[-1].color == "#555555" and seen.words[-1].size == 10


def test_a_key_on_paper_has_the_answers_of_each_version(qapp: QApplication) -> None:
    made = [
        Version(letter, (generate("prune", seed=seed), generate("size", seed=seed)), (3, 1))
        for seed, letter in ((1, "A"), (2, "B"))
    ]
    _, seen = printed([make_key(made, title="Test")])
    words = seen.texts
    assert [each for each in words if each.startswith("Version")] == ["Version A", "Version B"]
    assert all(seen.of(each).is_bold for each in ("Version A", "Version B"))
    for key in make_key(made, title="Test").keys:
        for number, answer, points in key.rows:
            text = f"{number}. {answer}   (Points: {points})"
            assert any(text.startswith(each) and each[:2] == f"{number}." for each in words)


def test_a_part_that_does_not_fit_begins_on_the_next_page(qapp: QApplication) -> None:
    exercises = tuple(generate("size", seed=seed) for seed in range(4))
    sheet = make_sheet(Version("", exercises), answers=False)
    for height in (3000, 1200, 900):
        pages, seen = printed([sheet], height)
        headings = [each for each in seen.words if each.is_bold and each.size == 16]
        assert [each.text[0] for each in headings] == list("1234")
        tops = [after for before, after in pairwise(headings) if after.y <= before.y]
        assert len(tops) + 1 == pages and all(each.y < 30 for each in tops), "an exercise is not divided"
        assert (pages == 1) == (height == 3000) and all(each.y < height for each in seen.words)
    assert printed([sheet, sheet])[0] == 2, "each sheet begins on a new page"
