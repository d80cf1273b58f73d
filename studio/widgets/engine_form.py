"""A form for an algorithm, its parameters, its evaluation and its limit."""

from collections.abc import Collection, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QGridLayout, QHBoxLayout, QSpinBox, QWidget

from engine.asking.external import EngineSpec
from engine.core.evaluation import offered_name
from engine.core.game import find_game
from engine.core.language import Plural, tr
from engine.search.players import DEFAULT_PLAYER
from engine.search.report import Limit
from engine.search.search import algorithms
from engine.search.spec import AnySpec, Spec
from studio.widgets.evaluation_box import EvaluationBox
from studio.widgets.option_form import OptionForm
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated
from studio.widgets.unit_spin_box import UnitSpinBox

DEPTH, NODES, SECONDS = range(3)


class EngineForm(Retranslated, QWidget):
    """Form to choose an algorithm or an external engine, a limit, an evaluation and the algorithm's parameters.

    Args:
        game: identifier of the game whose evaluations are offered.
        parent: parent widget.
        engines: the external engines to offer, with the configured values of their options.
        skip: names of the parameters that are not offered.
    """

    changed = Signal()
    """Emitted when a value of the form changes."""

    def __init__(
        self,
        game: str,
        parent: QWidget | None = None,
        engines: Sequence[EngineSpec] = (),
        skip: Collection[str] = (),
    ) -> None:
        super().__init__(parent)
        self._skip = frozenset(skip)
        self._has_depth = True
        self._engines = {each.name: each for each in engines}
        self._names = [*algorithms(), *self._engines]
        self._algorithm, self._evaluation, self._kind = QComboBox(), EvaluationBox(), QComboBox()
        self._labels = [PlainLabel() for _ in range(3)]
        for _ in self._names:
            self._algorithm.addItem("")
        for _ in range(3):
            self._kind.addItem("")
        self._depth, self._nodes, self._seconds = UnitSpinBox(), QSpinBox(), QDoubleSpinBox()
        self._depth.setRange(1, 100)
        self._depth.setValue(4)
        self._nodes.setRange(1, 2_000_000_000)
        self._nodes.setSingleStep(100_000)
        self._nodes.setValue(200_000)
        self._nodes.setGroupSeparatorShown(True)
        self._seconds.setRange(0.1, 86_400)
        self._seconds.setValue(2)
        self._seconds.setDecimals(1)
        limit = QHBoxLayout()
        limit.setSpacing(8)
        limit.addWidget(self._kind)
        for spin in (self._depth, self._nodes, self._seconds):
            limit.addWidget(spin, 1)
            spin.setAlignment(Qt.AlignmentFlag.AlignRight)
            spin.valueChanged.connect(self.changed)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        for row, label in enumerate(self._labels):
            grid.addWidget(label, row, 0)
        grid.addWidget(self._algorithm, 0, 1)
        grid.addLayout(limit, 1, 1)
        grid.addWidget(self._evaluation, 2, 1)
        self._grid = grid
        self._options = OptionForm(algorithms()[self._names[0]].Parameters, skip=self._skip, game=find_game(game))
        grid.addWidget(self._options, 3, 0, 1, 2)
        self._algorithm.currentIndexChanged.connect(self._algorithm_changed)
        self._evaluation.currentIndexChanged.connect(self.changed)
        self._kind.currentIndexChanged.connect(self._kind_changed)
        self.set_game(game)
        self._algorithm.setCurrentIndex(self._names.index(DEFAULT_PLAYER.name))
        self._algorithm_changed()
        self._options.set_value(DEFAULT_PLAYER.parameters)
        self._kind_changed()
        self.follow_changes()

    def set_game(self, game: str) -> None:
        """Select the game with the identifier ``game``.

        Offer the evaluations of the game, and enable only those external engines that can play the game.
        """
        model = self._algorithm.model()
        assert isinstance(model, QStandardItemModel)
        for index, name in enumerate(self._names):
            fits = name not in self._engines or self._engines[name].plays(find_game(game)())
            model.item(index).setEnabled(fits)
            if not fits and index == self._algorithm.currentIndex():
                self._algorithm.setCurrentIndex(self._names.index(DEFAULT_PLAYER.name))
        self._evaluation.show_evaluations(game, "")
        self._game = game
        self._options.set_game(find_game(game))

    @property
    def spec(self) -> Spec | EngineSpec:
        """The chosen algorithm with its parameters, or the chosen external engine."""
        name = self._names[self._algorithm.currentIndex()]
        return self._engines[name] if name in self._engines else Spec(name, self._options.value())

    @property
    def evaluation(self) -> str:
        """The name of the chosen evaluation, or an empty string if the game has no evaluation."""
        return self._evaluation.name

    @property
    def limit(self) -> Limit:
        """The limit of each search: a depth, a number of nodes or a time."""
        kind = self._kind.currentIndex()
        if kind == NODES:
            return Limit(nodes=self._nodes.value())
        return Limit(seconds=self._seconds.value()) if kind == SECONDS else Limit(depth=self._depth.value())

    def show_values(self, spec: AnySpec, evaluation: str, limit: Limit) -> None:
        """Show an algorithm, an evaluation and a limit.

        An algorithm or an evaluation that is not offered is ignored, and so is a depth for an algorithm without depths.
        If ``limit`` has several parts, only the first of the depth, the number of nodes and the time is shown.
        """
        if spec.name in self._names:
            self._algorithm.setCurrentIndex(self._names.index(spec.name))
            if spec.is_own:
                self._options.set_value(spec.parameters)
        if offered_name(self._game, evaluation):
            self._evaluation.show_evaluations(self._game, evaluation)
        for kind, spin, value in (
            (DEPTH, self._depth, limit.depth),
            (NODES, self._nodes, limit.nodes),
            (SECONDS, self._seconds, limit.seconds),
        ):
            if value is not None and (kind != DEPTH or self._has_depth):
                self._kind.setCurrentIndex(kind)
                spin.setValue(value)  # type: ignore[arg-type]
                break

    def retranslate(self) -> None:
        texts = (tr("Algorithm"), tr("Limit"), tr("Evaluation"))
        for label, editor, text in zip(
            self._labels, (self._algorithm, self._kind, self._evaluation), texts, strict=True
        ):
            label.setText(text)
            editor.setAccessibleName(text)
        for index, name in enumerate(self._names):
            self._algorithm.setItemText(index, name if name in self._engines else tr(algorithms()[name].title))
        for index, text in enumerate((tr("Depth"), tr("Nodes"), tr("Seconds"))):
            self._kind.setItemText(index, text)
        for spin, text in ((self._depth, tr("Depth")), (self._nodes, tr("Nodes")), (self._seconds, tr("Seconds"))):
            spin.setAccessibleName(text)
        self._depth.set_unit(Plural("ply", "plies"))
        self._seconds.setSuffix(f" {tr('s')}")
        self._evaluation.show_evaluations(self._game, self._evaluation.name)

    def _algorithm_changed(self, *_: Any) -> None:
        name = self._names[self._algorithm.currentIndex()]
        outside = name in self._engines
        known = algorithms()[DEFAULT_PLAYER.name if outside else name]
        before = self._options.value()
        self._options.hide()
        self._grid.removeWidget(self._options)
        self._options.deleteLater()
        self._options = OptionForm(
            known.Parameters, before if isinstance(before, known.Parameters) else None, skip=self._skip,
            game=find_game(self._game),
        )  # fmt: skip
        self._options.changed.connect(self.changed)
        self._options.setVisible(not outside and not self._options.is_empty)
        self._grid.addWidget(self._options, 3, 0, 1, 2)
        self._evaluation.setEnabled(known.needs_evaluation)
        for part in (self._labels[2], self._evaluation):
            part.setVisible(not outside)
        self._kind.setEnabled(known.is_limited)
        for spin in (self._depth, self._nodes, self._seconds):
            spin.setEnabled(known.is_limited)
        kinds = self._kind.model()
        assert isinstance(kinds, QStandardItemModel)
        self._has_depth = known.deepens or known.solves or not known.is_limited
        kinds.item(DEPTH).setEnabled(self._has_depth)
        if not self._has_depth and self._kind.currentIndex() == DEPTH:
            self._kind.setCurrentIndex(SECONDS)
        self.changed.emit()

    def _kind_changed(self, *_: Any) -> None:
        for kind, spin in enumerate((self._depth, self._nodes, self._seconds)):
            spin.setVisible(kind == self._kind.currentIndex())
        self.changed.emit()
