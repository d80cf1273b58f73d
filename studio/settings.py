"""Typed settings of the studio, stored in one INI file."""

import json
import os
import stat
import tempfile
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

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


class Settings(QObject):
    """Typed properties stored in an INI file. A value that cannot be parsed is treated as missing.

    Args:
        path: the file, or None for ``kyvien.ini`` in ``configuration_path()``.
        parent: parent object.
    """

    changed = Signal(str)
    """Emitted when a value changes, with the last part of its key in the file, such as ``coordinates``."""

    def __init__(self, path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        place = path or configuration_path() / "kyvien.ini"
        self._store = QSettings(str(place), QSettings.Format.IniFormat, self)

    def sync(self) -> None:
        """Write the settings to disk now."""
        self._store.sync()

    # --- plain values ---------------------------------------------------------------------------------------------

    def _stored(self, name: str, default: object = None) -> object:
        """Return a stored value, or ``default`` if it is missing or damaged."""
        try:
            return self._store.value(name, default)
        except Exception:  # noqa: BLE001 - PySide6 raises errors of any class for a damaged binary value
            return default

    def _text(self, name: str, default: str = "", allowed: Collection[str] = ()) -> str:
        value = self._stored(name, default)
        return value if isinstance(value, str) and (not allowed or value in allowed) else default

    def _number(self, name: str, default: int) -> int:
        try:
            return int(str(self._stored(name, default)))
        except ValueError:
            return default

    def _flag(self, name: str, default: bool) -> bool:
        return self._text(name, "on" if default else "off", ("on", "off")) == "on"

    def _json(self, name: str, default: Any) -> Any:
        try:
            value = json.loads(self._text(name, "null"))
        except (ValueError, RecursionError):  # a number of thousands of digits, or deep nesting
            return default
        return value if isinstance(value, type(default)) else default

    def _texts(self, name: str) -> dict[str, str]:
        return {key: each for key, each in self._json(name, {}).items() if isinstance(each, str)}

    def _set(self, name: str, value: object) -> None:
        if isinstance(value, bool):
            value = "on" if value else "off"
        if self._stored(name) != value:
            self._store.setValue(name, value)
            self.changed.emit(name.rpartition("/")[2])

    # --- stored settings ------------------------------------------------------------------------------------------

    @property
    def language(self) -> str:
        """Code of the chosen language, or an empty string for the system's language."""
        return self._text("language", "", LANGUAGES)

    @language.setter
    def language(self, code: str) -> None:
        self._set("language", code)

    @property
    def theme(self) -> str:
        """Theme of the window, one of ``THEMES``."""
        return self._text("theme", "system", THEMES)

    @theme.setter
    def theme(self, name: str) -> None:
        self._set("theme", name)

    @property
    def workspace(self) -> str:
        """Identifier of the workspace that was shown last."""
        return self._text("window/workspace", "play")

    @workspace.setter
    def workspace(self, name: str) -> None:
        self._set("window/workspace", name)

    @property
    def thresholds(self) -> dict[str, str]:
        """The thresholds of the Review workspace as texts by identifier of the game.

        The text with the key ``""`` is that of all other games. Earlier versions stored this text alone.
        """
        text = self._text("review/thresholds", "")
        return self._texts("review/thresholds") if text.startswith("{") else {"": text} if text else {}

    @thresholds.setter
    def thresholds(self, value: Mapping[str, str]) -> None:
        self._set("review/thresholds", json.dumps(dict(value)))

    @property
    def formula(self) -> str:
        """The formula of the accuracy in the Review workspace, or an empty string for the default."""
        return self._text("review/formula", "")

    @formula.setter
    def formula(self, name: str) -> None:
        self._set("review/formula", name)

    @property
    def geometry(self) -> QByteArray:
        """Place and size of the window as returned by ``QWidget.saveGeometry``, or an empty array if none is stored."""
        value = self._stored("window/geometry")
        return value if isinstance(value, QByteArray) else QByteArray()

    @geometry.setter
    def geometry(self, value: QByteArray) -> None:
        self._set("window/geometry", value)

    def layout(self, workspace: str) -> QByteArray:
        """Return the dock layout of a workspace (``QMainWindow.saveState``), or an empty array if none is stored."""
        value = self._stored(f"layout/{workspace}")
        return value if isinstance(value, QByteArray) else QByteArray()

    def layout_is_fitted(self, workspace: str) -> bool:
        """Return whether the sizes of the docks in the stored layout were adjusted automatically to the window."""
        return self._flag(f"layout/{workspace}_fitted", False)

    def set_layout(self, workspace: str, value: QByteArray, *, is_fitted: bool) -> None:
        """Store the dock layout of a workspace, and whether the sizes of its docks were adjusted automatically."""
        self._set(f"layout/{workspace}", value)
        self._set(f"layout/{workspace}_fitted", is_fitted)

    def forget_layouts(self) -> None:
        """Delete the stored dock layout of every workspace."""
        self._store.remove("layout")

    @property
    def recent_files(self) -> list[Path]:
        """The paths of at most ``RECENT_FILES`` files that were opened or saved, the latest first."""
        return [Path(each) for each in self._json("files/recent", []) if isinstance(each, str)]

    def add_recent_file(self, path: Path) -> None:
        """Add ``path`` as the first of the recent files."""
        others = [each for each in self.recent_files if each != path]
        self._set("files/recent", json.dumps([str(each) for each in [path, *others][:RECENT_FILES]]))

    def remove_recent_file(self, path: Path) -> None:
        """Remove ``path`` from the recent files."""
        self._set("files/recent", json.dumps([str(each) for each in self.recent_files if each != path]))

    def encoding(self, path: Path) -> str | None:
        """Return the identifier of the encoding that the reader has chosen for a file, or None."""
        return self._texts("files/encodings").get(str(path.absolute()))

    def set_encoding(self, path: Path, encoding: str | None) -> None:
        """Store the encoding that the reader has chosen for a file. None removes the choice."""
        key = str(path.absolute())
        kept = [(name, each) for name, each in self._texts("files/encodings").items() if name != key]
        if encoding is not None:
            kept.append((key, encoding))
        self._set("files/encodings", json.dumps(dict(kept[-CHOSEN_ENCODINGS:])))

    @property
    def recent_commands(self) -> list[str]:
        """The identifiers of at most ``RECENT_COMMANDS`` commands chosen in the palette, the latest first."""
        return [each for each in self._json("palette/recent", []) if isinstance(each, str)]

    def add_recent_command(self, name: str) -> None:
        """Add an identifier as the first of the recent commands."""
        others = [each for each in self.recent_commands if each != name]
        self._set("palette/recent", json.dumps([name, *others][:RECENT_COMMANDS]))

    @property
    def folder(self) -> Path:
        """Initial folder of file dialogs, by default the user's home folder, or the current one if there is none."""
        chosen = self._text("files/folder")
        if chosen and is_folder(Path(chosen)):
            return Path(chosen)
        try:
            return Path.home()
        except RuntimeError:  # without the variable HOME and an entry of the user in the system's list
            return Path.cwd()

    @folder.setter
    def folder(self, path: Path) -> None:
        self._set("files/folder", str(path))

    @property
    def session(self) -> dict[str, Any]:
        """The last session as written by ``studio.window.filing``, or an empty dictionary by default.

        ``path`` is the file of the record or an empty string, ``index`` the index of the game in the file, from 0, and
        ``cursor`` the number of the node at the cursor. ``running`` is true until the session ends normally.
        """
        return dict(self._json("session", {}))

    @session.setter
    def session(self, value: Mapping[str, Any]) -> None:
        self._set("session", json.dumps(dict(value)))

    @property
    def keys(self) -> dict[str, list[str]]:
        """Shortcuts that differ from the defaults, by identifier of the action, as key sequences in portable text."""
        return {
            name: [each for each in keys if isinstance(each, str)]
            for name, keys in self._json("keys", {}).items()
            if isinstance(keys, list)
        }

    @keys.setter
    def keys(self, value: Mapping[str, Sequence[str]]) -> None:
        self._set("keys", json.dumps({name: list(keys) for name, keys in value.items()}))

    def choice(self, workspace: str) -> str:
        """Return the choice of algorithms in a workspace, in the format of ``AnalysisChoice.to_text``.

        The result is an empty string if no choice is stored.
        """
        return self._text(f"analysis/{workspace}")

    def set_choice(self, workspace: str, text: str) -> None:
        """Store the choice of algorithms in a workspace, in the format of ``AnalysisChoice.to_text``."""
        self._set(f"analysis/{workspace}", text)

    @property
    def engines(self) -> str:
        """The external engines as written by ``studio.analysis.engines``, or an empty string by default."""
        return self._text("engines/configured")

    @engines.setter
    def engines(self, text: str) -> None:
        self._set("engines/configured", text)

    @property
    def new_game(self) -> dict[str, Any]:
        """The choices of the last new game as written by ``studio.dialogs.new_game``, or an empty dictionary."""
        return dict(self._json("play/new_game", {}))

    @new_game.setter
    def new_game(self, value: Mapping[str, Any]) -> None:
        self._set("play/new_game", json.dumps(dict(value)))

    @property
    def moves_style(self) -> str:
        """Style of the move list, ``table`` or ``text``."""
        return self._text("moves/style", "table", ("table", "text"))

    @moves_style.setter
    def moves_style(self, name: str) -> None:
        self._set("moves/style", name)

    @property
    def scores_of_turn(self) -> bool:
        """Whether scores are shown from the point of view of the side to move, and not of the first player."""
        return self._flag("scores/of_turn", False)

    @scores_of_turn.setter
    def scores_of_turn(self, of_turn: bool) -> None:
        self._set("scores/of_turn", of_turn)

    @property
    def show_coordinates(self) -> bool:
        """Whether the board shows the names of its rows and columns."""
        return self._flag("board/coordinates", True)

    @show_coordinates.setter
    def show_coordinates(self, shown: bool) -> None:
        self._set("board/coordinates", shown)

    @property
    def show_liberties(self) -> bool:
        """Whether the liberties of the group under the pointer are shown."""
        return self._flag("board/liberties", True)

    @show_liberties.setter
    def show_liberties(self, shown: bool) -> None:
        self._set("board/liberties", shown)

    @property
    def show_numbers(self) -> bool:
        """Whether move numbers are shown on pieces."""
        return self._flag("board/show_numbers", False)

    @show_numbers.setter
    def show_numbers(self, shown: bool) -> None:
        self._set("board/show_numbers", shown)

    @property
    def numbered_moves(self) -> int:
        """Number of the latest moves whose numbers are shown. It is one of ``NUMBERED``, and 0 means all moves."""
        number = self._number("board/numbered_moves", 0)
        return number if number in NUMBERED else 0

    @numbered_moves.setter
    def numbered_moves(self, number: int) -> None:
        self._set("board/numbered_moves", number)

    @property
    def animate(self) -> bool:
        """Whether moves are animated."""
        return self._flag("board/animate", True)

    @animate.setter
    def animate(self, moving: bool) -> None:
        self._set("board/animate", moving)

    @property
    def notations(self) -> dict[str, str]:
        """Chosen notations of moves by name of the game. A game without an entry uses the default of its rules."""
        return self._texts("board/notations")

    @notations.setter
    def notations(self, value: Mapping[str, str]) -> None:
        self._set("board/notations", json.dumps(dict(value)))

    @property
    def looks(self) -> dict[str, str]:
        """Chosen sets of piece pictures (keys of ``Game.looks``) by name of the game.

        A game without an entry uses the default of its rules.
        """
        return self._texts("board/looks")

    @looks.setter
    def looks(self, value: Mapping[str, str]) -> None:
        self._set("board/looks", json.dumps(dict(value)))

    @property
    def first_page(self) -> bool:
        """Whether the studio starts with the first page if it reopens no record."""
        return self._flag("window/first_page", True)

    @first_page.setter
    def first_page(self, wanted: bool) -> None:
        self._set("window/first_page", wanted)

    @property
    def show_line_hint(self) -> bool:
        """Whether the analysis panel shows the hint on mouse gestures. It is false after the user closed the hint."""
        return self._flag("analysis/hint", True)

    @show_line_hint.setter
    def show_line_hint(self, shown: bool) -> None:
        self._set("analysis/hint", shown)

    @property
    def restore_session(self) -> bool:
        """Whether the studio reopens the record of the last session at startup."""
        return self._flag("files/restore", True)

    @restore_session.setter
    def restore_session(self, wanted: bool) -> None:
        self._set("files/restore", wanted)
