"""The tree and its edits: values that can be changed back."""

import dataclasses
import sys
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import KyVienError, NotationError
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import Score
from engine.records import edits
from engine.records.edits import Edit, add_line
from engine.records.formats import pgn
from engine.records.tree import ROOT, EvaluationNote, GameTree, Node, Record, clock_command
from tests.engine.records.random_records import fewer_examples, random_edit, records

COTOAN = find_game("cotoan")()
TREE = """\
[Game "cotoan"]

1. 9i1-i5 9a11-a7 (1... 8b11-b10 2. 9i5-i6 (2. 9i5-i7) 2... 8b10-b9) (1... 7c11-c10)
2. 8h1-h5 {x} 8b11-b10 *
"""


def picture(tree: GameTree) -> str:
    """One line a node as a move list shows it: variations indented."""
    return "\n".join(
        "    " * step.depth
        + ("( " if step.opens else "")
        + (f"{step.number}." if step.player is Player.FIRST else f"{step.number}..." if step.resumes else "")
        + (tree.move_text(step.node) or "set-up")
        + f" ply {step.ply}"
        for step in tree.walk()
    )


def node_at(tree: GameTree, *moves: str) -> int:
    """The node reached by moves in record notation."""
    node = ROOT
    for text in moves:
        node = next(child for child in tree[node].children if tree.move_text(child) == text)
    return node


def test_a_move_list() -> None:
    tree = pgn.read(TREE)[0].tree
    assert (
        picture(tree)
        == """\
1.9i1-i5 ply 1
9a11-a7 ply 2
    ( 1...8b11-b10 ply 2
    2.9i5-i6 ply 3
        ( 2.9i5-i7 ply 3
    2...8b10-b9 ply 4
    ( 1...7c11-c10 ply 2
2.8h1-h5 ply 3
2...8b11-b10 ply 4"""
    )
    assert [len(list(tree.walk(node))) for node in tree.main_line()] == [9, 8, 2, 1, 0]
    other = node_at(tree, "9i1-i5", "8b11-b10", "9i5-i7")
    assert tree.ply(other) == 3
    assert tree.move_number(other) == 2
    assert not tree.is_on_main_line(other)
    assert tree.is_on_main_line(tree.main_line()[-1])
    assert tree.move_text(node_at(tree, "9i1-i5"), "coordinates") == "i1i5"
    assert tree.move_text(ROOT) == ""


def test_numbers_begin_with_that_of_the_set_up() -> None:
    game = COTOAN.with_rules("first=blue")
    tree = GameTree.start(game)
    for _ in range(3):
        node = tree.main_line()[-1]
        tree = edits.add_move(tree, node, tree.position(node).legal_moves()[0]).apply(tree)
    tree = edits.set_up(tree, 3, "9/4b04/b98/9/9/r58/r88/9/9/4r04/9 r 3 0 0 12").apply(tree)
    tree = edits.add_move(tree, 4, tree.position(4).legal_moves()[0]).apply(tree)
    assert [(step.number, step.player) for step in tree.walk()] == [
        (1, Player.SECOND), (2, Player.FIRST), (2, Player.SECOND), (3, Player.FIRST), (12, Player.FIRST),
    ]  # fmt: skip


@fewer_examples
@given(records(), st.data())
def test_every_edit_is_taken_back_exactly(record: Record, data: st.DataObject) -> None:
    before = (dict(record.tree.nodes), list(record.headers.items()))
    edit = data.draw(random_edit(record))
    after = edit.apply(record)
    after.tree.check()
    assert edit.inverse().apply(after) == record
    assert edit.is_empty == (after == record and list(after.headers) == list(record.headers))
    # The record edited is a value: it is as it was.
    assert (dict(record.tree.nodes), list(record.headers.items())) == before
    for cursor, tree in ((edit.cursor_before, record.tree), (edit.cursor_after, after.tree)):
        assert cursor is None or cursor in tree


