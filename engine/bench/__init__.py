"""Benchmark of the rules and the searches. ``measures`` has one module per game."""
