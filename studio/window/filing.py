"""Commands that open, save and export records, and that keep unsaved records and sessions."""

import contextlib
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from engine.core.errors import KyVienError
from engine.core.files import FileError, exists, is_file, is_folder, read_bytes, reason_of, write_bytes
from engine.core.game import Game, games
from engine.core.language import language, mark, ngettext, tr
from engine.records.collection import Collection
from engine.records.edits import add_line
from engine.records.faults import summary
from engine.records.formats import find_format, formats, recognise, writable
from engine.records.text import encoding_name, names_of
from engine.records.tree import ROOT, GameTree, Record
from studio.dialogs.faults import FaultsDialog
from studio.dialogs.games import GamesDialog
from studio.document.document import Document
from studio.document.file_names import stem_of_players
from studio.document.journal import recoverable
from studio.document.reading import GamesReader
from studio.document.saving import ChangedOutsideError, FileContent, GameChangedError
from studio.document.values import player_title
from studio.look import foreign
from studio.settings import Settings, state_folder, state_path
from studio.widgets.command import FILE, Aspect, Command, Condition, Declared, FilledMenu
from studio.widgets.file_dialog import begin_in, file_dialog
from studio.widgets.notice import NoticeBar
from studio.window.menus import add_entries

TREE_SUFFIX = ".kvtree"
"""Suffix of files with the tree of a search, which the Tree workspace opens."""
LARGE = 200_000
"""Size in bytes above which a file is read in the background."""
KEPT_ASIDE = 20
"""Maximum number of unsaved records to keep."""


