"""A tree as one HTML page that needs no network: the replay of a line with its board, an icicle and an outline.

Without a script, everything but the replay is shown.
"""

from engine.core.errors import KyVienError
from engine.core.game import find_game
from engine.core.language import LANGUAGES, Plural, language, mark, translate
from engine.picture.svg import escape
from engine.picture.web import Words, both, same
from engine.search.search import find_algorithm
from engine.search.spec import Spec
from engine.search.visit import Reason
from engine.searchtree.explanation import THE_ROOT, explain, value_text
from engine.searchtree.export.drawing import icicle, node_text
from engine.searchtree.export.player import PageText, player_page
from engine.searchtree.export.replay import Replay
from engine.searchtree.folding import Row, RowKind
from engine.searchtree.model import SearchTree
from engine.searchtree.question import MOST_REPLAYED, visits_in_question
from engine.searchtree.reasons import REASONS

MOST_BYTES = 600_000
"""Size of a page, for which visits and rows are left out."""
MOST_ROWS = 400
"""Rows of the outline. Deeper plies are left out first."""
SIDES = {
    "windows": mark("Windows and values in the outline are for the side to move."),
    "visits": mark("Shares of the points are for the side to move."),
}
"""For which side the numbers of a search are, by its kind."""
MARKS = mark("● exact, ▲ at least, ▼ at most; tinted: the window; hatched: not looked at")
LEFT_OUT = Plural(
    "This page contains {kept} of {count} visit of the search: those of the line {line}, and those below it.",
    "This page contains {kept} of {count} visits of the search: those of the line {line}, and those below it.",
)
NOT_BELOW = mark("The visits below the other moves are left out: their values are given, but not how they were found.")
GHOSTS, NODES = mark("moves not looked at: {count}"), mark("nodes: {count}")
MOVES = Plural("{count} move", "{count} moves")
REFUTED_AT_ONCE = Plural("{count} move, refuted by its first reply", "{count} moves, each refuted by its first reply")
REFUTED = Plural("{count} move, refuted by reply {number}", "{count} moves, each refuted by reply {number}")
EACH = Plural("{count} move: {reason}", "{count} moves, each: {reason}")
NO_ORDER = mark(
    "This tree does not contain the order in which the search visited its nodes, so it cannot be replayed; the "
    "buttons go from node to node."
)


def tree_page(tree: SearchTree, node: int = 0, *, title: Words | None = None, asks: bool = False) -> str:
    """Return a tree as an HTML page, in the current language at first.

    Args:
        tree: the tree.
        node: the last node of the line that is replayed with what is below it, or 0 for the whole search.
        title: title of the page by language, or None for the name of the search.
        asks: whether the replay asks before each decision.
    """
    visits, rows = min(len(tree), MOST_REPLAYED), MOST_ROWS
    while True:
        made = _page(tree, node, visits, rows, title or title_of(tree), asks=asks)
        if len(made.encode()) <= MOST_BYTES or visits <= 2:
            return made
        share = 0.9 * MOST_BYTES / len(made.encode())
        visits, rows = int(visits * share), int(rows * share)


def _page(tree: SearchTree, node: int, visits: int, rows: int, title: Words, *, asks: bool) -> str:
    """Return a page with some visits and rows."""
    shown = visits_in_question(tree, node, visits)
    replay = Replay(tree, node, shown)
    words, about = about_tree(tree, node), left_out_of(tree, len(shown), node)
    paragraphs = "".join(
        f'<p class="left-out" data-w="{key}">{escape(each[language()])}</p>' for key, each in about.items()
    )
    below = (f'{paragraphs}<div class="icicle">{icicle(tree, theme="page")}</div>') + "".join(
        f'<div class="outline" lang="{code}"{"" if code == language() else " hidden"}>'
        f"{_Outline(tree, set(shown), rows, code).text(0, 0)}</div>"
        for code in LANGUAGES
    )
    strip = "marks" if replay.has_windows else ""
    known = {**about, "marks": both(MARKS)}
    text = PageText(title, words, replay.board(tree.facts.position), below, strip=strip, words=known)
    return player_page(text, replay.data(), asks=asks)


def title_of(tree: SearchTree) -> Words:
    """Return the title of a page with the name of the algorithm, or what the file calls it."""
    try:
        name = both(find_algorithm(Spec.parse(tree.facts.algorithm).name).title)
    except KyVienError:
        name = same(tree.facts.algorithm)
    return both(mark("Search tree: {algorithm}"), algorithm=name)


