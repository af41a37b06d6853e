import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import mandi.gym
from mandi.gym import MandiEnv, MandiVectorEnv

GAMES = ["gpu-market/classic", "gpu-market/open", "gpu-market/open@1", "bazaar/classic", "bazaar/open"]


@pytest.mark.parametrize("game", GAMES)
def test_passes_check_env(game: str) -> None:
    env = MandiEnv(game)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*(Box observation space|render modes).*")
        check_env(env, skip_render_check=True)
    env.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_match_by_masked_chance_is_never_invalid(game: str) -> None:
    env = MandiEnv(game)
    env.action_space.seed(1)
    for seed in (1, 2, 3):
        seen, _ = env.reset(seed=seed)
        total, over = 0.0, False
        while not over:
            assert env.observation_space.contains(seen)
            assert (env.action_masks() == seen["action_mask"].astype(bool)).all()
            seen, reward, over, truncated, info = env.step(env.action_space.sample(seen["action_mask"]))
            assert not truncated and not info["invalid"]
            total += float(reward)
        assert info["seed"] == seed
        assert total == pytest.approx(info["scores"][env.seat], abs=1e-6)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.close()


def test_opponents_and_the_dense_reward_add_up_to_the_profit() -> None:
    env = MandiEnv("bazaar/open", "haggle", opponents="greedy" if _has("bazaar/open", "greedy") else None, reward="potential")
    env.action_space.seed(4)
    seen, _ = env.reset(seed=9)
    total, over = 0.0, False
    while not over:
        seen, reward, over, _, info = env.step(env.action_space.sample(seen["action_mask"]))
        total += float(reward)
    assert total == pytest.approx(info["scores"][env.seat], abs=0.05)
    env.close()


def _has(game: str, policy: str) -> bool:
    return any(policy in one["policies"] for one in mandi.games() if one["game"] == game)


def test_made_by_name_alone_and_together() -> None:
    env = gymnasium.make("mandi/BazaarClassic-v0", task="single_deal")
    env.reset(seed=1)
    env.close()
    many = gymnasium.make_vec("mandi/BazaarClassic-v0", num_envs=3, task="single_deal")
    assert isinstance(many.unwrapped, MandiVectorEnv)
    seen, _ = many.reset(seed=1)
    assert seen["observation"].shape[0] == 3
    many.close()


def test_the_vector_environment_begins_again_in_the_same_step() -> None:
    many = MandiVectorEnv("gpu-market/open", "single_trade", num_envs=4)
    many.action_space.seed(2)
    seen, _ = many.reset(seed=[1, 2, 3, 4])
    ended = 0
    while ended < 8:
        assert many.observation_space.contains({key: np.asarray(value) for key, value in seen.items()})
        seen, rewards, terminated, truncated, infos = many.step(many.action_space.sample())
        assert rewards.shape == terminated.shape == truncated.shape == (4,)
        for at in np.flatnonzero(terminated):
            assert infos["final_info"][at]["scores"]
            assert infos["final_obs"][at]["observation"].shape == many.single_observation_space["observation"].shape
            ended += 1
    many.close()
