"""What holds for engines of other people: ``Carrying``."""

import contextlib
import json
import os
import sys
import threading
import time
from pathlib import Path

import pytest

from engine.asking import detection, external
from engine.asking.detection import describe_engine
from engine.asking.external import Engine, EngineSpec
from engine.asking.query import answer
from engine.core.course import Course
from engine.core.errors import SearchError
from engine.core.language import set_language
from engine.core.options import build_options
from engine.protocols import talk, uci
from engine.search.query import Query, Run
from engine.search.report import Limit, Report, last_report
from engine.search.search import Stop
from tests.engine.protocols.desk import Squares

BAD = Path(__file__).with_name("bad_engine.py")
ROOT = Path(__file__).parents[3]

DEPTH = Limit(depth=2)


def bad(way: str, *more: str) -> EngineSpec:
    return EngineSpec("bad", sys.executable, (str(BAD), way, *more), "uci", str(ROOT))


def assert_nothing_left(mark: str) -> None:
    """No process with this word on its command line is there, or will be for long."""
    until = time.monotonic() + 5
    while left := [each for each in Path("/proc").glob("[0-9]*/cmdline") if mark in _read(each)]:
        assert time.monotonic() < until, left


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode(errors="replace")
    except OSError:
        return ""


def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody waits for tenths of a second, and for few lines."""
    for module in (talk, uci):
        monkeypatch.setattr(module, "GRACE_SECONDS", 0.2)
        monkeypatch.setattr(module, "SILENCE_SECONDS", 0.3)
    monkeypatch.setattr(talk, "HELLO_SECONDS", 5.0)
    monkeypatch.setattr(detection, "TRY_SECONDS", 0.3)
    monkeypatch.setattr(external, "LEAVING_SECONDS", 0.2)
    monkeypatch.setattr(external, "MOST_LINES", 2_000)


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


class Carrying:
    """Tests of engines that misbehave; a class of tests inherits them."""

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

    def test_before_it_is_given_up_it_is_asked_whether_it_is_there(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(talk, "HELLO_SECONDS", 0.5)
        with pytest.raises(SearchError, match="did not answer within"):
            self.ask("hangs", Limit(nodes=10))

    @pytest.mark.parametrize("way", ["mute", "silent", "deaf"])
    def test_a_silent_engine_is_given_up(self, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
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
    def test_a_program_that_is_no_engine_is_said_to_be_none(
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
    def test_it_is_said_in_the_language_in_use(self, program: str, arguments: tuple[str, ...], sentence: str) -> None:
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

        def meet(engine: Engine) -> None:
            met.append(engine)
            timer = threading.Timer(0.4, lambda: (stop.request(), engine.kill()))
            timer.daemon = True
            timer.start()

        course = Course(Squares().start().play(0))
        with contextlib.suppress(SearchError):
            spec = bad(way, mark)
            query = Query(course.position, spec, "", Limit(nodes=5), course=course)
            last_report(answer(query, Run(stop, on_start=meet)))
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

    def test_complaints_without_end_hold_up_nobody(self) -> None:
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

    def test_stopped_it_repeats_what_it_said_last(self) -> None:
        stop = Stop()
        stop.request()
        assert self.ask("hangs", stop=stop) is None
