"""The named evaluations, one module per game."""
