"""Contests with a clock: what is used is taken off, and who oversteps loses on time. No test measures the machine."""

import csv
import dataclasses
import io
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.asking.external import EngineSpec
from engine.cli.main import main
from engine.contests.clock import MARGIN_SECONDS, GameClock, TimeControl
from engine.contests.contest import Adjudication, Contest, Contestant, split_player
from engine.contests.journal import ContestJournal, read_contest
from engine.contests.result import GameResult
from engine.contests.runner import play_contest, record_of, write_records
from engine.contests.standings import Standings
from engine.contests.worker import Worker
from engine.core.errors import OptionError
from engine.core.outcome import Player
from engine.jobs.runner import Control
from engine.protocols import uci
from engine.protocols.timing import LEAST_SECONDS, TimeLeft, next_lag
from engine.records.formats import find_format
from engine.search.report import Limit

SLOW = Path(__file__).with_name("slow_engine.py")
ROOT = Path(__file__).parents[3]
GREEDY = Contestant("greedy", Limit(depth=1))
RANDOM = Contestant("random", Limit(depth=1))


def on_clock(contestant: Contestant, text: str) -> Contestant:
    return dataclasses.replace(contestant, limit=TimeControl.parse(text))


def contest(**changes: object) -> Contest:
    values: dict[str, object] = {
        "game": "minigo", "contestants": (on_clock(GREEDY, "1+0.125"), on_clock(RANDOM, "1+0.125")), "games": 1,
    }  # fmt: skip
    return Contest(**(values | changes))  # type: ignore[arg-type]


class FakeTime:
    """A clock that moves on only between a question and its answer: the given seconds each time, in turn."""

    def __init__(self, used: Iterable[float]) -> None:
        self._used, self._at, self._asked = iter(used), 0.0, False

    def __call__(self) -> float:
        if self._asked:
            self._at += next(self._used, 0.0)
        self._asked = not self._asked
        return self._at


def played(one: Contest, used: Iterable[float] = (), engines: Iterable[EngineSpec] = ()) -> GameResult:
    """The first game of a contest whose players need the given seconds per move."""
    return Worker(one, list(engines), FakeTime(used)).play(next(iter(one.tasks())))


# --- time controls ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "base", "increment", "again"),
    [
        ("1+0.1", 1, 0.1, "1+0.1"), ("60", 60, 0, "60+0"), ("5:00+3", 300, 3, "300+3"), (" 0.5 + 0 ", 0.5, 0, "0.5+0"),
        ("1:30:00+30", 5400, 30, "5400+30"), ("2:03.25+0:01", 123.25, 1, "123.25+1"), ("90+1.5", 90, 1.5, "90+1.5"),
    ],
)  # fmt: skip
def test_a_time_control_is_read(text: str, base: float, increment: float, again: str) -> None:
    control = TimeControl.parse(text)
    assert (control.base, control.increment, control.text) == (base, increment, again)


@given(st.integers(1, 10**9), st.integers(0, 10**9))
def test_a_time_control_is_read_as_it_is_written(base: int, increment: int) -> None:
    control = TimeControl(base / 1000, increment / 1000)
    assert TimeControl.parse(control.text) == control


@pytest.mark.parametrize(
    "text",
    ["", "+", "1+", "+1", "0", "0+1", "0.0001", "-1+0.1", "1+-1", "1++1", "abc", "1e3", "inf", "nan", "5:60", "5:1:75",
     "1:60:00", ":5", "5:", "1+1+1", "1,5+1", "40/60", "99999999", "２+1"],
)  # fmt: skip
def test_nonsense_is_no_time_control_and_gives_one_sentence(text: str) -> None:
    with pytest.raises(OptionError, match=r"expected a clock as BASE or BASE\+INCREMENT") as caught:
        TimeControl.parse(text)
    assert str(caught.value).startswith(repr(text))
    with pytest.raises(OptionError, match="expected a clock"):
        split_player(f"greedy@clock={text}")


