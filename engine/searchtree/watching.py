"""Watched positions, which note every move made from them: the tree of a search that keeps no record itself.

A plugin calls ``position.play``, ``position.legal_moves`` and ``evaluation.score``. These calls show which positions
it visited, in which order, but not its windows and values. Importing this module does not import numpy.
"""

from typing import Any

from engine.core.position import Position
from engine.search.visit import NOT_EVALUATED


class _Entry:
    """A position that was made: its place in the tree, and what was asked about it."""

    __slots__ = ("above", "generated", "move", "number", "ply", "size", "standing", "visits")

    def __init__(self, above: "_Entry | None", move: int) -> None:
        self.above = above
        self.move = move
        self.ply: int = 0 if above is None else above.ply + 1
        self.number = self.visits = self.generated = 0
        self.size = 1
        self.standing = NOT_EVALUATED


class Watch:
    """The positions made from a watched position. Complete upper plies are kept, and all others are counted.

    Args:
        capacity: maximum number of positions to keep, at least 1.
    """

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.root = _Entry(None, -1)
        self.entries = [self.root]
        self.by_ply = [1]
        self.most_ply = 1 << 30

    def add(self, above: _Entry, move: int) -> _Entry:
        """Note that a move was made, and return the entry of the position after it."""
        entry = _Entry(above, move)
        if entry.ply == len(self.by_ply):
            self.by_ply.append(0)
        self.by_ply[entry.ply] += 1
        above.visits += 1
        up: _Entry | None = above
        while up is not None:
            up.size += 1
            up = up.above
        if entry.ply <= self.most_ply:
            if len(self.entries) >= self.capacity:
                self.most_ply = max(entry.ply, *(each.ply for each in self.entries)) - 1
                self.entries = [each for each in self.entries if each.ply <= self.most_ply or each is self.root]
            if entry.ply <= self.most_ply:
                self.entries.append(entry)
        return entry

    def tree_bytes(self, position: Position) -> bytes:
        """Return the tree as the contents of a ``.kvtree`` file. ``position`` is the root."""
        import numpy

        from engine.searchtree.columns import TYPES
        from engine.searchtree.facts import TreeFacts
        from engine.searchtree.files import tree_bytes
        from engine.searchtree.model import SearchTree
        from engine.searchtree.snapshot import empty_columns, preorder

        for number, entry in enumerate(self.entries):
            entry.number = number
        parents = [-1 if each.above is None else each.above.number for each in self.entries]
        order, above, _ = preorder(parents)
        entries = [self.entries[place] for place in order]
        columns = empty_columns(above, [each.size for each in entries])
        for name in ("move", "ply", "visits", "generated", "standing"):
            columns[name] = numpy.array([getattr(each, name) for each in entries], TYPES[name])
        columns["tried"] = numpy.array([min(each.visits, 65535) for each in entries], TYPES["tried"])
        columns["serial"] = numpy.array(_serials(entries, above), TYPES["serial"])
        facts = TreeFacts(
            kind="plays",
            game=position.game.name,
            rules=position.game.rules_text(),
            position=position.game.format_position(position),
            history=tuple(position.history),
            nodes=self.root.size,
            complete_to_ply=min(self.most_ply, len(self.by_ply) - 1),
            by_ply=tuple(self.by_ply),
        )
        return tree_bytes(SearchTree(facts, columns))


def _serials(entries: list[_Entry], above: list[int]) -> list[int]:
    """Return numbers by which the positions below each one are those that its size includes."""
    serials = [0] * len(entries)
    following = [1] * len(entries)
    for node in range(1, len(entries)):
        parent = above[node]
        serials[node] = serials[parent] + following[parent]
        following[parent] += entries[node].size
    return serials


def watched(position: Position, capacity: int) -> tuple[Watch, Any]:
    """Return a watch, and an object with the interface of ``position`` of which it notes the moves.

    Args:
        position: the root.
        capacity: maximum number of positions to keep.
    """
    watch = Watch(capacity)
    return watch, Watched(position, watch, watch.root)


def unwatched(value: Any) -> Any:
    """Return the position in a watched one, or any other object unchanged."""
    return value.position if type(value) is Watched else value


class Watched:
    """A position that notes the moves made from it. All other attributes are those of the position.

    Compiled code does not accept it in place of a position, except through ``game`` and ``WatchedEvaluation``.

    Args:
        position: the position.
        watch: the tree.
        entry: place of the position in the tree.
    """

    __slots__ = ("entry", "position", "watch")

    def __init__(self, position: Position, watch: Watch, entry: _Entry) -> None:
        self.position, self.watch, self.entry = position, watch, entry

    def play(self, move: int) -> "Watched":
        """Return the position after a legal move, which is watched, too.

        Raises:
            ValueError: if the move is not legal.
        """
        after = self.position.play(move)
        return Watched(after, self.watch, self.watch.add(self.entry, move))

    def copy(self) -> "Watched":
        """Return a copy, which is the same position of the tree."""
        return Watched(self.position.copy(), self.watch, self.entry)

    def legal_moves(self) -> list[int]:
        """Return all legal moves, and note their number."""
        moves = self.position.legal_moves()
        self.entry.generated = len(moves)
        return moves

    @property
    def game(self) -> Any:
        """The game of the position, whose methods accept watched positions."""
        return _Unwatching(self.position.game)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.position, name)

    def __eq__(self, other: object) -> bool:
        return bool(self.position == unwatched(other))

    def __hash__(self) -> int:
        return hash(self.position)

    def __str__(self) -> str:
        return str(self.position)

    def __reduce__(self) -> Any:
        return self.position.__reduce__()


class _Unwatching:
    """An object whose methods accept watched positions."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._inner, name)
        if not callable(value):
            return value

        def call(*arguments: Any, **named: Any) -> Any:
            own = {key: unwatched(each) for key, each in named.items()}
            return value(*[unwatched(each) for each in arguments], **own)

        return call


class WatchedEvaluation(_Unwatching):
    """An evaluation that accepts watched positions and notes their scores.

    Args:
        evaluation: the evaluation that computes the scores.
    """

    def score(self, position: Any) -> int:
        """Return the score for the side to move."""
        value: int = self._inner.score(unwatched(position))
        if type(position) is Watched:
            position.entry.standing = value
        return value
