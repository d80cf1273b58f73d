"""A plugin for Kỳ Viện: the best evaluation after one move and the worst capture that answers it.

Choose it in the studio (Analyse, Add, Plugin from file…) or on the command line (--plugin FILE).
"""


class Captures:
    """Search every own move, and every capture that answers it."""

    name = "captures"
    title = "Captures"

    def choose(self, position):
        """Return the move with the best score after its worst answer, and that score."""
        return max(
            ((move, self.worth(position.play(move))) for move in position.legal_moves()), key=lambda pair: pair[1]
        )

    def worth(self, after):
        """Return the score of a position for the player who has just moved."""
        if after.outcome() is not None:
            return 1000 if after.outcome().winner == after.turn.other else 0
        replies = [after.play(move) for move in after.noisy_moves()]
        if any(reply.outcome() is not None and reply.outcome().winner == after.turn for reply in replies):
            return -1000
        return min([-self.evaluation.score(after)] + [self.evaluation.score(reply) for reply in replies])
