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
            row = json.loads(line)
            roles = [message.get("role") for message in row.get("messages", [])]
            if roles != ["system", "user", "assistant"]:
                raise SystemExit(f"{path}:{number}: messages must be system, user, assistant")
            if not 0 <= int(row["seed"]) <= 39_999:
                raise SystemExit(f"{path}:{number}: seed {row['seed']} is no training seed (0-39999)")
            rows.append(row)
    if not rows:
        raise SystemExit(f"{path} is empty: `npx mandi samples` writes samples")
    return rows


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
