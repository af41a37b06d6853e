"""Samples as `npx mandi samples` writes them, as token ids."""

import json
import random
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Example:
    """Token ids of one chat; the answer begins at `start`, the ids before it are not learnt."""

    ids: list[int]
    start: int


def read_rows(path: Path) -> list[dict]:
    if not path.is_file():
        raise SystemExit(f"{path}: there are no samples; `npx mandi samples` writes them")
    rows = []
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                rows.append(read_row(line, f"{path}:{number}"))
    if not rows:
        raise SystemExit(f"{path} is empty: `npx mandi samples` writes samples")
    return rows


def read_row(line: str, place: str) -> dict:
    """One sample; exits with file, line and what is wrong with it."""
    try:
        row = json.loads(line)
    except ValueError as fault:
        raise SystemExit(f"{place}: this line is not JSON ({fault}). Was the file cut? `npx mandi samples` writes it anew.") from None
    if not isinstance(row, dict):
        raise SystemExit(f"{place}: a sample is a JSON object, not {type(row).__name__}")
    messages = row.get("messages")
    if not isinstance(messages, list) or not all(isinstance(one, dict) and isinstance(one.get("content"), str) for one in messages):
        raise SystemExit(f"{place}: messages must be a list of objects with role and content")
    if [message.get("role") for message in messages] != ["system", "user", "assistant"]:
        raise SystemExit(f"{place}: messages must be system, user, assistant")
    seed = row.get("seed")
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise SystemExit(f"{place}: seed must be a whole number, not {json.dumps(seed)}")
    if not 0 <= seed <= 39_999:
        raise SystemExit(f"{place}: seed {seed} is no training seed (0-39999)")
    return row


def shuffled(rows: list[dict], seed: int) -> list[dict]:
    order = list(rows)
    random.Random(seed).shuffle(order)
    return order


def encode(tokenizer, row: dict) -> Example:
    """The chat template's text, as the runtime will write it; the end-of-turn token belongs to the answer."""
    asked = tokenizer.apply_chat_template(row["messages"][:2], tokenize=False, add_generation_prompt=True)
    question = tokenizer(asked, add_special_tokens=False)["input_ids"]
    answer = tokenizer(row["messages"][2]["content"], add_special_tokens=False)["input_ids"]
    return Example(ids=[*question, *answer, tokenizer.eos_token_id], start=len(question))
