"""The one place that knows where the window keeps its commands and the parts of its workspaces.

Tests of Review, Learn, Tree and Compare run commands by their identifiers and address models, texts and signals. If a
command is declared elsewhere, or a workspace becomes a view, only this module changes.
"""

import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

from PySide6.QtCore import QAbstractItemModel, QBuffer, QModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QAction, QColor, QIcon, QImage
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QSpinBox, QWidget

from engine.asking.query import answer
from engine.core.errors import KyVienError
from engine.core.score import Score
from engine.search.query import Query
from engine.search.report import Report
from engine.search.search import Stop
from studio.analysis.session import FOREGROUND, AnalysisSession
from studio.analysis.store import ReportStore
from studio.learn.workspace import VIEWS, LearnWorkspace
from studio.widgets.empty import EmptyState
from studio.widgets.plain_label import PlainLabel
from studio.window.main_window import MainWindow

# --- commands ---------------------------------------------------------------------------------------------------------


def action(window: MainWindow, name: str) -> QAction:
    """Return the action of a command."""
    return window.actions_table[name]


def command(window: MainWindow, name: str) -> None:
    """Run a command that must be enabled."""
    found = action(window, name)
    assert found.isEnabled(), name
    found.trigger()
    QApplication.sendPostedEvents()  # a change of the language or of the theme arrives by an event


def scoped(window: MainWindow, workspace: str) -> list[str]:
    """Return the identifiers of the commands that are available in one workspace only."""
    return [each.id for each in window.actions_table.all() if each.scope == workspace]


def show(window: MainWindow, workspace: str) -> SimpleNamespace:
    """Show a workspace and return its parts."""
    command(window, f"workspace_{workspace}")
    assert window.workspace == workspace
    return PARTS[workspace](window)


# --- parts of the workspaces ------------------------------------------------------------------------------------------


def _review(window: MainWindow) -> SimpleNamespace:
    made = window.review
    return SimpleNamespace(
        review=made.review, retry=made.retry, head=made.head, board=window.board, lists=made.lists,
        model=made.table.moments, table=made.table, details=made.details, cards=made.cards, graph=made.graph,
        plot=made.plot, empty=made.empty, retry_page=made.retry_page, disagreements=made.disagreements,
        players=made.players, error=made.error, widget=made, refresh=made.refresh, set_formula=made.set_formula,
        set_thresholds=made.set_thresholds,
        shows=lambda: {made.empty: "empty", made.lists: "lists", made.retry_page: "retry"}[made.pages.currentWidget()],
    )  # fmt: skip


class _NodeBoard:
    """The board of the record as that of a selected node, with what is written about this node."""

    def __init__(self, window: MainWindow) -> None:
        self._window, self.board, self.caption = window, self, window.tree.page.board.caption

    @property
    def picture_parts(self) -> SimpleNamespace:
        """What is drawn."""
        return SimpleNamespace(arrows=self._window.board.arrows())


def _tree(window: MainWindow) -> SimpleNamespace:
    made, page = window.tree, window.tree.page
    if made.recorded is None:
        made.recorder.drop()  # the tree that is recorded when the view opens
    pages = {made.empty: "empty", made.recording_page: "recording", made.page: "tree", made.pair_page: "pair"}
    return SimpleNamespace(
        widget=made, shown=made.shown, recorder=made.recorder, comparer=made.comparer, searches=made.searches,
        head=made.head, note=made.note, notice=made.notice, empty=made.empty, progress=made.recording_page,
        page=page, outline=page.outline, board=_NodeBoard(window), words=page.words, strip=page.strip,
        replay=page.replay, icicle=page.icicle, picture=page.picture, pair=made.pair_page, opener=made.opener,
        exports=made.exports,
        comparisons=made.comparisons, reader=made.reader, shows=lambda: pages[made.pages.currentWidget()],
        recorded=lambda: made.recorded, wanted=lambda: made.wanted, show=made.recorder.recorded.emit,
        compare_with=made.compare_with,
    )  # fmt: skip


def _compare(window: MainWindow) -> SimpleNamespace:
    made, results = window.compare, window.compare.results
    return SimpleNamespace(
        widget=made, choice=made.choice, model=made.model, head=made.head, menu=made.menu, error=made.error,
        results=results, table=results.table, boards=results.boards, differences=results.differences,
        chart=results.chart, empty=made.empty, measuring=made.measuring, export=made.export, heading=made.heading,
        conclusion=lambda: made.conclusion, is_old=lambda: made.is_old, is_running=lambda: made.is_running,
        shows=lambda: "empty" if made.pages.currentWidget() is made.empty else "results",
        actions=lambda: {each.text(): each for each in results.table.actions()},
    )  # fmt: skip


PARTS = {"review": _review, "tree": _tree, "compare": _compare}
"""Functions that return the parts of a workspace, by its name."""


