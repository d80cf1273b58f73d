"""Contests: schedules, and journals that lose nothing and repeat nothing."""

import csv
import dataclasses
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.contests.clock import TimeControl
from engine.contests.contest import Adjudication, Contest, Contestant, join_player, split_player
from engine.contests.journal import ContestJournal, read_contest
from engine.contests.rating import ResultTally, Sprt
from engine.contests.result import GameResult
from engine.contests.runner import is_over, play_contest, record_of, write_records
from engine.contests.standings import Standings
from engine.contests.worker import Worker, _ContestGame
from engine.core.errors import KyVienError, OptionError, SearchError
from engine.core.evaluation import find_evaluation
from engine.core.files import write_text
from engine.core.game import find_game
from engine.core.outcome import Player, Termination
from engine.core.score import Score
from engine.jobs.runner import Control
from engine.records.formats import find_format
from engine.search.report import Limit, last_report
from engine.search.spec import Spec
from tests.engine.protocols.desk import report_of

GREEDY = Contestant("greedy", Limit(depth=1), "material_safety")
RANDOM = Contestant("random", Limit(depth=1))
SCOUT = Contestant("negascout:ordering=on", Limit(depth=2), "material_safety")


def contest(**changes: object) -> Contest:
    values: dict[str, object] = {"game": "cotoan", "contestants": (GREEDY, RANDOM), "games": 6, "random_plies": 4}
    return Contest(**(values | changes))  # type: ignore[arg-type]


def timeless(result: GameResult) -> GameResult:
    return dataclasses.replace(result, seconds=(0.0, 0.0), duration=0.0, move_seconds=(), cpu_seconds=())


# --- schedules -------------------------------------------------------------------------------------------------------


def test_sides_change_after_every_game_and_each_opening_is_played_twice() -> None:
    tasks = list(contest().tasks())
    assert [(task.first, task.second) for task in tasks] == [(0, 1), (1, 0)] * 3
    assert [task.opening for task in tasks] == [0, 0, 1, 1, 2, 2]
    assert [task.index for task in tasks] == list(range(6))
    assert len({task.seed for task in tasks}) == 6


def test_without_swap_the_first_always_moves_first() -> None:
    tasks = list(contest(swap=False).tasks())
    assert {(task.first, task.second) for task in tasks} == {(0, 1)}
    assert [task.opening for task in tasks] == list(range(6))


@pytest.mark.parametrize(
    ("form", "pairings"),
    [
        ("round_robin", [(0, 1), (0, 2), (1, 2)]),
        ("gauntlet", [(0, 1), (0, 2)]),
        ("grid", [(a, b) for a in range(3) for b in range(3)]),
    ],
)
def test_who_meets_whom(form: str, pairings: list[tuple[int, int]]) -> None:
    tournament = contest(form=form, contestants=(GREEDY, RANDOM, SCOUT), games=2)
    assert tournament.pairings() == pairings
    met = [frozenset((task.first, task.second)) for task in tournament.tasks()]
    assert len(met) == tournament.total == 2 * len(pairings)


def test_openings_follow_from_the_seed() -> None:
    one, same, other = contest(seed=5), contest(seed=5), contest(seed=6)
    game = one.build_game()
    openings = [one.opening_moves(game, k) for k in range(4)]
    assert openings == [same.opening_moves(game, k) for k in range(4)]
    assert openings != [other.opening_moves(game, k) for k in range(4)]
    assert all(len(moves) == 4 for _, moves in openings)


def test_random_openings_leave_a_game_to_play() -> None:
    """Moves that end the game are drawn again; a contest is refused only where every drawing ends it.

    Four moves may end a game of nim with heaps of one, two and two; five always do.
    """
    nim = find_game("nim")()
    drawn = contest(game="nim", contestants=(RANDOM, RANDOM), random_plies=4)
    openings = [drawn.opening_moves(nim, number) for number in range(60)]
    for start, moves in openings:
        position = start
        for move in moves:
            position = position.play(move)
        assert len(moves) == 4 and position.outcome() is None
    with pytest.raises(OptionError, match="always end the game"):
        contest(game="nim", contestants=(RANDOM, RANDOM), random_plies=5).opening_moves(nim, 0)