@fewer_examples
@given(records())
def test_positions_are_those_of_play(record: Record) -> None:
    tree = record.tree
    for number, node in tree.nodes.items():
        fresh = GameTree(tree.game, tree.nodes).position(number)
        assert tree.position(number) == fresh
        if node.parent is not None and node.move is not None:
            assert fresh == tree.position(node.parent).play(node.move)
    assert [step.node for step in tree.renumbered().walk()] == list(range(1, len(tree)))
    assert tree.renumbered().same_as(tree)


def test_a_number_used_again_has_its_own_position() -> None:
    tree = GameTree.start(COTOAN)
    first, second = tree.position(ROOT).legal_moves()[:2]
    one = edits.add_move(tree, ROOT, first)
    tree = one.apply(tree)
    assert tree.position(1) == COTOAN.start().play(first)
    tree = one.inverse().apply(tree)
    tree = edits.add_move(tree, ROOT, second).apply(tree)
    assert tree.position(1) == COTOAN.start().play(second)


def test_lines_follow_what_is_there() -> None:
    tree = pgn.read(TREE)[0].tree
    line = [tree[node].move or 0 for node in tree.main_line()[1:]]
    assert edits.add_line(tree, ROOT, line).is_empty
    end = tree.position(tree.main_line()[-1])
    longer = edits.add_line(tree, ROOT, [*line, end.legal_moves()[0]])
    assert len(longer.apply(tree)) == len(tree) + 1
    with pytest.raises(ValueError, match="not a legal move"):
        edits.add_line(tree, ROOT, [line[0], line[0]])


def test_promotion() -> None:
    tree = pgn.read(TREE)[0].tree
    deep = node_at(tree, "9i1-i5", "8b11-b10", "9i5-i7")
    once = edits.promote(tree, deep).apply(tree)
    assert picture(once).split("\n")[2:6] == [
        "    ( 1...8b11-b10 ply 2", "    2.9i5-i7 ply 3", "        ( 2.9i5-i6 ply 3", "        8b10-b9 ply 4"
    ]  # fmt: skip
    twice = edits.promote(once, deep).apply(once)
    assert twice.is_on_main_line(deep)
    assert edits.to_main_line(tree, deep).apply(tree).is_on_main_line(deep)
    assert edits.promote(twice, deep).is_empty
    assert edits.to_main_line(twice, deep).is_empty


def test_a_comment_before_a_variation_follows_it_to_the_main_line() -> None:
    tree = pgn.read('[Game "cotoan"]\n1. 9i1-i5 ( {Or} 1. 9i1-i4 {better} )')[0].tree
    other = tree[ROOT].children[1]
    promoted = edits.promote(tree, other).apply(tree)
    assert (promoted[other].lead, promoted[other].comment) == ("", "Or\nbetter")
    left = edits.delete(tree, tree[ROOT].children[0]).apply(tree)
    assert (left[other].lead, left[other].comment) == ("", "Or\nbetter")
    with pytest.raises(ValueError, match="only a variation"):
        edits.set_lead(tree, tree[ROOT].children[0], "x")


def test_deleting_at_the_root_leaves_the_root() -> None:
    tree = pgn.read(TREE)[0].tree
    assert list(edits.delete(tree, ROOT).apply(tree).nodes) == [ROOT]


def test_glyphs_of_one_kind_exclude_each_other() -> None:
    tree = GameTree.start(COTOAN)
    for nag, expected in ((1, (1,)), (14, (1, 14)), (4, (4, 14)), (16, (4, 16)), (220, (4, 16, 220)), (4, (16, 220))):
        tree = edits.toggle_nag(tree, ROOT, nag).apply(tree)
        assert tree[ROOT].nags == expected
    with pytest.raises(ValueError, match="glyph"):
        edits.set_nags(tree, ROOT, [-1])


