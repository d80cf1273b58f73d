"""Files of tables, hostile ones included, and answers about positions with a history."""

import hashlib
import json
import random
import zlib
from pathlib import Path
from typing import Any

import pytest

from engine.core.endings import Horizon
from engine.core.errors import KyVienError, OptionError
from engine.core.files import FileError
from engine.core.game import find_game, games
from engine.core.language import set_language
from engine.core.outcome import Player
from engine.tables.endings import (
    EndingLibrary,
    EndingTable,
    example_of,
    file_of,
    generate,
    read_table,
    shipped_folder,
    write_table,
)
from engine.tables.words import exact_text
from tests.engine.positions import random_play

LONGEST = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"
DRAWN = "8/8/8/8/4k3/8/4p3/4K3 w - - 0 1"


@pytest.fixture
def library() -> EndingLibrary:
    return EndingLibrary([shipped_folder()])


def source() -> Path:
    return file_of(shipped_folder(), "xiangqi", "KPK")


def altered(path: Path, *, values: bytes | None = None, tail: bytes = b"", **head: Any) -> Path:
    """A copy of a table with another head, other values or a tail."""
    line, data = source().read_bytes().split(b"\n", 1)
    path.write_bytes(
        json.dumps({**json.loads(line), **head}).encode()
        + b"\n"
        + (data if values is None else zlib.compress(values))
        + tail
    )
    return path


# --- files -----------------------------------------------------------------------------------------------------------


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    tables = generate("xiangqi", "KPK")
    table = tables["KPK"]
    size = write_table(tmp_path / "a", table)
    assert size == (tmp_path / "a").stat().st_size
    assert read_table(tmp_path / "a") == table == read_table(source())


def test_every_shipped_table_is_small_and_sound() -> None:
    files = sorted(shipped_folder().glob("*/*"))
    assert len(files) > 20
    for path in files:
        table = read_table(path)
        assert path == file_of(shipped_folder(), table.game, table.material)
        assert path.stat().st_size <= 50_000


