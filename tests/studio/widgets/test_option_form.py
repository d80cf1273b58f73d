"""A form from a dataclass: every option of every game and algorithm can be shown, read and set."""

import dataclasses
from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from engine.core.evaluation import evaluations
from engine.core.game import find_game, games
from engine.core.options import build_options, options_of
from engine.core.refinements import NO_PASS
from engine.games.cotoan.game import Rules
from engine.search.search import algorithms
from engine.search.spec import Spec
from engine.search.switches import preset_values
from studio.widgets.option_form import OptionForm
from studio.widgets.option_text import letter_names, value_text
from studio.window.translation import LanguageSwitch

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


def test_switches_are_in_a_section_that_shows_what_automatic_means(qtbot: QtBot, switch: LanguageSwitch) -> None:
    game = find_game("go")
    parameters = Spec.parse("pvs:preset=sound").parameters
    form = OptionForm(type(parameters), parameters, game=game)
    qtbot.addWidget(form)
    switches = [each.name for each in options_of(type(parameters)) if each.is_switch]
    for name in switches:
        assert form.switches.isAncestorOf(form.editor(name)), name
    assert not form.switches.isAncestorOf(form.editor("lines"))
    for preset in ("sound", "strong", "plain"):
        form.set_value(Spec.parse(f"pvs:preset={preset}").parameters)
        values = preset_values(game, preset)
        for name in switches:
            box = cast(QComboBox, form.editor(name))
            assert box.itemText(0) == ("Automatic (on)" if values[name] else "Automatic (off)"), (preset, name)
            assert box.isEnabled() == (name not in game.unsuitable)
            assert (NO_PASS in box.toolTip()) == (game.unsuitable.get(name) == NO_PASS)
    switch.switch("vi")
    form.retranslate()
    assert cast(QComboBox, form.editor("null_move")).itemText(0) == "Tự động (tắt)"
    form.set_game(find_game("chess"))
    assert form.editor("null_move").isEnabled()
    switch.switch("en")


def test_a_switch_that_does_not_apply_can_be_reset(qtbot: QtBot) -> None:
    parameters = Spec.parse("pvs:null_move=on,table=off").parameters
    form = OptionForm(type(parameters), parameters, game=find_game("go"))
    qtbot.addWidget(form)
    box = cast(QComboBox, form.editor("null_move"))
    assert box.isEnabled()
    assert form.switches.head.text() == "Individual refinements · 2 set"
    box.setCurrentIndex(0)
    assert not box.isEnabled()
    assert form.switches.head.text() == "Individual refinements · 1 set"
    assert form.value() == Spec.parse("pvs:table=off").parameters


def test_boxes_of_switches_are_made_when_the_section_is_opened(qtbot: QtBot) -> None:
    parameters = Spec.parse("pvs:null_move=on,table=off").parameters
    form = OptionForm(type(parameters), parameters, game=find_game("chess"), columns=2)
    qtbot.addWidget(form)
    form.show()
    names = {option.name for option in options_of(type(parameters)) if option.is_switch}
    assert not form.switches.findChildren(QComboBox) and form.value() == parameters
    expected = form.wanted_width
    form.set_value(Spec.parse("pvs:null_move=off").parameters)
    assert form.switches.head.text() == "Individual refinements · 1 set"
    qtbot.mouseClick(form.switches.head, Qt.MouseButton.LeftButton)
    boxes = {box.objectName(): box for box in form.switches.findChildren(QComboBox)}
    assert boxes.keys() == names
    assert boxes["null_move"].currentText() == "Off"
    assert all("Automatic" in box.currentText() for name, box in boxes.items() if name != "null_move")
    assert form.wanted_width <= expected <= form.wanted_width * 1.2, "a row decides before whether two columns fit"
    with qtbot.waitSignal(form.changed):
        boxes["table"].setCurrentIndex(2)
    assert form.value() == Spec.parse("pvs:null_move=off,table=off").parameters
    assert form.switches.head.text() == "Individual refinements · 2 set"


def test_letters_have_words() -> None:
    ops = next(option for option in options_of(Rules) if option.name == "ops")
    assert letter_names(ops) == ["add", "subtract", "multiply", "divide", "remainder"]


def test_no_choice_and_no_preset_is_shown_as_an_identifier() -> None:
    """In English a choice begins with a capital letter or a number, and no preset has a Vietnamese name."""
    parameters = [each.Parameters for each in algorithms().values()]
    for name, game in games().items():
        classes = [game.Rules, *(each.Parameters for each in evaluations(name).values()), *parameters]
        for option in (option for each in classes for option in options_of(each)):
            for choice in option.choices or ():
                text = value_text(option, choice)
                assert not (text[:1].islower() and choice is not None) and "_" not in text, (name, option.name, text)
            assert not option.texts or len(option.texts) == len(option.choices or ())
        for preset in game.presets:
            assert game.preset_title(preset).replace("–", "-").isascii(), (name, preset)
            assert "_" not in game.preset_title(preset)
        assert set(game.display_titles) == {*game.notations, *game.looks}, name


def test_a_clock_has_its_unit_in_every_language(switch: LanguageSwitch) -> None:
    for game in games().values():
        for option in options_of(game.Rules):
            if option.name == "clock":
                texts = [value_text(option, choice) for choice in option.choices or ()]
                assert texts == ["No clock", "60 s per move", "90 s per move", "120 s per move", "20 min per side"]
                switch.switch("vi")
                assert value_text(option, "20min") == "20 phút mỗi bên"
                switch.switch("en")
