"""The page with two trees side by side and their differences."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from engine.core.language import ngettext, tr
from engine.searchtree.difference import Class
from studio.analysis import figures
from studio.look import icons, style
from studio.tree.pair.outline import PairOutline
from studio.tree.pair.pairs import ONLY_SECOND, SIGNS, PairRow, Pairs
from studio.tree.recording.recorder import Recorded
from studio.tree.views import texts
from studio.tree.views.icicle import Icicle
from studio.tree.views.notes import title_with_depth
from studio.tree.views.replay import ReplayBar
from studio.tree.views.shown import ShownTree
from studio.tree.views.texts import View
from studio.widgets.elided import ElidedLabel
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

ICICLE_ROWS = 4
GAP = 8
"""Space between the buttons of the classes in px."""


class PairPage(Retranslated, QWidget):
    """Two trees side by side.

    Attributes:
        outline: the aligned rows.
        icicles: the bands of both trees.
        chips: the buttons of the classes.

    Args:
        parent: parent widget.
    """

    closed = Signal()
    """Emitted when the user closes the second tree."""
    swapped = Signal()
    """Emitted when the user exchanges the trees."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pairs: Pairs | None = None
        self.recorded: tuple[Recorded, Recorded] | None = None
        self._is_following = False
        self.shown = (ShownTree(self), ShownTree(self))
        self.sentence = PlainLabel()
        self.sentence.setWordWrap(True)
        self.sentence.setFont(style.font(bold=True))
        self.swap_button, self.close_button = QToolButton(), QPushButton()
        self.swap_button.setIcon(icons.icon("swap"))
        self.swap_button.clicked.connect(self.swapped)
        style.set_look(self.close_button, kind="quiet")
        self.close_button.setIcon(icons.icon("close"))
        self.close_button.clicked.connect(self.closed)
        head = QHBoxLayout()
        head.setSpacing(style.PADDING)
        head.addWidget(self.sentence, 1)
        head.addWidget(self.swap_button)
        head.addWidget(self.close_button)
        self.chips: dict[int, QPushButton] = {}
        chips = QHBoxLayout()
        chips.setSpacing(GAP)
        for kind in SIGNS:
            chip = QPushButton()
            chip.setCheckable(True)
            style.set_look(chip, kind="chip")
            chip.clicked.connect(self._filter)
            self.chips[kind] = chip
            chips.addWidget(chip)
        self.scale_chip = QPushButton()
        self.scale_chip.setCheckable(True)
        style.set_look(self.scale_chip, kind="chip")
        self.scale_chip.clicked.connect(self._set_scale)
        chips.addStretch(1)
        chips.addWidget(self.scale_chip)
        self.captions = (ElidedLabel(), ElidedLabel())
        self.icicles = (Icicle(self.shown[0]), Icicle(self.shown[1]))
        bands = QHBoxLayout()
        bands.setSpacing(16)
        for caption, icicle in zip(self.captions, self.icicles, strict=True):
            style.set_look(caption, role="caption")
            column = QVBoxLayout()
            column.setSpacing(0)
            column.addWidget(caption)
            column.addWidget(icicle)
            column.addStretch(1)
            bands.addLayout(column, 1)
        self.outline = PairOutline()
        self.words = ElidedLabel()
        self.replay = ReplayBar(self.shown[0], has_filters=False)
        self.difference_button = QPushButton()
        style.set_look(self.difference_button, kind="quiet")
        self.difference_button.clicked.connect(self.to_next_difference)
        lower = QHBoxLayout()
        lower.setContentsMargins(style.PADDING, 4, style.PADDING, 4)
        lower.addWidget(self.words, 1)
        lower.addWidget(self.difference_button)
        top = QVBoxLayout()
        top.setContentsMargins(style.PADDING, 8, style.PADDING, 8)
        top.setSpacing(8)
        top.addLayout(head)
        top.addLayout(chips)
        top.addLayout(bands)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(style.separator())
        layout.addWidget(self.outline, 1)
        layout.addWidget(style.separator())
        layout.addLayout(lower)
        layout.addWidget(style.separator())
        layout.addWidget(self.replay)
        self.outline.chosen.connect(self._chosen)
        for side, shown in enumerate(self.shown):
            shown.chosen.connect(lambda node, side=side: self._chosen_on(side, node))
        self.shown[0].stepped.connect(self._step_together)
        self.follow_changes()

    def show_pairs(self, pairs: Pairs, first: Recorded, second: Recorded, view: View) -> None:
        """Show two trees."""
        self.pairs, self.recorded = None, (first, second)
        for shown, recorded in zip(self.shown, (first, second), strict=True):
            shown.show_tree(recorded.tree, recorded.prepared)
        for icicle in self.icicles:
            icicle.set_rows(ICICLE_ROWS)
        self.pairs = pairs
        # The rows first: the selected pair may be one of the trees shown before.
        self.outline.show_pairs(pairs)
        self.set_view(view)
        self.outline.choose((0, 0))
        self.retranslate()

    def set_view(self, view: View) -> None:
        """Set the side for which values are shown."""
        self.outline.view = view
        self.outline.viewport().update()
        for shown in self.shown:
            shown.set_view(view)
        self._describe()

    def clear(self) -> None:
        """Forget both trees."""
        self.pairs = self.recorded = None
        self.outline.show_pairs(None)
        for shown in self.shown:
            shown.clear()

    # --- one selection ------------------------------------------------------------------------------------------------

    def _chosen(self, first: int, second: int) -> None:
        self._is_following = True
        for shown, node in zip(self.shown, (first, second), strict=True):
            if node >= 0:
                shown.choose(node, reveals=False)
        self._is_following = False
        self._describe()

    def _chosen_on(self, side: int, node: int) -> None:
        pairs = self.pairs
        if self._is_following or pairs is None or node < 0:
            return
        pair = (node, int(pairs.partner[node])) if side == 0 else (int(pairs.back[node]), node)
        self.outline.choose(pair)

    def _step_together(self) -> None:
        """Show the event of the second tree that corresponds to that of the first, which waits if there is none."""
        first, second = self.shown
        if self.pairs is None or first.prepared is None or second.prepared is None:
            return
        number = first.event_number
        if number is None:
            second.show_event(None)
            return
        node = first.prepared.at_event(number)
        partner = int(self.pairs.partner[node])
        if partner < 0:
            return
        is_entered = first.prepared.entered(node) == number
        self._is_following = True
        second.show_event(second.prepared.entered(partner) if is_entered else second.prepared.left(partner))
        self._is_following = False

    def to_next_difference(self) -> None:
        """Select the next pair of nodes with another bound or value."""
        if self.pairs is not None and (pair := self.pairs.next_difference(self.outline.selected)) is not None:
            self.outline.choose(pair)

    # --- texts --------------------------------------------------------------------------------------------------------

    def _filter(self) -> None:
        if self.pairs is not None:
            self.pairs.filters = tuple(kind for kind, chip in self.chips.items() if chip.isChecked())
            self.outline.list_rows()

    def _set_scale(self) -> None:
        """Draw both trees on the scale of the first one, or each on its own."""
        if self.recorded is None:
            return
        second = self.icicles[1]
        second.zoom_to(0)
        if self.scale_chip.isChecked():
            nodes = [recorded.tree.facts.nodes for recorded in self.recorded]
            second.high = second.low + max(nodes)
            second.update_picture()

    def _titles(self) -> tuple[str, str]:
        assert self.recorded is not None
        first, second = (each.title for each in self.recorded)
        if first == second:
            first, second = (title_with_depth(each) for each in self.recorded)
        return first, second

    def _describe(self) -> None:
        """Show the sentence about the selected pair."""
        pairs = self.pairs
        if pairs is None or self.recorded is None:
            self.words.set_whole("")
            return
        first, second = self._titles()
        one, two = self.outline.selected
        view = self.outline.view
        names = {"first": first, "second": second}
        move = texts.move_text(pairs.first, one) if one >= 0 else texts.move_text(pairs.second, two)
        if one < 0 or two < 0:
            name, other = (first, second) if two < 0 else (second, first)
            if pairs.never_looked_at(PairRow(((one, two),), 0, pairs.kind_of((one, two)))) == 0:
                text = tr(
                    "{move}: only {name} has this visit. {other} looked at the position in another one.",
                    move=move, name=name, other=other,
                )  # fmt: skip
            else:
                text = tr("{move}: only {name} looked at this node.", move=move, name=name)
        else:
            values = {
                "one": texts.value_text(pairs.first, one, view), "two": texts.value_text(pairs.second, two, view),
                "move": move, **names,
            }  # fmt: skip
            kind = pairs.kind_of((one, two))
            if kind == Class.SAME:
                text = tr("{move}: both know the same, {one}.", **values)
            elif kind == Class.OTHER_VALUE:
                text = tr("{move}: {first} finds {one} and {second} finds {two}. A contradiction.", **values)
            else:
                text = tr("{move}: {first} finds {one} and {second} finds {two}. No contradiction.", **values)
        self.words.set_whole(text)

    def retranslate(self) -> None:
        names: dict[int, str] = {
            Class.SAME: tr("same"), Class.OTHER_BOUND: tr("other bound"), Class.OTHER_VALUE: tr("other value"),
            Class.ONLY: tr("only left"), ONLY_SECOND: tr("only right"),
        }  # fmt: skip
        for kind, chip in self.chips.items():
            count = self.pairs.counts[kind] if self.pairs is not None else 0
            chip.setText(f"{SIGNS[kind]} {names[kind]} {figures.grouped(count)}")
            chip.setToolTip(names[kind])
            chip.setAccessibleName(f"{names[kind]} {figures.grouped(count)}")
            chip.setEnabled(count > 0)
        self.scale_chip.setText(tr("Same scale"))
        needed = sum(chip.sizeHint().width() + GAP for chip in (*self.chips.values(), self.scale_chip))
        if needed + 2 * style.PADDING > self.width():
            for kind, chip in self.chips.items():
                chip.setText(chip.text().replace(f" {names[kind]} ", " "))
        self.scale_chip.setToolTip(tr("Draw both trees on the scale of the left one"))
        self.swap_button.setToolTip(tr("Swap the trees"))
        self.swap_button.setAccessibleName(tr("Swap the trees"))
        self.close_button.setText(tr("Close the comparison"))
        self.difference_button.setText(tr("Next difference"))
        if self.recorded is not None and self.pairs is not None:
            first, second = self._titles()
            text = self.pairs.summary(first, second)
            if not all(each.tree.is_complete for each in self.recorded):
                text += " " + tr("Compared down to ply {ply}.", ply=self.pairs.ply)
            self.sentence.setText(text)
            nodes = [each.tree.facts.nodes for each in self.recorded]
            for caption, title, count in zip(self.captions, (first, second), nodes, strict=True):
                words = ngettext("{name}, {count} node", "{name}, {count} nodes", count, name=title,
                                 count=figures.grouped(count))  # fmt: skip
                factor = max(nodes) / max(1, count)
                if factor >= 1.5:
                    words += ", " + tr("drawn {factor} times wider", factor=round(factor))
                caption.set_whole(words)
        self._describe()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Name the classes on their buttons if there is enough space."""
        super().resizeEvent(event)
        self.retranslate()

    def restyle(self) -> None:
        """Draw everything in the colours of the theme in use."""
        self.retranslate()
