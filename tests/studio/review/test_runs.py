"""Reviews and searches for disagreements, step by step: the test answers each search when it wants to."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.analysis.disagreement import CONTRADICTION, EVALUATION, MOVE, Disagreement
from engine.analysis.review import MOST_FAILURES
from engine.asking.external import EngineSpec
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.score import Score
from engine.search.query import Query
from engine.search.report import Limit, Report
from engine.search.spec import AnySpec, Spec
from studio.analysis.choice import Budget
from studio.analysis.session import AnalysisSession
from studio.look import palette
from studio.look.marks import mark_icon
from studio.review.disagreements import FIRST_MOVE, GAME, PLY, POINTS, RIGHT, SECOND_MOVE
from studio.review.review import COMPANIONS, FoundDisagreement
from studio.review.running import PlanRunner
from studio.window.main_window import MainWindow
from tests.studio import driver

MOVES = ("b2", "b1", "a1", "a2", "c3")
"""1… b1 loses by force."""
REVIEWER = "pvs", ""


@pytest.fixture
def parts(window: MainWindow) -> SimpleNamespace:
    document = window.document
    document.new(find_game("tictactoe")())
    for text in MOVES:
        document.play(document.game.parse_move(document.position, text))
    window.session.choice.set_budget(Budget("depth", 4))
    made = driver.show(window, "review")
    made.window, made.document, made.script = window, document, driver.Script(window.session)
    made.choice = window.session.choice
    return made


def answer_one(parts: SimpleNamespace) -> None:
    number = min(parts.script.asked)
    parts.script.answer(number, *driver.searched(parts.script.asked[number]))


def answer_all(parts: SimpleNamespace) -> None:
    while parts.script.asked:
        answer_one(parts)


def evaluations(parts: SimpleNamespace) -> dict[int, int]:
    tree = parts.document.tree
    return {node: len(tree[node].evaluations) for node in tree.nodes if tree[node].evaluations}


# --- a review ---------------------------------------------------------------------------------------------------------


def test_a_review_shows_each_result_once_and_stores_them_in_two_edits(parts: SimpleNamespace) -> None:
    """At each step: one note for each algorithm, no opinion of the reviewer's own, faint rows until the full limit."""
    review, document, line = parts.review, parts.document, parts.document.tree.main_line()
    before, seen_faint, seen_full = document.tree, 0, 0
    assert parts.shows() == "empty" and parts.empty.isVisibleTo(parts.widget)
    ending = ": depth 4 for each position, 5 moves. The worst moves come first."
    assert driver.sentence(parts.empty).startswith("Review the game with ")
    assert driver.sentence(parts.empty).endswith(ending)
    driver.command(parts.window, "analysis")
    assert parts.shows() == "lists" and review.source == REVIEWER and review.sources[0] == REVIEWER
    assert parts.head.run_button.text() == "Pause"
    parts.lists.order_box.setCurrentIndex(2)
    while parts.script.asked and review.runner.is_running and not review.is_checking:
        provisional, stored = review.provisional_notes(), review.notes()
        for notes in provisional.values():
            sources = [(note.algorithm, note.evaluation) for note in notes]
            assert len(set(sources)) == len(sources), "one note for each algorithm"
            assert all(note.score is not None for note in notes)
        judged = {each.node for each in review.verdicts}
        assert judged <= set(provisional) and all(
            (REVIEWER in [(note.algorithm, note.evaluation) for note in provisional[node]]) for node in judged
        )
        assert set(stored) <= set(provisional)
        for verdict in review.verdicts:
            assert all(each.algorithm != "pvs" for each in review.opinions(verdict))
        parts.refresh()
        faint = {row.verdict.node for row in parts.model.rows if row.is_faint}
        assert faint == {node for node in judged if not review.is_full(node)}
        look = palette.current()
        for place, row in enumerate(parts.model.rows):
            color = parts.model.index(place, 1).data(Qt.ItemDataRole.ForegroundRole)
            assert (color == look.secondary) == row.is_faint
        done = sum(review.is_full(node) for node in judged)
        assert review.full_count == done
        share = f"{100 * review.runner.progress:.0f}"
        assert parts.head.status.whole == f"{done} of 5 moves reviewed, {share} %"
        assert document.tree == before, "nothing is stored before the end"
        seen_faint, seen_full = max(seen_faint, len(faint)), max(seen_full, done)
        answer_one(parts)
    assert seen_full >= 4 and [each.ply for each in review.verdicts] == [1, 2, 3, 4, 5]
    assert set(evaluations(parts)) == set(line), "the judgements are stored before the checks"
    assert {name for name, _ in review.sources} == {"pvs", *(spec.name for spec in COMPANIONS)}
    answer_all(parts)
    parts.refresh()
    assert not review.runner.is_running and parts.head.run_button.text() == "Review again"
    done, count = review.check_counts
    assert done == count and parts.head.status.whole.startswith("5 moves, all reviewed")
    opinions = {each.algorithm for verdict in review.verdicts for each in review.opinions(verdict)}
    assert opinions == {spec.name for spec in COMPANIONS}
    edits = 0
    while evaluations(parts):
        document.undo()
        edits += 1
    assert edits == (2 if count else 1) and document.tree == before


