"""What Review shows of a judged game: each order, side and view of its lists, and all texts, also after a change."""

import itertools
import math
from collections import Counter
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from engine.analysis.accuracy import FORMULAS, Scoring
from engine.analysis.insertion import Insertion
from engine.analysis.verdict import KINDS, Thresholds, Verdict, verdict_of
from engine.core.language import LANGUAGES, tr
from engine.core.outcome import Player
from engine.core.score import WIN, Score
from engine.picture.colors import algorithm_color, algorithm_dash
from engine.records.judgement import Check, Judgement
from engine.records.tree import ROOT, EvaluationNote
from studio.analysis.choice import Budget
from studio.analysis.curves import full_title
from studio.document.values import algorithm_title, evaluation_title
from studio.look import icons, palette
from studio.look.marks import mark_icon
from studio.review import chart, words
from studio.review.board import overlay_of
from studio.review.cards import Histogram
from studio.review.details import Details
from studio.review.head import ReviewHead, SettingsPopup
from studio.review.insert import InsertDialog
from studio.review.moments import BEST, CHANCE, GLYPH, LOSS, MOVE, NUMBER, SEEN, WIDTHS, MomentsModel, MomentsTable
from studio.review.thresholds import thresholds_for
from studio.review.workspace import ReviewWorkspace
from studio.widgets.dialog_buttons import DialogButtons
from studio.widgets.evaluation_bar import BarScore
from studio.widgets.plain_label import PlainLabel
from studio.window.main_window import MainWindow
from tests.studio import driver
from tests.studio.review.judged import DEPTH, EVALUATION, MOVES, OPINIONS, OTHER, SOURCE, Move, judged_moves, value

SIDES = (None, Player.FIRST, Player.SECOND)
ERRORS = [each for each in MOVES if each.is_error]


@pytest.fixture
def parts(window: MainWindow) -> SimpleNamespace:
    """The parts of Review for the judged game, at its start."""
    judged_moves(window.document)
    made = driver.show(window, "review")
    made.refresh()
    made.window, made.document = window, window.document
    return made


def node_of(parts: SimpleNamespace, ply: int) -> int:
    return parts.document.tree.main_line()[ply]


def expected_rows(order: str, side: Player | None) -> list[Move]:
    """The moves of the list, worst first, of which a missed win is worse than another move that loses as much."""
    moves = [each for each in MOVES if side in (None, each.player)]
    if order != "all":
        moves = [each for each in moves if each.is_error or each.is_doubtful]
    if order == "loss":
        moves.sort(key=lambda each: (-round(each.points), each.kind != "missed_win", each.ply))
    return moves


def plies(parts: SimpleNamespace) -> list[int]:
    return [row.verdict.ply for row in parts.model.rows]


# --- lists ------------------------------------------------------------------------------------------------------------


def test_the_table_of_the_game_follows_from_the_classes(parts: SimpleNamespace) -> None:
    verdicts = parts.review.verdicts
    assert [(each.kind.name, each.likely.name, each.glyph) for each in verdicts] == [
        (each.kind, each.likely or each.kind, each.glyph) for each in MOVES
    ]
    assert {each.kind for each in MOVES} == set(KINDS)
    assert [round(each.points) for each in verdicts] == [round(each.points) for each in MOVES]


def test_each_order_for_each_side_in_each_view(parts: SimpleNamespace) -> None:
    """Also after a change of the side, of the order and of the view, in any succession."""
    lists, box = parts.lists, parts.lists.order_box
    orders = [box.itemData(place) for place in range(box.count())]
    assert orders == ["loss", "ply", "all"] and lists.isAncestorOf(box)
    flipped = {Player.FIRST: False, Player.SECOND: True}
    for side in SIDES:
        parts.head.side_button.setChecked(False)
        if side is not None:
            parts.board.set_flipped(flipped[side])
            parts.head.side_button.setChecked(True)
        for tab in (1, 0):
            lists.tabs.choose(tab)
            assert lists.shows_disagreements == (tab == 1) and box.isVisibleTo(lists) == (tab == 0)
            for place, order in enumerate(orders):
                box.setCurrentIndex(place)
                expected = expected_rows(order, side)
                assert plies(parts) == [each.ply for each in expected], (side, order)
                count = sum(each.is_error for each in MOVES if side in (None, each.player))
                assert lists.tabs.button(0).text() == tr("Moments {count}", count=count)
    assert lists.tabs.button(1).text() == "Disagreements"
    assert [box.itemText(place) for place in range(3)] == ["By loss", "By ply", "All moves"]


def test_the_side_button_names_the_side_at_the_bottom(parts: SimpleNamespace) -> None:
    for flipped, name in ((False, "White"), (True, "Black")):
        parts.board.set_flipped(flipped)
        parts.refresh()
        assert parts.head.side_button.text() == f"Only {name}"
    parts.head.side_button.setChecked(True)
    parts.board.set_flipped(False)
    parts.refresh()
    assert parts.head.side_button.text() == "Only Black", "the side that is shown"


def test_each_cell_of_a_row(parts: SimpleNamespace) -> None:
    parts.lists.order_box.setCurrentIndex(2)
    for row, each in enumerate(MOVES):
        before, after = each.values
        lost = (before - after) / 100
        loss = each.loss or ("0.00" if not each.points else f"−{lost:.2f}")
        chances = f"{100 * each.chances[0]:.0f} → {100 * each.chances[1]:.0f}"
        assert driver.texts(parts.model, row)[:SEEN] == [each.number, each.text, each.glyph, loss, chances, each.best]
        assert (parts.model.rows[row].side_color.lightness() > 160) == (each.player is Player.FIRST), "White is light"


