"""The default review of Go on games between strong players, who do not blunder all the time."""

from collections import Counter
from pathlib import Path

import pytest

from engine.analysis.checking import checker_for
from engine.analysis.judging import Judging
from engine.analysis.review import judge, review_record
from engine.analysis.verdict import Verdict, verdict_of
from engine.core.game import find_game
from engine.records.formats import find_format
from engine.records.tree import GameTree
from engine.search.players import strongest_of
from engine.search.report import Limit
from engine.search.search import Stop
from engine.search.spec import Spec

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


def last_two(tree: GameTree, monkeypatch: pytest.MonkeyPatch) -> list[Verdict]:
    """Review the last two moves of a record as the window does, with less effort and as many checks as they need."""
    monkeypatch.setattr("engine.analysis.judging.SHARE", 100)
    spec, nodes = strongest_of(tree.game), tree.main_line()[-2:]
    judging = Judging(tree, spec, "", Limit(nodes=30_000), nodes=(), judged=nodes, checker=checker_for(tree.game, spec))
    judge(judging, Stop())
    return [verdict_of(tree, node, judging.judgements[node], "") for node in nodes]


def test_passes_that_end_the_game_are_judged_by_what_the_board_is_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    """White has won, but with all stones counted as alive, Black would have: White's pass was a blunder."""
    tree = find_format(GAMES).read(GAMES.read_text(encoding="utf-8"))[0].tree
    end = tree.position(tree.main_line()[-1])
    assert end.outcome() is not None
    dead = tree.game.propose_dead(end)
    assert (tree.game.count(end).result, tree.game.count(end, dead).result) == ("B+0.5", "W+2.5")
    verdicts = last_two(tree, monkeypatch)
    assert [verdict.move for verdict in verdicts] == ["pass", "pass"]
    assert not any(verdict.kind.is_error for verdict in verdicts)
    white, black = verdicts
    assert white.win_after > 0.9 and black.win_after < 0.1
    # The lines of the verdicts can be played.
    assert all(verdict.line for verdict in verdicts) and black.line[1:] != ("pass",)


def test_a_pass_that_lets_stones_die_is_a_blunder_also_if_the_other_side_passes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Black's stones live with three points in a row if Black plays on the one in the middle, and die otherwise."""
    rows = "abcdefg"
    black = "".join(f"[{column}{row}]" for row in rows for column in "abc" if column != "a" or row not in "cde")
    white = "".join(f"[d{row}]" for row in rows)
    (record,) = find_format(GAMES).read(f"(;GM[1]SZ[7]KM[-8.5]RU[Chinese]AB{black}AW{white}PL[B];B[];W[])")
    kinds = [verdict.kind.name for verdict in last_two(record.tree, monkeypatch)]
    assert kinds == ["blunder", "blunder"]


def test_no_search_of_a_review_begins_after_a_pass() -> None:
    """This holds for our search and for an external engine, which receives the moves or the stones."""
    tree = find_format(GAMES).read(GAMES.read_text(encoding="utf-8"))[0].tree
    judging, positions = Judging(tree, strongest_of(tree.game), "", LIMIT), []
    while (task := judging.take()) is not None:
        assert task.query.course is not None and task.query.course.position == task.query.position
        positions.append(task.query.position)
    assert len(positions) == len(tree.nodes) and not any(position.passes_made for position in positions)
