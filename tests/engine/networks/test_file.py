"""Files of networks: what is written is read again, and hostile files get one sentence."""

import hashlib
import json
import random
import struct
import zlib
from array import array
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import OptionError
from engine.core.language import set_language
from engine.core.values import replace
from engine.networks.file import (
    MAGIC,
    MOST_SIZE,
    NetworkData,
    network_bytes,
    parse_network,
    read_network,
    write_network,
)
from tests.engine.networks.made import random_network

pytestmark = pytest.mark.unsanitized  # reading files executes no compiled code


def small(**changes: Any) -> NetworkData:
    return random_network("tictactoe", hidden=2, **changes)


def sealed(data: bytes) -> bytes:
    """Data with the right digest, as a program that damages files on purpose writes them."""
    return data + hashlib.sha256(data).digest()


def made(header: dict[str, Any], payload: bytes) -> bytes:
    text = json.dumps(header).encode()
    return sealed(MAGIC + struct.pack("<I", len(text)) + text + zlib.compress(payload))


def parts(data: bytes) -> tuple[dict[str, Any], bytes]:
    """The header and the numbers of a file."""
    (length,) = struct.unpack("<I", data[8:12])
    return json.loads(data[12 : 12 + length]), zlib.decompress(data[12 + length : -32])


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    results = ({"opponent": "material", "elo": 12},)
    network = random_network("chess", made={"command": "trận “a”", "games": 3}, results=results)
    path = tmp_path / "a.kvnet"
    write_network(network, path)
    found = read_network(path)
    assert found.digest == path.read_bytes()[-32:].hex()
    assert replace(found, digest="") == network
    assert network_bytes(found) == path.read_bytes()


def refused(data: bytes) -> str:
    with pytest.raises(OptionError) as caught:
        parse_network(data)
    return str(caught.value)


def test_a_truncated_file_is_refused_at_every_byte() -> None:
    data = network_bytes(small())
    assert len(data) < 1500, "small enough to try every byte"
    for length in range(len(data)):
        assert refused(data[:length])


def test_a_changed_bit_is_refused_at_every_byte() -> None:
    """The digest finds each. With a right digest, the file is refused or differs from the original."""
    data, rng = network_bytes(small()), random.Random(1)
    original = parse_network(data)
    for at in range(len(data)):
        changed = bytearray(data)
        changed[at] ^= 1 << rng.randrange(8)
        assert refused(bytes(changed))
        try:
            found = parse_network(sealed(bytes(changed[:-32])))
        except OptionError:
            continue
        assert at >= len(data) - 32 or found != original


@pytest.mark.parametrize("language", ["vi", "en"])
def test_every_error_is_one_sentence_in_the_language(language: str, tmp_path: Path) -> None:
    set_language(language)
    for data in (b"", b"PK\x03\x04", MAGIC, sealed(MAGIC), network_bytes(small())[:-1]):
        path = tmp_path / "<b>x.kvnet"
        path.write_bytes(data)
        with pytest.raises(OptionError) as caught:
            read_network(path)
        text = str(caught.value)
        assert str(path) in text and "\n" not in text and len(text) < 120 + len(str(path))
        assert ("mạng" in text) == (language == "vi")


CHANGES: dict[str, tuple[Any, ...]] = {
    "rows": (0, 19, 17, 32_768, -1, 1e300, "18", None, True),
    "hidden": (0, 1, 3, 257, 2**40),
    "buckets": (0, 7, 9, 65),
    "output_unit": (0, 2**21, -3),
    "factor": (0, 10**9),
    "scale": (0, 999_000),
    "decimals": (-1, 4),
    "margin": (-1, 10**7),
    "gain_scale": (-1,),
    "game": ("", "chess", "no", 3, "x" * 2000),
    "rules": ("size=3", "?", None),
    "inputs": ("", "0" * 64),
    "unit": (1, "x" * 2000),
    "licence": (None,),
    "made": ([], None, {"a": []}, {"a": {}}, {"a": 1.5}),
    "results": ({}, [1], [{"a": []}], None),
    "format": (0, 2, "1", None),
    "more": (1,),
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in CHANGES.items() for value in values])
def test_a_header_that_does_not_fit_is_refused(name: str, value: Any) -> None:
    header, payload = parts(network_bytes(small()))
    assert refused(made({**header, name: value}, payload))


