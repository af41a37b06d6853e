"""Samples as `npx mandi samples` writes them, as token ids."""

import math
import random
from dataclasses import dataclass
from pathlib import Path

from .json_rows import Kind, check_messages, read_rows

KIND = Kind("sample", "samples", "npx mandi samples")


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


def read_samples(path: Path) -> list[dict]:
    """`path` may end in .gz. Exits with file, line and reason where a line is no sample."""
    return read_rows(path, KIND, check_sample)


def check_sample(row: dict, place: str) -> None:
    check_messages(row.get("messages"), ["system", "user", "assistant"], "messages", place)


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
