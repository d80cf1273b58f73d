"""The move list: a table of the line being looked at, or the tree as text, and the comment of the cursor's move."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QBrush,
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QPlainTextEdit,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from engine.core.language import tr
from engine.core.outcome import Player
from engine.records.tree import ROOT, EvaluationNote, GameTree
from studio.document.document import Document
from studio.look import notation, palette, style
from studio.widgets.empty import EmptyState

Index = QModelIndex | QPersistentModelIndex

NODE = Qt.ItemDataRole.UserRole
"""Role of a cell's node number; None where there is none."""
SHORT = Qt.ItemDataRole.UserRole + 1
"""Role of a move's text without its arithmetic."""

GLYPHS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""Glyphs of the first six numeric annotation glyphs; the others are printed as ``$n``."""

NUMBER, FIRST, FIRST_SCORE, SECOND, SECOND_SCORE = range(5)


def glyphs(nags: tuple[int, ...]) -> str:
    """The glyphs of a move: ``!?``, ``$14``."""
    return " ".join(GLYPHS.get(nag, f"${nag}") for nag in nags)


def glyph_color(nags: tuple[int, ...]) -> QColor | None:
    """The colour of a move's glyph; None where it has none of its own."""
    look = palette.current()
    colors = {1: look.good, 3: look.good, 2: look.mistake, 4: look.blunder, 6: look.inaccuracy, 5: look.inaccuracy}
    return next((colors[nag] for nag in nags if nag in colors), None)


def score_text(note: EvaluationNote) -> str:
    """A note's score as FIRST sees it: ``+7``, ``#3``; of a foreign note its text."""
    return note.score.pov(Player.FIRST).format() if note.score is not None else note.text


