"""The dialog that lists what could not be read of a record as it is written."""

from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from engine.core.language import tr
from engine.records.faults import Fault
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated


class FaultsDialog(Retranslated, QDialog):
    """Dialog with one line per fault, which can be selected and copied.

    Args:
        faults: what the reader of the record says.
        parent: parent widget.
    """

    def __init__(self, faults: Sequence[Fault], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._faults = faults
        self._head = PlainLabel()
        self._head.setWordWrap(True)
        self.list = QPlainTextEdit()
        self.list.setReadOnly(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self._close = buttons.button(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for widget in (self._head, self.list, buttons):
            layout.addWidget(widget)
        self.resize(640, 360)
        self.follow_changes()

    def retranslate(self) -> None:
        self.setWindowTitle(tr("Faults of the file"))
        self._head.setText(tr("These places of the file were not read as they are written:"))
        self.list.setPlainText("\n".join(map(str, self._faults)))
        self._close.setText(tr("Close"))
