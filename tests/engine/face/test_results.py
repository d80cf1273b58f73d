"""Analyses, comparisons, records and matches of the library, compared with the command line."""

import csv
import io
import json
import math
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import engine as kv
from engine.core.evaluation import find_evaluation
from engine.face import analysis
from engine.search.query import Query
from engine.search.spec import Spec
from tests.engine.cli.command import run

TIMES = {"seconds", "cpu_seconds", "runs", "nodes_per_second", "exact"}


def without_times(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in TIMES}


def test_an_analysis_equals_that_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    found = kv.analyse("cotoan", "negascout:ordering=on", depth=3, evaluation="material")
    printed = run(
        capsys, "analyse", "--game", "cotoan", "--algorithm", "negascout:ordering=on", "--depth", "3",
        "--evaluation", "material",
    )  # fmt: skip
    assert without_times(found.row) == without_times(printed)
    assert (found.nodes, found.depth, found.score) == (printed["nodes"], printed["depth"], printed["score"])
    assert (found.pv, found.move) == (printed["pv"], printed["move"])
    assert [row["depth"] for row in found.rows] == [1, 2, 3]
    assert found.algorithm == "negascout:ordering=on"


def test_names_and_objects_are_the_same() -> None:
    start = kv.position("nim")
    rows = [
        without_times(kv.analyse(each, algorithm, depth=4).row)
        for each in ("nim", start, start.core, start.game)
        for algorithm in ("alphabeta", Spec.make("alphabeta"))
    ]
    assert all(row == rows[0] for row in rows)
    assert kv.evaluate("chess", "material") == kv.evaluate("chess", find_evaluation("chess", "material")) == 0


def test_a_score_is_an_integer_of_the_side_to_move() -> None:
    mate = kv.position("chess", "7k/8/6K1/8/8/8/8/R7 w - - 0 1")
    won = kv.analyse(mate, "alphabeta", depth=2).score
    assert won is not None and (won, won.win_in, won.text) == (999_999, 1, "#1")
    lost = won.pov(kv.Player.SECOND)
    assert (lost, lost.win_in, lost.text, lost.turn) == (-999_999, -1, "#−1", kv.Player.SECOND)
    assert type(won + 1) is int and json.dumps(won) == "999999"


def test_a_comparison_equals_that_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    found = kv.compare("cotoan", ["minimax", "alphabeta"], depth=3, repeat=True)
    printed = run(capsys, "compare", "--game", "cotoan", "--algorithms", "minimax;alphabeta", "--depth", "3")
    assert [without_times(row) for row in found.rows] == [without_times(row) for row in printed]
    assert {frozenset(row) for row in found.rows} == {frozenset(printed[0])}, "the columns of a table"
    assert {"algorithm", "move", "score", "depth", "nodes"} <= set(found.rows[0])
    assert len(found) == 2 and found[1].algorithm == "alphabeta"
    assert "alphabeta" in found.conclusion
    assert all(row["runs"] > 1 and row["nodes_per_second"] > 0 for row in found.rows[1:]), "short ones are repeated"
    again = kv.compare("cotoan", "minimax;alphabeta", depth=3)
    assert [without_times(row) for row in again.rows] == [without_times(row) for row in found.rows]
    assert {row["runs"] for row in again.rows} == {1}


def test_an_answer_of_an_interrupted_depth_is_marked() -> None:
    found = [kv.analyse("chess", name, nodes=3000) for name in ("pvs", "negascout")]
    assert [each.unfinished for each in found] == [each.report.unfinished for each in found] == [True, False]
    assert [each.row["unfinished"] for each in found] == [True, False]
    assert [each["unfinished"] for each in found[0].rows] == [False] * found[0].depth + [True]


def test_rows_are_tables_of_plain_values() -> None:
    """What ``csv`` and JSON write without help, a table of pandas holds, too."""
    rows = kv.compare("nim", ["minimax", "alphabeta"], depth=3).rows
    table = io.StringIO()
    writer = csv.DictWriter(table, rows[0].keys())
    writer.writerows(rows)
    assert json.loads(json.dumps(rows)) == rows


def test_a_proof_needs_no_limit() -> None:
    assert kv.analyse("nim", "pn").report.proved


def test_results_are_described_in_one_line_and_in_html() -> None:
    found = kv.compare(kv.position("trees"), ["minimax", "alphabeta"], depth=3)
    assert repr(found[0]).startswith("Analysis(minimax: +")
    assert "\n" not in repr(found[0])
    assert found._repr_html_().count("<tr>") == 3
    assert kv.analyse("trees")._repr_html_().count("<tr>") == 2


