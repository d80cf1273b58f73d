"""The evaluation by a network, which is a file with trained weights."""

import base64
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import cython

from engine.core.errors import OptionError
from engine.core.evaluation import Evaluation, Term, format_evaluation, parse_evaluation, pinned_name
from engine.core.files import read_bytes, user_state_path
from engine.core.language import mark, tr
from engine.core.options import option
from engine.core.outcome import Player
from engine.core.position import Memory, Position
from engine.core.values import Value, replace
from engine.networks.file import SUFFIX, NetworkData, NetworkHeader, parse_network, read_network

if cython.compiled:
    from cython.cimports.libc.stdint import int16_t, int32_t
else:
    from engine.networks.network_pure import SUMS_SIZE, Weights, judge


class NetworkParameters(Value):
    """The parameters of a network.

    ``file`` is the path of a file ``.kvnet``, the name of an installed network, without a folder and this suffix, or an
    empty string for the network that is shipped with the game.
    """

    file: str = option("", "File of the network, or the network of the game that is shipped", label="File")
    digest: str = option("", "First digits of the SHA-256 that the file must have", label="Digest")


class Network(Evaluation):
    """The score of a network with one hidden layer (``NetworkHeader``).

    A class of this kind is made for each file (``network_class``).

    Not antisymmetric: the network can judge the right to move.
    """

    if not cython.compiled:
        data: NetworkData
        weights: Any
    name = "network"
    title = "Network"
    antisymmetric = False
    Parameters = NetworkParameters

    def __init__(self, parameters: Any = None) -> None:
        super().__init__(parameters)
        network = type(self).data
        inputs, header = network.game.inputs(), network.header
        self.held = [each.tobytes() for each in (inputs.table, *network.arrays)]
        if cython.compiled:
            self.weights.table = cython.cast(cython.pointer(int16_t), cython.cast(cython.p_char, self.held[0]))
            self.weights.weights = cython.cast(cython.pointer(int16_t), cython.cast(cython.p_char, self.held[1]))
            self.weights.bias = cython.cast(cython.pointer(int16_t), cython.cast(cython.p_char, self.held[2]))
            self.weights.output = cython.cast(cython.pointer(int16_t), cython.cast(cython.p_char, self.held[3]))
            self.weights.offset = cython.cast(cython.pointer(int32_t), cython.cast(cython.p_char, self.held[4]))
        else:
            self.weights = Weights(inputs.table, *network.arrays)
        self.weights.cells, self.weights.variants = inputs.cells, inputs.variants
        self.weights.hidden, self.weights.output_unit = header.hidden, header.output_unit
        self.weights.factor = header.factor

    def attach(self, position: Position) -> None:
        """Give the position a memory for the sums of the hidden units.

        Raises:
            OptionError: if the network cannot judge positions under these rules.
        """
        if position.game.inputs().digest != type(self).data.header.inputs:
            raise OptionError("the network is for other rules of {game}", game=tr(position.game.title))
        position.memory = Memory(SUMS_SIZE)

    def evaluate(self, position: Position) -> int:
        """Return the score for the side to move."""
        cells = cython.declare(cython.uchar[512])
        facts = cython.declare(cython.int[3])
        position.write_cells(cells, facts)
        if cython.compiled:
            return judge(cython.address(self.weights), position.memory.data, cells, facts, position.side)
        else:
            return judge(self.weights, position.memory.data, cells, facts, position.side)

    def scores_of(self, positions: Sequence[Position]) -> list[int]:
        """Return the scores of positions, computed one after the other by their differences.

        Raises:
            ValueError: if a position is of another game.
            OptionError: if the network cannot judge a position under its rules.
        """
        scores = []
        memory = cython.declare(Memory, Memory(SUMS_SIZE))
        for each in positions:
            self.check(each)
            own = cython.declare(Position, each.copy())
            self.attach(own)
            own.memory = memory
            scores.append(self.evaluate(own))
        return scores

    def definition(self, position: Position) -> int:
        """Compute the score from the declaration of the inputs and the weights of all rows."""
        data, variants, bucket = position.game.inputs().written(position)
        rows = [position.game.inputs().selected(player, variants[player], data) for player in Player]
        return type(self).data.score(rows, bucket, position.turn)

    def terms(self, position: Position) -> tuple[Term, ...]:
        """Return the points of the pieces by their names: the score minus the score without one, added up.

        The last term is the rest of the score.
        """
        score = self.score(position)
        inputs, surface = position.game.inputs(), position.game.surface(position)
        data, variants, bucket = inputs.written(position)
        rows = [inputs.selected(player, variants[player], data) for player in Player]
        points: dict[str, list[int]] = {}
        for cell, piece in surface.pieces.items():
            place, kind = inputs.place(cell), surface.kind(piece)
            own = [inputs.row(player, variants[player], place, data[place]) for player in Player]
            without = [[row for row in rows[player] if row != own[player]] for player in Player]
            effect = score - type(self).data.score(without, bucket, position.turn)
            owner = Player.FIRST if kind.player is None else kind.player
            points.setdefault(kind.name, [0, 0])[owner] += effect if owner is position.turn else -effect
        rest = (-score if position.side else score) - sum(first - second for first, second in points.values())
        terms = [Term(name, first, second) for name, (first, second) in points.items()]
        return (*terms, Term(mark("Everything else"), max(rest, 0), max(-rest, 0)))


