"""Short, unique names of the players of a contest, for tables, records and the window."""

import dataclasses
from collections.abc import Sequence

from engine.contests.clock import TimeControl, plain_seconds
from engine.contests.contest import Contest, Contestant, PlayerLimit, numbered
from engine.core.errors import KyVienError
from engine.core.evaluation import evaluations, stated_name
from engine.core.language import ngettext, tr
from engine.core.options import format_options
from engine.search.search import algorithms
from engine.search.spec import TIES, AnySpec, Spec
from studio.analysis.figures import compact, decimals
from studio.analysis.parameters import parameter_words
from studio.document import values
from studio.look import foreign


def player_limit_text(limit: PlayerLimit, *, short: bool = False) -> str:
    """Return the limit of a player as text, such as "depth 3", "0.5 s" or, for a clock, "5:00 + 3 s".

    The text is in the language in use. If ``short`` is true, the text is the same in every language, such as "d3",
    "200000n", "0.5s" or "1+0.1".
    """
    if isinstance(limit, TimeControl):
        return limit.text if short else f"{time_text(limit.base)} + {time_text(limit.increment)} {tr('s')}"
    if limit.depth is not None:
        return f"d{limit.depth}" if short else tr("depth {depth}", depth=limit.depth)
    if limit.nodes is not None:
        nodes = compact(limit.nodes)
        return f"{limit.nodes}n" if short else ngettext("{count} node", "{count} nodes", limit.nodes, count=nodes)
    assert limit.seconds is not None
    return f"{limit.seconds:g}s" if short else f"{decimals(limit.seconds, 1)} {tr('s')}"


def time_text(seconds: float) -> str:
    """Format a time on a clock, given in seconds, such as "0.1", "5:00" or "1:30:00"."""
    text = plain_seconds(seconds % 60)
    if seconds >= 60:
        minutes = int(seconds // 60)
        whole = f"{minutes // 60}:{minutes % 60:02}" if minutes >= 60 else str(minutes)
        text = f"{whole}:{'0' if seconds % 60 < 10 else ''}{text}"
    return text.replace(".", decimals(0.1, 1)[1])


def algorithm_of(contestant: Contestant) -> str:
    """Return the identifier of a player's algorithm, plugin or external engine."""
    return contestant.spec.partition(":")[0]


def is_limited(contestant: Contestant) -> bool:
    """Whether the limit of a player has an effect. Plugins and external engines are assumed to respect limits."""
    known = algorithms().get(algorithm_of(contestant))
    return bool(contestant.plugin or contestant.engine) or known is None or known.is_limited


def judges(contestant: Contestant) -> bool:
    """Whether the evaluation of a player has an effect.

    It is assumed to have an effect on plugins, and has no effect on external engines.
    """
    known = algorithms().get(algorithm_of(contestant))
    if contestant.engine:
        return False
    return bool(contestant.plugin) or known is None or known.needs_evaluation


def usual_player(spec: AnySpec) -> AnySpec | None:
    """Return the algorithm with the parameters of a player of a contest for whom the user has set none.

    The result is None for a plugin or an external engine.
    """
    return Spec.make(spec.name).varied(TIES) if spec.is_own else None


def _built_in(contestant: Contestant) -> Spec | None:
    """Return the built-in algorithm of a player, or None for other players or if it is not known."""
    if contestant.plugin or contestant.engine:
        return None
    try:
        return Spec.parse(contestant.spec)
    except KyVienError:
        return None


def _own_text(contestant: Contestant) -> str:
    """Return the spec of a player without the parameters that all players of contests have, such as ``greedy``."""
    spec = _built_in(contestant)
    if spec is None:
        return contestant.spec
    usual = usual_player(spec)
    parameters = format_options(spec.parameters, None if usual is None else usual.parameters)
    return f"{spec.name}:{parameters}" if parameters else spec.name


def labelled(contestants: Sequence[Contestant], game: str) -> tuple[Contestant, ...]:
    """Return the players with labels for tables and records, such as ``alphabeta:ordering=on d3``.

    The labels are the same in every language. They include the evaluation if the players use different evaluations.
    Equal labels are not numbered here, but in tables and records (``Contest.names``).
    """
    differ = len({_evaluation_name(each, game) for each in contestants if judges(each)}) > 1
    made: list[Contestant] = []
    for each in contestants:
        words = [_own_text(each)]
        if is_limited(each):
            words.append(player_limit_text(each.limit, short=True))
        if differ and judges(each):
            words.append(_evaluation_name(each, game))
        made.append(dataclasses.replace(each, label=" ".join(words)))
    return tuple(made)


def titles_of(contest: Contest) -> list[str]:
    """Return the translated names of the players of a contest, such as "NegaScout, depth 3".

    Equal names are numbered. The parameters of plugins and external engines are not translated.
    """
    return numbered([", ".join(words) for words in _words_of(contest)])


def _words_of(contest: Contest) -> list[list[str]]:
    """Return the parts of each player's name: the algorithm, the limit, the parameters and the evaluation.

    Parts that have no effect, and an evaluation shared by all players, are omitted.
    """
    differ = len({_evaluation_name(each, contest.game) for each in contest.contestants if judges(each)}) > 1
    names = []
    for each in contest.contestants:
        name, _, parameters = each.spec.partition(":")
        known = algorithms().get(name)
        words = [tr(known.title) if known is not None and not each.plugin and not each.engine else foreign.name(name)]
        if is_limited(each):
            words.append(player_limit_text(each.limit))
        spec = _built_in(each)
        if spec is not None:
            words += parameter_words(spec, usual_player(spec))
        elif parameters:
            words.append(foreign.name(parameters))
        if differ and judges(each):
            words.append(evaluation_title(each, contest.game))
        names.append(words)
    return names


def record_names(contest: Contest) -> list[str]:
    """Return the names of ``titles_of`` for files, without the characters that control the writing direction."""
    return [foreign.without_isolates(each) for each in titles_of(contest)]


def short_titles_of(contest: Contest) -> list[str]:
    """Return shorter names than ``titles_of``, such as "NegaScout" and "Alpha-beta, depth 2".

    They omit details shared by all players with the same algorithm.
    """
    whole = _words_of(contest)
    names = []
    for place, words in enumerate(whole):
        rivals = [each for other, each in enumerate(whole) if other != place and each[0] == words[0]]
        # A detail shared by all players with the same algorithm does not distinguish them.
        kept = [word for word in words[1:] if any(word not in each for each in rivals)]
        names.append(", ".join([words[0], *kept]))
    return numbered(names)


def _evaluation_name(contestant: Contestant, game: str) -> str:
    """Return the current name of a player's evaluation, or of the game's default evaluation if the player has none.

    If the game has no evaluation either, return an empty string.
    """
    return stated_name(game, contestant.evaluation) or next(iter(evaluations(game)), "")


def evaluation_title(contestant: Contestant, game: str) -> str:
    """Return the translated title of a player's evaluation, or an empty string if the player uses no evaluation."""
    name = _evaluation_name(contestant, game)
    return values.evaluation_title(game, name) if name and judges(contestant) else ""


def contest_title(contest: Contest) -> str:
    """Return the title of a contest, with the translated names of the players.

    Its forms are "A – B", "A · B · C" and "A · B and 3 more".
    """
    names = titles_of(contest)
    if len(names) == 2:
        return f"{names[0]} – {names[1]}"
    if len(names) < 4:
        return " · ".join(names)
    return tr("{names} and {count} more", names=" · ".join(names[:2]), count=len(names) - 2)
