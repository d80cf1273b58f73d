"""What is drawn of a tree: each node with its texts and marks, as data for the window and for worksheets."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from engine.core.handmade import HandmadeTree, node_name
from engine.teach.bugs import SearchStep
from engine.teach.exercise import Exercise, Form, State, find_kind
from engine.teach.walk import Walk, bound_text, walk_of
from engine.teach.whole import WholeNode


class NodeShape(StrEnum):
    """The shape of a node: the maximiser's square, the minimiser's circle, or a leaf."""

    MAX = "max"
    MIN = "min"
    LEAF = "leaf"


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """A node as it is drawn.

    Attributes:
        name: its letter.
        parent: its parent, or -1.
        children: its children, from left to right.
        ply: distance from the root.
        shape: its shape.
        text: what is written in it, or an empty string.
        edge: text on the edge that leads to it, such as a move.
        alpha, beta: texts next to it, or empty strings.
        is_faint: whether it is drawn dashed, because it was not visited.
        is_cut: whether the edge to it has the mark of a cut-off.
        is_main: whether the edge to it belongs to the principal variation.
        is_current: whether it has the frame of the current node.
        is_closed: whether it has children that are not drawn.
        is_chosen: whether the user has chosen it.
        state: how the answer about it was judged, or None.
    """

    name: str
    parent: int
    children: tuple[int, ...]
    ply: int
    shape: NodeShape
    text: str = ""
    edge: str = ""
    alpha: str = ""
    beta: str = ""
    is_faint: bool = False
    is_cut: bool = False
    is_main: bool = False
    is_current: bool = False
    is_closed: bool = False
    is_chosen: bool = False
    state: State | None = None


@dataclass(frozen=True, slots=True)
class Drawing:
    """A tree as it is drawn.

    Attributes:
        nodes: the nodes. The first one is the root, and a parent precedes its children.
        legend: what the legend explains: ``main``, ``cut``, ``proof``, and ``mover``, for whom the values are.
    """

    nodes: tuple[DrawnNode, ...] = ()
    legend: frozenset[str] = field(default_factory=frozenset)

    def leaves(self) -> list[int]:
        """Return the nodes without children, from left to right."""
        found, waiting = [], [0] if self.nodes else []
        while waiting:
            node = waiting.pop()
            children = self.nodes[node].children
            waiting += reversed(children)
            if not children:
                found.append(node)
        return found

    def labelled(self, exercise: Exercise) -> "Drawing":
        """Return the drawing with the moves of the real game that the tree of an exercise is from, if there is one."""
        if exercise.origin is None:
            return self
        nodes = [replace(node, edge=text) for node, text in zip(self.nodes, exercise.origin.texts, strict=True)]
        return replace(self, nodes=tuple(nodes))

    def without_texts(self, nodes: Collection[int]) -> "Drawing":
        """Return the drawing with a question mark in place of what is written in some nodes."""
        shown = [replace(node, text="?" if index in nodes else node.text) for index, node in enumerate(self.nodes)]
        return replace(self, nodes=tuple(shown))

    def marked(
        self,
        chosen: Collection[int] = (),
        states: Mapping[int, State] | None = None,
        current: int = -1,
    ) -> "Drawing":
        """Return the drawing with nodes that are chosen, judged and current."""
        states = states or {}
        nodes = [
            replace(node, is_chosen=index in chosen, state=states.get(index), is_current=index == current)
            for index, node in enumerate(self.nodes)
        ]
        return replace(self, nodes=tuple(nodes))


def question(exercise: Exercise) -> Drawing:
    """Return what an exercise shows before it is answered."""
    tree = exercise.tree
    if made := find_kind(exercise.kind).record(exercise):
        return faulty(tree, made)
    made_so_far = partial(walk_of(tree), exercise.shown) if exercise.shown else plain(tree, exercise.decimals)
    return made_so_far.labelled(exercise).without_texts(find_kind(exercise.kind).hidden(exercise))


def solution(exercise: Exercise) -> Drawing:
    """Return what an exercise shows after it is answered: the whole search, or the best order."""
    kind, tree = find_kind(exercise.kind), exercise.tree
    answer = kind.solution(exercise)
    if kind.form is Form.ORDER:
        return ordered(tree, answer.order)
    walk = walk_of(tree, kind.algorithm, exercise.decimals)
    made = walked(walk, for_mover=kind.for_mover) if kind.replays else question(exercise)
    return made.labelled(exercise).marked(answer.nodes)


def plain(tree: HandmadeTree, decimals: int = 0) -> Drawing:
    """Return a tree with the values of its leaves, and of inner nodes that have a static value.

    Args:
        tree: the tree.
        decimals: number of decimals of the values (``bound_text``).
    """
    nodes = [_node(tree, node, decimals=decimals) for node in range(len(tree.values))]
    # A static value of 0 is not drawn: in most trees, inner nodes have none.
    return Drawing(
        tuple(
            replace(node, text=bound_text(value, decimals) if value else node.text)
            for node, value in zip(nodes, tree.values, strict=True)
        )
    )


def ordered(tree: HandmadeTree, order: Mapping[int, Sequence[int]]) -> Drawing:
    """Return a tree with the children of some nodes in another order. The nodes keep their names."""
    drawing = plain(tree)
    nodes = [replace(node, children=tuple(order.get(index, node.children))) for index, node in enumerate(drawing.nodes)]
    return replace(drawing, nodes=tuple(nodes))


def walked(walk: Walk, count: int = -1, *, for_mover: bool = False) -> Drawing:
    """Return a tree with what a search knows after some steps.

    Args:
        walk: the search.
        count: number of the steps of ``walk.steps()``, or -1 for all of them.
        for_mover: whether the values of inner nodes are those for the side to move there.
    """
    tree, all_steps = walk.tree, walk.steps()
    done = all_steps if count < 0 else all_steps[:count]
    begun: dict[int, int] = {}
    ended: set[int] = set()
    for visit, begins in done:
        node = walk.order[visit]
        if begins:
            begun[node] = visit
            ended.discard(node)
        else:
            ended.add(node)
    is_whole = len(done) == len(all_steps)
    windows = walk.algorithm not in ("minimax", "negamax")
    nodes = []
    for node in range(len(tree.values)):
        made = _node(tree, node, faint=node not in begun, decimals=walk.decimals)
        parent = tree.parents[node]
        if node in begun:
            visit = begun[node]
            alpha, beta = walk.window(visit)
            text = made.text
            if tree.children[node]:
                text = _value(walk, visit, for_mover) if node in ended else ""
            made = replace(
                made, text=text, alpha=f"α {walk.text(alpha)}" if windows and tree.children[node] else "",
                beta=f"β {walk.text(beta)}" if windows and tree.children[node] else "",
            )  # fmt: skip
        elif parent in ended and parent in begun:
            made = replace(made, is_cut=True)
        nodes.append(made)
    for node in walk.pv[1:] if is_whole else ():
        nodes[node] = replace(nodes[node], is_main=True)
    last = walk.order[done[-1][0]] if done and not is_whole else -1
    if last >= 0:
        nodes[last] = replace(nodes[last], is_current=True)
    has = {"main": is_whole, "cut": any(each.is_cut for each in nodes), "mover": for_mover}
    return Drawing(tuple(nodes), frozenset(name for name, is_shown in has.items() if is_shown))


def partial(walk: Walk, visits: int) -> Drawing:
    """Return a tree with what a search knows when it is about to make its next visit.

    Args:
        walk: the search.
        visits: number of the visits made so far.
    """
    begun = 0
    for at, (_, begins) in enumerate(walk.steps()):
        if begins and begun == visits:
            # Whether a node is left or another child follows is the question: only the visits are shown.
            last = next(i for i in range(at - 1, -1, -1) if walk.steps()[i][1])
            return walked(walk, last + 1 + (not walk.tree.children[walk.order[walk.steps()[last][0]]]))
        begun += begins
    return walked(walk)


def faulty(tree: HandmadeTree, made: Sequence[SearchStep]) -> Drawing:
    """Return a tree with the values of the steps of a search, and with its windows if it has any."""
    nodes = [_node(tree, node, faint=True) for node in range(len(tree.values))]
    has_windows = any(step.alpha or step.beta for step in made)
    for step in made:
        node = nodes[step.node]
        if step.enters and not has_windows:
            nodes[step.node] = replace(node, is_faint=False)
        elif step.enters:
            nodes[step.node] = replace(
                node, alpha=f"α {bound_text(step.alpha)}", beta=f"β {bound_text(step.beta)}", is_faint=False
            )
        else:
            nodes[step.node] = replace(node, text=bound_text(step.value))
    return Drawing(tuple(nodes))


def whole(nodes: Sequence[WholeNode]) -> Drawing:
    """Return the tree of a game, with 1, 0 or −1 in each node: the result for the first player with the best play."""
    made = []
    for node in nodes:
        shape = NodeShape.LEAF if node.is_leaf else NodeShape.MIN if node.position.side else NodeShape.MAX
        more = "" if node.children or node.is_leaf else "…"
        made.append(
            DrawnNode(
                name="",
                parent=node.parent,
                children=node.children,
                ply=node.ply,
                shape=shape,
                text=bound_text(node.result.winner),
                edge=node.move,
                alpha=more,
                is_main=node.is_proof and node.parent >= 0,
                is_closed=bool(more),
            )
        )
    return Drawing(tuple(made), frozenset({"proof"}))


def _node(tree: HandmadeTree, node: int, faint: bool = False, decimals: int = 0) -> DrawnNode:
    children = tree.children[node]
    shape = NodeShape.LEAF if not children else NodeShape.MIN if tree.depths[node] % 2 else NodeShape.MAX
    text = bound_text(tree.values[node], decimals) if not children else ""
    return DrawnNode(node_name(node), tree.parents[node], children, tree.depths[node], shape, text, is_faint=faint)


def _value(walk: Walk, visit: int, for_mover: bool) -> str:
    turned = for_mover and not walk.is_maximiser(walk.order[visit])
    sign, value = walk.sign(visit), walk.text(walk.value(visit) * (-1 if turned else 1))
    if turned:
        sign = {"≥": "≤", "≤": "≥"}.get(sign, sign)
    return value if sign == "=" else f"{sign} {value}"
