"""The engine's Go against GNU Go over GTP: legal moves, captures, scores of finished games. Skipped without ``gnugo``.

GNU Go knows ko but no superko, and no suicide: the engine's ``japanese`` rules. ``-s`` shows how much was compared.
"""

import random
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from engine.core.game import find_game
from engine.core.perft import perft
from engine.games.go.notation import parse_vertex
from tests.engine.conftest import sampled
from tests.engine.games.test_go_oracle import random_move
from tests.engine.games.test_go_perft import ROWS, Row, name_of

PROGRAM = shutil.which("gnugo", path="/usr/games:/usr/bin:/usr/local/bin:/opt/homebrew/bin") or shutil.which("gnugo")

pytestmark = [
    pytest.mark.skipif(PROGRAM is None, reason="GNU Go is not installed (Debian: apt install gnugo)"),
    pytest.mark.oracle, pytest.mark.unsanitized,
]  # fmt: skip


class Gtp:
    """A program that speaks GTP 2."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [str(PROGRAM), "--mode", "gtp", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def ask(self, command: str) -> str:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            assert line, f"GNU Go died at {command}"
            if not line.strip():
                break
            lines.append(line.rstrip("\n"))
        answer = "\n".join(lines)
        assert answer.startswith("="), f"{command}: {answer}"
        return answer[1:].strip()

    def legal(self, side: int) -> set[str]:
        return set(self.ask(f"all_legal {('black', 'white')[side]}").split())

    def stones(self) -> tuple[set[str], set[str]]:
        return set(self.ask("list_stones black").split()), set(self.ask("list_stones white").split())

    def close(self) -> None:
        self.ask("quit")
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(10)


@pytest.fixture(scope="module")
def gnugo() -> Iterator[Gtp]:
    gtp = Gtp("--level", "1")
    yield gtp
    gtp.close()


def names(position: Any) -> set[str]:
    moves = (position.game.format_move(position, move) for move in position.legal_moves())
    return {move for move in moves if move != "pass"}


def set_up(gtp: Gtp, position: Any) -> None:
    gtp.ask(f"boardsize {position.size}")
    gtp.ask("clear_board")
    for points, colour in zip(position.stone_points, ("black", "white"), strict=True):
        for point in points:
            gtp.ask(f"play {colour} {position.game.surface(position).cell_name(point)}")


def _point(game: Any, name: str) -> int:
    point = parse_vertex(game.size, name)
    assert point is not None
    return point


def play(gtp: Gtp, position: Any, move: int) -> Any:
    gtp.ask(f"play {('black', 'white')[position.side]} {position.game.format_move(position, move)}")
    return position.play(move)


@pytest.mark.parametrize("size, games, plies", [(5, 20, 150), (9, 12, 200), (13, 3, 300), (19, 3, 500)])
def test_legal_moves(gnugo: Gtp, size: int, games: int, plies: int) -> None:
    """Of both sides, in games with many captures and kos; and the stones and prisoners."""
    compared, kos = 0, 0
    for seed in range(games):
        rng = random.Random(1000 * size + seed)
        position = find_game("go").with_rules(f"size={size},rule_set=japanese").start()
        set_up(gnugo, position)
        for _ in range(plies):
            assert names(position) == gnugo.legal(position.side), str(position)
            compared += 1
            kos += position.ko_point is not None
            if not position.legal_moves():
                break
            position = play(gnugo, position, random_move(position, rng))
            if position.outcome() is not None:
                break
        cell_name = position.game.surface(position).cell_name
        assert tuple({cell_name(point) for point in points} for points in position.stone_points) == gnugo.stones()
        taken = tuple(int(gnugo.ask(f"captures {colour}")) for colour in ("black", "white"))
        assert taken == position.prisoner_counts
    print(f"\nlegal moves of {compared} positions on {size}×{size} compared with GNU Go, {kos} of them with a ko")
    assert compared > 40


@pytest.mark.parametrize("row", [row for row in ROWS if row.game == "go" and "japanese" in row.rules], ids=name_of)
def test_perft(gnugo: Gtp, row: Row) -> None:
    """GNU Go generates and takes back the moves itself."""
    position = row.position()
    set_up(gnugo, position)
    assert count(gnugo, position.side, 2, False) == perft(position, 2) == row.counts[1]


def count(gtp: Gtp, side: int, depth: int, passed: bool) -> int:
    moves = [*sorted(gtp.legal(side)), "pass"]
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        if not (passed and move == "pass"):
            gtp.ask(f"play {('black', 'white')[side]} {move}")
            total += count(gtp, 1 - side, depth - 1, move == "pass")
            gtp.ask("undo")
    return total


def sensible(position: Any, move: int) -> bool:
    """No pass, and no move into a point all of whose neighbours, also the diagonal ones but one, are own stones."""
    size = position.size
    if move == size * size:
        return False
    row, column = divmod(move, size)
    own = 0
    diagonal, outside = 0, 0
    for r in range(row - 1, row + 2):
        for c in range(column - 1, column + 2):
            on_board = 0 <= r < size and 0 <= c < size
            mine = on_board and position.stone_at(r * size + c) == position.side
            if (r == row) != (c == column):
                own += mine or not on_board
            elif r != row:
                diagonal += on_board and not mine
                outside |= not on_board
    return not (own == 4 and diagonal + outside < 2)


def played_out(size: int, rules: str, seed: int) -> list[int]:
    """The moves of a random game without filling eyes, to the second pass."""
    rng = random.Random(seed)
    position = find_game("go").with_rules(f"size={size},{rules}").start()
    line: list[int] = []
    while position.outcome() is None:
        moves = position.legal_moves()
        rng.shuffle(moves)
        line.append(next((move for move in moves if sensible(position, move)), size * size))
        position = position.play(line[-1])
    return line


def served(gtp: Gtp, rules: str) -> list[int]:
    """The moves of a game that GNU Go plays against itself."""
    game = find_game("go").with_rules(f"size=9,{rules}")
    position = game.start()
    line: list[int] = []
    while position.outcome() is None and len(line) < 200:
        text = gtp.ask(f"genmove {('black', 'white')[position.side]}")
        line.append(game.parse_move(position, text))
        position = position.play(line[-1])
    return line


@pytest.mark.parametrize("rules", ["komi=7.5", "rule_set=japanese,komi=6.5"])
@pytest.mark.parametrize("played", ["at random to the end", "by GNU Go"])
@sampled(1, 4)
def test_scores_of_finished_games(rules: str, played: str, count: int) -> None:
    """The score with the dead stones that GNU Go names is GNU Go's; at random, to the end, nothing is left to argue.

    The record is played, not set up, as by territory prisoners count.
    """
    gtp = Gtp("--level", "1", "--japanese-rules" if "japanese" in rules else "--chinese-rules")
    game = find_game("go").with_rules(f"size=9,{rules}")
    compared, proposals = 0, 0
    for seed in range(4 * count if played == "at random to the end" else count):
        position = game.start()
        set_up(gtp, position)
        gtp.ask(f"komi {game.rules.komi}")
        gtp.ask(f"set_random_seed {seed}")
        if played == "by GNU Go":
            for move in served(gtp, rules):
                position = position.play(move)
        else:
            for move in played_out(9, rules, seed):
                position = play(gtp, position, move)
        names = gtp.ask("final_status_list dead").split()
        dead = frozenset(_point(game, name) for name in names)
        ours = game.count(position, dead).result
        assert ours == gtp.ask("final_score"), f"{position}, dead {names}"
        compared += 1
        proposals += game.propose_dead(position) == dead
    gtp.close()
    print(f"\nscores of {compared} games played {played} ({rules}), {proposals} proposals of dead stones")
    assert proposals == compared or played == "by GNU Go"