# --- models -----------------------------------------------------------------------------------------------------------


def texts(model: QAbstractItemModel, row: int, parent: QModelIndex | None = None) -> list[str]:
    """Return the texts of a row of a model."""
    parent = parent or QModelIndex()
    return [str(model.index(row, column, parent).data() or "") for column in range(model.columnCount(parent))]


def table(model: QAbstractItemModel) -> list[list[str]]:
    """Return the texts of all rows of a model."""
    return [texts(model, row) for row in range(model.rowCount())]


def headings(model: QAbstractItemModel, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole) -> list[str]:
    """Return the titles of the columns of a model, or other data of them."""
    return [
        str(model.headerData(column, Qt.Orientation.Horizontal, role) or "") for column in range(model.columnCount())
    ]


def entries(menu: QMenu) -> list[tuple[str, bool, bool]]:
    """Return the text of each entry of a menu, whether it is checked, and whether it is enabled."""
    return [(each.text(), each.isChecked(), each.isEnabled()) for each in menu.actions() if not each.isSeparator()]


def copied() -> str:
    """Return the text of the clipboard."""
    return QApplication.clipboard().text()


# --- pictures ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PaintedText:
    """A text that a widget draws, with its colour, whether it is bold, and where it begins."""

    text: str
    color: QColor
    is_bold: bool
    x: float
    y: float


@dataclass(frozen=True)
class Painting:
    """What a widget and its children draw, in order: the texts, and the areas of filled shapes."""

    texts: tuple[PaintedText, ...]
    fills: tuple[tuple[QColor, QRectF], ...]

    @property
    def words(self) -> list[str]:
        """The texts alone."""
        return [each.text for each in self.texts]

    @property
    def rows(self) -> list[list[PaintedText]]:
        """The texts that are next to each other, from the top down and from left to right."""
        rows: list[list[PaintedText]] = []
        for each in sorted(self.texts, key=lambda each: each.y):
            if not rows or each.y - rows[-1][0].y > 4:
                rows.append([])
            rows[-1].append(each)
        return [sorted(row, key=lambda each: each.x) for row in rows]

    def filled(self, color: QColor) -> list[QRectF]:
        """Return the areas that are filled with a colour."""
        return [area for each, area in self.fills if each.rgb() == color.rgb()]


def painted(widget: QWidget) -> Painting:
    """Return what a widget draws, which it does on an SVG picture."""
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(widget.size())
    widget.render(generator)
    name = "{http://www.w3.org/2000/svg}"
    texts, fills = list[PaintedText](), list[tuple[QColor, QRectF]]()
    for group in ElementTree.fromstring(bytes(buffer.data().data())).iter(f"{name}g"):
        matrix = [float(each) for each in group.get("transform", "matrix(1,0,0,1,0,0)")[7:-1].split(",")]
        right, down = matrix[4:]
        for each in group:
            number = {
                key: float(each.get(key, 0)) for key in ("x", "y", "width", "height", "cx", "cy", "rx", "ry", "r")
            }
            if each.tag == f"{name}text":
                color = QColor(each.get("fill", "black"))
                is_bold = int(each.get("font-weight", 400)) > 500
                x, y = number["x"] + right, number["y"] + down
                texts.append(PaintedText((each.text or "").strip(), color, is_bold, x, y))
            elif group.get("fill", "none").startswith("#"):
                area = QRectF(number["x"], number["y"], number["width"], number["height"])
                if each.tag == f"{name}path":
                    points = [float(part) for part in re.findall(r"-?[\d.]+", each.get("d", ""))]
                    area = QRectF(
                        QPointF(min(points[::2]), min(points[1::2])), QPointF(max(points[::2]), max(points[1::2]))
                    )
                elif each.tag != f"{name}rect":
                    width, height = (number["r"] or number[key] for key in ("rx", "ry"))
                    area = QRectF(number["cx"] - width, number["cy"] - height, 2 * width, 2 * height)
                fills.append((QColor(group.get("fill", "")), area.translated(right, down)))
    return Painting(tuple(texts), tuple(fills))


def picture(icon: QIcon) -> QImage:
    """Return what an icon shows, to compare it with another one."""
    return icon.pixmap(24, 24).toImage()


def looks(widget: QWidget) -> tuple[str, str]:
    """Return the role and the kind of a widget, which determine how it is drawn (``studio.look.style.set_look``)."""
    return widget.property("role") or "", widget.property("kind") or ""


# --- searches ---------------------------------------------------------------------------------------------------------


