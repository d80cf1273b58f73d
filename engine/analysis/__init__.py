"""Analysis of positions and whole records by built-in searches, plugins and external engines."""
