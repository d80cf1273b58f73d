"""The dialog with the description, the version and the components of the program."""

import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from PySide6.QtCore import Qt, qVersion
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from engine.core.language import tr
from studio.look import style
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated


def program_version() -> str:
    """Return the version of the installed distribution, or a dash if the program is not installed."""
    try:
        return version("kyvien")
    except PackageNotFoundError:
        return "–"


class AboutDialog(Retranslated, QDialog):
    """Dialog with the name, the version and the licence of the program, and the path of its log.

    Args:
        is_slow: whether the engine runs uncompiled.
        log: the path of the log file.
        parent: parent widget.
    """

    def __init__(self, is_slow: bool, log: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_slow, self._log = is_slow, log
        name = PlainLabel("Kỳ Viện")
        name.setFont(style.font(28, bold=True))
        self._what, self._facts = PlainLabel(), PlainLabel()
        self._what.setWordWrap(True)
        self._facts.setWordWrap(True)
        self._facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        style.set_look(self._facts, role="secondary")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self._close = buttons.button(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(32, 28, 32, 20)
        layout.setSpacing(12)
        for widget in (name, self._what, self._facts):
            layout.addWidget(widget)
        layout.addSpacing(8)
        layout.addWidget(buttons)
        self.setFixedWidth(440)
        self.follow_changes()

    def retranslate(self) -> None:
        self.setWindowTitle(tr("About Kỳ Viện"))
        self._what.setText(tr("A studio for analysing board games with many search algorithms side by side."))
        mode = tr("uncompiled: slow mode") if self._is_slow else tr("compiled")
        self._facts.setText(
            "\n".join((
                tr("Version {version}, MIT licence", version=program_version()),
                tr("Engine: {mode}", mode=mode),
                f"Python {platform.python_version()}, Qt {qVersion()}",
                tr("Log: {path}", path=self._log),
            ))
        )  # fmt: skip
        self._close.setText(tr("Close"))