def test_an_evaluation_takes_the_place_of_its_predecessor() -> None:
    tree = GameTree.start(COTOAN)
    old = EvaluationNote("minimax", 2, Score(1, Player.FIRST), 100, evaluation="material")
    for note in (old, EvaluationNote("minimax", 2, evaluation="other"), EvaluationNote(None, text="0.1")):
        tree = edits.add_evaluations(tree, {ROOT: [note]}).apply(tree)
    new = dataclasses.replace(old, depth=5)
    tree = edits.add_evaluations(tree, {ROOT: [new, EvaluationNote(None, text="0.1")]}).apply(tree)
    assert [note.depth for note in tree[ROOT].evaluations] == [5, 2, None, None]


def test_a_shallower_evaluation_does_not_take_the_place_of_a_deeper_one() -> None:
    tree = GameTree.start(COTOAN)
    deep = EvaluationNote("minimax", 3, Score(0, Player.FIRST), 716_509, evaluation="material")
    tree = edits.add_evaluations(tree, {ROOT: [deep]}).apply(tree)
    shallow = dataclasses.replace(deep, depth=2, nodes=200_000)
    assert edits.has_deeper(tree, ROOT, shallow) and not edits.has_deeper(tree, ROOT, deep)
    tree = edits.add_evaluations(tree, {ROOT: [shallow, dataclasses.replace(shallow, evaluation="other")]}).apply(tree)
    assert [note.depth for note in tree[ROOT].evaluations] == [3, 2]
    again = dataclasses.replace(deep, nodes=5)
    tree = edits.add_evaluations(tree, {ROOT: [again]}).apply(tree)
    assert again in tree[ROOT].evaluations, "one of the same depth takes its place"


def test_a_clock_is_noted_and_read() -> None:
    tree = edits.add_move(GameTree.start(COTOAN), ROOT, COTOAN.start().legal_moves()[0], [clock_command(1198.7)]).apply(
        GameTree.start(COTOAN)
    )
    assert tree[1].commands == ("clk 0:19:58",)
    assert tree[1].clock == 1198
    assert tree[ROOT].clock is None
    for bad in ("a]b", "clk }", "", " x", "x\ny", "eval 1", "setup 9"):
        with pytest.raises(ValueError, match="embedded command"):
            edits.set_commands(tree, 1, [bad])


def test_headers() -> None:
    record = Record({"White": "An", "FEN": "x", "Result": "?"}, GameTree.start(COTOAN))
    assert dict(record.headers) == {"White": "An", "Result": "?"}
    assert record.result == "*"
    changed = edits.set_headers(record, {"White": "", "Date": "2026.01.01", "Result": "1-0"}).apply(record)
    assert list(changed.headers.items()) == [("Result", "1-0"), ("Date", "2026.01.01")]
    assert changed.result == "1-0"
    for bad in ("FEN", "Game", "a b", 'a"', ""):
        with pytest.raises(NotationError):
            edits.set_headers(record, {bad: "x"})


def test_an_edit_of_another_record_is_refused() -> None:
    tree = GameTree.start(COTOAN)
    edit = edits.add_move(tree, ROOT, tree.position(ROOT).legal_moves()[0])
    with pytest.raises(ValueError, match="node 0 is not as"):
        edit.apply(edit.apply(tree))
    headers = edits.set_headers(Record({"White": "An"}, tree), {"White": "Bình"})
    with pytest.raises(ValueError, match="headers are not as"):
        headers.apply(Record({}, tree))
    with pytest.raises(ValueError, match="no headers"):
        headers.apply(tree)
    with pytest.raises(ValueError, match="same nodes"):
        Edit({0: tree[0]}, {}).apply(tree)


@pytest.mark.parametrize(
    "nodes",
    [
        {},
        {0: Node(0, None, children=(1,))},
        {0: Node(0, None), 1: Node(1, 0, 5)},
        {0: Node(0, None, children=(1,)), 1: Node(1, 0)},
        {0: Node(0, None, children=(1,)), 1: Node(1, 0, 5)},
        {0: Node(0, None, children=(1, 1)), 1: Node(1, 0, COTOAN.start().legal_moves()[0])},
        {0: Node(1, None)},
    ],
)
def test_what_is_no_tree_is_reported(nodes: dict[int, Node]) -> None:
    with pytest.raises(ValueError):
        GameTree(COTOAN, nodes).check()