def test_a_contest_survives_being_written_down() -> None:
    one = contest(adjudication=Adjudication(200, 30), openings=(str(contest().build_game().start()),))
    again = Contest.from_dict(json.loads(json.dumps(one.to_dict())))
    assert again == one
    assert again.digest == one.digest != contest().digest


@pytest.mark.parametrize("bad", [{"games": 0}, {"random_plies": -1}, {"form": "cup"}, {"contestants": (GREEDY,)}])
def test_nonsense_is_refused(bad: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        contest(**bad)


def test_a_player_may_have_a_limit_and_an_evaluation_of_its_own() -> None:
    assert split_player("greedy") == ("greedy", None, None)
    assert split_player(" alphabeta:ordering=on@depth=3 ") == ("alphabeta:ordering=on", Limit(depth=3), None)
    assert split_player("minimax@seconds=0.5") == ("minimax", Limit(seconds=0.5), None)
    assert split_player("greedy@evaluation=influence") == ("greedy", None, "influence")
    for text in (
        "greedy:among=3@depth=3",
        "minimax@nodes=200000",
        "a@depth=9@seconds=0.5@evaluation=e",
        "a@clock=5:00+3",
    ):
        name, limit, evaluation = split_player(text)
        assert limit is not None
        assert split_player(join_player(name, limit, evaluation or "")) == (name, limit, evaluation)
    both = ("alphabeta", Limit(depth=3), "atari:noise=on,root_to_move=on")
    assert split_player("alphabeta@depth=3@evaluation=atari:noise=on,root_to_move=on") == both
    assert split_player("minimax@depth=9@seconds=1") == ("minimax", Limit(depth=9, seconds=1), None)
    for bad in ("minimax@", "minimax@3", "minimax@depth=x", "minimax@plies=3", "minimax@depth=0", "a@evaluation=",
                "minimax@depth=1@depth=2", "a@clock=1@clock=1", "a@evaluation=b@evaluation=b"):  # fmt: skip
        with pytest.raises(OptionError):
            split_player(bad)


# --- games -----------------------------------------------------------------------------------------------------------


def test_the_same_task_gives_the_same_game() -> None:
    one = contest()
    task = next(iter(one.tasks()))
    assert timeless(Worker(one).play(task)) == timeless(Worker(one).play(task))


def test_a_record_of_a_game_replays_to_its_result() -> None:
    one = contest(contestants=(SCOUT, RANDOM))
    result = Worker(one).play(next(iter(one.tasks())))
    record = record_of(one, result)
    assert (record.headers["Event"], record.headers["Contest"]) == ("Match over 6 games", one.digest)
    line = record.tree.main_line()
    outcome = record.tree.position(line[-1]).outcome()
    assert outcome is not None
    assert outcome.result == record.result == result.result
    assert len(line) - 1 == result.plies + result.opening_plies


def test_a_record_has_the_scores_of_the_players(tmp_path: Path) -> None:
    one = contest(contestants=(SCOUT, GREEDY), games=1)
    result = Worker(one).play(next(iter(one.tasks())))
    assert GameResult.from_dict(json.loads(json.dumps(result.to_dict()))) == result
    assert len(result.scores) == len(result.depths) == result.plies
    write_records(tmp_path / "games.pgn", one, [result])
    text = (tmp_path / "games.pgn").read_text()
    (record,) = find_format(tmp_path / "games.pgn").read(text)
    assert record == record_of(one, result)
    line = record.tree.main_line()
    assert not any(record.tree[node].evaluations for node in line[: result.opening_plies])
    for place, node in enumerate(line[result.opening_plies : -1]):
        position = record.tree.position(node)
        player = one.contestants[(result.first, result.second)[position.hand]]
        (note,) = record.tree[node].evaluations
        assert (note.algorithm, note.evaluation) == (player.spec, "material_safety")
        assert isinstance(player.limit, Limit)
        search = Spec.parse(player.spec).build(find_evaluation("cotoan", player.evaluation))
        report = last_report(search.analyse(position, player.limit))
        assert report is not None and report.score is not None
        assert note.score == report.score.pov(Player.FIRST), f"the score of move {place + 1}"
        assert note.depth == (report.depth or None)


def test_a_result_without_scores_has_no_field_for_them() -> None:
    one = contest(contestants=(RANDOM, RANDOM), games=1)
    result = Worker(one).play(next(iter(one.tasks())))
    assert "scores" not in result.to_dict() and "depths" not in result.to_dict()
    assert not any(node.evaluations for node in record_of(one, result).tree.nodes.values())


def test_a_format_without_notes_has_the_moves(tmp_path: Path) -> None:
    one = contest(game="caro", contestants=(Contestant("greedy", Limit(depth=1)), RANDOM), games=1, random_plies=0)
    result = Worker(one).play(next(iter(one.tasks())))
    assert any(result.scores)
    write_records(tmp_path / "game.psq", one, [result])
    (record,) = find_format(tmp_path / "game.psq").read((tmp_path / "game.psq").read_text())
    assert len(record.tree.main_line()) - 1 == result.plies


def test_a_format_without_clocks_has_the_moves(tmp_path: Path) -> None:
    clock = TimeControl.parse("60+1")
    players = tuple(Contestant(name, clock) for name in ("greedy", "random"))
    one = contest(game="xiangqi", contestants=players, games=1, random_plies=0, adjudication=Adjudication(most_plies=6))
    result = Worker(one).play(next(iter(one.tasks())))
    assert any(left is not None for left in result.clock or ())
    write_records(tmp_path / "game.ubb", one, [result])
    (record,) = find_format(tmp_path / "game.ubb").read((tmp_path / "game.ubb").read_text(encoding="utf-8"))
    assert len(record.tree.main_line()) - 1 == result.plies == 6


def test_equal_names_are_numbered() -> None:
    one = contest(contestants=(GREEDY, RANDOM, GREEDY), form="round_robin")
    assert one.names == ["greedy (1)", "random", "greedy (2)"]
    assert Standings.of(one, []).grid()[0][1:4] == one.names
    assert record_of(one, Worker(one).play(list(one.tasks())[1])).headers["Black"] == "greedy (2)"


def test_a_game_too_long_is_a_draw() -> None:
    one = contest(contestants=(RANDOM, RANDOM), adjudication=Adjudication(most_plies=3))
    result = Worker(one).play(next(iter(one.tasks())))
    assert (result.result, result.termination, result.plies) == ("1/2-1/2", "adjudication", 3)


def test_a_failing_plugin_loses_and_gives_the_reason(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text("class Bad:\n    def choose(self, position):\n        raise RuntimeError('no idea')\n")
    one = contest(contestants=(Contestant("bad", Limit(depth=1), plugin=str(file)), RANDOM), random_plies=0)
    result = Worker(one).play(next(iter(one.tasks())))
    assert result.result == "0-1"
    assert "no idea" in result.fault


# --- journals --------------------------------------------------------------------------------------------------------


def test_every_game_is_played_once(tmp_path: Path) -> None:
    one = contest(games=8)
    journal = ContestJournal(tmp_path / "j", one)
    results = list(play_contest(one, journal, jobs=2))
    journal.close()
    assert sorted(result.index for result in results) == list(range(8))
    standings = Standings.of(one, results)
    summary = standings.summary()
    assert summary["games"] == 8 == summary["first_wins"] + summary["second_wins"] + summary["draws"]
    assert summary["first_wins"] >= 7, "greedy beats random"
    assert summary["elo_low"] < summary["elo"] < summary["elo_high"]


def test_a_stopped_contest_goes_on_and_comes_out_the_same(tmp_path: Path) -> None:
    one = contest(games=8)
    whole = ContestJournal(tmp_path / "whole", one)
    expected = {result.index: timeless(result) for result in play_contest(one, whole, jobs=2)}
    whole.close()
    parted = ContestJournal(tmp_path / "parted", one)
    control = Control()
    for number, _ in enumerate(play_contest(one, parted, jobs=2, control=control)):
        if number == 2:
            control.stop()
    parted.close()
    assert 3 <= len(parted.results) < 8
    again = ContestJournal(tmp_path / "parted", one)
    assert again.results.keys() == parted.results.keys()
    later = [result.index for result in play_contest(one, again, jobs=1)]
    again.close()
    assert not set(later) & parted.results.keys()
    assert {index: timeless(result) for index, result in again.results.items()} == expected


def test_after_a_kill_nothing_is_lost_and_nothing_repeated(tmp_path: Path) -> None:
    path = tmp_path / "j"
    command = [
        sys.executable, "-m", "engine", "match", "--game", "cotoan", "--first", "negascout", "--second", "greedy",
        "--depth", "3", "--games", "400", "--random-plies", "4", "--journal", str(path), "--jobs", "2", "--json",
    ]  # fmt: skip
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (not path.exists() or path.read_bytes().count(b"\n") < 5):
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    before = path.read_bytes()
    with path.open("ab") as file:
        file.write(b'{"index": 399, "resu')  # what a kill in the middle of a write leaves
    one = read_contest(path)
    journal = ContestJournal(path, one)
    assert len(journal.results) == len(before.splitlines()) - 1 >= 4
    assert path.read_bytes() == before
    known = set(journal.results)
    fresh = []
    for result in play_contest(one, journal, jobs=2):
        fresh.append(result.index)
        if len(fresh) == 5:
            break
    journal.close()
    assert not known & set(fresh)
    lines = [json.loads(line)["index"] for line in path.read_bytes().splitlines()[1:]]
    assert len(lines) == len(set(lines))


def test_a_journal_of_another_contest_is_refused(tmp_path: Path) -> None:
    ContestJournal(tmp_path / "j", contest()).close()
    with pytest.raises(KyVienError, match="another contest"):
        ContestJournal(tmp_path / "j", contest(seed=1))
    (tmp_path / "k").write_text("hello\n")
    with pytest.raises(KyVienError, match="not the journal"):
        ContestJournal(tmp_path / "k", contest())


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"seed": 1}, "random seed"),
        ({"games": 8, "seed": 1}, "number of games, random seed"),
        ({"games": 8, "rules": "columns=5"}, "rules, number of games"),
        ({"swap": False, "random_plies": 3}, "change of sides, random moves"),
        ({"openings": ("x",)}, "openings"),
        ({"form": "round_robin"}, "pairings"),
        ({"contestants": (GREEDY, GREEDY), "memory": "move"}, "players, memory"),
        ({"adjudication": Adjudication(9), "sprt": Sprt(0, 5)}, "rules of adjudication, sequential test"),
        ({"game": "nim", "rules": ""}, "game"),
    ],
)
def test_what_differs_from_the_contest_of_a_journal_is_named(
    tmp_path: Path, changes: dict[str, Any], fields: str
) -> None:
    ContestJournal(tmp_path / "j", contest(games=6)).close()
    before = (tmp_path / "j").read_bytes()
    with pytest.raises(KyVienError, match=f"is the journal of another contest, which differs in: {fields}$"):
        ContestJournal(tmp_path / "j", contest(**{"games": 6, **changes}))
    assert (tmp_path / "j").read_bytes() == before


