"""Random boards through every public way into a position, in child processes, of which none may die.

``.ci/run sanitizers`` runs the quick test too, with 2,000; ``KYVIEN_BOARDS=100000`` makes it as long as the slow one.
"""

import json
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from engine.core.errors import KyVienError
from engine.core.game import games
from studio.document.journal import VERSION, JournalError, read_journal
from tests.engine.games import boards
from tests.engine.games.boards import WAYS, Foreign, send, survivors
from tests.engine.games.ends import WITHOUT, follow

every_game = pytest.mark.parametrize("name", sorted(games()))
COUNT, MANY = int(os.environ.get("KYVIEN_BOARDS", "400")), 100_000
"""Boards of all games and ways together."""


def parts(count: int, number: int) -> list[range]:
    """Return the numbers of ``count`` boards in equal parts, which other processes of pytest can run."""
    return [range(count * each // number, count * (each + 1) // number) for each in range(number)]


def _journal(foreign: Foreign) -> object:
    """A journal of a document whose root is set up."""
    path = Path(boards_folder) / "a.jsonl"
    base = {
        "kyvien-journal": VERSION, "game": foreign.game.name, "rules": foreign.game.rules_text(), "headers": [],
        "nodes": [{"id": 0, "setup": foreign.text}], "cursor": 0,
    }  # fmt: skip
    path.write_text(json.dumps(base) + "\n")
    try:
        return read_journal(path).base.tree.position(0)
    except JournalError as error:
        raise KyVienError(str(error).replace("{", "(").replace("}", ")")) from None


boards_folder = ""


def try_boards(numbers: Sequence[int], seed: int, folder: Path) -> tuple[int, list[str]]:
    global boards_folder
    boards_folder = str(folder)
    WAYS["journal"] = _journal
    try:
        choices = [(name, way) for name in sorted(games()) for way in WAYS]

        def run(index: int) -> bool:
            name, way = choices[numbers[index] % len(choices)]
            return send(name, way, f"{name} {way} {seed} {numbers[index]}")

        return survivors(len(numbers), run)
    finally:
        del WAYS["journal"]


@pytest.mark.parametrize("numbers", parts(COUNT, 4), ids=str)
def test_some_boards(numbers: range, seed: int, tmp_path: Path) -> None:
    accepted, failed = try_boards(numbers, seed, tmp_path)
    assert failed == [] and len(numbers) / 20 < accepted < len(numbers) * 0.9


@pytest.mark.slow
@pytest.mark.parametrize("numbers", parts(MANY, 20), ids=str)
def test_many_boards(numbers: range, seed: int, tmp_path: Path, figure: Callable[[str], None]) -> None:
    accepted, failed = try_boards(numbers, seed, tmp_path)
    figure(f"boards from outside, seed {seed}, {numbers}: {accepted} accepted, {len(failed)} died")
    assert failed == []


@every_game
def test_some_games_go_on_after_their_end(name: str, seed: int) -> None:
    play_on(name, COUNT // 20, seed)


@every_game
@pytest.mark.slow
def test_many_games_go_on_after_their_end(name: str, seed: int, figure: Callable[[str], None]) -> None:
    figure(f"positions after the end of games of {name}, seed {seed}: {play_on(name, MANY // 10, seed)}")


def play_on(name: str, least: int, seed: int) -> int:
    """Play on after the end of games, in child processes, until there are ``least`` positions. Return their number."""
    folder, count, number = tempfile.TemporaryDirectory(), 0, 0
    with folder:
        log = Path(folder.name) / "counts"

        def run(case: int) -> bool:
            passed = follow(name, 1_000_000 * seed + case)
            with log.open("a") as file:
                file.write(f"{passed}\n")
            return passed > 0

        while count < least and name not in WITHOUT:
            first, number = number, number + max(4, least // 50)
            _, failed = survivors(number - first, lambda case, first=first: run(first + case))
            assert failed == []
            count = sum(map(int, log.read_text().split()))
    return count


def test_a_dead_child_is_noticed() -> None:
    accepted, failed = survivors(4, lambda number: number < 2 or boards.os.kill(boards.os.getpid(), 9), batch=4)
    assert accepted == 2 and failed == ["case 2: SIGKILL"]