class Script:
    """The searches of a session, which the test answers instead of threads, in the order that it chooses.

    Attributes:
        asked: the unanswered queries by number.
        tasks: the tasks that were not performed by number.
        dropped: the numbers of the queries and tasks that were dropped.
        stopped: the numbers of those that were stopped.
    """

    def __init__(self, session: AnalysisSession) -> None:
        self._session = session
        self._numbers = itertools.count(1_000_000)
        self._stores: dict[int, ReportStore] = {}
        self.asked: dict[int, Query] = {}
        self.tasks: dict[int, Callable[..., object]] = {}
        self.dropped: list[int] = []
        self.stopped: list[int] = []
        session.start = self._start  # type: ignore[method-assign]
        session.run = self._run  # type: ignore[method-assign]
        session.drop = self._drop  # type: ignore[method-assign]
        session.stop = self.stopped.extend  # type: ignore[method-assign]

    def _start(
        self, queries: Iterable[Query], priority: int = FOREGROUND, resume: bool = True,
        into: ReportStore | None = None, kept: Sequence[Any] = (),
    ) -> list[int]:  # fmt: skip
        del priority, resume, kept
        numbers = []
        for query in queries:
            number = next(self._numbers)
            self.asked[number], self._stores[number] = query, self._session.store if into is None else into
            numbers.append(number)
        return numbers

    def _drop(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            self.dropped.append(number)
            self.asked.pop(number, None)
            self.tasks.pop(number, None)

    def _run(self, task: Callable[..., object], name: str, priority: int = FOREGROUND) -> int:
        del name, priority
        number = next(self._numbers)
        self.tasks[number] = task
        return number

    def perform(self) -> int:
        """Perform the tasks, also those that follow, in this thread, and return their number."""
        count = 0
        while self.tasks:
            number = min(self.tasks)
            task = self.tasks.pop(number)
            stop = Stop()
            if number in self.stopped:
                stop.request()
            try:
                result = task(stop, lambda search: None)
            except KyVienError as error:
                self._session.failed.emit(number, str(error))
            else:
                self._session.returned.emit(number, result)
            self._session.finished.emit(number)
            count += 1
        return count

    def answer(self, number: int, *reports: Report) -> None:
        """End a search with these reports."""
        query = self.asked.pop(number)
        for report in reports:
            self._stores[number].add(query, report)
        self._session.finished.emit(number)

    def answer_all(self, reports_of: Any) -> int:
        """End all searches, also those that follow, with the reports of a function, and return their number."""
        count = 0
        while self.asked:
            number = min(self.asked)
            self.answer(number, *reports_of(self.asked[number]))
            count += 1
        return count

    def fail(self, number: int, sentence: str) -> None:
        """Let a search fail."""
        self._session.failed.emit(number, sentence)
        if self.asked.pop(number, None) is not None:
            self._session.finished.emit(number)


def sentence(state: EmptyState) -> str:
    """Return the sentence of an empty panel."""
    return state.findChildren(PlainLabel)[0].text()


def report(query: Query, score: Score | None, pv: Sequence[int] = (), depth: int = 2, nodes: int = 10) -> Report:
    """Return the last report of a search, with a score for the side to move and a principal variation."""
    move = pv[0] if pv else None
    return Report(query.spec.name, depth, depth, score, move, tuple(pv), nodes, nodes, 0, 0, 0, 0, 0.0, final=True)


def searched(query: Query) -> list[Report]:
    """Search in this thread, and return the reports."""
    return list(answer(query))


# --- lessons ----------------------------------------------------------------------------------------------------------


def _fields(panel: QWidget) -> dict[str, QLineEdit]:
    """Return the fields for numbers by their accessible names."""
    QApplication.sendPostedEvents()  # new fields become visible by an event
    return {
        each.accessibleName(): each for each in panel.findChildren(QLineEdit)
        if each.accessibleName() and not isinstance(each.parent(), QSpinBox) and each.isVisibleTo(panel)
    }  # fmt: skip


class _Views:
    """The views of the page of the lessons, as buttons that show them."""

    def __init__(self, page: LearnWorkspace) -> None:
        self._page = page

    @property
    def current(self) -> int:
        """The index of the view shown."""
        return self._page.sides.currentIndex()

    def button(self, index: int) -> SimpleNamespace:
        """Return a button that shows a view."""
        return SimpleNamespace(click=lambda: self._page.show_view(VIEWS[index]))


def learn(made: LearnWorkspace) -> SimpleNamespace:
    """Return the parts of the page of the lessons."""
    panel = made.panel
    return SimpleNamespace(
        window=made, panel=panel, replay=made.replay, head=made.head, form=made.form, canvas=made.picture.canvas,
        view=made.view, editor=made.editor, segments=_Views(made), game_tree=made.game_tree,
        rows=lambda: made.rail.model.rows, nodes=lambda: made.picture.canvas.drawing.nodes, tree=lambda: made.tree,
        exercise=lambda: made.exercise, fields=lambda: _fields(panel),
        texts=lambda: [each.text() for each in panel.findChildren(PlainLabel) if each.isVisibleTo(panel)],
    )  # fmt: skip
