"""The rows of the move list, with the main line in pairs of moves, and variations and comments below them.

A variation is below the move that it replaces. If a variation contains another variation or a comment, it is divided
into several rows.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from engine.core.outcome import Player
from engine.records.tree import ROOT, GameTree, Step


class MoveRowKind(Enum):
    """The kind of content that a row shows."""

    MOVES = "moves"
    VARIATION = "variation"
    COMMENT = "comment"
    LEAD = "lead"


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A row of the move list.

    Attributes:
        kind: ``MOVES`` for moves of the main line, ``VARIATION`` for a part of a variation, ``COMMENT`` for the comment
            on a node, ``LEAD`` for the comment before a variation.
        number: the move number of the first move.
        nodes: for ``MOVES``, the nodes of the moves of FIRST and SECOND, with None for a side without a move.
        line: for ``VARIATION``, the nodes of the row in order. Each node is paired with twice its move number plus its
            player. For a comment, ``line`` contains only the node of the comment, in the same form.
        depth: nesting depth of variations, which is 0 on the main line.
    """

    kind: MoveRowKind
    number: int
    nodes: tuple[int | None, int | None] = (None, None)
    line: tuple[tuple[int, int], ...] = ()
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Block:
    """The row of one or two moves of the main line, and the rows of variations and comments below it.

    Attributes:
        first: number of plies from the root to the first of the moves.
        end: the ply after the last of the moves.
        rows: the rows, from top to bottom.
    """

    first: int
    end: int
    rows: tuple[MoveRow, ...]


def rows_of(tree: GameTree, *, comments: bool = False, single: bool = False) -> list[MoveRow]:
    """Return the rows of the move list of ``tree``, from top to bottom.

    Args:
        tree: the tree.
        comments: whether comments are shown in rows.
        single: whether each move of the main line has its own row, instead of one row for both sides.
    """
    blocks = [root_block(tree, comments=comments), *blocks_of(tree, ROOT, comments=comments, single=single)]
    return [row for block in blocks for row in block.rows]


def root_block(tree: GameTree, *, comments: bool) -> Block:
    """Return the block before the first move, which has a row if the comment at the root is shown."""
    is_shown = comments and bool(tree.nodes[ROOT].comment)
    return Block(0, 1, (MoveRow(MoveRowKind.COMMENT, 0, line=((ROOT, 0),)),) if is_shown else ())


def blocks_of(tree: GameTree, node: int, *, comments: bool, single: bool) -> Iterator[Block]:
    """Yield the blocks of the moves after a node of the main line with which a block ends.

    ``comments`` and ``single`` are as in ``rows_of``.
    """
    builder = _Builder(tree, comments, single)
    for step in tree.walk(node):
        if (block := builder.add(step)) is not None:
            yield block
    if (block := builder.finish()) is not None:
        yield block


class _Builder:
    """Builder of the rows from the steps of a walk through the tree.

    Variations and comments are added when the row of their move is complete. The variations of a move of FIRST are
    therefore below the row that also contains the reply of SECOND.
    """

    def __init__(self, tree: GameTree, comments: bool, single: bool) -> None:
        self._tree, self._comments, self._single = tree, comments, single
        self._below: list[MoveRow] = []
        self._pair: list[int | None] = [None, None]
        self._number: int | None = None
        self._first = self._end = 0
        self._line: list[tuple[int, int]] = []
        self._depth = 0

    def add(self, step: Step) -> Block | None:
        """Add a step of the walk. Return the block before it if the step begins another one."""
        node = self._tree.nodes[step.node]
        place = (step.node, 2 * step.number + step.player)
        done = None
        if step.depth == 0:
            self._end_line()
            side = 0 if node.move is None else int(step.player)
            if self._single or step.number != self._number or side == 0 or self._pair[1] is not None:
                done = self._end_pair()
                self._first = step.ply
            self._number, self._end = step.number, step.ply + 1
            self._pair[side] = step.node
        else:
            if step.opens or step.depth != self._depth:
                self._end_line()
            if self._comments and node.lead:
                self._end_line()
                self._below.append(MoveRow(MoveRowKind.LEAD, step.number, line=(place,), depth=step.depth))
            self._line.append(place)
        self._depth = step.depth
        if self._comments and node.comment:
            self._end_line()
            self._below.append(MoveRow(MoveRowKind.COMMENT, step.number, line=(place,), depth=step.depth))
        return done

    def finish(self) -> Block | None:
        """Return the last block, or None if there was no move."""
        self._end_line()
        return self._end_pair()

    def _end_line(self) -> None:
        if self._line:
            self._below.append(
                MoveRow(MoveRowKind.VARIATION, self._line[0][1] // 2, line=tuple(self._line), depth=self._depth)
            )
            self._line.clear()

    def _end_pair(self) -> Block | None:
        if self._number is None:
            return None
        moves = MoveRow(MoveRowKind.MOVES, self._number, (self._pair[0], self._pair[1]))
        block = Block(self._first, self._end, (moves, *self._below))
        self._below.clear()
        self._pair, self._number = [None, None], None
        return block


def prefix(count: int, *, begins: bool) -> str:
    """Return the move number printed before a move of a variation, or an empty string if there is none.

    Args:
        count: twice the move number plus the player of the move.
        begins: whether the move is the first of its row.
    """
    if count % 2 == Player.FIRST:
        return f"{count // 2}."
    return f"{count // 2}…" if begins else ""