def test_the_sentence_before_a_review_names_the_limit(parts: SimpleNamespace) -> None:
    for budget, amount in (
        (Budget("nodes", 20_000), "20\u2009000 nodes"), (Budget("seconds", 2.5), "2.5 s"),
        (Budget("depth", 3), "depth 3"),
    ):  # fmt: skip
        parts.choice.set_budget(budget)
        assert f": {amount} for each position, 5 moves." in driver.sentence(parts.empty)
        assert "Another program" not in driver.sentence(parts.empty)


@pytest.mark.parametrize("answered", [1, 9])
def test_a_paused_review_goes_on_with_the_same_searches(parts: SimpleNamespace, answered: int) -> None:
    driver.command(parts.window, "analysis")
    for _ in range(answered):
        answer_one(parts)
    open_queries, runner = list(parts.script.asked.values()), parts.review.runner
    driver.command(parts.window, "stop")
    assert runner.is_paused and runner.is_running and not parts.script.asked
    assert parts.head.run_button.text() == "Go on" and parts.head.status.whole.endswith(" · paused")
    share = runner.progress
    driver.command(parts.window, "analysis")
    assert list(parts.script.asked.values()) == open_queries and not runner.is_paused and runner.progress == share
    driver.command(parts.window, "analysis")
    assert runner.is_paused and not parts.script.asked
    driver.command(parts.window, "analysis")
    answer_all(parts)
    assert not runner.is_running and len(parts.review.verdicts) == 5


@pytest.mark.parametrize(
    ("change", "ends"),
    [("comment", False), ("delete", True), ("variation", False), ("main line", True), ("new", True)],
)
def test_an_edit_during_a_review(parts: SimpleNamespace, change: str, ends: bool) -> None:
    """Only a change of the main line, or another record, ends it."""
    document = parts.document
    driver.command(parts.window, "analysis")
    for _ in range(8):
        answer_one(parts)
    line = document.tree.main_line()
    if change == "comment":
        document.set_comment(line[1], "so")
    elif change == "delete":
        document.delete(line[4])
    elif change == "new":
        document.new(document.game)
    else:
        document.go(line[3])
        move = next(
            each for each in document.position.legal_moves() if each != document.tree[line[4]].move
        )  # fmt: skip
        document.play(move)
        if change == "main line":
            document.to_main_line(document.cursor)
    assert parts.review.runner.is_running != ends
    assert bool(parts.script.asked) != ends
    if not ends:
        answer_all(parts)
        assert len(parts.review.verdicts) == 5 and set(evaluations(parts)) == set(line)


def test_the_checks_can_be_paused_and_keep_what_was_checked(parts: SimpleNamespace) -> None:
    driver.command(parts.window, "analysis")
    review = parts.review
    while parts.script.asked and not review.is_checking:
        answer_one(parts)
    count = review.check_counts[1]
    assert review.is_checking and count >= 1
    parts.refresh()
    assert parts.head.status.whole.startswith(f"checked 0 of {count}, ")
    driver.command(parts.window, "stop")
    parts.refresh()
    assert parts.head.status.whole.endswith("paused")
    parts.document.new(parts.document.game)
    assert not review.runner.is_running and review.check_counts == (0, 0)


