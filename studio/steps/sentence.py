"""The sentence about the step of a search that is shown, with what comes next."""

import html

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from engine.searchtree.explanation import Sentence, SentencePart
from engine.searchtree.narration import Narration
from studio.look import palette, style
from studio.widgets.plain_label import MOST_WIDTH, PlainLabel
from studio.widgets.retranslated import Retranslated

LINES = 2
"""Lines of the sentence for which there is always room, so that the picture keeps its size from step to step."""


class LinkedLabel(Retranslated, QLabel):
    """A label with a sentence, in which the names of nodes are links."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.parts: tuple[SentencePart, ...] = ()
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)
        self.setWordWrap(True)
        self.follow_changes()

    def text(self) -> str:
        """Return the sentence as plain text."""
        return "".join(part.text for part in self.parts)

    def show_sentence(self, sentence: Sentence) -> None:
        """Show a sentence. Its parts are plain text."""
        self.parts = sentence.parts
        color = palette.current().text.name()
        self.setText("".join(
            f'<a href="{place}" style="color: {color}">{html.escape(part.text)}</a>' if part.node >= 0 or part.line
            else html.escape(part.text) for place, part in enumerate(sentence.parts)
        ))  # fmt: skip
        self.setAccessibleName(self.text())

    def retranslate(self) -> None:
        pass

    def restyle(self) -> None:
        """Draw the links in the colours of the theme in use."""
        self.show_sentence(Sentence("", self.parts, {}))

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size of the text, at most ``MOST_WIDTH`` wide."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), MOST_WIDTH), hint.height())


class StepSentence(QFrame):
    """A card with one sentence and a caption.

    Attributes:
        sentence, caption: the labels.
    """

    hovered = Signal(object)
    """Emitted with the ``SentencePart`` of the link under the pointer, or None."""
    chosen = Signal(object)
    """Emitted with the ``SentencePart`` of a link that is clicked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        style.set_look(self, role="card")
        self.sentence, self.caption = LinkedLabel(), PlainLabel()
        self.sentence.setFont(style.font(bold=True))
        self.set_large(False)
        self.caption.setWordWrap(True)
        self.sentence.linkHovered.connect(lambda link: self.hovered.emit(self._part(link)))
        self.sentence.linkActivated.connect(lambda link: self.chosen.emit(self._part(link)))
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 12, 6)
        column.setSpacing(4)
        for label in (self.sentence, self.caption):
            column.addWidget(label)
        column.addStretch(1)

    def set_large(self, is_large: bool) -> None:
        """Write in the large type of presentations, or in the usual one."""
        style.set_look(self.sentence, role="large" if is_large else "")
        font = style.font(style.LARGE if is_large else style.BODY, bold=True)
        self.sentence.setMinimumHeight(LINES * QFontMetrics(font).lineSpacing())
        style.set_look(self.caption, role="secondary" if is_large else "caption")

    def show_narration(self, narration: Narration) -> None:
        """Show what is written about a step."""
        self.sentence.show_sentence(narration.sentence)
        self.caption.setText(narration.caption_text)

    def _part(self, link: str) -> SentencePart | None:
        return self.sentence.parts[int(link)] if link else None
