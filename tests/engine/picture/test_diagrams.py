"""Film strips, trees, icicles and charts: golden files and the laws of their layouts."""

import random
import re
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from engine.core.game import find_game
from engine.picture.board import Board
from engine.picture.charts import GlyphMark, PlotCurve, PlotData, PlyPointer, bands, plot_svg
from engine.picture.colors import DARK, LIGHT, fate_colors
from engine.picture.icicle import IcicleBlock, icicle_svg
from engine.picture.log_bars import BarLine, BarSeries, LogScale, log_bars_svg
from engine.picture.outline import OutlineColumn, OutlineLine, outline_svg
from engine.picture.scene import Circle, Rect, Scene, Text
from engine.picture.strip import Frame, strip_svg
from engine.picture.svg import scene_svg, text_width, wrapped
from engine.picture.tree import (
    MOST_NODES,
    SCALES,
    Note,
    PlacedNode,
    Sizes,
    TreeNode,
    lay_out,
    tidy,
    tree_items,
    tree_svg,
)
from engine.picture.window import LEFT, RIGHT, Reply, Strip, WindowPlan, head_items, slots, window_items
from tests.engine.picture.test_board import SVG, readable

LESSON = TreeNode(
    "3", "max", "A", ("α = 3", "β = +∞"),
    children=(
        TreeNode("3", "min", "B", edge="a", on_line=True,
                 children=(TreeNode("3", on_line=True), TreeNode("12"), TreeNode("8"))),
        TreeNode("2", "min", "C", frame="#C2963B",
                 children=(TreeNode("2"), TreeNode("?", visited=False, is_cut=True))),
        TreeNode("", "min", visited=False),
    ),
)  # fmt: skip
BLOCKS = [
    IcicleBlock(0, 0, 1000, "exact", "root", "−1"),
    IcicleBlock(1, 1, 600, "cut", "5e1-f1", "≤ −1", is_chosen=True),
    IcicleBlock(1, 601, 100, "unseen"),
    *(IcicleBlock(1, 701 + index, 1, "low" if index % 5 else "cut") for index in range(299)),
    IcicleBlock(2, 2, 599, "leaf"),
]
CURVES = [
    PlotCurve("#0072B2", "dash", [(0, 0.1), (1, 0.2), (3, 0.4)], title="Minimax"),
    PlotCurve(
        "#D55E00", "solid", [(0, -0.3), (1, 0.0), (2, 0.25), (3, 1.0)], [(1, 0.0), (2, -0.2)], 2.6, "NegaScout <d5>"
    ),
]
GRAPH = PlotData(
    last=3, curves=CURVES, ticks=lambda _: [(-0.3, "−3 pawns"), (0, "0"), (20, "20")], branch=(2, 2),
    marks=[GlyphMark(1, 0, "?", "#A8321F", is_hollow=True), GlyphMark(3, 1.0, "??", "#A8321F", "square")],
)  # fmt: skip
BARS = [
    BarSeries("Minimax", "#0072B2", {1: 87, 2: 7500, 3: 708_877}),
    BarSeries("Alpha-beta <d3>", "#009E73", {1: 87, 2: 900}, is_pale=True),
]
GROUPS = {1: "depth 1", 2: "depth 2", 3: "depth 3"}
BAR_LINES = [BarLine({1: 87, 2: 7500, 3: 650_000}, "L = 650 000", "of minimax"), BarLine({1: 87, 2: 173}, "least", "")]


def random_tree(rng: random.Random, depth: int) -> TreeNode:
    if depth == 0 or rng.random() < 0.2:
        return TreeNode("1")
    return TreeNode("1", "max", children=tuple(random_tree(rng, depth - 1) for _ in range(rng.randint(1, 4))))


def all_placed(root: PlacedNode) -> Iterator[PlacedNode]:
    yield root
    for child in root.children:
        yield from all_placed(child)


def half(placed: PlacedNode) -> float:
    return 16 if placed.node.shape == "leaf" else 20


