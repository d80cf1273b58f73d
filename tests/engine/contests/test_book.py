"""The making of books, and players with a book."""

import pytest

from engine.contests.book import BookMaker, book_report
from engine.contests.contest import Contest, Contestant, GameTask, join_player, split_player, take_book
from engine.contests.play import PlayedGame
from engine.contests.worker import Worker
from engine.core.errors import OptionError
from engine.core.game import find_game
from engine.core.outcome import Outcome, Player, Termination
from engine.search.report import Limit
from engine.tables.book import NOTE, Book, BookMove, Canonical, book_text, user_book, write_book


def test_equal_seeds_make_equal_books() -> None:
    game = find_game("minigo").with_rules("size=5")
    texts = []
    for seed in (1, 1, 2):
        maker = BookMaker(game, 4, 300, seed)
        maker.play(6)
        texts.append(book_text(maker.book("test")))
    assert texts[0] == texts[1] != texts[2]


def test_every_game_is_counted_once_at_each_ply() -> None:
    game = find_game("minigo").with_rules("size=5")
    maker = BookMaker(game, 4, 300, 3)
    steps = []
    maker.play(8, lambda: steps.append(1))
    book = maker.book("")
    assert len(steps) == 8
    first = book.entries[Canonical(game.start()).key]
    assert sum(each.games for each in first.values()) == 8
    # Every move of the second ply follows one of the first: its points are those the other player did not get.
    points = sum(each.points for each in first.values())
    replies = 0.0
    for move in game.start().legal_moves():
        key = Canonical(game.start().play(move)).key
        if key in book.entries:
            replies += sum(each.points for each in book.entries.pop(key, {}).values())
    assert points + replies == 8
    assert all(each.value is not None for each in first.values())


def record_of(texts: str, outcome: Outcome, name: str = "chess") -> object:
    game = find_game(name)()
    position, moves = game.start(), []
    for text in texts.split():
        moves.append(game.parse_move(position, text))
        position = position.play(moves[-1])
    return PlayedGame(game.start(), tuple(moves), outcome, ("a", "b"), (0.0, 0.0), (0, 0)).record()


def test_records_are_added_with_their_results_and_a_score_for_each_move() -> None:
    game = find_game("chess")()
    won, drawn = Outcome(Player.FIRST, Termination.RESIGNATION), Outcome(None, Termination.AGREEMENT)
    lost = Outcome(Player.SECOND, Termination.RESIGNATION)
    maker = BookMaker(game, 2, 200)
    records = [
        record_of("e4 e5 Nf3", won), record_of("e4 c5", drawn), record_of("a4 e5", lost),
        record_of("P2-5", won, "xiangqi"),
    ]  # fmt: skip
    assert maker.add(records) == 3
    book = maker.book("")
    first = book.entries[game.start().key]
    assert {text: (each.games, each.points) for text, each in first.items()} == {"e2e4": (2, 1.5), "a2a4": (1, 0.0)}
    assert first["a2a4"].value is not None and first["e2e4"].value is not None
    after = game.start().play(game.parse_move(game.start(), "e4"))
    assert {text: each.points for text, each in book.entries[after.key].items()} == {"e7e5": 0.0, "c7c5": 0.5}
    assert len(book.entries) == 3, "the third ply is not part of the book"


@pytest.mark.parametrize(("plies", "nodes"), [(0, 1000), (61, 1000), (4, 99)])
def test_numbers_out_of_range_are_refused(plies: int, nodes: int) -> None:
    with pytest.raises(OptionError):
        BookMaker(find_game("nim")(), plies, nodes)


# --- players ---------------------------------------------------------------------------------------------------------


def test_the_text_of_a_player_can_ask_for_a_book() -> None:
    assert take_book("pvs:preset=sound@depth=3@book=on@evaluation=x") == ("pvs:preset=sound@depth=3@evaluation=x", True)
    assert take_book("pvs@book=off") == ("pvs", False)
    assert take_book("pvs@depth=3") == ("pvs@depth=3", False)
    for text in ("pvs@book", "pvs@book=yes", "pvs@book=on@book=on"):
        with pytest.raises(OptionError):
            take_book(text)
    with pytest.raises(OptionError):
        split_player("pvs@book=on")
    text = join_player("pvs", Limit(depth=3), "", book=True)
    assert text == "pvs@depth=3@book=on" and take_book(text) == ("pvs@depth=3", True)


def test_a_contest_without_books_is_stored_as_before() -> None:
    players = (Contestant("greedy", Limit(depth=1)), Contestant("random", Limit(depth=1)))
    contest = Contest("chess", players)
    assert all("book" not in each for each in contest.to_dict()["contestants"])
    booked = Contest("chess", (Contestant("greedy", Limit(depth=1), book=True), players[1]))
    assert booked.digest != contest.digest
    assert Contest.from_dict(booked.to_dict()) == booked and Contest.from_dict(contest.to_dict()) == contest
    with pytest.raises(ValueError, match="book"):
        Contest.from_dict({**contest.to_dict(), "contestants": [{"spec": "a", "limit": {"depth": 1}, "book": 1}] * 2})


def test_only_the_player_with_a_book_plays_from_it() -> None:
    game = find_game("chess")()
    start = game.start()
    after = start.play(game.parse_move(start, "a4"))
    entries = {start.key: {"a2a4": BookMove(1, 1.0)}, after.key: {"h7h5": BookMove(1, 1.0)}}
    user_book("chess").parent.mkdir(parents=True)
    write_book(user_book("chess"), Book(game, "", entries))
    moves = []
    for books in ((True, True), (True, False), (False, True)):
        first, second = (Contestant("greedy", Limit(depth=1), book=each) for each in books)
        contest = Contest("chess", (first, second), games=1)
        result = Worker(contest).play(GameTask(0, 0, 1, 0, 1))
        moves.append(result.moves[:2])
        assert not result.fault
    assert moves[0] == ("a2a4", "h7h5")
    assert moves[1][0] == "a2a4" and moves[1][1] != "h7h5"
    assert moves[2][0] != "a2a4"


def test_the_report_of_a_move_from_a_book_reports_it() -> None:
    report = book_report(5)
    assert report.move == 5 and report.note == NOTE and report.nodes == 0 and report.final and report.score is None
