"""Pictures as SVG text: boards, film strips, trees, icicles and charts. There is no Qt here and no game.

A board is drawn from its ``Surface``, with the piece pictures in ``resources/pieces``. The most used function is

    board_svg(surface, *, last=(), checked=(), attacks=(), arrows=(), marks=(), signs=(), numbers=None,
              faded=frozenset(), flip=False, size=360, side=0, theme="light", names=True, title="",
              inline=True, ids="") -> str

of ``engine.picture.board``. ``size`` is the maximum width and height in px, ``last`` the cells of the last move,
``arrows`` are ``Arrow(origin, target, color)``, and ``title`` is read aloud before the position in words. With
``inline=True`` the result is an ``<svg>`` element for use in an HTML page. ``ids`` is then the beginning of the
identifiers in it, by default a digest of the picture, so that two different pictures on a page never share one. With
``inline=False`` the result is a separate file, with a background and an XML declaration.

Other modules: ``strip`` (film strips), ``tree`` (node-link pictures of up to some 300 nodes), ``icicle``, ``outline``
(rows of a tree), ``window`` (the replies of a node in their window), ``charts`` (lines and marks), ``log_bars`` (bars
on a logarithmic scale), ``colors`` (the two themes, the algorithms, the fates of nodes), ``fates`` (their marks) and
``svg`` (elements).

All pictures consist of text, shapes and presentation attributes. They have neither style attributes nor scripts, so a
page with a strict Content-Security-Policy shows them. Every text is escaped.
"""
