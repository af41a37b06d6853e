"""Pairs as `npx mandi pairs` and `npx mandi export --format preferences` write them, as texts with the chat's marks. Needs nothing but Python."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

ROLES = {"prompt": ["system", "user"], "chosen": ["assistant"], "rejected": ["assistant"]}


def read_pairs(path: Path) -> list[dict]:
    """`path` may end in .gz. Exits with file, line and reason where a line is no pair."""
    if not path.is_file():
        raise SystemExit(f"{path}: there are no pairs; `npx mandi pairs` writes them")
    rows = []
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                rows.append(read_pair(line, f"{path}:{number}"))
    if not rows:
        raise SystemExit(f"{path} is empty: `npx mandi pairs` writes pairs; more --seeds or --states find more of them")
    return rows


def read_pair(line: str, place: str) -> dict:
    try:
        row = json.loads(line)
    except ValueError as fault:
        raise SystemExit(f"{place}: this line is not JSON ({fault}). Was the file cut? `npx mandi pairs` writes it again.") from None
    if not isinstance(row, dict):
        raise SystemExit(f"{place}: a pair is a JSON object, not {type(row).__name__}")
    for name, roles in ROLES.items():
        messages = row.get(name)
        if not isinstance(messages, list) or not all(isinstance(one, dict) and isinstance(one.get("content"), str) for one in messages):
            raise SystemExit(f"{place}: {name} must be a list of objects with role and content")
        if [message.get("role") for message in messages] != roles:
            raise SystemExit(f"{place}: {name} must be {', '.join(roles)}")
    if row["chosen"] == row["rejected"]:
        raise SystemExit(f"{place}: chosen and rejected are the same")
    seed = row.get("seed")
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise SystemExit(f"{place}: seed must be a whole number, not {json.dumps(seed)}")
    if not 0 <= seed <= 39_999:
        raise SystemExit(f"{place}: seed {seed} is no training seed (0-39999)")
    return row


def texts_of(rows: list[dict], asked: Callable[[str, str], str], end: str) -> list[dict[str, str]]:
    """Question and answers exactly as the runtime has them: `asked` writes the chat's marks, `end` closes a reply."""
    return [
        {
            "prompt": asked(*(message["content"] for message in row["prompt"])),
            "chosen": f"{row['chosen'][0]['content']}{end}",
            "rejected": f"{row['rejected'][0]['content']}{end}",
        }
        for row in rows
    ]
