"""PettingZoo: every seat of a match is an agent. `env(game)` is the AEC API, `parallel_env(game)` the parallel one."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from .vector import TRAINING, Batch, Matches, Turn

Seen = dict[str, NDArray[Any]]


class _Shared:
    """The common part of both APIs: one match, its agents, spaces and seeds.

    Agents are the seats of the match. Each sees a dictionary of `observation`, (numbers,) of float32, and `action_mask`, (places,) of int8,
    and takes a place of the menu, `Discrete(places)`. `numbers` says what each number is, with its unit, `menu` what each place means. A turn of
    the open GPU market takes up to four places, picked one after the other; place 0 hands the turn in. A masked place is played as place 0.
    Rewards: how the agent's score has changed, in `reward_unit`. The seed of the world is in no observation.
    """

    metadata: dict[str, Any] = {"render_modes": [], "name": "mandi_v0", "is_parallelizable": True}

    def __init__(self, game: str, task: str | None, seeds: tuple[int, int], settings: dict[str, Any]) -> None:
        self._matches = Matches(game, task, restarts=False, **settings)
        self._seeds = seeds
        self._random, _ = seeding.np_random(seeds[0])
        self.numbers, self.menu, self.reward_unit = self._matches.numbers, self._matches.menu, self._matches.reward_unit
        self.possible_agents: list[str] = list(self._matches.seats)
        self.render_mode = None
        self._turns = {agent: Turn(self._matches.picks) for agent in self.possible_agents}
        self._batch: Batch = self._matches.reset([seeds[0]])

    @cache
    def observation_space(self, agent: str) -> spaces.Space[Any]:
        unbounded = spaces.Box(-np.inf, np.inf, (len(self.numbers),), np.float32)
        return spaces.Dict({"observation": unbounded, "action_mask": spaces.Box(0, 1, (len(self.menu),), np.int8)})

    @cache
    def action_space(self, agent: str) -> spaces.Space[Any]:
        return spaces.Discrete(len(self.menu))

    def close(self) -> None:
        self._matches.close()

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        world = seed if seed is not None else int(self._random.integers(self._seeds[0], self._seeds[1] + 1))
        self._batch = self._matches.reset([world])
        for turn in self._turns.values():
            turn.made = []

    def _awaited(self) -> list[str]:
        return [agent for agent, asked in zip(self.possible_agents, self._batch.awaited) if asked]

    def _sight(self, agent: str, *, may_pick: bool) -> Seen:
        row = self.possible_agents.index(agent)
        mask = self._turns[agent].mask(self._batch.mask[row])
        if not may_pick:  # who is not asked can only wait
            mask = np.zeros_like(mask)
            mask[0] = 1
        return {"observation": self._batch.numbers[row].copy(), "action_mask": mask}

    def _play(self, moves: dict[str, int | list[int]]) -> dict[str, float]:
        """Plays the turn of all agents that were asked; returns each agent's reward."""
        self._batch = self._matches.step([moves.get(agent) for agent in self.possible_agents])
        return {agent: float(reward) for agent, reward in zip(self.possible_agents, self._batch.rewards)}

    def _told(self) -> dict[str, Any]:
        for ended in self._batch.ended:
            gains = {} if ended.gains is None else {"gains": ended.gains}
            return {"seed": ended.seed, "scores": ended.scores, **gains}
        return {}


class MandiAEC(_Shared, AECEnv):
    """One agent after the other: those that the match waits for are asked in the order of their seats, each for its whole turn."""

    def __init__(self, game: str = "bazaar/open", task: str | None = None, *, seeds: tuple[int, int] = TRAINING, **settings: Any) -> None:
        AECEnv.__init__(self)
        _Shared.__init__(self, game, task, seeds, settings)
        self.agents: list[str] = []
        self._queue: list[str] = []
        self._moves: dict[str, int | list[int]] = {}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._moves = {}
        self._queue = self._awaited()
        self.agent_selection = self._queue[0]

    def observe(self, agent: str) -> Seen:
        return self._sight(agent, may_pick=agent in self._queue)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("action: a place of the menu; None is for agents whose match is over")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._turns[agent].pick(int(action)):
            self._moves[agent] = self._turns[agent].hand_in()
            self._queue.pop(0)
        if not self._queue:
            self.rewards = self._play(self._moves)
            self._moves = {}
            self._queue = self._awaited()
            if self._batch.ended:
                self.terminations = dict.fromkeys(self.agents, True)
                self.infos = {one: self._told() for one in self.agents}
        self.agent_selection = self._queue[0] if self._queue else self.agents[0]
        self._accumulate_rewards()


class MandiParallel(_Shared, ParallelEnv[str, Seen, int]):
    """All agents at once. Agents not asked in a step can only wait (place 0). A turn of several picks takes as many steps as its longest."""

    def __init__(self, game: str = "bazaar/open", task: str | None = None, *, seeds: tuple[int, int] = TRAINING, **settings: Any) -> None:
        _Shared.__init__(self, game, task, seeds, settings)
        self.agents: list[str] = []
        self._moves: dict[str, int | list[int]] = {}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        self._begin(seed)
        self.agents = list(self.possible_agents)
        self._moves = {}
        return self._all(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        for agent in self._pickers():
            if agent not in actions:
                raise ValueError(f"actions: {agent} is asked and has none")
            if self._turns[agent].pick(int(actions[agent])):
                self._moves[agent] = self._turns[agent].hand_in()
        rewards = dict.fromkeys(self.agents, 0.0)
        if not self._pickers():
            rewards = self._play(self._moves)
            self._moves = {}
        agents, over = self.agents, bool(self._batch.ended)
        seen = self._all()
        infos: dict[str, dict[str, Any]] = {agent: self._told() if over else {} for agent in agents}
        if over:
            self.agents = []
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), infos

    def _pickers(self) -> list[str]:
        return [agent for agent in self._awaited() if agent not in self._moves]

    def _all(self) -> dict[str, Seen]:
        pickers = self._pickers()
        return {agent: self._sight(agent, may_pick=agent in pickers) for agent in self.agents}


def env(game: str = "bazaar/open", task: str | None = None, **settings: Any) -> MandiAEC:
    """The AEC environment. Settings are those of `mandi.Matches`."""
    return MandiAEC(game, task, **settings)


def parallel_env(game: str = "bazaar/open", task: str | None = None, **settings: Any) -> MandiParallel:
    """The parallel environment. Settings are those of `mandi.Matches`."""
    return MandiParallel(game, task, **settings)
