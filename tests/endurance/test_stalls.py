"""The meter of stalls blames the action that caused them."""

import time

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from tests.endurance.stalls import LIMIT_SECONDS, StallMeter


class Worker(QObject):
    """An object whose event takes longer than a stall."""

    def customEvent(self, event: QEvent) -> None:
        work()


def work() -> None:
    """Use more CPU time than a part of the event loop may take."""
    end = time.thread_time() + 1.2 * LIMIT_SECONDS
    while time.thread_time() < end:
        pass


def test_work_that_an_action_posts_is_its_own(qapp: QApplication) -> None:
    meter, worker, names = StallMeter(), Worker(), iter(("idle", "posting", "innocent", "working", "last"))

    def act() -> None:
        meter.begin()
        name = next(names)
        meter.name(name)
        if name == "posting":
            QCoreApplication.postEvent(worker, QEvent(QEvent.Type(QEvent.registerEventType())))
        elif name == "working":
            work()
        elif name == "last":
            qapp.exit()
            return
        QTimer.singleShot(0, qapp, act)

    QTimer.singleShot(0, qapp, act)
    qapp.exec()
    meter.close()
    assert [each.action for each in meter.stalls] == ["posting", "working"]
