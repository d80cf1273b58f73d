"""Typed settings of the studio, stored in one INI file. ``Settings`` has the table of the settings of the window."""

import json
import os
import stat
import tempfile
from collections.abc import Callable, Collection
from copy import copy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar, overload

import platformdirs
from PySide6.QtCore import QByteArray, QObject, QSettings, Signal

from engine.core.files import is_folder
from engine.core.language import LANGUAGES

RECENT_FILES = 10
RECENT_COMMANDS = 8
CHOSEN_ENCODINGS = 200
"""Maximum number of files of which the chosen encoding is stored."""
NUMBERED = (0, 1, 5, 10, 20)
THEMES = ("light", "dark", "system")
TEXT_SIZES = (100, 125, 150, 175, 200, 250)
"""Text sizes in percent, from the default to the largest."""

T = TypeVar("T")


def configuration_path() -> Path:
    """Return the folder of the settings: ``$KYVIEN_CONFIG`` if it is set, or else the user's configuration folder."""
    chosen = os.environ.get("KYVIEN_CONFIG")
    try:
        return Path(chosen) if chosen else platformdirs.user_config_path("kyvien", appauthor=False)
    except RuntimeError:
        return _homeless_path()


def state_path() -> Path:
    """Return the folder of the journals, the logs and the unsaved records.

    This is ``$KYVIEN_STATE`` if it is set, or else the user's state folder.
    """
    chosen = os.environ.get("KYVIEN_STATE")
    try:
        return Path(chosen) if chosen else platformdirs.user_state_path("kyvien", appauthor=False)
    except RuntimeError:
        return _homeless_path()


def state_folder(name: str = "") -> Path:
    """Return a folder in ``state_path``, or ``state_path`` itself. It is created if it is missing.

    No other user can enter a folder that is created here, as records and journals contain private notes. A folder of an
    earlier version is closed to others.

    Raises:
        OSError: if the folder cannot be created.
    """
    folder = state_path()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if name:
        folder /= name
        folder.mkdir(mode=0o700, exist_ok=True)
        if stat.S_IMODE(folder.stat().st_mode) & 0o077:
            folder.chmod(0o700)
    return folder


@cache
def _homeless_path() -> Path:
    """Return a private temporary folder, for a user without a home folder (no ``HOME``, no entry in the user list)."""
    return Path(tempfile.mkdtemp(prefix="kyvien-"))


# --- how values are stored -------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, slots=True)
class Codec(Generic[T]):
    """The form in which values of a type are stored.

    Attributes:
        read: function that returns the value of what is stored. It raises an exception if this is damaged.
        write: function that returns what is stored for a value.
    """

    read: Callable[[Any], T]
    write: Callable[[T], object]


def _object(text: str) -> dict[str, Any]:
    return dict(_parsed(text, dict))


def _parsed(text: str, cls: type) -> Any:
    value = json.loads(text)
    if not isinstance(value, cls):
        raise TypeError
    return value


def _texts(text: str) -> dict[str, str]:
    return {key: each for key, each in _object(text).items() if isinstance(each, str)}


def _list(text: str) -> list[str]:
    return [each for each in _parsed(text, list) if isinstance(each, str)]


def _lists(text: str) -> dict[str, list[str]]:
    return {key: _list(json.dumps(each)) for key, each in _object(text).items() if isinstance(each, list)}


FLAG: Codec[bool] = Codec(lambda stored: {"on": True, "off": False}[stored], lambda value: "on" if value else "off")
TEXT: Codec[str] = Codec(lambda stored: _only(stored, str), lambda value: value)
NUMBER: Codec[int] = Codec(lambda stored: int(str(stored)), lambda value: value)
BYTES: Codec[QByteArray] = Codec(lambda stored: _only(stored, QByteArray), lambda value: value)
OBJECT: Codec[dict[str, Any]] = Codec(_object, lambda value: json.dumps(dict(value)))
TEXTS: Codec[dict[str, str]] = Codec(_texts, lambda value: json.dumps(dict(value)))
LIST: Codec[list[str]] = Codec(_list, json.dumps)
LISTS: Codec[dict[str, list[str]]] = Codec(_lists, lambda value: json.dumps({key: list(value[key]) for key in value}))
PATHS: Codec[list[Path]] = Codec(
    lambda text: list(map(Path, _list(text))), lambda value: json.dumps(list(map(str, value)))
)
THRESHOLDS: Codec[dict[str, str]] = Codec(
    # Earlier versions stored one text for all games.
    lambda text: _texts(text) if text.startswith("{") else {"": text} if text else {},
    TEXTS.write,
)


def _only(stored: object, cls: type[T]) -> T:
    if not isinstance(stored, cls):
        raise TypeError
    return stored


