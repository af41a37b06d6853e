/** The configuration of a classic match. */
import type { Reading, TaskCard } from '~/contract/game';
import type { OptionField } from '~/contract/options';
import { DIFFICULTIES, type Difficulty, JUDGE_MODES, type JudgeMode, TASK_TYPES, type TaskType } from '../types';

export interface ClassicConfig {
  task_type: TaskType;
  difficulty: Difficulty;
  seed: number;
  judge_mode: JudgeMode;
}

export const TASKS: readonly TaskCard[] = [
  {
    id: 'single_trade',
    title: 'Single trade',
    summary: 'Two labs, one job: swap a block or two before the deadline.',
    rounds: 3,
    seats: 'Lab 0 against 1 house lab',
  },
  {
    id: 'market_round',
    title: 'Market round',
    summary: 'Three labs trade while one block fails halfway.',
    rounds: 5,
    seats: 'Lab 0 against 2 house labs',
  },
  {
    id: 'coalition_market',
    title: 'Coalition market',
    summary: 'Four or five labs, three shocks, and coalitions to form and keep.',
    rounds: 9,
    seats: 'Lab 0 against 3 or 4 house labs',
  },
];

const USUAL_DIFFICULTY: Record<TaskType, Difficulty> = {
  single_trade: 'easy',
  market_round: 'medium',
  coalition_market: 'hard',
};

export function options(task: string): OptionField[] {
  const known = TASK_TYPES.find((one) => one === task);
  if (known === undefined) return [];
  const help = 'Sets the sizes and the shocks. The task is then only a name.';
  return [{ id: 'difficulty', title: 'Difficulty', help, kind: 'choice', of: DIFFICULTIES, default: USUAL_DIFFICULTY[known] }];
}

export const TOGETHER: readonly string[] = [
  'Any task may be played at any difficulty, which then decides labs, rounds, blocks, jobs and shocks.',
  'Labs, rounds, blocks, jobs and shocks cannot be set one by one; ruleset open has them as settings.',
];

const FIELDS = ['task_type', 'task', 'difficulty', 'seed', 'judge_mode', 'game', 'ruleset', 'version'];

/** Parses a configuration: null counts as missing, `task` is an alias of `task_type`, and game, ruleset and version are allowed. */
export function parseConfig(raw: unknown): Reading<ClassicConfig> {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) return { ok: false, why: 'A configuration is an object.' };
  const given = raw as Record<string, unknown>;
  for (const key of Object.keys(given)) {
    if (!FIELDS.includes(key)) {
      return {
        ok: false,
        path: key,
        why: `The classic ruleset knows no setting "${key}"; it knows task_type, difficulty, seed and judge_mode.`,
      };
    }
  }
  const task = oneOf(given.task_type ?? given.task ?? 'single_trade', { list: TASK_TYPES, path: 'task_type', word: 'task' });
  if (!task.ok) return task;
  const difficulty = oneOf(given.difficulty ?? USUAL_DIFFICULTY[task.value], {
    list: DIFFICULTIES,
    path: 'difficulty',
    word: 'difficulty',
  });
  if (!difficulty.ok) return difficulty;
  const judge = oneOf(given.judge_mode ?? 'off', { list: JUDGE_MODES, path: 'judge_mode', word: 'judge mode' });
  if (!judge.ok) return judge;
  const seed = given.seed ?? 42;
  if (typeof seed !== 'number' || !Number.isSafeInteger(seed) || seed < 0) {
    return { ok: false, path: 'seed', why: 'A seed is a whole number from 0 to 9007199254740991.' };
  }
  return { ok: true, value: { task_type: task.value, difficulty: difficulty.value, seed: seed + 0, judge_mode: judge.value } };
}

function oneOf<T extends string>(raw: unknown, of: { list: readonly T[]; path: string; word: string }): Reading<T> {
  const found = of.list.find((one) => one === raw);
  if (found !== undefined) return { ok: true, value: found };
  const said = typeof raw === 'string' ? `"${raw.slice(0, 60)}"` : typeof raw;
  return { ok: false, path: of.path, why: `There is no ${of.word} ${said}; choose one of ${of.list.join(', ')}.` };
}
