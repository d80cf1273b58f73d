"""Earlier names of evaluations are read in commands, records and journals of contests."""

from pathlib import Path
from typing import Any

import pytest

from engine.contests.contest import Contest, Contestant
from engine.contests.journal import ContestJournal, read_contest
from engine.contests.runner import play_contest
from engine.core.errors import KyVienError
from engine.core.evaluation import current_name, evaluations, find_evaluation
from engine.core.game import find_game, games
from engine.core.outcome import Player
from engine.core.score import Score
from engine.records import edits
from engine.records.formats import find_format
from engine.records.tree import ROOT, EvaluationNote, GameTree, Record
from engine.search.report import Limit
from tests.engine.cli.command import run

pytestmark = pytest.mark.unsanitized  # commands, records and contests; the searches are tested by themselves

OLD_AND_NEW = [
    ("caro", "seed", "threes_and_fours"),
    ("minigo", "seed", "atari"),
    ("minigo", "seed:noise=on,seed_sign=on", "atari:noise=on,root_to_move=on"),
    *((game, "unknown", "") for game in games() if not evaluations(game)),
]
renamed = pytest.mark.parametrize(("game", "old", "new"), OLD_AND_NEW)


@renamed
def test_both_names_are_one_evaluation(game: str, old: str, new: str) -> None:
    before, after = find_evaluation(game, old), find_evaluation(game, new)
    assert type(before) is type(after) and before.parameters == after.parameters
    assert current_name(game, old) == current_name(game, new) == new
    assert old.partition(":")[0] not in evaluations(game)


@renamed
def test_commands(game: str, old: str, new: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("analyse", "--game", game, "--depth", "1", "--algorithm", "greedy")
    results = [run(capsys, *arguments, "--evaluation", text) for text in (old, new)]
    for result in results:
        result.pop("evaluation", None)
        for report in result if isinstance(result, list) else result.get("reports", [result]):
            report.pop("seconds", None)
            report.pop("cpu_seconds", None)
    assert results[0] == results[1]


def contest(game: str, evaluation: str, **changes: Any) -> Contest:
    players = (Contestant("greedy", Limit(depth=1), evaluation), Contestant("random", Limit(depth=1), evaluation))
    return Contest(game, players, games=4, random_plies=2, **changes)


@renamed
def test_a_journal_is_continued_under_the_present_name(game: str, old: str, new: str, tmp_path: Path) -> None:
    """Whether the contest is read from the journal or made again; another contest is refused as before."""
    rules = {"caro": "columns=7,rows=7", "minigo": "size=5"}.get(game, "")
    path = tmp_path / "journal"
    journal = ContestJournal(path, contest(game, old, rules=rules))
    games = play_contest(journal=journal, contest=contest(game, old, rules=rules), jobs=1)
    next(games)
    games.close()
    journal.close()
    assert read_contest(path) == contest(game, old, rules=rules)
    for again in (read_contest(path), contest(game, new, rules=rules)):
        journal = ContestJournal(path, again)
        assert len(journal.results) >= 1
        if again.contestants[0].evaluation == new:
            list(play_contest(again, journal, jobs=1))
            assert len(journal.results) == 4
        journal.close()
    for other in (contest(game, new, rules=rules, seed=1), contest(game, "material", rules=rules)):
        with pytest.raises(KyVienError, match="another contest"):
            ContestJournal(path, other)


def test_a_journal_of_a_game_with_any_name_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    ContestJournal(path, contest("../x", "seed")).close()
    with pytest.raises(KyVienError, match="another contest"):
        ContestJournal(path, contest("minigo", "seed"))


def test_a_journal_is_continued_under_the_present_name_with_a_changed_plugin(tmp_path: Path) -> None:
    def with_plugin(evaluation: str, digest: str) -> Contest:
        limit = Limit(depth=1)
        plugin = Contestant("mine", limit, evaluation, plugin="mine.py", plugin_digest=digest)
        return Contest("minigo", (plugin, Contestant("greedy", limit)))

    path = tmp_path / "journal"
    ContestJournal(path, with_plugin("seed", "1" * 64)).close()
    ContestJournal(path, with_plugin("atari", "2" * 64)).close()
    with pytest.raises(KyVienError, match="another contest"):
        ContestJournal(path, with_plugin("material", "1" * 64))


@pytest.mark.parametrize("suffix", ["pgn", "sgf"])
def test_records(suffix: str, tmp_path: Path) -> None:
    """A note with an earlier name keeps it in the file, and is replaced by a new one of the same evaluation."""
    tree = GameTree.start(find_game("caro")())
    old = EvaluationNote("greedy", 1, Score(300, Player.FIRST), evaluation="seed")
    tree = edits.add_evaluations(tree, {ROOT: [old]}).apply(tree)
    kind = find_format(tmp_path / f"a.{suffix}")
    (record,) = kind.read(kind.write([Record({}, tree)]))
    assert record.tree[ROOT].evaluations == (old,)
    new = EvaluationNote("greedy", 3, Score(600, Player.FIRST), evaluation="threes_and_fours")
    tree = edits.add_evaluations(record.tree, {ROOT: [new]}).apply(record.tree)
    assert tree[ROOT].evaluations == (new,)
    other = EvaluationNote("greedy", 3, Score(600, Player.FIRST), evaluation="patterns")
    tree = edits.add_evaluations(tree, {ROOT: [other]}).apply(tree)
    assert tree[ROOT].evaluations == (new, other)
