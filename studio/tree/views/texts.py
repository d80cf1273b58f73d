"""Texts of a tree's nodes: values, windows and reasons, seen by one side."""

from collections.abc import Sequence
from enum import Enum

from engine.core.game import find_game
from engine.core.language import mark, ngettext, tr
from engine.picture.fates import SIGNS, Bound
from engine.search.visit import Flag, Reason
from engine.searchtree import explanation
from engine.searchtree.explanation import FIRST_SIDE
from engine.searchtree.export.strip import bound_for
from engine.searchtree.folding import run_key
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Visit
from engine.searchtree.reasons import REASONS
from studio.analysis import figures

number_text = explanation.value_text
"""The function that writes values, such as ``+7``, ``−0,35``, ``#3`` or ``−∞``."""


class View(Enum):
    """The side for which values are shown: the first player, or the side to move in each node."""

    FIRST = 0
    MOVER = 1


REASON_TIPS = {
    Reason.EXACT: mark("The value lies in the window (α, β)."),
    Reason.CUTOFF: mark("A reply is good enough to stop: the other replies do not matter."),
    Reason.FAIL_LOW: mark("Every move searched gives at most α."),
    Reason.TABLE: mark("The value was found in the transposition table."),
    Reason.STAND_PAT: mark("The evaluation alone reaches β in quiescence."),
    Reason.TERMINAL: mark("The game is over here."),
    Reason.LEAF: mark("The depth ends here, so the position was evaluated."),
    Reason.STOPPED: mark("The search was stopped here."),
    Reason.CYCLE: mark("The position occurred before in this line."),
    Reason.MATE_DISTANCE: mark("No win or loss can be shorter than one found elsewhere."),
    Reason.RAZORED: mark("The evaluation is far below α, and captures do not reach it."),
    Reason.FUTILE: mark("The evaluation is far above β."),
    Reason.NULL_MOVE: mark("Even a pass reaches β in a reduced search."),
    Reason.PROBCUT: mark("A capture exceeds β clearly in a reduced search."),
    Reason.SINGULAR: mark("A shallow search finds two moves that exceed β."),
}
"""English explanations of the reasons, translated for display."""

PROBES = (
    (Flag.AFTER_PASS, mark("after a pass")),
    (Flag.VERIFYING, mark("test of the null move")),
    (Flag.TRYING_CAPTURE, mark("test of a capture")),
    (Flag.EXCLUDING, mark("without one move")),
    (Flag.RAZORING, mark("test of razoring")),
)
"""Visits that are no moves, with the English words that describe them."""


def sign(tree: SearchTree, node: int, view: View) -> int:
    """Return 1 if values at a node are shown as they are stored, for the side to move there, or else -1."""
    return -1 if view is View.FIRST and tree.side(node) == 1 else 1


def view_names(game: str) -> tuple[str, str]:
    """Return the texts of the two views in the language in use, for a game or an unknown game (an empty string)."""
    side = tr(find_game(game).sides[0]) if game else tr(FIRST_SIDE)
    return tr("For {side}", side=side), tr("For the side to move")


def window_text(tree: SearchTree, node: int, view: View) -> str:
    """Return the window of a node, such as ``−1 … +∞``."""
    low, high = tree.number("alpha", node), tree.number("beta", node)
    if sign(tree, node, view) < 0:
        low, high = -high, -low
    places = tree.facts.decimals
    return f"{number_text(low, places)} … {number_text(high, places)}"


def bound_of(tree: SearchTree, node: int, view: View) -> Bound:
    """Return what is known about the value of a node, for the side for which it is shown."""
    return bound_for(tree, node, sign(tree, node, view))


def value_of(tree: SearchTree, node: int, view: View) -> int:
    """Return the value of a node for the side for which it is shown."""
    return sign(tree, node, view) * tree.number("value", node)


def value_text(tree: SearchTree, node: int, view: View) -> str:
    """Return the value of a node, such as ``≤ −1``."""
    bound = bound_of(tree, node, view)
    return "…" if bound == "none" else SIGNS[bound] + number_text(value_of(tree, node, view), tree.facts.decimals)


def mean_text(tree: SearchTree, node: int, view: View) -> str:
    """Return the mean result of a node's simulations, such as ``72.1 %``, or nothing if there were none."""
    if not tree.number("simulations", node):
        return ""
    # The mean is stored for the side that made the move.
    share = tree.number("mean", node) / 1_000_000
    if sign(tree, node, view) > 0:
        share = 1 - share
    return f"{figures.decimals(100 * share, 1)}\u202f%"


