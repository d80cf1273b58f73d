"""The first page: driven by mouse and keyboard, in both languages, with its places and what it opens."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

import resources
from engine.core.game import Game, default_game, find_game, games
from engine.core.language import LANGUAGES, tr
from engine.search.players import strongest_of
from engine.search.report import Limit
from engine.search.spec import Spec
from studio.dialogs.new_game import NewGame, NewGameDialog, remember
from studio.play.seat import Seat
from studio.start.page import StartPage
from studio.start.tiles import shown_position
from studio.window.first_page import _mistake
from studio.window.layouts import VERSION
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch
from studio.window.workspaces import TABS
from tests.studio.conftest import MakeWindow

RECORDS = Path(resources.__path__[0], "records")
languages = pytest.mark.parametrize("code", LANGUAGES)


@pytest.fixture
def page(window: MainWindow, qtbot: QtBot) -> StartPage:
    window.resize(1280, 800)
    page = window.first_page.show()
    qtbot.waitUntil(lambda: page.tiles.is_drawn)
    return page


def center(page: StartPage, game: type[Game]) -> QPoint:
    return page.tiles.rects()[page._games.index(game)].center()


def dialog_of(window: MainWindow, qtbot: QtBot) -> NewGameDialog:
    qtbot.waitUntil(lambda: any(each.isVisible() for each in window.findChildren(NewGameDialog)))
    return next(each for each in window.findChildren(NewGameDialog) if each.isVisible())


def press(key: Qt.Key) -> None:
    """Press a key as the user does: the widget with the focus and the shortcuts of the window compete for it."""
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused.window().windowHandle(), key)


# --- what it shows ----------------------------------------------------------------------------------------------------


def test_every_game_has_a_tile_the_default_one_first(page: StartPage) -> None:
    assert set(page._games) == set(games().values())
    assert page._games[0] is default_game() is page.game
    with_samples = [page.parent() is not None and bool(_samples(page, each)) for each in page._games[1:]]
    assert with_samples == sorted(with_samples, reverse=True), "games with samples come first"


def _samples(page: StartPage, game: type[Game]) -> list[object]:
    window = page.window()
    assert isinstance(window, MainWindow)
    return list(window.filing.samples_of(game.name))


@languages
def test_texts_are_in_the_language_of_the_window(page: StartPage, switch: LanguageSwitch, code: str) -> None:
    switch.switch(code)
    QApplication.processEvents()
    window = page.window()
    assert isinstance(window, MainWindow)
    for game in page._games:
        page.choose(game)
        titles = [title for title, _ in window.filing.samples_of(game.name)][:4]
        assert [link.text() for link in page.look.links] == titles
        assert page.learn.links[0].text() == tr("Rules of {game}", game=tr(game.title))
        assert page.play.facts[0] == tr("Level: {level}", level=tr("Club"))
    assert page.play.button.text() == tr("New game…")
    assert window.statusBar().currentMessage() == tr("{game} chosen.", game=tr(page.game.title))


def test_the_players_of_the_last_game_are_named(page: StartPage, window: MainWindow) -> None:
    chess = find_game("chess")
    strongest, (_, nodes) = strongest_of(chess), chess.level_nodes
    for seats, line in (
        ((Seat("An"), Seat("", strongest, "", Limit(nodes=nodes))), "Level: Expert"),
        ((Seat("An"), Seat("", strongest, "", Limit(nodes=nodes + 1))), "Engine: Principal variation search"),
        ((Seat("An"), Seat("Bình")), "Two persons"),
        ((Seat("An"), Seat("", Spec.make("minimax"))), "Engine: Minimax"),
    ):
        window.settings.new_game = remember(NewGame(chess(), seats), window.settings.new_game)
        page.choose(find_game("nim"))
        page.choose(chess)
        assert page.play.facts == [line, "White moves first"]


@pytest.mark.parametrize("name", list(games()))
def test_the_position_by_which_a_game_is_shown_is_reached_by_its_moves(name: str) -> None:
    game = find_game(name)
    position = shown_position(game())
    assert position.ply == len(game.showcase.moves.split())
    assert position.outcome() is None
    surface = position.game.surface(position)
    assert surface.pieces, "a tile shows at least one piece"


@languages
def test_the_places_are_those_of_the_drawing(page: StartPage, switch: LanguageSwitch, code: str) -> None:
    """At 1280 x 800: content of 1072 px in the middle, tiles 160 px high, four cards of 256 x 308 px, 16 px apart."""
    switch.switch(code)
    QApplication.processEvents()
    window = page.window()

    def place(widget: QWidget) -> tuple[int, int, int, int]:
        corner = widget.mapTo(window, QPoint(0, 0))
        return corner.x(), corner.y(), widget.width(), widget.height()

    left, top, width, _ = place(page.tiles)
    assert (left, width) == (104, 1072)
    rects = page.tiles.rects()
    assert {rect.height() for rect in rects} == {160}
    assert len({rect.top() for rect in rects}) == 1, "all games are in one row"
    assert rects[-1].right() <= 1071 and all(not a.intersects(b) for a, b in pairwise(rects))
    cards = [place(card) for card in page.cards]
    assert [(x, w) for x, _, w, _ in cards] == [(104 + 272 * k, 256) for k in range(4)]
    assert {y for _, y, _, _ in cards} == {top + 160 + 24}
    assert all(h == pytest.approx(308, abs=6) for _, _, _, h in cards)
    assert all(card.button.height() == 32 for card in page.cards)
    assert page.verticalScrollBar().maximum() == 0, "everything is visible without scrolling"
    for game in page._games:
        page.choose(game)
        QApplication.processEvents()
        assert all(not line.endswith("…") for card in page.cards for link in card.links for line in link.lines)


@pytest.mark.parametrize(("size", "across"), [((700, 500), 2), ((1920, 1080), 4)])
def test_it_fits_other_sizes(page: StartPage, size: tuple[int, int], across: int) -> None:
    window = page.window()
    window.resize(*size)
    QApplication.processEvents()
    assert (window.width(), window.height()) == size
    assert page.horizontalScrollBar().maximum() == 0
    assert len({card.x() for card in page.cards}) == across
    assert page.tiles.width() == min(1072, page.viewport().width() - 48)
    assert all(rect.right() < page.tiles.width() for rect in page.tiles.rects())


# --- mouse and keyboard -----------------------------------------------------------------------------------------------


@languages
def test_arrow_keys_choose_a_game_and_return_begins_it(
    page: StartPage, window: MainWindow, qtbot: QtBot, switch: LanguageSwitch, code: str
) -> None:
    switch.switch(code)
    assert QApplication.focusWidget() is page.tiles
    press(Qt.Key.Key_Right)
    press(Qt.Key.Key_Right)
    press(Qt.Key.Key_Left)
    assert page.tiles.current == 1
    press(Qt.Key.Key_Left)
    press(Qt.Key.Key_Left)
    assert page.tiles.current == 0, "the row has an end"
    press(Qt.Key.Key_End)
    assert page.game is page._games[-1]
    assert window.document.cursor == 0, "the keys are not those of the record"
    press(Qt.Key.Key_Return)
    dialog = dialog_of(window, qtbot)
    assert type(dialog.value().game) is page._games[-1]
    dialog.reject()
    assert window.first_page.is_shown


def test_tab_goes_through_the_actions_and_return_presses_one(page: StartPage, qtbot: QtBot) -> None:
    chain = [page.tiles]
    for card in page.cards:
        chain += [*card.links, card.button]
    chain.append(page.again_box)
    for widget in chain[1:]:
        press(Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is widget
    page.learn.links[1].setFocus()
    with qtbot.waitSignal(page.page_asked) as asked:
        press(Qt.Key.Key_Return)
    assert asked.args == [1]


def test_a_click_chooses_a_game_and_a_double_click_begins_it(page: StartPage, window: MainWindow, qtbot: QtBot) -> None:
    chess = find_game("chess")
    QTest.mouseClick(page.tiles, Qt.MouseButton.LeftButton, pos=center(page, chess))
    assert page.game is chess and window.first_page.is_shown
    assert not window.findChildren(NewGameDialog)
    QTest.mouseDClick(page.tiles, Qt.MouseButton.LeftButton, pos=center(page, chess))
    dialog = dialog_of(window, qtbot)
    assert type(dialog.value().game) is chess
    dialog.accept()
    assert window.workspace == "play" and window.controller.is_playing
    assert type(window.document.game) is chess


@languages
def test_every_sample_is_opened_by_a_click(
    page: StartPage, window: MainWindow, switch: LanguageSwitch, code: str
) -> None:
    switch.switch(code)
    for game in page._games:
        window.first_page.show()
        page.choose(game)
        for index in range(len(page.look.links)):
            window.first_page.show()
            page.choose(game)
            title = page.look.links[index].text()
            QTest.mouseClick(page.look.links[index], Qt.MouseButton.LeftButton)
            if window.filing.chooser is not None:
                assert window.first_page.is_shown
                window.filing.chooser.reject()
                continue
            assert window.workspace == "analyse"
            assert type(window.document.game) is game
            assert window.document.record.headers["Event"] == title
            assert not window.document.is_modified


def test_algorithms_are_compared_on_the_start_position(page: StartPage, window: MainWindow, qtbot: QtBot) -> None:
    nim = find_game("nim")
    page.choose(nim)
    QTest.mouseClick(page.compare.button, Qt.MouseButton.LeftButton)
    assert window.workspace == "compare"
    assert window.document.position.key == nim().start().key
    qtbot.waitUntil(lambda: not window.compare.is_running)


def test_algorithms_are_compared_where_a_mistake_follows(
    page: StartPage, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window.compare, "run", lambda: None)
    for name in games():
        if not (RECORDS / name).is_dir():
            continue
        window.first_page.show()
        page.choose(find_game(name))
        title, _, node = _mistake(window.filing.samples_of(name))
        QTest.mouseClick(page.compare.links[1], Qt.MouseButton.LeftButton)
        assert window.workspace == "compare", name
        tree, cursor = window.document.tree, window.document.cursor
        assert tree[node].parent == cursor and {2, 4, 6}.intersection(tree[node].nags), name
        # Which game, which move, and what the mistake is.
        assert window.windowTitle() != "New record – Kỳ Viện"
        assert title in window.notice.text and tree.move_text(node) in window.notice.text
        assert tree[node].comment in window.notice.text


def test_pages_are_opened(page: StartPage, window: MainWindow) -> None:
    page.choose(find_game("nim"))
    for index, name in enumerate((find_game("nim").name, "algorithms", "comparison")):
        QTest.mouseClick(page.learn.links[index], Qt.MouseButton.LeftButton)
        guide = window.openers.guide_panel
        assert guide is not None
        assert guide.page_name == name
        assert window.first_page.is_shown
        guide.close()


def test_the_keys_at_the_buttons_work_for_the_chosen_game(page: StartPage, window: MainWindow, qtbot: QtBot) -> None:
    page.choose(find_game("tictactoe"))
    window.actions_table["rules"].trigger()
    guide = window.openers.guide_panel
    assert guide is not None and guide.page_name == find_game("tictactoe").name
    guide.close()
    window.actions_table["new"].trigger()
    dialog = dialog_of(window, qtbot)
    assert type(dialog.value().game) is find_game("tictactoe")
    dialog.reject()
    keys = [card._key.text() for card in page.cards]
    assert keys == ["Ctrl+N", "Ctrl+O", "Ctrl+3", "Ctrl+F1"]


# --- coming and going -------------------------------------------------------------------------------------------------


def test_no_tab_is_underlined_and_a_click_on_one_leaves(page: StartPage, window: MainWindow) -> None:
    assert window.bar.tabs.property("kind") == "away"
    assert window.workspace == "" and not any(dock.isVisible() for dock in window.docks.values())
    for index, names in enumerate(TABS.values()):
        window.first_page.show()
        place = window.bar.tabs.tabRect(index).center()
        QTest.mouseClick(window.bar.tabs, Qt.MouseButton.LeftButton, pos=place)
        assert window.workspace == names[0] and not window.first_page.is_shown
        assert not window.bar.tabs.property("kind")


def test_another_record_leaves_it(page: StartPage, window: MainWindow) -> None:
    ways: dict[str, Callable[[], object]] = {
        "sample": lambda: window.filing.open_sample(window.filing.samples_of("chess")[0][1]),
        "paste": lambda: window.clipboard.paste_text("1. e4 e5 *"),
        "new": lambda: window.openers.begin(NewGame(find_game("nim")(), (Seat("An"), Seat("Bình")))),
    }
    for name, leave in ways.items():
        window.first_page.show()
        leave()
        assert window.workspace == "play" and window.board.isVisible(), name
        assert window.bar._heading.whole != "Kỳ Viện", name


def test_a_record_stays_open_behind_it(window: MainWindow) -> None:
    window.document.play(window.document.position.legal_moves()[0])
    layout = [name for name, dock in window.docks.items() if dock.isVisible()]
    window.actions_table["first_page"].trigger()
    assert window.first_page.is_shown and window.windowTitle() == "Kỳ Viện"
    for name in ("back", "analysis", "editor", "take_back", "delete", "engine_move", "calculator"):
        assert not window.actions_table[name].isEnabled(), name
    for name in ("new", "open", "paste", "rules", "preferences", "undo"):
        assert window.actions_table[name].isEnabled(), name
    assert not window.page.players.state.isVisible() and not window.status.unit.text()
    window.show_workspace("play")
    assert window.page.players.state.isVisible()
    assert [name for name, dock in window.docks.items() if dock.isVisible()] == layout
    assert len(window.document.tree) == 2 and window.actions_table["back"].isEnabled()


def test_the_layout_behind_it_is_kept_when_the_window_is_closed(make_window: MakeWindow) -> None:
    window = make_window()
    window.show_workspace("analyse")
    window.docks["graph"].hide()
    layout = window.saveState(VERSION)
    window.first_page.show()
    window.close()
    assert window.settings.workspace == "analyse"
    assert window.settings.layout("analyse") == layout


def test_the_check_box_is_the_setting(page: StartPage, window: MainWindow) -> None:
    assert window.settings.first_page and page.again_box.isChecked()
    page.again_box.click()
    assert not window.settings.first_page


def test_without_a_record_of_an_earlier_session_there_is_none(window: MainWindow, tmp_path: object) -> None:
    assert not window.filing.has_session()
    window.settings.session = {"path": "/no/such/file"}
    assert not window.filing.has_session()
    window.document.play(window.document.position.legal_moves()[0])
    path = window.settings.folder / "test.pgn"
    assert window.filing.save_to(path)
    window.filing.remember()
    assert window.filing.has_session()
    window.settings.restore_session = False
    assert not window.filing.has_session()
    path.unlink()


def test_each_card_leads_to_its_view(
    page: StartPage, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "one.pgn"
    path.write_text("1. e4 *\n", encoding="utf-8")
    monkeypatch.setattr(window.filing, "ask_open", lambda: window.filing.open(path))
    page.choose(find_game("nim"))
    ways = {
        "play": lambda: window.openers.begin(NewGame(find_game("nim")(), (Seat("An"), Seat("Bình")))),
        "analyse": page.file_asked.emit,
        "compare": lambda: page.position_asked.emit(0),
        "course": page.lessons_asked.emit,
    }
    for name, leave in ways.items():
        window.first_page.show()
        leave()
        assert window.workspace == name