@pytest.mark.parametrize("seed", range(20))
def test_a_tree_is_tidy(seed: int) -> None:
    """No two nodes of a level overlap, the order is kept, and parents are in the middle of their children."""
    root = tidy(random_tree(random.Random(seed), 5), Sizes(gap=32))
    levels: dict[int, list[PlacedNode]] = defaultdict(list)
    for each in all_placed(root):
        levels[each.depth].append(each)
        if each.children:
            assert each.x == pytest.approx((each.children[0].x + each.children[-1].x) / 2)
    for level in levels.values():
        for left, right in pairwise(level):
            assert right.x - half(right) >= left.x + half(left) + 32 - 1e-9
    assert min(each.x - half(each) for each in all_placed(root)) == pytest.approx(0)


def test_equal_subtrees_are_drawn_alike() -> None:
    part = TreeNode("1", "min", children=(TreeNode("1"), TreeNode("2", "max", children=(TreeNode("3"), TreeNode("4")))))
    root = tidy(TreeNode("1", "max", children=(part, TreeNode("9"), part)))
    first, _, last = root.children
    shapes = [[each.x - top.x for each in all_placed(top)] for top in (first, last)]
    assert shapes[0] == pytest.approx(shapes[1])


def test_a_tree_that_is_too_large_is_refused() -> None:
    wide = TreeNode("0", "max", children=(TreeNode("1"),) * MOST_NODES)
    with pytest.raises(ValueError, match="at most 1000 nodes"):
        tree_svg(wide)


def test_a_tree_of_three_hundred_nodes_has_a_picture() -> None:
    root = TreeNode("0", "max", children=tuple(TreeNode("0", "min", children=(TreeNode("1"),) * 16) for _ in range(17)))
    ET.fromstring(tree_svg(root))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pictures_are_those_of_the_golden_files(theme: str, golden: Callable[[str, str], None]) -> None:
    look = "dark" if theme == "dark" else "light"
    surface = find_game("tictactoe")()
    board = Board(surface.surface(surface.start()))
    pictures = {
        "tree": tree_svg(LESSON, theme=look, title="Lesson"),
        "icicle": icicle_svg(BLOCKS, theme=look, width=400, title="Search"),
        "bars": log_bars_svg(BARS, GROUPS, lines=BAR_LINES, theme=look, title="Leaves", inline=False),
        "graph": plot_svg(
            GRAPH,
            PlyPointer(2, texts=["a label that is too long for it" * 9, "ply 2"]),
            720,
            260,
            title="Graph",
            theme=look,
        ),
        "hidden": plot_svg(
            replace(GRAPH, hidden_from=(1, "hidden until you have found a move")),
            None,
            300,
            120,
            title="Graph",
            theme=look,
        ),
        "none": plot_svg(
            PlotData(message="This game has not been analysed. " * 4), None, 300, 120, title="", theme=look
        ),
        "strip": strip_svg([Frame(board, "Start"), Frame(board, "1. a1")], theme=look, size=100, title="Game"),
    }
    for name, svg in pictures.items():
        ET.fromstring(svg)
        golden(f"pictures/{name}-{theme}.svg.txt", readable(svg))


def test_narrow_nodes_share_a_pixel_in_the_colour_of_most_of_them() -> None:
    """In 250 px for 1000 visits, four nodes share a pixel. One of four is low, but in the last pixel all are."""
    blocks = [IcicleBlock(0, 0, 1000, "exact")]
    blocks += [IcicleBlock(1, index, 1, "cut" if index % 4 and index < 996 else "low") for index in range(1000)]
    svg = icicle_svg(blocks, width=286, leaves=False)
    by_color = {color: steps for steps, color in re.findall(r'<path d="([^"]*)" fill="([^"]*)"/>', svg)}
    assert by_color[fate_colors("low", "light").fill].count("M") == 1
    assert by_color[fate_colors("cut", "light").fill].count("M") == 249


def test_an_icicle_shows_texts_only_where_they_fit() -> None:
    svg = icicle_svg(BLOCKS, width=400)
    assert "5e1-f1 ≤ −1" in svg
    assert "5e1-f1 ≤ −1" not in icicle_svg(BLOCKS, width=150) and "5e1-f1" in icicle_svg(BLOCKS, width=150)
    assert "5e1-f1" not in icicle_svg(BLOCKS, width=100)


def test_an_icicle_needs_a_root() -> None:
    with pytest.raises(ValueError, match="needs a root"):
        icicle_svg(BLOCKS[1:])


