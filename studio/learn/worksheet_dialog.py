"""The dialog that makes worksheets, with and without the answers, as files or on paper."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.core.errors import KyVienError
from engine.core.files import write_bytes, write_text
from engine.core.language import language, ngettext, tr
from engine.teach.exercise import Difficulty, find_kind, kinds
from engine.teach.lessons import Lesson, LessonTask
from engine.teach.worksheet import (
    LETTERS,
    MOST_EXERCISES,
    MOST_POINTS,
    Sheet,
    WorksheetItem,
    format_items,
    make_key,
    make_sheet,
    make_versions,
    sheet_page,
)
from studio.learn.exercise_panel import level_text
from studio.learn.paper import draw_sheets, pdf_of
from studio.look import style
from studio.widgets.error_label import ErrorLabel
from studio.widgets.file_dialog import ask_target
from studio.widgets.plain_label import PlainLabel

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

MOST_SEED = 999_999
_USUAL_COUNT = 3
_LIST = 380
"""Least width of the list in px, for the longest names of kinds."""
_ROWS = 3
"""Number of rows of the list that are visible without scrolling."""


class WorksheetDialog(QDialog):
    """Dialog with what a worksheet contains, its title, its versions and its random seed.

    The form describes some exercises: their kind, level or own tree, number and points. They are added to a list, so
    that a worksheet may mix kinds. While the list is empty, the worksheet contains what the form describes.

    Args:
        lesson: the lesson whose exercises are offered.
        kind: name of the kind to choose first, or an empty string for all exercises of the lesson.
        seed: the random seed to begin with.
        parent: parent widget.
    """

    def __init__(self, lesson: Lesson, kind: str, seed: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lesson = lesson
        self.setWindowTitle(tr("Worksheet"))
        self.kind_box, self.level_box = QComboBox(), QComboBox()
        self.kind_box.addItem(tr("All exercises of lesson {number}", number=lesson.number), "")
        for name, each in kinds().items():
            self.kind_box.addItem(tr(each.title), name)
        self.kind_box.setCurrentIndex(max(0, self.kind_box.findData(kind)))
        self.count_box, self.seed_box = QSpinBox(), QSpinBox()
        self.count_box.setRange(1, MOST_EXERCISES)
        self.seed_box.setRange(0, MOST_SEED)
        self.seed_box.setValue(seed)
        self.count_box.setValue(1 if not kind else _USUAL_COUNT)
        self.points_box, self.version_box = QSpinBox(), QSpinBox()
        self.points_box.setRange(0, MOST_POINTS)
        self.points_box.setSpecialValueText(tr("none"))
        self.version_box.setRange(1, len(LETTERS))
        self.title_field, self.tree_field = QLineEdit(), QLineEdit()
        self.title_field.setPlaceholderText(tr("Worksheet"))
        self.tree_field.setPlaceholderText("((3 12 8) (2 4 6))")
        self.tree_label = PlainLabel(tr("Own tree"))
        self.contents = QListWidget()
        style.dress_rows(self.contents)
        self.contents.setFixedHeight(style.ROW * _ROWS + 2)
        self.contents.setMinimumWidth(_LIST)
        self.add_button, self.remove_button = QPushButton(tr("Add to the worksheet")), QPushButton(tr("Remove"))
        self._items: list[WorksheetItem] = []
        self.blank_box, self.answer_box = QCheckBox(tr("without answers")), QCheckBox(tr("with answers"))
        self.blank_box.setChecked(True)
        self.answer_box.setChecked(True)
        self.level_label = PlainLabel(tr("Size and cut-offs"))
        self._summary, self._error = PlainLabel(), ErrorLabel()
        style.set_look(self._summary, role="secondary")
        form = QFormLayout()
        form.addRow(tr("Title"), self.title_field)
        form.addRow(tr("Exercises"), self.kind_box)
        form.addRow(self.level_label, self.level_box)
        form.addRow(self.tree_label, self.tree_field)
        form.addRow(tr("Number of each"), self.count_box)
        form.addRow(tr("Points of each"), self.points_box)
        row = QHBoxLayout()
        row.addWidget(self.add_button)
        row.addWidget(self.remove_button)
        row.addStretch(1)
        form.addRow("", row)
        form.addRow(tr("Contents"), self.contents)
        form.addRow(tr("Versions"), self.version_box)
        form.addRow(tr("Random seed"), self.seed_box)
        form.addRow(tr("Sheets"), self.blank_box)
        form.addRow("", self.answer_box)
        for field, name in (
            (self.kind_box, tr("Kind of exercise")), (self.level_box, tr("Size and cut-offs")),
            (self.count_box, tr("Number of each")), (self.seed_box, tr("Random seed")),
            (self.points_box, tr("Points of each")), (self.version_box, tr("Versions")),
            (self.title_field, tr("Title")), (self.tree_field, tr("Own tree")), (self.contents, tr("Contents")),
        ):  # fmt: skip
            field.setAccessibleName(name)
        buttons = QDialogButtonBox()
        self.save_button, self.print_button = QPushButton(tr("Save…")), QPushButton(tr("Print…"))
        style.set_look(self.save_button, kind="primary")
        for button, role in (
            (self.save_button, QDialogButtonBox.ButtonRole.ActionRole),
            (self.print_button, QDialogButtonBox.ButtonRole.ActionRole),
            (QPushButton(tr("Close")), QDialogButtonBox.ButtonRole.RejectRole),
        ):
            buttons.addButton(button, role)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self._summary)
        column.addWidget(self._error)
        column.addWidget(buttons)
        self.kind_box.currentIndexChanged.connect(lambda _: self._kind_chosen())
        self.level_box.currentIndexChanged.connect(lambda _: self._describe())
        for box in (self.count_box, self.seed_box, self.version_box):
            box.valueChanged.connect(lambda _: self._describe())
        self.add_button.clicked.connect(lambda: self.add())
        self.remove_button.clicked.connect(lambda: self.remove())
        for check in (self.blank_box, self.answer_box):
            check.toggled.connect(lambda _: self._describe())
        self.save_button.clicked.connect(lambda: self.ask_file())
        self.print_button.clicked.connect(lambda: self.ask_printer())
        self._kind_chosen()

    # --- what is made -------------------------------------------------------------------------------------------------

    @property
    def tasks(self) -> Sequence[LessonTask]:
        """The kinds and levels of the exercises."""
        name = str(self.kind_box.currentData())
        level = self.level_box.currentData()
        return (LessonTask(name, level),) if name and isinstance(level, Difficulty) else self._lesson.tasks

    @property
    def described(self) -> tuple[WorksheetItem, ...]:
        """The exercises that the form describes."""
        count, points, tree = self.count_box.value(), self.points_box.value(), self.tree_field.text().strip()
        has_tree = bool(self.kind_box.currentData())
        return tuple(
            WorksheetItem(task.kind, task.level, count, points, tree if has_tree else "") for task in self.tasks
        )

    @property
    def items(self) -> tuple[WorksheetItem, ...]:
        """The exercises of the worksheet: those of the list or, while it is empty, those that the form describes."""
        return tuple(self._items) or self.described

    def add(self) -> None:
        """Add the exercises that the form describes to the list, unless they cannot be made."""
        self._error.hide()
        try:
            make_versions(self.described, 1, self.seed_box.value())
        except KyVienError as error:
            self._error.show_error(str(error))
            return
        for item in self.described:
            self._items.append(item)
            self.contents.addItem(_row(item))
        self.contents.setCurrentRow(self.contents.count() - 1)
        self._describe()

    def remove(self) -> None:
        """Remove the current row of the list."""
        row = self.contents.currentRow()
        if row >= 0:
            del self._items[row]
            self.contents.takeItem(row)
            self._describe()

    @property
    def command(self) -> str:
        """The command that makes the same worksheet."""
        parts = ["kyvien-engine worksheet"]
        name, level = str(self.kind_box.currentData()), self.level_box.currentData()
        count, seed = self.count_box.value(), self.seed_box.value()
        if self._items or (name and self.tree_field.text().strip()):
            parts.append(f"--exercises '{format_items(self.items)}'")
        elif name and isinstance(level, Difficulty):
            parts.append(f"--exercises {name}")
            parts += [f"--{field} {value}" for field, value in vars(level).items()]
        else:
            parts.append(f"--lesson {self._lesson.number}")
        if "'" not in parts[-1]:
            parts.append(f"--count {count}")
            if self.points_box.value():
                parts.append(f"--points {self.points_box.value()}")
        if title := self.title_field.text().strip():
            parts.append(f"--title {shlex.quote(title)}")
        if self.version_box.value() > 1:
            parts.append(f"--versions {self.version_box.value()}")
        parts.append(f"--seed {seed} --language {language()} --output worksheet.html")
        if self.answer_box.isChecked():
            parts.append("--answers answers.html")
        return " ".join(parts)

    def sheets(self) -> list[tuple[str, Sheet]]:
        """Return the chosen worksheets, each with what is added to the name of its file.

        Raises:
            OptionError: if there are no such exercises.
        """
        versions = make_versions(self.items, self.version_box.value(), self.seed_box.value())
        title, command = self.title_field.text().strip(), self.command
        made = []
        if self.blank_box.isChecked():
            for version in versions:
                letter = f"-{version.letter}" if version.letter else ""
                made.append((letter, make_sheet(version, answers=False, title=title)))
        if self.answer_box.isChecked():
            ending = f"-{tr('answers')}".replace(" ", "-") if made else ""
            if len(versions) > 1:
                made.append((ending, make_key(versions, title=title, command=command)))
            else:
                made.append((ending, make_sheet(versions[0], answers=True, title=title, command=command)))
        return made

    # --- files and paper ----------------------------------------------------------------------------------------------

    def ask_file(self) -> QFileDialog:
        """Ask for a file, and return the dialog."""
        kinds = [(tr("Page for the browser"), "html"), ("PDF", "pdf")]
        return ask_target(self, tr("Save the worksheet"), tr("worksheet"), kinds, self.save)

    def save(self, path: Path) -> None:
        """Write the worksheets as HTML or PDF, by the suffix of the file. The answers get a file of their own."""
        self._error.hide()
        written = []
        try:
            for ending, sheet in self.sheets():
                target = path.with_stem(f"{path.stem}{ending}")
                if target.suffix.lower() == ".pdf":
                    write_bytes(target, pdf_of([sheet]))
                else:
                    write_text(target, sheet_page(sheet))
                written.append(target.name)
        except KyVienError as error:
            self._error.show_error(str(error))
            return
        self._summary.setText(tr("Written: {files}", files=", ".join(written)))

    def ask_printer(self) -> None:
        """Ask for a printer, and print the worksheets."""
        try:
            from PySide6.QtPrintSupport import QPrintDialog, QPrinter
        except ImportError:
            # The library needs CUPS on some systems.
            self._error.show_error(tr("Printing is not possible on this system. Save the worksheet instead."))
            return
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(tr("Worksheet"))
        printer.setColorMode(QPrinter.ColorMode.GrayScale)
        dialog = QPrintDialog(printer, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self.print_on(printer))
        dialog.setModal(True)
        dialog.show()

    def print_on(self, printer: "QPrinter") -> None:
        """Print the worksheets. Each one begins on a new page."""
        self._error.hide()
        try:
            sheets = [sheet for _, sheet in self.sheets()]
        except KyVienError as error:
            self._error.show_error(str(error))
            return
        if not draw_sheets(sheets, printer):
            self._error.show_error(tr("The printer cannot be used."))

    # --- the form -----------------------------------------------------------------------------------------------------

    def _kind_chosen(self) -> None:
        """Offer the levels of the kind. The exercises of a lesson have their own."""
        name = str(self.kind_box.currentData())
        blocked = self.level_box.blockSignals(True)
        self.level_box.clear()
        for level in find_kind(name).levels if name else ():
            self.level_box.addItem(level_text(level), level)
        self.level_box.blockSignals(blocked)
        for widget in (self.level_label, self.level_box, self.tree_label, self.tree_field):
            widget.setVisible(bool(name))
        self._describe()

    def _describe(self) -> None:
        """Write how many exercises there will be. Without any page there is nothing to save."""
        items = self.items
        count, most = sum(item.count for item in items), max(item.count for item in items)
        first = self.seed_box.value()
        last = first + most - 1
        seeds = str(first) if first == last else f"{first}–{last}"
        exercises = ngettext("{count} exercise", "{count} exercises", count)
        random_seeds = ngettext("random seed {seeds}", "random seeds {seeds}", most, seeds=seeds)
        self.remove_button.setEnabled(bool(self._items))
        self._summary.setText(f"{exercises}, {random_seeds}")
        has_pages = self.blank_box.isChecked() or self.answer_box.isChecked()
        for button in (self.save_button, self.print_button):
            button.setEnabled(has_pages)


def _row(item: WorksheetItem) -> str:
    """Return the text of some exercises in the list."""
    parts = [f"{item.count} × {tr(find_kind(item.kind).title)}"]
    parts.append(item.tree or level_text(item.level or find_kind(item.kind).levels[0]))
    if item.points:
        parts.append(ngettext("{count} point", "{count} points", item.points))
    return " · ".join(parts)
