"""Commands that play games: ``play``, ``match`` and ``tournament``."""

import argparse
import dataclasses
import json
import shlex
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from engine.asking.external import EngineSpec
from engine.cli.arguments import game_of, limit_of, outsiders_of, position_of, specs_of
from engine.cli.output import Progress, note, print_json, print_table
from engine.contests.clock import TimeControl
from engine.contests.contest import (
    Adjudication,
    Contest,
    Form,
    PlayerLimit,
    numbered,
    split_player,
)
from engine.contests.description import check_supports, describe_contestant, player_book, player_label, stated_player
from engine.contests.journal import ContestJournal
from engine.contests.openings import read_openings
from engine.contests.play import play_game
from engine.contests.rating import Sprt
from engine.contests.result import GameResult
from engine.contests.runner import check_records, play_contest, write_records
from engine.contests.standings import Standings
from engine.core.errors import OptionError
from engine.core.evaluation import find_evaluation
from engine.core.files import check_writable, write_text
from engine.core.game import find_game
from engine.core.language import tr
from engine.core.options import check_range
from engine.jobs.journal import skipped_text
from engine.jobs.pools.pool import find_pool
from engine.search.report import Limit
from engine.search.spec import AnySpec
from engine.tables.book import Book


def play(options: argparse.Namespace) -> None:
    """Play one game between two algorithms."""
    game = game_of(options)
    position = position_of(options, game)
    first, second = (_side(options, text) for text in (options.first, options.second))
    if options.output:
        check_writable(options.output)
    with Progress(tr("Playing")) as step:
        played = play_game(
            position, (first.spec, second.spec), (first.evaluation, second.evaluation), (first.limit, second.limit),
            options.seed, on_move=step, books=(first.book, second.book),
        )  # fmt: skip
    played = dataclasses.replace(played, players=(first.name, second.name))
    if options.json:
        print_json(played.to_dict())
    else:
        print(played.text())
    if options.output:
        played.write(options.output)


@dataclasses.dataclass(frozen=True)
class _Side:
    """A player of a single game."""

    name: str
    spec: AnySpec
    evaluation: str
    limit: Limit
    book: Book | None


def _side(options: argparse.Namespace, text: str) -> _Side:
    """Return the player that ``text`` describes, as for a match: ``greedy@evaluation=influence@book=on``.

    Raises:
        KyVienError: if a part of ``text`` is not valid.
    """
    bare, book = player_book(text, game_of(options))
    name, own, evaluation = split_player(bare)
    spec = _player(options, name, text)
    if isinstance(own, TimeControl):
        raise OptionError("{text!r}: a clock needs a match", text=text)
    chosen = options.evaluation if evaluation is None else evaluation
    find_evaluation(game_of(options).name, chosen)
    return _Side(player_label(spec, text, game_of(options).name), spec, chosen, own or limit_of(options), book)


def _player(options: argparse.Namespace, name: str, text: str) -> AnySpec:
    """Return the algorithm ``name`` of a player.

    Args:
        options: the options of the command.
        name: the algorithm with its parameters.
        text: the whole description of the player, for errors.

    Raises:
        OptionError: if ``name`` is not one algorithm, or is an external engine whose protocol or options show that
            it cannot play the game. Such an engine would lose every game.
        SearchError: if a plugin or an engine cannot be started.
    """
    specs = specs_of(name, outsiders_of(options))
    if len(specs) != 1:
        raise OptionError("{text!r}: expected one algorithm", text=text)
    check_supports(specs[0], game_of(options))
    return specs[0]


def match(options: argparse.Namespace) -> None:
    """Play a match of many games between two players."""
    if options.normalised and not options.sprt:
        raise OptionError("--normalised needs --sprt")
    sprt = _sprt(options.sprt, options.normalised) if options.sprt else None
    contest = _contest(options, (options.first, options.second), "match", options.swap, sprt)
    _check_files(options, contest)
    standings, results = _played(options, contest)
    _show_match(options, standings)
    note(standings.repetitions.sentence(tr("use --random-plies or --openings")))
    for warning in standings.warnings:
        note(warning)
    _write_records(options, contest, results)


