"""Opening of nodes that were counted and not recorded, which repeats a search."""

from typing import TYPE_CHECKING

from engine.core.language import ngettext, tr
from engine.searchtree.answers import MOST_CAPACITY
from engine.searchtree.recording import SLOW_SECONDS
from studio.analysis import figures
from studio.tree.views.notes import not_in_file_text

if TYPE_CHECKING:
    from studio.tree.recording.recorder import Recorded
    from studio.tree.workspace import TreeWorkspace


class NodeOpener:
    """Opens nodes of the shown tree.

    Args:
        space: the workspace.
    """

    def __init__(self, space: "TreeWorkspace") -> None:
        self._space = space

    def open(self, node: int) -> None:
        """Record the children of a node that did not fit, by repeating the search. A long search is confirmed first."""
        space = self._space
        recorded, notice = space.recorded, space.notice
        if recorded is None:
            return
        facts = recorded.tree.facts
        if recorded.file and recorded.query is None:
            notice.show_notice(lambda: not_in_file_text(recorded), is_error=True)
            return
        if facts.kind != "windows":
            self._offer_more(recorded)
            return
        if facts.unrepeatable:
            notice.show_notice(
                lambda: tr(
                    "This node was counted but not recorded, and the search does not repeat itself: {reason}. Record "
                    "it with a limit of nodes or depth.",
                    reason=tr(facts.unrepeatable),
                ),
                [(lambda: tr("Record again"), space.record_repeatably)],
                is_error=True,
            )  # fmt: skip
            return
        # The time in a file may be that of another computer.
        if facts.seconds > SLOW_SECONDS or recorded.file:
            notice.show_notice(
                lambda: tr(
                    "To open this node, the whole search is repeated, which takes about {duration}.",
                    duration=figures.duration(facts.seconds),
                ),
                [(lambda: tr("Open"), lambda: self._open(recorded, node))],
            )  # fmt: skip
            return
        self._open(recorded, node)

    def _offer_more(self, recorded: "Recorded") -> None:
        """Offer to record more nodes of a search that cannot be repeated for a part of its tree."""
        space, capacity = self._space, min(MOST_CAPACITY, 8 * recorded.capacity)
        if capacity <= recorded.capacity:
            space.notice.show_notice(
                lambda: tr("This node was counted but not recorded: the tree is too large."), is_error=True
            )
            return
        space.notice.show_notice(
            lambda: ngettext(
                "This node was counted but not recorded. A tree of this kind cannot be opened node by node: search "
                "again and keep up to {count} node.",
                "This node was counted but not recorded. A tree of this kind cannot be opened node by node: search "
                "again and keep up to {count} nodes.",
                capacity, count=figures.grouped(capacity),
            ),
            [(lambda: tr("Record again"), lambda: space.record_more(capacity))],
            stays=True,
        )  # fmt: skip

    def _open(self, recorded: "Recorded", node: int) -> None:
        if recorded is self._space.recorded:
            self._space.shown.opening = node
            self._space.recorder.open(recorded, node)
            self._space.show_state()
