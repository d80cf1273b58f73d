"""The dialog that asks where to write a file, and the folder in which file dialogs begin."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

Kind = tuple[str, str]
"""The name of a kind of files, in the language in use, and its suffix without the dot."""


class _State:
    folder = Path()


def begin_in(folder: Path) -> None:
    """Let file dialogs begin in a folder; by default, they begin in the current one."""
    _State.folder = folder


def ask_target(
    parent: QWidget, title: str, stem: str, kinds: Sequence[Kind], write: Callable[[Path], object]
) -> QFileDialog:
    """Ask for a file to write, and return the dialog. A name without a suffix gets that of the kind chosen.

    Args:
        parent: parent of the dialog.
        title: title of the dialog.
        stem: proposed file name, without a suffix.
        kinds: the kinds of files, the proposed one first.
        write: callback that receives the chosen file.
    """
    dialog = QFileDialog(parent, title, str(_State.folder))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    suffixes = {f"{name} (*.{suffix})": suffix for name, suffix in kinds}
    dialog.setNameFilters(list(suffixes))
    dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(suffixes[chosen]))
    first = kinds[0][1]
    dialog.setDefaultSuffix(first)
    dialog.selectFile(f"{stem}.{first}")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(lambda name: write(Path(name)))
    dialog.open()
    return dialog
