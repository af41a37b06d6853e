/** An evaluation's request, parsed once for the command line, the server and tests. */

import { NULL_MODELS, nullsBeside } from '~/agents/built-in';
import type { Stress } from '~/contract/env';
import type { AnyGame, Reading } from '~/contract/game';
import { type GameKey, type GameRef, isGameKey, isPlayed, keyParts, refOf } from '~/contract/game-ref';
import { type OptionValue, optionText, readOptions, readOptionTexts } from '~/contract/options';
import type { Control, Policy } from '~/contract/policy';
import { readEnvGame } from '~/engine/env-games';
import { packOf } from '~/games/packs';
import { policiesFor } from '~/games/policies';
import { gameFlags, readGame, usualTaskOf } from '~/games/read-game';
import { nearest, unknownName } from '~/lib/text/unknown-name';
import { FIRST_STATISTICS, NEWEST_STATISTICS, STATISTICS, type StatisticsMethod } from '~/statistics/methods';
import { contenderNamed, contendersFor, findContender, nullsFor } from './contenders';
import { parseSeedList, seedListText } from './seeds';

/** In the format of `readGame`. */
interface NamesGame {
  game?: string | undefined;
  ruleset?: string | undefined;
  version?: number | string | undefined;
}

export interface EvalRequest extends NamesGame {
  /** Names separated by commas; `all`: every contestant, without controls. */
  policies?: string | undefined;
  tasks?: string | undefined;
  /** In the format of `parseSeedList`. */
  seeds?: string | undefined;
  judgeMode?: string | undefined;
  /** Options of the tasks: as text from flags, or as values. */
  options?: Readonly<Record<string, unknown>> | undefined;
  /** The method for intervals; absent: the newest. */
  statistics?: string | undefined;
  /** Models and remote programs that can be named in addition to policies. */
  agents?: readonly NamedAgent[] | undefined;
}

/** An agent that can be named by its name or its reference. */
export interface NamedAgent {
  name: string;
  /** `name@version` */
  ref: string;
  plays: readonly string[];
  /** Models: the prompt that the agent names. */
  prompt?: string;
}

export interface EvalPlan {
  game: GameKey;
  version: number;
  judgeMode: string;
  policies: string[];
  tasks: string[];
  seeds: number[];
  /** The method for intervals; absent in plans from before methods had names: percentile-1. */
  statistics?: StatisticsMethod | undefined;
  /** Options; absent: each task's own. */
  options?: Readonly<Record<string, OptionValue>> | undefined;
  /** Shocks that replace the worlds' own; absent: the worlds' own. */
  stress?: Stress | undefined;
  /** Who plays all other seats; absent: the ruleset's default. */
  opponents?: string | undefined;
  /** The seat that the policies play; absent: the first, or one of each role in turn. */
  seat?: string | undefined;
}

/** Ten training seeds, and the eight published holdout seeds. */
export const USUAL_SEEDS = '0-9,50000-50007';

/** The run behind the benchmark screen and `public/benchmark/classic.json`: the contestants and the game's controls. */
export function benchmarkOf({ key, version }: GameRef): EvalRequest {
  const { beside = [] } = packOf({ key, version }).published ?? {};
  return { game: key, version, policies: ['all', ...beside].join(','), seeds: USUAL_SEEDS, statistics: 'percentile-1' };
}

export function planEval(request: EvalRequest): Reading<EvalPlan> {
  const read = readEnvGame(request);
  if (!read.ok) return read;
  const { rules } = read.value;
  const policies = readNames(request.policies ?? 'all', policyNames(rules, request.agents));
  if (!policies.ok) return policies;
  const tasks = readNames(request.tasks ?? 'all', taskNames(rules));
  if (!tasks.ok) return tasks;
  const seeds = parseSeedList(request.seeds ?? USUAL_SEEDS);
  if (!seeds.ok) return seeds;
  const judgeMode = readJudgeMode(request.judgeMode, { ...rules, judgeModes: withoutModels(rules.judgeModes) });
  if (!judgeMode.ok) return judgeMode;
  const options = readPlanOptions(rules, tasks.value, request.options);
  if (!options.ok) return options;
  const statistics = STATISTICS.find((one) => one === (request.statistics ?? NEWEST_STATISTICS));
  if (statistics === undefined) return { ok: false, why: unknownName('statistics', request.statistics ?? '', STATISTICS) };
  const { key: game, version } = rules.ref;
  const lists = { policies: policies.value, tasks: tasks.value, seeds: seeds.value };
  return { ok: true, value: { game, version, judgeMode: judgeMode.value, ...lists, ...options.value, statistics } };
}

