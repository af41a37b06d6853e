import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test

from mandi import pz

GAMES = [
    ("gpu-market/classic", {}),
    ("gpu-market/open", {"options": {"labs": 3}}),
    ("gpu-market/open@1", {"options": {"labs": 3}}),
    ("bazaar/classic", {"options": {"mode": "arena"}}),
    ("bazaar/open", {}),
]


@pytest.mark.parametrize(("game", "settings"), GAMES)
def test_aec(game: str, settings: dict) -> None:
    env = pz.env(game, **settings)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env, num_cycles=200, verbose_progress=False)
    env.close()


@pytest.mark.parametrize(("game", "settings"), GAMES)
def test_parallel(game: str, settings: dict) -> None:
    env = pz.parallel_env(game, **settings)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(env, num_cycles=200)
    env.close()


def test_seeds() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: pz.env("bazaar/open"), num_cycles=50)


@pytest.mark.parametrize(("game", "settings"), GAMES)
def test_rewards_add_up_to_the_scores(game: str, settings: dict) -> None:
    env = pz.env(game, **settings)
    env.reset(seed=11)
    total = dict.fromkeys(env.possible_agents, 0.0)
    told = {}
    for agent in env.agent_iter():
        seen, reward, over, cut, info = env.last()
        total[agent] += reward
        told = info or told
        env.step(None if over or cut else env.action_space(agent).sample(seen["action_mask"]))
    assert told["seed"] == 11
    for agent, score in told["scores"].items():
        assert total[agent] == pytest.approx(score, abs=1e-6)
    env.close()


def test_both_apis_play_the_same_match() -> None:
    """The first legal place that is not 0, always: what follows must not depend on who asks."""

    def choose(mask: np.ndarray) -> int:
        legal = np.flatnonzero(mask)
        return int(legal[min(1, len(legal) - 1)])

    aec = pz.env("bazaar/open")
    aec.reset(seed=3)
    while aec.agents:
        seen, _, over, _, info = aec.last()
        aec.step(None if over else choose(seen["action_mask"]))
        scores = info.get("scores") or aec._told().get("scores")
    parallel = pz.parallel_env("bazaar/open")
    seen, _ = parallel.reset(seed=3)
    while parallel.agents:
        seen, _, _, _, infos = parallel.step({agent: choose(one["action_mask"]) for agent, one in seen.items()})
    assert infos[parallel.possible_agents[0]]["scores"] == scores
    aec.close()
    parallel.close()