class Filing(QObject):
    """Commands that open and save records. Unless stated otherwise, errors are shown in the notice bar.

    Attributes:
        before_saving: callback that commits uncommitted input. It is called before the record is saved, replaced or
            closed.
        chooser: the open dialog with the list of a file's games, or None if there is none.
        is_restoring: whether the record of the last session is being opened, without a command of the user.

    Args:
        document: the open record.
        settings: the settings with the recent files, the folder of file dialogs and the last session.
        notice: the bar that shows messages.
        window: parent of this object and of the dialogs.
    """

    recent_changed = Signal()
    """Emitted when the list of recent files or of unsaved records changes."""
    tree_chosen = Signal(object)
    """Emitted with the path of a file with the tree of a search, which is not a record."""

    def __init__(self, document: Document, settings: Settings, notice: NoticeBar, window: QWidget) -> None:
        super().__init__(window)
        self._document = document
        self._settings = settings
        self._notice = notice
        self._window = window
        self.before_saving: Callable[[], object] = lambda: None
        self.chooser: GamesDialog | None = None
        self.is_restoring = False
        self._reader: GamesReader | None = None
        self._sample_menus: list[QMenu] = []
        begin_in(settings.folder)

    def commands(self) -> list[Declared]:
        """Return the commands that open and save records."""
        has_file = Condition(lambda: self._document.path is not None, Aspect.RECORD)
        return [
            Command("open", FILE, "Open…", self.ask_open, "Ctrl+O", "open", 1),
            FilledMenu(FILE, mark("Open recent"), self._list_recent, 1),
            FilledMenu(FILE, mark("Open sample"), self._list_samples, 1),
            Command("choose_game", FILE, "Games in this file…", self.choose, "Ctrl+G", section=1, enabled=has_file),
            FilledMenu(FILE, mark("Unsaved records"), self._list_aside, 1),
            Command("save", FILE, "Save", self.save, "Ctrl+S", "save", 2),
            Command("save_as", FILE, "Save as…", self.ask_save, "Ctrl+Shift+S", section=2),
        ]

    def _list_recent(self, menu: QMenu) -> None:
        files = self._settings.recent_files
        entries = [(f"{path.name}   {path.parent}", partial(self.open, path)) for path in files]
        add_entries(menu, entries, tr("No recent files"))

    def _list_samples(self, menu: QMenu) -> None:
        """Fill the menu of samples with one submenu per game."""
        for inner in self._sample_menus:
            inner.deleteLater()
        groups = self.samples()
        self._sample_menus = [menu.addMenu(game.replace("&", "&&")) for game in groups]
        for inner, samples in zip(self._sample_menus, groups.values(), strict=True):
            add_entries(inner, [(title, partial(self.open_sample, path)) for title, path in samples])
        if not groups:
            add_entries(menu, (), tr("There are no samples"))

    def _list_aside(self, menu: QMenu) -> None:
        entries = [(path.stem, partial(self.bring_back, path)) for path in self.aside()]
        add_entries(menu, entries, tr("No unsaved records"))

    # --- opening --------------------------------------------------------------------------------------------------

    def ask_open(self) -> None:
        """Show a file dialog and open the chosen file."""
        kinds = _kinds(tr("Records and search trees"), {tr("Search trees"): (TREE_SUFFIX,)})
        dialog = self._dialog(tr("Open"), QFileDialog.AcceptMode.AcceptOpen, kinds)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.open(Path(name)))
        dialog.open()

    def open(self, path: Path, index: int | None = None, cursor: int = 0) -> bool:
        """Open a file. If it has several games and ``index`` is None, the user chooses one.

        If its name is that of the tree of a search, ``tree_chosen`` is emitted, and the open record does not change.

        Args:
            path: the file.
            index: index of the game in the file, from 0, or None to open the only game or let the user choose.
            cursor: number of the node to show. If the record has no such node, the root is shown.

        Returns:
            Whether a record was opened. If not, a list of games or an error message is shown.
        """
        self._notice.dismiss_error()
        if path.suffix.lower() == TREE_SUFFIX:
            self.tree_chosen.emit(path)
            return False
        try:
            if index is None and _size(path) > LARGE:
                self._list(path, None)
                return False
            collection = self._collection(path)
            if index is None and len(collection.entries) > 1:
                self._list(path, collection)
                return False
            return self._open(collection, path, index or 0, cursor)
        except KyVienError as error:
            self._notice.show_notice(_naming(path, error), is_error=True)
            if not exists(path):
                self._settings.remove_recent_file(path)
                self.recent_changed.emit()
            return False

    def _open(self, collection: Collection, path: Path, index: int, cursor: int) -> bool:
        """Open the game with index ``index`` of a collection, and return True.

        Raises:
            NotationError: if the game cannot be read.
        """
        self.put_aside()
        self._document.open_game(collection, path, index)
        if cursor in self._document.tree:
            self._document.go(cursor)
        self.note_opened(path)
        if not self._show_faults():
            self._name_encoding(collection, path, index)
        return True

    def _show_faults(self) -> bool:
        """Show a notice if the record was not read as it is written, and return whether there is one."""
        faults = self._document.record.faults
        if not faults:
            return False

        def show() -> None:
            dialog = FaultsDialog(faults, self._window)
            dialog.finished.connect(dialog.deleteLater)
            dialog.open()

        def sentence() -> str:
            return summary([str(fault) for fault in faults])

        if self._notice.text:
            # A notice about the record that was open before stays.
            self._notice.show_notice(sentence())
        else:
            self._notice.show_notice(sentence, [(lambda: tr("Details"), show)] if len(faults) > 1 else (), stays=True)
        return True

    def _name_encoding(self, collection: Collection, path: Path, index: int) -> None:
        """Show the encoding of a game in a notice if it was guessed."""
        if any(collection.encodings.values()) and (self.chooser is None or not self.chooser.isVisible()):
            encoding, is_guessed = collection.encoding(index)
            if encoding not in collection.encodings:  # that of a binary format
                encoding, is_guessed = next(iter(collection.encodings.items()))
            if is_guessed and not collection.data[slice(*collection.span(index))].isascii():
                self._notice.show_notice(
                    lambda: tr("{name} is read as {encoding}.", name=path.name, encoding=encoding_name(encoding)),
                    [(lambda: tr("Another encoding…"), lambda: self.choose(path))],
                )

    def note_opened(self, path: Path) -> None:
        """Add a file to the recent files, and begin the next file dialog in its folder."""
        self._settings.add_recent_file(path.absolute())
        self._keep_folder(path)
        self.recent_changed.emit()

    def _open_when_read(self, path: Path, index: int, cursor: int) -> None:
        """Read a large file in the background, and open one of its games as soon as that game has been read.

        If the open record has changed in the meantime, the game is not opened.
        """
        reader = self._reader = GamesReader(path, self, self._settings.encoding(path))
        shown = self._document.tree

        def show() -> None:
            collection = reader.collection
            if self._reader is not reader or collection is None:
                return
            if index < len(collection.entries) or collection.is_complete:
                done()
                if self._document.tree is shown and not self._document.is_modified:
                    self.is_restoring = True
                    try:
                        self._open(collection, path, index, cursor)
                    except KyVienError as error:
                        self._notice.show_notice(str(error), is_error=True)
                    finally:
                        self.is_restoring = False

        def fail(sentence: str) -> None:
            done()
            self._notice.show_notice(sentence, is_error=True)

        def done() -> None:
            self._reader = None
            reader.close()
            reader.deleteLater()

        reader.grown.connect(show)
        reader.finished.connect(show)
        reader.failed.connect(fail)
        reader.start()

    def choose(self, path: Path | None = None, then: Callable[[int], object] | None = None) -> None:
        """Show the list of a file's games, so that the user can choose one.

        Args:
            path: the file, or None for the file of the open record.
            then: callback called with the index of the chosen game, from 0, or None to open the chosen game.
        """
        path = path or self._document.path
        if path is None:
            self._notice.show_notice(lambda: tr("This record is in no file yet."), stays=True)
            return
        try:
            self._list(path, None if _size(path) > LARGE else self._collection(path), then)
        except KyVienError as error:
            self._notice.show_notice(str(error), is_error=True)

    def _list(self, path: Path, collection: Collection | None, then: Callable[[int], object] | None = None) -> None:
        """Show the list of a file's games. If ``collection`` is None, the file is read in the background."""
        if self.chooser is not None:
            self.chooser.reject()
        current = self._document.index if path == self._document.path else 0
        chooser = GamesDialog(
            path,
            collection,
            current,
            None if then else lambda: self._document.position,
            self._window,
            self._settings.encoding(path),
        )
        is_reread = False

        def open_game(index: int, node: int) -> None:
            if then is not None:
                then(index)
            elif chooser.collection is not None:
                try:
                    self._open(chooser.collection, path, index, node)
                except KyVienError as error:
                    self._notice.show_notice(str(error), is_error=True)

        def forget() -> None:
            if self.chooser is chooser:
                self.chooser = None
            chooser.deleteLater()

        def choose_encoding(encoding: str | None) -> None:
            nonlocal is_reread
            is_reread = True
            self._settings.set_encoding(path, encoding)

        def show_again() -> None:
            found = chooser.collection
            if is_reread and found is not None:
                self._show_again(found, path)

        def open_only() -> None:
            found = chooser.collection
            if collection is None and then is None and found is not None and len(found.entries) <= 1:
                chooser.reject()
                try:
                    self._open(found, path, 0, 0)
                except KyVienError as error:
                    self._notice.show_notice(str(error), is_error=True)

        chooser.read.connect(show_again)
        chooser.read.connect(open_only)
        chooser.encoding_chosen.connect(choose_encoding)
        chooser.chosen.connect(open_game)
        chooser.failed.connect(lambda text: self._notice.show_notice(text, is_error=True))
        chooser.finished.connect(forget)
        self.chooser = chooser
        chooser.show()

    def _show_again(self, collection: Collection, path: Path) -> None:
        """Show the open record in the encoding that the reader has chosen for its file."""
        document = self._document
        if path != document.path or collection.format.encoding == document.encoding:
            return
        if document.is_modified:
            self._notice.show_notice(
                lambda: tr("The open record has unsaved changes, so its text stays as it is."), stays=True
            )
            return
        cursor = document.cursor
        try:
            document.open_game(collection, path, document.index)
        except KyVienError as error:
            self._notice.show_notice(str(error), is_error=True)
            return
        if cursor in document.tree:
            document.go(cursor)

    def open_text(self, text: str) -> bool:
        """Open the first record in ``text``, which may have any known format.

        Returns:
            True. On failure, an exception is raised instead.

        Raises:
            KyVienError: if the text is not a record.
        """
        kind = find_format(text=text)
        kind.read_game(text, 0, self._document.game)
        self.put_aside()
        self._document.open_text(text)
        self._show_faults()
        count = len(kind.games(text))
        if count > 1:
            self._notice.show_notice(
                lambda: ngettext("The text holds {count} game; it is shown.",
                                 "The text holds {count} games; the first is shown.", count), stays=True
            )  # fmt: skip
        return True

    def games_of_file(self) -> list[str]:
        """Return the titles of the games of the open file, or an empty list for one game or a large file."""
        path = self._document.path
        if path is None or not is_file(path) or _size(path) > LARGE:
            return []
        try:
            entries = self._collection(path).entries
        except KyVienError:
            return []
        return [_game_title(each.headers) for each in entries] if len(entries) > 1 else []

    def samples(self) -> dict[str, list[tuple[str, Path]]]:
        """Return a mapping from the titles of games to the titles and files of their sample records.

        The titles and the records are those of the language in use.
        """
        found = {tr(game.title): self.samples_of(name) for name, game in sorted(games().items())}
        return {title: samples for title, samples in found.items() if samples}

    def samples_of(self, game: str) -> list[tuple[str, Path]]:
        """Return the titles and files of the sample records of a game in the language in use.

        The records are in the folder ``resources/records/<game>``, with one file ``<name>.<language>.pgn`` per
        language. The title of a record is its header ``Event``. Annotated records, which have the header ``Annotator``,
        are first.
        """
        folder = resources.files("resources") / "records" / game
        entries: list[tuple[bool, str, Path]] = []
        for path in (Path(str(entry)) for entry in folder.iterdir()) if folder.is_dir() else ():
            if path.suffixes[:1] == [f".{language()}"]:
                with contextlib.suppress(KyVienError):
                    extracts = Document.records_in(path)
                    headers = extracts[0].headers if extracts else {}
                    title = headers.get("Event", "").strip("?") or path.stem
                    entries.append(("Annotator" not in headers, title, path))
        entries.sort(key=lambda each: (each[0], each[2].name))
        return [(title, path) for _, title, path in entries]

    @staticmethod
    def has_samples(game: str) -> bool:
        """Whether the game with the identifier ``game`` has sample records."""
        return (resources.files("resources") / "records" / game).is_dir()

    def open_sample(self, path: Path, index: int | None = None) -> None:
        """Open a sample record without its file, so that saving it requires a file name.

        If ``index`` is None and the sample has several games, the user chooses one.
        """
        try:
            _, text = recognise(path, read_bytes(path))
            if index is None and len(find_format(text=text).games(text)) > 1:
                self.choose(path, lambda chosen: self.open_sample(path, chosen))
                return
            self.put_aside()
            self._document.open_text(text, index or 0, is_kept=True)
        except KyVienError as error:
            self._notice.show_notice(str(error), is_error=True)

    def show_record(self, record: Record) -> None:
        """Open a record that is stored elsewhere, such as a game of a contest. The record is treated as saved."""
        self.put_aside()
        self._document.open_text(find_format("a.pgn").write([record]), is_kept=True)

    def show_position(self, game: Game, setup: str | None, moves: Sequence[int] = ()) -> None:
        """Open a new record with an initial position and moves. The record is treated as saved.

        Args:
            game: the game.
            setup: the initial position as text, or None for the initial position of the game.
            moves: legal moves from the initial position. The cursor is placed after the last move.
        """
        tree = GameTree.start(game, setup)
        if moves:
            tree = add_line(tree, ROOT, moves).apply(tree)
        self.show_record(Record({"White": "?", "Black": "?", "Result": "*"}, tree))
        self._document.to_end()

    # --- saving ---------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Save the record to its file, or show a file dialog if it has no file, or one that can only be read."""
        path = self._document.path
        if path is None or path.suffix.lower() not in _suffixes(self._document.game):
            self.ask_save()
        else:
            self.save_to(None)

    def ask_save(self, as_copy: bool = False) -> None:
        """Show a file dialog, and save the record to the chosen file.

        Args:
            as_copy: whether to propose another name than that of the record's file.
        """
        suffixes = _suffixes(self._document.game)
        dialog = self._dialog(tr("Save as"), QFileDialog.AcceptMode.AcceptSave, _kinds(tr("Records"), {}, suffixes))
        dialog.setDefaultSuffix("pgn")
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(_suffix_of(chosen)))
        stem = tr("{name} (copy)", name=self._stem()) if as_copy else self._stem()
        own = "" if self._document.path is None else self._document.path.suffix.lower()
        dialog.selectFile(stem + (own if own in suffixes else ".pgn"))
        dialog.fileSelected.connect(lambda name: self.save_to(Path(name)))
        dialog.open()

    def save_to(self, path: Path | None, *, merge: bool = False, append: bool = False, convert: bool = False) -> bool:
        """Save the record, and return whether this succeeded. The result is shown in the notice bar.

        Args:
            path: the file to write, or None for the file of the record.
            merge: whether to save in the file of the record even if another program has changed its other games.
            append: whether to add the record after the games of the file.
            convert: whether to convert the file of the record to UTF-8.
        """
        self.before_saving()
        try:
            is_locked = self._document.save(path, append, merge, convert)
        except FileError as error:
            self._notice.show_notice(str(error), self._ways_out(path, error), is_error=True)
            return False
        except KyVienError as error:
            self._notice.show_notice(str(error), is_error=True)
            return False
        saved = self._document.path
        assert saved is not None
        self._settings.add_recent_file(saved.absolute())
        self._keep_folder(saved)
        self.recent_changed.emit()
        written = self._document.written
        assert written is not None
        if written.is_converted:
            self._settings.set_encoding(saved, None)
        ways = [(lambda: tr("Convert the whole file to UTF-8"), lambda: self.save_to(None, convert=True))]
        self._notice.show_notice(
            lambda: _saved_text(saved, is_locked, written),
            ways if written.is_apart else [],
            stays=not is_locked or written.is_converted,
        )
        return True

    def _ways_out(self, path: Path | None, error: FileError) -> list[tuple[str, Callable[[], object]]]:
        """Return the answers to an error in ``save_to``. None of them loses what another program has saved."""
        if not isinstance(error, ChangedOutsideError):
            return [(tr("Save as…"), self.ask_save)]
        copy = tr("Save a copy…"), lambda: self.ask_save(as_copy=True)
        if isinstance(error, GameChangedError):
            path = path or self._document.path
            return [(tr("Add my game at the end of the file"), lambda: self.save_to(path, append=True)), copy]
        return [(tr("Save my game into the changed file"), lambda: self.save_to(path, merge=True)), copy]

    def ask_picture(self, save: Callable[[Path], None], suffix: str) -> None:
        """Show a file dialog, and export a picture or a page to the chosen file.

        Args:
            save: callback that writes the file, as for ``export_picture``.
            suffix: ``png``, ``svg`` or ``html``.
        """
        kinds = {
            "png": tr("PNG pictures"), "svg": tr("SVG pictures"), "html": tr("Pages for the browser"),
        }  # fmt: skip
        kind = kinds[suffix]
        self.ask_file(lambda path: self.export_picture(save, path), suffix, kind)

    def ask_file(self, chosen: Callable[[Path], object], suffix: str, kind: str) -> None:
        """Show a file dialog for an export.

        Args:
            chosen: callback that receives the chosen file.
            suffix: suffix of the file, without the dot.
            kind: name of the kind of files, in the language in use.
        """
        dialog = self._dialog(tr("Export"), QFileDialog.AcceptMode.AcceptSave, f"{kind} (*.{suffix})")
        dialog.setDefaultSuffix(suffix)
        dialog.selectFile(f"{self._stem()}.{suffix}")
        dialog.fileSelected.connect(lambda name: chosen(Path(name)))
        dialog.open()

    def export_picture(self, save: Callable[[Path], str | None], path: Path) -> bool:
        """Write a picture or another copy to a file, and return whether this succeeded.

        Args:
            save: callback that writes to a file in the format of the file's suffix. It may return a sentence about what
                is not in the file, and raises ``KyVienError`` on failure.
            path: the file.
        """
        try:
            if not is_folder(path.parent):
                raise FileError("{path} cannot be written: the folder does not exist", path=path)
            notice = save(path)
        except KyVienError as error:
            self._notice.show_notice(str(error), is_error=True)
            return False
        sentence = tr("Saved: {path}", path=path.name)
        if notice:
            sentence = f"{sentence}. {notice}"
        self._notice.show_notice(sentence, stays=bool(notice))
        return True

    def ask_match(self, texts: Sequence[str]) -> None:
        """Show a file dialog, and save the games of a match, given as texts in PGN, to the chosen file."""
        kinds = _kinds(tr("Records"), {}, (".pgn",))
        dialog = self._dialog(tr("Save the games of the match"), QFileDialog.AcceptMode.AcceptSave, kinds)
        dialog.setDefaultSuffix("pgn")
        dialog.fileSelected.connect(lambda name: self.save_match(Path(name), texts))
        dialog.open()

    def save_match(self, path: Path, texts: Sequence[str]) -> bool:
        """Write records, given as texts in PGN, to one file, and return whether this succeeded."""
        try:
            write_bytes(path, ("\n".join(text.rstrip("\n") + "\n" for text in texts)).encode())
        except FileError as error:
            self._notice.show_notice(str(error), is_error=True)
            return False
        self._settings.add_recent_file(path.absolute())
        self.recent_changed.emit()
        self._notice.show_notice(tr("Saved: {path}", path=path.name))
        return True

    # --- unsaved records ------------------------------------------------------------------------------------------

    def put_aside(self) -> None:
        """Write the open record to the state folder if it is modified, and offer to restore it.

        Call this method before another record is opened.
        """
        self.before_saving()
        document = self._document
        if not document.is_modified:
            # The notice of a record before is no longer about the previous one.
            self._notice.dismiss_notice(_aside_text)
            return
        name = f"{datetime.now().astimezone():%Y-%m-%d %H.%M.%S.%f} {self._stem()}.pgn"
        folder = state_path() / "unsaved"
        path = folder / name
        try:
            write_bytes(state_folder("unsaved") / name, find_format(name).file_data([document.record]))
            for old in sorted(folder.glob("*.pgn"))[:-KEPT_ASIDE]:
                old.unlink()
        except OSError as error:
            reason = reason_of(error)
            self._notice.show_notice(
                tr("{path} cannot be written: {reason}; nothing was changed", path=folder, reason=reason),
                is_error=True, stays=True,
            )  # fmt: skip
            return
        except FileError as error:
            self._notice.show_notice(str(error), is_error=True, stays=True)
            return
        self.recent_changed.emit()
        self._notice.show_notice(_aside_text, [(lambda: tr("Restore"), lambda: self.bring_back(path))])

    def aside(self) -> list[Path]:
        """Return the paths of the unsaved records written by ``put_aside``, with the newest first."""
        return sorted((state_path() / "unsaved").glob("*.pgn"), reverse=True)

    def bring_back(self, path: Path) -> None:
        """Open an unsaved record written by ``put_aside``, and delete its file."""
        try:
            _, text = recognise(path, read_bytes(path))
            self.put_aside()
            self._document.open_text(text)
        except KyVienError as error:
            self._notice.show_notice(str(error), is_error=True)
            return
        with contextlib.suppress(OSError):  # it is then listed again
            path.unlink()
        self._document.to_end()
        self.recent_changed.emit()

    # --- sessions -------------------------------------------------------------------------------------------------

    def begin_session(self, path: Path | None) -> None:
        """Open the first record of a session.

        If a journal contains an unsaved record, the record is recovered, or a notice offers to recover it if ``path``
        is given. If there is no journal and no ``path``, the record of the last session is opened, unless this is
        disabled in the settings.

        Args:
            path: the file to open, or None.
        """
        session = self._settings.session
        crashed = bool(session.get("running"))
        self._settings.session = {**session, "running": True}
        self._settings.sync()
        left = recoverable()
        if path is not None:
            self.open(path)
            if left:
                self._notice.show_notice(
                    lambda: tr("A record from the last session was not saved."),
                    [(lambda: tr("Restore"), lambda: self.recover(left[-1]))],
                )
            return
        self.is_restoring = True
        try:
            self._restore(session, left, crashed)
        finally:
            self.is_restoring = False

    def _restore(self, session: Mapping[str, Any], left: Sequence[Path], crashed: bool) -> None:
        """Recover the newest of the journals ``left``, or else open the record of the last session."""
        if left and self.recover(left[-1], crashed):
            cursor = session.get("cursor")
            if not crashed and isinstance(cursor, int) and cursor in self._document.tree:
                self._document.go(cursor)
            return
        if self._settings.restore_session and session.get("path"):
            place, index, shown = Path(str(session["path"])), _number(session, "index"), _number(session, "cursor")
            if is_file(place) and _size(place) > LARGE:
                self._open_when_read(place, index, shown)
            elif is_file(place):
                self.open(place, index, shown)

    def has_session(self) -> bool:
        """Whether ``begin_session(None)`` would open a record of an earlier session."""
        if recoverable():
            return True
        path = self._settings.session.get("path")
        return self._settings.restore_session and bool(path) and Path(str(path)).is_file()

    def recover(self, path: Path, crashed: bool = False) -> bool:
        """Restore the record of a journal, and return whether this succeeded.

        Args:
            path: the journal.
            crashed: whether to show a notice that the last session ended unexpectedly. A notice is always shown if a
                part of the journal is unreadable.
        """
        self.put_aside()
        try:
            damaged = self._document.recover(path)
        except KyVienError as error:
            self._notice.show_notice(str(error), is_error=True)
            return False
        if damaged is not None:
            self._notice.show_notice(
                tr("The record could be recovered in part only; all of its journal is kept in {path}", path=damaged),
                is_error=True,
            )
        elif crashed:
            self._notice.show_notice(
                lambda: tr("The last session ended unexpectedly; your record is back as it was."), stays=True
            )
        return True

    def remember(self) -> None:
        """Store the file of the open record, the index of its game in the file, and the cursor.

        The next session can then open the same game even if this session ends unexpectedly.
        """
        self._settings.session = {**self._settings.session, **self._place()}
        self._settings.sync()

    def _place(self) -> dict[str, Any]:
        document = self._document
        path = str(document.path.absolute()) if document.path is not None else ""
        return {"path": path, "index": document.index, "cursor": document.cursor}

    def end_session(self) -> None:
        """End the use of the record: store its place for the next start, and close it.

        Changes that were not saved to a file remain in the journal. The stored session is marked as ended normally.
        """
        self.before_saving()
        if self.chooser is not None:
            self.chooser.reject()
        if self._reader is not None:
            self._reader.close()
        document = self._document
        self._settings.session = {**self._place(), "running": False}
        if document.is_modified:
            document.release()
        else:
            document.close()
        self._settings.sync()

    # --- details --------------------------------------------------------------------------------------------------

    def _collection(self, path: Path) -> Collection:
        """Read a file and return the index of its games. This blocks until the file is read, so it should be small.

        Raises:
            FileError: if the file cannot be read.
            NotationError: if the format of the file is unknown.
        """
        collection = Collection.load(path, read_bytes(path), self._settings.encoding(path))
        for _ in collection.scan():
            pass
        return collection

    def _keep_folder(self, path: Path) -> None:
        """Begin the next file dialogs in the folder of a file, also after a restart."""
        self._settings.folder = path.absolute().parent
        begin_in(self._settings.folder)

    def _dialog(self, title: str, mode: QFileDialog.AcceptMode, kinds: str) -> QFileDialog:
        dialog = file_dialog(self._window, title, self._settings.folder, kinds)
        dialog.setAcceptMode(mode)
        dialog.finished.connect(dialog.deleteLater)
        return dialog

    def _stem(self) -> str:
        """Return a file name without a suffix for the record.

        This is the stem of the record's file. If there is no file, the name consists of the names of the players or, if
        these are unknown, of the identifier of the game. It is valid on all systems.
        """
        if self._document.path is not None:
            return self._document.path.stem
        headers: Any = self._document.record.headers
        names = [player_title(headers.get(name, "").strip("?")) for name in ("White", "Black")]
        return stem_of_players(names) or self._document.game.name


