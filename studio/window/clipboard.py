"""Commands that copy to the clipboard, and commands that paste a position, moves, or a record of any format."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QTimer
from PySide6.QtGui import QGuiApplication

from engine.core.errors import KyVienError
from engine.core.game import Game, games, split_position
from engine.core.language import tr
from engine.records.formats import find_format
from engine.records.formats.pgn.words import words_of
from engine.records.tree import ROOT
from studio.analysis.workspaces import Host
from studio.board.view import BoardView
from studio.play.controller import PlayController
from studio.widgets.command import EDIT, Aspect, Command, Condition
from studio.window.filing import Filing
from studio.window.layouts import Layouts
from studio.window.status import MESSAGE_MS
from studio.window.workspaces import Workspaces


class Clipboard:
    """Commands that copy positions, records and tables to the clipboard, or paste text.

    Args:
        host: the open record, the notices and the status bar.
        controller: the controller that plays a pasted move.
        filing: the object that opens pasted records.
        board: the board, whose position is copied.
        layouts: the layouts of the workspaces.
        workspaces: the workspaces, whose tables are copied.
    """

    def __init__(
        self, host: Host, controller: PlayController, filing: Filing, board: BoardView, layouts: Layouts,
        workspaces: Workspaces,
    ) -> None:  # fmt: skip
        self._document, self._notice, self._status = host.document, host.notice, host.status
        self._controller, self._filing, self._board = controller, filing, board
        self._layouts, self._workspaces = layouts, workspaces

    def commands(self) -> list[Command]:
        """Return the commands of the clipboard."""
        can_paste = Condition(lambda: not self._layouts.is_editing, Aspect.WORKSPACE)
        return [
            Command("copy_position", EDIT, "Copy position", self.copy_position, "Ctrl+C", "copy", 1),
            Command("copy_record", EDIT, "Copy record", self.copy_record, "Ctrl+Shift+C", section=1),
            Command("paste", EDIT, "Paste position or record", self.paste, "Ctrl+V", "paste", 1, enabled=can_paste),
        ]

    def copy_position(self) -> None:
        """Copy the position on the board as text or, in a workspace with a table, the table.

        If there is no table, copy the position.
        """
        page = self._workspaces.shown
        if page is None or not page.copy():
            position = self._board.position or self._document.position
            QGuiApplication.clipboard().setText(self._document.game.format_position(position))
            self._status.showMessage(tr("The position is on the clipboard."), MESSAGE_MS)

    def copy_record(self) -> None:
        """Copy the whole record as PGN."""
        self._filing.before_saving()
        QGuiApplication.clipboard().setText(self._document.text())
        self._status.showMessage(tr("The record is on the clipboard."), MESSAGE_MS)

    def paste(self) -> None:
        """Call ``paste_text`` with the text on the clipboard."""
        self.paste_text(QGuiApplication.clipboard().text())

    def paste_text(self, text: str) -> None:
        """Begin a record with a position, play a move, add moves or open a record, according to ``text``.

        Errors are shown in the notice bar.
        """
        words = text.strip()
        if not words:
            self._notice.show_notice(tr("There is no text on the clipboard."), is_error=True)
            return
        document = self._document
        self._notice.dismiss_error()
        try:
            if _is_position(words):
                self._paste_position(words)
                return
            if [word.kind for word in words_of(words)] == ["move"]:
                self._controller.play(document.game.parse_move(document.position, words))
                return
            moves = self._moves_in(words)
            if moves:
                document.go(document.add_line(document.cursor, moves))
                return
            record = words if _is_record(words) else _record_of_moves(words)
            if record is None:
                sentence = tr("The text is not a position, not moves of this game, and not a record.")
                self._notice.show_notice(sentence, is_error=True)
                return
            self._filing.open_text(record)
        except KyVienError as error:
            self._notice.show_notice(str(error), is_error=True)

    def drop(self, data: QMimeData) -> None:
        """Open the first of the dropped files, or handle dropped text like pasted text."""
        self._notice.dismiss_error()
        files = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
        if files:
            # Deferred because the source application waits for the end of the drop.
            QTimer.singleShot(0, self._status, lambda: self._filing.open(files[0]))
        elif data.hasUrls():
            sentence = tr("Only files on this computer can be opened; save the file first.")
            self._notice.show_notice(sentence, is_error=True)
        elif data.hasText():
            self.paste_text(data.text())

    def _paste_position(self, text: str) -> None:
        """Begin a new record with a position or, during a game of the same kind, set it up in the record of the game.

        A notice offers the other choice if there is one.

        Raises:
            KyVienError: if the text is not a position of any game. The error is that of the current game.
        """
        document = self._document
        game, setup, moves, changes = self._position_in(text)
        if not self._controller.is_playing or type(game) is not type(document.game):
            self._begin(game, setup, moves, changes)
            return
        edits = self._set_up(setup, moves)
        added = document.undo_stack.undo_edit

        def begin() -> None:
            if document.undo_stack.undo_edit is added:
                for _ in range(edits):
                    document.undo()
            self._begin(game, setup, moves, changes)

        self._notice.show_notice(
            lambda: _with_changes(tr("The position was added to the game in progress."), changes),
            [(lambda: tr("Open it in a new record"), begin)],
        )

    def _set_up(self, setup: str, moves: list[int]) -> int:
        """Set up a position in the record and add the moves after it. Return the number of edits.

        A record that begins with the position and has moves needs no set-up.
        """
        document = self._document
        needed = not moves or document.cursor != ROOT or setup != document.game.format_position(document.position)
        if needed:
            document.set_up(setup)
        if moves:
            document.go(document.add_line(document.cursor, moves))
        return needed + bool(moves)

    def _position_in(self, text: str) -> tuple[Game, str, list[int], list[KyVienError]]:
        """Return the game and the text of a position, the moves after it, and what was changed in the position.

        The game is the current one if possible.

        Raises:
            KyVienError: if the text is not a position of any game. The error is that of the game whose board has as
                many ranks as the text, or else that of the current game.
        """
        setup, words = split_position(text)
        own = self._document.game
        ranks = (setup or "").partition(" ")[0].rstrip("/").count("/") + 1
        errors: dict[bool, KyVienError] = {}
        for each in (own, *(kind() for kind in games().values() if kind is not type(own))):
            game = each.fitted(setup or "")
            try:
                position, changes = (game.start(), []) if setup is None else game.read_position(setup)
                start, moves = position, list[int]()
                for word in words:
                    moves.append(game.parse_move(position, word))
                    position = position.play(moves[-1])
                return game, game.format_position(start), moves, changes
            except KyVienError as error:
                # The board of a hand-made tree has as many rows as the tree is deep.
                fits = each is not own and not each.tree_rule and each.surface(each.start()).rows == ranks
                errors.setdefault(fits, error)
        own_fits = own.surface(own.start()).rows == ranks
        raise errors[False] if own_fits or True not in errors else errors[True]

    def _begin(self, game: Game, setup: str, moves: list[int], changes: list[KyVienError]) -> None:
        """Begin a new record with a position. If the record before has contents, a notice offers to return to it."""
        document, filing = self._document, self._filing
        path, index, cursor, tree, was_modified = (
            document.path, document.index, document.cursor, document.tree, document.is_modified,
        )  # fmt: skip
        text = document.text()
        filing.put_aside()
        kept = next(iter(filing.aside()), None) if was_modified else None
        document.new(game)
        self._set_up(setup, moves)
        if path is None and not was_modified and len(tree) == 1:
            if changes:
                self._notice.show_notice(lambda: _with_changes("", changes), stays=True)
            return

        def go_back() -> None:
            if kept is not None and kept.exists():
                filing.bring_back(kept)
            elif path is None or was_modified or not filing.open(path, index):
                filing.put_aside()
                document.open_text(text, is_kept=not was_modified)
            if cursor in document.tree:
                document.go(cursor)

        def add() -> None:
            go_back()
            self._set_up(setup, moves)

        answers = [(lambda: tr("Go back"), go_back)]
        if type(game) is type(tree.game):
            answers.append((lambda: tr("Add it to the previous record"), add))
        self._notice.show_notice(lambda: _with_changes(tr("The position begins a new record."), changes), answers)

    def _moves_in(self, text: str) -> list[int]:
        """Return the moves in ``text``, or an empty list if ``text`` is not a sequence of legal moves from the cursor.

        During a game, the list is always empty.
        """
        position, moves = self._document.position, list[int]()
        if self._controller.is_playing:
            return []
        for word in words_of(text):
            try:
                if word.kind != "move":
                    return []
                moves.append(position.game.parse_move(position, word.text))
            except KyVienError:
                return []
            position = position.play(moves[-1])
        return moves


def _with_changes(sentence: str, changes: list[KyVienError]) -> str:
    """Return a sentence, followed by what was changed in a pasted position."""
    texts = (str(change) for change in changes)
    return " ".join(filter(None, (sentence, *(f"{each[:1].upper()}{each[1:].rstrip('.;')}." for each in texts))))


def _is_position(text: str) -> bool:
    """Return whether a text is a single line that looks like a position or a command ``position`` of UCI."""
    looks = text.count("/") > 3 or text.startswith(("position startpos", "startpos moves"))
    return "\n" not in text and looks and not _is_record(text)


def _record_of_moves(text: str) -> str | None:
    """Return the PGN of a text that contains only moves of a game, without numbers, or None if it does not."""
    record = f"1. {text} *"
    try:
        found = find_format("moves.pgn").read(record, strict=True)
    except KyVienError:
        return None
    return record if len(found) == 1 and len(found[0].tree) > 1 else None


def _is_record(text: str) -> bool:
    """Return whether a record format recognises ``text``. The text may still contain errors."""
    try:
        find_format(text=text)
    except KyVienError:
        return False
    return True