def test_sizes_that_fit_each_other_but_not_the_game_are_refused() -> None:
    header, _ = parts(network_bytes(small()))
    for rows, buckets in ((17, 8), (18, 4), (32_767, 8)):
        payload = bytes(2 * (rows * 2 + 2 + buckets * 4) + 4 * buckets)
        assert refused(made({**header, "rows": rows, "buckets": buckets}, payload))


def test_a_missing_field_is_refused() -> None:
    header, payload = parts(network_bytes(small()))
    for name in header:
        assert refused(made({key: value for key, value in header.items() if key != name}, payload))
    for text in (b"[]", b"{", b"\xff", b"[" * 50_000, b"NaN"):
        assert refused(sealed(MAGIC + struct.pack("<I", len(text)) + text + zlib.compress(payload)))


def test_lengths_that_lie_are_refused() -> None:
    data = network_bytes(small())
    for length in (0, 1, 2**31, 2**32 - 1, len(data), 70_000):
        assert refused(sealed(data[:8] + struct.pack("<I", length) + data[12:-32]))


def test_a_payload_of_another_size_is_refused() -> None:
    header, payload = parts(network_bytes(small()))
    for other in (payload[:-1], payload + b"\0", b"", payload * 2):
        assert refused(made(header, other))
    assert refused(sealed(network_bytes(small())[:-32] + b"\0")), "more after the numbers"
    bomb = made(header, bytes(50_000_000))
    assert len(bomb) < 100_000 and refused(bomb)


def test_a_file_that_is_too_large_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "large.kvnet"
    with path.open("wb") as file:
        file.write(MAGIC)
        file.truncate(MOST_SIZE * 100)
    with pytest.raises(OptionError, match="8 MB"):
        read_network(path)
    with pytest.raises(OptionError):
        read_network(tmp_path / "missing.kvnet")
    with pytest.raises(OptionError):
        read_network(tmp_path)
    with pytest.raises(OptionError):
        read_network(Path("a\0b"))


def with_numbers(name: str, values: dict[int, int]) -> bytes:
    network = small()
    numbers = array("i", getattr(network, name))
    for at, value in values.items():
        numbers[at] = value
    code = getattr(network, name).typecode
    changed = replace(network, **{name: array(code, numbers)})
    header, _ = parts(network_bytes(network))
    return made(header, b"".join(each.tobytes() for each in changed.arrays))


def test_weights_that_could_overflow_are_refused() -> None:
    """Each of the three bounds: it holds at the limit, and not one above."""
    zero = dict.fromkeys(range(18 * 2), 0)
    for value, fits in ((3640, True), (3641, False), (-3640, True), (-3641, False)):
        # Unit 0 in all nine cells, with the other piece of the cell at 0; the bias is the rest of 32,767.
        weights = zero | dict.fromkeys(range(0, 18, 2), value)
        network = with_numbers("weights", weights)
        header, payload = parts(network)
        bias = struct.pack("<h", 32_767 - 9 * 3640)
        data = made(header, payload[: 2 * 36] + bias + payload[2 * 36 + 2 :])
        if fits:
            parse_network(data)
        else:
            assert "too large" in refused(data)
    for value, fits in ((127, True), (128, False), (-127, True), (-128, False)):
        data = with_numbers("output", {0: value})
        if fits:
            parse_network(data)
        else:
            assert refused(data)


def test_the_sum_of_the_output_weights_is_bounded() -> None:
    """130 units with outputs of 127 fit in 32 bits, 131 do not."""
    for hidden, fits in ((130, True), (131, False)):
        network = random_network("tictactoe", hidden=hidden)
        output = array("h", [127] * len(network.output))
        if fits:
            network_bytes(replace(network, output=output))
        else:
            with pytest.raises(OptionError):
                network_bytes(replace(network, output=output))


def test_an_offset_of_32_bits_cannot_overflow() -> None:
    for value in (2**31 - 1, -(2**31)):
        parse_network(with_numbers("offset", {0: value}))
