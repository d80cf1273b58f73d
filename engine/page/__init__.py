"""A record as one HTML page that needs no network and no program: board, moves, comments and evaluation graph.

``page_of`` of ``engine.page.html`` returns the page. The page replays the moves from their shapes, so the script
``resources/page/kyvien.js`` does not depend on the rules of any game. Without the script, the last board, the moves and
the comments are shown.

A record is foreign text. Every text of it is escaped, and a Content-Security-Policy allows only the page's own script
and style sheet, by their digests, and no connection.
"""
