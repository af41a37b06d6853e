"""TRL's GRPOTrainer on Mandi's matches: `rollout_func` for any chat model, `environment_factory` for models whose chat template has tools."""

from __future__ import annotations

import json
from typing import Any, Callable

from datasets import Dataset

from .process import MandiError, Process
from .text import Message, TextMatch
from .vector import Matches


class MandiRollout:
    """Plays whole matches with the model in training: dataset, `rollout_func` and reward of a `GRPOTrainer`.

        game = MandiRollout("bazaar/open", "quick", seat="buyer_0")
        GRPOTrainer(model=…, processing_class=…, train_dataset=game.dataset(64), rollout_func=game.rollout, reward_funcs=game.reward, …)

    A completion is the whole match: the model's replies, and between them the next turns, which `env_mask` keeps out of the loss. All generations of a prompt
    play the same world. The reward is the seat's score (or its gain), in the game's own unit.

    Args:
        tokens: The most that one reply may have. A match whose completion reaches the trainer's `max_completion_length` is played on by the safe
            move, which earns whatever that earns.
        stop: Tokens that end a reply, besides the tokenizer's own end of text.
        **settings: As for `mandi.text.TextMatch`.
    """

    def __init__(
        self, game: str = "bazaar/open", task: str | None = None, *, tokens: int = 32, stop: tuple[str, ...] = ("<|im_end|>",), **settings: Any
    ) -> None:
        self._process = settings.pop("process", None) or Process(settings.pop("home", None))
        self._tokens = tokens
        self._stop = stop
        self._match = TextMatch(game, task, process=self._process, **settings)
        self._worlds: dict[str, int] = {}

    def dataset(self, matches: int, *, first_seed: int = 0) -> Dataset:
        """One row for each world, from `first_seed` on: the prompt is the first turn. Worlds with the same beginning share a row."""
        for seed in range(first_seed, first_seed + matches):
            self._worlds.setdefault(_key(self._match.reset(seed)), seed)
        return Dataset.from_list([{"prompt": json.loads(prompt)} for prompt in self._worlds])

    def rollout(self, prompts: list[Any], trainer: Any) -> dict[str, list[Any]]:
        """The return value for `rollout_func`: prompts, completions, log probabilities, the mask, and each match's score and share of valid replies.

        Raises:
            MandiError: a prompt that `dataset` did not make.
        """
        played = [self._play(prompt, trainer) for prompt in prompts]
        return {key: [one[key] for one in played] for key in played[0]}

    def reward(self, completions: list[Any], score: list[float], **_: Any) -> list[float]:
        """The score of each match, for `reward_funcs`."""
        return score

    def close(self) -> None:
        self._process.close()

    def _play(self, prompt: list[Message], trainer: Any) -> dict[str, Any]:
        seed = self._worlds.get(_key(prompt))
        if seed is None:
            raise MandiError("this prompt is not one of Mandi's: train on the rows that dataset() makes.")
        match, tokenizer = self._match, trainer.processing_class
        messages: list[Message] = [*match.reset(seed)]
        prompt_ids = _ids(tokenizer, _text(tokenizer, messages))
        ids = list(prompt_ids)
        mask: list[int] = []
        logprobs: list[float] = []
        while not match.is_over:
            room = trainer.args.max_completion_length - len(mask)
            if room < self._tokens:
                match.reply("")
                continue
            reply_ids, reply_logprobs = self._write(ids, trainer)
            reply = tokenizer.decode(reply_ids, skip_special_tokens=True)
            match.reply(reply)
            between = [] if match.is_over else self._between(tokenizer, messages, reply, match.messages)
            ids += [*reply_ids, *between]
            mask += [1] * len(reply_ids) + [0] * len(between)
            logprobs += [*reply_logprobs, *([0.0] * len(between))]
        told = match.gains or match.scores or {}
        most = trainer.args.max_completion_length
        return {
            "prompt_ids": prompt_ids,
            "completion_ids": ids[len(prompt_ids) :][:most],
            "logprobs": logprobs[:most],
            "env_mask": mask[:most],
            "score": float(told.get(match.seat) or 0.0),
            "valid": 1 - match.invalid / match.turns,
        }

    def _write(self, ids: list[int], trainer: Any) -> tuple[list[int], list[float]]:
        """One reply, sampled as the trainer samples."""
        import torch

        tokenizer, model = trainer.processing_class, trainer.accelerator.unwrap_model(trainer.model)
        ends = {tokenizer.eos_token_id, *(tokenizer.convert_tokens_to_ids(mark) for mark in self._stop if mark in tokenizer.get_vocab())}
        given = torch.tensor([ids], device=model.device)
        with torch.no_grad():
            out = model.generate(
                given,
                attention_mask=torch.ones_like(given),
                max_new_tokens=self._tokens,
                do_sample=True,
                temperature=trainer.args.temperature,
                eos_token_id=sorted(end for end in ends if end is not None),
                pad_token_id=tokenizer.pad_token_id,
                return_dict_in_generate=True,
                output_scores=True,
            )
        scores = model.compute_transition_scores(out.sequences, out.scores, normalize_logits=True)
        return out.sequences[0, len(ids) :].tolist(), scores[0].tolist()

    def _between(self, tokenizer: Any, messages: list[Message], reply: str, following: list[Message]) -> list[int]:
        """The tokens from the end of a reply to where the next begins. `messages` grows by both."""
        before = _text(tokenizer, messages) + reply
        messages += [{"role": "assistant", "content": reply}, following[-1]]
        whole = _text(tokenizer, messages)
        # A template that changes what came before (that drops thoughts, say) would train on other text than was read.
        kept = whole[len(before) :] if whole.startswith(before) else whole[whole.rindex(following[-1]["content"]) :]
        return _ids(tokenizer, kept)


