"""Files of networks, ``.kvnet``.

A file consists of the magic number, the length of the header (32 bits, little-endian), the header (JSON in UTF-8), the
arrays of ``NetworkData`` in their order (16-bit numbers, and 32-bit numbers for ``offset``, little-endian, compressed
by zlib), and the SHA-256 of all of this. A file can come from another person, so everything is checked: after
``read_network``, no computation with the weights can overflow.
"""

import hashlib
import json
import struct
import sys
import zlib
from array import array
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn

from engine.core.errors import KyVienError, OptionError
from engine.core.files import reason_of, write_bytes
from engine.core.game import Game, find_game, games
from engine.core.inputs import Inputs
from engine.core.language import tr
from engine.core.outcome import Player
from engine.core.score import WIN_BOUND
from engine.core.values import Value

SUFFIX = ".kvnet"
MAGIC = b"KVNET\r\n\x1a"
"""The first bytes of a file. A transfer as text would change them."""
FORMAT = 1
MOST_SIZE = 8_000_000
"""Greatest size of a file in bytes."""
MOST_HIDDEN = 256
"""Greatest number of hidden units."""
MOST_OUTPUT = 127
"""Greatest absolute value of an output weight."""
ONE = 255
"""Value of a hidden unit that represents 1. The values of a unit are limited to 0 … 255."""

_MOST_HEADER = 65_536
_DIGEST = 32
_NUMBERS = {
    "rows": (1, 32_767),
    "hidden": (1, MOST_HIDDEN),
    "buckets": (1, 64),
    "output_unit": (1, 1 << 20),
    "factor": (1, WIN_BOUND),
    "scale": (1, WIN_BOUND - 1),
    "decimals": (0, 3),
    "margin": (0, WIN_BOUND),
    "gain_scale": (0, WIN_BOUND),
}
"""The least and the greatest value of each number of a header."""
_TEXTS = ("game", "rules", "inputs", "unit", "licence")


class NetworkHeader(Value):
    """What a network is for, and how its weights were made.

    The score of a position is computed in integers, with quotients rounded towards 0. The sum of a hidden unit in the
    view of a player is its bias plus the weights of the rows that the position selects (``Inputs``). Its value is the
    sum, limited to 0 … ``ONE``, and squared. The values in the view of the side to move and then those in the view of
    the other side are multiplied by the output weights of the position's bucket and added. This total, divided by
    ``ONE``, plus the bucket's offset, is an output in the unit ``1 / (ONE * output_unit)``, and the score is ``factor``
    times the output.

    Attributes:
        game: identifier of the game.
        rules: rules under which ``inputs`` are the inputs of the game (``Game.rules_text``).
        inputs: digest of the inputs (``Inputs.digest``).
        rows: number of rows of weights.
        hidden: number of hidden units.
        buckets: number of sets of output weights.
        output_unit: number that an output weight of 1 is stored as.
        factor: score of an output of 1.
        scale: scale of the scores, as in ``Evaluation``.
        unit: English unit of the scores, as in ``Evaluation``.
        decimals: as in ``Evaluation``.
        margin: as in ``Evaluation``.
        gain_scale: as in ``Evaluation``.
        licence: terms of use of the weights.
        made: how the network was made: a mapping of names to texts and numbers, such as the command and the date.
        results: matches of the network, each a mapping like ``made``.
    """

    game: str
    rules: str
    inputs: str
    rows: int
    hidden: int
    buckets: int
    output_unit: int
    factor: int
    scale: int
    unit: str
    decimals: int = 0
    margin: int = 0
    gain_scale: int = 0
    licence: str = ""
    made: Mapping[str, Any] = MappingProxyType({})
    results: tuple[Mapping[str, Any], ...] = ()


