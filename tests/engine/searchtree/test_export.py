"""Pictures and pages of trees show the numbers of the tree, and no foreign markup."""

import json
import re
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

import pytest

from engine.core.game import games
from engine.core.language import LANGUAGES, language, set_language
from engine.core.score import INFINITY
from engine.core.values import replace
from engine.picture.colors import ThemeName, fate_colors, theme_named
from engine.picture.web import policy, resource
from engine.search.report import INFINITE_PROOF
from engine.searchtree.explanation import value_text
from engine.searchtree.export.drawing import blocks, bound_text, node_text, tree_picture
from engine.searchtree.export.page import MOST_ROWS, run_text, tree_page
from engine.searchtree.export.replay import FATES, Replay
from engine.searchtree.export.strip import node_of_strip, replies_of, strip_of
from engine.searchtree.files import parse_tree
from engine.searchtree.folding import Row, RowKind
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate
from tests.engine.searchtree.handmade import random_tree, search
from tests.engine.searchtree.recorded import recorded
from tests.engine.searchtree.test_files import small


def searched(text: str, game: str, depth: int = 2) -> SearchTree:
    return recorded(game, text, depth, nodes=2000 if text in ("mcts", "pn") else None)


@pytest.mark.parametrize("text", ["alphabeta", "negascout", "mtdf", "pvs", "mcts", "pn"])
@pytest.mark.parametrize("game", ["trees", "tictactoe", "cotoan"])
@pytest.mark.diagonal("game", "text")
def test_pictures_are_well_formed(text: str, game: str) -> None:
    tree = searched(text, game)
    for theme in ("light", "dark"):
        root = ElementTree.fromstring(tree_picture(tree, theme=theme))
        assert root.tag.endswith("svg") and text in "".join(root.itertext())


def test_a_small_tree_shows_every_node_and_what_was_cut_off() -> None:
    tree = search(random_tree(5), "alphabeta")
    words = "".join(ElementTree.fromstring(tree_picture(tree)).itertext())
    for node in range(1, len(tree)):
        assert tree.move_text(node) in words
        for move in tree.ghosts(node):
            position = tree.position(node)
            assert position is not None and position.game.format_move(position, move) in words


@pytest.mark.parametrize("text", ["alphabeta", "negascout:ordering=on", "mtdf", "mcts", "pn"])
def test_rectangles_are_inside_those_above(text: str) -> None:
    tree = searched(text, "cotoan")
    made = blocks(tree, 1)
    assert [each.is_chosen for each in made] == [node == 1 for node in range(len(tree))]
    for node in range(1, len(tree)):
        above, below = made[tree.parent(node)], made[node]
        assert below.ply == above.ply + 1 and below.visits == max(1, tree.number(tree.width_column, node))
        if text != "pn":  # a position is counted once there, although several paths lead to it
            assert above.start <= below.start and below.start + below.visits <= above.start + above.visits
    for left, right in zip(tree.children(0), tree.children(0)[1:], strict=False):
        assert made[left].start + made[left].visits == made[right].start