def test_a_point_without_a_neighbour_is_a_dot() -> None:
    root = ET.fromstring(plot_svg(replace(GRAPH, curves=CURVES[:1], marks=()), None, 720, 260, title=""))
    dashed = [each.get("d", "") for each in root.iter(f"{SVG}path") if each.get("stroke") == "#0072B2"]
    assert [steps.count("L") for steps in dashed] == [1, 2]  # the legend, and the line
    assert len(list(root.iter(f"{SVG}circle"))) == 1


def test_a_sentence_is_wrapped_between_words() -> None:
    lines = wrapped("one two three four", 10, text_width("three four", 10))
    assert lines == ["one two", "three four"] and wrapped("", 10, 5) == [] and wrapped("long", 10, 1) == ["long"]


def test_bars_are_as_high_as_the_logarithm_of_their_values() -> None:
    root = ET.fromstring(log_bars_svg(BARS, GROUPS, lines=BAR_LINES))
    heights = [float(each.get("height", 0)) for each in root.iter(f"{SVG}rect") if each.get("fill") == "#0072B2"]
    scale = LogScale([87, 7500, 708_877])
    shares = [scale.share(value) for value in (87, 7500, 708_877)]
    assert (scale.low, scale.share(10)) == (0, pytest.approx(1 / scale.high))
    assert [each / heights[0] for each in heights] == pytest.approx([each / shares[0] for each in shares], rel=0.01)
    assert scale.labels(300)[-2:] == [(100_000.0, "100k"), (1_000_000.0, "1M")] and len(scale.labels(40)) < len(
        scale.labels(300)
    )


def test_the_series_of_a_picture_are_named_for_readers_and_in_the_legend() -> None:
    pictures = (log_bars_svg(BARS, GROUPS, title="Leaves"), plot_svg(GRAPH, None, 720, 260, title="Graph"))
    for svg, title in zip(
        pictures, ("Leaves: Minimax, Alpha-beta <d3>", "Graph: Minimax, NegaScout <d5>"), strict=True
    ):
        root = ET.fromstring(svg)
        assert root.get("role") == "img" and root.get("aria-label") == title
        texts = [each.text for each in root.iter(f"{SVG}text")]
        assert all(words in texts for words in title.split(": ")[1].split(", "))


def test_the_labels_of_lines_do_not_overlap() -> None:
    for values in ((100, 99), (10**6, 10**6), (1, 1), (10**6, 1)):
        lines = [BarLine({1: value}, f"label {index}", "note") for index, value in enumerate(values)]
        root = ET.fromstring(log_bars_svg([BarSeries("a", "#111111", {1: 1000})], {1: "depth 1"}, lines=lines))
        places = [float(each.get("y", 0)) for each in root.iter(f"{SVG}text") if each.text in ("label 0", "label 1")]
        assert places[1] - places[0] >= 30 and places[0] > 24 and places[1] < 340 - 26


def test_bands_are_where_several_lines_have_values() -> None:
    lines: list[list[tuple[int, float]]] = [
        [(0, 1.0), (1, 2.0), (2, 0.0), (5, 1.0)], [(1, -1.0), (2, 3.0), (3, 0.0), (5, 4.0)],
    ]  # fmt: skip
    assert bands(lines) == [[(1, -1.0, 2.0), (2, 0.0, 3.0)], [(5, 1.0, 4.0)]]
    assert bands(lines[:1]) == []


def test_a_strip_has_rows_of_boards_with_one_definition_for_each_piece() -> None:
    game = find_game("chess")()
    board = Board(game.surface(game.start()))
    svg = strip_svg([Frame(board, f"{number}.") for number in range(5)], columns=2, size=200)
    root = ET.fromstring(svg)
    ids = re.findall(r'\bid="([^"]+)"', svg)
    assert len(ids) == len(set(ids)) == 12
    places = {each.get("transform") for each in root.findall(f"{SVG}g")}
    assert len(places) == 5
    assert len({place.split()[0] for place in places if place}) == 2
    with pytest.raises(ValueError, match="needs a frame"):
        strip_svg([])


def test_the_themes_differ_in_every_colour_of_text_and_ground() -> None:
    for name in ("ground", "surface", "text", "secondary", "line"):
        assert getattr(LIGHT, name) != getattr(DARK, name)


