"""PGN: what we write is read back as it was, what others write is kept, rubbish gives a sentence and nothing else."""

import contextlib
import random
import time
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import NotationError
from engine.core.game import Game, find_game
from engine.core.outcome import Player
from engine.core.score import WIN, Score
from engine.records import edits
from engine.records.formats import Extract, Format, _registry, find_format, formats, pgn, register
from engine.records.formats.pgn.writer import WIDTH
from engine.records.tree import ROOT, EvaluationNote, GameTree, Record
from tests.engine.records.random_records import fewer_examples, records

COTOAN = find_game("cotoan")()
HEAD = '[Game "cotoan"]\n\n'


def only(text: str) -> Record:
    (record,) = pgn.read(text)
    return record


def line_of(record: Record) -> str:
    return " ".join(record.tree.move_text(node) for node in record.tree.main_line()[1:])


# --- the picture ------------------------------------------------------------------------------------------------------

ANNOTATED = """\
[Event "Giải \\"Xuân\\" 2026"]
[White "An"]
[Black "Bình \\\\ Cường"]
[Result "1-0"]
[WhiteElo "1500"]
[Termination "points"]
[Game "cotoan"]
[Rules "target=10"]

{[%kyvien note=minimax;d=2;v=0] Trước ván.} 1. 8h1-h5 $1 {[%eval 0.17]
[%kyvien note=negascout;d=4;v=+7] [%clk 0:19:58] Khởi đầu.} (1. 9i1-i5 9a11-a10
(1... 8b11-b10)) ( {Hoặc} 1. 1a1-a2 $5 $13) 1... 9a11-a5
{[%kyvien note=alphabeta;e=material;d=3;v=#-5]} 2. 7g1-g3 1-0
"""
OLD = """\
[Game "cotoan"]
[Rules "target=10"]

{[%eval minimax;d=2;v=0] Trước ván.} 1. 8h1-h5 $1 {[%eval negascout;d=4;v=+7]
[%eval 0.17] [%clk 0:19:58] Khởi đầu.} (1. 9i1-i5 9a11-a10 (1... 8b11-b10)) (
{Hoặc} 1. 1a1-a2 $5 $13) 1... 9a11-a5 {[%eval alphabeta;e=material;d=3;v=#-5]}
2. 7g1-g3 1-0
"""
"""The same record as earlier versions wrote it, without the other tags."""


def test_looks_like_this() -> None:
    record = only(ANNOTATED)
    assert pgn.write([record]) == ANNOTATED
    assert record.game.rules.target == 10
    assert dict(record.headers) == {
        "Event": 'Giải "Xuân" 2026', "White": "An", "Black": "Bình \\ Cường", "Result": "1-0", "WhiteElo": "1500",
        "Termination": "points",
    }  # fmt: skip
    tree = record.tree
    assert tree[ROOT].evaluations == (EvaluationNote("minimax", 2, Score(0, Player.FIRST)),)
    first = tree[tree.main_line()[1]]
    assert first.evaluations == (
        EvaluationNote("negascout", 4, Score(7, Player.FIRST)),
        EvaluationNote(None, text="0.17"),
    )
    assert (first.comment, first.nags, first.commands, first.clock) == ("Khởi đầu.", (1,), ("clk 0:19:58",), 1198.0)
    second = tree[tree.main_line()[2]]
    assert second.evaluations == (EvaluationNote("alphabeta", 3, Score(5 - WIN, Player.FIRST), evaluation="material"),)
    assert len(tree[ROOT].children) == 3
    assert tree[tree[ROOT].children[2]].lead == "Hoặc"


def test_no_line_is_longer_than_80_characters() -> None:
    start = GameTree.start(COTOAN)
    for word in ("a", "ab", "abc"):
        comment = " ".join([word] * 200)
        lines = pgn.write([Record({}, edits.set_comment(start, ROOT, comment).apply(start))]).splitlines()
        lengths = [len(line) for line in lines if line.startswith(word)]
        assert len(lengths) > 3 and 80 - len(word) <= max(lengths) <= 80


