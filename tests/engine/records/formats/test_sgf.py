"""SGF: what we write is read back as it was, what others write is kept, rubbish gives a sentence and nothing else."""

import contextlib
import dataclasses
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given

from engine import __version__
from engine.core.errors import NotationError
from engine.core.game import find_game
from engine.records.edits import add_move, set_comment
from engine.records.formats import find_format, sgf, signs_of
from engine.records.formats.sgf import grammar
from engine.records.formats.sgf.values import read_text
from engine.records.tree import ROOT, GameTree, Record
from tests.engine.records.random_records import fewer_examples, records, stone_games

GNUGO = shutil.which("gnugo", path="/usr/games:/usr/bin:/usr/local/bin:/opt/homebrew/bin") or shutil.which("gnugo")


def only(text: str) -> Record:
    (record,) = sgf.read(text)
    return record


def line_of(record: Record) -> str:
    return " ".join(record.tree.move_text(node) or "set-up" for node in record.tree.main_line()[1:])


def holdable(record: Record) -> Record:
    """The record as SGF holds it: without tabs in comments, lone surrogates, placeholders, a set-up of the start."""
    tree = record.tree
    if tree[ROOT].setup == tree.game.format_position(tree.game.start()):
        tree = tree.with_nodes({ROOT: dataclasses.replace(tree[ROOT], setup=None)})
    for number, node in tree.nodes.items():
        text = re.sub("[\t\f\v]", " ", node.comment)
        text = re.sub("[\ud800-\udfff]", "\ufffd", re.sub(r"\r\n?", "\n", text))
        tree = set_comment(tree, number, text).apply(tree)
    headers = {
        name: text for name, text in record.headers.items() if text not in ("?", "") and (name, text) != ("Result", "*")
    }
    return Record(headers, tree)


@fewer_examples
@given(records(kinds=stone_games()))
def test_round_trip(record: Record) -> None:
    text = sgf.write([record])
    read = only(text)
    expected = holdable(record)
    assert dict(read.headers) == dict(expected.headers)
    assert read.game == record.game
    assert read.tree.same_as(expected.tree)
    read.tree.check()
    assert sgf.write([read]) == sgf.write([expected])


def test_looks_like_this() -> None:
    text = (
        f"(;FF[4]AP[Ky Vien:{__version__}]CA[UTF-8]DT[2026-11-02]GM[1]KM[6.5]PB[An]PW[B\\]x]\n"
        "RE[B+R]RU[Korean]SZ[9];B[ee]BL[100.5]C[hay\\\\]TR[aa][bb](;W[cc];B[gg])(;TE[1]\n"
        "W[dd];B[];W[];C[end]TB[aa][bb]))\n"
    )
    record = only(text)
    assert sgf.write([record]) == text
    assert record.game.rules_text() == "size=9,rule_set=japanese,komi=6.5"
    assert dict(record.headers) == {
        "Date": "2026.11.02", "White": "An", "Black": "B]x", "Result": "1-0", "Termination": "resignation",
    }  # fmt: skip
    assert line_of(record) == "E5 C7 G3"


def test_found_by_name_and_by_looks() -> None:
    assert find_format("a/b.SGF").name == find_format(text=" (;GM[1])").name == "sgf"


def test_a_game_without_moves() -> None:
    game = find_game("go")()
    assert only(sgf.write([Record({}, GameTree.start(game))])).same_as(Record({}, GameTree.start(game)))


# --- as other programs write --------------------------------------------------------------------------------------

KGS = """(;GM[1]FF[4]CA[UTF-8]AP[CGoban:3]ST[2]
RU[Japanese]SZ[19]KM[6.50]TM[900]OT[5x30 byo-yomi]
PW[linh]PB[nam]WR[5k]BR[6k]DT[2026-11-02]PC[The KGS Go Server at http://www.gokgs.com/]C[nam [6k\\]: chào
linh [5k\\]: hi
]RE[W+12.50]
;B[pd]BL[897.142]
;W[dp]WL[894.4]C[a move]
;B[]BL[880]OB[3]
;W[tt]WL[30]OW[5]TB[aa][ba]TW[sa:ss])"""

FOX = """(;GM[1]FF[4]  SZ[19]
GN[友谊赛]
DT[2026-11-02]
PB[阮文安]PW[黎氏平]
BR[9段]WR[8段]
KM[375]HA[0]RU[Chinese]AP[GNU Go:3.8]RN[3]RE[B+R]TM[60]TC[3]TT[30]AP[foxwq]RL[0]
;B[pd];W[dd];B[qp];W[dq])
"""

