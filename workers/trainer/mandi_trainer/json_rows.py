"""JSON lines that `npx mandi samples` and `npx mandi pairs` write. Needs nothing but Python."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple


class Kind(NamedTuple):
    """How messages name a row and the command that writes its file."""

    one: str
    many: str
    command: str
    more: str = ""


def read_rows(path: Path, kind: Kind, check: Callable[[dict, str], None]) -> list[dict]:
    """`path` may end in .gz. `check` exits with the reason where an object is no such row; file and line are told to it."""
    if not path.is_file():
        raise SystemExit(f"{path}: there are no {kind.many}; `{kind.command}` writes them")
    rows = []
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                rows.append(read_row(line, f"{path}:{number}", kind, check))
    if not rows:
        raise SystemExit(f"{path} is empty: `{kind.command}` writes {kind.many}{kind.more}")
    return rows


def read_row(line: str, place: str, kind: Kind, check: Callable[[dict, str], None]) -> dict:
    """A JSON object that passes `check` and comes from a training seed. Exits with `place` and the reason."""
    try:
        row = json.loads(line)
    except ValueError as fault:
        raise SystemExit(f"{place}: this line is not JSON ({fault}). The file may be incomplete; `{kind.command}` writes it again.") from None
    if not isinstance(row, dict):
        raise SystemExit(f"{place}: a {kind.one} is a JSON object, not {type(row).__name__}")
    check(row, place)
    seed = row.get("seed")
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise SystemExit(f"{place}: seed must be a whole number, not {json.dumps(seed)}")
    if not 0 <= seed <= 39_999:
        raise SystemExit(f"{place}: seed {seed} is not a training seed (0-39999)")
    return row


def check_messages(messages: object, roles: list[str], name: str, place: str) -> None:
    if not isinstance(messages, list) or not all(isinstance(one, dict) and isinstance(one.get("content"), str) for one in messages):
        raise SystemExit(f"{place}: {name} must be a list of objects with role and content")
    if [message.get("role") for message in messages] != roles:
        raise SystemExit(f"{place}: {name} must be {', '.join(roles)}")
