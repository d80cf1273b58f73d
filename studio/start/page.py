"""The first page, with all games and four cards for the chosen game."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from engine.core.game import Game
from engine.core.language import tr
from studio.look import style
from studio.start.cards import Card
from studio.start.tiles import GameTiles
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated
from studio.widgets.scroll_area import ScrollArea

WIDTH, MARGIN, GAP = 1072, 24, 16
"""Maximum width of the content, minimum margin on both sides, and space between cards, in pixels."""
_CARD = 232
"""Minimum width of a card in pixels."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The contents of the cards for a game.

    Attributes:
        facts: lines about the next game, such as its level.
        samples: titles of the sample records.
        positions: titles of the positions in which algorithms can be compared.
        pages: titles of the pages of the guide.
    """

    facts: Sequence[str] = ()
    samples: Sequence[str] = ()
    positions: Sequence[str] = ()
    pages: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Keys:
    """Keyboard shortcuts as text, which are shown next to the buttons of the cards.

    Attributes:
        play: the shortcut that starts a new game.
        look: the shortcut that opens a file.
        compare: the shortcut that opens the Compare workspace.
        learn: the shortcut that opens the lessons.
    """

    play: str = ""
    look: str = ""
    compare: str = ""
    learn: str = ""


class StartPage(Retranslated, ScrollArea):
    """The first page. It emits a signal for each choice of the user, and opens nothing itself.

    Args:
        games: the games, in the order in which they are shown.
        parent: parent widget.
    """

    game_chosen = Signal()
    """Emitted when another game is chosen. The receiver should then call ``show_offer``."""
    play_asked = Signal()
    """Emitted when the user chooses to start a game."""
    file_asked = Signal()
    """Emitted when the user chooses to open a file."""
    sample_asked = Signal(int)
    """Emitted with the index of a sample record that the user chooses."""
    position_asked = Signal(int)
    """Emitted with the index of a position in which the user chooses to compare algorithms."""
    page_asked = Signal(int)
    """Emitted with the index of a page of the guide that the user chooses."""
    lessons_asked = Signal()
    """Emitted when the user chooses to open the lessons."""

    def __init__(self, games: Sequence[type[Game]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._games = list(games)
        self._keys = Keys()
        self._title, self._hint, self._note = PlainLabel(), PlainLabel(), PlainLabel()
        self.tiles = GameTiles(self._games)
        self.play, self.look = Card("play", is_primary=True), Card("open")
        self.compare, self.learn = Card("compare"), Card("help")
        self.again_box = QCheckBox()
        self._content = QWidget()
        self._grid = QGridLayout()
        self._lay_out()
        self.tiles.chosen.connect(self._game_chosen)
        self.tiles.activated.connect(lambda _: self.play_asked.emit())
        self.play.button.clicked.connect(self.play_asked)
        self.look.button.clicked.connect(self.file_asked)
        self.compare.button.clicked.connect(lambda: self.position_asked.emit(0))
        self.learn.button.clicked.connect(self.lessons_asked)
        self.look.link_chosen.connect(self.sample_asked)
        self.compare.link_chosen.connect(self.position_asked)
        self.learn.link_chosen.connect(self.page_asked)
        self.follow_changes()
        self.restyle()

    @property
    def game(self) -> type[Game]:
        """The chosen game."""
        return self._games[self.tiles.current]

    @property
    def cards(self) -> tuple[Card, Card, Card, Card]:
        """The four cards, from left to right."""
        return self.play, self.look, self.compare, self.learn

    def choose(self, game: type[Game]) -> None:
        """Choose a game."""
        self.tiles.choose(self._games.index(game))

    def show_offer(self, offer: Offer) -> None:
        """Show the contents of the cards for the chosen game."""
        self.play.set_lines(facts=offer.facts)
        self.look.set_lines(offer.samples)
        self.compare.set_lines(offer.positions)
        self.learn.set_lines(offer.pages)
        self._order_tabs()

    def set_keys(self, keys: Keys) -> None:
        """Show keyboard shortcuts next to the buttons."""
        self._keys = keys
        self.retranslate()

    def retranslate(self) -> None:
        self.setAccessibleName(tr("First page"))
        self._title.setText(tr("Choose a game, then what to do with it"))
        self._hint.setText(tr("Or drop a file of games on the window; its format is recognised."))
        self.play.set_texts(
            tr("Play"), tr("Against an engine or a person, on one screen."), tr("New game…"), self._keys.play
        )
        self.look.set_texts(
            tr("Look at a game"), tr("Annotated games, with comments and variations."), tr("Open a file…"),
            self._keys.look,
        )  # fmt: skip
        self.compare.set_texts(
            tr("Compare"), tr("Several algorithms, one position, equal terms: what each finds, and at what cost."),
            tr("Compare"), self._keys.compare,
        )  # fmt: skip
        self.learn.set_texts(
            tr("Learn"), tr("Lessons with exercises on game trees; the rules, and what each algorithm does."),
            tr("Open the lessons"), self._keys.learn,
        )  # fmt: skip
        self.again_box.setText(tr("Show this page when nothing was open last time"))
        self._name_game()

    def restyle(self) -> None:
        """Draw the icons in the colours of the theme in use."""
        for card in self.cards:
            card.restyle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the cards in four columns, two columns or one column, depending on the width."""
        super().resizeEvent(event)
        self._place_cards()

    # --- layout ---------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self._title.setFont(style.font(style.SCORE, bold=True))
        self._title.setWordWrap(True)
        self._title.setMinimumHeight(32)
        self._hint.setMinimumHeight(18)
        style.set_look(self._hint, role="secondary")
        style.set_look(self._note, role="caption")
        for label in (self._hint, self._note):
            label.setWordWrap(True)
        self._grid.setSpacing(GAP)
        column = QVBoxLayout(self._content)
        column.setContentsMargins(MARGIN, 32, MARGIN, MARGIN)
        column.setSpacing(0)
        for widget, space in ((self._title, 4), (self._hint, 18), (self.tiles, MARGIN)):
            column.addWidget(widget)
            column.addSpacing(space)
        column.addLayout(self._grid)
        column.addSpacing(20)
        column.addWidget(self.again_box)
        column.addSpacing(12)
        column.addWidget(self._note)
        column.addStretch(1)
        self._content.setMaximumWidth(WIDTH + 2 * MARGIN)
        self._content.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(self._content)
        self._place_cards()

    def _place_cards(self) -> None:
        room = min(WIDTH, self.viewport().width() - 2 * MARGIN)
        fitting = (room + GAP) // (_CARD + GAP)
        across = 4 if fitting >= 4 else 2 if fitting >= 2 else 1
        if self._grid.count() and self._grid.itemAtPosition(0, across - 1) and not self._grid.itemAtPosition(0, across):
            return
        for card in self.cards:
            self._grid.removeWidget(card)
        for index, card in enumerate(self.cards):
            self._grid.addWidget(card, index // across, index % across)
        for place in range(4):
            self._grid.setColumnStretch(place, int(place < across))

    def _order_tabs(self) -> None:
        """Set the tab order to the games, the links and the button of each card, and the check box."""
        chain: list[QWidget] = [self.tiles]
        for card in self.cards:
            chain += [*card.links, card.button]
        chain.append(self.again_box)
        for before, after in pairwise(chain):
            QWidget.setTabOrder(before, after)

    # --- changes --------------------------------------------------------------------------------------------------

    def _game_chosen(self, _: int) -> None:
        self._name_game()
        self.game_chosen.emit()

    def _name_game(self) -> None:
        self._note.setText(
            tr("All of it is also in the menus: File → New game, File → Open sample, Help → Rules of {game}.",
               game=tr(self.game.title))
        )  # fmt: skip
