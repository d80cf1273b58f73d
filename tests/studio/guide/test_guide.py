"""The guide in the window: pages of every game, in both languages and themes, and positions that open."""

import gc
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from engine.core.errors import KyVienError
from engine.core.game import find_game
from engine.core.language import language
from engine.guide.diagram import find_diagram
from engine.guide.library import ARTICLES, find_page, page_names
from engine.guide.page import Page, Paragraph
from engine.search.spec import Spec
from studio.document.journal import recoverable
from studio.guide import page as page_module
from studio.guide.diagram import DiagramView, diagram_picture
from studio.guide.panel import WIDTH, GuidePanel
from studio.look import style
from studio.tree.recording.recorder import Recorded
from studio.widgets.command import HELP
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch


def guide_of(window: MainWindow) -> GuidePanel:
    guide = window.openers.guide_panel
    assert guide is not None
    return guide


def texts(guide: GuidePanel) -> str:
    return "\n".join(label.text() for label in guide.view.findChildren(QLabel))


def check_contents(guide: GuidePanel, name: str) -> None:
    """The window shows the page, and its list the sections."""
    assert guide.isVisible()
    assert guide.page_name == name
    expected = find_page(name)
    assert [each.diagram.name for each in guide.view.diagrams] == [each.name for each in expected.pictures]
    assert expected.title in texts(guide)
    current = guide.list.currentItem()
    assert current is not None
    assert current.childCount() == sum(getattr(block, "level", 0) == 2 for block in expected.blocks)


def check_width(guide: GuidePanel, name: str) -> None:
    """Nothing is wider than the panel."""
    QApplication.processEvents()
    content = guide.view.widget()
    assert content is not None
    assert content.minimumSizeHint().width() <= guide.view.viewport().width(), name
    for each in guide.view.diagrams:
        right = each.mapTo(guide.view.viewport(), QPoint(each.width(), 0)).x()
        assert right <= guide.view.viewport().width()
    assert guide.list.sizeHintForColumn(0) <= guide.width()


def check_diagrams(guide: GuidePanel, window: MainWindow) -> None:
    """Each diagram opens as its position."""
    document = window.document
    for view in guide.view.diagrams:
        view.button.click()
        diagram = view.diagram
        assert document.game == diagram.game
        assert document.position == diagram.position
        assert window.board.position == diagram.position
        assert len(document.tree.main_line()) - 1 == len(diagram.moves)
        assert not document.is_modified
        assert not window.notice.isVisible()


@pytest.mark.parametrize("code", ["vi", "en"])
def test_page_of_every_game_and_article(code: str, window: MainWindow, switch: LanguageSwitch, qtbot: QtBot) -> None:
    """In one walk, because most of the time is taken by laying the pages out."""
    switch.switch(code)
    guide = window.openers.guide("nim")
    assert guide.width() == WIDTH
    for name in page_names():
        assert window.openers.guide(name) is guide, "one window shows all pages"
        check_contents(guide, name)
        check_width(guide, name)
        if code == "en":
            check_diagrams(guide, window)
    assert window.filing.aside() == []


def test_unsaved_records_are_put_aside(window: MainWindow) -> None:
    document = window.document
    document.play(document.position.legal_moves()[0])
    window.openers.guide("go").view.diagrams[0].button.click()
    assert len(window.filing.aside()) == 1
    window.openers.guide("go").view.diagrams[1].button.click()
    assert len(window.filing.aside()) == 1, "a position of the guide is not kept"
    assert recoverable() == []


def test_a_position_opens_from_every_workspace_and_ends_a_set_up(window: MainWindow) -> None:
    window.show_workspace("compare")
    guide = window.openers.guide("tictactoe")
    guide.view.diagrams[0].button.click()
    assert window.workspace == "play"
    window.set_editing(True)
    guide.view.diagrams[1].button.click()
    assert not window.is_editing
    assert window.document.position == guide.view.diagrams[1].diagram.position


