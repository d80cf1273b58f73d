"""Damaged journals in the state folder do not disturb the Match workspace."""

import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.contests.contest import Adjudication, Contest, Contestant
from engine.contests.journal import ContestJournal
from engine.contests.worker import Worker
from engine.search.report import Limit
from studio.contests import journals
from studio.contests.workspace import MatchWorkspace

SECONDS = 30_000
ONE = Contest("nim", (Contestant("random", Limit(depth=1)), Contestant("greedy", Limit(depth=1))), games=4)


def keep(contest: Contest, games: int = 0) -> Path:
    """Write a journal with the first games of a contest."""
    path = journals.new_path()
    journal = ContestJournal(path, contest)
    for task, _ in zip(contest.tasks(), range(games), strict=False):
        journal.add(Worker(contest).play(task))
    journal.close()
    return path


def test_damaged_journals_are_left_out(workspace: MatchWorkspace) -> None:
    keep(ONE)
    folder = journals.contest_folder()
    (folder / "a.jsonl").write_text("[" * 100_000)
    for number, change in enumerate(({"rules": 5}, {"game": {}}, {"contestants": None}, {"seed": [1]})):
        head = {"kyvien-contest": 1, "digest": "", "contest": ONE.to_dict() | change}
        (folder / f"b{number}.jsonl").write_text(json.dumps(head) + "\n")
    (folder / "c.jsonl").mkdir()
    if sys.platform != "win32":
        os.mkfifo(folder / "d.jsonl")
    assert [kept.contest for kept in journals.kept_contests()] == [ONE]
    workspace.look_for_unfinished()
    assert "0 of 4" in workspace.empty._sentence.text()
    workspace.earlier_menu.aboutToShow.emit()
    assert len(workspace.earlier_menu.actions()) == 1


def test_a_damaged_line_is_reported_and_the_other_games_are_shown(qtbot: QtBot, workspace: MatchWorkspace) -> None:
    path = keep(ONE, games=3)
    lines = path.read_bytes().split(b"\n")
    lines[2] = b"\0" * 80
    path.write_bytes(b"\n".join(lines))
    (kept,) = journals.kept_contests()
    with qtbot.waitSignal(workspace.runner.ended, timeout=SECONDS):
        workspace.open_contest(kept)
    assert [result.index for result in workspace.results.games.results] == [0, 2]
    assert workspace.error.text() == f"{path.name}: line 3 is damaged; it was skipped"
    assert workspace.error.isVisible()
    with qtbot.waitSignal(workspace.runner.ended, timeout=SECONDS):
        workspace.go_on()
    assert sorted(result.index for result in workspace.results.games.results) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    "limit", [Limit(nodes=2**62), Limit(depth=100), Limit(seconds=1e9), Limit(seconds=1e-9)], ids=repr
)
def test_numbers_beyond_the_fields_are_shown_as_far_as_they_go(workspace: MatchWorkspace, limit: Limit) -> None:
    players = (Contestant("negascout", limit), Contestant("alphabeta", limit))
    ending = Adjudication(1_000_000, 1_000_000, 1000)
    workspace.form.show_contest(Contest("nim", players, seed=2**62, games=1_000_000, adjudication=ending))
    assert workspace.form.seed_box.value() == 2**31 - 1
    workspace.form.show_contest(Contest("nim", players, seed=-(2**62), random_plies=200))
    assert workspace.form.seed_box.value() == 0


@pytest.mark.parametrize(
    ("workspace", "games", "shown"),
    [
        ("match", 4, True),
        pytest.param("match", 2, False, marks=pytest.mark.slow),
        pytest.param("play", 4, False, marks=pytest.mark.slow),
    ],
)
def test_an_interrupted_contest_is_offered_at_the_next_start(
    monkeypatch: pytest.MonkeyPatch, qapp: QApplication, workspace: str, games: int, shown: bool
) -> None:
    """The first page was shown, and the contest was mentioned only after another click on Match."""
    from studio import __main__, app
    from studio.settings import Settings, configuration_path

    seen = []

    class Window(app.MainWindow):
        """A window that notes what it shows when it is shown."""

        def showEvent(self, event: QShowEvent) -> None:
            super().showEvent(event)
            seen.append(not self.first_page.is_shown and self.workspace == "match")

    contest = replace(ONE, games=games)
    keep(contest, 2)
    configuration_path().mkdir(parents=True, exist_ok=True)
    settings = Settings()
    settings.workspace = workspace
    settings.sync()
    monkeypatch.setattr(app, "MainWindow", Window)
    assert app.run(__main__.parser().parse_args(["--check"]), 0.0) == 0
    assert seen == [shown]
