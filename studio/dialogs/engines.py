"""The dialog that configures the programs, the names and the options of external engines."""

import os
import shlex
import shutil
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.asking.external import PROTOCOLS, EngineSpec
from engine.asking.known import KnownProgram, find_programs
from engine.core.language import tr
from studio.analysis.engines import Asked, EngineList, EngineReader
from studio.look import foreign, icons, style
from studio.widgets.file_dialog import file_dialog
from studio.widgets.option_form import OptionForm
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated
from studio.widgets.screen import fit_to_screen
from studio.widgets.scroll_area import ScrollArea


class EnginesDialog(Retranslated, QDialog):
    """Dialog with the list of engines and a form for the selected one.

    Detected engines and changes of names and options are stored immediately. Programs of known engines that are on this
    computer, but not configured, are listed by the names of their files. A program is started when the user adds it.

    Args:
        engines: the engines to show and change.
        parent: parent widget.
        programs: the programs of known engines, or None to look for them in the usual folders.

    Attributes:
        list: the list of the engines' names.
        found: the buttons that add a program of a known engine, in the order of the programs that are shown.
        program, arguments, protocol_box, name: fields of the selected engine or, if none is selected, of a new one.
        status: the label with the progress of the detection or an error message.
        options: the form of the engine's options, or None if the engine has no options.
        reader: the object that starts the program to detect its protocol, its name and its options.
    """

    def __init__(
        self, engines: EngineList, parent: QWidget | None = None, programs: Sequence[KnownProgram] | None = None
    ) -> None:
        super().__init__(parent)
        self._engines = engines
        self._programs = list(find_programs() if programs is None else programs)
        self.found: list[QPushButton] = []
        self._shown = ""  # name of the engine in the form, or an empty string for a new one
        self.options: OptionForm | None = None
        self.reader = EngineReader(self)
        self.reader.read.connect(self._read)
        self.reader.trying.connect(self._trying)
        self.reader.failed.connect(lambda sentence: self._show_status(sentence, is_error=True))
        self.reader.changed.connect(self._show_state)
        self._build()
        self._fill()
        self.follow_changes()
        self._choose(0 if engines.engines else -1)

    def _build(self) -> None:
        left, right = self._build_list(), self._build_form()
        columns = QHBoxLayout()
        columns.setSpacing(20)
        columns.addLayout(left, 1)
        columns.addLayout(right, 3)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self._buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 20)
        layout.setSpacing(12)
        layout.addLayout(columns, 1)
        layout.addWidget(self._buttons)
        fit_to_screen(self, QSize(760, 560))

    def _build_list(self) -> QVBoxLayout:
        self.list = QListWidget()
        self.list.setMinimumWidth(210)
        self.list.currentRowChanged.connect(self._choose)
        self.add_button, self.remove_button = QPushButton(), QPushButton()
        for button, icon in ((self.add_button, "plus"), (self.remove_button, "minus")):
            button.setIcon(icons.icon(icon))
            button.setAutoDefault(False)
            style.set_look(button, kind="quiet")
        self.add_button.clicked.connect(lambda: self._choose(-1))
        self.remove_button.clicked.connect(self._remove)
        buttons = QHBoxLayout()
        buttons.addWidget(self.add_button)
        buttons.addWidget(self.remove_button)
        buttons.addStretch(1)
        left = QVBoxLayout()
        left.setSpacing(8)
        left.addWidget(self.list, 1)
        left.addLayout(buttons)
        self._found_title = PlainLabel()
        style.set_look(self._found_title, role="caption")
        self._found_rows = QGridLayout()
        self._found_rows.setHorizontalSpacing(8)
        self._found_rows.setVerticalSpacing(4)
        self._found_rows.setColumnStretch(0, 1)
        left.addWidget(self._found_title)
        left.addLayout(self._found_rows)
        return left

    def _build_form(self) -> QVBoxLayout:
        """Build the form for the program, the arguments, the protocol, the name and the options of one engine."""
        self.program, self.arguments, self.name = QLineEdit(), QLineEdit(), QLineEdit()
        for field in (self.program, self.arguments):
            field.textChanged.connect(self._show_state)
        self.program.returnPressed.connect(self.detect)
        self.arguments.returnPressed.connect(self.detect)
        self.name.editingFinished.connect(self._rename)
        self.browse_button = QPushButton()
        self.browse_button.setAutoDefault(False)
        self.browse_button.clicked.connect(self._browse)
        self.protocol_box = QComboBox()
        self.protocol_box.addItem("", "")
        for protocol, client in PROTOCOLS.items():
            self.protocol_box.addItem(client.title, protocol)
        self.detect_button = QPushButton()
        self.detect_button.setAutoDefault(False)
        style.set_look(self.detect_button, kind="primary")
        self.detect_button.clicked.connect(self._detect_or_stop)
        place = QHBoxLayout()
        place.setSpacing(8)
        place.addWidget(self.program, 1)
        place.addWidget(self.browse_button)
        second_row = QHBoxLayout()
        second_row.setSpacing(8)
        second_row.addWidget(self.protocol_box, 1)
        second_row.addWidget(self.detect_button)
        self._labels = {key: PlainLabel() for key in ("program", "arguments", "protocol", "name")}
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        form.addRow(self._labels["program"], place)
        form.addRow(self._labels["arguments"], self.arguments)
        form.addRow(self._labels["protocol"], second_row)
        form.addRow(self._labels["name"], self.name)
        self.status = PlainLabel()
        self.status.setWordWrap(True)
        self.status.setTextFormat(Qt.TextFormat.PlainText)
        self.status.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._page = QWidget()
        self._column = QVBoxLayout(self._page)
        self._column.setContentsMargins(0, 0, 8, 0)
        self._column.addStretch(1)
        area = self._area = ScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(self._page)
        right = QVBoxLayout()
        right.setSpacing(12)
        right.addLayout(form)
        right.addWidget(self.status)
        right.addWidget(area, 1)
        return right

    # --- the list -------------------------------------------------------------------------------------------------

    def _fill(self) -> None:
        self.list.blockSignals(True)
        self.list.clear()
        self.list.addItems([each.name for each in self._engines.engines])
        names = [each.name for each in self._engines.engines]
        self.list.setCurrentRow(names.index(self._shown) if self._shown in names else -1)
        self.list.blockSignals(False)
        self._fill_found()

    def _fill_found(self) -> None:
        """List the programs of known engines that are not configured."""
        configured = {os.path.realpath(shutil.which(each.program) or each.program) for each in self._engines.engines}
        programs = [each for each in self._programs if os.path.realpath(each.path) not in configured]
        while (item := self._found_rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.found = []
        for row, program in enumerate(programs):
            label, button = PlainLabel(program.engine.title), QPushButton(tr("Add"))
            button.setAutoDefault(False)
            button.setAccessibleName(tr("Add {name}", name=program.engine.title))
            for widget in (label, button):
                widget.setToolTip(foreign.tool_tip(str(program.path)))
            button.clicked.connect(lambda _=False, program=program: self._add_found(program))
            self._found_rows.addWidget(label, row, 0)
            self._found_rows.addWidget(button, row, 1)
            self.found.append(button)
        self._found_title.setVisible(bool(programs))

    def _add_found(self, program: KnownProgram) -> None:
        """Start the program of a known engine with its arguments, and store the engine if it replies."""
        # The button will disappear, and its focus go to the list, which would then choose its first engine.
        self.program.setFocus()
        self._choose(-1)
        self.program.setText(str(program.path))
        self.arguments.setText(shlex.join(program.engine.arguments))
        self.protocol_box.setCurrentIndex(self.protocol_box.findData(program.engine.protocol))
        self.detect()

    def _choose(self, row: int) -> None:
        """Show the engine in ``row`` of the list, or an empty form for a new engine if ``row`` is −1."""
        self.reader.close()
        engines = self._engines.engines
        spec = engines[row] if 0 <= row < len(engines) else None
        self._shown = "" if spec is None else spec.name
        self.program.setText("" if spec is None else spec.program)
        self.arguments.setText("" if spec is None else shlex.join(spec.arguments))
        self.protocol_box.setCurrentIndex(0 if spec is None else self.protocol_box.findData(spec.protocol))
        self.name.setText(self._shown)
        self._show_status("")
        self._show_options(spec)
        self._fill()
        self._show_state()

    def _remove(self) -> None:
        if self._shown:
            self._engines.remove(self._shown)
            self._choose(min(self.list.currentRow(), len(self._engines.engines) - 1))

    # --- one engine -----------------------------------------------------------------------------------------------

    def detect(self) -> None:
        """Start the program in the form to detect its protocol. If it replies, the engine is stored.

        Do nothing if the form contains no program.
        """
        program = self.program.text().strip()
        if not program:
            return
        try:
            arguments = shlex.split(self.arguments.text())
        except ValueError:
            self._show_status(tr("The arguments have an unmatched quotation mark."), is_error=True)
            return
        self._show_status(tr("Waiting for the program…"))
        self.reader.start(Asked(program, arguments, str(self.protocol_box.currentData())))

    def _detect_or_stop(self) -> None:
        if self.reader.is_reading:
            self.reader.close()
            self._show_status("")
        else:
            self.detect()

    def _trying(self, title: str) -> None:
        self._show_status(tr("Waiting for the program: does it support {protocol}?", protocol=title))

    def _read(self, spec: EngineSpec) -> None:
        before = self._engines.find(self._shown) if self._shown else None
        name = self._shown or self._engines.free_name(self.name.text().strip() or spec.name)
        found = replace(spec, name=name)
        if before is not None and before.options == found.options:
            found = found.with_parameters(before.parameters)
        title = PROTOCOLS[found.protocol].title
        self._shown = name
        self._engines.put(found)
        self.name.setText(name)
        self.arguments.setText(shlex.join(found.arguments))
        self.protocol_box.setCurrentIndex(self.protocol_box.findData(found.protocol))
        self._show_options(found)
        self._fill()
        self._show_status(tr("{name} supports {protocol}.", name=spec.name, protocol=title))
        self._show_state()

    def _rename(self) -> None:
        spec = self._engines.find(self._shown) if self._shown else None
        name = self.name.text().strip()
        if spec is None or not name or name == self._shown:
            return
        name = self._engines.free_name(name)
        self._shown = name
        self._engines.put(replace(spec, name=name), replaced=spec.name)
        self.name.setText(name)
        self._fill()

    def _options_edited(self) -> None:
        spec = self._engines.find(self._shown) if self._shown else None
        if spec is not None and self.options is not None:
            self._engines.put(spec.with_parameters(self.options.value()))

    def _show_options(self, spec: EngineSpec | None) -> None:
        if self.options is not None:
            self._column.removeWidget(self.options)
            self.options.hide()
            self.options.deleteLater()
            self.options = None
        if spec is not None and spec.options:
            self.options = OptionForm(spec.Parameters, spec.parameters)
            self.options.changed.connect(self._options_edited)
            self._column.insertWidget(0, self.options)

    def _browse(self) -> None:
        dialog = file_dialog(self, tr("Program of an engine"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._program_chosen)
        dialog.open()

    def _program_chosen(self, path: str) -> None:
        self.program.setText(path)
        self.detect()

    def _show_status(self, text: str, *, is_error: bool = False) -> None:
        self.status.setText(foreign.several_lines(text))
        style.set_look(self.status, role="error" if is_error else "secondary")

    def _show_state(self, *_: Any) -> None:
        reading = self.reader.is_reading
        self.detect_button.setText(tr("Stop") if reading else tr("Find out"))
        self.detect_button.setEnabled(reading or bool(self.program.text().strip()))
        self.remove_button.setEnabled(bool(self._shown))
        for button in self.found:
            button.setEnabled(not reading)

    # --- Qt -------------------------------------------------------------------------------------------------------

    def done(self, result: int) -> None:
        """Store a changed name, cancel a detection in progress, and close the dialog."""
        self._rename()
        self.reader.close()
        super().done(result)

    def retranslate(self) -> None:
        self.setWindowTitle(tr("External engines"))
        self._area.setAccessibleName(tr("Settings of the engine"))
        self.add_button.setText(tr("Add"))
        self._found_title.setText(tr("Found on this computer"))
        self._fill_found()
        self.remove_button.setText(tr("Remove"))
        self.browse_button.setText(tr("Choose…"))
        self._buttons.button(QDialogButtonBox.StandardButton.Close).setText(tr("Close"))
        self.protocol_box.setItemText(0, tr("Find out by itself"))
        texts = {
            "program": (self.program, tr("Program")), "arguments": (self.arguments, tr("Arguments")),
            "protocol": (self.protocol_box, tr("Protocol")), "name": (self.name, tr("Name")),
        }  # fmt: skip
        for key, (field, text) in texts.items():
            self._labels[key].setText(text)
            field.setAccessibleName(text)
        self.list.setAccessibleName(tr("External engines"))
        self.program.setPlaceholderText(tr("UCI, UCCI, GTP or Gomocup"))
        self.program.setToolTip(tr("a program that supports UCI, UCCI, GTP or Gomocup"))
        self._show_state()
