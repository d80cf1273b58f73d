"""The contents and the commands of the first page of the window."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence

from engine.core.errors import KyVienError
from engine.core.game import Game, default_game, games
from engine.core.language import tr
from engine.core.outcome import Player
from engine.records.formats import find_format
from engine.records.tree import ROOT, GameTree
from studio.analysis.workspaces import Host
from studio.board.sides import side_names
from studio.dialogs.new_game import recall, usual
from studio.document.labels import glyphs
from studio.look import notation
from studio.play.seat import Seat
from studio.start.page import Keys, Offer, StartPage
from studio.window.actions import Actions
from studio.window.editing import Editing
from studio.window.filing import Filing
from studio.window.layouts import Layouts
from studio.window.openers import Openers
from studio.window.workspaces import Workspaces

MOST_SAMPLES = 4
ARTICLES = ("algorithms", "comparison")
"""Pages of the guide that the first page offers in addition to the rules of the game."""
FAULTS = frozenset((2, 4, 6))
"""Numbers (NAG) of the annotations of a mistake: ?, ?? and ?!."""


class FirstPage(QObject):
    """The first page of a window.

    Attributes:
        page: the page, or None before the first call of ``show``.

    Args:
        host: the open record, the settings, the notices and the pages.
        layouts: the layouts of the workspaces.
        filing: the object that opens records.
        editing: the set-up of a position, which is cancelled when the page is shown.
        openers: the object that opens dialogs and the guide.
        workspaces: the pages of the workspaces.
        table: the actions of the commands, whose shortcuts the page shows.
        parent: parent object.
    """

    shown = Signal()
    """Emitted when the page is shown."""

    def __init__(
        self, host: Host, layouts: Layouts, filing: Filing, editing: Editing, openers: Openers, workspaces: Workspaces,
        table: Actions, parent: QObject,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._host, self._document, self._settings, self._filing = host, host.document, host.settings, filing
        self._layouts, self._editing, self._openers = layouts, editing, openers
        self._workspaces, self._table = workspaces, table
        self.page: StartPage | None = None
        self._samples: list[tuple[str, Path]] = []

    @property
    def is_shown(self) -> bool:
        """Whether the page is shown instead of a workspace."""
        return self.page is not None and not self._layouts.workspace

    @property
    def game(self) -> type[Game]:
        """The game chosen on the page if the page is shown, or otherwise the game of the record."""
        return self.page.game if self.page is not None and self.is_shown else type(self._document.game)

    def show(self) -> StartPage:
        """Show the page instead of a workspace, and return it. The record remains open."""
        self._filing.before_saving()
        self._editing.cancel()
        self._host.notice.dismiss_error()
        self._layouts.leave()
        page = self._built()
        self._host.pages.setCurrentWidget(page)
        page.tiles.setFocus(Qt.FocusReason.OtherFocusReason)
        self.shown.emit()
        return page

    def _built(self) -> StartPage:
        """Return the page with its current contents. Create the page if necessary."""
        if self.page is None:
            page = self.page = StartPage(self._ordered())
            page.game_chosen.connect(self._game_chosen)
            page.play_asked.connect(lambda: self._openers.new_game(page.game.name))
            page.file_asked.connect(self._ask_file)
            page.sample_asked.connect(self._open_sample)
            page.position_asked.connect(self._compare)
            page.page_asked.connect(self._open_page)
            page.lessons_asked.connect(lambda: self._openers.learn())
            page.again_box.setChecked(self._settings.first_page)
            page.again_box.toggled.connect(lambda on: setattr(self._settings, "first_page", on))
            page.choose(type(self._document.game))
            self._host.pages.addWidget(page)
        self.refresh()
        return self.page

    def refresh(self) -> None:
        """Update the contents of the page for the chosen game and the language in use."""
        page = self.page
        if page is None:
            return
        game = page.game
        self._samples = self._filing.samples_of(game.name)[:MOST_SAMPLES]
        titles = [title for title, _ in self._samples]
        positions = [tr("The start position")]
        positions += [tr("A mistake in a sample record")] if titles else []
        pages = [tr("Rules of {game}", game=tr(game.title)), tr("Algorithms"), tr("Reading a comparison")]
        page.set_keys(self._keys())
        page.show_offer(Offer(self._facts(game), titles, positions, pages))

    # --- what is offered ------------------------------------------------------------------------------------------

    def _ordered(self) -> list[type[Game]]:
        """Return the default game, then the games with sample records, then the other games."""
        filing = self._filing
        return sorted(games().values(), key=lambda each: (not each.is_default, not filing.has_samples(each.name)))

    def _facts(self, game: type[Game]) -> list[str]:
        """Return lines about the players and the first move of a new game.

        The players and the rules are those that the dialog for a new game initially shows.
        """
        chosen = recall(self._settings.new_game, self._host.engines.engines, game.name) or usual(game())
        facts = [_opponent(game, chosen.seats)]
        try:
            position = chosen.game.start()
            side = tr(side_names(chosen.game, position)[position.turn])
            facts.append(tr("{side} moves first.", side=side).removesuffix("."))
        except KyVienError:
            pass
        return facts

    def _keys(self) -> Keys:
        table = self._table
        native = QKeySequence.SequenceFormat.NativeText
        names = ("new", "open", "tab_lab", "learn")
        return Keys(*(table[name].shortcut().toString(native) for name in names))

    # --- what is done ---------------------------------------------------------------------------------------------

    def _game_chosen(self) -> None:
        page = self.page
        assert page is not None
        self.refresh()
        self._host.status.showMessage(tr("{game} chosen.", game=tr(page.game.title)))

    def _ask_file(self) -> None:
        """Ask for a file, whose record is looked at in Algorithms."""
        self._settings.workspace = "analyse"  # the workspace in which a record is shown after this page
        self._filing.ask_open()

    def _open_sample(self, index: int) -> None:
        self._filing.open_sample(self._samples[index][1])
        if not self.is_shown:  # false while the user chooses a game of the file
            self._host.show("analyse")

    def _compare(self, index: int) -> None:
        page = self.page
        assert page is not None
        document = self._document
        try:
            if index == 0:
                self._filing.show_position(page.game(), None)
            else:
                title, path, node = _mistake(self._samples)
                self._filing.open_sample(path, 0)
        except (KyVienError, OSError) as error:
            self._host.report_fault(str(error))
            return
        self._host.show("compare")
        if index != 0:
            tree = document.tree
            document.go(tree[node].parent or ROOT)
            self._host.notice.show_notice(lambda: _mistake_text(title, tree, node), stays=True)
        self._workspaces.run("compare")

    def _open_page(self, index: int) -> None:
        assert self.page is not None
        self._openers.guide((self.page.game.name, *ARTICLES)[index])


def _opponent(game: type[Game], seats: tuple[Seat, Seat]) -> str:
    """Return a line with the level or the name of the engine that plays, or a line about two persons."""
    engines = [seat for seat in seats if seat.is_engine]
    if not engines:
        return tr("Two persons")
    seat = engines[-1]
    level = seat.level(game)
    if level is not None:
        return tr("Level: {level}", level=tr(level.title))
    return tr("Engine: {name}", name=seat.title(""))


def _mistake(samples: Sequence[tuple[str, Path]]) -> tuple[str, Path, int]:
    """Return the title and the file of the first sample with a mistake, and the node of the mistake.

    A mistake is a move of the main line with an annotation in ``FAULTS``.

    Raises:
        KyVienError: if a file is not a record, or no sample has a mistake.
        OSError: if a file cannot be read.
    """
    for title, path in samples:
        text = path.read_text(encoding="utf-8")
        tree = find_format(text=text).read_game(text, 0, default_game()()).tree
        for node in tree.main_line()[1:]:
            if FAULTS.intersection(tree[node].nags):
                return title, path, node
    raise KyVienError("no sample record contains a mistake")


def _mistake_text(title: str, tree: GameTree, node: int) -> str:
    """Return a sentence with the record, the move and the author's comment on it."""
    mover = tree.position(tree[node].parent or ROOT).turn
    number = f"{tree.move_number(node)}{'.' if mover is Player.FIRST else '…'}"
    move = f"{number} {notation.node_text(tree, node, short=True)}{glyphs(tree[node].nags)}"
    sentence = tr("“{record}”: {move} was played here.", record=title, move=move)
    return f"{sentence} {tree[node].comment}".strip()
