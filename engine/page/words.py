"""Texts of a page in all languages at once, because the reader chooses the language in the page."""

from engine.core.language import LANGUAGES, mark, translate

Words = dict[str, str]
"""A text by the code of its language."""

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


def both(source: str, **values: object) -> Words:
    """Return a text that is marked for translation in every language, with its ``{fields}`` filled from ``values``.

    A value that is a dictionary contains a text by language.
    """
    made = {}
    for code in LANGUAGES:
        own = {name: each[code] if isinstance(each, dict) else each for name, each in values.items()}
        text = translate(source, code)
        made[code] = text.format(**own) if own else text
    return made


def same(text: str) -> Words:
    """Return a text that is not translated, such as a name, for every language."""
    return dict.fromkeys(LANGUAGES, text)


def own_words() -> dict[str, Words]:
    """Return the page's own texts in every language."""
    return {key: both(source) for key, source in OWN.items()}