class _Page(HTMLParser):
    """The elements and the text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.mark.parametrize("game", sorted(games()))
def test_a_page_contains_the_tree_and_nothing_foreign(game: str) -> None:
    tree = searched("alphabeta", game, 2 if game in ("trees", "nim", "tictactoe", "minigo") else 1)
    text = tree_page(tree)
    page = _Page(text)
    assert not any(tag in ("link", "iframe", "img", "object") for tag, _ in page.tags)
    # The data and the script, of which the policy allows the latter only.
    assert [attributes.get("type") for tag, attributes in page.tags if tag == "script"] == ["application/json", None]
    assert f'content="{policy(resource("tree.js"), resource("tree.css"))}"' in text
    assert "default-src 'none'" in text and not re.search(r"(href|src)=\"https?:", text)
    for tag, attributes in page.tags:
        assert tag == "svg" or not any(name.startswith("on") or name == "style" for name in attributes)
    for node in range(min(len(tree), 50)):
        assert tree.move_text(node, "display") in page.words and bound_text(tree, node) in page.words
        for sentence in tree.explain(node):
            assert sentence.text in page.words


@pytest.mark.parametrize("game", ["tictactoe", "cotoan"])
def test_the_data_of_the_replay_give_every_board(game: str) -> None:
    tree = searched("alphabeta", game, 2 if game == "tictactoe" else 1)
    data = json.loads(Replay(tree, range(len(tree))).data())
    assert [row[0] for row in data["nodes"]] == list(range(len(tree)))
    boards: list[dict[int, str]] = []
    for node, row in enumerate(data["nodes"]):
        level, changes = row[1], row[10]
        assert level == len(tree.path(node)) - 1
        assert row[6] == (tree.fate(node) is Fate.CUT) and row[7] == 0
        board = dict(boards[level - 1]) if level else dict(data["board"][1])
        for cell, piece in changes:
            board[cell] = piece
            if not piece:
                del board[cell]
        del boards[level:]
        boards.append(board)
        position = tree.position(node)
        assert position is not None and board == position.game.surface(position).pieces
    # On a page with the root only, the other nodes are counted.
    (root,) = json.loads(Replay(tree, [0]).data())["nodes"]
    assert root[7] == len(tree) - 1


def test_the_data_of_a_strip_are_its_numbers() -> None:
    tree = searched("alphabeta", "cotoan")
    data = json.loads(Replay(tree, range(len(tree))).data())
    assert data["replays"] and len(data["strips"]) == len(tree)
    drawn = 0
    for node, numbers in enumerate(data["strips"]):
        children = replies_of(tree, node)
        assert bool(numbers) == bool(children)
        if not numbers:
            continue
        drawn += 1
        low, high, axis, floors, limit, ghosts, replies = numbers
        strip = strip_of(tree, node)
        assert (floors, limit, ghosts) == (strip.floors, strip.limit, tree.visit(node).never_tried)
        assert [each[0] for each in replies] == children and low < high
        for (child, value, fate, bound, text, is_best), reply in zip(replies, strip.replies, strict=True):
            assert (value, bound, bool(is_best)) == (-tree.number("value", child), reply.bound[0], reply.is_best)
            assert FATES[reply.fate] == fate and text == bound_text(tree, child, -1)
        assert all(text == value_text(value, tree.facts.decimals) for value, text in axis)
    assert drawn > 20
    # A strip whose replies are not on the page is left out: that of the node above is shown.
    assert [bool(each) for each in json.loads(Replay(tree, range(2)).data())["strips"]] == [False, False]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_has_the_colours_of_the_fates(theme: ThemeName) -> None:
    """The style sheet repeats numbers of ``engine.picture.colors``: its first rule is light, its second one dark."""
    rules = re.findall(r":root \{(.*?)\}", resource("tree.css"), re.DOTALL)
    rule = rules[theme == "dark"]
    for fate in ("exact", "cut", "low"):
        assert f"--{fate}: {fate_colors(fate, theme).mark}" in rule
    look = theme_named(theme)
    for name, color in {"ground": look.ground, "text": look.text, "accent": look.accent, "pv": look.chosen}.items():
        assert f"--{name}: {color}" in rule
    styled = set(re.findall(r"\.f([a-z]) \{", resource("tree.css")))
    assert styled == set(FATES.values()) - {FATES["unseen"]}


@pytest.mark.parametrize("text", ["mcts", "pn"])
def test_a_search_without_windows_is_walked_and_the_page_gives_the_reason(text: str) -> None:
    tree = recorded("tictactoe", text, nodes=200)
    page = _Page(tree_page(tree))
    assert "cannot be replayed" in page.words and "This search has no windows." in page.words
    assert not any(attributes.get("id") in ("play", "cut", "speed", "strip") for _, attributes in page.tags)
    data = json.loads(Replay(tree, range(len(tree))).data())
    assert not data["replays"] and not data["strips"] and len(data["nodes"]) == len(tree)
    for node in range(min(len(tree), 50)):
        words = data["nodes"][node][4]
        assert words == node_text(tree, node) and words in page.words
        if text == "mcts":
            share = 100 - tree.number("mean", node) / 10_000
            assert f"simulations: {tree.number('simulations', node)}" in words and f"{share:.1f} %" in words
        else:
            shown = ["∞" if each >= INFINITE_PROOF else str(each)
                     for each in (tree.number("proof", node), tree.number("disproof", node))]  # fmt: skip
            assert words == f"proof {shown[0]}, disproof {shown[1]}"


def test_numbers_and_reasons_of_a_page_in_vietnamese() -> None:
    tree, before = searched("alphabeta", "cotoan", 1), language()
    try:
        set_language("vi")
        words = re.sub(r"<style.*?</style>|<[^>]*>", "", tree_page(tree).split("<script")[0], flags=re.DOTALL)
    finally:
        set_language(before)
    assert re.search(r"\(−∞ … \+∞\) [+−]?\d+(,\d\d)? chính xác", words)
    assert "exact" not in words and re.search(r"[+−]\d+,\d\d", words) and not re.search(r"[+−]\d+\.\d", words)


def test_a_large_page_leaves_out_deep_plies() -> None:
    tree = searched("minimax", "cotoan", 2)
    page = _Page(tree_page(tree))
    rows = sum(tag == "details" for tag, _ in page.tags)
    assert 80 < rows <= MOST_ROWS


def test_texts_of_a_file_are_inert() -> None:
    tree = parse_tree(small({"moves": ["", *["<script>alert(1)</script>"] * 6], "algorithm": "<img src=x onerror=y>"},
                            move=("i2", [0, 5, 6])))  # fmt: skip
    for made in (tree_page(tree), tree_picture(tree)):
        assert made.count("<script") == made.count("</script") == 2 * made.startswith("<!DOCTYPE")
        assert "<img" not in made and "&lt;script" in made


def test_a_page_in_every_language() -> None:
    tree, before = searched("negascout", "trees"), language()
    try:
        for code in LANGUAGES:
            set_language(code)
            assert f'lang="{code}"' in tree_page(tree) and tree.explain(0)[0].text in tree_page(tree)
    finally:
        set_language(before)


def test_names_of_runs() -> None:
    tree = searched("negascout:ordering=on", "cotoan")
    runs = [row for row in tree.groups(0) if row.kind is RowKind.RUN]
    assert run_text(runs[0]).startswith(f"{runs[0].moves} moves, each refuted by its first reply · nodes: ")
    assert "reply 7" in run_text(replace(runs[0], replies=7))
    assert "each: all low" in run_text(Row(RowKind.RUN, (1, 2), 5, 2, 0, tree.visit(0).reason.__class__.FAIL_LOW))


@pytest.mark.parametrize("seed", range(6))
def test_the_window_of_a_strip_is_that_of_the_replies(seed: int) -> None:
    """The bound before each reply is the one with which alpha-beta searched it; bounds and values turn together."""
    tree = search(random_tree(seed), "alphabeta")
    for node in range(len(tree)):
        children = replies_of(tree, node)
        if not children:
            assert node_of_strip(tree, node) == max(0, tree.parent(node))
            continue
        strip, turned = strip_of(tree, node), strip_of(tree, node, -1)
        betas = [tree.number("beta", child) for child in children]
        assert strip.floors[:-1] == [None if abs(each) >= INFINITY else -each for each in betas]
        assert [each.value for each in strip.replies] == [-each.value for each in turned.replies]
        assert [each is None or -each for each in strip.floors] == [each is None or each for each in turned.floors]
        for child, reply in zip(children, strip.replies, strict=True):
            low, high = tree.bounds(child)
            expected = "exact" if low == high else "most" if high is None else "least"
            assert reply.bound == expected and (reply.bound == "exact") == (
                turned.replies[children.index(child)].bound == "exact"
            )
        best = tree.best_child(node)
        assert [child for child, reply in zip(children, strip.replies, strict=True) if reply.is_best] == (
            [] if best is None else [best]
        )
