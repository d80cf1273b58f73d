"""The list of contents: the lessons with what was answered, and the trees and exercises of the one that is shown."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListView,
    QProgressBar,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.core.language import language, ngettext, tr
from engine.guide.page import Picture, spans
from engine.teach.exercise import find_kind
from engine.teach.lessons import Lesson, lessons
from engine.teach.progress import CourseProgress, TaskState
from studio.look import foreign, icons, palette, style
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

WIDTH, FOLDED = 216, 44
"""Width of the list in px, and its width with the marks and numbers of the lessons only."""
_LESSON, _PART = 32, 24
"""Height in px of the row of a lesson, and of a part of it."""
_MARK, _NUMBER, _INDENT = 16, 22, 42
"""Size of a mark, width of the number of a lesson, and indentation of the parts of a lesson, in px."""
_TICK = (QPointF(0.28, 0.52), QPointF(0.44, 0.68), QPointF(0.74, 0.34))
"""The corners of a tick in a square of side 1."""
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
ROW = Qt.ItemDataRole.UserRole
"""Role of the ``RailRow`` of an index."""
_KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End,
         Qt.Key.Key_Return, Qt.Key.Key_Enter)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RailRow:
    """A row of the list.

    Attributes:
        text: its title.
        spoken: the title with what was answered, for screen readers and as the tool tip.
        number: number of the lesson, or 0 for a part of the lesson that is shown.
        share: part of it that was right at the first try, from 0 to 1, or -1 if nothing of it can be answered.
        is_tried: whether it was answered wrongly so far.
        count: how much was right, such as ``1/3``, or an empty string.
        is_shown: whether it is shown.
        sample: name of the tree, if it is one.
        task: index of the exercise, if it is one, or else -1.
    """

    text: str
    spoken: str
    number: int = 0
    share: float = -1
    is_tried: bool = False
    count: str = ""
    is_shown: bool = False
    sample: str = ""
    task: int = -1


def rail_rows(
    progress: CourseProgress, shown: Lesson, sample: str, task: int, *, is_open: bool
) -> list[RailRow]:  # fmt: skip
    """Return the rows of the list.

    Args:
        progress: what was answered.
        shown: the lesson that is shown.
        sample: name of the tree that is shown, or an empty string.
        task: index of the exercise that is shown, or -1.
        is_open: whether the parts of the lesson that is shown are listed.
    """
    rows = []
    for lesson in lessons():
        found = progress.of(lesson.name)
        states = found.states(lesson)
        right, total, title = states.count(TaskState.RIGHT), len(states), f"{lesson.number}. {lesson.page.title}"
        spoken = ngettext("{title}: {right} of {count} exercise right", "{title}: {right} of {count} exercises right",
                          total, title=title, right=right)  # fmt: skip
        is_begun = any(state is not TaskState.OPEN for state in states)
        rows.append(
            RailRow(
                _short(lesson.page.title), spoken, lesson.number, found.share(lesson),
                count=f"{right}/{total}" * is_begun, is_shown=lesson is shown,
            )
        )  # fmt: skip
        if lesson is shown and is_open:
            rows += _parts(progress, lesson, sample, task)
    return rows


def _short(text: str) -> str:
    """Return what is before the first colon or full stop."""
    return re.split(r"[:.]", text)[0]


def _parts(progress: CourseProgress, lesson: Lesson, sample: str, task: int) -> list[RailRow]:
    found = progress.of(lesson.name)
    rows = []
    for block in lesson.page.blocks:
        if isinstance(block, Picture):
            text = "".join(part for _, part in spans(block.caption))
            rows.append(RailRow(_short(text), text, is_shown=block.name == sample, sample=block.name))
    words = {TaskState.OPEN: tr("not answered"), TaskState.TRIED: tr("not right yet"), TaskState.RIGHT: tr("right")}
    for index, (each, state) in enumerate(zip(lesson.tasks, found.states(lesson), strict=True)):
        text = tr(find_kind(each.kind).title)
        rows.append(
            RailRow(
                text, f"{text}: {words[state]}", share=state is TaskState.RIGHT, is_tried=state is TaskState.TRIED,
                is_shown=index == task, task=index,
            )
        )  # fmt: skip
    given = found.experiment
    state = TaskState.OPEN if given is None else TaskState.TRIED
    state = TaskState.RIGHT if given == lesson.experiment.right else state
    text = tr("Experiment")
    spoken = f"{text}: {words[state]}"
    rows.append(RailRow(text, spoken, share=state is TaskState.RIGHT, is_tried=state is TaskState.TRIED))
    return rows


class RailModel(QAbstractListModel):
    """The rows as a model of Qt."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: list[RailRow] = []

    def set_rows(self, rows: Sequence[RailRow]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self.rows = list(rows)
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the title, the tool tip, the text for screen readers or the row itself."""
        row = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.text
            case Qt.ItemDataRole.ToolTipRole:
                return foreign.tool_tip(row.spoken)
            case Qt.ItemDataRole.AccessibleTextRole:
                return row.spoken
            case _:
                return row if role == ROW else None


class _RowDelegate(QStyledItemDelegate):
    """Paints the rows."""

    is_folded = False

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the size of a row."""
        return QSize(FOLDED, _LESSON if index.data(ROW).number else _PART)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a row."""
        row: RailRow = index.data(ROW)
        area, state = QRectF(option.rect), option.state
        look = palette.current()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if row.number and row.is_shown:
            painter.fillRect(area, look.chosen)
            painter.fillRect(QRectF(area.left(), area.top(), 3, area.height()), look.gold)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, look.raised)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(look.gold, 1))
            painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))
        if row.number:
            self._paint_lesson(painter, area, row)
        else:
            self._paint_part(painter, area, row)
        painter.restore()

    def _paint_lesson(self, painter: QPainter, area: QRectF, row: RailRow) -> None:
        """Paint the mark, the number, the title and the count of a lesson, or only the first two."""
        look, left = palette.current(), area.left() + (6 if self.is_folded else style.PADDING)
        painter.setFont(style.font(bold=row.is_shown))
        _paint_mark(painter, QRectF(left, area.center().y() - _MARK / 2, _MARK, _MARK), row)
        number = area.adjusted(left + _MARK - area.left(), 0, 0, 0)
        number.setWidth(_NUMBER - 6 * self.is_folded)
        painter.setPen(look.text)
        painter.drawText(number, _RIGHT, f"{row.number}" if self.is_folded else f"{row.number}.")
        if self.is_folded:
            return
        rest = area.adjusted(number.right() + 8 - area.left(), 0, -8, 0)
        painter.setPen(look.secondary)
        painter.drawText(rest, _RIGHT, row.count)
        rest.setRight(rest.right() - painter.fontMetrics().horizontalAdvance(row.count) - 4 * bool(row.count))
        painter.setPen(look.text)
        _paint_text(painter, rest, row.text)

    def _paint_part(self, painter: QPainter, area: QRectF, row: RailRow) -> None:
        """Paint the mark, if it has one, and the title of a part of the lesson."""
        look, size = palette.current(), _MARK - 4
        line = area.left() + style.PADDING + _MARK / 2
        painter.setPen(QPen(look.line, 1))
        painter.drawLine(QPointF(line, area.top()), QPointF(line, area.bottom()))
        if row.share >= 0:
            left, top = area.left() + _INDENT - size - 6, area.center().y() - size / 2
            _paint_mark(painter, QRectF(left, top, size, size), row)
        painter.setFont(style.font(style.CAPTION + 1))
        painter.setPen(look.accent if row.is_shown else look.secondary)
        _paint_text(painter, area.adjusted(_INDENT, 0, -8, 0), row.text)


def _paint_text(painter: QPainter, area: QRectF, text: str) -> None:
    """Paint a text, which is cut at its right end if it is too long."""
    shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(area.width()))
    painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, shown)


def _paint_mark(painter: QPainter, area: QRectF, row: RailRow) -> None:
    """Paint a ring, an arc for the part that was right, or a tick if all was right. A dot means only wrong answers."""
    look, pen = palette.current(), 2.0
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if row.share >= 1:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.good)
        painter.drawEllipse(area)
        painter.setPen(QPen(look.surface, 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
        painter.drawPolyline([area.topLeft() + each * area.width() for each in _TICK])
        return
    ring = area.adjusted(pen / 2, pen / 2, -pen / 2, -pen / 2)
    painter.setPen(QPen(look.border, pen))
    painter.drawEllipse(ring)
    if row.share > 0:
        painter.setPen(QPen(look.good, pen))
        painter.drawArc(ring, 90 * 16, -round(360 * 16 * row.share))
    elif row.is_tried:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.secondary)
        painter.drawEllipse(area.center(), area.width() / 6, area.width() / 6)


class _RailList(QListView):
    """The rows. ← and → fold them, and the keys that move among them do not step through the search."""

    folded = Signal(bool)
    """Emitted with whether the rows are to be folded, when the user presses ← or →."""

    def event(self, event: QEvent) -> bool:
        """Reserve the keys of the list, which are shortcuts elsewhere in the page."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in _KEYS:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Fold or unfold the rows, or choose the current one."""
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.folded.emit(event.key() == Qt.Key.Key_Left)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.clicked.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)


