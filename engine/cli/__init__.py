"""The command line, ``kyvien-engine``."""
