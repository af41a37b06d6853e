/** Configurations of ruleset `open`: a task's preset, every number of which can be overridden. */
import { z } from 'zod';
import type { Reading, TaskCard } from '~/contract/game';
import type { OptionField } from '~/contract/options';
import { issueWords } from '~/lib/text/issue-words';
import { OPEN_JUDGE_MODES, OPEN_TASKS, type OpenTask } from './types';

export const RULESET = 'open';
export const RULESET_VERSION = 1;
export const MAX_SEED = Number.MAX_SAFE_INTEGER;
export const DEFAULT_SEED = 42;

interface Preset {
  labs: number;
  rounds: number;
  blocks: number;
  jobs: number;
  shocks: number;
  coalitions: boolean;
}

export const PRESETS: Record<OpenTask, Preset> = {
  single_trade: { labs: 2, rounds: 6, blocks: 3, jobs: 3, shocks: 0, coalitions: false },
  market_round: { labs: 4, rounds: 8, blocks: 4, jobs: 3, shocks: 1, coalitions: true },
  coalition_market: { labs: 6, rounds: 12, blocks: 4, jobs: 3, shocks: 3, coalitions: true },
  grand_market: { labs: 16, rounds: 16, blocks: 4, jobs: 3, shocks: 4, coalitions: true },
};

/** Minimum and maximum of each number. */
const RANGES = {
  labs: [2, 64],
  rounds: [4, 200],
  blocks: [1, 12],
  jobs: [1, 12],
  shocks: [0, 199],
  scarcity: [0.1, 10],
  actions_per_round: [1, 16],
} as const;
/**
 * Maximum of labs × blocks × jobs: 64 labs with 8 blocks and 8 jobs each. A round of `house` then takes about 9 s of CPU time, on threads;
 * with 12 and 12 (9,216) it took over 40 s, most of it for a single look at each offer.
 */
const MOST_IN_ALL = 4_096;
const SCARCITY = 1.3;
const ACTIONS_PER_ROUND = 4;

const given = z.object({
  task_type: z.enum(OPEN_TASKS).default('single_trade'),
  seed: z.int().min(0).max(MAX_SEED).default(DEFAULT_SEED),
  judge_mode: z.enum(OPEN_JUDGE_MODES).default('off'),
  labs: whole('labs').optional(),
  rounds: whole('rounds').optional(),
  blocks: whole('blocks').optional(),
  jobs: whole('jobs').optional(),
  shocks: whole('shocks').optional(),
  coalitions: z.boolean().optional(),
  scarcity: z.number().min(RANGES.scarcity[0]).max(RANGES.scarcity[1]).default(SCARCITY),
  actions_per_round: whole('actions_per_round').default(ACTIONS_PER_ROUND),
});

function whole(name: keyof typeof RANGES) {
  return z.int().min(RANGES[name][0]).max(RANGES[name][1]);
}

/** Everything that a match needs to begin. */
export interface OpenConfig extends Preset {
  task_type: OpenTask;
  seed: number;
  /** 64 hexadecimal digits that seed the streams instead of the seed; from version 2 on. */
  seed_hex?: string;
  judge_mode: (typeof OPEN_JUDGE_MODES)[number];
  scarcity: number;
  actions_per_round: number;
}

/** Parses a configuration: null counts as missing, unknown fields are ignored. */
export function parseOpenConfig(raw: unknown): Reading<OpenConfig> {
  const fields = typeof raw === 'object' && raw !== null ? Object.entries(raw).filter(([, value]) => value !== null) : [];
  const read = given.safeParse(Object.fromEntries(fields));
  if (!read.success) return { ok: false, ...whyNot(read.error) };
  const preset = PRESETS[read.data.task_type];
  const { labs, rounds, blocks, jobs, shocks, coalitions, ...rest } = read.data;
  const config: OpenConfig = {
    ...rest,
    labs: labs ?? preset.labs,
    rounds: rounds ?? preset.rounds,
    blocks: blocks ?? preset.blocks,
    jobs: jobs ?? preset.jobs,
    shocks: shocks ?? preset.shocks,
    coalitions: coalitions ?? preset.coalitions,
  };
  if (config.shocks >= config.rounds) return { ok: false, why: 'There must be fewer shocks than rounds.', path: 'shocks' };
  const whyTooLarge = tooLarge(config);
  return whyTooLarge === null ? { ok: true, value: config } : { ok: false, why: whyTooLarge, path: 'labs' };
}

