"""A record as a value: a tree of moves with notes, and headers.

Nodes are identified by number. A number identifies one node as long as that node is in the tree, and may be reused
after an undo. Every change (``engine.records.edits``) creates a new tree and leaves the old tree unchanged.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple, cast

from engine.core.errors import KyVienError
from engine.core.game import Game, MoveStyle
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.score import Score
from engine.records.faults import Fault
from engine.records.judgement import Judgement

ROOT = 0

# Maximum size of the positions cached by a tree, from 3 KB (cờ toán) to 72 KB (caro) each, and their maximum number.
_MOST_BYTES = 4 << 20
_MOST_POSITIONS = 4096

_CLOCK = re.compile(r"clk\s+(?:([0-9]{1,4}):)?([0-9]{1,2}):([0-9]{1,2}(?:\.[0-9]{1,6})?)\s*")


@dataclass(frozen=True, slots=True)
class EvaluationNote:
    """The result of an algorithm for a node's position.

    Attributes:
        algorithm: the algorithm as on the command line (``negascout:ordering=on``), or None if it is unspecified.
        depth: completed depth in plies, or None if unspecified.
        score: score from FIRST's point of view, or None if unspecified.
        nodes: number of nodes searched, or None if unspecified.
        text: the unchanged text of a note that another program wrote in its own format (``0.17``). For a note of this
            program, the fields that this version does not support.
        evaluation: name of the evaluation used, or an empty string if unspecified.
        judgement: the judgement of the move that leads to the node, or None if the move was not judged.
    """

    algorithm: str | None
    depth: int | None = None
    score: Score | None = None
    nodes: int | None = None
    text: str = ""
    evaluation: str = ""
    judgement: Judgement | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "algorithm", self.algorithm or None)
        if self.score is not None:
            object.__setattr__(self, "score", self.score.pov(Player.FIRST))

    @property
    def is_foreign(self) -> bool:
        """Whether the note was written by another program in its own format."""
        known = (self.algorithm, self.depth, self.score, self.nodes, self.judgement)
        return all(each is None for each in known)


@dataclass(frozen=True, slots=True)
class Node:
    """One move of a record, or a set-up, with the notes on the position after it.

    Attributes:
        id: number of the node, which is 0 for the root.
        parent: number of the parent, or None for the root.
        move: the move, legal in the parent's position, or None for the root and for a set-up.
        children: numbers of the children, the main line first.
        comment: text about the position or the move.
        nags: numeric annotation glyphs of PGN, in order, without duplicates.
        evaluations: notes of algorithms on the position.
        setup: text of the position if it was set up, or None if it was reached by a move.
        commands: other embedded commands without their brackets, unchanged (``clk 0:19:58``).
        lead: comment before the move, if the move begins a variation.
    """

    id: int
    parent: int | None
    move: int | None = None
    children: tuple[int, ...] = ()
    comment: str = ""
    nags: tuple[int, ...] = ()
    evaluations: tuple[EvaluationNote, ...] = ()
    setup: str | None = None
    commands: tuple[str, ...] = ()
    lead: str = ""

    @property
    def clock(self) -> float | None:
        """The time in seconds that is left to the player after the move, or None if it is not recorded."""
        for command in self.commands:
            match = _CLOCK.fullmatch(command)
            if match:
                return 3600 * int(match[1] or 0) + 60 * int(match[2]) + float(match[3])
        return None

    @property
    def dead(self) -> tuple[str, ...] | None:
        """The names of the cells with dead pieces, or None if the game was not counted at this node."""
        for command in self.commands:
            word, *cells = command.split()
            if word == "dead":
                return tuple(cell for cell in cells if cell != "-")
        return None


def dead_command(cells: Sequence[str]) -> str:
    """Return the command that stores the cells with dead pieces: ``dead d4 e4``, or ``dead -`` for no cells."""
    return " ".join(("dead", *(cells or "-")))


def clock_command(seconds: float, places: int = 0) -> str:
    """Return the command that stores the time left on a clock, such as ``clk 0:19:58``.

    The seconds are truncated to an integer if ``places`` is 0. Otherwise they are rounded to ``places`` decimals, as in
    ``clk 0:00:01.25``, without zeros at the end.
    """
    units = max(0, round(seconds * 10**places) if places else int(seconds))
    whole, rest = divmod(units, 10**places)
    fraction = f".{rest:0{places}}".rstrip("0") if rest else ""
    return f"clk {whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}{fraction}"


class Step(NamedTuple):
    """A node as displayed in a move list.

    Attributes:
        node: number of the node.
        depth: nesting depth of variations, which is 0 on the main line.
        opens: whether the node begins a variation.
        ply: plies from the root.
        number: move number printed before the move.
        player: the player of the move, or the side to move before a set-up.
        resumes: whether the move number should be printed although ``player`` is SECOND: the move follows a variation
            or a comment, or begins a line.
    """

    node: int
    depth: int
    opens: bool
    ply: int
    number: int
    player: Player
    resumes: bool


@dataclass(frozen=True)
class GameTree:
    """The tree of moves of a record.

    Attributes:
        game: the game with its rules.
        nodes: a mapping of numbers to nodes.
    """

    game: Game
    nodes: Mapping[int, Node] = field(default_factory=lambda: {ROOT: Node(ROOT, None)})
    _positions: dict[int, Position] = field(default_factory=dict, compare=False, repr=False)
    _unused: int = field(default=0, compare=False, repr=False)
    """The unused node number, or 0 if it has not been computed."""

    def __post_init__(self) -> None:
        if not isinstance(self.nodes, MappingProxyType):
            object.__setattr__(self, "nodes", MappingProxyType(dict(self.nodes)))

    @classmethod
    def start(cls, game: Game, setup: str | None = None) -> "GameTree":
        """Return a tree without moves, from the game's initial position or a set-up.

        Raises:
            NotationError, PositionError: if ``setup`` is not a position of the game.
        """
        if setup is not None:
            setup = game.format_position(game.parse_position(setup))
        return cls(game, {ROOT: Node(ROOT, None, setup=setup)})

    def __getitem__(self, node: int) -> Node:
        return self.nodes[node]

    def __contains__(self, node: object) -> bool:
        return node in self.nodes

    def __len__(self) -> int:
        return len(self.nodes)

    # --- positions and moves ----------------------------------------------------------------------------------------

    def position(self, node: int) -> Position:
        """Return the position after a node's move or set-up.

        A game can go on after an end that is not final (``Position.continued``).

        Raises:
            KeyError: if there is no such node.
            ValueError: if a move on the path is illegal.
            NotationError, PositionError: if a set-up is not a position of the game.
        """
        known = self._positions.get(node)
        if known is not None:
            return known
        missing = [self.nodes[node]]
        while (
            missing[-1].parent is not None and missing[-1].setup is None and missing[-1].parent not in self._positions
        ):
            missing.append(self.nodes[missing[-1].parent])
        found: list[tuple[int, Position]] = []
        above = missing[-1].parent
        position = None if above is None or missing[-1].setup is not None else self._positions[above]
        for each in reversed(missing):
            if each.setup is not None:
                position = self.game.parse_position(each.setup).continued()
            elif position is None:
                position = self.game.start()
            else:
                position = position.reopened().play(-1 if each.move is None else each.move).continued()
            found.append((each.id, position))
        assert position is not None
        most = min(_MOST_POSITIONS, max(1, _MOST_BYTES // sys.getsizeof(position)))
        kept = found[-most:]
        for number in list(islice(self._positions, max(0, len(self._positions) + len(kept) - most))):
            del self._positions[number]
        self._positions.update(kept)
        return position

    def move_text(self, node: int, style: MoveStyle = "record") -> str:
        """Return the text of the move that leads to a node, or an empty string for the root and for a set-up."""
        each = self.nodes[node]
        if each.move is None or each.parent is None:
            return ""
        return self.game.format_move(self.position(each.parent), each.move, style)

    def is_null_move(self, node: int) -> bool:
        """Whether a node was set up with the pieces of its parent and the other side to move (``Game.passed``)."""
        each = self.nodes[node]
        if each.setup is None or each.parent is None:
            return False
        try:
            return self.game.format_position(self.game.passed(self.position(each.parent))) == each.setup
        except KyVienError:
            return False

    # --- the shape of the tree --------------------------------------------------------------------------------------

    def path(self, node: int) -> list[int]:
        """Return the numbers of the nodes from the root to ``node``, including both."""
        path = [node]
        parent = self.nodes[node].parent
        while parent is not None:
            path.append(parent)
            parent = self.nodes[parent].parent
        path.reverse()
        return path

    def since_setup(self, node: int) -> list[int]:
        """Return the path to ``node`` from the last node that was set up, or from the root. It includes both."""
        path = [node]
        each = self.nodes[node]
        while each.setup is None and each.parent is not None:
            path.append(each.parent)
            each = self.nodes[each.parent]
        path.reverse()
        return path

    def clocks(self, node: int) -> tuple[float | None, float | None]:
        """Return the time in seconds left to FIRST and to SECOND at a node.

        The time of a player is None if no node on the path to ``node`` records it.
        """
        left: list[float | None] = [None, None]
        for number in reversed(self.path(node)):
            each = self.nodes[number]
            seconds = None if each.parent is None or each.move is None or not each.commands else each.clock
            if seconds is not None and each.parent is not None:
                player = self.position(each.parent).hand
                if left[player] is None:
                    left[player] = seconds
                if None not in left:
                    break
        return left[0], left[1]

    def main_line(self, node: int = ROOT) -> list[int]:
        """Return ``node``, its first child, the first child of that child, and so on."""
        line = [node]
        while children := self.nodes[line[-1]].children:
            line.append(children[0])
        return line

    def ply(self, node: int) -> int:
        """Return the number of plies from the root to ``node``."""
        return len(self.path(node)) - 1

    def child_with(self, node: int, move: int) -> int | None:
        """Return the first child of ``node`` reached by ``move``, or None if there is none."""
        return next((child for child in self.nodes[node].children if self.nodes[child].move == move), None)

    def siblings(self, node: int) -> tuple[int, ...]:
        """Return the children of a node's parent, including ``node``, or only ``node`` if it is the root."""
        parent = self.nodes[node].parent
        return (node,) if parent is None else self.nodes[parent].children

    def is_on_main_line(self, node: int) -> bool:
        """Whether every node on the path to ``node``, except the root, is the first child of its parent."""
        nodes = self.nodes
        parent = nodes[node].parent
        while parent is not None and nodes[parent].children[0] == node:
            node, parent = parent, nodes[parent].parent
        return parent is None

    def below(self, node: int) -> list[int]:
        """Return ``node`` and its descendants, parents before children."""
        found = [node]
        for each in found:
            found.extend(self.nodes[each].children)
        return found

    @property
    def next_id(self) -> int:
        """Return the number after the greatest node number."""
        if not self._unused:
            object.__setattr__(self, "_unused", max(self.nodes) + 1)
        return self._unused

    # --- for move lists and files -----------------------------------------------------------------------------------

    def move_number(self, node: int) -> int:
        """Return the number printed before the move that leads to ``node``.

        The number grows by one after each move of SECOND. Numbering starts at the number given by the last set-up, or
        at 1.
        """
        parent = self.nodes[node].parent
        return self._numbers(node if parent is None else parent)[0]

    def move_numbers(self, line: Sequence[int]) -> Iterator[int]:
        """Yield the ``move_number`` of each node of ``line`` except the first node.

        Each node of ``line`` must be a child of the node before it.
        """
        number, player = self._numbers(line[0])
        count = 2 * number + player
        for node in line[1:]:
            yield count // 2
            count = self._next(node, count)

    def _numbers(self, node: int) -> tuple[int, Player]:
        """Return the move number and the player of a move made at ``node``."""
        path = self.since_setup(node)
        number, turn = self._origin(path[0])
        plies = len(path) - 1 + turn
        return number + plies // 2, Player(plies % 2)

    def _origin(self, node: int) -> tuple[int, int]:
        """Return the move number and the side to move (0 or 1) at the root or at a set-up."""
        position = self.position(node)
        return self.game.setup(position).counters.get("number", 1), int(position.turn)

    def walk(self, node: int = ROOT) -> Iterator[Step]:
        """Yield every node below ``node`` in the order of a printed record.

        A move is followed by its alternatives, each with all its descendants, and then by its continuation.
        """
        # The last item of each entry is twice the number of the next move, plus its player.
        plies = self.ply(node)
        number, player = self._numbers(node)
        stack: list[tuple[str, int, int, int, int]] = [("line", node, 0, plies, 2 * number + player)]
        last, players = node, tuple(Player)
        while stack:
            kind, each, depth, ply, count = stack.pop()
            if kind == "line":
                children = self.nodes[each].children
                if children:
                    stack.append(("line", children[0], depth, ply + 1, self._next(children[0], count)))
                    stack.extend(("variation", child, depth + 1, ply, count) for child in reversed(children[1:]))
                    stack.append(("move", children[0], depth, ply, count))
                continue
            opens = kind == "variation"
            if opens:
                stack.append(("line", each, depth, ply + 1, self._next(each, count)))
            parent = self.nodes[each].parent
            before = self.nodes[last]
            resumes = (
                opens
                or last in (node, ROOT)
                or last != parent
                or bool(before.comment or before.evaluations or before.commands or before.setup)
            )
            yield Step(each, depth, opens, ply + 1, count // 2, players[count % 2], resumes)
            last = each

    def _next(self, node: int, count: int) -> int:
        if self.nodes[node].setup is None:
            return count + 1
        number, player = self._origin(node)
        return 2 * number + player

    # --- comparing and checking -------------------------------------------------------------------------------------

    def renumbered(self) -> "GameTree":
        """Return the tree with its nodes numbered in the order of ``walk``, as in a tree read from a file."""
        numbers = {ROOT: ROOT}
        for step in self.walk():
            numbers[step.node] = len(numbers)
        nodes = {
            numbers[each.id]: replace(
                each,
                id=numbers[each.id],
                parent=None if each.parent is None else numbers[each.parent],
                children=tuple(numbers[child] for child in each.children),
            )
            for each in self.nodes.values()
        }
        return GameTree(self.game, dict(sorted(nodes.items())))

    def same_as(self, other: "GameTree") -> bool:
        """Whether both trees have the same moves and notes, regardless of node numbers."""
        return self.renumbered() == other.renumbered()

    def check(self) -> None:
        """Check every link, every move and every set-up.

        Raises:
            ValueError: if the links do not form a tree, or a move is illegal.
            NotationError, PositionError: if a set-up is not a position of the game.
        """
        if ROOT not in self.nodes or self.nodes[ROOT].parent is not None or self.nodes[ROOT].move is not None:
            raise ValueError("no root")
        reached = {ROOT}
        order = [ROOT]
        for number in order:
            node = self.nodes[number]
            if node.id != number:
                raise ValueError(f"node {number} has the id {node.id}")
            for child in node.children:
                if child in reached or child not in self.nodes or self.nodes[child].parent != number:
                    raise ValueError(f"node {number} has the wrong child {child}")
                reached.add(child)
                order.append(child)
            if number != ROOT and (node.move is None) == (node.setup is None):
                raise ValueError(f"node {number} needs a move or a set-up")
            self.position(number)
        if len(reached) != len(self.nodes):
            raise ValueError("some nodes cannot be reached from the root")

    def check_changes(self, before: "GameTree", changed: Iterable[int]) -> None:
        """Check the links and moves of the nodes changed by an edit, and of their neighbours.

        Args:
            before: the tree before the edit, which must pass ``check``.
            changed: numbers of all changed, added and removed nodes.

        Raises:
            ValueError: if the links do not form a tree, or a move is illegal.
            NotationError, PositionError: if a set-up is not a position of the game.
        """
        if ROOT not in self.nodes:
            raise ValueError("no root")
        present = [number for number in changed if number in self.nodes]
        near = set(present)
        for number in changed:
            old, new = before.nodes.get(number), self.nodes.get(number)
            for each in (old, new):
                if each is not None:
                    near.update(each.children, () if each.parent is None else (each.parent,))
            if old is None or new is None or not new.children:
                continue
            if (old.parent, old.move, old.setup) != (new.parent, new.move, new.setup):
                # All positions below the node have changed.
                self.check()
                return
        for number in near.intersection(self.nodes):
            self._check_links(number)
        for number in present:
            self._check_way(number)
            self.position(number)

    def _check_links(self, number: int) -> None:
        """Check the links of a node to its parent and its children, and that it has a move or a set-up as it must.

        The root must have no move. Any other node must have either a move or a set-up.

        Raises:
            ValueError: if one of these conditions is not met.
        """
        node = self.nodes[number]
        if node.id != number or (number == ROOT) != (node.parent is None):
            raise ValueError(f"node {number} is not in its place")
        if number == ROOT and node.move is not None:
            raise ValueError("the root has a move")
        if number != ROOT and (node.move is None) == (node.setup is None):
            raise ValueError(f"node {number} needs a move or a set-up")
        if node.parent is not None:
            parent = self.nodes.get(node.parent)
            if parent is None or number not in parent.children:
                raise ValueError(f"node {number} has the wrong parent {node.parent}")
        if len(set(node.children)) != len(node.children):
            raise ValueError(f"node {number} has a child twice")
        for child in node.children:
            if child not in self.nodes or self.nodes[child].parent != number:
                raise ValueError(f"node {number} has the wrong child {child}")

    def _check_way(self, number: int) -> None:
        """Check that the parents of a node lead to the root.

        Raises:
            ValueError: if they do not.
        """
        at: int | None = number
        for _ in range(len(self.nodes)):
            node = None if at is None else self.nodes.get(at)
            if node is None:
                break
            at = node.parent
        if at is not None:
            raise ValueError(f"node {number} cannot be reached from the root")

    def with_nodes(self, changes: Mapping[int, Node | None]) -> "GameTree":
        """Return the tree after adding or replacing the nodes in ``changes``. A node whose value is None is removed."""
        nodes: dict[int, Node] = cast("dict[int, Node]", self.nodes).copy()
        positions = dict(self._positions)
        following = self._unused
        for number, new in changes.items():
            old = nodes.get(number)
            if old is not None and new is not None:
                if (old.parent, old.move, old.setup) != (new.parent, new.move, new.setup):
                    positions.clear()
            else:
                positions.pop(number, None)
            if new is None:
                nodes.pop(number, None)
                if number == following - 1:
                    # The greatest number left is known if the numbers have no gap here.
                    following = number if number - 1 in nodes else 0
            else:
                nodes[number] = new
                following = max(following, number + 1) if following else 0
        return GameTree(self.game, MappingProxyType(nodes), positions, following)


RESERVED_HEADERS = ("Game", "Rules", "SetUp", "FEN")
"""Tags whose values follow from the tree; headers must not use these names."""
HEADER_NAME = re.compile(r"[^\s\"\[\]]+")
"""Pattern of the names of headers that a PGN tag can contain."""


def with_players(headers: Mapping[str, str], game: type[Game]) -> dict[str, str]:
    """Return the headers with the names of the players under ``White`` and ``Black``.

    Some records store the names of the players under the names of the sides, such as ``Red``.
    """
    found = dict(headers)
    for side, tag in zip(game.sides, ("White", "Black"), strict=True):
        if side != tag and side in found and tag not in found:
            found = {tag if name == side else name: text for name, text in found.items()}
    return found


@dataclass(frozen=True)
class Record:
    """The record of a game: headers and moves.

    Attributes:
        headers: values by PGN tag name, in order: ``White`` is FIRST, ``Black`` is SECOND, ``Result`` is ``1-0`` if
            FIRST won. The game, the rules and the set-up are determined by the tree and are not included.
        tree: the moves.
        faults: what the reader of the record could not read as it is written. Records with equal headers and moves are
            equal.
    """

    headers: Mapping[str, str]
    tree: GameTree
    faults: tuple[Fault, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(
            self,
            "headers",
            MappingProxyType({name: text for name, text in self.headers.items() if name not in RESERVED_HEADERS}),
        )

    @property
    def game(self) -> Game:
        """The game with its rules."""
        return self.tree.game

    @property
    def result(self) -> str:
        """The result: ``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` if it is unknown."""
        text = self.headers.get("Result", "*")
        return text if text in ("1-0", "0-1", "1/2-1/2") else "*"

    def same_as(self, other: "Record") -> bool:
        """Whether the headers, their order and the trees are equal, regardless of node numbers."""
        return list(self.headers.items()) == list(other.headers.items()) and self.tree.same_as(other.tree)
