"""Proofs as text: complete, checked by a program that knows the rules only, and refused if anything is wrong."""

import json
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.analysis.proofs import proof_lines, write_proof
from engine.cli.main import main
from engine.core.errors import OptionError
from engine.core.game import find_game
from engine.search.report import Limit
from engine.search.spec import Spec
from tests.engine.cli.command import refused, run
from tests.engine.conftest import COMPILED, deep
from tests.engine.games.test_caro_search import LONG

ROOT = Path(__file__).parents[3]
VERIFIER = ROOT / "examples" / "strength" / "verify_proof.py"
MODULE = runpy.run_path(str(VERIFIER))
verify: Callable[[str], int] = MODULE["verify"]
ProofError: type[Exception] = MODULE["ProofError"]

CASES = {
    "minigo, a win": ("minigo", "size=5", ""),
    "minigo, a loss": ("minigo", "size=5", "./.x./.. "),
    "nim": ("nim", "", ""),
    "tictactoe": ("tictactoe", "", "x.o/.../..x o"),
    "caro": ("caro", "", LONG["level=1"]),
    "chess": ("chess", "", "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1"),
    "chess, a loss": ("chess", "", "k7/8/1K6/8/8/8/8/7R b - - 0 1"),
    "cotoan": ("cotoan", "", "4b4b3b2b11/4b04/9/9/9/4r34/4r74/9/9/4r04/9 r 0 0 0 1"),
}
"""Game, rules and position, or an empty text for the start."""


def prove(game: str, rules: str, text: str, parameters: str = "") -> list[str]:
    played = find_game(game).with_rules(rules)
    position = played.parse_position(text) if text else played.start()
    search = Spec.parse(f"pn:{parameters}").build(None)
    *_, report = search.analyse(position, Limit(nodes=3_000_000))
    assert report.proved
    return proof_lines(search, position, report)


def loss() -> str:
    """A position of MiniGo 5×5 that is lost for the side to move."""
    position = find_game("minigo").with_rules("size=5").start()
    while True:
        *_, report = Spec.parse("pn").build(None).analyse(position, Limit(nodes=10**6))
        if report.score is not None and report.score.value < 0:
            return str(position)
        position = position.play(report.pv[0])


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_proof_is_checked_by_the_rules(name: str) -> None:
    game, rules, text = CASES[name]
    lines = prove(game, rules, loss() if name == "minigo, a loss" else text)
    assert verify("\n".join(lines)) >= len(lines)
    head = json.loads(lines[0])
    assert (head["format"], head["game"], head["rules"]) == ("kyvien-proof-1", game, rules)
    assert head["winner"] == 0
    assert lines == prove(game, rules, loss() if name == "minigo, a loss" else text), "equal proofs have equal texts"


def proof() -> list[str]:
    return prove("minigo", "size=5", "")


def test_no_line_can_be_missing() -> None:
    """Every position of the winner is reached by some line of play."""
    lines = proof()
    assert len(lines) > 20
    for number in range(1, len(lines)):
        with pytest.raises(ProofError, match="no move for the position"):
            verify("\n".join(lines[:number] + lines[number + 1 :]))


def test_a_wrong_move_is_refused() -> None:
    """Another legal move leads to a position without an answer, or to no win; an illegal one is named."""
    lines, refusals = proof(), 0
    game = find_game("minigo").with_rules("size=5")
    for number in range(1, len(lines), 5):
        row = json.loads(lines[number])
        position = game.parse_position(row["position"])
        for move in position.legal_moves():
            text = game.format_move(position, move, "coordinates")
            if text == row["move"]:
                continue
            changed = [*lines[:number], json.dumps({**row, "move": text}), *lines[number + 1 :]]
            try:
                verify("\n".join(changed))
            except ProofError:
                refusals += 1
            else:
                after = position.play(move).outcome()
                assert after is None or after.winner is position.turn
    assert refusals > 10
    row = json.loads(lines[1])
    with pytest.raises(ProofError):
        verify("\n".join([lines[0], json.dumps({**row, "move": "z99"}), *lines[2:]]))


@pytest.mark.parametrize(
    ("key", "value"),
    [("winner", 1), ("format", "kyvien-proof-2"), ("game", "nobody"), ("rules", "size=6"), ("position", "x"),
     ("winner", 3)],
)  # fmt: skip
def test_a_wrong_head_is_refused(key: str, value: object) -> None:
    lines = proof()
    head = json.dumps({**json.loads(lines[0]), key: value})
    with pytest.raises(ProofError):
        verify("\n".join([head, *lines[1:]]))


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", "x", '{"format": "kyvien-proof-1"}'])
def test_what_is_no_proof_is_refused(text: str) -> None:
    with pytest.raises(ProofError):
        verify(text)


def test_a_line_that_returns_is_no_proof() -> None:
    """A strategy that repeats a position without end wins nothing."""
    game = find_game("chess")()
    position = game.parse_position("7k/8/8/8/8/8/8/KQ6 w - - 0 1")
    rows: dict[str, str] = {}
    waiting = [position]
    while waiting:
        here = waiting.pop()
        text = game.format_position(here)
        if here.outcome() is not None or text in rows or len(rows) > 300:
            continue
        move = game.parse_move(here, "Qb2" if "KQ6" in text else "Qb1") if here.turn == 0 else here.legal_moves()[0]
        if here.turn == 0:
            rows[text] = game.format_move(here, move, "coordinates")
        waiting.append(here.play(move))
    head = {"format": "kyvien-proof-1", "game": "chess", "rules": "", "position": str(position), "history": [0],
            "winner": 0}  # fmt: skip
    lines = [json.dumps(head), *(json.dumps({"position": text, "move": move}) for text, move in rows.items())]
    with pytest.raises(ProofError):
        verify("\n".join(lines))


