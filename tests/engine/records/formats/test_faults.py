"""Deviations of files from their formats: what is read, what is kept, and how the reader reports it."""

import random
import re
from collections.abc import Sequence

import pytest

from engine.core.errors import NotationError
from engine.core.outcome import Termination
from engine.records.formats import find_format, pgn, sgf
from engine.records.formats.pgn.words import SIGNS
from engine.records.tree import Record

HEAD = '[Event "x"]\n[Result "*"]\n\n'


def line_of(record: Record) -> list[str]:
    """The moves of the main line, and -- for a set-up."""
    return [record.tree.move_text(node) or "--" for node in record.tree.main_line()[1:]]


def told(record: Record) -> list[tuple[int, int]]:
    """The line and the ply of each fault."""
    return [(fault.line, fault.ply) for fault in record.faults]


def one(text: str, name: str = "pgn") -> Record:
    """The only game of a text, which is read again as it was written."""
    (record,) = find_format(f"a.{name}").read(text)
    again = find_format(f"a.{name}").read(find_format(f"a.{name}").write([record]))
    assert len(again) == 1 and again[0].same_as(record) and not again[0].faults
    return record


# --- PGN without a fault ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sign", "nag"), [*SIGNS.items(), ("!", 1), ("?!", 6)])
def test_signs_after_moves_are_glyphs(sign: str, nag: int) -> None:
    for text in (f"1. e4 {sign} e5", f"1. e4 {sign}\ne5", f"1. e4 $1 {sign} e5"):
        record = one(HEAD + text)
        assert line_of(record) == ["e4", "e5"] and not record.faults
        assert record.tree[1].nags[-1] == nag and len(record.tree) == 3
    if not sign.isascii() and len(sign) == 1:
        assert one(f"{HEAD}1. e4{sign} e5").tree[1].nags == (nag,)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1-0", "1-0"), ("0-1", "0-1"), ("1/2-1/2", "1/2-1/2"), ("*", "*"), ("1/2", "1/2-1/2"), ("½-½", "1/2-1/2"),
        ("½", "1/2-1/2"), ("1:0", "1-0"), ("0:1", "0-1"), ("½:½", "1/2-1/2"), ("1/2:1/2", "1/2-1/2"),
        ("0.5-0.5", "1/2-1/2"), ("1–0", "1-0"), ("0—1", "0-1"), ("1/2–1/2", "1/2-1/2"), ("1‑0", "1-0"), ("1−0", "1-0"),
    ],
)  # fmt: skip
def test_results_in_all_usual_forms(text: str, result: str) -> None:
    for game in (f"{HEAD}1. e4 e5 {text}", f'[Event "x"]\n\n1. e4 e5 {text}\n', f'[Result "{text}"]\n\n1. e4 e5\n'):
        record = one(game)
        assert (record.result, line_of(record), record.faults) == (result, ["e4", "e5"], ())
    both = f"{HEAD}1. e4 e5 {text}\n\n{HEAD}1. d4 d5 {text}\n"
    assert [line_of(each) for each in pgn.read(both)] == [["e4", "e5"], ["d4", "d5"]]


@pytest.mark.parametrize("null", ["--", "Z0", "@@@@"])
def test_null_moves_give_the_turn_away(null: str) -> None:
    record = one(f"{HEAD}1. e4 {null} 2. d4 (2. {null} d5) 2... e5")
    assert line_of(record) == ["e4", "--", "d4", "e5"] and not record.faults
    last = record.tree.position(record.tree.main_line()[2])
    assert str(last) == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


def test_a_null_move_in_check_ends_the_line() -> None:
    record = one(f"{HEAD}1. e4 f5 2. Qh5+ -- 3. d4 *")
    assert line_of(record) == ["e4", "f5", "Qh5+"] and told(record) == [(4, 4)]
    assert record.tree[3].comment == "-- 3. d4"


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1. e4 d5 2. exd5 e5 3. dxe6 e.p. Bxe6", "e4 d5 exd5 e5 dxe6 Bxe6"),
        ("1) e4 e5 2) Nf3", "e4 e5 Nf3"),
        ("1. e4\u200b e5\u200e 2. \ufeffNf3\x00 Nc6\x1a", "e4 e5 Nf3 Nc6"),
        ("1. a4 b5 2. axb5 a6 3. bxa6 Nc6 4. a7 Nd4 5. axb8(Q)", "a4 b5 axb5 a6 bxa6 Nc6 a7 Nd4"),
        ("* 1. e4 e5", "e4 e5"),
        ("1. e4 {a {b {c}} d} e5 {e}", "e4 e5"),
        ("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O–O 0—0", "Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O"),
    ],
)
def test_usual_deviations(text: str, moves: str) -> None:
    (record,) = pgn.read(HEAD + text)
    assert " ".join(line_of(record)[: len(moves.split())]) == moves


