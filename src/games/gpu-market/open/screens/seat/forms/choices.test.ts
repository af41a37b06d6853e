import { describe, expect, it } from 'vitest';
import { playMatch } from '~/engine/memory-run';
import { parseOpenConfig } from '../../../shared/config';
import type { OpenObservation } from '../../../shared/observation';
import { observe } from '../../../shared/observe';
import { randomAction } from '../../../shared/players/random';
import { venturePlannerTurn } from '../../../shared/players/venture';
import { table } from '../../../shared/testing/table';
import { openMarket } from '../../../v1/open';
import {
  type BlockUse,
  blockChoices,
  comingChoices,
  jobChoices,
  MOVES,
  offerSpans,
  plannedNow,
  requestChoices,
  ticksWords,
  whyNoAccept,
  whyNoCounter,
  whyNoEntry,
  whyNoJob,
  whyNoMove,
} from './choices';
import { coalitionsFor, legalOf, offersFor } from './legal-ids';

const NONE = new Set<string>();
const open = (choices: readonly { id: string; why: string | null }[]) => choices.filter((one) => one.why === null).map((one) => one.id);

/** Every observation of two matches, one of planners in a venture and one of chance. */
function observations(): OpenObservation[] {
  const seen: OpenObservation[] = [];
  for (const [seed, player] of [
    [3, () => venturePlannerTurn],
    [4, () => randomAction],
  ] as const) {
    const config = parseOpenConfig({ task_type: 'market_round', seed, judge_mode: 'rule' });
    if (!config.ok) throw new Error(config.why);
    playMatch(openMarket, config.value, {
      playerOf: player as never,
      watch: ({ state }) => {
        for (const seat of Object.keys(state.labs)) seen.push(observe(state, seat));
      },
    });
  }
  return seen;
}

describe('what a form offers', () => {
  const seen = observations();

  it('is exactly the legal list, and everything else comes with a reason', () => {
    const same = (choices: readonly { id: string; why: string | null }[], legal: readonly string[]) => {
      expect(open(choices).toSorted()).toEqual([...legal].toSorted());
      for (const { why } of choices) expect(why === null || why.endsWith('.')).toBe(true);
    };
    for (const one of seen) {
      same(blockChoices(one, { kind: 'offer' }, NONE), legalOf(one, 'send_offer')?.block_ids ?? []);
      same(blockChoices(one, { kind: 'reserve' }, NONE), legalOf(one, 'reserve_capacity')?.block_ids ?? []);
      for (const job of one.private_jobs) {
        const use: BlockUse = { kind: 'allocate', jobId: job.job_id };
        same(blockChoices(one, use, NONE), legalOf(one, 'allocate_to_job')?.jobs[job.job_id] ?? []);
      }
      for (const joining of [true, false])
        same(jobChoices(one, joining), legalOf(one, joining ? 'join_coalition' : 'commit_to_coalition')?.job_ids ?? []);
      for (const lab of one.visible_labs)
        same(requestChoices(one, lab.lab_id), legalOf(one, 'send_offer')?.requested_block_ids[lab.lab_id] ?? []);
    }
  });

  it('tells for every offer, invitation and kind of action whether it is open, else why not', () => {
    for (const one of seen) {
      for (const offer of one.active_offers) {
        expect(whyNoAccept(one, offer) === null).toBe(offersFor(one, 'accept_offer').includes(offer.offer_id));
        expect(whyNoCounter(one, offer) === null).toBe(offersFor(one, 'counter_offer').includes(offer.offer_id));
      }
      for (const { coalition_id } of one.active_coalitions) {
        for (const type of ['join_coalition', 'commit_to_coalition'] as const)
          expect(whyNoEntry(one, coalition_id, type) === null).toBe(coalitionsFor(one, type).includes(coalition_id));
      }
      for (const move of MOVES) {
        const legal = {
          allocate: 'allocate_to_job',
          found: 'form_coalition',
          pitch: 'make_pitch',
          reserve: 'reserve_capacity',
          release: 'release_capacity',
        };
        const type = move in legal ? legal[move as keyof typeof legal] : null;
        const listed = type === null || one.legal_actions.some((action) => action.action_type === type);
        if (!listed) expect(whyNoMove(one, move)).toMatch(/\.$/);
      }
    }
    expect(seen.length).toBeGreaterThan(60);
  });
});