class NetworkData(Value):
    """A network: its header and its weights.

    Attributes:
        header: the header.
        weights: weights of the hidden units as multiples of 1/255, by row and unit.
        bias: bias of each hidden unit.
        output: output weights by bucket, view (own, other) and unit.
        offset: constant of each bucket.
        digest: hexadecimal SHA-256 of the file, or an empty string if the network is not from a file.
    """

    header: NetworkHeader
    weights: "array[int]"
    bias: "array[int]"
    output: "array[int]"
    offset: "array[int]"
    digest: str = ""

    @property
    def game(self) -> Game:
        """The game with rules under which the network can be used.

        Raises:
            OptionError: if there is no such game, or no such rules.
        """
        return find_game(self.header.game).with_rules(self.header.rules)

    @property
    def arrays(self) -> tuple["array[int]", ...]:
        """The arrays in the order of the file."""
        return self.weights, self.bias, self.output, self.offset

    def score(self, rows: Sequence[Sequence[int]], bucket: int, turn: Player) -> int:
        """Return the score for the side to move by the definition in ``NetworkHeader``.

        Args:
            rows: the rows that the position selects in the views of FIRST and of SECOND.
            bucket: the bucket of the position.
            turn: the side to move.
        """
        header, total = self.header, 0
        start = 2 * bucket * header.hidden
        for view, player in enumerate((turn, turn.other)):
            for unit in range(header.hidden):
                value = self.bias[unit] + sum(self.weights[row * header.hidden + unit] for row in rows[player])
                total += min(max(value, 0), ONE) ** 2 * self.output[start + view * header.hidden + unit]
        output = int(Fraction(total, ONE)) + self.offset[bucket]
        score = int(Fraction(output * header.factor, ONE * header.output_unit))
        return min(max(score, 1 - WIN_BOUND), WIN_BOUND - 1)


