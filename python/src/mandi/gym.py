"""Gymnasium: one seat of a match among scripted players, with action masks.

`gymnasium.make("mandi/BazaarOpen-v0")` after `import mandi.gym`, or `MandiEnv(game)`.
"""

from __future__ import annotations

from typing import Any, Mapping, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from .vector import TRAINING, Ended, Matches, Turn

SEATS = {"gpu-market/classic": "lab_0", "gpu-market/open": "lab_0", "bazaar/classic": "buyer", "bazaar/open": "buyer_0"}
"""The default seat."""


class MandiEnv(gymnasium.Env[dict[str, NDArray[Any]], np.int64]):
    """One seat of a match; the others are played by scripted policies.

    Observation: a dictionary of `observation`, (numbers,) of float32, and `action_mask`, (places,) of int8. `numbers` says what each
    number is, with its unit; the seed of the world is in none of them.

    Action: `Discrete(places)`, a place of `menu`. A turn of the open GPU market takes up to four places, one step each: place 0 hands
    the turn in, and so does the fourth. Steps before that pay 0 and only shorten the mask. A place that is masked is played as place 0, and
    `info["invalid"]` is True.

    Reward: how the seat's score has changed since its last turn, in `reward_unit`; they add up to the score. With `reward="potential"` the
    dense reward of the open games, in money.

    Info: when the match ends, `seed`, `scores` by seat, and `gains` where `gains=True`.

    Args:
        game: As for `mandi.Matches`.
        seat: Left out: lab_0, buyer or buyer_0.
        opponents: A scripted policy by name for all other seats, a list in their order, or a dictionary by seat. Left out: the game's own.
        seeds: The first and the last world for resets without a seed. By default the training seeds.
        **settings: As for `mandi.Matches`.

    Raises:
        MandiNotFound, MandiError: as `mandi.Matches`.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        game: str = "bazaar/open",
        task: str | None = None,
        *,
        seat: str | None = None,
        opponents: str | list[str] | Mapping[str, str] | None = None,
        seeds: tuple[int, int] = TRAINING,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        if render_mode is not None:
            raise ValueError("render_mode: None; watch matches in Mandi's own pages")
        self.render_mode = None
        self._seeds = seeds
        self._matches = Matches(game, task, seats=[seat or _seat_of(game)], opponents=opponents, restarts=False, **settings)
        self.seat = self._matches.seats[0]
        self.numbers = self._matches.numbers
        self.menu = self._matches.menu
        self.reward_unit = self._matches.reward_unit
        self.observation_space = _seen_space(self._matches)
        self.action_space = spaces.Discrete(len(self.menu))
        self._turn = Turn(self._matches.picks)
        self._batch = self._matches.reset([seeds[0]])
        self._is_over = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """A new match. `seed` is the world; without one a training world is drawn."""
        super().reset(seed=seed)
        world = seed if seed is not None else int(self.np_random.integers(self._seeds[0], self._seeds[1] + 1))
        self._batch = self._matches.reset([world])
        self._turn.made = []
        self._is_over = False
        return self._seen(), {}

    def step(self, action: np.int64 | int) -> tuple[dict[str, NDArray[Any]], SupportsFloat, bool, bool, dict[str, Any]]:
        """Plays a place of the menu. A match ends with `terminated`; it is never truncated."""
        if self._is_over:
            raise gymnasium.error.ResetNeeded("The match is over: call reset() first.")
        if not self._turn.pick(int(action)):
            return self._seen(), 0.0, False, False, {"invalid": not bool(self._batch.mask[0, int(action)])}
        self._batch = self._matches.step([self._turn.hand_in()])
        info: dict[str, Any] = {"invalid": bool(self._batch.invalid[0])}
        for ended in self._batch.ended:
            info |= _told(ended)
        self._is_over = bool(self._batch.ended)
        return self._seen(), float(self._batch.rewards[0]), self._is_over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """For sb3-contrib's MaskablePPO: (places,), True where legal."""
        return self._seen()["action_mask"].astype(bool)

    def close(self) -> None:
        self._matches.close()

    def _seen(self) -> dict[str, NDArray[Any]]:
        mask = self._turn.mask(self._batch.mask[0])
        return {"observation": self._batch.numbers[0].copy(), "action_mask": mask}


