"""The head of the Tree workspace: the search, the side for which values are shown, the counts and the commands."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QMenu, QPushButton, QSizePolicy, QToolButton, QWidget

from engine.core.language import tr
from engine.search.spec import AnySpec
from studio.analysis.choice import spec_title
from studio.analysis.parameters import parameters_text
from studio.look import foreign, icons, style
from studio.look.marks import mark_icon
from studio.tree.views.texts import View
from studio.widgets.elided import ElidedLabel
from studio.widgets.retranslated import Retranslated

MOST_DEPTH, SMALL = 30, 800
"""Greatest depth offered, and width in px below which gaps are narrow, with a large text on a small screen."""


class TreeHead(Retranslated, QWidget):
    """The head of the Tree workspace.

    Attributes:
        row: the row with all parts.
        record_button, compare_button, export_button, picture_button: the buttons.
        export_menu: the menu of the export button.

    Args:
        parent: parent widget.
    """

    spec_chosen = Signal(object)
    """Emitted with the algorithm that the user chooses."""
    depth_chosen = Signal(int)
    """Emitted with the depth that the user chooses."""
    view_chosen = Signal(object)
    """Emitted with the ``View`` that the user chooses."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._specs: list[AnySpec] = []
        self._views = ("", "")
        self.spec_box, self.depth_box, self.view_box = QComboBox(), QComboBox(), QComboBox()
        for box in (self.spec_box, self.depth_box, self.view_box):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            box.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.spec_box.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.spec_box.setMinimumWidth(56)
        self.spec_box.setMaximumWidth(260)
        self.view_box.addItems(["", ""])
        self.spec_box.activated.connect(self._choose)
        self.depth_box.activated.connect(lambda index: self.depth_chosen.emit(index + 1))
        self.view_box.activated.connect(lambda index: self.view_chosen.emit(tuple(View)[index]))
        self.picture_button = QToolButton()
        self.picture_button.setCheckable(True)
        self.picture_button.setIcon(icons.icon("tree"))
        self.picture_button.setIconSize(QSize(style.ICON, style.ICON))
        self.count = ElidedLabel()
        self.count.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.same = ElidedLabel()
        self.same.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.compare_button, self.export_button = QToolButton(), QToolButton()
        self.compare_button.setIcon(icons.icon("compare"))
        self.compare_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.export_button.setIcon(icons.icon("export"))
        self.compare_menu, self.export_menu = QMenu(self), QMenu(self)
        self.compare_button.setMenu(self.compare_menu)
        self.export_button.setMenu(self.export_menu)
        for button in (self.compare_button, self.export_button):
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
            button.setIconSize(QSize(style.ICON, style.ICON))
        self.record_button = QPushButton()
        self.row = layout = QHBoxLayout(self)
        layout.setContentsMargins(style.PADDING, style.HEADER_MARGIN, style.PADDING, style.HEADER_MARGIN)
        layout.setSpacing(style.PADDING)
        layout.addWidget(self.picture_button)
        layout.addWidget(self.spec_box)
        layout.addWidget(self.depth_box)
        layout.addWidget(self.view_box)
        layout.addWidget(style.separator(vertical=True))
        layout.addWidget(self.count)
        layout.addWidget(self.same)
        layout.addStretch(1)
        layout.addWidget(self.compare_button)
        layout.addWidget(self.export_button)
        layout.addWidget(self.record_button)
        self.setMinimumHeight(style.HEADER)
        self.follow_changes()

    def show_specs(self, specs: Sequence[AnySpec], chosen: AnySpec | None, file: str = "") -> None:
        """Show the algorithms to choose from.

        Args:
            specs: the algorithms.
            chosen: the algorithm of the shown tree, which is added if it is none of them, or None.
            file: name of the file of the shown tree, which is shown in place of ``chosen``, or an empty string.
        """
        self._specs = list(dict.fromkeys([*specs, *([chosen] if chosen is not None else [])]))
        self.spec_box.clear()
        for spec in self._specs:
            title, parameters = tr(spec_title(spec)), parameters_text(spec)
            whole = " · ".join(each for each in (title, parameters) if each)
            # The parameters distinguish rows of one algorithm.
            is_alone = sum(each.name == spec.name for each in self._specs) == 1
            self.spec_box.addItem(mark_icon(spec.name), foreign.one_line(title if is_alone else whole))
            self.spec_box.setItemData(self.spec_box.count() - 1, foreign.tool_tip(whole), Qt.ItemDataRole.ToolTipRole)
        if file:
            self.spec_box.addItem(icons.icon("open"), foreign.name(file))
            self.spec_box.setItemData(self.spec_box.count() - 1, foreign.tool_tip(file), Qt.ItemDataRole.ToolTipRole)
            self.spec_box.setCurrentIndex(self.spec_box.count() - 1)
        elif chosen is not None:
            self.spec_box.setCurrentIndex(self._specs.index(chosen))

    def _choose(self, index: int) -> None:
        if index < len(self._specs):
            self.spec_chosen.emit(self._specs[index])

    def show_depth(self, depth: int, most: int) -> None:
        """Show the depth, 0 if the search has none, and offer depths up to ``most``."""
        self.depth_box.clear()
        self.depth_box.addItems([tr("Depth {depth}", depth=each) for each in range(1, min(MOST_DEPTH, most) + 1)])
        self.depth_box.setCurrentIndex(depth - 1)
        self.depth_box.setVisible(depth > 0)

    def show_views(self, names: tuple[str, str], view: View) -> None:
        """Show the sides for which values can be shown."""
        self._views = names
        for index, name in enumerate(names):
            self.view_box.setItemText(index, name)
        self.view_box.setCurrentIndex(tuple(View).index(view))

    def show_count(self, text: str) -> None:
        """Show how many nodes there are."""
        self.count.set_whole(text)
        self._fit_count()

    def show_same(self, text: str, *, is_good: bool) -> None:
        """Show the comparison with the report of the row."""
        style.set_look(self.same, role="good" if is_good else "error")
        self.same.set_whole(text)
        self.same.setVisible(bool(text))

    def show_record(self, text: str, *, is_enabled: bool = True) -> None:
        """Show the text of the button that records, and whether it is enabled."""
        self.record_button.setText(text)
        self.record_button.setEnabled(is_enabled)

    def minimumSizeHint(self) -> QSize:
        """Return a small width, because texts are elided."""
        return QSize(560, style.HEADER)

    def resizeEvent(self, event: object) -> None:
        """Hide texts that do not fit, and narrow the gaps in a narrow window."""
        style_ = Qt.ToolButtonStyle
        narrow, is_small = self.width() < 1300, self.width() < SMALL
        self.compare_button.setToolButtonStyle(style_.ToolButtonIconOnly if narrow else style_.ToolButtonTextBesideIcon)
        self.row.setSpacing(2 if is_small else 6 if self.width() < 1000 else style.PADDING)
        side = 4 if is_small else style.PADDING
        self.row.setContentsMargins(side, style.HEADER_MARGIN, side, style.HEADER_MARGIN)
        self.view_box.setMaximumWidth(72 if is_small else 1000)
        self._fit_count()

    def _fit_count(self) -> None:
        """Hide how many nodes there are if there is not enough space for the whole text."""
        needed = self.row.sizeHint().width()
        if self.count.isHidden():
            needed += self.row.spacing() + self.count.sizeHint().width()
        self.count.setVisible(needed <= self.width())

    def event(self, event: QEvent) -> bool:
        """Fit the count again if a part needs another width."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit_count()
        return super().event(event)

    def retranslate(self) -> None:
        self.picture_button.setToolTip(tr("Picture of the tree"))
        self.picture_button.setAccessibleName(tr("Picture of the tree"))
        self.spec_box.setAccessibleName(tr("Algorithm"))
        self.depth_box.setAccessibleName(tr("Depth"))
        self.view_box.setAccessibleName(tr("Side for which values are shown"))
        self.view_box.setToolTip(tr("Side for which values are shown"))
        self.compare_button.setText(tr("Compare with…"))
        self.compare_button.setToolTip(tr("Compare with the tree of another search"))
        self.export_button.setToolTip(tr("Open or export a tree"))
        self.export_button.setAccessibleName(tr("Open or export a tree"))

    def restyle(self) -> None:
        """Draw the icon in the colours of the theme in use."""
        self.retranslate()
