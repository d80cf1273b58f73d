"""A document, a session, and nothing left running."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.search.search import Spec
from studio.analysis.session import AnalysisSession
from studio.document.document import Document

SIX = ("greedy", "minimax", "negamax", "alphabeta", "negamax_alphabeta", "negascout")


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[AnalysisSession]:
    session = AnalysisSession(most_running=2)
    session.choice.set_specs([Spec.parse(name) for name in SIX])
    yield session
    session.close()


@pytest.fixture
def document(qtbot: QtBot) -> Iterator[Document]:
    """A game of eight plies, the cursor at its end."""
    document = Document()
    document.new(find_game("cotoan")())
    for k in range(8):
        moves = document.position.legal_moves()
        document.play(moves[(7 * k + 3) % len(moves)])
    yield document
    document.close()