/** Options that every task must have. */
function readPlanOptions(rules: AnyGame, tasks: readonly string[], given: EvalRequest['options']): Reading<Pick<EvalPlan, 'options'>> {
  if (given === undefined || Object.keys(given).length === 0) return { ok: true, value: {} };
  const entries = Object.entries(given);
  const texts = Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  const values = Object.fromEntries(entries.filter(([, value]) => typeof value !== 'string'));
  let options = {};
  for (const task of tasks) {
    const fields = rules.options(task);
    const read = [readOptions(fields, values), readOptionTexts(fields, texts)];
    for (const one of read) {
      if (!one.ok) return one;
      options = { ...options, ...one.value };
    }
  }
  return { ok: true, value: { options } };
}

/** One match of one policy, with the same error messages. Without a task: the game's usual one. */
export interface MatchPlan {
  game: GameKey;
  version: number;
  task: string;
  policy: string;
  judgeMode: string;
}

export function planMatch(
  request: Pick<MatchPlan, 'judgeMode'> &
    NamesGame & { task?: string | undefined; policy?: string | undefined; agents?: readonly NamedAgent[] },
): Reading<MatchPlan> {
  const rules = readGame(request);
  if (!rules.ok) return rules;
  const task = readName(request.task ?? usualTaskOf(rules.value), taskNames(rules.value));
  if (!task.ok) return task;
  const policy = readName(request.policy ?? contestantsOf(rules.value.ref.key)[0] ?? '', policyNames(rules.value, request.agents));
  if (!policy.ok) return policy;
  const judgeMode = readJudgeMode(request.judgeMode, rules.value);
  if (!judgeMode.ok) return judgeMode;
  const { key: game, version } = rules.value.ref;
  return { ok: true, value: { game, version, task: task.value, policy: policy.value, judgeMode: judgeMode.value } };
}

/** The command that gives the same rows. Equal plans have the same command, however they were requested. */
export function commandOf(plan: EvalPlan): string {
  const contestants = contestantsOf(plan.game);
  const whole = contestants.every((name, index) => plan.policies[index] === name);
  const policies = whole ? ['all', ...plan.policies.slice(contestants.length)] : plan.policies;
  const judge = plan.judgeMode === 'off' ? '' : ` --judge-mode ${plan.judgeMode}`;
  const what = `${gameFlags(refOf(plan))} --policies ${policies.join(',')} --tasks ${plan.tasks.join(',')}`;
  const options = Object.entries(plan.options ?? {}).map(([name, value]) => ` --option ${name}=${optionText(value)}`);
  const method = plan.statistics === FIRST_STATISTICS ? ` --statistics ${FIRST_STATISTICS}` : '';
  return `npx mandi eval ${what} --seeds ${seedListText(plan.seeds)}${options.join('')}${judge}${method}`;
}

/** The controls among these policies, and their kinds. */
export function controlsOf({ game, policies }: Pick<EvalPlan, 'game' | 'policies'>): Record<string, Control> {
  const kinds = policies.map((name) => [name, findContender(game, name)?.control] as const);
  return Object.fromEntries(kinds.filter((entry): entry is [string, Control] => entry[1] !== undefined));
}

/** The plan with the controls that every result should be shown with. */
export function withNulls(plan: EvalPlan): EvalPlan {
  return { ...plan, policies: [...new Set([...plan.policies, ...nullsFor(plan.game)])] };
}

/** The plan with the null models in the format of each agent, so that the wrapper's work is not credited to a model. */
export function withNullModels(plan: EvalPlan, named: readonly NamedAgent[]): EvalPlan {
  const asked = named.filter(({ ref }) => plan.policies.includes(ref));
  const nulls = asked.flatMap(({ name, ref, prompt }) =>
    name.startsWith('null-') ? NULL_MODELS.map((other) => ref.replace(name, other)) : nullsBeside(refOf(plan), prompt),
  );
  return { ...plan, policies: [...new Set([...plan.policies, ...nulls])] };
}