def test_a_search_opens_in_the_tree_at_its_node(window: MainWindow, qtbot: QtBot) -> None:
    """Also a second time, when the tree is recorded already, and from another language."""
    page, shown = window.tree, window.tree.shown

    def recorded() -> Recorded:
        assert page.recorded is not None
        return page.recorded

    views = [each for each in window.openers.guide("algorithms").view.diagrams if each.diagram.search]
    for view in (views[2], views[6], views[2]):
        view.button.click()
        diagram = view.diagram
        qtbot.waitUntil(lambda: page.recorded is not None and shown.selected > 0)
        assert window.workspace == "tree"
        query = recorded().query
        assert query is not None and query.position == diagram.position == window.document.position
        assert query.spec == Spec.parse(diagram.search) and query.evaluation == diagram.evaluation == "threats_safety"
        assert recorded().tree.facts.depth == diagram.depth
        assert recorded().tree.line(shown.selected) == diagram.node
        assert QApplication.focusWidget() is page.page.outline
    before = recorded()
    page.record()
    qtbot.waitUntil(lambda: page.recorded is not None and page.recorded is not before)
    assert shown.selected == 0, "the node is selected once"
    views[0].button.click()
    page.head.depth_chosen.emit(1)
    qtbot.waitUntil(lambda: page.recorded is not None and recorded().tree.facts.depth == 1)
    assert shown.selected == 0, "not in the tree of another search"


def test_menu_names_the_game_of_the_record(window: MainWindow) -> None:
    menu = window.menus[HELP]
    menu.aboutToShow.emit()
    action = window.actions_table["rules"]
    assert action.text() == "Rules of Cờ toán"
    action.trigger()
    assert guide_of(window).page_name == "cotoan"
    window.document.new(find_game("tictactoe")())
    menu.aboutToShow.emit()
    assert action.text() == "Rules of Tic-tac-toe"
    action.trigger()
    assert guide_of(window).page_name == "tictactoe"
    for name in ARTICLES:
        window.actions_table["reading_review" if name == "review" else name].trigger()
        assert guide_of(window).page_name == name


def test_escape_closes_and_focus_returns_to_the_board(window: MainWindow, qtbot: QtBot) -> None:
    window.bar.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    window.bar.setFocus()
    assert not window.board.hasFocus()
    guide = window.openers.guide("nim")
    qtbot.waitUntil(lambda: QApplication.focusWidget() is guide.view)
    QTest.keyClick(guide.view, Qt.Key.Key_Escape)
    assert window.openers.guide_panel is None
    qtbot.waitUntil(window.board.hasFocus)
    again = window.openers.guide("tictactoe")
    assert again.isVisible()
    again.close()
    assert window.openers.guide_panel is None


def test_the_guide_closes_with_the_window(window: MainWindow) -> None:
    guide = window.openers.guide("nim")
    window.close()
    assert not guide.isVisible()


def test_keyboard_chooses_pages_and_sections(window: MainWindow, qtbot: QtBot) -> None:
    guide = window.openers.guide("cotoan")
    qtbot.waitExposed(guide)
    guide.list.setFocus()
    for _ in range(4):
        QTest.keyClick(guide.list, Qt.Key.Key_Down)
    item = guide.list.currentItem()
    assert item is not None
    assert item.text(0) == "Thirteen examples"
    assert guide.page_name == "cotoan"
    top = guide.view.verticalScrollBar().value()
    assert top > 0
    assert find_page("cotoan").blocks[guide.view.top_block()].text == "Thirteen examples"  # type: ignore[union-attr]
    guide.show_page("go")
    assert guide.view.verticalScrollBar().value() == 0
    # Buttons are reached with Tab, and scrolled into view.
    guide.view.setFocus()
    QTest.keyClick(guide.view, Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), QPushButton))


def test_language_switch_keeps_the_section(window: MainWindow, switch: LanguageSwitch, qtbot: QtBot) -> None:
    guide = window.openers.guide("chess")
    qtbot.waitExposed(guide)
    blocks = find_page("chess").blocks
    index = next(i for i, block in enumerate(blocks) if getattr(block, "text", "") == "Castling")
    guide.view.scroll_to(index)
    switch.switch("vi")
    qtbot.waitUntil(lambda: "Luật cờ vua" in texts(guide))
    qtbot.waitUntil(lambda: guide.view.top_block() == index)
    assert guide.accessibleName() == "Luật chơi và thuật toán"
    assert language() == "vi"