@fewer_examples
@given(records(), st.data())
def test_what_an_edit_breaks_is_found_near_it(record: Record, data: st.DataObject) -> None:
    """``check_changes`` finds something wrong exactly where a look at the whole tree does."""
    tree = record.tree
    numbers = st.sampled_from([*tree.nodes, max(tree.nodes) + 1, max(tree.nodes) + 2])
    moves = st.sampled_from([None, *(node.move for node in tree.nodes.values() if node.move is not None)])
    changes: dict[int, Node | None] = {}
    for number in data.draw(st.lists(numbers, min_size=1, max_size=3, unique=True)):
        old = tree.nodes.get(number, Node(number, data.draw(numbers), data.draw(moves)))
        kind = data.draw(st.sampled_from(["none", "same", "parent", "children", "move", "id", "note"]))
        if kind == "parent":
            changes[number] = dataclasses.replace(old, parent=data.draw(numbers))
        elif kind == "children":
            children = data.draw(st.permutations([*old.children, data.draw(numbers)]))
            changes[number] = dataclasses.replace(old, children=tuple(children[data.draw(st.integers(0, 1)) :]))
        elif kind == "move":
            changes[number] = dataclasses.replace(old, move=data.draw(moves))
        elif kind == "id":
            changes[number] = dataclasses.replace(old, id=data.draw(numbers))
        else:
            changes[number] = {"none": None, "same": old, "note": dataclasses.replace(old, comment="x")}[kind]
    changed = tree.with_nodes(changes)

    def fails(check: Callable[[], None]) -> bool:
        try:
            check()
        except (ValueError, KyVienError):
            return True
        return False

    whole = GameTree(changed.game, changed.nodes)
    assert fails(lambda: changed.check_changes(tree, changes)) == fails(whole.check), changes


@fewer_examples
@given(records(), st.data())
def test_nothing_is_wrong_near_an_edit(record: Record, data: st.DataObject) -> None:
    edit = data.draw(random_edit(record))
    after = edit.apply(record).tree
    after.check_changes(record.tree, edit.after)
    record.tree.check_changes(after, edit.after)


@fewer_examples
@given(records(), st.data())
def test_the_unused_number_follows_the_greatest_one_after_each_edit_and_its_inverse(
    record: Record, data: st.DataObject
) -> None:
    assert record.tree.next_id == max(record.tree.nodes) + 1
    for _ in range(4):
        edit = data.draw(random_edit(record))
        after = edit.apply(record)
        assert after.tree.next_id == max(after.tree.nodes) + 1
        assert edit.inverse().apply(after).tree.next_id == record.tree.next_id
        record = after


@pytest.mark.parametrize("name", ["caro", "go", "minigo", "chess", "cotoan"])
def test_positions_in_a_record_have_a_limit_in_bytes(name: str) -> None:
    game = find_game(name)()
    tree, position, moves = GameTree.start(game), game.start(), []
    while len(moves) < 150 and position.outcome() is None:
        legal = position.legal_moves()
        moves.append(legal[len(moves) % len(legal)])
        position = position.play(moves[-1])
    tree = add_line(tree, ROOT, moves).apply(tree)
    for node in tree.nodes:
        tree.position(node)
    kept = sum(sys.getsizeof(each) for each in tree._positions.values())
    assert 0 < kept <= 4 << 20 and tree.position(tree.main_line()[-1]) == position


def test_positions_of_long_games_are_forgotten_and_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.records.tree._MOST_POSITIONS", 5)
    tree = pgn.read(TREE)[0].tree
    for _ in range(2):
        for node in tree.nodes:
            assert tree.position(node) == GameTree(tree.game, tree.nodes).position(node)
            assert len(tree._positions) <= 5


