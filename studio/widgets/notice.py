"""A notice bar over the lower edge of the window, with a sentence and optional buttons, used instead of dialogs."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QToolButton, QWidget

from engine.core.language import tr
from studio.look import foreign, icons, style
from studio.widgets.plain_label import PlainLabel

MOST_WIDTH = 960
"""Greatest width of the bar in px; a line longer than that is hard to read."""


class NoticeBar(QFrame):
    """Shows the latest notice until it is closed or one of its buttons is pressed."""

    status_message = Signal(str)
    """Emitted with a notice to be shown in the status bar instead of the notice bar."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        style.set_look(self, role="card")
        self._text = PlainLabel()
        self._text.setWordWrap(True)
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

    def float_over(self, window: QWidget) -> None:
        """Place the bar over the lower edge of ``window``, where the status bar is, so that it moves no widget."""
        self.setParent(window)
        window.installEventFilter(self)
        self.hide()

    def _place(self) -> None:
        window = self.parentWidget()
        if window is None or window.layout() is None:
            return
        width = min(window.width() - 2 * style.PADDING, MOST_WIDTH)
        height = max(self.sizeHint().height(), self.heightForWidth(width))
        self.setGeometry((window.width() - width) // 2, window.height() - height - 2, width, height)
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Place the bar again if the window is resized."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    @property
    def text(self) -> str:
        """The sentence shown, or an empty string if the bar is hidden."""
        return self._text.text() if not self.isHidden() else ""

    @property
    def buttons(self) -> list[QPushButton]:
        """The buttons of the latest notice."""
        return list(self._buttons)

    def show_notice(
        self,
        sentence: str,
        answers: Sequence[tuple[str, Callable[[], object]]] = (),
        *,
        is_error: bool = False,
        stays: bool = False,
    ) -> None:
        """Show a notice.

        A notice that needs no answer, is not an error and does not stay is only emitted by ``status_message``, so that
        no widget moves.

        Args:
            sentence: the notice in the language in use.
            answers: texts of buttons with their callbacks. Pressing a button closes the notice.
            is_error: whether the notice is an error message, which is shown until it is closed.
            stays: whether to show the notice until it is closed, even without buttons.
        """
        sentence = foreign.several_lines(sentence)
        if not (answers or is_error or stays):
            self.status_message.emit(sentence)
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
        self._place()

    def dismiss(self) -> None:
        """Hide the notice."""
        self.hide()

    def dismiss_error(self) -> None:
        """Hide the notice if it is an error without buttons. For use when the user retries."""
        if self._is_error and not self._buttons:
            self.dismiss()

    def _answer(self, act: Callable[[], object]) -> None:
        self.dismiss()
        act()
