"""The tree that the views show, with one selected node for all of them."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from engine.searchtree.events import Event, EventKind
from engine.searchtree.model import SearchTree
from engine.searchtree.replay import SearchReplay
from studio.tree.views.prepared import Prepared
from studio.tree.views.rows import FilteredRows, OutlineRow, Unfolding
from studio.tree.views.texts import View

PINNED = "B"
"""Name of the pinned node. The selected one, which is compared with it, is A."""


class ShownTree(QObject):
    """A recorded tree and what is selected in it. All views of the tree share this object.

    Attributes:
        tree: the tree, or None.
        prepared: its arrays, or None.
        unfolding: the open nodes and runs, or None.
        rows: the rows of the outline.
        selected: the selected node, or -1.
        pinned: the node with which the selected one is compared (B), or -1.
        view: the side for which values are shown.
        filters: names of the filters in use.
        event_number: number of the event of the replay that is shown, or None if no replay is shown.
        replay, step: the replay in steps that is shown, and the number of its steps done, or None and 0. The event is
            then the last one that has happened after the step.
        opening: the node that is being opened by another recording, or -1.
    """

    replaced = Signal()
    """Emitted when another tree is shown, or the same one with more nodes."""
    rows_changed = Signal()
    """Emitted when the rows of the outline have changed."""
    chosen = Signal(int)
    """Emitted with the selected node when it changes."""
    pinned_changed = Signal()
    """Emitted when another node is pinned, or none any more."""
    view_changed = Signal()
    """Emitted when the side for which values are shown has changed."""
    stepped = Signal()
    """Emitted when another event of the replay is shown, or the replay ends."""
    opening_asked = Signal(int)
    """Emitted with a node whose children are not recorded, and which the user opens."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tree: SearchTree | None = None
        self.prepared: Prepared | None = None
        self.unfolding: Unfolding | None = None
        self.rows: Sequence[OutlineRow] = []
        self.selected = self.pinned = -1
        self.view = View.FIRST
        self.filters: tuple[str, ...] = ()
        self.event_number: int | None = None
        self.replay: SearchReplay | None = None
        self.step = 0
        self.opening = -1
        self._places: dict[int, int] = {}

    def show_tree(self, tree: SearchTree, prepared: Prepared) -> None:
        """Show another tree, with its root selected."""
        self.tree, self.prepared = tree, prepared
        self.unfolding = Unfolding(tree, prepared)
        self.selected, self.event_number, self.filters = 0 if len(tree) else -1, None, ()
        self.pinned = -1
        self.replay = None
        self._list()
        self.replaced.emit()
        self.chosen.emit(self.selected)

    def extend(self, tree: SearchTree, prepared: Prepared, opened: int) -> None:
        """Show the same tree with more nodes.

        Args:
            tree: the tree.
            prepared: its arrays.
            opened: serial number of the node whose children were added, which is opened.
        """
        assert self.tree is not None and self.unfolding is not None
        serial = self.tree.number("serial", self.selected) if self.selected >= 0 else 0
        pinned = self.tree.number("serial", self.pinned) if self.pinned >= 0 else -1
        self.unfolding = self.unfolding.carry_to(tree, prepared)
        self.tree, self.prepared, self.event_number, self.replay = tree, prepared, None, None
        place = tree.index_of(opened)
        if place is not None:
            self.unfolding.open.add(place)
        self.selected = tree.index_of(serial) or 0
        place = tree.index_of(pinned) if pinned >= 0 else None
        self.pinned = -1 if place is None else place
        self._list()
        self.replaced.emit()
        self.chosen.emit(self.selected)

    def clear(self) -> None:
        """Show no tree."""
        self.tree = self.prepared = self.unfolding = self.event_number = self.replay = None
        self.rows, self.selected, self.pinned, self.filters = [], -1, -1, ()
        self._places = {}
        self.replaced.emit()
        self.chosen.emit(-1)

    # --- selection ----------------------------------------------------------------------------------------------------

    def choose(self, node: int, *, reveals: bool = True) -> None:
        """Select a node.

        Args:
            node: the node.
            reveals: whether the outline opens its ancestors.
        """
        if self.tree is None or not 0 <= node < len(self.tree):
            return
        if reveals and self.unfolding is not None and self.unfolding.reveal(node) and not self.filters:
            self._list()
            self.rows_changed.emit()
        if node != self.selected:
            self.selected = node
            self.chosen.emit(node)

    def toggle_pin(self, node: int) -> None:
        """Pin a node, with which the words and the window strip compare the selected one, or none if it is pinned."""
        if self.tree is not None and 0 <= node < len(self.tree):
            self.pinned = -1 if node == self.pinned else node
            self.pinned_changed.emit()

    def place_of(self, node: int) -> int:
        """Return the row that shows a node alone or in a run, or -1."""
        if isinstance(self.rows, FilteredRows):
            return self.rows.place_of(node)
        return self._places.get(node, -1)

    def row_at(self, place: int) -> OutlineRow | None:
        """Return a row, or None if there is no such row."""
        return self.rows[place] if 0 <= place < len(self.rows) else None

    # --- rows ---------------------------------------------------------------------------------------------------------

    def _list(self) -> None:
        """Compute the rows of the outline."""
        if self.tree is None or self.prepared is None or self.unfolding is None:
            self.rows, self._places = [], {}
        elif self.filters:
            self.rows, self._places = FilteredRows(self.tree, self.prepared, self.filters), {}
        else:
            self.rows = self.unfolding.rows()
            self._places = {}
            for place, row in enumerate(self.rows):
                if row.is_node:
                    self._places[row.node] = place
                elif row.row is not None:
                    for node in row.row.nodes:
                        self._places[node] = place

    def toggle(self, place: int) -> None:
        """Open or close the row at ``place``. A node whose children are not recorded is opened by another recording."""
        row = self.row_at(place)
        if row is None or self.unfolding is None or self.filters or self.tree is None:
            return
        if row.is_node and row.node not in self.unfolding.open and self.is_trimmed(row.node):
            self.opening_asked.emit(row.node)
            return
        self.unfolding.toggle(row)
        self._list()
        self.rows_changed.emit()

    def is_open(self, row: OutlineRow) -> bool:
        """Whether the children of a row are shown."""
        if self.filters or self.unfolding is None:
            return False
        if row.is_node:
            return row.node in self.unfolding.open
        return row.move < 0 and self.unfolding.is_listed(row.node) and not (row.row and row.row.nodes)

    def can_open(self, row: OutlineRow) -> bool:
        """Whether a row has something to show below it."""
        if self.tree is None or self.prepared is None or self.filters:
            return False
        if row.is_node:
            return self.prepared.size(row.node) > 1 or self.is_trimmed(row.node)
        return row.move < 0

    def is_trimmed(self, node: int) -> bool:
        """Whether the children of a node were visited and none is recorded."""
        return self.tree is not None and self.tree.is_trimmed(node) and not len(self.tree.children(node))

    def fold_all(self, folds: bool) -> None:
        """Fold or unfold all runs."""
        if self.unfolding is not None:
            self.unfolding.fold_all(folds)
            self._list()
            self.rows_changed.emit()

    def open_to(self, ply: int) -> None:
        """Open all nodes above a ply, and close the others."""
        if self.unfolding is not None:
            self.unfolding.open_to(ply)
            self._list()
            self.rows_changed.emit()

    def set_filters(self, names: Sequence[str]) -> None:
        """Show only the nodes that pass one of the filters, with their ancestors, or all nodes if there is none."""
        self.filters = tuple(names)
        self._list()
        self.rows_changed.emit()

    # --- what is shown ------------------------------------------------------------------------------------------------

    def set_view(self, view: View) -> None:
        """Set the side for which values are shown."""
        if view is not self.view:
            self.view = view
            self.view_changed.emit()

    def show_event(self, number: int | None) -> None:
        """Show the state of the search after an event of the replay, or its end with None."""
        if self.prepared is None or (number == self.event_number and self.replay is None):
            return
        if number is not None:
            number = max(0, min(number, self.prepared.events - 1))
        self.event_number, self.replay = number, None
        if number is not None:
            self.choose(self.prepared.at_event(number))
        self.stepped.emit()

    def show_step(self, replay: SearchReplay, step: int) -> None:
        """Show the state of the search after some steps of a replay of this tree."""
        if self.prepared is None:
            return
        self.replay, self.step = replay, step
        event = self.last_event
        self.event_number = self.prepared.after(event)
        self.choose(replay.events.place(event) if event is not None else replay.events.top)
        self.stepped.emit()

    @property
    def last_event(self) -> Event | None:
        """The event of the last step, or None before the first one and without a replay in steps."""
        return self.replay.events.events[self.step - 1] if self.replay is not None and self.step else None

    def is_left(self, node: int) -> bool:
        """Whether it is decided which moves of a node are not looked at."""
        event = self.last_event
        is_cut = event is not None and event.kind is EventKind.CUT and event.answer and event.visit == node
        return is_cut or self.is_known(node)

    def open_texts(self, node: int) -> dict[str, str] | None:
        """Return what is known of a node that is open after the step (``SearchReplay.texts``), or None."""
        state = self.replay.events.node(node, self.step) if self.replay is not None else None
        return self.replay.texts(state) if self.replay is not None and state is not None and state.is_open else None

    def is_known(self, node: int) -> bool:
        """Whether the value of a node is known at the event of the replay."""
        return self.event_number is None or self.prepared is None or self.prepared.left(node) <= self.event_number

    def is_reached(self, node: int) -> bool:
        """Whether a node was entered at the event of the replay."""
        if self.event_number is None or self.prepared is None:
            return True
        return self.prepared.entered(node) <= self.event_number
