"""What the views of the Tree workspace paint, and what the mouse does in them."""

import itertools
import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.core.errors import KyVienError
from engine.core.language import set_language
from engine.picture.colors import theme_named
from engine.picture.fates import hatch_color
from engine.search.spec import Spec
from engine.search.visit import Flag
from engine.searchtree.folding import RowKind
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate
from studio.analysis import figures
from studio.look import palette, style
from studio.tree import export
from studio.tree.export import rows_svg
from studio.tree.head import TreeHead
from studio.tree.pair.outline import PairOutline
from studio.tree.pair.page import PairPage
from studio.tree.pair.pairs import ONLY_SECOND, SIGNS, PairRow, Pairs
from studio.tree.recording.page import PlyBars, RecordingPage
from studio.tree.views import texts
from studio.tree.views.columns import columns_of, title_of
from studio.tree.views.fates import colors_of
from studio.tree.views.icicle import Icicle
from studio.tree.views.outline import STICKY, Outline
from studio.tree.views.page import TreePage
from studio.tree.views.picture import LEAST_SCALE, TreePicture
from studio.tree.views.prepared import prepare
from studio.tree.views.replay import ReplayBar
from studio.tree.views.rows import Filter
from studio.tree.views.shown import ShownTree
from studio.tree.views.strip import WindowStrip
from studio.tree.views.texts import View
from studio.widgets.scene import measure
from tests.studio.painted import Painted, Shape, Words, inks, painted
from tests.studio.tree.recorded import changed, recorded, shown

LEFT, MIDDLE, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton
CONTROL, PLAIN = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier


@pytest.fixture(params=["light", "dark"])
def theme(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[str]:
    style.apply(qapp, request.param)
    yield request.param
    style.apply(qapp, "light")


def wheel(widget: QWidget, at: QPointF, steps: int, modifiers: Qt.KeyboardModifier = PLAIN) -> None:
    """Turn the wheel, up if ``steps`` is positive."""
    event = QWheelEvent(at, QPointF(widget.mapToGlobal(at.toPoint())), QPoint(), QPoint(0, 120 * steps),
                        Qt.MouseButton.NoButton, modifiers, Qt.ScrollPhase.NoScrollPhase, False)  # fmt: skip
    QApplication.sendEvent(widget, event)


def move(widget: QWidget, to: QPoint, buttons: Qt.MouseButton = Qt.MouseButton.NoButton) -> None:
    """Move the mouse."""
    place = QPointF(widget.mapToGlobal(to))
    QApplication.sendEvent(widget, QMouseEvent(QEvent.Type.MouseMove, QPointF(to), place, buttons, buttons, PLAIN))


def click(widget: QWidget, button: Qt.MouseButton, pos: QPoint) -> None:
    """Click, without the warning of ``QTest`` where a click does nothing."""
    place = QPointF(widget.mapToGlobal(pos))
    for kind, buttons in (
        (QEvent.Type.MouseButtonPress, button),
        (QEvent.Type.MouseButtonRelease, Qt.MouseButton.NoButton),
    ):
        QApplication.sendEvent(widget, QMouseEvent(kind, QPointF(pos), place, button, buttons, PLAIN))


def leave(widget: QWidget) -> None:
    """Move the mouse out of a widget."""
    QApplication.sendEvent(widget, QEvent(QEvent.Type.Leave))


# --- the outline ------------------------------------------------------------------------------------------------------


@pytest.fixture
def outline(qtbot: QtBot) -> Outline:
    made = Outline(shown("cuts"))
    qtbot.addWidget(made)
    made.resize(1100, 400)
    made.show()
    return made


def row_words(view: Outline | PairOutline, seen: Painted, place: int) -> list[Words]:
    """Return the words of a row, from left to right."""
    top = style.ROW * (place + 1) - view.verticalScrollBar().value()
    return sorted((each for each in seen.words if top < each.y < top + style.ROW), key=lambda each: each.x)


def row_shapes(view: Outline | PairOutline, seen: Painted, place: int) -> list[Shape]:
    """Return the shapes of a row."""
    top = style.ROW * (place + 1) - view.verticalScrollBar().value()
    return [each for each in seen.shapes if top <= each.top and each.bottom <= top + style.ROW]


def test_every_row_of_the_outline_is_painted_with_its_cells(outline: Outline, theme: str) -> None:
    made, tree, look = outline.shown, recorded("cuts").tree, inks()
    made.open_to(3)
    made.choose(tree.children(0)[1])
    ghosts = next(place for place, row in enumerate(made.rows) if row.kind is RowKind.GHOSTS)
    made.toggle(ghosts)
    outline.verticalScrollBar().setValue(0)
    outline.resize(1100, style.ROW * (len(made.rows) + 2))
    for view in View:
        made.set_view(view)
        seen = painted(outline.viewport())
        titles = row_words(outline, seen, -1)
        assert [each.text for each in titles] == ["Move", *(title_of(each) for each in columns_of(tree))]
        for place, row in enumerate(made.rows):
            words, shapes = row_words(outline, seen, place), row_shapes(outline, seen, place)
            cells = [outline.cells.cell(row, column.name) for column in outline.columns]
            notes = [word for word, _ in outline.cells.tags(row)]
            move = outline.cells.move_cell(row)
            if row.kind is RowKind.GHOSTS and row.move < 0:
                notes = [outline.cells.ghost_names(tree, row.node)]
                assert any(each.stroke == QColor(hatch_color(theme_named(theme))).name() for each in shapes)  # type: ignore[arg-type]
            move = f"⋯  {move}" if row.kind is RowKind.RUN else move
            assert [each.text for each in words] == [move, *notes, *(each for each in cells if each)]
            is_chosen = row.is_node and row.node == made.selected
            assert (look.chosen in {each.fill for each in shapes}) == is_chosen
            assert (look.gold in {each.fill for each in shapes if each.kind == "rect"}) == is_chosen
            assert words[0].is_bold == (row.is_node and row.level > 0 and row.node in tree.pv)
            quiet = row.kind is RowKind.RUN or row.move >= 0
            assert words[0].color == (look.secondary if quiet else look.text)
            if row.is_node:
                value = words[-5 if outline.cells.cell(row, "moves") else -4]
                assert value.text == outline.cells.cell(row, "value") and value.is_bold
                assert words[-1].color == look.secondary and words[-2].color == look.text
                arrows = [each for each in shapes if each.kind == "polyline" and each.stroke == look.secondary]
                assert bool(arrows) == made.can_open(row)
                if arrows:
                    (arrow,) = arrows
                    is_wide = arrow.right - arrow.left > arrow.bottom - arrow.top
                    assert is_wide == made.is_open(row), "down if it is open, to the right if not"


def test_words_colours_and_faintness_of_rows_during_a_replay(outline: Outline) -> None:
    made = outline.shown
    made.fold_all(False)
    made.open_to(2)
    outline.resize(1100, style.ROW * (len(made.rows) + 2))
    count = 0
    for number in (0, 9, 40, None):
        made.show_event(number)
        outline.verticalScrollBar().setValue(0)
        seen = painted(outline.viewport())
        for place, row in enumerate(made.rows):
            words = row_words(outline, seen, place)
            expected = 1.0 if made.is_reached(row.node) else 0.4
            assert {round(each.opacity, 1) for each in words} <= {expected}, (number, row)
            count += bool(words)
    assert count > 60


def test_a_trimmed_node_has_a_hollow_arrow(qtbot: QtBot) -> None:
    made = shown("every", 30)
    view = Outline(made)
    qtbot.addWidget(view)
    made.fold_all(False)
    made.open_to(1)
    view.resize(1100, style.ROW * (len(made.rows) + 2))
    view.show()
    seen = painted(view.viewport())
    for place, row in enumerate(made.rows):
        arrows = {each.kind for each in row_shapes(view, seen, place) if each.stroke == inks().secondary}
        assert ("polyline" in arrows) == (made.can_open(row) and not made.is_trimmed(row.node))
        assert bool(arrows & {"path", "polygon"}) == made.is_trimmed(row.node)


def test_columns_that_do_not_fit_are_not_painted(outline: Outline) -> None:
    dropped = []
    for width in (1100, 620, 560, 470, 380, 300):
        outline.resize(width, 400)
        titles = [each.text for each in row_words(outline, painted(outline.viewport()), -1)]
        dropped.append(
            [title for title in ("%", "Moves tried", "(α, β)", "Nodes", "Why", "Value") if title not in titles]
        )
    assert dropped[0] == [] and dropped[-1] == ["%", "Moves tried", "(α, β)", "Nodes", "Why"]
    assert all(one == other[: len(one)] for one, other in itertools.pairwise(dropped)), "always in this order"


def test_ancestors_remain_in_sight(outline: Outline) -> None:
    """The root and the nearest ancestors of the first row are painted above it, and a click on one selects it."""
    made, tree = outline.shown, recorded("cuts").tree
    made.fold_all(False)
    made.open_to(3)
    outline.resize(1100, 8 * style.ROW)
    bar = outline.verticalScrollBar()
    seen_depths = set()
    for place in range(0, len(made.rows) - 8, 5):
        bar.setValue(place * style.ROW)
        sticky = outline._sticky()
        seen_depths.add(len(sticky))
        seen = painted(outline.viewport())
        words = [each.text for each in seen.words]
        row = made.rows[place + len(sticky)] if place else made.rows[0]
        path = tree.path(row.node) if row.kind is RowKind.GHOSTS else tree.path(row.node)[:-1]
        above = [node for node in path if made.place_of(node) < place + len(sticky)]
        wanted = [*above[:1], *above[1:][-STICKY:]]
        if place and len(wanted) == len(sticky):
            assert [made.rows[each].node for each in sticky] == wanted
        for number, each in enumerate(sticky):
            assert outline.place_at(QPoint(200, style.ROW * (number + 1) + 5)) == each
            assert outline.cells.move_cell(made.rows[each]) in words
        first = outline.place_at(QPoint(200, style.ROW * (len(sticky) + 1) + 5))
        assert first == place + len(sticky)
        lines = [each for each in seen.filled(inks().border) if each.bottom - each.top == 1]
        assert [round(each.top) for each in lines] == ([style.ROW * (len(sticky) + 1) - 1] if sticky else [])
    assert len(seen_depths) > 1
    assert outline.place_at(QPoint(200, 5)) == -1, "the titles"
    bar.setValue(0)
    assert outline._sticky() == [] and outline.place_at(QPoint(200, style.ROW)) == 0
    made.set_filters((Filter.PV,))
    assert outline.place_at(QPoint(200, style.ROW * (len(made.rows) + 1) + 2)) == -1


def test_the_mouse_in_the_outline(outline: Outline, qtbot: QtBot) -> None:
    made, tree = outline.shown, recorded("cuts").tree
    view = outline.viewport()
    hovered: list[int] = []
    outline.hovered.connect(hovered.append)

    def at(place: int, x: int) -> QPoint:
        return QPoint(x, outline.row_rect(place).center().y())

    place = next(n for n, row in enumerate(made.rows) if row.is_node and row.level == 1 and made.can_open(row))
    node, count = made.rows[place].node, len(made.rows)
    click(view, LEFT, at(place, 100))
    assert made.selected == node and len(made.rows) == count
    for change in (1, 0):
        click(view, LEFT, at(place, 40))
        assert (len(made.rows) > count) == bool(change), "the arrow opens and closes"
    assert made.selected == node
    for x in (20, 49):
        click(view, LEFT, at(place, x))
        assert len(made.rows) == count, "not the arrow"
    for change in (1, 0):
        QTest.mouseDClick(view, LEFT, pos=at(place, 100))
        assert (len(made.rows) > count) == bool(change)
    QTest.mouseDClick(view, LEFT, pos=at(place, 30))
    assert len(made.rows) == count, "the arrow has done it already"
    click(view, RIGHT, at(0, 100))
    assert made.selected == node
    click(view, MIDDLE, at(0, 100))
    assert (made.selected, made.pinned) == (node, 0)
    run = next(n for n, row in enumerate(made.rows) if row.kind is RowKind.RUN)
    move(view, at(place, 100))
    assert view.toolTip() and texts.reason_tip(tree, node).split()[0] in view.toolTip()
    assert look_of_row(outline, place) == {inks().chosen}
    move(view, at(0, 100))
    assert inks().raised in look_of_row(outline, 0)
    move(view, at(run, 100))
    assert view.toolTip() == "" and hovered == [node, 0, -1]
    assert inks().raised not in look_of_row(outline, 0) | look_of_row(outline, run)
    leave(outline)
    assert hovered[-1] == -1 and len(hovered) == 4
    nodes = made.rows[run].row.nodes  # type: ignore[union-attr]
    click(view, MIDDLE, at(run, 100))
    assert made.rows[run].kind is RowKind.RUN and made.pinned == 0
    click(view, LEFT, at(run, 100))
    assert [row.node for row in made.rows[run : run + len(nodes)]] == list(nodes), "a click unfolds a run"
    assert made.selected == node


def look_of_row(outline: Outline, place: int) -> set[str]:
    """Return the colours behind a row."""
    shapes = row_shapes(outline, painted(outline.viewport()), place)
    return {each.fill for each in shapes if each.kind == "rect" and each.right - each.left > 500}


def test_the_selected_row_is_scrolled_into_sight(outline: Outline) -> None:
    made = outline.shown
    made.fold_all(False)
    made.open_to(3)
    outline.resize(1100, 9 * style.ROW)
    bar = outline.verticalScrollBar()
    assert (bar.maximum(), bar.pageStep()) == ((len(made.rows) - 8) * style.ROW, 7 * style.ROW)
    nodes = [row.node for row in made.rows if row.is_node]
    for node in (nodes[-1], nodes[len(nodes) // 2], nodes[0], nodes[30], nodes[28]):
        made.choose(node)
        rect = outline.row_rect(made.place_of(node))
        assert rect.top() >= style.ROW and rect.bottom() <= outline.viewport().height()
        assert node == nodes[0] or outline.place_at(rect.center()) == made.place_of(node), "no ancestor covers it"
    value = bar.value()
    wheel(outline.viewport(), QPointF(100, 100), -1)
    assert bar.value() > value
    value = bar.value()
    wheel(outline.viewport(), QPointF(100, 100), -1, CONTROL)
    assert bar.value() == value


def test_a_focus_of_the_keyboard_has_a_frame(outline: Outline, qtbot: QtBot) -> None:
    outline.activateWindow()
    for reason, is_framed in ((Qt.FocusReason.TabFocusReason, True), (Qt.FocusReason.MouseFocusReason, False),
                              (Qt.FocusReason.BacktabFocusReason, True)):  # fmt: skip
        outline.clearFocus()
        outline.setFocus(reason)
        qtbot.waitUntil(outline.hasFocus)
        found = [each for each in painted(outline.viewport()).drawn(inks().gold) if each.right - each.left > 1000]
        assert bool(found) == is_framed
    outline.clearFocus()
    assert not [each for each in painted(outline.viewport()).drawn(inks().gold) if each.right - each.left > 1000]


# --- the icicle -------------------------------------------------------------------------------------------------------


@pytest.fixture
def icicle(qtbot: QtBot) -> Icicle:
    made = shown("cuts")
    view = Icicle(made)
    qtbot.addWidget(view)
    view.resize(1000, 200)
    view.show()
    made.show_tree(recorded("cuts").tree, recorded("cuts").prepared)
    return view


def state_of(icicle: Icicle) -> ShownTree:
    return icicle._shown


def test_the_bands_have_the_colours_of_the_fates_and_the_words_of_the_nodes(icicle: Icicle, theme: str) -> None:
    made, tree, prepared = state_of(icicle), recorded("cuts").tree, recorded("cuts").prepared
    ground = palette.current().ground
    for number in (None, 0, 30, 100):
        made.show_event(number)
        seen, image = painted(icicle), icicle.grab().toImage()
        last = len(tree) - 1 if number is None else prepared.last_entered(number)
        assert [each.text for each in seen.words if each.x < 28] == ["0", "1", "2"], "the last band is low"
        wide = [node for node in range(len(tree)) if (rect := icicle.rect_of(node)) is not None and rect.width() > 12]
        assert len(wide) > 10
        for node in wide:
            rect = icicle.rect_of(node)
            assert rect is not None
            fill = colors_of(tree.fate(node)).fill
            # The reached part ends in the middle of nodes that are open.
            is_reached = node <= last
            x = rect.left() + 3 if is_reached else rect.right() - 4
            color = image.pixelColor(QPoint(round(x), round(rect.bottom() - 3)))
            wanted = fill if is_reached else palette.mixed(fill, ground, 0.25)
            assert all(abs(one - two) < 3 for one, two in zip(color.getRgb(), wanted.getRgb(), strict=True)), (
                number,
                node,
            )
        for node in [node for node in wide if tree.number("ply", node) in (1, 2) and rect_width(icicle, node) > 60]:
            value = texts.short_value_text(tree, node, made.view) if made.is_known(node) else ""
            rect = icicle.rect_of(node)
            assert rect is not None
            (words,) = [e for e in seen.words if rect.left() < e.x < rect.right() and rect.top() < e.y < rect.bottom()]
            assert words.text == f"{texts.move_text(tree, node)} {value}".strip() and words.color == inks().text


def rect_width(icicle: Icicle, node: int) -> float:
    rect = icicle.rect_of(node)
    return rect.width() if rect is not None else 0.0


def test_a_name_without_room_for_its_value_is_painted_alone(icicle: Icicle) -> None:
    tree = recorded("cuts").tree
    child = tree.children(0)[1]
    seen = set()
    for width in range(400, 1000, 20):
        icicle.resize(width, 200)
        rect = icicle.rect_of(child)
        assert rect is not None
        words = [
            e.text
            for e in painted(icicle).words
            if rect.left() < e.x < rect.right() and rect.top() < e.y < rect.bottom()
        ]
        seen.add(tuple(words))
    assert seen == {(), ("b1",), ("b1 ≤ 0",)}


def outlines(icicle: Icicle, color: str) -> list[int]:
    """Return the nodes that have a frame of a colour."""
    return [
        icicle.node_at(QPointF((each.left + each.right) / 2, (each.top + each.bottom) / 2))
        for each in painted(icicle).drawn(color) if each.kind == "rect" and not each.is_dashed
    ]  # fmt: skip


def test_the_frames_of_the_icicle(icicle: Icicle, theme: str) -> None:
    made, tree, look = state_of(icicle), recorded("cuts").tree, inks()
    one, two, three = tree.children(0)[:3]
    made.choose(one)
    made.toggle_pin(two)
    move(icicle, icicle.rect_of(three).center().toPoint())  # type: ignore[union-attr]
    assert (outlines(icicle, look.gold), outlines(icicle, look.accent), outlines(icicle, look.border)) == (
        [one], [two], [three]
    )  # fmt: skip
    # Dotted lines lead from the selected node down, but not from the first one.
    dotted = [each for each in painted(icicle).drawn(look.gold) if each.is_dashed]
    assert len(dotted) == 2 and all(each.bottom > icicle.height() - 10 for each in dotted)
    made.choose(0)
    assert not [each for each in painted(icicle).drawn(look.gold) if each.is_dashed]
    leave(icicle)
    made.toggle_pin(two)
    assert outlines(icicle, look.border) == outlines(icicle, look.accent) == []


def test_a_zoomed_icicle_names_the_path_and_a_click_on_it_zooms_out(icicle: Icicle) -> None:
    made, tree = state_of(icicle), recorded("cuts").tree
    child = tree.children(0)[0]
    below = tree.children(child)[0]
    icicle.zoom_to(below)
    seen = painted(icicle)
    top = [each for each in seen.words if each.y < 26 and each.x > 28]
    names = ["root  ›  ", f"{texts.move_text(tree, child)}  ›  ", texts.move_text(tree, below)]
    assert [each.text for each in top] == ["".join(names)]
    places = [round(top[0].x + measure("".join(names[:number]), top[0].size)) + 3 for number in range(3)]
    assert [each.text for each in seen.words if each.x < 28] == ["2"]
    for x, node in ((places[2], below), (places[1], child)):
        icicle.grab()
        click(icicle, LEFT, QPoint(x, 14))
        assert icicle.top_node == node
    assert made.selected == below, "a click on the first band selects its node"
    icicle.zoom_to(below)
    icicle.grab()
    click(icicle, LEFT, QPoint(places[0], 14))
    assert icicle.top_node == 0 and not icicle.is_zoomed and made.selected == below


def test_the_mouse_in_the_icicle(icicle: Icicle) -> None:
    made, tree = state_of(icicle), recorded("cuts").tree
    hovered: list[int] = []
    icicle.hovered.connect(hovered.append)
    one, two = tree.children(0)[:2]

    def at(node: int) -> QPoint:
        rect = icicle.rect_of(node)
        assert rect is not None
        return rect.center().toPoint()

    move(icicle, at(one))
    move(icicle, at(one) + QPoint(2, 0))
    move(icicle, at(two))
    leave(icicle)
    assert hovered == [one, two, -1]
    click(icicle, LEFT, at(two))
    click(icicle, RIGHT, at(one))
    assert made.selected == two
    click(icicle, MIDDLE, at(one))
    assert (made.pinned, made.selected) == (one, two)
    click(icicle, LEFT, QPoint(5, at(two).y()))
    assert made.selected == two, "a click next to the bands"
    # Dragging moves a zoomed icicle, but not out of its part.
    made.choose(0)
    icicle.zoom(4, 28)
    low, high = icicle.low, icicle.high
    QTest.mousePress(icicle, LEFT, pos=QPoint(600, 40))
    move(icicle, QPoint(597, 40), LEFT)
    assert (icicle.low, icicle.high) == (low, high), "a click that trembles"
    move(icicle, QPoint(500, 40), LEFT)
    assert icicle.low == pytest.approx(low + 100 / (icicle.width() - 40) * (high - low))
    assert icicle.high - icicle.low == pytest.approx(high - low)
    move(icicle, QPoint(900, 40), LEFT)
    assert icicle.low == low == 0
    QTest.mouseRelease(icicle, LEFT, pos=QPoint(900, 40))
    assert made.selected == 0, "a drag selects nothing"
    wheel(icicle, QPointF(500, 40), -1)
    assert icicle.low == pytest.approx((high - low) / 12)
    for _ in range(60):
        wheel(icicle, QPointF(500, 40), -1)
    assert icicle.high == len(tree) and icicle.high - icicle.low == pytest.approx(high - low)
    wheel(icicle, QPointF(500, 40), 60)
    assert icicle.low == 0
    icicle.zoom_to(0)
    middle = 28 + (icicle.width() - 40) / 2
    for steps, span in ((1, len(tree) / 1.25), (-1, len(tree))):
        wheel(icicle, QPointF(middle, 40), steps, CONTROL)
        assert icicle.high - icicle.low == pytest.approx(span)
        assert (icicle.high + icicle.low) / 2 == pytest.approx(len(tree) / 2), "what is under the pointer stays there"
    for _ in range(40):
        wheel(icicle, QPointF(middle, 40), 1, CONTROL)
    assert icicle.high - icicle.low == pytest.approx(4)


def test_a_pause_over_a_node_shows_its_board(icicle: Icicle, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = recorded("cuts").tree
    child = tree.children(0)[1]
    monkeypatch.setattr(Icicle, "underMouse", lambda _: True)
    icicle._timer.setInterval(0)
    move(icicle, icicle.rect_of(child).center().toPoint())  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: icicle._popup is not None and icicle._popup.board.isVisible())
    popup = icicle._popup
    assert popup is not None
    position = tree.position(child)
    assert position is not None
    parts = popup.board.picture_parts
    assert parts.surface.pieces == position.game.surface(position).pieces and parts.last
    leave(icicle)
    assert not popup.board.isVisible() and not icicle._timer.isActive()


# --- the window strip -------------------------------------------------------------------------------------------------


@pytest.fixture
def strip(qtbot: QtBot) -> WindowStrip:
    made = WindowStrip(shown("cuts"))
    qtbot.addWidget(made)
    made.resize(900, 160)
    made.show()
    made.grab()
    return made


def test_the_words_of_the_window_strip(strip: WindowStrip, theme: str) -> None:
    made, tree = strip._shown, recorded("cuts").tree
    cut = next(node for node in range(len(tree)) if tree.fate(node) is Fate.CUT and tree.children(node))
    legend = ["not looked at", "window", "at most", "at least", "exact"]
    for view in View:
        made.set_view(view)
        for node in (0, cut, tree.children(0)[0]):
            made.choose(node)
            seen = painted(strip)
            caption = (
                f"Moves after {texts.move_text(tree, node)}, in the order tried"
                if node
                else "Replies in the order tried"
            )
            assert seen.texts[:6] == [caption, *legend]
            best = tree.best_child(node)
            assert best is not None
            picture = strip._picture
            assert picture is not None
            word = "cut" if node == cut else "best"
            assert f"{texts.move_text(tree, best)} {picture.value(best)}: {word}" in seen.texts
            own = texts.value_text(tree, best, view)
            # The values at a node are for the side for which they are shown there.
            if texts.sign(tree, node, view) == -texts.sign(tree, best, view):
                assert picture.value(best) == own
    made.set_view(View.FIRST)
    made.choose(0)
    made.show_event(0)
    made.choose(tree.children(0)[-1])
    assert "The search has not come here yet." in painted(strip).texts
    made.show_event(None)
    strip.resize(900, 28)
    assert painted(strip).texts == [f"Moves after {texts.move_text(tree, made.selected)}, in the order tried", *legend]
    made.show_tree(recorded("visits").tree, recorded("visits").prepared)
    assert painted(strip).texts == ["This search has no windows."]
    made.clear()
    assert painted(strip).texts == []


def test_the_mouse_in_the_window_strip(strip: WindowStrip) -> None:
    made, tree = strip._shown, recorded("cuts").tree
    hovered: list[int] = []
    strip.hovered.connect(hovered.append)
    picture = strip._picture
    assert picture is not None and [node for node, _ in picture.places] == list(tree.children(0))
    (one, x), (two, other) = picture.places[0], picture.places[3]
    move(strip, QPoint(round(x), 80))
    assert strip.toolTip() and texts.move_text(tree, one) in strip.toolTip() and picture.value(one) in strip.toolTip()
    move(strip, QPoint(round(other), 80))
    assert texts.move_text(tree, two) in strip.toolTip()
    move(strip, QPoint(round(other), 4))
    assert strip.toolTip() == "" and hovered == [one, two, -1], "the legend has no reply"
    move(strip, QPoint(round(other), 80))
    move(strip, QPoint(strip.width() - 2, 80))
    assert hovered == [one, two, -1, two, -1] and strip.toolTip() == ""
    click(strip, LEFT, QPoint(round(other), 4))
    click(strip, RIGHT, QPoint(round(other), 80))
    assert made.selected == 0
    click(strip, MIDDLE, QPoint(round(x), 80))
    assert (made.selected, made.pinned) == (0, one)
    made.toggle_pin(one)
    strip.grab()
    click(strip, LEFT, QPoint(round(other), 80))
    assert made.selected == two
    move(strip, QPoint(round(x), 80))
    leave(strip)
    assert hovered[-1] == -1


def test_two_nodes_of_the_strip_have_letters_and_one_scale(strip: WindowStrip) -> None:
    made, tree = strip._shown, recorded("cuts").tree
    one, two = tree.children(0)[:2]
    made.choose(one)
    made.toggle_pin(two)
    seen = painted(strip)
    for name, node in (("A", one), ("B", two)):
        caption = f"{name}  Moves after {texts.move_text(tree, node)}, in the order tried"
        assert any(each and caption.startswith(each.removesuffix("…")) and each[0] == name for each in seen.texts)
    picture = strip._picture
    assert picture is not None
    first, second = picture._parts
    assert first.scale == second.scale and (first.left, second.left) == (0, 450)
    assert {node for node, x in picture.places if x < 450} == set(tree.children(one))
    assert {node for node, x in picture.places if x >= 450} == set(tree.children(two))
    made.toggle_pin(tree.children(one)[0])
    strip.grab()
    picture = strip._picture
    assert picture is not None and picture._parts[0].node == one
    made.toggle_pin(one)
    strip.grab()
    assert strip._picture is not None and len(strip._picture._parts) == 1, (
        "the selected node is not compared with itself"
    )


# --- the picture ------------------------------------------------------------------------------------------------------


@pytest.fixture
def picture(qtbot: QtBot) -> TreePicture:
    made = TreePicture(shown("scout"))
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    return made


def faces(picture: TreePicture) -> dict[int, object]:
    """Return what is drawn of each node, by the node."""
    tree = picture.shown.tree
    assert tree is not None
    root = picture._root(tree)
    found, waiting = {}, [root]
    while waiting:
        each = waiting.pop()
        found[each.number] = each
        waiting += each.children
    return found


def test_the_nodes_of_the_picture_follow_the_replay(picture: TreePicture) -> None:
    made, tree = picture.shown, recorded("scout").tree
    for number in (None, 0, 6, 20):
        made.show_event(number)
        drawn = faces(picture)
        words = {each.words for each in flat(picture.items())}
        for node in range(len(tree)):
            face = drawn[node]
            is_inner = bool(tree.number("visits", node))
            assert face.label == (texts.value_text(tree, node, made.view) if made.is_known(node) else "…")
            assert face.shape == (("min" if tree.side(node) else "max") if is_inner else "leaf")
            assert face.opacity == (1.0 if made.is_reached(node) else 0.3)
            assert (face.mark is not None) == (is_inner and made.is_known(node))
            assert bool(face.window) == (is_inner and made.is_reached(node))
            assert face.on_line == (node in tree.pv and node > 0 and made.is_known(0))
            assert bool(face.frame) == (node == made.selected)
            assert node == 0 or face.edge == texts.move_text(tree, node)
            assert face.label in words
        for node, face in drawn.items():
            if node < 0:
                assert face.is_cut == (face.opacity == 1.0) == bool(face.edge)


def flat(items: object) -> Iterator[object]:
    """Yield the texts of items."""
    for each in items:  # type: ignore[attr-defined]
        if hasattr(each, "words"):
            yield each
        elif hasattr(each, "items"):
            yield from flat(each.items)


def test_the_moves_never_looked_at_hang_below_a_cut_node(picture: TreePicture) -> None:
    made, tree = picture.shown, recorded("scout").tree
    cut = [n for n in range(len(tree)) if tree.fate(n) is Fate.CUT and tree.visit(n).never_tried]
    assert cut
    drawn = faces(picture)
    for node in cut:
        (rest,) = [each for each in drawn[node].children if each.number < 0]
        assert rest.edge == f"{tree.visit(node).never_tried} not looked at" and rest.is_cut and not rest.visited
    for node in set(range(len(tree))) - set(cut):
        assert all(each.number >= 0 for each in drawn[node].children)
    made.toggle_pin(3)
    drawn = faces(picture)
    assert [node for node, face in drawn.items() if face.name] == [3] and drawn[3].name == "B"


def test_the_mouse_in_the_picture(picture: TreePicture) -> None:
    made = picture.shown
    hovered: list[int] = []
    picture.hovered.connect(hovered.append)

    def at(node: int) -> QPoint:
        return picture.mapFromScene(QPointF(*picture.nodes[node]))

    one, two = list(picture.nodes)[1:3]
    click(picture.viewport(), LEFT, at(one))
    assert made.selected == one
    click(picture.viewport(), MIDDLE, at(two))
    assert (made.selected, made.pinned) == (one, two)
    click(picture.viewport(), RIGHT, at(two))
    assert (made.selected, made.pinned) == (one, two)
    for node in (one, one, two):
        move(picture.viewport(), at(node))
    leave(picture)
    assert hovered == [one, two, -1]
    assert picture.node_at(QPointF(1, 1)) == -1
    scale = picture.transform().m11()
    wheel(picture.viewport(), QPointF(300, 200), 1, CONTROL)
    assert picture.transform().m11() == pytest.approx(scale * 1.15)
    wheel(picture.viewport(), QPointF(300, 200), -1, CONTROL)
    assert picture.transform().m11() == pytest.approx(scale)
    for steps in (1, -1):
        for _ in range(60):
            wheel(picture.viewport(), QPointF(300, 200), steps, CONTROL)
        assert 0.1 < picture.transform().m11() < 4
    scale = picture.transform().m11()
    wheel(picture.viewport(), QPointF(300, 200), -1)
    assert picture.transform().m11() == scale
    picture.fit()
    assert LEAST_SCALE <= picture.transform().m11() <= 1


# --- two trees --------------------------------------------------------------------------------------------------------


@pytest.fixture
def pair(qtbot: QtBot) -> PairOutline:
    one, two = recorded("every"), recorded("shallow")
    made = PairOutline()
    qtbot.addWidget(made)
    made.resize(1400, 500)
    made.show()
    made.show_pairs(Pairs(one.tree, two.tree, one.prepared, two.prepared, one.tree.diff(two.tree)))
    return made


def test_every_row_of_two_trees_is_painted(pair: PairOutline, theme: str) -> None:
    pairs, look = pair.pairs, inks()
    assert pairs is not None
    for row in list(pair.rows[1:3]):
        if not row.is_run:
            pairs.toggle(row)
    pair.list_rows()
    pair.resize(1400, style.ROW * (len(pair.rows) + 2))
    seen = painted(pair.viewport())
    titles = ["Move", "Value", "Why", "Moves tried", "Nodes"]
    assert [each.text for each in row_words(pair, seen, -1)] == titles * 2
    signs = {"=": look.good, "≠": look.accent}
    kinds = set()
    for place, row in enumerate(pair.rows):
        words = row_words(pair, seen, place)
        cells = [cell for cell in pair.row_text(place).split("\t") if cell.strip()]
        plain = [each.text.removeprefix("⋯  ").removesuffix("  ★") for each in words]
        assert plain == cells
        kinds.add(row.kind)
        (sign,) = [each for each in words if each.text == SIGNS[row.kind] and 650 < each.x < 720]
        assert sign.is_bold and sign.color == signs.get(sign.text, look.mistake if row.kind in (3, ONLY_SECOND) or
                                                         "only" in str(row.kind).lower() else sign.color)  # fmt: skip
        for tree, nodes, text in ((pairs.first, row.pairs[0][0], words[0]),):
            is_best = not row.is_run and row.level > 0 and nodes in tree.pv
            assert text.text.endswith("  ★") == text.is_bold == is_best
            assert text.text.startswith("⋯  ") == row.is_run
            assert text.color == (look.secondary if row.is_run else look.text)
        fills = {each.fill for each in row_shapes(pair, seen, place)}
        assert (look.chosen in fills) == (look.gold in fills) == (pair.selected in row.pairs)
    assert len(kinds) > 1
    pair.resize(1000, 400)
    assert [each.text for each in row_words(pair, painted(pair.viewport()), -1)] == [
        "Move",
        "Value",
        "Why",
        "Nodes",
    ] * 2


def test_the_mouse_in_the_rows_of_two_trees(pair: PairOutline) -> None:
    view, heard = pair.viewport(), list[tuple[int, int]]()
    pair.chosen.connect(lambda one, two: heard.append((one, two)))

    def at(place: int, x: int) -> QPoint:
        return QPoint(x, style.ROW * (place + 1) + 8 - pair.verticalScrollBar().value())

    assert pair.pairs is not None
    place = next(n for n, row in enumerate(pair.rows) if n and not row.is_run and pair.pairs.can_open(row.pairs[0]))
    count = len(pair.rows)
    click(view, LEFT, at(place, 200))
    assert heard == [pair.rows[place].pairs[0]] == [pair.selected] and len(pair.rows) == count
    right = (pair.viewport().width() - 36) // 2 + 36
    for x, is_open in ((40, True), (40, False), (right + 40, True), (right + 40, False)):
        click(view, LEFT, at(place, x))
        assert (len(pair.rows) > count) == is_open and len(heard) == 1
    for x in (20, 49):
        click(view, LEFT, at(place, x))
        assert len(pair.rows) == count
    run = next(n for n, row in enumerate(pair.rows) if row.is_run)
    many = len(pair.rows[run].pairs)
    heard.clear()
    click(view, LEFT, at(run, 200))
    assert len(pair.rows) == count + many - 1 and heard == []
    click(view, LEFT, QPoint(200, 5))
    click(view, LEFT, at(len(pair.rows), 200))
    assert heard == [] and pair.place_at(QPoint(200, 5)) == -1


def test_the_selected_pair_is_scrolled_into_sight(pair: PairOutline) -> None:
    assert pair.pairs is not None
    for row in list(pair.rows):
        pair.pairs.toggle(row) if row.is_run else None
    pair.list_rows()
    pair.resize(1400, 8 * style.ROW)
    bar = pair.verticalScrollBar()
    assert bar.maximum() == (len(pair.rows) - 7) * style.ROW > 0
    for place in (len(pair.rows) - 1, 0, 7, 3):
        pair.choose(pair.rows[place].pairs[0])
        top = style.ROW * (place + 1) - bar.value()
        assert top >= style.ROW and top + style.ROW <= pair.viewport().height()
        assert pair.accessibleDescription() == pair.row_text(place)
        assert pair.place_at(QPoint(10, top + 5)) == place


def test_the_language_of_the_titles(pair: PairOutline, outline: Outline) -> None:
    for code, title in (("vi", "Nước đi"), ("en", "Move")):
        set_language(code)
        try:
            for view in (pair, outline):
                assert row_words(view, painted(view.viewport()), -1)[0].text == title
        finally:
            set_language("en")


# --- the head, the bars and the page ----------------------------------------------------------------------------------


def test_the_bars_of_a_recording(qtbot: QtBot, theme: str) -> None:
    bars = PlyBars()
    qtbot.addWidget(bars)
    bars.resize(600, 240)
    bars.show_counts([1, 9, 80, 5_000])
    seen, fill = painted(bars), colors_of(Fate.EXACT).fill.name()
    assert [each.text for each in seen.words if each.x < 40] == ["0", "1", "2", "3"]
    assert [each.text for each in seen.words if each.x >= 40] == ["1", "9", "80", "5\u2009000"]
    assert [each.color for each in seen.words[:2]] == [inks().secondary, inks().text]
    widths = [each.right - each.left for each in seen.filled(fill)]
    assert len(widths) == 4 and sorted(widths) == widths
    assert widths[0] / widths[3] == pytest.approx(math.log(2) / math.log(5001), rel=0.02), "a logarithmic scale"
    assert bars.accessibleDescription() == "1, 9, 80, 5000"
    bars.show_counts([3])
    (bar,) = painted(bars).filled(fill)
    assert bar.right - bar.left < widths[3], "few visits do not fill the width"
    bars.show_counts(list(range(1, 31)))
    assert bars.counts == list(range(1, 21)) and len(painted(bars).filled(fill)) == 20
    tops = [each.top for each in painted(bars).filled(fill)]
    assert all(one < other for one, other in pairwise(tops)) and tops[-1] < 240


def test_the_progress_of_a_recording_in_words(qtbot: QtBot) -> None:
    page = RecordingPage()
    qtbot.addWidget(page)
    for code, texts_of in (
        ("en", ("Recording: Minimax", "Waiting for a free core", "depth 3", "Stop (Esc)")),
        ("vi", (None, "Đang chờ nhân CPU rảnh", "sâu 3", None)),
    ):
        set_language(code)
        try:
            page.retranslate()
            page.show_progress("Minimax", 0, [], None)
            assert page.caption.text() == texts_of[1] and texts_of[0] in (None, page.title.text())
            page.show_progress("Minimax", 3, [1, 9], 2.0)
            words = page.caption.text().split("  ·  ")
            assert words == [texts_of[2], figures.nodes_text(10), figures.duration(2.0)]
            assert page.bars.counts == [1, 9] and texts_of[3] in (None, page.button.text())
        finally:
            set_language("en")
    with qtbot.waitSignal(page.stopped):
        page.button.click()


def test_the_head_hides_what_does_not_fit(qtbot: QtBot) -> None:
    head = TreeHead()
    qtbot.addWidget(head)
    head.show_specs([Spec.parse("minimax"), Spec.parse("alphabeta")], Spec.parse("alphabeta"))
    head.show_depth(3, 4)
    head.show_views(("For X", "For the side to move"), View.MOVER)
    head.show_count("5 478 nodes, all kept")
    head.show_record("Record again")
    head.show()
    beside, icon = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly
    seen = []
    for width in (1500, 1299, 900, 600, 1500):
        head.resize(width, head.height())
        QApplication.processEvents()
        seen.append((head.compare_button.toolButtonStyle() == beside, not head.count.isHidden()))
        assert head.compare_button.toolButtonStyle() in (beside, icon)
        assert head.view_box.maximumWidth() == (72 if width < 800 else 1000)
    assert seen[0] == seen[-1] == (True, True) and seen[1][0] is False and seen[3] == (False, False)
    assert head.view_box.currentText() == "For the side to move"
    for text, is_good in (("✓ same as the row", True), ("✗ differs from the row", False), ("", True)):
        head.show_same(text, is_good=is_good)
        assert head.same.whole == text and head.same.isHidden() == (not text)
        assert head.same.property("role") == ("good" if is_good else "error")
    head.show_record("Stop", is_enabled=False)
    assert head.record_button.text() == "Stop" and not head.record_button.isEnabled()
    head.show_depth(0, 4)
    assert head.depth_box.isHidden()
    head.show_depth(40, 40)
    assert head.depth_box.count() == 30
    chosen: list[object] = []
    for signal in (head.spec_chosen, head.depth_chosen, head.view_chosen):
        signal.connect(chosen.append)
    head.spec_box.activated.emit(0)
    head.depth_box.activated.emit(4)
    head.view_box.activated.emit(0)
    assert chosen == [Spec.parse("minimax"), 5, View.FIRST]
    head.show_specs([Spec.parse("minimax")], None, "/home/a/tree.kvtree")
    assert head.spec_box.currentIndex() == 1 and head.spec_box.currentText() == "/home/a/tree.kvtree"
    head.spec_box.activated.emit(1)
    assert len(chosen) == 3, "a file is no algorithm"


def test_the_views_divide_the_space(qtbot: QtBot) -> None:
    page = TreePage(shown("cuts"))
    qtbot.addWidget(page)
    page.show()
    page.shown.show_tree(recorded("cuts").tree, recorded("cuts").prepared)
    bands = {}
    for height in (800, 620, 500, 330):
        page.resize(1300, height)
        QApplication.processEvents()
        bands[height] = page.icicle.height()
        assert page.icicle.isVisible() == (height >= 340), "a low page has no icicle"
        assert page.outline.isVisible() and not page.picture.isVisible()
    assert bands[500] < bands[800]
    for width in (900, 510):
        page.resize(width, 700)
        QApplication.processEvents()
        assert (page.strip.height() > 60) == (width >= 520), "the strip is closed in a narrow page"
    page.resize(1300, 500)
    QApplication.processEvents()
    for is_open in (False, True):
        page.toggle_strip()
        QApplication.processEvents()
        assert (page.strip.height() > 60) == is_open
    page.show_picture(True)
    assert page.picture.isVisible() and not page.outline.isVisible()
    page.show_picture(False)
    assert page.outline.isVisible() and not page.picture.isVisible()
    page.replay.steps_button.setChecked(True)
    QApplication.processEvents()
    assert page.steps.isVisible() and page.sentence.isVisible() and not page.words.isVisible()
    page.replay.steps_button.setChecked(False)
    assert not page.steps.isVisible() and page.words.isVisible()


def test_what_the_views_hover_is_shown_on_the_board(qtbot: QtBot) -> None:
    page = TreePage(shown("cuts"))
    qtbot.addWidget(page)
    tree = recorded("cuts").tree
    page.shown.show_tree(tree, recorded("cuts").prepared)
    node = tree.children(0)[3]
    before = page.board.caption.whole
    for view in (page.icicle, page.outline, page.words, page.strip, page.picture):
        view.hovered.emit(node)
        assert texts.move_text(tree, node) in page.board.caption.whole, view
        view.hovered.emit(-1)
        assert page.board.caption.whole == before
    page.replay.fast_changed.emit(True)
    page.shown.choose(node)
    assert page.board.caption.whole == before
    page.replay.fast_changed.emit(False)
    assert texts.move_text(tree, node) in page.board.caption.whole


def test_the_bar_below_the_views(qtbot: QtBot) -> None:
    made = shown("cuts")
    bar = ReplayBar(made)
    qtbot.addWidget(bar)
    made.show_tree(recorded("cuts").tree, recorded("cuts").prepared)
    bar.show()
    beside, icon = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly
    for width, style_, has_chips in ((1500, beside, True), (1000, beside, False), (700, icon, False)):
        bar.resize(width, 40)
        assert bar.steps_button.toolButtonStyle() == style_
        assert all(chip.isVisible() == has_chips for chip in bar.chips.values())
        assert bar.filter_button.isVisible() != has_chips
    bar.resize(1500, 40)
    bar.steps_button.setChecked(True)
    assert bar.steps.isVisible() and not bar.whole.isVisible() and bar.filter_button.isVisible()
    bar.steps_button.setChecked(False)
    assert bar.whole.isVisible() and not bar.steps.isVisible() and not bar.filter_button.isVisible()
    bar.ask_move()
    bar.find_field.setText("zz")
    QTest.keyClick(bar, Qt.Key.Key_Escape)
    assert not bar.find_field.isVisible() and bar.find_field.text() == ""
    made.choose(5)
    bar.find_button.click()
    bar.find_field.setText("  ")
    bar.find_next()
    assert not bar._search_timer.isActive(), "nothing is asked for"
    bar.find_field.setText("a1")
    bar.find_next()
    assert bar._search_timer.isActive()
    made.show_tree(recorded("cuts").tree, recorded("cuts").prepared)
    assert not bar._search_timer.isActive(), "another tree is not searched on"
    bar.find_next()
    bar.hide()
    assert not bar._search_timer.isActive()
    for chip, title in zip(bar.chips.values(), ("Cuts", "PV", "α rose", "Re-search", "Quiescence"), strict=True):
        assert chip.text() == title and chip.toolTip() == "Show only these nodes and those above them"
    made.show_event(4)
    bar.whole.moved.emit(9)
    assert made.event_number == 9 and bar.whole.slider.value() == 9


# --- exports ----------------------------------------------------------------------------------------------------------


def test_a_picture_of_rows_has_the_words_of_the_outline(outline: Outline, monkeypatch: pytest.MonkeyPatch) -> None:
    made, tree = outline.shown, recorded("cuts").tree
    made.open_to(3)
    made.choose(tree.children(0)[1])
    for view in View:
        made.set_view(view)
        root = ElementTree.fromstring(rows_svg(outline, "light"))
        words = ["".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text")]
        assert words[:2] != [] and {"Move", *(title_of(each) for each in outline.columns)} <= set(words)
        for row in made.rows:
            move = outline.cells.move_cell(row)
            assert f"⋯  {move}" in words if row.kind is RowKind.RUN else move in words
            for column in outline.columns:
                text = outline.cells.cell(row, column.name)
                assert not text or text in words
            notes = "  ".join(word for word, _ in outline.cells.tags(row))
            if row.kind is RowKind.GHOSTS and row.move < 0:
                notes = outline.cells.ghost_names(tree, row.node)
            assert not notes or any(notes.startswith(each.removesuffix("…").strip()) for each in words if each.strip())
    monkeypatch.setattr(export, "MOST_DRAWN_ROWS", 4)
    left = len(made.rows) - 4
    assert f"… and {left} more rows" in rows_svg(outline, "dark")
    monkeypatch.setattr(export, "MOST_DRAWN_ROWS", len(made.rows) - 1)
    assert "… and 1 more row<" in rows_svg(outline, "dark")


def test_a_picture_of_a_view_has_twice_its_size(outline: Outline, tmp_path: Path) -> None:
    export.save_picture(outline, tmp_path / "rows.png")
    image = QImage(str(tmp_path / "rows.png"))
    assert (image.width(), image.height()) == (2 * outline.width(), 2 * outline.height())
    assert image.pixelColor(10, image.height() - 10) == palette.current().surface
    with pytest.raises(KyVienError, match="cannot be written"):
        export.save_picture(outline, tmp_path / "missing" / "rows.png")
    made = outline.shown
    made.show_tree(recorded("visits").tree, recorded("visits").prepared)
    for shown_tree in (made, ShownTree()):
        with pytest.raises(KyVienError, match="no windows"):
            export.strip_svg(shown_tree, 900, "light")


def test_a_walk_through_the_rows_of_two_trees_leaves_runs_folded(pair: PairOutline) -> None:
    rows = list(pair.rows)
    assert any(row.is_run for row in rows)
    for place in range(1, len(rows)):
        pair.step(1)
        assert pair.rows == rows and pair.place_of(pair.selected) == place
    pair.step(1)
    assert pair.place_of(pair.selected) == len(rows) - 1
    for place in reversed(range(len(rows) - 1)):
        pair.step(-1)
        assert pair.rows == rows and pair.place_of(pair.selected) == place
    run = next(row for row in rows if row.is_run)
    pair.choose(run.pairs[1])
    assert pair.rows != rows and [row.pairs for row in pair.rows].count((run.pairs[1],)) == 1


@pytest.mark.parametrize(("first", "second"), [("again", "shallow"), ("scout", "part")])
def test_the_words_about_a_node_that_one_tree_lacks(qtbot: QtBot, first: str, second: str) -> None:
    one, two = recorded(first), recorded(second)
    pairs = Pairs(one.tree, two.tree, one.prepared, two.prepared, one.tree.diff(two.tree))
    page = PairPage()
    qtbot.addWidget(page)
    page.show_pairs(pairs, one, two, View.FIRST)
    names, seen = (one.title, two.title), set()
    lacking = [(node, -1) for node in range(len(pairs.first)) if pairs.partner[node] < 0]
    lacking += [(-1, node) for node in range(len(pairs.second)) if pairs.back[node] < 0]
    for pair in lacking:
        page.outline.choose(pair)
        side = int(pair[0] < 0)
        move = texts.move_text((pairs.first, pairs.second)[side], pair[side])
        count = pairs.never_looked_at(PairRow((pair,), 0, pairs.kind_of(pair)))
        assert page.words.whole == (
            f"{move}: only {names[side]} has this visit. {names[1 - side]} looked at the position in another one."
            if count == 0
            else f"{move}: only {names[side]} looked at this node."
        )
        seen.add((side, count == 0))
    assert len(seen) > 1


def test_values_of_two_trees_that_contradict_each_other(qtbot: QtBot) -> None:
    found = recorded("every")
    columns = {**found.tree.columns, "value": found.tree.columns["value"].copy()}
    node = found.tree.children(0)[2]
    columns["value"][node] += 5
    other = SearchTree(found.tree.facts, columns, found.tree.position(0))
    second = changed(found, tree=other, prepared=prepare(other))
    pairs = Pairs(found.tree, other, found.prepared, second.prepared, found.tree.diff(other))
    page = PairPage()
    qtbot.addWidget(page)
    page.show_pairs(pairs, found, second, View.FIRST)
    title = "Minimax · depth 2"
    page.to_next_difference()
    assert page.outline.selected == (node, node)
    move = texts.move_text(other, node)
    one, two = (texts.value_text(each, node, View.FIRST) for each in (found.tree, other))
    assert page.words.whole == f"{move}: {title} finds {one} and {title} finds {two}. A contradiction."
    page.set_view(View.MOVER)
    one, two = (texts.value_text(each, node, View.MOVER) for each in (found.tree, other))
    assert page.words.whole == f"{move}: {title} finds {one} and {title} finds {two}. A contradiction."
    assert "contradict" in page.sentence.text()
    page.clear()
    assert page.outline.rows == [] and page.pairs is None


def test_visits_that_are_no_moves_are_named(qtbot: QtBot) -> None:
    found = recorded("cuts")
    node = found.tree.children(0)[1]
    move = found.tree.move_text(node, "display")
    for flag, words in (
        (Flag.AFTER_PASS, f"{move}  after a pass"), (Flag.VERIFYING, "test of the null move"),
        (Flag.TRYING_CAPTURE, f"{move}  test of a capture"), (Flag.EXCLUDING, "without one move"),
        (Flag.RAZORING, "test of razoring"),
    ):  # fmt: skip
        columns = {**found.tree.columns, "flags": found.tree.columns["flags"].copy()}
        columns["flags"][node] |= int(flag)
        tree = SearchTree(found.tree.facts, columns, found.tree.position(0))
        assert texts.move_text(tree, node) == words and texts.move_text(tree, 0) == "root"
        assert texts.move_text(tree, tree.children(0)[0]) == found.tree.move_text(tree.children(0)[0], "display")


def test_a_large_picture_begins_at_the_selected_node(qtbot: QtBot) -> None:
    made = shown("cuts")
    view = TreePicture(made)
    qtbot.addWidget(view)
    view.resize(300, 200)
    view.show()
    made.show_tree(recorded("cuts").tree, recorded("cuts").prepared)
    for node in (len(recorded("cuts").tree) - 1, 1):
        made.choose(node)
        view.fit()
        assert view.viewport().rect().contains(view.mapFromScene(QPointF(*view.nodes[node])))
    made.clear()
    assert view.nodes == {} and view.items() == [] and view.node_at(QPointF(100, 100)) == -1
