"""Names and values of options as texts, translated for display."""

from typing import Any

from engine.core.language import tr
from engine.core.options import Option
from studio.look import foreign


def label_of(option: Option) -> str:
    """Return the translated name of an option, or its identifier if it has no label."""
    return foreign.name(tr(option.label) if option.label else option.name)


def value_text(option: Option, value: Any) -> str:
    """Return the value of an option with its unit, translated for display, such as "15 points", "none" or "red"."""
    if option.kind is bool and value is not None:
        return tr("yes") if value else tr("no")
    if option.letters and value is not None:
        names = letter_names(option)
        return ", ".join(name for letter, name in zip(option.letters, names, strict=True) if letter in value)
    text = foreign.name(tr(option.text(value)))
    if option.unit and value is not None:
        return f"{text} {tr(option.unit, count=value)}"
    return text


def letter_names(option: Option) -> list[str]:
    """Return a word for each of ``option.letters``.

    The words are those of the list after the last colon of the translated help. If this list does not have one word for
    each letter, return the letters.
    """
    words = [word.strip() for word in tr(option.help).rpartition(":")[2].split(",")]
    return words if len(words) == len(option.letters) else list(option.letters)
