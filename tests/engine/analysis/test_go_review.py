"""The default review of Go on games between strong players, who do not blunder all the time."""

from collections import Counter
from pathlib import Path

import pytest

from engine.analysis.query import strongest_of
from engine.analysis.review import review_record
from engine.core.game import find_game
from engine.records.formats import find_format
from engine.search.report import Limit
from engine.search.search import Spec

GAMES = Path(__file__).parents[2] / "golden" / "go" / "strong.sgf"
LIMIT = Limit(nodes=200_000)
"""The limit of a review in the window."""


@pytest.mark.slow
def test_few_moves_of_strong_players_are_blunders() -> None:
    """By alpha-beta with liberties, 8 of 28 moves of such a game were blunders."""
    games = find_format(GAMES).read(GAMES.read_text(encoding="utf-8"))
    assert len(games) == 5
    kinds: Counter[str] = Counter()
    for record in games:
        assert type(record.game) is find_game("go") and record.game.start().size == 9
        reviewed = review_record(record, [strongest_of(record.game)], "", LIMIT)
        (verdicts,) = reviewed.verdicts.values()
        found = Counter(verdict.kind.name for verdict in verdicts)
        print(f"{record.headers['White']} - {record.headers['Black']}: {len(verdicts)} moves, {dict(found)}")  # noqa: T201
        assert len(verdicts) >= 40 and found["blunder"] <= 0.05 * len(verdicts)
        kinds += found
    print(f"all: {kinds.total()} moves, {100 * kinds['blunder'] / kinds.total():.1f} % blunders")  # noqa: T201


def test_no_move_gains_by_the_search_without_depths() -> None:
    text = "(;GM[1]SZ[5]KM[7.5]RU[Chinese];B[cc];W[cb];B[bb];W[ab];B[db];W[ac];B[ca])"
    (record,) = find_format(GAMES).read(text)
    assert strongest_of(record.game) == Spec.make("mcts")
    (verdicts,) = review_record(record, [strongest_of(record.game)], "", Limit(nodes=30_000)).verdicts.values()
    assert len(verdicts) == 7 and all(0 <= each.win_after <= each.win_before <= 1 for each in verdicts)
