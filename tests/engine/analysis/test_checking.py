"""Verdicts that a different search has checked, the limits of the checks, and what the searches must agree on."""

from pathlib import Path
from typing import Any

import pytest

from engine.analysis.accuracy import played
from engine.analysis.checking import SHARE, WITHOUT, check_evaluation, check_limit, checker_for, offers_material
from engine.analysis.insertion import Insertion, insert_lines
from engine.analysis.judging import CHECK, DEEP, REST, SHALLOW, Judging
from engine.analysis.review import MOST_FAILURES, judge, judged_note, review_record
from engine.analysis.verdict import Thresholds, Verdict, next_check, shown, verdict_of
from engine.asking.external import EngineSpec
from engine.asking.query import answer
from engine.asking.restriction import one_ply_earlier, one_ply_later
from engine.core.chance import win_chance
from engine.core.errors import SearchError
from engine.core.evaluation import evaluations, hand_made
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import WIN, Score
from engine.core.values import replace
from engine.page.marks import glyph_html, packed_verdict
from engine.records import edits
from engine.records.formats import find_format
from engine.records.judgement import Check, Judgement
from engine.records.notes import read_evaluation, write_evaluation
from engine.records.tree import EvaluationNote, GameTree, Record
from engine.search.players import REFERENCE
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.search import Stop
from engine.search.spec import Spec
from tests.engine.analysis.test_judging import recorded
from tests.engine.analysis.test_verdict import score_of

SAMPLES = Path(__file__).parents[3] / "resources" / "records"
SCALE = evaluations("chess")["threats_safety"].scale


def sample(name: str) -> GameTree:
    path = SAMPLES / name
    (record,) = find_format(path).read(path.read_bytes())
    return record.tree


def judged_move(
    first: tuple[int, int], *checks: tuple[int, int], offers: bool = False, other: int | None = None
) -> Any:
    """Return the tree and the judgement of 1… e5, with the chances before and after it in per cent.

    A check is given by the chances of the best other move and of the move played.
    """
    game = find_game("chess")()
    tree = recorded(game.start(), [game.parse_move(game.start(), "e4")])
    tree = edits.add_move(tree, 1, game.parse_move(tree.position(1), "e5")).apply(tree)

    def score(chance: int) -> Score:
        value = WIN - 5 if chance == 100 else 5 - WIN if chance == 0 else score_of(chance / 100, SCALE)
        return Score(value, Player.SECOND)

    found = [Check(score(after), score(best), ("c7c5",), 9) for best, after in checks]
    line = ("e7e5",) if first[0] == first[1] else ("c7c6",)
    rest = None if other is None else score(other)
    return tree, Judgement(line, score(first[0]), score(first[1]), 8, rest, offers=offers, checks=tuple(found))


def verdict(*args: Any, **options: Any) -> Verdict:
    tree, judgement = judged_move(*args, **options)
    return verdict_of(tree, 2, judgement, "threats_safety")