def test_a_finished_contest_is_prolonged_and_equals_a_long_one(tmp_path: Path) -> None:
    def played(path: Path, games: int, expected: int) -> dict[int, GameResult]:
        journal = ContestJournal(path, contest(games=games))
        fresh = list(play_contest(contest(games=games), journal, jobs=1))
        journal.close()
        assert len(fresh) == expected
        return {index: timeless(journal.results[index]) for index in sorted(journal.results)}

    path = tmp_path / "j"
    played(path, 6, 6)
    lines = path.read_bytes().splitlines()[1:]
    with path.open("ab") as file:
        file.write(b'{"index": 5, "resu')  # what a kill in the middle of a write leaves
    assert played(path, 8, 2) == played(tmp_path / "k", 8, 8)
    assert path.read_bytes().splitlines()[1:7] == lines, "the results are as they were"
    assert read_contest(path) == contest(games=8)
    before = path.read_bytes()
    with pytest.raises(
        KyVienError, match="the contest has 8 games of each pairing; it can be prolonged, not shortened"
    ):
        ContestJournal(path, contest(games=6))
    assert path.read_bytes() == before
    assert played(path, 9, 1)


def test_a_journal_that_is_played_is_not_prolonged(tmp_path: Path) -> None:
    playing = ContestJournal(tmp_path / "j", contest(games=6))
    with pytest.raises(KyVienError, match="another program is playing this contest"):
        ContestJournal(tmp_path / "j", contest(games=8))
    playing.close()
    prolonged = ContestJournal(tmp_path / "j", contest(games=8))
    with pytest.raises(KyVienError, match="another program is playing this contest"):
        ContestJournal(tmp_path / "j", contest(games=8))
    prolonged.close()
    assert [each.name for each in tmp_path.iterdir()] == ["j"]