OGS = """(;FF[4]
CA[UTF-8]
GM[1]
DT[2026-11-02]
PC[OGS: https://online-go.com/game/1]
GN[Friendly Match]
PB[an]
PW[bình]
BR[11k]
WR[9k]
TM[600]OT[5x30 byo-yomi]
RE[B+R]
SZ[9]
KM[5.5]
RU[AGA]
C[https://online-go.com/game/1
]
;B[ee]
(;W[ec]
(;B[cd]
)(;B[gd]
C[or here]
))(;W[gc]
))"""

FF3 = "(;GaMe[1]FileFormat[3]SiZe[9]AddBlack[cc][gg]HAndicap[2]PlayerBlack[x];White[ee]Comment[y];Black[tt])"

PROBLEM = """(;GM[1]FF[4]SZ[9]AB[aa:ca][bb]AW[ab][cb:db]LB[ba:A][bb:B\\]]C[Black to live]
(;B[ac]TR[ac]C[RIGHT];W[bc])(;B[bc]CR[bc];W[ac];C[wrong]AE[aa]AW[ia];W[ib]))"""


def test_cgoban() -> None:
    record = only(KGS)
    assert record.game.rules_text() == "japanese"
    assert line_of(record) == "Q16 D4 pass pass"
    assert dict(record.headers) == {
        "Site": "The KGS Go Server at http://www.gokgs.com/", "Date": "2026.11.02", "White": "nam", "WhiteRank": "6k",
        "Black": "linh", "BlackRank": "5k", "TimeLimit": "900", "Overtime": "5x30 byo-yomi", "Result": "0-1",
        "Margin": "12.50",
    }  # fmt: skip
    tree = record.tree
    assert tree[ROOT].comment == "nam [6k]: chào\nlinh [5k]: hi\n"
    assert [tree[node].clock for node in tree.main_line()[1:]] == [897.142, 894.4, 880.0, 30.0]
    assert tree[4].commands == ("clk 0:00:30", "sgf OW=5", "sgf TB=aa,ba", "sgf TW=sa:ss")
    text = sgf.write([record])
    for kept in ("ST[2]", "KM[6.50]", "RE[W+12.50]", "BL[897.142]", "OB[3]", "TB[aa][ba]", "TW[sa:ss]", "W[]"):
        assert kept in text


def test_fox_in_its_encoding() -> None:
    (record,) = sgf.read(FOX.encode("gb18030"))
    assert record.game.rules_text() == "", "375 hundredths of a stone are 7.5 points"
    assert (record.headers["White"], record.headers["BlackRank"]) == ("阮文安", "8段")
    assert line_of(record) == "Q16 D16 R4 D3"
    text = sgf.write([record])
    assert all(kept in text for kept in ("KM[375]", "HA[0]", "RN[3]", "RL[0]", "TC[3]", "CA[UTF-8]"))


def test_brackets_around_every_move() -> None:
    record = only(OGS)
    assert line_of(record) == "E5 E7 C6"
    assert [len(record.tree[node].children) for node in record.tree.main_line()] == [1, 2, 2, 0]
    assert record.game.rules_text() == "size=9,rule_set=aga,komi=5.5"


def test_the_third_edition() -> None:
    record = only(FF3)
    assert line_of(record) == "E5 pass"
    assert record.tree[ROOT].setup == "9/9/2b6/9/9/9/6b2/9/9 w - 0 0"
    assert record.tree[1].comment == "y"


def test_a_problem() -> None:
    record = only(PROBLEM)
    tree = record.tree
    assert tree[ROOT].setup == "bbb6/wbww5/9/9/9/9/9/9/9 b - 0 0"
    assert tree[ROOT].commands == ("sgf LB=ba:A,bb:B%005c%005d",)
    last = tree.path(max(tree.nodes))
    assert tree[last[-2]].setup == "1bb5w/wbww5/wb7/9/9/9/9/9/9 w - 0 0"
    assert tree[last[-2]].comment == "wrong"
    text = sgf.write([record])
    assert "LB[ba:A][bb:B\\]]" in text
    assert only(text).same_as(record)