def test_roles_of_the_cells(parts: SimpleNamespace) -> None:
    model = parts.model
    parts.lists.order_box.setCurrentIndex(2)
    look = palette.current()
    colors = {
        "best": look.good, "inaccuracy": look.inaccuracy, "mistake": look.mistake, "blunder": look.blunder,
        "missed_win": look.blunder,
    }  # fmt: skip
    for row, each in enumerate(MOVES):
        index = model.index(row, GLYPH)
        assert index.data(Qt.ItemDataRole.ForegroundRole) == colors.get(each.kind, look.secondary)
        assert index.data(Qt.ItemDataRole.FontRole).bold()
        assert model.index(row, NUMBER).data(Qt.ItemDataRole.ForegroundRole) == look.secondary
        assert model.index(row, MOVE).data(Qt.ItemDataRole.ForegroundRole) is None
        assert model.index(row, MOVE).data(Qt.ItemDataRole.FontRole) is None
        assert model.index(row, LOSS).data(Qt.ItemDataRole.ToolTipRole) == ""
        wanted = OPINIONS.get(each.ply, {})
        tip = model.index(row, SEEN).data(Qt.ItemDataRole.ToolTipRole)
        assert len(tip.splitlines()) == len(wanted) + (each.ply == 5)
        assert model.index(row, SEEN).data(Qt.ItemDataRole.AccessibleTextRole) == tip.replace("\n", ", ")
        assert row != 1 or tip.splitlines() == ["Greedy: e5", "Minimax: d5"]
    for column in range(SEEN + 1):
        flags = (
            model.index(0, column).data(Qt.ItemDataRole.TextAlignmentRole),
            model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole),
        )
        is_right = tuple(bool(Qt.AlignmentFlag(each) & Qt.AlignmentFlag.AlignRight) for each in flags)
        assert is_right == (column in (NUMBER, LOSS, CHANCE), column in (LOSS, CHANCE))
    assert driver.headings(model) == ["", "Move", "", "Loss", "Win %", "Best", "Also seen"]
    tips = driver.headings(model, Qt.ItemDataRole.ToolTipRole)
    assert [bool(each) for each in tips] == [column in (LOSS, CHANCE, SEEN) for column in range(SEEN + 1)]
    assert model.headerData(0, Qt.Orientation.Vertical) is None
    assert (model.rowCount(model.index(0, 0)), model.columnCount(model.index(0, 0))) == (0, 0)
    sides = {row.verdict.player: row.side_color for row in model.rows}
    assert sides[Player.FIRST] != sides[Player.SECOND]


def test_a_second_review_resets_the_list_only_if_the_number_of_rows_changes(
    qtbot: QtBot, parts: SimpleNamespace
) -> None:
    model, rows = parts.model, list(parts.model.rows)
    made = MomentsModel(parts.table)
    for count, signal in ((3, made.modelReset), (5, made.modelReset)):
        with qtbot.waitSignal(signal):
            made.set_rows(rows[:count])
    with qtbot.waitSignal(made.dataChanged) as changed, qtbot.assertNotEmitted(made.modelReset):
        made.set_rows(rows[1:6])
    assert (changed.args[0].row(), changed.args[1].row(), changed.args[1].column()) == (0, 4, SEEN)
    with qtbot.assertNotEmitted(made.dataChanged), qtbot.assertNotEmitted(made.modelReset):
        made.set_rows(rows[1:6])
    assert [made.place_of(row.verdict.node) for row in rows[:6]] == [-1, 0, 1, 2, 3, 4]
    assert model.rows == rows


def test_rows_follow_the_cursor_and_the_cursor_the_rows(qtbot: QtBot, parts: SimpleNamespace) -> None:
    table, document = parts.table, parts.document
    with qtbot.assertNotEmitted(table.chosen):
        for each in MOVES:
            document.go(node_of(parts, each.ply))
            row = table.currentIndex().row()
            assert (parts.model.rows[row].verdict.ply if row >= 0 else None) == (
                each.ply if each.is_error or each.is_doubtful else None
            )
            assert bool(table.selectionModel().selectedRows()) == (row >= 0)
    with qtbot.waitSignal(table.chosen):
        table.selectRow(0)
    assert document.tree.ply(document.cursor) == expected_rows("loss", None)[0].ply
    opened: list[int] = []
    table.opened.connect(opened.append)
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert opened == [parts.model.rows[0].verdict.node] and parts.window.workspace == "analyse"
    driver.show(parts.window, "review")
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert len(opened) == 1 and table.currentIndex().row() == 1
    table.doubleClicked.emit(parts.model.index(2, 0))
    assert opened[1:] == [parts.model.rows[2].verdict.node]


def test_what_the_list_draws(parts: SimpleNamespace, qtbot: QtBot) -> None:
    """Each row: the square of the side, the sign in its colour, also where it is selected, and the other opinions."""
    parts.lists.order_box.setCurrentIndex(2)
    table = MomentsTable()
    qtbot.addWidget(table)
    table.resize(760, 500)
    for theme in ("dark", "light"):
        driver.command(parts.window, f"theme_{theme}")
        table.show_rows(parts.model.rows, parts.model.rows[6].verdict.node)
        look, painting = palette.current(), driver.painted(table)
        titles, *rows = painting.rows
        assert [each.text for each in titles] == ["Move", "Loss", "Win %", "Best", "Also seen"]
        for each, row, drawn in zip(MOVES, parts.model.rows, rows, strict=True):
            cells = [text for text in row.texts if text]
            assert all(one.text == text or one.text.endswith("…") for one, text in zip(drawn, cells, strict=False)), (
                each.text
            )
            signs = [(one.text, one.color.name()) for one in drawn[len(cells) :]]
            assert signs == [
                ("✓", look.good.name()) if other.agrees else ("✗", look.secondary.name()) for other in row.opinions
            ]
            assert (drawn[0].color == look.secondary) == (each.ply != 7), "the texts of a selected row have its colour"
            if each.glyph:
                assert drawn[2].color == words.kind_color(each.kind) and drawn[2].is_bold
            assert not any(one.is_bold for one in (*drawn[:2], *drawn[3:]))
        height = table.rowHeight(0)
        for side in Player:
            squares = [
                area for area in painting.filled(parts.model.rows[side].side_color)
                if area.width() < height and area.left() < drawn[1].x
            ]  # fmt: skip
            assert [round(area.center().y() - squares[0].center().y()) for area in squares] == [
                place * height for place in range(0, len(MOVES), 2)
            ], side
        others = [other for row in parts.model.rows for other in row.opinions]
        for name in {other.algorithm for other in others}:
            marks = painting.filled(palette.algorithm_color(name))
            assert len(marks) == sum(other.algorithm == name for other in others)
    table.show_rows([], 0)
    sentence = driver.painted(table).texts[0]
    assert (sentence.text, sentence.color) == ("No inaccuracy, mistake or blunder was found.", look.secondary)


