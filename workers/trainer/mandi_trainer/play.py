"""Plays matches with an adapter, next to scripted players and null models in the same worlds: to measure it, or to write down what a teacher would
have done where the pupil came to (DAgger)."""

import argparse
import json
import random
import shlex
import tempfile
import time
from pathlib import Path

import torch
from peft import PeftModel

from .arena import Arena, read, write
from .base_model import load_base, load_tokenizer
from .lean import Lean
from .runs import now
from .samples import asked_by
from .train import positive
from .unpack import unpack
from .write import Writer

RIVAL = "adapter "
DRAWS = 10_000
BATCH = 24


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--base", type=Path, required=True, help="the base model, a GGUF file")
    parser.add_argument("--adapter", type=Path, default=None, help="a checkpoint, or an adapter *.gguf; default: only the other players play")
    parser.add_argument("--arena", default="npx tsx bench/market-arena.ts", help="the command that plays")
    parser.add_argument("--tasks", default="market_round,coalition_market")
    parser.add_argument("--seeds", required=True, help="a range, as 40000-40019")
    parser.add_argument("--others", default="planner_with_coalitions", help="who has the other seats; alike: everybody at a table plays alike")
    parser.add_argument("--players", default="", help="also measured, separated by commas: policies, `random` and `first` (null models), `wait`, `menu POLICY`, `adapter PATH`")
    parser.add_argument("--label", default="", help="the policy whose moves label the turns that the adapter comes to; without an adapter those of the other players")
    parser.add_argument("--wander", type=float, default=0.0, help="share of turns in which a stray line replaces the adapter's own")
    parser.add_argument("--rows", type=Path, default=None, help="file for the labeled turns, as samples")
    parser.add_argument("--out", type=Path, default=None, help="file for the results, match by match; what is there already is not played again")
    parser.add_argument("--log", type=Path, default=None, help="a run whose log takes the result as a validation")
    parser.add_argument("--at-once", type=positive, default=16, help="matches that are played at the same time")
    parser.add_argument("--dtype", default="bfloat16", choices=["float32", "bfloat16"])
    parser.add_argument("--threads", type=positive, default=1)


def run(args: argparse.Namespace) -> None:
    torch.set_num_threads(args.threads)
    first, last = map(int, args.seeds.split("-"))
    matches = [{"task": task, "seed": seed} for seed in range(first, last + 1) for task in args.tasks.split(",")]
    arena = Arena(shlex.split(args.arena), 1)
    writer = None if args.adapter is None else open_writer(args, args.adapter)
    known: dict[str, dict] = json.loads(args.out.read_text()) if args.out and args.out.is_file() else {}
    rows: list[dict] = []
    figures: dict[str, list[dict]] = {}
    for player in [*(["asked"] if writer else []), *(name for name in args.players.split(",") if name)]:
        begun = time.monotonic()
        name = str(args.adapter) if player == "asked" else player
        rival = Path(player.removeprefix(RIVAL)) if player.startswith(RIVAL) else None
        asked = writer
        for begin in range(0, len(matches), args.at_once):
            piece = [one for one in matches[begin : begin + args.at_once] if key_of(name, args.others, one) not in known]
            if not piece:
                continue
            if rival is not None and asked is writer:
                asked = open_writer(args, rival)
            request = {"matches": piece, "player": player if rival is None else "asked", "others": args.others,
                       "label": args.label if player == "asked" or writer is None else "", "wander": args.wander}
            done = play(arena, request, asked)
            rows += done["rows"]
            known.update({key_of(name, args.others, one): one for one in done["results"]})
            if args.out:
                args.out.write_text(json.dumps(known))
        figures[player] = [known[key_of(name, args.others, one)] for one in matches]
        tell(player, figures[player], figures.get("asked"), time.monotonic() - begun)
    arena.close()
    if args.rows is not None:
        with args.rows.open("w", encoding="utf-8") as file:
            file.writelines(f"{json.dumps(row, ensure_ascii=False)}\n" for row in unique(rows))
        print(f"{len(rows)} turns labeled: {args.rows}")
    if args.log is not None and writer is not None:
        validated(args, figures)


def open_writer(args: argparse.Namespace, adapter: Path) -> Writer:
    base = load_base(args.base, getattr(torch, args.dtype), "cpu")
    with tempfile.TemporaryDirectory() as scratch:
        folder = adapter
        if adapter.suffix == ".gguf":
            folder = Path(scratch) / "adapter"
            unpack(adapter, args.base, folder)
        return Writer(Lean(PeftModel.from_pretrained(base, folder).eval()).freeze(), load_tokenizer(args.base))


