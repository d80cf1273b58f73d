"""MiniGo, the restricted capture Go of the seed."""

from engine.games.minigo import game as game
