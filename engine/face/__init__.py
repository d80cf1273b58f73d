"""The engine as a library: functions and results for notebooks and scripts.

``import kyvien as kv`` gives access to all of it. Games, algorithms and evaluations are named by texts, as on the
command line, or given as objects of the engine. Moves are texts in coordinate notation. Every error that a caller can
cause is a ``KyVienError`` with one sentence.

The modules here are the top layer of the engine: no other package imports them. They contain no rules, no search and no
statistics, only the combination of other packages and the display of results in notebooks and terminals.
"""