def test_notes_of_earlier_versions_are_read() -> None:
    assert only(OLD).tree == only(ANNOTATED).tree
    setup = "9/4b04/b98/9/9/r58/r88/9/9/4r04/9 r 3 0 0 12"
    old = only(HEAD + f"1. 1a1-a2 -- {{ [%setup {setup}] [%eval greedy;v=0] there}}")
    assert old.tree == only(HEAD + f"1. 1a1-a2 -- {{[%kyvien setup={setup}| note=greedy;v=0] there}}").tree
    assert (old.tree[2].setup, old.tree[2].comment, len(old.tree[2].evaluations)) == (setup, "there", 1)


def test_scores_are_written_as_first_sees_them() -> None:
    tree = edits.add_move(GameTree.start(COTOAN), ROOT, COTOAN.start().legal_moves()[0]).apply(GameTree.start(COTOAN))
    note = EvaluationNote("negascout", 4, Score(7, Player.SECOND))
    text = pgn.write([Record({}, edits.set_evaluations(tree, {1: [note]}).apply(tree))])
    assert "{[%kyvien note=negascout;d=4;v=-7]}" in text


# --- round trip -------------------------------------------------------------------------------------------------------


@fewer_examples
@given(records())
def test_round_trip(record: Record) -> None:
    text = pgn.write([record])
    again = only(text)
    assert again.tree == record.tree.renumbered()
    # A result known only from the end of the moves is a header from then on; all else is as it was, in order.
    assert list(again.headers.items()) == list(record.headers.items())
    assert again.game == record.game
    assert pgn.write([again]) == text


@pytest.mark.parametrize(
    "text",
    [
        "[%eval 0.17]", "[%clk 0:10:00] còn lại", "x [%", "}", "{", "{}", "\\", "\\\n", "a\\", "\\u007d",
        "\\u005cu007d", " x", "x ",
        "\n", "\n\n", "a\n\nb", "a \n b", "\t", "a\rb", "\x00", "\u2028", "\ud800", "🙂", "% x\n% y", "; x",
        "(8−5)", "\\ " * 60,
        "a  b " * 40, "[x " * 60, "% " * 60, "[%a] " * 30, "ạ" * 200, "a\\\nb " * 30, " \n " * 30,
    ],
)  # fmt: skip
def test_comments_that_a_comment_cannot_hold(text: str) -> None:
    tree = pgn.read(HEAD + "1. 9i1-i5 (1. 9i1-i4)")[0].tree
    tree = edits.set_comment(tree, 1, text).apply(tree)
    tree = edits.set_lead(tree, 2, text).apply(tree)
    record = Record({"Event": text, "White": text.strip()}, tree)
    again = only(pgn.write([record]))
    assert again.tree == tree
    assert again.headers == record.headers
    assert only(pgn.write([record]).replace("\n", "\r\n")).tree == tree


@fewer_examples
@given(records(8))
def test_round_trip_survives_other_line_ends_and_a_file(record: Record) -> None:
    text = pgn.write([record])
    assert only(text.replace("\n", "\r\n")).same_as(record)
    assert only(find_format("x.pgn").decode(b"\xef\xbb\xbf" + text.encode("utf-8"))).same_as(record)


@fewer_examples
@given(st.lists(records(6), max_size=4))
def test_several_games(several: list[Record]) -> None:
    text = pgn.write(several)
    assert [one.same_as(two) for one, two in zip(pgn.read(text), several, strict=True)] == [True] * len(several)
    for extract, record in zip(find_format("x.pgn").games(text), several, strict=True):
        # Each game's place holds this game and no other.
        assert only(text[extract.start : extract.end]).same_as(record)
        assert text.count("\n", 0, extract.start) + 1 == extract.line


@fewer_examples
@given(records())
def test_lines_are_short(record: Record) -> None:
    body = pgn.write([Record({}, record.tree)]).partition("\n\n")[2]
    for line in body.split("\n"):
        # Only what must not be broken is longer: one word, or a command.
        if len(line) > WIDTH + 2:
            assert (
                " " not in line.strip("() ")
                or "[%" in line
                or "  " in line
                or "\\" in line
                or "\u00a0" in line
                or "\t" in line
            )


# --- what others write ------------------------------------------------------------------------------------------------