def test_only_the_verdicts_shown_are_checked_later(parts: SimpleNamespace) -> None:
    driver.command(parts.window, "analysis")
    answer_all(parts)
    review, document = parts.review, parts.document
    document.undo()  # the checks
    parts.refresh()
    assert review.can_check and parts.head.run_button.text() == "Check the rest"
    count = review.check_counts
    assert count[0] < count[1]
    driver.command(parts.window, "analysis")
    assert review.is_checking and {query.spec.name for query in parts.script.asked.values()} != set()
    assert not review.can_check
    review.check()
    answer_all(parts)
    assert review.check_counts == (count[1], count[1]) and not review.can_check
    for source in review.sources:
        review.show(source)
        expected = review.check_counts[0] < review.check_counts[1]
        assert review.can_check == expected and (not expected or source[0] != "pvs")


def test_a_second_review_shows_the_algorithm_that_is_new(parts: SimpleNamespace) -> None:
    review, choice = parts.review, parts.choice
    driver.command(parts.window, "analysis")
    answer_all(parts)
    other = Spec.make("negascout")
    for reviewers, shown in (([Spec.make("pvs"), other], "negascout"), ([other, Spec.make("pvs")], "negascout")):
        choice.set_reviewers(reviewers)
        parts.widget.run()
        assert review.source == (shown, "") and review.sources[0] == (shown, "")
        answer_all(parts)
        assert review.source == (shown, "")
        assert [spec.name for spec in review.reviewers] == [spec.name for spec in reviewers] + ["greedy", "minimax"]
    review.show(("minimax", ""))
    choice.set_reviewers([Spec.make("minimax")])
    assert [spec.name for spec in review.reviewers] == ["minimax", "greedy"]
    # Of equal ranks, companions are last.
    choice.set_reviewers([])
    assert [name for name, _ in review.sources] == ["pvs", "negascout", "minimax", "greedy"]


def test_an_algorithm_that_fails_is_named_and_the_others_go_on(parts: SimpleNamespace, qtbot: QtBot) -> None:
    driver.command(parts.window, "analysis")
    number = min(parts.script.asked)
    name = parts.script.asked[number].spec.name
    with qtbot.waitSignal(parts.review.failed) as failed:
        parts.script.fail(number, "It broke.")
    assert failed.args == ["It broke."] and "It broke." in parts.error.text()
    assert all(query.spec.name != name for query in parts.script.asked.values())
    answer_all(parts)
    for source in ("greedy", "minimax"):
        parts.review.show((source, ""))
        assert len(parts.review.verdicts) == 5


# --- the runner -------------------------------------------------------------------------------------------------------


class Plan:
    """A plan of searches that depend on nothing, which notes what it was given."""

    def __init__(self, position: Position, spec: AnySpec, count: int, *, waits: bool) -> None:
        self.queries = [Query(position, spec, "", Limit(depth=2), seed) for seed in range(count)]
        self.ready, self.running, self._waits = list(self.queries), 0, waits
        self.given: list[tuple[Query, list[Report]]] = []

    @property
    def is_finished(self) -> bool:
        return not self.ready and not self.running

    @property
    def progress(self) -> float:
        return len(self.given) / len(self.queries)

    def take(self) -> Any:
        if not self.ready or (self._waits and self.running):
            return None
        self.running += 1
        return SimpleNamespace(query=self.ready.pop(0))

    def give(self, task: Any, reports: Any) -> None:
        self.running -= 1
        self.given.append((task.query, list(reports)))

    def put_back(self, task: Any) -> None:
        self.running -= 1
        self.ready.insert(0, task.query)


@pytest.fixture
def runner(session: AnalysisSession, document: Any) -> SimpleNamespace:
    made = PlanRunner(session)
    position = document.position

    def plan(count: int, spec: AnySpec | None = None, *, waits: bool = False) -> Plan:
        return Plan(position, spec or Spec.make("minimax"), count, waits=waits)

    return SimpleNamespace(runner=made, script=driver.Script(session), plan=plan, session=session)


