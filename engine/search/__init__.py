"""The algorithms, one module each, written once for every game."""