def test_tags_and_commands_of_others_stay() -> None:
    text = (
        '[Event "x"]\n[Annotator "y"]\n[UTCTime "10:00:00"]\n[PlyCount "2"]\n[Game "cotoan"]\n\n'
        "1. 9i1-i5 {[%eval 0.17] [%csl Ra1,Gb2] [%mdl 8192]} *\n"
    )
    assert pgn.write([only(text)]) == text


@pytest.mark.parametrize(
    "moves",
    [
        "1. 9i1-i5 9a11-a7 *",
        "1.9i1-i5 9a11-a7",
        "1 . 9i1-i5 1 ... 9a11-a7 1-0",
        "1. i1i5 a11a7 1/2-1/2",
        "i1-i5 a11-a7 *",
        "1. 9i1-i5! 1… 9a11-a7?? ½-½",
        "\ufeff1. 9i1-i5 ; a comment } to the end of the line\n%escaped } line\n9a11-a7",
        "1. 9i1-i5 (1. 9i1-i4) (1. 9i1-i3 9a11-a7 1-0) 1... 9a11-a7 *",
        "1. 9i1-i5 {} {a} 9a11-a7 $1 $2",
    ],
)
def test_many_ways_to_write_the_same(moves: str) -> None:
    assert line_of(only(HEAD + moves)) == "9i1-i5 9a11-a7"


def test_a_calculation_after_a_move_is_passed_over() -> None:
    game = '[Game "cotoan"]\n[SetUp "1"]\n[FEN "9/4b04/b98/9/9/r58/r88/9/9/4r04/9 r 0 0 0 1"]\n\n'
    for move in ("8a5x9a9(8−5)", "8a5x9a9 (8−5)", "8a5xa9(8 mod 5)", "a5a9"):
        record = only(f"{game}1. {move} *")
        assert line_of(record) == "8a5x9a9"
        assert record.tree[ROOT].children == (1,)


def test_comments_around_variations() -> None:
    record = only(HEAD + "{before} 1. {a} 9i1-i5 {b} ( {lead} 1. 9i1-i4 {c} ) {d} 1... 9a11-a7 ( {empty} ) *")
    tree = record.tree
    assert tree[ROOT].comment == "before\na"
    first, other = (tree[child] for child in tree[ROOT].children)
    assert (first.comment, other.lead, other.comment) == ("b\nd", "lead", "c")
    assert tree[first.children[0]].comment == "empty"


def test_comment_lines_of_others_are_joined() -> None:
    record = only(HEAD + "1. 9i1-i5 {one\n   two \n\n  three\\four C:\\users [%csl\nGa1] five} *")
    node = record.tree[1]
    assert node.comment == "one two\n\nthree\\four C:\\users five"
    assert node.commands == ("csl Ga1",)


def test_quotes_that_another_program_did_not_escape() -> None:
    record = only('[Event "The "Best" game"]\n[Site "C:\\"]\n[Game "cotoan"]\n\n1. 9i1-i5')
    assert record.headers == {"Event": 'The "Best" game', "Site": "C:\\"}


def test_the_result_may_be_only_at_the_end() -> None:
    assert only(HEAD + "1. 9i1-i5 0-1").headers == {"Result": "0-1"}
    assert only('[Result "*"]\n' + HEAD + "1. 9i1-i5 0-1").result == "0-1"
    assert only('[Result "1-0"]\n' + HEAD + "1. 9i1-i5 *").result == "1-0"


def test_games_without_an_end_or_without_moves() -> None:
    tag = '[Game "cotoan"]\n'
    assert len(pgn.read(f"{tag}\n1. 9i1-i5\n{tag}\n1. 9i1-i5 *\n{tag}\n{tag}\n*")) == 4
    assert pgn.read("") == pgn.read(" \n") == pgn.read("{only a comment}") == pgn.read("% escaped") == []


def test_without_the_tag_the_game_must_be_given() -> None:
    """Unless the moves are legal in one game only."""
    assert line_of(pgn.read("1. 9i1-i5", COTOAN)[0]) == line_of(pgn.read("1. 9i1-i5")[0]) == "9i1-i5"
    with pytest.raises(NotationError, match=r"line 1, game 1: no tag specifies the game.*cotoan"):
        pgn.read('[Event "x"]\n\n1. 9i1-i12')