def picture(view: DiagramView) -> QImage:
    return view.board.grab().toImage()


def test_theme_switch_redraws(window: MainWindow, qapp: QApplication) -> None:
    guide = window.openers.guide("tictactoe")
    light = picture(guide.view.diagrams[0])
    style.apply(qapp, "dark")
    dark = picture(guide.view.diagrams[0])
    assert light != dark, "the coordinates have the colours of the theme"
    style.apply(qapp, "light")
    assert picture(guide.view.diagrams[0]) == light


def test_notation_switch_changes_the_moves(window: MainWindow, qtbot: QtBot) -> None:
    guide = window.openers.guide("xiangqi")
    assert "C2=5 (h2e2)" in texts(guide)
    window.settings.notations = {"xiangqi": "vietnamese"}
    qtbot.waitUntil(lambda: "P2-5 (h2e2)" in texts(guide))


def test_marks_of_a_diagram(window: MainWindow) -> None:
    shown = diagram_picture(find_diagram("cotoan", "moves"))
    assert len(shown.targets) == 6
    assert shown.chosen == 3 * 9 + 3
    assert {mark.cell: mark.kind for mark in shown.marks}[5 * 9 + 3] == "ring", "a piece in the way"
    assert {mark.cell: mark.kind for mark in shown.marks}[6 * 9 + 3] == "cross"
    stones = diagram_picture(find_diagram("minigo", "second"))
    assert sorted(stones.faint.values()) == ["w"] * 4
    reach = diagram_picture(find_diagram("cotoan", "one-and-two"))
    assert [mark.kind for mark in reach.marks] == ["dot"] * 4, "not on the two pieces that can be captured"
    dead = diagram_picture(find_diagram("go", "count-dead"))
    assert len(dead.faded) == 1
    # Files have numbers unless a reason names cells.
    assert diagram_picture(find_diagram("xiangqi", "start")).surface.file_names is None
    assert diagram_picture(find_diagram("xiangqi", "pawn-across")).surface.file_names is None
    assert diagram_picture(find_diagram("xiangqi", "mate")).surface.file_names is not None
    played = diagram_picture(find_diagram("chess", "en-passant"))
    assert len(played.last) == 2


def test_foreign_text_is_not_html(window: MainWindow) -> None:
    page = Page("nim", "A <b>title</b>", (Paragraph('<img src="http://example.org/x.png"> & **strong**'),))
    guide = window.openers.guide("nim")
    guide.view.show_page(page)
    shown = texts(guide)
    assert "&lt;img src=" in shown
    assert "<b>strong</b>" in shown
    assert "&lt;b&gt;title" in shown


def test_a_false_diagram_is_shown_as_an_error(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(page: str, name: str) -> None:
        raise KyVienError("there is no diagram {name!r}", name=name)

    monkeypatch.setattr(page_module, "find_diagram", refuse)
    guide = window.openers.guide("nim")
    assert guide.view.diagrams == []
    assert "there is no diagram 'start'" in texts(guide)


@pytest.mark.parametrize("close", [GuidePanel.close, GuidePanel.reject])
def test_closing_is_reported_once(qtbot: QtBot, close: Callable[[GuidePanel], object]) -> None:
    guide = GuidePanel()
    qtbot.addWidget(guide)
    closed: list[bool] = []
    guide.closed.connect(lambda: closed.append(guide.isVisible()))
    guide.show()
    close(guide)
    assert closed == [False]


def test_sections_of_pages_left_are_deleted(qtbot: QtBot) -> None:
    guide = GuidePanel()
    qtbot.addWidget(guide)

    def items() -> int:
        gc.collect()
        return sum(type(each) is QTreeWidgetItem for each in gc.get_objects())

    guide.show_page("tictactoe")
    before = items()
    for _ in range(3):
        guide.show_page("nim")
        guide.show_page("tictactoe")
    assert items() == before
