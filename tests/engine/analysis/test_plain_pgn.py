"""PGN for other programs, read back with python-chess if it is installed."""

import io
from dataclasses import replace

import pytest

from engine.analysis import plain_pgn as plain_pgn_module
from engine.analysis.plain_pgn import plain_pgn
from engine.analysis.review import review_record
from engine.analysis.verdict import MoveClass
from engine.core.outcome import Player
from engine.core.score import WIN, Score
from engine.records.formats import find_format
from engine.records.judgement import Judgement
from engine.records.tree import EvaluationNote, GameTree, Record
from engine.search.report import Limit
from engine.search.spec import Spec

GAME = """[White "A"]
[Black "B"]

1. e4 {[%clk 0:10:00][%sgf TR=aa] a {comment\\
in two lines} 1... f6 2. d4 g5 (2... -- {[%setup 8/8/4k3/8/8/3K4/8/7R w - - 0 1]} 3. Rh6+) 3. Qh5# 1-0
""".replace("a {comment", "a comment")
EVALUATION = "threats_safety"


def _noted(record: Record, notes: dict[int, EvaluationNote]) -> Record:
    nodes = dict(record.tree.nodes)
    for ply, note in notes.items():
        node = record.tree.main_line()[ply]
        nodes[node] = replace(nodes[node], evaluations=(note,))
    return Record(record.headers, GameTree(record.game, nodes))


def _reviewed() -> Record:
    (record,) = find_format("a.pgn").read(GAME)

    def note(value: int, before: int, after: int) -> EvaluationNote:
        judgement = Judgement(("e7e5",), Score(before, Player.FIRST), Score(after, Player.FIRST), 8)
        return EvaluationNote("pvs", 8, Score(value, Player.FIRST), 100, "", EVALUATION, judgement)

    blunder = note(31, 0, 900)
    return _noted(
        record, {1: EvaluationNote("minimax", 2, Score(-25, Player.FIRST), 9, "", EVALUATION), 2: blunder,
                 3: EvaluationNote(None, text="0.5,12"), 4: note(WIN - 1, 20, 30)}
    )  # fmt: skip


def test_the_text_has_no_private_notes_and_standard_evaluations() -> None:
    text = plain_pgn(_reviewed())
    assert "pvs" not in text and "sgf" not in text and "setup" not in text.replace("SetUp", "") and "\\" not in text
    words = " ".join(text.split())
    assert "1. e4 {[%eval -0.25] [%clk 0:10:00] a comment in two lines}" in words
    assert "1... f6 $4 {[%eval 0.31]} 2. d4 {[%eval 0.50,12]}" in words
    assert "2... g5 {[%eval #1]} 3. Qh5#" in words
    assert '[SetUp "1"] [FEN "8/8/4k3/8/8/3K4/8/7R w - - 0 1"]' in words and "1. Rh6+ *" in words


def test_standard_tags_come_first_and_private_ones_are_left_out() -> None:
    (record,) = find_format("a.pgn").read('[ECO "C20"]\n[White "A"]\n[Game "chess"]\n[Rules "FIDE 9.6"]\n\n1. e4 *')
    names = [line.split()[0] for line in plain_pgn(record).split("\n\n")[0].splitlines()]
    assert names == ["[Event", "[Site", "[Date", "[Round", "[White", "[Black", "[Result", "[ECO"]
    (record,) = find_format("a.pgn").read('[Game "xiangqi"]\n\n1. h2e2 *')
    text = plain_pgn(record)
    assert '[Red "?"]\n[Black "?"]\n[Result "*"]\n[Game "Chinese Chess"]\n[Format "WXF"]\n' in text


def test_chess960_is_named_as_other_programs_name_it() -> None:
    """With its position, also without a tag for it in the record."""
    for tags in ('[Variant "fischerandom"]\n[FEN "nrbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBNR w KQkq - 0 1"]',
                 '[Game "chess"]\n[Rules "chess960=5"]'):  # fmt: skip
        (record,) = find_format("a.pgn").read(f"{tags}\n\n1. e4 *")
        text = plain_pgn(record)
        assert '[Result "*"]\n[Variant "Chess960"]\n[SetUp "1"]\n[FEN "' in text
        assert "Rules" not in text and "fischerandom" not in text
        (again,) = find_format("a.pgn").read(text)
        assert str(again.tree.position(1)) == str(record.tree.position(1))


def test_a_null_move_does_not_end_the_game() -> None:
    (record,) = find_format("a.pgn").read("1. e4 -- (1... e5 2. Nf3) 2. d4 *")
    assert plain_pgn(record).split("\n\n")[1] == "1. e4 -- (1... e5 2. Nf3) 2. d4 *\n"


