import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { factsOf, type JobFacts } from '../../shared/rules/pitches';
import type { OpenState } from '../../shared/state';
import type { Table } from '../../shared/testing/table';
import { parseOpenConfig2 } from '../config';
import { openMarket2 } from '../open';
import { previewPitch2 } from '../players/pitch';
import { plannerTurn2 } from '../players/planner';
import { table2 } from '../testing/table';
import { findClaims2 } from './claims';
import { needCents } from './costs';
import { judgePitch2 } from './pitches';

const truth = (job: Pick<JobFacts, 'job_id' | 'hours' | 'deadline'>) =>
  `Job ${job.job_id} needs ${job.hours} hours by round ${job.deadline}.`;

/** Round 3: a block of 4 hours can be won. Lab 0 needs it for 60, lab 1 for 20, lab 2 has hours of its own for its job. */
function pitchRound(): Table {
  const market = table2({
    judge: true,
    labs: [
      { jobs: [{ job_id: 'j_0_0', gpu_hours_required: 4, value: 60, deadline_round: 7 }] },
      { jobs: [{ job_id: 'j_1_0', gpu_hours_required: 4, value: 20, deadline_round: 7 }] },
      {
        blocks: [{ block_id: 'b_2_0', start_round: 4, duration: 2, gpu_count: 2, energy_cost: 0 }],
        jobs: [{ job_id: 'j_2_0', gpu_hours_required: 4, value: 200, deadline_round: 7 }],
      },
    ],
    grants: [
      { pitch_round: 3, block: { block_id: 'b_grant_3', start_round: 4, duration: 2, gpu_count: 2, reliability: 0.9, energy_cost: 1 } },
    ],
  });
  return market.until(3);
}

const pitch = (message: string) => ({ action_type: 'make_pitch', message });
const said = (job: string) => pitch(truth({ job_id: job, hours: 4, deadline: 7 }));

describe('the prize goes by need', () => {
  it('to the lab to which the block adds most, and a lab that gains nothing from it scores 0', () => {
    const market = pitchRound();
    market.play({ lab_2: said('j_2_0'), lab_1: said('j_1_0'), lab_0: said('j_0_0') });
    const scores = market.state.verdicts[0]?.pitches.map(({ lab_id, score }) => [lab_id, score]);
    expect(Object.fromEntries(scores ?? [])).toEqual({ lab_0: 5900 / 15900, lab_1: 1900 / 11900, lab_2: 0 });
    expect(market.owner('b_grant_3')).toBe('lab_0');
  });

  it('as the seat’s preview says, to the last digit', () => {
    const market = pitchRound();
    const texts = { lab_2: said('j_2_0'), lab_1: said('j_1_0'), lab_0: pitch(`${said('j_0_0').message} It needs 9 hours.`) };
    const previews = Object.entries(texts).map(([lab, { message }]) => {
      const seen = openMarket2.observe(market.state, lab);
      return [lab, previewPitch2(seen, { text: message, claims: [] })?.score];
    });
    market.play(texts);
    const scores = market.state.verdicts[0]?.pitches.map(({ lab_id, score }) => [lab_id, score]);
    expect(Object.fromEntries(previews)).toEqual(Object.fromEntries(scores ?? []));
  });

  it('to nobody where only labs pitch that gain nothing', () => {
    const market = pitchRound();
    market.play({ lab_2: said('j_2_0') });
    expect(market.state.verdicts[0]?.winner_lab_id).toBeNull();
    expect(market.status('b_grant_3')).toBe('spent');
  });

  it('to nobody for words alone, or for what is false', () => {
    const market = pitchRound();
    market.play({ lab_0: pitch('We need this block more than anybody.'), lab_1: pitch(truth({ job_id: 'j_1_0', hours: 5, deadline: 7 })) });
    expect(market.state.verdicts[0]?.pitches.map(({ score }) => score)).toEqual([0, 0]);
  });
});

describe('what is supposed claims nothing', () => {
  it.each([
    'If job j_0_0 needed 4 hours by round 7, we would win.',
    'We would win if job j_0_0 needed 4 hours by round 7.',
    'Had job j_0_0 needed 4 hours by round 7, who would have won?',
    'Were job j_0_0 to need 4 hours by round 7, we would win.',
    'Assuming job j_0_0 needs 4 hours by round 7, give it to us.',
    'Suppose job j_0_0 needs 4 hours by round 7.',
    'Job j_0_0 would need 4 hours by round 7.',
    'Job j_0_0 might need 4 hours by round 7.',
  ])('%s', (text) => {
    expect(findClaims2(text)).toEqual([]);
  });

  it.each([
    truth({ job_id: 'j_0_0', hours: 4, deadline: 7 }),
    'Job j_0_0 is due by round 7; if it is not ready by round 7, we lose it. It needs 4 hours.',
  ])('but what is said plainly does: %s', (text) => {
    expect(new Set(findClaims2(text).map(({ field }) => field))).toEqual(new Set(['hours', 'deadline']));
  });
});

interface Hostile {
  kind: string;
  text: string;
}

const HOSTILE = readFileSync(new URL('../../../../../../tests/fixtures/pitches/hostile.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Hostile);

function fill(text: string, own: JobFacts, other: JobFacts): string {
  const values: Record<string, string> = {
    job: own.job_id,
    hours: String(own.hours),
    deadline: String(own.deadline),
    hours_plus_30: String(own.hours + 30),
    hours_plus_40: String(own.hours + 40),
    value_times_5: String(Math.round(own.value * 5)),
    value_times_9: String(Math.round(own.value * 9)),
    other_job: other.job_id,
    other_hours: String(other.hours),
    other_deadline: String(other.deadline),
    truth: truth(own),
    truth_zero_width: Array.from(truth(own)).join('\u200b'),
  };
  const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  return Array.from(filled).slice(0, 500).join('');
}

/** Pitch rounds of real matches, before anybody's turn. */
function rounds(seeds: readonly number[]): OpenState[] {
  return seeds.flatMap((seed) => {
    const config = parseOpenConfig2({ task_type: 'coalition_market', seed, judge_mode: 'rule' });
    if (!config.ok) throw new Error(config.why);
    let state = openMarket2.open(config.value).reduce<OpenState | null>((so, event) => openMarket2.evolve(so, event), null);
    const found: OpenState[] = [];
    while (state !== null && !state.finished) {
      const before: OpenState = state;
      if (before.blocks[`b_grant_${before.round_index}`] !== undefined) found.push(openMarket2.copy(before));
      for (const seat of openMarket2.toAct(before)) {
        for (const event of openMarket2.decide(state, seat, plannerTurn2(openMarket2.observe(before, seat))))
          state = openMarket2.evolve(state, event);
      }
    }
    return found;
  });
}

it.each(HOSTILE)('no text gains by $kind', ({ text }) => {
  let heard = 0;
  for (const state of rounds([40_000, 40_001])) {
    const block = state.blocks[`b_grant_${state.round_index}`];
    const facts = factsOf(state);
    for (const [lab_id, own] of Object.entries(facts)) {
      const other = Object.entries(facts).find(([lab, jobs]) => lab !== lab_id && jobs.length > 0)?.[1][0];
      const [first] = own;
      if (block === undefined || first === undefined || other === undefined) continue;
      const bench = { lab_id, facts: own, need: needCents(state, lab_id, block) };
      const score = (words: string) => judgePitch2({ text: words, claims: [] }, bench).score;
      expect(score(fill(text, first, other))).toBeLessThanOrEqual(score(truth(first)));
      if (score(truth(first)) > 0) heard += 1;
    }
  }
  expect(heard).toBeGreaterThan(3);
});
