"""Settings that are damaged count as missing."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from engine.analysis.verdict import Thresholds
from studio.analysis.choice import AnalysisChoice
from studio.analysis.engines import EngineList
from studio.review.thresholds import thresholds_for
from studio.settings import NUMBER, Setting, Settings

DAMAGED = [
    "[" * 100_000,
    "{" * 10,
    "9" * 5000,
    '{"a": ' * 5000,
    "[1e999, NaN, null]",
    '{"a": {"b": [1]}}',
    "\ufffd",
    "[[[1]]]",
]
NAMES = (
    "session",
    "review/thresholds",
    "keys",
    "files/recent",
    "board/notations",
    "board/looks",
    "play/new_game",
    "engines/configured",
)


@pytest.mark.parametrize("text", DAMAGED, ids=lambda text: text[:20])
def test_a_damaged_value_counts_as_missing(tmp_path: Path, text: str) -> None:
    path = tmp_path / "kyvien.ini"
    store = QSettings(str(path), QSettings.Format.IniFormat)
    for name in (*NAMES, "board/numbered_moves"):
        store.setValue(name, text)
    store.sync()
    settings = Settings(path)
    assert isinstance(settings.session, dict)
    assert isinstance(settings.new_game, dict)
    assert settings.keys == {}
    assert settings.recent_files == settings.recent_files
    assert settings.notations == settings.looks == {}
    assert thresholds_for("chess", settings.thresholds) == Thresholds()
    assert settings.numbered_moves == 0
    settings.add_recent_file(Path("x"))
    assert settings.recent_files[0] == Path("x")
    assert EngineList(settings).engines == []
    choice = AnalysisChoice()
    before = choice.to_text()
    choice.restore(text)
    assert choice.to_text() == before


def test_a_damaged_binary_value_counts_as_missing(tmp_path: Path) -> None:
    path = tmp_path / "kyvien.ini"
    store = QSettings(str(path), QSettings.Format.IniFormat)
    for name in ("window/geometry", "layout/play", "theme", "board/numbered_moves"):
        store.setValue(name, frozenset({"a Python object"}))
    store.sync()
    lines = path.read_text().splitlines()
    path.write_text("\n".join(line[:-12] + ")" if "@Variant" in line else line for line in lines))
    with pytest.raises(Exception, match=r"pickle|input"):
        QSettings(str(path), QSettings.Format.IniFormat).value("window/geometry")
    settings = Settings(path)
    assert settings.geometry.isEmpty() and settings.layout("play").isEmpty()
    assert settings.theme == "system" and settings.numbered_moves == 0


@pytest.mark.parametrize(
    ("text", "chess", "caro"),
    [
        ("blunder=30", Thresholds(blunder=30), Thresholds(blunder=30)),
        ('{"": "blunder=30", "chess": ""}', Thresholds(), Thresholds(blunder=30)),
        ('{"chess": "mistake=7", "caro": ["mistake=7"]}', Thresholds(mistake=7), Thresholds()),
        ("blunder=0", Thresholds(), Thresholds()),
        ('{"chess": "brilliant=1", "caro": "only=15"}', Thresholds(), Thresholds(only=15)),
    ],
)
def test_thresholds_of_a_game_and_of_all_games(tmp_path: Path, text: str, chess: Thresholds, caro: Thresholds) -> None:
    settings = Settings(tmp_path / "kyvien.ini")
    settings._store.setValue("review/thresholds", text)
    stored = settings.thresholds
    assert [thresholds_for(game, stored) for game in ("chess", "caro")] == [chess, caro]
    settings.thresholds = stored | {"go": "only=3"}
    assert settings.thresholds == stored | {"go": "only=3"}


def test_a_setting_that_is_declared_elsewhere(tmp_path: Path) -> None:
    """A workspace declares its settings in its own folder, and reads them as those of the window are read."""
    rows = Setting("toy/rows", NUMBER, 3, range(1, 9))
    settings, changed = Settings(tmp_path / "kyvien.ini"), list[str]()
    settings.changed.connect(changed.append)
    assert settings[rows] == 3
    settings[rows] = 5
    settings[rows] = 5
    settings.sync()
    assert changed == ["rows"] and Settings(tmp_path / "kyvien.ini")[rows] == 5
    settings._store.setValue("toy/rows", 9)
    assert settings[rows] == 3, "not allowed"


def test_a_default_is_not_shared(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "kyvien.ini")
    settings.session["path"] = "x"
    settings.recent_commands.append("new")
    assert not settings.session and not settings.recent_commands
