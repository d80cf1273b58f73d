"""Games of stones in the window: numbers, liberties, atari, forbidden points, passing, counting, swap2, resigning."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.core.score import Score
from engine.core.surface import WOOD, Player
from engine.search.report import Limit
from engine.search.spec import Spec
from studio.look import palette
from studio.play.seat import Seat
from studio.window.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton
PERSON = Seat("Lan")
ENGINE = Seat(spec=Spec.parse("alphabeta:ordering=on"), limit=Limit(depth=1))
SMALL = "size=5,komi=0.5"
WALLS = "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 pass E1"
"""On 5×5: black owns three columns and White two, one of White's stones inside its own."""


def show(window: MainWindow, name: str, rules: str, moves: str = "") -> None:
    """A new record with some moves, typed as a person would paste them."""
    window.document.new(find_game(name).with_rules(rules))
    for text in moves.split():
        window.document.play(window.document.game.parse_move(window.document.position, text))


def cell(window: MainWindow, name: str) -> int:
    surface = window.document.game.surface(window.document.position)
    return next(each for each in range(surface.columns * surface.rows) if surface.cell_name(each) == name)


def at(window: MainWindow, name: str) -> QPoint:
    return window.board.cell_center(cell(window, name))


def click(window: MainWindow, *names: str) -> None:
    for name in names:
        QTest.mouseClick(window.board, LEFT, Qt.KeyboardModifier.NoModifier, at(window, name))


def hover(window: MainWindow, name: str) -> None:
    QTest.mouseMove(window.board, window.board.cell_center(0) + QPoint(2, 2))
    QTest.mouseMove(window.board, at(window, name))


