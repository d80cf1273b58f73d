"""One sentence at the top of the window, with a button or two: never in the way, never a dialog."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from engine.core.language import tr
from studio.look import icons, style


class NoticeBar(QFrame):
    """Shows the latest notice until it is closed or answered."""

    whispered = Signal(str)
    """Something to know that asks for nothing: for the status bar."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        style.set_look(self, role="card")
        self._text = QLabel()
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self._close = QToolButton()
        self._close.setIcon(icons.icon("close"))
        self._close.setIconSize(QSize(16, 16))
        self._close.clicked.connect(self.dismiss)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(style.PADDING, 6, 6, 6)
        self._layout.setSpacing(8)
        self._layout.addWidget(self._text, 1)
        self._layout.addWidget(self._close)
        self._buttons: list[QPushButton] = []
        self._is_error = False
        self.hide()

    @property
    def text(self) -> str:
        """What is said now; empty: nothing."""
        return self._text.text() if not self.isHidden() else ""

    @property
    def buttons(self) -> list[QPushButton]:
        """The buttons of the notice shown."""
        return list(self._buttons)

    def say(
        self,
        sentence: str,
        answers: Sequence[tuple[str, Callable[[], object]]] = (),
        *,
        is_error: bool = False,
        stays: bool = False,
    ) -> None:
        """Show a sentence; one that asks for nothing is only whispered, so that nothing on the window moves.

        Args:
            sentence: in the user's language.
            answers: texts of buttons and what they do; the notice is gone once one is pressed.
            is_error: whether something went wrong: it then stays until it is closed.
            stays: whether it stays all the same.
        """
        if not (answers or is_error or stays):
            self.whispered.emit(sentence)
            return
        for button in self._buttons:
            self._layout.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = []
        self._is_error = is_error
        style.set_look(self._text, role="error" if is_error else "")
        self._text.setText(sentence)
        for index, (text, act) in enumerate(answers):
            button = QPushButton(text)
            button.clicked.connect(lambda _=False, act=act: self._answer(act))
            self._layout.insertWidget(1 + index, button)
            self._buttons.append(button)
        self._close.setToolTip(tr("Close"))
        self._close.setAccessibleName(tr("Close"))
        self.setAccessibleName(sentence)
        self.show()

    def dismiss(self) -> None:
        """Take the notice away."""
        self.hide()

    def forgive(self) -> None:
        """The user does it anew: an error that asks for nothing is of the past."""
        if self._is_error and not self._buttons:
            self.dismiss()

    def _answer(self, act: Callable[[], object]) -> None:
        self.dismiss()
        act()
