"""Tables of the library in pandas, which the program itself does not use."""

from typing import Any

import pytest

import engine as kv

pandas: Any = pytest.importorskip("pandas")
pytestmark = pytest.mark.oracle


def plain(frame: Any) -> list[dict[str, Any]]:
    """The rows of a table, with None for missing numbers."""
    return [
        {name: None if value is None or value != value else value for name, value in row.items()}
        for row in frame.astype(object).to_dict("records")
    ]


def test_a_comparison_is_a_table() -> None:
    rows = kv.compare("cotoan", ["minimax", "alphabeta", "random"], depth=2).rows
    frame = pandas.DataFrame(rows)
    assert plain(frame) == rows
    assert frame.nodes.dtype.kind == "i" and frame.seconds.dtype.kind == "f"
    assert frame.set_index("algorithm").nodes.to_dict() == {row["algorithm"]: row["nodes"] for row in rows}


def test_the_columns_of_a_tree_are_a_table() -> None:
    tree = kv.tree("cotoan", "alphabeta", depth=2)
    frame = pandas.DataFrame(dict(tree.columns))
    assert len(frame) == len(tree) == tree.nodes
    for name, column in tree.columns.items():
        assert frame[name].dtype == column.dtype and frame[name].tolist() == column.tolist()
    assert frame.groupby("ply").size().tolist() == list(tree.stats().by_ply)
    assert frame.subtree[0] == 1 + frame.subtree[frame.parent == 0].sum()
    frame.loc[0, "value"] = 12345  # the frame is a copy
    assert tree.columns["value"][0] != 12345
    assert plain(pandas.DataFrame(tree.rows)) == tree.rows


def test_other_rows_are_tables() -> None:
    for rows in (kv.analyse("nim", depth=3).rows, kv.match("greedy", "random", game="nim", games=4).rows):
        assert plain(pandas.DataFrame(rows)) == rows
