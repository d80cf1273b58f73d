"""Records of games: which positions they contain, and every field of a record, against plain Python."""

import random
from typing import Any

import numpy as np
import pytest

from engine.core.evaluation import find_evaluation
from engine.core.game import Game, find_game, games
from engine.core.position import Position
from engine.learning.games import PlayedBatch, Players, SelfPlay, SelfPlayGame, pack
from engine.learning.positions import DECIDED, NO_RESULT, GameReplay, records_of


def random_game(game: Game[Any], seed: int, number: int = 7) -> SelfPlayGame:
    """A game of random moves with random scores."""
    rng = random.Random(seed)
    position, moves = game.start(), list[int]()
    while position.outcome() is None and len(moves) < 150:
        moves.append(rng.choice(position.legal_moves()))
        position = position.play(moves[-1])
    first = min(3, len(moves) - 1)
    scores = [rng.choice((-DECIDED, 1 - DECIDED, -1, 0, 300, DECIDED - 1, DECIDED)) for _ in moves[first:]]
    return SelfPlayGame(number, first, rng.randrange(3), np.array(moves, "<u2"), np.array(scores, "<i2"))


def along(game: Game[Any], played: SelfPlayGame) -> list[tuple[Position, int]]:
    """The positions of a game, with the move played in each."""
    position, found = game.start(), []
    for move in played.moves.tolist():
        found.append((position, move))
        position = position.play(move)
    return found


def replayed(replay: GameReplay, *played: SelfPlayGame) -> np.ndarray:
    records = np.zeros(sum(map(replay.most_records, played)), replay.type)
    count = 0
    for each in played:
        count += replay.records(each, records[count:])
    return records[:count]


@pytest.mark.parametrize("name", sorted(games()))
def test_the_records_are_those_of_the_quiet_positions(name: str) -> None:
    game = find_game(name)()
    try:
        game.inputs()
    except ValueError:
        pytest.skip("the game has no inputs")
    replay = GameReplay(game.start(), find_evaluation(name))
    for seed in range(3):
        played = random_game(game, seed)
        expected = []
        for (position, move), score in zip(along(game, played)[played.random_plies :], played.scores, strict=True):
            if position.stands_pat and move not in position.noisy_moves() and abs(int(score)) < DECIDED:
                cells, variants, bucket = position.cells_written
                expected.append((cells, int(position.turn), variants, bucket, played.result, int(score), 7))
        found = [
            (bytes(each["cells"]), each["side"], tuple(each["variants"]), each["bucket"], each["result"], each["score"],
             each["game"])
            for each in replayed(replay, played)
        ]  # fmt: skip
        assert found == expected


def test_all_positions_of_a_game_can_be_recorded() -> None:
    game = find_game("chess")()
    played = random_game(game, 1)
    records = replayed(GameReplay(game.start(), find_evaluation("chess"), 0, DECIDED, True), played)
    assert records["score"].tolist() == [score for score in played.scores if abs(int(score)) < DECIDED]


def test_cheap_positions_are_one_legal_move_off_the_game_with_the_score_of_the_evaluation() -> None:
    game = find_game("chess")()
    evaluation = find_evaluation("chess")
    played = random_game(game, 1)
    records = replayed(GameReplay(game.start(), evaluation, 4), played)
    cheap = records[records["result"] == NO_RESULT]
    assert set(cheap["game"]) == {7}
    known = {}
    for position, _ in along(game, played)[played.random_plies :]:
        for move in position.legal_moves():
            after = position.play(move)
            if after.outcome() is None and after.stands_pat:
                cells, variants, bucket = after.cells_written
                known[cells, int(after.turn), variants, bucket] = evaluation.score(after)
    found = [(bytes(each["cells"]), each["side"], tuple(each["variants"]), each["bucket"]) for each in cheap]
    assert [known[key] for key in found] == cheap["score"].tolist()
    assert 2.5 * len(played.scores) < len(cheap) <= 4 * len(played.scores)
    assert len(set(found)) > 0.7 * len(found)
    plain = replayed(GameReplay(game.start(), evaluation), played)
    assert records[records["result"] != NO_RESULT].tobytes() == plain.tobytes()


def test_cheap_positions_follow_from_the_number_of_the_game() -> None:
    game = find_game("xiangqi")()
    replay = GameReplay(game.start(), find_evaluation("xiangqi"), 2)
    one, other = random_game(game, 1, 5), random_game(game, 1, 6)
    assert replayed(replay, one).tobytes() == replayed(replay, one).tobytes()
    assert replayed(replay, one)["cells"].tobytes() != replayed(replay, other)["cells"].tobytes()


def test_the_order_of_the_tasks_does_not_matter() -> None:
    job = SelfPlay("tictactoe", nodes=20, random_plies=(0, 3), decided=0, most_plies=9)
    players = Players(job)
    batches = {index: PlayedBatch(index, b"".join(players.play(20 * index + i) for i in range(3))) for index in (2, 0)}
    replay = GameReplay(players.start, job.find_evaluation(), 1, DECIDED + 5000)
    found = records_of([batches], replay)
    assert found.tobytes() == records_of([{0: batches[0], 2: batches[2]}], replay).tobytes()
    assert (np.diff(found["game"].astype(int)) >= 0).all()
    assert set(found["game"]) <= {0, 1, 2, 40, 41, 42}


def test_moves_and_room_are_checked() -> None:
    game = find_game("chess")()
    replay = GameReplay(game.start(), find_evaluation("chess"), 1)
    played = random_game(game, 1)
    wrong = played.moves.copy()
    wrong[5] = wrong[4]
    records = np.zeros(replay.most_records(played), replay.type)
    with pytest.raises(ValueError, match="ply 5 of game 7 is not a legal move"):
        replay.records(played._replace(moves=wrong), records)
    with pytest.raises(ValueError, match="room"):
        replay.records(played, records[1:])
    with pytest.raises(ValueError, match="room"):
        replay.records(played, np.zeros(len(records), [("cells", "u1", (3,))]))
    with pytest.raises(ValueError, match="score"):
        replay.records(played._replace(scores=played.scores[1:]), records)
    with pytest.raises(ValueError, match="cheap"):
        GameReplay(game.start(), find_evaluation("chess"), -1)
    with pytest.raises(ValueError, match="xiangqi"):
        GameReplay(game.start(), find_evaluation("xiangqi"))


def test_a_game_that_goes_on_after_its_end_is_not_read() -> None:
    game = find_game("tictactoe")()
    data = pack(0, 2, [0, 3, 1, 4, 2, 5], [0] * 6)
    with pytest.raises(ValueError, match="ply 5"):
        records_of([{0: PlayedBatch(0, data)}], GameReplay(game.start(), find_evaluation("tictactoe")))
