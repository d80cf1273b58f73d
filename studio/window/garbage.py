"""Python's collector of reference cycles, restricted to the event loop of the window."""

import gc

from PySide6.QtCore import QAbstractEventDispatcher, QObject, QTimer

INTERVAL_MS = 1000


class GarbageCollector(QObject):
    """Collects reference cycles in the event loop of this thread, at most once a second, and at no other time.

    Python's own collector runs wherever an object is allocated: in a thread with a search, or in an event handler that
    Qt calls while it visits its widgets. If it deletes a widget without a parent there, such as that of a closed
    dialog, the widget is deleted in the wrong thread, or Qt visits it afterwards. Both read freed memory:
    ``setStyleSheet`` crashed so (PySide6 6.11).

    A timer runs only while there is something to collect, so an idle program is never awakened.

    While an object of this class is in use, ``gc.isenabled()`` is False.

    Args:
        parent: object that owns this one, of the thread in which widgets are used.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._timer = QTimer(self, singleShot=True, interval=INTERVAL_MS)
        self._timer.timeout.connect(self.collect)
        self._loop = QAbstractEventDispatcher.instance()
        self._loop.awake.connect(self._schedule)
        gc.disable()

    def _schedule(self) -> None:
        """Start the timer if the youngest generation has reached its threshold."""
        if 0 < gc.get_threshold()[0] < gc.get_count()[0] and not self._timer.isActive():
            self._timer.start()

    def collect(self) -> None:
        """Collect each generation that has reached its threshold, from the youngest."""
        for generation, threshold in enumerate(gc.get_threshold()):
            if not threshold or gc.get_count()[generation] <= threshold:
                return
            gc.collect(generation)

    def stop(self) -> None:
        """Enable Python's own collector again."""
        self._loop.awake.disconnect(self._schedule)
        self._timer.stop()
        gc.enable()
