"""What a network learnt, next to the evaluation made by hand."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.evaluation import evaluations, hand_made, offered
from engine.networks.network import user_folder
from engine.picture.colors import theme_named
from engine.picture.scene import Text
from studio.analysis import learnt as module
from studio.analysis.session import AnalysisSession
from studio.analysis.terms import TermsPanel
from studio.document.document import Document
from studio.look import style
from studio.window.translation import LanguageSwitch
from tests.engine.networks.made import random_file


@pytest.fixture
def panel(qtbot: QtBot, document: Document, session: AnalysisSession) -> TermsPanel:
    """The panel of the terms, in which an installed network is chosen."""
    user_folder().mkdir(parents=True, exist_ok=True)
    random_file(user_folder(), "cotoan", made={"date": "2026-11-29"}, results=({"elo": 208},))
    made = TermsPanel(document, session.choice)
    qtbot.addWidget(made)
    made.show()
    session.choice.set_evaluation(hand_made("cotoan"))
    assert made.learnt_button.isHidden(), "an evaluation made by hand has learnt nothing"
    session.choice.set_evaluation(list(offered("cotoan"))[-1])
    assert made.box.currentText() == "Network (cotoan-1, 2026-11-29, +208)" and not made.learnt_button.isHidden()
    return made


def test_the_maps_of_each_piece_are_shown_and_saved(qtbot: QtBot, panel: TermsPanel, tmp_path: Path) -> None:
    dialog = panel.show_learnt()
    assert not dialog.piece_box.isEnabled() and not dialog.save_button.isEnabled()
    qtbot.waitUntil(lambda: dialog.save_button.isEnabled(), timeout=60_000)
    assert [column.title for column in dialog.columns] == ["Network", evaluations("cotoan")[hand_made("cotoan")].title]
    assert dialog.piece_box.count() == 10 and dialog.progress.isHidden()
    texts = set()
    for index in range(10):
        dialog.piece_box.setCurrentIndex(index)
        assert dialog.piece_box.currentText() in dialog.view.accessibleName()
        texts.add(dialog.view.accessibleDescription())
    assert len(texts) == 10, "which digits matter where"
    dialog.save(tmp_path / "a.html")
    text = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert text.count("<svg") == 20 and dialog.windowTitle() in text
    dialog.save(tmp_path / "missing" / "a.html")
    assert "cannot be written" in dialog._error.text() and not dialog._error.isHidden()
    dialog.reject()


def test_language_and_theme_change_while_it_is_open(
    qtbot: QtBot, panel: TermsPanel, switch: LanguageSwitch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The maps are translated and drawn again, for the piece that is chosen, and before they are computed, too."""
    monkeypatch.setattr(module, "fit_to_screen", lambda dialog, size: dialog.resize(size.boundedTo(QSize(640, 400))))
    dialog = panel.show_learnt()
    assert dialog.size() == QSize(640, 400), "not larger than the screen"
    switch.switch("vi")
    QApplication.processEvents()
    assert dialog.windowTitle() == "Mạng nơ-ron của Cờ toán đã học được gì"
    qtbot.waitUntil(lambda: dialog.save_button.isEnabled(), timeout=60_000)
    dialog.piece_box.setCurrentIndex(3)
    assert dialog.piece_box.currentText() == "Đỏ 4" and "Mạng nơ-ron (điểm): Đỏ 4" in dialog.view.accessibleName()
    switch.switch("en")
    QApplication.processEvents()
    assert dialog.piece_box.currentText() == "Red 4" and "Network (points): Red 4" in dialog.view.accessibleName()
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    for name in ("dark", "light"):
        style.apply(app, name)
        QApplication.processEvents()
        colors = {each.color for scene in dialog.view._scenes for each in scene.items if isinstance(each, Text)}
        assert theme_named(name).text in colors, "the titles are legible"
    assert dialog.piece_box.currentText() == "Red 4"
    dialog.reject()


def test_closing_ends_the_computation(qtbot: QtBot, panel: TermsPanel, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[int] = []
    monkeypatch.setattr(module, "POSITIONS", 10_000)
    monkeypatch.setattr(module, "sample", lambda game: [game.start()] * 10_000)
    dialog = panel.show_learnt()
    dialog._thread.moved.connect(steps.append)
    qtbot.waitUntil(lambda: dialog.progress.value() > 0, timeout=60_000)
    thread = dialog._thread
    with qtbot.waitSignal(dialog.destroyed):
        dialog.reject()
    qtbot.waitUntil(thread.isFinished, timeout=60_000)
    assert steps and steps[-1] < 10_000
