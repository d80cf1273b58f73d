"""The game of MiniGo, a restricted capture Go defined by the reference document on MiniGo."""

from engine.games.minigo import game as game
