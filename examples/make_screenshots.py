"""Make the pictures of the README: open the studio without a display, operate it, and grab the window.

    python examples/make_screenshots.py [FOLDER [LANGUAGE]]

Writes ``analyse-light-en.png`` and similar files to FOLDER (default: ``examples/screenshots``), in one language or in
all.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from importlib import resources
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["KYVIEN_MOTION"] = "off"

from PySide6.QtCore import QElapsedTimer, QEventLoop, QPoint, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.core.game import find_game
from studio.look import style
from studio.settings import Settings
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch

SIZE = (1280, 820)
PLY = 13
"""Ply of the position shown: the turning point of the annotated sample."""
LESSON, STEP = "alpha-beta", 11
"""The lesson that is shown, and the number of steps of its first search: before its first cut-off."""

CARO = "h8 i9 g8 i8 i7 g9 h7 h9 f9 i6 j7 k7 f7 g7 f8 f6 h5"
MINIGO = "E5 E4 E3 D3 D4 F4 D2 C3 C2 F5 C4"
GO = (
    "E5 C4 D3 C3 C6 D2 F6 G4 F3 H6 G3 G7 F7 G8 E2 C2 B5 D9 H4 C8 B7 G5 H5 J5 H3 F8 G6 J6 J4 B8 H7 A8 H8 E8 G9 F9 H9 C7 "
    "D6 A7 D7 B6 C5 B4 D4 A5 D8 C9 E7 E9 D1 C1 E1 pass"
)
"""A game of GNU Go against itself, without the last pass."""
CHESS = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5"
"""Morphy against the Duke of Brunswick and Count Isouard, Paris 1858."""
XIANGQI = "P2-5 M8.7 M2.3 X9-8 X1-2 B7.1"


def settle(milliseconds: int = 120) -> None:
    """Run the event loop for a time."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def wait_for(condition: Callable[[], bool], seconds: float = 600) -> None:
    """Run the event loop until ``condition`` is true.

    Raises:
        SystemExit: if it is not true after ``seconds``.
    """
    timer = QElapsedTimer()
    timer.start()
    while not condition():
        if timer.elapsed() > 1000 * seconds:
            raise SystemExit(f"what a picture shows was not ready after {seconds} s")
        settle(50)


def shoot(window: MainWindow, path: Path) -> None:
    """Save a picture of the window to ``path``."""
    settle()
    window.grab().save(str(path))
    print(path)


def play(window: MainWindow, name: str, rules: str, moves: str) -> None:
    """Show a new record with some moves."""
    document = window.document
    document.new(find_game(name).with_rules(rules))
    for text in moves.split():
        document.play(document.game.parse_move(document.position, text))


def point_at(window: MainWindow, name: str) -> None:
    """Move the mouse to the cell called ``name``."""
    surface = window.board.surface
    assert surface is not None
    cell = next(each for each in range(surface.columns * surface.rows) if surface.cell_name(each) == name)
    settle()
    QTest.mouseMove(window.board, window.board.cell_center(cell) + QPoint(3, 3))
    QTest.mouseMove(window.board, window.board.cell_center(cell))


def shoot_stones(window: MainWindow, folder: Path, language: str, look: str) -> None:
    """Make the pictures of games with stones: caro analysed, MiniGo with liberties and atari, Go counted."""
    window.settings.show_numbers = True
    window.settings.numbered_moves = 0
    play(window, "caro", "", CARO)
    window.show_workspace("analyse")
    window.analysis_commands.toggle()
    wait_for(lambda: not window.session.is_busy)
    shoot(window, folder / f"caro-{look}-{language}.png")
    window.analysis_commands.stop()
    window.settings.show_numbers = False
    play(window, "minigo", "9x9", MINIGO)
    window.show_workspace("play")
    window.actions_table["attacked"].trigger()
    point_at(window, "F5")
    shoot(window, folder / f"minigo-{look}-{language}.png")
    window.actions_table["attacked"].trigger()
    play(window, "go", "9x9", GO)
    window.controller.pass_turn()
    wait_for(lambda: not window.page.counting.is_proposing)
    shoot(window, folder / f"go-{look}-{language}.png")
    window.page.end_counting()


def shoot_pieces(window: MainWindow, folder: Path, language: str, look: str) -> None:
    """Make the pictures of chess with the terms of its evaluation, xiangqi, and a hand-made tree."""
    for name, rules, moves in (("chess", "", CHESS), ("xiangqi", "", XIANGQI), ("trees", "tree=cutoffs", "")):
        play(window, name, rules, moves)
        window.show_workspace("analyse")
        window.docks["terms"].setVisible(name == "chess")
        window.analysis_commands.toggle()
        wait_for(lambda: not window.session.is_busy)
        shoot(window, folder / f"{name}-{look}-{language}.png")
        window.analysis_commands.stop()


def shoot_course(window: MainWindow, folder: Path, language: str, look: str) -> None:
    """Make the picture of a lesson whose search is stepped through."""
    page = window.openers.learn(LESSON)
    page.replay.slider.setValue(STEP)
    page.segments.choose(1)
    shoot(window, folder / f"course-{look}-{language}.png")


def main(folder: Path, only: str = "") -> None:
    """Make every picture, or those in the language ``only``."""
    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    settings = Settings()
    switch = LanguageSwitch(application)
    window = MainWindow(settings, switch)
    window.resize(*SIZE)
    window.show()
    window.warm_up()
    records = resources.files("resources") / "records" / "cotoan"
    for language, look in (("en", "light"), ("vi", "dark")):
        if only not in ("", language):
            continue
        window.document.open(Path(str(records / f"ahead-and-lost.{language}.pgn")))
        window.appearance.set_language(language)
        window.appearance.set_theme(look)
        style.apply(application, look)  # type: ignore[arg-type]
        window.document.to_start()
        for _ in range(PLY):
            window.document.forward()
        window.show_workspace("play")
        shoot(window, folder / f"play-{look}-{language}.png")
        window.show_workspace("analyse")
        window.analysis_commands.toggle()
        wait_for(lambda: not window.session.is_busy)
        shoot(window, folder / f"analyse-{look}-{language}.png")
        row = next(row for row in window.analysis.rows if row.spec is not None and row.spec.name == "alphabeta")
        row.tree_asked.emit()
        wait_for(lambda: not window.tree.recorder.is_running)
        window.actions_table["tree_next_cut"].trigger()
        shoot(window, folder / f"tree-{look}-{language}.png")
        window.show_workspace("review")
        window.review.toggle()
        wait_for(lambda: bool(window.review.review.verdicts) and not window.review.review.runner.is_running)
        shoot(window, folder / f"review-{look}-{language}.png")
        window.show_workspace("compare")
        window.analysis_commands.toggle()
        wait_for(lambda: not window.compare.is_running)
        shoot(window, folder / f"compare-{look}-{language}.png")
        window.analysis_commands.stop()
        shoot_course(window, folder, language, look)
        window.show_workspace("play")
        window.set_editing(True)
        shoot(window, folder / f"setup-{look}-{language}.png")
        window.set_editing(False)
        shoot_stones(window, folder, language, look)
        shoot_pieces(window, folder, language, look)
    window.close()
    settle()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        os.environ.update(KYVIEN_STATE=scratch, KYVIEN_CONFIG=scratch)
        arguments = sys.argv[1:] or [str(Path(__file__).parent / "screenshots")]
        main(Path(arguments[0]), *arguments[1:2])
