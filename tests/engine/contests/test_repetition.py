"""Games that must repeat count once; other equal games count."""

import dataclasses
import itertools
from typing import Any

import pytest

from engine.contests.clock import TimeControl
from engine.contests.contest import Contest, Contestant
from engine.contests.rating import PairTally, ResultTally
from engine.contests.repetition import Repetitions, is_deterministic
from engine.contests.result import GameResult
from engine.contests.standings import Standings
from engine.contests.worker import Worker
from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.options import options_of
from engine.search.report import Limit, last_report
from engine.search.search import algorithms
from engine.search.spec import Spec

DEPTH = Limit(depth=1)
GREEDY, NEGAMAX = Contestant("greedy", DEPTH), Contestant("negamax", DEPTH)
RANDOM = Contestant("random", DEPTH)


@pytest.mark.parametrize(
    ("player", "expected"),
    [
        (GREEDY, True),
        (Contestant("negascout:ordering=on", Limit(nodes=100)), True),
        (Contestant("ordered", DEPTH), True),
        (Contestant("ordered:random_ties=on", DEPTH), False),
        (RANDOM, False),
        (Contestant("negascout", Limit(seconds=1)), False),
        (Contestant("negascout", Limit(depth=3, seconds=1)), False),
        (Contestant("negascout", TimeControl(1, 0)), False),
        (Contestant("mine", DEPTH, plugin="mine.py"), False),
        (Contestant("stockfish", DEPTH, engine="stockfish"), False),
        (Contestant("greedy", DEPTH, "atari:noise=on"), False),
        (Contestant("greedy", DEPTH, "atari"), True),
        (Contestant("ordered", DEPTH, "atari:noise=on"), True),
        (Contestant("of another version", DEPTH), False),
        (Contestant("greedy", DEPTH, "of another version"), False),
    ],
)
def test_only_players_without_randomness_are_deterministic(player: Contestant, expected: bool) -> None:
    assert is_deterministic(player, "minigo") is expected


def _with_switches(cls: Any) -> list[dict[str, bool]]:
    """Return the defaults, and each option that can be on or off with the other value than its default."""
    return [{}, *({each.name: not each.default} for each in options_of(cls) if each.kind is bool)]


@pytest.mark.parametrize("name", sorted(algorithms()))
def test_a_seed_does_not_change_the_moves_of_a_deterministic_player(name: str) -> None:
    """Every option is tried, so that a new random option is noticed here if ``is_deterministic`` does not know it."""
    position = find_game("minigo")().start()
    for values in _with_switches(algorithms()[name].Parameters):
        spec = Spec.make(name, **values)
        text = ",".join(f"{key}={'on' if value else 'off'}" for key, value in values.items())
        player = Contestant(f"{name}:{text}" if text else name, Limit(depth=1))
        moves = set()
        for seed in range(6):
            report = last_report(spec.build(find_evaluation("minigo"), seed).analyse(position, Limit(depth=1)))
            assert report is not None
            moves.add(report.move)
        assert len(moves) == 1 or not is_deterministic(player, "minigo"), text


# --- counts ----------------------------------------------------------------------------------------------------------


def contest(*players: Contestant, **changes: object) -> Contest:
    values: dict[str, object] = {"game": "cotoan", "contestants": players, "games": 20, "swap": False}
    return Contest(**(values | changes))  # type: ignore[arg-type]


def game(one: Contest, index: int, moves: str, result: str = "1-0", opening: int = 0) -> GameResult:
    first, second = one.sides(index)
    texts = tuple(moves.split())
    return GameResult(
        index,
        first,
        second,
        result,
        "score",
        opening,
        len(texts) - opening,
        "",
        texts,
        (0.1, 0.1),
        (10, 20),
        (1, 1),
        1.0,
    )


def test_a_match_of_deterministic_players_is_one_game() -> None:
    one = contest(GREEDY, NEGAMAX)
    worker = Worker(one)
    standings = Standings.of(one, [worker.play(task) for task in itertools.islice(one.tasks(), 20)])
    summary = standings.summary()
    assert [summary[name] for name in ("games", "distinct_games", "counted_games")] == [20, 1, 1]
    assert summary["first_wins"] + summary["second_wins"] + summary["draws"] == 1
    assert summary["elo_high"] - summary["elo_low"] > 400, "one game shows little"
    assert standings.repetitions.sentence("use --random-plies or --openings") == (
        "20 games, 1 distinct: both players are deterministic; use --random-plies or --openings"
    )
    assert summary["mean_nodes"] > 100, "times and nodes are those of all games"