def test_handicap() -> None:
    fixed = only("(;GM[1]SZ[9]HA[2]KM[0.5]AB[cg][gc];W[ee])")
    assert fixed.game.rules.handicap == 2
    assert fixed.tree[ROOT].setup is None
    assert "HA[2]" in sgf.write([fixed])
    assert "AB[cg][gc]" in sgf.write([fixed])
    free = only("(;GM[1]SZ[9]HA[2]AB[aa][ii];W[ee])")
    assert free.game.rules.handicap == 2
    assert free.tree[ROOT].setup == "b8/9/9/9/9/9/9/9/8b w - 0 0"
    by_moves = only("(;GM[1]SZ[9]HA[2];B[aa];B[ii];W[ee])")
    assert line_of(by_moves) == "A9 set-up J1 E5"
    assert ";B[aa];PL[B];B[ii];W[ee])" in sgf.write([by_moves]).replace("\n", "")


def test_moves_that_only_the_past_forbids() -> None:
    """SGF allows any move: a board that came before comes again. After two passes a record goes on as it is."""
    ko = "(;GM[1]SZ[5]RU[Chinese]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb])"
    assert line_of(only(ko)) == "C4 set-up B4"
    assert line_of(only("(;GM[1]SZ[5];B[aa];W[];B[];W[ee];B[])")) == "A5 pass pass E1 pass"


def test_caro() -> None:
    record = only("(;GM[4]SZ[15]PB[x]RU[Caro];B[hh];W[h9]C[renlib names points so];B[ii])")
    assert record.game.rules_text() == "Việt Nam"
    assert line_of(record) == "h8 h9 i7"
    assert only("(;GM[4]SZ[12:9];B[ai])").game.rules_text() == "columns=12,rows=9"
    swapped = find_game("caro").with_rules("Swap2")
    tree = GameTree.start(swapped)
    position = swapped.start()
    for word in ("a1", "b1", "c1", "swap", "d1", "e1"):
        tree = add_move(tree, max(tree.nodes), swapped.parse_move(position, word)).apply(tree)
        position = tree.position(max(tree.nodes))
    text = sgf.write([Record({}, tree)])
    assert ";B[ao];W[bo];B[co];KVM[swap];W[do];B[eo])" in text.replace("\n", "")
    assert only(text).tree.same_as(tree)


def test_minigo_is_go_for_other_programs() -> None:
    record = Record({"White": "An"}, GameTree.start(find_game("minigo").with_rules("9x9")))
    text = sgf.write([record])
    assert "GM[1]" in text
    assert only(text).game == record.game
    assert only(text.replace("KVG[minigo]", "")).game.name == "go"


def test_a_game_that_sgf_does_not_hold() -> None:
    with pytest.raises(NotationError, match=r"only records of Caro, Go, MiniGo; save as \.pgn"):
        sgf.write([Record({}, GameTree.start(find_game("cotoan")()))])


def test_a_collection() -> None:
    text = f"a letter (of somebody)\n{KGS}\n\n{OGS} -- {FF3}{FOX}"
    games = find_format("x.sgf").games(text)
    assert [each.line for each in games] == [2, 12, 35, 35]
    assert [each.headers.get("White") for each in games] == ["nam", "an", "x", "阮文安"]
    assert {each.headers["Game"] for each in games} == {"go"}
    assert text[games[1].start : games[1].end] == OGS
    assert [line_of(record) for record in sgf.read(text)][2] == "E5 pass"
    assert sgf.read("") == []
    several = sgf.read(text)
    for record, again in zip(several, sgf.read(sgf.write(several)), strict=True):
        assert again.same_as(record)


def test_words_that_mean_the_same_are_kept_only_while_they_do() -> None:
    record = only("(;GM[1]SZ[9]RU[Korean]RE[W+Resign]DT[2026.1.2])")
    assert all(word in sgf.write([record]) for word in ("RU[Korean]", "RE[W+Resign]", "DT[2026.1.2]"))
    changed = Record(dict(record.headers) | {"Result": "1-0"}, record.tree)
    assert "RE[B+R]" in sgf.write([changed])
    edited = only("(;GM[1]SZ[9]RU[Japanese]KVR[size=9,rule_set=japanese,komi=7])")
    assert edited.game.rules.komi == 7, "another program removed KM"
    assert only("(;GM[1]SZ[9]RU[Japanese])").game.rules.komi == 6.5
    edited = only("(;GM[1]SZ[9]RU[Chinese]KVR[size=9,no_surrounded=on,rule_set=japanese])")
    assert edited.game.rules_text() == "size=9,no_surrounded=on", "another program changed RU"


# --- encodings --------------------------------------------------------------------------------------------------------

