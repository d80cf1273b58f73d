"""Protocols between game engines and the programs that use them: UCI, UCCI, GTP, Gomocup.

``talk`` and the module of each protocol are the client side, for external engines. ``server`` is the engine side, for
other programs. The modules do no I/O: lines are transferred by ``engine.analysis.external`` and ``engine.cli.serve``,
and by scripted peers in tests.
"""
