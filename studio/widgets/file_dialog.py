"""The dialog that asks where to write a file, and the folder in which file dialogs begin."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFileDialog, QHeaderView, QTreeView, QWidget

from studio.widgets.screen import fit_to_screen

SIZE = QSize(900, 560)
KIND_COLUMN = 2

Kind = tuple[str, str]
"""The name of a kind of files, in the language in use, and its suffix without the dot."""


class _DialogState:
    folder = Path()


def begin_in(folder: Path) -> None:
    """Let file dialogs begin in a folder; by default, they begin in the current one."""
    _DialogState.folder = folder


def file_dialog(parent: QWidget | None, title: str, folder: Path | None = None, kinds: str = "") -> QFileDialog:
    """Return a file dialog. If it is that of Qt, no name, size or date is cut. That of the system is unchanged.

    Args:
        parent: parent of the dialog.
        title: title of the dialog.
        folder: the folder in which it begins, or None for the current one.
        kinds: the filter in the format of ``QFileDialog``.
    """
    dialog = QFileDialog(parent, title, "" if folder is None else str(folder), kinds)
    table = dialog.findChild(QTreeView, "treeView")
    if isinstance(table, QTreeView):
        fit_to_screen(dialog, SIZE)
        header = table.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        # The kinds of files are those of the filter, and the names need the space.
        table.hideColumn(KIND_COLUMN)
    return dialog


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
    dialog = file_dialog(parent, title, _DialogState.folder)
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
