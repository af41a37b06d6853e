"""Where a run of `learn` stands, sealed with each checkpoint, so that it continues after a kill; and how its measures are judged."""

import json
import math
import random
import statistics
from dataclasses import asdict, dataclass, field
from pathlib import Path

import torch

PLACE, DRAWS, ROWS = "learn.json", "draws.pt", "rows.jsonl"


@dataclass
class Stand:
    """`stage` is the one that it is in, `done` how many updates or steps of it are made."""

    stage: str = ""
    done: int = 0
    # Rows of the folder's rows.jsonl that belong to this checkpoint; of them the newest of a round.
    rows: int = 0
    fresh: int = 0
    took: float = 0.0
    # By seed, of the best adapter so far; how many measures since then were no better; why learning has ended early.
    best: dict[str, float] = field(default_factory=dict)
    behind: int = 0
    stopped: str | None = None


def write_stand(folder: Path, stand: Stand, draws: dict) -> None:
    (folder / PLACE).write_text(json.dumps(asdict(stand)))
    state = {**draws, "torch": torch.get_rng_state()}
    if torch.cuda.is_available():
        state["cuda"] = torch.cuda.get_rng_state_all()
    torch.save(state, folder / DRAWS)


def read_stand(folder: Path) -> tuple[Stand, dict]:
    """The draws go on where they were."""
    draws = torch.load(folder / DRAWS, map_location="cpu", weights_only=True)
    torch.set_rng_state(draws["torch"])
    if "cuda" in draws and torch.cuda.is_available():
        torch.cuda.set_rng_state_all(draws["cuda"])
    return Stand(**json.loads((folder / PLACE).read_text())), draws


def as_lists(state: tuple) -> list:
    """A state of `random` in what `torch.save` keeps without code."""
    version, numbers, gauss = state
    return [version, list(numbers), gauss]


def as_state(lists: list) -> tuple:
    version, numbers, gauss = lists
    return version, tuple(numbers), gauss


class Rows:
    """What was taken to learn from, in a file that grows; what a killed run wrote after its last checkpoint is cut off."""

    def __init__(self, out: Path, keep: int) -> None:
        self.file = out / ROWS
        self.rows: list[dict] = []
        end = 0
        if self.file.is_file():
            with self.file.open("rb") as file:
                for line in file:
                    if len(self.rows) == keep:
                        break
                    self.rows.append(json.loads(line))
                    end += len(line)
            with self.file.open("rb+") as file:
                file.truncate(end)
        if len(self.rows) < keep:
            raise SystemExit(f"{self.file} has {len(self.rows)} rows, but the checkpoint was made from {keep}. Start over with --fresh, or name another --out.")
        self.known = {row["user"] for row in self.rows}

    def take(self, rows: list[dict]) -> list[dict]:
        """Each question once. Those that are new."""
        new = []
        for row in rows:
            if row["user"] not in self.known:
                self.known.add(row["user"])
                new.append(row)
        with self.file.open("a", encoding="utf-8") as file:
            file.writelines(f"{json.dumps(row, ensure_ascii=False)}\n" for row in new)
        self.rows += new
        return new


# Measures.


def by_seed(results: list[dict]) -> dict[str, float]:
    """The mean gain in each seed's worlds, tasks and roles alike."""
    gains: dict[str, list[float]] = {}
    for result in results:
        gains.setdefault(str(result["seed"]), []).append(result["gain"])
    return {seed: statistics.fmean(own) for seed, own in gains.items()}


def interval_of(values: list[float], draws: int = 2000) -> list[float] | None:
    """95%, symmetric bootstrap-t over seeds, as Mandi's reports make it; None: too few seeds, or all are equal."""
    count = len(values)
    if count < 8:
        return None
    mean, error = statistics.fmean(values), statistics.stdev(values) / math.sqrt(count)
    if error == 0:
        return None
    draw = random.Random(20_260)
    ratios = []
    for _ in range(draws):
        sample = draw.choices(values, k=count)
        spread = statistics.stdev(sample) / math.sqrt(count)
        ratios.append(abs(statistics.fmean(sample) - mean) / spread if spread > 0 else math.inf)
    reach = sorted(ratios)[math.ceil(0.95 * draws) - 1] * error
    return None if math.isinf(reach) else [round(mean - reach, 4), round(mean + reach, 4)]


@dataclass
class Judged:
    is_best: bool
    # Over the best so far, seed by seed.
    lead: float | None
    lead_interval: list[float] | None
    stop: str | None


def judge(stand: Stand, gains: dict[str, float], patience: int) -> Judged:
    """Whether an adapter is kept as the best, and whether learning is to end. Changes `stand`."""
    if not stand.best:
        stand.best, stand.behind = gains, 0
        return Judged(True, None, None, None)
    leads = [gain - stand.best[seed] for seed, gain in gains.items()]
    lead, interval = statistics.fmean(leads), interval_of(leads)
    if lead > 0:
        stand.best, stand.behind = gains, 0
        return Judged(True, round(lead, 4), interval, None)
    stand.behind += 1
    stop = None
    if interval is not None and interval[1] < 0:
        stop = f"it gains {-lead:.3f} less than the best adapter on the validation seeds, and the interval {interval} excludes 0"
    elif stand.behind >= patience:
        stop = f"{stand.behind} measures in a row gained no more than the best adapter on the validation seeds"
    return Judged(False, round(lead, 4), interval, stop)
