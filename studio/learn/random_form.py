"""The small dialog for a random tree."""

import random

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QPushButton, QSpinBox, QVBoxLayout, QWidget

from engine.core.errors import KyVienError
from engine.core.handmade import MOST_VALUE, HandmadeTree, random_tree
from engine.core.language import tr
from studio.widgets.error_label import ErrorLabel


class RandomTreeDialog(QDialog):
    """Dialog with the number of children, the depth, the range of the values and the random seed.

    Attributes:
        tree: the tree after the dialog was accepted, or None.
    """

    def __init__(self, seed: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tree: HandmadeTree | None = None
        self.setWindowTitle(tr("Random tree"))
        self.branching, self.plies = _box(1, 12, 3), _box(1, 6, 2)
        self.low, self.high = _box(-MOST_VALUE, MOST_VALUE, 0), _box(-MOST_VALUE, MOST_VALUE, 20)
        self.seed = _box(0, 999_999, seed)
        self._error = ErrorLabel()
        form = QFormLayout()
        for label, box in (
            (tr("Children of each node"), self.branching), (tr("Depth"), self.plies), (tr("Least value"), self.low),
            (tr("Greatest value"), self.high), (tr("Random seed"), self.seed),
        ):  # fmt: skip
            form.addRow(label, box)
        buttons = QDialogButtonBox()
        make = QPushButton(tr("Make the tree"))
        buttons.addButton(make, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(QPushButton(tr("Cancel")), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self._make)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self._error)
        column.addWidget(buttons)

    def _make(self) -> None:
        try:
            self.tree = random_tree(
                self.branching.value(), self.plies.value(), random.Random(self.seed.value()), self.low.value(),
                self.high.value(),
            )  # fmt: skip
        except KyVienError as error:
            self._error.show_error(str(error))
            return
        self.accept()


def _box(least: int, most: int, value: int) -> QSpinBox:
    box = QSpinBox()
    box.setRange(least, most)
    box.setValue(value)
    return box
