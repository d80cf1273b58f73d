"""Engines that are known by name: recognised, found by the names of files, and started with their arguments."""

import os
import sys
from pathlib import Path

import pytest

from engine.analysis.review import note_of
from engine.asking import detection, external, known
from engine.asking.detection import describe_engine
from engine.asking.external import PROTOCOLS, EngineSpec
from engine.asking.known import KNOWN, find_programs, known_engine, strongest_engine
from engine.asking.query import answer
from engine.core.chance import win_chance
from engine.core.errors import SearchError
from engine.core.evaluation import scale_of
from engine.core.game import find_game
from engine.records.notes import write_evaluation
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec

FAKE = Path(__file__).parent / "fake_gtp.py"
pytestmark = pytest.mark.skipif(os.name == "nt", reason="the programs of these tests are scripts")


def program(folder: Path, name: str, text: str = "", *, executable: bool = True) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755 if executable else 0o644)
    return path


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("stockfish", "Stockfish"), ("Stockfish 15.1", "Stockfish"), ("stockfish_15_x64_avx2.exe", "Stockfish"),
        ("stockfish-ubuntu-x86-64", "Stockfish"), ("fairy-stockfish", "Fairy-Stockfish"),
        ("Fairy-Stockfish 11.1 LB 64", "Fairy-Stockfish"), ("fairy-stockfish-largeboard_x86-64", "Fairy-Stockfish"),
        ("pikafish-bmi2", "Pikafish"), ("katago", "KataGo"), ("KataGo 1.15.3", "KataGo"), ("gnugo", "GNU Go"),
        ("GNU Go 3.8", "GNU Go"), ("ELEEYE.EXE", "ElephantEye"), ("ElephantEye 3.31", "ElephantEye"),
        ("pbrain-rapfi", "Rapfi"), ("Rapfi", "Rapfi"), ("pachi", "Pachi"), ("leelaz", "Leela Zero"),
        ("lc0", "Leela Chess Zero"), ("stockfishes", ""), ("mystockfish", ""), ("gnugolf", ""), ("", ""),
        ("gnuchess", ""), ("pachinko", ""),
    ],
)  # fmt: skip
def test_an_engine_is_recognised_by_its_name(name: str, title: str) -> None:
    found = known_engine(name)
    assert (found.title if found else "") == title


def test_each_known_engine_has_a_protocol_that_we_support() -> None:
    assert {each.protocol for each in KNOWN} == set(PROTOCOLS)
    assert [each.title for each in KNOWN if each.is_stronger] == ["Stockfish", "Pikafish", "KataGo", "Fairy-Stockfish"]
    assert all(known_engine(each.title) is each for each in KNOWN)


def test_the_strongest_engine_is_known_by_its_name_or_its_program() -> None:
    fish, fairy = EngineSpec("Stockfish 15.1", "/x/sf"), EngineSpec("mine", "/x/fairy-stockfish")
    assert strongest_engine([fairy, fish]) is fish
    assert strongest_engine([EngineSpec("GNU Go", "/x/gnugo"), fairy]) is fairy
    assert strongest_engine([EngineSpec("GNU Go", "/x/gnugo"), EngineSpec("mine", "/x/mine")]) is None


def test_programs_are_found_by_name_and_not_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games, other, sign = tmp_path / "games", tmp_path / "other", tmp_path / "started"
    for name in ("gnugo", "stockfish", "xboard", "fairy-stockfish-2"):
        program(games, name, f"touch {sign}")
    program(other, "pikafish", executable=False)
    (other / "katago").mkdir()
    (other / "stockfish-link").symlink_to(games / "stockfish")
    (other / "pachi").symlink_to(tmp_path / "nowhere")
    found = find_programs([games, other, games, tmp_path / "missing", games / "gnugo"])
    assert [(each.engine.title, each.path) for each in found] == [
        ("Stockfish", games / "stockfish"),
        ("Fairy-Stockfish", games / "fairy-stockfish-2"),
        ("GNU Go", games / "gnugo"),
    ]
    assert not sign.exists()
    monkeypatch.setenv("PATH", f"{games}{os.pathsep}{os.pathsep}/nowhere")
    assert {each.path for each in found} <= {each.path for each in find_programs()}


