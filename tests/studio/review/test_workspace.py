"""The Review workspace: reviewing, moments, retries, guesses, insertion and disagreements."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.analysis.accuracy import Scoring
from engine.analysis.verdict import KINDS, Thresholds
from engine.core.chance import chance_value
from engine.core.evaluation import scale_of
from engine.core.game import find_game
from engine.core.language import tr
from engine.core.outcome import Player
from engine.core.score import Score
from engine.records.judgement import Judgement
from engine.records.tree import ROOT, EvaluationNote
from engine.search.spec import Spec
from studio.analysis.choice import Budget
from studio.analysis.session import AnalysisSession
from studio.document.document import Document
from studio.document.values import algorithm_title, evaluation_title
from studio.look import palette
from studio.play.board_page import BoardPage
from studio.play.controller import PlayController
from studio.review import words
from studio.review.head import SettingsPopup
from studio.review.insert import InsertDialog
from studio.review.moments import BEST, CHANCE, GLYPH, LOSS, MOVE, NUMBER, MomentsTable
from studio.review.workspace import ReviewWorkspace
from studio.widgets.plain_label import PlainLabel
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch

# 1… b1 loses by force, and 2… a2 does not change that.
LICHESS = (
    """1. e4 {[%eval 0.17]} c5 {[%eval 0.19]} 2. Nf3 {[%eval 0.25]} Nc6?? {[%eval #3]} 3. Bb5 a6?! {-0.50/9 1s} *"""
)

MOVES = ("b2", "b1", "a1", "a2", "c3")
BLUNDER = 2


@pytest.fixture
def lost(qtbot: QtBot) -> Document:
    document = Document()
    game = find_game("tictactoe")()
    document.new(game)
    for text in MOVES:
        document.play(game.parse_move(document.position, text))
    return document


def test_scores_of_another_program_are_shown_before_a_review(qtbot: QtBot, session: AnalysisSession) -> None:
    """In the graph, with the author's glyphs as marks, in the head and in the sentence. A review adds its own curve."""
    document = Document()
    document.open_text(LICHESS)
    made = ReviewWorkspace(document, session)
    qtbot.addWidget(made)
    made.resize(1280, 700)
    made.refresh()
    (curve,) = made.plot.data.curves
    assert [ply for ply, _ in curve.main] == [1, 2, 3, 4, 6] and (curve.width, curve.dash) == (2.5, "solid")
    assert [height for _, height in curve.main][3] == 1.0 and curve.main[4][1] == pytest.approx(0.146, abs=0.001)
    assert [(mark.ply, mark.glyph, mark.shape) for mark in made.plot.data.marks] == [
        (4, "??", "square"),
        (6, "?!", "circle"),
    ]
    assert made.graph.legend.entries[0].texts == ("From the file",)
    assert "5 with a score from the file" in made.head.status.text()
    assert "Another program has evaluated 5 of the 6 moves;" in made.empty.findChildren(PlainLabel)[0].text()
    judged = Judgement(("e7e6",), Score(0, Player.FIRST), Score(0, Player.FIRST), 2)
    document.add_evaluations({4: [EvaluationNote("pvs", 2, Score(9, Player.FIRST), judgement=judged)]})
    made.refresh()
    assert [len(each.main) for each in made.plot.data.curves] == [5, 1]
    assert made.plot.data.curves[0].width < made.plot.data.curves[1].width


@pytest.fixture
def workspace(qtbot: QtBot, lost: Document, session: AnalysisSession) -> ReviewWorkspace:
    session.choice.set_budget(Budget("nodes", 3_000))
    page = BoardPage(lost, PlayController(lost, session))
    page.shared.show_view("review")
    made = ReviewWorkspace(lost, session, board=page.shared)
    for each in (page, made):
        qtbot.addWidget(each)
    made.resize(640, 600)
    return made


def reviewed(qtbot: QtBot, workspace: ReviewWorkspace) -> ReviewWorkspace:
    with qtbot.waitSignal(workspace.review.finished, timeout=20_000):
        workspace.run()
    workspace.refresh()
    return workspace


def move(document: Document, text: str) -> int:
    return document.game.parse_move(document.position, text)


def tried(qtbot: QtBot, workspace: ReviewWorkspace, text: str) -> None:
    workspace.board.move_played.emit(move(workspace._document, text))
    qtbot.waitUntil(lambda: not workspace.retry.is_judging, timeout=10_000)


def test_before_a_review_there_is_one_sentence_and_one_button(workspace: ReviewWorkspace, lost: Document) -> None:
    workspace.refresh()
    assert workspace.pages.currentWidget() is workspace.empty
    assert "5" in workspace.empty._sentence.text()
    assert not workspace.head.run_button.isVisibleTo(workspace)
    lost.new(find_game("tictactoe")())
    workspace.refresh()
    assert workspace.empty._button.isHidden()


def test_a_review_and_its_checks_are_two_edits_and_survive_saving(
    qtbot: QtBot, workspace: ReviewWorkspace, lost: Document, tmp_path: Path
) -> None:
    before = lost.record
    reviewed(qtbot, workspace)
    verdicts = workspace.review.verdicts
    assert [each.ply for each in verdicts] == [1, 2, 3, 4, 5]
    assert [each.kind.name for each in verdicts if each.ply == BLUNDER] == ["blunder"]
    assert verdicts[BLUNDER - 1].loss is None
    assert (verdicts[BLUNDER - 1].win_before, verdicts[BLUNDER - 1].win_after) == (0.5, 0.0)
    assert {name for name, _ in workspace.review.sources} == {"pvs", "greedy", "minimax"}
    file = tmp_path / "game.pgn"
    lost.save(file)
    lost.undo()
    assert [each.kind.name for each in workspace.review.verdicts if each.ply == BLUNDER] == ["unsure"]
    lost.undo()
    assert lost.record.tree == before.tree
    assert workspace.review.verdicts == []
    lost.open(file)
    assert workspace.review.source == ("pvs", "")
    assert [(each.kind, each.judgement) for each in workspace.review.verdicts] == [
        (each.kind, each.judgement) for each in verdicts
    ]


def test_mistakes_that_only_a_companion_found_are_unsure_until_they_are_checked(
    qtbot: QtBot, workspace: ReviewWorkspace, lost: Document
) -> None:
    lost.new(find_game("chess")())
    for text in ("e4", "e5", "Qh5", "Nc6", "Qxe5+"):
        lost.play(move(lost, text))
    reviewed(qtbot, workspace)
    review = workspace.review
    assert review.source is not None and review.source[0] == "pvs" and review.verdicts[-1].glyph == "??"
    assert not review.can_check
    review.show(next(each for each in review.sources if each[0] == "minimax"))
    found = review.verdicts[-1]
    assert (found.kind.name, found.glyph, found.doubts, found.kind.nag) == ("unsure", "(??)", True, None)
    assert words.summary(lost.tree, found) == tr("Unsure, not checked yet: probably {kind}.", kind=tr("blunder"))
    workspace.refresh()
    assert workspace.cards[0].buttons["blunder"].text().startswith("0 ")
    assert workspace.head.run_button.text() == tr("Check the rest")
    assert not any(each.kind.is_error for each in review.verdicts)
    with qtbot.waitSignal(review.finished, timeout=20_000):
        review.check()
    assert review.source is not None and review.source[0] == "minimax"
    assert (review.verdicts[-1].glyph, review.verdicts[-1].checked) == ("??", True)


def test_the_list_shows_mistakes_with_the_worst_first(qtbot: QtBot, workspace: ReviewWorkspace, lost: Document) -> None:
    reviewed(qtbot, workspace)
    model = workspace.table.moments
    assert [row.verdict.ply for row in model.rows] == [BLUNDER]
    texts = model.rows[0].texts
    assert (texts[MOVE], texts[GLYPH], texts[LOSS], texts[CHANCE]) == ("b1", "??", tr("→ loss"), "50 → 0")
    assert texts[BEST] in ("a1", "a3", "c1", "c3")
    assert {each.algorithm for each in model.rows[0].opinions} == {"greedy", "minimax"}
    workspace.order_box.setCurrentIndex(2)
    assert [row.verdict.ply for row in model.rows] == [1, 2, 3, 4, 5]
    workspace.table.selectRow(3)
    assert lost.tree.ply(lost.cursor) == 4
    assert workspace.details.played.text().endswith("a2")
    assert "0.5" not in workspace.details.line.whole


@pytest.mark.parametrize("width", [320, 531, 900])
def test_numbers_of_moments_are_never_cut_off(qtbot: QtBot, width: int) -> None:
    table = MomentsTable()
    qtbot.addWidget(table)
    table.resize(width, 300)
    table.show()
    metrics = table.fontMetrics()
    # Cut off, "10…" would be "1…". The item has a padding of 8 px at each side, and the text a margin in it.
    for column, text in ((NUMBER, "100…"), (LOSS, "−88.88"), (CHANCE, "100 → 100")):
        assert table.isColumnHidden(column) == (column == LOSS and width == 320)
        assert table.isColumnHidden(column) or table.columnWidth(column) >= metrics.horizontalAdvance(text) + 22
    shown = [column for column in range(BEST + 1) if not table.isColumnHidden(column)]
    assert sum(table.columnWidth(column) for column in shown) <= table.viewport().width()


def test_a_move_without_a_mistake_is_not_retried_and_the_button_names_the_reason(
    qtbot: QtBot, workspace: ReviewWorkspace, lost: Document
) -> None:
    reviewed(qtbot, workspace)
    line = lost.line()
    lost.go(line[-1])
    workspace.refresh()
    button = workspace.details.retry_button
    assert not button.isEnabled() and button.toolTip().startswith("Select an inaccuracy")
    lost.go(line[BLUNDER])
    workspace.refresh()
    assert button.isEnabled() and button.toolTip() == "Find a better move (Y)"


def test_inserting_a_line_is_confirmed_and_a_second_time_is_not_an_edit(
    qtbot: QtBot, workspace: ReviewWorkspace, lost: Document
) -> None:
    reviewed(qtbot, workspace)
    lost.go(lost.line()[BLUNDER])
    shown: list[str] = []
    workspace.message_shown.connect(shown.append)
    workspace.insert_here()
    size = len(lost.tree)
    workspace.insert_here()
    assert len(lost.tree) == size > len(MOVES) + 1
    assert [text.partition(" is ")[2].partition(" ")[0] for text in shown] == ["now", "in"]


@pytest.mark.parametrize("code", ["en", "vi"])
def test_the_head_shows_the_whole_reviewer_in_a_usual_window(
    qtbot: QtBot, switch: LanguageSwitch, document: Document, session: AnalysisSession, code: str
) -> None:
    switch.switch(code)
    document.new(find_game("chess")())
    document.play(move(document, "e4"))
    score = Score(0, Player.FIRST)
    note = EvaluationNote("pvs", 9, score, 1, "", "threats_safety", Judgement(("e2e4",), score, score, 9))
    document.add_evaluations({1: [note]})
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1280, 700)
    made = ReviewWorkspace(document, session, window)
    head = made.head
    head.setParent(window)
    whole = " · ".join(
        (algorithm_title("pvs"), evaluation_title("chess", "threats_safety"), tr("depth {depth}", depth=9))
    )
    window.show()
    for width in (1280, 700):
        head.resize(width, head.sizeHint().height())
        qtbot.wait(1)
        shown = head.reviewer_button.text()
        assert whole.startswith(shown.removesuffix("…")) and (shown == whole) == (width == 1280)
        parts = [head.reviewer_button, head.status, head.guess_button, head.side_button, head.run_button]
        boxes = [each.geometry() for each in parts if not each.isHidden()]
        assert all(one.right() < other.left() for one, other in pairwise(boxes)) and boxes[-1].right() < width
        room = head.reviewer_button.width() - head.reviewer_button.fontMetrics().horizontalAdvance(shown)
        assert room >= 16 and head.reviewer_button.width() >= head.reviewer_button.sizeHint().width()
    made.close_threads()


