"""A form from a dataclass: every option of every game and algorithm can be shown, read and set."""

import dataclasses

import pytest
from pytestqt.qtbot import QtBot

from engine.core.game import games
from engine.core.options import build_options, options_of
from engine.games.cotoan.game import Rules
from engine.search.search import algorithms
from studio.widgets.option_form import OptionForm, letter_names

CLASSES = [game.Rules for game in games().values()] + [search.Parameters for search in algorithms().values()]


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: f"{cls.__module__}.{cls.__name__}")
def test_a_form_begins_with_the_defaults(qtbot: QtBot, cls: type) -> None:
    form = OptionForm(cls)
    qtbot.addWidget(form)
    assert form.value() == cls()
    assert form.is_empty == (not options_of(cls))


@pytest.mark.parametrize(
    "values",
    [
        {"target": None},
        {"target": 45, "ops": "ar", "clock": "20min"},
        {"no_capture": None, "mod_small": False},
        {"no_capture": 60, "match": 7, "first": "blue"},
    ],
)
def test_what_is_set_is_read_back(qtbot: QtBot, values: dict[str, object]) -> None:
    rules = build_options(Rules, values)
    form = OptionForm(Rules)
    qtbot.addWidget(form)
    with qtbot.waitSignal(form.changed):
        form.set_value(rules)
    assert form.value() == rules


def test_a_click_changes_one_option(qtbot: QtBot) -> None:
    form = OptionForm(Rules)
    qtbot.addWidget(form)
    with qtbot.waitSignal(form.changed):
        form.editor("zero_helper").click()  # type: ignore[attr-defined]
    assert form.value() == dataclasses.replace(Rules(), zero_helper=True)


def test_letters_have_words() -> None:
    ops = next(option for option in options_of(Rules) if option.name == "ops")
    assert letter_names(ops) == ["add", "subtract", "multiply", "divide", "remainder"]
