"""A tree as one HTML page that needs no network: board with replay, icicle, outline and explanations.

Without a script, everything but the replay is shown.
"""

from engine.core.language import language, tr
from engine.picture.board import board_svg
from engine.picture.svg import escape
from engine.picture.web import policy, resource
from engine.searchtree.explanation import explain
from engine.searchtree.export.drawing import MOST_DRAWN, bound_text, icicle, title_of, tree_picture, window_text
from engine.searchtree.export.replay import Replay
from engine.searchtree.folding import Row, RowKind
from engine.searchtree.model import SearchTree

MOST_ROWS = 4000
"""Rows of the outline. Deeper plies are left out first."""


def tree_page(tree: SearchTree) -> str:
    """Return the tree as an HTML page in the current language."""
    outline = _Outline(tree)
    rows = outline.text(0, 0)
    title = escape(title_of(tree))
    script, style = resource("tree.js"), resource("tree.css")
    facts = tree.facts
    intro = tr(
        "{nodes} nodes, {kept} recorded, complete to ply {ply}",
        nodes=facts.nodes, kept=len(tree), ply=facts.complete_to_ply,
    )  # fmt: skip
    root = tree.position(0)
    data, bar = "", ""
    if facts.kind == "windows":
        replay = Replay(tree, sorted(outline.shown))
        board, bar, data = replay.board(facts.position), replay.bar(), replay.data()
    else:
        board = "" if root is None else board_svg(root.game.surface(root), size=280, title=facts.position, ids="b")
    pictures = icicle(tree)
    if len(tree) <= MOST_DRAWN:
        pictures += tree_picture(tree, inline=True)
    return (
        f'<!DOCTYPE html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy(script, style)}">\n'
        f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        f"<p>{escape(facts.game)} {escape(facts.rules)} · {escape(facts.position)}</p>\n<p>{escape(intro)}</p>\n"
        f"<p>{escape(tr('Windows and values are for the side to move.'))}</p>\n\n"
        f'<div class="picture">{pictures}</div>\n<div class="work"><div class="stage">{board}{bar}</div>\n'
        f"<div>{rows}</div></div>\n"
        + (f'<script type="application/json" id="search">{data}</script>\n<script>{script}</script>\n' if data else "")
        + "</body>\n</html>\n"
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
            return f'<div class="row"><i>░ {escape(tr("moves never looked at: {count}", count=row.moves))}</i></div>\n'
        title = run_text(row)
        inside = "".join(self.text(node, level + 1) for node in row.nodes)
        return f"<details><summary>⋯ {escape(title)}</summary>{inside}</details>\n"

    def line(self, node: int) -> str:
        """Return the numbers of a node."""
        tree, visit = self.tree, self.tree.visit(node)
        parts = [f"<b>{escape(tree.move_text(node, 'display') or tr('the root'))}</b>"]
        if tree.facts.kind == "windows":
            ends = [window_text(end, tree.facts.decimals) for end in (visit.alpha, visit.beta)]
            parts.append(
                f"<i>({ends[0]} … {ends[1]})</i> {escape(bound_text(tree, node))} <i>{tree.reason_text(node)}</i>"
            )
        parts.append(tr("nodes: {count}", count=tree.number(tree.width_column, node)))
        return " ".join(parts)


def run_text(row: Row) -> str:
    """Return the text of a folded row in the current language."""
    if row.reason is not None and row.reason.name == "CUTOFF":
        if row.replies == 1:
            text = tr("{moves} moves, each refuted by its first reply", moves=row.moves)
        else:
            text = tr("{moves} moves, each refuted by reply {number}", moves=row.moves, number=row.replies)
    else:
        reason = "" if row.reason is None else row.reason.name.lower()
        text = tr("{moves} moves, each: {reason}", moves=row.moves, reason=reason)
    return f"{text} · {tr('nodes: {count}', count=row.visits)}"
