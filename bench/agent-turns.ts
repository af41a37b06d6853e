/**
 * An agent in the showcase's seat: lab_0 of the open market round among planners, through the same gateway, worker and match runner as a
 * server, in memory: `npx tsx bench/agent-turns.ts --agents smollm2,null-random --matches 20`. Rows as JSON, each with what the wrapper did
 * for the agent, how long turns took, their cost in tokens and CPU time, and the machine's load. On a busy machine, `--turn-seconds 600`
 * shows the model's own play, and CPU time approximates what a turn would take on an idle core.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { Agent } from '~/agents/agent';
import type { AgentTurn, TurnCounts } from '~/agents/agent-turn';
import { BUILT_IN } from '~/agents/built-in';
import { countTurns } from '~/agents/count-turns';
import { makePlayer } from '~/agents/make-player';
import { playMatch } from '~/cli/play-match';
import { memoryServices } from '~/cli/services';
import { readConfig } from '~/config';
import { AgentService } from '~/match/agent-service';
import { type AgentRuntime, openAgentRuntime } from '~/start/agent-runtime';
import { bootstrapMean, mean } from '~/statistics/basics';
import { readOptions } from './read-options';

/** As `src/start/showcase.ts` plays it; `--rules 1`: under version 1, for the figures in docs/agents.md. */
const SHOWCASE = { ruleset: 'open', task: 'market_round', policy: 'planner', judgeMode: 'off' } as const;
const SEAT = 'lab_0';
const FIRST_SEED = 3;
const PATIENCE_MS = 300_000;
const TICKS_A_SECOND = 100;

interface Row {
  agent: string;
  matches: number;
  seeds: string;
  /** The seat's mean score, with its 95% bootstrap interval over matches (null: only one match). */
  score: number;
  scoreInterval: [number, number] | null;
  counts: TurnCounts;
  /** Share of turns decided by the first reply, unchanged. */
  own: number;
  /** Share of replies written under the grammar. */
  held: number;
  /** The reasons for fallbacks, with their counts. */
  fallbackWhy: Record<string, number>;
  /** Milliseconds. */
  turns: { p50: number; p95: number; most: number };
  /** Per turn; `read`: prompt tokens that were not cached. */
  tokens: { prompt: number; read: number; written: number };
  /** CPU seconds of the workers per turn; null: there are no workers. */
  cpuSeconds: number | null;
  /** Processes that wanted a core, as the machine counts them, before each match. */
  load: { least: number; mean: number; most: number };
}

await main();

async function main(): Promise<void> {
  const { values } = readOptions({
    options: {
      agents: { type: 'string', default: 'smollm2,null-random' },
      matches: { type: 'string', default: '20' },
      rules: { type: 'string' },
      'turn-seconds': { type: 'string' },
      out: { type: 'string' },
    },
  });
  const matches = Number(values.matches);
  if (!Number.isInteger(matches) || matches < 1) throw new Error('--matches: a whole number from 1');
  const seconds = values['turn-seconds'] === undefined ? null : Number(values['turn-seconds']);
  if (seconds !== null && !(seconds > 0)) throw new Error('--turn-seconds: a number above 0');
  const log = { info() {}, warn: tell, error: tell };
  const opened = await openAgentRuntime(readConfig(), { log, store: null });
  const agentRuntime = seconds === null ? opened : { ...opened, agents: patientService(opened, seconds) };
  const rows: Row[] = [];
  try {
    for (const agent of values.agents.split(',')) rows.push(await rowOf(agentRuntime, { agent, matches, version: values.rules }));
  } finally {
    await agentRuntime.close();
  }
  const text = `${JSON.stringify({ command: process.argv.slice(2).join(' '), cores: cpus().length, rows }, null, 2)}\n`;
  if (values.out === undefined) process.stdout.write(text);
  else writeFileSync(values.out, text);
}

