"""The replay of a search as a film strip for print: a page with a small picture and a sentence for each step."""

from collections.abc import Sequence

from engine.core.errors import KyVienError
from engine.core.language import language, ngettext, tr
from engine.core.options import check_range
from engine.picture.board import Board, board_defs, drawn_board
from engine.picture.colors import theme_named
from engine.picture.printed import print_page
from engine.picture.scene import Scene
from engine.picture.svg import element, escape, picture, scene_svg
from engine.picture.tree import tree_items
from engine.searchtree.export.page import about_tree, left_out_of, title_of
from engine.searchtree.export.replay import Replay, geometry_of
from engine.searchtree.model import SearchTree
from engine.searchtree.question import visits_in_question
from engine.searchtree.replay import SearchReplay

MOST_PICTURES = 200
"""Maximum number of pictures of a film strip."""
MOST_CHOSEN = 40
"""Maximum number of pictures if the steps are not chosen."""
ROOM = 480.0, 220.0
"""Size of the picture of a tree in px."""
BOARD = 200
"""Width of a board in px."""
IDS = "b"
"""Beginning of the identifiers of the pieces."""
_STYLE = """
main { display: grid; grid-template-columns: 1fr 1fr; gap: 4px 18px; }
figure { margin: 0; break-inside: avoid; border-top: 1px solid #AAAAAA; padding: 6px 0; }
figure.boarded { grid-column: 1 / -1; display: grid; grid-template-columns: 2fr 1fr; align-items: center; }
figcaption { font-size: 13px; grid-column: 1 / -1; }
figcaption b { display: block; }
.defs { position: absolute; width: 0; height: 0; margin: 0; }
"""


def check_steps(steps: Sequence[int], replay: SearchReplay) -> None:
    """Check the steps of a film strip.

    Raises:
        OptionError: if a step does not exist, or there are more than ``MOST_PICTURES`` pictures.
    """
    check_range("number of steps", len(steps), 1, MOST_PICTURES)
    for step in steps:
        check_range("--steps", step, 0, len(replay))


def film_figure(replay: SearchReplay, step: int, tree: str, board: str = "") -> str:
    """Return the figure of a step, with what is written about it.

    Args:
        replay: the steps.
        step: the number of steps done.
        tree: the picture of the tree as SVG.
        board: the picture of a board as SVG, or an empty string.
    """
    narration = replay.narrate(step)
    number = tr("step {step} / {all}", step=step, all=len(replay))
    reasons = [each.text for each in narration.caption if not each.claim.startswith("next_")]
    kind = ' class="boarded"' if board else ""
    return (
        f"<figure{kind}>{tree}{board}<figcaption>{escape(number)}"
        f"<b>{escape(narration.text)}</b>{escape(' '.join(reasons))}</figcaption></figure>"
    )


def film_html(heading: str, figures: Sequence[str], about: Sequence[str] = ()) -> str:
    """Return a film strip as a page for print, with some sentences under the heading."""
    paragraphs = "".join(f"<p>{escape(each)}</p>" for each in about)
    head = f"<header><h1>{escape(heading)}</h1></header>\n{paragraphs}"
    return print_page(heading, f"{head}<main>{''.join(figures)}</main>", _STYLE)


def steps_of_line(replay: SearchReplay, line: Sequence[int]) -> list[int]:
    """Return the steps that a film strip shows: the first ones that change numbers of a line, and the last one.

    Decisions about these nodes by which the search leaves them, or searches again, are among them.
    """
    events, chosen = replay.events, list[int]()
    for at, event in enumerate(events.events[:-1], 1):
        changes = [fields - {"is_open"} for node, fields in events.changed(at).items() if node in line]
        if any(changes) or (event.is_decision and event.answer and event.visit in line):
            chosen.append(at)
    return [*chosen[: MOST_CHOSEN - 1], len(replay)]


def tree_film(tree: SearchTree, node: int = 0, steps: Sequence[int] = (), *, title: str = "") -> str:
    """Return the search of the line to a node as a film strip for print, in the current language.

    Each picture shows this line with some other moves, as that of a page does, next to the board at the node of the
    step.

    Args:
        tree: the tree of a search with windows.
        node: the last node of the line.
        steps: the steps that are shown, from 0, or an empty sequence for those of ``steps_of_line``.
        title: title of the page, or an empty string for the name of the search.

    Raises:
        KyVienError: if the search has no windows.
        OptionError: as ``check_steps``.
    """
    if tree.facts.kind != "windows":
        raise KyVienError("This search has no windows.")
    made = Replay(tree, node, visits_in_question(tree, node))
    replay = made.in_language(language())
    chosen = list(steps) or steps_of_line(replay, tree.path(node))
    check_steps(chosen, replay)
    look, plan = theme_named("light"), made.plan(ROOM)
    boards = {step: made.board_at(made.node_of(step)) for step in chosen}
    known = [each for each in boards.values() if each is not None]
    figures = []
    for step in chosen:
        items = tree_items(plan.with_nodes(made.drawn(step, language(), look)), look)
        scene = Scene(max(plan.width, ROOM[0]), plan.height, items, made.name(made.node_of(step), language()))
        figures.append(film_figure(replay, step, scene_svg(scene), _board_svg(boards[step])))
    about = [about_tree(tree, node)[language()]]
    if len(made) < tree.facts.nodes:
        about.append(left_out_of(tree, len(made), node)["left-out"][language()])
    if missing := len(set(range(1, len(replay) + 1)).difference(chosen)):
        about.append(ngettext(
            "{count} step of the replay has no picture here.", "{count} steps of the replay have no picture here.",
            missing,
        ))  # fmt: skip
    page = film_html(title or title_of(tree)[language()], figures, about)
    if not known:
        return page
    pieces = element("defs", board_defs(known, geometry_of(known[0].surface, BOARD), IDS))
    return page.replace("<main>", f'<svg class="defs" aria-hidden="true">{pieces}</svg><main>', 1)


def _board_svg(board: Board | None) -> str:
    """Return a board, which uses the pieces at the top of the page."""
    if board is None:
        return ""
    geometry, look = geometry_of(board.surface, BOARD), theme_named("light")
    return picture(geometry.width, geometry.height, drawn_board(board, geometry, look, IDS), title=tr("Board"))
