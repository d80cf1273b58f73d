"""The dialog with the description, the version and the components of the program."""

import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from PySide6.QtCore import Qt, qVersion
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from engine.core.language import tr
from studio.look import style
from studio.widgets.plain_label import PlainLabel


def program_version() -> str:
    """Return the version of the installed distribution, or a dash if the program is not installed."""
    try:
        return version("kyvien")
    except PackageNotFoundError:
        return "–"


class AboutDialog(QDialog):
    """Dialog with the name, the version and the licence of the program, and the path of its log.

    Args:
        is_slow: whether the engine runs uncompiled.
        log: the path of the log file.
        parent: parent widget.
    """

    def __init__(self, is_slow: bool, log: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("About Kỳ Viện"))
        name = PlainLabel("Kỳ Viện")
        name.setFont(style.font(28, bold=True))
        what = PlainLabel(tr("A studio for analysing board games with many search algorithms side by side."))
        what.setWordWrap(True)
        mode = tr("uncompiled: slow mode") if is_slow else tr("compiled")
        facts = PlainLabel(
            "\n".join((
                tr("Version {version}, MIT licence", version=program_version()),
                tr("Engine: {mode}", mode=mode),
                f"Python {platform.python_version()}, Qt {qVersion()}",
                tr("Log: {path}", path=log),
            ))
        )  # fmt: skip
        facts.setWordWrap(True)
        facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        style.set_look(facts, role="secondary")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Close).setText(tr("Close"))
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(32, 28, 32, 20)
        layout.setSpacing(12)
        for widget in (name, what, facts):
            layout.addWidget(widget)
        layout.addSpacing(8)
        layout.addWidget(buttons)
        self.setFixedWidth(440)