TEXTS = {
    "gb18030": "(;GM[1]PB[聂卫平]PW[马晓春]EV[第一届名人战]C[白棋这手棋很好])",
    "cp950": "(;GM[1]PB[周俊勳]PW[林海峰]EV[第十屆名人賽]C[白棋這手棋很好，黑棋只能退])",
    "cp932": "(;GM[1]PB[坂田栄男]PW[藤沢秀行]EV[第一期名人戦]C[この手は良い])",
    "cp949": "(;GM[1]PB[이창호]PW[조훈현]EV[제1회 명인전]C[백이 좋다])",
    "latin-1": "(;GM[1]PB[Müller]PW[José Núñez]EV[Championnat d'été]C[une bonne idée, très fort])",
    "utf-8": "(;GM[1]PB[Nguyễn Văn An]PW[조훈현]EV[名人战])",
    "utf-8-sig": "(;GM[1]PB[Nguyễn Văn An])",
    "utf-16": "(;GM[1]PB[Nguyễn Văn An])",
    "utf-16-le": "(;GM[1]PB[Nguyễn Văn An])",
    "utf-16-be": "(;GM[1]PB[Nguyễn Văn An])",
}


@pytest.mark.parametrize("encoding", TEXTS)
def test_encodings(encoding: str) -> None:
    text = TEXTS[encoding]
    (record,) = sgf.read(text.encode(encoding))
    assert record.same_as(only(text))
    whole = find_format("x.sgf").decode(text.encode(encoding))
    assert sgf.read(whole.encode())[0].same_as(record), "saved as UTF-8, it is read as UTF-8"


@pytest.mark.parametrize(
    ("name", "encoding"),
    [("GB2312", "gb18030"), ("gbk", "gb18030"), ("Big5", "cp950"), ("Shift_JIS", "cp932"), ("EUC-KR", "cp949")]
    + [("ISO-8859-1", "latin-1"), ("UTF-8", "cp932"), ("no such", "cp949"), ("utf-16", "cp950")],
)
def test_the_encoding_that_is_named(name: str, encoding: str) -> None:
    """It is believed unless it cannot be; what is wrong or none is guessed."""
    text = TEXTS[encoding].replace("GM[1]", f"GM[1]CA[{name}]")
    (record,) = sgf.read(text.encode(encoding))
    assert record.headers["White"] == only(TEXTS[encoding]).headers["White"]


def test_signs_whose_second_byte_is_a_bracket() -> None:
    text = "(;GM[1]CA[Shift_JIS]PB[表示ソ能]C[構わない予定])"
    assert b"\\" in text.encode("cp932")
    assert sgf.read(text.encode("cp932"))[0].headers["White"] == "表示ソ能"


