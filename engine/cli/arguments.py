"""Conversion of command-line options to a game, a position, a limit or algorithms."""

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.cli.output import Progress, note
from engine.core.errors import OptionError
from engine.core.game import Game, find_game
from engine.core.language import tr
from engine.core.options import parse_options
from engine.core.position import Position
from engine.search.report import Limit
from engine.search.spec import Spec

if TYPE_CHECKING:
    from engine.asking.external import EngineSpec
    from engine.asking.plugin import PluginSpec
    from engine.search.spec import AnySpec

    Outsider = PluginSpec | EngineSpec

DEFAULT_DEPTH = 3


def game_of(options: argparse.Namespace) -> Game:
    """Return the game with the rules specified by the options.

    Raises:
        OptionError: if there is no such game, preset or rule, or if a value is not allowed.
    """
    return find_game(options.game).with_rules(options.rules, options.preset)


def position_of(options: argparse.Namespace, game: Game) -> Position:
    """Return the position specified by the options. The default is the start position.

    What was changed to make the position legal is printed on standard error.

    Raises:
        NotationError, PositionError: if the text is not a legal position.
    """
    if options.position is None:
        return game.start()
    position, changes = game.read_position(options.position)
    for change in changes:
        note(str(change))
    return position


def limit_of(options: argparse.Namespace) -> Limit:
    """Return the limit specified by the options. The default is a depth of ``DEFAULT_DEPTH`` plies.

    Raises:
        OptionError: if a limit is out of range.
    """
    depth = options.depth
    if depth is None and options.nodes is None and options.seconds is None:
        depth = DEFAULT_DEPTH
    return Limit(depth, options.nodes, options.seconds)


def outsiders_of(options: argparse.Namespace) -> "dict[str, Outsider]":
    """Return a mapping of names to the plugins and external engines specified by the options.

    Each of them is started once to read its options. Further calls return the stored result.

    Raises:
        OptionError: if an external engine is not specified as ``NAME=COMMAND`` or ``NAME=PROTOCOL:COMMAND``.
        SearchError: if a plugin or an engine cannot be started, or is not valid.
    """
    known: dict[str, Outsider] | None = getattr(options, "outsiders", None)
    if known is None:
        known = {}
        for file in options.plugin:
            from pathlib import Path

            from engine.asking.process import describe_plugin

            with Progress(tr("Starting {name}", name=file)):
                plugin = describe_plugin(Path(file))
            known[plugin.name] = plugin
        for text in options.engine:
            engine = _engine(text)
            known[engine.name] = engine
        options.outsiders = known
    return known


def _engine(text: str) -> "EngineSpec":
    """Return the engine described by ``NAME=COMMAND`` or ``NAME=PROTOCOL:COMMAND``.

    The engine is started once to read its options.

    Raises:
        OptionError: if ``text`` has another form.
        SearchError: if the program cannot be started, or supports none of the protocols.
    """
    import re
    import shlex

    from engine.asking.detection import describe_engine
    from engine.asking.external import PROTOCOLS

    name, sign, command = text.partition("=")
    protocol, colon, rest = command.partition(":")
    if colon and protocol in PROTOCOLS:
        command = rest
    else:
        protocol = ""
    try:
        words = shlex.split(command)
    except ValueError:  # an unbalanced quotation mark
        words = []
    if not sign or not words or not re.fullmatch(r"[^\s:;@=]+", name):
        raise OptionError("{text!r}: expected NAME=COMMAND or NAME=PROTOCOL:COMMAND", text=text)
    with Progress(tr("Starting {name}", name=name)):
        return describe_engine(name, words[0], words[1:], protocol)[0]


def specs_of(text: str, own: "Mapping[str, Outsider]") -> "list[AnySpec]":
    """Return the algorithms listed in ``text``.

    Args:
        text: ``NAME`` or ``NAME:k=v,…`` for each algorithm, separated by ``;``.
        own: plugins and external engines by name, which take precedence over built-in algorithms.

    Raises:
        OptionError: if a name is missing, or for an unknown algorithm, parameter or value.
    """
    specs: list[AnySpec] = []
    for part in text.split(";"):
        name, _, parameters = part.strip().partition(":")
        if not name:
            raise OptionError("{text!r}: expected algorithms, separated by ';'", text=text)
        if name in own:
            outsider = own[name]
            specs.append(outsider.with_parameters(parse_options(outsider.Parameters, parameters)))
        else:
            specs.append(Spec.parse(part))
    return specs


def spec_of(text: str, own: "Mapping[str, Outsider]") -> "AnySpec":
    """Return the only algorithm listed in ``text``. The arguments are those of ``specs_of``.

    Raises:
        OptionError: as ``specs_of``, or for several algorithms.
    """
    spec, *others = specs_of(text, own)
    if others:
        raise OptionError("{text!r}: expected one algorithm", text=text)
    return spec