@pytest.mark.parametrize("width", [300, 439, 440, 520, 531, 900])
def test_columns_by_width(qtbot: QtBot, width: int) -> None:
    table = MomentsTable()
    qtbot.addWidget(table)
    table.resize(width, 200)
    table.show()
    room = table.viewport().width()
    assert table.isColumnHidden(SEEN) == (room < 440)
    shown = [column for column in range(SEEN) if not table.isColumnHidden(column)]
    assert sum(table.columnWidth(column) for column in shown) <= max(room, 390)
    assert all(table.columnWidth(column) <= WIDTHS[column] for column in (MOVE, BEST, GLYPH))
    assert (table.columnWidth(MOVE) == WIDTHS[MOVE]) == (width > 500)


def test_language_and_theme_change_everything(qtbot: QtBot, parts: SimpleNamespace) -> None:
    """Each text shown is the one of the language, and each colour that of the theme, whichever came first."""
    parts.lists.order_box.setCurrentIndex(2)
    parts.document.go(node_of(parts, 7))
    for code in (*LANGUAGES, "en"):
        for theme in ("dark", "light"):
            driver.command(parts.window, f"language_{code}")
            driver.command(parts.window, f"theme_{theme}")
            look, box = palette.current(), parts.lists.order_box
            assert look.is_dark == (theme == "dark")
            assert [box.itemText(place) for place in range(3)] == [tr("By loss"), tr("By ply"), tr("All moves")]
            assert parts.table.accessibleName() == tr("Moments of the game")
            assert driver.headings(parts.model)[1] == tr("Move")
            assert parts.model.rows[3].texts[LOSS] == "–" and parts.model.rows[5].texts[LOSS] == tr("win gone")
            assert parts.model.rows[6].glyph_color == look.blunder
            assert parts.details.summary.whole == words.summary(parts.document.tree, parts.review.verdicts[6])
            glyph = parts.details.glyph
            assert glyph.palette().color(glyph.foregroundRole()) == look.blunder
            assert parts.details.retry_button.text() == tr("Retry")
            assert parts.head.run_button.text() == tr("Check the rest")
            assert parts.head.settings_button.text() == tr("Thresholds")
            assert parts.cards[0].title.text() == tr("White")
            assert parts.cards[1].caption.text() == tr("moves by points of the chance of winning lost")
            assert parts.disagreements.button.text() == tr("Find disagreements")
            assert [mark.color for mark in parts.plot.data.marks if mark.ply == 7] == [look.blunder.name()]
            assert parts.cards[0].histogram.colors[-1] == look.blunder
    assert tr("By loss") == "By loss"


# --- texts ------------------------------------------------------------------------------------------------------------


def test_the_panel_of_each_move(parts: SimpleNamespace) -> None:
    for each in MOVES:
        check_panel(parts, each)


def check_panel(parts: SimpleNamespace, each: Move) -> None:
    details, document = parts.details, parts.document
    document.go(node_of(parts, each.ply))
    summary = each.summary or f"The move costs {each.points:.0f} points of the chance of winning."
    assert (details.played.text(), details.glyph.text()) == (f"{each.number} {each.text}", each.glyph)
    assert details.summary.whole == summary
    before = each.values[0]
    score = (
        "#4"
        if each.chances[0] == 1.0
        else "0.00"
        if not before
        else f"{'+' if before > 0 else '−'}{abs(before) / 100:.2f}"
    )
    whole = details.line.whole
    assert whole.startswith(f"{score}   ") and f" depth {DEPTH}   " in whole
    shown = whole.split("   ")[2].split()
    assert (shown[0], len(shown)) == (each.best, min(6, len(each.line.split())))
    position = document.tree.position(node_of(parts, each.ply - 1))
    wants = [*OPINIONS.get(each.ply, {}).items(), *([("pvs", "h5e2")] if each.ply == 5 else [])]
    moves = [document.game.format_move(position, document.game.parse_move(position, move)) for _, move in wants]
    assert details.others.whole == " · ".join(
        f"{algorithm_title(name)} wants {move}" for (name, _), move in zip(wants, moves, strict=True)
    )
    assert driver.picture(QIcon(details.mark.pixmap())) == driver.picture(QIcon(mark_icon("pvs").pixmap(14, 14)))
    assert driver.looks(details.played)[0] == "title"
    assert details.retry_button.toolTip().startswith("Find a better move" if each.is_error else "Select an inaccuracy")
    assert details.retry_button.isEnabled() == each.is_error
    assert details.insert_button.isEnabled() == (each.line.split()[0] != each.coordinates)
    assert details.compare_button.isEnabled()
    verdict = parts.review.verdicts[each.ply - 1]
    fields = words.fields_of(document.tree, EVALUATION, verdict, 2)
    assert fields["best"] == each.best and fields["class"] == KINDS[each.kind].title
    assert (fields["before"], fields["after"]) == tuple(f"{100 * chance:.0f}" for chance in each.chances)
    assert len(fields["line"].split()) == min(2, len(each.line.split())) and fields["loss"] == (
        parts.lists.order_box.setCurrentIndex(2) or parts.model.rows[each.ply - 1].texts[LOSS]
    )


def test_the_panel_without_a_move(parts: SimpleNamespace) -> None:
    details = parts.details
    parts.document.go(node_of(parts, 2))
    parts.document.to_start()
    assert details.played.text() == "Select a move in the list or in the graph."
    assert driver.looks(details.played)[0] == "secondary"
    shown = (details.glyph, details.summary, details.line, details.others)
    assert not any(each.isVisibleTo(details) for each in shown)
    assert not any(each.isEnabled() for each in (details.retry_button, details.insert_button, details.compare_button))
    driver.command(parts.window, "language_vi")
    assert details.played.text() == tr("Select a move in the list or in the graph.")
    parts.document.go(node_of(parts, 2))
    assert all(each.isVisibleTo(details) for each in shown)
    made = Details()
    for low in (True, False):
        made.set_low(low)
        assert {each.maximumHeight() for each in (made.others, made.line, made.mark)} == {0 if low else 100}
    made.deleteLater()


EVEN, AHEAD = Score(0, Player.FIRST), Score(value(0.6), Player.FIRST)
BEHIND = Score(value(0.3), Player.FIRST)