# --- rubbish ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1: there is no game 1; the text has 0"),
        ("(;GM[1]\n;B[aa]", "line 2, game 1: a bracket is not closed"),
        ("(;GM[1]\nC[aa", "line 2, game 1: a bracket is not closed"),
        ("(;GM[1]\n\n;B)", "line 3, game 1: a property without a value"),
        ("(;\n[aa])", "line 2, game 1: a value without a property"),
        ("(;GM[1]\n(B[aa]))", "line 2, game 1: a property outside a node"),
        ("(;GM[1]\r\n;B[aa]5;W[bb])", "line 2, game 1: unexpected '5'"),
        ("(;GM[1](;B[aa])\n;W[bb])", "line 2, game 1: a node after a variation"),
        ("(;GM[1]\n())", "line 2, game 1: a variation without a node"),
        ("(;GM[2])", "line 1, game 1: GM[2]: unsupported game; supported: Caro 4, Go 1, MiniGo 1"),
        ("(;SZ[99])", "line 1, game 1: size=99: must be at most 19"),
        ("(;SZ[19:9])", "line 1, game 1: SZ[19:9]: only square boards are supported"),
        ("(;SZ[x])", "line 1, game 1: SZ[x] is not a valid board size"),
        ("(;SZ[9];B[aa]\n;W[aa])", "line 2, game 1: A9: the point is occupied"),
        ("(;SZ[9];B[aa]\n(;W[jj]))", "line 2, game 1: 'jj' is not a point on this board"),
        ("(;SZ[9];B[a]a])", "line 1, game 1: unexpected ']'"),
        ("(;SZ[9];B[a])", "line 1, game 1: 'a' is not a point on this board"),
        ("(;SZ[9]\nAB[aa]AW[ba][ab])", "line 1, game 1: the group on A9 has no liberty"),
        ("(;SZ[9]KVR[x=1])", "line 1, game 1: unknown option 'x'; available: size, rule_set, komi, handicap, "
         "no_surrounded"),
    ],
)  # fmt: skip
def test_files_that_are_none(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as refused:
        sgf.read(text, strict=True) or find_format("x.sgf").read_game(text)
    assert str(refused.value) == reason


@pytest.mark.parametrize("source", [KGS, OGS, PROBLEM, "(;GM[4]SZ[9]KVR[Swap2];B[aa];W[bb];B[cc];KVM[swap]KVN[1])"])
def test_hostile_text(source: str) -> None:
    rng = random.Random(5)
    kind = find_format("x.sgf")
    for _ in range(300):
        text = list(source)
        for _ in range(rng.randint(1, 12)):
            text[rng.randrange(len(text))] = rng.choice("()[];:\\ABWCKVPLEHM19at \n\x00é\ud800٣")
        whole = "".join(text)
        kind.recognises(whole)
        for extract in kind.games(whole):
            assert 0 <= extract.start < extract.end <= len(whole)
        try:
            for record in sgf.read(whole):
                record.tree.check()
                again = only(sgf.write([record]))
                assert dict(again.headers) == dict(record.headers)
                assert again.tree.same_as(record.tree), whole
        except NotationError as error:
            assert str(error)


def test_bytes_of_any_kind() -> None:
    rng = random.Random(6)
    for _ in range(300):
        data = bytearray(FOX.encode("gb18030"))
        for _ in range(rng.randint(1, 30)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        with contextlib.suppress(NotationError):
            sgf.read(bytes(data))


def test_deeply_nested() -> None:
    """No recursion: several times deeper than Python's limit would allow."""
    depth = 2_000
    text = "(;GM[1]SZ[9]" + "(;B[];PL[B]" * depth + ")" * depth + ")"
    record = only(text)
    assert len(record.tree) == 2 * depth + 1
    assert sgf.write([record]).count(";") == 2 * depth + 1
    (record,) = sgf.read("(;" * 20_000)
    assert len(record.tree) == 20_000 and str(record.faults[0].error) == "line 1, game 1: a bracket is not closed"


def test_a_thousand_plies() -> None:
    moves = "".join(f";B[{chr(97 + k % 9)}a];W[];B[];PL[B]AE[{chr(97 + k % 9)}a]" for k in range(400))
    record = only(f"(;GM[1]SZ[9]RU[Japanese]{moves})")
    assert len(record.tree.main_line()) > 1200
    assert only(sgf.write([record])).same_as(record)


# --- programs of others -----------------------------------------------------------------------------------------------


def final_stones(record: Record) -> tuple[set[str], set[str]]:
    position = record.tree.position(record.tree.main_line()[-1])
    pieces = record.game.setup(position).pieces
    surface = record.game.surface(position)
    black, white = ({surface.cell_name(cell) for cell, piece in pieces.items() if piece == kind} for kind in "bw")
    return black, white


def random_go(rng: random.Random, rules: str, plies: int) -> Record:
    game = find_game("go").with_rules(rules)
    tree = GameTree.start(game)
    for number in range(plies):
        position = tree.position(number)
        moves = position.legal_moves()[:-1]
        if not moves or position.outcome() is not None:
            break
        tree = add_move(tree, number, rng.choice(moves)).apply(tree)
        tree = set_comment(tree, number, rng.choice(["", "a]b\\c", "lời bình"])).apply(tree)
    return Record({"White": "An", "Result": "1-0"}, tree)


RULES = ["size=9,rule_set=japanese", "size=13,rule_set=japanese,handicap=4,komi=0.5", "japanese"]


@pytest.mark.parametrize("rules", RULES)
def test_sgfmill_reads_what_we_write(rules: str) -> None:
    from sgfmill import boards, sgf_moves
    from sgfmill import sgf as theirs

    for seed in range(5):
        record = random_go(random.Random(seed), rules, 150)
        game = theirs.Sgf_game.from_bytes(sgf.write([record]).encode())
        assert (game.get_komi(), game.get_handicap() or 0) == (record.game.rules.komi, record.game.rules.handicap)
        board, plays = sgf_moves.get_setup_and_moves(game, boards.Board(game.get_size()))
        for colour, move in plays:
            if move is not None:
                board.play(*move, colour)
        names = [
            (colour, f"{'ABCDEFGHJKLMNOPQRST'[column]}{row + 1}")
            for colour, (row, column) in board.list_occupied_points()
        ]
        assert final_stones(record) == tuple({name for each, name in names if each == colour} for colour in "bw")
        comments = [node.get("C") if node.has_property("C") else "" for node in game.get_main_sequence()]
        assert comments == [record.tree[node].comment for node in record.tree.main_line()]


@pytest.mark.parametrize("rules", RULES)
def test_we_read_what_sgfmill_writes(rules: str) -> None:
    from sgfmill import sgf as theirs

    game = find_game("go").with_rules(rules)
    rng = random.Random(3)
    theirs_game = theirs.Sgf_game(game.size)
    theirs_game.root.set("KM", game.rules.komi)
    theirs_game.root.set("RU", "Japanese")
    position = game.start()
    stones = [divmod(cell, game.size) for cell in game.setup(position).pieces]
    if stones:
        theirs_game.root.set_setup_stones(stones, [])
        theirs_game.root.set("HA", len(stones))
    for _ in range(200):
        moves = position.legal_moves()
        if position.outcome() is not None:
            break
        move = rng.choice(moves)
        node = theirs_game.extend_main_sequence()
        node.set_move("bw"[position.turn], None if move == game.size**2 else divmod(move, game.size))
        position = position.play(move)
    record = only(theirs_game.serialise().decode())
    assert record.game == game
    assert record.tree.position(record.tree.main_line()[-1]).key == position.key


@pytest.mark.oracle
@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed (Debian: apt install gnugo)")
@pytest.mark.parametrize("rules", RULES)
def test_gnu_go_reads_what_we_write(rules: str, tmp_path: Path) -> None:
    for seed in range(3):
        record = random_go(random.Random(seed), rules, 120)
        path = tmp_path / f"{seed}.sgf"
        path.write_text(sgf.write([record]), encoding="utf-8")
        answer = subprocess.run(
            [str(GNUGO), "--mode", "gtp"],
            input=f"loadsgf {path}\nlist_stones black\nlist_stones white\nget_komi\nquery_boardsize\nquit\n",
            capture_output=True, text=True, timeout=60, check=True,
        ).stdout  # fmt: skip
        turn, black, white, komi, size, _ = (part.lstrip("= ").strip() for part in answer.strip().split("\n\n"))
        assert (set(black.split()), set(white.split())) == final_stones(record)
        assert float(komi) == record.game.rules.komi
        assert size == str(record.game.size)
        assert turn == ("black", "white")[record.tree.position(record.tree.main_line()[-1]).turn]


class TestSigns:
    def signs(self, properties: str, size: int = 9) -> list[tuple[str, str, str]]:
        """Cells, kinds and texts at the first move."""
        record = only(f"(;GM[1]SZ[{size}];B[ee]{properties})")
        surface = record.game.surface(record.tree.position(1))
        return [(surface.cell_name(sign.cell), sign.kind, sign.text) for sign in signs_of(record.game, record.tree[1])]

    def test_every_kind(self) -> None:
        found = self.signs("TR[aa]SQ[ba]CR[ca]MA[da][ii]LB[ea:A][fa:12]")
        assert set(found) == {
            ("A9", "triangle", ""), ("B9", "square", ""), ("C9", "circle", ""), ("D9", "cross", ""),
            ("J1", "cross", ""), ("E9", "label", "A"), ("F9", "label", "12"),
        }  # fmt: skip

    def test_rectangles_escapes_and_long_labels(self) -> None:
        assert [name for name, _, _ in self.signs("TR[aa:bb]")] == ["A8", "B8", "A9", "B9"]
        assert self.signs("LB[aa:\\]\\\\:x][ba:% ,][ca:a very long label]") == [
            ("A9", "label", "]\\:x"), ("B9", "label", "% ,".strip()), ("C9", "label", "a very l"),
        ]  # fmt: skip

    def test_what_is_no_sign_is_passed_over(self) -> None:
        assert self.signs("TR[zz][][a][aa:zz]SQ[tt]LB[aa][aa:][zz:A]VW[aa]DD[bb]C[x]") == []
        assert self.signs("CR[aa][aa][aa:aa]") == [("A9", "circle", "")]

    def test_they_last_through_every_format(self) -> None:
        record = only("(;GM[1]SZ[9];B[ee]TR[ee]LB[aa:A];W[cc]SQ[cc])")
        for name in ("x.sgf", "x.pgn"):
            form = find_format(name)
            (again,) = form.read(form.write([record]))
            for node in (1, 2):
                signs = signs_of(record.game, record.tree[node])
                assert signs and signs_of(again.game, again.tree[node]) == signs

    def test_games_without_stones_have_none(self) -> None:
        game = find_game("chess")()
        node = dataclasses.replace(GameTree(game)[ROOT], commands=("sgf TR=aa",))
        assert signs_of(game, node) == []


@pytest.mark.parametrize("name", ["", "a b", 'a"b', "a]b", '"] [Result "1-0', "a\nb", "\u00a0"])
def test_a_header_that_pgn_cannot_write_is_dropped(name: str) -> None:
    record = only(f"(;GM[1]SZ[9]KVH[{name.replace(']', chr(92) + ']')}:x]KVH[Annotator:A. B.];B[ee])")
    assert dict(record.headers) == {"Annotator": "A. B."}
    (again,) = find_format("x.pgn").read(find_format("x.pgn").write([record]), record.game)
    assert again.headers["Annotator"] == "A. B."


def test_thousands_of_empty_nodes_and_passes_are_set_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("go")
    calls = []
    write = game.format_position

    def format_position(self: object, position: object) -> str:
        calls.append(position)
        return str(write(self, position))  # type: ignore[arg-type]

    monkeypatch.setattr(game, "format_position", format_position)
    for nodes, count in ((";" * 1000, 1001), (";W[];B[]" * 500, 1002), (";W[];B[]" + ";B[]" * 1000, 2004)):
        calls.clear()
        record = only(f"(;GM[1]SZ[9];B[aa]{nodes})")
        assert len(record.tree.nodes) >= count
        assert len(calls) < 20
        positions = {str(record.tree.position(node)) for node in record.tree.main_line()[2:]}
        assert len(positions) <= 6


@pytest.mark.parametrize("value", ["", "tt", "``"])
def test_forms_of_a_pass(value: str) -> None:
    """The last form is a point before the first one, as some programs write it (GoProject, issue 4)."""
    (record,) = sgf.read(f"(;GM[1]SZ[9];B[{value}];W[cc])")
    assert record.faults == ()
    assert [record.tree.move_text(node) for node in record.tree.main_line()] == ["", "pass", "C7"]


def test_a_game_with_a_fault_in_each_node_is_read_in_linear_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lines of a game are counted once to find those of its faults, not once for each of them."""
    counted: list[int] = []
    monkeypatch.setattr(sgf, "lines_at", lambda text, at: counted.append(len(text)) or grammar.lines_at(text, at))
    (record,) = sgf.read("(;GM[1]SZ[9]\n" + "(;B[aa]\n" * 100 + ")" * 101)
    assert [fault.line for fault in record.faults] == [*range(3, 102)]
    assert len(counted) <= 10


# --- the grammar ------------------------------------------------------------------------------------------------------


def nodes_of(tree: grammar.SgfTree) -> list[dict[str, list[str]]]:
    """The properties of all nodes, in the order of the text."""
    found, waiting = [], [tree]
    while waiting:
        each = waiting.pop()
        found += each.sequence
        waiting += reversed(each.children)
    return found


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("a\\]b\\\\c\\:d\\e", "a]b\\c:de"), ("a\nb", "a\nb"), ("a\r\nb\n\rc\rd\n\ne", "a\nb\nc\nd\n\ne"),
        ("a\\\nb\\\r\nc\\\n\rd\\\re", "abcde"), ("a\\\n\nb", "a\nb"), ("a\tb\vc\fd\\\te", "a b c d e"),
        ("a\\\\\nb", "a\\\nb"), ("\\é\\\\\\]", "é\\]"), ("", ""), ("a\\", "a"),
    ],
)  # fmt: skip
def test_text_values(raw: str, text: str) -> None:
    assert read_text(raw) == text


@pytest.mark.parametrize("seed", range(20))
def test_text_values_are_those_of_sgfmill(seed: int) -> None:
    from sgfmill import sgf_grammar

    rng = random.Random(seed)
    for _ in range(100):
        raw = "".join(rng.choice("ab\\\\\n\r\t\v\fé:]") for _ in range(rng.randint(0, 12)))
        assert read_text(raw) == sgf_grammar.text_value(raw.encode()).decode(), repr(raw)


def test_occurrences_of_a_property_are_merged() -> None:
    parser = grammar.SgfParser("(;AB[aa]C[x]AddBlack[bb][cc]\nAB [dd];C[y](;B[]W[]B[ee])(;LB[a:\\]]))")
    assert nodes_of(parser.tree) == [
        {"AB": ["aa", "bb", "cc", "dd"], "C": ["x"]}, {"C": ["y"]}, {"B": ["", "ee"], "W": [""]}, {"LB": ["a:\\]"]},
    ]  # fmt: skip
    assert list(nodes_of(parser.tree)[2]) == ["B", "W"]
    assert not parser.faults


@pytest.mark.parametrize("text", [KGS, FOX, OGS, FF3, PROBLEM, "(;C[a\\\nb]\n( ;B[aa] (;W[bb])\t(;W[cc] ; B[dd] ) ) )"])
def test_the_tree_is_that_of_sgfmill(text: str) -> None:
    from sgfmill import sgf_grammar

    parser = grammar.SgfParser(text)
    theirs = sgf_grammar.parse_sgf_game(text.encode())
    waiting = [(parser.tree, theirs)]
    while waiting:
        ours, coarse = waiting.pop()
        properties = [{ident: [value.encode() for value in values] for ident, values in each.items()}
                      for each in ours.sequence]  # fmt: skip
        assert [list(each.items()) for each in properties] == [list(each.items()) for each in coarse.sequence]
        waiting += zip(ours.children, coarse.children, strict=True)
    assert not parser.faults


@fewer_examples
@given(records(kinds=stone_games()))
def test_sgfmill_writes_what_we_write(record: Record) -> None:
    """Its order of properties and variations, and its lines."""
    from sgfmill import sgf_grammar

    written = sgf.write([record]).encode()
    assert sgf_grammar.serialise_game_tree(sgf_grammar.parse_sgf_game(written)) == written


def test_lines_are_wrapped_at_79_bytes() -> None:
    tree = only("(;GM[1]SZ[9]" + ";B[aa];W[bb]" * 40 + ")").tree
    lines = sgf.write([Record({}, tree)]).splitlines()
    assert max(map(len, lines)) == 79 and len(lines) > 5
    for comment, length in (("ắ" * 24, 75), ("ắ" * 25, 78), ("x" * 76, 79), ("x" * 77, 80), ("x" * 300, 303)):
        lines = sgf.write([Record({}, set_comment(tree, 1, comment).apply(tree))]).splitlines()
        # A property that fills a line is alone on it.
        (line,) = (line for line in lines if comment in line)
        assert len(line.encode()) in range(length, 80) or line == f"C[{comment}]"


# --- errors of syntax -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("node", "comment"),
    [
        ("C[a]1+2]", "a\n1+2"), ("C[a] b]", "a] b"), ("C[see [1] and [2\\] x] y]", "see [1] and [2] x] y"),
        ("WLdj]", "WLdj\n]"), ("C[a[b]AB[gg]1] c]", "a[b]AB[gg]1] c"), ("c[x][y]", "x\ny"), ("C[a]\\]b]", "a\n]b"),
        ("C[a[] 1\\]", "a[] 1"),
    ],
)  # fmt: skip
def test_text_at_wrong_places_is_kept(node: str, comment: str) -> None:
    record = only(f"(;GM[1]SZ[9];{node};B[ee])")
    assert record.tree[1].comment == comment and record.faults
    assert only(sgf.write([record])).same_as(record)


def test_faults_after_an_error_of_syntax_have_their_lines() -> None:
    record = only("(;GM[1]SZ[9]\n5\n;B[zz]\n;W[ee]\n;B[ee])")
    assert [fault.line for fault in record.faults] == [2, 3, 5]
    with pytest.raises(NotationError, match="line 3, game 1: 'x'"):
        only("(;GM[1]SZ[9]5\n\n;KVM[x])")


@pytest.mark.parametrize("piece", ["]", "[a]", "C[[]x]", "5", "()", "(", "B ", ";B 1]", "x]"])
def test_long_hostile_texts_are_read_in_linear_time(piece: str, monkeypatch: pytest.MonkeyPatch) -> None:
    escaped: list[int] = []
    escape = grammar._escaped
    monkeypatch.setattr(grammar, "_escaped", lambda text: escaped.append(len(text)) or escape(text))
    text = "(;GM[1]SZ[9]C[a]" + piece * 2_000 + "]" * 2_000
    only(text).tree.check()
    assert sum(escaped) <= 3 * len(text)


def test_a_game_of_a_list_has_the_headers_of_the_game() -> None:
    text = "(;GM[1]PB[a\ud800\\\nb])"
    (extract,) = find_format("x.sgf").games(text)
    assert extract.headers["White"] == only(text).headers["White"] == "a?b"
    record = only("(;GM[1]SZ[9]XX[\ud800])")
    assert record.tree[ROOT].commands == ("sgf XX=?",) and "XX[?]" in sgf.write([record])
