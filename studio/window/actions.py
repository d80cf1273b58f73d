"""The table of all commands of the window.

The menus, the shortcuts, the list of shortcuts and the preferences are built from this table.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
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

from engine.core.language import LANGUAGES, tr
from studio.look import icons
from studio.settings import Settings


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """A command of the window.

    Attributes:
        id: identifier, which is also the key of the slot in the mapping passed to ``Actions``.
        group: English title of the menu, which is also the heading in the list of shortcuts.
        text: English text, translated for display.
        keys: default shortcuts, in the portable format of ``QKeySequence``.
        icon: a name for ``icons.icon``, or an empty string for no icon.
        checkable: whether the action can be checked.
        choice: name of the action's group of mutually exclusive actions, or an empty string if there is no group.
        scope: the workspace in which alone the action is available, or an empty string for all. Its shortcuts there
            replace those of actions without a scope.
    """

    id: str
    group: str
    text: str
    keys: tuple[str, ...] = ()
    icon: str = ""
    checkable: bool = False
    choice: str = ""
    scope: str = ""


FILE, EDIT, BOARD, MOVE, GAME, ANALYSIS, TREE, WINDOW, HELP = (
    "File", "Edit", "Board", "Moves", "Game", "Analysis", "Tree", "View", "Help",
)  # fmt: skip

ACTIONS = (
    ActionSpec("new", FILE, "New game…", ("Ctrl+N",), "new"),
    ActionSpec("open", FILE, "Open…", ("Ctrl+O",), "open"),
    ActionSpec("choose_game", FILE, "Games in this file…", ("Ctrl+G",)),
    ActionSpec("save", FILE, "Save", ("Ctrl+S",), "save"),
    ActionSpec("save_as", FILE, "Save as…", ("Ctrl+Shift+S",)),
    ActionSpec("export_pgn", FILE, "PGN for other programs…"),
    ActionSpec("export_simplified", FILE, "PGN in simplified Chinese…"),
    ActionSpec("export_traditional", FILE, "PGN in traditional Chinese…"),
    ActionSpec("export_ubb", FILE, "UBB text (DhtmlXQ)…"),
    ActionSpec("export_png", FILE, "Board as PNG…"),
    ActionSpec("export_svg", FILE, "Board as SVG…"),
    ActionSpec("export_strip", FILE, "Film strip as SVG…"),
    ActionSpec("export_animation", FILE, "Animated picture of the game…"),
    ActionSpec("export_page", FILE, "Page for the browser…", icon="export"),
    ActionSpec("properties", FILE, "Properties of the record…", ("Ctrl+I",)),
    ActionSpec("quit", FILE, "Quit", ("Ctrl+Q",)),
    ActionSpec("undo", EDIT, "Undo", ("Ctrl+Z",), "undo"),
    ActionSpec("redo", EDIT, "Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "redo"),
    ActionSpec("copy_position", EDIT, "Copy position", ("Ctrl+C",), "copy"),
    ActionSpec("copy_record", EDIT, "Copy record", ("Ctrl+Shift+C",)),
    ActionSpec("paste", EDIT, "Paste position or record", ("Ctrl+V",), "paste"),
    ActionSpec("editor", EDIT, "Set up a position", ("Ctrl+E",), "edit", checkable=True),
    ActionSpec("preferences", EDIT, "Preferences…", ("Ctrl+,",), "settings"),
    ActionSpec("flip", BOARD, "Turn the board", ("F",), "flip"),
    ActionSpec("attacked", BOARD, "Show attacked pieces", ("A",), "target", checkable=True),
    ActionSpec("liberties", BOARD, "Liberties under the pointer", ("L",), checkable=True),
    ActionSpec("numbers", BOARD, "Move numbers", ("M",), checkable=True),
    ActionSpec("numbers_0", BOARD, "All moves", checkable=True, choice="numbers"),
    ActionSpec("numbers_1", BOARD, "The last move", checkable=True, choice="numbers"),
    ActionSpec("numbers_5", BOARD, "The last 5 moves", checkable=True, choice="numbers"),
    ActionSpec("numbers_10", BOARD, "The last 10 moves", checkable=True, choice="numbers"),
    ActionSpec("numbers_20", BOARD, "The last 20 moves", checkable=True, choice="numbers"),
    ActionSpec("calculator", BOARD, "Capture calculator", ("C",), "calculator", checkable=True),
    ActionSpec("back", MOVE, "One ply back", ("Left",), "previous"),
    ActionSpec("forward", MOVE, "One ply forward", ("Right",), "next"),
    ActionSpec("to_start", MOVE, "To the start", ("Home",), "first"),
    ActionSpec("to_end", MOVE, "To the end", ("End",), "last"),
    ActionSpec("previous_sibling", MOVE, "Previous variation", ("Up",)),
    ActionSpec("next_sibling", MOVE, "Next variation", ("Down",)),
    ActionSpec("previous_branch", MOVE, "Previous branch point", ("Shift+Left",)),
    ActionSpec("next_branch", MOVE, "Next branch point", ("Shift+Right",)),
    ActionSpec("nag_3", MOVE, "Annotate !!", ("1",)),
    ActionSpec("nag_1", MOVE, "Annotate !", ("2",)),
    ActionSpec("nag_5", MOVE, "Annotate !?", ("3",)),
    ActionSpec("nag_6", MOVE, "Annotate ?!", ("4",)),
    ActionSpec("nag_2", MOVE, "Annotate ?", ("5",)),
    ActionSpec("nag_4", MOVE, "Annotate ??", ("6",)),
    ActionSpec("comment", MOVE, "Write a comment", ("Ctrl+M",), "comment"),
    ActionSpec("delete", MOVE, "Delete from this move on", ("Del",), "delete"),
    ActionSpec("promote", MOVE, "Promote the variation", ("Ctrl+Up",), "promote"),
    ActionSpec("to_main_line", MOVE, "Make it the main line", ("Ctrl+L",), "main-line"),
    ActionSpec("moves_style", MOVE, "Move list as text", ("T",), "table", checkable=True),
    ActionSpec("take_back", GAME, "Take back", ("Backspace",), "undo"),
    ActionSpec("pass", GAME, "Pass", ("Ctrl+P",)),
    ActionSpec("count", GAME, "Count the score", ("Ctrl+T",), checkable=True),
    ActionSpec("offer_draw", GAME, "Offer a draw", ("Ctrl+D",), "draw"),
    ActionSpec("resign", GAME, "Resign", ("Ctrl+R",), "flag"),
    ActionSpec("engine_move", GAME, "Move for me", ("Ctrl+Return",), "engine"),
    ActionSpec("pause_game", GAME, "Pause the game", ("P",), "pause", checkable=True),
    ActionSpec("next_game", GAME, "Next game of the match", ("Ctrl+Shift+N",), "next"),
    ActionSpec("save_match", GAME, "Save the games of the match…"),
    ActionSpec("analysis", ANALYSIS, "Analysis on or off", ("Space",), "analyse"),
    ActionSpec("stop", ANALYSIS, "Stop everything", ("Esc",), "stop"),
    ActionSpec("threat", ANALYSIS, "Show the threat", ("X",), "lightning", checkable=True),
    ActionSpec("choice_1", ANALYSIS, "Play suggestion 1", ("Alt+1",)),
    ActionSpec("choice_2", ANALYSIS, "Play suggestion 2", ("Alt+2",)),
    ActionSpec("choice_3", ANALYSIS, "Play suggestion 3", ("Alt+3",)),
    ActionSpec("choice_4", ANALYSIS, "Play suggestion 4", ("Alt+4",)),
    ActionSpec("engines", ANALYSIS, "External engines…"),
    ActionSpec("analyse_game", ANALYSIS, "Analyse the whole game", ("F12",), "graph"),
    ActionSpec("next_mistake", ANALYSIS, "Next mistake", ("N",), "next"),
    ActionSpec("previous_mistake", ANALYSIS, "Previous mistake", ("Shift+N",), "previous"),
    ActionSpec("next_own_mistake", ANALYSIS, "Next mistake of mine", ("Alt+N",)),
    ActionSpec("previous_own_mistake", ANALYSIS, "Previous mistake of mine", ("Alt+Shift+N",)),
    ActionSpec("retry", ANALYSIS, "Find a better move", ("Y",), "target"),
    ActionSpec("insert_line", ANALYSIS, "Insert the best line", ("V",), "branch"),
    ActionSpec("guess", ANALYSIS, "Guess first, hide the evaluations", ("G",), "eye-off"),
    ActionSpec("compare_here", ANALYSIS, "Compare before this move", ("J",), "compare"),
    ActionSpec(
        "see_trees", ANALYSIS, "See both trees of a disagreement", ("Ctrl+Return", "Ctrl+Enter"), "tree", scope="review"
    ),
    ActionSpec("terms", ANALYSIS, "Evaluation term by term", ("B",), "table", checkable=True),
    ActionSpec("tree_record", TREE, "Record the tree", ("R",), "tree", scope="tree"),
    ActionSpec("tree_up", TREE, "Previous row", ("Up",), scope="tree"),
    ActionSpec("tree_down", TREE, "Next row", ("Down",), scope="tree"),
    ActionSpec("tree_out", TREE, "Close the node, or go to its parent", ("Left",), scope="tree"),
    ActionSpec("tree_in", TREE, "Open the node, or go to its first reply", ("Right",), scope="tree"),
    ActionSpec("tree_previous_sibling", TREE, "Previous sibling", ("Shift+Up",), scope="tree"),
    ActionSpec("tree_next_sibling", TREE, "Next sibling", ("Shift+Down",), scope="tree"),
    ActionSpec("tree_root", TREE, "Root of the tree", ("Home",), scope="tree"),
    ActionSpec("tree_pv", TREE, "Next node of the principal variation", ("P",), scope="tree"),
    ActionSpec("tree_ply_1", TREE, "Open to ply 1", ("1",), scope="tree"),
    ActionSpec("tree_ply_2", TREE, "Open to ply 2", ("2",), scope="tree"),
    ActionSpec("tree_ply_3", TREE, "Open to ply 3", ("3",), scope="tree"),
    ActionSpec("tree_ply_4", TREE, "Open to ply 4", ("4",), scope="tree"),
    ActionSpec("tree_ply_5", TREE, "Open to ply 5", ("5",), scope="tree"),
    ActionSpec("tree_ply_6", TREE, "Open to ply 6", ("6",), scope="tree"),
    ActionSpec("tree_ply_7", TREE, "Open to ply 7", ("7",), scope="tree"),
    ActionSpec("tree_ply_8", TREE, "Open to ply 8", ("8",), scope="tree"),
    ActionSpec("tree_ply_9", TREE, "Open to ply 9", ("9",), scope="tree"),
    ActionSpec("tree_fold", TREE, "Fold equal siblings", ("F",), scope="tree"),
    ActionSpec("tree_find", TREE, "Find a move", ("/",), "search", scope="tree"),
    ActionSpec("tree_previous_cut", TREE, "Previous cut-off", ("[",), scope="tree"),
    ActionSpec("tree_next_cut", TREE, "Next cut-off", ("]",), scope="tree"),
    ActionSpec("tree_next_rise", TREE, "Next place where α rose", ("A",), scope="tree"),
    ActionSpec("tree_next_again", TREE, "Next re-search", (";",), scope="tree"),
    ActionSpec("tree_replay", TREE, "Replay the search", ("Space",), "play", scope="tree"),
    ActionSpec("tree_event_back", TREE, "One event back", (",",), scope="tree"),
    ActionSpec("tree_event_on", TREE, "One event on", (".",), scope="tree"),
    ActionSpec("tree_finish", TREE, "Until this node ends", ("Shift+.", ">"), scope="tree"),
    ActionSpec("tree_strip", TREE, "Window strip", ("W",), scope="tree"),
    ActionSpec("tree_zoom", TREE, "Zoom to the node", ("Z",), scope="tree"),
    ActionSpec("tree_compare", TREE, "Compare with another search, or close the comparison", ("D",), scope="tree"),
    ActionSpec("tree_pin", TREE, "Pin the tree for comparing", ("B",), scope="tree"),
    ActionSpec("tree_pin_node", TREE, "Pin the node, to compare others with it", ("Shift+B",), scope="tree"),
    ActionSpec("tree_next_difference", TREE, "Next difference", ("J",), scope="tree"),
    ActionSpec("tree_picture", TREE, "Picture of the tree", ("N",), scope="tree"),
    ActionSpec("tree_sign", TREE, "Change the side for which values are shown", ("S",), scope="tree"),
    ActionSpec("tree_show_position", TREE, "Show the position in Analyse", ("Return",), scope="tree"),
    ActionSpec("tree_insert_line", TREE, "Add the line to the record", ("Ctrl+Return",), scope="tree"),
    ActionSpec("tree_copy", TREE, "Copy the row", ("Ctrl+C",), scope="tree"),
    ActionSpec("workspace_play", WINDOW, "Play", ("Ctrl+1",), checkable=True, choice="workspace"),
    ActionSpec("workspace_analyse", WINDOW, "Analyse", ("Ctrl+2",), checkable=True, choice="workspace"),
    ActionSpec("workspace_compare", WINDOW, "Compare", ("Ctrl+3",), checkable=True, choice="workspace"),
    ActionSpec("workspace_tree", WINDOW, "Tree", ("Ctrl+5",), checkable=True, choice="workspace"),
    ActionSpec("workspace_review", WINDOW, "Review", ("Ctrl+6",), checkable=True, choice="workspace"),
    ActionSpec("workspace_match", WINDOW, "Match", ("Ctrl+4",), checkable=True, choice="workspace"),
    ActionSpec("reset_layout", WINDOW, "Reset layout"),
    ActionSpec("full_screen", WINDOW, "Full screen", ("F11",), checkable=True),
    *(
        ActionSpec(f"language_{code}", WINDOW, name, checkable=True, choice="language")
        for code, name in LANGUAGES.items()
    ),
    ActionSpec("scores_first", WINDOW, "The first player", checkable=True, choice="scores"),
    ActionSpec("scores_turn", WINDOW, "The side to move", checkable=True, choice="scores"),
    ActionSpec("theme_light", WINDOW, "Light", checkable=True, choice="theme"),
    ActionSpec("theme_dark", WINDOW, "Dark", checkable=True, choice="theme"),
    ActionSpec("theme_system", WINDOW, "Follow the system", checkable=True, choice="theme"),
    ActionSpec("first_page", HELP, "First page"),
    ActionSpec("learn", HELP, "Lessons and exercises", ("Ctrl+F1",), "tree"),
    ActionSpec("help", HELP, "Search the help…", ("F1",), "help"),
    ActionSpec("rules", HELP, "Rules of the game"),
    ActionSpec("algorithms", HELP, "Algorithms"),
    ActionSpec("comparison", HELP, "Reading a comparison"),
    ActionSpec("reading_review", HELP, "Reading a review"),
    ActionSpec("knowledge", HELP, "Endings and books"),
    ActionSpec("cluster", HELP, "Several computers"),
    ActionSpec("palette", HELP, "Find a command…", ("Ctrl+K",), "search"),
    ActionSpec("key_sheet", HELP, "Keyboard shortcuts", ("?",), "keyboard"),
    ActionSpec("about", HELP, "About Kỳ Viện", (), "info"),
)

GROUPS = (FILE, EDIT, BOARD, MOVE, GAME, ANALYSIS, TREE, WINDOW, HELP)
TREE_COMMANDS = tuple(spec.id.removeprefix("tree_") for spec in ACTIONS if spec.scope == "tree")
"""Names of the commands of the Tree workspace."""


class Actions(QObject):
    """The actions of a window, created from the table ``ACTIONS``.

    Args:
        window: the window to which the actions are added, and in which their shortcuts work.
        settings: the settings with the shortcuts that differ from the defaults.
        slots: mapping from the identifiers of the actions to their slots. An action without a slot is omitted.
    """

    def __init__(self, window: QWidget, settings: Settings, slots: Mapping[str, Callable[..., object]]) -> None:
        super().__init__(window)
        self._settings = settings
        self._actions: dict[str, QAction] = {}
        groups: dict[str, QActionGroup] = {}
        changed = settings.keys
        self._scope = ""
        self._keys: dict[str, list[str]] = {}
        for spec in ACTIONS:
            if spec.id not in slots:
                continue
            action = QAction(window)
            action.setObjectName(spec.id)
            action.setCheckable(spec.checkable)
            if spec.icon:
                action.setIcon(icons.icon(spec.icon))
                action.setIconVisibleInMenu(False)
            self._keys[spec.id] = list(changed.get(spec.id, spec.keys))
            if spec.choice:
                group = groups.setdefault(spec.choice, QActionGroup(self))
                group.addAction(action)
            slot = slots[spec.id]
            # The slot of a checkable action receives its state. Other slots are called without arguments.
            action.triggered.connect(slot if spec.checkable else _without_argument(slot))
            window.addAction(action)
            self._actions[spec.id] = action
        self._bind()
        self.retranslate()

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def __contains__(self, name: str) -> bool:
        return name in self._actions

    def all(self) -> dict[ActionSpec, QAction]:
        """Return a mapping from the specifications to the actions, in the order of the table."""
        return {spec: self._actions[spec.id] for spec in ACTIONS if spec.id in self._actions}

    def set_scope(self, scope: str) -> None:
        """Enable the actions of a workspace, and disable those of the others."""
        if scope != self._scope:
            self._scope = scope
            self._bind()
            self.retranslate()

    def _bind(self) -> None:
        """Set the shortcuts that work in the workspace in use, so that no key has two actions."""
        scoped = {key for spec in self.all() if spec.scope and spec.scope == self._scope for key in self._keys[spec.id]}
        for spec, action in self.all().items():
            keys = self._keys[spec.id]
            if spec.scope:
                action.setEnabled(spec.scope == self._scope)
                keys = keys if spec.scope == self._scope else []
            else:
                keys = [key for key in keys if key not in scoped]
            action.setShortcuts([QKeySequence(text) for text in keys])

    def rebind(self, keys: Mapping[str, Sequence[str]]) -> None:
        """Set the shortcuts of all actions, and store those that differ from the defaults.

        Defaults are not stored, so that later changes of the table take effect.

        Args:
            keys: mapping from the identifiers of actions to their shortcuts in portable format. Actions that are
                missing in the mapping get their default shortcuts.
        """
        changed = {}
        for spec in self.all():
            wanted = list(keys.get(spec.id, spec.keys))
            self._keys[spec.id] = wanted
            if wanted != list(spec.keys):
                changed[spec.id] = wanted
        self._settings.keys = changed
        self._bind()
        self.retranslate()

    def keys(self) -> dict[str, list[str]]:
        """Return a mapping from the identifier of each action to its shortcuts, in portable format.

        Those of a workspace work only there.
        """
        portable = QKeySequence.SequenceFormat.PortableText
        return {name: [QKeySequence(key).toString(portable) for key in keys] for name, keys in self._keys.items()}

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        for spec, action in self.all().items():
            text = tr(spec.text)
            action.setText(text)
            first = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{text.removesuffix('…')} ({first})" if first else text.removesuffix("…"))


def _without_argument(slot: Callable[..., object]) -> Callable[[], object]:
    return lambda: slot()


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
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            focused = QApplication.focusWidget()
            if focused is not None and _keeps(focused, event):
                event.accept()
                return True
        elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
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
