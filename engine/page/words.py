"""Texts of a page in all languages at once, because the reader chooses the language in the page."""

from engine.core.language import mark
from engine.picture.web import Words, both

OWN = {
    "download": mark("Download record"),
    "language": mark("Language"),
    "dark": mark("Dark or light colours"),
    "first": mark("To the start"),
    "back": mark("One ply back"),
    "play": mark("Play, one ply a second"),
    "forward": mark("One ply forward"),
    "last": mark("To the end"),
    "flip": mark("Turn the board"),
    "comment": mark("Comment"),
    "best": mark("Best here"),
    "moves": mark("Moves"),
    "graph": mark("Evaluation graph"),
    "ply": mark("ply {ply} of {count}"),
    "variation": mark("variation, ply {ply}"),
    "toMove": mark("{side} to move"),
    "empty": mark("The board is empty"),
    "piece": mark("{cell}: {piece}"),
    "madeWith": mark("made with {program}"),
    "nothing": mark("No comment on this move."),
    "script": mark("Without JavaScript, the page shows the last board, the moves and the comments."),
}
"""The page's own texts, by the key that the script and the style sheet use."""


def own_words() -> dict[str, Words]:
    """Return the page's own texts in every language."""
    return {key: both(source) for key, source in OWN.items()}
