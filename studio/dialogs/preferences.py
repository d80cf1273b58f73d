"""The dialog for the preferences, in which every change takes effect immediately."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QFormLayout, QTabWidget, QVBoxLayout, QWidget

from engine.core.language import LANGUAGES, tr
from studio.dialogs.keys import KeyEditor, KeyRow
from studio.settings import TEXT_SIZES, THEMES, Settings
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated
from studio.widgets.screen import fit_to_screen

CODES = ("", *LANGUAGES)
"""Codes of the languages offered. The first one, an empty string, selects the language of the system."""


class PreferencesDialog(Retranslated, QDialog):
    """Dialog for the language, the colours, the text size, the board, the last record and the keyboard shortcuts.

    Args:
        settings: the settings to show and change.
        rows: the actions whose shortcuts can be changed.
        parent: parent widget.
    """

    keys_changed = Signal(dict)
    """Emitted with the mapping ``KeyEditor.keys()`` when a shortcut changes."""

    def __init__(self, settings: Settings, rows: Sequence[KeyRow], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.language_box, self.theme_box, self.size_box = QComboBox(), QComboBox(), QComboBox()
        self.language_box.addItems([""] * len(CODES))
        self.theme_box.addItems([""] * len(THEMES))
        self.size_box.addItems([f"{size} %" for size in TEXT_SIZES])
        self.language_box.setCurrentIndex(CODES.index(settings.language))
        self.theme_box.setCurrentIndex(THEMES.index(settings.theme))
        self.size_box.setCurrentIndex(TEXT_SIZES.index(settings.text_size))
        self.coordinates_box, self.motion_box, self.restore_box = QCheckBox(), QCheckBox(), QCheckBox()
        self.coordinates_box.setChecked(settings.show_coordinates)
        self.motion_box.setChecked(settings.animate)
        self.restore_box.setChecked(settings.restore_session)
        self.key_editor = KeyEditor(rows)
        self._tabs = QTabWidget()
        general, keys = QWidget(), QWidget()
        self._form = QFormLayout(general)
        self._form.setContentsMargins(4, 16, 4, 4)
        self._form.setHorizontalSpacing(16)
        self._form.setVerticalSpacing(12)
        self._boxes = (self.language_box, self.theme_box, self.size_box)
        self._labels = [PlainLabel() for _ in self._boxes]
        for label, choice in zip(self._labels, self._boxes, strict=True):
            self._form.addRow(label, choice)
        for box in (self.coordinates_box, self.motion_box, self.restore_box):
            self._form.addRow(box)
        inner = QVBoxLayout(keys)
        inner.setContentsMargins(4, 12, 4, 4)
        inner.addWidget(self.key_editor)
        self._tabs.addTab(general, "")
        self._tabs.addTab(keys, "")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 12, 20, 20)
        layout.addWidget(self._tabs)
        fit_to_screen(self, QSize(560, 560))
        self.language_box.activated.connect(lambda index: setattr(settings, "language", CODES[index]))
        self.theme_box.activated.connect(lambda index: setattr(settings, "theme", THEMES[index]))
        self.size_box.activated.connect(lambda index: setattr(settings, "text_size", TEXT_SIZES[index]))
        self.coordinates_box.toggled.connect(lambda on: setattr(settings, "show_coordinates", on))
        self.motion_box.toggled.connect(lambda on: setattr(settings, "animate", on))
        self.restore_box.toggled.connect(lambda on: setattr(settings, "restore_session", on))
        self.key_editor.changed.connect(lambda: self.keys_changed.emit(self.key_editor.keys()))
        self.follow_changes()

    def retranslate(self) -> None:
        self.setWindowTitle(tr("Preferences"))
        self._tabs.setAccessibleName(tr("Preferences"))
        self._tabs.setTabText(0, tr("General"))
        self._tabs.setTabText(1, tr("Keyboard shortcuts"))
        texts = (tr("Language"), tr("Colours"), tr("Text size"))
        for label, box, text in zip(self._labels, self._boxes, texts, strict=True):
            label.setText(text)
            box.setAccessibleName(text)
        for index, text in enumerate((tr("Follow the system"), *LANGUAGES.values())):
            self.language_box.setItemText(index, text)
        for index, text in enumerate((tr("Light"), tr("Dark"), tr("Follow the system"))):
            self.theme_box.setItemText(index, text)
        self.coordinates_box.setText(tr("Show coordinates"))
        self.motion_box.setText(tr("Pieces glide to their cells"))
        self.restore_box.setText(tr("Begin with the record that was open last"))