def test_only_wins_and_losses_are_written(tmp_path: Path) -> None:
    position = find_game("tictactoe")().start()
    for limit in (Limit(nodes=10), Limit(nodes=10**6)):
        search = Spec.parse("pn").build(None)
        *_, report = search.analyse(position, limit)
        with pytest.raises(OptionError, match="no win or loss"):
            write_proof(tmp_path / "proof.jsonl", search, position, report)
    assert not (tmp_path / "proof.jsonl").exists()


@deep
def test_a_lost_table_is_searched_again() -> None:
    """With a table far too small for the proof, the missing positions are solved again."""
    position = find_game("minigo").with_rules("size=6").start()
    search = Spec.parse("pn").build(None)
    search.use_table(2000)
    *_, report = search.analyse(position, Limit(nodes=10**7))
    assert verify("\n".join(proof_lines(search, position, report))) > 1000


@deep
@pytest.mark.parametrize("size", [6, 7])
def test_who_wins_minigo_is_checked_by_the_rules(size: int) -> None:
    lines = prove("minigo", f"size={size}", "")
    assert json.loads(lines[0])["winner"] == 1
    assert verify("\n".join(lines)) > 1000


# --- the command line -------------------------------------------------------------------------------------------------

MINIGO = ["analyse", "--game", "minigo", "--rules", "size=5", "--algorithm", "pn"]


def test_the_command_writes_a_proof(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "proof.jsonl"
    answer = run(capsys, *MINIGO, "--proof", str(path))
    assert answer["proved"] is True and answer["win_in"] == len(answer["pv"]) > 0
    assert answer["note"] == "The length is that of the line found, not of the shortest."
    assert (answer["proof"], answer["disproof"], answer["depth"]) == (0, 2**31 - 1, 0)
    done = subprocess.run(
        [sys.executable, str(VERIFIER), str(path)], capture_output=True, text=True, check=False, cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
    )  # fmt: skip
    assert done.returncode == 0 and done.stdout.startswith("valid: "), done.stderr
    path.write_text(path.read_text(encoding="utf-8").rsplit("\n", 2)[0], encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(VERIFIER), str(path)], capture_output=True, text=True, check=False, cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
    )  # fmt: skip
    assert done.returncode == 1 and "not valid: no move for the position" in done.stderr


@pytest.mark.skipif(not COMPILED, reason="7×7 takes minutes without machine code")
def test_without_a_limit_the_command_searches_to_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    answer = run(capsys, "analyse", "--game", "minigo", "--rules", "size=7", "--algorithm", "pn")
    assert answer["proved"] is True and answer["win_in"] == -len(answer["pv"]) < 0


def test_a_limit_ends_the_command_without_a_score(capsys: pytest.CaptureFixture[str]) -> None:
    answer = run(capsys, *MINIGO, "--nodes", "100")
    assert (answer["score"], answer["win_in"], answer["proved"], answer["nodes"]) == (None, None, False, 100)
    assert answer["proof"] > 0 and answer["disproof"] > 0
    assert run(capsys, *MINIGO, "--depth", "3")["score"] is None


def test_only_a_search_that_proves_writes_a_proof(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = str(tmp_path / "proof.jsonl")
    sentence = refused(capsys, "analyse", "--game", "minigo", "--algorithm", "negascout", "--proof", path)
    assert "negascout proves nothing" in sentence
    nowhere = str(tmp_path / "missing" / "proof.jsonl")
    assert "cannot be written" in refused(capsys, *MINIGO, "--proof", nowhere)


def test_without_a_proof_the_report_is_printed_and_no_file_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "proof.jsonl"
    with pytest.raises(SystemExit) as stopped:
        main([*MINIGO, "--json", "--nodes", "50", "--proof", str(path)])
    out, err = capsys.readouterr()
    assert stopped.value.code == 2 and "no win or loss was proved" in err
    assert json.loads(out)["nodes"] == 50 and json.loads(out)["proved"] is False
    assert not path.exists()


@pytest.mark.parametrize(("arguments", "sentence"), [((), "usage: "), (("missing.jsonl",), "No such file")])
def test_the_verifier_needs_a_file(arguments: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(VERIFIER), *arguments], capture_output=True, text=True, check=False, cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
    )  # fmt: skip
    assert done.returncode and sentence in done.stderr and "Traceback" not in done.stderr


def test_the_verifier_imports_only_the_rules() -> None:
    """Neither a search nor an evaluation is imported by the check of a proof."""
    code = (
        "import runpy, sys; runpy.run_path(sys.argv[1]); "
        "from engine.core.game import find_game; find_game('minigo'); "
        "print([name for name in sys.modules if name.startswith(('engine.search', 'engine.evaluation', "
        "'engine.analysis'))])"
    )
    done = subprocess.run([sys.executable, "-c", code, str(VERIFIER)], capture_output=True, text=True, check=True,
                          cwd=ROOT, env={"PYTHONPATH": str(ROOT), "PATH": ""})  # fmt: skip
    assert done.stdout.strip() == "[]"


def test_the_verifier_is_short() -> None:
    assert len(VERIFIER.read_text(encoding="utf-8").splitlines()) <= 100
