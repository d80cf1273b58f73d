"""Nim, the teaching game whose whole tree fits on a screen."""

from engine.games.nim import game as game
