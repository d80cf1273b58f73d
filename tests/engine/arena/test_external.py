"""Engines that misbehave end in one sentence, in time, and leave nothing behind."""

import contextlib
import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from engine.arena import external, pipe
from engine.arena.child import start_program
from engine.arena.contest import Contest, Contestant
from engine.arena.external import Engine, EngineSpec, ask_engine, describe_engine
from engine.arena.match import Journal, play_contest
from engine.core.errors import OptionError, SearchError
from engine.core.game import find_game
from engine.core.options import build_options
from engine.protocols import talk, uci
from engine.protocols.talk import Course
from engine.search.report import Limit, Report, last_report
from engine.search.search import Stop
from tests.engine.protocols.desk import Squares

BAD = Path(__file__).with_name("bad_engine.py")
ROOT = Path(__file__).parents[3]

DEPTH = Limit(depth=2)

pytestmark = pytest.mark.unsanitized


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (talk, uci):
        monkeypatch.setattr(module, "GRACE_SECONDS", 0.2)
        monkeypatch.setattr(module, "SILENCE_SECONDS", 0.3)
    monkeypatch.setattr(talk, "HELLO_SECONDS", 5.0)
    monkeypatch.setattr(external, "TRY_SECONDS", 0.3)
    monkeypatch.setattr(external, "LEAVING_SECONDS", 0.2)


def bad(way: str) -> EngineSpec:
    return EngineSpec("bad", sys.executable, (str(BAD), way), "uci", str(ROOT))


def ask(way: str, limit: Limit = DEPTH, stop: Stop | None = None) -> Report | None:
    return last_report(ask_engine(Course(Squares().start().play(0)), bad(way), limit, stop or Stop()))


@pytest.mark.parametrize(
    ("way", "limit", "sentence"),
    [
        ("dies", Limit(depth=2), "bad failed: first line / segmentation fault in eval.c / out of squares"),
        ("gone", Limit(depth=2), "bad failed: no licence"),
        ("hangs", Limit(seconds=0.2), "bad did not answer within 0.4 s"),
        ("illegal", Limit(depth=2), "bad answered an illegal move: a1: a stone stands there"),
        ("nonsense", Limit(depth=2), "bad answered nonsense: '☃☃'"),
        ("empty", Limit(depth=2), "bad gave no answer"),
        ("none", Limit(depth=2), "bad gave no answer"),
        ("floods", Limit(depth=2), "bad floods us with lines: 'info string flood'"),
    ],
)
def test_each_way_to_fail_is_a_sentence(way: str, limit: Limit, sentence: str) -> None:
    with pytest.raises(SearchError) as caught:
        ask(way, limit)
    assert str(caught.value).startswith(sentence)


def test_before_it_is_given_up_it_is_asked_whether_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "HELLO_SECONDS", 0.5)
    with pytest.raises(SearchError, match="did not answer within"):
        ask("hangs", Limit(nodes=10))


@pytest.mark.parametrize("way", ["mute", "silent", "deaf"])
def test_a_silent_engine_is_given_up(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "HELLO_SECONDS", 0.3)
    with pytest.raises(SearchError):
        ask(way)


def test_a_line_without_end_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "MOST_LINES", 50)
    with pytest.raises(SearchError, match=r"did not answer|floods us"):
        ask("endless line", Limit(seconds=0.3))


def test_what_makes_no_sense_is_passed_over_and_what_does_is_kept() -> None:
    report = ask("noisy")
    assert report is not None and report.final
    assert (report.move, report.pv, report.depth, report.seldepth, report.nodes) == (1, (1, 2), 2, 9, 77)
    assert report.score is not None and report.score.value == 12
    assert report.cutoffs == report.comparisons == report.leaf_evaluations == 0


