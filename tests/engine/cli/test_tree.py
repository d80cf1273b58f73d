"""The commands ``tree`` and ``tree-diff``."""

import json
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.core.language import LANGUAGES
from engine.searchtree.files import read_tree
from tests.engine.cli.command import refused, run
from tests.engine.conftest import few

TREES = ("tree", "--game", "trees", "--rules", "tree=deep", "--depth", "6")
COTOAN = ("tree", "--game", "cotoan", "--depth", "2", "--evaluation", "squares_and_lines")


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "negascout", "pvs", "greedy", "pvs:lines=2"])
@pytest.mark.parametrize("capacity", ["1", "50", "200000"])
@pytest.mark.diagonal("algorithm", "capacity")
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


def test_a_film_strip_of_the_line_in_question(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command, output = (*COTOAN, "--algorithm", "alphabeta"), tmp_path / "strip.html"
    move = run(capsys, *command)["root"][1]["move"]
    run(capsys, *command, "--why", move, "--strip", "--output", str(output))
    page = output.read_text(encoding="utf-8")
    assert page.count("<figure") > 2 and "visits of the search: those of the line" in page and "<script" not in page
    run(capsys, *command, "--steps", "0,2", "--output", str(output))
    assert output.read_text(encoding="utf-8").count("<figure") == 2
    assert "ends in .html" in refused(capsys, *command, "--strip", "--output", str(tmp_path / "strip.svg"))


@pytest.mark.parametrize("capacity", ["1", "50", "200000"])
@pytest.mark.parametrize("algorithm", ["mtdf", "best_first"])
@pytest.mark.diagonal("algorithm", "capacity")
def test_a_search_that_repeats_the_root(capsys: pytest.CaptureFixture[str], algorithm: str, capacity: str) -> None:
    # The further visits of the root are counted with the moves.
    data = run(capsys, *COTOAN, "--algorithm", algorithm, "--capacity", capacity)
    assert sum(each["nodes"] for each in data["root"]) + 1 == data["nodes"] == sum(data["by_ply"])
    assert data["root_visits"] == data["by_ply"][0] > 50
    assert len(data["root"]) == data["by_ply"][1]


@pytest.mark.parametrize("capacity", ["1", "50", "200000"])
@pytest.mark.parametrize("algorithm", ["mcts", "pn", "mcts:leaf=evaluation"])
@pytest.mark.diagonal("algorithm", "capacity")
def test_a_search_that_keeps_its_tree(capsys: pytest.CaptureFixture[str], algorithm: str, capacity: str) -> None:
    command = ("tree", "--game", "tictactoe", "--nodes", "1500", "--algorithm", algorithm)
    data = run(capsys, *command, "--capacity", capacity)
    whole = run(capsys, *command)
    assert sum(each["nodes"] for each in data["root"]) + 1 == data["nodes"] == sum(data["by_ply"])
    assert data["kept"] == sum(data["by_ply"][: data["complete_to_ply"] + 1]) <= int(capacity)
    assert len(data["root"]) == whole["by_ply"][1] and data["searched"] == whole["searched"] >= whole["nodes"]
    path = data["root"][2]["move"]
    part, full = run(capsys, *command, "--why", path, "--capacity", capacity), run(capsys, *command, "--why", path)
    if algorithm == "pn":  # nodes below the recorded ones are counted one ply down
        assert part.pop("nodes") <= full.pop("nodes")
    else:
        assert data["root"] == whole["root"] and data["by_ply"] == whole["by_ply"]
    assert part == full and part["text"]["en"]


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


def test_a_page_replays_the_line_that_is_asked_about(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    output = tmp_path / "tree.html"
    command = ("tree", "--game", "tictactoe", "--algorithm", "alphabeta", "--depth", "3", "--output", str(output))
    for asked, has_line in (((), False), (("--why", "a1 b2"), True), (("--focus", "a1 b2"), True)):
        run(capsys, *command, *asked)
        page = output.read_text(encoding="utf-8")
        assert ("visits of the search: those of the line a1 b2, and those below it." in page) == has_line


def test_why_opens_what_did_not_fit(capsys: pytest.CaptureFixture[str]) -> None:
    command = ("tree", "--game", "tictactoe", "--algorithm", "minimax", "--depth", "4")
    whole = run(capsys, *command, "--why", "a1 b2 c3")
    assert run(capsys, *command, "--why", "a1 b2 c3", "--capacity", "12") == whole
    part = run(capsys, *command, "--focus", "a1 b2", "--capacity", "12")["focus"]
    full = run(capsys, *command, "--focus", "a1 b2")["focus"]
    assert part == full and sum(each["nodes"] for each in part["moves"]) + 1 == part["nodes"]


@pytest.mark.parametrize(
    "algorithm", few(["alphabeta", "negascout", "mtdf", "pvs", "best_first"], ["alphabeta", "pvs"])
)
def test_why_opens_what_does_not_fit_into_the_capacity(capsys: pytest.CaptureFixture[str], algorithm: str) -> None:
    # Not even the moves of the root fit, and visits of the same moves are in several parts of the tree.
    command = (*COTOAN, "--algorithm", algorithm)
    for path in ("", "a1a2", "i1i2", *(("i1i2 i11i10",) if algorithm in ("alphabeta", "negascout") else ())):
        whole, part = (run(capsys, *command, "--why", path, "--capacity", each) for each in ("200000", "20"))
        if "table" in whole["text"]["en"]:  # the visit that stored the entry need not be recorded
            del whole["text"], part["text"]
        assert part == whole


def test_why_of_a_search_that_does_not_repeat_itself(capsys: pytest.CaptureFixture[str]) -> None:
    command = (*COTOAN[:3], "--seconds", "60", "--depth", "2", "--algorithm", "alphabeta", "--capacity", "100")
    assert run(capsys, *command, "--why", "a1a2")["reason"] == "exact"
    assert "does not repeat itself" in refused(capsys, *command, "--why", "a1a2 i11i10")


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


def test_a_large_tree_is_read_only_if_it_is_wanted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(tmp_path / "a.kvtree")
    run(capsys, *TREES, "--algorithm", "minimax", "--output", file)
    monkeypatch.setattr("engine.searchtree.files.LARGE_TREE", 8)
    assert "a.kvtree has 11 nodes" in refused(capsys, "tree-diff", file, file)
    assert run(capsys, "tree-diff", file, file, "--large")["same"] == 11


def test_a_tree_with_an_impossible_position_is_one_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from tests.engine.searchtree.test_files import small

    file = tmp_path / "k.kvtree"
    position = {"game": "chess", "position": "R3k3/8/8/8/8/8/8/4K3 w - - 0 1"}
    file.write_bytes(small(position, move=("i2", [-1, 56 | 60 << 6, 0])))
    assert "White is to move and could take the king" in refused(capsys, "tree-diff", str(file), str(file))


def test_nodes_that_are_not_recorded_are_not_compared(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    files = []
    for name, capacity in (("whole", "200000"), ("part", "300")):
        files.append(str(tmp_path / f"{name}.kvtree"))
        run(capsys, *COTOAN, "--algorithm", "minimax", "--capacity", capacity, "--output", files[-1])
    assert main(["tree-diff", *files, "--json"]) == 0
    out, err = capsys.readouterr()
    data = json.loads(out)
    assert (data["same"], data["only_first"], data["only_second"], data["first_difference"]) == (88, 0, 0, None)
    assert data["compared_to_ply"] == 1 and err == "Compared down to ply 1.\n"


def test_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    run(capsys, *TREES, "--algorithm", "alphabeta", "--output", str(path))
    assert len(path.read_text(encoding="utf-8").splitlines()) == 11
    path = tmp_path / "A.CSV"
    run(capsys, *TREES, "--algorithm", "alphabeta", "--output", str(path))
    assert len(path.read_text(encoding="utf-8").splitlines()) == 11
    path = tmp_path / "a.tex"
    run(capsys, *TREES, "--algorithm", "alphabeta", "--output", str(path))
    assert path.read_text(encoding="utf-8").count("\n  ") > 10


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--algorithm", "random"), "random has no tree to keep"),
        (("--algorithm", "minimax", "--position", "K"), "the game is over in this position"),
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
    run(capsys, *TREES, "--algorithm", "mcts", "--nodes", "50", "--output", files[1])
    assert "searches with windows" in refused(capsys, "tree-diff", *files)
    (tmp_path / "c.kvtree").write_bytes(b"no tree")
    assert refused(capsys, "tree-diff", files[0], str(tmp_path / "c.kvtree")).startswith("c.kvtree is not a tree")


def test_tables_for_readers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*TREES, "--algorithm", "alphabeta"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("10 nodes, 10 recorded, complete to ply 4") and "−∞" in out
    assert main([*TREES, "--algorithm", "alphabeta", "--why", "C D F"]) == 0
    assert capsys.readouterr().out.startswith("Minimiser may stop here")