_DOCUMENTATION = str(Network.__doc__).rstrip()


def network_class(game: str, parameters: NetworkParameters) -> type[Network]:
    """Return the class of evaluations by the network that the parameters name.

    Args:
        game: identifier of the game.
        parameters: the parameters.

    Raises:
        OptionError: if there is no such network, if it is for another game, or if it has another digest.
    """
    cls, name = _received.get(parameters.file), file_name(parameters.file) or f"{game}{SUFFIX}"
    if cls is None:
        path = _path(game, parameters)
        try:
            status = path.stat()
            cls = _class_of(path, status.st_mtime_ns, status.st_size)
        except (OSError, ValueError):
            cls = _class_of.__wrapped__(path, 0, 0)  # raises an error with the reason
    if cls.game != game:
        raise OptionError("{file}: the network is for {name}, not for {game}", file=name, name=cls.game, game=game)
    if not cls.data.digest.startswith(parameters.digest.lower()):
        raise OptionError("{file}: the network has the digest {digest}, not {other}",
                          file=name, digest=cls.data.digest[:12], other=parameters.digest)  # fmt: skip
    return cls


def _path(game: str, parameters: NetworkParameters) -> Path:
    """Return the file of a network, which need not exist.

    Raises:
        OptionError: if it is the network that is shipped with the game, and there is none.
    """
    text = parameters.file
    if text:
        is_name = not text.endswith(SUFFIX) and file_name(text) == text
        return user_folder() / f"{text}{SUFFIX}" if is_name else Path(text)
    shipped = shipped_network(game)
    if shipped is None:
        raise OptionError("no network of {game} is shipped: expected file=…", game=game)
    return shipped


@lru_cache(maxsize=32)
def _class_of(path: Path, changed_ns: int, size: int) -> type[Network]:
    """Return the class of the network in a file, which was changed at this time."""
    network = read_network(path)
    return _made(network, "" if path == shipped_network(network.header.game) else path.stem)


_received: dict[str, type[Network]] = {}
"""Networks that another process sent, by the parameter ``file`` that names them."""


def sent(evaluations: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the files of the networks among evaluations, in Base64, by the parameter ``file`` that names them.

    The result is plain data for ``receive`` in another process, which need not see the files.

    Args:
        evaluations: pairs of the identifier of a game and the name of an evaluation.

    Raises:
        KyVienError: if a network cannot be read.
    """
    files = {}
    for game, name in evaluations:
        if name.partition(":")[0] == Network.name:
            _, parameters = parse_evaluation(game, name)
            files[parameters.file] = base64.b64encode(read_bytes(_path(game, parameters))).decode("ascii")
    return files


def receive(files: Mapping[str, str]) -> None:
    """Use the networks that ``sent`` returned in another process, instead of files of this computer.

    Raises:
        OptionError: if one is not a network of this version.
    """
    for file, text in files.items():
        _received[file] = _made(parse_network(base64.b64decode(text)), file_name(file).removesuffix(SUFFIX))


def _made(network: NetworkData, name: str) -> type[Network]:
    """Return the class of a network. The name is part of its detail, or is empty for a network that is shipped."""
    header = network.header
    return type(
        "Network",
        (Network,),
        {
            "__doc__": f"{_DOCUMENTATION}\n\n    Scale {header.scale}: fitted by training to results of games.\n",
            "__module__": Network.__module__,
            "data": network,
            "game": header.game,
            "detail": _detail(header, name),
            "unit": header.unit,
            "decimals": header.decimals,
            "scale": header.scale,
            "margin": header.margin,
            "gain_scale": header.gain_scale,
        },
    )


def _detail(header: NetworkHeader, name: str) -> str:
    """Return the name and the date of a network and the difference of its last match: ``my, 2026-11-18, +208``."""
    last: Any = ""
    for each in sorted(header.results, key=lambda each: str(each.get("date", ""))):
        last = each.get("elo", "")
    sign = "+" if isinstance(last, int) and last >= 0 else ""
    return ", ".join(text for text in (name, str(header.made.get("date", ""))[:10], f"{sign}{last}") if text)


def installed_networks(game: str) -> dict[str, type[Evaluation]]:
    """Return the networks of a game in the user's folder, by the texts that choose them. Damaged files are ignored."""
    found = {}
    for path in sorted(user_folder().glob(f"*{SUFFIX}")):
        with suppress(OptionError):
            name = pinned_name(game, format_evaluation(Network.name, NetworkParameters(file=path.stem)))
            found[name], _ = parse_evaluation(game, name)
    return found


def user_folder() -> Path:
    """Return the folder of the networks that the user has installed."""
    return user_state_path() / "networks"


def shipped_network(game: str) -> Path | None:
    """Return the file of the network that is shipped with a game, or None if there is none."""
    import resources

    path = Path(resources.__path__[0], "networks", f"{game}{SUFFIX}")
    return path if path.is_file() else None


def file_name(text: str) -> str:
    """Return the last part of a path of this or another system."""
    return text.replace("\\", "/").rpartition("/")[2]


def without_folder(parameters: NetworkParameters) -> NetworkParameters:
    """Return the parameters with the name of the file instead of its path, as of an installed network."""
    return replace(parameters, file=file_name(parameters.file).removesuffix(SUFFIX))
