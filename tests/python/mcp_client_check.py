#!/usr/bin/env python3
"""Drive `mandi mcp` with the official Python MCP client over stdio.

    python mcp_client_check.py node bin/mandi.mjs mcp

The last line is "N passed, N failed"; the exit status is 0 only when nothing failed.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

EPISODES: list[tuple[dict[str, Any], str]] = [
    ({"task": "market_round", "seed": 7}, "lab_0"),
    ({"ruleset": "open", "task": "single_trade", "seed": 7, "seat": "lab_1", "opponents": "planner"}, "lab_1"),
]

passed = 0
failed = 0


def check(name: str, ok: bool, detail: Any = "") -> None:
    global passed, failed
    passed += ok
    failed += not ok
    print(f"ok   - {name}" if ok else f"FAIL - {name}: {detail!r}"[:400])


async def play(session: ClientSession, set_up: dict[str, Any], seat: str) -> None:
    name = set_up.get("ruleset", "classic")
    opening = await session.call_tool("reset", set_up)
    told = opening.structuredContent or {}
    check(f"{name}: reset shows the seat", told.get("observation", {}).get("controlled_lab_id") == seat, told)
    check(f"{name}: text and structure agree", json.loads(opening.content[0].text) == told)
    legal = (await session.call_tool("legal_actions", {})).structuredContent or {}
    types = [action["action_type"] for action in legal.get("legal_actions", [])]
    check(f"{name}: wait is legal", "wait" in types, types)
    refused = await session.call_tool("act", {"action": {"action_type": "steal"}})
    check(f"{name}: what is no action is refused by name", refused.isError and "action_type" in refused.content[0].text, refused)
    rounds = 0
    turn: dict[str, Any] = {}
    while not turn.get("done") and rounds < 100:
        turn = (await session.call_tool("act", {"action": {"action_type": "wait"}})).structuredContent or {"done": True}
        rounds += 1
        if not isinstance(turn.get("reward"), (int, float)):
            check(f"{name}: every step has a reward", False, turn)
            return
    check(f"{name}: an episode comes to its end", turn["done"] is True and rounds > 2, rounds)


async def main(command: list[str]) -> None:
    server = StdioServerParameters(command=command[0], args=command[1:])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        hello = await session.initialize()
        check("the handshake names the server", hello.serverInfo.name == "mandi", hello.serverInfo)
        tools = [tool.name for tool in (await session.list_tools()).tools]
        check("the tools are listed", tools == ["reset", "observe", "legal_actions", "act"], tools)
        early = await session.call_tool("observe", {})
        check("before a reset it says so", bool(early.isError), early)
        for set_up, seat in EPISODES:
            await play(session, set_up, seat)


if __name__ == "__main__":
    asyncio.run(asyncio.wait_for(main(sys.argv[1:]), timeout=240))
    print(f"{passed} passed, {failed} failed")
    raise SystemExit(1 if failed else 0)
