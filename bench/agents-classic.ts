/**
 * Agents on the classic tasks over seeds, through the same player, gateway and worker as real matches: `npx tsx bench/agents-classic.ts
 * --agents smollm2-classic,smollm2,null-random --seeds 50000-50007`. Rows as JSON, each with what the wrapper did for the agent.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Agent, ModelSpec } from '~/agents/agent';
import { agentOf } from '~/agents/agent-spec';
import type { AgentTurn, TurnCounts } from '~/agents/agent-turn';
import { SMOLLM2 } from '~/agents/built-in';
import { countTurns } from '~/agents/count-turns';
import { canonicalJson } from '~/agents/digest';
import { makePlayer } from '~/agents/make-player';
import type { Player } from '~/agents/player';
import { readConfig } from '~/config';
import { findEnvGame } from '~/engine/env-games';
import { parseSeedList, splitsOf } from '~/eval/seeds';
import { TASK_TYPES } from '~/games/gpu-market/types';
import { findPolicy } from '~/games/policies';
import { spawnLocalWorker } from '~/inference/models/spawn-local-worker';
import { type Inference, openInference } from '~/inference/open-inference';
import { bootstrapFor, bootstrapMean, mean } from '~/statistics/basics';
import { readOptions } from './read-options';

/** Longer than any turn takes even on a busy machine, because this measures play, not the machine. */
const TURN_SECONDS = 300;
/** As many as the worker writes at once. */
const AT_ONCE = 4;
const SEAT = 'lab_0';
const PATIENCE_MS = 300_000;

/** Always the most likely move. */
const SPEC: ModelSpec = {
  ...SMOLLM2,
  prompt: 'classic-1',
  sampling: { temperature: 0, topP: 1, topK: 0, seed: 0, maxTokens: 64, stop: [] },
  turnSeconds: TURN_SECONDS,
};

const SPECS: Record<string, ModelSpec> = {
  'smollm2-classic': { ...SPEC, adapter: 'smollm2-classic' },
  smollm2: SPEC,
  'null-random': { ...SPEC, model: 'null:random' },
  'null-constant': { ...SPEC, model: 'null:constant' },
};

interface Row {
  agent: string;
  task: string;
  seeds: number;
  mean: number;
  interval: [number, number] | null;
  /** Moves that the rules refused. */
  invalid: number;
  counts: TurnCounts;
  /** Share of turns in which the strongest scripted policy would have done the same. */
  agrees: number;
  pin: AgentTurn['pin'];
  promptHash: string | null;
}

interface Played {
  score: number;
  invalid: number;
  turns: AgentTurn[];
  agreed: number;
}

await main();

async function main(): Promise<void> {
  const { values } = readOptions({
    options: { agents: { type: 'string' }, seeds: { type: 'string', default: '50000-50007' }, out: { type: 'string' } },
  });
  const seeds = parseSeedList(values.seeds);
  if (!seeds.ok) throw new Error(seeds.why);
  const names = (values.agents ?? Object.keys(SPECS).join(',')).split(',');
  const needsModel = names.some((name) => SPECS[name]?.model === SPEC.model);
  const inference = await open(needsModel);
  const rows: Row[] = [];
  try {
    for (const name of names) for (const task of TASK_TYPES) rows.push(await rowOf(inference, { name, task, seeds: seeds.value }));
  } finally {
    await inference.close();
  }
  const text = JSON.stringify({ command: process.argv.slice(2).join(' '), splits: splitsOf(seeds.value), rows }, null, 2);
  if (values.out === undefined) process.stdout.write(`${text}\n`);
  else {
    mkdirSync(dirname(resolve(values.out)), { recursive: true });
    writeFileSync(values.out, `${text}\n`);
  }
}

