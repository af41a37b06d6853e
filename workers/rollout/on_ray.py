"""Has Ray start match workers: `npx mandi rollout --backend ray`. On this machine, or on the cluster that RAY_ADDRESS names."""

import argparse
import ctypes
import os
import shutil
import signal
import subprocess
import sys

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anybody

import ray  # noqa: E402

SETTINGS = ("MANDI_", "DATABASE_", "AWS_", "OPENAI_")
ON_DEATH = 1  # PR_SET_PDEATHSIG


def end_with_parent() -> None:
    """Linux: whatever ends Ray's process ends the worker too, which then hands over its matches."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(ON_DEATH, signal.SIGTERM)


@ray.remote(num_cpus=1)
def play(node: str, folder: str, environment: dict[str, str]) -> int:
    """One worker, on a machine with a clone of the same version in the same folder."""
    program = node if os.path.exists(node) else shutil.which("node") or "node"
    words = [program, os.path.join(folder, "bin", "mandi.mjs"), "worker", "matches", "--idle", "60"]
    environment = {**os.environ, **environment}
    return subprocess.run(words, cwd=folder, env=environment, stdin=subprocess.DEVNULL, preexec_fn=end_with_parent).returncode


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--node", required=True, help="the Node program; elsewhere the one in PATH if it is not there")
    parser.add_argument("--folder", required=True, help="the clone")
    parser.add_argument("--processes", type=int, required=True)
    given = parser.parse_args()
    own = {} if "RAY_ADDRESS" in os.environ else {"include_dashboard": False, "num_cpus": given.processes}
    ray.init(logging_level="ERROR", log_to_driver=False, **own)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # in place of Ray's own, which prints where it was
    settings = {name: value for name, value in os.environ.items() if name.startswith(SETTINGS)}
    codes = ray.get([play.remote(given.node, given.folder, settings) for _ in range(given.processes)])
    sys.exit(max(codes))


if __name__ == "__main__":
    main()
