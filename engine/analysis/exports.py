"""Copies of records as files for other programs.

PGN in Chinese has the tags of Chinese programs in their order (the description of the format by xqbase.com: ``Game`` is
the first) and no evaluations, commands and glyphs, which these programs would show as text. It is in the encoding
that they expect (``encode_chinese``).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.analysis.plain_pgn import plain_games, plain_pgn
from engine.analysis.verdict import Thresholds
from engine.core.game import Game
from engine.core.language import mark
from engine.records.bare import bare
from engine.records.formats.ubb import Ubb
from engine.records.text import encode_chinese
from engine.records.tree import GameTree, Record

_TAGS = (
    "Game", "Event", "Round", "Date", "Site", "RedTeam", "Red", "BlackTeam", "Black", "Result", "ECCO", "Opening",
    "Variation", "Format", "SetUp", "FEN",
)  # fmt: skip
"""The tags of Chinese programs in their order. Others follow before ``Format``."""
_HEAD = re.compile(r"(?:^\[[A-Za-z].*\]\n)+(?=\n)", re.MULTILINE)


class Export(NamedTuple):
    """A kind of copies.

    Attributes:
        title: English name, translated for display.
        suffix: suffix of the files.
        make: function that returns the content of a file with records, and a sentence about what is not in it.
    """

    title: str
    suffix: str
    make: Callable[[Sequence[Record], Thresholds | None], tuple[bytes, str]]


def exports_of(game: Game) -> Mapping[str, Export]:
    """Return the kinds of copies of records of a game, by name."""
    found = {"pgn": Export(mark("PGN for other programs"), ".pgn", _plain)}
    for name, title in game.record_languages.items():
        found[name] = Export(title, ".pgn", _chinese(name))
    if game.record_rules("ubb") is not None:
        found["ubb"] = Export(Ubb.title, ".ubb", _ubb)
    return found


def _plain(records: Sequence[Record], thresholds: Thresholds | None) -> tuple[bytes, str]:
    return plain_games(records, thresholds).encode(), ""


def _chinese(language: str) -> Callable[[Sequence[Record], Thresholds | None], tuple[bytes, str]]:
    """Return the function that writes PGN in a language."""

    def make(records: Sequence[Record], thresholds: Thresholds | None) -> tuple[bytes, str]:
        texts, notices = list[str](), list[str]()
        for record in records:
            copy = bare(record)
            notices.append(copy.notice)
            for each in copy.records:
                game = each.game.recorded_in(language)
                written = plain_pgn(replace(each, tree=GameTree(game, each.tree.nodes)), thresholds)
                texts.append(_HEAD.sub(lambda head: _in_order(head[0]), written, count=1))
        return encode_chinese("\n".join(texts), language), _joined(notices)

    return make


def _ubb(records: Sequence[Record], thresholds: Thresholds | None) -> tuple[bytes, str]:
    copies = [bare(record) for record in records]
    text = Ubb().write([each for copy in copies for each in copy.records])
    return encode_chinese(text, "simplified"), _joined([copy.notice for copy in copies])


def _in_order(head: str) -> str:
    """Return lines of tags in the order of Chinese programs."""
    last = _TAGS.index("Format")
    places = {name: (number, 0) for number, name in enumerate(_TAGS)}
    return "".join(
        sorted(head.splitlines(keepends=True), key=lambda line: places.get(line[1:].split()[0], (last - 1, 1)))
    )


def _joined(notices: Sequence[str]) -> str:
    """Return the sentences without empty ones and repetitions."""
    return " ".join(dict.fromkeys(filter(None, notices)))
