"""Self-play games: numbered, reproducible, resumed, and read with distrust."""

import dataclasses
import json
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import KyVienError, OptionError
from engine.core.outcome import Outcome, Player
from engine.jobs.journal import Journal
from engine.jobs.pools.pool import LocalPool
from engine.jobs.processes import WorkerSetup
from engine.jobs.runner import run_job
from engine.learning.games import (
    BATCH,
    DULL_FROM,
    DULL_PLIES,
    MOST_SCORE,
    PATIENCE,
    PlayedBatch,
    Players,
    SelfPlay,
    SelfPlayGame,
    pack,
)

SMALL = SelfPlay("tictactoe", games=2 * BATCH, nodes=20, random_plies=(0, 3), decided=0, most_plies=9)


def played(job: SelfPlay, numbers: range) -> list[SelfPlayGame]:
    """Games of a job, without those that ended during their random moves."""
    players = Players(job)
    return [game for number in numbers for game in games_of(players.play(number), number)]


def games_of(data: bytes, number: int = 0) -> list[SelfPlayGame]:
    return [game._replace(number=number) for game in PlayedBatch(0, data).games()]


def ended(job: SelfPlay, game: SelfPlayGame) -> Outcome | None:
    """The outcome of a game by the rules, whose moves are legal."""
    position = job.build_game().start()
    for move in game.moves.tolist():
        assert move in position.legal_moves()
        position = position.play(move)
    outcome: Outcome | None = position.outcome()
    return outcome


def test_moves_are_legal_and_the_result_is_that_of_the_last_position() -> None:
    found = played(SMALL, range(80))
    assert {game.result for game in found} == {0, 1, 2}
    for game in found:
        outcome = ended(SMALL, game)
        assert outcome is not None
        assert game.result == {None: 1, Player.FIRST: 2, Player.SECOND: 0}[outcome.winner]
        assert len(game.scores) == len(game.moves) - game.random_plies
        assert 0 <= game.random_plies <= 3


@pytest.mark.parametrize("job", [SMALL, SelfPlay("cotoan", nodes=200, random_plies=(4, 6), most_plies=20)])
def test_a_game_follows_from_its_number_alone(job: SelfPlay) -> None:
    players = Players(job)
    backwards = [players.play(number) for number in reversed(range(6))]
    assert backwards[::-1] == [Players(job).play(number) for number in range(6)]
    assert len(set(backwards)) > 3
    assert Players(dataclasses.replace(job, seed=2)).play(1) != Players(job).play(1)


def test_scores_are_those_of_the_side_that_moved() -> None:
    job = SelfPlay("cotoan", games=1, nodes=300, random_plies=(6, 6))
    won = [game for game in played(job, range(6)) if game.result != 1 and len(game.scores) > PATIENCE]
    assert won
    for game in won:
        last = game.scores[-2:].tolist()
        mover = (len(game.moves) - 1) % 2
        assert (last[1] > 0) == (mover == (0 if game.result == 2 else 1))
        assert last[0] * last[1] < 0


def test_a_game_ends_when_both_sides_agree_that_it_is_decided() -> None:
    job = SelfPlay("cotoan", games=1, evaluation="squares_and_lines", nodes=200, random_plies=(6, 6), decided=500)
    found = played(job, range(8))
    cut = [game for game in found if ended(SelfPlay("cotoan"), game) is None]
    assert {game.result for game in cut} == {0, 2}
    for game in cut:
        signs = [1 if (game.random_plies + ply) % 2 == 0 else -1 for ply in range(len(game.scores))]
        first = [sign * score for sign, score in zip(signs, game.scores.tolist(), strict=True)]
        before, *last = [1 if score >= 500 else -1 if score <= -500 else 0 for score in first[-PATIENCE:]]
        assert last == [game.result - 1] * (PATIENCE - 1)
        assert before != game.result - 1


def test_a_dull_game_is_drawn() -> None:
    job = SelfPlay("chess", games=1, nodes=30, random_plies=(4, 4), decided=0, dull=MOST_SCORE)
    dull = [game for game in played(job, range(5)) if ended(job, game) is None]
    assert dull
    assert {(game.result, len(game.moves)) for game in dull} == {(1, DULL_FROM + DULL_PLIES)}


def test_a_game_of_too_many_plies_is_drawn() -> None:
    job = SelfPlay("chess", games=1, nodes=30, random_plies=(6, 6), most_plies=20)
    game = played(job, range(1))[0]
    assert (game.result, len(game.moves)) == (1, 20)