@pytest.mark.parametrize(
    ("judgement", "summary", "loss"),
    [
        (Judgement(("e2e4",), EVEN, EVEN), "The best move.", "0.00"),
        (Judgement(("d2d4",), EVEN, EVEN, changed=True), "The best move, changed by the second search.", "0.00"),
        (Judgement(("d2d4",), AHEAD, BEHIND, approximate=True),
         "The move costs 30 points of the chance of winning.", "≈ −"),
        (Judgement(("d2d4",), AHEAD, BEHIND, checks=(Check(BEHIND, AHEAD), Check(AHEAD, AHEAD))),
         "Unsure: the searches do not agree on “best move”.", "0.00"),
        (Judgement(("d2d4",), Score(4 - WIN, Player.FIRST), Score(4 - WIN, Player.FIRST)), "The best move.", "0.00"),
    ],
)  # fmt: skip
def test_rarer_sentences(parts: SimpleNamespace, judgement: Judgement, summary: str, loss: str) -> None:
    tree = parts.document.tree
    verdict = verdict_of(tree, node_of(parts, 1), judgement, EVALUATION)
    assert words.summary(tree, verdict) == summary
    assert words.loss_text("chess", EVALUATION, verdict).startswith(loss)
    assert words.best_text(tree, verdict) == ("e4" if judgement.best == "e2e4" or judgement.checks else "d4")
    assert words.coordinate_text(tree, ROOT, "z9") == "z9"


def test_a_loss_in_a_game_that_shows_chances_is_in_points(parts: SimpleNamespace) -> None:
    verdict = parts.review.verdicts[1]
    assert words.loss_text("go", EVALUATION, verdict) == f"−{verdict.points:.1f}"
    found = Judgement(("d2d4",), AHEAD, BEHIND, 9, approximate=True)
    parts.document.add_evaluations({node_of(parts, 1): [EvaluationNote("pvs", 9, BEHIND, 1, "", EVALUATION, found)]})
    parts.lists.order_box.setCurrentIndex(2)
    tip = parts.model.index(0, LOSS).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == "≈ searched after the move, one ply less deep"
    parts.document.go(node_of(parts, 1))
    assert tip in parts.details.line.whole


# --- cards ------------------------------------------------------------------------------------------------------------


def accuracy(player: Player) -> float:
    """The mean of the curve over the moves with a choice in undecided positions."""
    values = [
        100 * math.exp(-4.354 * each.points / 100)
        for each in MOVES
        if each.player is player and each.kind != "forced" and 0.02 <= each.chances[0] <= 0.98
    ]
    return sum(values) / len(values)


@pytest.mark.parametrize("player", list(Player), ids=["first", "second"])
def test_the_card_of_each_player(parts: SimpleNamespace, player: Player) -> None:
    card, own = parts.cards[player], [each for each in MOVES if each.player is player]
    parts.players.fit(QSize(640, 600))
    parts.refresh()
    counts = Counter("blunder" if each.kind == "missed_win" else each.kind for each in own)
    for name, button in card.buttons.items():
        assert button.text() == f"{counts[name]} {'best' if name == 'best' else KINDS[name].glyph}"
        assert button.isEnabled() == (counts[name] > 0) and button.icon().isNull() == (counts[name] == 0)
        assert button.toolTip() == f"{KINDS[name].title}: {counts[name]}; go to the next one" == button.accessibleName()
    assert card.title.text() == ("White", "Black")[player]
    assert card.name.whole == ("Ann", "")[player]
    assert card.accuracy.text() == f"{accuracy(player):.0f}"
    assert card.counted.whole.startswith("% accurate, on ")
    assert ("unsure" in card.without.whole) == (player is Player.FIRST)
    limits = (10, 20, 30)
    histogram = [0] * 5
    for each in own:
        if each.kind != "forced" and not each.is_doubtful:
            histogram[0 if each.points < 1e-6 else 1 + sum(each.points >= limit - 0.3 for limit in limits)] += 1
    assert card.histogram.counts == histogram
    assert card.histogram.labels == ["0", "<10", "<20", "<30", "≥30"]
    assert card.histogram.accessibleName() == ", ".join(
        f"{label}: {count}" for label, count in zip(card.histogram.labels, histogram, strict=True)
    )


def test_what_a_card_draws(parts: SimpleNamespace, qtbot: QtBot) -> None:
    """The bars are as high as their counts, in the colours of the classes, each with its count and its limit."""
    bars = Histogram()
    qtbot.addWidget(bars)
    for theme in ("dark", "light"):
        driver.command(parts.window, f"theme_{theme}")
        for player, card in zip(Player, parts.cards, strict=True):
            parts.refresh()
            bars.show_losses([each for each in parts.review.verdicts if each.player is player], Thresholds())
            bars.resize(300, 100)
            assert (bars.counts, bars.labels) == (card.histogram.counts, card.histogram.labels)
            painting, look = driver.painted(bars), palette.current()
            counts = [count for count in bars.counts if count]
            above, *_ = painting.rows
            assert sorted(each.text for each in painting.texts) == sorted([*map(str, counts), *bars.labels])
            assert [each.text for each in painting.rows[-1]] == bars.labels and above[0].text == str(max(counts))
            assert {each.color.name() for each in painting.texts} == {look.secondary.name()}
            names = [color.name() for color in bars.colors]
            drawn = [(color.name(), area) for color, area in painting.fills if color.name() in names]
            assert [color for color, _ in drawn] == [
                name for name, count in zip(names, bars.counts, strict=True) if count
            ]
            assert bars.colors[2:] == [words.kind_color(name) for name in ("inaccuracy", "mistake", "blunder")]
            heights = [area.height() / count for (_, area), count in zip(drawn, counts, strict=True)]
            assert heights == pytest.approx([heights[0]] * len(counts)) and len({a.bottom() for _, a in drawn}) == 1
            assert all(one.right() < two.left() for (_, one), (_, two) in itertools.pairwise(drawn))
            bars.resize(300, 40)
            assert driver.painted(bars).words == []
            side = next(row.side_color for row in parts.model.rows if row.verdict.player is player)
            (edge,) = [area for area in driver.painted(card).filled(side) if area.left() == 0 and area.width() < 10]
            assert edge.height() > card.height() / 2