class Setting(Generic[T]):
    """A stored value, which is an attribute of ``Settings``, or ``settings[setting]`` if it is declared elsewhere.

    A stored value that is damaged or not allowed is treated as missing.

    Attributes:
        key: the key in the file. ``Settings.changed`` is emitted with its last part.

    Args:
        key: the key in the file.
        kind: the form in which the value is stored.
        default: the value if none is stored.
        allowed: the allowed values, or None for all.
    """

    def __init__(self, key: str, kind: Codec[T], default: T, allowed: Collection[T] | None = None) -> None:
        self.key, self._kind, self._default, self._allowed = key, kind, default, allowed

    def read(self, stored: object) -> T:
        """Return the value of what is stored, or the default."""
        try:
            value = self._kind.read(stored)
        except Exception:  # noqa: BLE001 - a damaged value raises errors of any class, such as RecursionError
            return copy(self._default)
        return value if self._allowed is None or value in self._allowed else copy(self._default)

    def write(self, value: T) -> object:
        """Return what is stored for a value."""
        return self._kind.write(value)

    @overload
    def __get__(self, settings: None, owner: type) -> "Setting[T]": ...

    @overload
    def __get__(self, settings: "Settings", owner: type) -> T: ...

    def __get__(self, settings: "Settings | None", owner: type) -> "Setting[T] | T":
        return self if settings is None else settings[self]

    def __set__(self, settings: "Settings", value: T) -> None:
        settings[self] = value