# --- as a job ---------------------------------------------------------------------------------------------------------


def run(job: SelfPlay, path: Path, jobs: int = 1) -> Generator[PlayedBatch, None, None]:
    journal: Journal[SelfPlay, PlayedBatch] = Journal(path, job)
    with closing(journal):
        yield from run_job(job, journal, WorkerSetup(job.worker, job.to_dict()), LocalPool(jobs))


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_an_interrupted_job_continues_with_the_games_it_would_have_had(tmp_path: Path) -> None:
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    found = list(run(SMALL, whole, 2))
    assert sorted(each.index for each in found) == [0, 1]
    with closing(run(SMALL, stopped)) as results:
        next(results)
    assert len(lines(stopped)) == 2
    assert [each.index for each in run(SMALL, stopped)] == [1]
    assert sorted(map(json.dumps, lines(whole))) == sorted(map(json.dumps, lines(stopped)))
    longer = dataclasses.replace(SMALL, games=3 * BATCH)
    assert [each.index for each in run(longer, stopped)] == [2]
    with pytest.raises(KyVienError, match="60 games"):
        list(run(SMALL, stopped))
    with pytest.raises(KyVienError, match="other self-play games"):
        list(run(dataclasses.replace(longer, nodes=21), stopped))


def test_a_network_is_known_by_its_digest_not_by_its_folder() -> None:
    one, moved, other = (
        dataclasses.replace(SMALL, evaluation=f"network:file={file},digest={digit * 16}")
        for file, digit in (("/before/own.kvnet", "1"), ("/after/own.kvnet", "1"), ("/before/own.kvnet", "2"))
    )
    assert moved.replaces(one, "games.jsonl")
    for known in (other, dataclasses.replace(moved, game="../x")):
        with pytest.raises(KyVienError, match="other self-play games"):
            one.replaces(known, "games.jsonl")


def test_a_result_is_read_back() -> None:
    batch = PlayedBatch(1, b"".join(Players(SMALL).play(number) for number in range(BATCH, 2 * BATCH)))
    back = SMALL.read_result(json.loads(json.dumps(batch.to_dict())))
    assert back == batch
    assert [game.number for game in back.games()] == [
        number for number in range(BATCH, 2 * BATCH) if games_of(Players(SMALL).play(number))
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"\x01", pack(0, 3, [1], [1]), pack(2, 1, [1], [])[:6], pack(0, 1, [1, 2], [1, 2])[:-1],
        b"".join(pack(0, 1, [1], [1]) for _ in range(BATCH + 1)),
    ],
)  # fmt: skip
def test_damaged_games_are_not_read(data: bytes) -> None:
    with pytest.raises(ValueError, match="game"):
        SMALL.read_result(PlayedBatch(0, data).to_dict())


@pytest.mark.parametrize(
    "changes", [{"index": 2}, {"index": -1}, {"index": True}, {"games": "eJw="}, {"games": "AAAA"}, {"fault": "killed"}]
)
def test_damaged_results_are_not_read(changes: dict[str, Any]) -> None:
    good = PlayedBatch(0, pack(0, 1, [1], [1])).to_dict()
    assert SMALL.read_result(good).index == 0
    with pytest.raises((ValueError, TypeError)):
        SMALL.read_result({**good, **changes})


def test_the_description_is_read_back_and_checked() -> None:
    data = json.loads(json.dumps(SMALL.to_dict()))
    assert SelfPlay.from_dict(data) == SMALL
    for wrong in ({"games": "3"}, {"unknown": 1}, {"nodes": True}, {"random_plies": [1, "2"]}, {"random_plies": [1]}):
        with pytest.raises((ValueError, KeyError, TypeError)):
            SelfPlay.from_dict({**data, **wrong})
    for number in ({"games": 0}, {"nodes": 0}, {"random_plies": [2, 1]}, {"decided": -1}, {"most_plies": 3}):
        with pytest.raises(OptionError):
            SelfPlay.from_dict({**data, **number})


def test_a_failed_task_has_no_games_and_is_done_again(tmp_path: Path) -> None:
    lost = SMALL.failed(next(SMALL.tasks()), "killed")
    assert not list(lost.games())
    journal: Journal[SelfPlay, PlayedBatch] = Journal(tmp_path / "journal", SMALL)
    with closing(journal):
        journal.add(lost)
        assert journal.results == {0: lost}
    again: Journal[SelfPlay, PlayedBatch] = Journal(tmp_path / "journal", SMALL)
    with closing(again):
        assert again.results == {}