def test_the_buttons_of_a_card_visit_the_moves_of_their_class(parts: SimpleNamespace) -> None:
    document = parts.document
    for player in Player:
        for name, button in parts.cards[player].buttons.items():
            own = [
                each.ply for each in MOVES
                if each.player is player and ("blunder" if each.kind == "missed_win" else each.kind) == name
            ]  # fmt: skip
            document.to_start()
            visited = []
            for _ in range(len(own) + bool(own)):
                button.click()
                visited.append(document.tree.ply(document.cursor))
            assert visited == own + own[:1], (player, name)


@pytest.mark.parametrize("formula", FORMULAS)
def test_each_formula_of_the_accuracy(parts: SimpleNamespace, formula: str) -> None:
    before = parts.review.accuracies
    parts.set_formula(formula)
    parts.refresh()
    assert (parts.review.accuracies == before) == (formula == "mean")
    for player in Player:
        card, found = parts.cards[player], parts.review.accuracies[player]
        assert found is not None and found.low <= found.value <= found.high
        tip = card.accuracy.toolTip()
        assert tip == card.interval.toolTip() and FORMULAS[formula].source.split(",")[0].replace(
            "’", ""
        ) in tip.replace("’", "")
        assert ("Chance of winning = 1" in tip) == (not FORMULAS[formula].is_loss)
        if FORMULAS[formula].is_loss:
            assert card.accuracy.text() == f"{found.value:.2f}"
            assert card.interval.text() == f"{found.low:.2f}–{found.high:.2f}"
            assert card.counted.whole == f"pawns lost per move, on {found.count} moves"
        else:
            assert card.accuracy.text() == f"{found.value:.0f}"
            assert card.interval.text() == f"± {(found.high - found.low) / 2:.0f}"
            assert card.counted.whole.endswith("moves" if formula == "mean" else FORMULAS[formula].title)
        left_out = sum(
            each.player is player and each.kind != "forced" and bool({0.0, 1.0} & set(each.chances)) for each in MOVES
        )
        assert parts.review.left_out(player) == (left_out if formula == "loss" else 0)
        assert ("with a forced win or loss left out" in card.without.whole) == (formula == "loss")


def test_cards_have_more_with_more_room(parts: SimpleNamespace) -> None:
    for width, height, word, own in ((431, 480, "✓", 112), (599, 559, "✓", 112), (600, 560, "best", 232)):
        parts.players.fit(QSize(width, height))
        parts.refresh()
        assert parts.cards[0].buttons["best"].text() == f"1 {word}"
        assert parts.cards[0].buttons["best"].icon().isNull() == (word == "✓")
        assert parts.players.height() == own
    for height, is_shown in ((150, False), (175, False), (176, True), (400, True)):
        parts.cards[0].resize(340, height)
        assert parts.cards[0].histogram.isVisibleTo(parts.cards[0]) == is_shown
    card = parts.cards[0]
    card.set_hidden("The numbers are hidden.")
    for height, is_shown in ((150, False), (400, True)):
        card.resize(340, height)
        assert card.hidden.isVisibleTo(card) == is_shown and not card.histogram.isVisibleTo(card)
        assert card.toolTip() == "The numbers are hidden."


# --- graph and board --------------------------------------------------------------------------------------------------


def heights() -> dict[int, float]:
    """The heights of the reviewer's curve: 1 if White wins."""
    found = {}
    for each in MOVES:
        chance = each.chances[1] if each.player is Player.FIRST else 1 - each.chances[1]
        found[each.ply] = 2 * chance - 1
    return found


def test_the_graph_has_a_curve_for_each_reviewer_and_a_mark_for_each_mistake(
    qtbot: QtBot, parts: SimpleNamespace
) -> None:
    data = parts.plot.data
    assert dict(data.curves[-1].main) == pytest.approx(heights(), abs=0.01)
    assert data.last == len(MOVES) and data.range == (-1.0, 1.0) and data.hidden_from is None
    assert data.ticks(1.0) == [(-1.0, "0"), (0.0, "50"), (1.0, "100")]
    assert [each.width for each in data.curves] == [1.2] * (len(data.curves) - 1) + [2.5]
    shapes = {"inaccuracy": "circle", "mistake": "diamond", "blunder": "square", "missed_win": "square"}
    # Not punished: the opponent's next move is a mistake, too, that loses at least as much, or 20 points.
    hollow = {
        one.ply for one, two in itertools.pairwise(MOVES)
        if one.is_error and two.points >= min(one.points, 20) - 0.4
    }  # fmt: skip
    assert [(each.ply, each.glyph, each.shape, each.is_hollow) for each in data.marks] == [
        (each.ply, each.glyph, shapes[each.kind], each.ply in hollow) for each in ERRORS
    ]
    assert [each.height for each in data.marks] == pytest.approx([heights()[each.ply] for each in ERRORS], abs=0.01)
    assert [each.size for each in data.marks] == pytest.approx(
        [3.5 + 3.5 * min(1.0, each.points / 40) for each in ERRORS], abs=0.05
    )
    assert (data.curves[-1].color, data.curves[-1].dash) == (algorithm_color("pvs"), algorithm_dash("pvs"))
    entries = parts.graph.legend.entries
    assert [(each.name, each.texts, each.title) for each in entries] == [
        (each.curve[0], (algorithm_title(each.curve[0]),), full_title(each.curve, "chess")) for each in entries
    ]
    assert [algorithm_color(each.name) for each in entries] == [each.color for each in reversed(data.curves)]
    assert next(each.text() for each in parts.graph.head.findChildren(PlainLabel)) == "White’s chance of winning in %"
    assert next(each.curve for each in entries) == SOURCE and len(entries) == len(data.curves)
    assert not any(each.is_hidden for each in entries)
    parts.graph.legend.toggled.emit(SOURCE)
    assert len(parts.plot.data.curves) == len(entries) - 1
    assert [each.is_hidden for each in parts.graph.legend.entries] == [True] + [False] * (len(entries) - 1)
    parts.graph.legend.toggled.emit(SOURCE)
    assert len(parts.plot.data.curves) == len(entries)
    for ply in (4, 0, len(MOVES)):
        parts.graph.ply_chosen.emit(ply)
        assert parts.document.tree.ply(parts.document.cursor) == ply
        assert f"ply {ply}" in driver.painted(parts.plot).words
    parts.graph.ply_chosen.emit(len(MOVES) + 1)
    assert parts.document.tree.ply(parts.document.cursor) == len(MOVES)
    parts.plot.ply_chosen.emit(3, False)
    assert parts.document.tree.ply(parts.document.cursor) == 3
    parts.document.go(node_of(parts, len(MOVES)))
    for signal in (parts.graph.wheel_turned, parts.plot.wheel_turned, parts.board.wheel_turned):
        signal.emit(-1)
        assert parts.document.tree.ply(parts.document.cursor) == len(MOVES) - 1
        signal.emit(1)
        assert parts.document.tree.ply(parts.document.cursor) == len(MOVES)