class MandiVectorEnv(VectorEnv[dict[str, NDArray[Any]], NDArray[Any], NDArray[Any]]):
    """Many matches, one seat of each, in one process. Matches that end are reset in the same step (`AutoresetMode.SAME_STEP`).

    Observations: `observation`, (matches, numbers) of float32, and `action_mask`, (matches, places) of int8. Actions: (matches,) places of
    the menu, or (matches, picks) where a turn takes several, with 0 for none; `MultiDiscrete` by row. Rewards as in `MandiEnv`. When
    matches end, `infos["final_obs"]` has their last numbers and `infos["final_info"]` their scores and seeds, both with a mask.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, game: str = "bazaar/open", task: str | None = None, *, num_envs: int = 1, seat: str | None = None, **settings: Any) -> None:
        self._matches = Matches(game, task, matches=num_envs, seats=[seat or _seat_of(game)], **settings)
        self.num_envs = num_envs
        self.numbers, self.menu, self.reward_unit = self._matches.numbers, self._matches.menu, self._matches.reward_unit
        self.single_observation_space = _seen_space(self._matches)
        places, picks = len(self.menu), self._matches.picks
        self.single_action_space = spaces.Discrete(places) if picks == 1 else spaces.MultiDiscrete([places] * picks)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Starts new matches. A number is the first world, and the others follow it; a list has one for each match."""
        seeds = [seed + at for at in range(self.num_envs)] if isinstance(seed, int) else seed
        batch = self._matches.reset(seeds)
        return {"observation": batch.numbers, "action_mask": batch.mask.astype(np.int8)}, {}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[dict[str, NDArray[Any]], NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        batch = self._matches.step(actions)
        done: NDArray[np.bool_] = np.zeros(self.num_envs, dtype=np.bool_)
        cut: NDArray[np.bool_] = np.zeros(self.num_envs, dtype=np.bool_)
        infos: dict[str, Any] = {"invalid": batch.invalid}
        if batch.ended:
            last = np.full(self.num_envs, None, dtype=object)
            told = np.full(self.num_envs, None, dtype=object)
            for ended in batch.ended:
                done[ended.match] = True
                places = len(self.menu)
                numbers = ended.final[0] if ended.final is not None else batch.numbers[ended.match]
                last[ended.match] = {"observation": numbers, "action_mask": np.zeros(places, np.int8)}
                told[ended.match] = _told(ended)
            infos |= {"final_obs": last, "_final_obs": done.copy(), "final_info": told, "_final_info": done.copy()}
        seen: dict[str, NDArray[Any]] = {"observation": batch.numbers, "action_mask": batch.mask.astype(np.int8)}
        return seen, batch.rewards, done, cut, infos

    def close_extras(self, **_: Any) -> None:
        self._matches.close()


def _seat_of(game: str) -> str:
    seat = SEATS.get(game.split("@")[0])
    if seat is None:
        raise ValueError(f"seat: say which seat of {game} to play")
    return seat


def _seen_space(matches: Matches) -> spaces.Dict:
    unbounded = spaces.Box(-np.inf, np.inf, (len(matches.numbers),), np.float32)
    return spaces.Dict({"observation": unbounded, "action_mask": spaces.Box(0, 1, (len(matches.menu),), np.int8)})


def _told(ended: Ended) -> dict[str, Any]:
    gains = {} if ended.gains is None else {"gains": ended.gains}
    return {"seed": ended.seed, "scores": ended.scores, **gains}


for _name, _game in {
    "GpuMarketClassic": "gpu-market/classic",
    "GpuMarketOpen": "gpu-market/open",
    "BazaarClassic": "bazaar/classic",
    "BazaarOpen": "bazaar/open",
}.items():
    gymnasium.register(
        id=f"mandi/{_name}-v0", entry_point="mandi.gym:MandiEnv", vector_entry_point="mandi.gym:MandiVectorEnv", kwargs={"game": _game}
    )
