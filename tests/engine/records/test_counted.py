"""Dead pieces as the record keeps them."""

from typing import Any

import pytest

from engine.core.game import find_game
from engine.records import edits
from engine.records.formats import pgn
from engine.records.tree import ROOT, GameTree, Node, Record, dead_command


@pytest.mark.parametrize(("names", "text"), [((), "dead -"), (("D4", "E5"), "dead D4 E5")])
def test_dead_pieces_are_noted_and_read(names: tuple[str, ...], text: str) -> None:
    assert dead_command(names) == text
    assert Node(1, 0, 3, commands=("clk 0:01:02", text)).dead == names


@pytest.mark.parametrize("commands", [(), ("clk 0:01:02",), ("deadline D4",)])
def test_a_game_not_counted_has_no_dead_pieces(commands: tuple[str, ...]) -> None:
    assert Node(1, 0, 3, commands=commands).dead is None


def record(*moves: str) -> tuple[Record, int]:
    game = find_game("go").with_rules("size=5,komi=0.5")
    tree = GameTree.start(game)
    node = ROOT
    for text in moves:
        position: Any = tree.position(node)
        edit = edits.add_move(tree, node, game.parse_move(position, text), ("clk 0:00:30",))
        tree, node = edit.apply(tree), tree.next_id
    return Record({"White": "Lan", "Result": "*"}, tree), node


def test_a_count_is_one_edit_and_goes_back() -> None:
    before, node = record("C3", "A1", "pass", "pass")
    edit = edits.set_count(before, node, ["A1"], {"Result": "1-0", "Termination": "score"})
    after = edit.apply(before)
    assert after.tree[node].dead == ("A1",) and after.result == "1-0"
    assert after.tree[node].commands == ("clk 0:00:30", "dead A1")
    again = edits.set_count(after, node, [], {"Result": "0-1"}).apply(after)
    assert again.tree[node].commands == ("clk 0:00:30", "dead -") and again.tree[node].dead == ()
    assert edit.inverse().apply(after).same_as(before)


def test_a_counted_record_is_written_and_read() -> None:
    before, node = record("C3", "A1", "pass", "pass")
    counted = edits.set_count(before, node, ["A1"], {"Result": "1-0"}).apply(before)
    (read,) = pgn.read(pgn.write([counted]))
    assert read.tree[read.tree.main_line()[-1]].dead == ("A1",)
    assert read.result == "1-0"
