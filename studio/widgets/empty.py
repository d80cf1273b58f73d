"""The contents of an empty panel: one sentence and one button."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from studio.look import foreign, style
from studio.widgets.plain_label import PlainLabel


class EmptyState(QWidget):
    """One sentence in the secondary colour with a button below it. A button without text is hidden.

    Args:
        parent: parent widget.
        is_primary: whether the button has the accent colour.
    """

    pressed = Signal()
    """Emitted when the button is pressed."""

    def __init__(self, parent: QWidget | None = None, *, is_primary: bool = False) -> None:
        super().__init__(parent)
        self._sentence = PlainLabel()
        self._sentence.setWordWrap(True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        style.set_look(self._sentence, role="secondary")
        self._button = QPushButton()
        style.set_look(self._button, kind="primary" if is_primary else "")
        self._button.clicked.connect(self.pressed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.setSpacing(style.PADDING)
        layout.addStretch(1)
        layout.addWidget(self._sentence)
        layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)

    def set_texts(self, sentence: str, button: str = "") -> None:
        """Set the sentence and the text of the button. If the text is empty, the button is hidden."""
        self._sentence.setText(foreign.several_lines(sentence))
        self._button.setText(button)
        self._button.setVisible(bool(button))