def play(arena: Arena, request: dict, writer: Writer | None) -> dict:
    """Results and rows of the request's matches."""
    [worker] = arena.workers
    write(worker, request)
    while "asked" in (line := read(worker)):
        if writer is None:
            raise RuntimeError("the arena asks, and nobody answers")
        asked = line["asked"]
        ids = writer.tokenizer([asked_by(writer.tokenizer, arena.system, one["user"]) for one in asked], add_special_tokens=False)["input_ids"]
        replies = [""] * len(asked)
        order = sorted(range(len(asked)), key=lambda at: len(ids[at]))
        for begin in range(0, len(order), BATCH):
            part = order[begin : begin + BATCH]
            said = writer.write([ids[at] for at in part], [(asked[at]["picks"], asked[at]["most"]) for at in part])
            for at, reply in zip(part, said, strict=True):
                replies[at] = reply
        write(worker, {"picks": replies})
    return line["done"]


def key_of(player: str, others: str, match: dict) -> str:
    return f"{player} among {others} {match['task']} {match['seed']}"


def unique(rows: list[dict]) -> list[dict]:
    return list({row["messages"][1]["content"]: row for row in rows}.values())


def tell(player: str, results: list[dict], own: list[dict] | None, seconds: float) -> None:
    """One line per task: the mean gain with its interval, and how much more the adapter gains in the same worlds."""
    for task in dict.fromkeys(one["task"] for one in results):
        mine = [one for one in results if one["task"] == task]
        gains = [one["gain"] for one in mine]
        line = f"{task} {player}: {shown(gains)}, {len(gains)} worlds"
        if own is not None and player != "asked":
            apart = [one["gain"] - gain for one, gain in zip([one for one in own if one["task"] == task], gains, strict=True)]
            line += f"; adapter minus this: {shown(apart)}"
        counts: dict[str, int] = {}
        for one in mine:
            for name, count in one["actions"].items():
                counts[name] = counts.get(name, 0) + count
        said = ", ".join(f"{name} {count}" for name, count in sorted(counts.items(), key=lambda item: -item[1]))
        turns, invalid, guarded = (sum(one[name] for one in mine) for name in ("turns", "invalid", "guarded"))
        print(f"{line} | {turns} turns, {invalid} invalid, {guarded} guarded | {said} | {seconds:.0f} s", flush=True)


def shown(values: list[float]) -> str:
    low, high = interval(values)
    return f"{sum(values) / len(values):.3f} [{low:.3f}, {high:.3f}]"


def interval(values: list[float]) -> tuple[float, float]:
    """Of the mean, 95%, by percentiles of a bootstrap over worlds; the same draws each time."""
    draws = random.Random(1)
    means = sorted(sum(draws.choices(values, k=len(values))) / len(values) for _ in range(DRAWS))
    return means[round(0.025 * DRAWS)], means[min(DRAWS - 1, round(0.975 * DRAWS))]


def validated(args: argparse.Namespace, figures: dict[str, list[dict]]) -> None:
    """A line in the run's log: the mean of the tasks' gains at the checkpoint's step, and those of the others in the same worlds."""
    step = json.loads((args.adapter / "state.json").read_text())["updates"]
    means = {player: sum(one["gain"] for one in results) / len(results) for player, results in figures.items()}
    own = figures["asked"]
    by_task = {task: round(sum(found) / len(found), 4) for task in args.tasks.split(",") for found in [[one["gain"] for one in own if one["task"] == task]]}
    nulls = {name: round(gain, 4) for name, gain in means.items() if name in ("random", "first")}
    baselines = {name: round(gain, 4) for name, gain in means.items() if name not in ("random", "first", "asked")}
    row = {"event": "validation", "time": now(), "kind": "sft", "step": step, "gain": round(means["asked"], 4),
           "interval": [round(one, 4) for one in interval([one["gain"] for one in own])], "matches": len(own), "seeds": args.seeds, "by_task": by_task,
           **({"nulls": nulls} if nulls else {}), **({"baselines": baselines} if baselines else {})}
    with (args.log / "log.jsonl").open("a", encoding="utf-8") as file:
        file.write(f"{json.dumps(row)}\n")