@pytest.mark.parametrize("count", [1, 19, 40, 200, 500])
@pytest.mark.parametrize("ghosts", [0, 3, 400])
def test_the_slots_of_a_window_strip_do_not_overlap(count: int, ghosts: int) -> None:
    edges = slots(900, count, ghosts)
    assert len(edges) == count + 1 and edges[0] == LEFT and edges[-1] <= 900 - RIGHT + 0.01
    widths = [right - left for left, right in pairwise(edges)]
    assert min(widths) > 0 and max(widths) <= 26
    assert len({round(each, 6) for each in widths[-20:]}) == 1, "the last replies have equal slots"


def test_a_window_strip_and_an_outline_show_texts_as_text() -> None:
    evil = "<script>&"
    strip = Strip([Reply(3, "exact", "exact", is_best=True), Reply(-2, "low", "most", is_chosen=True)],
                  [None, 3, 3], None, never_tried=2, label=evil)  # fmt: skip
    items = head_items(evil, [("hatch", "no"), ("exact", evil)], 900, LIGHT)
    items += window_items(WindowPlan(strip, (-3.0, 4.0), 900, 220), str, LIGHT)
    drawn = scene_svg(Scene(900, 220, items, evil), inline=False)
    line = OutlineLine(1, evil, (evil, "7"), evil, "unseen", "closed", "cut", "least", is_chosen=True)
    rows = outline_svg([line, line], [OutlineColumn(evil), OutlineColumn("n")], heading=evil, rest=evil, inline=False)
    # The label is drawn twice, first as a light outline: not all programs know paint-order.
    assert "paint-order" not in drawn
    for made, count in ((drawn, 4), (rows, 9)):
        root = ET.fromstring(made)
        assert "script" not in {each.tag.split("}")[1] for each in root.iter()}
        assert sum(each.text == evil for each in root.iter(f"{SVG}text")) == count
    # Values are higher up, the lower they are on the page; the reply with the greatest value is the first.
    heights = [float(each.get("cy", "0")) for each in ET.fromstring(drawn).iter(f"{SVG}circle")][1:]
    assert heights[0] < heights[-1]


@pytest.mark.parametrize("room", [(671, 430), (1900, 900), (300, 200)])
@pytest.mark.parametrize("seed", range(8))
def test_a_tree_fills_its_room(room: tuple[int, int], seed: int) -> None:
    """It has the largest scale that fits, and no node or text of a level overlaps another one."""
    root = random_tree(random.Random(seed), 3)
    plan = lay_out(root, room, left=60)
    if plan.sizes.scale < SCALES[0] and plan.sizes.scale > 1:
        larger = SCALES[SCALES.index(plan.sizes.scale) - 1]
        assert plan.sizes.scale == max(each for each in SCALES if each <= plan.sizes.scale) < larger
    if plan.width <= room[0] and plan.height <= room[1]:
        for each in plan.nodes:
            (x, y), (left, right) = plan.at(each), plan.sizes.extent(each.node)
            assert x - left >= 60 and x + right <= room[0] + 1 and 0 <= y <= room[1]
    levels: dict[int, list[PlacedNode]] = defaultdict(list)
    for each in plan.nodes:
        levels[each.depth].append(each)
    for level in levels.values():
        for one, two in pairwise(sorted(level, key=lambda each: each.x)):
            assert two.x - plan.sizes.extent(two.node)[0] >= one.x + plan.sizes.extent(one.node)[1]


def test_seven_nodes_are_large_on_a_large_screen() -> None:
    """On 1920×1080 the picture has 1300×830 px, and on 1280×800 671×430."""
    leaves = [TreeNode(str(value), name="D") for value in (2, 5, 1, 8)]
    inner = [TreeNode("2", "min", "B", ("α −∞", "β 2"), children=tuple(leaves[at : at + 2])) for at in (0, 2)]
    root = TreeNode("2", "max", "A", ("α 2", "β +∞"), children=tuple(inner))
    assert 2 * lay_out(root, (1300, 830)).sizes.half(root)[1] >= 90
    assert 2 * lay_out(root, (671, 430)).sizes.half(root)[1] >= 72


