"""The user's choice of notation and of pieces: seen everywhere at once, remembered, no part of the record."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu

from engine.core.evaluation import evaluations
from engine.core.game import find_game, games
from engine.core.language import tr
from engine.core.options import options_of
from engine.search.search import algorithms
from studio.analysis.line import line_texts
from studio.board.geometry import GUTTER
from studio.document.labels import label_of
from studio.document.move_list import SHORT
from studio.look import notation
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch

MOVES = "h2e2 h9g7"
WAYS = {
    "": ["C2=5", "H8+7"],
    "vietnamese": ["P2-5", "M8.7"],
    "wxf": ["C2=5", "H8+7"],
    "chinese": ["炮二平五", "馬８進７"],
    "iccs": ["h2e2", "h9g7"],
}
TITLES = {
    "vietnamese": "Vietnamese (P2-5)",
    "wxf": "WXF (C2=5)",
    "chinese": "Chinese (炮二平五)",
    "iccs": "ICCS (h2e2)",
}


def begin(window: MainWindow, name: str = "xiangqi", moves: str = MOVES) -> None:
    window.document.new(find_game(name)())
    for text in moves.split():
        window.document.play(window.document.game.parse_move(window.document.position, text))


def ways(window: MainWindow, menu: str) -> list[QAction]:
    window.menus["Board"].aboutToShow.emit()
    window.menus[menu].aboutToShow.emit()
    return window.menus[menu].actions()


def pick(window: MainWindow, menu: str, text: str) -> None:
    next(each for each in ways(window, menu) if each.text() == text).trigger()
    QApplication.processEvents()


def shown(window: MainWindow) -> list[str]:
    model = window.moves.model
    return [model.index(0, column).data() for column in (1, 3)]


@pytest.mark.parametrize("way", WAYS)
def test_moves_are_shown_as_chosen_at_once(window: MainWindow, way: str) -> None:
    begin(window)
    record = window.document.record.tree
    before = record.move_text(2)
    window.moves.set_style("text")
    if way:
        pick(window, "Notation", TITLES[way])
    assert shown(window) == WAYS[way]
    assert [window.moves.model.index(0, column).data(SHORT) for column in (1, 3)] == WAYS[way]
    text = window.moves.text.toPlainText()
    assert all(move in text for move in WAYS[way])
    start = window.document.game.start()
    assert line_texts(start, [record[1].move, record[2].move]) == WAYS[way]
    assert record.move_text(2) == before and not window.document.game.rules_text()
    window.document.go(0)
    window.page.try_line([record[1].move, record[2].move])
    assert " ".join(WAYS[way]) in window.page.players.state.whole
    pick(window, "Notation", "As the record's rules say")
    assert shown(window) == WAYS[""] and " ".join(WAYS[""]) in window.page.players.state.whole


def test_the_notation_follows_the_language_until_one_is_chosen(window: MainWindow, switch: LanguageSwitch) -> None:
    begin(window)
    tree = window.document.tree
    window.document.go(0)
    window.page.try_line([tree[1].move, tree[2].move])
    for code, way in (("vi", "vietnamese"), ("en", "")):
        switch.switch(code)
        QApplication.processEvents()
        assert shown(window) == WAYS[way] and " ".join(WAYS[way]) in window.page.players.state.whole
    pick(window, "Notation", TITLES["iccs"])
    switch.switch("vi")
    QApplication.processEvents()
    assert shown(window) == WAYS["iccs"] and " ".join(WAYS["iccs"]) in window.page.players.state.whole


def test_the_word_for_a_pass_is_shown_once(window: MainWindow, switch: LanguageSwitch) -> None:
    """The Vietnamese move list showed the text of the record and its translation: "pass bỏ lượt"."""
    window.document.new(find_game("go")())
    window.document.play(window.document.game.parse_move(window.document.position, "pass"))
    assert label_of(window.document.tree, 1).short == label_of(window.document.tree, 1).full == "pass"
    switch.switch("vi")
    label = label_of(window.document.tree, 1)
    assert label.short == label.full == "bỏ lượt" and not label.arithmetic
    QApplication.processEvents()
    assert shown(window)[0] == "bỏ lượt"


def test_the_rules_of_a_record_hold_where_nothing_is_chosen(window: MainWindow) -> None:
    window.document.new(find_game("xiangqi").with_rules("notation=iccs"))
    game = window.document.game
    move = game.parse_move(game.start(), "h2e2")
    assert notation.move_text(game.start(), move) == "h2e2"
    pick(window, "Notation", TITLES["wxf"])
    assert notation.move_text(game.start(), move) == "C2=5"
    assert game.rules.notation == "iccs"


def test_pieces_are_drawn_as_chosen(window: MainWindow) -> None:
    begin(window)
    board, game = window.board, window.document.game
    assert board.surface is not None and board.surface.theme == "xiangqi"
    pick(window, "Pieces", "Pictures")
    assert board.surface.theme == "xiangqi-pictures"
    assert game.surface(window.document.position).theme == "xiangqi"
    pick(window, "Pieces", "As the record's rules say")
    assert board.surface.theme == "xiangqi"


def test_choices_are_remembered_for_each_game(make_window: Callable[[], MainWindow]) -> None:
    first = make_window()
    begin(first)
    pick(first, "Notation", TITLES["chinese"])
    pick(first, "Pieces", "Pictures")
    second = make_window()
    begin(second)
    assert shown(second) == WAYS["chinese"]
    assert second.board.surface is not None and second.board.surface.theme == "xiangqi-pictures"
    assert [each.text() for each in ways(second, "Notation") if each.isChecked()] == [TITLES["chinese"]]
    begin(second, "chess", "e4")
    ways(second, "Notation")
    for menu in ("Notation", "Pieces"):
        assert second.menus[menu].menuAction() not in second.menus["Board"].actions()
    assert label_of(second.document.tree, 1).full == "e4"


def test_a_setting_of_another_version_does_no_harm(window: MainWindow) -> None:
    begin(window)
    window.settings.notations = {"xiangqi": "morse"}
    window.settings.looks = {"xiangqi": "holograms"}
    assert shown(window) == WAYS[""]
    assert window.board.surface is not None and window.board.surface.theme == "xiangqi"


def strip(window: MainWindow) -> set[int]:
    """The colours above the board, where SECOND's files are named; one colour if there is no room for names."""
    board, edge = window.board, window.board.board_geometry().board
    if edge.top() < GUTTER:
        return {0}
    picture = board.grab().toImage()
    scale, row = picture.devicePixelRatio(), edge.top() - GUTTER / 2
    return {picture.pixel(int(x * scale), int(row * scale)) for x in range(int(edge.left()), int(edge.right()))}


