"""Scores that other programs wrote in records: each form as its program writes it, with its point of view."""

import base64
import gzip
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import win_chance
from engine.core.evaluation import scale_of
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import WIN, Score
from engine.records.foreign import file_notes
from engine.records.formats import find_format
from engine.records.tree import ROOT, EvaluationNote, GameTree


def _tree(text: str, name: str = "game.pgn") -> GameTree:
    (record,) = find_format(name).read(text)
    return record.tree


def _given(text: str, name: str = "game.pgn") -> list[tuple[int, int | None] | None]:
    """The values for FIRST and the depths of the nodes of the main line after the root."""
    tree = _tree(text, name)
    found = file_notes(tree, tree.nodes)
    assert all(note.algorithm is None and note.score is not None for note in found.values())
    notes = [found.get(node) for node in tree.main_line()[1:]]
    return [None if each is None or each.score is None else (each.score.value, each.depth) for each in notes]


@pytest.mark.parametrize(
    ("text", "value", "depth"),
    [
        ("0.49", 49, None), ("+0.49", 49, None), ("-2.1", -210, None), (".5", 50, None), ("0", 0, None),
        ("0.17,18", 17, 18), ("-1.00,2", -100, 2), ("0.25/12", 25, 12), (" 0.3 ", 30, None),
        ("25,18", 25, 18), ("-106,29", -106, 29), ("14", 14, None), ("250, 5", 250, 5),
        ("29997,20", WIN - 3, 20), ("-29996", 4 - WIN, None),
    ],
)  # fmt: skip
def test_forms_of_eval(text: str, value: int, depth: int | None) -> None:
    assert _given(f"1. e4 {{[%eval {text}]}} *") == [(value, depth)]


@pytest.mark.parametrize(
    "text", ["", "x", "0.1.2", "0.5;d=3", "32767,20", "#", "M", "#1000", "1e5", "99999999", "0.49 19", "- 3", "٣"]
)
def test_other_texts_are_not_understood(text: str) -> None:
    assert _given(f"1. e4 {{[%eval {text}]}} *") == [None]


@pytest.mark.parametrize(
    ("text", "white", "black"),
    [("#3", 6, 5), ("#-3", -5, -6), ("M5", 10, 9), ("-M5", -9, -10), ("#+1", 2, 1), ("-#2,30", -3, -4)],
)
def test_a_mate_in_moves_depends_on_the_side_to_move(text: str, white: int, black: int) -> None:
    """After a move of White, and after one of Black, in plies. White mates in n moves if the number is positive."""
    found = [each for each in _given(f"1. e4 {{[%eval {text}]}} e5 {{[%eval {text}]}} *") if each is not None]
    plies = [Score(value, Player.FIRST).win_in for value, _ in found]
    assert plies == [white, black]


def test_a_mate_on_the_board() -> None:
    mate = "1. f3 {[%eval #0]} e5 2. g4 Qh4# {[%eval #0]} *"
    assert _given(mate) == [None, None, None, (-WIN, None)]
    assert _given("1. e4 {[%eval #-0]} f6 2. d4 g5 3. Qh5# {[%eval #0]} *")[-1] == (WIN, None)


def test_the_evaluation_profile_of_chessbase() -> None:
    text = "{[%evp 0,4,14,25,-30,29997,32767]} 1. e4 e5 2. Nf3 Nc6 3. Bb5 *"
    assert _given(text) == [(25, None), (-30, None), (WIN - 3, None), None, None]
    tree = _tree(text)
    assert file_notes(tree, [0])[0].score == Score(14, Player.FIRST)
    assert _given("{[%evp 2,3,7,8]} 1. e4 e5 2. Nf3 *") == [None, (7, None), (8, None)]
    assert _given("{[%evp 0,1,14,25]} 1. e4 {[%eval 0.99]} *") == [(99, None)]
    for wrong in ("0", "0,1", "0,1,x", "1;2", "0,9999999,1"):
        assert _given(f"{{[%evp {wrong}]}} 1. e4 *") == [None]


def test_comments_of_cutechess_and_fastchess() -> None:
    """The scores are those of the side that moved."""
    text = (
        "1. d4 {+0.16/13 0.074s} Nf6 {-0.33/12 0.072s} 2. c4 {book} e6 {0.00/21 0.38s} 3. Nc3 {-0.97/22 2.0s, n=12, "
        'sd=30, line="info depth 22 score cp -97/5"} Bb4 {+5.15/25 2.8s, White resigns} *'
    )
    assert _given(text) == [(16, 13), (33, 12), None, (0, 21), (-97, 22), (-515, 25)]


def test_mates_of_cutechess_are_in_plies_and_those_of_the_first_fastchess_in_moves() -> None:
    """Cutechess writes +M3, −M2 and +M1 for a mate in two moves."""
    plies = [each and Score(each[0], Player.FIRST).win_in for each in _given(
        "1. d4 {+M3/5 0.050s} e6 {-M2/5 0.050s} 2. e4 {+M1/5 0s} f6 {+M5/20 1.2s} 3. f4 {-M4/9} a6 {+M2/9} b3 {-M3/9} *"
    )]  # fmt: skip
    # Before the move 3, 2, 1, 5 and 4 plies; 2 of the winner and 3 of the loser can only be moves: 3 and 6 plies.
    assert plies == [2, 1, 0, -4, -3, -2, -5]


