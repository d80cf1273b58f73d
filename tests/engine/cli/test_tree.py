"""The commands ``tree`` and ``tree-diff``."""

from pathlib import Path

import pytest

from engine.core.language import LANGUAGES
from engine.searchtree.files import read_tree
from tests.engine.cli.command import refused, run

TREES = ("tree", "--game", "trees", "--rules", "tree=deep", "--depth", "6")
COTOAN = ("tree", "--game", "cotoan", "--depth", "2")


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "negascout", "pvs", "greedy", "pvs:lines=2"])
@pytest.mark.parametrize("capacity", ["1", "50", "200000"])
def test_counts_add_up(capsys: pytest.CaptureFixture[str], algorithm: str, capacity: str) -> None:
    data = run(capsys, *COTOAN, "--algorithm", algorithm, "--capacity", capacity)
    assert sum(each["nodes"] for each in data["root"]) + 1 == data["nodes"] == sum(data["by_ply"])
    assert data["kept"] <= int(capacity) and data["kept"] == sum(data["by_ply"][: data["complete_to_ply"] + 1])
    assert sum(data["by_reason"].values()) == data["nodes"]
    seen: set[str] = set()
    for each in data["root"]:
        assert each.get("again", False) == (each["move"] in seen)
        seen.add(each["move"])
        assert each["alpha"] is None or each["beta"] is None or each["alpha"] < each["beta"]
    assert len(seen) == data["by_ply"][1] - sum("again" in each for each in data["root"])
    if algorithm != "pvs":
        assert max(each["value"] for each in data["root"] if each["reason"] in ("exact", "leaf")) == data["score"]


def test_a_search_that_repeats_the_root(capsys: pytest.CaptureFixture[str]) -> None:
    data = run(capsys, *TREES, "--algorithm", "mtdf")
    assert sum(each["nodes"] for each in data["root"]) + data["root_visits"] == data["nodes"]
    assert data["root_visits"] > 1


def test_a_search_again(capsys: pytest.CaptureFixture[str]) -> None:
    data = run(
        capsys, "tree", "--game", "trees", "--rules", "tree=bad_order", "--depth", "3", "--algorithm", "negascout"
    )
    moves = [(each["move"], each["alpha"], each["beta"], each.get("again")) for each in data["root"]]
    assert moves == [
        ("B", None, None, None), ("C", 2, 3, None), ("C", 4, None, True), ("D", 5, 6, None), ("D", 6, None, True)
    ] or [move[0] for move in moves] == ["B", "C", "C", "D", "D"]  # fmt: skip


def test_why(capsys: pytest.CaptureFixture[str]) -> None:
    data = run(capsys, *TREES, "--algorithm", "alphabeta", "--why", "C D F")
    text = data.pop("text")
    assert data == {
        "alpha": 5, "beta": None, "value": 4, "reason": "cutoff", "proved": True, "nodes": 2, "visited": 1,
        "generated": 2, "bound_from": {"ply": 1, "move": "B", "kind": "ancestor"},
    }  # fmt: skip
    assert set(text) == set(LANGUAGES) and "deep cut-off" in text["en"] and text["vi"] != text["en"]
    root = run(capsys, *TREES, "--algorithm", "alphabeta", "--why", "")
    assert (root["reason"], root["bound_from"], root["value"]) == ("exact", None, 5)


def test_why_opens_what_did_not_fit(capsys: pytest.CaptureFixture[str]) -> None:
    command = ("tree", "--game", "tictactoe", "--algorithm", "minimax", "--depth", "4")
    whole = run(capsys, *command, "--why", "a1 b2 c3")
    assert run(capsys, *command, "--why", "a1 b2 c3", "--capacity", "12") == whole
    part = run(capsys, *command, "--focus", "a1 b2", "--capacity", "12")["focus"]
    full = run(capsys, *command, "--focus", "a1 b2")["focus"]
    assert part == full and sum(each["nodes"] for each in part["moves"]) + 1 == part["nodes"]


def test_wins_have_their_length(capsys: pytest.CaptureFixture[str]) -> None:
    data = run(capsys, "tree", "--game", "nim", "--algorithm", "minimax", "--depth", "9", "--position", "1/2/2 1")
    assert any("win_in" in each for each in data["root"]) or data["score"] is not None


def test_two_trees(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    files = []
    for algorithm in ("minimax", "alphabeta"):
        files.append(str(tmp_path / f"{algorithm}.kvtree"))
        run(capsys, *TREES, "--algorithm", algorithm, "--output", files[-1])
    data = run(capsys, "tree-diff", *files)
    assert list(data) == ["same", "other_bound", "other_value", "only_first", "only_second", "first_difference"]
    assert (data["same"], data["other_bound"], data["other_value"], data["only_first"], data["only_second"]) == (
        8, 2, 0, 1, 0
    )  # fmt: skip
    assert data["first_difference"]["moves"] == ["C"] and data["first_difference"]["kind"] == "other_bound"
    assert run(capsys, "tree-diff", files[0], files[0])["first_difference"] is None
    assert len(read_tree(Path(files[1]))) == 10


def test_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    run(capsys, *TREES, "--algorithm", "alphabeta", "--output", str(path))
    assert len(path.read_text(encoding="utf-8").splitlines()) == 11
    path = tmp_path / "a.tex"
    run(capsys, *TREES, "--algorithm", "alphabeta", "--output", str(path))
    assert path.read_text(encoding="utf-8").count("\n  ") > 10


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--algorithm", "random"), "random has no tree to keep"),
        (("--algorithm", "minimax;greedy"), "expected one algorithm"),
        (("--algorithm", "minimax", "--capacity", "0"), "capacity is 0"),
        (("--algorithm", "minimax", "--output", "tree.exe"), "expected a name that ends in"),
        (("--algorithm", "alphabeta", "--why", "C D G K X"), "X"),
        (("--algorithm", "alphabeta", "--why", "C D F I"), "C D F I: the search did not visit"),
        (("--algorithm", "alphabeta", "--output", "/nowhere/a.csv"), "/nowhere"),
    ],
)
def test_refusals(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str) -> None:
    assert words in refused(capsys, *TREES, *arguments)


def test_trees_of_two_positions_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    files = [str(tmp_path / name) for name in ("a.kvtree", "b.kvtree")]
    run(capsys, *TREES, "--algorithm", "minimax", "--output", files[0])
    run(capsys, "tree", "--game", "tictactoe", "--depth", "2", "--algorithm", "minimax", "--output", files[1])
    assert "different positions" in refused(capsys, "tree-diff", *files)
    (tmp_path / "c.kvtree").write_bytes(b"no tree")
    assert refused(capsys, "tree-diff", files[0], str(tmp_path / "c.kvtree")).startswith("c.kvtree is not a tree")


def test_tables_for_readers(capsys: pytest.CaptureFixture[str]) -> None:
    from engine.cli.main import main

    assert main([*TREES, "--algorithm", "alphabeta"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("10 nodes, 10 recorded, complete to ply 4") and "−∞" in out
    assert main([*TREES, "--algorithm", "alphabeta", "--why", "C D F"]) == 0
    assert capsys.readouterr().out.startswith("Minimiser may stop here")
