"""The benchmark command: speed of rules and searches, one module per game in ``measures``."""