def test_a_paused_contest_begins_no_game(tmp_path: Path) -> None:
    one = contest(games=6)
    journal = ContestJournal(tmp_path / "j", one)
    control = Control()
    seen = 0
    games = play_contest(one, journal, jobs=1, control=control)
    next(games)
    control.pause()
    import threading

    resumed = threading.Timer(0.3, control.resume)
    resumed.start()
    began = time.monotonic()
    next(games)  # the one under way
    next(games)  # begins only after resume
    waited = time.monotonic() - began
    resumed.join()
    seen = 3 + sum(1 for _ in games)
    journal.close()
    assert seen == 6
    assert waited >= 0.2


def test_a_decided_test_ends_the_match(tmp_path: Path) -> None:
    one = contest(games=50, sprt=Sprt(0, 200))
    journal = ContestJournal(tmp_path / "j", one)
    results = list(play_contest(one, journal, jobs=1))
    assert 2 <= len(results) < 50
    assert is_over(one, journal.results)
    assert list(play_contest(one, journal, jobs=1)) == [], "it is over"
    journal.close()
    assert read_contest(tmp_path / "j") == one
    with pytest.raises(OptionError, match="two players"):
        contest(form="round_robin", sprt=Sprt(0, 200))


def test_what_a_plugin_prints_is_no_result(tmp_path: Path) -> None:
    file = tmp_path / "loud.py"
    file.write_text(
        "class Loud:\n    def choose(self, position):\n"
        "        print('thinking')\n        return position.legal_moves()[0]\n"
    )
    one = contest(contestants=(Contestant("loud", Limit(depth=1), plugin=str(file)), RANDOM), games=2)
    journal = ContestJournal(tmp_path / "j", one)
    results = list(play_contest(one, journal, jobs=1))
    journal.close()
    assert [result.fault for result in results] == ["", ""]


