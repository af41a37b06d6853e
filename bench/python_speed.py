"""Seat-steps a second from Python, all seats by random legal places: prints one number.

    python python_speed.py 256 2 GAME TASK SECONDS     # so many matches, in so many Node processes
"""
import sys
import time
from pathlib import Path

import numpy as np

REPOSITORY = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPOSITORY / "python" / "src"))

from mandi import Matches  # noqa: E402

LEAVING = ("finish", "leave the market", "walk away")
WARM_UP = {"seconds": 3.0, "steps": 40}
"""At least so long and so often: until then Node is still compiling what it will run."""


def played(matches, processes, game, task, seconds):
    random = np.random.default_rng(1)
    with Matches(game, task, matches=matches, processes=processes, home=REPOSITORY) as table:
        stays = np.array([place not in LEAVING for place in table.menu])
        batch = table.reset()

        def step():
            nonlocal batch
            draws = random.random(batch.mask.shape) * batch.mask * stays
            places = draws.argmax(axis=1) if table.picks == 1 else np.argsort(-draws, axis=1)[:, : table.picks]
            steps = int(batch.awaited.sum())
            batch = table.step(places)
            return steps

        return rate(step, seconds)


def rate(step, seconds):
    began, made = time.perf_counter(), 0
    while time.perf_counter() - began < WARM_UP["seconds"] or made < WARM_UP["steps"]:
        step()
        made += 1
    began, steps = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        steps += step()
    return steps / (time.perf_counter() - began)


many, nodes, name, mode, length = sys.argv[1:]
print(round(played(int(many), int(nodes), name, mode, float(length))))
