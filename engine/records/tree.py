"""A played game as a value: a tree of moves with notes, and the facts about it.

Nodes are known by number. A number belongs to one node for as long as that node is in the tree; after an undo it may be
given to another. Every change (``engine.records.edits``) makes a new tree, the old one stays as it was.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from types import MappingProxyType

from engine.core.game import Game, MoveStyle
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.score import Score

ROOT = 0

# Positions kept by a tree, 2 to 4 KB each.
_MOST_POSITIONS = 4096

_CLOCK = re.compile(r"clk\s+(?:([0-9]{1,4}):)?([0-9]{1,2}):([0-9]{1,2}(?:\.[0-9]{1,6})?)\s*")


@dataclass(frozen=True, slots=True)
class EvaluationNote:
    """What an algorithm said of a node's position.

    Attributes:
        algorithm: who said it, as on the command line (``negascout``, ``negascout:ordering=on``); None: unnamed.
        depth: completed depth, plies.
        score: as FIRST sees it, whatever point of view it was given with; None where there is none.
        nodes: positions visited.
        text: of a foreign note its text, unchanged (``0.17``); of ours the fields that this version does not know.
        evaluation: name of the evaluation used; empty if not said.
    """

    algorithm: str | None
    depth: int | None = None
    score: Score | None = None
    nodes: int | None = None
    text: str = ""
    evaluation: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "algorithm", self.algorithm or None)
        if self.score is not None:
            object.__setattr__(self, "score", self.score.pov(Player.FIRST))

    @property
    def is_foreign(self) -> bool:
        """Whether another program wrote it, in its own words."""
        return self.algorithm is None and self.depth is None and self.score is None and self.nodes is None


@dataclass(frozen=True, slots=True)
class Node:
    """One move of a record, or a set-up, with what is noted about the position after it.

    Attributes:
        id: its number; the root's is 0.
        parent: number of the node before; None for the root.
        move: the move, legal in the parent's position; None for the root and for a set-up.
        children: numbers of the nodes after, the main line first.
        comment: text about the position or the move.
        nags: numeric annotation glyphs of PGN, in order, each once.
        evaluations: what algorithms said.
        setup: text of the position, where it was set up and not reached by a move.
        commands: further embedded commands without their brackets, unchanged (``clk 0:19:58``).
        lead: comment before the move, where the move begins a variation.
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
        """Seconds left on the mover's clock after the move; None if not noted."""
        for command in self.commands:
            match = _CLOCK.fullmatch(command)
            if match:
                return 3600 * int(match[1] or 0) + 60 * int(match[2]) + float(match[3])
        return None

    @property
    def dead(self) -> tuple[str, ...] | None:
        """Names of the cells with dead pieces, as the players marked them when they counted; None: not counted."""
        for command in self.commands:
            word, *cells = command.split()
            if word == "dead":
                return tuple(cell for cell in cells if cell != "-")
        return None


def dead_command(cells: Sequence[str]) -> str:
    """The command that notes which pieces were dead when the game was counted: ``dead d4 e4``, ``dead -`` if none."""
    return " ".join(("dead", *(cells or "-")))


def clock_command(seconds: float, places: int = 0) -> str:
    """The command that notes the time left on a clock: ``clk 0:19:58``; with places up to so many: ``clk 0:00:01.25``.

    Whole seconds are cut off, decimal places rounded.
    """
    units = max(0, round(seconds * 10**places) if places else int(seconds))
    whole, rest = divmod(units, 10**places)
    fraction = f".{rest:0{places}}".rstrip("0") if rest else ""
    return f"clk {whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}{fraction}"


