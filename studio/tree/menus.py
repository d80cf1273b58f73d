"""The menus of the Tree workspace: exports, and trees to compare with."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, SignalInstance
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from engine.core.errors import KyVienError
from engine.core.files import FileError, write_text
from engine.core.language import tr
from engine.picture.colors import ThemeName
from engine.search.spec import AnySpec
from engine.searchtree.model import SearchTree
from studio.analysis.choice import spec_title
from studio.analysis.parameters import parameters_text
from studio.analysis.session import AnalysisSession
from studio.look import foreign, palette
from studio.look.marks import mark_icon
from studio.tree.export import bands_svg, nodes_svg, rows_csv, rows_svg, save_picture, save_tree, strip_svg
from studio.tree.recording.searches import has_depth
from studio.tree.views.notes import title_with_depth
from studio.widgets.file_dialog import ask_target, file_dialog

if TYPE_CHECKING:
    from studio.tree.recording.recorder import Recorded
    from studio.tree.workspace import TreeWorkspace


class ExportMenu(QObject):
    """The menu that opens a tree, and exports the shown one.

    Args:
        menu: the menu to fill.
        space: the workspace.
        session: the session, in whose threads files are written.
    """

    failed = Signal(str)
    """Emitted with a message if a file cannot be written."""
    opened = Signal(object)
    """Emitted with the path of a file that the user opens."""

    def __init__(self, menu: QMenu, space: "TreeWorkspace", session: AnalysisSession) -> None:
        super().__init__(space)
        self._menu, self._space, self._session = menu, space, session
        self._saving = 0
        session.failed.connect(self._not_saved)
        menu.aboutToShow.connect(self.fill)

    def entries(self) -> dict[str, list[tuple[str, str, Callable[[Path], object]]]]:
        """Return the text, the suffix and the writer of the exports, by the title of their submenu."""
        page, space = self._space.page, self._space
        names = [tr("Rows shown"), tr("Bands"), tr("Picture of the tree"), tr("Window strip")]
        pixels = [
            lambda path: save_picture(page.outline, path),
            lambda path: save_picture(page.icicle, path),
            self._save_tree_picture,
            lambda path: save_picture(page.strip, path),
        ]
        vectors = [
            lambda path: write_text(path, rows_svg(page.outline, palette.current().name)),
            lambda path: self._write_svg(path, partial(bands_svg, view=space.shown.view)),
            lambda path: self._write_svg(path, nodes_svg),
            lambda path: write_text(path, strip_svg(space.shown, page.strip.width(), palette.current().name)),
        ]
        return {
            "": [
                (tr("Page for the browser (HTML)…"), "html", self.save_tree),
                (tr("Film strip for print (HTML)…"), "html", lambda path: self.save_tree(path, is_strip=True)),
                (tr("Rows shown (CSV)…"), "csv", lambda path: write_text(path, "\ufeff" + rows_csv(page.outline))),
                (tr("All recorded nodes (CSV)…"), "csv", self.save_tree),
                (tr("LaTeX (forest)…"), "tex", self.save_tree),
                (tr("Tree for other programs (KVTREE)…"), "kvtree", self.save_tree),
            ],
            tr("Pictures (PNG)"): [
                (tr("All views"), "png", lambda path: save_picture(space.pages, path)),
                *((name, "png", write) for name, write in zip(names, pixels, strict=True)),
            ],
            tr("Pictures (SVG)"): [(name, "svg", write) for name, write in zip(names, vectors, strict=True)],
        }

    def fill(self) -> None:
        """Fill the menu."""
        self._menu.clear()
        self._menu.addAction(tr("Open a tree (KVTREE)…")).triggered.connect(lambda: ask_tree(self._space, self.opened))
        self._menu.addSeparator()
        for title, entries in self.entries().items():
            menu = self._menu.addMenu(title) if title else self._menu
            for text, suffix, write in entries:
                action = menu.addAction(text)
                action.triggered.connect(partial(self._ask, suffix, write))
                action.setEnabled(self._space.recorded is not None)

    def save_tree(self, path: Path, *, is_strip: bool = False) -> None:
        """Write the tree, or a film strip of the line to the selected node, in a thread.

        An error is shown when it ends.
        """
        if self._space.recorded is not None:
            tree, node = self._space.recorded.tree, max(0, self._space.shown.selected)
            self._saving = self._session.run(
                lambda stop, on_start: save_tree(tree, path, node, is_strip=is_strip), path.name
            )

    def _write_svg(self, path: Path, draw: Callable[[SearchTree, int, ThemeName], str]) -> None:
        """Write a picture of the tree with its selected node in a thread."""
        shown = self._space.shown
        if shown.tree is not None:
            tree, chosen, theme = shown.tree, shown.selected, palette.current().name
            self._saving = self._session.run(
                lambda stop, on_start: write_text(path, draw(tree, chosen, theme)), path.name
            )

    def _not_saved(self, number: int, sentence: str) -> None:
        if number == self._saving:
            self.failed.emit(sentence)

    def _save_tree_picture(self, path: Path) -> None:
        self._space.head.picture_button.setChecked(True)
        save_picture(self._space.page.picture, path)

    def _ask(self, suffix: str, write: Callable[[Path], object], _: bool = False) -> None:
        kind = suffix.upper(), suffix
        ask_target(self._space, tr("Export the tree"), tr("tree"), [kind], lambda path: self.export(path, write))

    def export(self, path: Path, write: Callable[[Path], object]) -> None:
        """Write a file, and emit ``failed`` if this is not possible."""
        try:
            write(path)
        except (FileError, KyVienError) as error:
            self.failed.emit(str(error))


class CompareMenu(QObject):
    """The trees that can be compared with the one shown: the pinned one, one from a file, or that of an algorithm.

    Attributes:
        pinned: the pinned tree, or None.

    Args:
        menu: the menu, which is filled whenever it is opened.
        session: the session, with the algorithms of the analysis.
        space: the workspace.
    """

    chosen = Signal(object)
    """Emitted with the algorithm that the user chooses."""
    file_chosen = Signal(object)
    """Emitted with the path of the file that the user chooses."""
    pinned_chosen = Signal()
    """Emitted when the user chooses the pinned tree."""
    pinned_changed = Signal()
    """Emitted when another tree was pinned, or none is pinned any more."""

    def __init__(self, menu: QMenu, session: AnalysisSession, space: "TreeWorkspace") -> None:
        super().__init__(menu)
        self._menu, self._session, self._space = menu, session, space
        self.pinned: Recorded | None = None
        menu.aboutToShow.connect(self.fill)

    def toggle_pin(self) -> None:
        """Pin the shown tree, or none if it is pinned."""
        recorded = self._space.recorded
        self.pinned = recorded if recorded is not self.pinned else None
        self.pinned_changed.emit()

    def fill(self) -> None:
        """Fill the menu."""
        menu, recorded = self._menu, self._space.recorded
        menu.clear()
        if recorded is None:
            return
        is_pinned = recorded is self.pinned
        if self.pinned is not None and not is_pinned:
            name = foreign.one_line(title_with_depth(self.pinned)).replace("&", "&&")
            menu.addAction(tr("Pinned: {name}", name=name)).triggered.connect(self.pinned_chosen)
        menu.addAction(tr("A tree from a file…")).triggered.connect(lambda: ask_tree(self._space, self.file_chosen))
        self._list_algorithms(recorded)
        menu.addSeparator()
        text = tr("Do not pin this tree any more") if is_pinned else tr("Pin this tree for comparing")
        menu.addAction(text).triggered.connect(self.toggle_pin)

    def _list_algorithms(self, recorded: "Recorded") -> None:
        """Add the algorithms whose trees can be recorded at the same position."""
        menu, count = self._menu, 0
        if recorded.tree.position(0) is None or recorded.tree.facts.kind != "windows":
            return
        for spec in self._session.choice.specs:
            if (recorded.wanted is not None and spec == recorded.wanted.query.spec) or not has_depth(spec):
                continue
            count += 1
            name = " · ".join(each for each in (tr(spec_title(spec)), parameters_text(spec)) if each)
            action = menu.addAction(mark_icon(spec.name), foreign.one_line(name).replace("&", "&&"))
            action.triggered.connect(partial(self._choose, spec))
        if not count:
            menu.addAction(tr("Add another algorithm in Algorithms to compare with")).setEnabled(False)

    def _choose(self, spec: AnySpec, _: bool = False) -> None:
        self.chosen.emit(spec)


def ask_tree(parent: QWidget, chosen: SignalInstance) -> None:
    """Show a file dialog for trees, and emit ``chosen`` with the path of the chosen file."""
    dialog = file_dialog(parent, tr("Open a tree"))
    dialog.setNameFilter(f"{tr('Search trees')} (*.kvtree);;{tr('All files')} (*)")
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(lambda path: chosen.emit(Path(path)))
    dialog.open()