def test_the_thresholds_are_those_of_the_game_of_the_record(
    qtbot: QtBot, lost: Document, session: AnalysisSession
) -> None:
    made = ReviewWorkspace(lost, session, thresholds={"": "blunder=35", "nim": "blunder=40"})
    qtbot.addWidget(made)
    assert made.review.thresholds.blunder == 35
    made.open_settings()
    popup = made.findChild(SettingsPopup)
    assert popup.findChild(PlainLabel).text() == "Tic-tac-toe: classes, in points of the chance of winning"
    with qtbot.waitSignal(made.thresholds_changed) as changed:
        popup.reset_button.click()
    assert changed.args == ["tictactoe", ""] and not popup.reset_button.isEnabled()
    popup.close()
    lost.new(find_game("nim")())
    assert made.review.thresholds.blunder == 40
    made.set_thresholds(Thresholds(blunder=50))
    lost.new(find_game("caro")())
    assert made.review.thresholds.blunder == 35
    lost.new(find_game("nim")())
    assert made.review.thresholds.blunder == 50
    made.close_threads()


def test_the_keys_for_mistakes_go_by_ply_and_around(qtbot: QtBot, workspace: ReviewWorkspace, lost: Document) -> None:
    reviewed(qtbot, workspace)
    workspace.set_thresholds(Thresholds(inaccuracy=1, mistake=2, blunder=3))
    lost.to_start()
    workspace.next_mistake()
    assert lost.tree.ply(lost.cursor) == BLUNDER
    workspace.next_mistake()
    workspace.next_mistake(-1)
    assert lost.tree.ply(lost.cursor) == BLUNDER
    lost.to_start()
    # FIRST, at the bottom of the board, made no mistake.
    workspace.next_mistake(mine=True)
    assert lost.cursor == ROOT
    workspace.board.set_flipped(True)
    workspace.next_mistake(mine=True)
    assert lost.tree.ply(lost.cursor) == BLUNDER