def test_a_result_glued_to_a_move_and_text_after_the_result() -> None:
    first, second = pgn.read(f"{HEAD}1. f3 e5 2. g4 Qh4#0-1 {{White resigns}}\n=====\nhttp://a.b\n\n{HEAD}1. d4 *")
    assert line_of(first) == ["f3", "e5", "g4", "Qh4#"] and first.result == "0-1"
    assert line_of(second) == ["d4"] and not second.faults
    assert "White resigns" in first.tree[4].comment and "http://a.b" in first.tree[4].comment


@pytest.mark.parametrize(
    ("tag", "text", "result", "kept"),
    [
        ("1-0 (time)", "1-0", "1-0", "1-0 (time)"), ("", "1-0", "1-0", None), ("1/2", "½-½", "1/2-1/2", None),
        ("?", "0-1", "0-1", None), ("White won", "1-0", "1-0", "White won"), ("0-1 on time", "", "0-1", "0-1 on time"),
    ],
)  # fmt: skip
def test_an_unusual_tag_does_not_hide_the_result(tag: str, text: str, result: str, kept: str | None) -> None:
    record = one(f'[Event "x"]\n[Result "{tag}"]\n\n1. e4 e5 {text}')
    assert (record.result, record.headers.get("Termination"), record.faults) == (result, kept, ())


# --- PGN with faults -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "moves", "faults", "kept"),
    [
        ("1. e4 e5 2. Ke3 Nf6 (2... d6) 3. d4 1-0", "e4 e5", [(4, 3)], "Ke3 Nf6 ( 2... d6 ) 3. d4"),
        ("1. e4 e5 and so on 2. Nf3", "e4 e5 Nf3", [(4, 3)], "and so on"),
        ("1. e4 (1. d4 d5 2. Ke3 (2. c4) 1. d4) 1... e5", "e4 e5", [(4, 3)], "Ke3 ( 2. c4 ) 1. d4"),
        ("1. e4!!! e5?!?", "e4 e5", [(4, 2), (4, 3)], "!!!"),
        ("1. e4 (1. d4 d5", "e4", [(4, 0)], ""),
        ("1. e4 ) e5", "e4 e5", [(4, 2)], ""),
        ("1. e4 e5 {never closed 2. Nf3", "e4 e5", [(4, 3)], "never closed 2. Nf3"),
        ("1. e4 ] e5", "e4 e5", [(4, 2)], "]"),
    ],
)
def test_a_fault_is_reported_and_the_text_kept(text: str, moves: str, faults: list[tuple[int, int]], kept: str) -> None:
    record = one(HEAD + text)
    assert " ".join(line_of(record)) == moves and told(record) == faults
    assert any(kept in record.tree[node].comment for node in record.tree.nodes)
    with pytest.raises(NotationError, match="line 4, game 1"):
        pgn.read(HEAD + text, strict=True)


@pytest.mark.parametrize("tag", ['[Event "x]', "[Event]", '[Event "x"', "[Event x]", "[]"])
def test_a_tag_that_cannot_be_read_is_kept(tag: str) -> None:
    first, second = pgn.read(f'[Site "y"]\n{tag}\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n{HEAD}1. d4 *')
    assert first.headers["Site"] == "y" and first.result == "1-0" and line_of(first) == ["e4", "e5"]
    assert told(first) == [(2, 0)] and tag in first.tree[0].comment
    assert line_of(second) == ["d4"]


def test_a_value_on_two_lines() -> None:
    record = one('[Event "a long\n name"]\n\n1. e4 *')
    assert record.headers["Event"] == "a long name" and not record.faults


