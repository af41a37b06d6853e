"""The verifiers environment, with a model that a program in this test plays over HTTP, as an endpoint would."""

import asyncio
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
import verifiers.v1 as vf

import mandi_verifiers

asked: list[list[dict]] = []


class StandIn(BaseHTTPRequestHandler):
    """Takes the best offer that its menu has, else waits; every third reply is no answer at all."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        asked.append(body["messages"])
        pick = "t" if "\nt " in body["messages"][-1]["content"] else "w"
        text = "I would like to think." if len(asked) % 3 == 0 else json.dumps({"pick": pick})
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
        usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
        answer = json.dumps({"id": "1", "object": "chat.completion", "created": 1, "model": body["model"], "choices": [choice], "usage": usage})
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(answer.encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def endpoint():
    server = ThreadingHTTPServer(("127.0.0.1", 0), StandIn)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    server.shutdown()


def test_two_matches_are_played_and_scored(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAND_IN_KEY", "none")
    config = mandi_verifiers.MandiEnvConfig(
        taskset={"id": "mandi-verifiers", "game": "bazaar/open", "market": "quick", "seat": "buyer_0", "split": "validation"}
    )
    env = vf.load_environment(config)
    assert isinstance(env, mandi_verifiers.MandiEnv)
    tasks = list(env.taskset.take(2))
    assert [task.data.seed for task in tasks] == [40_000, 40_001]
    client = vf.EvalClientConfig(base_url=endpoint, api_key_var="STAND_IN_KEY")

    async def play() -> list:
        async with env.serving():
            return [await env.run_episode(task, vf.ModelContext(model="stand-in", client=client)) for task in tasks]

    episodes = asyncio.run(play())
    for episode in episodes:
        assert episode.ok, (episode.errors, [trace.errors for trace in episode.traces])
        (trace,) = episode.traces
        told = trace.info["mandi"]
        assert told["turns"] == trace.num_turns > 0
        assert trace.rewards["outcome"] is not None
        assert trace.metrics["turns"] == told["turns"]
        assert 0 <= trace.metrics["valid_replies"] <= 1
    assert {len(messages) for messages in asked} == {2}
    assert not any(str(task.data.seed) in json.dumps(asked) for task in tasks)