def test_counts_and_accuracy_of_the_cards(qtbot: QtBot, workspace: ReviewWorkspace, lost: Document) -> None:
    reviewed(qtbot, workspace)
    first, second = workspace.cards
    assert second.buttons["blunder"].text() == "1 ??"
    assert second.buttons["blunder"].isEnabled() and not first.buttons["blunder"].isEnabled()
    assert second.accuracy.text() == "11"  # 100 · exp(−4.354 · 0.5), the only move that counts
    assert "4.354" in second.accuracy.toolTip()
    assert sum(second.histogram.counts) == 2 and second.histogram.counts[-1] == 1
    with qtbot.waitSignal(workspace.formula_changed) as chosen:
        workspace.open_settings()
        popup = workspace.findChild(SettingsPopup)
        popup.scoring.set_value(Scoring("lichess"))
    assert chosen.args == ["lichess"]
    workspace.refresh()
    assert "lichess" in second.counted.whole and "lila" in second.accuracy.toolTip()
    # 103.1668 · exp(−0.04354 · 50) − 2.1669 = 9.53, and 100 for the move in the lost position.
    weighted, harmonic = (12 * 9.53 + 0.5 * 100) / 12.5, 2 / (1 / 9.53 + 1 / 100)
    assert second.accuracy.text() == f"{(weighted + harmonic) / 2:.0f}"
    popup.scoring.set_value(Scoring("loss"))
    workspace.refresh()
    # 1. b2 has no loss; all others are in a lost or won position.
    assert (first.accuracy.text(), first.interval.text()) == ("0.0", "0.0–0.0")
    assert first.counted.whole == "points lost per move, on 1 move"
    assert first.without.whole == "2 with a forced win or loss left out"
    assert second.without.whole == "2 with a forced win or loss left out"
    assert second.accuracy.text() == "–" and "Lower is better" in second.accuracy.toolTip()
    popup.close()
    lost.to_end()
    second.buttons["blunder"].click()
    assert lost.tree.ply(lost.cursor) == BLUNDER


