"""The command line, ``kyvien-engine``: everything the studio can do that needs no window.

``main`` runs a command line, ``parser`` defines the commands and their options, ``arguments`` turns the values given
into games, positions, limits and algorithms, ``output`` prints. The other modules are the commands, in groups. A
command's modules are imported when it runs, so that a short command starts quickly.
"""