def _game_title(headers: Mapping[str, str]) -> str:
    """Return the players and the event of a game for display."""
    players = " – ".join(player_title(headers.get(side, "?")) for side in ("White", "Black"))
    return foreign.one_line("  ·  ".join(part for part in (players, headers.get("Event", "").strip("?")) if part))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except (OSError, ValueError):  # ValueError: a path with a null character
        return 0


def _saved_text(path: Path, is_locked: bool, written: FileContent) -> str:
    if is_locked and written.is_converted:
        return tr("Saved: {path}. All games of the file are now in UTF-8.", path=path.name)
    encoding = encoding_name(written.encoding)
    if is_locked and written.is_apart:
        others = names_of(dict.fromkeys(written.others, False))
        return tr(
            "Saved: {path}. This game is now in {encoding}, as {others} does not have all of its characters.",
            path=path.name, encoding=encoding, others=others,
        )  # fmt: skip
    if is_locked and written.encoding != "utf-8":
        return tr("Saved: {path}, in the encoding {encoding}", path=path.name, encoding=encoding)
    if is_locked:
        return tr("Saved: {path}", path=path.name)
    return tr(
        "Saved: {path}. The file cannot be locked in this folder, so two programs must not save it at the same moment.",
        path=path.name,
    )


def _aside_text() -> str:
    return tr("The previous record was not saved; it has been put aside.")


