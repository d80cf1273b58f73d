"""The evaluations of a game in a list."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter, QWidget

from engine.core.evaluation import evaluations
from engine.core.language import tr


class EvaluationBox(QComboBox):
    """Chooses an evaluation."""

    edited = Signal(str)
    """Another one was chosen: its name. Filling the list sends nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentIndexChanged.connect(self._tell)

    @property
    def name(self) -> str:
        """Name of the evaluation chosen; empty where the game has none."""
        return str(self.currentData() or "")

    def show_evaluations(self, game: str, name: str) -> None:
        """Offer the evaluations of ``game`` in the language in use; ``name`` is chosen, else the first."""
        self.blockSignals(True)
        self.clear()
        for each, evaluation in evaluations(game).items():
            self.addItem(tr(evaluation.title), each)
        self.setCurrentIndex(max(0, self.findData(name)))
        self.blockSignals(False)
        self.setToolTip(self.currentText())

    def shown_text(self) -> str:
        """The name as drawn: cut off with an ellipsis where there is no room."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        kind, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(kind, option, part, self).width()
        return self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, room)

    def paintEvent(self, event: QPaintEvent) -> None:
        """As every list of choices, but for the ellipsis."""
        painter = QStylePainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        option.currentText = self.shown_text()
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()

    def _tell(self, index: int) -> None:
        self.setToolTip(self.currentText())  # long names are cut off
        if index >= 0:
            self.edited.emit(self.name)
