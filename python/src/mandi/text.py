"""A seat played in text: Mandi's own prompts go out, replies come in. For any language model."""

from __future__ import annotations

from typing import Any

from .process import Process
from .vector import Matches

Message = dict[str, str]


class TextMatch:
    """One seat of a match at a time, its turns as chat messages.

    A turn's messages are a system message, the same in every turn, and a user message that says all there is to know in this one: what was said in
    earlier turns need not be sent along. A reply is one JSON object as the system message asks for; what is no legal action is
    played as the prompt's safe move (to wait, in most games) and counted in `invalid`.

    Args:
        game, task, seat, opponents, reward, gains, options, prompt, home, process: as for `mandi.Matches`.

    Raises:
        MandiNotFound, MandiError: as `mandi.Matches`.
    """

    def __init__(
        self,
        game: str = "bazaar/open",
        task: str | None = None,
        *,
        seat: str = "buyer_0",
        opponents: Any = None,
        reward: str = "score",
        gains: bool = False,
        options: dict[str, Any] | None = None,
        prompt: str | None = None,
        home: str | None = None,
        process: Process | None = None,
    ) -> None:
        self._matches = Matches(
            game,
            task,
            seats=[seat],
            opponents=opponents,
            reward=reward,
            gains=gains,
            options=options,
            shows=["prompt"],
            prompt=prompt,
            restarts=False,
            home=home,
            process=process,
        )
        self.seat = seat
        self.total = 0.0
        """The rewards so far in this match, in `reward_unit`."""
        self.turns = 0
        self.invalid = 0
        self.scores: dict[str, float | None] | None = None
        """The score of every seat, once the match is over."""
        self.gains: dict[str, float] | None = None
        self.reward_unit = self._matches.reward_unit
        self._messages: list[Message] = []

    def reset(self, seed: int) -> list[Message]:
        """A new match in the world of this seed; the messages of its first turn."""
        batch = self._matches.reset([seed])
        self.total, self.turns, self.invalid, self.scores, self.gains = 0.0, 0, 0, None, None
        self._messages = _messages(batch.shown)
        return self._messages

    @property
    def is_over(self) -> bool:
        return self.scores is not None

    @property
    def messages(self) -> list[Message]:
        """Of the turn that waits for a reply."""
        return self._messages

    def reply(self, text: str) -> float:
        """Plays a reply and returns its reward; `messages` then has the next turn, unless `is_over`.

        Raises:
            ValueError: the match is over.
        """
        if self.is_over:
            raise ValueError("The match is over: call reset(seed) first.")
        batch = self._matches.step([{"reply": text}])
        reward = float(batch.rewards[0])
        self.total += reward
        self.turns += 1
        self.invalid += int(batch.invalid[0])
        for ended in batch.ended:
            self.scores, self.gains = ended.scores, ended.gains
        self._messages = [] if self.is_over else _messages(batch.shown)
        return reward

    def close(self) -> None:
        self._matches.close()


def _messages(shown: list[dict[str, Any]]) -> list[Message]:
    prompt = shown[0]["prompt"]
    return [{"role": "system", "content": prompt["system"]}, {"role": "user", "content": prompt["user"]}]
