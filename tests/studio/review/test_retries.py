"""Tries for a better move, guesses, and the commands of Review, with searches that the test answers."""

from types import SimpleNamespace

import pytest
from pytestqt.qtbot import QtBot

from engine.analysis.verdict import Thresholds
from engine.core.language import tr
from engine.core.outcome import Player
from engine.core.score import WIN, Score
from engine.records.judgement import Judgement
from engine.records.tree import EvaluationNote
from studio.look import palette
from studio.review.retry import HINTS
from studio.window.main_window import MainWindow
from tests.studio import driver
from tests.studio.review.judged import DEPTH, EVALUATION, MOVES, Move, judged_moves, value

ERRORS = [each for each in MOVES if each.is_error]


@pytest.fixture
def parts(window: MainWindow) -> SimpleNamespace:
    judged_moves(window.document)
    made = driver.show(window, "review")
    made.refresh()
    made.window, made.document, made.script = window, window.document, driver.Script(window.session)
    return made


def go(parts: SimpleNamespace, ply: int) -> None:
    parts.document.go(parts.document.tree.main_line()[ply])


def at(parts: SimpleNamespace) -> int:
    return parts.document.tree.ply(parts.document.cursor)


def moves_of(parts: SimpleNamespace, text: str) -> tuple[int, ...]:
    position, moves = parts.retry.position, []
    for word in text.split():
        moves.append(parts.document.game.parse_move(position, word))
        position = position.play(moves[-1])
    return tuple(moves)


def attempt(parts: SimpleNamespace, text: str, score: Score | None, *, is_answered: bool = True) -> None:
    """Try the first move of a line, and answer with the line and a score, or without a report."""
    line = moves_of(parts, text)
    parts.board.move_played.emit(line[0])
    if is_answered:
        ((number, query),) = parts.script.asked.items()
        assert query.only == line[:1] and query.evaluation == EVALUATION and query.spec.name == "pvs"
        parts.script.answer(number, *([] if score is None else [driver.report(query, score, line, depth=DEPTH)]))


# --- tries ------------------------------------------------------------------------------------------------------------


def scored(chance: float, player: Player) -> Score:
    return Score(value(chance), player)


BLACK, WHITE = Player.SECOND, Player.FIRST


TRIES = (
    (2, "d5 exd5", scored(0.45, BLACK), "✓", "right, as good as the best move"),
    (2, "d5 exd5", scored(0.60, BLACK), "✓", "right, as good as the best move"),
    (2, "d5 exd5", scored(0.39, BLACK), "✓", "right, it costs only 6 points"),
    (2, "d5 exd5", scored(0.30, BLACK), "✗", "runs into exd5 (−1.44, costs 15 points)"),
    (2, "d5", scored(0.30, BLACK), "✗", "−1.44, costs 15 points"),
    (2, "d5 exd5", Score(6 - WIN, BLACK), "✗", "loses by force to exd5"),
    (2, "d5", Score(2 - WIN, BLACK), "✗", "loses at once"),
    (2, "Nc6 Nf3", scored(0.2, BLACK), "✓", "right: it reaches the best line in another order"),
    (2, "e5 Nf3", scored(0.2, BLACK), "✓", "right, it costs only 25 points"),
    (6, "d5 exd5", Score(WIN - 9, BLACK), "✓", "right, as good as the best move"),
    (6, "d5 exd5", scored(0.97, BLACK), "✗", "no forced win any more after exd5"),
    (6, "d5", scored(0.97, BLACK), "✗", "no forced win any more"),
    (7, "Nc3 e5", scored(0.5, WHITE), "✓", "right, as good as the best move"),
)
"""The ply of the move in whose place another one is tried, the try with the reply, its score, and what is shown."""


def test_each_result_of_a_try(parts: SimpleNamespace) -> None:
    for each in TRIES:
        check_try(parts, *each)
        driver.command(parts.window, "stop")
        assert not parts.retry.is_active and at(parts) == each[0]


