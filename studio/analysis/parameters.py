"""The menu that adds an algorithm, and the form that edits the parameters of an algorithm."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QFrame, QMenu, QPushButton, QVBoxLayout, QWidget

from engine.core.game import Game
from engine.core.language import tr
from engine.core.options import options_of
from engine.search.search import algorithms
from engine.search.spec import AnySpec, Spec
from studio.analysis.choice import spec_title
from studio.analysis.engines import EngineList
from studio.analysis.plugin_reader import PluginReader
from studio.look import style
from studio.look.marks import mark_icon
from studio.widgets.file_dialog import file_dialog
from studio.widgets.option_form import OptionForm
from studio.widgets.option_text import label_of, value_text
from studio.widgets.plain_label import PlainLabel
from studio.widgets.scroll_area import ScrollArea

_AROUND = 120
"""Height in px that the title, the button and the margins of the floating form need."""


def parameter_words(spec: AnySpec, usual: AnySpec | None = None) -> list[str]:
    """Return a text for each parameter that differs from its default, such as “Quiescence depth 6 plies”.

    Args:
        spec: the algorithm.
        usual: the same algorithm with the values that replace the defaults, or None to use the defaults.
    """
    words = []
    for option in options_of(spec.Parameters):
        value = getattr(spec.parameters, option.name)
        if value != (option.default if usual is None else getattr(usual.parameters, option.name)):
            label = label_of(option)
            text = f"{label} {value_text(option, value)}"
            if value is False or (option.is_switch and value == "off"):
                text = f"{label}: {tr('off')}"
            elif option.is_switch:
                text = f"{label}: {tr('on') if value == 'on' else tr('Automatic')}"
            words.append(label if value is True else text)
    return words


def parameters_text(spec: AnySpec, usual: AnySpec | None = None) -> str:
    """Return the texts of ``parameter_words`` as one text, such as “Move ordering · Quiescence depth 6 plies”."""
    return " · ".join(parameter_words(spec, usual))


class ParameterPopup(QFrame):
    """Floating form with the parameters of an algorithm. Edits take effect immediately, and Esc closes the form.

    Args:
        spec: the algorithm.
        parent: parent widget.
        usual: the same algorithm with the values that the button for default values sets, or None to use the defaults.
        game: the game that is analysed, or None if it is unspecified.
    """

    edited = Signal(object)
    """Emitted after an edit with the spec of the algorithm, which contains the new parameters."""

    def __init__(
        self, spec: AnySpec, parent: QWidget, usual: AnySpec | None = None, game: type[Game] | None = None
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        style.set_look(self, role="card")
        self._spec = spec
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(10)
        title = PlainLabel(tr(spec_title(spec)))
        title.setFont(style.font(bold=True))
        layout.addWidget(title)
        kind = spec.Parameters
        has_switches = any(option.is_switch for option in options_of(kind))
        self.form = OptionForm(kind, spec.parameters, columns=2 if has_switches else 1, game=game)
        self._area = ScrollArea()
        self._anchor: QWidget | None = None
        if self.form.is_empty:
            nothing = PlainLabel(tr("This algorithm has no parameters."))
            style.set_look(nothing, role="secondary")
            layout.addWidget(nothing)
            # A form without a parent would never be deleted: its parts refer to it.
            self.form.setParent(self)
            self.form.hide()
        else:
            self._area.setWidgetResizable(True)
            self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self._area.setWidget(self.form)
            for widget in (self.form, self._area.viewport()):
                widget.setAutoFillBackground(False)
            layout.addWidget(self._area)
            self.form.switches.toggled.connect(self._fit)
            reset = QPushButton(tr("Default values"))
            values = kind() if usual is None else usual.parameters
            reset.clicked.connect(lambda: self.form.set_value(values))
            layout.addWidget(reset, alignment=Qt.AlignmentFlag.AlignRight)
        self.form.changed.connect(self._emit_edited)

    def show_below(self, widget: QWidget) -> None:
        """Open the form below ``widget``, or above it if there is no space below. The form is kept on the screen."""
        self._anchor = widget
        self._fit()
        self.show()
        self.form.setFocus()

    def _fit(self) -> None:
        """Set the size for the content, with a scroll bar if the screen is too small, and place the form."""
        widget = self._anchor
        if widget is None:
            return
        screen = widget.screen().availableGeometry()
        content = self.form.sizeHint()
        self._area.setMinimumWidth(self.form.wanted_width + self._area.verticalScrollBar().sizeHint().width())
        self._area.setFixedHeight(min(content.height(), screen.height() - _AROUND))
        self.adjustSize()
        corner = widget.mapToGlobal(QPoint(widget.width() - self.width(), widget.height() + 2))
        corner.setX(max(screen.left(), min(corner.x(), screen.right() - self.width())))
        if corner.y() + self.height() > screen.bottom():
            corner.setY(max(screen.top(), corner.y() - self.height() - widget.height() - 4))
        self.move(corner)

    def _emit_edited(self) -> None:
        self._spec = self._spec.with_parameters(self.form.value())
        self.edited.emit(self._spec)


class Choice(Protocol):
    """An object to which algorithms can be added."""

    def add(self, spec: AnySpec) -> None:
        """Add an algorithm at the end."""


class AlgorithmMenu(QMenu):
    """Menu that adds a registered algorithm, a configured engine or a plugin from a file to a choice.

    Args:
        choice: the object to which the algorithm is added.
        parent: parent widget.
        engines: the configured engines, or None to omit the engines from the menu.
        game: a function that returns the game for which algorithms are chosen. The menu omits the engines that cannot
            play this game. If None, the menu contains all engines.
    """

    failed = Signal(str)
    """Emitted with an error message of one sentence when a plugin cannot be read."""

    engines_asked = Signal()
    """Emitted when the user asks to configure external engines."""

    def __init__(
        self,
        choice: Choice,
        parent: QWidget,
        engines: EngineList | None = None,
        game: Callable[[], Game] | None = None,
    ) -> None:
        super().__init__(parent)
        self._choice = choice
        self._game = game
        self._engines = engines
        self._reader = PluginReader(self)
        self._reader.read.connect(choice.add)
        self._reader.failed.connect(self.failed)
        self.aboutToShow.connect(self._fill)

    def add_plugin(self, path: Path) -> None:
        """Start reading a plugin file. Its algorithm is added later, or ``failed`` is emitted if this is impossible."""
        self._reader.start(path)

    def close_reader(self) -> None:
        """Cancel the reading of plugins, and block until the threads that read them have ended."""
        self._reader.close()

    def _fill(self) -> None:
        self.clear()
        for name, algorithm in algorithms().items():
            action = self.addAction(mark_icon(name), tr(algorithm.title))
            action.triggered.connect(lambda _=False, name=name: self._choice.add(Spec.make(name)))
        if self._engines is not None:
            self.addSeparator()
            for engine in self._engines.engines:
                if self._game is not None and not engine.plays(self._game()):
                    continue
                action = self.addAction(mark_icon(engine.name), engine.title)
                action.triggered.connect(lambda _=False, engine=engine: self._choice.add(engine))
            self.addAction(tr("External engines…"), self.engines_asked.emit)
        self.addSeparator()
        self.addAction(tr("Plugin from file…"), self._ask_for_plugin)

    def _ask_for_plugin(self) -> None:
        dialog = file_dialog(self.parentWidget(), tr("Algorithm from a Python file"))
        dialog.setNameFilter(tr("Python files (*.py)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self.add_plugin(Path(path)))
        dialog.open()