def about_tree(tree: SearchTree, node: int) -> Words:
    """Return the game, the line and the position of a tree."""
    line = " ".join(tree.move_text(each, "display") for each in tree.path(node) if not tree.is_same_position(each))
    game = both(find_game(tree.facts.game).title) if tree.facts.game else same("")
    return {
        code: " · ".join(filter(None, (game[code], tree.facts.rules, line, tree.facts.position))) for code in LANGUAGES
    }


def left_out_of(tree: SearchTree, kept: int, node: int) -> dict[str, Words]:
    """Return the sentences about what the page contains and what is left out, by their keys.

    Args:
        tree: the tree.
        kept: number of visits on the page.
        node: the last node of the line in question.
    """
    made: dict[str, Words] = {}
    if kept < tree.facts.nodes:
        found = {}
        for code in LANGUAGES:
            line = " ".join(tree.move_text(each, "display") for each in tree.path(node)[1:]) or translate(
                THE_ROOT, code
            )
            text = translate(LEFT_OUT, code, tree.facts.nodes).format(kept=kept, count=tree.facts.nodes, line=line)
            found[code] = f"{text} {translate(NOT_BELOW, code)}"
        made["left-out"] = found
    if tree.facts.kind != "windows":
        made["order"] = both(NO_ORDER)
    if tree.facts.kind in SIDES:
        made["sides"] = both(SIDES[tree.facts.kind])
    return made


class _Outline:
    """The outline of a tree as nested elements, which the browser opens and closes without a script."""

    def __init__(self, tree: SearchTree, kept: set[int], most: int, code: str) -> None:
        self.tree, self.kept, self.code = tree, kept, code
        plies = sorted(tree.number("ply", node) for node in kept)
        self.most_ply = plies[most] - 1 if len(plies) > most else plies[-1]
        self.pv = set(tree.pv)

    def text(self, node: int, level: int) -> str:
        """Return a node with its explanation and the rows below it."""
        tree = self.tree
        mark = ' class="pv"' if node in self.pv else ""
        why = "".join(f'<p class="why">{escape(each.text)}</p>' for each in explain(tree, node, self.code))
        rows = []
        if tree.number("ply", node) < self.most_ply and self.kept.issuperset(tree.children(node)):
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
            text = translate(GHOSTS, self.code).format(count=row.moves)
            return f'<div class="fold"><i>░ {escape(text)}</i></div>\n'
        title = run_text(row, self.code) if self.tree.facts.kind == "windows" else _snapshot_text(row, self.code)
        inside = "".join(self.text(node, level + 1) for node in row.nodes)
        return f"<details><summary>⋯ {escape(title)}</summary>{inside}</details>\n"

    def line(self, node: int) -> str:
        """Return the numbers of a node."""
        tree, visit = self.tree, self.tree.visit(node)
        code = self.code
        parts = [f"<b>{escape(tree.move_text(node, 'display') or translate(THE_ROOT, code))}</b>"]
        if tree.facts.kind == "windows":
            ends = [value_text(end, tree.facts.decimals, code) for end in (visit.alpha, visit.beta)]
            parts += [f"<i>({ends[0]} … {ends[1]})</i>", escape(node_text(tree, node, code))]
            parts.append(f"<i>{escape(translate(REASONS[visit.reason], code))}</i>")
        elif text := node_text(tree, node, code):
            parts.append(escape(text))
        if tree.facts.kind == "visits":
            return " ".join(parts)
        count = escape(translate(NODES, code).format(count=tree.number(tree.width_column, node)))
        return " ".join(parts) + (f" · {count}" if tree.facts.kind == "proof" else f" {count}")


def _snapshot_text(row: Row, code: str) -> str:
    """Return the text of a folded row of a search without windows, whose nodes have no reason."""
    text = translate(MOVES, code, row.moves).format(count=row.moves)
    return f"{text} · {translate(NODES, code).format(count=row.visits)}"


def run_text(row: Row, code: str = "") -> str:
    """Return the text of a folded row in a language, by default in the current one."""
    assert row.reason is not None
    code, values = code or language(), {"count": row.moves, "number": row.replies}
    source = EACH
    if row.reason is Reason.CUTOFF:
        source = REFUTED_AT_ONCE if row.replies == 1 else REFUTED
    text = translate(source, code, row.moves).format(**values, reason=translate(REASONS[row.reason], code))
    return f"{text} · {translate(NODES, code).format(count=row.visits)}"