def check_try(parts: SimpleNamespace, ply: int, line: str, score: Score, sign: str, text: str) -> None:
    go(parts, ply)
    driver.command(parts.window, "retry")
    page, retry = parts.retry_page, parts.retry
    assert parts.shows() == "retry" and retry.is_hiding and at(parts) == ply - 1 and parts.board.is_interactive
    assert not page.answer.isVisibleTo(page) and page.waiting.isVisibleTo(page) and page.waiting.text() == "try 1…"
    attempt(parts, line, score)
    (row,) = page.rows
    assert (row.sign.text(), row.tried.text(), row.text.whole) == (sign, line.split()[0], text)
    is_right, look = sign == "✓", palette.current()
    assert row.sign.palette().color(row.sign.foregroundRole()) == (look.good if is_right else look.blunder)
    assert driver.looks(page.skip_button)[1] == ("primary" if is_right else "")
    assert retry.is_found == retry.is_over == is_right == page.answer.isVisibleTo(page)
    assert page.waiting.isVisibleTo(page) != is_right and page.waiting.text() == "try 2…"
    assert [each.isVisibleTo(page) for each in page.hint_buttons] == [not is_right] * HINTS
    assert page.reveal_button.isVisibleTo(page) != is_right and page.rule.isVisibleTo(page) != is_right
    assert page.skip_button.text() == ("Next" if is_right else "Skip")
    assert parts.board.is_interactive != is_right
    move = MOVES[ply - 1]
    (best,) = moves_of(parts, move.best)
    shape = parts.document.game.shape(retry.position, best)
    arrows = [(each.origin, each.target, each.tip) for each in parts.board.arrows()]
    if is_right:
        assert page.answer.text().startswith(f"Best line: {move.best}")
        assert arrows == [(shape.origin, shape.target, "The best move")]
        assert parts.board.arrows()[0].color == look.good
        assert (parts.plot.data.hidden_from is None) and parts.cards[move.player].accuracy.text() != "—"
    else:
        assert [tip for *_, tip in arrows] == (["The reply to your try"] if " " in line else [])
        assert all(each.color == look.secondary for each in parts.board.arrows())
        assert parts.plot.data.hidden_from is not None and parts.plot.data.hidden_from[0] == ply - 1


def test_a_try_is_judged_only_once_and_one_at_a_time(parts: SimpleNamespace, qtbot: QtBot) -> None:
    go(parts, 2)
    driver.command(parts.window, "retry")
    attempt(parts, "d5 exd5", None, is_answered=False)
    page, retry = parts.retry_page, parts.retry
    assert retry.is_judging and not parts.board.is_interactive and not page.waiting.isVisibleTo(page)
    assert (page.rows[0].sign.text(), page.rows[0].text.whole) == ("…", "judging…")
    attempt(parts, "d6", None, is_answered=False)
    assert len(parts.script.asked) == len(retry.attempts) == 1
    (number,) = parts.script.asked
    parts.script.answer(number)
    assert retry.attempts == [] and page.rows == [], "a search without a result is no try"
    attempt(parts, "d5 exd5", scored(0.2, BLACK))
    attempt(parts, "d5 exd5", None, is_answered=False)
    assert len(retry.attempts) == 1 and not parts.script.asked
    attempt(parts, "d6 d4", scored(0.2, BLACK))
    assert [row.tried.text() for row in page.rows] == ["d5", "d6"] and page.waiting.text() == "try 3…"
    attempt(parts, "h5 d4", None, is_answered=False)
    (number,) = parts.script.asked
    with qtbot.waitSignal(retry.failed):
        parts.script.fail(number, "It broke.")
    assert parts.error.isVisibleTo(parts.widget) and "It broke." in parts.error.text()
    attempt(parts, "h6 d4", None, is_answered=False)
    (number,) = parts.script.asked
    driver.command(parts.window, "stop")
    assert number in parts.script.dropped and not retry.is_active and not retry.is_judging
    assert at(parts) == 2 and parts.shows() == "lists"


