"""Samples as `npx mandi samples` writes them, as token ids."""

import gzip
import json
import math
import random
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Soft:
    """The one token in which replies differ: where it stands, and by token what the reply promises."""

    at: int
    worths: dict[int, float]

    def shares(self, temperature: float) -> dict[int, float]:
        """The better a reply, the larger its share; at a low temperature the best has nearly all."""
        most = max(self.worths.values())
        parts = {token: math.exp((worth - most) / temperature) for token, worth in self.worths.items()}
        total = sum(parts.values())
        return {token: part / total for token, part in parts.items()}


@dataclass
class Example:
    """Token ids of one chat; the answer begins at `start`, the ids before it are not learnt."""

    ids: list[int]
    start: int
    soft: Soft | None = None


def read_rows(path: Path) -> list[dict]:
    """`path` may end in .gz."""
    if not path.is_file():
        raise SystemExit(f"{path}: there are no samples; `npx mandi samples` writes them")
    rows = []
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
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


def set_apart(rows: list[dict], share: float) -> tuple[list[dict], list[dict]]:
    """Rows to learn from, and those of every so many seeds to validate on: no world is in both."""
    if share <= 0:
        return rows, []
    every = max(2, round(1 / share))
    return [row for row in rows if row["seed"] % every], [row for row in rows if row["seed"] % every == 0]


def encode(tokenizer, row: dict) -> Example:
    return encode_all(tokenizer, [row])[0]


PIECE = 4096


def encode_all(tokenizer, rows: list[dict]) -> list[Example]:
    """The chat template's text, as the runtime will write it; the end-of-turn token belongs to the answer."""
    answers: dict[str, list[int]] = {}

    def tokens_of(text: str) -> list[int]:
        if text not in answers:
            answers[text] = tokenizer(text, add_special_tokens=False)["input_ids"]
        return answers[text]

    examples = []
    for begin in range(0, len(rows), PIECE):
        piece = rows[begin : begin + PIECE]
        asked = [asked_by(tokenizer, *(message["content"] for message in row["messages"][:2])) for row in piece]
        for row, question in zip(piece, tokenizer(asked, add_special_tokens=False)["input_ids"], strict=True):
            answer = tokens_of(row["messages"][2]["content"])
            ids = [*question, *answer, tokenizer.eos_token_id]
            examples.append(Example(ids=ids, start=len(question), soft=soft_of(row, answer, len(question), tokens_of)))
    return examples


FRAMES: dict[tuple[int, str], tuple[str, str]] = {}
HERE = "\u2063here\u2063"


def asked_by(tokenizer, system: str, user: str) -> str:
    """The question as the chat template writes it. The template is asked once for each system text: it is slow."""
    frame = FRAMES.get((id(tokenizer), system))
    if frame is None:
        text = tokenizer.apply_chat_template(chat(system, HERE), tokenize=False, add_generation_prompt=True)
        parts = text.split(HERE)
        if len(parts) != 2 or tokenizer.apply_chat_template(chat(system, user), tokenize=False, add_generation_prompt=True) != user.join(parts):
            raise SystemExit("the chat template does more with a question than to frame it")
        frame = FRAMES[id(tokenizer), system] = (parts[0], parts[1])
    return f"{frame[0]}{user}{frame[1]}"


def chat(system: str, user: str) -> list[dict]:
    return [{"role": "system", "content": system}, {"role": "user", "content": user}]


def soft_of(row: dict, answer: list[int], start: int, tokens_of) -> Soft | None:
    """None: nothing is known of other replies, or they differ in more than one token."""
    replies = [(tokens_of(reply), float(worth)) for reply, worth in (row.get("worths") or {}).items()]
    differ = {at for tokens, _ in replies for at, token in enumerate(tokens) if len(tokens) != len(answer) or token != answer[at]}
    if len(differ) != 1 or any(len(tokens) != len(answer) for tokens, _ in replies):
        return None
    [at] = differ
    worths = {tokens[at]: worth for tokens, worth in replies}
    return Soft(at=start + at, worths=worths) if answer[at] in worths else None
