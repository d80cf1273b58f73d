"""The game of nim, which has a small complete game tree and is used for teaching."""

from engine.games.nim import game as game
