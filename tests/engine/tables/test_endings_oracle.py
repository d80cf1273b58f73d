"""The tables of chess against an independent program: the values follow from its moves, not from ours."""

from typing import Any

import pytest

from engine.core.game import find_game
from engine.tables.endings import EndingLibrary, file_of, read_table, shipped_folder
from tests.engine.conftest import deep, few
from tests.engine.tables.test_retrograde import positions

chess = pytest.importorskip("chess")
pytestmark = pytest.mark.oracle


def expected(board: Any, tables: EndingLibrary) -> int:
    """The value of a position of the other program from our values after its moves."""
    if board.is_checkmate():
        return 1
    if board.is_stalemate() or board.is_insufficient_material():
        return 0
    after = []
    for move in list(board.legal_moves):
        board.push(move)
        if board.is_checkmate() or board.is_stalemate() or board.is_insufficient_material():
            after.append(int(board.is_checkmate()))
        else:
            value = tables.value(find_game("chess")().parse_position(board.fen()))
            assert value is not None
            after.append(value)
        board.pop()
    losses = [value for value in after if value % 2]
    return min(losses) + 1 if losses else 0 if 0 in after else max(after) + 1


@deep
@pytest.mark.parametrize("count", few((200, None), (200,)))
@pytest.mark.parametrize("material", ["KQK", "KRK", "KPK"])
def test_values_follow_from_the_moves_of_python_chess(material: str, count: int | None) -> None:
    tables = EndingLibrary([shipped_folder()])
    checked = 0
    for position, value in positions("chess", read_table(file_of(shipped_folder(), "chess", material)), count):
        board = chess.Board(str(position))
        assert board.is_valid(), str(position)
        assert value == expected(board, tables), str(position)
        checked += 1
    assert checked > (count or 10_000) // 5
