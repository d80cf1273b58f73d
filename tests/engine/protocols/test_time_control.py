"""Games with a clock between our servers and external engines: no illegal move, no flag falls.

Slow: ``pytest -m slow tests/engine/protocols/test_time_control.py -s``. ``KYVIEN_TIMED_GAMES`` is the
number of games, ``KYVIEN_TIMED_FIRST`` that of the first.
"""

import os
import random
import shutil
import sys
from pathlib import Path

import pytest

from engine.asking.external import Engine, EngineSpec
from engine.core.course import Course
from engine.core.errors import SearchError
from engine.core.game import find_game, games
from engine.core.outcome import Player
from engine.protocols.timing import TimeLeft

PLACES = "/usr/games:/usr/bin:/usr/local/bin:/opt/homebrew/bin"
ROOT = Path(__file__).parents[3]
BASE, INCREMENT = 1.0, 0.1
RANDOM_PLIES = 6
MOST_PLIES = 400


def ours(protocol: str, game: str, rules: str) -> EngineSpec:
    arguments = ["-m", "engine", "serve", "--protocol", protocol, "--game", game]
    return EngineSpec("ours", sys.executable, (*arguments, *(["--rules", rules] if rules else [])), protocol, str(ROOT))


def play(players: tuple[Engine, Engine], start: Course) -> tuple[str, int, list[float]]:
    """The result, the plies, and the least time either ever had left; an illegal answer raises."""
    left, least = [BASE, BASE], [BASE, BASE]
    course, position = start, start.position
    while position.outcome() is None and len(course.moves) < MOST_PLIES:
        side = position.turn
        clock = TimeLeft((left[0], left[1]), (INCREMENT, INCREMENT))
        answer = players[side].finish(players[side].client.ask(course, clock))
        # From the question to the answer: what we do before and after counts for no player.
        left[side] -= players[side].received_at - players[side].sent_at
        least[side] = min(least[side], left[side])
        if left[side] < 0:
            return f"{side.name} loses on time", len(course.moves), least
        left[side] += INCREMENT
        if answer.move is None:
            return f"{side.name} resigns", len(course.moves), least
        position = position.play(answer.move)
        course = Course(course.start, (*course.moves, answer.move))
    outcome = position.outcome()
    return "unfinished" if outcome is None else outcome.result, len(course.moves), least


@pytest.mark.slow
@pytest.mark.oracle
@pytest.mark.unsanitized
@pytest.mark.parametrize(
    ("game", "rules", "protocol", "program", "arguments", "spoken"),
    [
        ("chess", "", "uci", "stockfish", (), "uci"),
        ("go", "size=9", "gtp", "gnugo", ("--mode", "gtp", "--level", "1", "--never-resign"), "gtp"),
        # Over UCCI it takes the whole seconds of that protocol for milliseconds.
        ("xiangqi", "", "ucci", "fairy-stockfish", (), "uci"),
    ],
)
def test_no_loss_on_time(
    game: str, rules: str, protocol: str, program: str, arguments: tuple[str, ...], spoken: str
) -> None:
    """Ours serves ``protocol``; the other program is asked in the one it knows best."""
    found = shutil.which(program, path=PLACES)
    if found is None or game not in games() or find_game(game)().protocol_rules(protocol) is None:
        pytest.skip(f"no {program} or no {game} here")
    count = int(os.environ.get("KYVIEN_TIMED_GAMES", "2"))
    first = int(os.environ.get("KYVIEN_TIMED_FIRST", "0"))
    kind = find_game(game).with_rules(rules)
    theirs = EngineSpec("they", found, arguments, spoken)
    us, they = Engine(ours(protocol, game, rules)), Engine(theirs)
    lost: list[str] = []
    tally: dict[str, int] = {}
    least_of_us, plies_in_all = BASE, 0
    try:
        for engine in (us, they):
            engine.identify()
        for number in range(first, first + count):
            rng = random.Random(number // 2)
            course = Course(kind.start())
            for _ in range(RANDOM_PLIES):
                course = Course(course.start, (*course.moves, rng.choice(course.position.legal_moves())))
            if course.position.outcome() is not None:
                continue
            for engine in (us, they):
                engine.prepare(kind)
            mine = Player(number % 2)
            try:
                result, plies, least = play((us, they) if mine is Player.FIRST else (they, us), course)
            except SearchError as error:
                assert str(error).startswith("they "), error
                tally[str(error)] = tally.get(str(error), 0) + 1
                they.close()
                they = Engine(theirs)
                they.identify()
                continue
            plies_in_all += plies
            least_of_us = min(least_of_us, least[mine])
            tally[f"{mine.name} {result}"] = tally.get(f"{mine.name} {result}", 0) + 1
            if result == f"{mine.name} loses on time":
                lost.append(f"game {number}, ply {plies}")
    finally:
        us.close()
        they.close()
    print(f"{game}: {count} games, {plies_in_all} plies, least left {least_of_us:.3f} s, {tally}")  # noqa: T201
    assert not lost
