"""Every script of ``examples/`` runs; here those that no other test runs."""

import ast
import importlib.util
import math
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.contests.contest import Adjudication, Contest, Contestant
from engine.contests.journal import ContestJournal
from engine.contests.runner import play_contest
from engine.core.errors import OptionError
from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.search.report import Limit
from tests.engine.conftest import few
from tests.engine.positions import random_play, random_position

ROOT = Path(__file__).parents[1]
ELSEWHERE = {
    "make_proof_records.py",
    "make_sample_records.py",
    "plugin_captures.py",
    "make_grids.py",
    "caro_threats.py",
    "make_pages.py",
}
"""Run by tests/engine: records/test_samples, analysis/test_process, contests/test_grids, games/test_caro_search, and
teach/test_ready_pages."""
HERE = {"fit_scale.py", "make_screenshots.py", "tune_evaluation.py"}


def test_no_example_is_without_a_test() -> None:
    assert {path.name for path in (ROOT / "examples").glob("*.py")} <= ELSEWHERE | HERE


@pytest.mark.unsanitized
@pytest.mark.slow
@pytest.mark.parametrize("language", [("en",), ()])
def test_the_pictures_of_the_readme_can_be_made(tmp_path: Path, language: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "make_screenshots.py"), str(tmp_path), *language],
        capture_output=True, text=True, cwd=ROOT, timeout=300, check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    made = {path.name for path in tmp_path.iterdir()}
    shown = {path.name for path in (ROOT / "examples" / "screenshots").glob(f"*{'-'.join(['', *language])}.png")}
    assert made == shown
    assert all(path.read_bytes().startswith(b"\x89PNG") and path.stat().st_size > 20_000 for path in tmp_path.iterdir())


