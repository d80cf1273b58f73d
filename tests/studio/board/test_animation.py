"""Animated pictures: the file, decoded again by a small reader and, where it is installed, by Chromium."""

import base64
import struct
import zlib
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.records import edits
from engine.records.tree import GameTree
from studio.board.animation import LAST_MS, MOVE_MS, AnimatedPng, animate
from tests.browser import PROGRAM, REASON, browser


def chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    found, at = [], 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + body)
        found.append((kind, body))
        at += 12 + length
    return found


def decoded(data: bytes) -> list[tuple[int, "np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]"]]:
    """The frames of an APNG, each with its time in ms, read by the specification."""
    parts = chunks(data)
    width, height = struct.unpack(">II", parts[0][1][:8])
    canvas = np.zeros((height, width, 3), np.uint8)
    frames, number, box, ms = [], 0, (0, 0, 0, 0), 0
    for kind, body in parts:
        if kind == b"fcTL":
            sequence, across, down, left, top, ms, per, dispose, blend = struct.unpack(">IIIIIHHBB", body)
            assert (sequence, per, dispose, blend) == (number, 1000, 0, 0)
            number, box = number + 1, (across, down, left, top)
            assert left + across <= width and top + down <= height
        elif kind in (b"IDAT", b"fdAT"):
            if kind == b"fdAT":
                assert struct.unpack(">I", body[:4])[0] == number
                number, body = number + 1, body[4:]
            across, down, left, top = box
            lines = np.frombuffer(zlib.decompress(body), np.uint8).reshape(down, 1 + 3 * across)
            assert not lines[:, 0].any()
            canvas = canvas.copy()
            canvas[top : top + down, left : left + across] = lines[:, 1:].reshape(down, across, 3)
            frames.append((ms, canvas))
    assert struct.unpack(">II", dict(parts)[b"acTL"]) == (len(frames), 0)
    return frames


def played(name: str, plies: int) -> GameTree:
    tree = GameTree.start(find_game(name)())
    for node in range(plies):
        tree = edits.add_move(tree, node, tree.position(node).legal_moves()[0]).apply(tree)
    return tree


def animated(tree: GameTree) -> bytes:
    animation = AnimatedPng()
    count = len(tree.main_line())
    assert list(animate(tree, animation)) == [(number + 1, count) for number in range(count)]
    return animation.to_bytes()


def test_frames_are_stored_exactly(qtbot: QtBot) -> None:
    animation, images = AnimatedPng(), []
    for number in range(4):
        image = QImage(30, 20, QImage.Format.Format_RGB32)
        image.fill(QColor("#123456"))
        image.setPixelColor(3 * number, 2 * number, QColor("#FEDCBA"))
        images.append(image)
        animation.add(image, 100 * number)
    animation.add(images[-1], 7)
    frames = decoded(animation.to_bytes())
    assert [ms for ms, _ in frames] == [0, 100, 200, 300, 7]
    for (_, pixels), image in zip(frames, [*images, images[-1]], strict=True):
        for x, y in ((0, 0), (3, 2), (6, 4), (9, 6), (29, 19)):
            color = image.pixelColor(x, y)
            assert tuple(pixels[y, x]) == (color.red(), color.green(), color.blue())


def test_other_sizes_and_no_frames_are_refused(qtbot: QtBot) -> None:
    animation = AnimatedPng()
    with pytest.raises(ValueError, match="needs a frame"):
        animation.to_bytes()
    animation.add(QImage(4, 4, QImage.Format.Format_RGB32), 1)
    with pytest.raises(ValueError, match="one size"):
        animation.add(QImage(5, 4, QImage.Format.Format_RGB32), 1)


@pytest.mark.parametrize("name", ["chess", "go"])
def test_a_game_has_one_frame_for_each_position(qtbot: QtBot, name: str) -> None:
    frames = decoded(animated(played(name, 5)))
    assert [ms for ms, _ in frames] == [MOVE_MS] * 5 + [LAST_MS]
    assert all((a[1] != b[1]).any() for a, b in pairwise(frames))


@pytest.mark.oracle
@pytest.mark.skipif(PROGRAM is None, reason=REASON)
def test_a_browser_reads_the_same_frames(qtbot: QtBot, tmp_path: Path) -> None:
    data = animated(played("tictactoe", 3))
    frames = decoded(data)
    page = tmp_path / "empty.html"
    page.write_text("<!doctype html><title>.</title>", encoding="utf-8")
    read = """(async () => {
      const data = Uint8Array.from(atob('%s'), sign => sign.charCodeAt(0));
      const decoder = new ImageDecoder({data, type: 'image/png'});
      await decoder.tracks.ready;
      await decoder.completed;
      const found = [];
      for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex++) {
        const {image} = await decoder.decode({frameIndex});
        const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight).getContext('2d');
        canvas.drawImage(image, 0, 0);
        const {data} = canvas.getImageData(0, 0, image.displayWidth, image.displayHeight);
        let sum = 0;
        for (let at = 0; at < data.length; at++) if (at %% 4 < 3) sum = (sum * 31 + data[at]) %% 1000003;
        found.push([image.displayWidth, image.displayHeight, image.duration, sum]);
      }
      return found;
    })()"""
    with browser(tmp_path) as opened:
        opened.open(page)
        found = opened.run(read % base64.b64encode(data).decode())
    expected = []
    for ms, pixels in frames:
        total = 0
        for value in pixels.reshape(-1).tolist():
            total = (total * 31 + value) % 1000003
        expected.append([pixels.shape[1], pixels.shape[0], 1000 * ms, total])
    assert found == expected
