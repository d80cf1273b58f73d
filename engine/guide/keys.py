"""The keys that a page must explain: rule options and presets of its game, or algorithms and their parameters."""

from dataclasses import dataclass

from engine.core.game import Game, find_game
from engine.core.language import tr
from engine.core.options import Option, build_options, format_options, options_of
from engine.guide.library import ARTICLES
from engine.guide.page import Page


@dataclass(frozen=True, slots=True)
class KeyFacts:
    """Facts from the engine about a key, with texts in the current language.

    Attributes:
        label: name shown in the window.
        note: default and range of an option, or the rules of a preset, or an empty string.
        is_value: whether the key is a value of an option.
    """

    label: str
    note: str = ""
    is_value: bool = False


def page_keys(page: Page) -> dict[str, KeyFacts]:
    """Return the keys that a page must explain.

    The page of a game must explain the keys of the game. An article with entries must explain the keys of the
    algorithms. An article without entries need not explain any keys.
    """
    if page.name not in ARTICLES:
        return rule_keys(find_game(page.name))
    return algorithm_keys() if page.entries else {}


def rule_keys(kind: type[Game]) -> dict[str, KeyFacts]:
    """Return the keys of a game: its rule options and their named values (``option_keys``), then its presets."""
    found: dict[str, KeyFacts] = {}
    for each in options_of(kind.Rules):
        found |= option_keys(each)
    for preset, values in kind.presets.items():
        text = format_options(build_options(kind.Rules, values))
        found[preset] = KeyFacts(tr(kind.preset_title(preset)), text or tr("the default rules"))
    return found


def algorithm_keys() -> dict[str, KeyFacts]:
    """Return a mapping from the keys of the algorithms to their facts.

    The keys are the names of the algorithms, then their parameters and named values (``option_keys``). The facts about
    a parameter that several algorithms define differently are those of the first of these algorithms.
    """
    from engine.search.search import algorithms

    found = {name: KeyFacts(tr(kind.title)) for name, kind in algorithms().items()}
    for kind in algorithms().values():
        for each in options_of(kind.Parameters):
            for key, facts in option_keys(each).items():
                found.setdefault(key, facts)
    return found


def option_keys(each: Option) -> dict[str, KeyFacts]:
    """Return the keys of an option: its name, and ``name=value`` for each of its letters and each value with a name.

    Values with a name are the choices that begin with a letter, and the word for None. The values of a switch
    (``Option.is_switch``) are not keys, because they are the same for all switches.
    """
    found = {each.name: KeyFacts(tr(each.label) if each.label else each.name, _range(each))}
    if each.letters:
        found |= {f"{each.name}={letter}": KeyFacts(letter, is_value=True) for letter in each.letters}
    for choice in () if each.is_switch else each.choices or ():
        if isinstance(choice, str) and choice[:1].isalpha():
            found[f"{each.name}={choice}"] = KeyFacts(tr(each.text(choice)), is_value=True)
    if each.none and f"{each.name}={each.none}" not in found:
        found[f"{each.name}={each.none}"] = KeyFacts(tr(each.none), is_value=True)
    return found


def rules_words(game: Game) -> str:
    """Return the rules of a game that differ from the defaults, in the current language.

    The text is the name of a preset, or labels with values, or an empty string if no rule differs.
    """
    text = game.rules_text()
    if text in game.presets:
        return tr(game.preset_title(text))
    different = [each for each in options_of(game.Rules) if getattr(game.rules, each.name) != each.default]
    return ", ".join(
        f"{tr(each.label) if each.label else each.name}: {_value(each, getattr(game.rules, each.name))}"
        for each in different
    )


def _range(each: Option) -> str:
    """Return the default of an option, followed by its choices or its range in brackets if it has them."""
    default = tr("Default: {value}", value=_value(each, each.default))
    if each.choices is not None:
        return f"{default} ({', '.join(_value(each, choice) for choice in each.choices)})"
    if each.minimum is not None and each.maximum is not None:
        span = tr("{minimum} to {maximum}", minimum=each.minimum, maximum=each.maximum)
        return f"{default} ({tr(each.none)}, {span})" if each.none else f"{default} ({span})"
    return default


def _value(each: Option, value: object) -> str:
    """Return the text of a value that the window shows, in the current language."""
    if isinstance(value, bool):
        return tr("on") if value else tr("off")
    text = each.text(value)
    return tr(text) if (each.texts or text[:1].isalpha()) and not each.letters else text
