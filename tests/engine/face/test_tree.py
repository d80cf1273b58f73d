"""Trees of the library, compared with the command line and with the search; and pictures in notebooks."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy
import pytest

import engine as kv
from engine.core.language import set_language
from engine.searchtree.files import read_tree
from tests.engine.cli.command import run


def test_a_tree_equals_that_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    found = kv.tree("trees", "alphabeta", depth=2)
    printed = run(capsys, "tree", "--game", "trees", "--algorithm", "alphabeta", "--depth", "2")
    assert found.rows == printed["root"]
    assert (found.nodes, len(found)) == (printed["nodes"], printed["kept"])
    assert list(found.stats().by_ply) == printed["by_ply"]
    assert found.stats().by_reason == printed["by_reason"]
    assert found.analysis.score == printed["score"]
    move = found.rows[1]["move"]
    why = run(
        capsys, "tree", "--game", "trees", "--algorithm", "alphabeta", "--depth", "2", "--why", f"{move}",
    )  # fmt: skip
    assert found.why([move]) == found.why(move) == why
    assert str(found.why([move])) == why["text"]["en"]
    assert why["text"]["en"].split(".")[0] in found.why([move])._repr_html_().replace("&#x27;", "'")


def test_a_tree_has_as_many_nodes_as_its_search() -> None:
    found = kv.tree("cotoan", "negascout:ordering=on", depth=3)
    report = kv.analyse("cotoan", "negascout:ordering=on", depth=3).report
    assert found.nodes == report.iteration_nodes
    assert {len(each) for each in found.columns.values()} == {len(found)}
    assert isinstance(found.columns["value"], numpy.ndarray)
    assert found.columns["value"][0] == found.analysis.score


def test_what_was_not_recorded_is_searched_again() -> None:
    whole, upper = (kv.tree("cotoan", "alphabeta", depth=3, capacity=number) for number in (200_000, 200))
    assert len(upper) < 200 < len(whole)
    assert upper.rows == whole.rows
    assert upper.stats() == whole.stats()
    line = [whole.rows[3]["move"]]
    line.append(kv.position("cotoan").play(line[0]).moves[0])
    assert upper.why(line) == whole.why(line)


@pytest.mark.parametrize("ending", ["kvtree", "csv", "svg", "html"])
def test_a_tree_is_saved(ending: str, tmp_path: Path) -> None:
    found = kv.tree("trees", "alphabeta", depth=2)
    file = tmp_path / f"tree.{ending}"
    found.save(str(file))
    match ending:
        case "kvtree":
            assert len(read_tree(file)) == len(found)
        case "csv":
            assert len(file.read_text(encoding="utf-8").splitlines()) == len(found) + 1
        case "html":
            assert "<svg" in file.read_text(encoding="utf-8")
        case "svg":
            assert ElementTree.parse(file).getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_a_picture_and_the_moves_of_the_root_are_shown() -> None:
    found = kv.tree("trees", "minimax", depth=2)
    picture = ElementTree.fromstring(found._repr_svg_())
    words = {each.text for each in picture.iter() if each.tag.endswith("text")}
    assert {row["move"] for row in found.rows} <= words
    shown = found._repr_html_()
    assert shown.startswith("<svg") and shown.count("<tr>") == 1 + len(found.rows)
    assert re.fullmatch(r"Tree\(minimax: depth 2, 7 nodes, 7 recorded, complete to ply 2\)", repr(found))


def test_two_trees_are_compared() -> None:
    one, other = (kv.tree("trees", name, depth=2) for name in ("minimax", "alphabeta"))
    difference = one.diff(other)
    assert difference.other_value == 0
    assert difference.only_first == one.nodes - other.nodes
    assert difference.only_second == 0
    with pytest.raises(kv.KyVienError, match="trees of different positions"):
        one.diff(kv.tree("nim", "minimax", depth=2))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: kv.tree("nim", "random"), "random has no tree to keep"),
        (lambda: kv.tree(kv.position("nim").play("a-1", "b-2", "c-2")), "the game is over"),
        (lambda: kv.tree("nim", capacity=0), "capacity is 0: must be 1 to 10000000"),
        (
            lambda: kv.tree("nim").save("tree.txt"),
            "tree.txt: expected a name that ends in .kvtree, .csv, .svg, .html, .tex",
        ),
        (lambda: kv.tree("nim").why("a-9"), "a-9"),
        (lambda: kv.tree("trees", "alphabeta", depth=2).why("C G"), "did not visit the position"),
    ],
)
def test_errors_are_one_sentence(call: object, message: str) -> None:
    with pytest.raises(kv.KyVienError) as raised:
        call()  # type: ignore[operator]
    assert message in str(raised.value)


def test_a_search_without_windows_has_its_own_columns() -> None:
    found = kv.tree("tictactoe", "mcts", nodes=300)
    assert "simulations" in found.columns
    assert "simulations" in found._repr_html_()
    assert found.rows[0].keys() >= {"move", "simulations", "nodes"}


def test_pictures_of_positions_show_the_last_move_and_arrows() -> None:
    start = kv.position("chess")
    after = start.play("e4")
    plain, moved = (kv.Position(after.core)._repr_svg_(), after._repr_svg_())
    assert ElementTree.fromstring(moved).tag.endswith("svg")
    assert len(moved) > len(plain), "the cells of the last move are tinted"
    assert "Black to move" in moved
    set_language("vi")
    try:
        assert "Black to move" not in after.svg()
    finally:
        set_language("en")
    assert after.svg(arrows=["e7e5"]) != moved != after.svg(flip=True)
    with pytest.raises(kv.KyVienError):
        after.svg(arrows=["e2e4"])
    found = kv.analyse(start, depth=2)
    assert found._repr_html_().startswith("<svg")