def test_the_glyph_of_a_mistake_is_on_the_board_in_its_colour(
    qtbot: QtBot, workspace: ReviewWorkspace, lost: Document
) -> None:
    reviewed(qtbot, workspace)
    lost.go(workspace.review.verdicts[BLUNDER - 1].node)
    (mark,) = workspace.board.marks("view")
    assert (mark.kind, mark.text, mark.color) == ("glyph", "??", palette.light().blunder)


def test_the_graph_has_the_chances_and_a_mark(qtbot: QtBot, workspace: ReviewWorkspace) -> None:
    reviewed(qtbot, workspace)
    data = workspace.plot.data
    assert [(mark.ply, mark.glyph, mark.shape) for mark in data.marks] == [(BLUNDER, "??", "square")]
    assert dict(data.curves[-1].main)[0] == 0.0 and dict(data.curves[-1].main)[BLUNDER] == 1.0
    assert data.range == (-1.0, 1.0)


def test_a_retry_hides_the_answer_and_judges_by_loss(qtbot: QtBot, workspace: ReviewWorkspace, lost: Document) -> None:
    reviewed(qtbot, workspace)
    workspace.next_mistake()
    workspace.begin_retry()
    assert workspace.retry.is_active and lost.tree.ply(lost.cursor) == BLUNDER - 1
    assert workspace.pages.currentWidget() is workspace.retry_page
    assert workspace.board.arrows() == []
    assert workspace.plot.data.hidden_from is not None
    assert all(ply < BLUNDER for curve in workspace.plot.data.curves for ply, _ in curve.main)
    assert workspace.cards[1].accuracy.text() == "—" and workspace.cards[0].accuracy.text() != "—"
    page = workspace.retry_page
    assert [button.isEnabled() for button in page.hint_buttons] == [True, False, False]
    tried(qtbot, workspace, "c2")
    assert [each.found.is_right for each in workspace.retry.attempts if each.found] == [False]
    assert page.rows[0].sign.text() == "✗" and not page.answer.isVisibleTo(page)
    assert workspace.retry.attempts[0].found is not None and workspace.retry.attempts[0].found.reply is not None
    page.hint_buttons[0].click()
    page.hint_buttons[1].click()
    assert workspace.retry.hints == 2
    # A corner holds the draw, whichever of them the review named.
    tried(qtbot, workspace, "c1")
    assert workspace.retry.is_found and page.rows[1].sign.text() == "✓"
    assert page.answer.isVisibleTo(page)
    workspace.stop()
    assert not workspace.retry.is_active and lost.tree.ply(lost.cursor) == BLUNDER