def network_bytes(network: NetworkData) -> bytes:
    """Return the content of the file of a network. Equal networks have equal files with the same build of zlib.

    Raises:
        OptionError: if the network could not be read again.
    """
    header = {**vars(network.header), "format": FORMAT}
    header["made"], header["results"] = dict(network.header.made), [dict(each) for each in network.header.results]
    text = json.dumps(header, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    payload = zlib.compress(b"".join(map(_little_endian, network.arrays)), 9)
    data = MAGIC + struct.pack("<I", len(text)) + text + payload
    data += hashlib.sha256(data).digest()
    parse_network(data)
    return data


def write_network(network: NetworkData, path: Path) -> None:
    """Write the file of a network.

    Raises:
        KyVienError: if the network could not be read again, or the file cannot be written.
    """
    write_bytes(path, network_bytes(network))


def read_network(path: Path) -> NetworkData:
    """Return the network in a file.

    Raises:
        OptionError: if the file cannot be read, is not a network of this version, or has weights that could overflow.
    """
    try:
        with path.open("rb") as file:
            return parse_network(file.read(MOST_SIZE + 1))
    except OSError as error:
        reason: object = reason_of(error)
    except ValueError:  # a path with a null character
        reason = tr("the file or folder does not exist")
    except OptionError as error:
        reason = error
    raise OptionError("{path} cannot be read: {reason}", path=path, reason=reason)


def parse_network(data: bytes) -> NetworkData:
    """Return the network that the content of a file describes.

    Raises:
        OptionError: if it is not a network of this version, or has weights that could overflow.
    """
    if not data.startswith(MAGIC):
        raise OptionError("it is not the file of a network")
    if len(data) > MOST_SIZE:
        raise OptionError("the network is larger than {most} MB", most=MOST_SIZE // 1_000_000)
    start = len(MAGIC) + 4
    if len(data) < start + _DIGEST or hashlib.sha256(data[:-_DIGEST]).digest() != data[-_DIGEST:]:
        raise OptionError("the file of the network is damaged: its digest is wrong")
    (length,) = struct.unpack("<I", data[len(MAGIC) : start])
    if length > min(_MOST_HEADER, len(data) - start - _DIGEST):
        _refuse("length")
    header = _parse_header(data[start : start + length])
    sizes = (header.rows * header.hidden, header.hidden, 2 * header.buckets * header.hidden, header.buckets)
    expected = 2 * sum(sizes[:3]) + 4 * sizes[3]
    if expected > MOST_SIZE:
        raise OptionError("the network is larger than {most} MB", most=MOST_SIZE // 1_000_000)
    unpacker = zlib.decompressobj()
    try:
        payload = unpacker.decompress(data[start + length : -_DIGEST], expected + 1)
    except zlib.error:
        _refuse("payload")
    if len(payload) != expected or not unpacker.eof or unpacker.unused_data:
        _refuse("payload")
    arrays, at = [], 0
    for size, code in zip(sizes, "hhhi", strict=True):
        numbers = array(code)
        end = at + size * numbers.itemsize
        numbers.frombytes(payload[at:end])
        if sys.byteorder == "big":
            numbers.byteswap()
        arrays.append(numbers)
        at = end
    weights, bias, output, offset = arrays
    network = NetworkData(header, weights, bias, output, offset, data[-_DIGEST:].hex())
    _check_inputs(network)
    return network


def _little_endian(numbers: "array[int]") -> bytes:
    if sys.byteorder == "big":
        numbers = array(numbers.typecode, numbers)
        numbers.byteswap()
    return numbers.tobytes()


def _refuse(name: str) -> NoReturn:
    raise OptionError("the file of the network is not valid ({name})", name=name)


def _parse_header(data: bytes) -> NetworkHeader:
    """Return a header with values in their ranges.

    Raises:
        OptionError: if there is a fault.
    """
    try:
        fields = json.loads(data)
    except (ValueError, RecursionError):
        _refuse("header")
    if not isinstance(fields, dict) or fields.pop("format", None) != FORMAT:
        raise OptionError("the file of the network has a format of another version")
    if fields.keys() != set(NetworkHeader.__fields__):
        _refuse("header")
    for name, (least, most) in _NUMBERS.items():
        if type(fields[name]) is not int or not least <= fields[name] <= most:
            _refuse(name)
    for name in _TEXTS:
        if not isinstance(fields[name], str) or len(fields[name]) > 1000:
            _refuse(name)
    facts = [fields["made"], *fields["results"]] if isinstance(fields["results"], list) else [None]
    for each in facts:
        if not isinstance(each, dict) or not all(isinstance(value, str | int) for value in each.values()):
            _refuse("made")
    return NetworkHeader(**{**fields, "results": tuple(fields["results"])})


def _check_inputs(network: NetworkData) -> None:
    """Check that the inputs are those of this version, and that no sum can overflow.

    Raises:
        OptionError: if there is a fault.
    """
    header = network.header
    if header.game not in games():
        raise OptionError("the network is for a game that does not exist: {name}", name=header.game)
    try:
        inputs = network.game.inputs()
    except (KyVienError, ValueError):
        _refuse("rules")
    if (inputs.digest, inputs.rows, inputs.buckets) != (header.inputs, header.rows, header.buckets):
        raise OptionError("the network was made for the inputs of another version")
    if not fits(network, inputs):
        raise OptionError("the weights of the network are too large")


def fits(network: NetworkData, inputs: Inputs) -> bool:
    """Whether no computation with the weights overflows.

    The sum of a unit is a 16-bit number in every position, which is the case if the greatest weights of all cells fit.
    The total of the output weights times the squares of the units is a 32-bit number.
    """
    hidden = network.header.hidden
    for unit in range(hidden):
        weights = network.weights[unit::hidden]
        greatest = abs(network.bias[unit])
        for rows in inputs.rows_by_cell:
            greatest += max((abs(weights[row]) for row in rows), default=0)
        if greatest > 32_767:
            return False
    if any(abs(weight) > MOST_OUTPUT for weight in network.output):
        return False
    size = 2 * hidden
    sums = (sum(map(abs, network.output[start : start + size])) for start in range(0, len(network.output), size))
    return max(sums) * ONE**2 < 2**31
