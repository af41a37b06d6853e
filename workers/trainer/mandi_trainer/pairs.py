"""Pairs as `npx mandi pairs` and `npx mandi export --format preferences` write them, as texts with the chat's marks. Needs nothing but Python."""

from collections.abc import Callable
from pathlib import Path

from .json_rows import Kind, check_messages, read_rows

KIND = Kind("pair", "pairs", "npx mandi pairs", "; more --seeds or --states find more of them")
ROLES = {"prompt": ["system", "user"], "chosen": ["assistant"], "rejected": ["assistant"]}


def read_pairs(path: Path) -> list[dict]:
    """`path` may end in .gz. Exits with file, line and reason where a line is no pair."""
    return read_rows(path, KIND, check_pair)


def check_pair(row: dict, place: str) -> None:
    for name, roles in ROLES.items():
        check_messages(row.get(name), roles, name, place)
    if row["chosen"] == row["rejected"]:
        raise SystemExit(f"{place}: chosen and rejected are the same")


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
