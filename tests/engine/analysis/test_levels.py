"""The levels of every game: complete, valid, and varied where the algorithm can."""

import pytest

from engine.analysis.levels import BETWEEN, level_of, levels
from engine.asking.query import answer
from engine.contests.play import play_game
from engine.core.game import find_game, games
from engine.core.options import options_of
from engine.core.outcome import Player
from engine.search.players import strongest_of
from engine.search.query import Query
from engine.search.report import Limit, Report
from engine.search.search import find_algorithm
from engine.search.spec import TIES, VARIED, Spec


def reply(game: str, spec: Spec, limit: Limit, seed: int = 0) -> Report:
    return list(answer(Query(find_game(game)().start(), spec, "", limit, seed)))[-1]


@pytest.mark.parametrize("name", list(games()))
def test_every_level_of_every_game_finds_a_legal_move(name: str) -> None:
    offered, nodes = levels(find_game(name)), find_game(name).level_nodes
    between = [each for each, _ in BETWEEN][: len(nodes)]
    names = ["beginner", "club", *between, "strong"]
    assert [each.name for each in offered[: len(names)]] == names
    assert [each.limit for each in offered[2 : len(names) - 1]] == [Limit(nodes=each) for each in nodes]
    assert len(nodes) <= len(BETWEEN) and list(nodes) == sorted(set(nodes))
    assert len({each.name for each in offered}) == len({each.title for each in offered}) == len(offered)
    legal = find_game(name)().start().legal_moves()
    for each in offered:
        limit = each.limit if each.limit.seconds is None else Limit(nodes=2_000)
        assert reply(name, each.spec.varied(), limit).move in legal, each.name


MOST_NODES = 300_000
"""Nodes of the first move of the level *Club*: about 1 s on a slow core."""


@pytest.mark.parametrize("name", list(games()))
def test_the_club_answers_soon_on_the_largest_board_offered(name: str) -> None:
    club = levels(find_game(name))[1]
    assert reply(name, club.spec, club.limit).nodes <= MOST_NODES
    if find_algorithm(club.spec.name).deepens:
        assert f"Looks {club.limit.depth} plies ahead" in club.help
    else:
        assert club.spec == strongest_of(find_game(name)) and "random games" in club.help


@pytest.mark.parametrize("name", list(games()))
def test_the_beginner_looks_at_most_two_plies_ahead(name: str) -> None:
    beginner = levels(find_game(name))[0]
    assert beginner.limit.depth in (1, 2)
    assert beginner.limit.depth == 1 or f"Looks {beginner.limit.depth} plies ahead" in beginner.help
    assert "quiescence" not in beginner.spec.text


@pytest.mark.parametrize("name", ["chess", "xiangqi", "minigo"])
def test_the_beginner_beats_a_player_of_random_moves(name: str) -> None:
    """One ply ahead finds few mates in chess and xiangqi, and in MiniGo it does not see what the answer captures."""
    beginner = levels(find_game(name))[0]
    pair = (beginner.spec.varied(), Spec.make("random"))
    won = 0
    for seed in range(10):
        limits = (beginner.limit, Limit(depth=1))
        winner = play_game(find_game(name)().start(), pair, ("", ""), limits, seed).outcome.winner
        won += winner == Player.FIRST
    assert won >= 9


@pytest.mark.parametrize("name", list(games()))
def test_a_level_is_recognised_by_algorithm_and_limit(name: str) -> None:
    game = find_game(name)
    for each in levels(game):
        assert level_of(game, each.spec, each.limit) == each
        assert level_of(game, each.spec, Limit(nodes=12_345)) is None
    assert level_of(game, Spec.make("minimax"), Limit(depth=4)) is None


@pytest.mark.parametrize(
    ("game", "spec", "limit", "name"),
    [
        ("chess", "negascout:ordering=on,quiescence=on", Limit(depth=4), "club"),
        ("xiangqi", "pvs", Limit(seconds=2.5), "strong"),
        ("caro", "greedy:among=3", Limit(depth=1), "beginner"),
        ("go", "mcts", Limit(nodes=60_000), "club"),
    ],
)
def test_choices_that_earlier_versions_stored_are_still_levels(game: str, spec: str, limit: Limit, name: str) -> None:
    level = level_of(find_game(game), Spec.parse(spec), limit)
    assert level is not None and level.name == name


def test_equal_moves_are_varied_by_all_options_that_an_algorithm_has() -> None:
    for name in ("ordered", "greedy", "negascout", "random"):
        spec = Spec.make(name)
        names = {each.name for each in options_of(find_algorithm(name).Parameters)}
        assert {each for each in VARIED if getattr(spec.varied().parameters, each, False)} == names & set(VARIED)
    assert Spec.make("greedy", among=3).varied().parameters.among == 3


def test_only_the_options_of_contests_are_turned_on_and_not_those_that_were_set() -> None:
    both = Spec.make("greedy", random_ties=True)
    assert Spec.make("greedy").varied(TIES) == both
    assert Spec.make("alphabeta").varied(TIES) == Spec.make("alphabeta")
    for text in ("greedy:random_ties=off", "greedy:among=3, random_ties = off"):
        assert Spec.parse(text).varied(TIES, text) == Spec.parse(text)
    text = "greedy:among=3"
    assert Spec.parse(text).varied(TIES, text) == Spec.make("greedy", among=3, random_ties=True)


# --- greedy among the best --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["chess", "caro", "cotoan", "xiangqi"])
def test_a_beginner_plays_each_of_the_best_three_and_no_other(name: str) -> None:
    position = find_game(name)().start().play(find_game(name)().start().legal_moves()[3])
    ranking = []
    for move in position.legal_moves():
        query = Query(position, Spec.make("greedy"), "", Limit(depth=1), only=(move,))
        score = list(answer(query))[-1].score
        assert score is not None
        ranking.append((-score.value, move))
    best = [move for _, move in sorted(ranking, key=lambda each: each[0])[:3]]
    played = set()
    for seed in range(20):
        query = Query(position, Spec.make("greedy", among=3), "", Limit(depth=1), seed)
        report = list(answer(query))[-1]
        assert (-report.score.value, report.move) in ranking if report.score else False
        assert report.pv == (report.move,)
        played.add(report.move)
    assert played == set(best)


def test_the_same_seed_plays_the_same_move() -> None:
    spec = Spec.make("greedy", among=5)
    moves = [reply("chess", spec, Limit(depth=1), seed).move for seed in range(20)]
    assert moves == [reply("chess", spec, Limit(depth=1), seed).move for seed in range(20)]
    assert len(set(moves)) > 1


def test_a_move_seen_to_win_is_always_played() -> None:
    game = find_game("caro")()
    position = game.start()
    for text in ("h8", "a1", "g8", "a3", "f8", "a5", "e8", "d8"):
        position = position.play(game.parse_move(position, text))
    moves = set()
    for seed in range(30):
        query = Query(position, Spec.make("greedy", among=20), "", Limit(depth=1), seed)
        moves.add(list(answer(query))[-1].move)
    assert moves == {game.parse_move(position, "i8")}


def test_more_moves_than_there_are_is_all_moves() -> None:
    spec = Spec.make("greedy", among=20)
    moves = {reply("nim", spec, Limit(depth=1), seed).move for seed in range(200)}
    assert moves == set(find_game("nim")().start().legal_moves())
