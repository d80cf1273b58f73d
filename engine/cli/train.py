"""The command ``train``, which makes a network from self-play games and measures it."""

import argparse
import datetime
import json
import math
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import engine
from engine.cli.arguments import game_of
from engine.cli.output import Progress, note, print_json, print_table
from engine.contests.contest import Adjudication, Contest, Contestant
from engine.contests.effort import efforts
from engine.contests.journal import ContestJournal
from engine.contests.openings import read_openings
from engine.contests.runner import play_contest
from engine.contests.standings import Standings
from engine.core.errors import KyVienError, OptionError
from engine.core.evaluation import NETWORK, Evaluation, format_evaluation, pinned_name, stated_name
from engine.core.files import check_writable, write_text
from engine.core.game import Game
from engine.core.language import tr
from engine.core.values import replace
from engine.jobs.journal import Journal, skipped_text
from engine.jobs.pools.pool import find_pool
from engine.jobs.processes import WorkerSetup
from engine.jobs.runner import run_job
from engine.learning.games import PlayedBatch, SelfPlay
from engine.learning.positions import NO_RESULT, GameReplay, records_of
from engine.learning.quantise import dequantised, quantise
from engine.learning.recipe import Recipe, factor_of, read_recipe
from engine.learning.report import Measured, epoch_rows, played_sentence, replayed_sentence, weight_rows
from engine.learning.training import Epoch, Training
from engine.networks.file import SUFFIX, NetworkData, read_network, write_network
from engine.networks.network import NetworkParameters
from engine.search.report import Limit

PLAYER = "pvs"
WEAKER = 3
"""Exit status if the network is weaker than the evaluation before it, at equal time."""
SAME_SPEED = 0.02
"""Relative difference of two speeds below which the match with equal nodes is also that of equal time."""


def train(options: argparse.Namespace) -> None:
    """Play games, fit a network to their positions, and measure it in matches.

    All of it is kept in a folder next to the output, so that the same command continues an interrupted run.

    Raises:
        KyVienError: if an option is not valid, or a stage fails.
        SystemExit: with the status ``WEAKER`` if the network is weaker than the evaluation before it.
    """
    game = game_of(options)
    recipe = _recipe(options, game)
    find_pool(options.pool, options.jobs, note)  # only checked here
    openings = _openings(options, game)
    output: Path = options.output
    if output.suffix != SUFFIX:
        raise OptionError("{file}: the name of a network ends with {suffix}", file=output.name, suffix=SUFFIX)
    check_writable(output)
    folder = output.with_suffix(".train")
    base = recipe.play.find_evaluation()
    folder.mkdir(exist_ok=True)
    count, player, own = recipe.generations.count, "", folder
    played = list[tuple[SelfPlay, dict[int, PlayedBatch]]]()
    for number in range(1, count + 1):
        own = folder if number == 1 else folder / f"generation-{number}"
        own.mkdir(exist_ok=True)
        if count > 1:
            _say(options, tr("Generation {number} of {last}", number=number, last=count))
        recipe = recipe.of_generation(number)
        play = recipe.play_with(player)
        played.append((play, _played(options, play, own / "games.jsonl")))
        network, epochs = _fitted(options, recipe, game, played, own)
        player = _network_in(own, game.name)
    measured = []
    if recipe.match.games:
        measured = _measured(options, recipe, base, own, openings)
    today = datetime.date.today().isoformat()
    header = network.header
    results = tuple({**each.texts(), "against": _name_of(base), "date": today} for each in measured)
    header = replace(header, made={**header.made, "date": today}, results=results)
    write_network(replace(network, header=header), output)
    _say(options, tr("written to {file}", file=output))
    if options.json:
        print_json({
            "made": dict(header.made), "epochs": [vars(each) for each in epochs],
            "matches": [each.to_dict() for each in measured],
        })  # fmt: skip
    if measured and measured[-1].verdict == "weaker":
        raise SystemExit(WEAKER)


def _recipe(options: argparse.Namespace, game: Game[Any]) -> Recipe:
    """Return the recipe of the game, changed by the options.

    Raises:
        KyVienError: if the recipe or an option is not valid.
    """
    recipe = read_recipe(game.name, game.rules_text(), options.recipe)
    seed = options.seed
    evaluation = pinned_name(game.name, options.evaluation or recipe.play.evaluation) or None
    recipe = recipe.changed("play", games=options.games, nodes=options.nodes, seed=seed, evaluation=evaluation)
    games, hidden = (0 if given else None for given in (options.games, options.hidden))  # the same in each generation
    recipe = recipe.changed("generations", count=options.generations, games=games, hidden=hidden)
    recipe = recipe.changed("sampling", cheap=options.cheap)
    recipe = recipe.changed("plan", hidden=options.hidden, share=options.share, epochs=options.epochs, seed=seed)
    return recipe.changed(
        "match", games=options.match, nodes=options.match_nodes, long_nodes=options.match_long_nodes, seed=seed
    )


