"""Engines of other people as the window runs them: what holds for a pipe holds for a ``QProcess``."""

import ast
import contextlib
import os
import queue
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QMutex, QProcess, QThread
from pytestqt.qtbot import QtBot

from studio.analysis import qprocess_carrier as program
from studio.analysis.engines import Asked, EngineReader
from studio.analysis.qprocess_carrier import QProcessCarrier
from tests.engine.asking.carrying import BAD, Carrying, bad


@pytest.mark.usefixtures("qapp")
class TestProgram(Carrying):
    start = QProcessCarrier

    @pytest.mark.parametrize("groups", [True, False], ids=["groups", "no groups"])
    def test_whoever_waits_holds_up_no_other_thread(self, groups: bool, monkeypatch: pytest.MonkeyPatch) -> None:
        """With blocking calls of Qt the interpreter's lock would be kept, and nobody could kill."""
        if not groups:
            monkeypatch.delattr(os, "killpg", raising=False)
        waiting = QMutex()
        waiting.lock()
        answers: list[bytes | None] = []

        class Thread(QThread):
            carrier: QProcessCarrier

            def run(self) -> None:
                self.carrier = carrier = QProcessCarrier(bad("silent"))
                waiting.unlock()
                with contextlib.suppress(queue.Empty):
                    answers.append(carrier.receive(30.0))
                carrier.close()

        thread = Thread()
        thread.start()
        assert waiting.tryLock(5000)
        time.sleep(0.05)
        thread.carrier.kill()
        woken = thread.wait(15_000)
        thread.wait(60_000)
        waiting.unlock()
        assert woken, "it waited to the end and was killed only then"
        assert answers == [None]


def test_finding_out_what_a_program_is_runs_it_so_too(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []

    class Process(QProcess):
        def start(self, name: str, arguments: list[str]) -> None:  # type: ignore[override]
            started.append(name)
            super().start(name, arguments)

    monkeypatch.setattr(program, "QProcess", Process)
    reader = EngineReader()
    with qtbot.waitSignal(reader.read, timeout=20_000):
        reader.start(Asked(sys.executable, (str(BAD), "plain"), "uci"))
    assert started == [sys.executable]


def test_signals_are_connected_from_qt_to_qt_alone() -> None:
    """Connections to functions of Python, made in several threads, crashed in PySide6."""
    tree = ast.parse(Path(program.__file__).read_text(encoding="utf-8"))
    calls = [
        each
        for each in ast.walk(tree)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr == "connect"
    ]
    assert [ast.unparse(each) for each in calls] == [
        "QObject.connect(sender, SIGNAL(signal_name), loop, SLOT('quit()'))"
    ]


def test_every_news_of_a_process_ends_the_wait(qapp: object) -> None:
    """Names of signals that Qt does not know would connect nothing."""
    known = {
        bytes(QProcess.staticMetaObject.method(number).methodSignature().data()).decode()
        for number in range(QProcess.staticMetaObject.methodCount())
    }
    assert set(program._NEWS) <= known
