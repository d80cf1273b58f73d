"""The evaluations of positions, in one module or folder per game."""
