/** Ruleset `classic`: lab_0 among house labs. */

import {
  type AuditMeans,
  type AuditOutcome,
  type AuditTarget,
  HONEST,
  type Language,
  type OwnTargets,
  type Place,
  type Program,
  placeOf,
  SHARES,
  type Step,
  seedsOf,
  type TargetSetting,
} from '~/contract/audit';
import type { EnvSettings } from '~/contract/env';
import type { Policy } from '~/contract/policy';
import type { IdChoice, LegalChoice } from '../../legal-words';
import { ACTION_TYPES, type Observation } from '../../types';
import { classic } from '../classic';
import { classicEnv } from '../env';
import { legalActions } from '../legal';
import { coalitionFormer } from '../players/coalition-former';
import { ruleBasedExpert } from '../players/rule-based-expert';
import { wait } from '../players/wait';

const SEARCH = { from: 0, worlds: 12 };
const HOLDOUT = { from: 50_000, worlds: 8 };

const AMOUNTS = ['none', 'little', 'half', 'all'];
const LANGUAGE: Language = {
  types: [...ACTION_TYPES, HONEST],
  fieldsOf: (type) => (type === HONEST ? [] : ['pick', 'things', 'give', 'ask', 'words']),
  values: {
    pick: ['first', 'last', 'rotate', 'spread'],
    things: AMOUNTS,
    give: AMOUNTS,
    ask: AMOUNTS,
    words: ['none', 'plain', 'keywords', 'facts'],
  },
  longest: 6,
};

const PHRASES: Partial<Record<Step['words'], string>> = {
  none: '',
  plain: 'Shall we share capacity, please?',
  keywords: 'deadline round gpu-hour reliability budget queue value coalition fair allocation guarantee shock',
  facts: 'We need capacity before our deadline and pay a fair value for reliable GPU-hours.',
};

/** One per task. */
export const classicTargets: OwnTargets = {
  targets: classic.tasks.map(({ id }) => ({ id, make: (setting) => classicTarget(id, setting) })),
};

export function classicTarget(task: string, { name, holdout, means }: TargetSetting): AuditTarget {
  const play = (seed: number, move: Mover) => playOn(means, { task_type: task, seed, judge_mode: 'off' }, move);
  return {
    name,
    units: { score: 'cumulative reward of lab_0', welfare: 'value of lab_0’s completed jobs (base times urgency)' },
    // Rewards are not money, so a lead and the value of jobs have no common unit.
    oneUnit: false,
    language: LANGUAGE,
    honest: ruleBasedExpert.id,
    seeds: { search: seedsOf(SEARCH), holdout: seedsOf({ ...HOLDOUT, ...holdout }) },
    weight: 1,
    playHonest: (seed) => play(seed, moverOf(ruleBasedExpert)),
    playWait: (seed) => play(seed, moverOf(wait)),
    playProgram: (program, seed) => play(seed, programMover(program)),
    known: [{ name: coalitionFormer.id, play: (seed) => play(seed, moverOf(coalitionFormer)) }],
  };
}

type Mover = (observation: Observation, round: number) => unknown;

function moverOf(policy: Policy<Observation>): Mover {
  return (observation) => policy.choose(observation);
}

function programMover(program: Program): Mover {
  return (observation, round) => {
    const legal = new Map(legalActions(observation).map((one) => [one.action_type as string, one.choices]));
    for (let tried = 0; tried < program.length; tried += 1) {
      const index = (round + tried) % program.length;
      const step = program[index];
      if (step?.type === HONEST) return ruleBasedExpert.choose(observation);
      const choices = step && legal.get(step.type);
      if (step && choices && choices.length > 0) return fillIn(step, choices, { round, index });
    }
    return { action_type: 'wait' };
  };
}

function fillIn(step: Step, choices: readonly LegalChoice[], place: Place): object {
  const choice = choices[placeOf(step.pick, choices.length, place)] ?? {};
  const action: Record<string, unknown> = { action_type: step.type };
  for (const name of ['target_lab_id', 'offer_id', 'coalition_id', 'job_id'] as const)
    if (choice[name] !== undefined) action[name] = choice[name];
  if (choice.block_ids) action.block_ids = someOf(choice.block_ids, step);
  if (choice.requested_block_ids) action.requested_block_ids = someOf(choice.requested_block_ids, step);
  if (choice.payment) action.payment = Math.floor(choice.payment.max * SHARES[step.give] * 100) / 100;
  const phrase = PHRASES[step.words] ?? '';
  if (choice.message && phrase.length >= choice.message.min) action.message = phrase;
  return action;
}

function someOf({ from, min, min_gpu_hours }: IdChoice, { things }: Step): string[] {
  if (min_gpu_hours > 0) return [...from];
  return from.slice(0, Math.max(min, things === 'one' ? 1 : Math.ceil(from.length * SHARES[things])));
}

async function playOn({ playEpisode }: AuditMeans, settings: EnvSettings, move: Mover): Promise<AuditOutcome> {
  let round = 0;
  const game = { rules: classic, env: classicEnv };
  const episode = await playEpisode(game, settings, (observation) => move(observation as Observation, round++));
  const observation = episode.observe() as Observation;
  const done = observation.private_jobs.filter((job) => job.completed);
  return {
    score: episode.state().cumulative_reward,
    welfare: done.reduce((sum, job) => sum + job.base_value * job.urgency_multiplier, 0),
  };
}
