"""Protocols between game engines and the programs that use them: UCI, UCCI, GTP, Gomocup.

``talk`` and the module of each protocol implement the client side, for external engines. ``server`` implements the
engine side, for other programs. The modules do no I/O. Lines are transferred by ``engine.asking.external`` and
``engine.cli.serve``, and in tests by scripts that replace the engine or the other program.
"""