class Rail(Retranslated, QWidget):
    """The list with a head and the progress in the course.

    Attributes:
        model: the rows.
        list: the view of the rows.
        fold_button: the button that folds the list.
        is_folded: whether only the marks and numbers of the lessons are shown.
    """

    lesson_chosen = Signal(object)
    """Emitted with the ``Lesson`` that the user opens."""
    sample_chosen = Signal(str)
    """Emitted with the name of a tree of the lesson that the user opens."""
    task_chosen = Signal(int)
    """Emitted with the index of an exercise of the lesson that the user starts."""
    experiment_chosen = Signal()
    """Emitted when the user opens the experiment of the lesson."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_folded = self._is_narrow = self._is_wanted_folded = False
        self._is_open = True
        self._contents: tuple[CourseProgress, Lesson, str, int] = CourseProgress(), lessons()[0], "", -1
        self._shown: tuple[object, ...] = ()
        style.set_look(self, role="surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._title, self._result, self.bar = PlainLabel(), PlainLabel(), QProgressBar()
        for label in (self._title, self._result):
            style.set_look(label, role="caption")
        self._result.setWordWrap(True)
        self.bar.setTextVisible(False)
        self.fold_button = QToolButton()
        self.model, self.list, self._delegate = RailModel(self), _RailList(), _RowDelegate(self)
        self.list.setModel(self.model)
        self.list.setItemDelegate(self._delegate)
        style.set_look(self.list, role="bare")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMouseTracking(True)
        self.list.setMinimumHeight(0)
        head = QHBoxLayout()
        head.setContentsMargins(12, 0, 8, 0)
        head.addWidget(self._title, 1)
        head.addWidget(self.fold_button)
        foot = QVBoxLayout()
        foot.setContentsMargins(12, 0, 12, 12)
        foot.setSpacing(6)
        self._line = style.separator()
        for part in (self._line, self._result, self.bar):
            foot.addWidget(part)
        column = QVBoxLayout()
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.list, 1)
        column.addLayout(foot)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(column, 1)
        row.addWidget(style.separator(vertical=True))
        self.fold_button.clicked.connect(lambda: self.fold(not self.is_folded))
        self.list.folded.connect(self._fold_step)
        self.list.clicked.connect(self._chosen)
        self._arrange()
        self.follow_changes()

    def show_course(self, progress: CourseProgress, lesson: Lesson, sample: str, task: int) -> None:
        """Show what was answered, and mark what is shown.

        Args:
            progress: what was answered.
            lesson: the lesson that is shown.
            sample: name of the tree that is shown, or an empty string.
            task: index of the exercise that is shown, or -1.
        """
        if lesson is not self._contents[1]:
            self._is_open = True
            self.list.setCurrentIndex(QModelIndex())
        self._contents = progress, lesson, sample, task
        self._fill()

    def set_narrow(self, narrow: bool) -> None:
        """Fold the list in a narrow page, and show it in a wide one as the user has left it."""
        if narrow != self._is_narrow:
            self._is_narrow = narrow
            self._set_folded(narrow or self._is_wanted_folded)

    def fold(self, folded: bool) -> None:
        """Fold or unfold the list. A narrow page does not remember it."""
        if not self._is_narrow:
            self._is_wanted_folded = folded
        self._set_folded(folded)

    def _set_folded(self, folded: bool) -> None:
        if folded != self.is_folded:
            self.is_folded = folded
            self._arrange()
            self.retranslate()

    def _arrange(self) -> None:
        self.setFixedWidth(FOLDED if self.is_folded else WIDTH)
        self._delegate.is_folded = self.is_folded
        for part in (self._title, self._line, self._result, self.bar):
            part.setVisible(not self.is_folded)

    def _fold_step(self, folded: bool) -> None:
        """Fold the parts of the lesson first, and then the list. Unfold them in the opposite order."""
        if self._is_open is folded and not self.is_folded:
            self._is_open = not folded
            self._fill()
        else:
            self.fold(folded)

    def _fill(self) -> None:
        """Show the rows, if they have changed, and keep the place of the keyboard."""
        progress, lesson, sample, task = self._contents
        wanted = (progress.lessons, lesson, sample, task, self._is_open and not self.is_folded, language())
        if wanted == self._shown:
            return
        self._shown = wanted
        before = self.model.rows[self.list.currentIndex().row()] if self.list.currentIndex().isValid() else None
        rows = rail_rows(progress, lesson, sample, task, is_open=self._is_open and not self.is_folded)
        self.model.set_rows(rows)
        place = next((row for row, each in enumerate(rows) if before is not None and _is_same(each, before)), -1)
        shown = next(row for row, each in enumerate(rows) if each.is_shown)
        self.list.setCurrentIndex(self.model.index(place if place >= 0 else shown))
        done = sum(each.share >= 1 for each in rows if each.number)
        states = [state for each in lessons() for state in progress.of(each.name).states(each)]
        right = states.count(TaskState.RIGHT)
        lessons_done = ngettext("{count} lesson done", "{count} lessons done", done)
        exercises = ngettext("{right} / {count} exercise", "{right} / {count} exercises", len(states), right=right)
        self._result.setText(f"{lessons_done} · {exercises}")
        self.bar.setRange(0, len(states))
        self.bar.setValue(right)
        self.bar.setToolTip(self._result.text())
        self.bar.setAccessibleName(self._result.text())

    def _chosen(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        row = self.model.rows[index.row()]
        if row.number:
            lesson = lessons()[row.number - 1]
            if lesson is not self._contents[1]:
                self.lesson_chosen.emit(lesson)
            else:
                self._is_open = not self._is_open
                self._fill()
        elif row.sample:
            self.sample_chosen.emit(row.sample)
        elif row.task >= 0:
            self.task_chosen.emit(row.task)
        else:
            self.experiment_chosen.emit()

    def retranslate(self) -> None:
        count = len(lessons())
        self._title.setText(ngettext("{count} lesson", "{count} lessons", count))
        self.list.setAccessibleName(tr("Table of contents"))
        text = tr("Show the contents") if self.is_folded else tr("Hide the contents")
        self.fold_button.setToolTip(text)
        self.fold_button.setAccessibleName(text)
        self.fold_button.setIcon(icons.icon("chevron-right" if self.is_folded else "chevron-left"))
        self._fill()

    def restyle(self) -> None:
        """Draw the marks in the colours of the theme in use."""
        self.list.viewport().update()


def _is_same(one: RailRow, other: RailRow) -> bool:
    """Return whether two rows are about the same lesson or the same part."""
    return (one.number, one.sample, one.task) == (other.number, other.sample, other.task)
