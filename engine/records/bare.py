"""Copies of a record for programs that know moves, variations and comments, but neither glyphs nor commands."""

from collections.abc import Iterator
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
    tree = record.tree
    games = []
    for start in (node for node in tree.nodes if node == ROOT or tree[node].setup is not None):
        part = GameTree(tree.game, dict(_nodes(tree, start)))
        games.append(Record(record.headers if start == ROOT else {**record.headers, "Result": "*"}, part))
    nodes = tree.nodes.values()
    return Bare(games, sum(len(node.evaluations) for node in nodes), sum(len(node.commands) for node in nodes))


def _nodes(tree: GameTree, start: int) -> Iterator[tuple[int, Node]]:
    """Yield the nodes below ``start``, which becomes the root, up to the positions that were set up."""
    left = [start]
    while left:
        node = tree[left.pop()]
        children = tuple(child for child in node.children if tree[child].setup is None)
        left += children
        signs = " ".join(_SIGNS.get(nag, f"${nag}") for nag in node.nags)
        comment = "\n".join(filter(None, (node.lead, " ".join(filter(None, (signs, node.comment))))))
        made = replace(
            node, children=children, comment=comment, lead="", nags=(), evaluations=(), commands=(),
        )  # fmt: skip
        if node.id == start:
            made = replace(made, id=ROOT, parent=None, move=None)
        elif node.parent == start:
            made = replace(made, parent=ROOT)
        yield made.id, made
