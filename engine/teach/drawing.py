"""What is drawn of a tree: each node with its texts and marks, as data for the window and for worksheets."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any

from engine.core.handmade import HandmadeTree, node_name
from engine.core.language import language
from engine.searchtree.events import EventKind, Style
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
        chip: what it did at its parent, on this edge, such as ``β ↓ 2``, or ``?`` before it is decided whether it is
            visited, or an empty string.
        is_chip_new: whether it did this in the last step.
        alpha, beta: texts next to it, or empty strings: the current bounds, or of a finished node the first and the
            last one: ``β +∞ → 2``.
        alpha_from, beta_from: where the current bounds come from, such as ``from A``, or empty strings.
        was: what ``text``, ``alpha`` and ``beta`` were before the last step, by the names of those that it changed.
        is_open: whether its search is not finished.
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
    chip: str = ""
    is_chip_new: bool = False
    alpha: str = ""
    beta: str = ""
    alpha_from: str = ""
    beta_from: str = ""
    was: Mapping[str, str] = field(default_factory=dict)
    is_open: bool = False
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
        widest: the same tree with the longest texts of all steps of a search, for which there is room in every picture
            of these steps so that no node moves, or None.
    """

    nodes: tuple[DrawnNode, ...] = ()
    legend: frozenset[str] = field(default_factory=frozenset)
    widest: "Drawing | None" = field(default=None, compare=False, repr=False)

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
        # Judgements are written next to the nodes, too.
        return replace(self, nodes=tuple(nodes), widest=None if states else self.widest)


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


def walked(walk: Walk, count: int = -1, *, for_mover: bool = False, code: str = "") -> Drawing:
    """Return a tree with what a search knows after some steps: nothing that follows from a later one.

    Args:
        walk: the search.
        count: number of the steps of ``walk.steps()``, or -1 for all of them, without what each node did at its parent.
        for_mover: whether the values of inner nodes are those for the side to move there.
        code: code of the language, or an empty string for the current one.
    """
    tree, events, code = walk.tree, walk.events, code or language()
    replay = walk.replay(for_mover=for_mover, code=code)
    has_chips, count = count >= 0, len(events) if count < 0 else count
    is_whole = count == len(events)
    state = events.state(count)
    last = {walk.order[visit]: visit for visit in state}
    left = _left(walk, count)
    nodes = []
    for node in range(len(tree.values)):
        made = _node(tree, node, faint=node not in last, decimals=walk.decimals)
        if has_chips and node in last:
            chip, is_new = replay.chip(last[node], count)
            made = replace(made, chip=chip, is_chip_new=is_new and not is_whole)
        if node not in last:
            above, is_cut = last.get(tree.parents[node], -1), tree.parents[node] in left
            is_waiting = has_chips and not is_cut and above in state.path
            made = replace(made, is_cut=is_cut, chip="?" if is_waiting else "")
        elif tree.children[node]:
            visit = last[node]
            texts = replay.texts(state[visit])
            was = {} if is_whole or visit not in state.changed else replay.texts_before(state, visit)
            made = replace(made, is_open=state[visit].is_open, was=was, **texts)
        nodes.append(made)
    for node in walk.pv[1:] if is_whole else ():
        nodes[node] = replace(nodes[node], is_main=True)
    if state.last is not None and not is_whole:
        current = walk.order[events.place(state.last)]
        nodes[current] = replace(nodes[current], is_current=True)
    has = {"main": is_whole, "cut": any(each.is_cut for each in nodes), "mover": for_mover}
    legend = frozenset(name for name, is_shown in has.items() if is_shown)
    return Drawing(tuple(nodes), legend, _widest(walk, for_mover, code))


@lru_cache(maxsize=16)
def _widest(walk: Walk, for_mover: bool, code: str) -> Drawing:
    """Return the tree with the longest texts of all steps next to its nodes. ``code`` is the language."""
    events, nodes = walk.events, list(plain(walk.tree, walk.decimals).nodes)
    replay = walk.replay(for_mover=for_mover, code=code)
    longest: dict[tuple[int, str], int] = {}
    for step in range(1, len(events) + 1):
        state = events.state(step)
        for visit in state.changed:
            node = walk.order[visit]
            if not walk.tree.children[node]:
                continue
            texts, was = replay.texts(state[visit]), replay.texts_before(state, visit)
            for name in ("alpha", "beta"):
                source = texts.get(f"{name}_from", "")
                length = len(texts.get(name, "")) + len(source) + len(was.get(name, ""))
                if length > longest.get((node, name), 0):
                    longest[node, name] = length
                    before = {key: text for key, text in nodes[node].was.items() if key != name}
                    before |= {name: was[name]} if name in was else {}
                    changed: dict[str, Any] = {name: texts[name], f"{name}_from": source, "was": before}
                    nodes[node] = replace(nodes[node], **changed)
    return Drawing(tuple(nodes))


def _left(walk: Walk, count: int) -> set[int]:
    """Return the nodes that were left, in their last visits, before all their children were searched."""
    left: set[int] = set()
    for event in walk.steps()[:count]:
        node = walk.order[event.visit]
        if event.kind is EventKind.ENTER:
            left.discard(node)
        elif (event.kind is EventKind.CUT and event.answer) or (
            # Other searches have no decisions.
            event.kind is EventKind.RETURN and walk.events.style is Style.RECORDED
        ):
            left.add(node)
    return left


def partial(walk: Walk, visits: int) -> Drawing:
    """Return a tree with what a search knows when it is about to make its next visit.

    Whether a node is left or another child follows is the question, so nothing after the last visit is shown.

    Args:
        walk: the search.
        visits: number of the visits made so far.
    """
    made = [at for at, event in enumerate(walk.steps(), 1) if event.kind in (EventKind.ENTER, EventKind.LEAF)]
    found = walked(walk, made[visits - 1] if 0 < visits < len(made) else len(walk.steps()))
    # A question is no replay: what the last step changed is not marked.
    return replace(found, nodes=tuple(replace(node, was={}, chip="") for node in found.nodes))


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