function contestantsOf(game: GameKey): string[] {
  return idsOf(policiesFor(game).filter((policy) => policy.control === undefined));
}

/** What can be chosen in a game. */
type Rules = Pick<AnyGame, 'ref' | 'tasks' | 'judgeModes'>;

/** No model judges pitches, so that the rows can be reproduced digit for digit. */
function withoutModels(judgeModes: readonly string[]): string[] {
  return judgeModes.filter((mode) => mode !== 'llm');
}

function readJudgeMode(judgeMode: string | undefined, arena: Rules): Reading<string> {
  const mode = judgeMode ?? 'off';
  return arena.judgeModes.includes(mode)
    ? { ok: true, value: mode }
    : { ok: false, why: unknownName('judge mode', mode, arena.judgeModes) };
}

interface Names {
  what: string;
  known: readonly string[];
  /** The meaning of `all`. */
  all: readonly string[];
  /** Turns a typed name into the full one. */
  find(name: string): string | undefined;
  /** Why a known name cannot be used here; null: it can. */
  whyNot?(name: string): string | null;
}

function taskNames(arena: Rules): Names {
  const known = arena.tasks.map((task) => task.id);
  return { what: 'task', known, all: known, find: (name) => known.find((task) => task === name) };
}

const A_MODEL_NEEDS = 'a model plays as an agent that names it: write its file and npx mandi agents add FILE.yaml (docs/agents.md)';

/** `qwen3:4b`, `org/model`, `gpt-4.1`, `my-agent@3`: policies have no such names. */
function isLikeAModel(name: string): boolean {
  return /[:/@.]/.test(name);
}

function policyNames(arena: Rules, agents: readonly NamedAgent[] = []): Names {
  const house = idsOf(contendersFor(arena.ref.key));
  const playing = agents.filter(({ plays }) => isPlayed(plays, arena.ref));
  const known = [...house, ...playing.map(({ name }) => name)];
  const what = 'policy';
  function find(name: string): string | undefined {
    const id = findContender(arena.ref.key, name)?.id;
    if (id !== undefined) return id;
    return playing.find((agent) => agent.ref === name || agent.name === name)?.ref;
  }
  function whyNot(name: string): string | null {
    const plays = (agents.find((agent) => agent.ref === name || agent.name === name) ?? contenderNamed(name))?.plays;
    const related = plays?.filter((game) => isGameKey(game) && keyParts(game).family === keyParts(arena.ref.key).family) ?? [];
    const others = related.length > 0 ? related.map(rulesetOf) : plays;
    if (!others) return isLikeAModel(name) ? `${unknownName(what, name, known)}; ${A_MODEL_NEEDS}` : null;
    const near = nearest(name, known);
    const hint = near === null ? '' : `, or did you mean ${near}?`;
    return `${name} plays only ${others.join(', ')}, not ${rulesetOf(arena.ref.key)}: choose ruleset ${others[0]}${hint}`;
  }
  return { what, known, all: contestantsOf(arena.ref.key), find, whyNot };
}

/** The short name, for where the family is clear. */
function rulesetOf(game: string): string {
  return isGameKey(game) ? keyParts(game).ruleset : game;
}

function idsOf(policies: readonly Policy[]): string[] {
  return policies.map((policy) => policy.id);
}

function readName(typed: string, { what, known, find, whyNot }: Names): Reading<string> {
  const name = find(typed.trim());
  return name === undefined ? { ok: false, why: whyNot?.(typed.trim()) ?? unknownName(what, typed, known) } : { ok: true, value: name };
}

function readNames(text: string, names: Names): Reading<string[]> {
  const { what, known, all, find, whyNot } = names;
  const found: string[] = [];
  for (const typed of text.split(',').map((piece) => piece.trim())) {
    for (const name of typed === 'all' ? all : [find(typed)]) {
      if (name === undefined) return { ok: false, why: whyNot?.(typed) ?? unknownName(what, typed, ['all', ...known]) };
      if (found.includes(name)) return { ok: false, why: `${what} ${name} is listed twice` };
      found.push(name);
    }
  }
  return { ok: true, value: found };
}
