"""What a screen reader reads: a name for every control of all workspaces and dialogs, and a board read aloud."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.records.collection import Collection
from studio.analysis.choice import Budget
from studio.dialogs.games import GamesDialog
from studio.window.layouts import WORKSPACES
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch

CONTROLS = (
    QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit,
    QProgressBar, QTabBar, QTextEdit,
)  # fmt: skip
PARTS = (QScrollBar, QHeaderView, QLabel)
"""Parts of other controls, and labels, whose name is their text."""


def controls(root: QWidget) -> Iterator[QWidget]:
    """The visible widgets below ``root`` that a user operates or that can have the focus."""
    for widget in (root, *root.findChildren(QWidget)):
        if isinstance(widget, PARTS) or widget.objectName().startswith("qt_") or not widget.isVisibleTo(root):
            continue
        if isinstance(widget, QLineEdit) and isinstance(widget.parent(), QAbstractSpinBox | QComboBox):
            continue
        if isinstance(widget, CONTROLS) or (widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget is not root):
            yield widget


def spoken(widget: QWidget) -> str:
    """The name of a widget as a screen reader gets it."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name) if interface is not None else ""


def nameless(root: QWidget) -> list[str]:
    """The controls without a name, with the class of their parent."""
    QApplication.processEvents()
    found = list(controls(root))
    assert found, root
    return [f"{each!r} in {each.parent()!r}" for each in found if not spoken(each).strip()]


DIALOGS = ("new_game", "properties", "preferences", "external_engines", "about", "palette")


@pytest.mark.parametrize("code", [pytest.param("en"), pytest.param("vi", marks=pytest.mark.slow)])
def test_every_control_of_every_workspace_and_dialog_has_a_name(
    code: str, window: MainWindow, switch: LanguageSwitch
) -> None:
    switch.switch(code)
    window.first_page.show()
    assert nameless(window) == [], "the first page"
    for name in WORKSPACES:
        window.show_workspace(name)
        assert nameless(window) == [], name
    window.show_workspace("analyse")
    for dock in window.docks.values():
        dock.show()
    assert nameless(window) == [], "all panels"
    window.show_workspace("play")
    window.set_editing(True)
    assert nameless(window) == [], "the editor"
    window.set_editing(False)
    for opener in DIALOGS:
        dialog = getattr(window.openers, opener)()
        assert isinstance(dialog, QDialog)
        assert dialog.windowTitle(), opener
        assert nameless(dialog) == [], opener
        dialog.close()
        QApplication.processEvents()
    for opener in ("help", "key_sheet"):
        panel = getattr(window.openers, opener)()
        assert panel.accessibleName(), opener
        assert nameless(window) == [], opener


def test_every_control_of_the_list_of_games_has_a_name(qtbot: QtBot, tmp_path: Path) -> None:
    collection = Collection.load("games.pgn", b'[Game "chess"]\n\n1. e4 *\n')
    for _ in collection.scan():
        pass
    dialog = GamesDialog(tmp_path / "games.pgn", collection, 0, lambda: find_game("chess")().start())
    qtbot.addWidget(dialog)
    dialog.show()
    assert nameless(dialog) == []
    dialog.close()


def test_the_test_finds_a_control_without_a_name(qtbot: QtBot) -> None:
    root = QWidget()
    qtbot.addWidget(root)
    QComboBox(root)
    assert len(nameless(root)) == 1


def test_a_board_is_read_aloud(window: MainWindow, switch: LanguageSwitch) -> None:
    board, game = window.board, find_game("cotoan")()
    board.show_position(game, game.parse_position("9/4b04/9/9/9/9/9/9/9/4r04/r8r25b9b1 b 0 0 0 1"))
    assert board.accessibleName() == "Board"
    assert board.accessibleDescription().startswith(
        "Blue to move. b1: Red 2, a1: Red 8, e2: Red 0, i1: Blue 1, h1: Blue 9, e10: Blue 0. Tab enters the board"
    )
    switch.switch("vi")
    QApplication.processEvents()
    assert "a1: Đỏ 8" in board.accessibleDescription()


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    from studio.board import view

    texts: list[str] = []
    made: Callable[..., object] = view.QAccessibleAnnouncementEvent

    def keep(widget: QWidget, text: str) -> object:
        texts.append(text)
        return made(widget, text)

    monkeypatch.setattr(view, "QAccessibleAnnouncementEvent", keep)
    return texts


def test_moves_are_announced_but_not_positions(window: MainWindow, announced: list[str]) -> None:
    document = window.document
    document.play(document.game.parse_move(document.position, "1a1-a2"))
    assert announced == ["Red: 1a1-a2"]
    document.to_start()
    assert announced == ["Red: 1a1-a2"], "a move that is taken back is not announced as one"


def visited(window: MainWindow) -> list[QWidget]:
    """The widgets that Tab visits until it visits one again. The board and texts may take it once for themselves."""
    found: list[QWidget] = []
    while (widget := QApplication.focusWidget()) is not None and (widget not in found or widget is found[-1]):
        assert found[-3:] != [widget] * 3, f"Tab does not leave {widget}"
        found.append(widget)
        QTest.keyClick(widget, Qt.Key.Key_Tab)
    return list(dict.fromkeys(found))


def is_unchecked(widget: QWidget) -> bool:
    """Whether it is a button of a group of which another is checked, where Tab stops once and the arrows choose."""
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    return group is not None and group.exclusive() and not widget.isChecked()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "name", ["tree", *(pytest.param(each, marks=pytest.mark.slow) for each in WORKSPACES if each != "tree")]
)
def test_tab_visits_every_field_of_a_workspace(window: MainWindow, qtbot: QtBot, name: str) -> None:
    """In Tree it passed all fields above the nodes; a table of results was left only after its last cell."""
    window.document.new(find_game("nim")())
    window.show_workspace(name)
    if name == "compare":
        window.compare.choice.set_budget(Budget("depth", 1))
        window.compare.run()
        qtbot.waitUntil(lambda: not window.compare.is_running, timeout=30_000)
    QApplication.processEvents()
    fields = [
        each
        for each in window.findChildren(QWidget)
        if each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.focusProxy() is None and each.window() is window
        if each.isVisible() and each.isEnabled() and not is_unchecked(each)
    ]
    seen = visited(window)
    assert [each for each in fields if each not in seen] == []


def places(window: MainWindow, parts: Sequence[QWidget]) -> list[int]:
    """The upper edges in the window of the parts that Tab visits, in its order."""
    return [each.mapTo(window, QPoint()).y() for each in visited(window) if each in parts]


@pytest.mark.slow
def test_tab_visits_the_players_of_a_match_and_the_cells_of_a_strip_in_their_places(window: MainWindow) -> None:
    """Both were visited after all fields below them, because they are made last."""
    window.show_workspace("match")
    QApplication.processEvents()
    form = window.match.form
    tops = places(window, [form.game_box, *(row.evaluation_box for row in form.rows), form.add_button, form.games_box])
    assert len(tops) == 5 and tops == sorted(tops)
    window.show_workspace("analyse")
    QApplication.processEvents()
    panel = window.analysis
    tops = places(window, [panel.evaluation_box, *panel.strip.cells, *panel.list.rows])
    assert len(tops) > 10 and tops == sorted(tops)
