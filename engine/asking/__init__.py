"""Queries to algorithms: in this process, in child processes, to plugins and to external engines."""