def shown_note(notes: tuple[EvaluationNote, ...]) -> EvaluationNote | None:
    """The note shown in the list: the deepest; among equals the first."""
    return max(notes, key=lambda note: note.depth or 0, default=None)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: a move of each side, or the beginning of a variation.

    Attributes:
        number: move number.
        nodes: of FIRST's and SECOND's move; in a variation's row its node and None.
        is_variation: whether the row offers another line.
    """

    number: int
    nodes: tuple[int | None, int | None]
    is_variation: bool = False


class MoveTableModel(QAbstractTableModel):
    """The line through the cursor, one row a move number, each alternative in a row below its move.

    The line shown stays while the cursor moves along it.
    """

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._line: list[int] = [ROOT]
        self._rows: list[Row] = []
        self._places: dict[int, tuple[int, int]] = {}
        document.edited.connect(self.refresh)
        document.replaced.connect(self._replaced)
        document.moved.connect(self._moved)
        self.refresh()

    @property
    def tree(self) -> GameTree:
        """The tree shown."""
        return self._document.tree

    @property
    def line(self) -> list[int]:
        """Node numbers of the line shown, the root first."""
        return list(self._line)

    def rows(self) -> list[Row]:
        """What each row shows."""
        return list(self._rows)

    def refresh(self) -> None:
        """Read the tree anew."""
        self.beginResetModel()
        self._line = self._find_line()
        self._rows = list(self._build())
        self._places = {
            node: (index, (FIRST, SECOND)[side])
            for index, row in enumerate(self._rows)
            for side, node in enumerate(row.nodes)
            if node is not None and not row.is_variation
        }
        self.endResetModel()

    def _replaced(self) -> None:
        self._line = [ROOT]
        self.refresh()

    def _moved(self, node: int) -> None:
        if self._document.cursor not in self._line:
            self.refresh()

    def _find_line(self) -> list[int]:
        tree, cursor = self.tree, self._document.cursor
        last = ROOT
        for before, node in pairwise(self._line):
            if node not in tree.nodes or tree.nodes[node].parent != before:
                break
            last = node
        base = last if cursor in tree.path(last) else cursor
        return tree.path(base)[:-1] + tree.main_line(base)

    def _build(self) -> Iterator[Row]:
        tree = self.tree
        number: int | None = None
        pair: list[int | None] = [None, None]
        branches: list[Row] = []

        def finished() -> Iterator[Row]:
            if number is not None:
                yield Row(number, (pair[0], pair[1]))
                yield from branches

        numbers = tree.move_numbers(self._line)
        for (parent, node), count in zip(pairwise(self._line), numbers, strict=True):
            side = 0 if tree.nodes[node].move is None else int(tree.position(parent).turn)
            if count != number or side == 0 or pair[1] is not None:
                yield from finished()
                number, pair, branches = count, [None, None], []
            pair[side] = node
            branches += [Row(count, (each, None), is_variation=True) for each in tree.siblings(node) if each != node]
        yield from finished()

    # --- the Qt side ----------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Rows of the table."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Number, and move and score of each side."""
        return 0 if parent.isValid() else 5

    def node(self, index: Index) -> int | None:
        """The node in a cell; a score belongs to its move, a variation fills its row."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if row.is_variation:
            return row.nodes[0] if index.column() else None
        return row.nodes[index.column() >= SECOND] if index.column() else None

    def index_of(self, node: int) -> QModelIndex:
        """The cell of a move; invalid if it is not on the line."""
        place = self._places.get(node)
        return self.index(*place) if place else QModelIndex()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Texts, colours, the node's number."""
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], index.column()
        node = self.node(index)
        if role == NODE:
            return node
        if role == Qt.ItemDataRole.TextAlignmentRole:
            right = column in (NUMBER, FIRST_SCORE, SECOND_SCORE)
            side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if column == NUMBER:
            if role == Qt.ItemDataRole.DisplayRole:
                return "" if row.is_variation else f"{row.number}."
            return QBrush(palette.current().secondary) if role == Qt.ItemDataRole.ForegroundRole else None
        if node is None:
            return None
        if row.is_variation:
            return self._variation_data(row, node, column, role)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tooltip(node)
        if column in (FIRST_SCORE, SECOND_SCORE):
            if role == Qt.ItemDataRole.DisplayRole:
                note = shown_note(self.tree.nodes[node].evaluations)
                return "" if note is None else score_text(note)
            return QBrush(palette.current().secondary) if role == Qt.ItemDataRole.ForegroundRole else None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return move_label(self.tree, node)
        if role == SHORT:
            return move_label(self.tree, node, short=True)
        if role == Qt.ItemDataRole.ForegroundRole:
            color = glyph_color(self.tree.nodes[node].nags)
            return QBrush(color) if color is not None else None
        return None

    def _variation_data(self, row: Row, node: int, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and column == FIRST:
            return f"↳ {line_text(self.tree, node)}"
        if role == Qt.ItemDataRole.ForegroundRole:
            return QBrush(palette.current().secondary)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tr("Another line: click to follow it")
        return None

    def _tooltip(self, node: int) -> str:
        each = self.tree.nodes[node]
        lines = [move_label(self.tree, node)]
        if each.comment:
            lines.append(each.comment)
        for note in each.evaluations:
            words = [note.algorithm or "", score_text(note)]
            if note.depth is not None:
                words.append(tr("depth {depth}", depth=note.depth))
            lines.append(" ".join(word for word in words if word))
        return "\n".join(lines)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The sides' names."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            if section not in (FIRST, SECOND):
                return ""
            game, player = self._document.game, Player.FIRST if section == FIRST else Player.SECOND
            # An opening may have let the players change sides: X, from then on O.
            later = game.side_name(self.tree.position(self._line[-1]), player)
            return " → ".join(map(tr, dict.fromkeys((game.sides[player], later))))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None


def move_label(tree: GameTree, node: int, *, short: bool = False) -> str:
    """A move with its glyphs and a mark where there is a comment; a set-up as a word."""
    each = tree.nodes[node]
    text = tr("Set up") if each.move is None else notation.node_text(tree, node, short=short)
    if each.nags:
        text += f" {glyphs(each.nags)}"
    return f"{text} ❞" if each.comment else text


def line_text(tree: GameTree, node: int, most: int = 6) -> str:
    """The first moves of a line, numbered: ``12… 8d5x9d9 13. 9i1-i9 …``."""
    words = []
    line = tree.main_line(node)
    for count, each in enumerate(line[:most]):
        parent = tree.nodes[each].parent
        first = parent is None or tree.position(parent).turn is Player.FIRST
        if first or count == 0:
            words.append(f"{tree.move_number(each)}{'.' if first else '…'}")
        words.append(notation.node_text(tree, each, short=True) or tr("Set up"))
    if len(line) > most:
        words.append("…")
    return " ".join(words)


class _MoveDelegate(QStyledItemDelegate):
    """Paints a cell; the cursor's move on a gold ground with round corners."""

    def __init__(self, panel: "MovesPanel") -> None:
        super().__init__(panel)
        self._panel = panel

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Rows of 28 px."""
        return QSize(super().sizeHint(option, index).width(), style.ROW)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Leave the arithmetic out where there is no room for it; the tooltip has it."""
        super().initStyleOption(option, index)
        short = index.data(SHORT)
        if short and option.fontMetrics.horizontalAdvance(option.text) > option.rect.width() - 22:
            option.text = short

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell."""
        node = index.data(NODE)
        chosen = node is not None and node == self._panel.cursor and index.column() in (FIRST, SECOND)
        option.state &= ~(QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus)
        if chosen:
            option.state &= ~QStyle.StateFlag.State_MouseOver
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(palette.current().chosen)
            painter.drawRoundedRect(QRect(option.rect).adjusted(2, 3, -2, -3), 4, 4)
            painter.restore()
        super().paint(painter, option, index)


class MoveTable(QTableView):
    """The table; keys go to the window, which moves the cursor."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the keys to the window."""
        event.ignore()


class _Printer:
    """Writes moves and words into a text, with spaces where they belong, and remembers where each move stands."""

    def __init__(self, cursor: QTextCursor) -> None:
        look = palette.current()
        self._cursor = cursor
        self._spans: dict[int, tuple[int, int]] = {}
        self._gap = self._bound = False
        self._empty = True
        self._note = QTextCharFormat()
        self._note.setForeground(look.secondary)
        self._ink = look.text
        self._block = QTextBlockFormat()
        self._block.setLineHeight(140, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor.beginEditBlock()
        cursor.setBlockFormat(self._block)

    def begin_line(self, level: int) -> None:
        """A new line, indented by ``level``."""
        self._block.setLeftMargin(16 * level)
        if self._empty:
            self._cursor.setBlockFormat(self._block)
        else:
            self._cursor.insertBlock(self._block)
        self._gap, self._bound, self._empty = False, False, True

    def open_bracket(self) -> None:
        """Write an opening round bracket."""
        self._space()
        self._cursor.insertText("(", self._note)
        self._gap, self._empty = False, False

    def close_brackets(self, count: int) -> None:
        """``)`` as often as ``count`` says, if at all."""
        if count > 0:
            self._cursor.insertText(")" * count, self._note)
            self._gap = True

    def word(self, text: str) -> None:
        """A number, a score, a comment; a number stays with its move."""
        self._space()
        self._cursor.insertText(text, self._note)
        self._bound = text.endswith((".", "…")) and text[:1].isdigit()
        self._gap, self._empty = True, False

    def move(self, node: int, text: str, color: QColor | None, *, is_main: bool) -> None:
        """A move, in the colour of its glyph."""
        self._space()
        form = QTextCharFormat()
        form.setForeground(color if color is not None else self._ink)
        form.setFontWeight(QFont.Weight.DemiBold if is_main else QFont.Weight.Normal)
        form.setAnchor(True)
        form.setAnchorHref(str(node))
        start = self._cursor.position()
        self._cursor.insertText(text, form)
        self._spans[node] = (start, self._cursor.position())
        self._gap, self._bound, self._empty = True, False, False

    def finish(self) -> dict[int, tuple[int, int]]:
        """End the text; returns where each move begins and ends."""
        self._cursor.endEditBlock()
        return self._spans

    def _space(self) -> None:
        if self._gap:
            self._cursor.insertText("\u00a0" if self._bound else " ", self._note)


class MoveText(QTextEdit):
    """The whole tree as running text, variations indented; a click on a move goes there."""

    chosen = Signal(int)
    """A node was clicked."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._spans: dict[int, tuple[int, int]] = {}
        self.setReadOnly(True)
        self.setFrameShape(QTextEdit.Shape.NoFrame)
        style.set_look(self, role="surface")
        self.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self.document().setDocumentMargin(style.PADDING)

    def node_at(self, place: QPoint) -> int | None:
        """The node whose move is printed at a place of the viewport."""
        href = self.anchorAt(place)
        return int(href) if href.isdigit() else None

    def span(self, node: int) -> tuple[int, int] | None:
        """Begin and end of a move in the text."""
        return self._spans.get(node)

    def refresh(self) -> None:
        """Print the tree anew."""
        tree = self._document.tree
        self.clear()
        printer = _Printer(QTextCursor(self.document()))
        if tree.nodes[ROOT].comment:
            printer.word(tree.nodes[ROOT].comment)
        depth = 0
        for step in tree.walk():
            # A variation of the main line has lines of its own; those inside it stand in round brackets.
            inside = max(1, step.depth - step.opens)
            printer.close_brackets(depth - inside)
            if step.depth >= 2 and step.opens:
                printer.open_bracket()
            elif (step.depth == 1 and step.opens) or (step.depth == 0 and depth > 0):
                printer.begin_line(step.depth)
            depth = step.depth
            each = tree.nodes[step.node]
            if each.lead:
                printer.word(each.lead)
            if step.player is Player.FIRST or step.resumes:
                printer.word(f"{step.number}{'.' if step.player is Player.FIRST else '…'}")
            text = notation.node_text(tree, step.node, short=True) or tr("Set up")
            printer.move(step.node, f"{text}{glyphs(each.nags)}", glyph_color(each.nags), is_main=depth == 0)
            shown = shown_note(each.evaluations)
            if shown is not None:
                printer.word(score_text(shown))
            if each.comment:
                printer.word(each.comment)
        printer.close_brackets(depth - 1)
        self._spans = printer.finish()
        self.mark()

    def mark(self) -> None:
        """Mark the cursor's move and bring it into view."""
        span = self._spans.get(self._document.cursor)
        if span is None:
            self.setExtraSelections([])
            return
        selection = QTextEdit.ExtraSelection()
        place = QTextCursor(self.document())
        place.setPosition(span[0])
        place.setPosition(span[1], QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = place
        selection.format.setBackground(palette.current().chosen)
        self.setExtraSelections([selection])
        place.clearSelection()
        self.setTextCursor(place)
        self.ensureCursorVisible()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the move under the mouse."""
        node = self.node_at(event.position().toPoint())
        if node is not None and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(node)
            return
        super().mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The panel has a menu of its own."""
        event.ignore()


class CommentEditor(QPlainTextEdit):
    """The comment of one node; what was written is handed over when the focus leaves, or by Ctrl+Return."""

    committed = Signal(int, str)
    """Node and text, only if the text differs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._node = ROOT
        self._text = ""
        # What the field holds of it; not always the same: the field has no non-breaking spaces.
        self._shown = ""
        self.setTabChangesFocus(True)
        self.setFixedHeight(64)

    def show_comment(self, node: int, text: str) -> None:
        """Show the comment of a node; what was written for another one is handed over, for this one it stays."""
        if node != self._node:
            self.commit()
        elif text == self._text or self._is_written:
            return
        self._node, self._text = node, text
        if self.toPlainText() != text:
            self.setPlainText(text)
        self._shown = self.toPlainText()

    def forget(self) -> None:
        """Drop what was written: its record is no longer shown."""
        self._node, self._text, self._shown = ROOT, "", ""
        self.clear()

    @property
    def _is_written(self) -> bool:
        """Whether the field holds other words than were shown."""
        return self.toPlainText().strip() != self._shown.strip()

    def commit(self) -> None:
        """Hand over what was written."""
        if self._is_written:
            self._shown = self.toPlainText()
            self._text = self._shown.strip()
            self.committed.emit(self._node, self._text)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hand over."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.commit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Return hands over."""
        if (
            event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            self.commit()
            return
        super().keyPressEvent(event)


class MovesPanel(QWidget):
    """Table or text, and the comment. Asks the document; never changes the record itself.

    Args:
        document: the open record.
        parent: parent widget.
    """

    new_game_asked = Signal()
    """The button of the empty panel was pressed."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        # Where the comment that is shown belongs.
        self._commented_record = document.record_number
        self._menu_actions: list[QAction] = []
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        style.set_look(self, role="surface")

        self.model = MoveTableModel(document, self)
        self.table = MoveTable()
        self.table.setModel(self.model)
        style.dress_table(self.table)
        self.table.setItemDelegate(_MoveDelegate(self))
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.table.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.table.setWordWrap(False)
        header = self.table.horizontalHeader()
        header.setMinimumSectionSize(24)
        for column in range(5):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch if column in (FIRST, SECOND)
                                        else QHeaderView.ResizeMode.Fixed)  # fmt: skip
        self.table.setColumnWidth(NUMBER, 44)
        self.table.clicked.connect(self._clicked)

        self.text = MoveText(document)
        self.text.chosen.connect(self._document.go)

        self._empty = EmptyState()
        self._empty.pressed.connect(self.new_game_asked)
        self._pages = QStackedWidget()
        for page in (self.table, self.text, self._empty):
            self._pages.addWidget(page)
        self.comment = CommentEditor()
        self.comment.committed.connect(self._commented)
        foot = QVBoxLayout()
        foot.setContentsMargins(style.PADDING, 8, style.PADDING, style.PADDING)
        foot.addWidget(self.comment)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._pages, 1)
        layout.addWidget(style.separator())
        layout.addLayout(foot)
        self._style = "table"

        self.model.modelReset.connect(self._span)
        document.edited.connect(self._edited)
        document.replaced.connect(self._replaced)
        document.moved.connect(self._moved)
        self.retranslate()
        self._span()
        self._edited()

    @property
    def cursor(self) -> int:  # type: ignore[override]
        """The document's cursor."""
        return self._document.cursor

    @property
    def style_name(self) -> str:
        """``table`` or ``text``."""
        return self._style

    def set_style(self, name: str) -> None:
        """Show the ``table`` or the ``text``."""
        self._style = name
        self._edited()

    def edit_comment(self) -> None:
        """Let the user write the comment of the cursor's move."""
        self.comment.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.comment.moveCursor(QTextCursor.MoveOperation.End)

    def commit(self) -> None:
        """Hand over a comment that is being written; called before saving and leaving."""
        self.comment.commit()

    def set_menu(self, actions: list[QAction]) -> None:
        """What the context menu offers, for the move under the mouse (which becomes the cursor's); None: a line."""
        self._menu_actions = actions

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self._empty.set_texts(tr("No moves yet. Move a piece on the board, or begin a new game."), tr("New game…"))
        self.comment.setPlaceholderText(tr("Comment on this move"))
        self.comment.setAccessibleName(tr("Comment on this move"))
        self.table.setAccessibleName(tr("Moves"))
        self.text.setAccessibleName(tr("Moves"))
        self.model.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 4)

    def changeEvent(self, event: QEvent) -> None:
        """Follow language and theme."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            self.model.refresh()
            self._edited()
        elif event.type() == QEvent.Type.PaletteChange and hasattr(self, "_style"):
            self._edited()
        super().changeEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the move under the mouse."""
        node: int | None = None
        place = event.globalPos()
        if self._pages.currentWidget() is self.table:
            node = self.model.node(self.table.indexAt(self.table.viewport().mapFromGlobal(place)))
        elif self._pages.currentWidget() is self.text:
            node = self.text.node_at(self.text.viewport().mapFromGlobal(place))
        if node is None:
            return
        self._document.go(node)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(self._menu_actions)
        menu.popup(place)

    # --- following the document -----------------------------------------------------------------------------------

    def _span(self) -> None:
        self.table.clearSpans()
        for index, row in enumerate(self.model.rows()):
            if row.is_variation:
                self.table.setSpan(index, FIRST, 1, 4)
        notes = (shown_note(node.evaluations) for node in self._document.tree.nodes.values())
        texts = [score_text(note) for note in notes if note is not None]
        scored = bool(texts)
        metrics = QFontMetrics(style.font(tabular=True))
        width = max((metrics.horizontalAdvance(text) for text in texts), default=0) + 18
        for column in (FIRST_SCORE, SECOND_SCORE):
            self.table.setColumnWidth(column, min(110, max(62, width)) if scored else 0)
            self.table.setColumnHidden(column, not scored)

    def _edited(self) -> None:
        if len(self._document.tree.nodes) == 1:
            self._pages.setCurrentWidget(self._empty)
        elif self._style == "text":
            self.text.refresh()
            self._pages.setCurrentWidget(self.text)
        else:
            self._pages.setCurrentWidget(self.table)
        self._follow()

    def _replaced(self) -> None:
        self.comment.forget()
        self._commented_record = self._document.record_number
        self._edited()

    def _moved(self, node: int) -> None:
        if self._pages.currentWidget() is self.text:
            self.text.mark()
        self._follow()

    def _follow(self) -> None:
        cursor = self._document.cursor
        self.comment.show_comment(cursor, self._document.tree.nodes[cursor].comment)
        index = self.model.index_of(cursor)
        if index.isValid():
            self.table.scrollTo(index)
        elif self.model.rowCount():
            self.table.scrollToTop()
        self.table.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the cursor's move in sight."""
        super().resizeEvent(event)
        self._follow()

    def _clicked(self, index: QModelIndex) -> None:
        node = self.model.node(index)
        if node is not None:
            self._document.go(node)

    def _commented(self, node: int, text: str) -> None:
        if self._commented_record == self._document.record_number and node in self._document.tree:
            self._document.set_comment(node, text)
