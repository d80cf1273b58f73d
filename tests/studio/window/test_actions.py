"""Commands are enabled and checked as declared, and only the conditions that a change can affect are tested."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from studio.play.seat import Seat
from studio.settings import Settings
from studio.widgets.command import EDIT, FILE, Aspect, Command, Condition, Declared, FilledMenu
from studio.window.actions import Actions
from studio.window.layouts import ON_BOARD
from studio.window.main_window import MainWindow
from studio.window.menus import Menus, in_order
from studio.window.translation import LanguageSwitch
from studio.window.views import MoreButton
from studio.window.workspaces import ENTRIES


def nothing(*_: object) -> None:
    """A slot."""


def build(qtbot: QtBot, *declared: Declared) -> tuple[QMainWindow, Actions, Menus]:
    window = QMainWindow()
    qtbot.addWidget(window)
    table = Actions(window, Settings())
    ordered = in_order(declared)
    table.build([each for each in ordered if isinstance(each, Command)])
    return window, table, Menus(window.menuBar(), table, ordered, window)


def entries(menu: QMenu) -> list[str]:
    inner = [(action, action.menu()) for action in menu.actions()]
    return ["-" if each.isSeparator() else each.objectName() if sub is None else "…" for each, sub in inner]


def test_only_the_conditions_of_a_changed_aspect_are_tested(qtbot: QtBot) -> None:
    tested: Counter[str] = Counter()
    is_met = {"undo": False, "cursor": True}

    def condition(name: str, aspects: Aspect) -> Condition:
        def test() -> bool:
            tested[name] += 1
            return is_met[name]

        return Condition(test, aspects)

    cursor = condition("cursor", Aspect.CURSOR | Aspect.MOVES)
    _, table, _ = build(
        qtbot,
        Command("undo", EDIT, "Undo", nothing, enabled=condition("undo", Aspect.UNDO)),
        Command("one", EDIT, "Copy record", nothing, enabled=cursor),
        Command("two", EDIT, "Paste", nothing, enabled=cursor),
    )
    table.refresh()
    assert tested == {"undo": 1, "cursor": 1}, "once for both commands"
    assert not table["undo"].isEnabled() and table["one"].isEnabled()
    is_met.update(undo=True, cursor=False)
    table.refresh(Aspect.CURSOR)
    assert not table["one"].isEnabled() and not table["two"].isEnabled() and not table["undo"].isEnabled()
    table.refresh(Aspect.UNDO | Aspect.SETTINGS)
    assert table["undo"].isEnabled() and tested == {"undo": 2, "cursor": 2}


def test_a_refused_check_is_undone(qtbot: QtBot) -> None:
    checked = Condition(lambda: False, Aspect.SETTINGS)
    _, table, _ = build(qtbot, Command("a", EDIT, "Undo", nothing, checked=checked))
    table.refresh()
    table["a"].trigger()
    assert not table["a"].isChecked()


def test_a_command_that_is_not_for_the_game_disappears(qtbot: QtBot) -> None:
    is_for = [False]
    enabled = Condition(lambda: is_for[0], Aspect.RECORD)
    _, table, _ = build(qtbot, Command("a", FILE, "Save", nothing, enabled=enabled, disappears=True))
    table.refresh()
    assert not table["a"].isVisible()
    is_for[0] = True
    table.refresh(Aspect.RECORD)
    assert table["a"].isVisible() and table["a"].isEnabled()


def test_a_scope_has_its_own_keys(qtbot: QtBot) -> None:
    _, table, _ = build(
        qtbot,
        Command("flip", EDIT, "Undo", nothing, "F G"),
        Command("fold", EDIT, "Redo", nothing, "F", scope="tree"),
    )

    def keys(name: str) -> list[str]:
        return [key.toString() for key in table[name].shortcuts()]

    table.refresh()
    assert keys("flip") == ["F", "G"] and keys("fold") == [] and not table["fold"].isEnabled()
    table.set_scope("tree")
    table.refresh(Aspect.WORKSPACE)
    assert keys("flip") == ["G"] and keys("fold") == ["F"] and table["fold"].isEnabled()


def test_menus_have_sections_submenus_and_further_titles(qtbot: QtBot) -> None:
    offered = [True]

    def fill(menu: QMenu) -> None:
        menu.addAction("one")

    window, _, menus = build(
        qtbot,
        Command("c", FILE, "Quit", nothing, section=2),
        Command("a", FILE, "Open…", nothing),
        Command("toy", "Toy", "Save", nothing),
        Command("b1", FILE, "Board as PNG…", nothing, section=1, submenu="Export"),
        Command("b2", FILE, "Board as SVG…", nothing, section=1, submenu="Export"),
        FilledMenu(FILE, "Open recent", fill, 1, lambda: offered[0]),
        Command("away", FILE, "Save", nothing, section=1, is_hidden=True),
        Command("about", "Help", "About", nothing),
        Command("undo", EDIT, "Undo", nothing, menu_text=lambda: "Undo this"),
    )
    menus.retranslate()
    assert [action.text() for action in window.menuBar().actions()] == ["File", "Edit", "Help"]
    assert entries(menus["Toy"]) == ["toy"], "the menu of a view is not in the bar"
    assert entries(menus[FILE]) == ["a", "-", "…", "…", "-", "c"]
    assert entries(menus["Export"]) == ["b1", "b2"]
    for _ in range(2):
        menus["Open recent"].aboutToShow.emit()
        assert [action.text() for action in menus["Open recent"].actions()] == ["one"]
    offered[0] = False
    menus[FILE].aboutToShow.emit()
    assert menus["Open recent"].menuAction() not in menus[FILE].actions()
    menus[EDIT].aboutToShow.emit()
    assert menus[EDIT].actions()[0].text() == "Undo this"


def is_current(command: Command, action: QAction, workspace: str) -> bool:
    """Whether an action is enabled, visible and checked as its command is declared."""
    enabled = (command.enabled is None or command.enabled.test()) and command.scope in ("", workspace)
    checked = action.isChecked() if command.checked is None else command.checked.test()
    return (
        action.isEnabled() == enabled
        and action.isChecked() == checked
        and (not command.disappears or action.isVisible() == enabled)
    )


def play(window: MainWindow, plies: int = 2) -> None:
    for _ in range(plies):
        moves = window.document.position.legal_moves()
        window.controller.play(moves[len(moves) // 2])


STEPS: dict[str, Callable[[MainWindow], object]] = {
    "another game": lambda window: window.document.new(find_game("chess")()),
    "moves": lambda window: play(window, 4),
    "back": lambda window: window.document.back(),
    "a variation": lambda window: window.controller.play(window.document.position.legal_moves()[0]),
    "an annotation": lambda window: window.actions_table["nag_1"].trigger(),
    "a comment": lambda window: window.document.set_comment(window.document.cursor, "good"),
    "undo": lambda window: window.actions_table["undo"].trigger(),
    "redo": lambda window: window.actions_table["redo"].trigger(),
    "promote": lambda window: window.actions_table["promote"].trigger(),
    "delete": lambda window: window.actions_table["delete"].trigger(),
    "headers": lambda window: window.document.set_headers({"Result": "1-0"}),
    "to the start": lambda window: window.actions_table["to_start"].trigger(),
    "a trial": lambda window: window.page.try_line(window.document.position.legal_moves()[:1]),
    "back on trial": lambda window: window.actions_table["back"].trigger(),
    "the end": lambda window: window.document.to_end(),
    "a trial at the end": lambda window: window.page.try_line(window.document.position.legal_moves()[:1]),
    "the end of the trial": lambda window: window.page.end_trial(),
    "analyse": lambda window: window.show_workspace("analyse"),
    "a panel": lambda window: window.docks["terms"].show(),
    "the editor": lambda window: window.actions_table["editor"].trigger(),
    "the editor cancelled": lambda window: window.actions_table["stop"].trigger(),
    "compare": lambda window: window.show_workspace("compare"),
    "tree": lambda window: window.show_workspace("tree"),
    "review": lambda window: window.show_workspace("review"),
    "match": lambda window: window.show_workspace("match"),
    "the first page": lambda window: window.first_page.show(),
    "play": lambda window: window.show_workspace("play"),
    "the threat": lambda window: window.actions_table["threat"].trigger(),
    "stop": lambda window: window.actions_table["stop"].trigger(),
    "go": lambda window: window.document.new(find_game("go")()),
    "a count": lambda window: window.actions_table["count"].trigger(),
    "the count cancelled": lambda window: window.actions_table["stop"].trigger(),
    "a game": lambda window: window.controller.start(find_game("chess")(), (Seat("An"), Seat("Bình"))),
    "moves of the game": lambda window: play(window, 3),
    "a pause": lambda window: window.actions_table["pause_game"].trigger(),
    "on again": lambda window: window.actions_table["pause_game"].trigger(),
    "taken back": lambda window: window.actions_table["take_back"].trigger(),
    "resigned": lambda window: window.actions_table["resign"].trigger(),
    "numbers": lambda window: window.actions_table["numbers_5"].trigger(),
    "no numbers": lambda window: window.actions_table["numbers"].trigger(),
    "the list as text": lambda window: window.actions_table["moves_style"].trigger(),
    "scores of the turn": lambda window: window.actions_table["scores_turn"].trigger(),
    "dark": lambda window: window.actions_table["theme_dark"].trigger(),
    "Vietnamese": lambda window: window.actions_table["language_vi"].trigger(),
    "cotoan": lambda window: window.document.new(find_game("cotoan")()),
    "the calculator": lambda window: window.actions_table["calculator"].trigger(),
}  # fmt: skip


@pytest.mark.usefixtures("switch")
def test_no_command_is_out_of_date(window: MainWindow, tmp_path: Path) -> None:
    """Each condition names all aspects on which it depends: a step refreshes every command that it concerns."""
    for name, act in STEPS.items():
        act(window)
        table = window.actions_table.all()
        old = [command.id for command, action in table.items() if not is_current(command, action, window.workspace)]
        assert not old, name
    assert window.filing.save_to(tmp_path / "a.pgn")
    assert window.actions_table["choose_game"].isEnabled()


def in_menus(window: MainWindow) -> Counter[str]:
    """How often each command is in the menus for the view shown."""
    return Counter(
        action.objectName()
        for menu in window.findChildren(QMenu)
        for action in menu.actions()
        if action.objectName() and (menu.parent() is not window.menuBar() or menu.menuAction().isVisible())
    )


def test_every_command_is_in_a_menu_of_some_view_once_or_hidden(window: MainWindow) -> None:
    window.document.new(find_game("xiangqi")())
    most: dict[str, int] = {}
    for name in ENTRIES:
        window.show_workspace(name)
        for command, count in in_menus(window).items():
            most[command] = max(count, most.get(command, 0))
    for command in window.actions_table.all():
        assert most.get(command.id, 0) == (not command.is_hidden), command.id


def test_seven_menus_have_only_what_has_an_effect_in_the_view(window: MainWindow) -> None:
    bar = window.menuBar()
    assert [action.text() for action in bar.actions()] == ["File", "Edit", "Board", "Moves", "Analysis", "View", "Help"]
    seen = {}
    for name in ENTRIES:
        window.show_workspace(name)
        seen[name] = set(in_menus(window))
        disabled = {command.id for command, action in window.actions_table.all().items() if not action.isEnabled()}
        palette = window.openers.palette()
        assert disabled <= {"palette", *palette.found()}
        palette.reject()
        for title in ("File", "Edit", "Board", "Moves", "Analysis", "View", "Help"):
            assert window.menus[title].menuAction().isVisible() == bool(window.menus[title].actions())
    for name in ENTRIES:
        assert ("retry" in seen[name]) == (name == "review"), name
        assert ("flip" in seen[name]) == ("threat" in seen[name]) == (name in ON_BOARD), name
        assert ("back" in seen[name]) == (name not in ("match", "course", "exercises")), name
        assert {"new", "open", "preferences", "workspace_tree", "help"} <= seen[name], name


def test_the_menu_of_tree_is_in_its_header(window: MainWindow) -> None:
    window.show_workspace("tree")
    (button,) = [each for each in window.findChildren(MoreButton) if each.isVisible()]
    assert button.menu() is window.menus["Tree"]
    assert {"tree_replay", "tree_strip"} <= {action.objectName() for action in button.menu().actions()}
    assert button.x() > window.tree.head.export_button.x()


def test_a_line_on_trial_can_be_stepped_through_at_both_ends(window: MainWindow) -> None:
    """Its keys did nothing at the start and at the end of the record."""
    window.document.new(find_game("chess")())
    moves = [window.document.game.parse_move(window.document.position, "e4")]
    window.page.try_line(moves)
    for name in ("back", "to_start", "forward", "to_end"):
        assert window.actions_table[name].isEnabled(), name
    window.actions_table["back"].trigger()
    assert not window.page.trial
    assert not window.actions_table["back"].isEnabled() and not window.actions_table["forward"].isEnabled()


def test_a_comment_tests_the_conditions_of_undo_only(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    refreshed: list[Aspect] = []
    refresh = Actions.refresh

    def counting(self: Actions, aspects: Aspect = Aspect.ALL) -> None:
        refreshed.append(aspects)
        refresh(self, aspects)

    monkeypatch.setattr(Actions, "refresh", counting)
    window.document.set_comment(window.document.cursor, "good")
    assert refreshed == [Aspect.UNDO]
    refreshed.clear()
    play(window, 1)
    assert Aspect.MOVES | Aspect.CURSOR | Aspect.UNDO in refreshed
    refreshed.clear()
    window.document.back()
    assert refreshed == [Aspect.CURSOR]


def test_the_shortcuts_are_those_declared(window: MainWindow) -> None:
    window.show_workspace("tree")
    portable = QKeySequence.SequenceFormat.PortableText
    for command, action in window.actions_table.all().items():
        if command.scope == "tree":
            assert [key.toString(portable) for key in action.shortcuts()] == [
                QKeySequence(key).toString(portable) for key in command.keys
            ], command.id


def test_a_setting_changes_after_a_window_was_deleted(qapp: QApplication, switch: LanguageSwitch) -> None:
    """All windows share the settings, which outlive each of them."""
    settings = Settings()
    window = MainWindow(settings, switch)
    window.close()
    window.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    with capture_exceptions() as errors:
        settings.show_numbers = not settings.show_numbers
    assert not errors
