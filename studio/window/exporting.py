"""Commands that export the whole record: for other programs, as a page, a film strip or an animated picture."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QProgressDialog, QWidget

from engine.analysis.verdict import Thresholds
from engine.core.files import write_bytes, write_text
from engine.core.language import mark, tr
from engine.core.position import Position
from engine.core.surface import Surface
from engine.records.tree import GameTree
from studio.board.export import save_picture
from studio.board.view import BoardView
from studio.document.document import Document
from studio.look import notation, palette
from studio.settings import Settings
from studio.widgets.command import FILE, Aspect, Command, Condition
from studio.window.filing import Filing

if TYPE_CHECKING:
    from studio.board.animation import AnimatedPng

# Pages and animations are imported when they are first exported, because they need numpy and time at the start.


class Exporting(QObject):
    """Exports of the open record.

    Attributes:
        progress: the dialog with the progress of an animated picture and a button that cancels it, or None.

    Args:
        document: the open record.
        filing: the object that asks for files, and shows errors.
        board: the board, whose orientation the exports share.
        settings: the settings with the thresholds of reviews.
        window: parent of this object and of the dialogs.
    """

    def __init__(
        self, document: Document, filing: Filing, board: BoardView, settings: Settings, window: QWidget
    ) -> None:
        super().__init__(window)
        self._settings = settings
        self._document, self._filing, self._board = document, filing, board
        self._window = window
        self.progress: QProgressDialog | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._step)
        self._steps: Iterator[tuple[int, int]] = iter(())
        self._animation: AnimatedPng | None = None
        self._path = Path()

    def commands(self) -> list[Command]:
        """Return the commands that export the record and the board."""
        document = self._document
        has_languages = Condition(lambda: bool(document.game.record_languages), Aspect.RECORD)
        has_ubb = Condition(lambda: document.game.record_rules("ubb") is not None, Aspect.RECORD)
        save_board = partial(save_picture, self._board)

        def command(
            name: str, text: str, slot: Callable[[], object] | None = None, enabled: Condition | None = None
        ) -> Command:
            return Command(
                f"export_{name}", FILE, text, slot or partial(self.ask_copy, name), section=2, submenu=mark("Export"),
                enabled=enabled, disappears=True,
            )  # fmt: skip

        return [
            command("pgn", "PGN for other programs…"),
            command("simplified", "PGN in simplified Chinese…", enabled=has_languages),
            command("traditional", "PGN in traditional Chinese…", enabled=has_languages),
            command("ubb", "UBB text (DhtmlXQ)…", enabled=has_ubb),
            command("png", "Board as PNG…", partial(self._filing.ask_picture, save_board, "png")),
            command("svg", "Board as SVG…", partial(self._filing.ask_picture, save_board, "svg")),
            command("strip", "Film strip as SVG…", self.ask_strip),
            command("animation", "Animated picture of the game…", self.ask_animation),
            Command("export_page", FILE, "Page for the browser…", self.ask_page, icon="export", section=2),
        ]

    def ask_page(self) -> None:
        """Ask for a file, and write the record as a page for the browser."""
        self._filing.ask_picture(self.save_page, "html")

    def ask_copy(self, name: str) -> None:
        """Ask for a file, and write a copy of the record for other programs.

        Args:
            name: kind of the copy (``exports_of``).
        """
        from engine.analysis.exports import exports_of

        kind = exports_of(self._document.game)[name]
        self._filing.ask_file(lambda path: self.save_copy(name, path), kind.suffix[1:], tr(kind.title))

    def save_copy(self, name: str, path: Path) -> bool:
        """Write a copy of the record for other programs, and return whether this succeeded.

        Args:
            name: kind of the copy (``exports_of``).
            path: the file.
        """
        from engine.analysis.exports import exports_of

        def save(path: Path) -> str:
            made, notice = exports_of(self._document.game)[name].make([self._document.record], self._thresholds())
            write_bytes(path, made)
            return notice

        return self._filing.export_picture(save, path)

    def ask_strip(self) -> None:
        """Ask for a file, and write the main line as a film strip."""
        self._filing.ask_picture(self.save_strip, "svg")

    def ask_animation(self) -> None:
        """Ask for a file, and write the main line as an animated picture."""
        self._filing.ask_file(self.start_animation, "png", tr("Animated pictures"))

    def _thresholds(self) -> Thresholds:
        from studio.review.thresholds import thresholds_for

        return thresholds_for(self._document.game.name, self._settings.thresholds)

    def save_page(self, path: Path) -> None:
        """Write the record as a page, with the moves and pieces as the user has chosen.

        Raises:
            KyVienError: if the file cannot be written.
        """
        from engine.page.html import page_of

        thresholds = self._thresholds()
        name = self._document.path.name if self._document.path is not None else f"{path.stem}.pgn"
        made = page_of(self._document.record, move_text=_move_text, look=_look, file_name=name, thresholds=thresholds)
        write_text(path, made)

    def save_strip(self, path: Path) -> None:
        """Write the main line as a film strip in the theme in use.

        Raises:
            KyVienError: if the file cannot be written.
        """
        from engine.page.film import film_of

        tree: GameTree = self._document.tree
        made = film_of(
            tree, flip=self._board.flipped, theme=palette.current().name, title=tr(tree.game.title),
            move_text=_move_text, look=_look,
        )  # fmt: skip
        write_text(path, made)

    def start_animation(self, path: Path) -> None:
        """Draw the frames of the main line one by one, and write them to a file, unless the user cancels."""
        from studio.board.animation import AnimatedPng, animate

        self.cancel()
        self._path, self._animation = path, AnimatedPng()
        self._steps = animate(self._document.tree, self._animation, flipped=self._board.flipped)
        count = len(self._document.tree.main_line())
        progress = QProgressDialog(tr("Drawing the positions…"), tr("Cancel"), 0, count, self._window)
        progress.setWindowModality(Qt.WindowModality.WindowModal)
        progress.setMinimumWidth(320)
        progress.setMinimumDuration(400)
        progress.setAutoClose(False)
        progress.setAutoReset(False)
        progress.canceled.connect(self.cancel)
        self.progress = progress
        self._timer.start()

    def cancel(self) -> None:
        """Stop drawing an animated picture. No file is written."""
        self._timer.stop()
        self._steps = iter(())
        if self.progress is not None:
            progress, self.progress = self.progress, None
            progress.canceled.disconnect(self.cancel)
            progress.close()
            progress.deleteLater()

    def _step(self) -> None:
        """Draw one position. After the last one, write the file."""
        done = next(self._steps, None)
        if done is not None:
            if self.progress is not None:
                self.progress.setValue(done[0])
            return
        animation, path = self._animation, self._path
        self.cancel()
        if animation is not None:
            self._filing.export_picture(partial(_write, animation), path)


def _write(animation: "AnimatedPng", path: Path) -> None:
    write_bytes(path, animation.to_bytes())


def _move_text(position: Position, move: int) -> str:
    return notation.move_text(position, move, short=True)


def _look(position: Position) -> Surface:
    return notation.surface(position.game, position)
