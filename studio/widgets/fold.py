"""A section that can be collapsed, with a title button."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from studio.look import icons


class Fold(QWidget):
    """Collapsible section. The button ``head`` shows or hides the widget ``body``, which is initially hidden."""

    toggled = Signal(bool)
    """Emitted with True when ``body`` is shown, and with False when it is hidden."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = QToolButton()
        self.head.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.head.setIconSize(QSize(12, 12))
        self.head.clicked.connect(lambda: self._set_open(not self.is_open))
        self.body = QWidget()
        self.body.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.head, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.body)
        self._set_open(False)

    @property
    def is_open(self) -> bool:
        """Whether ``body`` is shown."""
        return not self.body.isHidden()

    def open(self) -> None:
        """Show ``body``."""
        self._set_open(True)

    def _set_open(self, is_open: bool) -> None:
        self.head.setIcon(icons.icon("chevron-down" if is_open else "chevron-right"))
        self.body.setVisible(is_open)
        self.updateGeometry()
        self.toggled.emit(is_open)