describe('reasons', () => {
  it('name what is wrong', () => {
    const market = table({
      labs: [
        {
          budget: 10,
          blocks: [{ block_id: 'b_0_0' }, { block_id: 'b_0_1', reliability: 0.6 }],
          jobs: [{ job_id: 'j_0_0' }, { job_id: 'j_0_1' }],
        },
        { blocks: [{ block_id: 'b_1_0' }] },
      ],
    });
    market.play({
      lab_0: [{ action_type: 'allocate_to_job', job_id: 'j_0_1', block_ids: ['b_0_0'] }],
      lab_1: [{ action_type: 'send_offer', target_lab_id: 'lab_0', block_ids: ['b_1_0'], requested_payment: 12.5 }],
    });
    const seen = market.sees('lab_0');
    expect(blockChoices(seen, { kind: 'allocate', jobId: 'j_0_0' }, NONE)).toEqual([
      { id: 'b_0_0', why: 'It works for j_0_1.' },
      { id: 'b_0_1', why: 'Its reliability 0.6 is below the 0.7 that j_0_0 needs.' },
    ]);
    expect(blockChoices(market.sees('lab_1'), { kind: 'reserve' }, NONE)).toEqual([{ id: 'b_1_0', why: null }]);
    const [offer] = seen.active_offers;
    expect(offer === undefined ? null : whyNoAccept(seen, offer)).toBe('It costs 12.50 cr; you have 10.00 cr.');
    expect(whyNoMove(seen, 'pitch')).toMatch(/no pitch can win a block/i);
  });

  it('say that the turn uses a block already', () => {
    const market = table({ labs: [{ blocks: [{ block_id: 'b_0_0' }], jobs: [{ job_id: 'j_0_0' }] }, {}] });
    const choices = blockChoices(market.sees('lab_0'), { kind: 'allocate', jobId: 'j_0_0' }, new Set(['b_0_0']));
    expect(choices).toEqual([{ id: 'b_0_0', why: 'Your turn already uses it.' }]);
  });

  it('let a block work in the turn that buys it, as the rules do', () => {
    const market = table({
      labs: [{ jobs: [{ job_id: 'j_0_0' }] }, { blocks: [{ block_id: 'b_1_0' }, { block_id: 'b_1_1', reliability: 0.6 }] }],
    });
    market.does('lab_1', { action_type: 'send_offer', block_ids: ['b_1_0'], requested_payment: 5 });
    const seen = market.sees('lab_0');
    const [job] = seen.private_jobs;
    if (job === undefined) throw new Error('no job');
    expect(whyNoJob(seen, job)).toBe('You have no free block.');
    expect(whyNoJob(seen, job, ['b_1_0'])).toBeNull();
    expect(comingChoices(seen, 'j_0_0', ['b_1_0', 'b_1_1'])).toEqual([
      { id: 'b_1_0', why: null },
      { id: 'b_1_1', why: 'Its reliability is below the 0.7 that j_0_0 needs.' },
    ]);
    const turn = [
      { action_type: 'accept_offer', offer_id: 'o_1' },
      { action_type: 'allocate_to_job', job_id: 'j_0_0', block_ids: ['b_1_0'] },
    ];
    expect(market.does('lab_0', ...turn)).toEqual(['offer_accepted', 'job_allocated']);
  });

  it('say whether no block is free, or none is reliable enough', () => {
    const job = { job_id: 'j_0_0', min_reliability: 0.9 };
    const weak = { block_id: 'b_0_0', reliability: 0.95 };
    const market = table({
      labs: [{ blocks: [weak, { block_id: 'b_0_1', reliability: 0.6 }], jobs: [job, { ...job, job_id: 'j_0_1' }] }, {}],
    });
    market.does('lab_0', { action_type: 'allocate_to_job', job_id: 'j_0_0', block_ids: ['b_0_0'] });
    const other = () => market.sees('lab_0').private_jobs.find((one) => one.job_id === 'j_0_1');
    const why = () => {
      const found = other();
      return found === undefined ? 'no job' : whyNoJob(market.sees('lab_0'), found);
    };
    expect(why()).toBe('None of your free blocks is reliable enough for it.');
    market.does('lab_0', { action_type: 'send_offer', target_lab_id: 'lab_1', block_ids: ['b_0_1'] });
    market.does('lab_1', { action_type: 'accept_offer', offer_id: 'o_1' });
    expect(why()).toBe('You have no free block.'); // the one that works is reliable enough
  });

  it('are not said to be ticked where the plan’s blocks start later', () => {
    const blocks = [
      { block_id: 'b_0_0', start_round: 0 },
      { block_id: 'b_0_1', start_round: 3 },
    ];
    const seen = table({ labs: [{ blocks, jobs: [{ job_id: 'j_0_0' }] }, {}] }).sees('lab_0');
    expect(plannedNow(seen, ['b_0_0', 'b_0_1'], new Set())).toEqual(['b_0_0']);
    expect(plannedNow(seen, ['b_0_0', 'b_0_1'], new Set(['b_0_0']))).toEqual([]);
    expect(plannedNow(seen, ['b_1_0'], new Set())).toEqual([]);
    expect([0, 1, 2].map((ticked) => ticksWords(ticked))).toEqual([
      'We ticked no block: your best plan starts none for this job in this round. You can choose some now, or wait.',
      'We ticked the block that your best plan starts now.',
      'We ticked the 2 blocks that your best plan starts now.',
    ]);
    expect([1, 2].map((ticked) => ticksWords(ticked, true))).toEqual([
      'We ticked the block of your best plan.',
      'We ticked the 2 blocks of your best plan.',
    ]);
  });
});

it('an offer stands through each round once, none of them after the last', () => {
  const through = (round_index: number) => offerSpans({ round_index, max_rounds: 6 }).map((one) => one.through);
  expect([0, 1, 3, 4, 5].map(through)).toEqual([[1, 2, 3, 4], [2, 3, 4, 5], [4, 5], [5], [5]]);
  expect(offerSpans({ round_index: 3, max_rounds: 6 }).map(({ rounds }) => rounds)).toEqual([1, 2]);
});