def _network_in(folder: Path, game: str) -> str:
    """Return the name, with the digest, of the network that was fitted in a folder."""
    parameters = NetworkParameters(file=str(folder / f"network{SUFFIX}"))
    return pinned_name(game, format_evaluation(NETWORK, parameters))


def _name_of(base: Evaluation) -> str:
    """Return the name of an evaluation as it is stated in files and tables."""
    return stated_name(base.game, format_evaluation(base.name, base.parameters))


def _openings(options: argparse.Namespace, game: Game[Any]) -> tuple[str, ...]:
    if not options.openings:
        return ()
    with Progress(tr("Reading {name}", name=options.openings.name)):
        return tuple(read_openings(options.openings, game, note))


# --- games ------------------------------------------------------------------------------------------------------------


def _played(options: argparse.Namespace, play: SelfPlay, path: Path) -> dict[int, PlayedBatch]:
    """Play the games that are missing in the journal ``path``, and return all of them by the number of their task."""
    journal: Journal[SelfPlay, PlayedBatch] = Journal(path, play)
    with closing(journal):
        note(skipped_text(path, journal.skipped))
        with Progress(tr("Playing"), play.total, len(journal.results)) as step:
            setup = WorkerSetup(play.worker, play.to_dict())
            with closing(run_job(play, journal, setup, find_pool(options.pool, options.jobs, note))) as results:
                for _ in results:
                    step()
        for each in journal.results.values():
            if each.fault:
                note(tr("games were not played: {reason}", reason=each.fault))
        games = [game for batch in journal.results.values() for game in batch.games()]
        _say(options, played_sentence(len(games), sum(len(game.scores) for game in games)))
        return dict(journal.results)


# --- fit --------------------------------------------------------------------------------------------------------------


def _fitted(
    options: argparse.Namespace, recipe: Recipe, game: Game[Any],
    played: Sequence[tuple[SelfPlay, dict[int, PlayedBatch]]], folder: Path,
) -> tuple[NetworkData, list[Epoch]]:  # fmt: skip
    """Return the network of a recipe, and the epochs of its fit.

    Args:
        options: the options of the command.
        recipe: the recipe.
        game: the game with its rules.
        played: the games of all generations so far, with their descriptions.
        folder: folder in which both are kept.

    Raises:
        KyVienError: if the games have no quiet positions, or a file cannot be read or written.
    """
    path, losses = folder / f"network{SUFFIX}", folder / "epochs.json"
    network, epochs = None, list[Epoch]()
    if path.exists() and losses.exists():
        network = read_network(path)
        with suppress(ValueError, TypeError):
            epochs = [Epoch(**each) for each in json.loads(losses.read_bytes())]
    if network is None or not epochs or network.header.made.get("recipe") != recipe.digest:
        network, epochs = _fit(recipe, game, played)
        write_network(network, path)
        write_text(losses, json.dumps([vars(each) for each in epochs]))
    made = network.header.made
    _say(options, replayed_sentence(made["positions"], made["cheap"]))
    if not options.json:
        rows = epoch_rows(epochs)
        columns = (
            tr("Epoch"), tr("Positions"), tr("Mean loss"), tr("Mean loss, held out"),
            tr("Mean loss of results, held out"),
        )  # fmt: skip
        print_table(tr("Fitted"), columns[: len(rows[0])], rows)
        print(tr(
            "The loss is the mean cross-entropy of the predicted chance of winning: 0.69 is a guess, and less is "
            "better. Positions held out are not fitted. If the loss rises there, the network learns the games by heart."
        ))  # fmt: skip
        if weights := weight_rows(network):
            units = [tr("unit {number}", number=number) for number in range(1, network.header.hidden + 1)]
            print()
            print_table(tr("Weights"), (tr("Input"), tr("Cell or pieces"), *units), weights, left=2)
            print(tr(
                "A unit adds its bias and its weights of the pieces on the board, and its value is the sum, limited to "
                "0 … 1 and squared. The output weights for the number of pieces multiply the values of the units, "
                "first in the view of the side to move, then in that of the other side. The score is {factor} times "
                "their sum with the constant.",
                factor=network.header.factor,
            ))  # fmt: skip
    return network, epochs


