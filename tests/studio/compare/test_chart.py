"""The chart of a comparison: bars, the two lines with their labels and tool tips."""

import pytest
from PySide6.QtCore import QPointF, QRectF
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import Score
from engine.picture.colors import LIGHT
from engine.picture.log_bars import bar_items
from engine.picture.scene import Text
from engine.search.report import Report
from engine.search.spec import Spec
from studio.analysis.store import Findings
from studio.compare.chart import ChartBars, ChartData, ComparisonChart
from studio.compare.rows import ComparisonRow
from studio.compare.series import chart_data
from studio.widgets.scene import measure

pytestmark = pytest.mark.usefixtures("qapp")  # texts are measured

RECT = QRectF(0, 0, 560, 340)


def row(text: str, leaves: list[int], number: int = 0, repetition: int = 0) -> ComparisonRow:
    found = Findings()
    for depth, count in enumerate(leaves, 1):
        found.add(
            Report("x", depth, depth, Score(0, Player.FIRST), 1, (1,), count * 2, count + depth, 60, 0, 10, 0, 0.5,
                   False, leaves=count)
        )  # fmt: skip
    return ComparisonRow(Spec.parse(text), [find_game("cotoan")().start()], [found], number, repetition)


def sample() -> ChartData:
    """Minimax with L = 10, 100, 1000: b = 10, and the minimum is 10, 19 and 109."""
    return chart_data([row("greedy", [10]), row("minimax", [10, 100, 1000]), row("alphabeta", [10, 30, 218])], {})


def test_lines_are_computed_at_every_depth() -> None:
    data = sample()
    assert [each.name for each in data.series] == ["minimax", "alphabeta"]
    assert data.minimax == {1: 10, 2: 100, 3: 1000}
    assert data.least == pytest.approx({1: 10, 2: 19, 3: 109})
    assert data.branching == pytest.approx(10)
    labels = [(line.label, line.note) for line in data.lines]
    assert labels == [
        ("L = 1\u2009000 leaves", "of minimax"),
        ("uniform tree: 109", "Knuth–Moore, b = 10.0"),
    ]


def test_the_least_possible_leaves_are_drawn_if_they_are_known_at_every_depth() -> None:
    rows = [row("minimax", [10, 100, 1000]), row("alphabeta", [10, 30, 218])]
    data = chart_data(rows, {}, {1: 10, 2: 25, 3: 150})
    assert data.is_exact and data.least == {1: 10, 2: 25, 3: 150}
    assert (data.lines[1].label, data.lines[1].note) == ("least possible 150", "to prove the value")
    assert "uniform" not in data.lines[1].tip
    partly = chart_data(rows, {}, {1: 10, 2: 25})
    assert not partly.is_exact and partly == chart_data(rows, {}) and "uniform tree" in partly.lines[1].label


def test_without_minimax_the_counted_leaves_are_drawn() -> None:
    rows = [row("alphabeta", [10, 30, 218])]
    assert chart_data(rows, {1: 10, 2: 100, 3: 1000}).minimax == {1: 10, 2: 100, 3: 1000}
    assert chart_data(rows, {}).lines == []


def test_with_quiescence_there_are_nodes_and_no_lines() -> None:
    data = chart_data([row("minimax", [10, 100]), row("alphabeta:quiescence=on", [10, 30])], {})
    assert not data.is_leaves and data.lines == []
    assert data.series[0].values == {1: 11, 2: 102}
    assert data.title.startswith("Nodes")


def test_bars_are_on_a_logarithmic_scale_inside_the_plot() -> None:
    data = sample()
    plan = data.plan(560, 340)
    steps = [plan.y(10.0**power) for power in (1, 2, 3)]
    assert steps[0] - steps[1] == pytest.approx(steps[1] - steps[2])
    left, top, right, bottom = plan.plot
    for place, each in enumerate(data.series):
        for depth in each.values:
            x, y, width, height = plan.bar(place, depth)
            assert left - 0.5 <= x and x + width <= right + 0.5 and top - 0.5 <= y and y + height <= bottom + 0.5
            assert height >= 2
    first, second = (plan.bar(place, 3) for place in range(2))
    assert first[0] + first[2] <= second[0]


@pytest.mark.parametrize("most", [12, 1000, 10**9])
def test_labels_are_inside_the_chart_and_do_not_overlap(most: int) -> None:
    series = (ChartBars("minimax", "Minimax", 0, {1: 10, 2: most}),)
    data = ChartData(series, {1: 10, 2: most}, {1: 10, 2: max(11.0, most**0.5)}, 10)
    (_, upper), (_, lower) = data.plan(560, 340).labels()
    assert lower - upper >= 30 and upper >= 15 and lower <= 340 - 15


def test_tool_tips_have_values_and_formulas(qtbot: QtBot) -> None:
    chart = ComparisonChart()
    qtbot.addWidget(chart)
    chart.resize(560, 340)
    data = sample()
    chart.show_data(data)
    plan = data.plan(560, 340, measure)
    x, y, width, height = plan.bar(1, 1)
    assert chart.tip_at(QPointF(x + width / 2, y + height - 3)) == "Alpha-beta, depth 1: 10 leaves"
    tip = chart.tip_at(QPointF(*plan.labels()[1]))
    assert "b^⌈d/2⌉ + b^⌊d/2⌋ − 1" in tip and "of a uniform tree of this size" in tip
    assert chart.tip_at(QPointF(*plan.points(data.lines[0])[-1])).startswith("L = 1\u2009000")
    assert chart.tip_at(QPointF(1, 1)) == ""


def test_a_chart_without_data_is_empty() -> None:
    plan = ChartData().plan(560, 340)
    assert [type(each) for each in bar_items(plan, "Leaves", LIGHT)] == [Text]
    assert plan.bar_at(100, 100) is None and plan.line_at(100, 100) == -1
    assert chart_data([], {}) == ChartData(positions=0)