@pytest.mark.unsanitized
@pytest.mark.parametrize("game", few(["chess", "cotoan", "xiangqi"], ["cotoan"]))
def test_an_evaluation_can_be_tuned(game: str, tmp_path: Path) -> None:
    """Two games, kept and read again: the same table both times, with the names of the present one; a short match."""
    command = [sys.executable, str(ROOT / "examples" / "tune_evaluation.py"), "--game", game, "--games", "2"]
    command += ["--nodes", "100", "--jobs", "1", "--keep", str(tmp_path / "positions"), "--match-nodes", "100"]
    printed = []
    for match in ("0", "2"):
        done = subprocess.run(
            [*command, "--match", match], capture_output=True, text=True, cwd=ROOT, timeout=300, check=False,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        printed.append(done.stdout)
    assert "2 games" in printed[0] and "held out" in printed[0]
    assert printed[1].startswith(printed[0])
    assert " of 2, Elo " in printed[1].splitlines()[-1]
    table = ast.literal_eval(printed[0][printed[0].index("{") :])
    tune = example("tune_evaluation")
    assert list(table) == list(tune.tuned_weights(game, tune.TUNED[game]))
    # Interrupted while the second game was written: it is played again, here for the fit of another evaluation.
    file = tmp_path / "positions"
    complete = file.read_text(encoding="utf-8")
    other = "squares_and_lines" if game == "cotoan" else "tapered"
    file.write_text(complete[:-20], encoding="utf-8")
    done = subprocess.run(
        [*command, "--evaluation", other, "--mix", "0.3"], capture_output=True, text=True, cwd=ROOT, timeout=300,
        check=False, env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0 and done.stdout.startswith("2 games"), done.stderr
    assert file.read_text(encoding="utf-8") == complete


def test_an_evaluation_can_be_tuned_by_the_games_of_a_contest(tmp_path: Path, capsys: Any) -> None:
    """Those that a cluster played, for example. The journal has the results of FIRST and its scores."""
    tune, path = example("tune_evaluation"), tmp_path / "games.jsonl"
    players = (Contestant("pvs", Limit(nodes=100), label="a"), Contestant("pvs", Limit(nodes=100), label="b"))
    contest = Contest("chess", players, games=3, random_plies=8, adjudication=Adjudication(60))
    journal = ContestJournal(path, contest)
    results = list(play_contest(contest, journal, jobs=1))
    journal.close()
    samples = tune.read_games("chess", path)
    assert {sample.number for sample in samples} == {0, 1, 2}
    for sample in samples:
        played = next(each for each in results if each.index == sample.number)
        assert sample.result == {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[played.result]
        assert sample.score in played.scores
        position = find_game("chess")().parse_position(sample.text)
        assert position.stands_pat and position.outcome() is None
    assert tune.main(["--game", "chess", "--journal", str(path)]) == 0
    assert capsys.readouterr().out.startswith(f"3 games, {len(samples)} quiet positions")
    with pytest.raises(OptionError, match="has no games of xiangqi"):
        tune.read_games("xiangqi", path)


def test_coefficients_of_the_fit_are_in_the_order_of_the_weights() -> None:
    """For the evaluations with one weight for the whole game, their product is the score of the side to move."""
    tune = example("tune_evaluation")
    for game in ("caro", "cotoan"):
        evaluation = find_evaluation(game, tune.TUNED[game])
        start = find_game(game)().start()
        positions = [each for seed in range(3) for each in random_play(start, 30, random.Random(seed))]
        positions = [each for each in positions if each.outcome() is None and tune.is_quiet(game, each, -1)]
        samples = [tune.Sample(str(each), 0.5, 0, 0) for each in positions]
        amounts, _ = tune.table(game, tune.TUNED[game], samples)
        table = tune.tuned_weights(game, tune.TUNED[game])
        weights = tune.numbers(table)
        assert tune.named(weights, table) == table
        scores = [evaluation.score(find_game(game)().parse_position(sample.text)) for sample in samples]
        assert len(set(scores)) > 4
        assert all(abs(score - each) <= 2 for score, each in zip(scores, amounts @ weights, strict=True)), game


@pytest.mark.unsanitized
def test_a_scale_can_be_fitted() -> None:
    """A scale is found, equal both times; without any sample the script ends with one sentence."""
    command = [sys.executable, str(ROOT / "examples" / "fit_scale.py"), "--depth", "1", "--random-plies", "2", "--game"]
    short = ["--rules", "first=1,second=0,third=0", "--games", "1"]
    printed = []
    for arguments in (["caro", "--games", "3"], ["caro", "--games", "3"], ["nim", *short]):
        done = subprocess.run(
            [*command, *arguments], capture_output=True, text=True, cwd=ROOT, timeout=300, check=False,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        printed.append(done.stdout if done.returncode == 0 else done.stderr)
    assert printed[0] == printed[1]
    assert re.fullmatch(
        r"scale [1-9]\d*: 3 games, \d+ samples, squared error 0\.\d+ \(0\.\d+ with .* 50 %\)\n", printed[0]
    )
    assert printed[2].startswith("no game was long enough for a sample")


def example(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


def test_scores_of_0_are_not_fitted(monkeypatch: pytest.MonkeyPatch) -> None:
    script = example("fit_scale")
    monkeypatch.setattr(script, "play", lambda *_: [(0, 1.0)])
    monkeypatch.setattr(sys, "argv", ["fit_scale.py", "--game", "nim"])
    with pytest.raises(SystemExit, match="no score other than 0: nothing to fit"):
        script.main()


@pytest.mark.parametrize("true", [3.0, 250.0, 40_000.0])
def test_a_fitted_scale_is_the_one_of_the_results(true: float) -> None:
    """Results drawn with the probabilities of the evaluation bar under a scale give that scale back."""
    script = example("fit_scale")
    rng = random.Random(2)
    samples = []
    for _ in range(4000):
        score = rng.gauss(0, 1.5 * true)
        samples.append((score, float(rng.random() < (1 + math.tanh(score / true)) / 2)))
    assert script.fit(samples) == pytest.approx(true, rel=0.1)


@pytest.mark.parametrize("name", ["tapered", "threats_safety"])
@pytest.mark.parametrize("game", ["chess", "xiangqi"])
def test_what_is_tuned_is_the_score(game: str, name: str) -> None:
    """Amounts times weights are the score, but for rounding: of the whole, and of each number of chess's tables."""
    evaluation: Any = find_evaluation(game, name)
    weights = evaluation.tuned
    for seed in range(40):
        position: Any = random_position(game, seed, 2 * seed)
        share, amounts = evaluation.amounts(position)
        assert list(amounts) == list(weights)
        early, late = (sum(weights[name][part] * amounts[name][part] for name in weights) for part in (0, 1))
        mine = evaluation.score(position) * (-1 if position.side else 1)
        assert share * early + (1 - share) * late == pytest.approx(mine, abs=18 if game == "chess" else 2)
