"""Nim, a teaching game whose complete tree fits on a screen."""

from engine.games.nim import game as game