def test_a_set_up_in_the_middle() -> None:
    setup = "9/4b04/b98/9/9/r58/r88/9/9/4r04/9 r 3 0 0 12"
    tree = edits.add_move(GameTree.start(COTOAN), ROOT, COTOAN.start().legal_moves()[0]).apply(GameTree.start(COTOAN))
    tree = edits.set_up(tree, 1, setup).apply(tree)
    tree = edits.add_move(tree, 2, tree.position(2).legal_moves()[0]).apply(tree)
    text = pgn.write([Record({}, tree)])
    assert text.split("\n\n")[1] == f"1. 1a1-a2 -- {{[%kyvien setup={setup}]}} 12.\n5a6-b6 *\n"
    assert only(text).tree == tree


# --- what is wrong ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[Game "ludo"]\n\n*', "line 1, game 1: unknown game 'ludo'; available: "),
        ('[Event "x"]\n[Game "cotoan"]\n[Rules "target=7"]\n', "line 3, game 1: target=7: expected one of"),
        ('[Game "cotoan"]\n[FEN "x"]\n', "line 2, game 1: position 'x': expected 6 fields"),
        (HEAD + "1. 9i1-i5\n9a11-a12", "line 4, game 1, ply 2: '9a11-a12' is not a move"),
        (HEAD + "1. 9i1-i5 *\n" + HEAD + "1. 9i1-i5\n2. 9i5-i6", "line 7, game 2, ply 2: 9i5-i6: the piece"),
        (HEAD + "1. 9i1-i5 (1. 8h1-h5 (1. 9i1-i4)", "line 3, game 1: a variation is not closed"),
        (HEAD + "1. 9i1-i5 )", "line 3, game 1, ply 2: unmatched closing bracket"),
        (HEAD + "(1. 9i1-i5)", "line 3, game 1, ply 1: a variation needs a move before it"),
        (HEAD + "1. 9i1-i5\n\n{open", "line 5, game 1, ply 2: a comment is not closed"),
        (HEAD + "1. 9i1-i5 }", "line 3, game 1, ply 2: unexpected '}'"),
        (HEAD + "1. 9i1-i5!?!", "line 3, game 1, ply 2: !?! is not a valid annotation glyph"),
        (HEAD + "1. 9i1-i5 $1234567890", "line 3, game 1, ply 2: $1234567890 is not a valid annotation glyph"),
        (HEAD + "1. 9i1-i5 -- {[%setup 9 r]}", "line 3, game 1, ply 2: --: position '9 r': expected 6 fields"),
        (HEAD + "1. 9i1-i5 -- {[%kyvien setup=9 r]}", "line 3, game 1, ply 2: --: position '9 r': expected 6 fields"),
        ('[Game cotoan]\n', 'line 1, game 1: a tag is written [Name "value"]'),
    ],
)  # fmt: skip
def test_sentences(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        pgn.read(text, strict=True)
    assert str(caught.value).startswith(sentence)


def test_other_encodings() -> None:
    (record,) = pgn.read('[Game "cotoan"]\n[White "Bình"]'.encode("utf-16"))
    assert record.headers["White"] == "Bình"
    # The standard's own encoding, which many old files are in.
    (record,) = pgn.read('[Game "cotoan"]\n[White "Müller, José"]\n\n*'.encode("latin-1"))
    assert record.headers["White"] == "Müller, José"


def _reads(text: str) -> None:
    """Reading ends, with records or with a sentence that names a line."""
    try:
        found = pgn.read(text, COTOAN)
    except NotationError as error:
        assert str(error).startswith("line ")
        assert "\n" not in str(error)
    else:
        for record in found:
            record.tree.check()
            assert only(pgn.write([record])).same_as(record)
    assert all(text[each.start : each.end] for each in find_format("x.pgn").games(text))
    find_format("x.pgn").recognises(text)


@given(st.text() | st.text(st.sampled_from('[]{}()%;$!?*"\\\n\r .-0123456789 abci\ufeff')))
def test_any_text(text: str) -> None:
    _reads(text)
    _reads(HEAD + text)
    _reads(HEAD + "1. 9i1-i5 {" + text)


@pytest.mark.parametrize("command", ["[%e}l 0.17]", "[%csl \x01]"])
def test_commands_with_characters_that_have_codes_are_read_again(command: str) -> None:
    _reads(f"{HEAD}1. 9i1-i5 {{a {{ {command} }} *")


@fewer_examples
@given(records(10), st.data())
def test_damaged_files(record: Record, data: st.DataObject) -> None:
    text = pgn.write([record, record])
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 8)))
        text = text[:start] + data.draw(st.text(st.sampled_from('[]{}()%;$!?*"\\\n .-1a'), max_size=3)) + text[end:]
    _reads(text)


