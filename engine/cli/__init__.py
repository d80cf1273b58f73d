"""The command line, ``kyvien-engine``: all features of the studio that do not need a window.

``main`` runs a command line, ``parser`` defines the commands and their options, ``arguments`` converts option values to
games, positions, limits and algorithms, and ``output`` and ``table`` print results. Other modules contain the commands.
The modules of a command are imported when it runs, so that short commands start quickly. A command raises a
``KyVienError`` if an option is not valid, a file cannot be read or written, or an algorithm fails. ``main`` prints it.
"""
