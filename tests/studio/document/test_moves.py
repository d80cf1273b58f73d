"""The move list follows the record, whatever is done to it."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import Score
from engine.records.tree import ROOT, EvaluationNote
from studio.document.document import Document
from studio.document.labels import label_of
from studio.document.move_list import FIRST, FIRST_SCORE, MoveTableModel
from studio.document.move_text import MoveText
from studio.document.moves import MovesPanel
from studio.document.rows import MoveRowKind, rows_of
from studio.document.values import Values


@pytest.fixture
def document() -> Iterator[Document]:
    made = Document(find_game("cotoan")())
    yield made
    made.close()


def play(document: Document, *texts: str) -> int:
    for text in texts:
        document.play(document.game.parse_move(document.position, text))
    return document.cursor


def picture(model: MoveTableModel) -> list[str]:
    """The table as text, a row a line."""
    rows = []
    for row in range(model.rowCount()):
        texts = [str(model.index(row, column).data() or "") for column in range(model.columnCount())]
        rows.append(" | ".join(texts).rstrip(" |"))
    return rows


def test_the_main_line_is_the_spine_wherever_the_cursor_is(document: Document, qtbot: QtBot) -> None:
    panel = MovesPanel(document)
    qtbot.addWidget(panel)
    QAbstractItemModelTester(panel.model, QAbstractItemModelTester.FailureReportingMode.Fatal, panel)
    play(document, "i1i9", "a11a3", "h1h8")
    fork = document.tree.main_line()[1]
    document.go(fork)
    play(document, "b11b4", "g1g2")
    spine = [
        "1. | 9i1-i9 |  | 9a11-a3",
        " | 1… 8b11-b4 2. 7g1-g2",
        "2. | 8h1-h8",
    ]
    assert picture(panel.model) == spine
    for node in document.tree.nodes:
        document.go(node)
        assert picture(panel.model) == spine
        assert panel.table.cursor_node == node


def test_looking_changes_no_row(document: Document, qtbot: QtBot) -> None:
    panel = MovesPanel(document)
    qtbot.addWidget(panel)
    play(document, "i1i9", "a11a3", "h1h8")
    document.go(document.tree.main_line()[1])
    play(document, "b11b4", "g1g2")
    model = panel.model
    signals = [model.modelReset, model.dataChanged, model.rowsInserted, model.rowsRemoved, model.layoutChanged]
    heard: list[object] = []
    for signal in signals:
        signal.connect(lambda *_: heard.append(1))
    for step in (document.to_start, document.forward, document.to_end, document.next_sibling, document.back,
                 document.previous_sibling, document.next_branch, document.previous_branch):  # fmt: skip
        step()
    assert heard == []


def test_variations_are_nested(document: Document, qtbot: QtBot) -> None:
    panel = MovesPanel(document)
    qtbot.addWidget(panel)
    first = play(document, "i1i9")
    play(document, "a11a3", "h1h8")
    document.go(first)
    inner = play(document, "b11b4")
    play(document, "g1g2", "c11c7")
    document.go(inner)
    play(document, "g1g3", "c11c7")
    document.go(first)
    play(document, "c11c7")
    assert picture(panel.model) == [
        "1. | 9i1-i9 |  | 9a11-a3",
        " | 1… 8b11-b4 2. 7g1-g2",
        " | 2. 7g1-g3 7c11-c7",
        " | 2… 7c11-c7",
        " | 1… 7c11-c7",
        "2. | 8h1-h8",
    ]
    assert [row.depth for row in panel.model.rows()] == [0, 1, 2, 1, 1, 0]


def test_only_rows_that_differ_change(document: Document, qtbot: QtBot) -> None:
    panel = MovesPanel(document)
    qtbot.addWidget(panel)
    play(document, "i1i9", "a11a3", "h1h8")
    model = panel.model
    changes: list[tuple[str, int, int]] = []
    model.dataChanged.connect(lambda first, last: changes.append(("changed", first.row(), last.row())))
    model.rowsInserted.connect(lambda _, first, last: changes.append(("inserted", first, last)))
    model.rowsRemoved.connect(lambda _, first, last: changes.append(("removed", first, last)))
    model.modelReset.connect(lambda: changes.append(("reset", 0, 0)))

    def after(act: Callable[[], object]) -> set[tuple[str, int, int]]:
        changes.clear()
        act()
        return set(changes)

    # A reply fills the row of its move, a move of FIRST begins a row, and a variation is inserted below its move.
    assert after(lambda: play(document, "c11c7")) == {("changed", 1, 1)}
    assert after(lambda: play(document, "g1g2")) == {("inserted", 2, 2)}
    document.go(document.tree.main_line()[1])
    assert after(lambda: play(document, "b11b4")) == {("inserted", 1, 1)}
    assert after(document.undo) == {("removed", 1, 1)}
    assert after(lambda: document.toggle_nag(document.tree.main_line()[3], 1)) == {("changed", 1, 1)}
    assert after(lambda: document.new(find_game("nim")())) == {("reset", 0, 0)}


def test_scores_of_another_program_have_our_form() -> None:
    """In pawns with two decimals, and a forced win in plies. A text that is not understood is shown as it is."""
    document = Document()
    document.open_text(
        "1. e4 {[%eval 0.2]} c5 {-0.33/12 0.07s} 2. Nf3 {[%eval #3]} Nc6 {[%eval 25,18]} 3. Bb5 {[%eval good]} *"
    )
    values = Values(document.tree)
    assert [values.text(node) for node in range(1, 6)] == ["+0.20", "+0.33", "#6", "+0.25", "good"]
    assert values.title() == "from the file"
    assert values.tool_tip(4) == ["+0.25 in pawns, seen by White · depth 18"]
    document.add_evaluations({4: [EvaluationNote("pvs", 3, Score(9, Player.FIRST))]})
    values = Values(document.tree)
    assert values.text(4) == "+0.25", "the values of one author"
    assert len(values.tool_tip(4)) == 2


def test_glyphs_scores_comments(document: Document, qtbot: QtBot) -> None:
    panel = MovesPanel(document)
    qtbot.addWidget(panel)
    panel.resize(420, 300)
    panel.show()
    node = play(document, "i1i9")
    document.toggle_nag(node, 5)
    document.set_comment(node, "bold")
    notes = [EvaluationNote("greedy", 1, Score(3, Player.FIRST)), EvaluationNote("minimax", 4, Score(7, Player.SECOND))]
    document.add_evaluations({node: [replace(each, evaluation="material") for each in notes]})
    index = panel.model.index(0, FIRST)
    assert index.data() == "9i1-i9 !? ❞"
    assert panel.model.index(0, FIRST_SCORE).data() == "−7"
    assert panel.table.columnWidth(FIRST_SCORE) > 0
    assert "bold" in index.data(Qt.ItemDataRole.ToolTipRole)
    assert panel.comment.toPlainText() == "bold"


@pytest.mark.parametrize("height", [411, 700])
def test_the_comment_is_not_cut_after_the_panel_has_grown_or_shrunk(
    document: Document, qtbot: QtBot, height: int
) -> None:
    panel = MovesPanel(document)
    qtbot.addWidget(panel)
    panel.resize(400, 700 if height == 411 else 411)
    panel.show()
    QApplication.processEvents()
    panel.resize(400, height)
    QApplication.processEvents()
    bottom = panel.comment.mapTo(panel, panel.comment.rect().bottomLeft()).y()
    assert height - 20 <= bottom < height


def test_the_headings_fit_the_moves_while_the_record_is_replaced(qtbot: QtBot) -> None:
    """Another listener can lay out the table before the model receives the change, when its line no longer exists."""
    document = Document()
    seen: list[object] = []
    models: list[MoveTableModel] = []

    def lay_out() -> None:
        for model in models:
            seen.extend(model.headerData(section, Qt.Orientation.Horizontal) for section in range(5))

    document.changed.connect(lay_out)
    document.new(find_game("cotoan")())
    models.append(MoveTableModel(document))
    play(document, "i1i9", "a11a3")
    for change in (document.undo, document.undo, document.redo, lambda: document.new(find_game("nim")())):
        seen.clear()
        change()
        assert seen[FIRST], "the side's name"
    document.close()


def test_a_click_goes_to_the_move(document: Document, qtbot: QtBot) -> None:
    panel = MovesPanel(document)
    qtbot.addWidget(panel)
    panel.resize(420, 500)
    panel.show()
    first = play(document, "i1i9")
    play(document, "a11a3", "h1h8")
    place = panel.table.visualRect(panel.model.index(0, FIRST)).center()
    QTest.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    assert document.cursor == first
    panel.set_style("text")
    span = panel.text.span(document.tree.main_line()[2])
    assert span is not None
    cursor = panel.text.textCursor()
    cursor.setPosition(span[0] + 1)
    point = panel.text.cursorRect(cursor).center() + QPoint(1, 0)
    QTest.mouseClick(panel.text.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point)
    assert document.tree.ply(document.cursor) == 2


def test_the_tree_as_text(document: Document, qtbot: QtBot) -> None:
    panel = MovesPanel(document)
    qtbot.addWidget(panel)
    play(document, "i1i9", "a11a3", "h1h8", "c11c7")
    line = document.tree.main_line()
    document.set_comment(line[2], "A reply.")
    document.go(line[1])
    play(document, "b11b4", "g1g2")
    document.back()
    play(document, "g1g3")
    document.go(line[3])
    document.toggle_nag(line[3], 2)
    panel.set_style("text")
    text = panel.text.toPlainText().replace("\u00a0", " ").splitlines()
    assert [each.strip() for each in text] == [
        "1. 9i1-i9 9a11-a3 A reply.",
        "1… 8b11-b4 2. 7g1-g2 (2. 7g1-g3)",
        "2. 8h1-h8? 7c11-c7",
    ]
    assert set(panel.text._spans) == set(document.tree.nodes) - {ROOT}


def test_a_comment_is_kept_when_the_cursor_moves(document: Document, qtbot: QtBot) -> None:
    panel = MovesPanel(document)
    qtbot.addWidget(panel)
    node = play(document, "i1i9")
    panel.comment.setPlainText("words")
    document.to_start()
    assert document.tree[node].comment == "words"
    assert panel.comment.toPlainText() == ""
    document.undo()
    assert document.tree[node].comment == ""
    document.go(node)
    assert panel.comment.toPlainText() == ""


def test_the_table_is_whole_while_other_listeners_are_informed_first(document: Document, qtbot: QtBot) -> None:
    """A listener may make the view ask the model for its cells and headers before the model has followed."""
    seen: list[list[str]] = []

    def look() -> None:
        headers = [
            str(model.headerData(section, Qt.Orientation.Horizontal) or "") for section in range(model.columnCount())
        ]
        seen.append([*headers, *picture(model)])

    document.changed.connect(look)
    model = MoveTableModel(document)
    play(document, "i1i9", "a11a3", "i9i8")
    before = [*("", "Red", "", "Blue", ""), *picture(model)]
    seen.clear()
    document.new(find_game("chess")())
    document.play(document.game.parse_move(document.position, "e4"))
    assert seen == [before, ["", "White", "", "Black", ""]]
    model.deleteLater()


def test_a_position_set_up_in_between(document: Document, qtbot: QtBot) -> None:
    panel = MovesPanel(document)
    qtbot.addWidget(panel)
    play(document, "i1i9")
    document.set_up("9/4b04/3b95/9/9/3r55/3r85/9/9/4r04/9 r 0 0 0 12")
    play(document, "d5d9")
    assert "Set up" in " ".join(picture(panel.model))
    assert "8d5x9d9 (8−5)" in " ".join(picture(panel.model))
    panel.set_style("text")
    assert "Set up" in panel.text.toPlainText()


OPERATIONS = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 200)), max_size=25)


def operate(document: Document, kind: int, number: int) -> None:
    """Change the record or the cursor in one of ten ways."""
    nodes = sorted(document.tree.nodes)
    node = nodes[number % len(nodes)]
    if kind <= 2:
        legal = document.position.legal_moves()
        if legal:
            document.play(legal[number % len(legal)])
    elif kind == 3:
        document.go(node)
    elif kind == 4:
        document.delete(node)
    elif kind == 5:
        document.undo()
    elif kind == 6:
        document.redo()
    elif kind == 7 and node != ROOT:
        document.to_main_line(node)
    elif kind == 8 and node != ROOT:
        document.toggle_nag(node, 1 + number % 6)
    elif kind == 9:
        document.set_comment(node, ("", "good", "two\nlines \U0001f600", "\x01")[number % 4])


@settings(max_examples=60)
@given(OPERATIONS, st.booleans(), st.booleans())
def test_the_model_follows_whatever_is_done(operations: list[tuple[int, int]], single: bool, comments: bool) -> None:
    document = Document(find_game("cotoan")())
    model = MoveTableModel(document)
    model.set_shape(single=single, comments=comments)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    try:
        for kind, number in operations:
            operate(document, kind, number)
            rows = model.rows()
            assert rows == rows_of(document.tree, single=single, comments=comments)
            main = [node for row in rows if row.kind is MoveRowKind.MOVES for node in row.nodes if node is not None]
            assert main == document.tree.main_line()[1:]
            others = [node for row in rows if row.kind is MoveRowKind.VARIATION for node, _ in row.line]
            assert sorted([*main, *others, ROOT]) == sorted(document.tree.nodes)
            for each in (*main, *others):
                place = model.index_of(each)
                assert place.isValid() and each in (model.node(place), *(node for node, _ in rows[place.row()].line))
                assert model.label(each) == label_of(document.tree, each)
    finally:
        document.close()
        del tester


@settings(max_examples=25)
@example([(0, 1), (3, 0), (0, 0), (4, 0)])  # the text becomes empty after its last line was indented
@given(OPERATIONS)
def test_the_text_that_is_changed_in_parts_is_that_written_at_once(
    qapp: QApplication, operations: list[tuple[int, int]]
) -> None:
    document = Document(find_game("cotoan")())
    model = MoveTableModel(document)
    text = MoveText(document, model)
    try:
        for kind, number in operations:
            operate(document, kind, number)
            text.refresh()
            whole = MoveText(document, model)
            whole.refresh()
            assert text.toHtml() == whole.toHtml()
            assert {node: text.span(node) for node in document.tree.nodes} == {
                node: whole.span(node) for node in document.tree.nodes
            }
    finally:
        document.close()


@pytest.mark.parametrize("act", ["undo", "redo", "comment", "variation"])
def test_the_text_before_a_change_is_kept(document: Document, qtbot: QtBot, act: str) -> None:
    """Writing the text of a game of 330 moves took 40 ms, and each change wrote it twice."""
    panel = MovesPanel(document)
    qtbot.addWidget(panel)
    panel.set_style("text")
    play(document, "i1i9", "a11a3", "h1h8", "c11c7")
    line = document.tree.main_line()
    if act == "redo":
        document.undo()
    if act == "variation":
        document.go(line[2])
    changes: list[tuple[int, int, int]] = []
    panel.text.document().contentsChange.connect(lambda *each: changes.append(each))
    if act == "comment":
        document.set_comment(line[3], "good")
    elif act == "variation":
        play(document, "b1b3")
    else:
        getattr(document, act)()
    kept = panel.text.span(line[2])
    assert kept is not None
    assert len(changes) == 1
    assert changes[0][0] >= kept[1]
