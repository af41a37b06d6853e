"""Whole matches as TRL's GRPO wants them: the completion is the match, the model's replies and between them the next turns, which are not learned."""

import json
from collections.abc import Sequence

import torch

from .matches import Matches, Message
from .samples import asked_by


class Rollouts:
    """Dataset, `rollout_func` and reward of a `GRPOTrainer`. Generations of one prompt play the same world."""

    def __init__(self, matches: Matches, tokenizer, *, stops: list[int], tokens: int) -> None:
        """`tokens`: the most of one reply."""
        self.matches, self.tokenizer, self.stops, self.tokens = matches, tokenizer, stops, tokens
        self.worlds: dict[str, int] = {}
        # Of the last rollout, for the log.
        self.figures: dict[str, float] = {}

    def rows(self, seeds: Sequence[int]) -> list[dict]:
        """One for each world; the prompt is the first turn. Worlds that begin alike share one."""
        for seed in seeds:
            [match] = self.matches.begin([seed])
            self.worlds.setdefault(key_of(match.messages), seed)
        return [{"prompt": json.loads(prompt)} for prompt in self.worlds]

    def rollout(self, prompts: list, trainer) -> dict[str, list]:
        """All matches turn by turn: replies of one turn are written together."""
        seeds = [self.worlds[key_of(prompt)] for prompt in prompts]
        played = self.matches.begin(seeds)
        texts = [Text(self.question(match.messages)) for match in played]
        most = trainer.args.max_completion_length
        asked = valid = 0
        while True:
            waiting = [place for place, match in enumerate(played) if match.messages]
            if not waiting:
                break
            able = [place for place in waiting if most - len(texts[place].mask) >= self.tokens]
            for place, (ids, logps) in zip(able, self.write([texts[at].ids for at in able], trainer) if able else []):
                texts[place].say(ids, logps)
                before = played[place].valid
                self.matches.reply(played, place, self.tokenizer.decode(ids, skip_special_tokens=True))
                asked, valid = asked + 1, valid + played[place].valid - before
                if played[place].messages:
                    texts[place].hear(self.between(ids, played[place].messages))
            for place in set(waiting) - set(able):
                self.matches.reply(played, place, "")  # no room is left in this completion: the safe move plays on
        turns = sum(match.turns for match in played)
        self.figures = {"valid_actions": valid / max(1, asked), "own_actions": valid / max(1, turns), "turns": turns}
        return {
            "prompt_ids": [text.ids[: text.start] for text in texts],
            "completion_ids": [text.ids[text.start :][:most] for text in texts],
            "logprobs": [text.logps[:most] for text in texts],
            "env_mask": [text.mask[:most] for text in texts],
            "score": [match.score for match in played],
        }

    def reward(self, completions: list, score: list[float], **_: object) -> list[float]:
        """The match's score."""
        return score

    def write(self, asked: list[list[int]], trainer) -> list[tuple[list[int], list[float]]]:
        """A reply for each, sampled as the trainer samples: its tokens, the stop included, and how likely each was (logarithm)."""
        model = trainer.accelerator.unwrap_model(trainer.model)
        longest = max(map(len, asked))
        pad = self.tokenizer.pad_token_id
        given = torch.tensor([[pad] * (longest - len(ids)) + ids for ids in asked], device=model.device)
        mask = torch.tensor([[0] * (longest - len(ids)) + [1] * len(ids) for ids in asked], device=model.device)
        was_training = model.training
        model.eval()
        with torch.no_grad():
            out = model.generate(
                input_ids=given,
                attention_mask=mask,
                max_new_tokens=self.tokens,
                do_sample=True,
                temperature=trainer.args.temperature,
                top_k=0,
                eos_token_id=self.stops,
                pad_token_id=pad,
                return_dict_in_generate=True,
                output_logits=True,
            )
        model.train(was_training)
        new = out.sequences[:, longest:]
        logits = torch.stack(out.logits, dim=1).float() / trainer.args.temperature
        logps = torch.log_softmax(logits, -1).gather(-1, new[:, : logits.shape[1], None])[..., 0]
        return [(row[: end_of(row, self.stops)], likely[: end_of(row, self.stops)]) for row, likely in zip(new.tolist(), logps.tolist())]

    def question(self, messages: list[Message]) -> list[int]:
        return self.ids_of(asked_by(self.tokenizer, *(message["content"] for message in messages)))

    def between(self, reply: list[int], messages: list[Message]) -> list[int]:
        """From the end of a reply to where the next begins: the end of turn where the reply has none, then the next question without its system text."""
        whole = asked_by(self.tokenizer, messages[0]["content"], messages[1]["content"])
        frame = self.tokenizer.apply_chat_template([messages[0]], tokenize=False)
        rest = whole[len(frame) :] if whole.startswith(frame) else whole
        closed = [] if reply and reply[-1] in self.stops else [self.stops[0]]
        return [*closed, *self.ids_of(f"\n{rest}")]

    def ids_of(self, text: str) -> list[int]:
        return self.tokenizer(text, add_special_tokens=False)["input_ids"]


class Text:
    """A match as token ids: the first question up to `start`, then replies (mask 1) and what is between them (mask 0)."""

    def __init__(self, question: list[int]) -> None:
        self.ids, self.start = list(question), len(question)
        self.mask: list[int] = []
        self.logps: list[float] = []

    def say(self, ids: list[int], logps: list[float]) -> None:
        self.ids += ids
        self.mask += [1] * len(ids)
        self.logps += logps

    def hear(self, ids: list[int]) -> None:
        self.ids += ids
        self.mask += [0] * len(ids)
        self.logps += [0.0] * len(ids)


def end_of(ids: list[int], stops: list[int]) -> int:
    """How many tokens a reply has, its stop included; what follows is filling."""
    return next((at + 1 for at, token in enumerate(ids) if token in stops), len(ids))


def key_of(prompt: list[Message]) -> str:
    return json.dumps([{"role": one["role"], "content": one["content"]} for one in prompt])