def test_options_that_make_no_sense_are_left_out() -> None:
    spec, identity = describe_engine("", sys.executable, (str(BAD), "noisy start"), folder=str(ROOT))
    assert (spec.name, spec.protocol, identity.author) == ("Bad", "uci", "Nobody")
    assert [each.label for each in spec.options] == ["C", "class", "Level"]
    other = spec.with_parameters(build_options(spec.Parameters, {"Level": 5, "C": False}))
    assert other.values() == {"C": "false", "Level": "5"}
    assert EngineSpec.from_dict(json.loads(json.dumps(other.to_dict()))) == other
    assert other != spec


@pytest.mark.parametrize(
    ("program", "arguments", "sentence"),
    [
        ("/nowhere/engine", (), "engine could not be started: No such file or directory"),
        (str(ROOT), (), "could not be started"),
        (sys.executable, (str(BAD), "gone"), "speaks none of UCI, UCCI, GTP, Gomocup"),
        (sys.executable, (str(BAD), "silent"), "speaks none of UCI, UCCI, GTP, Gomocup"),
        ("/bin/cat", (), "cat speaks none of UCI, UCCI, GTP, Gomocup"),
    ],
)
def test_a_program_that_is_no_engine_is_said_to_be_none(
    program: str, arguments: tuple[str, ...], sentence: str
) -> None:
    with pytest.raises(SearchError) as caught:
        describe_engine("", program, arguments)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("way", ["hangs", "floods", "endless line", "stays", "grandchild", "dies"])
def test_nothing_is_left_of_it(way: str) -> None:
    met: list[Any] = []
    stop = Stop()

    def meet(engine: Engine) -> None:
        met.append(engine)
        timer = threading.Timer(0.4, lambda: (stop.request(), engine.kill()))
        timer.daemon = True
        timer.start()

    with contextlib.suppress(SearchError):
        last_report(ask_engine(Course(Squares().start().play(0)), bad(way), Limit(nodes=5), stop, meet))
    (engine,) = met
    process = engine._pipe._process
    assert process.poll() is not None
    until = time.monotonic() + 5
    while left := [each for each in Path("/proc").glob("[0-9]*") if _group(each) == process.pid]:
        assert time.monotonic() < until, left
    assert not any(thread.is_alive() for thread in engine._pipe._threads)


def _group(folder: Path) -> int:
    """The process group of a process that is more than an entry in the table."""
    try:
        state, _, group = (folder / "stat").read_text().rpartition(")")[2].split()[:3]
    except (OSError, ValueError):
        return -1
    return -1 if state == "Z" else int(group)


def test_stopped_it_repeats_what_it_said_last() -> None:
    stop = Stop()
    stop.request()
    assert ask("hangs", stop=stop) is None


def test_a_grandchild_that_holds_the_pipe_does_not_hold_us(monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import subprocess,sys;"
        "p=subprocess.Popen([sys.executable,'-c','import time; time.sleep(20)'],start_new_session=True);"
        "print(p.pid,flush=True)"
    )
    monkeypatch.setattr(pipe, "_LEAVING_SECONDS", 0.1)
    it = pipe.Pipe(lambda: start_program([sys.executable, "-c", code]), "holder", leads=True)
    pid = int(it.receive(10.0) or b"0")
    it.close()
    os.kill(pid, 9)  # raises if it is gone


def test_a_position_without_moves_is_not_asked_about() -> None:
    position = Squares().parse_position("15/15/15/15/15/15/15/15/15/15/15/15/15/15/xxxxx10 o")
    report = last_report(ask_engine(Course(position), bad("gone"), Limit(depth=1), Stop()))
    assert report is not None and report.move is None and report.algorithm == "bad"


# --- in contests ------------------------------------------------------------------------------------------------------

GTP = (sys.executable, "-m", "engine", "serve", "--protocol", "gtp", "--game", "go", "--depth", "1")


