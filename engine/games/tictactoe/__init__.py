"""The game of tic-tac-toe, or three in a row on nine cells."""

from engine.games.tictactoe import game as game