def test_a_plugin_that_ends_the_program_loses(tmp_path: Path) -> None:
    file = tmp_path / "leaver.py"
    file.write_text("import sys\nclass Leaver:\n    def choose(self, position):\n        sys.exit(3)\n")
    one = contest(contestants=(Contestant("leaver", Limit(depth=1), plugin=str(file)), RANDOM), random_plies=0)
    result = Worker(one).play(next(iter(one.tasks())))
    assert result.result == "0-1"
    assert "SystemExit" in result.fault


def test_one_contest_is_played_by_one_program(tmp_path: Path) -> None:
    journal = ContestJournal(tmp_path / "j", contest())
    with pytest.raises(KyVienError, match="another program"):
        ContestJournal(tmp_path / "j", contest())
    journal.close()
    ContestJournal(tmp_path / "j", contest()).close()


def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "j").write_text("one line of mine")
    with pytest.raises(KyVienError, match="not the journal"):
        ContestJournal(tmp_path / "j", contest())
    assert (tmp_path / "j").read_text() == "one line of mine"


def test_a_worker_ends_when_no_process_waits(tmp_path: Path) -> None:
    one = contest(contestants=(Contestant("minimax", Limit(depth=6)),) * 2, random_plies=0)
    process = subprocess.Popen([sys.executable, "-m", "engine.contests.worker"], stdin=subprocess.PIPE)
    assert process.stdin
    task = dataclasses.asdict(next(iter(one.tasks())))
    process.stdin.write(json.dumps(one.to_dict()).encode() + b"\n" + json.dumps(task).encode() + b"\n")
    process.stdin.close()
    assert process.wait(30) == 0


