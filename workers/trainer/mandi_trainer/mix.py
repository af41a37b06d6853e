"""Makes one file of samples of several, balanced by what is answered, with a manifest that names them."""

import argparse
import hashlib
import json
import random
import re
from collections import Counter
from pathlib import Path

from .digests import digest_of
from .samples import read_samples


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--take", action="append", required=True, metavar="FILE=N[:SHARE[:RIGHT]]",
                        help="so many samples of this file, drawn at random, and of these at most the share (default 1) with its most frequent answer; of rows that "
                             "`play` labeled, at most the share RIGHT (default 1) in which the pupil had said the same as the teacher; several times")
    parser.add_argument("--manifest", type=Path, required=True, help="manifest.json of samples in the same game and prompt, as `npx mandi samples` wrote it")
    parser.add_argument("--longest", type=int, default=1000, help="samples with longer questions (letters) are left out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="folder for samples.jsonl and manifest.json")


def run(args: argparse.Namespace) -> None:
    draws = random.Random(args.seed)
    rows: list[dict] = []
    parts = []
    for take in args.take:
        name, count, share, right = read_take(take)
        found = taken(read_samples(Path(name)), count, share, right, args.longest, draws)
        parts.append({"digest": digest_of(Path(name)), "rows": len(found), "seeds": seeds_of(found), "idle": share, **({"right": right} if right < 1 else {})})
        rows += found
    draws.shuffle(rows)
    text = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
    args.out.mkdir(parents=True, exist_ok=True)
    file = args.out / "samples.jsonl"
    file.write_text(text, encoding="utf-8")
    of = json.loads(args.manifest.read_text())
    kept = ("format", "ruleset", "rulesetVersion", "policy", "tasks", "split", "prompt")
    digest = f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
    manifest = {**{name: of[name] for name in kept}, "seeds": seeds_of(rows), "mixed": parts, "longest": args.longest, "seed": args.seed,
                "counts": {"samples": len(rows)}, "file": {"name": file.name, "digest": digest, "bytes": file.stat().st_size}}
    (args.out / "manifest.json").write_text(f"{json.dumps(manifest, indent=2)}\n", encoding="utf-8")
    print(f"{len(rows)} samples: {file}")


def read_take(text: str) -> tuple[str, int, float, float]:
    found = re.fullmatch(r"(.+?)=(\d+)(?::(0?\.\d+|1))?(?::(0?\.\d+|1))?", text)
    if found is None:
        raise SystemExit(f"--take {text}: FILE=N, FILE=N:SHARE or FILE=N:SHARE:RIGHT, e.g. out/samples/samples.jsonl=400:0.5")
    return found[1], int(found[2]), float(found[3] or 1), float(found[4] or 1)


def taken(rows: list[dict], count: int, share: float, right: float, longest: int, draws: random.Random) -> list[dict]:
    """Each question once, as often as it comes, but for what is answered most often (that is the safe move) and what the pupil knew."""
    own = list({row["messages"][1]["content"]: row for row in rows if len(row["messages"][1]["content"]) <= longest}.values())
    draws.shuffle(own)
    if not own:
        return []
    [(idle, _)] = Counter(answer_of(row) for row in own).most_common(1)
    kept: list[dict] = []
    waits = known = 0
    for row in own:
        is_idle, is_known = answer_of(row) == idle, row.get("said") == answer_of(row)
        if len(kept) == count or (is_idle and waits >= share * count) or (is_known and known >= right * count):
            continue
        waits += is_idle
        known += is_known
        kept.append(row)
    return kept


def answer_of(row: dict) -> str:
    return row["messages"][2]["content"]


def seeds_of(rows: list[dict]) -> str:
    """The range that they lie in."""
    seeds = [row["seed"] for row in rows]
    return f"{min(seeds)}-{max(seeds)}" if seeds else ""
