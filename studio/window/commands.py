"""The table of the slots of the window's actions."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from engine.core.language import LANGUAGES
from engine.records.tree import ROOT
from studio.board.export import save_picture
from studio.settings import NUMBERED
from studio.window.actions import TREE_COMMANDS
from studio.window.layouts import WORKSPACES

if TYPE_CHECKING:
    from studio.window.main_window import MainWindow

TRAVELS = (
    "back", "forward", "to_start", "to_end", "previous_sibling", "next_sibling", "previous_branch", "next_branch",
)  # fmt: skip
"""Identifiers of the actions that move the cursor, which are also the names of methods of ``Document``."""


def slots_of(window: "MainWindow") -> dict[str, Callable[..., object]]:
    """Return a mapping from the identifiers of all actions to their slots, which is a table with one line for each.

    Some parts of the window are created after the actions. The slots access these parts only when they are called.

    Args:
        window: the main window.
    """
    document, controller, filing, settings = window.document, window.controller, window.filing, window.settings

    def annotate(nag: int) -> None:
        if document.cursor != ROOT:
            document.toggle_nag(document.cursor, nag)

    slots: dict[str, Callable[..., object]] = {
        "new": lambda: window.openers.new_game(window.first_page.game.name if window.first_page.is_shown else ""),
        "open": filing.ask_open,
        "choose_game": filing.choose,
        "save": filing.save,
        "save_as": filing.ask_save,
        "export_png": lambda: filing.ask_picture(partial(save_picture, window.board), "png"),
        "export_svg": lambda: filing.ask_picture(partial(save_picture, window.board), "svg"),
        "export_pgn": lambda: window.exporting.ask_copy("pgn"),
        "export_simplified": lambda: window.exporting.ask_copy("simplified"),
        "export_traditional": lambda: window.exporting.ask_copy("traditional"),
        "export_ubb": lambda: window.exporting.ask_copy("ubb"),
        "export_strip": lambda: window.exporting.ask_strip(),
        "export_animation": lambda: window.exporting.ask_animation(),
        "export_page": lambda: window.exporting.ask_page(),
        "properties": lambda: window.openers.properties(),
        "quit": window.close,
        "undo": lambda: window.record_commands.undo(),
        "redo": lambda: window.record_commands.redo(),
        "copy_position": lambda: window.clipboard.copy_position(),
        "copy_record": lambda: window.clipboard.copy_record(),
        "paste": lambda: window.clipboard.paste(),
        "editor": window.set_editing,
        "preferences": lambda: window.openers.preferences(),
        "flip": lambda: window.page.set_flipped(not window.board.flipped),
        "attacked": window.page.set_attacked,
        "liberties": lambda on: setattr(settings, "show_liberties", on),
        "numbers": lambda on: setattr(settings, "show_numbers", on),
        "calculator": lambda on: window.docks["calculator"].setVisible(on),
        "terms": lambda on: window.docks["terms"].setVisible(on),
        "comment": lambda: window.record_commands.write_comment(),
        "delete": lambda: window.record_commands.delete_move(),
        "promote": lambda: document.promote(document.cursor),
        "to_main_line": lambda: document.to_main_line(document.cursor),
        "moves_style": lambda on: setattr(settings, "moves_style", "text" if on else "table"),
        "take_back": lambda: window.record_commands.take_back(),
        "pass": controller.pass_turn,
        "count": window.set_counting,
        "offer_draw": controller.offer_draw,
        "resign": controller.resign,
        "engine_move": lambda: window.game_commands.engine_move(),
        "pause_game": lambda on: controller.pause() if on else controller.resume(),
        "next_game": lambda: window.game_commands.next_game(),
        "save_match": lambda: window.game_commands.save_match(),
        "analysis": lambda: window.analysis_commands.toggle(),
        "stop": lambda: window.analysis_commands.stop(),
        "threat": lambda on: window.analysis_commands.show_threat(on),
        "analyse_game": lambda: window.analysis_commands.analyse_game(),
        "next_mistake": lambda: window.review.next_mistake(),
        "previous_mistake": lambda: window.review.next_mistake(-1),
        "next_own_mistake": lambda: window.review.next_mistake(mine=True),
        "previous_own_mistake": lambda: window.review.next_mistake(-1, mine=True),
        "retry": lambda: window.review.begin_retry(),
        "insert_line": lambda: window.review.insert_here(),
        "guess": lambda: window.review.set_guessing(not window.review.is_guessing),
        "compare_here": lambda: window.review.compare_here(),
        "see_trees": lambda: window.review.see_trees(),
        "engines": lambda: window.openers.external_engines(),
        "reset_layout": window.reset_layout,
        "full_screen": lambda on: window.showFullScreen() if on else window.showNormal(),
        "first_page": lambda: window.first_page.show(),
        "learn": lambda: window.openers.learn(),
        "help": lambda: window.openers.help(),
        "palette": lambda: window.openers.commands(),
        "rules": lambda: window.openers.guide(window.first_page.game.name),
        "algorithms": lambda: window.openers.guide("algorithms"),
        "comparison": lambda: window.openers.guide("comparison"),
        "reading_review": lambda: window.openers.guide("review"),
        "knowledge": lambda: window.openers.guide("knowledge"),
        "cluster": lambda: window.openers.guide("cluster"),
        "key_sheet": lambda: window.openers.key_sheet(),
        "about": lambda: window.openers.about(),
    }
    for name in TRAVELS:
        slots[name] = lambda name=name: window.record_commands.travel(name)
    slots |= {f"nag_{nag}": partial(annotate, nag) for nag in range(1, 7)}
    for number in range(4):
        slots[f"choice_{number + 1}"] = lambda number=number: window.analysis_commands.play_choice(number)
    for number in NUMBERED:
        slots[f"numbers_{number}"] = lambda _=True, number=number: window.appearance.number_moves(number)
    for name in WORKSPACES:
        slots[f"workspace_{name}"] = lambda _=True, name=name: window.show_workspace(name)
    for name in TREE_COMMANDS:
        slots[f"tree_{name}"] = lambda name=name: window.tree.commands.do(name)
    for code in LANGUAGES:
        slots[f"language_{code}"] = lambda _=True, code=code: window.appearance.set_language(code)
    for name, of_turn in (("scores_first", False), ("scores_turn", True)):
        slots[name] = lambda _=True, of_turn=of_turn: setattr(settings, "scores_of_turn", of_turn)
    for name in ("light", "dark", "system"):
        slots[f"theme_{name}"] = lambda _=True, name=name: window.appearance.set_theme(name)
    return slots
