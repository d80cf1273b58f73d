"""The evaluations, one module per game."""
