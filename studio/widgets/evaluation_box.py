"""A combo box that offers the evaluations of a game."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter, QWidget

from engine.core.evaluation import offered, offered_name
from engine.core.language import tr
from studio.look import foreign


class EvaluationBox(QComboBox):
    """Combo box to choose an evaluation of a game."""

    edited = Signal(str)
    """Emitted with the name of an evaluation when it is selected, but not by ``show_evaluations``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentIndexChanged.connect(self._emit_edited)

    @property
    def name(self) -> str:
        """The name of the selected evaluation, or an empty string if the game has no evaluation."""
        return str(self.currentData() or "")

    def show_evaluations(self, game: str, name: str) -> None:
        """Offer the evaluations of ``game``, with titles in the language in use, and select ``name``.

        If ``name`` is not one of them, select the first evaluation.
        """
        self.blockSignals(True)
        self.clear()
        for each, evaluation in offered(game).items():
            title = tr(evaluation.title)
            self.addItem(f"{title} ({foreign.name(evaluation.detail)})" if evaluation.detail else title, each)
        self.setCurrentIndex(max(0, self.findData(offered_name(game, name))))
        self.blockSignals(False)
        self.setEnabled(self.count() > 0)
        self.setPlaceholderText("" if self.count() else tr("No evaluation"))
        self.updateGeometry()
        self.setToolTip(self.currentText())

    def shown_text(self) -> str:
        """Return the title of the selected evaluation as it is drawn, that is, elided if it does not fit.

        If the game has no evaluation, return the text that is drawn instead of a title.
        """
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        kind, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(kind, option, part, self).width()
        text = self.currentText() or self.placeholderText()
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)

    def sizeHint(self) -> QSize:
        """Return the size hint for the text shown. Qt 6.11 does not compute it again for another placeholder."""
        hint = super().sizeHint()
        if self.count():
            return hint
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        text = QSize(self.fontMetrics().horizontalAdvance(self.placeholderText()), self.fontMetrics().height())
        kind = QStyle.ContentsType.CT_ComboBox
        return QSize(self.style().sizeFromContents(kind, option, text, self).width(), hint.height())

    def minimumSizeHint(self) -> QSize:
        """Return the size hint if the box adjusts to its contents. Qt 6.11 returns that of longer earlier titles."""
        if self.sizeAdjustPolicy() is QComboBox.SizeAdjustPolicy.AdjustToContents:
            return self.sizeHint()
        return super().minimumSizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the box like ``QComboBox``, but with its text elided."""
        painter = QStylePainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        option.currentText = self.shown_text()
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()

    def _emit_edited(self, index: int) -> None:
        self.setToolTip(self.currentText())  # long names are elided
        if index >= 0:
            self.edited.emit(self.name)
