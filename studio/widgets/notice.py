"""A bar with one sentence and optional buttons, which is used instead of a message box."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from engine.core.language import tr
from studio.look import foreign, icons, style
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

Text = str | Callable[[], str]
"""A text in the language in use, or a function that returns it, which is called again when the language changes."""


ROW, GAP = 22, 8
"""Height of the buttons, and space between them, in px. A notice of one line covers the status bar only."""


class NoticeBar(Retranslated, QFrame):
    """Bar that shows the latest notice until it is closed or one of its buttons is pressed.

    The bar is either part of a layout, or covers the lower edge of another widget (``lay_over``).
    """

    closed = Signal()
    """Emitted after the user has closed the notice or pressed one of its buttons, and the button's callback has run."""
    status_message = Signal(str)
    """Emitted with a notice that is to be shown in the status bar instead of this bar."""

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
        style.set_look(self._close, kind="small")
        self._close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._close.setFixedHeight(ROW)
        self._close.clicked.connect(lambda: self._answer(lambda: None))
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(style.PADDING, 0, 6, 0)
        self._layout.setSpacing(GAP)
        self._layout.addWidget(self._text, 1)
        self._layout.addWidget(self._close)
        self._buttons: list[QPushButton] = []
        self._sentence: Text = ""
        self._names: list[Text] = []
        self._is_error = self._stays = False
        self._host: QWidget | None = None
        self._message = 0
        self.hide()
        self.follow_changes()

    @property
    def text(self) -> str:
        """The sentence of the notice, or an empty string if the bar is hidden."""
        return self._text.text() if not self.isHidden() else ""

    @property
    def buttons(self) -> list[QPushButton]:
        """The buttons of the latest notice."""
        return list(self._buttons)

    def show_notice(
        self,
        sentence: Text,
        answers: Sequence[tuple[Text, Callable[[], object]]] = (),
        *,
        is_error: bool = False,
        stays: bool = False,
    ) -> None:
        """Show a notice.

        If ``answers`` is empty and both ``is_error`` and ``stays`` are false, the bar does not change. Only
        ``status_message`` is emitted, so that no widget moves.

        Args:
            sentence: the notice. A function keeps a notice that stays in the language of the window.
            answers: pairs of the text of a button and its callback. Pressing a button closes the notice.
            is_error: whether the notice is an error message, which is shown until it is closed or ``dismiss_error``.
            stays: whether to show the notice until it is closed, even without buttons or after ``dismiss_error``.
        """
        if not (answers or is_error or stays):
            self.status_message.emit(foreign.several_lines(_text_of(sentence)))
            return
        for button in self._buttons:
            self._layout.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = []
        self._is_error, self._stays = is_error, stays
        style.set_look(self._text, role="error" if is_error else "")
        self._sentence, self._names = sentence, [name for name, _ in answers]
        for index, (_, act) in enumerate(answers):
            button = QPushButton()
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setFixedHeight(ROW)
            style.set_look(button, kind="small")
            button.clicked.connect(lambda _=False, act=act: self._answer(act))
            self._layout.insertWidget(1 + index, button)
            self._buttons.append(button)
        self.show()
        self.retranslate()

    def retranslate(self) -> None:
        sentence = foreign.several_lines(_text_of(self._sentence))
        self._text.setText(sentence)
        for button, name in zip(self._buttons, self._names, strict=True):
            button.setText(_text_of(name))
        self._close.setToolTip(tr("Close"))
        self._close.setAccessibleName(tr("Close"))
        self.setAccessibleName(sentence)
        self._place()

    def dismiss(self) -> None:
        """Hide the notice."""
        self.hide()

    def dismiss_notice(self, sentence: Callable[[], str]) -> None:
        """Hide the notice if it was shown with the function ``sentence``."""
        if self._sentence is sentence:
            self.dismiss()

    def dismiss_error(self) -> None:
        """Hide the notice if it is an error without buttons that does not stay.

        Call this method when the user tries the failed action again, or leaves the page to which the error belongs.
        """
        if self._is_error and not self._buttons and not self._stays:
            self.dismiss()

    def _answer(self, act: Callable[[], object]) -> None:
        self.dismiss()
        act()
        self.closed.emit()

    # --- place --------------------------------------------------------------------------------------------------------

    def lay_over(self, host: QWidget) -> None:
        """Make the bar a child of ``host`` that covers its lower edge, so that showing the bar moves no widget.

        In a main window, the bar covers the status bar, or the part of it that has no message. A bar that is higher
        than the status bar, or has no space next to a message, moves the contents of the window instead of covering
        them.
        """
        self.setParent(host)
        self._host = host
        if isinstance(host, QMainWindow):
            self._layout.activate()
            host.statusBar().setMinimumHeight(self.minimumSizeHint().height())
        host.installEventFilter(self)
        self.hide()

    def set_message(self, width: int) -> None:
        """Set the width of the message at the left of the status bar in px, or 0 if there is none."""
        self._message = width
        self._place()

    def _place(self) -> None:
        if self._host is None or self.isHidden():
            return
        # The layout counts new buttons only after it was activated.
        self._layout.activate()
        room = self._host.width()
        text = self.fontMetrics().horizontalAdvance(self._text.text()) + self._text.minimumSizeHint().width()
        is_beside = 0 < self._message <= room - text - sum(each.sizeHint().width() + GAP for each in self._ends)
        left = self._message if is_beside else 0
        width = room - left
        height = self.heightForWidth(width) if self.hasHeightForWidth() else self.sizeHint().height()
        self.setGeometry(left, self._host.height() - height, width, height)
        self.raise_()
        if isinstance(self._host, QMainWindow):
            free = self._host.statusBar().height() if is_beside or not self._message else 0
            self._host.setContentsMargins(0, 0, 0, max(0, height - free))

    @property
    def _ends(self) -> list[QAbstractButton]:
        return [*self._buttons, self._close]

    def hideEvent(self, event: QHideEvent) -> None:
        """Return the space to the window."""
        super().hideEvent(event)
        if isinstance(self._host, QMainWindow):
            self._host.setContentsMargins(0, 0, 0, 0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Place the bar again when the widget that it covers is resized."""
        if isinstance(event, QResizeEvent) and not self.isHidden():
            self._place()
        return False


def _text_of(text: Text) -> str:
    return text if isinstance(text, str) else text()