def test_marks_after_the_thresholds_change(parts: SimpleNamespace) -> None:
    limits = Thresholds(inaccuracy=5, mistake=12, blunder=26)
    parts.set_thresholds(limits)
    parts.refresh()
    expected = []
    for each in MOVES:
        if each.kind in ("best", "forced", "unsure") or "slower" in each.loss:
            continue
        glyph = next((sign for sign, limit in (("??", 26), ("?", 12), ("?!", 5)) if each.points >= limit - 0.3), "")
        expected.append((each.ply, "#?" if each.kind == "missed_win" else glyph))
    assert [(each.ply, each.glyph) for each in parts.plot.data.marks] == expected
    assert parts.cards[0].histogram.labels == ["0", "<5", "<12", "<26", "≥26"]
    assert parts.window.settings.thresholds["chess"].split(",")[0] == "inaccuracy=5"
    assert f"less than {limits.inaccuracy} points" in parts.retry_page.rule.text()


def test_mistakes_not_punished(parts: SimpleNamespace) -> None:
    verdicts = parts.review.verdicts
    assert {verdicts[0].node, verdicts[1].node} & chart.not_punished(verdicts[:3:2], Thresholds()) == set()
    gap = [verdicts[4], verdicts[6]]
    assert chart.not_punished(gap, Thresholds()) == set(), "not the next move"
    assert chart.not_punished([verdicts[4], verdicts[5]], Thresholds()) == {verdicts[4].node}
    assert chart.not_punished([verdicts[1], verdicts[2]], Thresholds()) == set()
    assert (chart.height(0), chart.height(0.5), chart.height(1)) == (-1, 0, 1)


def test_the_board_shows_the_best_move_and_the_glyph_of_each_move(parts: SimpleNamespace) -> None:
    for each in MOVES:
        check_board(parts, each)


def check_board(parts: SimpleNamespace, each: Move) -> None:
    document, board = parts.document, parts.board
    document.go(node_of(parts, each.ply))
    tree, parent = document.tree, node_of(parts, each.ply - 1)
    game, position = document.game, tree.position(parent)
    shape = game.shape(position, game.parse_move(position, each.best))
    assert [(arrow.origin, arrow.target) for arrow in board.arrows()] == (
        [] if each.line.split()[0] == each.coordinates else [(shape.origin, shape.target)]
    )
    assert all(arrow.color == palette.algorithm_color("pvs") and arrow.weight == 0.8 for arrow in board.arrows())
    played = game.shape(position, tree[document.cursor].move)
    assert [(mark.cell, mark.text, mark.color) for mark in board.marks("view")] == (
        [(played.target, each.glyph, words.kind_color(each.kind, palette.light()))] if each.is_error else []
    )
    bar = parts.window.page.bar
    assert bar.isVisibleTo(parts.window) and bar.score == parts.review.verdict_at(document.cursor).after.pov(
        tree.position(document.cursor).turn
    )
    assert board.is_interactive == (document.outcome_at(document.cursor) is None)
    after = tree.position(document.cursor)
    added = overlay_of(tree, document.cursor, parts.review, parts.retry, board.move_played.emit, is_hidden=False)
    assert added.score == BarScore(
        bar.score, algorithm_title("pvs"), palette.algorithm_color("pvs"), after.turn, ("White", "Black"), "chess",
        EVALUATION,
    )  # fmt: skip
    assert (added.play, added.is_locked, added.others) == (None, False, ())


def test_the_board_the_moves_and_the_place_of_the_graph_are_those_of_algorithms(parts: SimpleNamespace) -> None:
    """A move on the board is one of the record. Each view has its own arrows, marks and score, also after a return."""
    window, document, board = parts.window, parts.document, parts.board
    window.resize(1280, 800)
    window.show()
    document.go(node_of(parts, 7))
    shown = (board.arrows(), board.marks("view"), window.page.bar.score)
    assert shown[1] and shown[2] is not None
    driver.command(window, "workspace_analyse")
    QApplication.processEvents()
    assert window.board is board and board.isVisible() and document.tree.ply(document.cursor) == 7
    assert not board.arrows() and not board.marks("view") and window.page.bar.score is None
    places = [each.rect().translated(each.mapTo(window, QPoint())) for each in (board, window.moves)]
    graph = window.docks["graph"].geometry()
    assert window.graph is not None and window.graph.isVisible() and not parts.graph.isVisible()
    driver.command(window, "workspace_review")
    QApplication.processEvents()
    assert [each.rect().translated(each.mapTo(window, QPoint())) for each in (board, window.moves)] == places
    assert window.docks["graph"].geometry() == graph and parts.graph.isVisible() and not window.graph.isVisible()
    assert parts.widget.isVisible() and not window.docks["analysis"].isVisible()
    assert (board.arrows(), board.marks("view"), window.page.bar.score) == shown
    before = len(document.tree)
    board.play(board.legal_shapes()[0].move)
    assert len(document.tree) == before + 1 and window.workspace == "review"


# --- sources, opinions and other records ------------------------------------------------------------------------------


