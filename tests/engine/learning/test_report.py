"""The tables of a training: what is printed is what the network computes."""

from engine.core.game import find_game
from engine.core.outcome import Player
from engine.learning.report import epoch_rows, weight_rows
from engine.learning.training import Epoch
from tests.engine.networks.made import random_network

LINE = ("b2", "a1", "c3", "a3", "b1")


def test_the_score_of_a_position_can_be_computed_from_the_printed_weights() -> None:
    network = random_network("tictactoe", 3, hidden=2)
    game = find_game("tictactoe")()
    position, inputs = game.start(), game.inputs()
    printed: dict[tuple[str, str], list[float]] = {}
    for name, place, *numbers in weight_rows(network):
        assert (name, place) not in printed
        printed[name, place] = [float(number) for number in numbers if number]
    labels = ["0–1", "2", "3", "4", "5–6", "7", "8", "9"]
    assert [place for name, place in printed if name == "output, constant"] == labels
    nim = [row[1] for row in weight_rows(random_network("nim", hidden=2)) if row[0] == "output, constant"]
    assert nim == ["0", "1", "2", "3", "4", "5", "6"], "a bucket without a number of pieces is left out"
    swapped = {"Cross": "Nought", "Nought": "Cross"}
    for count, text in enumerate(LINE, 1):
        position = position.play(game.parse_move(position, text))
        surface = game.surface(position)
        names = {kind.id: kind.name for kind in surface.kinds}
        pieces = [(names[piece], surface.cell_name(cell)) for cell, piece in surface.pieces.items()]
        views = (pieces, [(swapped[name], cell) for name, cell in pieces])
        label = next(each for each in labels if str(count) in each.split("–"))
        (total,) = printed["output, constant", label]
        for name, view in (("output, side to move", position.turn), ("output, other side", position.turn.other)):
            for unit, output in enumerate(printed[name, label]):
                value = printed["bias", ""][unit] + sum(printed[each][unit] for each in views[view is Player.SECOND])
                total += output * min(max(value, 0), 1) ** 2
        _, variants, bucket = inputs.written(position)
        rows = [inputs.selected(player, variants[player], inputs.written(position)[0]) for player in Player]
        assert abs(network.header.factor * total - network.score(rows, bucket, position.turn)) < 12


def test_the_loss_of_results_is_left_out_where_nothing_else_is_predicted() -> None:
    def epoch(number: int, result: float) -> Epoch:
        return Epoch(number, 1000, 0.5, 0.4, result)

    assert epoch_rows([epoch(1, 0.4)]) == [["1", "1,000", "0.5000", "0.4000"]]
    assert epoch_rows([epoch(1, 0.4), epoch(2, 0.3)])[1] == ["2", "1,000", "0.5000", "0.4000", "0.3000"]
    rows = epoch_rows([epoch(number, 0.3) for number in range(1, 31)])
    assert len(rows) <= 12 and rows[-1][0] == "30"