def _show_match(options: argparse.Namespace, standings: Standings) -> None:
    summary = standings.summary()
    if options.json:
        print_json(summary)
        return
    first, second = numbered([stated_player(each, game_of(options).name) for each in (options.first, options.second)])
    names = {
        "games": tr("Games"), "distinct_games": tr("Distinct games"), "counted_games": tr("Counted games"),
        "first_wins": tr("Wins of {name}", name=first), "draws": tr("Draws"),
        "second_wins": tr("Wins of {name}", name=second), "wins_first_mover": tr("Wins of the first mover"),
        "mean_plies": tr("Plies per game"), "mean_seconds": tr("Seconds per game"),
        "mean_seconds_move": tr("Seconds per move"), "mean_nodes": tr("Nodes per game"),
        "mean_nodes_move": tr("Nodes per move"),
        "statistics": tr("Statistics of"), "pairs": tr("Pairs with 0, ½, 1, 1½, 2 points"),
        "elo": tr("Elo difference"), "normalised_elo": tr("Normalised Elo"),
        "elo_low": tr("Elo, lower end of 95 %"), "elo_high": tr("Elo, upper end of 95 %"),
        "los": tr("Likelihood of superiority"), "faults": tr("Games lost by a failing algorithm"),
        "failed_games": tr("Failed games, not counted"),
        "first_time_losses": tr("Losses on time of {name}", name=first),
        "second_time_losses": tr("Losses on time of {name}", name=second),
        "sprt": tr("Sequential test"), "llr": tr("Log-likelihood ratio"), "llr_bounds": tr("its bounds"),
    }  # fmt: skip
    kinds = {"games": tr("single games"), "pairs": tr("pairs of games with the same opening")}
    summary["statistics"] = kinds[summary["statistics"]]
    print_table("", (tr("Measure"), tr("Value")), [(names[key], _value_text(value)) for key, value in summary.items()])


def _value_text(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, list):
        return ", ".join(map(_value_text, value))
    return f"{value:,.4g}" if isinstance(value, float) else str(value)


def tournament(options: argparse.Namespace) -> None:
    """Play a tournament of several players."""
    players = [part for part in options.players.split(";") if part.strip()]
    contest = _contest(options, players, options.form, not options.no_swap)
    _check_files(options, contest, options.output)
    standings, results = _played(options, contest)
    title = f"{tr(find_game(contest.game).title)} {contest.rules}".strip()
    command = " ".join(["kyvien-engine", *(shlex.quote(part) for part in options.arguments)])
    if options.json:
        text = json.dumps(_tournament_object(contest, standings), ensure_ascii=False) + "\n"
    elif options.table == "csv":
        text = standings.to_csv()
    elif options.table == "latex":
        text = standings.to_latex()
    elif options.table == "html":
        text = standings.to_html(title, command)
    else:
        text = standings.to_text() if options.output else ""
    if options.output:
        write_text(options.output, text)
    elif text:
        print(text, end="")
    else:
        header, rows = standings.grid()
        print_table(title, header, rows)
        if standings.statistics_text:
            print(standings.statistics_text)
    note(standings.repetitions.sentence(tr("use --random-plies or --openings")))
    for warning in standings.warnings:
        note(warning)
    _write_records(options, contest, results)


def _tournament_object(contest: Contest, standings: Standings) -> dict[str, object]:
    """Return the result of a tournament as plain data for JSON."""
    count = len(contest.contestants)
    losses = {"time_losses": [standings.forfeits(row) for row in range(count)]} if contest.has_clock else {}
    cells = [
        {
            "row": a,
            "column": b,
            "wins": cell.tally.wins,
            "draws": cell.tally.draws,
            "losses": cell.tally.losses,
            **({} if cell.pairs is None else {"pairs": list(cell.pairs.counts)}),
            "games": cell.games,
            "mean_plies": cell.plies / cell.games,
            "mean_seconds": cell.duration / cell.games,
        }
        for (a, b), cell in sorted(standings.cells.items())
    ]
    return {
        "players": contest.names,
        "ranking": standings.ranking(),
        **standings.counts(),
        **({"failed_games": standings.failed} if standings.failed else {}),
        "statistics": "pairs" if contest.is_paired else "games",
        **losses,
        "cells": cells,
    }