def _number(session: Mapping[str, Any], name: str) -> int:
    """Return the value of ``name`` in a stored session, or 0 if the value is missing or not a positive integer."""
    value = session.get(name)
    return value if isinstance(value, int) and value > 0 else 0


def _naming(path: Path, error: KyVienError) -> str:
    """Return the message of an error in a file, which begins with the name of the file unless the message has it."""
    text = str(error)
    return text if path.name in text else f"{path.name}: {text}"


def _suffix_of(chosen: str) -> str:
    """Return the suffix in one line of a file dialog's filter, such as ``sgf``.

    If the line contains no suffix, or several, return ``pgn``.
    """
    found = re.findall(r"\*\.(\w+)", chosen)
    return str(found[0]) if len(found) == 1 else "pgn"


def _suffixes(game: Game) -> list[str]:
    """Return the suffixes of the formats that can be written for a game."""
    return [suffix for cls in writable(game).values() for suffix in cls.suffixes]


def _kinds(together: str, further: Mapping[str, Sequence[str]], suffixes: Sequence[str] | None = None) -> str:
    """Return the filter of a file dialog: all kinds together, then each format of records, further kinds, all files.

    Args:
        together: name of all kinds together.
        further: a mapping of the names of further kinds to their suffixes.
        suffixes: the suffixes of the formats to offer, or None for all formats.
    """
    known = [cls for cls in formats().values() if suffixes is None or set(cls.suffixes) <= set(suffixes)]
    kinds = {tr(cls.title): cls.suffixes for cls in known} | dict(further)
    lines = [(name, " ".join(f"*{suffix}" for suffix in suffixes)) for name, suffixes in kinds.items()]
    every = [(together, " ".join(suffixes for _, suffixes in lines)), *lines, (tr("All files"), "*")]
    return ";;".join(f"{name} ({suffixes})" for name, suffixes in every)
