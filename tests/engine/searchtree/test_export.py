"""Pictures and pages of trees show the numbers of the tree, and no foreign markup."""

import base64
import json
import re
import xml.etree.ElementTree as ElementTree
import zlib
from html.parser import HTMLParser
from typing import Any

import pytest

from engine.core.errors import KyVienError, OptionError
from engine.core.game import games
from engine.core.language import LANGUAGES, language, set_language, translate
from engine.core.score import INFINITY
from engine.core.values import replace
from engine.picture.colors import ThemeName, fate_colors, theme_named
from engine.picture.svg import escape
from engine.picture.tree import TreeNode, lay_out, tree_items
from engine.picture.web import color_rules, policy
from engine.search.report import INFINITE_PROOF
from engine.searchtree.events import SearchEvents
from engine.searchtree.export import film
from engine.searchtree.export.drawing import blocks, bound_text, node_text, tree_picture
from engine.searchtree.export.film import steps_of_line, tree_film
from engine.searchtree.export.page import MOST_BYTES, MOST_ROWS, run_text, tree_page
from engine.searchtree.export.replay import Replay
from engine.searchtree.export.strip import node_of_strip, replies_of, strip_of
from engine.searchtree.files import parse_tree
from engine.searchtree.folding import Row, RowKind
from engine.searchtree.model import SearchTree
from engine.searchtree.narration import narrate, predict
from engine.searchtree.node import Fate
from engine.searchtree.question import visits_in_question
from engine.searchtree.reasons import REASONS
from engine.searchtree.replay import SearchReplay
from tests.engine.picture.test_frames import frames_of
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


