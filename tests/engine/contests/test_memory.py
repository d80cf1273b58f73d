"""Memory in games: kept between the moves of a seat, and never carried into another seat or game."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.cli.main import main
from engine.contests.contest import Contest, Contestant, GameTask, Memory
from engine.contests.journal import ContestJournal, read_contest
from engine.contests.play import PlayedGame, play_game
from engine.contests.result import GameResult
from engine.contests.worker import Worker
from engine.core.errors import KyVienError, OptionError
from engine.core.game import find_game
from engine.search.report import Limit
from engine.search.spec import Spec
from tests.engine.conftest import COMPILED

LIMIT = Limit(depth=1)
COUNTING = Contestant("counting", LIMIT)
GREEDY = Contestant("greedy", LIMIT)


def sums(thoughts: tuple[int, int]) -> tuple[int, int]:
    """Return the nodes of both sides if the analyses of each were numbered from 1."""
    first, second = (count * (count + 1) // 2 for count in thoughts)
    return first, second


def contest(*players: Contestant, memory: Memory = "game", **fields: Any) -> Contest:
    return Contest("tictactoe", players or (COUNTING, COUNTING), memory=memory, **fields)


def nodes_of(result: GameResult) -> tuple[int, int]:
    first, second = result.nodes
    return first, second


@pytest.mark.skipif(not COMPILED, reason="in slow mode, the search runs in a child process")
def test_each_side_of_a_game_has_its_own_memory(counting: Any) -> None:
    def played() -> PlayedGame:
        spec = Spec.parse("counting")
        return play_game(find_game("tictactoe")().start(), (spec, spec), ("", ""), (LIMIT, LIMIT), 0)

    first = played()
    count = len(first.moves)
    assert count >= 5
    assert first.nodes == sums(((count + 1) // 2, count // 2))
    assert counting.built == 2
    assert played().nodes == first.nodes


@pytest.mark.parametrize(("form", "sides"), [("match", (0, 1)), ("match", (1, 0)), ("grid", (0, 0))])
def test_a_player_of_a_contest_forgets_the_game_before(counting: Any, form: Any, sides: tuple[int, int]) -> None:
    """In a grid, a player meets itself: the two seats still have two searches."""
    worker = Worker(contest(form=form))
    # Equal seeds: nothing but the memory could make the second game different.
    games = [worker.play(GameTask(number, *sides, 0, 7)) for number in range(2)]
    for game in games:
        assert sum(game.thoughts) >= 5
        assert nodes_of(game) == sums((game.thoughts[0], game.thoughts[1]))


def test_memory_can_be_limited_to_a_move(counting: Any) -> None:
    result = Worker(contest(memory="move")).play(GameTask(0, 0, 1, 0, 7))
    assert sum(result.thoughts) >= 5
    assert result.nodes == result.thoughts


def test_a_contest_without_the_option_keeps_its_digest_and_its_journal(tmp_path: Path) -> None:
    """The digest of a version without this option."""
    plain = Contest("nim", (GREEDY, GREEDY))
    assert "memory" not in plain.to_dict()
    assert plain.digest == "92b904a64246fa78"
    assert Contest.from_dict(plain.to_dict()) == plain
    path = tmp_path / "journal"
    head = {"kyvien-contest": 1, "digest": plain.digest, "contest": plain.to_dict()}
    path.write_bytes(json.dumps(head).encode() + b"\n")
    ContestJournal(path, plain).close()
    with pytest.raises(KyVienError, match="another contest"):
        ContestJournal(path, Contest("nim", (GREEDY, GREEDY), memory="move"))


def test_the_option_is_part_of_a_contest() -> None:
    limited = contest(memory="move")
    assert Contest.from_dict(json.loads(json.dumps(limited.to_dict()))) == limited
    assert limited.digest != contest().digest
    with pytest.raises(OptionError, match="available: game, move"):
        contest(memory="week")  # type: ignore[arg-type]


@pytest.mark.parametrize("memory", ["game", "move"])
def test_the_option_of_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], memory: str) -> None:
    path = tmp_path / "journal"
    arguments = ["match", "--game", "nim", "--first", "greedy", "--second", "random", "--games", "1", "--jobs", "1"]
    assert main([*arguments, "--depth", "1", "--memory", memory, "--journal", str(path)]) == 0
    capsys.readouterr()
    assert read_contest(path).memory == memory