def test_a_node_is_found_where_it_is_drawn() -> None:
    root = TreeNode("1", "max", number=0, children=(TreeNode("1", number=1), TreeNode("2", number=2)))
    plan = lay_out(root, (600, 300))
    assert [plan.number_at(*plan.places[number]) for number in range(3)] == [0, 1, 2]
    assert plan.number_at(plan.places[0][0] + 100, plan.places[0][1]) == -1
    moved = [each for each in tree_items(plan, LIGHT, {2: 40.0}) if isinstance(each, Text) and each.words == "2"]
    assert moved[0].x == pytest.approx(plan.places[2][0] + 40)


def test_what_has_just_changed_is_marked() -> None:
    notes = (Note("1", is_changed=True, before="β +∞"), Note("α 2", source="from A"))
    root = TreeNode("≤ 1", "min", "C", notes, is_open=True, children=(TreeNode("1"),))
    made = {each.words: each for each in tree_items(lay_out(root), LIGHT) if isinstance(each, Text)}
    assert made["β +∞"].is_struck and made["β +∞"].color == LIGHT.secondary
    assert made["1"].is_bold and made["from A"].size < made["α 2"].size
    changed = next(
        each for each in tree_items(lay_out(root), LIGHT) if isinstance(each, Text) and each.color == LIGHT.accent
    )
    assert changed.words == "1" and changed.size > made["α 2"].size
    circle = next(each for each in tree_items(lay_out(root), LIGHT) if isinstance(each, Circle))
    assert circle.fill == LIGHT.surface and made["≤ 1"].color == circle.pen.color  # type: ignore[union-attr]


def chips_of(root: TreeNode, room: tuple[float, float] | None = None) -> list[str]:
    """The chips that are drawn, after a check that none touches another one or a node."""
    plan = lay_out(root, room)
    frames, texts = list[Rect](), list[str]()
    items = tree_items(plan, LIGHT)
    for frame, text in pairwise(items):
        if isinstance(frame, Rect) and isinstance(text, Text) and text.words.startswith(("α", "β", "?", "7")):
            assert frame.radius == frame.height / 2 and frame.x < text.x < frame.x + frame.width
            frames.append(frame)
            texts.append(text.words)
    for one, other in combinations(frames, 2):
        assert (
            one.x + one.width < other.x or other.x + other.width < one.x
            or one.y + one.height < other.y or other.y + other.height < one.y
        )  # fmt: skip
    for frame in frames:
        for placed in plan.nodes:
            (x, y), half = plan.at(placed), plan.sizes.half(placed.node)[1]
            assert abs(frame.y + frame.height / 2 - y) > half or not frame.x < x < frame.x + frame.width
    return texts


def fan(count: int, chip: str = "?", new: int = -1) -> TreeNode:
    leaves = [TreeNode("1", chip=chip, is_chip_new=place == new) for place in range(count)]
    return TreeNode("2", "max", children=tuple(leaves))


def test_edges_have_chips_if_there_is_room_for_them() -> None:
    assert chips_of(fan(8), (1200, 600)) == ["?"] * 8
    assert chips_of(fan(9), (1200, 600)) == [], "a level of more than eight edges has none"
    assert chips_of(TreeNode("", "max", children=(fan(5), fan(4))), (1200, 600)) == []
    assert chips_of(TreeNode("", "max", children=(fan(5), fan(3))), (1200, 600)) == ["?"] * 8
    assert chips_of(fan(3)) == ["?"] * 3 and chips_of(fan(3), (300, 100)) == [], "an edge is too short"


def test_what_is_new_has_its_chip_before_the_others() -> None:
    crowded = fan(8, "7777 > 77777", new=4)
    found = chips_of(crowded, (300, 260))
    assert 0 < len(found) < 8
    items = tree_items(lay_out(crowded, (300, 260)), LIGHT)
    bold = [item for item in items if isinstance(item, Text) and item.words.startswith("7") and item.is_bold]
    assert [item.color for item in bold] == [LIGHT.accent]
    mixed = TreeNode("2", "max", children=tuple(TreeNode("1", chip=text) for text in ("77 > 77777", "α ↑ 77777") * 4))
    assert chips_of(mixed, (300, 260))[0].startswith("α"), "then what changed a bound"
