/** Ruleset `classic`: lab_0 among its house labs. */

import { HONEST, type Language, type Place, type Program, placeOf, SHARES, type Step } from '~/contract/audit';
import type { EnvSession } from '~/contract/env';
import type { Policy } from '~/contract/policy';
import type { EnvGame } from '~/engine/env-games';
import { envGame } from '~/engine/env-games';
import { playThrough } from '~/eval/play-episode';
import { classic } from '~/games/gpu-market/classic/classic';
import { classicEnv } from '~/games/gpu-market/classic/env';
import { legalActions } from '~/games/gpu-market/classic/legal';
import { coalitionFormer } from '~/games/gpu-market/classic/players/coalition-former';
import { ruleBasedExpert } from '~/games/gpu-market/classic/players/rule-based-expert';
import { wait } from '~/games/gpu-market/classic/players/wait';
import type { IdChoice, LegalChoice } from '~/games/gpu-market/legal-words';
import { ACTION_TYPES, type Observation } from '~/games/gpu-market/types';
import type { AuditTarget, Outcome } from './target';

const CLASSIC = envGame(classic, classicEnv);
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

/** `env`: another that plays by classic's words, e.g. with a rule changed. */
export function classicTarget(task: string, range: Partial<typeof HOLDOUT> = {}, env: Pick<EnvGame, 'open'> = CLASSIC): AuditTarget {
  const holdout = { ...HOLDOUT, ...range };
  const open = (seed: number) => openEpisode(env, task, seed);
  return {
    name: `classic/${task}`,
    units: { score: 'cumulative reward of lab_0', welfare: 'value of lab_0’s completed jobs (base times urgency)' },
    // Rewards are no money: a lead in them and the value of jobs have no common unit.
    oneUnit: false,
    language: LANGUAGE,
    honest: ruleBasedExpert.id,
    seeds: { search: seedsOf(SEARCH), holdout: seedsOf(holdout) },
    weight: 1,
    playHonest: (seed) => playOn(open(seed), moverOf(ruleBasedExpert)),
    playWait: (seed) => playOn(open(seed), moverOf(wait)),
    playProgram: (program, seed) => playOn(open(seed), programMover(program)),
    known: [{ name: coalitionFormer.id, play: (seed) => playOn(open(seed), moverOf(coalitionFormer)) }],
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

function openEpisode(env: Pick<EnvGame, 'open'>, task: string, seed: number): EnvSession {
  const opened = env.open({ task_type: task, seed, judge_mode: 'off' });
  if (opened instanceof Promise) throw new Error('classic opens at once');
  if (!opened.ok) throw new Error(opened.why);
  return opened.value;
}

async function playOn(episode: EnvSession, move: Mover): Promise<Outcome> {
  let round = 0;
  await playThrough(episode, (observation) => move(observation as Observation, round++));
  const observation = episode.observe() as Observation;
  const done = observation.private_jobs.filter((job) => job.completed);
  return {
    score: episode.state().cumulative_reward,
    welfare: done.reduce((sum, job) => sum + job.base_value * job.urgency_multiplier, 0),
  };
}

function seedsOf({ from, worlds }: { from: number; worlds: number }): number[] {
  return Array.from({ length: worlds }, (_, i) => from + i);
}