/** The agents that come with Mandi, with this much time per turn. */
function patientService({ inference: { gateway } }: AgentRuntime, turnSeconds: number): AgentService {
  const builtIn = BUILT_IN.map((agent) => (agent.spec.kind === 'model' ? { ...agent, spec: { ...agent.spec, turnSeconds } } : agent));
  const makeOne = (agent: Agent) => makePlayer(agent, { chat: gateway });
  return new AgentService({ builtIn, store: null, makePlayer: makeOne, backends: () => gateway.backends() });
}

function tell(fields: object, message: string): void {
  process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
}

interface Asked {
  agent: string;
  matches: number;
  version: string | undefined;
}

async function rowOf(agentRuntime: AgentRuntime, { agent, matches, version }: Asked): Promise<Row> {
  await awaitReady(agentRuntime, agent);
  const services = memoryServices(agentRuntime);
  const turns: AgentTurn[] = [];
  const scores: number[] = [];
  const loads: number[] = [];
  const before = cpuSeconds(agentRuntime);
  for (let seed = FIRST_SEED; seed < FIRST_SEED + matches; seed += 1) {
    loads.push(loadavg()[0] ?? 0);
    const played = await playMatch(services, { ...SHOWCASE, version, seed, seats: { [SEAT]: agent } });
    turns.push(...played.turns);
    scores.push(played.match.scores?.[SEAT] ?? 0);
    const { own, fallback, latency } = countTurns(played.turns);
    process.stderr.write(`${agent} seed ${seed}: ${own} own, ${fallback} fallen back, p95 ${latency?.p95} ms, load ${loads.at(-1)}\n`);
  }
  const after = cpuSeconds(agentRuntime);
  const used = before === null || after === null || isNull(turns) ? null : (after - before) / turns.length;
  return {
    agent,
    matches,
    seeds: `${FIRST_SEED}-${FIRST_SEED + matches - 1}`,
    score: mean(scores),
    scoreInterval: bootstrapMean(scores),
    ...summed(turns),
    cpuSeconds: used,
    load: spread(loads),
  };
}

async function awaitReady({ agents }: AgentRuntime, name: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  for (let found = await agents.get(name); !found?.ready; found = await agents.get(name)) {
    if (found === null) throw new Error(`there is no agent ${name}`);
    if (Date.now() > until) throw new Error(`${name}: ${found.notReady}`);
    await setTimeout(200);
  }
}

function summed(turns: readonly AgentTurn[]): Pick<Row, 'counts' | 'own' | 'held' | 'fallbackWhy' | 'turns' | 'tokens'> {
  const counts = countTurns(turns);
  const replies = turns.flatMap((turn) => turn.replies);
  const came = replies.filter(({ text }) => text !== null);
  const fallbackWhy: Record<string, number> = {};
  for (const { fallbackWhy: why } of turns) if (why !== null) fallbackWhy[why] = (fallbackWhy[why] ?? 0) + 1;
  const each = (amount: (tokens: NonNullable<(typeof replies)[number]['tokens']>) => number) =>
    replies.reduce((sum, { tokens }) => sum + (tokens === null ? 0 : amount(tokens)), 0) / turns.length;
  return {
    counts,
    own: counts.own / counts.turns,
    held: came.filter(({ held }) => held).length / came.length,
    fallbackWhy,
    turns: { p50: counts.latency?.p50 ?? 0, p95: counts.latency?.p95 ?? 0, most: Math.max(...turns.map(({ ms }) => ms)) },
    tokens: {
      prompt: each(({ prompt }) => prompt),
      read: each(({ prompt, cached }) => prompt - (cached ?? 0)),
      written: each(({ completion }) => completion),
    },
  };
}

function isNull(turns: readonly AgentTurn[]): boolean {
  return turns.every(({ pin }) => pin === null || pin.model.startsWith('null:'));
}

/** Of all workers on this machine so far; null where the system does not report it. */
function cpuSeconds({ inference }: AgentRuntime): number | null {
  try {
    return inference.pool.workers().reduce((sum, { pid }) => sum + secondsOf(pid), 0);
  } catch {
    return null;
  }
}

/** User and system time from the process's stat line, after its name in brackets. */
function secondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

function spread(values: readonly number[]): Row['load'] {
  return { least: Math.min(...values), mean: mean(values), most: Math.max(...values) };
}
