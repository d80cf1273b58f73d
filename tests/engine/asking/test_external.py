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

from engine.asking import detection, external, pipe
from engine.asking.child import start_program
from engine.asking.detection import describe_engine
from engine.asking.external import Engine, EngineSpec
from engine.asking.query import answer
from engine.contests.contest import Contest, Contestant
from engine.contests.journal import ContestJournal
from engine.contests.runner import play_contest
from engine.core.course import Course
from engine.core.errors import OptionError, SearchError
from engine.core.game import find_game, games
from engine.core.language import set_language
from engine.core.options import build_options
from engine.protocols import talk
from engine.search.query import Query, Run
from engine.search.report import Limit, Report, last_report
from engine.search.search import Stop
from tests.engine.asking.carried import carried
from tests.engine.asking.carrying import BAD, ROOT, assert_nothing_left, bad, impatient
from tests.engine.protocols.desk import Squares

pytestmark = pytest.mark.unsanitized


DEPTH = Limit(depth=2)

BUSY = """
import sys, time
while time.process_time() < 0.2:
    pass
print("done", flush=True)
sys.stdin.read()
"""
"""A program that computes for 0.2 s and waits for the end of its input."""

LEAVING = ["session hangs", "daemon hangs"] if sys.platform == "linux" else []
"""Engines that start a process in a separate session, and do not answer."""


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    impatient(monkeypatch)


