/** What an evaluation is asked to do, read once: the same for the command line, the server and a test. */
import type { Reading } from '~/games/game';
import type { Policy } from '~/policies/policy';
import { findPolicy, policiesFor } from '~/policies/registry';
import type { Arena } from './arena';
import { ARENAS, findArena } from './arenas';
import { parseSeedList, seedListText } from './seeds';
import { unknownName } from './unknown-name';

export interface EvalRequest {
  ruleset?: string | undefined;
  /** Names with commas; `all`: every contestant, no controls. */
  policies?: string | undefined;
  tasks?: string | undefined;
  /** As `parseSeedList` reads it. */
  seeds?: string | undefined;
  judgeMode?: string | undefined;
}

export interface EvalPlan {
  game: string;
  ruleset: string;
  version: number;
  judgeMode: string;
  policies: string[];
  tasks: string[];
  seeds: number[];
}

/** Ten training seeds and the eight of the published holdout. */
export const USUAL_SEEDS = '0-9,50000-50007';

/** The run behind the benchmark screen and `public/benchmark/classic.json`. */
export const BENCHMARK: EvalRequest = { ruleset: 'classic', policies: 'all,wait,coalition_former', seeds: USUAL_SEEDS };

export function planEval(request: EvalRequest): Reading<EvalPlan> {
  const ruleset = request.ruleset ?? 'classic';
  const arena = findArena(ruleset);
  const rulesets = ARENAS.map((known) => known.ruleset);
  if (arena === null) return { ok: false, why: unknownName('ruleset', ruleset, rulesets) };
  const policies = readPolicies(request.policies ?? 'all', arena);
  if (!policies.ok) return policies;
  const taskNames = arena.tasks.map((task) => task.id);
  const tasks = readNames(request.tasks ?? 'all', {
    what: 'task',
    all: taskNames,
    find: (name) => taskNames.find((task) => task === name),
  });
  if (!tasks.ok) return tasks;
  const seeds = parseSeedList(request.seeds ?? USUAL_SEEDS);
  if (!seeds.ok) return seeds;
  const judgeMode = request.judgeMode ?? 'off';
  if (!arena.judgeModes.includes(judgeMode)) return { ok: false, why: unknownName('judge mode', judgeMode, arena.judgeModes) };
  const { game, version } = arena;
  return { ok: true, value: { game, ruleset, version, judgeMode, policies: policies.value, tasks: tasks.value, seeds: seeds.value } };
}

/** What to type to get the same rows again; the same for the same plan, however it was asked for. */
export function commandOf(plan: EvalPlan): string {
  const contestants = contestantsOf(plan);
  const whole = contestants.every((name, index) => plan.policies[index] === name);
  const policies = whole ? ['all', ...plan.policies.slice(contestants.length)] : plan.policies;
  const judge = plan.judgeMode === 'off' ? '' : ` --judge-mode ${plan.judgeMode}`;
  const what = `--ruleset ${plan.ruleset} --policies ${policies.join(',')} --tasks ${plan.tasks.join(',')}`;
  return `npx mandi eval ${what} --seeds ${seedListText(plan.seeds)}${judge}`;
}

/** Which of these policies are no contestants, and of what kind they are. */
export function controlsOf(policies: readonly string[]): Record<string, 'null' | 'farmer'> {
  const kinds = policies.map((name) => [name, findPolicy(name)?.control] as const);
  return Object.fromEntries(kinds.filter((entry): entry is [string, 'null' | 'farmer'] => entry[1] !== undefined));
}

function contestantsOf({ game, ruleset }: { game: string; ruleset: string }): string[] {
  return idsOf(policiesFor(`${game}/${ruleset}`).filter((policy) => policy.control === undefined));
}

function readPolicies(text: string, arena: Arena): Reading<string[]> {
  const playing = policiesFor(`${arena.game}/${arena.ruleset}`);
  function find(name: string): string | undefined {
    const policy = findPolicy(name);
    return policy !== null && playing.includes(policy) ? policy.id : undefined;
  }
  const reading = readNames(text, { what: 'policy', all: contestantsOf(arena), known: idsOf(playing), find });
  return reading;
}

function idsOf(policies: readonly Policy[]): string[] {
  return policies.map((policy) => policy.id);
}

interface Names {
  what: string;
  /** What `all` stands for. */
  all: readonly string[];
  /** What may be named besides, where that is more. */
  known?: readonly string[];
  /** A name as it was typed becomes the name as it is. */
  find(name: string): string | undefined;
}

function readNames(text: string, { what, all, known, find }: Names): Reading<string[]> {
  const names: string[] = [];
  for (const typed of text.split(',').map((piece) => piece.trim())) {
    const found = typed === 'all' ? all : [find(typed)];
    for (const name of found) {
      if (name === undefined) return { ok: false, why: unknownName(what, typed, ['all', ...(known ?? all)]) };
      if (names.includes(name)) return { ok: false, why: `${what} ${name} is listed twice` };
      names.push(name);
    }
  }
  return { ok: true, value: names };
}