def test_with_both_colours_two_games_count_and_are_one_pair() -> None:
    one = contest(GREEDY, GREEDY, swap=True)
    worker = Worker(one)
    results = [worker.play(task) for task in itertools.islice(one.tasks(), 6)]
    for order in itertools.islice(itertools.permutations(results), None, None, 24):
        standings = Standings.of(one, order)
        assert standings.counts() == {"games": 6, "distinct_games": 1, "counted_games": 2}
        assert standings.between(0, 1).pairs == PairTally((0, 0, 1, 0, 0))
        assert standings.between(1, 0).pairs == PairTally((0, 0, 1, 0, 0))
    assert "6 games, 1 distinct, 2 counted: both players are deterministic" in standings.repetitions.sentence("")


def test_other_equal_games_count() -> None:
    one = contest(GREEDY, RANDOM)
    standings = Standings.of(one, [game(one, index, "a b c") for index in range(5)])
    assert standings.counts() == {"games": 5, "distinct_games": 1, "counted_games": 5}
    assert standings.between(0, 1).tally == ResultTally(5, 0, 0)
    sentence = "5 games, 1 distinct: games that are equal by chance or with exchanged sides count"
    assert standings.repetitions.sentence("") == sentence


def test_different_games_need_no_sentence() -> None:
    one = contest(GREEDY, RANDOM)
    assert Standings.of(one, [game(one, 0, "a b"), game(one, 1, "a c")]).repetitions.sentence("x") == ""


def test_games_from_different_openings_and_sides_do_not_repeat() -> None:
    one = contest(GREEDY, NEGAMAX, random_plies=1)
    found = Repetitions(one)
    first = game(one, 0, "a x y", opening=1)
    assert not found.add(first)
    assert not found.add(game(one, 1, "b x y", opening=1))
    assert not found.add(dataclasses.replace(first, start="another position"))
    assert not found.add(dataclasses.replace(first, first=1, second=0))
    assert found.add(dataclasses.replace(first, index=2))
    assert (found.games, found.distinct, found.counted) == (5, 3, 4)


def test_a_tournament_counts_each_pairing_by_itself() -> None:
    one = contest(GREEDY, NEGAMAX, RANDOM, form="round_robin", games=2)
    standings = Standings.of(one, [game(one, index, "a b c") for index in range(6)])
    assert standings.counts() == {"games": 6, "distinct_games": 1, "counted_games": 5}
    assert standings.between(0, 1).tally.games == 1
    assert standings.between(0, 2).tally.games == standings.between(1, 2).tally.games == 2
    assert "games of deterministic players repeat" in standings.repetitions.sentence("")


# --- pairs -----------------------------------------------------------------------------------------------------------


def test_pairs_are_games_of_the_same_opening() -> None:
    one = contest(GREEDY, RANDOM, swap=True, games=6)
    results = ["1-0", "0-1", "1-0", "1-0", "1/2-1/2", "1-0"]  # greedy wins both, one, and draws and loses
    games = [game(one, index, f"a{index}", result) for index, result in enumerate(results)]
    for order in itertools.islice(itertools.permutations(games), 0, None, 7):
        cell = Standings.of(one, order).between(0, 1)
        assert cell.pairs == PairTally((0, 1, 1, 0, 1))
        assert cell.statistics == cell.pairs
    assert Standings.of(one, games).between(1, 0).pairs == PairTally((1, 0, 1, 1, 0))
    assert Standings.of(one, games).against_all(1).pairs == PairTally((1, 0, 1, 1, 0))


def test_a_game_without_its_partner_is_not_in_the_statistics() -> None:
    one = contest(GREEDY, RANDOM, swap=True, games=3)
    standings = Standings.of(one, [game(one, 0, "a"), game(one, 1, "b"), game(one, 2, "c")])
    assert standings.between(0, 1).tally == ResultTally(2, 0, 1)
    assert standings.between(0, 1).pairs == PairTally((0, 0, 1, 0, 0))
    assert standings.summary()["elo"] == 0


@pytest.mark.parametrize(
    ("changes", "kind"),
    [({"swap": True}, "pairs"), ({"swap": False}, "games"), ({"swap": True, "games": 1}, "games")],
)
def test_the_summary_names_the_statistics(changes: dict[str, object], kind: str) -> None:
    one = contest(GREEDY, RANDOM, **changes)
    summary = Standings(one).summary()
    assert summary["statistics"] == kind
    assert ("pairs" in summary) == (kind == "pairs")


def test_a_grid_keeps_single_games() -> None:
    one = contest(GREEDY, RANDOM, form="grid", swap=True, games=2)
    standings = Standings.of(one, [game(one, index, f"a{index}") for index in range(8)])
    assert standings.between(0, 1).pairs is None
    assert standings.against_all(0).pairs is None