def test_opinions_are_those_of_the_others(parts: SimpleNamespace) -> None:
    """Also of the same algorithm with another evaluation, and never that of the source shown."""
    review = parts.review
    assert review.sources[0] == SOURCE and set(review.sources[1:3]) >= {OTHER}
    assert [name for name, _ in review.sources[2:]] == sorted(["greedy", "minimax"], key=[
        name for name, _ in review.sources].index)  # fmt: skip
    for source in [SOURCE, *review.sources]:
        review.show(source)
        assert review.source == source
        for verdict in review.verdicts:
            wanted = dict(OPINIONS.get(verdict.ply, {}))
            own = wanted.pop(source[0], None)
            opinions = [each for each in review.opinions(verdict) if each.algorithm != "pvs"]
            assert {each.algorithm: each.best for each in opinions} == wanted
            assert own is None or own == verdict.best
            assert all(each.agrees == (each.best == verdict.best) for each in opinions)
            named = [each.best for each in review.opinions(verdict) if each.algorithm == "pvs"]
            assert named == ([] if source[0] == "pvs" and verdict.ply != 5 else [
                MOVES[verdict.ply - 1].line.split()[0] if source != SOURCE and verdict.ply != 5
                else "h5e2" if source != OTHER else "h5f3"
            ])  # fmt: skip


def test_the_menu_of_reviewers(parts: SimpleNamespace) -> None:
    menu = parts.head.reviewers
    menu.aboutToShow.emit()
    entries = driver.entries(menu)
    shown = [text for text, *_ in entries if text.startswith("Show: ")]
    assert len(shown) == len(parts.review.sources) and [text for text, *_ in entries][: len(shown)] == shown
    assert shown == [
        " · ".join([f"Show: {algorithm_title(name)}", *([evaluation_title("chess", evaluation)] if evaluation else [])])
        for name, evaluation in parts.review.sources
    ]
    assert [checked for _, checked, _ in entries[: len(shown)]] == [True] + [False] * (len(shown) - 1)
    assert entries[len(shown)] == ("The next review is by", False, False)
    place = parts.review.sources.index(OTHER)
    icons = [driver.picture(menu.actions()[number].icon()) for number in range(len(shown))]
    assert icons == [driver.picture(mark_icon(name)) for name, _ in parts.review.sources]
    assert driver.picture(parts.head.reviewer_button.icon()) == driver.picture(mark_icon("pvs"))
    menu.actions()[place].trigger()
    assert parts.review.source == OTHER and [each.ply for each in parts.review.verdicts] == [5]
    parts.refresh()
    assert parts.head.status.whole == "1 of 12 moves reviewed"
    assert "Material" in parts.head.reviewer_button.toolTip()


def test_the_settings_form(parts: SimpleNamespace, qtbot: QtBot) -> None:
    """Each field takes effect at once, is stored, and is in the form when it is opened again."""
    choice, settings, review = parts.window.session.choice, parts.window.settings, parts.review
    for limits, formula, budget, evaluation in (
        (Thresholds(5, 12, 26), "loss", Budget("depth", 7), "material"),
        (Thresholds(), "lichess", Budget("nodes", 12_345), "threats_safety"),
    ):
        parts.head.settings_button.click()
        (form,) = parts.widget.findChildren(SettingsPopup)
        titles = [each.text() for each in form.findChildren(PlainLabel)]
        assert "Chess: classes, in points of the chance of winning" in titles
        assert "Limit and evaluation of the next review" in titles
        form.form.set_value(limits)
        assert review.thresholds == limits and form.reset_button.isEnabled() == (limits != Thresholds())
        form.scoring.set_value(Scoring(formula))
        assert review.formula == settings.formula == formula
        form.budget_box.changed.emit(budget)
        form.evaluation_box.edited.emit(evaluation)
        assert choice.budget == budget and choice.evaluation_for("chess") == evaluation
        form.close()
        qtbot.waitUntil(lambda: not parts.widget.findChildren(SettingsPopup))
        parts.widget.open_settings()
        (form,) = parts.widget.findChildren(SettingsPopup)
        assert (form.form.value(), form.scoring.value()) == (limits, Scoring(formula))
        assert form.budget_box.budget() == budget and form.evaluation_box.currentText() == evaluation_title(
            "chess", evaluation
        )
        assert form.reset_button.isEnabled() == (limits != Thresholds())
        form.close()
        qtbot.waitUntil(lambda: not parts.widget.findChildren(SettingsPopup))
    assert parts.window.settings.thresholds["chess"] == ""


def test_the_button_of_the_head(qtbot: QtBot) -> None:
    """The button that begins is the main one of the view, and its icon is that of what it does."""
    head = ReviewHead()
    qtbot.addWidget(head)
    for state, text, icon in (
        ("start", "Review", "play"), ("again", "Review again", "refresh"), ("check", "Check the rest", "play"),
        ("pause", "Pause", "pause"), ("resume", "Go on", "play"),
    ):  # fmt: skip
        head.show_running(state)
        color = palette.current().on_accent if state == "start" else None
        assert head.run_button.text() == text
        assert driver.looks(head.run_button)[1] == ("primary" if state == "start" else "")
        assert driver.picture(head.run_button.icon()) == driver.picture(icons.icon(icon, color))


@pytest.mark.parametrize("width", [1400, 1100, 1099, 900, 899, 800, 799])
def test_what_the_head_shows_in_its_width(qtbot: QtBot, width: int) -> None:
    head = ReviewHead()
    qtbot.addWidget(head)
    head.resize(width, 60)
    head.show()
    shown = [each.isVisibleTo(head) for each in (head.guess_button, head.status)]
    assert shown == [width >= 900, width >= 800]
    with_text = head.settings_button.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextBesideIcon
    assert with_text == (width >= 1100)


def test_a_low_panel_has_neither_cards_nor_the_line_of_a_move(parts: SimpleNamespace, qtbot: QtBot) -> None:
    around = QWidget()
    qtbot.addWidget(around)
    made = ReviewWorkspace(parts.document, parts.window.session, around)
    around.show()
    for height in (700, 420, 419, 320, 319, 700):
        made.resize(500, height)
        QApplication.sendPostedEvents()
        made.refresh()
        assert made.players.isVisibleTo(made) == (height >= 320), height
        assert made.details.line.maximumHeight() == (0 if height < 420 else 100)
    made.close_threads()


def test_the_head_names_the_depth_only_if_all_moves_have_it(parts: SimpleNamespace) -> None:
    button, tree = parts.head.reviewer_button, parts.document.tree
    assert button.toolTip().endswith(f" · depth {DEPTH}")
    deeper = Judgement(("d2d4",), AHEAD, BEHIND, DEPTH + 1)
    note = EvaluationNote("pvs", DEPTH, BEHIND, 1, "", EVALUATION, deeper)
    parts.document.add_evaluations({tree.main_line()[1]: [note]})
    parts.refresh()
    assert {each.judgement.depth for each in parts.review.verdicts} == {DEPTH, DEPTH + 1}
    assert button.toolTip() and "depth" not in button.toolTip()


