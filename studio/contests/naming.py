"""What the players of a contest are called: short and alike in tables, records and the window, never two the same."""

import dataclasses
from collections.abc import Sequence

from engine.contests.clock import TimeControl, plain_seconds
from engine.contests.contest import Contest, Contestant, PlayerLimit
from engine.core.evaluation import evaluations
from engine.core.language import tr
from engine.search.search import algorithms
from studio.analysis.figures import compact, decimals


def player_limit_text(limit: PlayerLimit, *, short: bool = False) -> str:
    """How far a player may think: "depth 3", "200k nodes", "0.5 s", "5:00 + 3 s" on the clock.

    Short, in no language: "d3", "200000n", "0.5s", "1+0.1".
    """
    if isinstance(limit, TimeControl):
        return limit.text if short else f"{time_text(limit.base)} + {time_text(limit.increment)} {tr('s')}"
    if limit.depth is not None:
        return f"d{limit.depth}" if short else tr("depth {depth}", depth=limit.depth)
    if limit.nodes is not None:
        return f"{limit.nodes}n" if short else tr("{count} nodes", count=compact(limit.nodes))
    assert limit.seconds is not None
    return f"{limit.seconds:g}s" if short else f"{decimals(limit.seconds, 1)} {tr('s')}"


def time_text(seconds: float) -> str:
    """Seconds on a clock for people: "0.1", "5:00", "1:30:00"."""
    text = plain_seconds(seconds % 60)
    if seconds >= 60:
        minutes = int(seconds // 60)
        whole = f"{minutes // 60}:{minutes % 60:02}" if minutes >= 60 else str(minutes)
        text = f"{whole}:{'0' if seconds % 60 < 10 else ''}{text}"
    return text.replace(".", decimals(0.1, 1)[1])


def algorithm_of(contestant: Contestant) -> str:
    """Identifier of a player's algorithm."""
    return contestant.spec.partition(":")[0]


def deepens(contestant: Contestant) -> bool:
    """Whether its limit means anything; a plugin is asked to keep to it."""
    known = algorithms().get(algorithm_of(contestant))
    return bool(contestant.plugin or contestant.engine) or known is None or known.deepens


def judges(contestant: Contestant) -> bool:
    """Whether its evaluation means anything."""
    known = algorithms().get(algorithm_of(contestant))
    if contestant.engine:
        return False
    return bool(contestant.plugin) or known is None or known.needs_evaluation


def labelled(contestants: Sequence[Contestant], game: str) -> tuple[Contestant, ...]:
    """The same players with names for tables and records, in no language: ``alphabeta:ordering=on d3``.

    An evaluation is named where players have different ones; players alike are numbered.
    """
    default = next(iter(evaluations(game)), "")
    differ = len({each.evaluation or default for each in contestants if judges(each)}) > 1
    made: list[Contestant] = []
    for each in contestants:
        words = [each.spec]
        if deepens(each):
            words.append(player_limit_text(each.limit, short=True))
        if differ and judges(each):
            words.append(each.evaluation or default)
        label = name = " ".join(words)
        number = 1
        while any(other.label == label for other in made):
            number += 1
            label = f"{name} #{number}"
        made.append(dataclasses.replace(each, label=label))
    return tuple(made)


def titles_of(contest: Contest) -> list[str]:
    """The players' names for people, translated: "NegaScout, depth 3"; parameters as they are written."""
    default = next(iter(evaluations(contest.game)), "")
    differ = len({each.evaluation or default for each in contest.contestants if judges(each)}) > 1
    names = []
    for each in contest.contestants:
        name, _, parameters = each.spec.partition(":")
        known = algorithms().get(name)
        words = [tr(known.title) if known is not None and not each.plugin and not each.engine else name]
        if deepens(each):
            words.append(player_limit_text(each.limit))
        if parameters:
            words.append(parameters)
        if differ and judges(each):
            words.append(evaluation_title(each, contest.game))
        number = each.label.rpartition(" #")
        names.append(", ".join(words) + (f" #{number[2]}" if number[1] and number[2].isdigit() else ""))
    return names


def short_titles_of(contest: Contest) -> list[str]:
    """As ``titles_of``, with only as many words as tell the players apart: "NegaScout", "Alpha-beta, depth 2"."""
    whole = [title.split(", ") for title in titles_of(contest)]
    names = []
    for place, words in enumerate(whole):
        rivals = [each for other, each in enumerate(whole) if other != place and each[0] == words[0]]
        # A word that every rival shares tells nothing.
        kept = [word for word in words[1:] if any(word not in each for each in rivals)]
        names.append(", ".join([words[0], *kept]))
    return names


def evaluation_title(contestant: Contestant, game: str) -> str:
    """The name of a player's evaluation, translated; empty where it has none."""
    known = evaluations(game)
    name = contestant.evaluation or next(iter(known), "")
    return tr(known[name].title) if name in known and judges(contestant) else ""


def contest_title(contest: Contest) -> str:
    """Who plays: "A – B", or "A · B and 3 more"."""
    names = titles_of(contest)
    if len(names) == 2:
        return f"{names[0]} – {names[1]}"
    if len(names) < 4:
        return " · ".join(names)
    return tr("{names} and {count} more", names=" · ".join(names[:2]), count=len(names) - 2)
