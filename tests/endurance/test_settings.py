"""Damaged values of the settings count as missing, and a window opens with any of them."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QByteArray, QEvent, QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.asking.external import EngineSpec
from engine.core.game import find_game, games
from engine.core.options import Option
from engine.search.report import Limit
from engine.search.spec import Spec
from studio.analysis.choice import AnalysisChoice
from studio.analysis.engines import EngineList
from studio.dialogs.new_game import NewGame, recall, remember
from studio.look import notation, style
from studio.play.seat import Seat
from studio.settings import Setting, Settings
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch
from tests.endurance.cases import Tally, run_cases
from tests.engine.contests.test_journal import mutated
from tests.engine.records.formats.test_contract import PIECES

ENGINE = EngineSpec("It", "it", ("-x",), options=(Option("level", int, 3, minimum=0, maximum=9, label="Level"),))


def sound_values() -> dict[str, str]:
    """Return a text for every key of the settings."""
    choice = AnalysisChoice()
    choice.add(Spec.parse("negascout:quiescence=on"))
    new_game = NewGame(
        find_game("caro").with_rules("columns=9"), (Seat(), Seat("An", Spec.parse("greedy"), "", Limit(2)))
    )
    return {
        "language": "vi", "theme": "dark", "window/workspace": "match", "board/coordinates": "off",
        "board/liberties": "on", "board/show_numbers": "on", "board/numbered_moves": "5", "board/animate": "off",
        "moves/style": "text", "files/restore": "off", "files/folder": "/", "files/recent": json.dumps(["/a.pgn", "b"]),
        "session": json.dumps({"path": "/a.pgn", "index": 0, "cursor": 3, "running": True}),
        "keys": json.dumps({"undo": ["Ctrl+U"], "paste": []}), "board/notations": json.dumps({"chess": "display"}),
        "board/looks": json.dumps({"xiangqi": "letters"}), "play/new_game": json.dumps(remember(new_game)),
        "engines/configured": json.dumps([ENGINE.to_dict()]), "analysis/analyse": choice.to_text(),
        "analysis/compare": choice.to_text(), "window/geometry": "", "layout/play": "", "layout/analyse": "",
    }  # fmt: skip


def damaged(text: str, rng: random.Random) -> Any:
    """Return another value for a key, of any type that an INI file can hold."""
    kind = rng.randrange(8)
    if kind < 4 and text[:1] in ("{", "["):
        return json.dumps(mutated(json.loads(text), rng))
    if kind == 4:
        return QByteArray(rng.randbytes(rng.randrange(40)))
    if kind == 5:
        return rng.choice((5, -1, 2.5, True, ["a", "b"], [], b"x"))
    if kind == 6:
        return rng.choice(PIECES).encode("utf-8", "replace").decode()
    at = rng.randrange(len(text) + 1)
    return (text[:at] + rng.choice(PIECES) + text[at + rng.randrange(3) :]).encode("utf-8", "replace").decode()


def write(path: Path, rng: random.Random, session: str = "") -> int:
    """Write an INI file with damaged values and return their number. ``session`` is the sound value of that key."""
    path.unlink(missing_ok=True)
    store = QSettings(str(path), QSettings.Format.IniFormat)
    values = sound_values() | ({"session": session} if session else {})
    for name, text in values.items():
        # A window shows several settings together, most of them sound.
        store.setValue(name, text if session and rng.random() < 0.5 else damaged(text, rng))
    store.sync()
    if rng.random() < 0.1:
        data = path.read_bytes()
        at = rng.randrange(len(data) + 1)
        path.write_bytes(data[:at] + rng.randbytes(rng.randrange(9)) + data[at + rng.randrange(9) :])
    return len(values)


def read(settings: Settings) -> None:
    """Read everything that a window reads, and write it again."""
    for name, member in vars(Settings).items():
        if isinstance(member, Setting | property):
            setattr(settings, name, getattr(settings, name))
    assert all(isinstance(each, str) for keys in settings.keys.values() for each in keys)
    engines = EngineList(settings)
    chosen = recall(settings.new_game, engines.engines)
    if chosen is not None:
        assert recall(json.loads(json.dumps(remember(chosen))), engines.engines) == chosen
    for workspace in ("analyse", "compare"):
        choice = AnalysisChoice()
        choice.follow(engines)
        choice.restore(settings.choice(workspace))
        text = choice.to_text()
        choice.restore(text)
        assert choice.to_text() == text
        choice.queries(find_game("caro")().start())
    for workspace in ("play", "analyse"):
        settings.layout(workspace)
    notation.choose(settings.notations, settings.looks)
    try:
        for cls in games().values():
            notation.notation(cls())
            notation.look(cls())
    finally:
        notation.choose({}, {})
    settings.add_recent_file(Path("x"))
    settings.remove_recent_file(Path("b"))


def fuzz(path: Path, seed: int, count: int) -> Tally:
    def case(rng: random.Random) -> int:
        written = write(path, rng)
        settings = Settings(path)
        read(settings)
        settings.deleteLater()
        return written

    return run_cases("settings", seed, count, case)


def open_windows(path: Path, record: Path, switch: LanguageSwitch, seed: int, count: int) -> Tally:
    """Open windows with damaged settings, with a journal or without, and close them."""

    def case(rng: random.Random) -> None:
        write(path, rng, json.dumps({"path": str(record), "index": 0, "cursor": 3, "running": False}))
        settings = Settings(path)
        window = MainWindow(settings, switch)
        window.show()
        window.filing.begin_session(None)
        QApplication.processEvents()
        window.openers.new_game().reject()
        window.close()
        window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    return run_cases("windows", seed, count, case)


@pytest.fixture
def switch(qapp: QApplication, tmp_path: Path) -> Iterator[LanguageSwitch]:
    made = LanguageSwitch(qapp)
    yield made
    made.switch("en")
    made.remove()
    made.deleteLater()
    notation.choose({}, {})
    style.apply(qapp, "light")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "a.pgn"
    path.write_text('[Game "caro"]\n\n1. h8 i9 2. a1 *\n')
    return path


def test_a_window_opens_with_damaged_settings(
    qtbot: QtBot, switch: LanguageSwitch, record: Path, tmp_path: Path, seed: int
) -> None:
    open_windows(tmp_path / "kyvien.ini", record, switch, seed, 3)


@pytest.mark.slow
def test_windows_open_with_damaged_settings(
    qtbot: QtBot, switch: LanguageSwitch, record: Path, tmp_path: Path, seed: int, figure: Callable[[str], None]
) -> None:
    figure(str(open_windows(tmp_path / "kyvien.ini", record, switch, seed, 200)))


def test_some_settings(qapp: object, tmp_path: Path, seed: int) -> None:
    fuzz(tmp_path / "kyvien.ini", seed, 500)


@pytest.mark.slow
def test_many_settings(qapp: object, tmp_path: Path, seed: int, figure: Callable[[str], None]) -> None:
    figure(str(fuzz(tmp_path / "kyvien.ini", seed, 25_000)))