@pytest.mark.parametrize("values", [(0.0, 1.0), (-1.0, 0.0), (1.0, -0.1), (1e7, 0.0), (float("nan"), 0.0)])
def test_no_clock_runs_backwards(values: tuple[float, float]) -> None:
    with pytest.raises(OptionError, match="is not allowed"):
        TimeControl(*values)


def test_a_player_may_have_its_own_clock_but_no_limit_as_well() -> None:
    assert split_player("minimax@clock=5:00+3") == ("minimax", TimeControl(300, 3), None)
    assert split_player("a@clock=2@evaluation=e") == ("a", TimeControl(2), "e")
    for bad in ("a@clock=1+0.1@depth=3", "a@nodes=5@clock=1", "a@clock=1@seconds=2"):
        with pytest.raises(OptionError, match="replaces depth, nodes and seconds"):
            split_player(bad)


# --- clocks ----------------------------------------------------------------------------------------------------------


# Fractions that add up without an error.
fractions = st.integers(0, 4096).map(lambda count: count / 1024)


@given(fractions, fractions, st.lists(fractions, max_size=30))
def test_the_clock_is_base_less_used_plus_increments(base: float, increment: float, moves: list[float]) -> None:
    clock = GameClock((TimeControl(base + 1, increment), None))
    for number, used in enumerate(moves):
        before = base + 1 - sum(moves[:number]) + increment * number
        assert clock.left == [before, None]
        if not clock.spend(Player.FIRST, used):
            assert before - used < -MARGIN_SECONDS
            assert clock.left[0] == before - used, "who oversteps gets no increment"
            return
        assert before - used >= -MARGIN_SECONDS
        assert clock.spend(Player.SECOND, 1000.0), "a side without a clock has no flag"


def test_an_overdraft_within_the_margin_stays_on_the_clock() -> None:
    clock = GameClock((TimeControl(1.0), TimeControl(1.0)))
    assert clock.spend(Player.FIRST, 1.0 + MARGIN_SECONDS / 2)
    assert clock.left[0] == pytest.approx(-MARGIN_SECONDS / 2)
    assert not clock.spend(Player.FIRST, MARGIN_SECONDS * 0.6), "what was forgiven once is not forgiven twice"


def test_every_player_receives_both_clocks() -> None:
    clock = GameClock((TimeControl(1.0, 0.5), TimeControl(8.0, 0.25)))
    clock.spend(Player.FIRST, 0.75)
    for player in Player:
        assert clock.time_left(player) == TimeLeft((0.75, 8.0), (0.5, 0.25))
    alone = GameClock((None, TimeControl(8.0, 0.25)))
    assert alone.time_left(Player.FIRST) is None
    assert alone.time_left(Player.SECOND) == TimeLeft((8.0, 8.0), (0.25, 0.25)), (
        "a rival without a clock seems to have as much"
    )
    bare = GameClock((TimeControl(1.0), TimeControl(1.0)))
    bare.spend(Player.FIRST, 1.0 + MARGIN_SECONDS / 2)
    for player in Player:
        left = bare.time_left(player)
        assert left is not None and left.seconds == (0.001, 1.0), "no protocol gets a time below 0"


def test_a_lag_is_kept_for_a_while() -> None:
    assert next_lag(0.0, 0.2) == 0.2
    assert next_lag(0.2, -0.5) == pytest.approx(0.18)
    assert next_lag(0.2, 0.3) == 0.3


# --- games -----------------------------------------------------------------------------------------------------------


def test_what_both_used_is_in_the_result() -> None:
    one = contest(adjudication=Adjudication(most_plies=6))
    result = played(one, [0.5, 0.25, 0.5, 0.0, 0.125, 1.0])
    assert result.termination == "adjudication"
    assert result.clock == (0.625, 0.875, 0.25, 1.0, 0.25, 0.125)
    assert result.seconds == (1.125, 1.25)
    assert result.late == 0.0