function tooLarge({ labs, blocks, jobs }: OpenConfig): string | null {
  const size = labs * blocks * jobs;
  if (size <= MOST_IN_ALL) return null;
  const asked = `${labs} × ${blocks} × ${jobs} = ${size}`;
  return `labs × blocks × jobs is at most ${MOST_IN_ALL}, not ${asked}: policies need too long to plan more. Take fewer of them.`;
}

function whyNot(error: z.ZodError): { why: string; path?: string } {
  const issue = error.issues[0];
  const path = issue?.path.join('.') ?? '';
  if (path === 'task_type') return { why: `Unknown task; ruleset open has ${OPEN_TASKS.join(', ')}.`, path };
  if (path === 'seed') return { why: `A seed is a whole number from 0 to ${MAX_SEED}.`, path };
  if (path === 'judge_mode') return { why: `judge_mode is one of ${OPEN_JUDGE_MODES.join(', ')}.`, path };
  return path === '' || !issue ? { why: 'The configuration cannot be read.' } : { why: `${path} ${issueWords(issue)}.`, path };
}

/** The rounds in which a spare block can be won by a pitch: 3, 6, … up to R-3. */
export function pitchRounds(config: OpenConfig): number[] {
  const rounds: number[] = [];
  if (config.judge_mode === 'off') return rounds;
  for (let round = 3; round < config.rounds - 2; round += 3) rounds.push(round);
  return rounds;
}

/** Whether this is a pitch round. */
export function isPitchRound(config: OpenConfig, round: number): boolean {
  return pitchRounds(config).includes(round);
}

type PresetName = keyof Preset | 'scarcity' | 'actions_per_round';

const SUMMARIES: Record<PresetName, string> = {
  labs: 'How many labs play; each is a seat.',
  rounds: 'How many rounds the match has.',
  blocks: 'GPU blocks per lab at the start.',
  jobs: 'Jobs per lab at the start.',
  shocks: 'How many shocks strike.',
  coalitions: 'Whether labs may form coalitions.',
  scarcity: 'How many GPU-hours the jobs need for each GPU-hour available.',
  actions_per_round: 'How many actions a turn may hold.',
};

/** A task is a preset of these options; any task can be played with any of them. */
export function openOptions(task: string): OptionField[] {
  const known = OPEN_TASKS.find((one) => one === task);
  return known === undefined ? [] : (Object.keys(SUMMARIES) as PresetName[]).map((name) => optionOf(name, known));
}

function optionOf(id: PresetName, task: OpenTask): OptionField {
  const words = { id, title: `${id.charAt(0).toUpperCase()}${id.slice(1)}`.replaceAll('_', ' '), help: SUMMARIES[id] };
  if (id === 'coalitions') return { ...words, kind: 'flag', default: PRESETS[task].coalitions };
  const [min, max] = RANGES[id];
  return { ...words, kind: id === 'scarcity' ? 'number' : 'int', min, max, default: usualOf(id, task) };
}

export const OPEN_TOGETHER: readonly string[] = [
  'There must be fewer shocks than rounds.',
  'A task with fewer rounds needs fewer shocks too: it keeps the task’s number of shocks unless you set one.',
  'Any task may be played with any number of labs, blocks and jobs in their ranges, as long as labs × blocks × jobs is at most 4,096.',
];

function usualOf(name: Exclude<PresetName, 'coalitions'>, task: OpenTask): number {
  if (name === 'scarcity') return SCARCITY;
  return name === 'actions_per_round' ? ACTIONS_PER_ROUND : PRESETS[task][name];
}

const TITLES: Record<OpenTask, [string, string]> = {
  single_trade: ['Single trade', 'Two labs, each with blocks that the other could put to better use. No coalitions, no shocks.'],
  market_round: ['Market round', 'Four labs trade openly and by offer; one shock.'],
  coalition_market: [
    'Coalition market',
    'Six labs and three shocks. Coalitions pool blocks and jobs and share the pay as agreed in advance.',
  ],
  grand_market: ['Grand market', 'Sixteen labs and four shocks. One coalition of all labs can be worth more than any trading.'],
};

export const OPEN_TASK_CARDS: readonly TaskCard[] = OPEN_TASKS.map((id) => ({
  id,
  title: TITLES[id][0],
  summary: TITLES[id][1],
  rounds: PRESETS[id].rounds,
  seats: `${PRESETS[id].labs} labs`,
}));
