"""The actions of the monkey."""

import contextlib
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

from engine.asking.external import EngineSpec
from engine.contests.contest import Contest, Contestant
from engine.core.game import games
from engine.search.report import Limit
from engine.search.spec import Spec
from studio.dialogs.new_game import NewGame
from studio.play.seat import Seat
from studio.settings import Settings
from studio.window.layouts import WORKSPACES
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch
from tests.endurance.hostile import any_text, hostile_file, large_file
from tests.endurance.stalls import ROOT
from tests.engine.positions import random_game

Keys = Qt.Key
NONE, CTRL, SHIFT = (
    Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier,
)  # fmt: skip
KEYS = (
    Keys.Key_Left, Keys.Key_Right, Keys.Key_Up, Keys.Key_Down, Keys.Key_Home, Keys.Key_End, Keys.Key_PageDown,
    Keys.Key_Return, Keys.Key_Space, Keys.Key_Escape, Keys.Key_Tab, Keys.Key_Backtab, Keys.Key_Backspace,
    Keys.Key_Delete, Keys.Key_F1, Keys.Key_F2, Keys.Key_1, Keys.Key_4, Keys.Key_9, Keys.Key_A, Keys.Key_F, Keys.Key_M,
    Keys.Key_X, Keys.Key_Z, Keys.Key_Minus, Keys.Key_Menu,
)  # fmt: skip
BUTTONS = (
    Qt.MouseButton.LeftButton,
    Qt.MouseButton.LeftButton,
    Qt.MouseButton.RightButton,
    Qt.MouseButton.MiddleButton,
)
SIZES = ((1280, 800), (1920, 1080), (1024, 700), (1, 1))
PLAYERS = ("greedy", "random", "alphabeta", "negascout:quiescence=on,ordering=on", "minimax")
BAD_ENGINE = ROOT / "tests" / "engine" / "analysis" / "bad_engine.py"
BAD_WAYS = ("dies", "gone", "illegal", "nonsense", "none", "noisy", "complains", "mute")
NESTED_MS = 300


