"""The move list as it is painted and used: columns, lines of variations, mouse, values, and what is painted again."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from importlib import resources
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.score import WIN, Score
from engine.records import edits
from engine.records.formats import find_format
from engine.records.tree import ROOT, EvaluationNote, GameTree, Record
from studio.document import move_list, move_table
from studio.document.document import Document
from studio.document.move_list import FIRST, FIRST_SCORE, SECOND, SECOND_SCORE
from studio.document.move_table import MoveTable
from studio.document.moves import MovesPanel
from studio.document.rows import MoveRow, MoveRowKind
from studio.look import scores, style

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier

CHESS = """[Game "chess"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 {The Italian game.} Nf6 4. Ng5 d5 5. exd5 Nxd5?! (5... Na5 6. Bb5+ (6. d3 h6 7. Nf3 e4
8. Qe2 (8. dxe4?! Nxc4 9. Qd4 Nb6) 8... Nxc4 9. dxc4) 6... c6 7. dxc6 bxc6 8. Be2 h6 9. Nf3 e4 10. Ne5 Bd6 11. d4
Qc7 12. Bf4 O-O 13. O-O Re8 14. Nc3) (5... b5 6. Bf1) 6. Nxf7!? Kxf7 7. Qf3+ Ke6 8. Nc3 Nb4 9. O-O c6 10. d4 Nxc2?
(10... Qf6!) 11. dxe5?? {Overlooks the rook on a1.} Nxa1 12. Rd1 Bc5 13. Ne4 Be7 14. Bg5? Bxg5 15. Qg4+ *
"""


@pytest.fixture
def document() -> Iterator[Document]:
    made = Document(find_game("chess")())
    yield made
    made.close()


@pytest.fixture
def panel(document: Document, qtbot: QtBot, qapp: QApplication) -> MovesPanel:
    style.apply(qapp, "light")
    made = MovesPanel(document)
    qtbot.addWidget(made)
    made.resize(311, 530)
    made.show()
    qtbot.waitExposed(made)
    document.open_text(CHESS)
    qapp.processEvents()
    return made


def is_open(position: Position) -> bool:
    """Whether the game is not over."""
    return position.outcome() is None and bool(position.legal_moves())


@cache
def long_game(plies: int = 600, variations: int = 200) -> str:
    """Return a game of xiangqi as text, with variations of two plies at every other ply."""
    rng = random.Random(3)
    tree = GameTree.start(find_game("xiangqi")())

    def choose(position: Position, but: int | None = None) -> int | None:
        moves = [move for move in position.legal_moves() if move != but]
        rng.shuffle(moves)
        return next((move for move in moves if is_open(position.play(move))), None)

    position = tree.position(ROOT)
    moves = []
    for _ in range(plies):
        move = choose(position)
        assert move is not None
        moves.append(move)
        position = position.play(move)
    tree = edits.add_line(tree, ROOT, moves).apply(tree)
    line = tree.main_line()
    for start in line[2:-1:2]:
        position = tree.position(start)
        first = choose(position, tree.nodes[tree.nodes[start].children[0]].move)
        second = None if first is None else choose(position.play(first))
        if first is not None and second is not None and variations > 0:
            tree = edits.add_line(tree, start, [first, second]).apply(tree)
            variations -= 1
    return find_format("record.pgn").write([Record({}, tree)])


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> Counter[MoveRow]:
    """How many times each row was painted."""
    counted: Counter[MoveRow] = Counter()
    drawn = MoveTable.drawn

    def count(self: MoveTable, row: MoveRow) -> QPixmap:
        counted[row] += 1
        return drawn(self, row)

    monkeypatch.setattr(MoveTable, "drawn", count)
    return counted


def test_ten_plies_are_visible_next_to_the_comment(panel: MovesPanel) -> None:
    panel.table.verticalScrollBar().setValue(0)
    bottom = panel.table.viewport().height()
    model = panel.model
    full = [
        row for row in range(model.rowCount())
        if model.row(row).kind is MoveRowKind.MOVES
        and panel.table.rowViewportPosition(row) + panel.table.rowHeight(row) <= bottom
    ]  # fmt: skip
    assert 2 * len(full) >= 10
    assert panel.comment.height() == 66
    assert panel.table.rowHeight(0) == 28


def test_moving_the_cursor_paints_two_rows(
    painted: Counter[MoveRow], panel: MovesPanel, document: Document, qapp: QApplication
) -> None:
    line = document.tree.main_line()
    document.go(line[15])
    qapp.processEvents()
    painted.clear()
    document.go(line[13])
    qapp.processEvents()
    rows = {panel.model.row(panel.model.index_of(line[ply]).row()) for ply in (13, 15)}
    assert set(painted) == rows


def test_a_long_game_paints_only_what_is_visible_and_changed(
    painted: Counter[MoveRow],
    panel: MovesPanel,
    document: Document,
    qapp: QApplication,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[int] = []
    label_of = move_list.label_of
    monkeypatch.setattr(move_list, "label_of", lambda tree, node: made.append(node) or label_of(tree, node))
    document.open_text(long_game())
    for _ in range(3):  # the layout of the rows is delayed by a timer of Qt
        qapp.processEvents()
    assert len(document.tree.main_line()) == 601
    assert sum(row.kind is MoveRowKind.VARIATION for row in panel.model.rows()) == 200
    # Only visible rows are painted, and only they, the sample of the columns and the variations need labels.
    assert 0 < len(painted) < 40
    main = set(document.tree.main_line())
    assert sum(node in main for node in made) <= move_list.SAMPLE + 80
    painted.clear()
    made.clear()
    node = document.tree.main_line()[6]
    document.toggle_nag(node, 1)
    qapp.processEvents()
    assert set(painted) == {panel.model.row(panel.model.index_of(node).row())}
    assert made == [node]
    painted.clear()
    document.to_end()
    qapp.processEvents()
    painted.clear()
    made.clear()
    document.play(document.position.legal_moves()[0])
    qapp.processEvents()
    assert 0 < len(painted) < 40 and len(made) < 10


def test_variation_at_the_cursor_is_shown_whole(panel: MovesPanel, document: Document) -> None:
    model, table = panel.model, panel.table
    long = max((row for row in model.rows() if row.kind is MoveRowKind.VARIATION), key=lambda row: len(row.line))
    index = model.rows().index(long)
    assert table.lines(long).is_cut and table.rowHeight(index) == 48
    last = long.line[-1][0]
    document.go(last)
    lines = table.lines(long)
    assert not lines.is_cut
    assert [each.word.node for each in lines.words if each.word.node is not None] == [node for node, _ in long.line]
    assert table.rowHeight(index) == lines.height > 48
    assert table.viewport().rect().contains(table.box_of(last))
    document.to_start()
    assert table.rowHeight(index) == 48


def test_clicks_go_to_moves_of_variations(panel: MovesPanel, document: Document) -> None:
    model, table = panel.model, panel.table
    row = next(row for row in model.rows() if row.kind is MoveRowKind.VARIATION and row.depth == 1)
    node = row.line[1][0]
    table.verticalScrollBar().setValue(60)
    QTest.mouseClick(table.viewport(), LEFT, NONE, table.box_of(node).center())
    assert document.cursor == node
    # A click between two moves goes to the first of the row, and one on the number nowhere.
    assert table.node_at(table.box_of(node).topLeft() - QPoint(1, 0)) == row.line[0][0]
    assert table.node_at(QPoint(4, table.rowViewportPosition(0) + 5)) is None
    QTest.mouseClick(table.viewport(), LEFT, NONE, table.visualRect(model.index(0, SECOND)).center())
    assert document.cursor == document.tree.main_line()[2]


def test_the_ellipsis_goes_to_the_first_hidden_move(panel: MovesPanel, document: Document) -> None:
    model, table = panel.model, panel.table
    long = max((row for row in model.rows() if row.kind is MoveRowKind.VARIATION), key=lambda row: len(row.line))
    lines = table.lines(long)
    shown = sum(each.word.node is not None for each in lines.words)
    place = lines.words[-1].box.center().toPoint() + QPoint(0, table.rowViewportPosition(model.rows().index(long)))
    assert lines.words[-1].word.text == "…"
    QTest.mouseClick(table.viewport(), LEFT, NONE, place)
    assert document.cursor == long.line[shown][0]


def note(value: int, algorithm: str = "negascout", depth: int = 5, evaluation: str = "") -> EvaluationNote:
    return EvaluationNote(algorithm, depth, Score(value, Player.FIRST), evaluation=evaluation)


def test_narrow_lists_lose_values_then_the_second_column(panel: MovesPanel, document: Document) -> None:
    document.add_evaluations({node: [note(150)] for node in document.tree.main_line()})
    table, model = panel.table, panel.model

    def shown(width: int) -> list[bool]:
        panel.resize(width, 530)
        return [table.columnWidth(column) > 0 for column in (FIRST, FIRST_SCORE, SECOND, SECOND_SCORE)]

    assert shown(311) == [True, True, True, True]
    assert not model.is_single
    assert shown(230) == [True, False, True, False]
    assert shown(150) == [True, True, False, False]
    assert model.is_single
    assert [model.index(row, 0).data() for row in range(2)] == ["1.", "1…"]
    assert [model.index(row, FIRST).data() for row in range(2)] == ["e4", "e5"]
    assert shown(311) == [True, True, True, True]


def test_a_change_of_the_theme_keeps_the_columns(panel: MovesPanel, qapp: QApplication) -> None:
    """Qt gave columns of width 0 its default width, which moved the second column out of the list."""
    panel.resize(311, 530)
    table = panel.table
    widths = [table.columnWidth(column) for column in range(table.model().columnCount())]
    assert 0 in widths
    for mode in ("dark", "light"):
        style.apply(qapp, mode)  # type: ignore[arg-type]
        qapp.processEvents()
        assert [table.columnWidth(column) for column in range(table.model().columnCount())] == widths


def test_no_move_of_a_narrow_list_is_elided(
    panel: MovesPanel, document: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    document.open_text(long_game(80, 0))
    # One of many moves is longer than the others because of its glyphs.
    document.toggle_nag(document.tree.main_line()[78], 4)
    elided = []
    write = move_table._write

    def watched(
        painter: QPainter, font: QFont, color: QColor, x: float, area: QRectF, text: str, width: float
    ) -> float:
        painter.setFont(font)
        if painter.fontMetrics().horizontalAdvance(text) > width + 1:
            elided.append(text)
        return write(painter, font, color, x, area, text, width)

    monkeypatch.setattr(move_table, "_write", watched)
    for width in range(150, 330, 4):
        panel.resize(width, 2600)
        panel.table.viewport().grab()
        assert not elided, width


def test_comments_have_rows_where_there_is_room(panel: MovesPanel, document: Document) -> None:
    def comments() -> list[str]:
        model = panel.model
        return [model.comment_text(row) for row in model.rows() if row.kind is MoveRowKind.COMMENT]

    assert comments() == []
    panel.resize(479, 700)
    assert comments() == ["3. The Italian game.", "11. Overlooks the rook on a1."]
    node = document.tree.main_line()[1]
    document.set_comment(node, "Best by test.")
    assert comments()[0] == "1. Best by test."
    panel.resize(479, 300)
    assert comments() == []


def test_values_name_their_author_unit_and_side(panel: MovesPanel, document: Document) -> None:
    line = document.tree.main_line()
    document.add_evaluations({node: [note(91), note(-30, "greedy", 1)] for node in line})
    model = panel.model
    assert model.index(0, FIRST_SCORE).data() == "+0.91"
    assert panel.head.whole == "values: NegaScout d5"
    tip = model.tool_tip(line[1])
    assert "+0.91 in pawns, seen by White · NegaScout · depth 5" in tip
    panel.set_reference(("greedy", ""))
    assert model.index(0, FIRST_SCORE).data() == "−0.30"
    assert panel.head.whole == "values: Greedy d1"
    panel.set_reference(("minimax", ""))
    assert panel.head.whole == "values: NegaScout d5"
    panel.set_reference(None)
    document.undo()
    assert panel.head.whole == ""
    assert panel.table.columnWidth(FIRST_SCORE) == 0


def test_values_of_both_players_are_shown(panel: MovesPanel, document: Document) -> None:
    """The evaluations of a match alternate between two authors."""
    line = document.tree.main_line()[1:9]
    document.add_evaluations({
        node: [note(10 * ply, "negascout" if ply % 4 < 2 else "greedy", 3 if ply % 3 else 4)]
        for ply, node in enumerate(line)
    })  # fmt: skip
    document.add_evaluations({line[0]: [note(1, "minimax")], line[1]: [note(2, "minimax")]})
    shown = [panel.model.values.text(node) for node in line]
    assert all(shown)


def test_wins_found_earlier_do_not_hide_the_depth(panel: MovesPanel, document: Document) -> None:
    line = document.tree.main_line()
    document.add_evaluations({line[1]: [note(91)], line[2]: [note(WIN - 3, depth=3)]})
    assert panel.head.whole == "values: NegaScout d5"
    assert panel.model.values.text(line[2]) == "#3"


def test_values_follow_the_point_of_view(panel: MovesPanel, document: Document) -> None:
    line = document.tree.main_line()
    document.add_evaluations({node: [note(91)] for node in line})
    scores.choose(of_turn=True)
    panel.retranslate()
    assert panel.model.index(0, FIRST_SCORE).data() == "−0.91"
    assert panel.model.index(0, SECOND_SCORE).data() == "+0.91"
    scores.choose(of_turn=False)


def test_the_caption_names_the_move(panel: MovesPanel, document: Document) -> None:
    caption = panel._box.caption
    assert caption.whole == "Comment on the start"
    document.go(document.tree.main_line()[10])
    assert caption.whole == "Comment on 5… Nxd5"
    document.next_sibling()
    assert caption.whole == "Comment on 5… Na5"
    assert document.cursor != ROOT


def test_the_shape_is_chosen_once_where_its_rows_differ(
    panel: MovesPanel, document: Document, qapp: QApplication
) -> None:
    """The widest labels of half of the rows, while the others are being removed, can need the other shape."""
    sample = resources.files("resources") / "records" / "chess" / "game-of-the-century.en.pgn"
    document.open_text(sample.read_text(encoding="utf-8"))
    model, shapes = panel.model, set()
    for width in (*range(100, 220), *range(220, 100, -1)):
        panel.table.resize(width, 300)
        shapes.add(model.is_single)
        rows = [row for row in model.rows() if row.kind is MoveRowKind.MOVES]
        assert all((None in row.nodes) == model.is_single for row in rows[:-1])
        assert panel.table.verticalHeader().count() == model.rowCount()
    assert shapes == {False, True}


def test_pictures_of_rows_follow_everything_that_they_show(
    document: Document, panel: MovesPanel, qapp: QApplication
) -> None:
    """Pictures of rows are kept; an image without them is the same after each change."""
    table, tree = panel.table, document.tree
    variation = [node for node in tree.nodes if not tree.is_on_main_line(node)]
    line = tree.main_line()

    def image() -> QImage:
        qapp.processEvents()
        return table.viewport().grab().toImage()

    seen = [image()]
    changes: list[Callable[[], object]] = [
        lambda: document.go(variation[3]),
        lambda: document.go(variation[4]),
        lambda: document.toggle_nag(variation[5], 4),
        lambda: document.set_comment(variation[6], "a comment"),
        lambda: document.go(line[1]),
        lambda: document.push(edits.delete(document.tree, variation[-1]), ""),
        document.undo,
        lambda: style.apply(qapp, "dark"),
        lambda: panel.resize(420, 530),
        lambda: panel.resize(450, 560),
    ]
    for change in changes:
        change()
        kept = image()
        table._drawn.clear()
        table.viewport().update()
        assert image() == kept, "a picture was out of date"
        seen.append(kept)
    assert sum(one != two for one, two in pairwise(seen)) >= 8, "the changes are visible"
    style.apply(qapp, "light")


def test_a_new_move_draws_no_row_again_that_stays(
    document: Document, panel: MovesPanel, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    document.go(document.tree.main_line()[8])
    qapp.processEvents()
    drawn: list[str] = []
    draw = QPainter.drawText
    monkeypatch.setattr(QPainter, "drawText", lambda *given: (drawn.append(given[-1]), draw(*given)))
    document.play(document.position.legal_moves()[0])
    qapp.processEvents()
    variation = document.tree.nodes[document.cursor]
    assert 0 < len([text for text in drawn if text]) < 60, (variation, drawn)
