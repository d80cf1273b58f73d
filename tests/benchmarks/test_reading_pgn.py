"""How long PGN takes to read, as a multiple of what python-chess takes in the same run.

``pytest -m slow -s tests/benchmarks/test_reading_pgn.py``. The figures are of CPU time, the least of several rounds.
Nothing is asserted about time: the tests check that both read the same games. python-chess does not know xiangqi: its
time per ply is that of chess.
"""

import io
import time
from collections.abc import Callable
from functools import cache
from typing import TypeVar

import pytest

from engine.core.game import find_game
from engine.records.collection import Collection
from engine.records.formats import pgn
from engine.records.formats.pgn import Pgn
from tests.benchmarks.generate_pgn import FOLDER

pytestmark = [pytest.mark.slow, pytest.mark.unsanitized]

T = TypeVar("T")
ROUNDS = 5
TIMES = 5
"""How often the files are repeated."""


def timed(action: Callable[[], T]) -> tuple[float, T]:
    """Return the least CPU time of several rounds in seconds, and the result."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        result = action()
        times.append(time.process_time() - start)
    return min(times), result


@cache
def text_of(game: str) -> str:
    return "\n".join([(FOLDER / f"{game}.pgn").read_text(encoding="utf-8")] * TIMES)


def listed(text: str) -> Collection:
    collection = Collection.load("x.pgn", text.encode())
    for _ in collection.scan():
        pass
    return collection


def their_headers(game: str) -> tuple[float, int]:
    """Return the time in which python-chess reads the headers of a file, and the number of games."""
    chess_pgn = pytest.importorskip("chess.pgn")

    def headers() -> int:
        stream, count = io.StringIO(text_of(game)), 0
        while chess_pgn.read_headers(stream) is not None:
            count += 1
        return count

    return timed(headers)


@cache
def their_games() -> tuple[float, int]:
    """Return the time in which python-chess reads the games of the file of chess, and the number of plies."""
    chess_pgn = pytest.importorskip("chess.pgn")

    def games() -> int:
        stream, plies = io.StringIO(text_of("chess")), 0
        while (game := chess_pgn.read_game(stream)) is not None:
            plies += sum(1 for _ in game.mainline_moves())
        return plies

    return timed(games)


@pytest.mark.oracle
@pytest.mark.parametrize("game", ["chess", "xiangqi"])
def test_reading(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    (heading, games), (reading, their_plies) = their_headers(game), their_games()
    text, kind = text_of(game), Pgn()
    listing, collection = timed(lambda: listed(text))
    whole, records = timed(lambda: pgn.read(text))
    played = find_game(game)()
    parts = [collection.text(index) for index in range(games)]
    walking, keys = timed(lambda: [kind.keys(part, played) for part in parts])
    plies = sum(len(record.tree.main_line()) - 1 for record in records)
    assert len(collection.entries) == len(records) == games
    assert game != "chess" or plies == their_plies
    lines = [[record.tree.position(node).key for node in record.tree.main_line()] for record in records]
    assert keys == lines
    per_ply = reading / their_plies
    with capsys.disabled():
        print(  # noqa: T201
            f"\n{game}, {games} games, {plies} plies: main lines to keys {walking / plies / per_ply:.3f}, "
            f"whole records {whole / plies / per_ply:.2f} times read_game per ply; "
            f"list of games {listing / heading:.2f} times read_headers"
        )


@pytest.mark.parametrize("game", ["chess", "xiangqi"])
def test_search_for_a_position(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The CPU time of a search in 10,000 games of 40 plies without an index, the list of games included."""
    records = pgn.read((FOLDER / f"{game}.pgn").read_text(encoding="utf-8"))
    texts = []
    for record in records:
        position, words = record.tree.position(0), list[str]()
        for number, node in enumerate(record.tree.main_line()[1:41]):
            words += [f"{number // 2 + 1}."] if number % 2 == 0 else []
            words.append(record.game.format_move(position, move := record.tree[node].move or 0))
            position = position.play(move)
        texts.append(f'[Game "{game}"]\n[White "An"]\n[Result "1-0"]\n\n{" ".join(words)} 1-0\n')
    text = "\n".join(texts[number % len(texts)] for number in range(10_000))
    wanted = records[7].tree.position(records[7].tree.main_line()[30])

    def search() -> int:
        return sum(each.node is not None for each in listed(text).find(wanted))

    start = time.process_time()
    found = search()
    seconds = time.process_time() - start
    assert found == len(range(7, 10_000, len(texts)))
    with capsys.disabled():
        print(f"\n{game}: a position in 10,000 games of 40 plies: {seconds:.2f} s of CPU time")  # noqa: T201