def test_a_revealed_answer_ends_the_tries(qtbot: QtBot, workspace: ReviewWorkspace, lost: Document) -> None:
    reviewed(qtbot, workspace)
    workspace.next_mistake()
    workspace.begin_retry()
    workspace.retry_page.reveal_button.click()
    assert workspace.retry.is_over and not workspace.board.is_interactive
    workspace.retry.guess(move(lost, "c1"))
    assert workspace.retry.attempts == []


def test_guessing_first_hides_everything_until_a_move(qtbot: QtBot, workspace: ReviewWorkspace, lost: Document) -> None:
    reviewed(qtbot, workspace)
    lost.to_start()
    workspace.set_guessing(on=True)
    assert workspace.pages.currentWidget() is workspace.retry_page
    assert [card.accuracy.text() for card in workspace.cards] == ["—", "—"]
    assert all(ply == 0 for curve in workspace.plot.data.curves for ply, _ in curve.main)
    assert not any(button.isVisibleTo(workspace) for button in workspace.retry_page.hint_buttons)
    tried(qtbot, workspace, "b2")
    assert workspace.retry.is_over and "b2" in workspace.retry_page.answer.text()
    workspace.retry_page.skip_button.click()
    assert lost.tree.ply(lost.cursor) == 1 and workspace.retry.is_active and not workspace.retry.is_over
    workspace.set_guessing(on=False)
    assert workspace.pages.currentWidget() is not workspace.retry_page
    workspace.set_guessing(on=True)
    lost.new(lost.game)
    assert not workspace.is_guessing
    assert not workspace.head.guess_button.isChecked()


def test_best_lines_are_inserted_by_one_edit(qtbot: QtBot, workspace: ReviewWorkspace, lost: Document) -> None:
    reviewed(qtbot, workspace)
    before = lost.tree
    dialog = InsertDialog(lost, workspace.review, workspace)
    dialog.with_comment.setChecked(True)
    dialog.plies.setValue(2)
    dialog.accept()
    node = lost.tree.main_line()[BLUNDER]
    assert lost.tree[node].nags == (KINDS["blunder"].nag,)
    best = workspace.review.verdicts[BLUNDER - 1].judgement.best
    assert best in lost.tree[node].comment
    parent = lost.tree[node].parent
    assert parent is not None and len(lost.tree[parent].children) == 2
    line = lost.tree.below(lost.tree[parent].children[1])
    assert len(line) == 2 and lost.tree.move_text(line[0], "coordinates") == best
    again = InsertDialog(lost, workspace.review, workspace)
    again.plies.setValue(2)
    again.accept()
    lost.undo()
    assert lost.tree == before