class Monkey:
    """The actions, each of which is drawn from what is visible and enabled.

    Args:
        rng: the source of randomness.
        settings: the settings, shared by all windows.
        switch: the object that changes the language.
        folder: folder of the files that are opened and saved.
        note: callback that receives a description of each action before it is done.
    """

    MOST_WINDOWS = 3

    def __init__(
        self,
        rng: random.Random,
        settings: Settings,
        switch: LanguageSwitch,
        folder: Path,
        note: Callable[[str], object],
    ) -> None:
        folder.mkdir(exist_ok=True)
        self._rng, self._settings, self._switch, self._folder, self._note = rng, settings, switch, folder, note
        settings.folder = folder
        self._windows: list[MainWindow] = []
        self._depth = 0
        self._application = QApplication.instance()
        assert isinstance(self._application, QApplication)
        # Menus of Qt's own fields and message boxes run a nested event loop until they are closed.
        self._guard = QTimer(self._application)
        self._guard.timeout.connect(self._leave_nested)
        self._guard.start(NESTED_MS)
        self._kinds: tuple[tuple[int, Callable[[MainWindow], object]], ...] = (
            (170, self._move), (60, self._board_mouse), (170, self._action), (110, self._key), (250, self._widget),
            (70, self._point), (30, self._paste), (12, self._hostile), (1, self._large), (15, self._sample),
            (40, self._undo), (15, self._workspace), (3, self._theme), (3, self._language), (12, self._analysis),
            (4, self._contest), (10, self._play_engine), (25, self._type), (5, self._resize), (3, self._open),
            (3, self._close), (15, self._dialog), (4, self._engines), (3, self._reopen),
        )  # fmt: skip

    # --- what is there --------------------------------------------------------------------------------------------

    def act(self) -> None:
        """Do one action."""
        self._delete_closed()
        if not self._windows:
            self._note("open: first window")
            self.open_window()
            return
        self._depth += 1
        try:
            popup = QApplication.activePopupWidget()
            top = QApplication.activeModalWidget() or self._side_window()
            if popup is not None:
                self._popup(popup)
            elif isinstance(top, QFileDialog):
                self._file_dialog(top)
            elif top is not None:
                self._in_dialog(top)
            else:
                kinds = self._kinds
                (kind,) = self._rng.choices([act for _, act in kinds], [weight for weight, _ in kinds])
                kind(self._rng.choice(self._windows))
        finally:
            self._depth -= 1

    def open_window(self) -> None:
        """Open a window as the program does, with the session of the last one."""
        window = MainWindow(self._settings, self._switch)
        window.controller.engine_moves.move_ms = 0
        window.show()
        window.activateWindow()
        window.warm_up()
        window.filing.begin_session(None)
        self._windows.append(window)

    def _delete_closed(self) -> None:
        """Delete the windows that were closed, for example by a shortcut."""
        windows = [each for each in self._windows if isValid(each)]
        self._windows = [each for each in windows if each.isVisible()]
        for window in windows:
            if window not in self._windows:
                window.deleteLater()

    def close_one(self) -> None:
        """Close and delete one window, if there is one."""
        for window in self._windows[:1]:
            self._windows.remove(window)
            if isValid(window):
                self._note("close: a window")
                window.close()
                window.deleteLater()

    def close_all(self) -> None:
        """Close and delete all windows and dialogs."""
        self._note("close: all")
        while (popup := QApplication.activePopupWidget()) is not None:
            popup.close()
        for window in self._windows:
            if isValid(window):
                window.close()
                window.deleteLater()
        self._windows = []
        for widget in QApplication.topLevelWidgets():
            widget.close()
        QGuiApplication.clipboard().clear()
        for path in self._folder.iterdir():
            path.unlink()

    def _side_window(self) -> QWidget | None:
        """Return a window other than the main windows, at random or None."""
        others = [
            each
            for each in QApplication.topLevelWidgets()
            if each.isVisible() and not isinstance(each, MainWindow) and isinstance(each, QDialog)
        ]
        others += [each for each in map(_guide_of, self._windows) if each is not None]
        if others and (self._rng.random() < 0.4 or any(isinstance(each, QFileDialog) for each in others)):
            files = [each for each in others if isinstance(each, QFileDialog)]
            return self._rng.choice(files or others)
        return None

    def _visible_in(self, root: QWidget) -> QWidget:
        """Return a visible and enabled widget in a window, found by a random descent."""
        at = root
        while True:
            inner = [
                each
                for each in at.children()
                if isinstance(each, QWidget) and each.isVisible() and each.isEnabled() and not each.isWindow()
            ]
            if not inner or isinstance(at, QComboBox | QAbstractSpinBox):
                return at
            at = self._rng.choice(inner)

    # --- gestures on any widget -----------------------------------------------------------------------------------

    def _operate(self, widget: QWidget) -> None:
        rng = self._rng
        name = f"{type(widget).__name__} {widget.objectName()}".strip()
        view = next((each for each in (widget, widget.parent()) if isinstance(each, QAbstractItemView)), None)
        if isinstance(widget, QComboBox) and rng.random() < 0.7:
            self._note(f"widget: choose in {name}")
            QTest.keyClick(widget, rng.choice((Keys.Key_Up, Keys.Key_Down, Keys.Key_Home, Keys.Key_End)))
        elif isinstance(widget, QAbstractSpinBox | QAbstractSlider) and rng.random() < 0.8:
            key = rng.choice((Keys.Key_Up, Keys.Key_Down, Keys.Key_Down, Keys.Key_Return))
            self._note(f"widget: {key.name} in {name}")
            QTest.keyClick(widget, key)
        elif isinstance(widget, QLineEdit | QPlainTextEdit | QTextEdit) and rng.random() < 0.6:
            self._enter(widget)
        elif (
            view is not None
            and view.model() is not None
            and view.model().rowCount(QModelIndex())
            and rng.random() < 0.8
        ):
            self._item(view)
        elif isinstance(widget, QTabBar) and widget.count():
            self._note(f"widget: tab of {name}")
            self._click(widget, widget.tabRect(rng.randrange(widget.count())).center())
        else:
            point = QPoint(rng.randrange(max(1, widget.width())), rng.randrange(max(1, widget.height())))
            if isinstance(widget, QAbstractButton):
                point = widget.rect().center()
                name += f" {widget.text()[:30]!r}"
            self._mouse(widget, point, name)

    def _mouse(self, widget: QWidget, point: QPoint, name: str) -> None:
        rng = self._rng
        kind = rng.choices(("click", "double", "wheel", "move", "drag", "menu"), (60, 6, 8, 10, 6, 6))[0]
        self._note(f"widget: {kind} on {name} at {point.x()},{point.y()}")
        if kind == "click":
            self._click(widget, point, rng.choice(BUTTONS))
        elif kind == "double":
            QTest.mouseDClick(widget, Qt.MouseButton.LeftButton, NONE, point)
        elif kind == "wheel":
            self._wheel(widget, point)
        elif kind == "move":
            QTest.mouseMove(widget, point)
        elif kind == "drag":
            other = QPoint(rng.randrange(max(1, widget.width())), rng.randrange(max(1, widget.height())))
            self._drag(widget, point, other)
        else:
            event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, widget.mapToGlobal(point))
            QApplication.sendEvent(widget, event)

    def _click(self, widget: QWidget, point: QPoint, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        QTest.mousePress(widget, button, NONE, point)
        if isValid(widget):
            QTest.mouseRelease(widget, button, NONE, point)

    def _drag(self, widget: QWidget, start: QPoint, end: QPoint) -> None:
        QTest.mousePress(widget, Qt.MouseButton.LeftButton, NONE, start)
        for share in (0.3, 0.7, 1.0):
            if isValid(widget):
                QTest.mouseMove(widget, start + (end - start) * share)
        if isValid(widget):
            QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, NONE, end)

    def _wheel(self, widget: QWidget, point: QPoint) -> None:
        step = QPoint(0, self._rng.choice((-120, 120, -1200)))
        event = QWheelEvent(
            QPointF(point), QPointF(widget.mapToGlobal(point)), QPoint(), step, Qt.MouseButton.NoButton, NONE,
            Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(widget, event)

    def _item(self, view: QAbstractItemView) -> None:
        model, rng, root = view.model(), self._rng, QModelIndex()
        # The method of a list model is protected.
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(root)
        index = model.index(rng.randrange(model.rowCount(root)), rng.randrange(max(1, columns)), root)
        view.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)
        point = view.visualRect(index).center()
        self._note(
            f"widget: item {index.row()},{index.column()} of {type(view).__name__} in {type(view.parent()).__name__}"
        )
        self._click(view.viewport(), point, rng.choice(BUTTONS))
        if isValid(view) and rng.random() < 0.3:
            QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, NONE, point)
        if isValid(view) and rng.random() < 0.3:
            QTest.keyClick(view, rng.choice(KEYS))

    def _enter(self, field: QWidget) -> None:
        text = any_text(self._rng)[:20_000] if self._rng.random() < 0.6 else str(self._rng.randrange(-3, 2000))
        self._note(f"widget: enter {text[:60]!r} in {type(field).__name__} {field.objectName()}")
        QTest.mouseClick(field, Qt.MouseButton.LeftButton, NONE, QPoint(3, 3))
        if not isValid(field):
            return
        if self._rng.random() < 0.5:
            QTest.keyClick(field, Keys.Key_A, CTRL)
        QGuiApplication.clipboard().setText(text)
        QTest.keyClick(field, Keys.Key_V, CTRL)
        if isValid(field) and self._rng.random() < 0.5:
            QTest.keyClick(field, self._rng.choice((Keys.Key_Return, Keys.Key_Tab, Keys.Key_Escape)))

    # --- other windows --------------------------------------------------------------------------------------------

    def _popup(self, popup: QWidget) -> None:
        actions = [each for each in popup.actions() if each.isEnabled() and each.isVisible()]
        kind = self._rng.randrange(4)
        if isinstance(popup, QMenu) and actions and kind < 2:
            action = self._rng.choice(actions)
            self._note(f"menu: {action.text()!r}")
            if action.menu() is not None:
                popup.setActiveAction(action)
            else:
                popup.close()
                action.trigger()
        elif kind == 2:
            key = self._rng.choice((Keys.Key_Down, Keys.Key_Up, Keys.Key_Return, Keys.Key_Right, Keys.Key_Escape))
            self._note(f"menu: {key.name} in {type(popup).__name__}")
            QTest.keyClick(popup, key)
        else:
            self._note(f"menu: close {type(popup).__name__}")
            popup.close()

    def _file_dialog(self, dialog: QFileDialog) -> None:
        """Choose a file in the folder of the monkey only. Any other gesture could remove a file elsewhere."""
        saves = dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
        suffix = dialog.defaultSuffix() or self._rng.choice(("pgn", "sgf", "py", "txt"))
        path = self._folder / f"saved {self._rng.randrange(30)}.{suffix}"
        files = sorted(self._folder.iterdir())
        if not saves and files:
            path = self._rng.choice(files)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        if self._rng.random() < 0.3 or not (saves or path.exists()):
            self._note("dialog: reject a file dialog")
            dialog.reject()
        else:
            self._note(f"dialog: choose {path.name}")
            dialog.selectFile(str(path))
            if [Path(each) for each in dialog.selectedFiles()] == [path]:
                dialog.accept()
            else:
                dialog.reject()

    def _in_dialog(self, dialog: QWidget) -> None:
        if self._rng.random() < 0.12:
            self._note(f"dialog: close {type(dialog).__name__}")
            if isinstance(dialog, QDialog):
                self._rng.choice((dialog.accept, dialog.reject, dialog.close))()
            else:
                dialog.close()
        elif self._rng.random() < 0.15:
            self._press(dialog)
        else:
            self._operate(self._visible_in(dialog))

    def _leave_nested(self) -> None:
        """Close what runs an event loop inside of an action."""
        if self._depth == 0:
            return
        nested = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if nested is not None:
            nested.close()

    # --- the main window ------------------------------------------------------------------------------------------

    def _move(self, window: MainWindow) -> None:
        """Make a legal move with the mouse."""
        board, rng = window.board, self._rng
        if not board.isVisible() or not board.legal_shapes():
            self._key(window)
            return
        shape = rng.choice(board.legal_shapes())
        self._note(f"move: {shape.origin} to {shape.target}")
        cells = [cell for cell in (shape.origin, shape.target) if cell is not None]
        if len(cells) == 2 and rng.random() < 0.3:
            self._drag(board, board.cell_center(cells[0]), board.cell_center(cells[1]))
        else:
            for cell in cells:
                self._click(board, board.cell_center(cell))

    def _board_mouse(self, window: MainWindow) -> None:
        board = window.board
        point = QPoint(self._rng.randrange(max(1, board.width())), self._rng.randrange(max(1, board.height())))
        self._mouse(board, point, "board")

    def _action(self, window: MainWindow) -> None:
        table = window.actions_table.all()
        rare = ("quit", "full_screen", "theme_light", "theme_dark", "theme_system", "language_en", "language_vi")
        enabled = [
            (spec.id, action)
            for spec, action in table.items()
            if action.isEnabled() and (spec.id not in rare or self._rng.random() < 0.05)
        ]
        name, action = self._rng.choice(enabled)
        self._note(f"action: {name}")
        action.trigger()

    def _key(self, window: MainWindow) -> None:
        key = self._rng.choice(KEYS)
        modifier = self._rng.choices((NONE, SHIFT, CTRL), (8, 1, 1))[0]
        target = QApplication.focusWidget() or window
        self._note(f"key: {key.name} {modifier.name} to {type(target).__name__}")
        QTest.keyClick(target, key, modifier)

    def _press(self, root: QWidget) -> None:
        buttons = [each for each in root.findChildren(QAbstractButton) if each.isVisible() and each.isEnabled()]
        if buttons:
            button = self._rng.choice(buttons)
            self._note(f"widget: press {type(button).__name__} {button.text()[:30]!r}")
            self._click(button, button.rect().center())

    def _widget(self, window: MainWindow) -> None:
        if self._rng.random() < 0.15:
            self._press(window)
        else:
            self._operate(self._visible_in(window))

    def _point(self, window: MainWindow) -> None:
        point = QPoint(self._rng.randrange(max(1, window.width())), self._rng.randrange(max(1, window.height())))
        widget = window.childAt(point)
        if widget is not None and widget.isEnabled():
            self._operate(widget)

    def _paste(self, window: MainWindow) -> None:
        text = any_text(self._rng)
        self._note(f"paste: {text[:60]!r}")
        QGuiApplication.clipboard().setText(text)
        window.actions_table["paste"].trigger()

    def _hostile(self, window: MainWindow) -> None:
        path = hostile_file(self._folder, self._rng)
        self._note(f"open: {path.name}, {path.stat().st_size} bytes")
        window.filing.open(path)

    def _large(self, window: MainWindow) -> None:
        path = large_file(self._folder, self._rng)
        self._note(f"open: {path.name}, {path.stat().st_size} bytes")
        self.open_large_file(window, path)

    def open_large_file(self, window: MainWindow, path: Path) -> None:
        """Open a file of more than 1 MB."""
        window.filing.open(path)

    def _sample(self, window: MainWindow) -> None:
        samples = [path for entries in window.filing.samples().values() for _, path in entries]
        path = self._rng.choice(samples)
        self._note(f"open: sample {path.name}")
        window.filing.open_sample(path)

    def _undo(self, window: MainWindow) -> None:
        name = self._rng.choice(("undo", "undo", "redo"))
        count = self._rng.randrange(1, 6)
        document = window.document
        self._note(f"undo: {name} {count} times, {document.game.name}, {len(document.tree.nodes)} nodes")
        for _ in range(count):
            window.actions_table[name].trigger()

    def _workspace(self, window: MainWindow) -> None:
        name = self._rng.choice(WORKSPACES)
        self._note(f"workspace: {name}")
        window.actions_table[f"workspace_{name}"].trigger()

    def _theme(self, window: MainWindow) -> None:
        name = self._rng.choice(("light", "dark", "system"))
        self._note(f"theme: {name}")
        window.actions_table[f"theme_{name}"].trigger()

    def _language(self, window: MainWindow) -> None:
        self._note("language: next")
        window.appearance.toggle_language()

    def _analysis(self, window: MainWindow) -> None:
        name = self._rng.choice(("analysis", "analysis", "stop", "threat", "analyse_game", "engine_move"))
        self._note(f"analysis: {name}")
        window.actions_table[name].trigger()

    def _contest(self, window: MainWindow) -> None:
        rng, limit = self._rng, Limit(depth=1)
        game = random_game(games()[rng.choice(sorted(games()))], rng)
        players = tuple(Contestant(rng.choice(PLAYERS), limit) for _ in range(2))
        contest = Contest(
            game.name, players, rules=game.rules_text(), games=rng.choice((2, 4, 20)), random_plies=rng.randrange(3)
        )
        self._note(f"contest: {contest.games} games of {game.name} {game.rules_text()}")
        if not window.match.is_running:
            window.show_workspace("match")
            window.match.form.show_contest(contest)
            window.match.start()

    def _play_engine(self, window: MainWindow) -> None:
        rng = self._rng
        game = random_game(games()[rng.choice(sorted(games()))], rng) if rng.random() < 0.7 else None
        game = game or games()[rng.choice(sorted(games()))]()
        specs: list[Any] = [Spec.parse(rng.choice(PLAYERS)), *window.engines.engines[-1:], None, None]
        seats = tuple(Seat(spec=rng.choice(specs), limit=Limit(depth=1)) for _ in range(2))
        names = " against ".join("a person" if each.spec is None else each.record_name() for each in seats)
        self._note(f"game: {game.name} {game.rules_text()}, {names}")
        window.openers.begin(NewGame(game, (seats[0], seats[1]), from_here=rng.random() < 0.1))

    def _type(self, window: MainWindow) -> None:
        if window.moves.comment.isVisible():
            text = any_text(self._rng)[:2000]
            self._note(f"comment: {text[:60]!r}")
            window.moves.comment.setFocus()
            window.moves.comment.insertPlainText(text)
        else:
            self._workspace(window)

    def _resize(self, window: MainWindow) -> None:
        size = self._rng.choice(SIZES)
        self._note(f"resize: {size[0]}×{size[1]}")
        window.showNormal()
        window.resize(*size)

    def _open(self, _: MainWindow) -> None:
        if len(self._windows) < self.MOST_WINDOWS:
            self._note("open: a window")
            self.open_window()

    def _close(self, window: MainWindow) -> None:
        self._note("close: a window")
        window.close()
        window.deleteLater()

    def _reopen(self, window: MainWindow) -> None:
        self._close(window)
        self._windows.remove(window)
        self._note("close: a window, and open one")
        self.open_window()

    def _dialog(self, window: MainWindow) -> None:
        name = self._rng.choice(
            ("new", "properties", "preferences", "engines", "key_sheet", "about", "rules", "editor")
        )
        self._note(f"dialog: open {name}")
        if window.actions_table[name].isEnabled():
            window.actions_table[name].trigger()

    def _engines(self, window: MainWindow) -> None:
        """Add or remove an external engine, most of them bad ones."""
        way = self._rng.choice((*BAD_WAYS, "good"))
        command: tuple[str, ...] = (str(BAD_ENGINE), way)
        if way == "good":
            command = (
                "-m",
                "engine",
                "serve",
                "--protocol",
                "uci",
                "--depth",
                "1",
                "--game",
                window.document.game.name,
            )
        self._note(f"engine: {way}")
        while len(window.engines.engines) > 2:
            window.engines.remove(window.engines.engines[0].name)
        with contextlib.suppress(ValueError):
            window.engines.put(EngineSpec(window.engines.free_name(way), sys.executable, command, "uci", str(ROOT)))


def _guide_of(window: MainWindow) -> Any:
    guide: QObject | None = window.openers.guide_panel
    return guide if isinstance(guide, QWidget) and guide.isVisible() else None
