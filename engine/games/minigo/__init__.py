"""MiniGo, the restricted capture Go of the reference document on MiniGo."""

from engine.games.minigo import game as game