@dataclass(frozen=True, slots=True)
class Step:
    """A node as a move list shows it.

    Attributes:
        node: its number.
        depth: how many variations it is inside of; 0 on the main line.
        opens: whether it begins a variation.
        ply: moves from the root.
        number: number of the move, as printed before it.
        player: who made the move; for a set-up, the side that was to move.
        resumes: whether its number should be printed although ``player`` is SECOND: it follows a variation, begins a
            line, or follows a comment.
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
    """The moves of a record.

    Attributes:
        game: the game with its rules.
        nodes: every node by number.
    """

    game: Game
    nodes: Mapping[int, Node] = field(default_factory=lambda: {ROOT: Node(ROOT, None)})
    _positions: dict[int, Position] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "nodes", MappingProxyType(dict(self.nodes)))

    @classmethod
    def start(cls, game: Game, setup: str | None = None) -> "GameTree":
        """A tree without moves, from the game's start or from a set-up.

        Raises:
            NotationError, PositionError: if ``setup`` is no position of the game.
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
        """The position after a node's move.

        Raises:
            KeyError: if there is no such node.
            ValueError: if a move on the way is not legal.
        """
        known = self._positions.get(node)
        if known is not None:
            return known
        missing = [self.nodes[node]]
        while (
            missing[-1].parent is not None and missing[-1].setup is None and missing[-1].parent not in self._positions
        ):
            missing.append(self.nodes[missing[-1].parent])
        above = missing[-1].parent
        position = None if above is None or missing[-1].setup is not None else self._positions[above]
        if len(self._positions) + len(missing) > _MOST_POSITIONS:
            self._positions.clear()
        for each in reversed(missing):
            if each.setup is not None:
                position = self.game.parse_position(each.setup)
            elif position is None:
                position = self.game.start()
            else:
                position = position.play(-1 if each.move is None else each.move)
            if len(self._positions) < _MOST_POSITIONS:
                self._positions[each.id] = position
        assert position is not None
        return position

    def move_text(self, node: int, style: MoveStyle = "record") -> str:
        """The text of the move that leads to a node; empty for the root and for a set-up."""
        each = self.nodes[node]
        if each.move is None or each.parent is None:
            return ""
        return self.game.format_move(self.position(each.parent), each.move, style)

    # --- the shape of the tree --------------------------------------------------------------------------------------

    def path(self, node: int) -> list[int]:
        """Node numbers from the root to ``node``, both included."""
        path = [node]
        parent = self.nodes[node].parent
        while parent is not None:
            path.append(parent)
            parent = self.nodes[parent].parent
        path.reverse()
        return path

    def clocks(self, node: int) -> tuple[float | None, float | None]:
        """Seconds that FIRST and SECOND have left at a node, as the record notes them; None: not noted so far."""
        left: list[float | None] = [None, None]
        for number in reversed(self.path(node)):
            each = self.nodes[number]
            seconds = None if each.parent is None or each.move is None else each.clock
            if seconds is not None and each.parent is not None:
                player = self.position(each.parent).hand
                if left[player] is None:
                    left[player] = seconds
                if None not in left:
                    break
        return left[0], left[1]

    def main_line(self, node: int = ROOT) -> list[int]:
        """``node`` and the first children below it, to the end."""
        line = [node]
        while children := self.nodes[line[-1]].children:
            line.append(children[0])
        return line

    def ply(self, node: int) -> int:
        """Moves from the root to ``node``."""
        return len(self.path(node)) - 1

    def child_with(self, node: int, move: int) -> int | None:
        """The first child of ``node`` reached by ``move``; None if there is none."""
        return next((child for child in self.nodes[node].children if self.nodes[child].move == move), None)

    def siblings(self, node: int) -> tuple[int, ...]:
        """The children of a node's parent, ``node`` among them."""
        parent = self.nodes[node].parent
        return (node,) if parent is None else self.nodes[parent].children

    def is_on_main_line(self, node: int) -> bool:
        """Whether ``node`` is reached by first children only."""
        path = self.path(node)
        return all(self.nodes[a].children[0] == b for a, b in pairwise(path))

    def below(self, node: int) -> list[int]:
        """``node`` and every node below it, a parent always before its children."""
        found = [node]
        for each in found:
            found.extend(self.nodes[each].children)
        return found

    @property
    def next_id(self) -> int:
        """A number that no node has."""
        return max(self.nodes) + 1

    # --- for move lists and files -----------------------------------------------------------------------------------

    def move_number(self, node: int) -> int:
        """The number printed before the move that leads to ``node``: one more after every move of SECOND.

        Counting begins with the number that the last set-up names, or 1.
        """
        path = self.path(node)
        return self._numbers(path[-2] if len(path) > 1 else node)[0]

    def move_numbers(self, line: Sequence[int]) -> Iterator[int]:
        """The ``move_number`` of every node of ``line`` but the first; each is a child of the one before it."""
        number, player = self._numbers(line[0])
        count = 2 * number + player
        for node in line[1:]:
            yield count // 2
            count = self._next(node, count)

    def _numbers(self, node: int) -> tuple[int, Player]:
        """Number and player of a move made at ``node``."""
        plies = 0
        each = self.nodes[node]
        while each.setup is None and each.parent is not None:
            each = self.nodes[each.parent]
            plies += 1
        number, turn = self._origin(each.id)
        return number + (plies + turn) // 2, Player((plies + turn) % 2)

    def _origin(self, node: int) -> tuple[int, int]:
        """Number and side to move at the root or a set-up."""
        position = self.position(node)
        return self.game.setup(position).counters.get("number", 1), int(position.turn)

    def walk(self, node: int = ROOT) -> Iterator[Step]:
        """Every node below ``node`` in the order of print.

        A move, then its alternatives, each with all that follows it, then what follows the move.
        """
        # For every node still to be continued: number of the next move times two, plus its player.
        plies = self.ply(node)
        number, player = self._numbers(node)
        stack: list[tuple[str, int, int, int, int]] = [("line", node, 0, plies, 2 * number + player)]
        last = node
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
            yield Step(each, depth, opens, ply + 1, count // 2, Player(count % 2), resumes)
            last = each

    def _next(self, node: int, count: int) -> int:
        if self.nodes[node].setup is None:
            return count + 1
        number, player = self._origin(node)
        return 2 * number + player

    # --- comparing and checking -------------------------------------------------------------------------------------

    def renumbered(self) -> "GameTree":
        """The same tree with its nodes numbered in the order of ``walk``, as if it were read from a file."""
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
        """Whether both hold the same moves and notes, whatever their nodes' numbers."""
        return self.renumbered() == other.renumbered()

    def check(self) -> None:
        """Look at every link and every move.

        Raises:
            ValueError: if the tree is not one, or a move is not legal.
            NotationError, PositionError: if a set-up is no position.
        """
        if ROOT not in self.nodes or self.nodes[ROOT].parent is not None or self.nodes[ROOT].move is not None:
            raise ValueError("no root")
        reached = {ROOT}
        order = [ROOT]
        for number in order:
            node = self.nodes[number]
            if node.id != number:
                raise ValueError(f"node {number} calls itself {node.id}")
            for child in node.children:
                if child in reached or child not in self.nodes or self.nodes[child].parent != number:
                    raise ValueError(f"node {number} has the wrong child {child}")
                reached.add(child)
                order.append(child)
            if number != ROOT and (node.move is None) == (node.setup is None):
                raise ValueError(f"node {number} needs a move or a set-up")
            self.position(number)
        if len(reached) != len(self.nodes):
            raise ValueError("nodes without a way from the root")

    def check_changes(self, before: "GameTree", changed: Iterable[int]) -> None:
        """Look at the links and moves of the nodes that an edit changed, and of their neighbours.

        Args:
            before: the tree before the edit, in which ``check`` finds nothing wrong.
            changed: every node that differs; also those put in or taken out.

        Raises:
            ValueError: if the tree is not one, or a move is not legal.
            NotationError, PositionError: if a set-up is no position.
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
                # Every position below it is another one.
                self.check()
                return
        for number in near.intersection(self.nodes):
            self._check_links(number)
        for number in present:
            self._check_way(number)
            self.position(number)

    def _check_links(self, number: int) -> None:
        """Look at a node's parent and children.

        Raises:
            ValueError: if they do not name each other.
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
        """Follow the parents of a node to the root.

        Raises:
            ValueError: if they do not lead there.
        """
        at: int | None = number
        for _ in range(len(self.nodes)):
            node = None if at is None else self.nodes.get(at)
            if node is None:
                break
            at = node.parent
        if at is not None:
            raise ValueError(f"no way leads from the root to node {number}")

    def with_nodes(self, changes: Mapping[int, Node | None]) -> "GameTree":
        """The tree with some nodes put in, exchanged or (None) taken out; used by edits."""
        nodes = dict(self.nodes)
        positions = dict(self._positions)
        for number, new in changes.items():
            old = nodes.get(number)
            if old is not None and new is not None:
                if (old.parent, old.move, old.setup) != (new.parent, new.move, new.setup):
                    positions.clear()
            else:
                positions.pop(number, None)
            if new is None:
                nodes.pop(number, None)
            else:
                nodes[number] = new
        return GameTree(self.game, nodes, positions)


RESERVED_HEADERS = ("Game", "Rules", "SetUp", "FEN")
"""Tags that the tree itself tells; no header may be called so."""


def with_players(headers: Mapping[str, str], game: type[Game]) -> dict[str, str]:
    """The headers with the players as ``White`` and ``Black``: records of xiangqi name them by their sides."""
    found = dict(headers)
    for side, tag in zip(game.sides, ("White", "Black"), strict=True):
        if side != tag and side in found and tag not in found:
            found = {tag if name == side else name: text for name, text in found.items()}
    return found


@dataclass(frozen=True)
class Record:
    """A game played, with what is known about it.

    Attributes:
        headers: facts by name, in order, as PGN calls them: ``White`` is FIRST, ``Black`` is SECOND, ``Result`` is
            ``1-0`` where FIRST won. What the tree tells (game, rules, set-up) is not among them.
        tree: the moves.
    """

    headers: Mapping[str, str]
    tree: GameTree

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
        """``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` where it is not known."""
        text = self.headers.get("Result", "*")
        return text if text in ("1-0", "0-1", "1/2-1/2") else "*"

    def same_as(self, other: "Record") -> bool:
        """Whether headers, their order, and the trees are the same, whatever the nodes' numbers."""
        return list(self.headers.items()) == list(other.headers.items()) and self.tree.same_as(other.tree)
