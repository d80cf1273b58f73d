"""Plugins named in journals: nothing is run until the user starts or edits the contest."""

import dataclasses
import hashlib
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.asking.plugin import file_digest
from engine.contests.contest import Contest, Contestant
from engine.contests.journal import ContestJournal, read_contest
from engine.search.report import Limit
from studio.analysis.plugin_reader import PluginReader
from studio.contests import journals
from studio.contests.workspace import MatchWorkspace
from studio.window.main_window import MainWindow

SECONDS = 30_000
PLUGIN = """\
import pathlib
from dataclasses import dataclass
from engine.core.options import option
pathlib.Path({marker!r}).write_text("run")

@dataclass(frozen=True)
class Numbers:
    depth: int = option(1, "Depth", label="Depth", minimum=1, maximum=9)

class Marking:
    name = "marking"
    Parameters = Numbers
    def choose(self, position):
        return position.legal_moves()[0]
"""


class Case:
    """A journal with a plugin that leaves a marker when it is run."""

    def __init__(self, folder: Path) -> None:
        self.marker, self.file = folder / "marker", folder / "marking.py"
        self.file.write_text(PLUGIN.format(marker=str(self.marker)))
        self.contest = Contest(
            "nim",
            (
                Contestant("marking:depth=3", Limit(depth=1), plugin=str(self.file), plugin_digest=self.digest),
                Contestant("random", Limit(depth=1)),
            ),
            games=2,
        )

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.file.read_bytes()).hexdigest()

    @property
    def was_run(self) -> bool:
        return self.marker.exists()

    def keep(self, digest: str | None = None) -> Path:
        """Write the journal; ``digest`` replaces the one of the file."""
        contest = self.contest
        if digest is not None:
            player = dataclasses.replace(contest.contestants[0], plugin_digest=digest)
            contest = dataclasses.replace(contest, contestants=(player, contest.contestants[1]))
        path = journals.new_path()
        ContestJournal(path, contest).close()
        return path


@pytest.fixture
def case(tmp_path: Path) -> Case:
    return Case(tmp_path)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Plugin files that were started to be read."""
    files: list[Path] = []
    begin = PluginReader.start

    def start(self: PluginReader, path: Path) -> None:
        files.append(path)
        begin(self, path)

    monkeypatch.setattr(PluginReader, "start", start)
    return files


def test_a_digest_does_not_change_which_contest_it_is(case: Case) -> None:
    path = case.keep()
    assert read_contest(path) == case.contest
    assert read_contest(path).contestants[0].plugin_digest == case.digest == file_digest(case.file)
    old = case.keep(digest="")
    assert b"plugin_digest" not in old.read_bytes()
    assert read_contest(old).digest == case.contest.digest
    ContestJournal(old, case.contest).close()
    assert file_digest(case.file.parent) == file_digest(Path("a\0b")) == file_digest(Path("/dev/zero")) == ""


def test_showing_match_runs_nothing(window: MainWindow, qtbot: QtBot, case: Case, started: list[Path]) -> None:
    case.keep()
    window.show_workspace("match")
    match = window.match
    assert [row.contestant(None).spec for row in match.form.rows] == ["marking:depth=3", "random"]
    assert str(case.file) in match.form.rows[0]._name.whole
    assert "marking · depth=3" in match.form.rows[0]._name.whole
    with qtbot.waitSignal(match.runner.ended, timeout=SECONDS):
        match.open_contest(journals.kept_contests()[0])
    contest = match.form.contest()
    assert contest is not None
    assert contest.contestants[0].spec == "marking:depth=3"
    assert started == []
    assert not case.was_run


def test_an_unchanged_plugin_is_played_without_a_question(qtbot: QtBot, workspace: MatchWorkspace, case: Case) -> None:
    case.keep()
    with qtbot.waitSignal(workspace.runner.ended, timeout=SECONDS):
        workspace.open_contest(journals.kept_contests()[0], play=True)
    assert case.was_run
    assert [result.fault for result in workspace.results.games.results] == ["", ""]


@pytest.mark.parametrize("digest", ["", "0" * 64], ids=["unknown", "changed"])
@pytest.mark.parametrize("way", ["resume", "start"])
def test_a_changed_plugin_is_played_only_if_the_user_agrees(
    qtbot: QtBot, workspace: MatchWorkspace, case: Case, digest: str, way: str
) -> None:
    case.keep(digest)
    workspace.look_for_unfinished()
    begin = workspace.empty.pressed.emit if way == "resume" else workspace.start
    begin()
    assert str(case.file) in workspace.question.text
    assert not workspace.is_running
    qtbot.mouseClick(workspace.question.buttons[1], Qt.MouseButton.LeftButton)
    assert workspace.question.text == ""
    assert not workspace.is_running
    assert not case.was_run
    begin()
    with qtbot.waitSignal(workspace.runner.ended, timeout=SECONDS):
        qtbot.mouseClick(workspace.question.buttons[0], Qt.MouseButton.LeftButton)
    assert case.was_run
    assert [result.fault for result in workspace.results.games.results] == ["", ""]


def test_a_plugin_that_changes_between_two_runs_is_asked_for(
    qtbot: QtBot, workspace: MatchWorkspace, case: Case
) -> None:
    case.keep()
    with qtbot.waitSignal(workspace.runner.ended, timeout=SECONDS):
        workspace.open_contest(journals.kept_contests()[0])
    case.file.write_text(case.file.read_text() + "# changed\n")
    workspace.go_on()
    assert str(case.file) in workspace.question.text
    assert not case.was_run
    case.file.unlink()
    workspace.go_on()
    assert workspace.question.text == ""
    assert workspace.error.text() == f"{case.file} does not exist"
    assert not workspace.is_running


@pytest.mark.parametrize("digest", [None, ""], ids=["unchanged", "unknown"])
def test_editing_a_plugin_reads_it(
    qtbot: QtBot, workspace: MatchWorkspace, case: Case, started: list[Path], digest: str | None
) -> None:
    case.keep(digest)
    workspace.look_for_unfinished()
    row = workspace.form.rows[0]
    row.settings_button.click()
    if digest == "":
        assert started == []
        qtbot.mouseClick(workspace.question.buttons[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: row.unread is None, timeout=SECONDS)
    assert case.was_run
    player = row.contestant(None)
    assert (player.spec, player.plugin_digest) == ("marking:depth=3", case.digest)


def test_a_new_contest_stores_the_digest(qtbot: QtBot, workspace: MatchWorkspace, case: Case) -> None:
    form = workspace.form
    form.remove(form.rows[0])
    form.menu.add_plugin(case.file)
    qtbot.waitUntil(lambda: len(form.rows) == 2, timeout=SECONDS)
    with qtbot.waitSignal(workspace.runner.ended, timeout=SECONDS):
        workspace.start()
    assert workspace.path is not None
    assert [each.plugin_digest for each in read_contest(workspace.path).contestants] == ["", case.digest]
