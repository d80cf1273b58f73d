"""Copies of a record for programs that know moves, variations and comments, but neither glyphs nor commands."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from engine.core.language import tr
from engine.records.tree import ROOT, GameTree, Node, Record

_SIGNS = {
    1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓",
    18: "+-", 19: "-+", 22: "⨀", 146: "N",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bare:
    """A copy of a record.

    Attributes:
        records: the games. A position that was set up within the game begins another one.
        evaluations: number of evaluations that were left out.
        commands: number of commands, such as clocks, that were left out.
    """

    records: list[Record]
    evaluations: int
    commands: int

    @property
    def notice(self) -> str:
        """A sentence about what was left out, or an empty string."""
        counts = {tr("evaluations of positions"): self.evaluations, tr("clocks and drawings"): self.commands}
        parts = ", ".join(f"{name} ({count})" for name, count in counts.items() if count)
        return tr("Not in the copy: {parts}.", parts=parts) if parts else ""


def bare(record: Record) -> Bare:
    """Return a copy of a record in which glyphs are signs at the start of comments.

    A comment before a variation is put before the comment on its first move.
    """
    nodes = record.tree.nodes.values()
    starts = {node.id for node in nodes if node.setup is not None}
    evaluations, commands = sum(len(node.evaluations) for node in nodes), sum(len(node.commands) for node in nodes)
    return Bare(parts_of(record.tree, starts, record.headers, _plain), evaluations, commands)


def parts_of(
    tree: GameTree, starts: Collection[int], headers: Mapping[str, str], change: Callable[[Node], Node]
) -> list[Record]:
    """Return the parts of a tree as records for formats in which only the first position can be set up.

    Args:
        tree: the tree.
        starts: the nodes besides the root that begin another game, which has no result.
        headers: the headers of the copies.
        change: function that returns the copy of a node, with the same number, parent, children and move.
    """
    parts = []
    for start in sorted({ROOT, *starts}):
        part = GameTree(tree.game, dict(_nodes(tree, start, starts, change)))
        parts.append(Record(headers if start == ROOT else {**headers, "Result": "*"}, part))
    return parts


def _nodes(
    tree: GameTree, start: int, starts: Collection[int], change: Callable[[Node], Node]
) -> Iterator[tuple[int, Node]]:
    """Yield the copies of the nodes from ``start`` on, which becomes the root, up to those that begin other games."""
    left = [start]
    while left:
        node = tree[left.pop()]
        children = tuple(child for child in node.children if child not in starts)
        left += children
        made = replace(change(node), children=children)
        if node.id == start:
            made = replace(made, id=ROOT, parent=None, move=None)
        elif node.parent == start:
            made = replace(made, parent=ROOT)
        yield made.id, made


def _plain(node: Node) -> Node:
    signs = " ".join(_SIGNS.get(nag, f"${nag}") for nag in node.nags)
    comment = "\n".join(filter(None, (node.lead, " ".join(filter(None, (signs, node.comment))))))
    return replace(node, comment=comment, lead="", nags=(), evaluations=(), commands=())