def test_hints_one_after_another(parts: SimpleNamespace) -> None:
    """The piece, its target and the move. The first is also on the board; an answer ends them."""
    go(parts, 2)
    driver.command(parts.window, "retry")
    page, cells = parts.retry_page, ("black pawn on e7", "e5", "e5")
    titles = ("Hint 1 · piece", "Hint 2 · target", "Hint 3 · move")
    for given in range(HINTS + 1):
        for place, button in enumerate(page.hint_buttons):
            later = "click to see" if place == given else f"after hint {place}"
            title, _, text = button.text().partition("\n")
            assert (title, text.casefold()) == (titles[place], cells[place] if place < given else later)
            assert button.isEnabled() == (place <= given) and button.accessibleName() == button.text().replace(
                "\n", ": "
            )
        rings = [(each.origin, each.target, each.tip) for each in parts.board.arrows()]
        origin = parts.document.game.shape(parts.retry.position, moves_of(parts, "e5")[0]).origin
        assert rings == ([(-1, origin, "The piece of the best move")] if given else [])
        assert all(each.color == palette.current().gold for each in parts.board.arrows())
        page.hint_buttons[min(given, HINTS - 1)].click()
    assert parts.retry.hints == HINTS and not parts.retry.is_over
    page.reveal_button.click()
    assert parts.retry.is_over and page.answer.text() == "Best line: e5 Nf3 Nc6 Bb5"
    go(parts, 5)
    driver.command(parts.window, "retry")
    assert parts.retry.hints == 0 and not parts.retry.is_over, "another position begins without hints"


def test_the_question_of_each_mistake(parts: SimpleNamespace) -> None:
    for each in ERRORS:
        check_question(parts, each)


def check_question(parts: SimpleNamespace, each: Move) -> None:
    go(parts, each.ply)
    driver.command(parts.window, "retry")
    own = [other.ply for other in ERRORS if other.player is each.player]
    side = ("White", "Black")[each.player]
    page = parts.retry_page
    assert page.place.text() == f"Retry · {own.index(each.ply) + 1} of {len(own)} of {side}"
    assert page.title.text() == f"Find a better move for {side}"
    lost = " and lost by force from there" if each.loss == "→ loss" else ""
    assert (
        page.text.text()
        == f"In the game, {side} played {each.number} {each.text}{lost}. Play another move on the board."
    )
    card = parts.cards[each.player]
    assert card.accuracy.text() == "—" and parts.cards[1 - each.player].accuracy.text() != "—"
    assert side in card.hidden.text() == card.toolTip() and card.counted.whole == "shown when you have found it"
    assert not any(button.isVisibleTo(card) for button in card.buttons.values())
    assert all(ply < each.ply for curve in parts.plot.data.curves for ply, _ in curve.main)
    assert all(mark.ply < each.ply for mark in parts.plot.data.marks)
    # The next one of the same side, around the end.
    page.skip_button.click()
    following = own[(own.index(each.ply) + 1) % len(own)]
    assert parts.retry.verdict.ply == following and at(parts) == following - 1
    parts.graph.ply_chosen.emit(0)
    assert at(parts) == following - 1, "the graph does not leave a retry"
    page.leave_button.click()
    assert not parts.retry.is_active and at(parts) == following and parts.cards[each.player].accuracy.text() != "—"


@pytest.mark.parametrize(("reviewer", "judge"), [("mtdf", "mtdf"), ("minimax", "minimax"), ("stork", "pvs")])
def test_a_try_is_judged_by_the_reviewer_shown(parts: SimpleNamespace, reviewer: str, judge: str) -> None:
    """Also if it is not chosen any more; an algorithm that is not available is replaced by the strongest one."""
    node = parts.document.tree.main_line()[2]
    found = Judgement(("e7e5",), scored(0.45, BLACK), scored(0.20, BLACK), DEPTH)
    note = EvaluationNote(reviewer, DEPTH, scored(0.20, BLACK), 1, "", EVALUATION, found)
    parts.document.add_evaluations({node: [note]})
    parts.review.show((reviewer, EVALUATION))
    go(parts, 2)
    driver.command(parts.window, "retry")
    parts.board.move_played.emit(moves_of(parts, "d5")[0])
    (query,) = parts.script.asked.values()
    assert (query.spec.name, query.evaluation) == (judge, EVALUATION)


def test_a_move_that_is_no_mistake_any_more_has_no_number_among_them(parts: SimpleNamespace) -> None:
    go(parts, 2)
    driver.command(parts.window, "retry")
    parts.set_thresholds(Thresholds(inaccuracy=14, mistake=20, blunder=30))
    assert parts.retry_page.place.text() == "Retry · move 1…"