class TestEngines:
    """Programs that misbehave."""

    @pytest.fixture(autouse=True)
    def _impatient(self, monkeypatch: pytest.MonkeyPatch) -> None:
        impatient(monkeypatch)

    def ask(self, way: str, limit: Limit = DEPTH, stop: Stop | None = None) -> Report | None:
        course = Course(Squares().start().play(0))
        spec = bad(way)
        return last_report(answer(Query(course.position, spec, "", limit, course=course), Run(stop)))

    @pytest.mark.parametrize(
        ("way", "limit", "sentence"),
        [
            ("dies", Limit(depth=2), "bad failed: first line / segmentation fault in eval.c / out of squares"),
            ("gone", Limit(depth=2), "bad failed: no licence"),
            ("hangs", Limit(seconds=0.2), "bad did not answer within 0.4 s"),
            ("illegal", Limit(depth=2), "bad answered an illegal move: a1: the cell is occupied"),
            ("nonsense", Limit(depth=2), "bad sent an invalid answer: '☃☃'"),
            ("empty", Limit(depth=2), "bad gave no answer"),
            ("none", Limit(depth=2), "bad gave no answer"),
            ("floods", Limit(depth=2), "bad sends too many lines: 'info string flood'"),
        ],
    )
    def test_each_way_to_fail_is_a_sentence(self, way: str, limit: Limit, sentence: str) -> None:
        with pytest.raises(SearchError) as caught:
            self.ask(way, limit)
        assert str(caught.value).startswith(sentence)

    def test_before_the_timeout_it_is_asked_whether_it_is_ready(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(talk, "HELLO_SECONDS", 0.5)
        with pytest.raises(SearchError, match="did not answer within"):
            self.ask("hangs", Limit(nodes=10))

    @pytest.mark.parametrize("way", ["mute", "silent", "deaf"])
    def test_a_silent_engine_times_out(self, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(talk, "HELLO_SECONDS", 0.3)
        with pytest.raises(SearchError):
            self.ask(way)

    def test_a_line_without_end_is_a_flood(self) -> None:
        with pytest.raises(SearchError, match="sends too many lines: 'xxx"):
            self.ask("endless line", Limit(nodes=5))

    def test_what_makes_no_sense_is_passed_over_and_what_does_is_kept(self) -> None:
        report = self.ask("noisy")
        assert report is not None and report.final
        assert (report.move, report.pv, report.depth, report.seldepth, report.nodes) == (1, (1, 2), 2, 9, 77)
        assert report.score is not None and report.score.value == 12
        assert report.cutoffs == report.comparisons == report.leaf_evaluations == 0

    @pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")
    def test_the_cpu_time_is_that_of_the_program(self) -> None:
        carrier = EngineSpec("busy", sys.executable, ("-c", BUSY)).start()
        try:
            while carrier.receive(10.0) != b"done\n":
                pass
            seconds = carrier.cpu_seconds()
            assert seconds is not None and seconds >= 0.19
        finally:
            carrier.close()
        assert carrier.cpu_seconds() is None, "the program has ended"

    def test_options_that_make_no_sense_are_left_out(self) -> None:
        spec, identity = describe_engine("", sys.executable, (str(BAD), "noisy start"), folder=str(ROOT))
        assert (spec.name, spec.protocol, identity.author) == ("Bad", "uci", "Nobody")
        assert [each.label for each in spec.options] == ["C", "class", "Level"]
        assert spec.words is not None and {"C", "class", "Level"} <= set(spec.words)
        other = spec.with_parameters(build_options(spec.Parameters, {"Level": 5, "C": False}))
        assert other.values() == {"C": "false", "Level": "5"}
        assert EngineSpec.from_dict(json.loads(json.dumps(other.to_dict()))) == other
        assert other != spec

    @pytest.mark.parametrize(
        ("program", "arguments", "sentence"),
        [
            ("/nowhere/engine", (), "engine could not be started: No such file or directory"),
            (str(ROOT), (), "could not be started"),
            (sys.executable, (str(BAD), "gone"), "supports none of UCI, UCCI, GTP, Gomocup"),
            (sys.executable, (str(BAD), "silent"), "supports none of UCI, UCCI, GTP, Gomocup"),
            ("/bin/cat", (), "cat supports none of UCI, UCCI, GTP, Gomocup"),
        ],
    )
    def test_a_program_that_is_no_engine_is_reported_as_none(
        self, program: str, arguments: tuple[str, ...], sentence: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # Each protocol is tried for that long, and none gets an answer.
        monkeypatch.setattr(detection, "TRY_SECONDS", 0.1)
        monkeypatch.setattr(external, "LEAVING_SECONDS", 0.05)
        with pytest.raises(SearchError) as caught:
            describe_engine("", program, arguments)
        assert sentence in str(caught.value)

    @pytest.mark.parametrize(
        ("program", "arguments", "sentence"),
        [
            ("/nowhere/engine", (), "không khởi động được engine: không có tệp này"),
            (str(BAD), (), "không được phép chạy tệp này"),
            (sys.executable, ("-c", "raise SystemExit(3)"), "chương trình tự thoát với mã 3"),
        ],
    )
    def test_the_failure_is_in_the_language_in_use(
        self, program: str, arguments: tuple[str, ...], sentence: str
    ) -> None:
        set_language("vi")
        with pytest.raises(SearchError) as caught:
            describe_engine("", program, arguments)
        assert sentence in str(caught.value)

    @pytest.mark.skipif(not Path("/proc").exists(), reason="processes are counted in /proc")
    @pytest.mark.parametrize("way", ["hangs", "floods", "endless line", "stays", "grandchild", "dies", *LEAVING])
    def test_nothing_is_left_of_what_is_killed(self, way: str) -> None:
        mark = f"mark-{os.getpid()}-{time.monotonic_ns()}"
        met: list[Engine] = []
        stop = Stop()

        def begun(engine: Engine) -> None:
            met.append(engine)
            timer = threading.Timer(0.4, lambda: (stop.request(), engine.kill()))
            timer.daemon = True
            timer.start()

        course = Course(Squares().start().play(0))
        with contextlib.suppress(SearchError):
            spec = bad(way, mark)
            query = Query(course.position, spec, "", Limit(nodes=5), course=course)
            last_report(answer(query, Run(stop, on_start=begun)))
        assert met
        assert_nothing_left(mark)

    @pytest.mark.skipif(not Path("/proc").exists(), reason="processes are counted in /proc")
    @pytest.mark.parametrize("way", ["orphan", *LEAVING])
    def test_nothing_is_left_of_what_it_started_and_left_behind(self, way: str) -> None:
        mark = f"mark-{os.getpid()}-{time.monotonic_ns()}"
        course = Course(Squares().start().play(0))
        spec = bad(way.removesuffix(" hangs"), mark)
        report = last_report(answer(Query(course.position, spec, "", DEPTH, course=course)))
        assert report is not None and report.final
        assert_nothing_left(mark)

    def test_endless_error_output_does_not_block(self) -> None:
        report = self.ask("complains")
        assert report is not None and report.move == 1

    def test_many_lines_come_whole_and_in_order(self, tmp_path: Path) -> None:
        words = tmp_path / "words"
        words.write_bytes(b"".join(b"%d %s\n" % (number, b"x" * (number % 977)) for number in range(5000)) + b"end")
        carrier = EngineSpec("cat", "/bin/cat", (str(words),)).start()
        lines = []
        while (line := carrier.receive(10.0)) is not None:
            lines.append(line)
        carrier.close()
        assert b"".join(lines) == words.read_bytes() and len(lines) == 5001

    def test_a_stopped_engine_repeats_its_last_report(self) -> None:
        stop = Stop()
        stop.request()
        assert self.ask("hangs", stop=stop) is None


def test_a_grandchild_that_holds_the_pipe_does_not_hold_us(monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import subprocess,sys;"
        "p=subprocess.Popen([sys.executable,'-c','import time; time.sleep(20)'],start_new_session=True,env={});"
        "print(p.pid,flush=True)"
    )
    monkeypatch.setattr(pipe, "LEAVING_SECONDS", 0.1)
    it = pipe.Pipe(lambda marked: start_program([sys.executable, "-c", code], None, marked), "holder", leads=True)
    pid = int(it.receive(10.0) or b"0")
    it.close()
    # It has cleared its environment, so it is not found. This raises an exception if it has ended.
    os.kill(pid, 9)


class Reciter:
    """A carrier whose program prints the same after every line."""

    name = "reciter"

    def __init__(self, *lines: bytes) -> None:
        self._lines = [*lines]

    def send(self, *lines: str) -> None:
        pass

    def receive(self, timeout: float) -> bytes | None:
        return self._lines.pop(0) if self._lines else None

    def kill(self) -> None:
        pass

    def wait(self, seconds: float) -> bool:
        return True

    def close(self) -> None:
        pass

    def last_output(self, most: int = 1) -> str:
        return "no more"


def test_facts_reported_without_a_line_are_kept() -> None:
    """Brains of Gomocup report their depth and no line."""
    game = find_game("caro")()
    said = [b'name="It"', b"OK", b"MESSAGE Depth 4-9 | Eval -3 | Node 12", b"7,7"]
    spec = carried(EngineSpec("it", "it", protocol="gomocup"), lambda _: Reciter(*said))
    report = last_report(answer(Query(game.start(), spec, "", Limit(depth=9))))
    assert report is not None and report.final and report.score is not None
    assert (report.depth, report.seldepth, report.nodes, report.score.value) == (4, 9, 12, -3)
    assert report.pv == (report.move,) and game.format_move(game.start(), report.pv[0], "coordinates") == "h8"


def test_a_position_without_moves_is_not_asked_about() -> None:
    position = Squares().parse_position("15/15/15/15/15/15/15/15/15/15/15/15/15/15/xxxxx10 o")
    report = last_report(answer(Query(position, bad("gone"), "", Limit(depth=1))))
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
    journal = ContestJournal(tmp_path / "j", contest())
    results = list(play_contest(contest(), journal, 1, engines=[friend()]))
    journal.close()
    assert len(results) == 2 and not any(result.fault for result in results)
    assert "python" not in (tmp_path / "j").read_text(), "a journal names an engine and no program"


def test_an_engine_that_fails_loses_the_game_and_not_the_contest(tmp_path: Path) -> None:
    journal = ContestJournal(tmp_path / "j", contest())
    spec = EngineSpec("friend", sys.executable, (str(BAD), "gone"), "gtp", str(ROOT))
    results = list(play_contest(contest(), journal, 1, engines=[spec]))
    journal.close()
    assert [result.result for result in results] == ["0-1", "1-0"]
    assert all("no licence" in result.fault for result in results)


def test_a_contest_cannot_start_what_is_not_configured(tmp_path: Path) -> None:
    one = contest()
    journal = ContestJournal(tmp_path / "j", one)
    with pytest.raises(OptionError, match="no engine 'friend' is configured here"):
        list(play_contest(one, journal, 1))
    journal.close()
    forged = one.to_dict()
    forged["contestants"][0]["program"] = "/bin/true"
    with pytest.raises(ValueError, match="program"):
        Contest.from_dict(forged)


def test_a_stopped_contest_leaves_no_engine_behind(tmp_path: Path) -> None:
    from engine.jobs.runner import Control

    mark = f"--seed={os.getpid()}{time.monotonic_ns() % 1000}"
    control = Control()
    one = contest(games=1000, rules="size=9")
    journal = ContestJournal(tmp_path / "j", one)
    # A program that outlives the end of its input.
    command = " ".join(["exec 3>&1;", *(friend(mark).program, *friend(mark).arguments), "; sleep 60"])
    stubborn = EngineSpec("friend", "/bin/sh", ("-c", command), "gtp", str(ROOT))
    for _ in play_contest(one, journal, 2, control, [stubborn]):
        control.stop()
    journal.close()
    if Path("/proc").exists():
        assert_nothing_left(mark)


def test_swap2_with_our_own_engine_as_a_program(tmp_path: Path) -> None:
    command = ("-m", "engine", "serve", "--protocol", "gomocup", "--game", "caro", "--algorithm", "random")
    friend = EngineSpec("friend", sys.executable, command, "gomocup", str(ROOT))
    players = (Contestant("friend", Limit(seconds=1.0), engine="friend"), Contestant("random", Limit(depth=1)))
    one = Contest(game="caro", contestants=players, rules="opening=swap2,columns=9,rows=9", games=6)
    journal = ContestJournal(tmp_path / "j", one)
    results = list(play_contest(one, journal, 1, engines=[friend]))
    journal.close()
    assert len(results) == 6 and [each.fault for each in results] == [""] * 6
    assert all(len(each.moves) > 8 for each in results)
    # Asked in the middle of putting two stones, a program started for this alone begins with the phase.
    position = find_game("caro").with_rules(one.rules).start()
    moves = []
    for text in ("e5", "e6", "e7", "two", "a1"):
        moves.append(position.game.parse_move(position, text))
        position = position.play(moves[-1])
    asked = Course(find_game("caro").with_rules(one.rules).start(), tuple(moves))
    last = last_report(answer(Query(asked.position, friend, "", Limit(seconds=1.0), course=asked)))
    assert last is not None and last.final and last.move in position.legal_moves()


# --- the games of an engine -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("protocol", "words", "expected"),
    [
        ("uci", ("Hash", "UCI_Chess960"), {"chess", "chess960"}),
        ("uci", ("Hash",), {"chess"}),
        ("uci", (), {"chess"}),
        ("uci", ("Hash", "Sixty Move Rule"), {"xiangqi"}),
        ("uci", ("UCI_Variant", "variant chess", "variant xiangqi", "UCI_Chess960"), {"chess", "chess960", "xiangqi"}),
        ("uci", ("UCI_Variant", "variant shogi"), set()),
        ("uci", None, {"chess", "chess960", "xiangqi"}),
        ("ucci", None, {"xiangqi"}),
        ("gtp", None, {"go"}),
        ("gomocup", None, {"caro"}),
    ],
)
def test_an_engine_plays_what_its_protocol_and_options_make_possible(
    protocol: str, words: tuple[str, ...] | None, expected: set[str]
) -> None:
    spec = EngineSpec("e", "e", protocol=protocol, words=words)
    offered = {name: find_game(name)() for name in games() if name != "minigo"}
    offered["chess960"] = find_game("chess").with_rules("chess960=1")
    assert {name for name, game in offered.items() if spec.plays(game)} == expected
    assert EngineSpec.from_dict(spec.to_dict()) == spec


def test_the_capabilities_of_an_engine_are_checked_when_they_are_read() -> None:
    data = EngineSpec("e", "e").to_dict()
    assert "words" not in data, "as stored by earlier versions"
    for words in ("chess", [1], {"a": "b"}):
        with pytest.raises(TypeError):
            EngineSpec.from_dict({**data, "words": words})
