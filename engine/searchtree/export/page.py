"""A tree as one HTML page that needs neither a script nor a network: icicle, outline and explanations."""

import base64
import hashlib

from engine.core.language import language, tr
from engine.picture.board import board_svg
from engine.picture.svg import escape
from engine.searchtree.explanation import explain
from engine.searchtree.export.drawing import MOST_DRAWN, bound_text, icicle, title_of, tree_picture, window_text
from engine.searchtree.folding import Row, RowKind
from engine.searchtree.model import SearchTree

MOST_ROWS = 4000
"""Rows of the outline. Deeper plies are left out first."""

STYLE = """
:root { color-scheme: light dark; --ground: #FAF8F3; --text: #1F2024; --soft: #6A6E75; --line: #E5E1D8; --pv: #F6EAD0 }
@media (prefers-color-scheme: dark) {
  :root { --ground: #15161A; --text: #E9E6DF; --soft: #9A9EA6; --line: #2D3036; --pv: #3A3323 }
}
body { margin: 0 auto; max-width: 1240px; padding: 16px; background: var(--ground); color: var(--text);
  font: 13px/19px "DejaVu Sans", system-ui, sans-serif; font-variant-numeric: tabular-nums }
h1 { font-size: 16px; line-height: 24px } p { margin: 4px 0 } svg { max-width: 100%; height: auto }
.picture { overflow-x: auto; background: #FAF8F3 }
details, .row { margin-left: 20px; border-top: 1px solid var(--line) }
summary, .row { min-height: 28px; padding: 4px 0; cursor: default } summary { cursor: pointer }
.pv > summary, .row.pv { background: var(--pv) }
b { font-weight: 600 } i { color: var(--soft); font-style: normal } .why { margin-left: 20px; color: var(--soft) }
"""


def tree_page(tree: SearchTree) -> str:
    """Return the tree as an HTML page in the current language."""
    outline = _Outline(tree)
    title = escape(title_of(tree))
    digest = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
    facts = tree.facts
    intro = tr(
        "{nodes} nodes, {kept} recorded, complete to ply {ply}",
        nodes=facts.nodes, kept=len(tree), ply=facts.complete_to_ply,
    )  # fmt: skip
    root = tree.position(0)
    board = "" if root is None else board_svg(root.game.surface(root), size=280, title=facts.position, ids="b")
    pictures = icicle(tree)
    if len(tree) <= MOST_DRAWN:
        pictures += tree_picture(tree, inline=True)
    return (
        f'<!DOCTYPE html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        f"style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        f"<p>{escape(facts.game)} {escape(facts.rules)} · {escape(facts.position)}</p>\n<p>{escape(intro)}</p>\n"
        f"<p>{escape(tr('Windows and values are for the side to move.'))}</p>\n{board}\n"
        f'<div class="picture">{pictures}</div>\n{outline.text(0, 0)}\n</body>\n</html>\n'
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

    def text(self, node: int, level: int) -> str:
        """Return a node with its explanation and the rows below it."""
        tree = self.tree
        mark = ' class="pv"' if node in self.pv else ""
        why = "".join(f'<p class="why">{escape(each.text)}</p>' for each in explain(tree, node))
        rows = []
        if tree.number("ply", node) < self.most_ply:
            rows = [self.row(row, level + 1) for row in tree.groups(node)]
        opened = " open" if level < 1 else ""
        return f"<details{mark}{opened}><summary>{self.line(node)}</summary>{why}{''.join(rows)}</details>\n"

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