def test_plans_run_one_after_another_with_room_for_a_few_searches(runner: SimpleNamespace, qtbot: QtBot) -> None:
    room = 2 * runner.session.most_running
    one, two = runner.plan(room + 1), runner.plan(2)
    with qtbot.waitSignal(runner.runner.state_changed):
        runner.runner.start([one, two])
    assert runner.runner.is_running and list(runner.script.asked.values()) == one.queries[:room]
    assert runner.runner.progress == 0
    score = Score(3, Player.FIRST)
    number = max(runner.script.asked)
    query = runner.script.asked[number]
    deep = [driver.report(query, score, depth=depth, nodes=10 * depth) for depth in (2, 1, 3)]
    with qtbot.waitSignal(runner.runner.advanced):
        runner.script.answer(number, *deep, driver.report(query, None, depth=3, nodes=99))
    given = one.given[0]
    assert given[0] == query and [(each.depth, each.nodes) for each in given[1]] == [(1, 10), (2, 20), (3, 30), (3, 99)]
    assert runner.runner.progress == pytest.approx(1 / (room + 1) / 2)
    assert one.queries[-1] in runner.script.asked.values()
    with qtbot.waitSignal(runner.runner.completed), qtbot.waitSignal(runner.runner.state_changed):
        runner.script.answer_all(lambda _: [])
    assert one.is_finished and two.is_finished and not runner.runner.is_running and runner.runner.progress == 0
    assert [reports for _, reports in two.given] == [[], []]


def test_a_plan_that_waits_for_a_result_and_a_second_start(runner: SimpleNamespace, qtbot: QtBot) -> None:
    slow = runner.plan(3, waits=True)
    runner.runner.start([slow])
    assert len(runner.script.asked) == 1
    runner.script.answer_all(lambda _: [])
    assert len(slow.given) == 3
    one, two = runner.plan(5), runner.plan(1)
    runner.runner.start([one])
    asked = list(runner.script.asked)
    runner.runner.start([two])
    assert set(asked) <= set(runner.script.dropped) and list(runner.script.asked.values()) == two.queries
    assert one.ready == one.queries, "in their order, as if they had never been taken"
    with qtbot.waitSignal(runner.runner.completed):
        runner.script.answer_all(lambda _: [])
    with qtbot.assertNotEmitted(runner.runner.completed):
        runner.runner.start([])
        runner.runner.start([two])
    assert not runner.runner.is_running
    runner.runner.start([one])
    runner.runner.pause()
    runner.runner.cancel()
    assert not runner.runner.is_running and not runner.runner.is_paused
    runner.session.finished.emit(77)
    runner.session.failed.emit(77, "of somebody else")


@pytest.mark.parametrize("failures", range(1, MOST_FAILURES + 1))
def test_an_engine_may_fail_a_few_times_in_succession(runner: SimpleNamespace, failures: int) -> None:
    heard: list[str] = []
    runner.runner.failed.connect(heard.append)
    plan, after = runner.plan(MOST_FAILURES + 3, EngineSpec("strong", "none")), runner.plan(1)
    runner.runner.start([plan, after])
    for _ in range(2):
        for _ in range(failures):
            if runner.script.asked and not heard:
                runner.script.fail(min(runner.script.asked), "silence")
        if not heard:
            runner.script.answer(min(runner.script.asked))
    is_abandoned = failures == MOST_FAILURES
    assert heard == ["silence"] * is_abandoned
    if is_abandoned:
        assert list(runner.script.asked.values()) == after.queries
    else:
        assert [query for query, _ in plan.given] == plan.queries[: 2 * (failures + 1)]
    runner.script.answer_all(lambda _: [])
    assert not runner.runner.is_running


# --- disagreements ----------------------------------------------------------------------------------------------------


def disagreement(tree: Any, ply: int, kind: str, **values: Any) -> Disagreement:
    node = tree.main_line()[ply]
    moves = tree.position(node).legal_moves()
    even = Score(0, Player.FIRST), Score(0, Player.FIRST)
    return Disagreement(
        node, ply, kind, 0, values.get("second", 1), values.get("moves", (moves[0], moves[1])), even,
        3, values.get("judged"), values.get("points", 0.0), values.get("unsettled", ()),
    )  # fmt: skip