def test_a_game_that_cannot_be_read_does_not_stop_the_others() -> None:
    text = f'{HEAD}1. e4 *\n\n[Event "y"]\n[FEN "8/8"]\n\n1. d4 *\n\n{HEAD}1. c4 *'
    records = pgn.read(text)
    assert [line_of(each) for each in records] == [["e4"], ["c4"]] and len(records.refused) == 1
    assert records.notice.startswith("2 of 3 games read: line 7, game 2")
    with pytest.raises(NotationError, match="game 2"):
        pgn.read(text, strict=True)
    with pytest.raises(NotationError, match="game 1"):
        pgn.read('[FEN "8/8"]\n\n1. d4 *')


def test_a_contradiction_of_tag_and_text_is_reported() -> None:
    record = one('[Event "x"]\n[Result "0-1"]\n\n1. e4 e5 1-0')
    assert record.result == "0-1" and told(record) == [(2, 0)]


# --- games that go on after their end --------------------------------------------------------------------------------

THREE = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 "


@pytest.mark.parametrize(
    ("text", "plies", "reason"),
    [
        (f"{HEAD}{THREE}5. e4 e5", 10, Termination.REPETITION),
        (f"{HEAD}1. e4 ({THREE}5. d4 d5) 1... e5", 2, None),
        ('[FEN "8/8/8/8/8/2k5/8/K5N1 w - - 0 1"]\n\n1. Nf3 Kd3 2. Nd4', 3, Termination.INSUFFICIENT_MATERIAL),
        ('[FEN "8/8/8/8/8/2k5/7R/K7 w - - 99 80"]\n\n1. Rh3+ Kd2 2. Rh2+', 3, Termination.NO_PROGRESS),
        ('[Game "go"]\n\n1. D4 pass 2. pass D5 3. E5 *', 5, Termination.SCORE),
    ],
)  # fmt: skip
def test_a_record_goes_on_after_an_end_by_a_claim(text: str, plies: int, reason: Termination | None) -> None:
    record = one(text)
    tree = record.tree
    assert len(line_of(record)) == plies and not record.faults
    ends = [each for node in tree.nodes if (each := tree.position(node).outcome()) is not None]
    assert reason is None or reason in [each.termination for each in ends]
    for node in tree.nodes:
        assert tree.position(node).has_legal_move(), "such an end can be analysed and played from"


def test_a_win_ends_the_game_for_searches_only() -> None:
    stones = "1. a1 b1 2. a2 b2 3. a3 b3 4. a4 b4 5. a5 b5 6. h8 h9 *"
    record = one(f'[Game "caro"]\n\n{stones}')
    tree = record.tree
    assert len(line_of(record)) == 12 and not record.faults
    for ply, node in enumerate(tree.main_line()):
        assert tree.position(node).has_legal_move() == (ply < 9)
        outcome = tree.position(node).outcome()
        assert (outcome is None) == (ply < 9) and (ply < 9 or outcome.winner == 0)


# --- SGF -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "moves", "faults", "kept"),
    [
        ("(GM[1]SZ[9];B[ee];W[cc])", "E5 C7", 0, ""),
        ("(\nTE[a]\nSZ[9]\n;B[ee];W[cc])", "E5 C7", 0, ""),
        ("(;GM[1]SZ[9]\n---\n;B[ee])", "E5", 1, "---"),
        ("(;GM[1]SZ[9];B[ee];W[cc]", "E5 C7", 1, ""),
        ("(;GM[1]SZ[9];B[ee];C[open;W[cc)", "E5 --", 1, "open;W[cc)"),
        ("(;GM[1]SZ[9];B[ee]C[see [1] and [2]];W[cc])", "E5 C7", 1, "and [2]"),
        ("(;GM[1]SZ[9]C[a [b];B[ee];W[cc])", "E5 C7", 0, "a [b"),
        ("(;GM[1]SZ[9];B[ee];W[pp];B[cc])", "E5 -- C7", 1, "W[pp]"),
        ("(;GM[1]SZ[9];B[ee];W[ee];B[cc])", "E5 -- C7", 1, ""),
        ("(;GM[1]SZ[9]AW[ab][ba]PL[B];B[aa];W[cc])", "-- C7", 1, ""),
        ("(;GM[1]SZ[9]AB[ab][ba]AW[aa];B[ee])", "E5", 1, ""),
        ("(;GM[1]SZ[9]AB[ab][zz];B[ee])", "E5", 1, "AB[zz]"),
        ("(;GM[1]SZ[9];B[ee](;W[cc]);W[dd])", "E5 C7", 1, ""),
        ("(;GM[1]SZ[9];B[ee]()(;W[cc]))", "E5 C7", 1, ""),
    ],
)
def test_damaged_sgf(text: str, moves: str, faults: int, kept: str) -> None:
    record = one(text, "sgf")
    assert " ".join(line_of(record)) == moves and len(record.faults) == faults
    assert any(kept in record.tree[node].comment for node in record.tree.nodes)
    if faults:
        with pytest.raises(NotationError, match=r"line [12], game 1"):
            sgf.read(text, strict=True)


