"""Tic-tac-toe, three in a row on nine cells."""

from engine.games.tictactoe import game as game