def test_the_usual_folders_of_each_system_are_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/first")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(sys, "platform", "linux")
    folders = known.usual_folders()
    assert folders[0] == Path("/first") and Path("/usr/games") in folders and tmp_path / ".local/bin" in folders
    monkeypatch.setattr(sys, "platform", "darwin")
    (tmp_path / "Applications" / "KataGo.app").mkdir(parents=True)
    assert tmp_path / "Applications" / "KataGo.app" / "Contents" / "MacOS" in known.usual_folders()
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("ProgramFiles", str(tmp_path / "pf"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    (tmp_path / "pf" / "Stockfish").mkdir(parents=True)
    (tmp_path / "local" / "Programs" / "KataGo").mkdir(parents=True)
    folders = known.usual_folders()
    assert {tmp_path / "pf" / "Stockfish", tmp_path / "local" / "Programs" / "KataGo"} <= set(folders)
    program(tmp_path / "pf" / "Stockfish", "stockfish.exe")
    program(tmp_path / "pf" / "Stockfish", "stockfish.txt")
    assert [each.path.name for each in find_programs(folders)] == ["stockfish.exe"]

    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", homeless)
    monkeypatch.setattr(sys, "platform", "linux")
    assert Path("/usr/games") in known.usual_folders()


def test_a_known_program_is_started_with_its_arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """“gnugo supports none of UCI, UCCI, GTP, Gomocup” was the result after 25 seconds."""
    path = program(tmp_path, "gnugo", f'exec "{sys.executable}" "{FAKE}" "$@"')
    tried: list[tuple[str, tuple[str, ...]]] = []
    spec, _ = describe_engine(
        "", str(path), on_start=lambda engine: tried.append((engine.spec.protocol, engine.spec.arguments))
    )
    assert (spec.name, spec.protocol, spec.arguments) == ("Fake Go 1", "gtp", ("--mode", "gtp"))
    assert tried == [("gtp", ("--mode", "gtp"))]
    spec, _ = describe_engine("", str(path), protocol="gtp")
    assert spec.arguments == ("--mode", "gtp")
    with pytest.raises(SearchError):
        describe_engine("", str(path), protocol="uci")


def test_a_program_with_a_known_name_may_be_another_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "LEAVING_SECONDS", 0.05)
    monkeypatch.setattr(detection, "TRY_SECONDS", 5.0)
    bad = FAKE.with_name("bad_engine.py")
    path = program(tmp_path, "gnugo", f'test $# = 0 && exec "{sys.executable}" "{bad}" well')
    spec, _ = describe_engine("", str(path))
    assert (spec.name, spec.protocol, spec.arguments) == ("Bad", "uci", ())


@pytest.mark.parametrize(("arguments", "said"), [((), True), (("--x",), False)])
def test_an_unknown_program_may_need_an_argument(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: bool
) -> None:
    monkeypatch.setattr(external, "LEAVING_SECONDS", 0.05)
    path = program(tmp_path, "mygo", f'exec "{sys.executable}" "{FAKE}" "$@"')
    with pytest.raises(SearchError) as caught:
        describe_engine("", str(path), arguments)
    assert ("without an argument, which some programs need" in str(caught.value)) is said


def test_a_win_rate_is_a_score_on_the_scale_of_the_game() -> None:
    """The lead in points of KataGo is not in the unit of an evaluation."""
    game = find_game("go").with_rules("size=9")
    spec = EngineSpec("KataGo", sys.executable, (str(FAKE), "--mode", "gtp"), "gtp")
    report = list(answer(Query(game.start(), spec, "", Limit(nodes=100))))[-1]
    assert report.score is not None and report.chance == 0.75
    assert win_chance(report.score.value, scale_of("go")) == pytest.approx(0.75, abs=1e-3)


def test_an_engine_does_not_use_our_evaluation() -> None:
    """In a file, “[%eval Stockfish 15.1;e=threats_safety;…]” was written: its own evaluation is another one."""
    game = find_game("go").with_rules("size=9")
    spec = EngineSpec("KataGo", sys.executable, (str(FAKE), "--mode", "gtp"), "gtp")
    report = list(answer(Query(game.start(), spec, "liberties", Limit(nodes=100))))[-1]
    assert note_of(spec, report, "liberties").evaluation == ""
    assert note_of(Spec.make("mcts"), report, "liberties").evaluation == "liberties"
    written = write_evaluation(note_of(spec, report, "liberties"))
    assert written.startswith("KataGo;") and "e=" not in written