def test_each_cell_of_each_kind_of_disagreement(parts: SimpleNamespace, qtbot: QtBot) -> None:
    document, view = parts.document, parts.disagreements
    tree = document.tree
    even = Score(0, Player.FIRST), Score(0, Player.FIRST)
    found = [
        disagreement(tree, 1, MOVE, judged=even, points=12.4),
        disagreement(tree, 2, MOVE, judged=even, points=-31.6, second=2, unsettled=(0, 2)),
        disagreement(tree, 3, EVALUATION, points=25.0, moves=(None, None)),
        disagreement(tree, 4, CONTRADICTION, points=-3.0),
    ]
    rows = [
        FoundDisagreement(0, tree, found[0]),
        FoundDisagreement(0, tree, found[1]),
        FoundDisagreement(1, tree, found[2]),
        FoundDisagreement(1, tree, found[3]),
    ]
    specs = [Spec.parse(name) for name in ("pvs", "greedy", "minimax")]
    model = view.model
    model.show_rows(rows, specs)
    names = [document.game.format_move(tree.position(each.node), each.moves[0]) if each.moves[0] is not None else "–"
             for each in found]  # fmt: skip
    others = [document.game.format_move(tree.position(each.node), each.moves[1]) if each.moves[1] is not None else "–"
              for each in found]  # fmt: skip
    titles = [model.index(0, FIRST_MOVE).data(Qt.ItemDataRole.ToolTipRole)] + ["Greedy", "Minimax"]
    assert driver.table(model) == [
        ["1", "1", "move", names[0], others[0], "12", titles[0]],
        ["1", "2", "move", names[1], others[1], "32", "Minimax"],
        ["2", "3", "evaluation", "–", "–", "25", "–"],
        ["2", "4", "contradiction", names[3], others[3], "3", "–"],
    ]
    tips = [model.index(row, SECOND_MOVE).data(Qt.ItemDataRole.ToolTipRole) for row in range(4)]
    assert tips == ["Greedy", "Minimax", "Greedy", "Greedy"]
    assert [model.index(row, POINTS).data(Qt.ItemDataRole.ToolTipRole) for row in range(4)] == [
        None, f"The best move changed with the last depth: {titles[0]}, Minimax", None, None,
    ]  # fmt: skip
    for row in range(4):
        has = [model.index(row, column).data(Qt.ItemDataRole.DecorationRole) is not None for column in range(RIGHT + 1)]
        assert has == [False] * 3 + [True, True, False, row < 2]
        marks = {FIRST_MOVE: "pvs", SECOND_MOVE: specs[found[row].second].name}
        marks |= {RIGHT: "pvs" if found[row].points > 0 else "minimax"} if row < 2 else {}
        for column, name in marks.items():
            icon = model.index(row, column).data(Qt.ItemDataRole.DecorationRole)
            assert driver.picture(icon) == driver.picture(mark_icon(name))
        color = model.index(row, PLY).data(Qt.ItemDataRole.ForegroundRole)
        assert color == (palette.current().blunder if row == 3 else None)
    assert driver.headings(model) == ["Game", "Ply", "Kind", "One choice", "Other choice", "Points", "Right"]
    assert [bool(each) for each in driver.headings(model, Qt.ItemDataRole.ToolTipRole)] == [
        column == POINTS for column in range(RIGHT + 1)
    ]
    for column in range(RIGHT + 1):
        right = column in (GAME, PLY, POINTS)
        for flag in (
            model.index(0, column).data(Qt.ItemDataRole.TextAlignmentRole),
            model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole),
        ):
            assert bool(Qt.AlignmentFlag(flag) & Qt.AlignmentFlag.AlignRight) == right
    with qtbot.assertNotEmitted(model.modelReset):
        model.show_rows(list(rows), list(specs))
    with qtbot.waitSignal(model.modelReset):
        model.show_rows(rows, specs[::-1])
    model.show_rows(rows, specs)
    with qtbot.waitSignal(model.dataChanged):
        model.retranslate()
    # Rows of the open game move the cursor; others ask for their game.
    asked: list[tuple[int, ...]] = []
    view.game_asked.connect(lambda index, node: asked.append((index, node)))
    view.table.selectRow(1)
    assert document.cursor == found[1].node and not asked
    assert view.compare_button.isEnabled() and view.trees_button.isEnabled()
    view.compare_button.click()
    assert parts.window.workspace == "compare"
    driver.show(parts.window, "review")
    model.show_rows(rows, specs)
    view.table.selectRow(2)
    assert asked == [(1, found[2].node)] and not view.compare_button.isEnabled() and not view.trees_button.isEnabled()
    view.table.activated.emit(model.index(2, 0))
    assert parts.window.workspace == "review"


