"""Contest runner, which lets the workers of a pool play the games of a contest (``engine.jobs.runner``)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from engine.asking.external import EngineSpec
from engine.contests.contest import ALGORITHM_HEADERS, Contest, Contestant, join_player
from engine.contests.journal import ContestJournal
from engine.contests.result import GameResult
from engine.contests.standings import Standings
from engine.core.errors import NotationError, OptionError, PositionError
from engine.core.evaluation import evaluations, stated_name
from engine.core.files import check_writable, write_text
from engine.core.language import tr
from engine.core.outcome import Player
from engine.core.score import Score
from engine.jobs.pools.pool import LocalPool, Pool
from engine.jobs.processes import WorkerSetup
from engine.jobs.runner import Control, run_job
from engine.records import edits
from engine.records.formats import find_format
from engine.records.tree import ROOT, EvaluationNote, GameTree, Record, clock_command


def is_over(contest: Contest, results: Mapping[int, GameResult]) -> bool:
    """Whether every game has been played or the sequential test is decided."""
    if len(results) >= contest.total or contest.sprt is None:
        return len(results) >= contest.total
    return Standings.of(contest, results.values()).verdict != "continue"


def _setup(contest: Contest, engines: Iterable[EngineSpec]) -> WorkerSetup:
    """Return what the workers of a contest read before their first game.

    Raises:
        OptionError: if a player is an engine that is not among ``engines``.
    """
    names = {each.engine for each in contest.contestants if each.engine}
    known = {each.name: each for each in engines if each.name in names}
    for name in sorted(names - known.keys()):
        raise OptionError("no engine {name!r} is configured here", name=name)
    data = contest.to_dict() | {"engines": [each.to_dict() for each in known.values()]}
    return WorkerSetup(contest.worker, data, contest.is_timed, bool(known))


def play_contest(
    contest: Contest,
    journal: ContestJournal,
    jobs: int | None = None,
    control: Control | None = None,
    engines: Iterable[EngineSpec] = (),
    pool: Pool | None = None,
) -> Iterator[GameResult]:
    """Play the games missing from the journal, and yield each result after it was written to the journal.

    The results are in the order in which the games end. The contest ends early once its sequential test is decided.
    Games in progress are then discarded.

    Args:
        contest: the contest to play.
        journal: its journal.
        jobs: maximum number of games played in parallel, or None for one per core. It is ignored if ``pool`` is given.
        control: object that pauses and stops the contest from another thread.
        engines: the external engines that the user configured. No other engines are started.
        pool: the workers, which are released at the end, or None for processes on this computer.

    Raises:
        OptionError: if a player is an engine that is not among ``engines``.
        SearchError: if no worker can play, if a game cannot begin because of its opening, or if ``MOST_FAILED`` games
            fail in a row. The message contains the reason.
        OSError: if the journal cannot be written.
    """
    setup = _setup(contest, engines)
    standings = Standings.of(contest, journal.results.values() if contest.sprt is not None else ())
    if standings.verdict != "continue":
        return
    with closing(run_job(contest, journal, setup, pool or LocalPool(jobs), control)) as results:
        for result in results:
            yield result
            if contest.sprt is not None:
                standings.add(result)
                if standings.verdict != "continue":
                    return


def record_of(
    contest: Contest, result: GameResult, *, has_notes: bool = True, names: Sequence[str] | None = None
) -> Record:
    """Return the record of a game of a contest.

    The headers ``WhiteAlgorithm`` and ``BlackAlgorithm`` contain the players as on the command line (``join_player``).

    Args:
        contest: the contest.
        result: the game.
        has_notes: whether the record contains the scores of the players as evaluation notes, and their clocks.
        names: display names of the contestants, or None to use ``Contest.names``.

    Raises:
        NotationError, PositionError: if the start position or a move of the result is not legal.
    """
    game = contest.build_game()
    start = game.parse_position(result.start) if result.start else game.start()
    tree = GameTree.start(game, result.start or None)
    position, moves = start, []
    for text in result.moves:
        moves.append(game.parse_move(position, text))
        position = position.play(moves[-1])
    players = [contest.contestants[number] for number in (result.first, result.second)]
    headers = {
        "Event": contest.event,
        "Round": str(result.index + 1),
        "White": (names or contest.names)[result.first],
        "Black": (names or contest.names)[result.second],
        "Result": result.result,
        "Termination": result.termination,
        "Contest": contest.digest,
    }
    for header, player in zip(ALGORITHM_HEADERS, players, strict=True):
        headers[header] = join_player(
            player.spec, player.limit, stated_name(game.name, player.evaluation), book=player.book
        )
    clocks = [each.clock for each in players]
    if clocks[0] is not None and clocks[0] == clocks[1]:
        headers["TimeControl"] = clocks[0].text
    else:
        headers |= {
            f"{side}TimeControl": each.text
            for side, each in zip(("White", "Black"), clocks, strict=True)
            if each is not None
        }
    if result.fault:
        headers["Fault"] = " ".join(result.fault.split())
    tree = edits.add_line(tree, ROOT, moves).apply(tree)
    line = tree.main_line()[result.opening_plies :]
    timed = {
        node: replace(tree[node], commands=(clock_command(left, 3),))
        for node, left in zip(line[1:], result.clock or (), strict=False)
        if left is not None
    }
    if has_notes:
        tree = _with_scores(tree.with_nodes(timed), line, players, result)
    return Record(headers, tree)


def _with_scores(tree: GameTree, line: Sequence[int], players: Sequence[Contestant], result: GameResult) -> GameTree:
    """Return the record with the score of each move, as an evaluation note at the position in which it was chosen.

    Args:
        tree: the record.
        line: numbers of the nodes, from the first position in which a player chose a move.
        players: the players FIRST and SECOND.
        result: the game.
    """
    notes: dict[int, list[EvaluationNote]] = {}
    for node, score, depth in zip(line, result.scores, result.depths, strict=False):
        if score is not None:
            player = players[tree.position(node).hand]
            evaluation = _evaluation_of(player, tree.game.name)
            notes[node] = [
                EvaluationNote(player.spec, depth or None, Score(score, Player.FIRST), evaluation=evaluation)
            ]
    return edits.add_evaluations(tree, notes).apply(tree)


def _evaluation_of(player: Contestant, game: str) -> str:
    """Return the name of the evaluation that a player uses, or an empty string for an external engine."""
    return "" if player.engine else stated_name(game, player.evaluation or next(iter(evaluations(game)), ""))


def check_records(path: Path, contest: Contest) -> None:
    """Check before the first game that ``write_records`` can write the records. No existing file is changed.

    Raises:
        KyVienError: if the format is unknown or does not support the game, or the file cannot be written.
    """
    start = contest.openings[0] if contest.openings else None
    find_format(path).write([Record({}, GameTree.start(contest.build_game(), start))])
    check_writable(path)


def write_records(
    path: Path, contest: Contest, results: Sequence[GameResult], names: Sequence[str] | None = None
) -> str:
    """Write the records of games to a file in the format of its suffix, with scores and clocks if it holds them.

    Args:
        path: the file.
        contest: the contest.
        results: the games.
        names: display names of the contestants, or None to use ``Contest.names``.

    Returns:
        A message with the numbers of the games that were left out because they failed, or because their moves are not
        legal, as in a damaged journal, or an empty string.

    Raises:
        KyVienError: if the format is unknown or does not support the game, or the file cannot be written.
    """
    file_format = find_format(path)
    records, left_out = [], []
    for result in results:
        try:
            if not result.is_failed:
                records.append(record_of(contest, result, has_notes=file_format.has_evaluations, names=names))
        except (NotationError, PositionError):
            left_out.append(str(result.index + 1))
    write_text(path, file_format.write(records))
    messages = []
    failed = [str(result.index + 1) for result in results if result.is_failed]
    if failed:
        messages.append(tr("{file}: games left out because they failed: {games}", file=path.name,
                           games=", ".join(failed)))  # fmt: skip
    if left_out:
        messages.append(tr("{file}: games left out because their moves are not legal: {games}", file=path.name,
                           games=", ".join(left_out)))  # fmt: skip
    return ". ".join(messages)