def test_an_illegal_stone_takes_what_it_surrounds() -> None:
    record = one("(;GM[1]SZ[9]AB[aa]AW[ba]PL[W];W[aa]C[note];B[ee])", "sgf")
    tree = record.tree
    assert "".join(tree.game.setup(tree.position(1)).pieces.values()).count("w") == 2
    assert tree[1].comment == "note" and line_of(record) == ["--", "E5"]


# --- damaged files of every format -----------------------------------------------------------------------------------


def damaged(text: str, rng: random.Random) -> str:
    """A text with some characters changed, removed or inserted, or cut off."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        text = rng.choice(
            (
                text[:at] + rng.choice('{}[]();"\\*!?$-.x1 \n') + text[at:], text[:at] + text[at + rng.randint(1, 6) :],
                text[:at] + rng.choice('{}[]();"\\') + text[at + 1 :], text[: max(at, 40)],
            )
        )  # fmt: skip
    return text


SAMPLES = {
    "pgn": '[Event "a"]\n[White "b"]\n[Result "1-0"]\n\n1. e4 {c} e5 $1 (1... d5 2. exd5 {d} Qxd5) 2. Nf3 Nc6 1-0\n',
    "sgf": "(;GM[1]SZ[9]PB[a]C[b];B[ee]C[c \\] d](;W[cc]LB[aa:1];B[gg])(;W[dd]))",
    "psq": "Piskvorky 15x15, 11:11, 0\n1,1,0\n2,2,0\n3,3,5\n1,2,0\n1,3,0\nlocal\nlocal\n-1\n",
}


@pytest.mark.parametrize("name", sorted(SAMPLES))
@pytest.mark.parametrize("seed", range(8))
def test_damaged_files_lose_nothing_on_the_way_through_the_writer(name: str, seed: int) -> None:
    rng = random.Random(f"{name} {seed}")
    read = 0
    for _ in range(40):
        text = damaged(SAMPLES[name], rng)
        try:
            records = find_format(f"a.{name}").read(text)
        except NotationError:
            continue  # no game is recognised
        read += 1
        for record in records:
            # A .psq file has no comments.
            kind = find_format("a.sgf" if name == "sgf" else "a.pgn")
            (again,) = kind.read(kind.write([record]))
            assert again.same_as(record) and not again.faults, text
    assert read > 10


def words_in(texts: Sequence[str]) -> set[str]:
    return {word for text in texts for word in re.findall(r"[a-z]{4,}", text)}


@pytest.mark.parametrize("seed", range(60))
def test_the_words_of_damaged_pgn_are_kept(seed: int) -> None:
    rng = random.Random(seed)
    head = f'[Game "chess"]\n{HEAD}'
    text = f"{head}1. e4 {{first}} e5 2. Nf3 {{second word}} Nc6 (2... d6 {{third}}) 3. Bb5 {{fourth}} a6 {{fifth}} *"
    at = rng.randrange(len(head), len(text))
    broken = text[:at] + rng.choice("})(]x!") + text[at:]
    kept = [record.tree[node].comment + record.tree[node].lead
            for record in pgn.read(broken) for node in record.tree.nodes]  # fmt: skip
    expected = words_in([broken[len(head) :]])
    assert expected <= words_in(kept)
