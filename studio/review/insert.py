"""The dialog that inserts the best lines of a review into the record."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QDialog, QFormLayout, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from engine.analysis.insertion import Insertion
from engine.analysis.verdict import KINDS
from engine.core.language import ngettext, tr
from engine.records.judgement import MOST_PLIES
from studio.look import style
from studio.review import words
from studio.review.review import GameReview
from studio.widgets.dialog_buttons import DialogButtons
from studio.widgets.plain_label import PlainLabel

if TYPE_CHECKING:
    from studio.document.document import Document

PLIES = 4
"""Initial number of plies of a line."""


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


class InsertDialog(QDialog):
    """Dialog with the classes of the moves and with what is inserted. Everything is inserted as one edit.

    Args:
        document: the open record.
        review: the review.
        parent: parent widget.
    """

    def __init__(self, document: "Document", review: GameReview, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._review = document, review
        self.setWindowTitle(tr("Insert best lines"))
        form = QFormLayout()
        self.kinds = {
            name: QCheckBox(f"{_capitalised(tr(kind.title))} {kind.glyph}")
            for name, kind in KINDS.items()
            if kind.is_error
        }
        box = QVBoxLayout()
        for check in self.kinds.values():
            check.setChecked(True)
            box.addWidget(check)
        form.addRow(tr("Classes"), box)
        self.plies = QSpinBox()
        self.plies.setRange(1, MOST_PLIES)
        self.plies.setValue(PLIES)
        form.addRow(tr("Plies of a line"), self.plies)
        self.with_line, self.with_glyph = QCheckBox(tr("Variation")), QCheckBox(tr("Glyph"))
        self.with_comment = QCheckBox(tr("Comment"))
        for check, on in ((self.with_line, True), (self.with_glyph, True), (self.with_comment, False)):
            check.setChecked(on)
            form.addRow("", check)
        self.comment = QLineEdit(tr("{class}, {before} → {after} %; {best} was better."))
        self.comment.setMaxLength(300)
        self.comment.setCursorPosition(0)
        self.comment.setEnabled(False)
        self.comment.setToolTip(tr("Fields: {fields}", fields="{best} {line} {loss} {before} {after} {class}"))
        self.comment.setMinimumWidth(320)
        self.with_comment.toggled.connect(self.comment.setEnabled)
        form.addRow(tr("Text"), self.comment)
        self.count = PlainLabel()
        style.set_look(self.count, role="secondary")
        buttons = DialogButtons()
        buttons.accept_button.setText(tr("Insert"))
        buttons.reject_button.setText(tr("Cancel"))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self.count)
        layout.addWidget(buttons)
        for check in self.kinds.values():
            check.toggled.connect(self._show_count)
        self._show_count()

    def value(self) -> Insertion:
        """Return what the user chose."""
        return Insertion(
            frozenset(name for name, check in self.kinds.items() if check.isChecked()),
            self.plies.value(),
            self.with_line.isChecked(),
            self.with_glyph.isChecked(),
            self.with_comment.isChecked(),
            self.comment.text(),
        )

    def _show_count(self) -> None:
        kinds = self.value().kinds
        count = sum(each.kind.name in kinds for each in self._review.verdicts)
        self.count.setText(
            ngettext("{count} move. One undo removes everything.", "{count} moves. One undo removes everything.", count)
        )

    def accept(self) -> None:
        """Insert the lines and close the dialog."""
        wanted, tree = self.value(), self._document.tree
        source = self._review.source
        if source is not None:
            texts = {
                each.node: words.fields_of(tree, source[1], each, wanted.plies)
                for each in self._review.verdicts
                if each.kind.name in wanted.kinds
            }
            self._review.insert(wanted, texts)
        super().accept()
