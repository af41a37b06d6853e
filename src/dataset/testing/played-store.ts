/** A store of any number of finished classic matches that holds none of them: each is played when it is read. For tests and the bench. */

import type { GameEvent } from '~/contract/game';
import { MemoryRun, playOut } from '~/engine/memory-run';
import { classic } from '~/games/gpu-market/classic/classic';
import { findPolicy } from '~/games/policies';
import type { EndPlace, EventStore, MatchRecord } from '~/store/event-store';
import { MemoryEventStore } from '~/store/memory-event-store';

const TRAIN_SEEDS = 40_000;
const POLICIES = ['rule_based_expert', 'greedy_hoarder', 'base_instruct_naive', 'random_validish', 'always_accept'];
const TASKS = classic.tasks.map(({ id }) => id);
const EPOCH = Date.UTC(2026, 0, 1);

/** One match ends each second. */
export function playedStore(matches: number): EventStore {
  const memory = new MemoryEventStore('played');
  const finished = async (_filter: object, { after, limit }: { after?: EndPlace | undefined; limit: number }): Promise<MatchRecord[]> => {
    const first = after === undefined ? 0 : Math.max(0, Math.floor((after.finishedAt.getTime() - EPOCH) / 1000) + 1);
    return Array.from({ length: Math.max(0, Math.min(limit, matches - first)) }, (_, i) => recordOf(first + i));
  };
  const read = async (id: string) => eventsOf(Number(id)).map((event, i) => stored(event, i));
  return Object.assign(memory, { finished, read });
}

function setUp(n: number): { seed: number; task: string; policy: string } {
  const seed = n % TRAIN_SEEDS;
  const round = Math.floor(n / TRAIN_SEEDS);
  return {
    seed,
    task: TASKS[round % TASKS.length] ?? '',
    policy: POLICIES[(seed + Math.floor(round / TASKS.length)) % POLICIES.length] ?? '',
  };
}

function recordOf(n: number): MatchRecord {
  const { seed, task, policy } = setUp(n);
  const at = new Date(EPOCH + n * 1000);
  return {
    id: String(n),
    game: classic.ref.key,
    version: classic.ref.version,
    task,
    seed,
    judgeMode: 'off',
    config: null,
    seats: [{ seat: 'lab_0', kind: 'script', policy }],
    visibility: 'open',
    pace: 0,
    status: 'finished',
    head: 0,
    round: 0,
    turn: 0,
    rounds: 0,
    scores: null,
    showcase: false,
    hosted: false,
    isPrivate: false,
    clock: null,
    delayTurns: 0,
    guards: null,
    rated: false,
    season: null,
    origin: null,
    missed: null,
    fault: null,
    createdAt: at,
    finishedAt: at,
  };
}

function eventsOf(n: number): GameEvent[] {
  const { seed, task, policy } = setUp(n);
  const config = classic.parseConfig({ task_type: task, seed });
  const player = findPolicy(classic.ref.key, policy);
  if (!config.ok || !player) throw new Error(`played store: no match ${n}`);
  const run = MemoryRun.open(classic, config.value);
  void playOut(run, { ask: (seat) => run.ask(player, seat) });
  return run.events;
}

function stored(event: GameEvent, i: number) {
  return { seq: i + 1, json: JSON.stringify(event), event, recordedAt: new Date(EPOCH) };
}
