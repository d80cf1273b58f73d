"""A headless Chromium, driven through its debugging pipe, for tests of HTML pages. Nothing needs a network."""

import base64
import json
import os
import select
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PROGRAM = shutil.which("chromium")
REASON = "chromium is not installed (Debian package chromium)"
PATIENCE_SECONDS = 20


class Browser:
    """One page of a browser.

    Attributes:
        messages: texts of the console and of errors, among them violations of the Content-Security-Policy.
        requests: addresses of everything that was requested.
    """

    def __init__(self, process: subprocess.Popen[bytes], into: int, out: int) -> None:
        self._process, self._into, self._out = process, into, out
        self._buffer, self._number, self._opened = b"", 0, 0
        self._session = ""
        self._events: list[str] = []
        self.messages: list[str] = []
        self.requests: list[str] = []
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._call(f"{domain}.enable")

    def _read(self) -> Any:
        while b"\0" not in self._buffer:
            assert select.select([self._out], [], [], PATIENCE_SECONDS)[0], "the browser does not answer"
            data = os.read(self._out, 1 << 16)
            assert data, "the browser has ended"
            self._buffer += data
        text, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(text)

    def _call(self, method: str, **values: Any) -> Any:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": values}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._into, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer["error"]
                return answer["result"]
            self._note(answer)

    def _note(self, event: Any) -> None:
        method, values = event.get("method"), event.get("params", {})
        self._events.append(method)
        if method == "Log.entryAdded":
            self.messages.append(values["entry"]["text"])
        elif method == "Runtime.exceptionThrown":
            details = values["exceptionDetails"]
            self.messages.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled":
            self.messages.append(" ".join(str(each.get("value")) for each in values["args"]))
        elif method == "Network.requestWillBeSent":
            self.requests.append(values["request"]["url"])

    def open(self, path: Path, address: str = "", *, script: bool = True) -> None:
        """Open a file and wait until it is loaded."""
        self._call("Emulation.setScriptExecutionDisabled", value=not script)
        self._events.clear()
        # With a new query, because a change of the fragment alone loads nothing.
        self._opened += 1
        self._call("Page.navigate", url=f"{path.as_uri()}?{self._opened}{address}")
        while "Page.loadEventFired" not in self._events:
            self._note(self._read())

    def wait(self, condition: str) -> None:
        """Wait until an expression in JavaScript is true."""
        self.run(
            f"new Promise(done => {{ const timer = setInterval(() => {{ if ({condition}) "
            "{ clearInterval(timer); done(); } }, 5); })"
        )

    def size(self, width: int, height: int, *, dark: bool = False) -> None:
        """Set the size of the window in px, and the colours that the reader prefers."""
        self._call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self._call("Emulation.setEmulatedMedia", features=features)

    def run(self, source: str) -> Any:
        """Evaluate JavaScript and return its value, which must be JSON."""
        answer = self._call("Runtime.evaluate", expression=source, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def key(self, name: str, text: str = "") -> None:
        """Press and release a key."""
        self._call("Input.dispatchKeyEvent", type="keyDown", key=name, text=text)
        self._call("Input.dispatchKeyEvent", type="keyUp", key=name)

    def mouse(self, kind: str, x: float, y: float, button: str = "none") -> None:
        """Send an event of the mouse: ``mouseMoved``, ``mousePressed`` or ``mouseReleased``."""
        self._call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=int(button != "none"))

    def click(self, x: float, y: float) -> None:
        """Click with the left button."""
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, "left")
        self.mouse("mouseReleased", x, y, "left")

    def picture(self, path: Path) -> None:
        """Save the visible part of the page as PNG."""
        path.write_bytes(base64.b64decode(self._call("Page.captureScreenshot", format="png")["data"]))


NODE = shutil.which("node")
NO_SCRIPTS = "chromium is not installed (Debian package chromium), nor is node"


def evaluate(script: str, expression: str, folder: Path) -> Any:
    """Run a script without a page, by node or in Chromium, and return the value of an expression as JSON."""
    if NODE is not None:
        path = folder / "script.js"
        path.write_text(f"{script}\nconsole.log(JSON.stringify({expression}))\n", encoding="utf-8")
        done = subprocess.run([NODE, str(path)], capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)
    with browser(folder) as opened:
        opened.run(script)
        return opened.run(expression)


@contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """Start a browser with its profile in ``folder``, and end it."""
    assert PROGRAM is not None, REASON
    theirs_in, ours_out = os.pipe()
    ours_in, theirs_out = os.pipe()
    arguments = [
        PROGRAM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-extensions", "--disable-dev-shm-usage",
        "--no-first-run", "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
        "--remote-debugging-pipe", f"--user-data-dir={folder / 'profile'}", "about:blank",
    ]  # fmt: skip

    def place() -> None:
        # The browser reads its orders from descriptor 3 and answers on 4.
        source, target = os.dup(theirs_in), os.dup(theirs_out)
        os.dup2(source, 3)
        os.dup2(target, 4)

    process = subprocess.Popen(
        arguments, preexec_fn=place, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env=os.environ | {"HOME": str(folder)},
    )  # fmt: skip
    os.close(theirs_in)
    os.close(theirs_out)
    try:
        yield Browser(process, ours_out, ours_in)
    finally:
        os.close(ours_out)
        os.close(ours_in)
        process.terminate()
        process.wait(PATIENCE_SECONDS)