def short_value_text(tree: SearchTree, node: int, view: View) -> str:
    """Return what a search found out about a node: its value, its mean result, or nothing for a proof-number search."""
    match tree.facts.kind:
        case "windows":
            return value_text(tree, node, view)
        case "visits":
            return mean_text(tree, node, view)
        case _:
            return ""


def run_text(tree: SearchTree, nodes: Sequence[int], view: View, *, is_known: bool = True) -> str:
    """Return the text of a run of nodes with one fate, such as ``2 moves, −1 each``.

    Different values are given as a range if they are exact. Without ``is_known``, because a replay has not reached the
    end of the run, the text contains only the number of moves.
    """
    number, count = len(nodes), figures.grouped(len(nodes))
    if tree.facts.kind != "windows" or not is_known:
        return ngettext("{count} move", "{count} moves", number, count=count)
    reason, replies, _ = run_key(tree, nodes[0])
    if reason == Reason.CUTOFF:
        if replies == 1:
            return ngettext("{count} move, refuted by its first reply",
                            "{count} moves, each refuted by its first reply", number, count=count)  # fmt: skip
        return ngettext("{count} move, refuted by reply {number}", "{count} moves, each refuted by reply {number}",
                        number, count=count, number=replies)  # fmt: skip
    low, high = (extreme(nodes, key=lambda node: value_of(tree, node, view)) for extreme in (min, max))
    if value_of(tree, low, view) == value_of(tree, high, view):
        return ngettext("{count} move, {value}", "{count} moves, {value} each", number, count=count,
                        value=value_text(tree, low, view))  # fmt: skip
    if bound_of(tree, low, view) != "exact":
        return ngettext("{count} move, {reason}", "{count} moves, {reason} each", number, count=count,
                        reason=tr(REASONS[Reason(reason)]))  # fmt: skip
    return ngettext("{count} move, {low} … {high}", "{count} moves, {low} … {high}", number, count=count,
                    low=value_text(tree, low, view), high=value_text(tree, high, view))  # fmt: skip


def reason_text(tree: SearchTree, node: int) -> str:
    """Return the reason of a node in a word. A value that rests on an assumption is marked with ≈."""
    visit = tree.visit(node)
    word = tr(REASONS[visit.reason])
    return word if visit.is_proved else f"{word} ≈"


def reason_tip(tree: SearchTree, node: int) -> str:
    """Return the reason of a node as a sentence."""
    visit = tree.visit(node)
    text = tr(REASON_TIPS[visit.reason])
    return text if visit.is_proved else f"{text} {tr('≈: this rests on a step that proves nothing.')}"


def open_text(is_reached: bool) -> str:
    """Return the sentence about a node that has no value yet at an event of the replay.

    Args:
        is_reached: whether the search has entered the node.
    """
    return tr("The search is still at work here.") if is_reached else tr("The search has not come here yet.")


def move_text(tree: SearchTree, node: int) -> str:
    """Return the text of the move that led to a node, or what the node is if it is no move."""
    if tree.parent(node) < 0:
        return tr("root")
    flags = tree.number("flags", node)
    for flag, words in PROBES:
        if flags & flag:
            text = tree.move_text(node, "display") if flag in (Flag.TRYING_CAPTURE, Flag.AFTER_PASS) else ""
            return f"{text}  {tr(words)}" if text and text != "--" else tr(words)
    if tree.is_same_position(node):
        return tr("the same position again")
    return tree.move_text(node, "display")


def line_text(tree: SearchTree, node: int, view: View) -> str:
    """Return the moves to a node, its value and its reason, such as ``e1-f1 a9-a8 · ≥ +3 · cut``."""
    moves = " ".join(move_text(tree, each) for each in tree.path(node)[1:]) or move_text(tree, node)
    if tree.facts.kind != "windows":
        return moves
    return " · ".join((moves, value_text(tree, node, view), reason_text(tree, node)))


def replies_text(visit: Visit) -> str:
    """Return how many of its moves a node looked at, such as ``103 of 119``."""
    if not visit.generated:
        return str(visit.tried) if visit.tried else ""
    return tr("{count} of {total}", count=visit.tried, total=visit.generated)
