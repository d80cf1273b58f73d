"""What is chosen, kept as text, and read back."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.analysis.process import describe_plugin
from engine.analysis.query import REFERENCE
from engine.core.evaluation import evaluations
from engine.core.game import find_game
from engine.search.report import Limit
from engine.search.search import Spec, algorithms
from studio.analysis.budget import BudgetBox, NodesBox
from studio.analysis.choice import AnalysisChoice, Budget, default_specs
from studio.widgets.engine_form import EngineForm
from studio.widgets.evaluation_box import EvaluationBox
from tests.studio.conftest import SIX

EXAMPLE = Path(__file__).parents[3] / "examples" / "plugin_captures.py"


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
    default = next(iter(evaluations("cotoan")))
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
    assert choice.evaluation_for("chess") == "threats_safety"
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


def test_reviewers_follow_edits_and_are_restored(qtbot: QtBot) -> None:
    choice = AnalysisChoice([Spec.parse("greedy"), REFERENCE])
    assert choice.reviewers == [REFERENCE] and choice.reviews(REFERENCE)
    choice.set_reviews(Spec.parse("greedy"), True)
    choice.replace(1, Spec.parse("pvs:lines=2"))
    assert choice.reviewers == [Spec.parse("pvs:lines=2"), Spec.parse("greedy")]
    other = AnalysisChoice()
    other.restore(choice.to_text())
    assert other.reviewers == choice.reviewers
    choice.remove(0)
    choice.set_reviews(Spec.parse("pvs:lines=2"), False)
    assert choice.reviewers == [REFERENCE], "one algorithm reviews at least"
    old = json.loads(choice.to_text())
    del old["reviewers"]
    other.restore(json.dumps(old))
    assert other.reviewers == [REFERENCE]