def _contest(
    options: argparse.Namespace, players: Sequence[str], form: Form, swap: bool, sprt: Sprt | None = None
) -> Contest:
    """Return the contest specified by the options, after validating all its parts.

    Raises:
        KyVienError: if an option is not valid, or if a plugin or an engine cannot be started.
    """
    game = game_of(options)
    limit = _player_limit(options)
    find_evaluation(game.name, options.evaluation)
    contestants = [
        describe_contestant(text, game, partial(_player, options, text=text), limit, options.evaluation)
        for text in players
    ]
    openings: tuple[str, ...] = ()
    if options.openings:
        with Progress(tr("Reading {name}", name=options.openings.name)):
            openings = read_openings(options.openings, game, note, strict=options.strict)
    if options.jobs is not None:
        check_range("jobs", options.jobs, 1, 1024)
    find_pool(options.pool, options.jobs, note)  # only checked here
    return Contest(
        game.name,
        tuple(contestants),
        form,
        game.rules_text(),
        options.games,
        swap,
        openings,
        options.random_plies,
        options.seed,
        Adjudication(options.most_plies, options.win_score),
        sprt,
        options.memory,
    )


def _check_files(options: argparse.Namespace, contest: Contest, output: Path | None = None) -> None:
    """Check before the first game that the files of ``--records`` and ``--output`` can be written.

    The files are not changed. The function also checks that no two options specify the same file.

    Raises:
        KyVienError: if a file cannot be written, if two options specify the same file, or if the format of the records
            is unknown or does not support the game.
    """
    files = {"--journal": options.journal, "--records": options.records, "--output": output}
    named = [(name, path.resolve()) for name, path in files.items() if path is not None]
    for place, (name, path) in enumerate(named):
        for other, another in named[:place]:
            if path == another and (path.is_file() or not path.exists()):
                raise OptionError("{first} and {second} name the same file", first=other, second=name)
    if options.records is not None:
        check_records(options.records, contest)
    if output is not None:
        check_writable(output)


def _write_records(options: argparse.Namespace, contest: Contest, results: Sequence[GameResult]) -> None:
    """Write the records of the games to the file specified by the options, if there is one.

    Standard output is flushed first, so that the results are printed even if the records cannot be written.
    """
    if options.records is not None:
        sys.stdout.flush()
        with Progress(tr("Writing {name}", name=options.records.name)):
            note(write_records(options.records, contest, results))


def _played(options: argparse.Namespace, contest: Contest) -> tuple[Standings, list[GameResult]]:
    """Play the games that are missing from the contest's journal, and show the progress.

    Returns:
        The standings, and the results in the order of the schedule.
    """
    with ExitStack() as stack:
        path = options.journal
        if path is None:
            path = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "journal"
        with Progress(tr("Reading {name}", name=path.name)):
            journal = ContestJournal(path, contest)
        stack.callback(journal.close)
        note(skipped_text(path, journal.skipped))
        step = stack.enter_context(Progress(tr("Playing"), contest.total, len(journal.results)))
        engines = [each for each in outsiders_of(options).values() if isinstance(each, EngineSpec)]
        pool = find_pool(options.pool, options.jobs, note)
        for _ in play_contest(contest, journal, engines=engines, pool=pool):
            step()
        results = [journal.results[index] for index in sorted(journal.results)]
    return Standings.of(contest, results), results


def _sprt(text: str, normalised: bool) -> Sprt:
    try:
        elo0, elo1, *risks = (float(part) for part in text.split(","))
        alpha, beta = risks or (0.05, 0.05)
    except ValueError:
        raise OptionError("{text!r}: expected ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA", text=text) from None
    return Sprt(elo0, elo1, alpha, beta, normalised)


def _player_limit(options: argparse.Namespace) -> PlayerLimit:
    """Return the limit or the clock for the players of a contest that have no individual limit or clock.

    Raises:
        OptionError: for an invalid limit or clock, or a clock together with a limit.
    """
    if options.clock is None:
        return limit_of(options)
    if options.depth is not None or options.nodes is not None or options.seconds is not None:
        raise OptionError("{text!r}: a clock replaces depth, nodes and seconds", text=f"--clock {options.clock}")
    return TimeControl.parse(options.clock)