def test_damaged_files_are_refused_in_one_sentence(tmp_path: Path) -> None:
    whole = source().read_bytes()
    values = read_table(source()).values
    digest = hashlib.sha256(bytes(len(values))).hexdigest()
    path = tmp_path / "bad"
    cases: list[bytes | dict[str, Any]] = [
        b"", b"\n", b"{}\n", b"[]\n", b"null\n", b"\xff\xfe\n" + whole, b"[" * 4000 + b"\n", b"a" * 100_000,
        whole[:-1], whole[: len(whole) // 2], whole + b"x", whole.replace(b"\n", b"\n\n", 1),
        {"format": "kyvien-endings-2"}, {"game": "nim"}, {"game": "nothing"}, {"game": 3}, {"game": "../chess"},
        {"rules": ""}, {"material": "KRK"}, {"material": "KKP"}, {"material": ["K"]}, {"material": "KPKP" * 500},
        {"positions": 10**18}, {"positions": 5940.0}, {"positions": True}, {"longest": 21}, {"longest": -1},
        {"sha256": "0"}, {"sha256": None}, {"counts": []}, {"counts": [[1, 1, 0, 0]]}, {"counts": [[2, 1, 0, 0]] * 2},
        {"counts": [[-1, -1, 0, 0]] * 2}, {"counts": [["a"] * 4] * 2},
        {"values": values[:-1]}, {"values": values + b"\0"}, {"values": bytes(10**7)}, {"values": bytes(len(values))},
        {"values": bytes(len(values)), "sha256": digest}, {"tail": zlib.compress(values)},
    ]  # fmt: skip
    for case in cases:
        if isinstance(case, bytes):
            path.write_bytes(case)
        else:
            altered(path, **case)
        with pytest.raises(FileError) as refused:
            read_table(path)
        assert str(refused.value).startswith(f"{path} is not a table of endings: "), case
        assert "\n" not in str(refused.value)
    for missing in (tmp_path / "none", tmp_path):
        with pytest.raises(FileError, match="cannot be read"):
            read_table(missing)


def test_a_damaged_table_is_ignored_and_reported_once(tmp_path: Path) -> None:
    folder = tmp_path / "endings"
    for material in ("KPK", "KRK"):
        file_of(folder, "xiangqi", material).parent.mkdir(parents=True, exist_ok=True)
    altered(file_of(folder, "xiangqi", "KPK"), longest=3)
    file_of(folder, "xiangqi", "KRK").write_bytes(source().read_bytes())  # the table of another material
    library = EndingLibrary([folder, shipped_folder()])
    for _ in range(2):
        assert library.find("xiangqi", "KPK") == read_table(source()), "from the next folder"
        found = library.find("xiangqi", "KRK")
        assert found is not None and found.material == "KRK"
    assert len(library.faults) == 2 and all("is not a table of endings" in each for each in library.faults)
    library.forget()
    assert library.faults == []


# --- answers ---------------------------------------------------------------------------------------------------------


def solved(library: EndingLibrary, text: str, game: str = "chess", rules: str = "") -> Any:
    exact = library.exact(find_game(game).with_rules(rules).parse_position(text))
    return None if exact is None else exact.score.win_in or 0


def test_the_answer_is_for_the_side_to_move(library: EndingLibrary) -> None:
    assert solved(library, LONGEST) == 31
    assert solved(library, "7R/8/8/8/8/1k6/8/K7 b - - 0 1") == -28
    assert solved(library, "8/8/8/8/8/k7/2r5/K7 w - - 0 1") == -4, "Black has the rook"
    assert solved(library, "k7/1r6/2K5/8/8/8/8/8 b - - 0 1") == 31, "with the colours exchanged"
    assert solved(library, DRAWN) == 0
    assert solved(library, "4k3/8/8/8/8/8/8/4K2R w K - 0 1") is None, "castling is possible"
    assert solved(library, "4k3/8/8/8/8/8/8/4KB2 w - - 0 1") is None, "the game is over"
    assert solved(library, "4k3/8/8/8/8/8/8/3QK2R w - - 0 1") is None, "no such table"
    assert library.exact(find_game("chess")().start()) is None
    assert library.exact(find_game("caro")().start()) is None


@pytest.mark.parametrize(
    ("game", "rules", "text", "plies"),
    [
        ("chess", "", LONGEST, 31),
        ("chess", "", "8/8/8/1k6/8/8/K5P1/8 w - - 0 1", 55),
        ("xiangqi", "repetition=draw", "9/9/3k1a3/9/9/2N6/9/9/9/4K4 w", 15),
    ],
)
def test_the_moves_shown_reach_the_end_in_time(
    library: EndingLibrary, game: str, rules: str, text: str, plies: int
) -> None:
    position = find_game(game).with_rules(rules).parse_position(text)
    exact = library.exact(position)
    assert exact is not None and exact.score.win_in == plies
    left = plies
    while exact is not None:
        assert exact.move is not None and abs(exact.score.win_in or 0) == left
        position, left = position.play(exact.move), left - 1
        exact = library.exact(position)
    outcome = position.outcome()
    assert left == 0 and outcome is not None and outcome.winner is Player.FIRST


def test_a_counter_that_ends_the_game_first_leaves_no_answer(library: EndingLibrary) -> None:
    for waited, answer in ((68, 31), (69, 31), (70, None), (99, None)):
        assert solved(library, LONGEST.replace(" 0 1", f" {waited} 90")) == answer, waited
    assert solved(library, LONGEST.replace(" 0 1", " 100 90"), rules="no_progress=seventy-five") == 31
    rook = "9/9/4k4/9/9/9/9/9/9/R2K5 w - - {} 60"
    for waited, answer in ((116, 3), (117, 3), (118, None), (200, None)):
        assert solved(library, rook.format(waited), "xiangqi", "repetition=draw") == answer
    assert solved(library, rook.format(200), "xiangqi", "repetition=draw,no_capture=none") == 3


def test_a_position_that_can_soon_be_repeated_leaves_no_answer(library: EndingLibrary) -> None:
    chess = find_game("chess")()
    position = chess.parse_position(LONGEST)
    for text in ("Rb1", "Kc2", "Rb2+", "Kc3"):  # the first position again
        position = position.play(chess.parse_move(position, text))
    assert library.exact(position) is None
    after = position.play(chess.parse_move(position, "Rb8"))
    assert library.exact(after) is None
    five = find_game("chess").with_rules("repetition=fivefold")
    position = five.restore(chess.format_position(position), position.history)
    assert library.exact(position) is not None, "it can occur four times"


def test_under_the_asian_rules_only_wins_are_exact(library: EndingLibrary) -> None:
    won = "3k5/9/9/9/9/9/9/9/4R4/4K4 w"
    drawn = "3aka3/9/9/9/9/9/9/9/9/3K1C3 w"
    for rules, answer in (("", None), ("repetition=draw", 0), ("repetition=none", 0)):
        assert solved(library, won, "xiangqi", rules) == 1
        assert solved(library, drawn, "xiangqi", rules) == answer


def test_the_words(library: EndingLibrary) -> None:
    chess, xiangqi = find_game("chess")(), find_game("xiangqi").with_rules("repetition=draw")
    cases = [
        (chess, LONGEST, "exact: White wins in 31 plies with Kb1 (table KRK)"),
        (chess, "k7/8/1K6/8/8/8/8/7R w - - 0 1", "exact: White wins with Rh8# (table KRK)"),
        (chess, "8/8/8/8/8/8/1Rk5/K7 b - - 0 1", "exact: White wins in 32 plies (table KRK)"),
        (chess, DRAWN, "exact: draw (table KPK)"),
        (xiangqi, "3aka3/9/9/9/9/9/9/9/9/3K1C3 w", "exact: draw (table KCKAA, repetition=draw)"),
    ]
    for game, text, words in cases:
        position = game.parse_position(text)
        exact = library.exact(position)
        assert exact is not None and exact_text(position, exact) == words
    set_language("vi")
    position = chess.parse_position(LONGEST)
    exact = library.exact(position)
    assert (
        exact is not None and exact_text(position, exact) == "kết quả đúng: Trắng thắng sau 31 nước, đi Kb1 (bảng KRK)"
    )


def test_an_example_is_a_longest_win(library: EndingLibrary) -> None:
    table = library.find("chess", "KRK")
    assert table is not None
    assert str(example_of(table)) == LONGEST
    black = example_of(table, Player.SECOND)
    assert black is not None and library.value(black) == 33
    drawn = EndingTable(
        "xiangqi", "KK", bytes(len(read_table(file_of(shipped_folder(), "xiangqi", "KK")).values)), 0, ()
    )
    assert example_of(drawn) is None


def test_games_without_tables_report_it() -> None:
    with pytest.raises(OptionError, match="nim has no tables of endings"):
        generate("nim", "KK")
    with pytest.raises(KyVienError, match="is not a material"):
        generate("chess", "all")


@pytest.mark.parametrize("name", games())
def test_games_without_tables_have_no_exact_values(name: str, library: EndingLibrary) -> None:
    game = find_game(name)()
    for position in random_play(game.start(), 30, random.Random(7)):
        assert position.placement is None, "too many pieces, or no pieces on cells"
        if game.endings() is None:
            assert game.ending_horizon(position) == Horizon(0, draws=False)
        assert library.exact(position) is None


@pytest.mark.parametrize(("name", "text"), [("chess", LONGEST), ("xiangqi", "9/9/3k1a3/9/9/2N6/9/9/9/4K4 w - - 0 1")])
def test_pieces_of_a_position_are_those_of_its_set_up(name: str, text: str) -> None:
    game = find_game(name)()
    endings = game.endings()
    assert endings is not None
    for position in random_play(game.parse_position(text), 20, random.Random(3), noisy=0.0):
        placement = position.placement
        assert placement is not None
        assert sorted(cell for _, cell in placement) == sorted(game.setup(position).pieces)
        owners = {cell: int(piece in endings.pieces[1]) for piece, cell in placement}
        kinds = {kind.id: kind.player for kind in game.surface(position).kinds}
        assert owners == {cell: int(kinds[piece]) for cell, piece in game.setup(position).pieces.items()}


def test_occurrences_are_counted_within_the_plies_given() -> None:
    chess = find_game("chess")()
    position = chess.start()
    counts = []
    for text in ("Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6"):
        position = position.play(chess.parse_move(position, text))
        counts.append([position.occurrences_within(plies) for plies in (0, 4, 100)])
    assert counts == [[1, 1, 1], [1, 1, 1], [1, 1, 1], [1, 2, 2], [1, 2, 2], [1, 2, 2]]