def contest(**fields: Any) -> Contest:
    players = (Contestant("friend", Limit(depth=1), engine="friend"), Contestant("random", Limit(depth=1)))
    values: dict[str, Any] = {"game": "go", "contestants": players, "rules": "size=5", "games": 2} | fields
    return Contest(**values)


def friend(*more: str) -> EngineSpec:
    return EngineSpec("friend", GTP[0], (*GTP[1:], "--algorithm", "greedy", *more), "gtp", str(ROOT))


def test_an_engine_plays_in_a_contest(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j", contest())
    results = list(play_contest(contest(), journal, 1, engines=[friend()]))
    journal.close()
    assert len(results) == 2 and not any(result["fault"] for result in results)
    assert "python" not in (tmp_path / "j").read_text(), "a journal names an engine and no program"


def test_an_engine_that_fails_loses_the_game_and_not_the_contest(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j", contest())
    spec = EngineSpec("friend", sys.executable, (str(BAD), "gone"), "gtp", str(ROOT))
    results = list(play_contest(contest(), journal, 1, engines=[spec]))
    journal.close()
    assert [result["result"] for result in results] == ["0-1", "1-0"]
    assert all("no licence" in result["fault"] for result in results)


def test_a_contest_cannot_start_what_is_not_configured(tmp_path: Path) -> None:
    one = contest()
    journal = Journal(tmp_path / "j", one)
    with pytest.raises(OptionError, match="no engine 'friend' is configured here"):
        list(play_contest(one, journal, 1))
    journal.close()
    forged = one.to_dict()
    forged["contestants"][0]["program"] = "/bin/true"
    with pytest.raises(TypeError):
        Contest.from_dict(forged)


def test_a_stopped_contest_leaves_no_engine_behind(tmp_path: Path) -> None:
    from engine.arena.match import Control

    mark = f"--seed={os.getpid()}{time.monotonic_ns() % 1000}"
    control = Control()
    one = contest(games=1000, rules="size=9")
    journal = Journal(tmp_path / "j", one)
    # A program that outlives the end of its input.
    command = " ".join(["exec 3>&1;", *(friend(mark).program, *friend(mark).arguments), "; sleep 60"])
    stubborn = EngineSpec("friend", "/bin/sh", ("-c", command), "gtp", str(ROOT))
    for _ in play_contest(one, journal, 2, control, [stubborn]):
        control.stop()
    journal.close()
    if Path("/proc").exists():
        until = time.monotonic() + 5
        while left := [each for each in Path("/proc").glob("[0-9]*/cmdline") if mark in _read(each)]:
            assert time.monotonic() < until, left


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode(errors="replace")
    except OSError:
        return ""


def test_swap2_with_our_own_engine_as_a_program(tmp_path: Path) -> None:
    command = ("-m", "engine", "serve", "--protocol", "gomocup", "--game", "caro", "--algorithm", "random")
    friend = EngineSpec("friend", sys.executable, command, "gomocup", str(ROOT))
    players = (Contestant("friend", Limit(seconds=1.0), engine="friend"), Contestant("random", Limit(depth=1)))
    one = Contest(game="caro", contestants=players, rules="opening=swap2,columns=9,rows=9", games=6)
    journal = Journal(tmp_path / "j", one)
    results = list(play_contest(one, journal, 1, engines=[friend]))
    journal.close()
    assert len(results) == 6 and [each["fault"] for each in results] == [""] * 6
    assert all(len(each["moves"]) > 8 for each in results)
    # Asked in the middle of putting two stones, a program started for this alone begins with the phase.
    position = find_game("caro").with_rules(one.rules).start()
    moves = []
    for text in ("e5", "e6", "e7", "two", "a1"):
        moves.append(position.game.parse_move(position, text))
        position = position.play(moves[-1])
    asked = Course(find_game("caro").with_rules(one.rules).start(), tuple(moves))
    last = last_report(ask_engine(asked, friend, Limit(seconds=1.0), Stop()))
    assert last is not None and last.final and last.move in position.legal_moves()
