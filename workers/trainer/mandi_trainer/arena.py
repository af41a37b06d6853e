"""Matches for a trainer to learn from: processes that play a game, asked and answered by lines of JSON (bench/bazaar-arena.ts)."""

import json
import subprocess
from collections.abc import Callable, Sequence

# Prompts, the letters of their menus, and the places of their matches; answered by a letter for each.
Choose = Callable[[Sequence[str], Sequence[str], Sequence[int]], list[str]]


class Arena:
    def __init__(self, command: Sequence[str], workers: int) -> None:
        self.workers = [
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", bufsize=1 << 20)
            for _ in range(workers)
        ]
        ready = [read(worker)["ready"] for worker in self.workers]
        self.system: str = ready[0]["system"]
        self.prompt: str = ready[0]["prompt"]

    def play(self, matches: Sequence[dict], player: str, choose: Choose | None = None, *, label: bool = False, wander: float = 0.0) -> dict:
        """All matches at once, spread over the workers: their results in their order, and rows in none."""
        count = len(self.workers)
        shares = [(place, worker, matches[place::count]) for place, worker in enumerate(self.workers)]
        busy = [(place, worker) for place, worker, share in shares if share]
        for _, worker, share in shares:
            if share:
                write(worker, {"matches": list(share), "player": player, "label": label, "wander": wander})
        results: list[dict] = [{}] * len(matches)
        rows: list[dict] = []
        while busy:
            said = [(place, worker, read(worker)) for place, worker in busy]
            for place, _, line in said:
                if "done" in line:
                    results[place::count] = line["done"]["results"]
                    rows += line["done"]["rows"]
            asking = [(place, worker, line["asked"]) for place, worker, line in said if "asked" in line]
            busy = [(place, worker) for place, worker, _ in asking]
            asked = [(one["user"], one["letters"], place + count * one["at"]) for place, _, questions in asking for one in questions]
            if not asked:
                break
            if choose is None:
                raise RuntimeError("the arena asks, and nobody answers")
            picks = choose(*zip(*asked, strict=True))
            at = 0
            for _, worker, questions in asking:
                write(worker, {"picks": picks[at : at + len(questions)]})
                at += len(questions)
        return {"results": results, "rows": rows}

    def close(self) -> None:
        for worker in self.workers:
            worker.stdin.close()
            worker.wait()


def read(worker: subprocess.Popen) -> dict:
    line = worker.stdout.readline()
    if line == "":
        raise SystemExit(f"a process of the arena ended ({worker.wait()})")
    return json.loads(line)


def write(worker: subprocess.Popen, value: dict) -> None:
    worker.stdin.write(f"{json.dumps(value)}\n")
    worker.stdin.flush()
