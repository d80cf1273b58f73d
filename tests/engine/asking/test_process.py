"""Algorithms in a process of their own: the same answers, quick death, one sentence when something goes wrong."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import engine.asking.query as query_module
from engine.analysis.judging import Judging
from engine.analysis.review import judge
from engine.asking import pipe
from engine.asking.child import start_program
from engine.asking.plugin import PluginSpec
from engine.asking.process import Child, describe_plugin
from engine.asking.query import answer
from engine.asking.restriction import AFTER_THE_MOVE
from engine.core.errors import OptionError, SearchError
from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.position import Position
from engine.core.score import Score
from engine.records import edits
from engine.records.tree import ROOT, GameTree
from engine.search.query import Query, Run
from engine.search.report import Limit, Report
from engine.search.search import Stop
from engine.search.spec import Spec

EXAMPLE = Path(__file__).parents[3] / "examples" / "plugin_captures.py"
DEPTH = Limit(depth=2)


@pytest.fixture
def start() -> Position:
    return find_game("cotoan")().start()


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen]:
    """The processes that were started."""
    started: list[subprocess.Popen] = []

    def popen(*args: object, **kwargs: object) -> subprocess.Popen:
        started.append(subprocess_popen(*args, **kwargs))
        return started[-1]

    subprocess_popen = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", popen)
    return started


def plugin(folder: Path, body: str, title: str = "Test") -> PluginSpec:
    """A plugin of the given body, described without being run."""
    path = folder / "mine.py"
    path.write_text(body)
    return PluginSpec(path, "mine", title)


def ask(position: Position, spec: Spec | PluginSpec, limit: Limit = DEPTH) -> list[Report]:
    return list(answer(Query(position, spec, "", limit)))


def test_example_is_short_and_takes_what_hangs() -> None:
    assert len(EXAMPLE.read_text().splitlines()) < 30
    spec = describe_plugin(EXAMPLE)
    assert (spec.name, spec.title, spec.options) == ("captures", "Captures", ())
    # 8−5 = 3: the nine hangs.
    position = find_game("cotoan")().parse_position("9/4b04/3b95/9/9/3r55/3r85/9/9/4r04/r18 r 0 0 0 1")
    reports = ask(position, spec)
    assert position.game.format_move(position, reports[-1].move, "record") == "8d5x9d9"
    assert reports[-1].final
    assert reports[-1].score is not None
    assert reports[-1].score.value > 0


def test_built_in_search_answers_alike_in_slow_mode(start: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    played = start.play(start.legal_moves()[40])
    here = ask(played, Spec.parse("negascout:ordering=on"), Limit(depth=3))
    monkeypatch.setattr(query_module, "slow_mode", lambda: True)
    there = ask(played, Spec.parse("negascout:ordering=on"), Limit(depth=3))
    assert len(here) == len(there) == 3
    assert all(one.same_as(other) for one, other in zip(here, there, strict=True))


def test_slow_mode_continues_a_report(start: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(query_module, "slow_mode", lambda: True)
    spec = Spec.parse("negamax_alphabeta")
    whole = ask(start, spec, Limit(depth=3))
    rest = list(answer(Query(start, spec, "", Limit(depth=3)), Run(after=whole[1])))
    assert [report.depth for report in rest] == [3]
    assert rest[0].same_as(whole[2])


def test_history_travels(monkeypatch: pytest.MonkeyPatch) -> None:
    """The third repetition, two plies ahead, is a draw there as it is here."""
    monkeypatch.setattr(query_module, "slow_mode", lambda: True)
    game = find_game("cotoan")()
    position = game.parse_position("b18/4b04/9/9/9/9/9/9/9/4r04/r1r27 r 0 14 0 1")
    for text in ("a1a2", "a11b11", "a2a1", "b11a11") * 2:
        position = position.play(game.parse_move(position, text))
    here = list(Spec.parse("minimax").build(find_evaluation("cotoan", "")).analyse(
        position, Limit(depth=3)))  # fmt: skip
    there = ask(position, Spec.parse("minimax"), Limit(depth=3))
    assert all(one.same_as(other) for one, other in zip(here, there, strict=True))


def test_a_choice_of_moves_travels(start: Position, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    only = tuple(start.legal_moves()[3:5])
    spec = Spec.parse("negamax_alphabeta")
    here = list(answer(Query(start, spec, "", DEPTH, only=only)))
    monkeypatch.setattr(query_module, "slow_mode", lambda: True)
    there = list(answer(Query(start, spec, "", DEPTH, only=only)))
    assert all(one.same_as(other) for one, other in zip(here, there, strict=True)) and here[-1].move in only
    mine = plugin(tmp_path, "class Mine:\n    def choose(self, position):\n        return self.only[-1]\n")
    assert list(answer(Query(start, mine, "", DEPTH, only=only)))[-1].move == only[-1]
    deaf = plugin(tmp_path, "class Mine:\n    def choose(self, position):\n        return position.legal_moves()[0]\n")
    with pytest.raises(SearchError, match="not one of the moves to choose from"):
        list(answer(Query(start, deaf, "", DEPTH, only=only)))


def test_a_plugin_that_ignores_the_choice_may_search_the_position_after_the_move(
    start: Position, tmp_path: Path
) -> None:
    """A review asks so, because the plugins of most users choose among all legal moves."""
    body = "class Deaf:\n    def choose(self, position):\n        return position.legal_moves()[0], 7\n"
    deaf, moves = plugin(tmp_path, body), start.legal_moves()
    (_, found) = answer(Query(start, deaf, "", DEPTH, only=(moves[3],), substitute=True))
    assert found.score is not None
    assert (found.move, found.score.pov(start.turn).value, found.note) == (moves[3], -7, AFTER_THE_MOVE)
    assert found.pv == (moves[3], start.play(moves[3]).legal_moves()[0])
    assert not list(answer(Query(start, deaf, "", DEPTH, only=tuple(moves[3:5]), substitute=True)))
    own = answer(Query(start, deaf, "", DEPTH, only=(moves[0],), substitute=True))
    assert [report.note for report in own] == ["", ""]
    tree = GameTree.start(start.game)
    tree = edits.add_line(tree, ROOT, [moves[3], start.play(moves[3]).legal_moves()[0]]).apply(tree)
    judging = Judging(tree, deaf, "", DEPTH)
    judge(judging, Stop())
    assert [(node, each.approximate) for node, each in sorted(judging.judgements.items())] == [(1, True), (2, False)]


def test_plugin_gets_what_it_was_promised(tmp_path: Path, start: Position) -> None:
    path = tmp_path / "promised.py"
    path.write_text(
        "from dataclasses import dataclass\n"
        "from engine.core.options import option\n"
        "@dataclass(frozen=True)\n"
        "class Wishes:\n"
        "    width: int = option(3, 'How many', minimum=1)\n"
        "    bold: bool = option(False, 'Whether bold')\n"
        "class Promised:\n"
        "    Parameters = Wishes\n"
        "    def analyse(self, position, limit, stop):\n"
        "        print('this is no answer')\n"
        "        first, second = position.legal_moves()[:2]\n"
        "        yield first\n"
        "        yield dict(move=second, score=self.parameters.width, depth=limit.depth, nodes=self.seed,\n"
        "                   note=f'{self.parameters.bold} {self.evaluation.name}', seldepth=stop.requested + 0)\n"
    )
    spec = describe_plugin(path, "width=7,bold=on")
    assert [each.name for each in spec.options] == ["width", "bold"]
    assert spec == describe_plugin(path, "bold=on,width=7")
    assert spec.text == "promised:width=7,bold=on"
    reports = list(answer(Query(start, spec, "material_safety", DEPTH, seed=11)))
    assert [report.move for report in reports] == [start.legal_moves()[0], *[start.legal_moves()[1]] * 2]
    last = reports[-1]
    assert (last.score.value, last.depth, last.nodes, last.note) == (7, 2, 11, "True material_safety")
    assert [report.final for report in reports] == [False, False, True]
    with pytest.raises(OptionError, match="width"):
        describe_plugin(path, "width=0")


CHOOSE = "class Mine:\n    name = 'mine'\n    def choose(self, position):\n        "


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (CHOOSE + "return 1 / 0", "mine failed: ZeroDivisionError: division by zero"),
        (CHOOSE + "return -1", "mine answered -1, which is not a legal move"),
        (CHOOSE + "return 'a1a2'", "mine answered 'a1a2', which is not a legal move"),
        (CHOOSE + "return True", "mine answered True, which is not a legal move"),
        (CHOOSE + "return None", "mine answered None, which is not a legal move"),
        (CHOOSE + "return position.legal_moves()[0], 0.5", "mine returned an invalid value for score: 0.5"),
        (CHOOSE + "return {'moove': 3}", "mine answered 'moove', which is not a field of a report"),
        (CHOOSE + "return {'move': position.legal_moves()[0], 'nodes': -3}", "returned an invalid value for nodes: -3"),
        (CHOOSE + "return {'pv': 'abc'}", "mine answered a principal variation that is not a list: 'abc'"),
        (CHOOSE + "return {'pv': position.legal_moves()[:1] * 2}", "not a legal move"),
        (CHOOSE + "raise SystemExit(3)", "mine failed: SystemExit: 3"),
        (CHOOSE + "import os; os._exit(3)", "mine failed: it exited with status 3"),
        (CHOOSE + "import os; os.kill(os.getpid(), 9)", "mine failed: it exited with status -9"),
        ("class Mine:\n    def analyse(self, position, limit, stop):\n        yield from ()", "mine gave no answer"),
        ("x = 1", "expected one class with a method choose or analyse, found 0"),
        ("class", "mine failed: SyntaxError: invalid syntax"),
    ],
)  # fmt: skip
def test_nonsense_is_one_sentence(
    tmp_path: Path, start: Position, body: str, sentence: str, children: list[subprocess.Popen]
) -> None:
    with pytest.raises(SearchError) as error:
        ask(start, plugin(tmp_path, body))
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)
    assert all(child.returncode is not None for child in children)


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(SearchError, match="does not exist"):
        describe_plugin(tmp_path / "nowhere.py")


def test_stop_kills_at_once(tmp_path: Path, start: Position, children: list[subprocess.Popen]) -> None:
    """A plugin that never looks at ``stop`` ends, and its last report stays as the final one."""
    spec = plugin(
        tmp_path,
        "class Mine:\n"
        "    def analyse(self, position, limit, stop):\n"
        "        yield position.legal_moves()[0]\n"
        "        while True: pass\n",
    )
    stop, handles = Stop(), []
    reports = []
    for report in answer(Query(start, spec, "", DEPTH), Run(stop, on_start=handles.append)):
        reports.append(report)
        if not report.final:
            assert isinstance(handles[0], Child)
            stop.request()
            threading.Thread(target=handles[0].kill).start()
    assert [report.final for report in reports] == [False, True]
    assert children[0].returncode not in (None, 0)


def test_abandoned_answer_leaves_nothing(tmp_path: Path, start: Position, children: list[subprocess.Popen]) -> None:
    spec = plugin(
        tmp_path, "class Mine:\n    def analyse(self, p, limit, stop):\n        while True: yield p.legal_moves()[0]"
    )
    reports = answer(Query(start, spec, "", DEPTH))
    next(reports)
    before = threading.active_count()
    reports.close()
    assert children[0].returncode is not None
    assert threading.active_count() < before


def test_time_is_up(tmp_path: Path, start: Position) -> None:
    body = "class Mine:\n    def analyse(self, p, limit, stop):\n        {first}\n        while True: pass\n"
    with pytest.raises(SearchError, match=r"mine did not answer within 0\.1 s"):
        ask(start, plugin(tmp_path, body.format(first="")), Limit(seconds=0.1))
    reports = ask(start, plugin(tmp_path, body.format(first="yield p.legal_moves()[3]")), Limit(seconds=0.1))
    assert [report.final for report in reports] == [False, True]


def test_polite_plugin_sees_the_stop(tmp_path: Path, start: Position) -> None:
    body = (
        "class Mine:\n    def analyse(self, p, limit, stop):\n"
        "        while not stop.requested: pass\n        yield p.legal_moves()[5]\n"
    )
    assert ask(start, plugin(tmp_path, body), Limit(seconds=0.05))[-1].move == start.legal_moves()[5]


def test_game_over_is_not_asked(tmp_path: Path) -> None:
    position = find_game("cotoan")().parse_position("9/9/3b95/9/9/3r55/3r85/9/9/4r04/r18 b 0 0 0 1")
    reports = ask(position, plugin(tmp_path, CHOOSE + "return 1 / 0"))
    assert [(report.algorithm, report.move, report.final) for report in reports] == [("mine", None, True)]


def test_child_ends_with_its_parent(tmp_path: Path) -> None:
    """After SIGKILL of the parent process, the algorithm ends too."""
    (tmp_path / "mine.py").write_text(
        "import os, pathlib\nclass Mine:\n    def choose(self, p):\n"
        f"        pathlib.Path({str(tmp_path / 'pid')!r}).write_text(str(os.getpid()))\n        while True: pass\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c",
         "import sys, pathlib; from engine.asking.query import *; from engine.asking.plugin import PluginSpec\n"
         "from engine.core.game import find_game; from engine.search.report import Limit\n"
         "spec = PluginSpec(pathlib.Path(sys.argv[1]), 'mine', 'Mine')\n"
         "list(answer(Query(find_game('cotoan')().start(), spec, '', Limit(depth=1))))",
         str(tmp_path / "mine.py")],
        cwd=EXAMPLE.parents[1],
    )  # fmt: skip
    deadline = time.monotonic() + 20
    while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    pid = int((tmp_path / "pid").read_text())
    parent.kill()
    parent.wait()
    while _runs(pid):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _runs(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    if stat.parent.parent.exists() and Path("/proc/self").exists():
        # A zombie waiting for the machine's init to fetch it runs no more.
        try:
            return stat.read_text().rpartition(")")[2].split()[0] != "Z"
        except OSError:
            return False
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


@pytest.mark.parametrize(("turn", "expected"), [("position.turn", 7), ("position.turn.other", -7)])
def test_a_score_is_turned_to_the_side_to_move(tmp_path: Path, start: Position, turn: str, expected: int) -> None:
    spec = plugin(
        tmp_path,
        "from engine.core.score import Score\n"
        "class Mine:\n"
        "    def analyse(self, position, limit, stop):\n"
        f"        yield dict(move=position.legal_moves()[0], score=Score(7, {turn}))\n",
    )
    assert ask(start, spec)[-1].score == Score(expected, start.turn)


def test_the_last_line_of_a_long_error_stream_is_the_reason() -> None:
    code = "import sys; [print(text, file=sys.stderr) for text in ('first', 'x' * 20_000, 'last')]"
    carrier = pipe.Pipe(lambda marked: start_program([sys.executable, "-c", code], None, marked), "wordy")
    assert carrier.receive(20.0) is None
    assert carrier.wait(20.0)
    carrier.close()
    assert carrier.last_output().endswith("last")
