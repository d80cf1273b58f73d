"""Exercises on small trees, which are generated from a seed and checked by the searches of the engine.

``generate`` (``engine.teach.generator``) returns an ``Exercise``, ``check`` (``engine.teach.checking``) judges an
answer, and ``worksheet`` (``engine.teach.worksheet``) writes exercises for print. The package does not depend on Qt.
"""
