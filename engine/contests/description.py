"""Players of a contest described by texts, as on the command line."""

from collections.abc import Callable
from typing import Any

from engine.asking.plugin import PluginSpec, file_digest
from engine.contests.contest import Contestant, PlayerLimit, split_player, take_book
from engine.core.errors import OptionError
from engine.core.evaluation import find_evaluation, pinned_name, stated_name
from engine.core.game import Game
from engine.core.language import tr
from engine.search.spec import TIES, AnySpec
from engine.tables.book import Book, find_book


def describe_contestant(
    text: str, game: Game, find: Callable[[str], AnySpec], limit: PlayerLimit, evaluation: str = ""
) -> Contestant:
    """Return the player described by ``SPEC@depth=N@evaluation=E@book=on``, where each part after ``@`` is optional.

    Algorithms that prefer the first of equal moves choose at random among them, unless the text says otherwise.

    Args:
        text: the description.
        game: the game with its rules.
        find: function that returns the algorithm of ``NAME`` or ``NAME:k=v,…``.
        limit: limit or clock of a player without its own.
        evaluation: evaluation of a player without its own, or an empty string for the game's default.

    Raises:
        KyVienError: if a part of the text is not valid, the algorithm does not support the game, or there is no book.
    """
    bare, book = player_book(text, game)
    name, own, own_evaluation = split_player(bare)
    spec = find(name)
    check_supports(spec, game)
    if own_evaluation is not None:
        find_evaluation(game.name, own_evaluation)
    player = spec.varied(TIES, name)
    label = player_label(spec, text, game.name)
    return Contestant(
        player.text,
        own or limit,
        pinned_name(game.name, evaluation if own_evaluation is None else own_evaluation),
        label="" if label == player.text else label,
        book=book is not None,
        **origin(spec),
    )


def origin(spec: AnySpec) -> dict[str, Any]:
    """Return the fields of a ``Contestant`` that say where an algorithm is from if it is not built in."""
    if isinstance(spec, PluginSpec):
        return {"plugin": str(spec.path), "plugin_digest": file_digest(spec.path)}
    return {"engine": spec.name} if spec.is_external else {}


def player_book(text: str, game: Game) -> tuple[str, Book | None]:
    """Return the text of a player without ``@book=on`` or ``@book=off``, and its opening book, or None without one.

    Raises:
        KyVienError: if the part ``@book`` is not valid, or if there is no book for the game and its rules.
    """
    bare, has_book = take_book(text)
    book = find_book(game) if has_book else None
    if has_book and book is None:
        raise OptionError("{text!r}: there is no opening book for this game and its rules", text=text)
    return bare, book


def check_supports(spec: AnySpec, game: Game) -> None:
    """Check that an algorithm can play a game. An external engine that cannot would lose every game.

    Raises:
        OptionError: if the protocol or the options of an external engine show that it cannot.
    """
    if not spec.plays(game):
        raise OptionError("{name} does not support {game}", name=spec.name, game=tr(game.title))


def stated_player(text: str, game: str) -> str:
    """Return the text of a player with the name and the digest of its network, if it has one, instead of the path."""
    _, _, evaluation = split_player(take_book(text)[0])
    return text.replace(evaluation, stated_name(game, evaluation)) if evaluation else text


def player_label(spec: AnySpec, text: str, game: str) -> str:
    """Return the name of a player in tables: its spec, with the parts after ``@`` as in ``stated_player``."""
    _, at, extras = stated_player(text, game).partition("@")
    return f"{spec.text}@{extras.strip()}" if at else spec.text
