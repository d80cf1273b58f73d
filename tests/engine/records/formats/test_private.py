"""The evaluations in our own PGN: a public ``[%eval …]``, and our notes in one private command."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import WIN, Score
from engine.records import edits
from engine.records.formats import pgn
from engine.records.formats.pgn.private import PRIVATE, read_private, write_private
from engine.records.judgement import Judgement
from engine.records.tree import ROOT, EvaluationNote, GameTree, Node, Record
from tests.engine.records.random_records import foreign_notes, judgements, own_notes, scores

CHESS = find_game("chess")()
PAWN = EvaluationNote("pvs", 3, Score(49, Player.FIRST), 281)


def _record(*notes: EvaluationNote, game: str = "chess") -> Record:
    """A record of one move with notes."""
    tree = GameTree.start(find_game(game)())
    tree = edits.add_move(tree, ROOT, tree.position(ROOT).legal_moves()[0]).apply(tree)
    return Record({}, edits.set_evaluations(tree, {1: notes}).apply(tree))


def _node(text: str) -> Node:
    (record,) = pgn.read(text)
    return record.tree[record.tree.main_line()[1]]


def _comment(record: Record) -> str:
    """The comment of the first move, in one line."""
    text = " ".join(pgn.write([record]).split())
    return text[text.index("{") : text.index("}") + 1]


def test_a_note_has_a_public_evaluation() -> None:
    record = _record(PAWN)
    assert _comment(record) == "{[%eval 0.49] [%kyvien eval=0.49| note=pvs;d=3;v=+49;n=281]}"
    (again,) = pgn.read(pgn.write([record]))
    assert again.tree == record.tree
    assert "[%eval -1.20]" in _comment(_record(EvaluationNote("pvs", 3, Score(120, Player.SECOND)), game="xiangqi"))


@pytest.mark.parametrize("game", ["go", "caro", "cotoan"])
def test_other_units_than_pawns_have_none(game: str) -> None:
    assert _comment(_record(PAWN, game=game)) == "{[%kyvien note=pvs;d=3;v=+49;n=281]}"


@pytest.mark.parametrize(
    ("value", "text"),
    [(49, "0.49"), (-7, "-0.07"), (0, "0.00"), (WIN - 5, "#3"), (WIN - 4, "#2"), (1 - WIN, "#-1"), (WIN, "#1"),
     (-WIN, "#-1")],
)  # fmt: skip
def test_scores(value: int, text: str) -> None:
    assert f"[%eval {text}]" in _comment(_record(EvaluationNote("pvs", 3, Score(value, Player.FIRST))))


def test_the_reviewer_comes_before_others_and_they_before_a_mere_analysis() -> None:
    foreign = EvaluationNote(None, text="0.17")
    assert _comment(_record(PAWN, foreign)) == "{[%eval 0.17] [%kyvien note=pvs;d=3;v=+49;n=281]}"
    judged = replace(
        PAWN,
        algorithm="mtdf",
        score=Score(-30, Player.FIRST),
        judgement=Judgement(("e2e4",), Score(0, Player.FIRST), Score(0, Player.FIRST)),
    )
    assert _comment(_record(foreign, PAWN, judged)).startswith(
        "{[%eval -0.30] [%eval 0.17] [%kyvien eval=-0.30| other=| "
    )
    unknown = EvaluationNote(None, text="better")
    assert _comment(_record(unknown, PAWN)).startswith("{[%eval 0.49] [%eval better] [%kyvien eval=0.49| other=| note=")


def test_what_another_program_does_to_the_public_evaluation() -> None:
    own = "[%kyvien eval=0.49| note=pvs;d=3;v=+49;n=281]"
    changed = EvaluationNote(None, text="0.55")
    assert _node(f"1. e4 {{{own}}} *").evaluations == (PAWN,)
    assert _node(f"1. e4 {{[%eval 0.55] {own}}} *").evaluations == (PAWN, changed)
    assert _node(f"1. e4 {{[%eval 0.55]}} {{{own} [%eval 0.49]}} *").evaluations == (PAWN, changed)
    twice = _node(f"1. e4 {{[%eval 0.49] [%eval 0.49] {own}}} *").evaluations
    assert twice == (PAWN, EvaluationNote(None, text="0.49"))
    assert _node("1. e4 {[%eval 0.49]\n[%kyvien\neval=0.49|\nnote=pvs;d=3;v=+49;n=281]} *").evaluations == (PAWN,)


@pytest.mark.parametrize(
    "text",
    ["", "x", "note=", "note=0.17", "eval=0.49|", "later=1| note=pvs;v=+1", "eval=0.49|note=pvs;v=+1|||x", "setup=8/8"],
)
def test_a_command_that_is_not_understood_is_kept(text: str) -> None:
    command = f"{PRIVATE} {text}"
    node = _node(f"1. e4 {{[%{command}] good}} *")
    assert (node.commands, node.evaluations, node.comment) == ((command,), (), "good")
    (record,) = pgn.read(pgn.write(pgn.read(f"1. e4 {{[%{command}] good}} *")))
    assert record.tree[1] == node


def test_the_name_of_the_command_cannot_be_used_for_another_one() -> None:
    tree = _record().tree
    with pytest.raises(ValueError, match="not an embedded command"):
        edits.set_commands(tree, 1, [f"{PRIVATE} note=pvs;v=+1"])


def test_a_null_move_needs_no_command() -> None:
    text = "1. e4 -- 2. d4 {[%eval 0.31]} Z0 (2... e5) 3. Nf3 *"
    (record,) = pgn.read(text)
    written = pgn.write([record])
    assert written.split("\n\n")[1] == "1. e4 -- 2. d4 {[%eval 0.31]} 2... -- (2... e5) 3. Nf3 *\n"
    (again,) = pgn.read(written)
    assert again.tree == record.tree
    tree = edits.set_up(record.tree, 2, str(record.tree.position(2))).apply(record.tree)
    assert pgn.write([Record({}, tree)]).count(f"[%{PRIVATE} setup=") == 1, "the same side is to move again"


own_in_chess = st.builds(
    EvaluationNote,
    st.sampled_from(["pvs", "mtdf:a=1", "a|b", "|", " x", "%c", "note=x"]),
    st.none() | st.integers(0, 100),
    st.builds(Score, scores, st.sampled_from(Player)),
    st.none() | st.integers(0, 2**59),
    st.sampled_from(["", "x=|1", "||", "y= | z"]),
    st.sampled_from(["", "material", "threats_safety", "|"]),
    st.none() | judgements,
)
copies = st.sampled_from(["0.00", "0.01", "-0.01", "#1", "#-1", "0.49"]).map(
    lambda text: EvaluationNote(None, text=text)
)
mixed = st.lists(own_in_chess | own_notes | foreign_notes | copies, max_size=4)


@given(mixed, mixed, st.booleans())
def test_round_trip(first: list[EvaluationNote], second: list[EvaluationNote], has_setup: bool) -> None:
    """Notes of ours and of others, in any order and also with equal texts, are what they were."""
    record = _record(*first)
    if has_setup:
        tree = edits.set_up(record.tree, 1, "4k3/8/8/8/8/8/8/4K2R w K - 0 1").apply(record.tree)
        record = Record({}, edits.set_evaluations(tree, {2: second, ROOT: first}).apply(tree))
    text = pgn.write([record])
    (again,) = pgn.read(text)
    assert again.tree == record.tree
    assert pgn.write([again]) == text
    assert text.count(f"[%{PRIVATE} ") <= len(record.tree)


@given(st.none() | st.text("ab|= /", min_size=1), st.sampled_from(["", "0.49", "#-3"]), mixed)
def test_the_command_has_what_was_written(setup: str | None, derived: str, notes: list[EvaluationNote]) -> None:
    parts = write_private(setup, derived, notes)
    if not parts:
        assert setup is None and not derived and all(note.is_foreign for note in notes)
        return
    text = " ".join(parts)
    assert text.startswith(f"[%{PRIVATE} ") and text.count("]") == 1
    found = read_private(text[len(PRIVATE) + 3 : -1])
    assert found is not None and (found.setup, found.derived) == (setup, derived)
    ours = [None if note.is_foreign else note for note in notes]
    while ours and ours[-1] is None:
        ours.pop()
    assert list(found.notes) == ours
