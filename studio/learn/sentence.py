"""The sentence about the step of a search that is shown, with what comes next."""

from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from engine.searchtree.narration import Narration
from studio.look import style
from studio.widgets.plain_label import PlainLabel

LINES = 2
"""Lines of the sentence for which there is always room, so that the picture keeps its size from step to step."""


class StepSentence(QFrame):
    """A card with one sentence and a caption.

    Attributes:
        sentence, caption: the labels.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        style.set_look(self, role="card")
        self.sentence, self.caption = PlainLabel(), PlainLabel()
        self.sentence.setFont(style.font(bold=True))
        self.set_large(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 12, 6)
        column.setSpacing(2)
        for label in (self.sentence, self.caption):
            label.setWordWrap(True)
            column.addWidget(label)

    def set_large(self, is_large: bool) -> None:
        """Write in the large type of presentations, or in the usual one."""
        style.set_look(self.sentence, role="large" if is_large else "")
        font = style.font(style.LARGE if is_large else style.BODY, bold=True)
        self.sentence.setMinimumHeight(LINES * QFontMetrics(font).lineSpacing())
        style.set_look(self.caption, role="secondary" if is_large else "caption")

    def show_narration(self, narration: Narration) -> None:
        """Show what is written about a step."""
        self.sentence.setText(narration.text)
        self.caption.setText(narration.caption_text)