@given(st.binary())
def test_any_bytes(data: bytes) -> None:
    with contextlib.suppress(NotationError):
        pgn.read(data, COTOAN)


@pytest.mark.parametrize(
    "piece",
    [
        *"()[{\\ \n1$!;*\"x\ufeff",
        "1. 9i1-i5 (", "[%", "[%a", "[a ", '[a "', '[a "\\', "\\\n", "\t\n", "1.", "[%a]", "((8-5)", "{}", "--", "% \n",
        "[\n", '"]', "[%setup ", "{[%setup", "-- {", "[%kyvien ", "setup=", "note=", "|",
    ],
)  # fmt: skip
def test_long_hostile_texts_end_soon(piece: str) -> None:
    """Each takes a fraction of a second; in quadratic time, it would take half a minute."""
    text = piece * (10_000 // len(piece))
    _quietly(text)
    _quietly(HEAD + text)
    _quietly(HEAD + "1. 9i1-i5 {" + text + "} *")


def _quietly(text: str) -> None:
    with contextlib.suppress(NotationError):
        pgn.read(text, COTOAN)


def test_deep_and_long_trees() -> None:
    rng = random.Random(3)
    tree = GameTree.start(COTOAN.with_rules("repetition=off,no_capture=none"))
    position, line = tree.position(ROOT), []
    while len(line) < 1500 and position.outcome() is None:
        line.append(rng.choice(position.legal_moves()))
        position = position.play(line[-1])
    tree = edits.add_line(tree, ROOT, line).apply(tree)
    assert only(pgn.write([Record({}, tree)])).tree == tree
    # A variation in a variation in a variation …
    deep = HEAD + "1. 9i1-i5 " + "(1. 9i1-i4 " * 2000 + ")" * 2000 + " *"
    nested = only(deep)
    assert len(nested.tree) == 2002
    assert only(pgn.write([nested])).same_as(nested)


def test_formats_are_found() -> None:
    assert find_format("a/b.PGN").name == "pgn"
    assert find_format(text="1. 9i1-i5").name == find_format(text='\n{x}\n[Event "y"]').name == "pgn"
    with pytest.raises(NotationError, match=r"x\.doc: unknown record format; supported: \.pgn"):
        find_format("x.doc")
    with pytest.raises(NotationError, match=r"^unknown record format"):
        find_format(text="hello")


def test_a_format_is_one_class() -> None:
    class Bare(Format):
        """Moves alone, a line a game."""

        name, title, suffixes = "bare", "Bare", (".bare",)

        def recognises(self, text: str) -> bool:
            return text.startswith("bare ")

        def games(self, text: str) -> list[Extract]:
            return [Extract({}, 0, len(text), 1)]

        def read_game(self, text: str, index: int = 0, game: Game | None = None) -> Record:
            return pgn.read(text.removeprefix("bare "), COTOAN)[index]

        def write(self, records: Sequence[Record]) -> str:
            return f"bare {pgn.write(records)}"

    formats()
    register(Bare)
    try:
        assert find_format("x.bare").name == find_format(text="bare 1. 9i1-i5").name == "bare"
        assert line_of(find_format("x.bare").read(b"bare 1. 9i1-i5")[0]) == "9i1-i5"
        with pytest.raises(NotationError, match=r"\.bare, \.pgn"):
            find_format("x.doc")
    finally:
        del _registry._classes["bare"]


def test_many_glyphs_of_a_move_are_read_in_linear_time() -> None:
    """With a search for each glyph among the others this took a minute."""
    text = "1. b-1 " + " ".join(f"${number % 60_000}" for number in range(120_000)) + " *"
    began = time.process_time()
    (record,) = pgn.read(text, find_game("nim")())
    assert time.process_time() - began < 8
    (node,) = record.tree.main_line()[1:]
    assert record.tree[node].nags == tuple(range(60_000))