def test_a_review_can_be_paused_and_resumed(qtbot: QtBot, workspace: ReviewWorkspace, session: AnalysisSession) -> None:
    runner = workspace.review.runner
    workspace.run()
    session.stop_all()
    assert runner.is_running and runner.is_paused
    assert not session.is_busy
    with qtbot.waitSignal(runner.completed, timeout=20_000):
        workspace.toggle()
    assert len(workspace.review.verdicts) == 5


def held(qtbot: QtBot, workspace: ReviewWorkspace, session: AnalysisSession) -> None:
    """Review up to the point at which the checks begin, and pause there."""
    review = workspace.review

    def pause() -> None:
        if review.is_checking:
            review.runner.pause()

    review.runner.state_changed.connect(pause)
    workspace.run()
    qtbot.waitUntil(lambda: review.is_checking and review.runner.is_paused, timeout=20_000)
    review.runner.state_changed.disconnect(pause)


def test_a_blunder_is_unsure_until_it_is_checked(
    qtbot: QtBot, workspace: ReviewWorkspace, lost: Document, session: AnalysisSession
) -> None:
    held(qtbot, workspace, session)
    review, rows = workspace.review, workspace.table.moments.rows
    verdict = review.verdicts[BLUNDER - 1]
    assert (verdict.kind.name, verdict.likely.name, verdict.checked) == ("unsure", "blunder", False)
    workspace.refresh()
    rows = workspace.table.moments.rows
    assert [(row.verdict.ply, row.texts[GLYPH]) for row in rows] == [(BLUNDER, "(??)")]
    assert "checked 0 of 2" in workspace.head.status.whole
    assert workspace.tabs.button(0).text() == tr("Moments {count}", count=0)
    lost.go(verdict.node)
    assert not workspace.details.retry_button.isEnabled()
    assert "not checked yet" in workspace.details.summary.whole
    workspace.begin_retry()
    assert not workspace.retry.is_active
    assert "unsure" in workspace.cards[1].without.whole
    assert review.check_counts == (0, 2)
    with qtbot.waitSignal(review.finished, timeout=20_000):
        workspace.toggle()
    workspace.refresh()
    assert review.verdicts[BLUNDER - 1].kind.name == "blunder"
    assert [row.texts[GLYPH] for row in workspace.table.moments.rows] == ["??"]
    assert "checked 2 of 2" in workspace.head.status.whole


def test_checks_go_on_after_saving_and_opening(
    qtbot: QtBot, workspace: ReviewWorkspace, lost: Document, session: AnalysisSession, tmp_path: Path
) -> None:
    held(qtbot, workspace, session)
    file = tmp_path / "game.pgn"
    lost.save(file)
    lost.open(file)
    review = workspace.review
    assert not review.runner.is_running
    assert review.check_counts == (0, 2)
    workspace.refresh()
    assert workspace.head.run_button.text() == tr("Check the rest")
    with qtbot.waitSignal(review.finished, timeout=20_000):
        workspace.toggle()
    assert review.verdicts[BLUNDER - 1].kind.name == "blunder"
    assert [each.checks is not None for each in (one.judgement for one in review.verdicts)] == [True] * 5
    workspace.refresh()
    assert workspace.head.run_button.text() == tr("Review again")


def test_a_review_by_another_algorithm_is_shown_and_counted(
    qtbot: QtBot, workspace: ReviewWorkspace, session: AnalysisSession
) -> None:
    """Stockfish reviewed the game again, and the verdicts of the first reviewer remained."""
    reviewed(qtbot, workspace)
    other = Spec.make("negascout", ordering=True)
    session.choice.set_reviews(other, on=True)
    workspace.run()
    assert workspace.review.source is not None and workspace.review.source[0].startswith("negascout")
    assert workspace.review.full_count < 5
    with qtbot.waitSignal(workspace.review.finished, timeout=30_000):
        pass
    assert workspace.review.source is not None and workspace.review.source[0].startswith("negascout")
    assert workspace.review.full_count == 5


