"""The middle of the Review workspace: the moments with the selected move, and the disagreements, in two tabs."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from engine.core.language import tr
from engine.core.outcome import Player
from studio.look import style
from studio.review.details import Details
from studio.review.disagreements import DisagreementsView
from studio.review.moments import MomentsTable, moment_of
from studio.review.review import GameReview
from studio.widgets.segments import SegmentedControl

if TYPE_CHECKING:
    from studio.document.document import Document

BY_LOSS, BY_PLY, ALL = "loss", "ply", "all"
MOMENTS, DISAGREEMENTS = range(2)
"""The tabs."""


class ReviewLists(QWidget):
    """Two tabs with lists of moves.

    Args:
        document: the open record.
        review: the judged moves.

    Attributes:
        tabs: the control that selects a tab.
        order_box: the box with the order of the moments.
        table: the list of moments.
        details: the panel with the selected moment.
        disagreements: the list of disagreements.
    """

    chosen = Signal()
    """Emitted when the user has selected a tab or an order."""

    def __init__(self, document: "Document", review: GameReview, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._review = document, review
        self.table, self.details = MomentsTable(), Details()
        self.disagreements = DisagreementsView(document, review)
        self.tabs, self.order_box = SegmentedControl(2), QComboBox()
        for value in (BY_LOSS, BY_PLY, ALL):
            self.order_box.addItem("", value)
        self.order_box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        bar = QHBoxLayout()
        bar.setContentsMargins(style.PADDING, 4, style.PADDING, 4)
        bar.addWidget(self.tabs)
        bar.addStretch(1)
        bar.addWidget(self.order_box)
        moments = QWidget()
        column = QVBoxLayout(moments)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.table, 3)
        column.addWidget(style.separator())
        column.addWidget(self.details, 1)
        self._pages = QStackedWidget()
        self._pages.addWidget(moments)
        self._pages.addWidget(self.disagreements)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(bar)
        layout.addWidget(self._pages, 1)
        self.tabs.chosen.connect(self._tab_chosen)
        self.order_box.currentIndexChanged.connect(lambda _: self.chosen.emit())

    @property
    def shows_disagreements(self) -> bool:
        """Whether the tab with the disagreements is selected."""
        return self.tabs.current == DISAGREEMENTS

    def show_moments(self, side: Player | None) -> None:
        """Show the moments of one side, or of both if ``side`` is None."""
        review, tree = self._review, self._document.tree
        shown = [each for each in review.verdicts if side in (None, each.player)]
        errors = [each for each in shown if each.kind.is_error]
        order = self.order_box.currentData()
        chosen = shown if order == ALL else [each for each in shown if each.kind.is_error or each.doubts]
        if order == BY_LOSS:
            chosen = sorted(chosen, key=lambda each: (-each.points, each.kind.name != "missed_win", each.ply))
        self.tabs.set_texts((tr("Moments {count}", count=len(errors)), tr("Disagreements")))
        self.table.show_rows([moment_of(tree, each, review) for each in chosen], self._document.cursor)

    def show_cursor(self) -> None:
        """Select the move at the cursor of the record, and show it in the panel."""
        tree, cursor, review = self._document.tree, self._document.cursor, self._review
        self.table.select(cursor)
        verdict = review.verdict_at(cursor)
        self.details.show_move(tree, verdict, review.source, [] if verdict is None else review.opinions(verdict))

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        for place, text in enumerate((tr("By loss"), tr("By ply"), tr("All moves"))):
            self.order_box.setItemText(place, text)
        self.order_box.setAccessibleName(tr("Order of the moments"))
        self.table.setAccessibleName(tr("Moments of the game"))
        self.table.moments.retranslate()

    def _tab_chosen(self, index: int) -> None:
        self._pages.setCurrentIndex(index)
        self.order_box.setVisible(index == MOMENTS)
        self.chosen.emit()