@pytest.mark.parametrize(
    ("first", "checks", "kind", "likely", "checked", "more"),
    [
        ((60, 57), (), "good", "good", None, False),
        ((60, 48), (), "inaccuracy", "inaccuracy", None, False),
        ((60, 38), (), "unsure", "mistake", False, True),
        ((60, 20), (), "unsure", "blunder", False, True),
        # All three agree on a mistake or a blunder, and the smallest loss is shown. One check is not enough.
        ((60, 38), ((62, 40),), "unsure", "mistake", False, True),
        ((60, 38), ((62, 40), (60, 36)), "mistake", "mistake", True, False),
        ((60, 20), ((60, 20), (60, 25)), "blunder", "blunder", True, False),
        ((60, 20), ((60, 36), (60, 20)), "mistake", "mistake", True, False),
        ((60, 38), ((60, 20), (60, 20)), "mistake", "mistake", True, False),
        # Both checks show that it is no mistake.
        ((60, 38), ((60, 58),), "unsure", "good", False, True),
        ((60, 38), ((60, 58), (60, 59)), "good", "good", True, False),
        ((60, 20), ((60, 58), (60, 46)), "good", "good", True, False),
        ((60, 20), ((60, 46), (60, 46)), "inaccuracy", "inaccuracy", True, False),
        # Only one of the checks finds a mistake.
        ((60, 20), ((60, 58), (60, 36)), "unsure", "good", True, False),
        ((60, 20), ((60, 36), (60, 46)), "unsure", "inaccuracy", True, False),
        # A forced win or loss that one of the searches proved counts for all.
        ((60, 20), ((60, 100),), "best", "best", True, False),
        ((60, 38), ((60, 0), (60, 30)), "blunder", "blunder", True, False),
        ((100, 0), (), "missed_win", "missed_win", None, False),
        ((100, 60), (), "unsure", "missed_win", False, True),
        ((100, 60), ((80, 60), (80, 60)), "missed_win", "missed_win", True, False),
    ],
)
def test_what_the_searches_agree_on(
    first: tuple[int, int], checks: Any, kind: str, likely: str, checked: bool | None, more: bool
) -> None:
    found = verdict(first, *checks)
    assert (found.kind.name, found.likely.name, found.checked) == (kind, likely, checked)
    tree, judgement = judged_move(first, *checks)
    assert (next_check(tree, 2, judgement, "threats_safety") is not None) == more
    assert not (kind == "unsure" and (found.kind.is_error or found.kind.nag is not None))
    # What is shown is the smallest loss, and it needs no thresholds.
    views = [first, *checks]
    if kind != "best" and not {0, 100} & {*first, *(each for check in checks for each in check)}:
        assert found.points == pytest.approx(min(max(0, before - after) for before, after in views), abs=0.3)
    assert shown(judgement, Player.SECOND, SCALE)[1] == found.after.pov(Player.FIRST)


def test_a_record_without_the_mark_of_checks_is_read_as_it_is() -> None:
    tree, judgement = judged_move((60, 20))
    old = Judgement(judgement.line, judgement.before, judgement.after, judgement.depth)
    found = verdict_of(tree, 2, old, "threats_safety")
    assert (found.kind.name, found.checked, "likely" in found.to_dict()) == ("blunder", None, False)
    assert next_check(tree, 2, old, "threats_safety") is None


def test_only_moves_and_sacrifices_are_shown_after_a_check() -> None:
    assert verdict((60, 60), other=57).checked is None
    waiting = verdict((60, 60), other=30)
    assert (waiting.kind.name, waiting.only, waiting.glyph, waiting.to_dict()["likely"]) == (
        "unsure", False, "(?)", "best",
    )  # fmt: skip
    assert verdict((60, 60), (30, 60), other=30).only
    again = verdict((60, 60), (58, 60), other=30)
    assert (again.kind.name, again.only, again.checked, again.glyph) == ("best", False, True, "✓")
    # Both checks find another move much better.
    worse = verdict((60, 60), (85, 60), (85, 60), other=30)
    assert (worse.kind.name, worse.likely.name, worse.points) == ("unsure", "best", 0.0)
    assert verdict((60, 57), offers=True).kind.name == "unsure"
    assert verdict((60, 57), (60, 58), offers=True).kind.name == "good"
    assert verdict((100, 100), offers=True).kind.name == "best"


def test_a_check_by_a_weaker_search_confirms_a_verdict_or_leaves_it_unsure() -> None:
    for checks, kind in (
        (((60, 36), (60, 36)), "mistake"), (((60, 58), (60, 59)), "unsure"), (((60, 36), (60, 59)), "unsure"),
        (((60, 100),), "best"),
    ):  # fmt: skip
        tree, judgement = judged_move((60, 38), *checks)
        found = verdict_of(tree, 2, replace(judgement, strong=True), "threats_safety")
        assert (found.kind.name, found.likely.name) == (kind, "mistake" if kind == "unsure" else kind)


def test_the_verdict_of_an_unsure_move_is_in_brackets() -> None:
    found = verdict((60, 20))
    assert (found.glyph, found.loss, found.to_dict()["class"]) == (
        "(??)",
        found.before.value - found.after.value,
        "unsure",
    )
    assert verdict((60, 38)).glyph == "(?)"


