from mandi.openenv import Endpoint, MandiClient


def test_an_episode_over_the_published_client() -> None:
    with Endpoint(sessions=4) as endpoint, MandiClient(base_url=endpoint.url).sync() as env:
        turn = env.reset(game="bazaar/open", task="quick", seed=7, seat="buyer_0")
        assert turn.observation["seat"] == "buyer_0"
        while not turn.done:
            turn = env.step({"action_type": "wait"})
        assert turn.reward == 0.0