def data_of(page: str) -> Any:
    """The data of the script of a page."""
    packed = re.search(r'id="search" data-packed="([^"]*)"', page)
    if packed is not None:
        return json.loads(zlib.decompress(base64.b64decode(packed[1])))
    found = re.search(r'id="search">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def own(words: Any, code: str) -> str:
    """A text of the data in a language."""
    return str(words[code] if isinstance(words, dict) else words)


@pytest.mark.parametrize("game", sorted(games()))
def test_a_page_contains_the_tree_and_nothing_foreign(game: str) -> None:
    tree = searched("alphabeta", game, 2 if game in ("trees", "nim", "tictactoe", "minigo") else 1)
    text = tree_page(tree)
    page = _Page(text)
    assert not any(tag in ("iframe", "img", "object") for tag, _ in page.tags)
    # The data and the script, of which the policy allows the latter only.
    assert [attributes.get("type") for tag, attributes in page.tags if tag == "script"] == ["application/json", None]
    script, style = text.split("<script>")[1].split("</script>")[0], text.split("<style>")[1].split("</style>")[0]
    assert f'content="{policy(script, style)}"' in text and len(text.encode()) <= MOST_BYTES
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
    nodes = visits_in_question(tree, 0, 100)
    data = Replay(tree, 0, nodes).data()
    boards: list[dict[int, str]] = []
    for (parent, _, _, changes, origin), node in zip(data["nodes"], nodes, strict=True):
        assert origin == node and (parent < 0 or nodes[parent] == tree.parent(node))
        board = dict(data["board"][1]) if parent < 0 else dict(boards[parent])
        for cell, piece in changes:
            board[cell] = piece
            if not piece:
                del board[cell]
        boards.append(board)
        position = tree.position(node)
        assert position is not None and board == position.game.surface(position).pieces


def test_the_steps_of_a_page_are_narrated_in_every_language_and_nothing_later_is_drawn() -> None:
    tree = searched("alphabeta", "cotoan")
    node = next(each for each in tree.children(0) if tree.fate(each) is Fate.CUT and tree.visit(each).never_tried)
    nodes = visits_in_question(tree, node, 300)
    film, events = Replay(tree, node, nodes).data()["film"], SearchEvents(tree, 0, nodes)
    frames = frames_of(film["changes"])
    assert len(film["steps"]) == len(events) + 1 and {each["picture"] for each in film["steps"]} == {
        *range(len(frames))
    } - {each["strip"] for each in film["steps"]}
    marks, cuts = set(), 0
    for number, step in enumerate(film["steps"]):
        for code in LANGUAGES:
            assert own(step["say"], code) == narrate(events, number, code).text
            question = predict(events, number, code)
            assert (question is None) == ("ask" not in step)
            if question is not None:
                texts = (question.title, question.question.text, *(each.text for each in question.answers))
                assert [own(each, code) for each in step["ask"][:4]] == list(texts) and step["ask"][4] == question.right
        state = events.state(number)
        drawn = [film["elements"][each] for each in frames[step["picture"]]]
        cut = sum(each[1].get("stroke") == "var(--mistake)" for each in drawn) // 2
        assert cut == (node in state and not state[node].is_open)
        cuts += cut
        if step["strip"] >= 0:
            place = events.place(events.events[number - 1]) if number else 0
            closed = [each for each in replies_of(tree, place) if each in state and not state[each].is_open]
            shown = [film["elements"][each] for each in frames[step["strip"]]]
            colored = [
                each for each in shown if re.search(r"-mark\)|--ring", f"{each[1].get('fill')} {each[1].get('stroke')}")
            ]
            assert len(colored) == len(closed)
            marks.add(len(closed))
    assert len(marks) > 20 and 0 < cuts < len(film["steps"])


def test_a_page_has_at_most_its_size_and_says_what_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = searched("alphabeta", "tictactoe", 3)
    node = tree.children(0)[3]
    whole, page = tree_page(tree), tree_page(tree, node)
    kept = len(visits_in_question(tree, node))
    assert "of the search: those of the line" not in whole and kept < len(tree)
    move = tree.move_text(node, "display")
    assert f"This page contains {kept} of {len(tree)} visits of the search: those of the line {move}," in page
    steps = data_of(page)["film"]["steps"]
    hidden = [each for step in steps if (each := own(step["more"], "en")).startswith("Visits below")]
    assert len(hidden) == sum(tree.number("subtree", each) > 1 for each in tree.children(0) if each != node)
    most = len(page.encode())
    monkeypatch.setattr("engine.searchtree.export.page.MOST_BYTES", most)
    smaller = tree_page(tree)
    assert len(smaller.encode()) <= most < len(whole.encode()) and "those of the line the root" in smaller


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_pages_define_the_colours_of_pictures(theme: ThemeName) -> None:
    look, page = theme_named(theme), theme_named("page")
    rule = re.findall(rf":root\[data-theme={theme}\]{{(.*?)}}", color_rules())[0].split(";")
    for fate in ("exact", "cut", "low"):
        assert f"--{fate}-mark:{fate_colors(fate, theme).mark}" in rule
        assert fate_colors(fate, "page").mark == f"var(--{fate}-mark)"
    for name in ("ground", "text", "accent", "chosen"):
        assert f"--{name}:{getattr(look, name)}" in rule and getattr(page, name) == f"var(--{name})"
    # The value in an open node is legible in both themes.
    drawn = str(tree_items(lay_out(TreeNode("≥ 3", shape="max", is_open=True)), page))
    assert f"words='≥ 3', size=13, color='{page.accent}'" in drawn


@pytest.mark.parametrize("text", ["mcts", "pn"])
def test_a_search_without_windows_is_walked_and_the_page_gives_the_reason(text: str) -> None:
    tree = searched(text, "tictactoe")
    page = _Page(tree_page(tree))
    assert "cannot be replayed" in page.words
    assert ("for the side to move" in page.words) == (text == "mcts")
    data = data_of(tree_page(tree))
    assert not any("ask" in step for step in data["film"]["steps"]) and len(data["nodes"]) == len(tree)
    for node in range(min(len(tree), 50)):
        words = own(data["film"]["steps"][node]["say"], "en")
        assert words.endswith(node_text(tree, node)) and node_text(tree, node) in page.words
        if text == "mcts":
            share = 100 - tree.number("mean", node) / 10_000
            assert f"simulations: {tree.number('simulations', node)}" in words and f"{share:.1f} %" in words
        else:
            shown = ["∞" if each >= INFINITE_PROOF else str(each)
                     for each in (tree.number("proof", node), tree.number("disproof", node))]  # fmt: skip
            assert words.endswith(f"proof {shown[0]}, disproof {shown[1]}")


def test_numbers_and_reasons_of_a_page_in_vietnamese() -> None:
    tree, before = searched("alphabeta", "cotoan", 1), language()
    try:
        set_language("vi")
        page = tree_page(tree).partition('<div class="outline" lang="en"')[0]
        words = re.sub(r"<style.*?</style>|<[^>]*>", "", page, flags=re.DOTALL)
    finally:
        set_language(before)
    assert re.search(r"\(−∞ … \+∞\) [+−]?\d+(,\d\d)? chính xác", words)
    assert "exact" not in words and re.search(r"[+−]\d+,\d\d", words) and not re.search(r"[+−]\d+\.\d", words)


def test_a_large_page_leaves_out_deep_plies() -> None:
    tree = searched("minimax", "tictactoe", 3)
    page = _Page(tree_page(tree))
    rows = sum(tag == "details" for tag, _ in page.tags)
    assert 80 < rows / len(LANGUAGES) <= MOST_ROWS


def test_texts_of_a_file_are_inert() -> None:
    tree = parse_tree(small({"moves": ["", *["<script>alert(1)</script>"] * 6], "algorithm": "<img src=x onerror=y>"},
                            move=("i2", [0, 5, 6])))  # fmt: skip
    for made in (tree_page(tree), tree_picture(tree)):
        assert made.count("<script") == made.count("</script") == 2 * made.startswith("<!doctype")
        assert "<img" not in made and "&lt;script" in made


def test_a_page_in_every_language() -> None:
    tree, before = searched("negascout", "trees"), language()
    try:
        for code in LANGUAGES:
            set_language(code)
            page = tree_page(tree)
            for each in LANGUAGES:
                start = f'<div class="outline" lang="{each}"{"" if each == code else " hidden"}>'
                words = page.partition(start)[2].partition('<div class="out')[0]
                assert tree.explain(0, each)[0].text in words
                assert translate(REASONS[tree.visit(0).reason], each) in words
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


# --- film strips ------------------------------------------------------------------------------------------------------


def test_a_film_strip_shows_what_changes_on_the_line_with_its_boards() -> None:
    tree = searched("alphabeta", "cotoan")
    node = next(each for each in tree.children(0) if tree.fate(each) is Fate.CUT and tree.visit(each).never_tried)
    replay = SearchReplay(SearchEvents(tree, 0, visits_in_question(tree, node)))
    steps, line = steps_of_line(replay, tree.path(node)), tree.path(node)
    assert steps[-1] == len(replay) and 2 < len(steps) <= film.MOST_CHOSEN
    cut = next(at for at, event in enumerate(replay.events.events, 1) if event.visit == node and event.answer)
    assert cut in steps
    for step in range(1, len(replay)):
        before, after = ([replay.events.node(each, at) for each in line] for at in (step - 1, step))
        changed = any(one and two and (one.alpha, one.beta, one.score) != (two.alpha, two.beta, two.score)
                      for one, two in zip(before, after, strict=True))  # fmt: skip
        assert step in steps or not changed, "no change of the line is left out"
    page = tree_film(tree, node)
    assert page.count('<figure class="boarded">') == len(steps) and "<script" not in page
    for step in steps:
        assert f"step {step} / {len(replay)}<b>{escape(replay.narrate(step).text)}</b>" in page
    assert f"{len(replay) - len(steps)} steps of the replay have no picture here." in page
    assert f"visits of the search: those of the line {tree.move_text(node, 'display')}," in page
    assert "Next:" not in page


def test_a_film_strip_of_chosen_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = searched("negascout", "trees")
    page = tree_film(tree, 0, [0, 3], title="Tuần <5>")
    assert page.count("<figure") == 2 and "<h1>Tuần &lt;5&gt;</h1>" in page
    for wrong in ([-1], [10**6], [1] * 201):
        with pytest.raises(OptionError):
            tree_film(tree, 0, wrong)
    with pytest.raises(KyVienError):
        tree_film(searched("mcts", "tictactoe"))
    long = searched("alphabeta", "cotoan")
    assert tree_film(long).count("<figure") > 2
    monkeypatch.setattr(film, "MOST_CHOSEN", 2)
    assert tree_film(long).count("<figure") == 2