def scripted_workers(monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Replace the worker processes by ``script``."""

    def start_module(module: str, environment: Mapping[str, str]) -> "subprocess.Popen[bytes]":
        pipe = subprocess.PIPE
        return subprocess.Popen([sys.executable, "-c", script], stdin=pipe, stdout=pipe, stderr=pipe)

    monkeypatch.setattr("engine.jobs.processes.start_module", start_module)


def test_a_worker_that_never_becomes_ready_ends_the_contest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripted_workers(monkeypatch, "import sys; sys.stdin.readline(); sys.stdout.write('{\"rea'); sys.exit('no room')")
    journal = ContestJournal(tmp_path / "j", contest())
    with pytest.raises(SearchError, match="a worker process died: no room"):
        list(play_contest(contest(), journal, jobs=1))
    journal.close()
    assert journal.results == {}


def test_a_worker_killed_in_the_middle_of_a_word_has_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = "sys.stdin.readline(); print('{\"ready\": {}}', flush=True); sys.stdin.readline(); "
    scripted_workers(monkeypatch, f"import sys; {words}sys.stdout.write('{{\"index\": 0, ')")
    journal = ContestJournal(tmp_path / "j", contest(games=2))
    list(play_contest(contest(games=2), journal, jobs=1))
    journal.close()
    assert [each.is_failed for each in journal.results.values()] == [True, True]


def test_a_file_of_the_user_does_not_replace_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "queue.py").write_text("raise ImportError('not this one')")
    monkeypatch.chdir(tmp_path)
    one = contest(games=1)
    journal = ContestJournal(tmp_path / "j", one)
    assert len(list(play_contest(one, journal, jobs=1))) == 1
    journal.close()


# --- tables ----------------------------------------------------------------------------------------------------------


def game(first: int, second: int, result: str, index: int = 0) -> GameResult:
    return GameResult(index, first, second, result, "score", 0, 10, "", (), (1.0, 2.0), (10, 20), (5, 5), 3.0)


def test_a_match_counts_wins_of_both_and_of_the_first_mover() -> None:
    one = contest()
    results = [game(0, 1, "1-0"), game(1, 0, "1-0"), game(0, 1, "1-0"), game(1, 0, "1/2-1/2")]
    summary = Standings.of(one, results).summary()
    assert (summary["first_wins"], summary["second_wins"], summary["draws"]) == (2, 1, 1)
    assert summary["wins_first_mover"] == 3
    assert summary["mean_plies"] == 10
    assert summary["mean_seconds"] == 3
    assert summary["mean_nodes_move"] == 3


def test_a_crosstable_adds_up_in_every_form() -> None:
    one = contest(form="round_robin", contestants=(GREEDY, RANDOM, SCOUT), games=1)
    standings = Standings.of(one, [game(0, 1, "1-0"), game(0, 2, "0-1"), game(1, 2, "1/2-1/2")])
    assert standings.ranking() == [2, 0, 1]
    header, rows = standings.grid()
    assert [row[0] for row in rows] == ["negascout:ordering=on", "greedy", "random"]
    assert rows[0][1:4] == ["–", "1/1", "0.5/1"]
    assert standings.to_csv().count("\n") == 4
    page = standings.to_html("Table <1>", "kyvien-engine tournament")
    assert "Table &lt;1&gt;" in page
    assert page.count("<tr>") == 4
    assert standings.to_latex().count(r"\\") == 4
    assert len(header) == len(rows[0])


def test_a_grid_keeps_who_moved_first() -> None:
    one = contest(form="grid", games=2)
    standings = Standings.of(one, [game(0, 1, "1-0"), game(1, 0, "1-0"), game(0, 0, "0-1"), game(1, 1, "1-0")])
    _, rows = standings.grid()
    assert rows == [["greedy", "0 %, 3", "100 %, 3"], ["random", "100 %, 3", "100 %, 3"]]
    assert standings.total(0).score == 0.5


def test_a_table_is_legible_as_text_and_safe_as_latex() -> None:
    one = contest(contestants=(GREEDY, dataclasses.replace(RANDOM, label=r"a_b & 5 % of \x{1}")))
    standings = Standings.of(one, [game(0, 1, "1-0")])
    head, rule, *rows, last = standings.to_text().splitlines()
    assert head.startswith("Player")
    assert set(rule) == {"─", " "}
    assert [row.split()[0] for row in rows] == ["greedy", "a_b"]
    assert last == "Elo and its interval are computed from pairs of games with the same opening."
    assert r"a\_b \& 5 \% of \textbackslash{}x\{1\}" in standings.to_latex()


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@a", "\t=1", "＝1+1"])
def test_a_name_in_a_csv_table_is_no_formula(name: str) -> None:
    one = contest(contestants=(GREEDY, dataclasses.replace(RANDOM, label=name)), form="round_robin")
    header, *rows = csv.reader(io.StringIO(Standings.of(one, [game(0, 1, "1-0")]).to_csv()))
    assert header[:3] == ["Player", "greedy", f"'{name}"]
    assert [row[0] for row in rows] == ["greedy", f"'{name}"]
    assert rows[0][-2].startswith("+"), "figures remain figures"


def test_cells_add_up_from_both_sides() -> None:
    one = contest(form="grid", games=2)
    standings = Standings.of(one, [game(0, 1, "1-0"), game(1, 0, "1-0"), game(0, 0, "0-1"), game(1, 0, "1/2-1/2")])
    cell = standings.between(0, 1)
    assert (cell.as_first, cell.as_second) == (ResultTally(1, 0, 0), ResultTally(0, 1, 1))
    assert cell.nodes == [10 + 20 + 20, 20 + 10 + 10]
    assert standings.against_all(1).tally == cell.tally.reversed
    assert standings.between(0, 0).as_first == ResultTally(0, 0, 1)


def test_players_are_named_in_the_record() -> None:
    one = contest()
    result = Worker(one).play(list(one.tasks())[1])
    record = record_of(one, result)
    assert record.headers["White"] == "random"
    assert record.headers["Black"] == "greedy"
    assert record.tree.position(0).turn == Player.FIRST


def test_who_puts_a_stone_is_who_thinks() -> None:
    """In swap2 one player puts the first three stones, of both colours."""
    rules = "columns=9,rows=9,win=exactly_five,opening=swap2"
    one = contest(
        game="caro",
        rules=rules,
        contestants=(Contestant("random", Limit(depth=1)), Contestant("greedy", Limit(depth=1))),
        random_plies=0,
        adjudication=Adjudication(most_plies=4),
    )
    task = next(iter(one.tasks()))
    asked: list[int] = []

    class Listening(Worker):
        def _participant(self, number: int) -> Any:
            asked.append(number)
            return super()._participant(number)

    Listening(one).play(task)
    assert asked == [task.first] * 3 + [task.second]


def test_a_text_that_cannot_be_written_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "x.pgn").write_text("before")
    with pytest.raises(UnicodeEncodeError):
        write_text(tmp_path / "x.pgn", "\ud800")
    assert [each.name for each in tmp_path.iterdir()] == ["x.pgn"]
    assert (tmp_path / "x.pgn").read_text() == "before"


@pytest.mark.parametrize(("second", "expected"), [(-50, True), (50, False), (None, False), (-9, False)])
def test_a_game_is_adjudicated_only_if_the_opponent_agrees(second: int | None, expected: bool) -> None:
    """FIRST claims +50 at every move; SECOND's own score decides whether both agree."""
    rules = Adjudication(most_plies=40, win_score=10, win_plies=3)
    players = (Contestant("random", Limit(depth=1)), Contestant("random", Limit(depth=1)))
    one = Contest("caro", players, games=1, adjudication=rules)
    ongoing = _ContestGame(one, find_game("caro")(), next(iter(one.tasks())))
    outcome = None
    for _ in range(8):
        side, move = ongoing.side, ongoing.position.legal_moves()[0]
        value = 50 if side is Player.FIRST else second
        outcome = ongoing.answer(report_of(move, score=None if value is None else Score(value, side)), 0.0)
        if outcome is not None:
            break
    assert (outcome is not None) == expected
    if outcome is not None:
        assert (outcome.winner, outcome.termination) == (Player.FIRST, Termination.ADJUDICATION)
