"""The list of algorithms, with column headings, one row per algorithm, and a hint on mouse gestures."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from engine.core.language import tr
from studio.analysis import columns
from studio.analysis.figures import UNKNOWN
from studio.analysis.row import HEIGHT, AlgorithmRow
from studio.look import icons, palette, style
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated
from studio.widgets.scroll_area import ScrollArea

HEAD, FOLD = 20, 22
"""Heights of the column headings and of the button that folds rows, in pixels."""


class Hint(Retranslated, QWidget):
    """Hint on mouse gestures, with a button that closes the hint permanently."""

    closed = Signal()
    """Emitted when the user closes the hint."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = PlainLabel()
        self.text.setWordWrap(True)
        style.set_look(self.text, role="caption")
        self._close = QToolButton()
        self._close.setIcon(icons.icon("close"))
        self._close.setIconSize(QSize(12, 12))
        self._close.setFixedSize(20, 20)
        self._close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._close.clicked.connect(self.closed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 8, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.text, 1)
        layout.addWidget(self._close)
        self.follow_changes()

    def retranslate(self) -> None:
        self.text.setText(
            tr("Hover a move: small board. Ctrl + wheel: step through the line. Middle click: add it to the record.")
        )
        self._close.setToolTip(tr("Close the hint"))
        self._close.setAccessibleName(tr("Close the hint"))


