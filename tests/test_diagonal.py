"""The few combinations of parameters that a test marked ``diagonal`` runs by default."""

from collections.abc import Sequence
from itertools import product

import pytest

from engine.core.game import games
from engine.search.search import algorithms
from tests.conftest import diagonal_of

pytest_plugins = ["pytester"]


@pytest.mark.parametrize("shift", [0, 1, 6])
@pytest.mark.parametrize("lengths", [(1,), (5,), (3, 3), (2, 4), (22, 8), (3, 5, 2)])
def test_of_a_whole_table_each_value_is_in_one_of_few_cells(lengths: tuple[int, ...], shift: int) -> None:
    cells = list(product(*map(range, lengths)))
    chosen = [cells[index] for index in diagonal_of(cells, shift)]
    assert [set(each) for each in zip(*chosen, strict=True)] == [set(range(each)) for each in lengths]
    assert len(chosen) == max(lengths)


@pytest.mark.parametrize("shift", [0, 1, 2])
def test_of_a_table_with_holes_each_value_is_in_a_cell(shift: int) -> None:
    """The diagonal has no cell here, or not all values."""
    cells = [("a", 1), ("a", 2), ("b", 0), ("b", 2), ("c", 0)]
    chosen = [cells[index] for index in diagonal_of(cells, shift)]
    assert {first for first, _ in chosen} == {"a", "b", "c"} and {second for _, second in chosen} == {0, 1, 2}


LAWS = """
import pytest

pytestmark = [pytest.mark.parametrize("text", %(algorithms)s), pytest.mark.parametrize("game", %(games)s)]


@pytest.mark.diagonal("game", "text")
def test_a_law(game, text):
    pass


@pytest.mark.diagonal("game", "text")
def test_another_law(game, text):
    pass
"""


@pytest.mark.unsanitized  # no compiled code
@pytest.mark.parametrize(
    ("arguments", "is_whole"),
    [((), False), (("test_laws.py",), False), (("-k", "law"), True), (("test_laws.py::test_a_law",), True)],
)
def test_each_law_sees_each_game_and_each_algorithm(
    pytester: pytest.Pytester, arguments: Sequence[str], is_whole: bool
) -> None:
    """By default few times, with another diagonal for each law; chosen by name, each game with each algorithm."""
    cells = {"games": sorted(games()), "algorithms": sorted(algorithms())}
    pytester.makepyfile(test_laws=LAWS % cells)
    pytester.makeconftest("from tests.conftest import pytest_collection_modifyitems")
    pytester.makeini(
        '[pytest]\naddopts = -m "not slow"\nmarkers =\n    slow: left out\n    diagonal(names): few of these'
    )
    output = pytester.inline_run("-p", "no:cacheprovider", "-q", *arguments)
    passed = [report.nodeid for report in output.getreports("pytest_runtest_logreport") if report.when == "call"]
    whole = {(game, text) for game in cells["games"] for text in cells["algorithms"]}
    seen = {
        law: {
            (game, text) for game, text in whole if any(nodeid.endswith(f"::{law}[{text}-{game}]") for nodeid in passed)
        }
        for law in ("test_a_law", "test_another_law")
    }
    if "::" in "".join(arguments):
        assert seen.pop("test_another_law") == set()
    for chosen in seen.values():
        assert [{cell[axis] for cell in chosen} for axis in (0, 1)] == [set(cells["games"]), set(cells["algorithms"])]
        assert len(chosen) == (len(whole) if is_whole else max(map(len, cells.values())))
    assert is_whole or len({frozenset(chosen) for chosen in seen.values()}) == 2