def test_a_record_that_changes_ends_the_review(qtbot: QtBot, workspace: ReviewWorkspace, lost: Document) -> None:
    workspace.run()
    lost.delete(lost.tree.main_line()[3])
    assert not workspace.review.runner.is_running
    assert all(not lost.tree[node].evaluations for node in lost.tree.nodes)


@pytest.mark.parametrize("is_finished", [True, False], ids=["reviewed", "running"])
@pytest.mark.parametrize("name", ["tictactoe", "cotoan"])
def test_a_refresh_before_the_review_has_the_other_record(
    qtbot: QtBot, lost: Document, session: AnalysisSession, name: str, is_finished: bool
) -> None:
    """Slots that were connected earlier may refresh the workspace while the nodes of the review are those before."""
    made: list[ReviewWorkspace] = []
    seen: list[int] = []

    def refresh() -> None:
        for workspace in made:
            workspace.refresh()
            seen.append(len(workspace.review.verdicts))

    lost.changed.connect(refresh)
    session.choice.set_budget(Budget("nodes", 3_000))
    workspace = ReviewWorkspace(lost, session)
    qtbot.addWidget(workspace)
    if is_finished:
        reviewed(qtbot, workspace)
    else:
        workspace.run()
        qtbot.waitUntil(lambda: bool(workspace.review.verdicts), timeout=20_000)
        workspace.review.runner.pause()
    assert workspace.review.verdicts
    made.append(workspace)
    lost.new(find_game(name)())
    assert seen == [0]
    assert workspace.review.source is None
    assert not workspace.review.runner.is_running


def test_thresholds_change_the_classes_at_once(qtbot: QtBot, workspace: ReviewWorkspace) -> None:
    reviewed(qtbot, workspace)
    with qtbot.waitSignal(workspace.thresholds_changed) as asked:
        workspace.set_thresholds(Thresholds(blunder=60))
    assert asked.args == ["tictactoe", "blunder=60"]
    assert workspace.review.verdicts[BLUNDER - 1].kind.name == "mistake"


def test_disagreements_of_the_reviewers(qtbot: QtBot, workspace: ReviewWorkspace, session: AnalysisSession) -> None:
    session.choice.set_reviewers([Spec.parse("minimax")])
    session.choice.set_budget(Budget("nodes", 6_000))
    view = workspace.disagreements
    workspace.tabs.choose(1)
    with qtbot.waitSignal(workspace.review.finding.completed, timeout=20_000):
        view.toggle()
    view.refresh()
    rows = view.model.rows
    # After 1… b1, minimax sees the forced win, and greedy does not.
    found = [row.disagreement for row in rows]
    assert [(each.ply, each.kind, round(each.points)) for each in found] == [(2, "evaluation", 50)]
    assert view.status.text() == "1 disagreement"
    with qtbot.waitSignal(workspace.workspace_asked):
        view.opened.emit(found[0].node)
    assert workspace._document.cursor == found[0].node


def test_both_trees_of_a_disagreement_are_shown_side_by_side(
    qtbot: QtBot, window: MainWindow, lost: Document, tmp_path: Path
) -> None:
    file = tmp_path / "game.pgn"
    lost.save(file)
    window.document.open(file)
    window.session.choice.set_reviewers([Spec.parse("alphabeta")])
    window.session.choice.set_budget(Budget("nodes", 4_000))
    window.show_workspace("review")
    review, view = window.review, window.review.disagreements
    review.tabs.choose(1)
    with qtbot.waitSignal(review.review.finding.completed, timeout=20_000):
        view.toggle()
    view.refresh()
    assert not view.trees_button.isEnabled()
    view.table.selectRow(0)
    assert view.trees_button.isEnabled() and window.document.tree.ply(window.document.cursor) == 2
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert window.workspace == "tree"
    qtbot.waitUntil(lambda: window.tree.pair_page.pairs is not None)
    assert window.tree.pair_page.recorded is not None
    trees = {each.wanted.query.spec.name: each.tree for each in window.tree.pair_page.recorded}
    assert set(trees) == {"alphabeta", "greedy"}
    # Each tree is that of the search that disagreed, to the depth that it completed.
    found = view.model.rows[0].disagreement
    values = [trees[name].number("value", 0) for name in ("alphabeta", "greedy")]
    assert values == [score.value for score in found.scores]