@pytest.mark.parametrize(("used", "expected", "plies"), [([0.0, 2.0], "1-0", 1), ([0.5, 0.0, 0.75], "0-1", 2)])
def test_who_oversteps_loses_on_time(used: list[float], expected: str, plies: int) -> None:
    result = played(contest(), used)
    assert (result.result, result.termination, result.fault) == (expected, "time", "")
    assert result.plies == len(result.moves) == len(result.clock or ()) == plies, "what came too late is not played"
    assert sum(result.seconds) == sum(used)
    assert result.late == {"1-0": 1.0, "0-1": 0.125}[expected]


def test_a_bare_king_does_not_win_on_time_and_no_side_lost_on_it() -> None:
    bare = contest(game="chess", openings=("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1",))
    result = played(bare, [2.0])
    assert (result.result, result.termination, result.fault) == ("1/2-1/2", "time", "")
    standings = Standings.of(bare, [result])
    assert [standings.forfeits(row) for row in (0, 1)] == [0, 0]
    result = played(contest(game="chess", openings=("4k3/7q/8/8/8/8/8/Q3K3 w - - 0 1",)), [2.0])
    assert (result.result, result.termination) == ("0-1", "time")


def test_within_the_margin_no_player_loses() -> None:
    result = played(contest(adjudication=Adjudication(most_plies=4)), [1.0 + MARGIN_SECONDS * 0.9])
    assert result.termination == "adjudication"
    assert result.clock is not None and result.clock[0] == pytest.approx(0.08)
    result = played(contest(), [1.0 + MARGIN_SECONDS * 1.1])
    assert (result.result, result.termination) == ("0-1", "time")


def test_a_player_with_a_limit_of_its_own_has_no_flag() -> None:
    one = contest(contestants=(GREEDY, on_clock(RANDOM, "1")), adjudication=Adjudication(most_plies=4))
    result = played(one, [100.0, 0.5, 100.0, 0.25])
    assert result.termination == "adjudication"
    assert result.clock == (None, 0.5, None, 0.25)
    assert played(one, [100.0, 2.0]).termination == "time"


def test_without_a_clock_no_text_mentions_clocks() -> None:
    result = played(contest(contestants=(GREEDY, RANDOM)), [100.0] * 500)
    assert result.termination != "time"
    assert result.clock is None
    assert not {"clock", "late"} & result.to_dict().keys()


def plugin(path: Path, body: str) -> Contestant:
    path.write_text(body)
    return Contestant(path.stem, TimeControl(2.0, 0.5), plugin=str(path))