def press(window: MainWindow, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(QApplication.focusWidget() or window, key, modifier)


def numbers(window: MainWindow) -> dict[str, str]:
    surface = window.board.surface
    assert surface is not None
    return {surface.cell_name(each): text for each, text in window.board.picture_parts().numbers.items()}


def marks(window: MainWindow, layer: str) -> dict[str, str]:
    """The marks of a layer: name of the cell to kind, or text of a chip."""
    surface = window.board.surface
    assert surface is not None
    return {surface.cell_name(each.cell): each.text or each.kind for each in window.board.marks(layer)}


def record(window: MainWindow) -> list[str]:
    tree = window.document.tree
    return [tree.move_text(node) for node in tree.main_line()[1:]]


def counted(window: MainWindow, qtbot: QtBot) -> Any:
    """The count going on, once the engine has proposed."""
    qtbot.waitUntil(lambda: not window.page.counting.is_proposing)
    return window.page.counting.count


# --- what is marked ---------------------------------------------------------------------------------------------------


def test_moves_are_numbered_by_a_key_and_only_the_last_on_request(window: MainWindow) -> None:
    show(window, "caro", "", "h8 h9 g8 g9 f8 f9")
    assert numbers(window) == {}
    press(window, Qt.Key.Key_M)
    assert numbers(window) == {"h8": "1", "h9": "2", "g8": "3", "g9": "4", "f8": "5", "f9": "6"}
    press(window, Qt.Key.Key_Left)
    assert "f9" not in numbers(window) and numbers(window)["f8"] == "5"
    window.actions_table["numbers_1"].trigger()
    assert numbers(window) == {"f8": "5"}
    window.actions_table["numbers_5"].trigger()
    press(window, Qt.Key.Key_Right)
    assert numbers(window) == {"h9": "2", "g8": "3", "g9": "4", "f8": "5", "f9": "6"}
    press(window, Qt.Key.Key_M)
    assert numbers(window) == {}


def test_numbers_follow_the_variation_shown_and_a_line_on_trial(window: MainWindow) -> None:
    show(window, "caro", "", "h8 h9 g8")
    window.settings.show_numbers = True
    window.document.back()
    click(window, "a1")
    assert numbers(window) == {"h8": "1", "h9": "2", "a1": "3"}
    window.page.try_line([cell(window, "b1"), cell(window, "c1")])
    assert numbers(window) == {"h8": "1", "h9": "2", "a1": "3", "b1": "4", "c1": "5"}


def test_a_point_taken_and_filled_again_carries_the_later_number(window: MainWindow) -> None:
    show(window, "go", SMALL, "A2 A1 B1")
    window.settings.show_numbers = True
    assert numbers(window) == {"A2": "1", "B1": "3"}
    click(window, "E5", "A1")
    assert numbers(window)["A1"] == "5"


def test_numbers_are_remembered(make_window: Any) -> None:
    first = make_window()
    first.actions_table["numbers_10"].trigger()
    first.close()
    second = make_window()
    assert second.actions_table["numbers"].isChecked() and second.actions_table["numbers_10"].isChecked()


def test_the_group_under_the_pointer_shows_its_liberties(window: MainWindow) -> None:
    show(window, "go", "9x9", "E5 A1 F5 A2")
    hover(window, "E5")
    liberties = {"D5", "G5", "E4", "F4", "E6", "F6"}
    assert marks(window, "group") == dict.fromkeys(liberties, "dot") | {"E5": "6"}
    hover(window, "A1")
    assert marks(window, "group") == {"B1": "dot", "B2": "dot", "A3": "dot", "A1": "3"}
    hover(window, "J9")
    assert marks(window, "group") == {}
    press(window, Qt.Key.Key_L)
    hover(window, "E5")
    assert marks(window, "group") == {}


def test_a_group_with_one_liberty_is_in_another_colour(window: MainWindow) -> None:
    show(window, "go", SMALL, "A1 E5 C3 A2")
    hover(window, "A1")
    assert {mark.color.name() for mark in window.board.marks("group")} == {palette.light().accent.name()}


@pytest.mark.parametrize(
    ("name", "rules", "moves"), [("go", "9x9", "A1 E5 C3 A2"), ("minigo", "size=9,free=on", "A1 E5 C3 A2")]
)
def test_groups_in_atari_are_marked_on_request(window: MainWindow, name: str, rules: str, moves: str) -> None:
    show(window, name, rules, moves)
    assert marks(window, "danger") == {}
    press(window, Qt.Key.Key_A)
    assert marks(window, "danger") == {"A1": "ring", "B1": "dot"}
    assert window.board.picture_parts().attacks == ()


RENJU = "h8 a1 j8 a3 i9 a5 i10 a7"
"""Black's i8 would make two threes, along the row and the column."""


def test_forbidden_points_bind_the_side_to_move(window: MainWindow) -> None:
    show(window, "caro", "Renju", RENJU)
    assert marks(window, "forbidden") == {"i8": "cross"}
    hover(window, "i8")
    assert marks(window, "group") == {"i8": "double three"}
    click(window, "o15")
    assert marks(window, "forbidden") == {}
    show(window, "caro", "Gomoku", RENJU)
    assert marks(window, "forbidden") == {}


# --- passing and counting ---------------------------------------------------------------------------------------------


def test_passing_by_button_and_by_key_leads_to_the_count(window: MainWindow, qtbot: QtBot) -> None:
    show(window, "go", SMALL, WALLS)
    (button,) = window.page.players.placeless.buttons
    assert button.text() == "Pass"
    qtbot.mouseClick(button, LEFT)
    assert record(window)[-1] == "pass" and not window.page.counting.is_active
    press(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert record(window)[-2:] == ["pass", "pass"]
    assert window.page.counting.is_active
    assert window.page.scoring.isVisible() and not window.page.players.isVisible()
    assert window.document.record.result == "*"
    counted(window, qtbot)


def test_dead_stones_are_corrected_by_clicks_and_the_score_follows(window: MainWindow, qtbot: QtBot) -> None:
    show(window, "go", SMALL, WALLS + " A1 A5 pass pass")
    # A lonely white stone at A5 in Black's area, a black one is not in White's.
    window.game_commands.set_counting(True)
    window.page.counting._set(frozenset())
    before = counted(window, qtbot)
    if cell(window, "A5") in before.dead:
        click(window, "A5")
    before = window.page.counting.count
    assert before is not None and cell(window, "A5") not in before.dead
    assert "A5" not in marks(window, "owners")
    click(window, "A5")
    after = window.page.counting.count
    assert after is not None and after.dead == {cell(window, "A5")}
    assert after.totals[0] > before.totals[0]
    assert window.board.picture_parts().faded == {cell(window, "A5")}
    assert marks(window, "owners")["A5"] == "area"
    owner = next(mark.color for mark in window.board.marks("owners") if mark.cell == cell(window, "A5"))
    assert owner == palette.board(WOOD).first
    panel = window.page.scoring
    assert [row[0] for row in panel.cells] == ["", "Territory", "Stones", "Komi", "Total"]
    assert panel.cells[-1][1:] == ("15", "10.5")
    assert panel.result.text() == "B+4.5" and panel.margin.text() == "Black wins by 4.5 points."
    click(window, "B3")
    assert window.page.counting.count == after  # an empty point means nothing
    assert record(window)[-2:] == ["pass", "pass"]  # and clicks play no moves
    click(window, "A5")
    assert window.page.counting.count == before


def test_the_count_enters_the_record_is_undone_and_read_back(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    show(window, "go", SMALL, WALLS + " A1 A5 pass")
    window.controller.pass_turn()
    counted(window, qtbot)
    window.page.counting._set(frozenset({cell(window, "A5")}))
    qtbot.mouseClick(window.page.scoring.done_button, LEFT)
    assert not window.page.counting.is_active and not window.page.scoring.isVisible()
    assert window.document.record.result == "1-0"
    assert window.document.record.headers["Termination"] == "score"
    assert "B+4.5" in window.page.players.state.whole
    assert "[%dead A5]" in window.document.text()
    faded = window.board.picture_parts().faded
    assert faded == {cell(window, "A5")} and marks(window, "owners")
    path = tmp_path / "counted.pgn"
    window.document.save(path)
    window.record_commands.undo()
    assert window.document.record.result == "*" and "dead" not in window.document.text()
    assert window.board.picture_parts().faded == frozenset() and marks(window, "owners") == {}
    window.record_commands.redo()
    assert window.document.record.result == "1-0" and window.board.picture_parts().faded == faded
    window.document.open(path)
    assert window.board.picture_parts().faded == frozenset()
    press(window, Qt.Key.Key_End)
    assert window.board.picture_parts().faded == faded and "B+4.5" in window.page.players.state.whole
    # Counted again it begins with what was agreed on.
    press(window, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    assert window.page.counting.count is not None and window.page.counting.count.dead == faded
    press(window, Qt.Key.Key_Escape)
    assert not window.page.counting.is_active
    assert window.document.record.result == "1-0"


def test_escape_leaves_the_count_and_changes_nothing(window: MainWindow, qtbot: QtBot) -> None:
    show(window, "go", SMALL, WALLS)
    text = window.document.text()
    window.actions_table["count"].trigger()
    counted(window, qtbot)
    click(window, "C3", "A1")  # a group, and a point where a stone could be put
    assert record(window)[-1] == "E1"
    press(window, Qt.Key.Key_Escape)
    assert not window.page.counting.is_active and marks(window, "owners") == {}
    assert window.document.text() == text
    click(window, "A1")
    assert record(window)[-1] == "A1"


def test_moving_away_ends_the_count(window: MainWindow, qtbot: QtBot) -> None:
    show(window, "go", SMALL, WALLS)
    window.game_commands.set_counting(True)
    counted(window, qtbot)
    press(window, Qt.Key.Key_Left)
    assert not window.page.counting.is_active
    assert window.page.players.isVisible()


def test_a_user_who_is_busy_elsewhere_is_asked(window: MainWindow, qtbot: QtBot) -> None:
    show(window, "go", SMALL, "C3 pass")
    window.show_workspace("compare")
    window.controller.pass_turn()
    assert window.workspace == "compare" and not window.page.counting.is_active
    (button,) = window.notice.buttons
    qtbot.mouseClick(button, LEFT)
    assert window.workspace == "play" and window.page.counting.is_active
    counted(window, qtbot)


def test_a_record_with_a_result_but_no_dead_stones_is_believed(window: MainWindow) -> None:
    show(window, "go", SMALL, WALLS + " pass pass")
    assert "count the score" in window.page.players.state.whole
    window.document.set_result("0-1", "score")
    assert window.page.players.state.whole == "White won by score."


def test_counting_in_analyse_and_games_without_a_count(window: MainWindow, qtbot: QtBot) -> None:
    show(window, "go", SMALL, WALLS)
    window.show_workspace("analyse")
    assert window.actions_table["count"].isEnabled()
    window.actions_table["count"].trigger()
    assert counted(window, qtbot) is not None
    show(window, "caro", "", "h8")
    assert not window.page.counting.is_active
    assert not window.actions_table["count"].isEnabled() and not window.actions_table["pass"].isEnabled()


def test_a_played_game_waits_for_the_count_and_ends_with_it(window: MainWindow, qtbot: QtBot) -> None:
    controller = window.controller
    controller.start(find_game("go").with_rules(SMALL), (PERSON, PERSON))
    for text in (WALLS + " A1 A5 pass pass").split():
        controller.play(window.document.game.parse_move(window.document.position, text))
    assert controller.is_playing and controller.is_counted
    assert window.page.counting.is_active
    counted(window, qtbot)
    press(window, Qt.Key.Key_Escape)
    assert controller.is_playing and "count the score" in window.page.players.state.whole
    window.actions_table["count"].trigger()
    counted(window, qtbot)
    window.page.counting._set(frozenset({cell(window, "A5")}))
    with qtbot.waitSignal(controller.ended) as ended:
        qtbot.mouseClick(window.page.scoring.done_button, LEFT)
    assert ended.args[0].winner is Player.FIRST
    assert not controller.is_playing and window.document.record.result == "1-0"


def test_taking_back_a_pass_goes_on_playing(window: MainWindow, qtbot: QtBot) -> None:
    controller = window.controller
    controller.start(find_game("go").with_rules(SMALL), (PERSON, PERSON))
    for text in ("C3", "pass", "pass"):
        controller.play(window.document.game.parse_move(window.document.position, text))
    assert window.page.counting.is_active
    window.actions_table["take_back"].trigger()
    assert not window.page.counting.is_active and controller.is_playing and not controller.is_counted
    assert record(window) == ["C3", "pass"]


def test_engines_alone_end_by_the_rules(window: MainWindow, qtbot: QtBot) -> None:
    game = find_game("go").with_rules(SMALL)
    setup = game.format_position(game.parse_position("2bw1/2bw1/2bw1/2bw1/2bw1 b - 0 0 1"))
    window.controller.start(game, (Seat(spec=Spec.parse("random")), Seat(spec=Spec.parse("random"))), setup=setup)
    window.controller.pause()
    pass_move = game.pass_move(window.document.position)
    assert pass_move is not None
    window.controller.engine_moves.found.emit(window.controller.live, pass_move)
    assert not window.controller.is_playing and not window.page.counting.is_active
    assert window.document.record.result == "1-0"


# --- resigning --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "rules", "moves"), [("caro", "", "h8 h9"), ("minigo", "9x9", "E5 E6"), ("go", "9x9", "E5 E6")]
)
def test_resigning_in_a_record_is_an_edit(window: MainWindow, name: str, rules: str, moves: str) -> None:
    show(window, name, rules, moves)
    press(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    assert window.document.record.result == "0-1"
    assert window.document.record.headers["Termination"] == "resignation"
    assert "by resignation" in window.page.players.state.whole
    assert not window.actions_table["resign"].isEnabled()
    window.record_commands.undo()
    assert window.document.record.result == "*" and window.actions_table["resign"].isEnabled()
    window.document.back()
    assert not window.actions_table["resign"].isEnabled()  # not in the middle of the record


def test_resigning_a_game_names_the_winner(window: MainWindow) -> None:
    window.controller.start(find_game("go").with_rules("9x9"), (PERSON, ENGINE))
    window.actions_table["resign"].trigger()
    assert window.document.record.result == "0-1" and not window.controller.is_playing


# --- swap2 ------------------------------------------------------------------------------------------------------------

SWAP2 = "columns=9,rows=9,win=exactly_five,look=points,opening=swap2"


def test_swap2_between_persons(window: MainWindow, qtbot: QtBot) -> None:
    window.controller.start(find_game("caro").with_rules(SWAP2), (Seat("Lan"), Seat("Minh")))
    players = window.page.players
    assert players.state.whole == "Opening: the first player puts x, o, x"
    for name in ("e5", "e6", "f6"):
        assert players.lines[0].is_to_move and not players.lines[1].is_to_move
        assert players.placeless.buttons == []
        click(window, name)
    assert players.lines[1].is_to_move
    assert [button.text() for button in players.placeless.buttons] == ["Swap colours", "Two more stones"]
    qtbot.mouseClick(players.placeless.buttons[1], LEFT)
    for name in ("a1", "b1"):
        assert players.lines[1].is_to_move
        click(window, name)
    assert players.lines[0].is_to_move
    (swap,) = players.placeless.buttons
    qtbot.mouseClick(swap, LEFT)
    assert record(window) == ["e5", "e6", "f6", "two", "a1", "b1", "swap"]
    assert window.document.position.hand is window.document.position.turn
    assert [card.detail.text() for card in players.lines] == ["X", "O"]
    assert [card.is_to_move for card in players.lines] == [False, True]


def test_a_swap_shows_in_names_colours_and_headings(window: MainWindow) -> None:
    show(window, "caro", SWAP2, "e5 e6 f6")
    cards = window.page.players.lines
    header = window.moves.model.headerData
    assert [card.name.whole for card in cards] == ["X", "O"]
    swap = window.page.players.placeless.buttons[0]
    colors = [card._color.name() for card in cards]
    QTest.mouseClick(swap, LEFT)
    assert [card.name.whole for card in cards] == ["O", "X"]
    assert [card._color.name() for card in cards] == colors[::-1]
    assert [header(column, Qt.Orientation.Horizontal) for column in (1, 3)] == ["X → O", "O → X"]
    window.document.back()
    assert [card.name.whole for card in cards] == ["X", "O"]


@pytest.mark.parametrize("code", ["en", "vi"])
def test_the_prompts_of_swap2_are_shown_in_full(window: MainWindow, qapp: QApplication, code: str) -> None:
    window.appearance.set_language(code)
    window.resize(1280, 800)
    game = find_game("caro").with_rules("opening=swap2")
    window.document.new(game)
    prompts, label = set[str](), window.page.players.prompt
    for text in ("f8", "g8", "h8", "two", "a1", "a2"):
        prompts.add(label.whole)
        qapp.processEvents()
        assert label.isVisible()
        assert label.text() == label.whole != ""
        window.document.play(game.parse_move(window.document.position, text))
    assert len(prompts) > 1


def test_swap2_record_is_read_back(window: MainWindow, tmp_path: Path) -> None:
    show(window, "caro", SWAP2, "e5 e6 f6 two a1 b1 swap c1")
    path = tmp_path / "swap2.pgn"
    window.document.save(path)
    text = window.document.text()
    window.document.open(path)
    assert window.document.text() == text
    assert record(window) == ["e5", "e6", "f6", "two", "a1", "b1", "swap", "c1"]


@pytest.mark.parametrize("engine", [0, 1])
def test_swap2_between_a_person_and_an_engine(window: MainWindow, qtbot: QtBot, engine: int) -> None:
    """The engine makes exactly the moves of its player, independent of the side to move by the stones."""
    controller = window.controller
    seats = (ENGINE, PERSON) if engine == 0 else (PERSON, ENGINE)
    controller.start(find_game("caro").with_rules(SWAP2), seats)
    if engine == 0:
        qtbot.waitUntil(lambda: len(record(window)) == 3)
        assert controller.may_move() and not controller.is_thinking
        controller.play(window.document.game.parse_move(window.document.position, "two"))
        for _ in range(2):
            assert controller.may_move() and not controller.is_thinking
            free = [move for move in window.document.position.legal_moves() if move < 500]
            controller.play(free[0])
        qtbot.waitUntil(lambda: len(record(window)) >= 7)
    else:
        for name in ("e5", "e6", "f6"):
            assert controller.may_move()
            click(window, name)
        assert not controller.may_move()
        qtbot.waitUntil(lambda: len(record(window)) >= 4)
    controller.abandon()


def test_swap2_between_engines_and_their_clocks(window: MainWindow, qtbot: QtBot) -> None:
    """The player who puts the stones uses its own time and its own algorithm."""
    slow = Seat(spec=Spec.parse("random"), limit=Limit(depth=1))
    controller = window.controller
    asked: list[tuple[int, str]] = []
    original = controller.engine_moves.search

    def note(tree: Any, node: int, seat: Any, clock: Any) -> None:
        asked.append((len(record(window)), seat.spec.name))
        original(tree, node, seat, clock)

    controller.engine_moves.search = note  # type: ignore[method-assign]
    controller.start(find_game("caro").with_rules(SWAP2), (slow, ENGINE))
    qtbot.waitUntil(lambda: len(asked) >= 5)
    controller.abandon()
    assert [name for _, name in asked[:4]] == ["random", "random", "random", "alphabeta"]


# --- what fits a game -------------------------------------------------------------------------------------------------


def test_the_bar_is_squashed_by_the_evaluation(window: MainWindow) -> None:
    bar = window.page.bar
    window.show_workspace("analyse")
    show(window, "caro", "", "h8")
    window.session.choice.set_evaluation("patterns")
    window.analysis_commands.show_score(Score(180, Player.FIRST))
    assert 0.8 < bar.shown.share < 0.9
    show(window, "cotoan", "")
    window.session.choice.set_evaluation("material_safety")
    window.analysis_commands.show_score(Score(12, Player.FIRST))
    assert 0.8 < bar.shown.share < 0.9
    window.analysis_commands.show_score(Score(180, Player.FIRST))
    assert bar.shown.share > 0.97


def test_the_calculator_stays_where_there_is_arithmetic(make_window: Any) -> None:
    window = make_window()
    window.show_workspace("play")
    dock = window.docks["calculator"]
    assert dock.isVisible()
    show(window, "go", "9x9")
    assert not dock.isVisible()
    window.show_workspace("analyse")
    window.show_workspace("play")
    assert not dock.isVisible()
    show(window, "cotoan", "")
    assert dock.isVisible()
    show(window, "go", "9x9")
    window.close()
    again = make_window()
    assert again.document.game.name == "cotoan" and again.docks["calculator"].isVisible()


def test_a_match_is_offered_the_game_being_played(window: MainWindow) -> None:
    show(window, "caro", "Renju")
    assert window.match.form.contest().game == "caro"


def test_the_threat_of_a_stone_is_a_ring(window: MainWindow, qtbot: QtBot) -> None:
    show(window, "caro", "columns=9,rows=9", "a1 e5 a2 e6 a9 e7 i9 e8")
    window.analysis_commands.show_threat(True)
    qtbot.waitUntil(lambda: bool(window.board.arrows()), timeout=20_000)
    (arrow,) = window.board.arrows()
    assert arrow.origin == -1 and arrow.target in (cell(window, "e4"), cell(window, "e9"))


def test_passing_is_called_so_in_vietnamese(window: MainWindow, qtbot: QtBot) -> None:
    show(window, "go", SMALL, WALLS)
    window.appearance.set_language("vi")
    buttons = window.page.players.placeless
    qtbot.waitUntil(lambda: [button.text() for button in buttons.buttons] == ["Bỏ lượt"])
    window.game_commands.set_counting(True)
    counted(window, qtbot)
    assert window.page.scoring.cells[1][0] == "Đất"
    assert window.page.scoring.cells[-1][1:] == ("15", "10,5")


def test_signs_of_an_sgf_file_follow_the_cursor(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "marked.sgf"
    path.write_text("(;GM[1]SZ[5];B[cc]TR[cc]LB[aa:A];W[dd];B[bb]CR[bb:cb])")
    window.filing.open(path)
    shown = lambda: {  # noqa: E731
        window.board.surface.cell_name(sign.cell): sign.text or sign.kind for sign in window.board.picture_parts().signs
    }
    window.document.go(1)
    assert shown() == {"C3": "triangle", "A5": "A"}
    line = [window.document.tree[2].move]
    window.page.try_line(line)
    assert shown() == {}
    window.page.end_trial()
    assert shown() == {"C3": "triangle", "A5": "A"}
    window.document.forward()
    assert shown() == {}
    window.document.forward()
    assert shown() == {"B4": "circle", "C4": "circle"}
    window.document.new(find_game("chess")())
    assert shown() == {}
