"""Results of games: the journal's format is what it was when results were dictionaries, and wrong types are refused."""

import dataclasses
import json
from pathlib import Path

import pytest

from engine.contests.contest import Contest, Contestant
from engine.contests.journal import ContestJournal, read_contest, read_journal
from engine.contests.result import GameResult
from engine.contests.standings import Standings
from engine.contests.worker import Worker
from engine.search.report import Limit

# Two journals as they were written before ``GameResult``, without and with clocks.
PLAIN = """\
{"kyvien-contest": 1, "digest": "4561fca702d64309", "contest": {"game": "nim", "contestants": [{"spec": "random", \
"limit": {"depth": 1, "nodes": null, "seconds": null}, "evaluation": "", "plugin": "", "label": ""}, {"spec": \
"random", "limit": {"depth": 1, "nodes": null, "seconds": null}, "evaluation": "", "plugin": "", "label": ""}], \
"form": "match", "rules": "", "games": 2, "swap": true, "openings": [], "random_plies": 1, "seed": 0, \
"adjudication": {"most_plies": 3, "win_score": null, "win_plies": 4}}}
{"index": 0, "first": 0, "second": 1, "result": "0-1", "termination": "no legal move", "opening_plies": 1, \
"plies": 3, "start": "", "moves": ["b-1", "c-2", "b-1", "a-1"], "seconds": [3.2009000051402836e-05, \
9.535600020171842e-05], "nodes": [1, 2], "thoughts": [1, 2], "duration": 0.01502038800003902, "fault": ""}
"""
TIMED = """\
{"kyvien-contest": 1, "digest": "ed0c8e510ae01fc3", "contest": {"game": "minigo", "contestants": [{"spec": \
"random", "limit": {"base": 1, "increment": 0.125}, "evaluation": "", "plugin": "", "label": ""}, {"spec": \
"random", "limit": {"depth": 1, "nodes": null, "seconds": null}, "evaluation": "", "plugin": "", "label": ""}], \
"form": "match", "rules": "", "games": 2, "swap": true, "openings": [], "random_plies": 0, "seed": 0, \
"adjudication": {"most_plies": 3, "win_score": null, "win_plies": 4}}}
{"index": 0, "first": 0, "second": 1, "result": "1/2-1/2", "termination": "adjudication", "opening_plies": 0, \
"plies": 3, "start": "", "moves": ["K10", "K9", "J9"], "seconds": [0.0003880869999193237, 0.004866356000093219], \
"nodes": [2, 1], "thoughts": [2, 1], "duration": 0.017635920999964583, "fault": "", "clock": [1.125, null, 1.25], \
"late": 0.0}
"""
LINES = pytest.mark.parametrize("text", [PLAIN, TIMED], ids=["plain", "timed"])


def line_of(result: GameResult) -> str:
    return json.dumps(result.to_dict(), ensure_ascii=False)


@LINES
def test_a_result_is_written_as_it_was_read(text: str) -> None:
    line = text.splitlines()[1]
    result = GameResult.from_dict(json.loads(line))
    assert line_of(result) == line
    assert GameResult.from_dict(json.loads(line_of(result))) == result


@LINES
def test_an_old_journal_is_read_and_taken_up(text: str, tmp_path: Path) -> None:
    path = tmp_path / "j"
    path.write_text(text)
    contest = read_contest(path)
    (known,) = read_journal(path).results.values()
    journal = ContestJournal(path, contest)
    assert journal.results == {0: known}
    journal.add(Worker(contest).play(list(contest.tasks())[1]))
    journal.close()
    assert path.read_text().startswith(text)
    assert list(read_journal(path).results) == [0, 1]


@LINES
def test_a_game_is_written_as_it_was_before(text: str) -> None:
    """Played again, with only the measured times taken from the old line."""
    contest = Contest.from_dict(json.loads(text.splitlines()[0])["contest"])
    line = text.splitlines()[1]
    old = json.loads(line)
    result = Worker(contest, now=lambda: 0.0).play(next(iter(contest.tasks())))
    times = {"seconds": tuple(old["seconds"]), "duration": old["duration"]}
    if "clock" in old:
        times["clock"] = tuple(old["clock"])
    assert line_of(dataclasses.replace(result, **times)) == line


def test_the_effort_of_every_move_is_written_and_read() -> None:
    contest = Contest(
        "cotoan", (Contestant("negascout", Limit(depth=2)), Contestant("greedy", Limit(depth=1))), games=2
    )
    result = Worker(contest).play(next(iter(contest.tasks())))
    count = result.plies
    assert len(result.sides) == len(result.move_nodes) == len(result.move_seconds) == len(result.cpu_seconds) == count
    assert result.sides == tuple(number % 2 for number in range(count))
    for side in (0, 1):
        assert result.nodes[side] == sum(
            nodes for nodes, mover in zip(result.move_nodes, result.sides, strict=True) if mover == side
        )
    assert all(each is not None and each >= 0 for each in result.cpu_seconds)
    assert GameResult.from_dict(json.loads(line_of(result))) == result


def test_a_journal_with_depths_but_without_efforts_is_written_as_it_was_read() -> None:
    data = json.loads(PLAIN.splitlines()[1]) | {"scores": [3, None], "depths": [1, 0]}
    result = GameResult.from_dict(data)
    assert json.loads(line_of(result)) == data
    assert result.sides == result.move_nodes == ()


def test_unknown_keys_are_ignored() -> None:
    data = json.loads(PLAIN.splitlines()[1])
    assert GameResult.from_dict(data | {"stuck": True}) == GameResult.from_dict(data)


@pytest.mark.parametrize(
    ("name", "value"),
    [("index", "0"), ("index", True), ("first", None), ("result", 1), ("plies", 3.0), ("moves", "b-1"),
     ("moves", ["b-1", 2]), ("seconds", [1.0]), ("seconds", [1.0, "2"]), ("nodes", [1, 2.5]), ("duration", None),
     ("fault", None), ("clock", [1.0, "x"]), ("clock", None), ("late", "0"),
     ("sides", [2]), ("sides", [True]), ("move_nodes", [-1]), ("move_seconds", [None]), ("cpu_seconds", [-0.5])],
)  # fmt: skip
def test_a_field_of_another_type_is_refused(name: str, value: object, tmp_path: Path) -> None:
    head, line = TIMED.splitlines()
    data = json.loads(line) | {name: value}
    with pytest.raises(ValueError, match=name):
        GameResult.from_dict(data)
    path = tmp_path / "j"
    path.write_text(f"{head}\n{json.dumps(data)}\n")
    content = read_journal(path)
    assert (content.results, content.skipped) == ({}, (2,))


def test_a_missing_field_is_refused() -> None:
    data = json.loads(PLAIN.splitlines()[1])
    for name in data:
        with pytest.raises(ValueError, match=f"{name} is missing"):
            GameResult.from_dict({key: value for key, value in data.items() if key != name})
    for other in ([], 3, None):
        with pytest.raises(ValueError, match="not an object"):
            GameResult.from_dict(other)  # type: ignore[arg-type]


def test_only_a_decided_game_is_lost_on_time() -> None:
    one = GameResult(0, 0, 1, "1-0", "time", 0, 3, "", (), (1.0, 2.0), (1, 2), (1, 2), 3.0)
    assert one.lost_on_time
    assert not dataclasses.replace(one, result="1/2-1/2").lost_on_time
    assert not dataclasses.replace(one, termination="resignation").lost_on_time
    contest = Contest.from_dict(json.loads(TIMED.splitlines()[0])["contest"])
    assert Standings.of(contest, [one]).forfeits(1) == 1
