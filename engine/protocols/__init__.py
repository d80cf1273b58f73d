"""Protocols between engines and programs that use them, as text in, text out: UCI, UCCI, GTP, Gomocup.

``talk`` and the module of each protocol speak to engines of other people; ``server`` lets theirs speak to ours. None of
it reads or writes anything: whoever runs a conversation carries the lines (``engine.analysis.external`` and
``engine.cli.serve``, and tests with a scripted peer).
"""
