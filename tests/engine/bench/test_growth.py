"""How costs grow: exponents, the CPU time of an action, and the things of several sizes."""

import math
from itertools import accumulate, count
from typing import Any

import pytest

from engine.bench import sizes
from engine.bench.growth import LEAST_SECONDS, MOST_SECONDS, growth, slopes, spent
from engine.core.game import find_game
from engine.records.formats import pgn


@pytest.mark.parametrize("exponent", [-0.5, 0.0, 0.7, 1.0, 2.0])
def test_the_exponent_of_a_power_is_found(exponent: float) -> None:
    points = [(size, 3.5e-6 * size**exponent) for size in (20, 60, 200, 7_000)]
    assert slopes(points) == pytest.approx([exponent] * 3)


def test_each_exponent_is_that_between_neighbours() -> None:
    assert slopes([(10, 2.0), (100, 2.0), (1_000, 200.0), (2_000, 400.0)]) == pytest.approx([0, 2, 1])
    assert slopes([(1, 1.0)]) == []


def test_a_row_has_the_exponents_the_costs_and_the_sizes() -> None:
    made = growth("list a collection, games", [(1_000, 0.0043), (10_000, 0.043), (100_000, 4.3)], "≤ 1.1")
    assert made["text"] == "1.0, 2.0 (4.3, 43, 4,300 ms of CPU time at 1,000, 10,000, 100,000)"
    assert made["value"] == pytest.approx(2) and made["target"] == "≤ 1.1"
    assert made["name"] == "list a collection, games"


@pytest.mark.parametrize(
    ("first", "later", "calls"),
    [
        (LEAST_SECONDS * 0.3, LEAST_SECONDS * 0.13, 9),
        (LEAST_SECONDS * 2, LEAST_SECONDS * 0.6, 3),
        (LEAST_SECONDS * 2, LEAST_SECONDS * 3, 2),
    ],
)
def test_the_time_of_a_short_action_is_the_mean_without_the_first_call(first: float, later: float, calls: int) -> None:
    now = 0.0
    made = 0

    def action() -> None:
        nonlocal now, made
        now += later if made else first
        made += 1

    assert spent(action, lambda: now) == pytest.approx(later)
    assert made == calls


def test_a_long_action_is_called_once() -> None:
    times = accumulate(count(), lambda before, _: before + MOST_SECONDS)
    calls: list[int] = []
    assert spent(lambda: calls.append(1), lambda: next(times)) == pytest.approx(MOST_SECONDS)
    assert calls == [1]


@pytest.mark.parametrize("size", [40, 100, 700])
@pytest.mark.parametrize("name", ["cotoan", "chess", "tictactoe"])
def test_a_large_record_has_its_size_and_legal_moves(name: str, size: int) -> None:
    if (name, size) == ("tictactoe", 700):
        with pytest.raises(ValueError, match="700 nodes"):
            sizes.large_tree(find_game(name)(), size)
        return
    tree, node = sizes.large_tree(find_game(name)(), size)
    assert len(tree) == size and node in tree.main_line() and tree[node].children
    for number in tree.nodes:
        parent = tree[number].parent
        moves = [tree[child].move for child in tree[number].children]
        assert len(set(moves)) == len(moves)
        assert parent is None or tree[number].move in tree.position(parent).legal_moves()
    assert sizes.large_tree(find_game(name)(), size) == (tree, node)
    assert sizes.large_tree(find_game(name)(), size, seed=1)[0] != tree


def test_what_is_measured_does_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """The actions that are measured, with what they return: no game of a journal is skipped, none of a list missing."""
    results: list[Any] = []
    monkeypatch.setattr(sizes, "spent", lambda action: (results.append(action()), 1.0)[1])
    game = find_game("cotoan")()
    names = [name for name, _, _ in (*sizes.of_contest(game, 30), *sizes.of_collection(game, 100))]
    found = dict(zip(names, results, strict=True))
    journal = found["read the journal of a contest, games"]
    assert (len(journal.results), journal.skipped) == (30, ())
    assert {len(each.moves) for each in journal.results.values()} == {sizes.PLIES - 1}
    assert found["standings of a contest, games"].games == 30
    assert len(found["filter a collection, games"]) == 10, "An 7, An 17 … An 47, twice each"
    assert [each.entry for each in found["find a position in a collection, games"] if each.node is not None] == [0]
    assert [size for _, size, _ in sizes.of_record(game, 200)] == [200] * 4
    saved, opened, *_ = results[-4:]
    assert len(opened[0].tree) == 200 and opened[0].same_as(pgn.read(saved)[0])


def test_everything_is_measured_at_three_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sizes, "spent", lambda action: (action(), 1.0)[1])
    monkeypatch.setattr(sizes, "SIZES", (100, 200, 400))
    monkeypatch.setattr(sizes, "TREE_DEPTHS", (2, 3, 4))
    found = {row["name"]: row for row in sizes.measure("cotoan", full=True)}
    assert all(math.isclose(row["value"], 0) for name, row in found.items() if "tree" not in name)
    assert {name.rpartition(", ")[2] for name in found} == {"nodes", "games"}
    assert found["save a record, nodes"]["text"].endswith(" at 100, 200, 400)")
    assert found["find a position in a collection, games"]["text"].endswith(" at 10, 20, 40)")
    assert found["read the journal of a contest, games"]["text"].endswith(" at 10, 20, 40)")
    assert found["read a tree, nodes"]["text"].endswith(" at 303, 8,482, 20,520)")
    less = sizes.measure("cotoan", full=False)
    assert [row["name"] for row in less] == list(found)
    assert less[0]["text"].endswith(" at 10, 20, 40)")
