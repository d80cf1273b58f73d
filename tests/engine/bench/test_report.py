"""The parts of the benchmark: found by the names of games, which are passed to what measures them."""

from types import ModuleType
from typing import Any

import pytest

from engine.bench import measures, report, review, strong
from engine.bench.rows import Row, row
from engine.core.game import Game, games
from engine.search.report import Limit


def test_the_parts_are_those_of_the_reference_game_those_of_games_and_those_of_programs() -> None:
    general, programs = ["fingerprint", "perft", "search"], [
        "strong", "review", "start", "window", "tree", "growth", "build",
    ]  # fmt: skip
    known = [name for name in report.PARTS if name in games()]
    assert list(report.PARTS) == [*general, *known, *programs]
    assert measures.reference_game() in games()
    assert known == sorted(known), "every module is called like its game"


def test_a_module_is_given_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, type[Game]]] = []

    def module(**functions: Any) -> ModuleType:
        made = ModuleType("made")
        made.__dict__.update(functions)
        return made

    def noting(part: str) -> Any:
        def measure(game: type[Game], full: bool) -> list[Row]:
            asked.append((part, game))
            return [row(part, 1, str(full))]

        return measure

    monkeypatch.setattr(
        measures,
        "_modules",
        lambda: {
            "nim": module(measure=noting("own")),
            "trees": module(PARTS={"one": noting("one"), "two": noting("two")}),
        },
    )
    assert measures.reference_game() == "trees"
    general = [part(True) for part in measures.general_parts().values()]
    assert general == [[row("one", 1, "True")], [row("two", 1, "True")]]
    assert list(measures.game_parts()) == ["nim"] and measures.game_parts()["nim"](False) == [row("own", 1, "False")]
    assert asked == [("one", games()["trees"]), ("two", games()["trees"]), ("own", games()["nim"])]


def test_positions_are_of_the_game_and_without_comments() -> None:
    for name in ("caro", "chess", "cotoan", "xiangqi"):
        positions = measures.positions(games()[name])
        assert positions and {position.game.name for position in positions} == {name}
        assert measures.positions(games()[name], full=False) == positions[:: measures.STEP]
    assert (measures.of_positions(20, True), measures.of_positions(5, False)) == ("", ", positions: 5")


def test_the_strong_search_is_measured_in_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strong, "FEWER_ROUNDS", 1)
    monkeypatch.setattr(strong, "NODES", 300)
    monkeypatch.setattr(strong, "POSITIONS", 1)
    rows = strong.measure(full=False)
    assert [each["name"].split(", ")[1] for each in rows] == [*games(), *[measures.reference_game()] * 2]
    speeds = {each["name"].split(", ")[1]: each for each in rows[:-2]}
    assert all(speeds[name]["value"] > 0 for name in ("caro", "chess", "cotoan", "go", "minigo", "xiangqi"))
    assert speeds["trees"]["value"] is None and "solved after" in speeds["trees"]["text"]
    assert [speeds[name]["target"] for name in ("chess", "cotoan", "go")] == ["≥ 2", "≥ 4", ""]
    assert rows[-1]["value"] > 0 and rows[-2]["target"] == "≥ 1.8"


def test_the_first_pass_gives_a_number_of_moves_of_the_samples_a_loss() -> None:
    trees = review.samples("caro")
    lengths = [len(tree.main_line()) for tree in trees]
    assert lengths == sorted(lengths, reverse=True) and sum(lengths) - len(lengths) >= review.PLIES
    found = review.first_pass([trees[-1], trees[0]], Limit(nodes=1_000), lengths[-1] + 1)
    assert found.moves == lengths[-1] + 1
    assert found.searches >= found.moves and found.nodes <= found.searches * 50 + found.moves * 250
