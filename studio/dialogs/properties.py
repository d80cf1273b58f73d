"""The dialog for the headers of a record, such as the players, the date and the result."""

from collections.abc import Mapping

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QFormLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.core.language import tr
from engine.core.options import options_of
from engine.records.tree import Record
from studio.look import style
from studio.widgets.dialog_buttons import DialogButtons
from studio.widgets.option_text import label_of, value_text
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated
from studio.widgets.screen import fit_to_screen

RESULTS = ("*", "1-0", "0-1", "1/2-1/2")
FIELDS = ("Event", "Site", "Date", "Round", "White", "Black", "Termination")


class PropertiesDialog(Retranslated, QDialog):
    """Dialog to edit the headers of a record. The caller applies ``changes()`` after the dialog is accepted.

    Args:
        record: the record.
        parent: parent widget.
    """

    def __init__(self, record: Record, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._record = record
        self.fields = {name: QLineEdit(_shown(record.headers.get(name, ""))) for name in FIELDS}
        self.result_box = QComboBox()
        self.result_box.addItems([""] * len(RESULTS))
        self.result_box.setCurrentIndex(RESULTS.index(record.result))
        self._labels = {name: PlainLabel() for name in (*FIELDS, "Result", "Rules")}
        self._rules = PlainLabel()
        self._rules.setWordWrap(True)
        style.set_look(self._rules, role="secondary")
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        for name in ("White", "Black", "Event", "Site", "Date", "Round"):
            form.addRow(self._labels[name], self.fields[name])
        form.addRow(self._labels["Result"], self.result_box)
        form.addRow(self._labels["Termination"], self.fields["Termination"])
        form.addRow(self._labels["Rules"], self._rules)
        self.others = QTableWidget(0, 2)
        style.dress_table(self.others)
        self.others.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.others.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.others.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.others.setMinimumHeight(60)
        for name, text in record.headers.items():
            if name not in FIELDS and name != "Result":
                self._add(name, text)
        self._more = QPushButton()
        style.set_look(self._more, kind="quiet")
        self._more.setAutoDefault(False)
        self._more.clicked.connect(lambda: self._add("", ""))
        self._buttons = DialogButtons()
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 20)
        layout.setSpacing(12)
        layout.addLayout(form)
        layout.addWidget(self.others, 1)
        layout.addWidget(self._more)
        layout.addWidget(self._buttons)
        fit_to_screen(self, QSize(480, 600))
        self.follow_changes()
        self._at_first = self._shown_headers()

    def changes(self) -> dict[str, str]:
        """Return a mapping from the names of the edited headers to their new values.

        The value is an empty string for a header to remove, and ``?`` for the empty name of a player.
        """
        shown = self._shown_headers()
        gone = {name: "" for name in self._at_first if name not in shown}
        edited = {name: text for name, text in (shown | gone).items() if text != self._at_first.get(name, "")}
        for name in ("White", "Black"):
            if name in edited:
                edited[name] = edited[name] or "?"
        return edited

    def _shown_headers(self) -> dict[str, str]:
        shown: dict[str, str] = {name: field.text().strip() for name, field in self.fields.items()}
        shown["Result"] = RESULTS[self.result_box.currentIndex()]
        for row in range(self.others.rowCount()):
            tag, text = self.others.item(row, 0), self.others.item(row, 1)
            if tag is not None and tag.text().strip():
                shown[tag.text().strip()] = text.text().strip() if text is not None else ""
        return shown

    def retranslate(self) -> None:
        sides = self._record.game.sides
        self.setWindowTitle(tr("Properties of the record"))
        self.others.setAccessibleName(tr("Other headers"))
        texts = {
            "White": tr(sides[0]), "Black": tr(sides[1]), "Event": tr("Event"), "Site": tr("Site"), "Date": tr("Date"),
            "Round": tr("Round"), "Result": tr("Result"), "Termination": tr("Reason"), "Rules": tr("Rules"),
        }  # fmt: skip
        for name, text in texts.items():
            self._labels[name].setText(text)
            if name in self.fields:
                self.fields[name].setAccessibleName(text)
        self.fields["Date"].setPlaceholderText("2026.01.31")
        self.result_box.setAccessibleName(texts["Result"])
        results = (
            tr("Not finished"), tr("{side} won", side=tr(sides[0])), tr("{side} won", side=tr(sides[1])), tr("Draw"),
        )  # fmt: skip
        for index, text in enumerate(results):
            self.result_box.setItemText(index, text)
        self._rules.setText(rules_text(self._record))
        self.others.setHorizontalHeaderLabels([tr("Another tag"), tr("Text")])
        self._more.setText(tr("Add a tag"))
        self._buttons.accept_button.setText(tr("Keep"))
        self._buttons.reject_button.setText(tr("Cancel"))

    def _add(self, name: str, text: str) -> None:
        row = self.others.rowCount()
        self.others.insertRow(row)
        tag = QTableWidgetItem(name)
        self.others.setItem(row, 0, tag)
        self.others.setItem(row, 1, QTableWidgetItem(text))
        if not name:
            self.others.setCurrentCell(row, 0)
            self.others.editItem(tag)


def _shown(text: str) -> str:
    return "" if text == "?" else text


def rules_text(record: Record) -> str:
    """Return the rules of a record for display: the name of a preset, or the options that differ from the defaults."""
    game = record.game
    named = game.rules_text()
    if named in game.presets:
        return tr(game.preset_title(named))
    differs: Mapping[str, str] = {
        label_of(option): value_text(option, getattr(game.rules, option.name))
        for option in options_of(type(game.rules))
        if getattr(game.rules, option.name) != option.default
    }
    if not differs:
        return tr(game.preset_title(next(iter(game.presets), ""))) or tr("Default rules")
    return "; ".join(f"{name}: {text}" for name, text in differs.items())
