#!/usr/bin/env python3
"""`mandi_trainer hub` with the real huggingface_hub, against a STAND-IN of a hub in this process: no real hub was asked.

    python hub_check.py

The stand-in answers what huggingface_hub asks to make a repository and to commit files, checks the token, and keeps what it gets. The last
line is "N passed, N failed"; the exit status is 0 only when nothing failed.
"""

from __future__ import annotations

import base64
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import named_checks

from mandi_trainer import checkpoints

TOKEN = "hf_standin"


class StandIn(BaseHTTPRequestHandler):
    repos: dict[str, dict[str, bytes]] = {}
    private: dict[str, bool] = {}
    commits: list[tuple[str, str, list[str]]] = []
    failing = 0

    def log_message(self, *_: object) -> None:
        pass

    def answer(self, body: object, status: int = 200) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_POST(self) -> None:  # noqa: N802 - the base's name
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.headers.get("authorization") != f"Bearer {TOKEN}":
            return self.answer({"error": "Invalid token"}, 401)
        if StandIn.failing > 0:
            StandIn.failing -= 1
            return self.answer({"error": "out of order"}, 418)
        if self.path == "/api/validate-yaml":
            return self.answer({"errors": [], "warnings": []})
        if self.path == "/api/repos/create":
            asked = json.loads(body)
            name = f"{asked.get('organization') or 'me'}/{asked['name']}"
            key = f"{asked.get('type', 'model')} {name}"
            if key in StandIn.repos:
                return self.answer({"url": f"{ENDPOINT}/{name}", "error": "You already created this repo"}, 409)
            StandIn.repos[key], StandIn.private[key] = {}, asked.get("visibility") == "private" or bool(asked.get("private"))
            return self.answer({"url": f"{ENDPOINT}/{name}"})
        kind, owner, name, what = self.path.split("?")[0].removeprefix("/api/").split("/")[:4]
        if what == "preupload":
            files = [{"path": one["path"], "uploadMode": "regular", "shouldIgnore": False, "oid": None} for one in json.loads(body)["files"]]
            return self.answer({"files": files})
        lines = [json.loads(line) for line in body.splitlines()]
        key = f"{kind.removesuffix('s')} {owner}/{name}"
        added = {line["value"]["path"]: base64.b64decode(line["value"]["content"]) for line in lines if line["key"] == "file"}
        StandIn.repos[key].update(added)
        StandIn.commits.append((key, lines[0]["value"]["summary"], sorted(added)))
        return self.answer({"success": True, "commitUrl": f"{ENDPOINT}/{owner}/{name}/commit/{len(StandIn.commits):040x}", "commitOid": f"{len(StandIn.commits):040x}"})

    def do_GET(self) -> None:  # noqa: N802
        self.answer({"error": "not found"}, 404)


SERVER = ThreadingHTTPServer(("127.0.0.1", 0), StandIn)
ENDPOINT = f"http://127.0.0.1:{SERVER.server_port}"
ENV = {**named_checks.ENV, "HF_ENDPOINT": ENDPOINT, "HF_HUB_DISABLE_XET": "1", "HF_HUB_DISABLE_TELEMETRY": "1", "HF_HUB_DISABLE_PROGRESS_BARS": "1"}
ENV.pop("HF_HUB_OFFLINE", None)


