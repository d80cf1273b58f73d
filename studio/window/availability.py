"""The table of conditions under which actions are enabled."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.game import Game
from engine.records.tree import ROOT
from studio.board.editor import SetupEditor
from studio.document.document import Document
from studio.play.board_page import BoardPage
from studio.play.controller import PlayController
from studio.window.actions import Actions
from studio.window.layouts import ON_BOARD


@dataclass(frozen=True, slots=True)
class Situation:
    """The state on which the conditions depend.

    Attributes:
        document: the open record.
        controller: the controller of the game being played.
        page: the page with the board, the line on trial and the count of the score.
        workspace: the current workspace, one of ``WORKSPACES``, or an empty string while the first page is shown.
        editor: the editor while a position is being set up, otherwise None.
    """

    document: Document
    controller: PlayController
    page: BoardPage
    workspace: str
    editor: SetupEditor | None

    @property
    def is_editing(self) -> bool:
        """Whether a position is being set up."""
        return self.editor is not None

    @property
    def can_undo(self) -> bool:
        """Whether there is an edit to undo, of the position being set up if there is one, otherwise of the record."""
        return self.document.undo_stack.can_undo if self.editor is None else self.editor.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is an edit to redo, of the position being set up if there is one, otherwise of the record."""
        return self.document.undo_stack.can_redo if self.editor is None else self.editor.can_redo

    @property
    def is_free(self) -> bool:
        """Whether a workspace is shown and no position is being set up."""
        return not self.is_editing and bool(self.workspace)

    @property
    def is_on_board(self) -> bool:
        """Whether the board is shown and no position is being set up."""
        return self.is_free and self.workspace in ON_BOARD

    @property
    def is_at_root(self) -> bool:
        """Whether the cursor is at the root, before the first move."""
        return self.document.cursor == ROOT

    @property
    def is_on_main_line(self) -> bool:
        """Whether the cursor is on the main line."""
        return self.document.tree.is_on_main_line(self.document.cursor)

    @property
    def is_on_trial(self) -> bool:
        """Whether a line is shown that is not part of the record."""
        return bool(self.page.trial)

    @property
    def has_more(self) -> bool:
        """Whether the node at the cursor has children."""
        return bool(self.document.tree.nodes[self.document.cursor].children)

    @property
    def is_human_playing(self) -> bool:
        """Whether a game with a human player is in progress."""
        return self.controller.is_playing and self.controller.human() is not None


def _annotates(now: Situation) -> bool:
    return now.is_free and not now.is_at_root


def _promotes(now: Situation) -> bool:
    return now.is_free and not now.is_at_root and not now.is_on_main_line


def _goes_back(now: Situation) -> bool:
    return now.is_free and (not now.is_at_root or now.is_on_trial)


def _goes_on(now: Situation) -> bool:
    return now.is_free and (now.has_more or now.is_on_trial)


def _has_siblings(now: Situation) -> bool:
    return now.is_free and len(now.document.tree.siblings(now.document.cursor)) > 1


REVIEWING = (
    "next_mistake", "previous_mistake", "next_own_mistake", "previous_own_mistake", "retry", "insert_line", "guess",
    "compare_here", "see_trees",
)  # fmt: skip
"""Actions of the Review workspace."""

CONDITIONS: dict[str, Callable[[Situation], bool]] = {
    "undo": lambda now: now.can_undo,
    "redo": lambda now: now.can_redo,
    "choose_game": lambda now: now.document.path is not None,
    **dict.fromkeys(("export_simplified", "export_traditional"), lambda now: bool(now.document.game.record_languages)),
    "export_ubb": lambda now: now.document.game.record_rules("ubb") is not None,
    "editor": lambda now: now.workspace in ON_BOARD or now.is_editing,
    "calculator": lambda now: now.is_free and now.document.game.has_calculator,
    "attacked": lambda now: now.is_on_board,
    "liberties": lambda now: type(now.document.game).group is not Game.group,
    "delete": lambda now: now.is_free and not (now.is_at_root and len(now.document.tree) == 1),
    "comment": lambda now: now.is_free,
    "promote": _promotes,
    "to_main_line": _promotes,
    "take_back": lambda now: (
        now.is_free and (now.is_human_playing or not now.controller.is_playing) and len(now.document.tree) > 1
    ),
    "offer_draw": lambda now: now.is_human_playing,
    "resign": lambda now: now.is_free and now.controller.can_resign,
    "pass": lambda now: now.is_on_board and now.controller.can_pass and not now.page.counting.is_active,
    "count": lambda now: now.is_on_board and now.document.game.has_count,
    "pause_game": lambda now: now.controller.is_playing,
    "next_game": lambda now: now.controller.can_go_on,
    "save_match": lambda now: len(now.controller.finished_texts) > 1,
    "engine_move": lambda now: now.is_free and now.document.position.outcome() is None,
    "analyse_game": lambda now: now.is_free and len(now.document.tree) > 1,
    "analysis": lambda now: now.is_free,
    **dict.fromkeys(REVIEWING, lambda now: now.workspace == "review"),
    "threat": lambda now: now.is_on_board,
    "paste": lambda now: not now.is_editing,
    **dict.fromkeys((f"nag_{nag}" for nag in range(1, 7)), _annotates),
    **dict.fromkeys(("back", "to_start", "previous_branch"), _goes_back),
    **dict.fromkeys(("forward", "to_end", "next_branch"), _goes_on),
    **dict.fromkeys(("previous_sibling", "next_sibling"), _has_siblings),
}
"""Mapping from identifiers of actions to the conditions under which the actions are enabled.

All other actions are always enabled."""


OF_A_GAME = ("export_simplified", "export_traditional", "export_ubb")
"""Actions that are hidden if they are disabled, because they are not for the game."""


def apply(actions: Actions, now: Situation) -> None:
    """Enable the actions whose conditions are met, and disable or hide the other actions of ``CONDITIONS``.

    Also check the actions for counting, editing and pausing if their mode is active, and uncheck them otherwise.
    """
    for name, condition in CONDITIONS.items():
        is_met = condition(now)
        actions[name].setEnabled(is_met)
        if name in OF_A_GAME:
            actions[name].setVisible(is_met)
    actions["count"].setChecked(now.page.counting.is_active)
    actions["editor"].setChecked(now.is_editing)
    actions["pause_game"].setChecked(now.controller.is_paused)