@pytest.mark.parametrize("checks", [(), ((60, 20),), ((60, 100), (0, 58))])
def test_checks_are_stored_in_a_note(checks: Any) -> None:
    _, judgement = judged_move((60, 20), *checks, offers=True)
    note = EvaluationNote("pvs", 7, judgement.after, 100, "future=1", "material", judgement)
    text = write_evaluation(note)
    assert read_evaluation(text) == note
    # A program that does not know the checks keeps them as fields of other programs, and has the judgement.
    assert f";checks={len(checks)}" in text
    for broken in (text.replace("checks=", "checks=7"), text.replace("check1=", "check1=x")):
        if broken != text:
            found = read_evaluation(broken)
            assert found.judgement is None
            assert write_evaluation(found) == broken or sorted(write_evaluation(found).split(";")) == sorted(
                broken.split(";")
            )


def test_the_different_search_is_an_engine_or_ours_without_pruning() -> None:
    chess, go = find_game("chess")(), find_game("go")()
    strong, other = EngineSpec("strong", "strong"), EngineSpec("other", "other", protocol="gtp")
    own = checker_for(chess, REFERENCE)
    assert own != REFERENCE and all(getattr(own.parameters, name) == "off" for name in WITHOUT)
    assert checker_for(chess, REFERENCE, [strong]) == strong
    assert checker_for(chess, strong, [strong]) == own
    assert checker_for(chess, REFERENCE, [other, strong]) == strong
    assert checker_for(go, Spec.make("mcts")) == Spec.make("mcts")


def test_the_limits_of_checks() -> None:
    assert [check_limit(Limit(nodes=200), number).nodes for number in (0, 1)] == [800, 3200]
    assert [check_limit(Limit(seconds=2.0), number).seconds for number in (0, 1)] == [8.0, 32.0]
    assert [check_limit(Limit(depth=8), number).depth for number in (0, 1)] == [9, 10]
    assert check_limit(Limit(depth=100, nodes=2**62, seconds=1e9), 1) == Limit(depth=100, nodes=2**62, seconds=1e9)


def test_the_second_check_has_another_evaluation() -> None:
    for own, second in ("", "threats_safety"), ("threats_safety", "network"), ("tapered", "network"):
        assert [check_evaluation("chess", own, number) for number in (0, 1)] == [own, second]
    assert check_evaluation("nim", "", 1) == ""