def test_comments_of_tcec() -> None:
    """``wv`` is White's view, after moves of both sides."""
    text = (
        "1. d4 {d=25, sd=40, pd=Nf6, mt=1000, tl=90, s=1, n=1, pv=d4 Nf6, tb=null, h=0.0, wv=0.33, R50=50, "
        "Rd=-9, Rr=-11, mb=+0+0+0+0+0,} d5 {d=30, wv=-1.20, R50=50} 2. c4 {wv=0.00} e6 {book, mb=+0} "
        "3. e4 {wv=M5, d=3} e5 {wv=M4, d=3} *"
    )
    assert _given(text) == [(33, 25), (-120, 30), (0, None), None, (WIN - 4, 3), (WIN - 3, 3)]


@pytest.mark.parametrize(
    "comment",
    ["0.5 is better", "13/12", "+1/2", "see 0.16/13", "0.16 / 13", "1-0", "2.5/x", "wv=", "wv=x", "M5/3 moves", "book",
     "0.16/13s", "+0.16/99999", "a/b"],
)  # fmt: skip
def test_words_are_no_scores(comment: str) -> None:
    assert _given(f"1. e4 {{{comment}}} *") == [(WIN - 4, 3) if comment == "M5/3 moves" else None]


def test_xiangqi_is_understood_like_chess() -> None:
    head = '[Game "Chinese Chess"]\n\n'
    assert _given(head + "1. h2e2 {[%eval 0.38]} h9g7 {+0.40/19 1.0s} *") == [(38, None), (-40, 19)]


def test_the_texts_stay() -> None:
    text = '[Game "chess"]\n\n{[%evp 0,1,14,25]} 1. e4 {[%eval 25,18] +0.16/13 0.074s} *\n'
    records = find_format("game.pgn").read(text)
    file_notes(records[0].tree, records[0].tree.nodes)
    assert find_format("game.pgn").write(records) == text


# --- Go ---------------------------------------------------------------------------------------------------------------


def _katrain(root: object) -> str:
    parts = [b"", b"", json.dumps({"root": root, "moves": {}}).encode()]
    return "".join(f"[{base64.standard_b64encode(gzip.compress(part, mtime=0)).decode()}]" for part in parts)


def _black(properties: str, black: bool = True) -> float | None:
    """Black's chance of winning in the properties of a move of Black, or of the next one by White."""
    first = "" if black else ";B[aa]"
    tree = _tree(f"(;GM[1]SZ[9]{first};{'B' if black else 'W'}[cc]{properties})", "game.sgf")
    last = tree.main_line()[-1]
    note = file_notes(tree, tree.nodes).get(last)
    assert len(file_notes(tree, tree.nodes)) <= 1
    return None if note is None or note.score is None else round(win_chance(note.score.value, scale_of("go")), 3)


@pytest.mark.parametrize("black", [True, False])
def test_black_s_chance_in_properties(black: bool) -> None:
    """Sabaki and KaTrain write Black's chance, and KataGo White's."""
    assert _black("SBKV[45.81]", black) == 0.458
    assert _black("KT" + _katrain({"winrate": 0.25, "scoreLead": -3.1, "visits": 500}), black) == 0.25
    assert _black("C[0.45 0.55 0.00 -0.5 v=100 weight=1.00]", black) == 0.55
    assert _black("C[0.40 0.40 0.20 -0.5 v=100]", black) == 0.5
    assert _black("C[Move 3: W C3\nScore: W+1.2\nWin rate: W 70.0%\n]", black) == 0.3
    assert _black("C[* Win rate: B 56.00%]", black) == 0.56


def test_lizzie_writes_the_chance_of_the_side_that_moved() -> None:
    text = "LZ[0.7.4 60.5 1.2k 0.5\nmove Q16 visits 3 winrate 4000 pv Q16 D4]"
    assert (_black(text), _black(text, black=False)) == (0.605, 0.395)
    assert _black("LZ[0.7.4 60,5 100\n]") == 0.605
    assert _black("LZ[0.7.4 50.0 0\n]") is None


@pytest.mark.parametrize(
    "properties",
    ["SBKV[x]", "SBKV[145]", "SBKV[]", "KT[a]", "KT[a][b][c]", "KT[][][eA==]", "LZ[]", "LZ[a b c]", "LZ[a 150 3]",
     "C[0.45 0.55]", "C[Win rate: B 560%]", "KT" + _katrain({"winrate": "x"}), "KT" + _katrain({"winrate": 7}),
     "KT" + _katrain(None), "KT" + _katrain({})],
)  # fmt: skip
def test_properties_that_are_not_understood(properties: str) -> None:
    assert _black(properties) is None


@given(
    st.text("MW0123456789.,/+-#= vdinrate:B%\n", max_size=30),
    st.lists(st.tuples(st.sampled_from(["eval", "evp", "sgf SBKV", "sgf KT", "sgf LZ"]),
                       st.text("M0123456789.,/+-#=%a \n", max_size=20)), max_size=3),
    st.sampled_from(["chess", "xiangqi", "go"]),
)  # fmt: skip
def test_any_text_gives_a_score_in_range_or_none(comment: str, commands: list[tuple[str, str]], game: str) -> None:
    tree = GameTree.start(find_game(game)())
    words = tuple(f"{name}{'=' if name.startswith('sgf') else ' '}{text}" for name, text in commands if name != "eval")
    evaluations = tuple(EvaluationNote(None, text=text) for name, text in commands if name == "eval")
    root = replace(tree[ROOT], comment=comment, commands=words, evaluations=evaluations)
    for note in file_notes(GameTree(tree.game, {ROOT: root}), [ROOT]).values():
        assert note.score is not None and abs(note.score.value) <= WIN and note.score.turn is Player.FIRST


def test_a_game_without_pawns_and_chances_has_none() -> None:
    assert _given('[Game "caro"]\n\n1. h8 {[%eval 0.5] +0.16/13 0.1s} *') == [None]