@fewer_examples
@given(records())
def test_numbers_of_a_line_are_those_of_its_moves(record: Record) -> None:
    tree = record.tree
    for node in tree.nodes:
        line = tree.path(node)
        assert list(tree.move_numbers(line)) == [tree.move_number(each) for each in line[1:]]
        begins = [place for place, each in enumerate(line) if not place or tree[each].setup is not None]
        assert tree.since_setup(node) == line[begins[-1] :]


@pytest.mark.parametrize(
    ("seconds", "places", "text"),
    [(1198.7, 0, "0:19:58"), (1.25, 3, "0:00:01.25"), (59.9996, 3, "0:01:00"), (3600.5, 1, "1:00:00.5"),
     (0.001, 3, "0:00:00.001"), (-0.02, 3, "0:00:00"), (7.0, 3, "0:00:07")],
)  # fmt: skip
def test_a_clock_is_noted_as_exactly_as_is_asked(seconds: float, places: int, text: str) -> None:
    assert clock_command(seconds, places) == f"clk {text}"


def test_both_clocks_at_a_node_are_those_noted_last() -> None:
    text = """[Game "chess"]

    1. e4 {[%clk 0:00:09.5]} e5 {[%clk 0:00:08]} 2. Nf3 {[%clk 0:00:07]} (2. Nc3 Nc6 {[%clk 0:00:03]}) Nc6
    3. Bb5 *"""
    tree = pgn.read(text)[0].tree
    line = tree.main_line()
    assert [tree.clocks(node) for node in line] == [
        (None, None), (9.5, None), (9.5, 8.0), (7.0, 8.0), (7.0, 8.0), (7.0, 8.0),
    ]  # fmt: skip
    assert tree.clocks(node_at(tree, "e4", "e5", "Nc3", "Nc6")) == (9.5, 3.0)


def test_the_main_line_has_no_lead_however_deep_it_was() -> None:
    """A lead, the comment before the first move of a variation, goes when the variation becomes the main line."""
    game = find_game("nim")()
    tree = GameTree.start(game)

    def add(tree: GameTree, parent: int, text: str) -> tuple[GameTree, int]:
        edit = edits.add_move(tree, parent, game.parse_move(tree.position(parent), text))
        assert edit.cursor_after is not None
        return edit.apply(Record({}, tree)).tree, edit.cursor_after

    tree, _ = add(tree, ROOT, "a-1")
    tree, outer = add(tree, ROOT, "b-1")
    tree, _ = add(tree, outer, "a-1")
    tree, inner = add(tree, outer, "c-1")
    for node in (outer, inner):
        tree = edits.set_lead(tree, node, f"before {node}").apply(Record({}, tree)).tree
    tree = edits.to_main_line(tree, inner).apply(Record({}, tree)).tree
    assert tree.main_line(ROOT)[-2:] == [outer, inner]
    assert [tree[node].lead for node in (outer, inner)] == ["", ""]


def test_the_number_of_the_second_players_move_is_printed_after_a_set_up() -> None:
    game = find_game("nim")()
    record = Record({}, GameTree.start(game))
    edit = edits.add_move(record.tree, ROOT, game.parse_move(record.tree.position(ROOT), "a-1"))
    record = edit.apply(record)
    assert edit.cursor_after is not None
    edit = edits.set_up(record.tree, edit.cursor_after, "0/2/1 2")
    record = edit.apply(record)
    assert edit.cursor_after is not None
    edit = edits.add_move(
        record.tree, edit.cursor_after, game.parse_move(record.tree.position(edit.cursor_after), "b-1")
    )
    tree = edit.apply(record).tree
    last = list(tree.walk())[-1]
    assert (last.player, last.resumes) == (Player.SECOND, True)


def test_a_set_up_at_the_root_is_not_answered_from_the_cache() -> None:
    game = find_game("nim")()
    tree = GameTree.start(game)
    assert game.format_position(tree.position(ROOT)) == "1/2/2 1"
    tree = edits.set_up(tree, ROOT, "1/1/1 2").apply(Record({}, tree)).tree
    assert game.format_position(tree.position(ROOT)) == "1/1/1 2"