@pytest.mark.parametrize("game", ["chess", "xiangqi", "caro", "cotoan"])
def test_the_scores_of_another_evaluation_express_the_same_chances(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.analysis.judging.SHARE", 100)
    start = find_game(game)().start()
    tree = recorded(start, start.legal_moves()[:1])
    first, second = list(evaluations(game))[:2]
    thresholds = Thresholds(inaccuracy=1, mistake=1, blunder=1)
    best = start.game.format_move(start, start.legal_moves()[1], "coordinates")
    known = Judgement((best,), Score(50, Player.FIRST), Score(-2000, Player.FIRST), 3, checks=())
    judging = Judging(
        tree, REFERENCE, "", Limit(nodes=300), checker=checker_for(tree.game, REFERENCE), thresholds=thresholds,
        known={1: known},
    )  # fmt: skip
    asked = []
    while (task := judging.take()) is not None:
        reports = list(answer(task.query))
        asked.append((task.query.evaluation, task.step, reports[-1].score))
        judging.give(task, reports)
    assert [each[:2] for each in asked] == [
        ("", "others"), ("", "played"), (second, "others"), (second, "played"),
    ]  # fmt: skip
    scales = [evaluations(game)[name].scale for name in (first, second)]
    checks = judging.judgements[1].checks
    assert checks is not None and len(checks) == 2
    for check, (_, _, score), scale in zip(checks, (asked[1], asked[3]), scales, strict=True):
        assert win_chance(check.after.value, scales[0]) == pytest.approx(
            win_chance(score.pov(Player.FIRST).value, scale), abs=0.01
        )


def test_moves_that_sacrifice_material() -> None:
    tree = sample("chess/opera.en.pgn")
    given = [
        tree.move_text(node, "san")
        for node in tree.main_line()[1:]
        if offers_material(tree.position(tree[node].parent), tree[node].move)
    ]
    assert given == ["Rxd7", "Qe6", "Qb8+"]


class Watched(Judging):
    """A review whose searches are counted by pass."""

    log: list[Any]

    def give(self, task: Any, reports: Any) -> None:
        self.log.append((task, reports[-1].nodes if reports else 0))
        super().give(task, reports)


def watched(tree: GameTree, limit: Limit, **options: Any) -> Watched:
    judging = Watched(tree, REFERENCE, "", limit, checker=checker_for(tree.game, REFERENCE), **options)
    judging.log = []
    judge(judging, Stop())
    assert judging.is_finished
    return judging


def test_no_loss_is_negative_and_all_numbers_are_one_set() -> None:
    """The score of a note, which graphs and lists show, is the one after the move of the verdict."""
    for name in ("chess/opera.en.pgn", "cotoan/children.en.pgn"):
        tree = sample(name)
        judging = watched(tree, Limit(nodes=600), has_shallow=True)
        line, evaluation = tree.main_line(), next(iter(evaluations(tree.game.name)))
        assert set(judging.full) == set(line[1:])
        negative = 0
        for node in line[1:]:
            found = verdict_of(tree, node, judging.judgements[node], evaluation)
            negative += found.before.value < found.after.value or found.points < 0
            note = judged_note(tree, node, REFERENCE, judging)
            assert note is not None and note.score == one_ply_later(found.after.pov(Player.FIRST))
        assert negative == 0


def test_a_win_that_only_the_search_before_the_move_found_counts() -> None:
    tree = sample("chess/opera.en.pgn")
    start, node = tree.main_line()[:2]
    judging = Judging(tree, REFERENCE, "", Limit(depth=3), nodes=(), judged=[node])
    while (task := judging.take()) is not None:
        reports = list(answer(task.query))
        if (task.node, task.step) == (start, "all"):
            won = Score(WIN - 5, Player.FIRST)
            reports = [replace(each, score=won, move=tree[node].move) for each in reports]
        judging.give(task, reports)
    found = judging.judgements[node]
    assert found.before.win_in == found.after.win_in == 5


def test_the_search_after_a_move_ends_at_the_same_ply_as_the_one_before_it() -> None:
    tree = sample("chess/opera.en.pgn")
    judging = Judging(tree, REFERENCE, hand_made("chess"), Limit(nodes=1_500), with_rest=False)
    found: dict[int, Any] = {}
    while (task := judging.take()) is not None:
        reports = list(answer(task.query))
        if task.step == "all":
            found[task.node] = {each.depth: each.score for each in reports if not each.unfinished}
        judging.give(task, reports)
    same = 0
    for node in tree.main_line()[1:]:
        each = judging.judgements[node]
        parent = tree[node].parent
        if each.depth is None or each.depth < 2 or None not in (each.before.win_in, each.after.win_in):
            continue
        # The score of the same ply or, if the last depth contradicts it or a later search does, that one.
        after = found[node].get(each.depth - 1)
        rest = tree[node].children[:1]
        known = [found[node][max(found[node])], *(judging.judgements[child].before for child in rest)]
        assert each.after in [
            one_ply_earlier(score.pov(Player.FIRST)) for score in (after, *known) if score is not None
        ]
        if each.before != each.after:
            assert each.before in [score.pov(Player.FIRST) for score in found[parent].values()]
        same += after is not None and each.after == after.pov(Player.FIRST)
    assert same >= 20


def test_checks_come_last_with_the_worst_moves_first_and_cost_at_most_five_times_the_rest() -> None:
    tree = sample("chess/immortal.en.pgn")
    judging = watched(tree, Limit(nodes=600), has_shallow=True)
    stages = [task.stage for task, _ in judging.log]
    assert sorted(set(stages)) == [SHALLOW, DEEP, REST, CHECK]
    assert stages.index(CHECK) > max(place for place, each in enumerate(stages) if each == REST)
    before = sum(nodes for task, nodes in judging.log if task.stage in (DEEP, REST))
    checks = [(task, nodes) for task, nodes in judging.log if task.stage == CHECK]
    assert 0 < sum(nodes for _, nodes in checks) <= (SHARE + 1) * before
    assert all(task.query.spec == checker_for(tree.game, REFERENCE) for task, _ in checks)
    assert all(task.query.limit.nodes in (2_400, 9_600) for task, _ in checks)
    first = [task.query.limit.nodes for task, _ in checks if task.step == "others"]
    assert first == sorted(first)  # the first check of every move comes before the second ones


def test_a_stored_review_is_checked_on() -> None:
    tree = sample("chess/immortal.en.pgn")
    whole = watched(tree, Limit(nodes=600))
    part = Judging(tree, REFERENCE, "", Limit(nodes=600), checker=checker_for(tree.game, REFERENCE))
    while part.stage < CHECK and (task := part.take()) is not None:
        part.give(task, list(answer(task.query)))
    assert all(each.checks == () for each in part.judgements.values())
    stored = {node: read_evaluation(write_evaluation(note)).judgement for node in part.full
              if (note := judged_note(tree, node, REFERENCE, part)) is not None}  # fmt: skip
    again = watched(tree, Limit(nodes=600), known=stored)
    assert {task.stage for task, _ in again.log} == {CHECK}
    assert any(each.checks for each in again.judgements.values())
    checked = {node for node, each in whole.judgements.items() if each.checks}
    assert checked <= {node for node, each in again.judgements.items() if each.checks} | checked


def test_an_engine_that_reports_great_depths_or_fails_does_not_end_a_review(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stockfish reports a depth of 245 next to a mate."""
    tree = sample("chess/opera.en.pgn")
    engine = EngineSpec("deep", "deep")
    asked = []

    def reports(query: Any, stop: Any) -> Any:
        asked.append(query)
        if len(asked) % 7 == 3:
            raise SearchError("deep: an invalid answer")
        for report in answer(Query(query.position, REFERENCE, "", Limit(depth=2), only=query.only)):
            yield replace(report, depth=report.depth + 243)

    monkeypatch.setattr("engine.analysis.review.answer", reports)
    found = review_record(Record({}, tree), [engine], "", Limit(nodes=100), checker=engine)
    assert len(found.verdicts["deep"]) > 20

    def never(query: Any, stop: Any) -> Any:
        raise SearchError("deep: does not start")

    monkeypatch.setattr("engine.analysis.review.answer", never)
    with pytest.raises(SearchError, match="does not start"):
        review_record(Record({}, tree), [engine], "", Limit(nodes=100))
    assert MOST_FAILURES == 3


@pytest.mark.slow
def test_the_opera_game() -> None:
    """15. Bxd7+ wins by force, and was called a blunder (200,000 nodes)."""
    tree = sample("chess/opera.en.pgn")
    found = review_record(Record({}, tree), [REFERENCE], "threats_safety", Limit(nodes=200_000),
                          checker=checker_for(tree.game, REFERENCE)).verdicts["pvs"]  # fmt: skip
    kinds = {each.ply: each.kind.name for each in found}
    assert kinds[29] == "best"
    assert all(kinds[ply] in ("best", "good", "forced") for ply in range(19, 34, 2))


def test_an_unsure_move_gets_no_sign_and_is_in_brackets_on_the_page() -> None:
    tree, judgement = judged_move((60, 20))
    unsure = verdict_of(tree, 2, judgement, "threats_safety")
    edit = insert_lines(tree, [unsure], Insertion(), lambda _: {})
    assert edit.is_empty
    assert glyph_html(unsure, []) == '<b class="nag j-unsure">(??)</b>'
    packed = packed_verdict(tree, "threats_safety", unsure, lambda position, move: "c6")
    assert (packed[0], packed[-1]) == ("unsure", ["unchecked"])
    waiting = verdict((60, 60), other=30)
    assert glyph_html(waiting, []) == ""
    sure = verdict_of(tree, 2, replace(judgement, checks=None), "threats_safety")
    assert insert_lines(tree, [sure], Insertion(), lambda _: {}).apply(tree)[2].nags == (4,)


def test_the_accuracy_uses_the_smaller_loss_of_an_unsure_move() -> None:
    found = verdict((60, 20), (60, 46), (60, 36))
    assert found.kind.name == "unsure"
    (each,) = played([found], "chess", "threats_safety")
    assert 100 * (each.before - each.after) == pytest.approx(14, abs=0.3)
