"""A box with sentences about one node."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from studio.look import style
from studio.widgets.plain_label import PlainLabel


class ExplanationBox(QFrame):
    """A card with a heading and sentences. It is hidden while there are none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        style.set_look(self, role="card")
        self._heading, self._text = PlainLabel(), PlainLabel()
        self._heading.setFont(style.font(bold=True))
        for label in (self._heading, self._text):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(6)
        column.addWidget(self._heading)
        column.addWidget(self._text)
        self.hide()

    def show_sentences(self, heading: str, sentences: Sequence[str]) -> None:
        """Show a heading and sentences, or hide the box if there are no sentences."""
        self._heading.setText(heading)
        self._text.setText("\n\n".join(_paragraphs(sentences)))
        self.setVisible(bool(sentences))

    @property
    def text(self) -> str:
        """The heading and the sentences."""
        return f"{self._heading.text()}\n{self._text.text()}" if self._text.text() else ""


def _paragraphs(sentences: Sequence[str]) -> list[str]:
    """Return the sentences in paragraphs of two."""
    return [" ".join(sentences[at : at + 2]) for at in range(0, len(sentences), 2)]
