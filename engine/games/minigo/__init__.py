"""MiniGo, a restricted capture Go."""

from engine.games.minigo import game as game