def test_evaluations_of_others_get_the_usual_form() -> None:
    text = "{[%evp 0,1,14,25]} 1. e4 e5 {-0.33/12 0.07s} 2. Nf3 {[%eval 30,18]} Nc6 {[%eval #-3]} 3. d4 {[%eval x]} *"
    (record,) = find_format("a.pgn").read(text)
    words = " ".join(plain_pgn(record).split("\n\n")[1].split())
    assert words == (
        "{[%eval 0.14]} 1. e4 {[%eval 0.25]} 1... e5 {[%eval 0.33,12] -0.33/12 0.07s} 2. Nf3 {[%eval 0.30,18]} "
        "2... Nc6 {[%eval #-3]} 3. d4 *"
    )


def test_the_glyph_of_the_author_is_kept() -> None:
    record = _reviewed()
    node = record.tree.main_line()[2]
    nodes = {**record.tree.nodes, node: replace(record.tree[node], nags=(5,))}
    words = " ".join(plain_pgn(Record(record.headers, GameTree(record.game, nodes))).split())
    assert "f6 $5 {" in words and "$4" not in words


def test_an_unsure_move_has_no_glyph(monkeypatch: pytest.MonkeyPatch) -> None:
    """A class without a glyph of PGN adds none."""
    judged = plain_pgn_module.verdicts_of
    unsure = MoveClass("unsure", "unsure", "(?)")
    monkeypatch.setattr(
        plain_pgn_module, "verdicts_of", lambda *facts: [replace(each, kind=unsure) for each in judged(*facts)]
    )
    assert "$" not in plain_pgn(_reviewed())


def test_other_units_than_pawns_give_no_evaluation() -> None:
    (record,) = find_format("a.pgn").read('[Game "go"]\n\n1. E5 {[%eval mcts;d=3;v=+900;n=5]} *')
    assert record.game.name == "go" and "eval" not in plain_pgn(record)


REVIEWED = """[White "A"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[White "B"]
[FEN "4k3/8/8/8/8/8/4q3/4K2R w K - 0 1"]

1. Kxe2 (1. Kxe2 Kd7 2. Rh7+) Kf7 2. Rh7+ Kg6 3. Ra7 *
"""


@pytest.mark.oracle
@pytest.mark.parametrize("algorithms", ["pvs", "greedy;pvs"])
def test_python_chess_has_the_score_of_the_reviewer_at_each_judged_move(algorithms: str) -> None:
    """In our own file and in the one for other programs. Of several reviewers, the one that looked furthest counts."""
    chess_pgn = pytest.importorskip("chess.pgn")
    chess_engine = pytest.importorskip("chess.engine")
    specs, pgn = [Spec.parse(each) for each in algorithms.split(";")], find_format("a.pgn")
    for record in pgn.read(REVIEWED):
        reviewed = review_record(record, specs, "", Limit(depth=3))
        verdicts = {each.ply: each for each in reviewed.verdicts["pvs"]}
        line = reviewed.record.tree.main_line()
        assert len(verdicts) == len(line) - 1
        for text in (pgn.write([reviewed.record]), plain_pgn(reviewed.record)):
            game = chess_pgn.read_game(io.StringIO(text))
            assert not game.errors and len(list(game.mainline())) == len(verdicts)
            for node in game.mainline():
                verdict = verdicts[node.ply() - game.ply()]
                score = verdict.after.pov(Player.FIRST)
                plies = score.win_in
                # A verdict counts the move of the winner itself, which a score after the move does not.
                moves = 0 if plies is None else max(1, abs(plies) // 2)
                wanted = chess_engine.Cp(score.value) if plies is None else chess_engine.Mate(
                    moves if plies > 0 else -moves
                )  # fmt: skip
                assert node.eval().white() == wanted, (node, verdict)
        (again,) = pgn.read(str(chess_pgn.read_game(io.StringIO(pgn.write([reviewed.record])))))
        assert again.tree == reviewed.record.tree.renumbered(), "python-chess has changed nothing"


@pytest.mark.oracle
def test_python_chess_reads_it() -> None:
    chess_pgn = pytest.importorskip("chess.pgn")
    chess = pytest.importorskip("chess")
    stream = io.StringIO(plain_pgn(_reviewed()))
    game, second = chess_pgn.read_game(stream), chess_pgn.read_game(stream)
    assert chess_pgn.read_game(stream) is None and not game.errors and not second.errors
    nodes = list(game.mainline())
    assert [each.san() for each in nodes] == ["e4", "f6", "d4", "g5", "Qh5#"]
    assert [each.nags for each in nodes[:3]] == [set(), {chess_pgn.NAG_BLUNDER}, set()]
    scores = [each.eval() for each in nodes]
    assert [each and each.white() for each in scores] == [
        chess.engine.Cp(-25), chess.engine.Cp(31), chess.engine.Cp(50), chess.engine.Mate(1), None
    ]  # fmt: skip
    assert nodes[2].eval_depth() == 12 and nodes[0].clock() == 600
    assert nodes[0].comment.strip().endswith("a comment in two lines")
    assert second.board().fen() == "8/8/4k3/8/8/3K4/8/7R w - - 0 1"
    assert [each.san() for each in second.mainline()] == ["Rh6+"]