def test_another_record_and_an_undo_show_what_they_have(parts: SimpleNamespace, qtbot: QtBot) -> None:
    document, review = parts.document, parts.review
    assert parts.shows() == "lists" and (review.move_count, review.full_count, review.check_counts) == (12, 12, (0, 2))
    review.show(OTHER)
    document.undo()
    parts.refresh()
    assert parts.shows() == "empty" and review.source is None and review.verdicts == []
    assert [each.isEnabled() for each in (parts.head.insert_button, parts.head.guess_button)] == [False, False]
    document.redo()
    parts.refresh()
    assert parts.shows() == "lists" and review.source == OTHER
    judged_moves(document)
    parts.refresh()
    assert review.source == SOURCE, "the choice was that of another record"
    document.delete(node_of(parts, 7))
    parts.refresh()
    assert [each.ply for each in review.verdicts] == [1, 2, 3, 4, 5, 6] and review.move_count == 6
    assert parts.lists.tabs.button(0).text() == "Moments 3"
    document.new(document.game)
    parts.refresh()
    assert parts.shows() == "empty" and plies(parts) == []
    assert driver.sentence(parts.empty) == "The record has no moves yet. Play a game or open one to review it."
    assert not parts.head.run_button.isEnabled()


@pytest.mark.parametrize(
    ("stored", "mistake"),
    [({}, 20), ({"": "mistake=25"}, 25), ({"chess": "mistake=26", "": "mistake=25"}, 26), ({"chess": "mistake=x"}, 20),
     ({"go": "mistake=27"}, 20), ({"chess": ""}, 20), ({"chess": "", "": "mistake=25"}, 20)],
)  # fmt: skip
def test_thresholds_of_a_game(stored: dict[str, str], mistake: int) -> None:
    assert thresholds_for("chess", stored).mistake == mistake


# --- insertion --------------------------------------------------------------------------------------------------------


def test_the_dialog_counts_and_inserts_the_moves_of_the_classes(parts: SimpleNamespace, qtbot: QtBot) -> None:
    """With each class alone, all and none, and the count changes with each tick."""
    document = parts.document
    before = document.tree
    names = [name for name, kind in KINDS.items() if kind.is_error]
    for kinds in ([], *([name] for name in names), names[:2], names):
        dialog = InsertDialog(document, parts.review, parts.widget)
        assert list(dialog.kinds) == names and [each.text() for each in dialog.kinds.values()] == [
            f"{KINDS[name].title.capitalize()} {KINDS[name].glyph}" for name in names
        ]
        for name, check in dialog.kinds.items():
            check.setChecked(name in kinds)
        wanted = [each for each in MOVES if each.kind in kinds]
        assert dialog.count.text().split()[0] == str(len(wanted))
        assert dialog.value() == Insertion(frozenset(kinds), 4, with_comment=False, comment=dialog.comment.text())
        dialog.accept()
        tree = document.tree
        line = tree.main_line()
        glyphs = {ply: tree[node].nags for ply, node in enumerate(line) if tree[node].nags}
        assert glyphs == {each.ply: (KINDS[each.kind].nag,) for each in wanted}
        assert {each.ply for each in MOVES if len(tree[line[each.ply - 1]].children) > 1} == {
            each.ply for each in wanted
        }
        if wanted:
            document.undo()
        assert document.tree == before
        dialog.deleteLater()


@pytest.mark.parametrize("part", ["line", "glyph", "comment"])
def test_each_part_alone_is_inserted(parts: SimpleNamespace, part: str) -> None:
    document = parts.document
    dialog = InsertDialog(document, parts.review, parts.widget)
    boxes = {"line": dialog.with_line, "glyph": dialog.with_glyph, "comment": dialog.with_comment}
    assert [each.isChecked() for each in boxes.values()] == [True, True, False] and not dialog.comment.isEnabled()
    assert [each.text() for each in boxes.values()] == ["Variation", "Glyph", "Comment"]
    assert {each.text() for each in dialog.findChildren(QLabel)} >= {"Classes", "Plies of a line", "Text"}
    assert dialog.plies.value() == 4 and dialog.comment.text() == "{class}, {before} → {after} %; {best} was better."
    for name, box in boxes.items():
        box.setChecked(name == part)
    assert dialog.comment.isEnabled() == (part == "comment")
    dialog.plies.setValue(2)
    dialog.comment.setText("{class}: {best} ({line}), {loss}, {before} to {after}")
    dialog.accept()
    tree = document.tree
    line = tree.main_line()
    assert bool(tree[line[2]].nags) == (part == "glyph")
    assert (len(tree[line[1]].children) > 1) == (part == "line")
    lost = (MOVES[1].values[0] - MOVES[1].values[1]) / 100
    assert tree[line[2]].comment == (f"inaccuracy: e5 (e5 Nf3), −{lost:.2f}, 45 to 32" if part == "comment" else "")
    if part == "line":
        assert len(tree.below(tree[line[1]].children[1])) == 2


def test_the_button_of_the_head_opens_the_dialog(parts: SimpleNamespace, qtbot: QtBot) -> None:
    before = parts.document.tree
    for is_accepted in (False, True):
        parts.head.insert_button.click()
        (dialog,) = parts.widget.findChildren(InsertDialog)
        assert dialog.windowTitle() == "Insert best lines"
        buttons = dialog.findChild(DialogButtons)
        texts = [each.text() for each in (buttons.accept_button, buttons.reject_button)]
        assert texts == ["Insert", "Cancel"] and "{best}" in dialog.comment.toolTip()
        (buttons.accept_button if is_accepted else buttons.reject_button).click()
        assert (parts.document.tree != before) == is_accepted
        qtbot.waitUntil(lambda: not parts.widget.findChildren(InsertDialog))


def test_verdicts_without_a_note_are_none(parts: SimpleNamespace) -> None:
    found: list[Verdict | None] = [parts.review.verdict_at(node) for node in parts.document.tree.main_line()]
    assert found[0] is None and [each.ply for each in found[1:] if each is not None] == list(range(1, 13))
