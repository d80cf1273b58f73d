"""Comparison of algorithms on the same positions with the same limits."""