def _fit(
    recipe: Recipe, game: Game[Any], played: Sequence[tuple[SelfPlay, dict[int, PlayedBatch]]]
) -> tuple[NetworkData, list[Epoch]]:
    """Fit a network. The arguments and the result are those of ``_fitted``.

    Raises:
        KyVienError: if the games have no quiet positions.
    """
    sampling, play = recipe.sampling, played[-1][0]
    base = play.find_evaluation()
    replay = GameReplay(game.start(), base, sampling.cheap, sampling.most_score, sampling.noisy)
    factor = factor_of(base)
    try:
        with Progress(tr("Replaying"), sum(len(batches) for _, batches in played)) as step:
            records = records_of([batches for _, batches in played], replay, step)
        training = Training(game.inputs(), records, recipe.plan, factor)
    except ValueError as error:
        raise KyVienError("the network cannot be fitted to these games: {reason}", reason=error) from error
    epochs = list[Epoch]()
    with Progress(tr("Fitting"), training.total) as step:
        for epoch in training.epochs():
            if epoch is None:
                step()
            else:
                epochs.append(epoch)
    network = quantise(training.fit.parameters, game, base, factor)
    training.fit.parameters.all[:] = dequantised(network).all
    loss, result_loss = training.losses()
    cheap = int((records["result"] == NO_RESULT).sum())
    made = {
        "recipe": recipe.digest, "version": engine.__version__, "games": sum(each.games for each, _ in played),
        "positions": len(records) - cheap, "cheap": cheap, "nodes": play.nodes, "seed": play.seed,
        "player": _name_of(base), "share": f"{recipe.plan.share:g}",
        "loss": f"{loss:.4f}", "result_loss": f"{result_loss:.4f}",
    }  # fmt: skip
    return replace(network, header=replace(network.header, made=made)), epochs


# --- matches ----------------------------------------------------------------------------------------------------------


def _measured(
    options: argparse.Namespace, recipe: Recipe, base: Evaluation, folder: Path, openings: tuple[str, ...]
) -> list[Measured]:
    """Play the network against the evaluation before it, with equal nodes and with equal CPU time.

    Equal time is equal CPU time by the speeds of the match with equal nodes: each player visits nodes in proportion to
    its nodes per CPU second there. The games therefore do not depend on what else the computer does. A match with more
    nodes has equal time by the same speeds.
    """
    nodes, long_nodes = recipe.match.nodes, recipe.match.long_nodes
    contest, equal = _match(options, recipe, base, (nodes, nodes), "nodes", folder, openings)
    found = [equal]
    speeds = [each.nodes_per_cpu_second for each in efforts(*contest)]
    if not speeds[0] or not speeds[1]:
        note(tr("the CPU time is unknown; there is no match with equal time"))
    else:
        share = math.sqrt(speeds[0] / speeds[1])
        if abs(speeds[0] / speeds[1] - 1) < SAME_SPEED:
            share = 1
            found.append(replace(equal, condition="time"))
        for kind, most in (("time", nodes), ("long", long_nodes)):
            limits = (round(most * share), round(most / share))
            if most and (kind == "long" or share != 1):
                found.append(_match(options, recipe, base, limits, kind, folder, openings)[1])
    if not options.json:
        for each in found:
            print(each.sentence(_name_of(base) or tr("a search without evaluation")))
    return found


def _match(
    options: argparse.Namespace, recipe: Recipe, base: Evaluation, nodes: tuple[int, int], kind: str, folder: Path,
    openings: tuple[str, ...],
) -> tuple[tuple[Contest, list[Any]], Measured]:  # fmt: skip
    """Play one match, and return it with its games, and what it measured.

    Args:
        options: the options of the command.
        recipe: the recipe.
        base: the evaluation before the network.
        nodes: positions that the network and the other evaluation visit for a move.
        kind: ``nodes`` for equal nodes; ``time`` or, with more nodes, ``long`` for equal CPU time.
        folder: folder with the network and the journals.
        openings: texts of the positions from which the games start.
    """
    play, match = recipe.play, recipe.match
    evaluations = _network_in(folder, play.game), format_evaluation(base.name, base.parameters)
    players = tuple(
        Contestant(PLAYER, Limit(nodes=limit), evaluation, label=stated_name(play.game, evaluation))
        for limit, evaluation in zip(nodes, evaluations, strict=True)
    )
    contest = Contest(
        play.game, players, rules=play.rules, games=match.games, openings=openings,
        random_plies=0 if openings else match.random_plies, seed=match.seed,
        adjudication=Adjudication(match.most_plies, match.win_score or None),
    )  # fmt: skip
    path = folder / f"match-{kind}-{recipe.digest}.jsonl"
    with _journal(path, contest) as journal:
        with Progress(tr("Measuring"), contest.total, len(journal.results)) as step:
            for _ in play_contest(contest, journal, pool=find_pool(options.pool, options.jobs, note)):
                step()
        results = [journal.results[index] for index in sorted(journal.results)]
    summary = Standings.of(contest, results).summary()
    used = [each.median_cpu_seconds for each in efforts(contest, results)]
    cpu = [None if each is None else round(1000 * each, 2) for each in used]
    return (contest, results), Measured(
        "nodes" if kind == "nodes" else "time", len(results), nodes, (cpu[0], cpu[1]), summary["elo"],
        summary["elo_low"], summary["elo_high"],
    )  # fmt: skip


@contextmanager
def _journal(path: Path, contest: Contest) -> Iterator[ContestJournal]:
    with closing(ContestJournal(path, contest)) as journal:
        note(skipped_text(path, journal.skipped))
        yield journal


def _say(options: argparse.Namespace, sentence: str) -> None:
    if not options.json:
        print(sentence, flush=True)