def test_foreign_text_is_escaped(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_text('[White "<script>alert(1)</script>"]\n[Game "chess"]\n\n1. e4 *\n', encoding="utf-8")
    shown = kv.read(file)[0]._repr_html_()
    assert "<script>" not in shown
    assert "&lt;script&gt;" in shown


def test_an_error_in_the_search_is_raised_where_it_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(query: Query, stop: object) -> Any:
        raise kv.KyVienError("{name} gave no answer", name="it")

    monkeypatch.setattr(analysis, "answer", broken)
    with pytest.raises(kv.KyVienError, match="it gave no answer"):
        kv.analyse("nim")
    monkeypatch.setattr(analysis, "answer", lambda query, stop: ())
    with pytest.raises(kv.KyVienError, match="pvs gave no answer"):
        kv.analyse("nim")


@pytest.mark.unsanitized
def test_an_interrupt_stops_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    join = threading.Thread.join
    calls = []

    def interrupted(thread: threading.Thread, timeout: float | None = None) -> None:
        if thread.name == "analysis" and not calls:
            calls.append(thread)
            raise KeyboardInterrupt
        join(thread, timeout)

    monkeypatch.setattr(threading.Thread, "join", interrupted)
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        kv.analyse("go", "minimax", seconds=30)
    assert not calls[0].is_alive()
    assert time.monotonic() - began < 20


def test_scores_of_other_programs_are_in_the_rows(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_text("1. e4 {[%eval 0.17]} c5 {-0.33/12 0.07s} 2. Nf3 {[%eval pvs;d=3;v=+9] [%eval 25,18]} Nc6 *")
    (game,) = kv.read(file)
    assert [row["scores"] for row in game.rows] == [{"file": 17}, {"file": 33}, {"pvs": 9, "file": 25}, {}]
    game.save(tmp_path / "plain.pgn", plain=True)
    text = " ".join((tmp_path / "plain.pgn").read_text(encoding="utf-8").split())
    assert "2. Nf3 {[%eval 0.25,18]}" in text and "kyvien" not in text
    game.save(tmp_path / "own.pgn")
    assert kv.read(tmp_path / "own.pgn")[0].rows == game.rows


def test_a_record_is_read_and_written(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    text = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n[Game "chess"]\n\n1. e4 {good} (1. d4 d5) e5 2. Nf3 1-0\n'
    file.write_text(text, encoding="utf-8")
    (game,) = kv.read(str(file))
    assert game.moves == ["e2e4", "e7e5", "g1f3"] and len(game) == 3
    assert game.headers["White"] == "A" and game.result == "1-0"
    assert game.positions[0] == kv.position("chess") and game.positions[3] == game.position() == game.position(3)
    assert game.positions[2] == kv.position("chess").play("e4", "e5")
    assert [row["comment"] for row in game.rows] == ["good", "", ""]
    assert repr(game) == "Record(chess, A – B, 1-0, 3 plies)"
    game.save(tmp_path / "again.pgn")
    assert kv.read(tmp_path / "again.pgn")[0].core.same_as(game.core)
    game.page(tmp_path / "game.html")
    assert "<svg" in (tmp_path / "game.html").read_text(encoding="utf-8")
    for ply in (4, -5):
        with pytest.raises(kv.KyVienError, match=f"ply {ply}: the main line has 3 moves"):
            game.position(ply)


def test_a_match_equals_that_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    found = kv.match("greedy", "random", game="tictactoe", games=6, nodes=50, random_plies=1, seed=3, jobs=1)
    printed = run(
        capsys, "match", "--game", "tictactoe", "--first", "greedy", "--second", "random", "--games", "6", "--swap",
        "--nodes", "50", "--random-plies", "1", "--seed", "3", "--jobs", "1",
    )  # fmt: skip
    assert {name: value for name, value in found.summary.items() if "seconds" not in name} == {
        name: value for name, value in printed.items() if "seconds" not in name
    }
    assert found.wins + found.draws + found.losses == printed["counted_games"]
    assert len(found.rows) == len(found.records) == 6
    assert [row["result"] for row in found.rows] == [each.result for each in found.records]
    assert found.interval[0] <= found.elo <= found.interval[1]
    assert repr(found).startswith("Match(greedy – random: ")
    assert found._repr_html_().startswith("<table><caption>greedy – random</caption>")


def test_a_match_needs_no_more_arguments_in_a_game_of_two_moves() -> None:
    """Four random plies always end a game on a small tree."""
    found = kv.match("greedy", "random", game="trees", games=2, jobs=1)
    assert found.contest.random_plies == 1 and len(found.rows) == 2
    assert math.isfinite(found.elo), "also if one player wins every game"


@pytest.mark.slow
def test_a_match_starts_from_its_openings() -> None:
    opening = kv.position("caro", rules="rows=9,columns=9").play("e5", "d5", "e6", "d6")
    found = kv.match("greedy", "random", openings=[opening], games=2, nodes=50, random_plies=0, jobs=1)
    assert [each.positions[0] for each in found.records] == [opening, opening]