class RowList(Retranslated, QWidget):
    """List of rows with common columns. The wheel without Ctrl scrolls the list.

    One row is at the top, and the others are below a button that folds them.

    The hint is shown below the rows until the user closes it. It is hidden if there is not enough space for all rows
    and the hint.
    """

    hint_closed = Signal()
    """Emitted when the user closes the hint."""
    folded = Signal(bool)
    """Emitted when the user folds or unfolds the rows below the first one."""
    scrolled = Signal()
    """Emitted when the list is scrolled."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[AlgorithmRow] = []
        self._columns = columns.lay_out(400, {"score": 44}, 0, 0, 0)
        self._wants_hint, self._first, self._is_folded = True, 0, False
        self.heads: dict[str, QLabel] = {name: PlainLabel(parent=self) for name in ("name", *columns.NUMBERS)}
        for name, head in self.heads.items():
            style.set_look(head, role="caption")
            side = Qt.AlignmentFlag.AlignLeft if name == "name" else Qt.AlignmentFlag.AlignRight
            head.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
        self.area = ScrollArea(self)
        self._stack = QWidget(self.area)
        self._stack_layout = QVBoxLayout(self._stack)
        self._stack_layout.setContentsMargins(0, 0, 0, 0)
        self._stack_layout.setSpacing(0)
        self.fold = QToolButton(self._stack)
        self.fold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.fold.setIconSize(QSize(12, 12))
        style.set_look(self.fold, kind="small")
        self.fold.setFixedHeight(FOLD)
        self.fold.clicked.connect(self._toggle_fold)
        self._stack_layout.addWidget(self.fold)
        self._stack_layout.addStretch(1)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(self._stack)
        self.area.setMinimumHeight(1)
        self.area.verticalScrollBar().setSingleStep(HEIGHT // 2)
        self.area.verticalScrollBar().valueChanged.connect(lambda _: self.scrolled.emit())
        self.area.viewport().installEventFilter(self)
        self.rule = style.separator()
        self.rule.setParent(self)
        self.hint = Hint(self)
        self.hint.closed.connect(self._close_hint)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, HEAD + 1, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.area, 1)
        layout.addWidget(self.hint)
        self.follow_changes()

    def set_count(self, count: int) -> list[AlgorithmRow]:
        """Set the number of rows and return the new rows. Existing rows are kept, so that an open row remains open."""
        while len(self.rows) > count:
            row = self.rows.pop()
            self._stack_layout.removeWidget(row)
            row.hide()
            row.deleteLater()
        made = []
        while len(self.rows) < count:
            row = AlgorithmRow(self._stack)
            row.opened.connect(lambda shown, row=row: self._opened(row, shown))
            row.stepped.connect(lambda step, row=row: self._step(row, step))
            self._stack_layout.insertWidget(len(self.rows), row)
            self.rows.append(row)
            made.append(row)
        self.arrange(min(self._first, max(0, count - 1)))
        self.updateGeometry()
        self._fit_hint()
        return made

    @property
    def ordered(self) -> list[AlgorithmRow]:
        """The rows from top to bottom."""
        first = self.rows[self._first : self._first + 1]
        return [*first, *(row for row in self.rows if row not in first)]

    def arrange(self, first: int) -> None:
        """Show the row with index ``first`` at the top."""
        self._first = first
        for place, row in enumerate(self.ordered):
            self._stack_layout.removeWidget(row)
            self._stack_layout.insertWidget(place, row)
        self._stack_layout.removeWidget(self.fold)
        self._stack_layout.insertWidget(min(1, len(self.rows)), self.fold)
        self.set_folded(self._is_folded)

    def set_folded(self, folded: bool) -> None:
        """Hide or show the rows below the first one."""
        self._is_folded = folded
        for place, row in enumerate(self.ordered):
            row.setVisible(place == 0 or not folded)
        self.fold.setVisible(len(self.rows) > 1)
        self._dress_fold()
        self._fit_hint()

    def _toggle_fold(self) -> None:
        self.set_folded(not self._is_folded)
        self.folded.emit(self._is_folded)

    def _dress_fold(self) -> None:
        name = "chevron-right" if self._is_folded else "chevron-down"
        self.fold.setIcon(icons.icon(name, palette.current().secondary))
        self.fold.setText(tr("Other algorithms"))

    def show_hint(self, shown: bool) -> None:
        """Set whether the hint is shown if there is enough space for it."""
        self._wants_hint = shown
        self._fit_hint()

    def lay_out(self) -> None:
        """Adjust the columns to the texts of the rows. Call this method after the texts have changed."""
        width = self.area.viewport().width()
        with_share = width >= columns.WIDE
        wanted = {name: self.heads[name].fontMetrics().horizontalAdvance(self.heads[name].text()) + 1
                  for name in columns.NUMBERS if name != "share" or with_share}  # fmt: skip
        name = verdict = mark = 0
        for row in self.rows:
            for column, needed in row.wanted_widths(with_share=with_share).items():
                wanted[column] = max(wanted[column], needed)
            name, verdict, mark = (max(pair) for pair in zip((name, verdict, mark), row.text_widths(), strict=True))
        self._columns = columns.lay_out(width, wanted, name, verdict, mark)
        for row in self.rows:
            row.set_columns(self._columns)
        for column, head in self.heads.items():
            left, room = self._columns.spans.get(column, (0, 0))
            head.setVisible(bool(self.rows) and (column == "name" or column in self._columns.spans))
            if column == "name":
                left, room = columns.NAME, max(0, self._columns.name_right - columns.NAME)
            head.setGeometry(left, 0, room, HEAD)
        self.rule.setVisible(bool(self.rows))
        self.rule.setGeometry(0, HEAD, width, 1)

    def widen(self) -> None:
        """Adjust the columns if a number needs more space than its column. Call this while searches are running."""
        for row in self.rows:
            wanted = row.wanted_widths(with_share=False)
            if any(wanted[name] > span[1] for name, span in self._columns.spans.items() if name in wanted):
                self.lay_out()
                return

    def _opened(self, row: AlgorithmRow, shown: bool) -> None:
        self._fit_hint()
        if shown:
            self._stack_layout.activate()
            self._stack.resize(self._stack.width(), self._stack_layout.sizeHint().height())
            self.area.ensureWidgetVisible(row, 0, 0)

    def _step(self, row: AlgorithmRow, step: int) -> None:
        """Move the focus to the row above or below ``row``."""
        shown = [each for each in self.ordered if not each.isHidden()]
        index = shown.index(row) + step
        if 0 <= index < len(shown):
            shown[index].setFocus(Qt.FocusReason.TabFocusReason)
            self.area.ensureWidgetVisible(shown[index], 0, 0)

    def _close_hint(self) -> None:
        self.show_hint(False)
        self.hint_closed.emit()

    def _fit_hint(self) -> None:
        """Show the hint if it is not disabled, there are rows, and all rows fit above it. Otherwise hide it."""
        room = self.height() - HEAD - 1 - sum(row.height() for row in self.rows if not row.isHidden())
        room -= 0 if self.fold.isHidden() else FOLD
        hint = (
            self.hint.heightForWidth(self.width()) if self.hint.hasHeightForWidth() else self.hint.sizeHint().height()
        )
        self.hint.setVisible(self._wants_hint and bool(self.rows) and room >= hint)

    # --- Qt -------------------------------------------------------------------------------------------------------

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Adjust the columns when the viewport is resized, for example when the scroll bar appears."""
        if event.type() == QEvent.Type.Resize:
            self.lay_out()
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show or hide the hint for the new height."""
        super().resizeEvent(event)
        self._fit_hint()

    def minimumSizeHint(self) -> QSize:
        """Return a size for the column headings and a part of a row, because the rows can be scrolled."""
        return QSize(200, HEAD + HEIGHT // 3)

    def retranslate(self) -> None:
        texts: Sequence[tuple[str, str, str]] = (
            ("name", tr("Algorithm"), ""),
            ("depth", tr("Depth"), tr("Completed depth in plies, and the greatest ply that was reached; +: the next"
                                      " depth was interrupted")),
            ("nodes", tr("Nodes"), tr("Positions visited, all depths together")),
            ("share", tr("% of minimax"), tr("Nodes of the last depth alone, relative to minimax; {none} if the depths"
                                             " differ", none=UNKNOWN)),
            ("score", tr("Score"), ""),
        )  # fmt: skip
        for name, text, tip in texts:
            self.heads[name].setText(text)
            self.heads[name].setToolTip(tip)
        self._dress_fold()
        for row in self.rows:
            row.retranslate()
        self.lay_out()

    def restyle(self) -> None:
        """Draw the arrow buttons in the colour of the theme in use."""
        self._dress_fold()
        for row in self.rows:
            row.retranslate()
