"""The measurement of public collections."""

from pathlib import Path

import pytest

from tests.engine.records.collections_report import Row, examine, files_of


def row_of(folder: Path) -> Row:
    row = Row()
    for path, data in files_of(folder):
        examine(row, path, data)
    return row


def test_games_of_sgf_are_counted_and_compared(tmp_path: Path) -> None:
    games = "(;GM[1]SZ[9];B[ee];W[cc])(;GM[1]SZ[9]AB[aa];W[ab];B[cc];W[ba])", "(;GM[1]SZ[3];B[aa])"
    for number, text in enumerate(games):
        (tmp_path / f"{number}.sgf").write_text(text, encoding="utf-8")
    row = row_of(tmp_path)
    assert (row.files, row.games, row.read, row.refused) == (2, 3, 2, 1)
    assert (row.miscounted, row.changed, row.compared, row.different) == (0, 0, 2, 0)
    assert [note for note in row.notes if "refused" in note]


@pytest.mark.oracle
def test_games_of_chess_are_counted_and_compared(tmp_path: Path) -> None:
    pytest.importorskip("chess")
    text = """[White "A"]\n\n{a comment}\n\n1. e4 e5 *\n\n1. e4 Ke7 *\n\n[Variant "Atomic"]\n\n1. e4 e5 *\n"""
    (tmp_path / "games.pgn").write_text(text, encoding="utf-8")
    row = row_of(tmp_path)
    assert (row.games, row.miscounted, row.read, row.refused, row.unsupported) == (3, 0, 2, 0, 1)
    assert (row.faulty, row.illegal, row.illegal_only_here) == (1, 1, 0)
    assert (row.changed, row.compared, row.different) == (0, 1, 0)