async function open(needsModel: boolean): Promise<Inference> {
  const config = readConfig();
  const log = { info: () => {}, warn: (fields: object, message: string) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`) };
  const local = () => spawnLocalWorker({ models: config.models, slots: AT_ONCE, threads: 1, warm: SPEC.model });
  const inference = await openInference({ ...config, openaiUrl: null, openaiModel: null }, needsModel ? { log, local } : { log });
  if (needsModel) await served(inference);
  return inference;
}

/** The worker loads the weights before it reports. */
async function served(inference: Inference): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  while (!inference.gateway.backends().some(({ serves }) => serves.some(({ name }) => name === SPEC.model))) {
    if (Date.now() > until) throw new Error(`no worker serves ${SPEC.model}: run npx mandi models pull first`);
    await setTimeout(500);
  }
}

async function rowOf(inference: Inference, of: { name: string; task: string; seeds: readonly number[] }): Promise<Row> {
  const player = makePlayer(agentFor(of.name), { chat: inference.gateway });
  const played: Played[] = [];
  const waiting = [...of.seeds];
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift())
      played.push(await playOne(player, { task: of.task, seed }));
  });
  await Promise.all(lanes);
  const row = summed(of, played);
  process.stderr.write(`${row.agent} ${row.task} ${row.mean.toFixed(4)} ${JSON.stringify(row.counts)}\n`);
  return row;
}

function agentFor(name: string): Agent {
  const words = { name, title: name, summary: '', owner: 'bench', licence: 'MIT', plays: ['gpu-market/classic'] };
  const model = SPECS[name];
  const policy = findPolicy('gpu-market/classic', name);
  if (model === undefined && policy === null)
    throw new Error(`no agent ${name}; known: ${Object.keys(SPECS).join(', ')} and scripted policies`);
  const spec = model ?? { kind: 'scripted' as const, policy: name };
  return agentOf({ ...words, spec }, { version: 1, createdAt: '2026-11-21T00:00:00.000Z' });
}

async function playOne(player: Player, of: { task: string; seed: number }): Promise<Played> {
  const opening = await findEnvGame({ key: 'gpu-market/classic', version: 1 })?.open({ task_type: of.task, seed: of.seed });
  if (!opening?.ok) throw new Error(opening?.why ?? 'no such game');
  const episode = opening.value;
  const expert = findPolicy('gpu-market/classic', 'rule_based_expert');
  const turns: AgentTurn[] = [];
  let agreed = 0;
  for (let done = false; !done; ) {
    const observation = episode.observe();
    const round = episode.state().round_index;
    const ask = {
      game: { key: 'gpu-market/classic', version: 1 } as const,
      matchId: null,
      seat: SEAT,
      turn: round,
      round,
      observation,
      past: turns,
      timeMs: TURN_SECONDS * 1000,
    };
    const turn = await player.play(ask);
    turns.push(turn);
    agreed += isSameMove(turn.move, await expert?.choose(observation)) ? 1 : 0;
    done = (await episode.step(turn.move)).done;
  }
  const { cumulative_reward, invalid_actions } = episode.state();
  return { score: cumulative_reward, invalid: invalid_actions, turns, agreed };
}

/** Ignores messages. */
function isSameMove(move: unknown, other: unknown): boolean {
  const plain = (value: unknown) => canonicalJson({ payment: 0, ...(value as object), message: null });
  return plain(move) === plain(other);
}

function summed(of: { name: string; task: string }, played: readonly Played[]): Row {
  const scores = played.map(({ score }) => score);
  const turns = played.flatMap((one) => one.turns);
  const interval = bootstrapMean(scores, bootstrapFor(scores.length));
  const agrees = played.reduce((sum, one) => sum + one.agreed, 0) / Math.max(1, turns.length);
  const pin = turns.find((turn) => turn.pin !== null)?.pin ?? null;
  const promptHash = turns[0]?.requests.decide?.hash ?? null;
  const invalid = played.reduce((sum, one) => sum + one.invalid, 0);
  return {
    agent: of.name,
    task: of.task,
    seeds: played.length,
    mean: mean(scores),
    interval,
    invalid,
    counts: countTurns(turns),
    agrees,
    pin,
    promptHash,
  };
}
