"""The declaration of the Tree workspace, and its commands, which have keys and entries in the menu."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from engine.core.language import mark, tr
from studio.analysis.workspaces import ANALYSE, Host, WorkspaceEntry
from studio.widgets.command import Command

if TYPE_CHECKING:
    from studio.tree.workspace import TreeWorkspace

MENU, OPEN_TO = mark("Tree"), mark("Open the tree to")
PLIES = (
    mark("Open to ply 1"), mark("Open to ply 2"), mark("Open to ply 3"), mark("Open to ply 4"), mark("Open to ply 5"),
    mark("Open to ply 6"), mark("Open to ply 7"), mark("Open to ply 8"), mark("Open to ply 9"),
)  # fmt: skip


def commands(host: Host, page: "Callable[[], TreeWorkspace]") -> list[Command]:
    """Return the commands of the Tree workspace, which have their keys in this workspace only."""

    def command(
        name: str, text: str, keys: str, section: int, icon: str = "", submenu: str = "", *, is_hidden: bool = False
    ) -> Command:
        def act() -> None:
            page().commands.do(name)

        return Command(f"tree_{name}", MENU, text, act, keys, icon, section, submenu, is_hidden, scope="tree")

    return [
        command("record", "Record the tree", "R", 0, "tree"),
        command("up", "Previous row", "Up", 1, is_hidden=True),
        command("down", "Next row", "Down", 1, is_hidden=True),
        command("in", "Open the node, or go to its first reply", "Right", 1),
        command("out", "Close the node, or go to its parent", "Left", 1),
        command("previous_sibling", "Previous sibling", "Shift+Up", 1, is_hidden=True),
        command("next_sibling", "Next sibling", "Shift+Down", 1, is_hidden=True),
        command("root", "Root of the tree", "Home", 1),
        command("pv", "Next node of the principal variation", "P", 1),
        *(command(f"ply_{ply}", text, f"{ply}", 1, "", OPEN_TO) for ply, text in enumerate(PLIES, 1)),
        command("fold", "Fold equal siblings", "F", 1),
        command("find", "Find a move", "/", 1, "search"),
        command("previous_cut", "Previous cut-off", "[", 2),
        command("next_cut", "Next cut-off", "]", 2),
        command("next_rise", "Next place where α rose", "A", 2),
        command("next_again", "Next re-search", ";", 2),
        command("replay", "Replay the search", "Space", 3, "play"),
        command("event_back", "One event back", ",", 3),
        command("event_on", "One event on", ".", 3),
        command("finish", "Until this node ends", "Shift+. >", 3),
        command("steps", "Replay the node in steps", "E", 3),
        command("last", "The whole tree", "End", 3, is_hidden=True),
        command("sign", "Change the side for which values are shown", "S", 4),
        command("strip", "Window strip", "W", 4),
        command("picture", "Picture of the tree", "N", 4),
        command("zoom", "Zoom to the node", "Z", 4),
        command("compare", "Compare with another search, or close the comparison", "D", 5),
        command("pin", "Pin the tree for comparing", "B", 5, is_hidden=True),
        command("pin_node", "Pin the node, to compare others with it", "Shift+B", 5, is_hidden=True),
        command("next_difference", "Next difference", "J", 5),
        command("show_position", "Show the position in Algorithms", "Return", 6),
        command("insert_line", "Add the line to the record", "Ctrl+Return", 6),
        command("copy", "Copy the row", "Ctrl+C", 6),
    ]


ENTRY = WorkspaceEntry(
    "tree", mark("Tree"), ANALYSE, page="studio.tree.workspace", dock="tree", commands=commands,
    docks=("tree", "moves", "graph"), help="algorithms", width=800,
)  # fmt: skip


class TreeCommands:
    """The commands of a workspace.

    Args:
        space: the workspace.
    """

    def __init__(self, space: "TreeWorkspace") -> None:
        self._space = space

    def do(self, name: str) -> None:
        """Carry out a command. Most do nothing while no tree is shown.

        Args:
            name: identifier of the action, without ``tree_``.
        """
        if name == "record":
            self._space.record()
        elif self._space.shown.tree is not None and self._space.shows_tree:
            self._commands()[name]()
        elif self._space.shows_pair and (command := self._pair_commands().get(name)) is not None:
            command()

    def _pair_commands(self) -> dict[str, Callable[[], object]]:
        """Return the commands that two trees have."""
        page, outline = self._space.pair_page, self._space.pair_page.outline
        return {
            "up": lambda: outline.step(-1),
            "down": lambda: outline.step(1),
            "out": lambda: outline.toggle_selected(False),
            "in": lambda: outline.toggle_selected(True),
            "root": lambda: outline.choose((0, 0)),
            "next_difference": page.to_next_difference,
            "compare": self._space.close_pair,
            "sign": self._turn_sign,
            "replay": page.replay.toggle,
            "event_back": page.replay.back,
            "event_on": page.replay.on,
            "previous_cut": lambda: page.replay.to_cut(-1),
            "next_cut": lambda: page.replay.to_cut(1),
            "finish": page.replay.finish,
            "copy": lambda: QGuiApplication.clipboard().setText(outline.row_text(outline.place_of(outline.selected))),
        }

    def _commands(self) -> dict[str, Callable[[], object]]:
        page, outline = self._space.page, self._space.page.outline
        commands: dict[str, Callable[[], object]] = {
            "up": lambda: outline.step(-1),
            "down": lambda: outline.step(1),
            "out": self._go_out,
            "in": self._go_in,
            "previous_sibling": lambda: self._to_sibling(-1),
            "next_sibling": lambda: self._to_sibling(1),
            "root": lambda: self._space.shown.choose(0),
            "pv": self._to_variation,
            "fold": self._fold,
            "sign": self._turn_sign,
            "show_position": self._show_position,
            "insert_line": self._insert_line,
            "copy": self._copy_row,
            "find": self._space.page.replay.ask_move,
            "previous_cut": lambda: self._space.page.replay.to_cut(-1),
            "next_cut": lambda: self._space.page.replay.to_cut(1),
            "next_rise": lambda: self._to_next("rose"),
            "next_again": lambda: self._to_next("again"),
            "replay": self._space.page.replay.toggle,
            "event_back": self._space.page.replay.back,
            "event_on": self._space.page.replay.on,
            "finish": self._space.page.replay.finish,
            "strip": self._space.page.toggle_strip,
            "zoom": self._zoom,
            "compare": self._space.head.compare_button.showMenu,
            "pin": self._space.comparisons.toggle_pin,
            "pin_node": lambda: self._space.shown.toggle_pin(self._space.shown.selected),
            "picture": self._space.head.picture_button.click,
            "next_difference": lambda: None,
        }
        commands["steps"], commands["last"] = page.replay.steps_button.toggle, page.replay.to_end
        for ply in range(1, 10):
            commands[f"ply_{ply}"] = lambda ply=ply: self._space.shown.open_to(ply)  # type: ignore[misc]
        return commands | self._step_commands() if page.shows_steps else commands

    def _step_commands(self) -> dict[str, Callable[[], object]]:
        """Return the commands whose keys belong to the player while the search is replayed in steps."""
        bar, answer = self._space.page.replay.steps, self._space.page.steps.player.answer
        return {
            "in": lambda: bar.step_by(1),
            "out": lambda: bar.step_by(-1),
            "event_on": lambda: bar.step_by(1),
            "event_back": lambda: bar.step_by(-1),
            "root": lambda: bar.to_end(-1),
            "last": lambda: bar.to_end(1),
            "next_cut": lambda: bar.to_decision(1),
            "previous_cut": lambda: bar.to_decision(-1),
            "replay": bar.toggle,
            "ply_1": lambda: answer(0),
            "ply_2": lambda: answer(1),
        }

    def _go_in(self) -> None:
        """Open the selected node, or select its first child if it is open."""
        shown = self._space.shown
        place = shown.place_of(shown.selected)
        row = shown.row_at(place)
        if row is None or shown.tree is None:
            return
        if row.is_node and not shown.is_open(row) and shown.can_open(row):
            shown.toggle(place)
        elif len(children := shown.tree.children(shown.selected)):
            shown.choose(int(children[0]))

    def _go_out(self) -> None:
        """Close the selected node, or select its parent if it is closed."""
        shown = self._space.shown
        place = shown.place_of(shown.selected)
        row = shown.row_at(place)
        if row is None or shown.tree is None:
            return
        if row.is_node and shown.is_open(row) and shown.can_open(row):
            shown.toggle(place)
        elif (parent := shown.tree.parent(shown.selected)) >= 0:
            shown.choose(parent)

    def _to_sibling(self, step: int) -> None:
        tree = self._space.shown.tree
        if tree is None or tree.parent(self._space.shown.selected) < 0:
            return
        siblings = tree.children(tree.parent(self._space.shown.selected))
        place = siblings.index(self._space.shown.selected) + step
        if 0 <= place < len(siblings):
            self._space.shown.choose(siblings[place])

    def _to_variation(self) -> None:
        """Open the principal variation, and select its next node after the selected one."""
        tree = self._space.shown.tree
        if tree is None or not tree.pv:
            return
        line = tree.pv
        place = line.index(self._space.shown.selected) + 1 if self._space.shown.selected in line else len(line) - 1
        self._space.shown.choose(line[place % len(line)])

    def _fold(self) -> None:
        if self._space.shown.unfolding is not None:
            self._space.shown.fold_all(not self._space.shown.unfolding.folds)
            self._space.page.outline.show_place(self._space.shown.place_of(self._space.shown.selected))

    def _to_next(self, name: str) -> None:
        """Select the next node that passes a filter (``Filter``), beginning again at the root."""
        from studio.tree.views.rows import matching  # it needs numpy, which a window imports later

        tree, prepared = self._space.shown.tree, self._space.shown.prepared
        if tree is None or prepared is None:
            return
        nodes = matching(tree, prepared, name).nonzero()[0]
        if len(nodes):
            place = int(nodes.searchsorted(self._space.shown.selected, "right"))
            self._space.shown.choose(int(nodes[place % len(nodes)]))

    def _zoom(self) -> None:
        """Zoom the icicle to the selected node, or out of it."""
        icicle = self._space.page.icicle
        icicle.zoom_to(0 if icicle.top_node == self._space.shown.selected else self._space.shown.selected)

    def _turn_sign(self) -> None:
        from studio.tree.views.texts import View  # it imports the recorded trees, which a window imports later

        self._space.shown.set_view(View.MOVER if self._space.shown.view is View.FIRST else View.FIRST)
        self._space.show_views()

    def _line(self) -> list[int]:
        """Return the moves to the selected node, up to one that the rules do not allow."""
        tree = self._space.shown.tree
        assert tree is not None
        moves: list[int] = []
        for move in tree.line(self._space.shown.selected):
            if move < 0:
                break
            moves.append(move)
        return moves

    def _node_of_tree(self) -> int | None:
        """Return the node of the record with the position of the tree: the cursor, or the first such node."""
        assert self._space.recorded is not None
        document, wanted = self._space.document, self._space.recorded.tree.position(0)
        if document.position == wanted:
            return document.cursor
        return next((node for node in document.tree.nodes if document.tree.position(node) == wanted), None)

    def _show_position(self) -> None:
        """Show the position of the selected node on the main board."""
        node = self._node_of_tree()
        if node is None:
            self._space.notice.show_notice(tr("The position of this tree is not in the record."), is_error=True)
            return
        self._space.document.go(node)
        self._space.line_chosen.emit(self._line())

    def _insert_line(self) -> None:
        """Add the line to the selected node to the record, as a variation."""
        node, moves = self._node_of_tree(), self._line()
        if node is None:
            self._space.notice.show_notice(tr("The position of this tree is not in the record."), is_error=True)
        elif moves:
            self._space.document.add_line(node, moves)
            self._space.message_shown.emit(tr("The line was added to the record."))

    def _copy_row(self) -> None:
        place = self._space.shown.place_of(self._space.shown.selected)
        QGuiApplication.clipboard().setText(self._space.page.outline.row_text(place))
