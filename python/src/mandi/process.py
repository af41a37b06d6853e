"""Finds, starts and talks to the Node process that plays: one JSON line each way, followed by the bytes of arrays."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import weakref
from pathlib import Path
from typing import Any, Sequence

if sys.platform == "linux":
    import fcntl

NODE_AT_LEAST = (20, 19)
ENTRY = Path("bin") / "mandi.mjs"
YOUNG_MIB = 64
"""Matches produce much short-lived garbage: with more room for it, Node spends a fifth less time on garbage collection."""
PIPE_BYTES = 1 << 20
PACKAGED = Path("node_modules") / ".bin" / ("mandi.cmd" if os.name == "nt" else "mandi")


class MandiError(Exception):
    """Mandi refused the request; the message is Mandi's."""


class MandiNotFound(MandiError):
    """Node or Mandi is not on this machine, or not in the expected place."""


def find_mandi(home: str | os.PathLike[str] | None = None) -> list[str]:
    """The command that starts Mandi, as a list of words.

    Looked for, in this order: `home` (a checkout), the checkout that `MANDI_HOME` names, the checkout that this package lies in,
    a checkout above the working directory, an installed npm package above the working directory, `mandi` on the path.

    Raises:
        MandiNotFound: neither Node 20.19 or newer nor Mandi is there; the sentence says what to do.
    """
    node = shutil.which("node")
    if node is None:
        raise MandiNotFound("Node.js is not on the path. Install Node 20.19 or newer from https://nodejs.org, then try again.")
    if home is not None:
        entry = Path(home) / ENTRY
        if not entry.is_file():
            raise MandiNotFound(f"{home} is not a checkout of Mandi: {entry} is missing. Name the folder that has Mandi's package.json.")
        return [node, str(entry)]
    folders = [Path(named)] if (named := os.environ.get("MANDI_HOME")) else []
    folders += [*Path(__file__).resolve().parents, *(here := [Path.cwd(), *Path.cwd().parents])]
    for folder in folders:
        if (folder / ENTRY).is_file() and (folder / "package.json").is_file():
            return [node, str(folder / ENTRY)]
    for folder in here:
        if (folder / PACKAGED).is_file():
            return [str(folder / PACKAGED)]
    installed = shutil.which("mandi")
    if installed is not None:
        return [installed]
    raise MandiNotFound(
        "Mandi is not here. Set MANDI_HOME to a checkout of it (where `npm ci` has run), run this inside one, or install its npm package."
    )


class Process:
    """One `mandi env --stdio --vector`: answers one line to each line, in order. Usable from several threads.

    Args:
        home: A checkout of Mandi; left out, it is looked for (`find_mandi`).
        args: What is started, for tests.
    """

    def __init__(self, home: str | os.PathLike[str] | None = None, *, args: Sequence[str] = ("env", "--stdio", "--vector")) -> None:
        command = [*find_mandi(home), *args]
        # MANDI_HOME is the data folder to Mandi itself: a checkout must not become one.
        named = os.environ.get("MANDI_HOME")
        environment = {key: value for key, value in os.environ.items() if key != "MANDI_HOME" or not (Path(str(named)) / ENTRY).is_file()}
        environment["NODE_OPTIONS"] = f"--max-semi-space-size={YOUNG_MIB} {environment.get('NODE_OPTIONS', '')}".strip()
        self.lock = threading.Lock()
        """Held from a `send` to its `receive`."""
        self._child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, bufsize=1 << 20
        )
        _widen(self._child.stdin, self._child.stdout)
        self._errors: list[str] = []
        self._reader = threading.Thread(target=_keep_lines, args=(self._child.stderr, self._errors), daemon=True)
        self._reader.start()
        self._end = weakref.finalize(self, _end, self._child)

    def ask(self, kind: str, data: dict[str, Any] | None = None) -> Any:
        """Sends `{"type": kind, "data": data}` and returns the `data` of the answer.

        Raises:
            MandiError: refused, in Mandi's words; or the process has ended, with the last it said.
        """
        with self.lock:
            self.send(kind, data)
            return self.receive()

    def send(self, kind: str, data: dict[str, Any] | None = None) -> None:
        """Sends without waiting. Each `send` needs a `receive`; see `ask`."""
        line = json.dumps({"type": kind, "data": data or {}}, separators=(",", ":"))
        try:
            assert self._child.stdin is not None
            self._child.stdin.write(line.encode() + b"\n")
            self._child.stdin.flush()
        except (BrokenPipeError, ValueError):
            raise self._over() from None

    def receive(self) -> Any:
        """The answer to the oldest `send` that has none yet."""
        assert self._child.stdout is not None
        line = self._child.stdout.readline()
        if line == b"":
            raise self._over()
        answer = json.loads(line)
        if answer["type"] == "error":
            raise MandiError(answer["data"]["message"])
        return answer["data"]

    def receive_into(self, *arrays: Any) -> None:
        """Reads the bytes that follow an answer into these buffers, in order."""
        assert self._child.stdout is not None
        for array in arrays:
            rest = memoryview(array).cast("B") if array.size else memoryview(b"")
            while len(rest) > 0:
                read = self._child.stdout.readinto(rest)  # type: ignore[attr-defined]
                if not read:
                    raise self._over()
                rest = rest[read:]

    def close(self) -> None:
        """Ends the process. Closing twice is harmless."""
        self._end()

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _over(self) -> MandiError:
        code = self._child.wait(timeout=10)
        self._reader.join(timeout=5)
        said = " ".join(self._errors[-3:]) or "it printed nothing"
        return MandiError(f"Mandi's process has ended with {code}: {said}")


def _widen(*pipes: Any) -> None:
    """Enlarges the pipe to fit a batch of some hundred rows, so that Node need not wait for the reader. Where the system refuses, it waits."""
    if sys.platform == "linux":
        for pipe in pipes:
            try:
                fcntl.fcntl(pipe.fileno(), fcntl.F_SETPIPE_SZ, PIPE_BYTES)
            except OSError:
                return


def _keep_lines(stream: Any, lines: list[str]) -> None:
    for line in stream:
        lines.append(line.decode(errors="replace").rstrip())
        del lines[:-50]


def _end(child: subprocess.Popen[bytes]) -> None:
    if child.stdin is not None:
        try:
            child.stdin.close()
        except OSError:
            pass
    try:
        child.wait(timeout=5)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    for stream in (child.stdout, child.stderr):
        if stream is not None:
            stream.close()
