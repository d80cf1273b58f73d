"""A tree as one HTML page that needs no network: board with replay, icicle, window strip, outline and explanations.

Without a script, everything but the replay and the window strip is shown.
"""

from engine.core.language import language, ngettext, tr
from engine.picture.svg import escape
from engine.picture.web import policy, resource
from engine.searchtree.explanation import explain, value_text
from engine.searchtree.export.drawing import MOST_DRAWN, icicle, node_text, title_of, tree_picture
from engine.searchtree.export.replay import Replay
from engine.searchtree.folding import Row, RowKind
from engine.searchtree.model import SearchTree
from engine.searchtree.reasons import REASONS

MOST_ROWS = 4000
"""Rows of the outline. Deeper plies are left out first."""


def tree_page(tree: SearchTree) -> str:
    """Return the tree as an HTML page in the current language."""
    outline = _Outline(tree)
    rows = outline.text(0, 0)
    title = escape(title_of(tree))
    script, style = resource("tree.js"), resource("tree.css")
    facts = tree.facts
    intro = ngettext(
        "{count} node, {kept} recorded, complete to ply {ply}",
        "{count} nodes, {kept} recorded, complete to ply {ply}",
        facts.nodes, kept=len(tree), ply=facts.complete_to_ply,
    )  # fmt: skip
    replay = Replay(tree, sorted(outline.shown))
    pictures = icicle(tree)
    if len(tree) <= MOST_DRAWN:
        pictures += tree_picture(tree, inline=True)
    return (
        f'<!DOCTYPE html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy(script, style)}">\n'
        f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        f"<p>{escape(facts.game)} {escape(facts.rules)} · {escape(facts.position)}</p>\n<p>{escape(intro)}</p>\n"
        f"<p>{escape(_side_text(facts.kind))}</p>\n\n"
        f'<div class="picture">{pictures}</div>\n<div class="work"><div class="stage">{replay.board(facts.position)}'
        f"{replay.bar()}</div>\n<div>{replay.strip()}{rows}</div></div>\n"
        f'<script type="application/json" id="search">{replay.data()}</script>\n<script>{script}</script>\n'
        "</body>\n</html>\n"
    )


class _Outline:
    """The outline of a tree as nested elements, which the browser opens and closes without a script."""

    def __init__(self, tree: SearchTree) -> None:
        self.tree = tree
        plies = tree.column("ply")
        self.most_ply = next(
            (ply for ply in range(int(plies.max()), 0, -1) if int((plies <= ply).sum()) <= MOST_ROWS), 0
        )
        self.pv = set(tree.pv)
        self.shown: list[int] = []

    def text(self, node: int, level: int) -> str:
        """Return a node with its explanation and the rows below it."""
        tree = self.tree
        self.shown.append(node)
        mark = ' class="pv"' if node in self.pv else ""
        why = "".join(f'<p class="why">{escape(each.text)}</p>' for each in explain(tree, node))
        rows = []
        if tree.number("ply", node) < self.most_ply:
            rows = [self.row(row, level + 1) for row in tree.groups(node)]
        opened = " open" if level < 1 else ""
        return (
            f'<details data-n="{node}"'
            + f"{mark}{opened}><summary>{self.line(node)}</summary>{why}{''.join(rows)}</details>\n"
        )

    def row(self, row: Row, level: int) -> str:
        """Return one row of the children of a node."""
        if row.kind is RowKind.NODE:
            return self.text(row.nodes[0], level)
        if row.kind is RowKind.GHOSTS:
            return f'<div class="row"><i>░ {escape(tr("moves not looked at: {count}", count=row.moves))}</i></div>\n'
        title = run_text(row) if self.tree.facts.kind == "windows" else _snapshot_text(row)
        inside = "".join(self.text(node, level + 1) for node in row.nodes)
        return f"<details><summary>⋯ {escape(title)}</summary>{inside}</details>\n"

    def line(self, node: int) -> str:
        """Return the numbers of a node."""
        tree, visit = self.tree, self.tree.visit(node)
        parts = [f"<b>{escape(tree.move_text(node, 'display') or tr('the root'))}</b>"]
        if tree.facts.kind == "windows":
            ends = [value_text(end, tree.facts.decimals) for end in (visit.alpha, visit.beta)]
            parts += [f"<i>({ends[0]} … {ends[1]})</i>", escape(node_text(tree, node))]
            parts.append(f"<i>{escape(tr(REASONS[visit.reason]))}</i>")
        elif text := node_text(tree, node):
            parts.append(escape(text))
        if tree.facts.kind == "visits":
            return " ".join(parts)
        count = escape(tr("nodes: {count}", count=tree.number(tree.width_column, node)))
        return " ".join(parts) + (f" · {count}" if tree.facts.kind == "proof" else f" {count}")


def _side_text(kind: str) -> str:
    """Return for which side the numbers of a tree are, or an empty string if they do not depend on the side."""
    if kind == "windows":
        return tr("Windows and values are for the side to move.")
    return tr("Shares of the points are for the side to move.") if kind == "visits" else ""


def _snapshot_text(row: Row) -> str:
    """Return the text of a folded row of a search without windows, whose nodes have no reason."""
    return f"{ngettext('{count} move', '{count} moves', row.moves)} · {tr('nodes: {count}', count=row.visits)}"


def run_text(row: Row) -> str:
    """Return the text of a folded row in the current language."""
    if row.reason is not None and row.reason.name == "CUTOFF":
        if row.replies == 1:
            text = ngettext("{count} move, refuted by its first reply",
                            "{count} moves, each refuted by its first reply", row.moves)  # fmt: skip
        else:
            text = ngettext("{count} move, refuted by reply {number}", "{count} moves, each refuted by reply {number}",
                            row.moves, number=row.replies)  # fmt: skip
    else:
        assert row.reason is not None
        text = ngettext("{count} move: {reason}", "{count} moves, each: {reason}", row.moves,
                        reason=tr(REASONS[row.reason]))  # fmt: skip
    return f"{text} · {tr('nodes: {count}', count=row.visits)}"
