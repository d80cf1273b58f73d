"""Comparison of algorithms on one position on equal terms."""