def test_only_a_mistake_is_retried_and_another_cursor_ends_it(parts: SimpleNamespace) -> None:
    for each in MOVES:
        go(parts, each.ply)
        driver.command(parts.window, "retry")
        assert parts.retry.is_active == each.is_error
        go(parts, each.ply - 1 if each.is_error else each.ply)
        assert parts.retry.is_active == each.is_error
        if each.is_error:
            go(parts, 0 if each.ply > 1 else 3)
            assert not parts.retry.is_active
    go(parts, 2)
    parts.details.retry_button.click()
    assert parts.retry.is_active
    parts.document.new(parts.document.game)
    assert not parts.retry.is_active


def test_guessing_goes_through_the_game(parts: SimpleNamespace) -> None:
    """Each judged move, with every command and button that turns it on, and back off."""
    driver.command(parts.window, "guess")
    head, page, moves = parts.head, parts.retry_page, parts.window.moves
    assert head.guess_button.isChecked() and parts.retry.is_guess
    assert not moves.table.isVisibleTo(moves) and not moves.comment.isVisibleTo(moves), "they give the answer away"
    for each in MOVES[:3]:
        assert parts.retry.verdict.ply == each.ply and at(parts) == each.ply - 1
        side = ("White", "Black")[each.player]
        assert page.place.text() == f"Guess first · move {each.number}"
        assert page.title.text() == f"What would you play for {side}?"
        assert page.text.text().startswith("Play a move on the board.")
        assert not page.reveal_button.isVisibleTo(page) and not page.hint_buttons[0].isVisibleTo(page)
        assert [card.accuracy.text() for card in parts.cards] == ["—", "—"]
        assert not parts.board.marks("view") and not parts.board.arrows()
        driver.command(parts.window, "next_mistake")
        assert at(parts) == each.ply - 1, "a guess is not left by accident"
        attempt(parts, each.best, scored(0.9, each.player))
        assert parts.retry.is_over
        played, summary, best = page.answer.text().partition(". ")[0], page.answer.text(), each.best
        assert played == f"In the game: {each.text} {each.glyph}".strip() and f"Best line: {best}" in summary
        page.skip_button.click()
    go(parts, 6)
    assert parts.retry.is_active and parts.retry.verdict.ply == 7, "the guess follows the cursor"
    go(parts, len(MOVES))
    assert not parts.retry.is_active
    head.guess_button.click()
    assert moves.table.isVisibleTo(moves) and moves.comment.isVisibleTo(moves)
    assert not head.guess_button.isChecked() and not parts.retry.is_active and parts.shows() == "lists"
    go(parts, 3)
    head.guess_button.setChecked(True)
    assert parts.retry.is_active and parts.retry.is_guess
    driver.command(parts.window, "stop")
    assert not parts.retry.is_active and not head.guess_button.isChecked() and at(parts) == 3
    driver.command(parts.window, "guess")
    go(parts, 1)
    driver.command(parts.window, "guess")
    assert not parts.retry.is_active and at(parts) == 1


def test_a_retry_and_another_record_end_the_guessing(parts: SimpleNamespace) -> None:
    head, retry, moves = parts.head, parts.retry, parts.window.moves
    driver.command(parts.window, "guess")
    go(parts, 5)
    assert retry.is_guess and retry.verdict.ply == 6
    driver.command(parts.window, "retry")
    assert retry.is_active and not retry.is_guess and retry.verdict.ply == 5 and at(parts) == 4
    assert not head.guess_button.isChecked() and moves.table.isVisibleTo(moves)
    driver.command(parts.window, "guess")
    assert head.guess_button.isChecked() and not moves.table.isVisibleTo(moves)
    judged_moves(parts.document)
    assert not retry.is_active and not head.guess_button.isChecked() and moves.table.isVisibleTo(moves)


