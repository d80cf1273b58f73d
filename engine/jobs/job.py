"""What a job is: numbered tasks, each with one result, and a description from which all of them follow.

Everything random in a task follows from its number and the description. A job that is interrupted therefore resumes
where it stopped, with the results that it would have without the interruption. A kind of job, such as a contest, is a
subclass of ``Job`` and a module for its worker processes (``engine.jobs.worker``).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from engine.core.errors import KyVienError
from engine.core.language import Plural, mark


class Numbered(Protocol):
    """A task, which is a dataclass of plain data, or its result."""

    @property
    def index(self) -> int:
        """Number of the task in the job, from 0."""


class Result(Numbered, Protocol):
    """The result of a task."""

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data for ``Job.read_result``."""


T = TypeVar("T", bound=Numbered)
R = TypeVar("R", bound=Result)


class Job(ABC, Generic[T, R]):
    """The description of a job.

    Attributes:
        kind: name of the kind in the first line of a journal.
        worker: full name of the module that worker processes run. It is never read from a file.
        foreign: message about a ``file`` that is not the journal of a job of this kind.
        busy: message that another process writes to the journal in ``file``.
        failing: message that ``count`` tasks in a row failed, with the ``reason``.
    """

    kind: ClassVar[str]
    worker: ClassVar[str]
    foreign: ClassVar[str] = mark("{file} is not the journal of such a job")
    busy: ClassVar[str] = mark("{file}: another program is working on this job")
    failing: ClassVar[str] = Plural(
        "{count} task failed because its worker process died: {reason}",
        "{count} tasks in a row failed because their worker processes died: {reason}",
    )

    @property
    @abstractmethod
    def digest(self) -> str:
        """Text that identifies the job."""

    @property
    @abstractmethod
    def total(self) -> int:
        """Number of tasks."""

    @property
    def evaluations(self) -> Iterable[tuple[str, str]]:
        """The evaluations of the players: game and name. Networks among them are sent to the workers."""
        return ()

    @abstractmethod
    def tasks(self) -> Iterator[T]:
        """Yield all tasks in the order of their numbers."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return the description as plain data for ``from_dict``."""

    @classmethod
    @abstractmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Create a description from the result of ``to_dict``.

        Raises:
            ValueError, KyVienError: if ``data`` does not describe such a job.
        """

    @abstractmethod
    def read_result(self, data: Mapping[str, Any]) -> R:
        """Create the result of a task from the output of ``Result.to_dict``.

        Raises:
            ValueError: if ``data`` is not the result of a task of this job.
        """

    @abstractmethod
    def failed(self, task: T, reason: str) -> R:
        """Return the result of a task whose worker died repeatedly, the last time for ``reason``."""

    def replaces(self, known: Self, file: str) -> bool:
        """Return whether this description replaces that of a journal with another digest: it has more tasks.

        Args:
            known: the description in the journal.
            file: the journal, for messages.

        Raises:
            KyVienError: if the journal does not belong to this job.
        """
        raise KyVienError("{file} is the journal of another job", file=file)
