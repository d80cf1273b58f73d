"""The dialog that shows what a network learnt: the effect of each piece on each cell, next to another evaluation."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.core.errors import KyVienError
from engine.core.evaluation import find_evaluation, hand_made
from engine.core.files import write_text
from engine.core.language import tr
from engine.networks.learnt import (
    POSITIONS,
    EvaluationMaps,
    evaluation_maps,
    map_scene,
    meaning,
    page,
    sample,
    text_map,
    title_of,
)
from engine.networks.network import Network
from engine.picture.colors import theme_named
from engine.picture.scene import Scene
from studio.joining import Thread, join
from studio.look import palette, style
from studio.widgets.error_label import ErrorLabel
from studio.widgets.file_dialog import ask_target
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated
from studio.widgets.scene import paint
from studio.widgets.screen import fit_to_screen
from studio.widgets.scroll_area import ScrollArea

SIZE, GAP = QSize(900, 520), 24
"""Size of the dialog, and distance of two maps in px."""


class _StopError(Exception):
    """Raised in the thread of a dialog that was closed."""


class _Maps(Thread):
    """Thread that computes the maps of evaluations."""

    moved = Signal(int)
    """Emitted with the number of steps done."""
    found = Signal(object)
    """Emitted with the maps, a list of ``EvaluationMaps``."""

    def __init__(self, judges: Sequence[Any], positions: Sequence[Any]) -> None:
        super().__init__()
        self._judges, self._positions = judges, positions
        self._steps = 0
        self.is_stopped = False

    def run(self) -> None:
        """Compute the maps, unless the thread is stopped."""
        try:
            self.found.emit([evaluation_maps(each, self._positions, self._step) for each in self._judges])
        except _StopError:
            return

    def _step(self) -> None:
        if self.is_stopped:
            raise _StopError
        self._steps += 1
        self.moved.emit(self._steps)


class MapView(QWidget):
    """Pictures of maps next to each other."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scenes: Sequence[Scene] = ()

    def show_scenes(self, scenes: Sequence[Scene]) -> None:
        """Show pictures instead of those before."""
        self._scenes = scenes
        self.setAccessibleName("; ".join(each.title for each in scenes))
        self.setFixedSize(self.sizeHint())
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of all pictures."""
        width = sum(each.width + GAP for each in self._scenes)
        height = max((each.height for each in self._scenes), default=0)
        return QSize(round(width), round(height))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the pictures."""
        painter = QPainter(self)
        for each in self._scenes:
            paint(painter, each.items)
            painter.translate(each.width + GAP, 0)
        painter.end()


class LearntDialog(Retranslated, QDialog):
    """Dialog with the maps of a network next to those of the game's first evaluation, for one piece at a time.

    The maps are computed in a thread, which ends when the dialog is closed. They can be saved as a page.

    Args:
        network: the network.
        parent: parent widget.

    Attributes:
        piece_box, view, progress, save_button: the widgets.
        columns: the maps, or an empty list until they are computed.
    """

    def __init__(self, network: Network, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._data = network.data
        game = self._data.game
        self._surface = game.surface(game.start())
        self.columns: list[EvaluationMaps] = []
        self._label, self.piece_box, self.view = PlainLabel(), QComboBox(), MapView()
        self._label.setBuddy(self.piece_box)
        self._text, self._error, self.progress = PlainLabel(), ErrorLabel(), QProgressBar()
        self._text.setWordWrap(True)
        style.set_look(self._text, role="secondary")
        self.progress.setTextVisible(False)
        self.save_button = QPushButton()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self._close = buttons.button(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(self.save_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        self.save_button.clicked.connect(self.ask_file)
        self.piece_box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.piece_box.currentIndexChanged.connect(self._show_piece)
        area = ScrollArea()
        area.setWidget(self.view)
        line = QHBoxLayout()
        line.addWidget(self._label)
        line.addWidget(self.piece_box)
        line.addStretch(1)
        layout = QVBoxLayout(self)
        layout.addWidget(self._text)
        layout.addLayout(line)
        layout.addWidget(self.progress)
        layout.addWidget(area, 1)
        layout.addWidget(self._error)
        layout.addWidget(buttons)
        for part in (self.piece_box, self.save_button):
            part.setEnabled(False)
        fit_to_screen(self, SIZE)
        judges = [network, *(find_evaluation(game.name, name) for name in filter(None, [hand_made(game.name)]))]
        self.progress.setRange(0, POSITIONS * len(judges))
        self._thread = _Maps(judges, sample(game))
        self._thread.moved.connect(self.progress.setValue)
        self._thread.found.connect(self._show_maps)
        self.finished.connect(self.stop)
        self.follow_changes()
        self._thread.start(Thread.Priority.LowPriority)

    def stop(self) -> None:
        """End the computation, if it has not ended."""
        self._thread.is_stopped = True
        join([self._thread])

    def ask_file(self) -> None:
        """Ask for the file of the page."""
        ask_target(self, tr("Save the page"), self._data.header.game, [("HTML", "html")], self.save)

    def save(self, path: Path) -> None:
        """Write the page, or show why it cannot be written."""
        self._error.hide()
        try:
            write_text(path, page(self._data, self.columns))
        except KyVienError as error:
            self._error.show_error(str(error))

    def _show_maps(self, columns: list[EvaluationMaps]) -> None:
        self.columns = columns
        self.progress.hide()
        for part in (self.piece_box, self.save_button):
            part.setEnabled(True)
        self.retranslate()

    def _show_piece(self, *_: object) -> None:
        index = self.piece_box.currentIndex()
        if not self.columns or index < 0:
            return
        look = theme_named(palette.current().name)
        self.view.show_scenes([map_scene(self._surface, each, index, look) for each in self.columns])
        texts = [
            "\n".join([tr(each.title), *text_map(self._surface, each.maps[index], each.decimals)])
            for each in self.columns
        ]
        self.view.setAccessibleDescription("\n\n".join(texts))

    def retranslate(self) -> None:
        self.setWindowTitle(title_of(self._data))
        self._label.setText(tr("Piece"))
        self._text.setText(meaning())
        self.save_button.setText(tr("Save the page"))
        self._close.setText(tr("Close"))
        index = max(0, self.piece_box.currentIndex())
        self.piece_box.clear()
        self.piece_box.addItems([tr(each.kind.name) for each in self.columns[0].maps] if self.columns else [])
        self.piece_box.setCurrentIndex(index)
        self.piece_box.setAccessibleName(tr("Piece"))
        self._show_piece()

    def restyle(self) -> None:
        """Draw the maps in the colours of the theme in use."""
        self._show_piece()
