"""What is chosen, kept as text, and read back."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.asking.external import EngineSpec
from engine.asking.process import describe_plugin
from engine.core.evaluation import find_evaluation, offered
from engine.core.game import find_game, games
from engine.search.players import REFERENCE, strongest_of
from engine.search.report import Limit, last_report
from engine.search.search import algorithms
from engine.search.spec import AnySpec, Spec
from studio.analysis.budget import BudgetBox, NodesBox
from studio.analysis.choice import EARLIER_ROWS, AnalysisChoice, Budget, analysis_defaults, default_specs, reviewing
from studio.analysis.engines import EngineList
from studio.widgets.engine_form import EngineForm
from studio.widgets.evaluation_box import EvaluationBox
from tests.studio.conftest import SIX

EXAMPLE = Path(__file__).parents[3] / "examples" / "plugin_captures.py"


def row_of(choice: AnalysisChoice) -> AnySpec:
    """Return the reference with the usual number of lines, because the row of some games shows more."""
    assert choice.reference_spec is not None
    return reviewing(choice.reference_spec)


def test_defaults_are_those_that_judge() -> None:
    names = [spec.name for spec in default_specs()]
    assert [name for name in names if name in SIX] == list(SIX)
    assert {name for name in names if name not in SIX} == {
        name for name, algorithm in algorithms().items() if algorithm.sound and algorithm.by_default and name not in SIX
    }
    assert not {"mtdf", "best_first"} & set(names)


def test_everyone_gets_the_same_terms() -> None:
    choice = AnalysisChoice()
    choice.set_budget(Budget("depth", 5))
    position = find_game("cotoan")().start()
    queries = choice.queries(position)
    assert {query.limit for query in queries} == {Limit(depth=5)}
    default = next(iter(offered("cotoan")))
    assert {query.evaluation for query in queries} == {default}
    choice.set_evaluation("beauty")
    assert {query.evaluation for query in choice.queries(position)} == {default}


def test_reference_follows_its_algorithm() -> None:
    choice = AnalysisChoice()
    choice.set_reference(3)
    name = choice.specs[3].name
    choice.remove(0)
    assert choice.specs[choice.reference].name == name
    choice.set_reference(4)
    choice.remove(4)
    assert choice.reference == 3
    choice.set_specs([])
    assert choice.reference == 0


def test_round_trip_with_a_plugin() -> None:
    choice = AnalysisChoice([Spec.parse("negascout:ordering=on"), describe_plugin(EXAMPLE)])
    choice.set_budget(Budget("seconds", 2.5))
    choice.set_evaluation("material_safety")
    choice.set_reference(1)
    other = AnalysisChoice()
    other.restore(choice.to_text())
    assert other.specs == choice.specs
    assert (other.budget, other.evaluation, other.reference) == (choice.budget, "material_safety", 1)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"algorithms": []}',
     '{"algorithms": [], "evaluation": "", "budget": ["nodes", -1], "reference": 0}',
     '{"algorithms": [], "evaluation": "", "budget": ["beauty", 1], "reference": 0}'],
)  # fmt: skip
def test_nonsense_changes_nothing(text: str) -> None:
    choice = AnalysisChoice()
    before = choice.to_text()
    choice.restore(text)
    assert choice.to_text() == before


def test_what_is_gone_is_left_out() -> None:
    choice = AnalysisChoice()
    choice.restore(
        '{"algorithms": ["oracle", "greedy:speed=3", "minimax", {"plugin": "x"}], "evaluation": "",'
        ' "budget": ["nodes", 1000], "reference": 7}'
    )
    assert choice.specs == [Spec.parse("minimax")]
    assert choice.reference == 0


def test_nodes_are_written_short(qtbot) -> None:
    box = NodesBox()
    qtbot.addWidget(box)
    for value, text in ((200_000, "200k"), (1_500_000, "1.5M"), (12_345, "12345"), (1, "1")):
        assert box.textFromValue(value) == text
        assert box.valueFromText(text) == value
    box.setValue(200_000)
    box.stepBy(1)
    assert box.value() == 500_000
    box.stepBy(-2)
    assert box.value() == 100_000


def test_budget_box_keeps_each_kind(qtbot) -> None:
    box = BudgetBox(Budget("nodes", 5000))
    qtbot.addWidget(box)
    told: list[Budget] = []
    box.changed.connect(told.append)
    box.kind.setCurrentIndex(1)
    box.depth_box.setValue(7)
    box.kind.setCurrentIndex(0)
    assert told == [Budget("depth", 4), Budget("depth", 7), Budget("nodes", 5000)]
    box.set_budget(Budget("seconds", 1.5))
    assert len(told) == 3
    assert box.budget() == Budget("seconds", 1.5)


def test_an_earlier_name_of_an_evaluation_is_read() -> None:
    """In the settings; a game without the evaluation has its default."""
    choice = AnalysisChoice()
    choice.restore('{"algorithms": ["minimax"], "evaluation": "seed", "budget": ["nodes", 1000], "reference": 0}')
    assert choice.evaluation_for("caro") == "threes_and_fours"
    assert choice.evaluation_for("minigo") == "atari"
    assert choice.evaluation_for("chess").startswith("network:digest=")
    choice.set_evaluation("unknown")
    assert choice.evaluation_for("nim") == ""


def test_an_earlier_name_selects_the_evaluation_in_forms(qtbot) -> None:
    box = EvaluationBox()
    qtbot.addWidget(box)
    box.show_evaluations("caro", "seed")
    assert box.name == "threes_and_fours"
    box.show_evaluations("nim", "unknown")
    assert box.name == ""
    form = EngineForm("caro")
    qtbot.addWidget(form)
    form.show_values(Spec.parse("minimax"), "seed", Limit(depth=2))
    assert form.evaluation == "threes_and_fours"


def test_limits_are_offered_where_they_have_an_effect(qtbot: QtBot) -> None:
    """No limit for greedy search, and no depth for one that has none."""
    form = EngineForm("go")
    qtbot.addWidget(form)
    kinds = form._kind.model()
    offered = {}
    for name in ("negascout", "mcts", "greedy", "random"):
        form.show_values(Spec.parse(name), "", Limit(depth=3))
        enabled = [bool(kinds.index(row, 0).flags() & Qt.ItemFlag.ItemIsEnabled) for row in range(3)]
        offered[name] = enabled if form._kind.isEnabled() else None
    assert offered == {"negascout": [True] * 3, "mcts": [False, True, True], "greedy": None, "random": None}
    form.show_values(Spec.parse("negascout"), "", Limit(depth=3))
    assert form.limit == Limit(depth=3)
    form._algorithm.setCurrentIndex(form._names.index("mcts"))
    assert form.limit == Limit(seconds=2.0)
    form.show_values(Spec.parse("mcts"), "", Limit(depth=5))
    assert form.limit == Limit(seconds=2.0)
    form.show_values(Spec.parse("mcts"), "", Limit(nodes=700))
    assert form.limit == Limit(nodes=700)


def test_an_external_engine_is_offered_without_our_evaluations(qtbot: QtBot) -> None:
    form = EngineForm("chess", engines=[EngineSpec("Fish", "/x/fish")])
    qtbot.addWidget(form)
    shown = []
    for name in ("negascout", "Fish", "mcts"):
        form._algorithm.setCurrentIndex(form._names.index(name))
        shown.append([not part.isHidden() for part in (form._labels[2], form._evaluation)])
    assert shown == [[True, True], [False, False], [True, True]]


def test_the_reference_is_announced_without_a_new_question(qtbot: QtBot) -> None:
    """Rows, graph, bar and moves follow the reference; nothing that was searched is asked again."""
    choice = AnalysisChoice([Spec.parse(each) for each in ("greedy", "minimax", "negascout")])
    references: list[object] = []
    choice.reference_changed.connect(lambda: references.append(choice.reference_spec))
    changes: list[int] = []
    choice.changed.connect(lambda: changes.append(1))
    choice.set_reference(0)
    choice.set_reference(0)
    assert references == [Spec.parse("greedy")] and changes == []
    choice.remove(1)
    assert len(references) == 1, "the reference is the same algorithm"
    choice.replace(0, Spec.parse("alphabeta"))
    choice.remove(0)
    assert references[1:] == [Spec.parse("alphabeta"), Spec.parse("negascout")]
    choice.set_specs([])
    assert references[-1] is None and choice.reference_spec is None


def test_the_rows_of_the_analysis_do_not_reach_the_reviewers(qtbot: QtBot) -> None:
    """An option of a row, such as the number of lines shown, once changed the verdicts of a review."""
    choice = AnalysisChoice([Spec.parse("greedy"), REFERENCE])
    assert choice.reviewers == [REFERENCE] and choice.reviews(REFERENCE)
    choice.set_reviews(Spec.parse("greedy"), True)
    choice.replace(1, Spec.parse("pvs:lines=2"))
    assert choice.reviewers == [REFERENCE, Spec.parse("greedy")]
    assert choice.reviews(Spec.parse("pvs:lines=2")), "the row of the same search with more lines"
    choice.set_reviews(Spec.parse("negascout:ordering=on"), True)
    choice.set_reviews(Spec.parse("pvs:preset=plain,lines=4"), True)
    assert choice.reviewers[2:] == [Spec.parse("negascout:ordering=on"), Spec.parse("pvs:preset=plain")]
    choice.remove(0)
    assert Spec.parse("greedy") in choice.reviewers
    other = AnalysisChoice()
    other.restore(choice.to_text())
    assert other.reviewers == choice.reviewers
    for spec in choice.reviewers:
        choice.set_reviews(spec, False)
    assert choice.reviewers == [REFERENCE], "one algorithm reviews at least"


def test_the_strongest_search_of_a_game_reviews_it(qtbot: QtBot) -> None:
    choice = AnalysisChoice(usual=analysis_defaults)
    reviewers = {}
    for game in games().values():
        choice.show_game(game())
        reviewers[game.name] = [spec.name for spec in choice.reviewers]
        assert row_of(choice) == strongest_of(game)
    assert reviewers.pop("go") == ["mcts"] and set(map(tuple, reviewers.values())) == {("pvs",)}


def test_an_analysis_begins_with_searches_that_differ() -> None:
    """Negamax repeats minimax digit for digit, and negamax alpha-beta repeats alpha-beta."""
    for game in games().values():
        rows = [spec.name for spec in analysis_defaults(game).specs]
        plain = ["greedy", "minimax", "alphabeta", "negascout"]
        assert rows == (["mcts", *plain] if game.name == "go" else [*plain, "pvs"])
        assert {"negamax", "negamax_alphabeta"} <= {spec.name for spec in default_specs()}
    position = find_game("chess")().start()
    evaluation = find_evaluation("chess")
    for each in algorithms().values():
        if each.repeats:
            one, two = (
                last_report(Spec.make(name).build(evaluation).analyse(position, Limit(depth=3)))
                for name in (each.name, each.repeats)
            )
            assert one is not None and two is not None
            numbers = [(r.score, r.pv, r.nodes, r.leaf_evaluations, r.comparisons, r.cutoffs) for r in (one, two)]
            assert numbers[0] == numbers[1]


def engine_list(*specs: EngineSpec) -> EngineList:
    engines = EngineList()
    for spec in specs:
        engines.put(spec)
    return engines


def test_a_stronger_engine_reviews_by_default_with_ours_next_to_it(qtbot: QtBot) -> None:
    fish = EngineSpec("Stockfish 15.1", "/x/stockfish", words=("Hash",))
    fairy = EngineSpec("my fairy", "/x/fairy-stockfish", words=("variant chess", "variant xiangqi"))
    gnu, kata = EngineSpec("GNU Go", "/x/gnugo", protocol="gtp"), EngineSpec("KataGo", "/x/katago", protocol="gtp")
    choice = AnalysisChoice(usual=analysis_defaults)
    engines = engine_list()
    choice.follow(engines)
    told: list[int] = []
    choice.reviewers_changed.connect(lambda: told.append(1))
    choice.show_game(find_game("chess")())
    before = len(told)
    for spec in (fairy, gnu, fish):
        engines.put(spec)
    assert choice.reviewers == [fish, REFERENCE] and len(told) == before + 2
    choice.show_game(find_game("xiangqi")())
    assert choice.reviewers == [fairy, REFERENCE], "known by its program"
    choice.show_game(find_game("go")())
    assert choice.reviewers == [strongest_of(find_game("go"))], "GNU Go is weaker"
    engines.put(kata)
    assert choice.reviewers == [kata, strongest_of(find_game("go"))]
    choice.show_game(find_game("cotoan")())
    assert choice.reviewers == [REFERENCE]
    choice.show_game(find_game("chess")())
    choice.set_reviews(fish, False)
    assert choice.reviewers == [REFERENCE], "chosen by the user"
    choice.set_reviewers([])
    engines.remove(fish.name)
    assert choice.reviewers == [fairy, REFERENCE]


def test_each_game_keeps_its_own_rows(qtbot: QtBot) -> None:
    fish = EngineSpec("Stockfish 15.1", "/x/stockfish", words=("Hash",))
    engines = engine_list(fish)
    choice = AnalysisChoice(usual=analysis_defaults)
    choice.follow(engines)
    chess, go = find_game("chess")(), find_game("go")()
    choice.show_game(chess)
    choice.add(fish)
    choice.set_reference(5)
    choice.set_budget(Budget("seconds", 3.0))
    choice.set_evaluation("material")
    choice.set_reviewers([Spec.parse("greedy")])
    told: list[str] = []
    for name in ("specs_changed", "reference_changed", "reviewers_changed", "changed"):
        getattr(choice, name).connect(lambda name=name: told.append(name))
    choice.show_game(go)
    assert told == ["specs_changed", "reference_changed", "reviewers_changed", "changed"]
    assert fish not in choice.specs and choice.reference_spec == strongest_of(go)
    assert (choice.budget, choice.evaluation) == (Budget(), "")
    choice.set_budget(Budget("nodes", 5000))
    again = AnalysisChoice(usual=analysis_defaults)
    again.follow(engines)
    again.restore(choice.to_text())
    for each in (choice, again):
        each.show_game(chess)
        assert each.specs[-1] == fish and each.reference == 5 and each.budget == Budget("seconds", 3.0)
        assert each.evaluation == "material" and each.reviewers == [Spec.parse("greedy")]
        each.show_game(go)
        assert each.budget == Budget("nodes", 5000) and len(each.specs) == 5
    choice.show_game(chess)
    used = [query.evaluation for query in choice.queries(chess.start())]
    assert used == ["material"] * 5 + [""], "the engine uses its own"
    engines.remove(fish.name)
    again.show_game(chess)
    assert len(again.specs) == 5 and row_of(again) == REFERENCE


def test_a_game_without_a_choice_of_its_own_is_not_stored(qtbot: QtBot) -> None:
    choice = AnalysisChoice(usual=analysis_defaults)
    for game in games().values():
        choice.show_game(game())
        assert choice.specs
    assert json.loads(choice.to_text()) == {"games": {}}


def earlier_text(algorithms: list[object], reviewers: list[object], reference: int) -> str:
    """Return the text of a version in which all games had the same choice."""
    return json.dumps({
        "algorithms": algorithms, "evaluation": "material", "budget": ["depth", 5], "reference": reference,
        "reviewers": reviewers,
    })  # fmt: skip


def test_the_one_choice_of_an_earlier_version_becomes_that_of_each_game(qtbot: QtBot) -> None:
    fish = EngineSpec("Stockfish 15.1", "/x/stockfish", words=("Hash",))
    stored = {"engine": fish.name, "values": {}}
    text = earlier_text(["minimax", stored, "greedy"], [stored, "greedy"], 2)
    for _ in range(2):
        choice = AnalysisChoice(usual=analysis_defaults)
        choice.follow(engine_list(fish))
        choice.restore(text)
        choice.show_game(find_game("chess")())
        assert choice.specs == [Spec.parse("minimax"), fish, Spec.parse("greedy")]
        assert choice.reviewers == [fish, Spec.parse("greedy")] and choice.reference == 2
        choice.show_game(find_game("go")())
        assert choice.specs == [Spec.parse("minimax"), Spec.parse("greedy")], "Stockfish does not play Go"
        assert choice.reviewers == [Spec.parse("greedy")] and choice.reference_spec == Spec.parse("greedy")
        assert choice.budget == Budget("depth", 5)
        text = choice.to_text()


def test_the_default_rows_of_an_earlier_version_are_replaced(qtbot: QtBot) -> None:
    choice = AnalysisChoice(usual=analysis_defaults)
    choice.restore(earlier_text([*EARLIER_ROWS], ["pvs"], 6))
    for name in ("go", "chess"):
        game = find_game(name)
        choice.show_game(game())
        assert choice.specs == list(analysis_defaults(game).specs) and choice.budget == Budget("depth", 5)
        assert choice.reviewers == [strongest_of(game)] and row_of(choice) == strongest_of(game)


def test_a_damaged_entry_of_one_game_does_not_harm_the_others(qtbot: QtBot) -> None:
    choice = AnalysisChoice(usual=analysis_defaults)
    choice.show_game(find_game("chess")())
    choice.set_budget(Budget("depth", 9))
    text = json.loads(choice.to_text())
    text["games"] |= {"go": {"budget": ["nodes", "x"]}, "nim": 7, "ludo": text["games"]["chess"], "caro": None}
    other = AnalysisChoice(usual=analysis_defaults)
    other.restore(json.dumps(text))
    other.show_game(find_game("chess")())
    assert other.budget == Budget("depth", 9)
    other.show_game(find_game("go")())
    assert other.specs == list(analysis_defaults(find_game("go")).specs)