class NoTools(MandiError):
    """The model's chat template cannot show tools."""


def environment_factory(tokenizer: Any, game: str = "bazaar/open", task: str | None = None, **settings: Any) -> Callable[[], MandiTools]:
    """What `GRPOTrainer(environment_factory=…)` takes: one match per rollout, played by a tool call for each turn.

    The data set has a column `seed`, the world of the row.

    Args:
        tokenizer: Of the model that is trained.
        **settings: As for `MandiTools`.

    Raises:
        NoTools: the model's chat template has no tools; the sentence names the model and what to use instead.
    """
    name = getattr(tokenizer, "name_or_path", "") or "this model"
    probe = {"type": "function", "function": {"name": "mandi_probe", "description": "", "parameters": {"type": "object", "properties": {}}}}
    try:
        shown = tokenizer.apply_chat_template([{"role": "user", "content": "?"}], tools=[probe], tokenize=False, add_generation_prompt=True)
    except Exception as error:  # a template may fail in its own way
        raise NoTools(f"{name}: its chat template fails with tools ({error}). Use MandiRollout(…).rollout as rollout_func.") from error
    if "mandi_probe" not in shown:
        raise NoTools(f"{name} has a chat template without tools. Use MandiRollout(…).rollout as rollout_func, which needs none.")
    process = settings.pop("process", None) or Process(settings.pop("home", None))
    return lambda: MandiTools(game, task, process=process, **settings)


class MandiTools:
    """One seat of a match as a TRL tool environment: `reset`, one tool per kind of action, `get_reward`."""

    def __init__(self, game: str = "bazaar/open", task: str | None = None, *, seat: str = "buyer_0", **settings: Any) -> None:
        self._matches = Matches(game, task, seats=[seat], shows=["numbers", "prompt"], restarts=False, **settings)
        self._total = 0.0
        self._is_over = True
        self._batch: Any = None

    def reset(self, seed: int = 0, **_columns: Any) -> str:
        """A new match in the world of this seed. Its first turn ends the prompt."""
        self._total, self._is_over = 0.0, False
        self._batch = self._matches.reset([seed])
        return self._sight()

    def play(self, place: int) -> str:
        """Play one of the listed places.

        Args:
            place: The number of the place, from the list of what you can do.

        Returns:
            What you see afterwards.
        """
        if self._is_over:
            raise ValueError("The match is over.")
        if not 0 <= place < len(self._matches.menu) or not self._batch.mask[0, place]:
            raise ValueError(f"You cannot play place {place} now.")
        self._batch = self._matches.step([place])
        self._total += float(self._batch.rewards[0])
        self._is_over = bool(self._batch.ended)
        return "The match is over." if self._is_over else self._sight()

    def get_reward(self) -> float:
        """The rewards so far: at the end, the seat's score."""
        return self._total

    def _sight(self) -> str:
        legal = [f"{at}: {told}" for at, told in enumerate(self._matches.menu) if self._batch.mask[0, at]]
        return "\n".join([self._batch.shown[0]["prompt"]["user"], "You can play:", *legal])


def _key(prompt: list[Message]) -> str:
    return json.dumps([{"role": one["role"], "content": one["content"]} for one in prompt])


def _text(tokenizer: Any, messages: list[Message]) -> str:
    text: str = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
    return text


def _ids(tokenizer: Any, text: str) -> list[int]:
    ids: list[int] = tokenizer(text, add_special_tokens=False)["input_ids"]
    return ids
