"""Our servers with real searches behind them: they search the position asked about, and report options."""

import io
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.asking.plugin import PluginSpec
from engine.cli import serve
from engine.cli.main import main
from engine.cli.serve import SERVERS, Runner, brain_of
from engine.core.game import Game, find_game
from engine.core.options import option, options_of
from engine.protocols.server.uci import describe_option
from engine.search.report import Limit
from engine.search.search import algorithms
from engine.search.spec import Spec

ROOT = Path(__file__).parents[3]


def converse(protocol: str, game: Game, spec: Spec | PluginSpec, lines: list[str]) -> list[str]:
    """What is answered to lines that come from a file, until its end."""
    output = io.BytesIO()
    runner = Runner(SERVERS[protocol](game, brain_of(spec, Limit(depth=1))), spec, "", 0, output)
    runner.read([f"{line}\n".encode() for line in lines])
    runner.run()
    return output.getvalue().decode().splitlines()


@pytest.mark.parametrize("name", sorted(algorithms()))
def test_every_algorithm_plays_one_of_the_moves_named(name: str) -> None:
    """UCCI in batch mode, as that waits for searches until the input ends."""
    spec = Spec.parse(name)
    lines = [
        "ucci",
        "setoption batch true",
        "position startpos",
        "go depth 2 searchmoves a0a1 b0a2 a0a9",
        "banmoves b2e2",
    ]
    answers = converse("ucci", find_game("xiangqi")(), spec, [*lines, "go depth 2", "quit", "isready"])
    first, second = (line.split()[1] for line in answers if line.startswith("bestmove"))
    assert first in ("a0a1", "b0a2") and second != "b2e2"
    pvs = [line.split(" pv ")[1].split()[0] for line in answers if " pv " in line]
    assert set(pvs[: pvs.index(first) + 1]) <= {"a0a1", "b0a2"}
    assert [line for line in answers if line.startswith("info message")] and answers[-1] == "bye"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return position.legal_moves()[0] if not self.only else self.only[-1]", "b0a2"),
        # A plugin that ignores the list gets one of its moves nevertheless.
        ("return next(m for m in position.legal_moves() if m not in self.only)", "a0a1"),
    ],
)
def test_a_plugin_receives_the_moves(tmp_path: Path, body: str, expected: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(f"class Mine:\n    def choose(self, position):\n        {body}\n")
    lines = ["setoption batch true", "position startpos", "go depth 1 searchmoves b0a2 a0a1", "quit"]
    answers = converse("ucci", find_game("xiangqi")(), PluginSpec(path, "mine", "Mine"), ["isready", *lines])
    assert f"bestmove {expected}" in answers


def test_the_table_is_there_before_readyok(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared = []
    monkeypatch.setattr(serve.KeptSearch, "prepare", lambda self, query: prepared.append(query))
    converse("uci", find_game("chess")(), Spec.parse("pvs"), ["setoption name Hash value 32", "isready"])
    (query,) = prepared
    assert (query.position, query.spec) == (find_game("chess")().start(), Spec.parse("pvs:table_mb=32"))
    assert (query.evaluation, query.seed) == ("", 0)


@pytest.mark.parametrize(
    ("game", "protocol", "name"),
    [("go", "gtp", "mcts"), ("caro", "gomocup", "pvs"), ("chess", "uci", "pvs"), ("xiangqi", "ucci", "pvs")],
)
def test_a_game_has_an_algorithm_by_default(
    game: str, protocol: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = []
    monkeypatch.setattr(serve, "run_server", lambda *arguments: served.append(arguments))
    main(["serve", "--game", game, "--protocol", protocol])
    main(["serve", "--game", game, "--protocol", protocol, "--algorithm", "random"])
    assert [arguments[2].name for arguments in served] == [name, "random"]


def test_options_are_reported_with_their_values() -> None:
    brain = brain_of(Spec.parse("negascout:ordering=on,quiescence_depth=5"))
    assert brain.name == "KyVien negascout:quiescence_depth=5,ordering=on"
    told = {each.name: each.default for each in brain.options}
    assert told["ordering"] is True and told["quiescence_depth"] == 5 and told["quiescence"] is False
    assert brain.limit == Limit(seconds=2.0)
    assert brain_of(Spec.parse("random"), Limit(nodes=7)).limit == Limit(nodes=7)


@pytest.mark.parametrize("name", ["pvs", "mcts"])
def test_slow_mode_offers_no_more_threads_than_it_has(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def most(spec: str) -> int | None:
        return next(each.maximum for each in brain_of(Spec.parse(spec)).options if each.name == "threads")

    monkeypatch.setattr(engine, "is_compiled", lambda: True)
    assert most(name) == 64
    monkeypatch.setattr(engine, "is_compiled", lambda: False)
    assert most(name) == 1 and most(f"{name}:threads=3") == 3


def test_every_kind_of_option_in_the_words_of_uci_and_ucci() -> None:
    @dataclass(frozen=True)
    class Wishes:
        bold: bool = option(True, "a")
        width: int = option(3, "a", minimum=1, maximum=9)
        some: int | None = option(None, "a", none="none", minimum=1)
        share: float = option(0.5, "a")
        word: str = option("", "a")
        style: str = option("calm", "a", choices=("calm", "wild"))
        step: int = option(2, "a", choices=(1, 2))

    assert [describe_option(each) for each in options_of(Wishes)] == [
        "bold type check default true",
        "width type spin default 3 min 1 max 9",
        "some type string default none",
        "share type string default 0.5",
        "word type string default <empty>",
        "style type combo default calm var calm var wild",
        "step type combo default 2 var 1 var 2",
    ]
    assert [describe_option(each, default_last=True) for each in options_of(Wishes)][1::4] == [
        "width type spin min 1 max 9 default 3",
        "style type combo var calm var wild default calm",
    ]


@pytest.mark.oracle
@pytest.mark.unsanitized
def test_python_chess_plays_and_analyses_with_us() -> None:
    """A client written elsewhere: it raises for what is not UCI."""
    chess = pytest.importorskip("chess")
    asking = pytest.importorskip("chess.engine")
    command = [sys.executable, "-m", "engine", "serve", "--protocol", "uci", "--game", "chess"]
    with asking.SimpleEngine.popen_uci(command, timeout=60, cwd=str(ROOT)) as ours:
        assert ours.id["name"].startswith("KyVien")
        ours.ping()
        ours.configure({"Hash": 8, "Threads": 1, "null_move": "off", "quiescence_depth": 3})
        board = chess.Board()
        several = ours.analyse(board, asking.Limit(depth=3), multipv=3)
        assert [each["multipv"] for each in several] == [1, 2, 3] and len({each["pv"][0] for each in several}) == 3
        named = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h3")]
        info = ours.analyse(board, asking.Limit(depth=2), root_moves=named)
        assert info["pv"][0] in named and info["depth"] == 2 and info["nodes"] > 2
        with ours.analysis(board) as analysis:
            assert next(iter(analysis))["pv"]
            analysis.stop()
            assert analysis.wait().move in board.legal_moves
        clock: dict[str, Any] = {"white_inc": 1, "black_inc": 1}
        for _ in range(8):
            limit = asking.Limit(white_clock=3, black_clock=3, **clock)
            result = ours.play(board, limit, info=asking.INFO_ALL, ponder=True)
            board.push(result.move)
        mate = chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
        assert ours.analyse(mate, asking.Limit(mate=1))["score"].white() == asking.Mate(1)
        castling = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
        for text, free in (("e1g1", False), ("e1h1", True)):
            castling.chess960 = free
            move = chess.Move.from_uci(text)
            assert ours.play(castling, asking.Limit(depth=1), root_moves=[move]).move == move
        # No player claims the draw: the game goes on.
        board = chess.Board()
        for text in ("g1f3", "g8f6", "f3g1", "f6g8") * 4:
            board.push_uci(text)
            assert ours.play(board, asking.Limit(nodes=200)).move in board.legal_moves


class Received:
    """The output of a server, which lets the other program go on when a search has been answered."""

    def __init__(self, marks: tuple[str, ...]) -> None:
        self.answers = threading.Semaphore(0)
        self._marks = marks

    def write(self, data: bytes) -> None:
        if data.decode().startswith(self._marks):
            self.answers.release()

    def flush(self) -> None:
        pass


class Ponderer:
    """The output of a server, and a program that ponders: it sends ``word`` when the search has reached a depth."""

    def __init__(self, word: str) -> None:
        self.lines: list[str] = []
        self.reached, self.moved = threading.Event(), threading.Event()
        self._word = word

    def write(self, data: bytes) -> None:
        line = data.decode().strip()
        self.lines.append(line)
        if line.startswith("info depth 3 "):
            self.reached.set()
        if line.startswith("bestmove"):
            self.moved.set()

    def flush(self) -> None:
        pass

    def input(self) -> Iterator[bytes]:
        yield b"setoption name Ponder value true"
        yield b"setoption name MultiPV value 2"
        yield b"position startpos moves e2e4 e7e5\n"
        yield b"go ponder wtime 3000 btime 3000 movestogo 30\n"
        if self.reached.wait(60):
            yield f"{self._word}\n".encode()
            self.moved.wait(60)


@pytest.mark.skipif(not engine.is_compiled(), reason="in slow mode, the search runs in a child process")
@pytest.mark.parametrize("word", ["ponderhit", "stop"])
def test_a_search_begun_while_pondering_ends_with_the_clock(word: str) -> None:
    program = Ponderer(word)
    runner = Runner(
        SERVERS["uci"](find_game("chess")(), brain_of(Spec.parse("pvs"))), Spec.parse("pvs"), "", 0, program,  # type: ignore[arg-type]
    )  # fmt: skip
    thread = threading.Thread(target=runner.read, args=(program.input(),))
    thread.daemon = True
    thread.start()
    runner.run()
    thread.join(60)
    assert program.moved.is_set()
    *lines, move = [line for line in program.lines if line.startswith(("info depth", "bestmove"))]
    depths = [int(line.split()[2]) for line in lines if " multipv 1 " in line]
    assert depths == sorted(depths) and depths[0] == 1, "one search, which is not restarted"
    assert {line.split()[6] for line in lines if "multipv" in line} == {"1", "2"}
    assert move.split()[2] == "ponder" and sum(line.startswith("bestmove") for line in program.lines) == 1


SERVED: dict[str, tuple[str, str, tuple[str, ...], list[str]]] = {
    "uci": (
        "chess", "go", ("bestmove",),
        ["position startpos", "go depth 1", "position startpos moves e2e4 e7e5", "go depth 1", "NEW",
         "position startpos", "go depth 1"],
    ),
    "ucci": (
        "xiangqi", "go", ("bestmove",),
        ["position startpos", "go depth 1", "position startpos moves b2e2 b9c7", "go depth 1", "NEW",
         "position startpos", "go depth 1"],
    ),
    "gtp": ("go", "genmove", ("=",), ["genmove b", "genmove w", "NEW", "genmove b"]),
    "gomocup": ("caro", "TURN", tuple("0123456789"), ["START 15", "TURN 7,7", "TURN 7,8", "NEW", "TURN 7,9"]),
}  # fmt: skip


@pytest.mark.skipif(not engine.is_compiled(), reason="in slow mode, the search runs in a child process")
@pytest.mark.parametrize(
    ("protocol", "new_game", "counts"),
    [
        ("uci", "ucinewgame", [1, 2, 1]),
        ("uci", "isready", [1, 2, 3]),
        ("uci", "setoption name colour value 3", [1, 2, 1]),
        ("ucci", "setoption newgame", [1, 2, 1]),
        ("ucci", "isready", [1, 2, 3]),
        ("gtp", "clear_board", [1, 2, 1]),
        ("gtp", "boardsize 9", [1, 2, 1]),
        ("gtp", "boardsize 1000", [1, 2, 3]),
        ("gtp", "undo", [1, 2, 3]),
        ("gtp", "komi 3.5", [1, 2, 1]),
        ("gomocup", "START 15", [1, 2, 1]),
        ("gomocup", "RESTART", [1, 2, 1]),
        ("gomocup", "BEGIN", [1, 2, 1, 2]),
        ("gomocup", "TAKEBACK 7,7", [1, 2, 3]),
        ("gomocup", "INFO rule 1", [1, 2, 1]),
    ],
)
def test_the_search_keeps_its_memory_until_a_new_game(
    counting: Any, protocol: str, new_game: str, counts: list[int]
) -> None:
    name, search, marks, script = SERVED[protocol]
    told = Received(marks)
    spec = Spec.parse("counting")
    game = find_game(name).with_rules("size=9" if name == "go" else "")
    runner = Runner(SERVERS[protocol](game, brain_of(spec, Limit(depth=1))), spec, "", 0, told)  # type: ignore[arg-type]

    def lines() -> Iterator[bytes]:
        for line in script:
            while told.answers.acquire(blocking=False):
                pass
            text = new_game if line == "NEW" else line
            yield f"{text}\n".encode()
            if text.startswith((search, "BEGIN")) and not told.answers.acquire(timeout=20):
                return

    thread = threading.Thread(target=runner.read, args=(lines(),), daemon=True)
    thread.start()
    runner.run()
    thread.join(20)
    assert counting.counts() == counts


def test_a_manager_of_gomocup_sets_the_number_of_threads(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[int] = []
    search = serve.answer

    def answer(query: Any, *arguments: Any, **more: Any) -> Any:
        seen.append(query.spec.parameters.threads)
        return search(query, *arguments, **more)

    monkeypatch.setattr(serve, "answer", answer)
    told = Received(tuple("0123456789"))
    spec = Spec.parse("pvs")
    runner = Runner(SERVERS["gomocup"](find_game("caro")(), brain_of(spec, Limit(depth=1))), spec, "", 0, told)  # type: ignore[arg-type]

    def lines() -> Iterator[bytes]:
        yield b"START 15\n"
        for turn in (b"INFO thread_num 2\nTURN 7,7\n", b"INFO thread_num 1\nTURN 0,0\n"):
            yield from turn.splitlines(keepends=True)
            assert told.answers.acquire(timeout=20)

    thread = threading.Thread(target=runner.read, args=(lines(),), daemon=True)
    thread.start()
    runner.run()
    thread.join(20)
    assert seen == [2 if engine.is_compiled() else 1, 1]
    assert not capsys.readouterr().err, "no search failed"