def test_ours_are_asked_with_what_the_time_manager_allots_lag_included(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    body = (
        "from pathlib import Path\nclass Asked:\n    name = 'asked'\n    def analyse(self, position, limit, stop):\n"
        f"        with Path({str(asked)!r}).open('a') as file: file.write(f'{{limit.seconds!r}} {{limit.depth}}\\n')\n"
        "        yield position.legal_moves()[0]\n"
    )
    one = contest(
        contestants=(plugin(tmp_path / "asked.py", body), on_clock(RANDOM, "3+0.25")),
        adjudication=Adjudication(most_plies=6),
    )
    used = [0.75, 0.5, 0.25, 0.0, 0.25]
    result = played(one, used)
    assert result.fault == ""
    clock, lag, expected = GameClock((TimeControl(2.0, 0.5), TimeControl(3.0, 0.25))), 0.0, []
    for number, seconds in enumerate(used):
        player = Player(number % 2)
        told = clock.time_left(player)
        assert told is not None
        if player is Player.FIRST:
            allotted = told.allot(player, lag)
            expected.append(f"{allotted!r} None")
            lag = next_lag(lag, seconds - allotted)
        clock.spend(player, seconds)
    assert asked.read_text().splitlines() == expected
    assert len(set(expected)) == 3 and all(float(each.split()[0]) > LEAST_SECONDS for each in expected)


def test_a_plugin_that_sleeps_past_its_time_loses_on_time(tmp_path: Path) -> None:
    body = (
        "import time\nclass Sleeper:\n    name = '{name}'\n    def choose(self, position):\n"
        "        time.sleep({sleep})\n        return position.legal_moves()[0]\n"
    )
    slow = plugin(tmp_path / "slow.py", body.format(name="slow", sleep=0.3))
    brisk = plugin(tmp_path / "brisk.py", body.format(name="brisk", sleep=0))
    ending = Adjudication(most_plies=4)
    one = contest(contestants=(on_clock(slow, "0.1"), on_clock(brisk, "60")), adjudication=ending)
    result = Worker(one).play(next(iter(one.tasks())))
    assert (result.result, result.termination, result.fault) == ("0-1", "time", "")
    one = contest(contestants=(on_clock(slow, "60"), on_clock(brisk, "60")), adjudication=ending)
    assert Worker(one).play(next(iter(one.tasks()))).termination == "adjudication"


def test_who_fails_in_time_fails_and_who_fails_too_late_loses_on_time(tmp_path: Path) -> None:
    bad = plugin(tmp_path / "bad.py", "class Bad:\n    def choose(self, position):\n        return 'nonsense'\n")
    one = contest(contestants=(bad, on_clock(RANDOM, "2")))
    result = played(one, [1.0])
    assert (result.result, result.termination) == ("0-1", "adjudication")
    assert "not a legal move" in result.fault
    result = played(one, [3.0])
    assert (result.result, result.termination, result.fault) == ("0-1", "time", "")


def test_a_plugin_that_never_answers_loses_on_time_and_holds_nothing_up(tmp_path: Path) -> None:
    body = (
        "import os, time\nfrom pathlib import Path\nclass Stuck:\n    name = 'stuck'\n"
        f"    def choose(self, position):\n        with Path({str(tmp_path / 'pids')!r}).open('a') as file:\n"
        "            file.write(f'{os.getpid()}\\n')\n        while True: time.sleep(0.01)\n"
    )
    one = contest(contestants=(on_clock(plugin(tmp_path / "stuck.py", body), "0.1"), on_clock(RANDOM, "60")), games=2)
    journal = ContestJournal(tmp_path / "j", one)
    results = sorted(play_contest(one, journal, jobs=1), key=lambda result: result.index)
    journal.close()
    assert [(result.result, result.termination) for result in results] == [("0-1", "time"), ("1-0", "time")]
    assert b'"stuck":' not in journal.path.read_bytes()
    assert len(set((tmp_path / "pids").read_text().split())) == 2, "one process for each"


# --- external engines -----------------------------------------------------------------------------------------


def engine(way: str, log: Path) -> EngineSpec:
    return EngineSpec(way, sys.executable, (str(SLOW), way, str(log)), "uci", str(ROOT))


def against(way: str, clock: str, log: Path, plies: int = 4) -> GameResult:
    one = contest(
        game="chess",
        contestants=(Contestant(way, TimeControl.parse(clock), engine=way), on_clock(RANDOM, "60+0.5")),
        adjudication=Adjudication(most_plies=plies),
    )
    worker = Worker(one, [engine(way, log)], FakeTime(()))
    try:
        return worker.play(next(iter(one.tasks())))
    finally:
        for participant in worker._participants.values():
            participant.close()


@pytest.fixture(autouse=True)
def _path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


@pytest.mark.unsanitized
def test_an_engine_receives_the_clocks_and_plays_on_them(tmp_path: Path) -> None:
    log = tmp_path / "log"
    result = against("prompt", "60+0.25", log)
    assert (result.termination, result.fault, result.plies) == ("adjudication", "", 4)
    assert result.clock is not None
    first, second = log.read_text().splitlines()
    assert first == "go wtime 60000 winc 250 btime 60000 binc 500"
    assert second == f"go wtime {round(1000 * result.clock[0])} winc 250 btime 60500 binc 500"
    assert result.clock[1::2] == (60.5, 61.0)
    assert 0 < result.seconds[0] == pytest.approx(60.5 - result.clock[2], abs=1e-3)
    assert result.nodes[0] == 14


@pytest.mark.unsanitized
@pytest.mark.parametrize("way", ["late", "waits", "deaf"])
def test_an_engine_that_oversteps_loses_on_time(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it answers long after its time, only after the command to stop, or never."""
    if way != "late":
        monkeypatch.setattr(uci, "GRACE_SECONDS", 0.2)
    result = against(way, "0.2", tmp_path / "log")
    assert (result.result, result.termination, result.fault) == ("0-1", "time", "")
    assert result.late > MARGIN_SECONDS
    assert result.plies == 0


@pytest.mark.unsanitized
def test_the_time_of_a_lost_game_is_no_time_of_the_next(tmp_path: Path) -> None:
    one = contest(
        game="chess", contestants=(Contestant("late", TimeControl(0.2), engine="late"), on_clock(RANDOM, "60"))
    )
    worker, task = Worker(one, [engine("late", tmp_path / "log")]), next(iter(one.tasks()))
    assert worker.play(task).termination == "time"
    participant = worker._participants[0]
    participant.close()
    participant._engine_spec = EngineSpec("late", "/nowhere/engine")
    result = worker.play(task)
    assert (result.result, result.termination) == ("0-1", "adjudication")
    assert result.fault.startswith("late could not be started")


# --- journals --------------------------------------------------------------------------------------------------------


def test_a_contest_with_clocks_is_what_is_written_down() -> None:
    one = contest(contestants=(on_clock(GREEDY, "5:00+3"), RANDOM))
    again = Contest.from_dict(json.loads(json.dumps(one.to_dict())))
    assert again == one and again.digest == one.digest
    assert one.has_clock and [each.clock for each in again.contestants] == [TimeControl(300, 3), None]
    others = [contest(contestants=(on_clock(GREEDY, text), RANDOM)).digest for text in ("5:00+2", "5:01+3")]
    assert len({one.digest, *others}) == 3


def test_contests_without_clocks_are_the_journals_they_were() -> None:
    """The digest of this contest as it was before there were clocks."""
    greedy = dataclasses.replace(GREEDY, evaluation="material_safety")
    one = Contest("cotoan", (greedy, RANDOM), games=6, random_plies=4)
    assert one.digest == "9b97743d56251bea"
    assert not one.has_clock


def test_a_contest_with_clocks_is_taken_up_from_its_journal(tmp_path: Path) -> None:
    one = contest(contestants=(on_clock(GREEDY, "60+1"), on_clock(RANDOM, "60+1")), games=6)
    path = tmp_path / "j"
    journal, control = ContestJournal(path, one), Control()
    for number, _ in enumerate(play_contest(one, journal, jobs=1, control=control)):
        if number == 2:
            control.stop()
    journal.close()
    with path.open("ab") as file:
        file.write(b'{"index": 5, "clock": [1.0, ')
    assert read_contest(path) == one
    journal = ContestJournal(path, one)
    known = dict(journal.results)
    assert 3 <= len(known) < 6
    assert all(len(result.clock or ()) == result.plies for result in known.values())
    later = {result.index for result in play_contest(one, journal, jobs=1)}
    journal.close()
    assert later == set(range(6)) - known.keys()
    assert {index: journal.results[index] for index in known} == known


# --- tables ----------------------------------------------------------------------------------------------------------


def game(first: int, second: int, result: str, termination: str = "score") -> GameResult:
    return GameResult(0, first, second, result, termination, 0, 10, "", (), (1.0, 2.0), (10, 20), (5, 5), 3.0)


TIMED = [
    game(0, 1, "0-1", "time"), game(1, 0, "1-0", "time"), game(0, 1, "1-0", "time"), game(1, 0, "0-1"),
    game(1, 0, "1/2-1/2"),
]  # fmt: skip


def test_losses_on_time_are_counted_for_who_lost() -> None:
    standings = Standings.of(contest(), TIMED)
    assert [standings.forfeits(row) for row in (0, 1)] == [2, 1]
    assert standings.between(1, 0).forfeits == standings.between(0, 1).reversed.forfeits == [1, 2]
    assert standings.faults == 0
    summary = standings.summary()
    assert (summary["first_time_losses"], summary["second_time_losses"]) == (2, 1)
    bare = Standings.of(contest(contestants=(GREEDY, RANDOM)), TIMED[3:])
    assert not {"first_time_losses", "second_time_losses"} & bare.summary().keys()


def test_in_a_grid_games_against_itself_count_once() -> None:
    one = contest(form="grid")
    standings = Standings.of(one, [*TIMED, game(0, 0, "1-0", "time"), game(1, 1, "0-1", "time")])
    assert [standings.forfeits(row) for row in (0, 1)] == [3, 2]
    assert [row[-1] for row in standings.grid()[1]] == ["3", "2"]


@pytest.mark.parametrize("form", ["match", "grid"])
def test_every_table_contains_losses_on_time(form: str) -> None:
    standings = Standings.of(contest(form=form), TIMED)
    header, *rows = csv.reader(io.StringIO(standings.to_csv()))
    assert header[-1] == "Lost on time"
    assert {row[0]: row[-1] for row in rows} == {"greedy": "2", "random": "1"}
    assert standings.to_text().splitlines()[0].endswith("Lost on time")
    assert {line.split()[0]: line.split()[-1] for line in standings.to_text().splitlines()[2:4]} == {
        "greedy": "2", "random": "1",
    }  # fmt: skip
    assert "<th>Lost on time</th>" in standings.to_html("x")
    assert standings.to_html("x").count("<td>2</td></tr>") == 1
    assert r"Lost on time \\" in standings.to_latex() and r"& 2 \\" in standings.to_latex()
    bare = Standings.of(contest(form=form, contestants=(GREEDY, RANDOM)), TIMED)
    assert all("Lost on time" not in text for text in (bare.to_csv(), bare.to_html("x"), bare.to_latex()))


# --- records ---------------------------------------------------------------------------------------------------------


def read_back(one: Contest, results: list[GameResult], path: Path) -> tuple[str, Any]:
    write_records(path, one, results)
    text = path.read_text()
    (record,) = find_format(path).read(text)
    assert record == record_of(one, results[0]), "nothing is lost"
    return text, record


@pytest.mark.parametrize(("suffix", "random_plies"), [("pgn", 0), ("pgn", 3), ("sgf", 2)])
def test_a_record_contains_the_clock_of_every_move(tmp_path: Path, suffix: str, random_plies: int) -> None:
    one = contest(random_plies=random_plies, adjudication=Adjudication(most_plies=20))
    result = played(one, [0.5, 0.25, 0.0, 0.0625, 2.0])
    assert result.termination == "time" and result.clock is not None and len(result.clock) == 4
    text, record = read_back(one, [result], tmp_path / f"games.{suffix}")
    line = record.tree.main_line()[1:]
    assert [record.tree[node].clock for node in line] == [None] * random_plies + [
        pytest.approx(left, abs=0.001) for left in result.clock
    ]
    loser = "White" if result.result == "0-1" else "Black"
    assert (record.result, record.headers["Termination"]) == ("0-1" if loser == "White" else "1-0", "time")
    if suffix == "pgn":
        assert '[TimeControl "1+0.125"]' in text and '[Termination "time forfeit"]' in text
        assert text.count("[%clk 0:00:0") == 4
    else:
        assert "TM[1]" in text and "OT[0.125 fischer]" in text and text.count("BL[") == text.count("WL[") == 2
        assert f"RE[{'W' if loser == 'White' else 'B'}+T]" in text


def test_different_clocks_are_distinguished_in_a_record(tmp_path: Path) -> None:
    one = contest(contestants=(on_clock(GREEDY, "5:00+3"), RANDOM), adjudication=Adjudication(most_plies=3))
    text, record = read_back(one, [played(one)], tmp_path / "games.pgn")
    assert '[WhiteTimeControl "300+3"]' in text and "BlackTimeControl" not in text and "[TimeControl" not in text
    clocks = [record.tree[node].clock for node in record.tree.main_line()[1:]]
    assert clocks == [303.0, None, 306.0]
    assert "[%clk 0:05:03]" in text
    other = dataclasses.replace(one, contestants=(on_clock(GREEDY, "2"), on_clock(RANDOM, "3+1")))
    headers = record_of(other, played(other)).headers
    assert (headers["WhiteTimeControl"], headers["BlackTimeControl"]) == ("2+0", "3+1")
    sgf, _ = read_back(one, [played(one)], tmp_path / "games.sgf")
    assert "TM[" not in sgf and "WhiteTimeControl:300+3" in sgf


def test_a_game_without_clocks_has_no_tag_of_them() -> None:
    one = contest(contestants=(GREEDY, RANDOM), adjudication=Adjudication(most_plies=3))
    record = record_of(one, played(one))
    assert not [name for name in record.headers if "TimeControl" in name]
    assert all(not node.commands for node in record.tree.nodes.values())


# --- the command line ------------------------------------------------------------------------------------------------


def arguments(*more: str) -> list[str]:
    return ["match", "--game", "minigo", "--first", "greedy", "--second", "random@clock=50", "--games", "2",
            "--random-plies", "2", "--jobs", "1", *more]  # fmt: skip


def test_a_match_with_clocks_from_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(arguments("--clock", "1:00+0.5", "--journal", str(tmp_path / "j"), "--json")) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["games"], summary["first_time_losses"], summary["second_time_losses"]) == (2, 0, 0)
    assert [each.clock for each in read_contest(tmp_path / "j").contestants] == [TimeControl(60, 0.5), TimeControl(50)]
    assert main(arguments("--clock", "1:00+0.5")) == 0
    assert "Losses on time of greedy" in capsys.readouterr().out


def test_a_tournament_with_clocks_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["tournament", "--game", "minigo", "--players", "greedy;random;greedy@depth=1", "--games", "1", "--jobs",
               "1", "--random-plies", "2", "--clock", "60"]  # fmt: skip
    assert main([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["time_losses"] == [0, 0, 0]
    assert main([*command, "--table", "csv"]) == 0
    assert capsys.readouterr().out.splitlines()[0].endswith("Lost on time")


def refusals() -> Iterator[Any]:
    for text in ("1+", "-1+0.1", "0", "", "soon"):
        yield pytest.param(["--clock", text], f"{text!r}: expected a clock as BASE or BASE+INCREMENT", id=text or "–")
    yield pytest.param(["--clock", "9999999"], "a clock of 9999999+0 s is not allowed", id="long")
    for name in ("depth", "nodes", "seconds"):
        sentence = "'--clock 1+0.1': a clock replaces depth, nodes and seconds"
        yield pytest.param(["--clock", "1+0.1", f"--{name}", "3"], sentence, id=name)


@pytest.mark.parametrize(("more", "sentence"), list(refusals()))
def test_nonsense_is_refused_in_one_sentence(
    capsys: pytest.CaptureFixture[str], more: list[str], sentence: str
) -> None:
    more = [f"--clock={more[1]}", *more[2:]]
    with pytest.raises(SystemExit) as stopped:
        main(arguments(*more))
    out, err = capsys.readouterr()
    assert (stopped.value.code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(sentence)


def test_the_help_explains_clocks_and_the_margin(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("match", "tournament"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        text = " ".join(capsys.readouterr().out.split())
        assert "--clock B+I" in text and f"more than {MARGIN_SECONDS:g} s over" in text
