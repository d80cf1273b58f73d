"""The compiled reading of plain PGN: it gives the tokens, games and moves of the patterns, or reports failure."""

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.core.errors import KyVienError
from engine.core.game import find_game
from engine.core.position import Position
from engine.records.formats import Extract, find_format
from engine.records.formats.pgn import Pgn, words
from engine.records.formats.pgn.plain import KINDS, PlainText
from engine.records.tree import Record
from tests.engine.records.random_records import fewer_examples, records

SAMPLES = [
    *(Path(__file__).parents[4] / "resources" / "records").glob("*.pgn"),
    *(Path(__file__).parents[3] / "benchmarks" / "pgn").glob("*.pgn"),
]
PIECES = (
    "1. e4", "e5", "2.Nf3", "Nc6", "O-O", "O-O-O+", "exd8=Q+", "e8(Q)", "Rg2+ 3", "Rg2+ 34.", "Ng4+ 1-0", "Bg5+ 0-1",
    "1-0", "0-1", "1/2-1/2", "*", "1:0", "0.5-0.5", "1/2", "½-½", "1–0", "(", ")", "(21... Nxd5", "(8 - 5)", "(|8−5|)",
    "{a {b} c}", "{x}", "{", "}", ";rest", "\n", "\n\n", "\r\n", " ", "  ", "\t", "%x\n", '[Event "x"]\n',
    '[Event "y"]\n', "[X]", "[%x", '[Event "a \\" b"]\n', "$1", "$", "!?", "!!!", "N", "D", "=", "+-", "--", "Z0",
    "@@@@", "C2=5", "P2-5", "M8.7", "Pt-5", "P 2 - 5", "Pháo 2 bình 5", "ma 8 tan 7", "炮二平五", "１．", "...", "…",
    "1 .", "8,8", "h 8", "h8", "a4-a5", "e.p.", "Qxf7#1-0", "\ufeff", "\u200b", "\x1a", "\x00", "\xa0", "\ud800",
    "♘f3", "1 - 0", "12", "1.e4", "$7 $146", "R1-2", "c8=Q", "b4 -5", "tg5.1", "Tg5.1",
)  # fmt: skip
texts = st.lists(st.sampled_from(PIECES) | st.sampled_from([" ", "\n"]), max_size=30).map("".join) | st.lists(
    st.sampled_from(PIECES), max_size=30
).map(" ".join)


class Never:
    """A reader of plain text that never finds any, so that the patterns read everything."""

    def __init__(self, text: str) -> None:
        self.text, self.start, self.end = text, 0, 0

    def read_token(self, at: int) -> int:
        self.start = at
        return 0

    def game(self, at: int) -> None:
        return None


@pytest.fixture(scope="module")
def by_patterns() -> Iterator[Callable[[Callable[[], object]], object]]:
    def call(action: Callable[[], object]) -> object:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(words, "PlainText", Never)
            return action()

    yield call


def tokens(text: str) -> list[words.Token]:
    return list(words.words_of(text))


def places(text: str) -> list[Extract]:
    return [Extract(dict(each.headers), each.start, each.end, each.line) for each in words.scan(text)]


@settings(max_examples=600)
@given(texts)
@example("Rg2+ 3")
@example("Ng2+ 5 ")
@example('[White "An"]\n[Black "')
@example('[A "x"]\n\n1. e4 1-0\nx')
@example('[A "x"]\n\n1. e4 1-0\n[')
@example('[A "x"]\n[A "y"]\n\n*\n\n[B "z"]\n\n1. e4 (1. d4 1-0) *')
def test_tokens_and_games_are_those_of_the_patterns(
    by_patterns: Callable[[Callable[[], object]], object], text: str
) -> None:
    assert tokens(text) == by_patterns(lambda: tokens(text))
    assert places(text) == by_patterns(lambda: places(text))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_damaged_files_are_read_as_by_the_patterns(
    by_patterns: Callable[[Callable[[], object]], object], path: Path
) -> None:
    rng = random.Random(path.name)
    whole = path.read_text(encoding="utf-8")[:20_000]
    for _ in range(60):
        text = list(whole)
        for _ in range(rng.randrange(3)):
            at = rng.randrange(len(text))
            text[at : at + rng.randrange(4)] = rng.choice(PIECES)
        damaged = "".join(text)
        assert places(damaged) == by_patterns(lambda text=damaged: places(text))  # type: ignore[misc]
        for place in places(damaged):
            part = damaged[place.start : place.end]
            assert tokens(part) == by_patterns(lambda text=part: tokens(text))  # type: ignore[misc]


