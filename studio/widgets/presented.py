"""What the page of a view contributes to its presentation."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget


def _nothing(_: object) -> None:
    """Do nothing."""


@dataclass(frozen=True, slots=True)
class Presented:
    """The steps of a page, and the parts of it that are hidden in a presentation.

    Attributes:
        step: function that shows the next step if its argument is 1, or the previous one if it is -1.
        to_end: function that shows the last step if its argument is 1, or the first one if it is -1.
        decide: function that shows the next decision of a search if its argument is 1, or the one before if it is -1.
        place: function that returns the number of the step shown and that of the last one, or None without steps.
        answer: function that answers a question by the index of the answer.
        hide_answers: function that hides the answers in pictures if its argument is true, or else shows them.
        end: function called when the presentation ends.
        controls: widgets that are hidden, next to those in the header of the page.
        side: widgets next to the picture, which are hidden until they are asked for.
        answers: widgets with answers, which are hidden until they are asked for.
        docks: names of the docks that are shown next to the board.
    """

    step: Callable[[int], object] = _nothing
    to_end: Callable[[int], object] = _nothing
    decide: Callable[[int], object] = _nothing
    place: Callable[[], tuple[int, int]] | None = None
    answer: Callable[[int], object] = _nothing
    hide_answers: Callable[[bool], object] = _nothing
    end: Callable[[], object] = lambda: None
    controls: Sequence[QWidget] = ()
    side: Sequence[QWidget] = ()
    answers: Sequence[QWidget] = ()
    docks: Sequence[str] = ()
