"""The evaluations of positions, in one module per game."""
