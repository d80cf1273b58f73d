"""The actions of the commands of a window, with their shortcuts and their availability."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QTextEdit,
    QWidget,
)

from engine.core.language import tr
from studio.look import icons
from studio.settings import Settings
from studio.widgets.command import Aspect, Command, Condition


@dataclass(eq=False, slots=True)
class _Use:
    """What depends on a condition.

    Attributes:
        condition: the condition, or None for one that is always met.
        scope: the workspace in which alone it can be met, or an empty string for all.
        acts: functions called with whether the condition is met, when that has changed.
        was_met: whether it was met when it was tested last, or None.
    """

    condition: Condition | None
    scope: str
    acts: list[Callable[[bool], object]] = field(default_factory=list)
    was_met: bool | None = None

    @property
    def aspects(self) -> Aspect:
        """Everything on which the result depends."""
        own = Aspect(0) if self.condition is None else self.condition.aspects
        return own | Aspect.WORKSPACE if self.scope else own


class Actions(QObject):
    """The actions of the commands of a window. They exist after the call of ``build``.

    Args:
        window: the window to which the actions are added, and in which their shortcuts work.
        settings: the settings with the shortcuts that differ from the defaults.
    """

    def __init__(self, window: QWidget, settings: Settings) -> None:
        super().__init__(window)
        self._window, self._settings = window, settings
        self._actions: dict[str, QAction] = {}
        self._commands: dict[Command, QAction] = {}
        self._scope = ""
        self._keys: dict[str, list[str]] = {}
        self._uses: list[_Use] = []
        self._concerned: dict[Aspect, list[_Use]] = {}

    def build(self, commands: Sequence[Command]) -> None:
        """Create the actions.

        Args:
            commands: all commands, in the order in which they are listed.
        """
        groups: dict[str, QActionGroup] = {}
        changed = self._settings.keys
        uses: dict[tuple[Condition | None, str], _Use] = {}

        def follow(condition: Condition | None, scope: str, act: Callable[[bool], object]) -> None:
            if condition is not None or scope:
                uses.setdefault((condition, scope), _Use(condition, scope)).acts.append(act)

        for command in commands:
            action = QAction(self._window)
            action.setObjectName(command.id)
            action.setCheckable(command.checked is not None)
            if command.icon:
                action.setIcon(icons.icon(command.icon))
                action.setIconVisibleInMenu(False)
            self._keys[command.id] = list(changed.get(command.id, command.keys))
            if command.choice:
                groups.setdefault(command.choice, QActionGroup(self)).addAction(action)
            action.triggered.connect(lambda on, command=command: self._trigger(command, on))
            self._window.addAction(action)
            self._actions[command.id] = self._commands[command] = action
            follow(command.enabled, command.scope, action.setEnabled)
            if command.disappears:
                follow(command.enabled, command.scope, action.setVisible)
            follow(command.checked, "", action.setChecked)
        self._uses = list(uses.values())
        self._bind()
        self.retranslate()

    def _trigger(self, command: Command, is_checked: bool) -> None:
        if command.checked is None:
            command.slot()
            return
        command.slot(is_checked)
        # The action has changed, but the slot may have refused.
        for use in self._uses:
            if use.condition is command.checked:
                use.was_met = None
        self.refresh(command.checked.aspects)

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def all(self) -> dict[Command, QAction]:
        """Return a mapping from the commands to their actions, in the order in which they are listed."""
        return self._commands

    def refresh(self, aspects: Aspect = Aspect.ALL) -> None:
        """Enable, disable, check and uncheck the actions whose conditions depend on something that has changed.

        Args:
            aspects: what has changed.
        """
        concerned = self._concerned.get(aspects)
        if concerned is None:
            concerned = [each for each in self._uses if each.aspects & aspects]
            self._concerned[aspects] = concerned
        for use in concerned:
            is_here = not use.scope or use.scope == self._scope
            is_met = is_here and (use.condition is None or use.condition.test())
            if is_met is not use.was_met:
                use.was_met = is_met
                for act in use.acts:
                    act(is_met)

    @property
    def scope(self) -> str:
        """The workspace whose shortcuts replace the others."""
        return self._scope

    def set_scope(self, scope: str) -> None:
        """Let the shortcuts of a workspace replace the others. ``refresh`` must be called afterwards."""
        if scope != self._scope:
            self._scope = scope
            self._bind()
            self.retranslate()

    def _bind(self) -> None:
        """Set the shortcuts that work in the workspace in use, so that no key has two actions."""
        scoped = {
            key for each in self._commands if each.scope and each.scope == self._scope for key in self._keys[each.id]
        }
        for command, action in self._commands.items():
            keys = self._keys[command.id]
            if command.scope:
                keys = keys if command.scope == self._scope else []
            else:
                keys = [key for key in keys if key not in scoped]
            action.setShortcuts([QKeySequence(text) for text in keys])

    def rebind(self, keys: Mapping[str, Sequence[str]]) -> None:
        """Set the shortcuts of all commands, and store those that differ from the defaults.

        Defaults are not stored, so that later changes of the declarations take effect.

        Args:
            keys: mapping from the identifiers of commands to their shortcuts in portable format. Commands that are
                missing in the mapping get their default shortcuts.
        """
        self._keys = {each.id: list(keys.get(each.id, each.keys)) for each in self._commands}
        self._settings.keys = {
            each.id: self._keys[each.id] for each in self._commands if self._keys[each.id] != list(each.keys)
        }
        self._bind()
        self.retranslate()

    def keys(self) -> dict[str, list[str]]:
        """Return a mapping from the identifier of each command to its shortcuts, in portable format.

        Those of a workspace work only there.
        """
        portable = QKeySequence.SequenceFormat.PortableText
        return {name: [QKeySequence(key).toString(portable) for key in keys] for name, keys in self._keys.items()}

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        for command, action in self._commands.items():
            text = tr(command.text)
            action.setText(text)
            first = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{text.removesuffix('…')} ({first})" if first else text.removesuffix("…"))


class KeyGuard(QObject):
    """Event filter that reserves keys for the focused widget, so that they do not trigger shortcuts.

    Keys pressed with Ctrl, Alt or Meta are never reserved. The reserved keys are:

    * in a text field or a spin box, all keys except Esc and the function keys;
    * in a check box, a radio button or a list, Space;
    * in a combo box or a slider, Space, Home, End and the arrow keys.

    Return presses a focused button. Space does not, because it starts and stops the analysis. Qt passes a key that the
    focused widget does not accept to the parents of the widget. Therefore only the events of windows are filtered.
    """

    def watch(self, window: QWidget) -> None:
        """Filter the key events of ``window``, which is a main window or a dock that may float."""
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Accept a key that is reserved for the focused widget, or press a focused button if the key is Return."""
        if not isinstance(event, QKeyEvent):  # most events, whose type takes several calls
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            focused = QApplication.focusWidget()
            if focused is not None and _keeps(focused, event):
                event.accept()
                return True
        elif event.type() == QEvent.Type.KeyPress:
            focused = QApplication.focusWidget()
            if _is_button(focused) and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                cast(QAbstractButton, focused).click()
                return True
        return False


_ARROWS = frozenset(
    (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End)
)


def _keeps(widget: QWidget, event: QKeyEvent) -> bool:
    modifiers = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
    key = Qt.Key(event.key())
    if modifiers != Qt.KeyboardModifier.NoModifier:
        return False
    if is_text_field(widget):
        return key != Qt.Key.Key_Escape and not Qt.Key.Key_F1 <= key <= Qt.Key.Key_F35
    if isinstance(widget, QCheckBox | QRadioButton | QAbstractItemView):
        return key == Qt.Key.Key_Space
    if isinstance(widget, QComboBox | QAbstractSlider):
        return key in _ARROWS or key == Qt.Key.Key_Space
    return False


def _is_button(widget: QWidget | None) -> bool:
    return isinstance(widget, QAbstractButton) and not isinstance(widget, QCheckBox | QRadioButton)


def is_text_field(widget: QWidget | None) -> bool:
    """Whether ``widget`` is a field into which the user can type text or a number."""
    if isinstance(widget, QLineEdit | QAbstractSpinBox):
        return True
    if isinstance(widget, QTextEdit | QPlainTextEdit):
        return not widget.isReadOnly()
    return isinstance(widget, QComboBox) and widget.isEditable()
