"""A run's folder: `run.json` says what and how the run is, `log.jsonl` what happened. README.md documents both. Needs nothing but Python."""

import json
import os
import sys
import time
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import NoReturn

from .health import Health
from .log import Log

FORMAT = 1
CARD = "run.json"
PACKAGES = ("torch", "transformers", "peft", "trl")


def now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def versions() -> dict[str, str]:
    """Of what has a part in what comes out; what is not installed has none."""
    found = {"python": ".".join(map(str, sys.version_info[:3]))}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


class Run:
    """Of one kind, in one folder. Whatever ends it, but for a kill, is written down: use it with `with`."""

    def __init__(self, out: Path, kind: str, settings: Mapping[str, object], **facts: object) -> None:
        """`facts`: what else the card is to say, e.g. game, prompt, steps, data, base, device. What is None is left out."""
        self.out, self.kind = out, kind
        out.mkdir(parents=True, exist_ok=True)
        self.log = Log(out / "log.jsonl")
        self.health = Health(kind, settings)
        before = card_of(out) or {}
        self.before = before
        self.steps = 0
        told = {name: value for name, value in facts.items() if value is not None}
        self.card: dict = {
            "format": FORMAT,
            "name": out.resolve().name,
            "kind": kind,
            "status": "running",
            "command": ["mandi_trainer", *sys.argv[1:]],
            **told,
            "began": before.get("began") if before.get("kind") == kind and before.get("began") else now(),
            "started": now(),
            "pid": os.getpid(),
            "step": 0,
            "settings": {name: shown(value) for name, value in settings.items() if value is not None},
            "versions": versions(),
        }

    def begin(self, *, resumed: bool, step: int = 0, **more: object) -> None:
        """The first row of a start. `step`: from which it goes on; what was seen up to there counts as seen."""
        self.card["step"] = step
        for row in steps_of(self.out, up_to=step) if resumed else ():
            self.health.take(numbers_of(row))
        self.write_card()
        self.write("begin", {"resumed": resumed, "from": step, **present(more)})

    def step(self, step: int, figures: Mapping[str, object]) -> None:
        """Ends the run, as failed, where it has had nothing to learn from for too long."""
        row = {"step": step, **present(figures)}
        self.card["step"] = step
        self.steps += 1
        self.write("step", row)
        why = self.health.take(numbers_of(row))
        if why is not None:
            self.fail(why)

    def validation(self, step: int, figures: Mapping[str, object]) -> None:
        self.write("validation", {"step": step, **present(figures)})

    def checkpoint(self, step: int, path: str, digest: str | None = None) -> None:
        self.write("checkpoint", {"step": step, "path": path, **present({"digest": digest})})
        self.write_card()

    def write(self, event: str, row: Mapping[str, object]) -> None:
        self.log.write({"event": event, "kind": self.kind, **row})

    def end(self, **more: object) -> None:
        """It came to its end; as a failed one where it cannot have learned anything. No step more makes no failed run a good one."""
        why = self.health.verdict() or (self.before.get("reason") if self.steps == 0 else None)
        if why is not None:
            self.fail(why)
        self.write("end", {"step": self.card["step"], **present(more)})
        self.close("done")

    def fail(self, why: str) -> NoReturn:
        """Said once in the log, the card and on the way out, whose status is then 1."""
        if self.card["status"] != "failed":
            self.write("failed", {"step": self.card["step"], "reason": why})
            self.close("failed", reason=why)
        raise SystemExit(why)

    def close(self, status: str, **more: object) -> None:
        self.card.update(status=status, ended=now(), **more)
        self.write_card()

    def write_card(self) -> None:
        """Whole or not at all: somebody may be reading it."""
        self.card["updated"] = now()
        fresh = self.out / f".{CARD}"
        fresh.write_text(json.dumps(self.card, indent=2, allow_nan=False), encoding="utf-8")
        os.replace(fresh, self.out / CARD)

    def __enter__(self) -> "Run":
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, _: object) -> None:
        """Ctrl-C is no failure: the same command goes on from the last checkpoint."""
        if fault is None or self.card["status"] != "running" or isinstance(fault, KeyboardInterrupt):
            return
        why = str(fault.code) if isinstance(fault, SystemExit) else f"It broke off with {kind.__name__ if kind else 'a fault'}: {fault}"
        self.write("failed", {"step": self.card["step"], "reason": one_line(why)})
        self.close("failed", reason=one_line(why))


def card_of(out: Path) -> dict | None:
    """None: the folder has no card, or none that can be read."""
    try:
        card = json.loads((out / CARD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return card if isinstance(card, dict) else None


def steps_of(out: Path, up_to: int) -> list[dict]:
    """A run's steps in their order, each as it went last: those after a checkpoint that was gone back to do not count."""
    found: dict[int, dict] = {}
    file = out / "log.jsonl"
    for line in file.read_text(encoding="utf-8").splitlines() if file.is_file() else ():
        row = json.loads(line)
        if row.get("event") == "step" and row["step"] <= up_to:
            found[row["step"]] = row
    return [found[step] for step in sorted(found)]


def numbers_of(row: Mapping[str, object]) -> dict[str, float]:
    return {name: value for name, value in row.items() if isinstance(value, (int, float)) and not isinstance(value, bool)}


def forget(out: Path) -> None:
    for name in (CARD, "log.jsonl"):
        (out / name).unlink(missing_ok=True)


def present(figures: Mapping[str, object]) -> dict[str, object]:
    """What was not measured is left out."""
    return {name: value for name, value in figures.items() if value is not None}


def shown(value: object) -> object:
    return str(value) if isinstance(value, Path) else value


def one_line(text: str, most: int = 600) -> str:
    return " ".join(text.split())[:most]
