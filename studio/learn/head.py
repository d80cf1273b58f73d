"""The line above the tree and the lesson: what is shown, and commands."""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QMenu, QPushButton, QToolButton, QWidget

from engine.core.language import tr
from engine.search.search import find_algorithm
from engine.searchtree.pseudocode import CODES
from studio.look import icons, palette, style
from studio.widgets.elided import ElidedLabel
from studio.widgets.retranslated import Retranslated

ALGORITHMS = tuple(CODES)
"""The searches that can be replayed: those that have pseudo-code."""


class Head(Retranslated, QWidget):
    """The line. The buttons have no text if there is not enough space for all texts.

    Attributes:
        row: the row with all parts.
        algorithm_box: the algorithm whose search is shown.
        counts: how much the search visits.
        back_button, random_button, open_button, export_button: the buttons.
    """

    picture_asked = Signal(str)
    """Emitted with the suffix of the file when the user wants to export the picture of the tree."""
    film_asked = Signal()
    """Emitted when the user wants a film strip of the replay."""
    worksheet_asked = Signal()
    """Emitted when the user wants a worksheet."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.algorithm_box = QComboBox()
        self.algorithm_box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        for name in ALGORITHMS:
            self.algorithm_box.addItem("", name)
        self.counts = ElidedLabel()
        self.back_button, self.random_button, self.open_button = QPushButton(), QPushButton(), QPushButton()
        self._names: dict[QPushButton, str] = {}
        self.export_button, self._menu = QToolButton(), QMenu(self)
        self._svg, self._png, self._tex = (self._menu.addAction("") for _ in range(3))
        self._menu.addSeparator()
        self._page, self._film, self._sheet = (self._menu.addAction("") for _ in range(3))
        self._page.triggered.connect(lambda: self.picture_asked.emit("html"))
        self._film.triggered.connect(lambda: self.film_asked.emit())
        self._svg.triggered.connect(lambda: self.picture_asked.emit("svg"))
        self._tex.triggered.connect(lambda: self.picture_asked.emit("tex"))
        self._png.triggered.connect(lambda: self.picture_asked.emit("png"))
        self._sheet.triggered.connect(lambda: self.worksheet_asked.emit())
        self.export_button.setMenu(self._menu)
        self.export_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.row = row = QHBoxLayout(self)
        row.setContentsMargins(style.PADDING, style.HEADER_MARGIN, style.PADDING, style.HEADER_MARGIN)
        row.setSpacing(12)
        row.addWidget(self.algorithm_box)
        row.addWidget(self.counts, 1)
        for button in (self.back_button, self.random_button, self.open_button):
            style.set_look(button, kind="quiet")
            row.addWidget(button)
        row.addWidget(self.export_button)
        self.follow_changes()

    @property
    def algorithm(self) -> str:
        """The algorithm whose search is shown."""
        return str(self.algorithm_box.currentData())

    def choose_algorithm(self, name: str) -> None:
        """Choose an algorithm, or the first one if the name is not in the list."""
        self.algorithm_box.setCurrentIndex(max(0, self.algorithm_box.findData(name)))

    def show_commands(self, *, is_game: bool, is_exercise: bool, can_go_back: bool) -> None:
        """Show the commands that make sense for a game, for an exercise, and if it is possible to go back."""
        self.algorithm_box.setVisible(not is_game and not is_exercise)
        self.random_button.setVisible(not is_exercise)
        self.back_button.setVisible(can_go_back)
        for action in (self._page, self._film):
            action.setVisible(not (is_game or is_exercise))

    def retranslate(self) -> None:
        for index, name in enumerate(ALGORITHMS):
            self.algorithm_box.setItemText(index, tr(find_algorithm(name).title))
        self.algorithm_box.setAccessibleName(tr("Algorithm"))
        self._names = {
            self.back_button: tr("Back to the larger tree"), self.random_button: tr("Random tree…"),
            self.open_button: tr("Open on the board"),
        }  # fmt: skip
        for button, name in self._names.items():
            button.setToolTip(name.removesuffix("…"))
            button.setAccessibleName(name)
        self.export_button.setToolTip(tr("Export the tree, or make a worksheet"))
        self.export_button.setAccessibleName(tr("Export the tree, or make a worksheet"))
        self._svg.setText(tr("Picture (SVG)…"))
        self._tex.setText(tr("LaTeX (forest)…"))
        self._png.setText(tr("Picture (PNG)…"))
        self._page.setText(tr("Page for the browser (HTML)…"))
        self._film.setText(tr("Film strip for print (HTML)…"))
        self._sheet.setText(tr("Worksheet…"))
        self.restyle()
        self._fit()

    def _fit(self) -> None:
        """Show the texts of the buttons, and how much the search visits, if there is enough space for them."""
        row = self.layout()
        assert row is not None
        for has_text, has_counts in ((True, True), (False, True), (False, False)):
            for button, name in self._names.items():
                button.setText(name if has_text else "")
            self.counts.setVisible(has_counts)
            row.invalidate()
            if row.sizeHint().width() + self.counts.sizeHint().width() * has_counts <= self.width():
                break
        row.activate()

    def event(self, event: QEvent) -> bool:
        """Fit the texts again if a part needs another width."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the texts to the width."""
        self._fit()
        super().resizeEvent(event)

    def restyle(self) -> None:
        """Draw the icons in the colours of the theme in use."""
        self.back_button.setIcon(icons.icon("previous", palette.current().text))
        self.random_button.setIcon(icons.icon("refresh", palette.current().text))
        self.open_button.setIcon(icons.icon("board", palette.current().text))
        self.export_button.setIcon(icons.icon("export"))