def test_nearly_all_of_the_files_of_programs_is_plain() -> None:
    for path in SAMPLES:
        text = path.read_text(encoding="utf-8")
        games = places(text)
        assert sum(PlainText(text).game(each.start) is not None for each in games) >= 0.9 * len(games), path.name
        moves = [each for place in games for each in tokens(text[place.start : place.end]) if each.kind == "move"]
        if find_format(path).read(text)[0].game.name in ("chess", "xiangqi"):
            plain = sum(KINDS[PlainText(each.text + " 1. ").read_token(0)] == "move" for each in moves)
            assert plain >= 0.95 * len(moves), path.name


def test_long_texts_are_loaded_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is longer than a part, and games across the ends of parts, are found."""
    comment = "{" + "a long comment " * 60_000 + "}"
    game = '[White "An"]\n\n1. e4 {COMMENT} 1... e5 1-0\n\n'
    text = game.replace("{COMMENT}", comment) + game * 20_000 + game.replace("{COMMENT}", comment)
    found = [(each.start, each.end, each.line) for each in words.scan(text)]
    assert len(found) == 20_002
    assert all(text[start:end].startswith("[White") and text[start:end].endswith("1-0") for start, end, _ in found)
    assert [line for _, _, line in found] == [1 + 4 * number for number in range(20_002)]
    plain = PlainText(text)
    assert plain.game(0) == (0, text.index("1. e4"), text.index("1-0") + 3)
    assert plain.game(len(text)) is None
    assert [KINDS[plain.read_token(at)] for at in (text.index("1. e4"), len(text) - 6)] == ["number", "result"]
    with pytest.raises(IndexError):
        plain.game(len(text) + 1)
    with pytest.raises(IndexError):
        plain.read_token(-1)


def line_of(game: str, seed: int, plies: int) -> Iterator[Position]:
    rng, position = random.Random(seed), find_game(game)().start()
    for _ in range(plies):
        if not (moves := position.legal_moves()):
            break
        yield position
        position = position.play(rng.choice(moves))


@pytest.mark.parametrize("game", ["chess", "xiangqi"])
def test_a_plain_move_is_the_one_that_the_parser_finds(game: str) -> None:
    """Every legal move in every notation of records is plain, and a damaged text is never another move."""
    rng = random.Random(26)
    signs = "abcdefghi0123456789KQRBNOPxX+=-#./MTSgtsACHE"
    played = find_game(game)()
    for position in [each for seed in range(6) for each in line_of(game, seed, 120)][::7]:
        wanted: list[tuple[str, int]] = []
        for move in position.legal_moves():
            if game == "chess":
                wanted.append((played.format_move(position, move), move))
            else:
                wanted += [(played.notate(position, move, each), move) for each in ("iccs", "wxf", "vietnamese")]
        damaged = []
        for text, move in wanted:
            found = position.plain_move(text)
            # Pawns that are named by a number from the front are left to the parser.
            assert found == move or (found == -1 and re.match(r"B?[1-5][1-9]|.g|B[ts][1-9]", text)), (
                text,
                str(position),
            )
            at = rng.randrange(len(text) + 1)
            damaged.append(text[:at] + rng.choice(signs) + text[at + rng.randrange(2) :])
        plain = [position.plain_move(text) for text in damaged]
        for text, found in zip(damaged, plain, strict=True):
            try:
                parsed = played.parse_move(position, text + " ")
            except KyVienError:
                parsed = -1
            assert position.plain_move(text + " ") == -1, "the parser does not ask for a plain move here"
            assert found in (-1, parsed), (text, str(position))


def test_moves_of_a_game_that_is_over_are_not_plain() -> None:
    chess = find_game("chess")()
    mated = chess.parse_position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert mated.plain_move("Kh7") == -1
    bare = chess.parse_position("7k/8/8/8/8/8/8/K7 w - - 0 1")
    assert bare.plain_move("Ka2") == -1 and bare.reopened().plain_move("Ka2") >= 0
    assert [find_game(name)().start().plain_move("h8") for name in ("go", "caro", "chess")] == [-1, -1, -1]
    assert chess.start().plain_move("é4") == -1


@fewer_examples
@given(records(kinds=st.sampled_from(["chess", "xiangqi"]).map(lambda name: find_game(name)())))
def test_a_position_of_a_record_is_never_ruled_out(record: Record) -> None:
    text = Pgn().write([record])
    for node in list(record.tree.nodes)[:12]:
        assert Pgn().may_hold(text, record.tree.position(node))


@pytest.mark.parametrize("name", ["chess", "xiangqi"])
def test_what_a_game_holds(name: str) -> None:
    """The walk through the moves finds the positions of all lines and no others, and the keys of the main line."""
    path = Path(__file__).parents[3] / "benchmarks" / "pgn" / f"{name}.pgn"
    text = path.read_text(encoding="utf-8")
    kind, game = Pgn(), find_game(name)()
    found = kind.read(text)
    parts = [text[each.start : each.end] for each in kind.games(text)]
    elsewhere = found[-1].tree
    for record, part in zip(found[:12], parts, strict=False):
        tree = record.tree
        assert kind.keys(part, game) == [tree.position(node).key for node in tree.main_line()]
        assert kind.last_position(part, game) == tree.position(tree.main_line()[-1])
        assert all(kind.may_hold(part, tree.position(node)) for node in tree.nodes)
        own = {str(tree.position(node)).rsplit(" ", 2)[0] for node in tree.nodes}
        others = [elsewhere.position(node) for node in elsewhere.main_line()[20:]]
        assert [kind.may_hold(part, each) for each in others] == [str(each).rsplit(" ", 2)[0] in own for each in others]


def test_games_by_other_rules_are_left_to_the_reader() -> None:
    chess, xiangqi = find_game("chess")(), find_game("xiangqi")()
    game = '[White "An"]\n{}\n1. e4 e5 1-0\n'
    bare = chess.parse_position("7k/8/8/8/8/8/8/K7 w - - 0 1")
    assert not Pgn().may_hold(game.format(""), bare)
    for tag in (
        '[Variant "Chess960"]\n',
        '[Rules "chess960=7"]\n',
        '[Game "xiangqi"]\n',
        '[FEN "x"]\n',
        '[Game "Atomic"]\n',
    ):
        assert Pgn().may_hold(game.format(tag), bare), tag
        assert Pgn().keys(game.format(tag), chess) is Pgn().last_position(game.format(tag), chess) is None, tag
    start = '[FEN "7k/8/8/8/8/8/4P3/K7 w - - 0 1"]\n'
    assert Pgn().keys(game.format(start).replace("e5 ", ""), chess) is not None
    assert Pgn().may_hold(game.format(start).replace("e5 ", ""), chess.parse_position("7k/8/8/8/4P3/8/8/K7 b - - 0 1"))
    assert not Pgn().may_hold(game.format(start).replace("e5 ", ""), chess.start())
    changed = '[FEN "7k/8/8/8/8/8/4P3/K7 w K - 0 1"]\n'
    assert Pgn().last_position(game.format(changed).replace("e5 ", ""), chess) is None, "a fault must be named"
    assert Pgn().may_hold(game.format(""), xiangqi.start()), "e4 is no move of xiangqi"
    for moves in ("1. e4 -- 1-0", "1. e4 1-0 {after}", "1. e5 1-0", "1. (e4) 1-0", "1. e4) 1-0", "1. e4 (1. d4 1-0"):
        assert Pgn().may_hold(f'[White "An"]\n\n{moves}\n', bare), moves


def test_a_line_longer_than_a_search_may_make_is_walked() -> None:
    """Moves that were made too long ago to be unmade do not matter, not even before a variation."""
    game = find_game("chess")()
    moves = ["Nf3", "Nf6", "Ng1", "Ng8"] * 70
    words = [f"{number // 2 + 1}{'.' if number % 2 == 0 else '...'} {text}" for number, text in enumerate(moves)]
    for at in (99, 100, 101, 150):
        text = '[White "An"]\n\n' + " ".join(
            [*words[:at], f"({words[at - 1].split()[0]} h6 )" if at % 2 == 0 else "(", *words[at:]]
        )
        text = text.replace("( ", "(").replace("(", f"({at // 2 + 1}. h3) " if at % 2 else "(", 1) + " 1-0\n"
        record = find_format("x.pgn").read(text)[0]
        assert not record.faults, at
        assert all(Pgn().may_hold(text, record.tree.position(node)) for node in record.tree.nodes)
        assert Pgn().keys(text, game) == [record.tree.position(node).key for node in record.tree.main_line()]