def start(*words: str, token: str | None = TOKEN) -> subprocess.Popen:
    env = {name: value for name, value in ENV.items() if name != "HF_TOKEN"} | ({"HF_TOKEN": token} if token else {})
    return subprocess.Popen([sys.executable, "-m", "mandi_trainer", "hub", *words], env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def save(out: Path, step: int, status: str) -> None:
    def write(folder: Path) -> None:
        for name in ("adapter_model.safetensors", "adapter_config.json", "optimizer.pt"):
            (folder / name).write_text(f"{name} after {step}")

    checkpoints.save(out, step, write)
    (out / "run.json").write_text(json.dumps({"kind": "dpo", "status": status, "step": step, "game": "bazaar/open", "command": ["mandi_trainer", "dpo"]}))
    (out / "log.jsonl").write_text("".join(f'{{"event":"step","step":{one}}}\n' for one in range(1, step + 1)))


def until(found) -> None:
    for _ in range(1200):
        if found():
            return
        time.sleep(0.1)
    raise AssertionError(f"did not come: {StandIn.commits}")


def follows(scratch: Path) -> None:
    """Each sealed checkpoint appears; half of one never does; an outage is passed; the end of the run is the end."""
    out = scratch / "run"
    out.mkdir()
    save(out, 1, "running")
    (out / "fresh").mkdir()
    (out / "fresh" / "adapter_model.safetensors").write_text("half")
    process = start(str(out), "--repo", "me/run", "--follow", "--every", "0.3")
    until(lambda: "last/adapter_model.safetensors" in StandIn.repos.get("model me/run", {}))
    repo = StandIn.repos["model me/run"]
    assert repo["last/adapter_model.safetensors"] == b"adapter_model.safetensors after 1" and StandIn.private["model me/run"] is True
    assert not any(name.startswith("fresh") or name.endswith("optimizer.pt") for name in repo), sorted(repo)
    StandIn.failing = 2
    save(out, 2, "running")
    until(lambda: repo["last/adapter_model.safetensors"].endswith(b"after 2") and repo["log.jsonl"].count(b"\n") == 2)
    (out / "last" / "adapter_model.safetensors").write_text("torn")
    (out / "log.jsonl").write_text("x\n" * 3)
    until(lambda: repo["log.jsonl"] == b"x\n" * 3)
    assert repo["last/adapter_model.safetensors"].endswith(b"after 2"), "a checkpoint that is not as it was sealed is not uploaded"
    save(out, 3, "done")
    said, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors[-1500:]
    assert repo["last/adapter_model.safetensors"].endswith(b"after 3") and b'"done"' in repo["run.json"]
    assert "Trying again" in said and TOKEN not in said + errors
    assert b"game: bazaar/open" in repo["README.md"] and b"library_name: peft" in repo["README.md"]
    assert StandIn.commits[-1][1] == "dpo run: step 3, done", StandIn.commits[-1]


def dataset(scratch: Path) -> None:
    """A folder with a manifest is a dataset; its own card stays; what is unchanged is not sent again."""
    pairs = scratch / "pairs"
    pairs.mkdir()
    (pairs / "manifest.json").write_text(json.dumps({"ruleset": "bazaar/open", "command": "npx mandi pairs"}))
    (pairs / "pairs.jsonl").write_text('{"prompt": []}\n')
    process = start(str(pairs), "--repo", "me/pairs", "--public")
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors[-1500:]
    repo = StandIn.repos["dataset me/pairs"]
    assert sorted(repo) == ["README.md", "manifest.json", "pairs.jsonl"] and b"license: cc0-1.0" in repo["README.md"]
    assert StandIn.private["dataset me/pairs"] is False
    (pairs / "README.md").write_text("# Mine\n")
    assert start(str(pairs), "--repo", "me/pairs").wait(120) == 0, "a repository that is there is used"
    assert repo["README.md"] == b"# Mine\n"


def refused(scratch: Path) -> None:
    before = len(StandIn.commits)
    (scratch / "one").mkdir()
    (scratch / "one" / "x.json").write_text("{}")
    for token, why in ((None, "no hub token is set"), ("wrong", "could not be reached or refused")):
        process = start(str(scratch / "one"), "--repo", "me/one", token=token)
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 1 and why in errors.strip().splitlines()[-1], errors[-800:]
    assert len(StandIn.commits) == before


def in_scratch(check: Callable[[Path], None]) -> None:
    with tempfile.TemporaryDirectory(prefix="mandi-hub-check-") as scratch:
        check(Path(scratch))


def main() -> int:
    threading.Thread(target=SERVER.serve_forever, daemon=True).start()
    checks = {"a run, as it grows": follows, "pairs, as a dataset": dataset, "no token, or a wrong one": refused}
    return named_checks.run_all({name: partial(in_scratch, check) for name, check in checks.items()})


if __name__ == "__main__":
    raise SystemExit(main())
