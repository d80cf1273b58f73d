"""The Compare, Tree, Review and Match workspaces of a window, each of which is created when it is first needed."""

from typing import TYPE_CHECKING

from engine.core.game import Game
from studio.compare.choice import compared_choice

if TYPE_CHECKING:
    from studio.compare.workspace import CompareWorkspace
    from studio.contests.workspace import MatchWorkspace
    from studio.review.workspace import ReviewWorkspace
    from studio.tree.workspace import TreeWorkspace
    from studio.window.main_window import MainWindow


def import_workspaces() -> None:
    """Import the modules of the workspaces, so that the first access to a workspace of a window does not."""
    import studio.compare.workspace
    import studio.contests.workspace
    import studio.review.workspace
    import studio.tree.workspace  # noqa: F401


class OffBoard:
    """The workspaces of a window that do not show the board.

    They have half of the widgets of a window, and many users need neither. Whatever must work before a workspace is
    created is here: the choice of algorithms, which is stored in the settings, and the game.

    Attributes:
        choice: the choice of algorithms of the Compare workspace.

    Args:
        window: the main window, whose pages, session and engines must exist.
    """

    def __init__(self, window: "MainWindow") -> None:
        self._window = window
        self._game = window.document.game
        self.choice = compared_choice(window.engines, window)
        self.choice.restore(window.settings.choice("compare"))
        self._compare: CompareWorkspace | None = None
        self._match: MatchWorkspace | None = None
        self._review: ReviewWorkspace | None = None
        self._tree: TreeWorkspace | None = None

    @property
    def compare(self) -> "CompareWorkspace":
        """The Compare workspace, which is created by the first access."""
        if self._compare is None:
            from studio.compare.workspace import CompareWorkspace

            window = self._window
            made = self._compare = CompareWorkspace(window.document, window.session, window.pages, self.choice)
            made.engines_asked.connect(window.openers.external_engines)
            made.line_chosen.connect(window.show_line)
            made.failed.connect(window.report_fault)
            made.tree_asked.connect(window.show_tree)
            window.pages.addWidget(made)
        return self._compare

    @property
    def review(self) -> "ReviewWorkspace":
        """The Review workspace, which is created by the first access."""
        if self._review is None:
            from studio.review.workspace import ReviewWorkspace

            window = self._window
            made = self._review = ReviewWorkspace(
                window.document, window.session, window.pages, window.settings.thresholds, window.settings.formula
            )
            made.opened.connect(window.show_node)
            made.game_asked.connect(self._open_game)
            made.compare_asked.connect(lambda: window.show_workspace("compare"))
            made.trees_asked.connect(window.show_trees)
            made.thresholds_changed.connect(self._store_thresholds)
            made.message_shown.connect(window.notice.show_notice)
            made.formula_changed.connect(lambda name: setattr(window.settings, "formula", name))
            made.failed.connect(window.report_fault)
            window.pages.addWidget(made)
        return self._review

    def _store_thresholds(self, game: str, text: str) -> None:
        settings = self._window.settings
        settings.thresholds = settings.thresholds | {game: text}

    def _tell(self, message: str) -> None:
        """Show a message about something that has succeeded, and hide the error of an earlier attempt."""
        self._window.notice.dismiss_error()
        self._window.notice.show_notice(message)

    def _open_game(self, index: int, node: int) -> None:
        """Open another game of the file of the record at a node, and show the Review workspace again."""
        path = self._window.document.path
        if path is not None and self._window.filing.open(path, index, node):
            self._window.show_workspace("review")

    @property
    def tree(self) -> "TreeWorkspace":
        """The Tree workspace, which is created by the first access."""
        if self._tree is None:
            from studio.tree.workspace import TreeWorkspace

            window = self._window
            made = self._tree = TreeWorkspace(window.document, window.session, window.pages)
            made.position_asked.connect(window.show_line)
            made.message_shown.connect(window.notice.show_notice)
            made.failed.connect(window.report_fault)
            made.file_read.connect(window.show_tree_file)
            made.asked.connect(window.show_workspace)
            window.pages.addWidget(made)
        return self._tree

    def workspace(self, name: str) -> "CompareWorkspace | TreeWorkspace | ReviewWorkspace | MatchWorkspace":
        """Return the workspace ``name``: ``compare``, ``tree``, ``review`` or ``match``."""
        match name:
            case "compare":
                return self.compare
            case "tree":
                return self.tree
            case "review":
                return self.review
        return self.match

    @property
    def match(self) -> "MatchWorkspace":
        """The Match workspace, which is created by the first access."""
        if self._match is None:
            from studio.contests.workspace import MatchWorkspace

            window = self._window
            made = self._match = MatchWorkspace(self._game, window.pages, window.engines)
            made.engines_asked.connect(window.openers.external_engines)
            made.record_chosen.connect(window.show_record)
            made.message_requested.connect(self._tell)
            made.failed.connect(window.report_fault)
            window.pages.addWidget(made)
        return self._match

    @property
    def created(self) -> "list[CompareWorkspace | TreeWorkspace | ReviewWorkspace | MatchWorkspace]":
        """The workspaces created so far."""
        return [each for each in (self._compare, self._tree, self._review, self._match) if each is not None]

    def show_game(self, game: Game) -> None:
        """Show ``game`` in the Match workspace, unless it is the game that was shown last or a contest is shown."""
        if type(game) is not type(self._game):
            self._game = game
            if self._match is not None:
                self._match.show_game(game)

    def stop(self) -> None:
        """Stop the comparison, the recording of a tree, the review and the contest."""
        for each in self.created:
            each.stop()

    def close_threads(self) -> None:
        """Stop all threads of the workspaces, and block until they have ended. Call it before the window closes."""
        for each in self.created:
            each.close_threads()