def test_the_edges_of_the_board_are_named_as_moves_are_written(window: MainWindow) -> None:
    """Who writes P2-5 counts files from the right, each side its own; letters are for ICCS, and for setting up."""
    begin(window)
    board = window.board
    assert board.surface is not None and board.surface.file_names is not None
    assert board.surface.file_names[0] == tuple("987654321") and board.surface.cell_name(0) == "a0"
    assert len(strip(window)) > 1
    pick(window, "Notation", TITLES["chinese"])
    assert board.surface.file_names is not None and board.surface.file_names[0][-2] == "二"
    pick(window, "Notation", TITLES["iccs"])
    assert board.surface.file_names is None and len(strip(window)) == 1
    pick(window, "Notation", TITLES["wxf"])
    window.set_editing(True)
    assert board.surface.file_names is None
    window.editor.set_start()
    assert board.surface.file_names is None
    window.set_editing(False)
    assert board.surface.file_names is not None
    begin(window, "chess", "e4")
    assert board.surface.file_names is None


def texts_of(menu: QMenu) -> Iterator[str]:
    """Yield the texts of a menu and its submenus as the user sees them, filled when they open."""
    menu.aboutToShow.emit()
    for action in menu.actions():
        inner = action.menu()
        if not action.isSeparator():
            yield action.text().replace("&", "")
        if isinstance(inner, QMenu):
            yield from texts_of(inner)


@pytest.mark.parametrize("code", ["en", "vi"])
def test_no_menu_shows_an_identifier(window: MainWindow, switch: LanguageSwitch, code: str) -> None:
    """Menus are filled from the same names as the forms of rules, which ``test_option_form`` covers."""
    switch.switch(code)
    for game in games().values():
        window.document.new(game())
        names = {*game.notations, *game.looks, *game.presets, game.name, *algorithms(), *evaluations(game.name)}
        names |= {str(each) for option in options_of(game.Rules) for each in option.choices or ()}
        titles = [text for menu in window.menuBar().findChildren(QMenu) for text in texts_of(menu)]
        assert len(titles) > 100
        shown = {text for text in titles if text in names and text == text.lower()}
        assert shown == set(), game.name
        for name in game.display_titles:
            title = tr(game.display_titles[name])
            assert title in titles, (game.name, name)