def test_a_search_for_disagreements_step_by_step(parts: SimpleNamespace, qtbot: QtBot) -> None:
    view, review = parts.disagreements, parts.review
    parts.lists.tabs.choose(1)
    assert parts.shows() == "lists" and not view.scope_box.isEnabled() and view.button.text() == "Find disagreements"
    assert view.status.text().startswith("Compares ") and view.status.text().endswith(
        "Greedy, Minimax; the first one decides, two plies deeper."
    )
    parts.choice.set_reviewers([Spec.make("minimax")])
    parts.choice.set_budget(Budget("nodes", 6_000))
    view.button.click()
    assert view.button.text() == "Stop" and view.status.text() == "0 % searched, 0 found"
    assert [spec.name for spec in review.compared] == ["minimax", "greedy"]
    while parts.script.asked:
        answer_one(parts)
        share = f"{100 * review.finding.progress:.0f}"
        if review.finding.is_running:
            assert view.status.text() == f"{share} % searched, {len(review.disagreements)} found"
        plies = [each.disagreement.ply for each in review.disagreements]
        assert plies == sorted(plies) == [int(row[PLY]) for row in driver.table(view.model)]
    count = len(review.disagreements)
    assert (
        count and view.status.text() == f"{count} disagreement{'s' * (count > 1)}" and view.table.isColumnHidden(GAME)
    )
    for each in review.disagreements:
        one, two = review.queries_of(each)
        assert (one.spec.name, two.spec.name) == ("minimax", "greedy")
        assert one.position == two.position == each.tree.position(each.disagreement.node)
    # A second search can be stopped, and another record forgets what was found.
    view.button.click()
    view.button.click()
    assert not review.finding.is_running and view.button.text() == "Find disagreements" and not parts.script.asked
    view.button.click()
    driver.command(parts.window, "stop")
    assert not review.finding.is_running
    view.button.click()
    answer_all(parts)
    assert review.disagreements
    parts.document.delete(parts.document.tree.main_line()[1])
    assert all(each.disagreement.ply == 0 for each in review.disagreements)
    parts.document.new(parts.document.game)
    parts.refresh()
    assert review.disagreements == [] and driver.table(view.model) == []


def test_the_games_of_a_file_from_the_open_one_on(parts: SimpleNamespace, tmp_path: Path) -> None:
    view, review, document, file = parts.disagreements, parts.review, parts.document, tmp_path / "games.pgn"
    document.save(file)
    file.write_text(file.read_text(encoding="utf-8") * 4, encoding="utf-8")
    document.open(file, 1)
    parts.refresh()
    parts.lists.tabs.choose(1)
    parts.choice.set_reviewers([Spec.make("minimax")])
    parts.choice.set_budget(Budget("nodes", 6_000))
    assert view.scope_box.isEnabled() and [view.scope_box.itemText(k) for k in range(2)] == [
        "This game", "From this game to the end of the file",
    ]  # fmt: skip
    for place, games in ((0, 1), (1, 3)):
        view.scope_box.setCurrentIndex(place)
        view.button.click()
        assert review.searched_games == games and not view.scope_box.isEnabled()
        answer_all(parts)
        assert view.table.isColumnHidden(GAME) == (games == 1)
        found = sorted({each.index for each in review.disagreements})
        assert found == list(range(1, 1 + games))
        count = len(review.disagreements)
        assert view.status.text() == (
            f"{count} disagreement{'s' * (count != 1)}" if games == 1 else f"{count} disagreements in {games} games"
        )  # fmt: skip
    file.unlink()
    view.button.click()
    assert not review.finding.is_running and str(file) in view.status.text()
