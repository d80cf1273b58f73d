"""Queries: the course that leads to a position of a record."""

from engine.asking.query import course_of
from engine.core.game import find_game
from engine.records import edits
from engine.records.tree import ROOT, GameTree, Record

GAME = find_game("nim")()


def test_a_course_begins_at_the_last_set_up() -> None:
    record = Record({}, GameTree.start(GAME))

    def add(edit: edits.Edit) -> int:
        nonlocal record
        record = edit.apply(record)
        assert edit.cursor_after is not None
        return edit.cursor_after

    node = add(edits.add_move(record.tree, ROOT, GAME.parse_move(record.tree.position(ROOT), "c-1")))
    node = add(edits.set_up(record.tree, node, "1/2/2 1"))
    node = add(edits.add_move(record.tree, node, GAME.parse_move(record.tree.position(node), "a-1")))
    node = add(edits.set_up(record.tree, node, "0/2/2 1"))
    first = add(edits.add_move(record.tree, node, GAME.parse_move(record.tree.position(node), "b-2")))
    second = add(edits.add_move(record.tree, first, GAME.parse_move(record.tree.position(first), "c-1")))
    course = course_of(record.tree, second)
    assert GAME.format_position(course.start) == "0/2/2 1"
    assert list(course.moves) == [record.tree[first].move, record.tree[second].move]
    assert course.position == record.tree.position(second)