def test_disagreements_in_all_games_of_a_file(
    qtbot: QtBot, workspace: ReviewWorkspace, lost: Document, session: AnalysisSession, tmp_path: Path
) -> None:
    file = tmp_path / "games.pgn"
    lost.save(file)
    file.write_text(file.read_text(encoding="utf-8") * 3, encoding="utf-8")
    lost.open(file, 1)
    session.choice.set_reviewers([Spec.parse("minimax")])
    session.choice.set_budget(Budget("nodes", 6_000))
    view = workspace.disagreements
    view.scope_box.setCurrentIndex(1)
    with qtbot.waitSignal(workspace.review.finding.completed, timeout=20_000):
        view.toggle()
    view.refresh()
    # The open game and the one after it.
    assert [(row.index, row.disagreement.ply) for row in view.model.rows] == [(1, 2), (2, 2)]
    with qtbot.waitSignal(workspace.game_asked) as asked:
        view.table.selectRow(1)
    lost.open(file, asked.args[0])
    view.refresh()
    assert len(view.model.rows) == 2, "another game of the same file"
    lost.new(find_game("tictactoe")())
    view.refresh()
    assert view.model.rows == []


def test_it_is_a_workspace_of_the_window(qtbot: QtBot, make_window: Callable[[], MainWindow]) -> None:
    window = make_window()
    assert not window.actions_table["next_mistake"].isEnabled()
    window.actions_table["workspace_review"].trigger()
    assert window.workspace == "review"
    assert window.pages.currentWidget() is window.page and window.docks["review"].widget() is window.review
    window.show()
    assert window.review.isVisible() and window.review.head.isVisible() and window.board.isVisible()
    for name in ("next_mistake", "previous_mistake", "next_own_mistake", "retry", "insert_line", "guess"):
        assert window.actions_table[name].isEnabled()
        window.actions_table[name].trigger()
    window.review.set_thresholds(Thresholds(mistake=12))
    assert window.settings.thresholds == {"cotoan": "mistake=12"}
    window.document.play(window.document.position.legal_moves()[0])
    window.review.set_guessing(on=False)
    window.session.choice.set_budget(Budget("depth", 1))
    with qtbot.waitSignal(window.review.review.runner.completed, timeout=20_000):
        window.actions_table["analysis"].trigger()
    assert [each.player for each in window.review.review.verdicts] == [Player.FIRST]
    window.review.opened.emit(ROOT)
    assert window.workspace == "analyse" and window.document.cursor == ROOT


def test_a_review_of_go_is_in_per_cent(session: AnalysisSession, qtbot: QtBot) -> None:
    document = Document()
    document.new(find_game("go").with_rules("size=5"))
    document.play(document.position.legal_moves()[0])
    scale = scale_of("go", "")
    good, bad = (Score(chance_value(chance, scale), Player.FIRST) for chance in (0.6, 0.35))
    found = Judgement(("c3", "c4"), good, bad)
    document.add_evaluations({1: [EvaluationNote("mcts", None, bad, 9, evaluation="liberties", judgement=found)]})
    workspace = ReviewWorkspace(document, session)
    qtbot.addWidget(workspace)
    workspace.refresh()
    (verdict,) = workspace.review.verdicts
    assert workspace.head.reviewer_button.toolTip() == "Monte Carlo tree search", "no evaluation judges its playouts"
    assert words.loss_text("go", "liberties", verdict) == "−25.0"
    workspace.details.show_move(document.tree, verdict, ("mcts", "liberties"), [])
    assert workspace.details.line.whole.startswith("60.0\u202f%")
    workspace.set_formula("loss")
    workspace.refresh()
    card = workspace.cards[0]
    assert (card.accuracy.text(), card.interval.text()) == ("25.0", "25.0–25.0")
    assert card.counted.whole == "points of the chance of winning lost per move, on 1 move"
    assert "in the unit of scores (points of the chance of winning)" in card.accuracy.toolTip()