class Settings(QObject):
    """The settings of the window, and access to those of its workspaces.

    Args:
        path: the file, or None for ``kyvien.ini`` in ``configuration_path()``.
        parent: parent object.
    """

    changed = Signal(str)
    """Emitted when a value changes, with the last part of its key in the file, such as ``coordinates``."""

    language = Setting("language", TEXT, "", LANGUAGES)
    """Code of the chosen language, or an empty string for the system's language."""
    theme = Setting("theme", TEXT, "system", THEMES)
    """Theme of the window, one of ``THEMES``."""
    text_size = Setting("text_size", NUMBER, 100, TEXT_SIZES)
    """Text size in percent, one of ``TEXT_SIZES``."""
    workspace = Setting("window/workspace", TEXT, "play")
    """Name of the workspace that was shown last."""
    geometry = Setting("window/geometry", BYTES, QByteArray())
    """Place and size of the window as returned by ``QWidget.saveGeometry``, or an empty array if none is stored."""
    first_page = Setting("window/first_page", FLAG, True)
    """Whether the studio starts with the first page if it reopens no record."""
    session = Setting("session", OBJECT, {})
    """The last session as written by ``studio.window.filing``, or an empty dictionary by default.

    ``path`` is the file of the record or an empty string, ``index`` the index of the game in the file, from 0, and
    ``cursor`` the number of the node at the cursor. ``running`` is true until the session ends normally."""
    restore_session = Setting("files/restore", FLAG, True)
    """Whether the studio reopens the record of the last session at startup."""
    recent_files = Setting("files/recent", PATHS, [])
    """The paths of at most ``RECENT_FILES`` files that were opened or saved, the latest first."""
    _folder = Setting("files/folder", TEXT, "")
    _encodings = Setting("files/encodings", TEXTS, {})
    recent_commands = Setting("palette/recent", LIST, [])
    """The identifiers of at most ``RECENT_COMMANDS`` commands chosen in the palette, the latest first."""
    keys = Setting("keys", LISTS, {})
    """Shortcuts that differ from the defaults, by identifier of the command, as key sequences in portable text."""
    engines = Setting("engines/configured", TEXT, "")
    """The external engines as written by ``studio.analysis.engines``, or an empty string by default."""
    new_game = Setting("play/new_game", OBJECT, {})
    """The choices of the last new game as written by ``studio.dialogs.new_game``, or an empty dictionary."""
    moves_style = Setting("moves/style", TEXT, "table", ("table", "text"))
    """Style of the move list, ``table`` or ``text``."""
    scores_of_turn = Setting("scores/of_turn", FLAG, False)
    """Whether scores are shown from the point of view of the side to move, and not of the first player."""
    show_line_hint = Setting("analysis/hint", FLAG, True)
    """Whether the analysis panel shows the hint on mouse gestures. It is false after the user closed the hint."""
    folded_rows = Setting("analysis/folded", LIST, [])
    """The names of the games in which the analysis panel shows only the row of the reference."""
    show_coordinates = Setting("board/coordinates", FLAG, True)
    """Whether the board shows the names of its rows and columns."""
    show_liberties = Setting("board/liberties", FLAG, True)
    """Whether the liberties of the group under the pointer are shown."""
    show_numbers = Setting("board/show_numbers", FLAG, False)
    """Whether move numbers are shown on pieces."""
    numbered_moves = Setting("board/numbered_moves", NUMBER, 0, NUMBERED)
    """Number of the latest moves whose numbers are shown. It is one of ``NUMBERED``, and 0 means all moves."""
    animate = Setting("board/animate", FLAG, True)
    """Whether moves are animated."""
    notations = Setting("board/notations", TEXTS, {})
    """Chosen notations of moves by name of the game. A game without an entry uses the default of its rules."""
    looks = Setting("board/looks", TEXTS, {})
    """Chosen sets of piece pictures (keys of ``Game.looks``) by name of the game.

    A game without an entry uses the default of its rules."""
    thresholds = Setting("review/thresholds", THRESHOLDS, {})
    """The thresholds of the Review workspace as texts by identifier of the game. ``""`` is that of all other games."""
    formula = Setting("review/formula", TEXT, "")
    """The formula of the accuracy in the Review workspace, or an empty string for the default."""

    def __init__(self, path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        place = path or configuration_path() / "kyvien.ini"
        self._store = QSettings(str(place), QSettings.Format.IniFormat, self)

    def sync(self) -> None:
        """Write the settings to disk now."""
        self._store.sync()

    def __getitem__(self, setting: Setting[T]) -> T:
        return setting.read(self._stored(setting.key))

    def __setitem__(self, setting: Setting[T], value: T) -> None:
        written = setting.write(value)
        if self._stored(setting.key) != written:
            self._store.setValue(setting.key, written)
            self.changed.emit(setting.key.rpartition("/")[2])

    def _stored(self, key: str) -> object:
        """Return what is stored with a key, or None if it is missing or damaged."""
        try:
            return self._store.value(key)
        except Exception:  # noqa: BLE001 - PySide6 raises errors of any class for a damaged binary value
            return None

    # --- values with a parameter or a rule ------------------------------------------------------------------------

    def layout(self, workspace: str) -> QByteArray:
        """Return the dock layout of a workspace (``QMainWindow.saveState``), or an empty array if none is stored."""
        return self[Setting(f"layout/{workspace}", BYTES, QByteArray())]

    def layout_is_fitted(self, workspace: str) -> bool:
        """Return whether the sizes of the docks in the stored layout were adjusted automatically to the window."""
        return self[Setting(f"layout/{workspace}_fitted", FLAG, False)]

    def set_layout(self, workspace: str, value: QByteArray, *, is_fitted: bool) -> None:
        """Store the dock layout of a workspace, and whether its docks were fitted automatically."""
        self[Setting(f"layout/{workspace}", BYTES, QByteArray())] = value
        self[Setting(f"layout/{workspace}_fitted", FLAG, False)] = is_fitted

    def forget_layouts(self) -> None:
        """Delete the stored dock layout of every workspace."""
        self._store.remove("layout")

    def choice(self, workspace: str) -> str:
        """Return the choice of algorithms in a workspace, in the format of ``AnalysisChoice.to_text``.

        The result is an empty string if no choice is stored.
        """
        return self[Setting(f"analysis/{workspace}", TEXT, "")]

    def set_choice(self, workspace: str, text: str) -> None:
        """Store the choice of algorithms in a workspace, in the format of ``AnalysisChoice.to_text``."""
        self[Setting(f"analysis/{workspace}", TEXT, "")] = text

    def add_recent_file(self, path: Path) -> None:
        """Add ``path`` as the first of the recent files."""
        self.recent_files = [path, *(each for each in self.recent_files if each != path)][:RECENT_FILES]

    def remove_recent_file(self, path: Path) -> None:
        """Remove ``path`` from the recent files."""
        self.recent_files = [each for each in self.recent_files if each != path]

    def add_recent_command(self, name: str) -> None:
        """Add an identifier as the first of the recent commands."""
        self.recent_commands = [name, *(each for each in self.recent_commands if each != name)][:RECENT_COMMANDS]

    def encoding(self, path: Path) -> str | None:
        """Return the identifier of the encoding that the reader has chosen for a file, or None."""
        return self._encodings.get(str(path.absolute()))

    def set_encoding(self, path: Path, encoding: str | None) -> None:
        """Store the encoding that the reader has chosen for a file. None removes the choice."""
        key = str(path.absolute())
        kept = [(name, each) for name, each in self._encodings.items() if name != key]
        if encoding is not None:
            kept.append((key, encoding))
        self._encodings = dict(kept[-CHOSEN_ENCODINGS:])

    @property
    def folder(self) -> Path:
        """Initial folder of file dialogs, by default the user's home folder, or the current one if there is none."""
        if self._folder and is_folder(Path(self._folder)):
            return Path(self._folder)
        try:
            return Path.home()
        except RuntimeError:  # without the variable HOME and an entry of the user in the system's list
            return Path.cwd()

    @folder.setter
    def folder(self, path: Path) -> None:
        self._folder = str(path)
