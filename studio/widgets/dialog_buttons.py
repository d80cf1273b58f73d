"""The row with the buttons that end a dialog."""

from PySide6.QtWidgets import QDialogButtonBox, QPushButton, QWidget

from studio.look import style


class DialogButtons(QDialogButtonBox):
    """Row with a button that accepts a dialog and one that rejects it, in the order of the system.

    The dialog sets their texts. The texts of standard buttons are set by Qt whenever the language changes.

    Attributes:
        accept_button, reject_button: the buttons.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.accept_button, self.reject_button = QPushButton(), QPushButton()
        style.set_look(self.accept_button, kind="primary")
        self.addButton(self.accept_button, QDialogButtonBox.ButtonRole.AcceptRole)
        self.addButton(self.reject_button, QDialogButtonBox.ButtonRole.RejectRole)
