"""The steps of a lesson's tree: the numbers of the node, the pseudo-code, and the questions before decisions."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from engine.core.handmade import parse_tree
from engine.core.language import set_language, tr
from engine.searchtree.explanation import Sentence, SentencePart
from engine.searchtree.pseudocode import code_of
from engine.searchtree.replay import NodeNumber
from engine.teach.exercise import kinds
from engine.teach.walk import walk_of
from studio.learn.workspace import READING, STEPS, LearnWorkspace
from studio.look import palette, style
from studio.steps.bar import StepBar
from studio.steps.panel import HEAD, LINE, CodeView, QuestionCard
from studio.steps.predicting import DecisionPlace, Predictions
from studio.steps.sentence import StepSentence

TREE = "((2 5) (1 8))"


@pytest.fixture
def learn(qtbot: QtBot) -> Iterator[LearnWorkspace]:
    made = LearnWorkspace()
    qtbot.addWidget(made)
    made.resize(1280, 700)
    made.show()
    made.head.choose_algorithm("alphabeta")
    made.show_tree(parse_tree(TREE))
    made.segments.choose(STEPS)
    yield made
    set_language("en")


def decisions(learn: LearnWorkspace) -> list[int]:
    """Return the numbers of steps before the decisions."""
    return list(learn.walk.events.decisions)


def test_a_lesson_opens_before_its_first_step(learn: LearnWorkspace) -> None:
    learn.show_lesson("4")
    assert learn.replay.step == 0 and learn.segments.current == STEPS
    drawn = learn.picture.canvas.drawing.nodes
    assert all(not each.text for each in drawn if each.children), "no value is drawn before it is known"
    assert learn.steps.code.now is None and learn.steps.card.prediction is None


def test_the_numbers_are_those_of_the_node_that_the_search_is_in(learn: LearnWorkspace) -> None:
    learn.replay.slider.setValue(9)
    assert list(learn.steps.cards.numbers) == [
        NodeNumber("α", "from A", "2"), NodeNumber("β", "by F", "1", "+∞"), NodeNumber("v", "", "≤ 1", ""),
    ]  # fmt: skip
    assert learn.steps.cards.accessibleName() == "C, α = 2, β = 1, v = ≤ 1"
    learn.head.choose_algorithm("minimax")
    learn.show_tree(parse_tree(TREE))
    learn.replay.slider.setValue(3)
    assert [each.name for each in learn.steps.cards.numbers] == ["v"]


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "negascout"])
def test_the_marked_line_is_the_one_that_the_step_executes(learn: LearnWorkspace, name: str) -> None:
    learn.head.choose_algorithm(name)
    learn.show_tree(parse_tree(TREE))
    code, view = code_of(learn.walk.events), learn.steps.code
    assert code is not None
    for step in range(1, len(learn.walk.steps()) + 1):
        learn.replay.slider.setValue(step)
        assert view.now == learn.walk.replay().execute(step)
        is_next = step < len(learn.walk.steps()) and learn.walk.steps()[step].is_decision
        assert (view.next is not None) == is_next
        if view.next is not None:
            assert view.next.question.endswith("?")
        assert view.now is not None and step in view.executed(view.now.line)
    # A click on a line goes to the last step before that executed it.
    line = view.now.line  # type: ignore[union-attr]
    learn.replay.slider.setValue(len(learn.walk.steps()) - 1)
    earlier = [step for step in view.executed(line) if step < learn.replay.step] or view.executed(line)
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(60, HEAD + LINE * (line - 1) + 4))
    assert learn.replay.step == (earlier[-1] if earlier else learn.replay.step)


def test_the_replay_stops_before_each_decision_and_asks(learn: LearnWorkspace) -> None:
    card = learn.steps.card
    card.ask_box.setChecked(True)
    for step in decisions(learn):
        for _ in range(len(learn.walk.steps()) + 5):
            learn.replay.step_by(1)
        assert learn.replay.step == step, "→ does not pass a question"
        assert card.prediction is not None and card.prediction == learn.walk.replay().predict(step)
        QTest.keyClick(learn, Qt.Key.Key_1 if card.prediction.right == 0 else Qt.Key.Key_2)
        QApplication.processEvents()
        if learn.replay.step == step:  # without an active window, no shortcut works
            learn.player.answer(card.prediction.right)
        assert learn.replay.step == step + 1, "a right answer shows the step"
        assert card.verdict.text() == f"✓ {card.prediction.explanation.text}"
    learn.replay.step_by(1)
    assert learn.player.predictions.right == learn.player.predictions.total == len(decisions(learn))
    assert card.score.text() == f"predicted right {learn.player.predictions.right} / {learn.player.predictions.total}"
    assert card.repeat_button.isHidden()


def test_a_wrong_answer_keeps_the_question_and_can_be_repeated(learn: LearnWorkspace) -> None:
    card = learn.steps.card
    card.ask_box.setChecked(True)
    first = decisions(learn)[0]
    learn.replay.slider.setValue(first)
    prediction = card.prediction
    assert prediction is not None
    card.buttons[1 - prediction.right].click()
    assert learn.replay.step == first and card.prediction == prediction
    assert card.verdict.text() == f"✗ {prediction.explanation.text}"
    assert [button.property("answer") for button in card.buttons][prediction.right] == "good"
    card.buttons[prediction.right].click()
    assert (learn.player.predictions.right, learn.player.predictions.total) == (0, 1), "only the first answer counts"
    learn.replay.step_by(1)
    assert learn.replay.step == first + 1, "an answered question does not stop the replay"
    learn.show_tree(parse_tree("(1 2)"))
    assert card.repeat_button.text() == "Repeat 1 question"
    card.repeat_button.click()
    assert learn.tree.text() == TREE and learn.replay.step == first and card.prediction == prediction
    learn.player.answer(prediction.right)
    assert learn.player.predictions.wrong == [] and learn.player.predictions.right == 1


def test_a_run_stops_at_a_question(learn: LearnWorkspace, qtbot: QtBot) -> None:
    learn.segments.choose(READING)
    learn.steps.card.ask_box.setChecked(True)
    learn.replay.slider.setValue(decisions(learn)[0])
    learn.replay.start()
    qtbot.waitUntil(lambda: not learn.replay.is_playing)
    assert learn.replay.step == decisions(learn)[0] and learn.segments.current == STEPS


def test_home_and_end_go_to_the_ends(learn: LearnWorkspace, qtbot: QtBot) -> None:
    learn.activateWindow()
    for key, step in ((Qt.Key.Key_End, len(learn.walk.steps())), (Qt.Key.Key_Home, 0)):
        qtbot.keyClick(learn.picture.canvas, key)
        assert learn.replay.step == step


def test_an_exercise_has_no_questions(learn: LearnWorkspace) -> None:
    learn.steps.card.ask_box.setChecked(True)
    learn.start_exercise("prune", None, 3)
    learn.solve()
    learn.replay.slider.setValue(0)
    learn.replay.step_by(1)
    learn.replay.step_by(1)
    assert learn.replay.step == 2


def test_the_panel_is_written_in_the_language_in_use(learn: LearnWorkspace) -> None:
    learn.steps.card.ask_box.setChecked(True)
    learn.replay.slider.setValue(9)
    set_language("vi")
    QApplication.sendPostedEvents()
    learn._draw()
    assert learn.steps.card.title.text() == "Cắt hay đi tiếp?"
    assert learn.steps.cards.numbers[0].source == "từ A"


def test_answers_are_counted_once_in_a_replay() -> None:
    made, asked = Predictions(), DecisionPlace(TREE, "alphabeta", 3)
    made.answer(asked, is_right=False)
    made.answer(asked, is_right=True)
    assert (made.right, made.total, made.wrong) == (0, 1, [asked])
    made.begin()
    made.answer(asked, is_right=True)
    assert (made.right, made.total, made.wrong) == (1, 2, [])


def test_a_name_in_the_sentence_shows_its_node_and_a_click_goes_there(learn: LearnWorkspace) -> None:
    learn.replay.slider.setValue(10)
    label, canvas = learn.sentence.sentence, learn.picture.canvas
    assert label.text() == "α = 2 ≥ β = 1 at C: G need not be looked at." == label.accessibleName()
    links = {part.text: str(place) for place, part in enumerate(label.parts) if part.line}
    assert links.keys() == {"C", "G"}
    for name, node in (("C", 2), ("G", 6)):
        label.linkHovered.emit(links[name])
        assert canvas.pointed == node and canvas.drawing.nodes[node].name == name
        label.linkHovered.emit("")
        assert canvas.pointed == -1
        label.linkActivated.emit(links[name])
        assert canvas.focused == node


@pytest.mark.parametrize("kind", [name for name, kind in kinds().items() if kind.replays])
def test_the_search_of_an_exercise_is_replayed_with_its_sentences_after_it(learn: LearnWorkspace, kind: str) -> None:
    learn.start_exercise(kind, None, 5)
    assert learn.sentence.isHidden() and learn.replay.isHidden(), "a step would give the answer away"
    learn.solve()
    attempt = learn.attempt
    assert attempt is not None and not learn.sentence.isHidden()
    replay = attempt.walk.replay(for_mover=attempt.kind.for_mover)
    assert learn.replay.step == len(replay) == learn.replay.slider.maximum()
    for step in range(len(replay) + 1):
        learn.replay.slider.setValue(step)
        assert learn.sentence.sentence.text() == replay.narrate(step).text
        assert learn.sentence.caption.text() == replay.narrate(step).caption_text
    # The numbers, the code and the questions of a lesson, too.
    assert learn.segments.button(0).text() == "Exercise" and learn.sides.currentWidget() is learn.panel
    learn.segments.choose(STEPS)
    assert learn.sides.currentWidget() is learn.steps
    learn.steps.card.ask_box.setChecked(True)
    for step in range(1, len(replay)):
        learn.replay.slider.setValue(step)
        assert learn.steps.code.now == replay.execute(step)
        assert learn.steps.card.prediction == (replay.predict(step) if replay.is_decision(step) else None)
    learn.restart()
    assert learn.sentence.isHidden() and learn.replay.isHidden() and learn.segments.isHidden()
    assert learn.sides.currentWidget() is learn.panel
    learn.show_lesson(learn.lesson)
    assert learn.segments.button(0).text() == "Reading" and learn.sides.currentWidget() is learn.view


def test_the_panel_is_written_when_it_is_uncovered(learn: LearnWorkspace) -> None:
    learn.segments.choose(READING)
    code, cards = learn.steps.code, learn.steps.cards
    before = code.now
    learn.replay.slider.setValue(9)
    assert code.now == before and cards.accessibleName() != "C, α = 2, β = 1, v = ≤ 1"
    assert learn.sentence.sentence.text().startswith("F is worth 1.")
    learn.segments.choose(STEPS)
    assert code.now == learn.walk.replay().execute(9) and cards.accessibleName() == "C, α = 2, β = 1, v = ≤ 1"


def test_a_line_of_code_says_how_often_it_was_executed(learn: LearnWorkspace) -> None:
    replay, view = learn.walk.replay(), learn.steps.code
    for step in (len(replay), 7, 9):
        learn.replay.slider.setValue(step)
        for line in range(1, len(view.code.lines) + 1):  # type: ignore[union-attr]
            made = [at for at in range(1, step + 1) if line in replay.execute(at).lines]  # type: ignore[union-attr]
            assert view.executed(line) == made


def test_the_slider_has_a_tick_at_each_decision_if_there_is_room(learn: LearnWorkspace) -> None:
    slider = learn.replay.slider
    assert slider.stops == (4, 7, 10) == learn.walk.replay().decisions
    ticks = slider.ticks()
    assert len(ticks) == 3 and ticks == sorted(ticks) and all(0 < x < slider.width() for x in ticks)
    first = 16 // 2 + round((slider.width() - 16) * 4 / 12)
    assert abs(ticks[0] - first) <= 1
    slider.stops = tuple(range(1, 500))
    assert slider.ticks() == []


# --- the parts of the player ------------------------------------------------------------------------------------------


def test_a_sentence_with_links_is_plain_text_in_the_colours_of_the_theme(qtbot: QtBot, qapp: QApplication) -> None:
    card = StepSentence()
    qtbot.addWidget(card)
    parts = (
        SentencePart("a < b at ", -1, ()),
        SentencePart("<C>", 4, ()),
        SentencePart(" & ", -1, ()),
        SentencePart("G", -1, (2, 6)),
    )
    label = card.sentence
    label.show_sentence(Sentence("", parts, {}))
    assert label.text() == label.accessibleName() == "a < b at <C> & G"
    for theme in ("dark", "light"):
        style.apply(qapp, theme)
        label.restyle()
        look = f'style="color: {palette.current().text.name()}"'
        assert QLabel.text(label) == f'a &lt; b at <a href="1" {look}>&lt;C&gt;</a> &amp; <a href="3" {look}>G</a>'
    heard: list[object] = []
    card.hovered.connect(heard.append)
    card.chosen.connect(heard.append)
    for link in ("1", "3", ""):
        label.linkHovered.emit(link)
    label.linkActivated.emit("3")
    assert heard == [parts[1], parts[3], None, parts[3]]
    usual = label.minimumHeight()
    card.set_large(True)
    assert label.minimumHeight() > usual and (label.property("role"), card.caption.property("role")) == (
        "large",
        "secondary",
    )
    card.set_large(False)
    assert label.minimumHeight() == usual and (label.property("role") or "", card.caption.property("role")) == (
        "",
        "caption",
    )


def test_the_card_of_a_question(qtbot: QtBot) -> None:
    card, replay = QuestionCard(), walk_of(parse_tree(TREE), "alphabeta").replay()
    qtbot.addWidget(card)
    step = replay.events.decisions[1]
    prediction = replay.predict(step)
    assert prediction is not None
    right, wrong = prediction.right, 1 - prediction.right
    heard: list[int] = []
    card.answered.connect(heard.append)
    for chosen, looks, sign, role in (
        (-1, {right: None, wrong: None}, "", None), (right, {right: "good", wrong: None}, "✓", "good"),
        (wrong, {right: "good", wrong: "bad"}, "✗", "error"),
    ):  # fmt: skip
        card.ask(prediction, chosen)
        assert (card.title.text(), card.question.text()) == (prediction.title, prediction.question.text)
        assert [each.text() for each in card.buttons] == [
            f"{number}   {words.text}" for number, words in enumerate(prediction.answers, 1)
        ]
        assert {number: card.buttons[number].property("answer") for number in (0, 1)} == looks
        assert card.verdict.isHidden() == (chosen < 0)
        if chosen >= 0:
            assert card.verdict.text() == f"{sign} {prediction.explanation.text}"
            assert card.verdict.property("role") == role
    for button in card.buttons:
        button.click()
    assert heard == [0, 1]
    card.ask(None)
    assert all(each.isHidden() for each in (card.title, card.question, card.verdict, *card.buttons))
    assert not card.ask_box.isHidden() and card.prediction is None
    made = Predictions()
    for total, words in ((0, ""), (1, "predicted right 0 / 1"), (2, "predicted right 0 / 2")):
        card.show_score(made)
        assert card.score.text() == words and card.repeat_button.isHidden() == (total == 0)
        assert card.repeat_button.text() == f"Repeat {total} question{'' if total == 1 else 's'}"
        made.answer(DecisionPlace(TREE, "alphabeta", total), is_right=False)


def test_the_tool_tip_of_a_line_of_code(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    view, replay = CodeView(), walk_of(parse_tree("((2 5) (1 8) (3 4) (6 7))"), "minimax").replay()
    qtbot.addWidget(view)
    shown: list[str] = []
    monkeypatch.setattr("studio.steps.panel.QToolTip.showText", lambda _, text, __: shown.append(text))
    monkeypatch.setattr("studio.steps.panel.QToolTip.hideText", lambda: shown.append(""))

    def tip(line: int) -> str:
        point = QPoint(60, HEAD + LINE * (line - 1) + 4)
        QApplication.sendEvent(view, QHelpEvent(QEvent.Type.ToolTip, point, point))
        return shown[-1]

    assert tip(1) == "", "there is no code yet"
    assert replay.code is not None
    count = len(replay.code.lines)
    for step in (0, 4, len(replay)):
        view.show_step(replay, step)
        for line in range(1, count + 1):
            steps = view.executed(line)
            if not steps:
                assert tip(line) == ""
            elif len(steps) == 1:
                assert tip(line) == f"executed 1 time: step {steps[0]}"
            else:
                last = ", ".join(map(str, steps[-8:]))
                assert tip(line) == f"executed {len(steps)} times: steps {'… ' * (len(steps) > 8)}{last}"
    assert max(len(view.executed(line)) for line in range(1, count + 1)) > 8
    assert [view.line_at(QPoint(9, y)) for y in (0, HEAD - 1, HEAD, HEAD + LINE - 1, HEAD + LINE)] == [0, 0, 1, 1, 2]
    assert [view.line_at(QPoint(9, HEAD + LINE * count + by)) for by in (-1, 0)] == [count, 0]
    # A click goes to the last step before the present one, or to the last of all if there is none before.
    chosen: list[int] = []
    view.step_chosen.connect(chosen.append)
    line = next(line for line in range(1, count + 1) if len(view.executed(line)) > 2)
    steps = view.executed(line)
    for step, wanted in ((len(replay), steps[-1] if steps[-1] < len(replay) else steps[-2]), (steps[1], steps[0]),
                         (steps[0], steps[0])):  # fmt: skip
        view.show_step(replay, step)
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(60, HEAD + LINE * (line - 1) + 4))
        assert chosen[-1] == wanted
    view.show_step(replay, 0)
    count = len(chosen)
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(60, 3))
    assert len(chosen) == count


@pytest.mark.parametrize("code", ["vi", "en"])
def test_the_parts_of_the_bar_have_names(qtbot: QtBot, code: str) -> None:
    set_language(code)
    try:
        bar = StepBar()
        qtbot.addWidget(bar)
        bar.set_steps(7, (2, 5), 3)
        for part, text in (
            (bar.first, tr("First step")), (bar.back, tr("One step back")), (bar.play, tr("Step by step")),
            (bar.forward, tr("One step forward")), (bar.last, tr("Last step")), (bar.speed, tr("Steps a second")),
        ):  # fmt: skip
            assert part.accessibleName() == part.toolTip() == text
        assert bar.decision.text() == bar.decision.accessibleName() == tr("Next decision")
        assert bar.decision.toolTip() == tr("Next decision") + "  ]" and bar.slider.toolTip() == ""
        assert bar.text.text() == tr("step {step} / {all}", step=3, all=7)
        bar.step_by(1)
        assert bar.text.text() == tr("step {step} / {all}", step=4, all=7)
        assert bar.slider.accessibleName() == tr("Step of the search")
    finally:
        set_language("en")


def test_the_pace_of_the_steps(qtbot: QtBot) -> None:
    bar = StepBar(speeds=(1, 4, 100, 1000), speed=4)
    qtbot.addWidget(bar)
    played: list[bool] = []
    bar.played.connect(played.append)
    bar.set_steps(1000, (), 0)
    bar.start()
    assert bar._timer.interval() == 250
    for index, interval, by in ((0, 1000, 1), (2, 40, 4), (3, 40, 40)):
        bar.speed.setCurrentIndex(index)
        assert bar._timer.interval() == interval
        before = bar.step
        for _ in range(3):
            bar._tick()
        assert bar.step == before + 3 * by
    bar.stop()
    bar.stop()
    bar.speed.setCurrentIndex(1)
    assert played == [True, True, True, True, False]
    bar.slider.setValue(999)
    ended: list[int] = []
    bar.ended.connect(lambda: ended.append(bar.step))
    bar.start()
    bar._tick()
    assert ended == [] and bar.is_playing
    bar._tick()
    assert ended == [1000] and not bar.is_playing
