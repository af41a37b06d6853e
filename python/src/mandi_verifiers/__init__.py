"""Mandi as a verifiers environment: `mandi-verifiers` is the id of its taskset, and `vf-eval mandi-verifiers` runs it.

The dataset is the worlds of a split, the environment plays one seat of a match in each, and the rubric is the seat's score (or its gain), with
the share of valid replies and the turns as metrics.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, Literal

import httpx
import verifiers.v1 as vf
from mandi import Process
from mandi.text import TextMatch
from verifiers.v1.dialects.chat import message_to_wire

SEEDS = {"train": (0, 39_999), "validation": (40_000, 49_999), "test": (50_000, 59_999)}

__all__ = ["MandiEnv", "MandiEnvConfig", "MandiHarness", "MandiTaskset", "MandiTasksetConfig"]


class MandiTasksetConfig(vf.TasksetConfig):
    """Which matches. Names are those of `mandi.Matches`."""

    game: str = "bazaar/open"
    market: str | None = None
    """The task of the game; left out, its usual one."""
    seat: str = "buyer_0"
    opponents: str | None = None
    """A scripted policy for all other seats; left out, the game's own."""
    split: Literal["train", "validation", "test"] = "train"
    rewards: Literal["score", "gain"] = "score"
    """The seat's score, in the game's own unit, or its gain, in shares of what trade could bring (open games)."""
    prompt: str | None = None
    """A version of the prompt; left out, the newest."""


class MandiData(vf.TaskData):
    seed: int
    """The world. It is in no prompt."""


class MandiTask(vf.Task[MandiData, vf.State, vf.TaskConfig]):
    """The rubric: what the finished match says of the seat."""

    @vf.reward
    async def outcome(self, trace: Any) -> float:
        """The seat's score or gain; 0 for a match that was not played to its end."""
        return float(trace.info.get("mandi", {}).get("score", 0.0))

    @vf.metric
    async def valid_replies(self, trace: Any) -> float:
        """The share of replies that were legal actions."""
        told = trace.info.get("mandi", {})
        return 1.0 - told["invalid"] / told["turns"] if told.get("turns") else 0.0

    @vf.metric
    async def turns(self, trace: Any) -> float:
        return float(trace.info.get("mandi", {}).get("turns", 0))


class MandiTaskset(vf.Taskset[MandiTask, MandiTasksetConfig]):
    """The worlds of a split, each a match."""

    def load(self) -> Iterator[MandiTask]:
        first, last = SEEDS[self.config.split]
        for seed in range(first, last + 1):
            data = MandiData(id=f"{self.config.game}-{seed}", name=f"{self.config.game} {self.config.split} {seed}", prompt=None, seed=seed)
            yield MandiTask(data, self.config.task)


class MandiHarness(vf.Harness[vf.HarnessConfig]):
    """Sends each turn to the model by itself: Mandi's prompts say all there is to know, so a turn is two messages, however long the match."""

    SUPPORTS_RESUME = True
    APPENDS_SYSTEM_PROMPT = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def resume(self, ctx: Any, trace: Any, runtime: Any, endpoint: str, secret: str, mcp_urls: Any, data: Any, messages: Any, *_: Any, **__: Any) -> Any:
        return await self._ask(ctx, endpoint, secret, messages)

    async def launch(self, ctx: Any, trace: Any, runtime: Any, endpoint: str, secret: str, mcp_urls: Any, data: Any, *_: Any, **__: Any) -> Any:
        return await self._ask(ctx, endpoint, secret, data.prompt or [])

    async def _ask(self, ctx: Any, endpoint: str, secret: str, messages: Any) -> Any:
        body = {"model": ctx.model, "messages": [message_to_wire(message) for message in messages]}
        async with httpx.AsyncClient(timeout=None) as client:
            answer = await client.post(f"{endpoint}/chat/completions", json=body, headers={"Authorization": f"Bearer {secret}"})
        failed = answer.status_code != 200
        return vf.ProgramResult(exit_code=1 if failed else 0, stdout="", stderr=answer.text[-2000:] if failed else "")


class MandiEnvConfig(vf.EnvConfig):
    player: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())


class MandiEnv(vf.Env[MandiEnvConfig]):
    """Plays one seat of a match; the others are scripted. All matches share one Node process."""

    _process: Process | None = None

    async def start(self) -> None:
        self._process = await asyncio.to_thread(Process)

    async def stop(self) -> None:
        if self._process is not None:
            await asyncio.to_thread(self._process.close)
            self._process = None

    async def run(self, task: Any, agents: Any) -> None:
        match = await asyncio.to_thread(self._open)
        try:
            await asyncio.to_thread(match.reset, task.data.seed)
            async with agents.player.interaction(task) as interaction:
                while not match.is_over:
                    segment = await interaction.turn(match.messages)
                    if segment.terminated:
                        break
                    await asyncio.to_thread(match.reply, segment.last_reply)
                # Before the interaction closes: the rubric reads it then.
                interaction.trace.info["mandi"] = self._told(match)
        finally:
            await asyncio.to_thread(match.close)

    def _open(self) -> TextMatch:
        config: Any = self.taskset.config
        return TextMatch(
            config.game,
            config.market,
            seat=config.seat,
            opponents=config.opponents,
            gains=config.rewards == "gain",
            prompt=config.prompt,
            process=self._process,
        )

    def _told(self, match: TextMatch) -> dict[str, Any]:
        config: Any = self.taskset.config
        told = match.gains if config.rewards == "gain" else match.scores
        score = (told or {}).get(match.seat) or 0.0
        return {"score": score, "turns": match.turns, "invalid": match.invalid, "scores": match.scores}