def test_a_retry_in_another_language_and_theme(parts: SimpleNamespace) -> None:
    go(parts, 2)
    driver.command(parts.window, "retry")
    attempt(parts, "d5 exd5", scored(0.30, BLACK))
    page = parts.retry_page
    for code in ("vi", "en"):
        driver.command(parts.window, f"language_{code}")
        driver.command(parts.window, "theme_dark" if code == "vi" else "theme_light")
        assert page.title.text() == tr("Find a better move for {side}", side=tr("Black"))
        assert page.leave_text.text() == tr("Esc leaves") and page.leave_button.text() == tr("Leave")
        assert page.reveal_button.text() == tr("Show the answer") and page.skip_button.text() == tr("Skip")
        assert page.hint_buttons[0].text().startswith(tr("Hint 1 · piece"))
        comma = "," if code == "vi" else "."
        assert page.rows[0].text.whole == tr(
            "runs into {reply} ({value}, costs {count} points)", reply="exd5", value=f"−1{comma}44", count="15"
        )
        assert parts.retry.is_active and len(page.rows) == 1


# --- commands ---------------------------------------------------------------------------------------------------------


MISTAKES = (
    ("next_mistake", 1, False), ("previous_mistake", -1, False), ("next_own_mistake", 1, True),
    ("previous_own_mistake", -1, True),
)  # fmt: skip
"""Commands with their directions, and whether they visit the mistakes of the side at the bottom only."""


def test_the_commands_for_mistakes(parts: SimpleNamespace) -> None:
    for side in (None, WHITE, BLACK):
        for each in MISTAKES:
            check_command(parts, *each, side)


def check_command(parts: SimpleNamespace, name: str, step: int, mine: bool, side: Player | None) -> None:
    """From each ply to the next mistake in the direction, around the end, of the side shown or at the bottom."""
    parts.head.side_button.setChecked(False)
    if side is not None:
        parts.board.set_flipped(side is BLACK)
        parts.head.side_button.setChecked(True)
    bottom = BLACK if parts.board.flipped else WHITE
    wanted = bottom if mine else side
    plies = [each.ply for each in ERRORS if wanted in (None, each.player)]
    for ply in range(len(MOVES) + 1):
        go(parts, ply)
        driver.command(parts.window, name)
        ahead = [each for each in plies if (each - ply) * step > 0]
        assert at(parts) == (min(ahead, key=lambda each: abs(each - ply)) if ahead else plies[0 if step > 0 else -1])


def test_the_next_mistake_in_a_retry_is_retried(parts: SimpleNamespace) -> None:
    go(parts, 2)
    driver.command(parts.window, "retry")
    for name, ply in (("next_mistake", 5), ("next_mistake", 6), ("previous_mistake", 5)):
        driver.command(parts.window, name)
        assert parts.retry.is_active and parts.retry.verdict.ply == ply and at(parts) == ply - 1


def test_the_best_line_is_inserted_and_compared(parts: SimpleNamespace) -> None:
    document, shown = parts.document, []
    parts.widget.message_shown.connect(shown.append)
    for each in MOVES:
        go(parts, each.ply)
        before = document.tree
        driver.command(parts.window, "insert_line")
        parent = document.tree[document.cursor].parent
        if each.line.split()[0] == each.coordinates:
            assert document.tree == before
        else:
            children = document.tree[parent].children
            assert len(document.tree.below(children[1])) == min(8, len(each.line.split()))
            assert bool(document.tree[document.cursor].nags) == each.is_error
            document.undo()
    said = ["now" if each.line.split()[0] != each.coordinates else "in the record already" for each in MOVES]
    assert [next(word for word in ("now", "in the record already") if word in text) for text in shown] == said
    document.to_start()
    driver.command(parts.window, "insert_line")
    assert len(shown) == len(MOVES)
    for ply, target in ((5, 4), (0, 0)):
        driver.show(parts.window, "review")
        go(parts, ply)
        driver.command(parts.window, "compare_here")
        assert parts.window.workspace == "compare" and at(parts) == target
    driver.show(parts.window, "review")
    go(parts, 3)
    parts.details.insert_button.click()
    assert len(shown) == len(MOVES) + 1
    parts.details.compare_button.click()
    assert parts.window.workspace == "compare" and at(parts) == 2
    # Without disagreements, there are no trees to see.
    driver.show(parts.window, "review")
    for name in driver.scoped(parts.window, "review"):
        driver.command(parts.window, name)
        assert parts.window.workspace == "review"
