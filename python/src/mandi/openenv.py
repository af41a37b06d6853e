"""OpenEnv's client for a running Mandi: `mandi env --serve`, or `/openenv` of a server. Any game, any seat, over a WebSocket."""

from __future__ import annotations

import subprocess
from typing import Any

from openenv.core import GenericEnvClient

from .process import MandiError, find_mandi


class MandiClient(GenericEnvClient):
    """`openenv.core.GenericEnvClient` with Mandi's address as its default: `reset(**settings)`, `step(action)`, `state()`.

    Observation: a dictionary, as docs/openenv.md has it for each game. Action: a dictionary, one of the observation's `legal_actions` filled in, or
    {"actions": […]} where a turn takes several. Reward: None after a reset, then as the setting `reward` says (docs/openenv.md).

    Errors: what Mandi refuses is raised by the client, with Mandi's own sentence.
    """

    def __init__(self, base_url: str = "http://127.0.0.1:8000", **settings: Any) -> None:
        super().__init__(base_url=base_url, **settings)


class Endpoint:
    """`mandi env --serve` on a free port, for as long as a `with` lasts. `url` is its address.

    Raises:
        MandiNotFound: there is no Node or no Mandi.
        MandiError: it did not start, with what it said.
    """

    def __init__(self, home: str | None = None, *, sessions: int = 256) -> None:
        command = [*find_mandi(home), "env", "--serve", "--port", "0", "--sessions", str(sessions)]
        self._child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert self._child.stdout is not None
        said = self._child.stdout.readline()
        self.url = next((word for word in said.split() if word.startswith("http://")), "")
        if self.url == "":
            self.close()
            raise MandiError(f"mandi env --serve did not start: {said.strip() or 'it printed nothing'}")

    def close(self) -> None:
        self._child.terminate()
        self._child.wait(timeout=10)
        if self._child.stdout is not None:
            self._child.stdout.close()

    def __enter__(self) -> Endpoint:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
