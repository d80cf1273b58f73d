"""Questions put to algorithms, one at a time or many against each other."""
