"""Makes one file of samples of several, balanced by what is answered, with a manifest that names them."""

import argparse
import hashlib
import json
import random
from collections import Counter
from pathlib import Path

from .digests import digest_of
from .samples import read_rows


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--take", action="append", required=True, metavar="FILE=N", help="so many samples of this file, drawn at random; several times")
    parser.add_argument("--manifest", type=Path, required=True, help="manifest.json of samples in the same game and prompt, as `npx mandi samples` wrote it")
    parser.add_argument("--idle", type=float, default=0.3, help="at most so large a share of each file's samples has the answer that is most frequent")
    parser.add_argument("--longest", type=int, default=1000, help="samples with longer questions (letters) are left out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="folder for samples.jsonl and manifest.json")


def run(args: argparse.Namespace) -> None:
    draws = random.Random(args.seed)
    rows: list[dict] = []
    parts = []
    for take in args.take:
        name, _, count = take.rpartition("=")
        found = taken(read_rows(Path(name)), int(count), args, draws)
        parts.append({"digest": digest_of(Path(name)), "rows": len(found), "seeds": seeds_of(found)})
        rows += found
    draws.shuffle(rows)
    text = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
    args.out.mkdir(parents=True, exist_ok=True)
    file = args.out / "samples.jsonl"
    file.write_text(text, encoding="utf-8")
    of = json.loads(args.manifest.read_text())
    kept = ("format", "ruleset", "rulesetVersion", "policy", "tasks", "split", "prompt")
    digest = f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
    manifest = {**{name: of[name] for name in kept}, "seeds": seeds_of(rows), "mixed": parts, "idle": args.idle, "longest": args.longest, "seed": args.seed,
                "counts": {"samples": len(rows)}, "file": {"name": file.name, "digest": digest, "bytes": file.stat().st_size}}
    (args.out / "manifest.json").write_text(f"{json.dumps(manifest, indent=2)}\n", encoding="utf-8")
    print(f"{len(rows)} samples: {file}")


def taken(rows: list[dict], count: int, args: argparse.Namespace, draws: random.Random) -> list[dict]:
    """Each question once. What is answered most often is most often the safe move, which a pupil would learn first and do too often."""
    own = list({row["messages"][1]["content"]: row for row in rows if len(row["messages"][1]["content"]) <= args.longest}.values())
    draws.shuffle(own)
    if not own:
        return []
    [(idle, _)] = Counter(answer_of(row) for row in own).most_common(1)
    most = round(args.idle * count)
    kept = [row for row in own if answer_of(row) == idle][:most]
    return kept + [row for row in own if answer_of(row) != idle][: count - len(kept)]


def answer_of(row: dict) -> str:
    return row["messages"][2]["content"]


def seeds_of(rows: list[dict]) -> str:
    """The range that they lie in."""
    seeds = [row["seed"] for row in rows]
    return f"{min(seeds)}-{max(seeds)}" if seeds else ""
