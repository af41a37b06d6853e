import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { playMatch } from '~/engine/memory-run';
import { parseOpenConfig } from '../../shared/config';
import type { OpenObservation } from '../../shared/observation';
import { observe } from '../../shared/observe';
import { Appraiser } from '../../shared/plans/appraise';
import { venturePlannerTurn } from '../../shared/players/venture';
import { table } from '../../shared/testing/table';
import { openMarket } from '../../v1/open';
import { DeskProvider } from './desk-context';
import { draftOf } from './draft-read';
import { type DraftTurn, NO_DRAFT } from './draft-turn';
import { clashes, drafted, partnersOf } from './draft-worth';
import { whyImpossible } from './forms/choices';
import { offersFor } from './forms/legal-ids';
import { OffersPanel } from './offers-panel';
import { deskOf } from './testing/desk';

/** The offers of a seat's screen while it composes this turn, as text. */
function panel(observation: OpenObservation, draft: DraftTurn = NO_DRAFT): string {
  return renderToStaticMarkup(
    <DeskProvider desk={deskOf(observation, draft)} live={{ card: {} as never, view: { labs: [] } as never, clock: null }}>
      <OffersPanel />
    </DeskProvider>,
  ).replace(/<[^>]*>/g, ' ');
}

const spaced = (text: string) => text.replace(/\s+/g, ' ');

/** A job that takes both blocks which another lab offers one by one. */
function pairOnly(): OpenObservation {
  const play = table({
    labs: [
      { jobs: [{ job_id: 'j_0_0', gpu_hours_required: 4, value: 100, deadline_round: 6 }] },
      {
        blocks: [
          { block_id: 'b_1_0', start_round: 3, duration: 2, energy_cost: 1 },
          { block_id: 'b_1_1', start_round: 3, duration: 2, energy_cost: 1 },
        ],
      },
    ],
  });
  const sell = (id: string, price: number) => ({
    action_type: 'send_offer',
    target_lab_id: 'lab_0',
    block_ids: [id],
    requested_payment: price,
  });
  play.play({ lab_1: [sell('b_1_0', 3), sell('b_1_1', 4)] });
  return play.sees('lab_0');
}

describe('offers beside each other', () => {
  const seen = pairOnly();

  it('that pay only together say so at both, with what both bring', () => {
    const [one, other] = seen.active_offers;
    const partners = partnersOf(seen, new Appraiser(seen), NO_DRAFT);
    expect(partners.get(one?.offer_id ?? '')).toMatchObject({ offer_id: other?.offer_id });
    expect(partners.get(other?.offer_id ?? '')).toMatchObject({ offer_id: one?.offer_id });
    const text = spaced(panel(seen));
    expect(text).toContain('For you −3.00 cr');
    expect(text).toContain('For you −4.00 cr');
    expect(text.match(/Together with “Lab B offers you \d× GPU \(rounds 3 and 4\) for [34]\.00 cr”: \+91\.00 cr/g)).toHaveLength(2);
  });

  it('are worth what they add to the turn that is composed', () => {
    const first = seen.active_offers.find(({ offered_blocks }) => offered_blocks.includes('b_1_0'));
    const text = spaced(panel(seen, draftOf([{ action_type: 'accept_offer', offer_id: first?.offer_id }])));
    expect(text).toContain('For you +94.00 cr');
    expect(text).not.toContain('Together with');
  });

  it('that are good each by itself are no pair', () => {
    const play = table({
      labs: [
        {
          jobs: [
            { job_id: 'j_0_0', gpu_hours_required: 2, value: 50, deadline_round: 6 },
            { job_id: 'j_0_1', gpu_hours_required: 2, value: 50, deadline_round: 6 },
          ],
        },
        {
          blocks: [
            { block_id: 'b_1_0', start_round: 3, duration: 2 },
            { block_id: 'b_1_1', start_round: 3, duration: 2 },
          ],
        },
      ],
    });
    const sell = (id: string) => ({ action_type: 'send_offer', target_lab_id: 'lab_0', block_ids: [id], requested_payment: 3 });
    play.play({ lab_1: [sell('b_1_0'), sell('b_1_1')] });
    const observation = play.sees('lab_0');
    expect(observation.active_offers).toHaveLength(2);
    expect(partnersOf(observation, new Appraiser(observation), NO_DRAFT).size).toBe(0);
  });
});

describe('what cannot happen', () => {
  it('has no figure but the reason: the block that is asked for works already', () => {
    const play = table({
      labs: [
        {
          blocks: [{ block_id: 'b_0_0', start_round: 1, duration: 2 }],
          jobs: [{ job_id: 'j_0_0', gpu_hours_required: 2, value: 50, deadline_round: 6 }],
        },
        { blocks: [{ block_id: 'b_1_0', start_round: 1, duration: 2 }] },
      ],
    });
    play.play({
      lab_0: [{ action_type: 'allocate_to_job', job_id: 'j_0_0', block_ids: ['b_0_0'] }],
      lab_1: [{ action_type: 'send_offer', target_lab_id: 'lab_0', requested_block_ids: ['b_0_0'], payment: 3.69 }],
    });
    const seen = play.sees('lab_0');
    expect(seen.active_offers).toHaveLength(1);
    const text = spaced(panel(seen));
    expect(text).toMatch(/GPU \(rounds 1 and 2\) already works for A1 \([^)]*\)\./);
    expect(text).not.toMatch(/For you [+−±]/);
    expect(text).not.toContain('not yours to give');
  });

  it('is never said of an offer that can be taken', () => {
    const config = parseOpenConfig({ task_type: 'coalition_market', seed: 3, judge_mode: 'rule' });
    if (!config.ok) throw new Error(config.why);
    const legal: (string | null)[] = [];
    const playerOf = (() => venturePlannerTurn) as never;
    playMatch(openMarket, config.value, {
      playerOf,
      watch: ({ state }) => {
        for (const seat of Object.keys(state.labs)) {
          const seen = observe(state, seat);
          const ids = offersFor(seen, 'accept_offer');
          for (const offer of seen.active_offers) if (ids.includes(offer.offer_id)) legal.push(whyImpossible(seen, offer));
        }
      },
    });
    expect(legal.length).toBeGreaterThan(20);
    expect(legal.filter((why) => why !== null)).toEqual([]);
  });
});

describe('a turn whose actions work against each other', () => {
  const play = table({
    labs: [
      {
        blocks: [
          { block_id: 'b_0_0', start_round: 0, duration: 2, energy_cost: 1 },
          { block_id: 'b_0_1', start_round: 0, duration: 2, energy_cost: 1 },
        ],
        jobs: [
          { job_id: 'j_0_0', gpu_hours_required: 2, value: 90, deadline_round: 6 },
          { job_id: 'j_0_1', gpu_hours_required: 2, value: 10, deadline_round: 6 },
        ],
      },
      {},
    ],
  });
  const seen = play.sees('lab_0');
  const sell = { action_type: 'send_offer', block_ids: ['b_0_0'], requested_payment: 20 };
  const poorer = { action_type: 'allocate_to_job', job_id: 'j_0_1', block_ids: ['b_0_1'] };

  it('is warned of at the later one, with both figures', () => {
    const { actions } = draftOf([sell, poorer]);
    const [line] = clashes(seen, actions).get(2) ?? [];
    expect(line).toMatch(
      /^Works against action 1: with it, this brings you −\d+\.\d\d cr instead of ±0\.00 cr if what you offer is taken\.$/,
    );
    expect(clashes(seen, actions).size).toBe(1);
    expect(clashes(seen, draftOf([sell]).actions).size).toBe(0);
  });

  it('is warned of where both need one block, unless both are offers', () => {
    const same = { action_type: 'allocate_to_job', job_id: 'j_0_0', block_ids: ['b_0_0'] };
    expect(clashes(seen, draftOf([sell, same]).actions).get(2)).toEqual([
      'Needs the same block as action 1, so only one of the two can happen.',
    ]);
    const other = { ...sell, target_lab_id: 'lab_1', requested_payment: 25 };
    expect(clashes(seen, draftOf([sell, other]).actions).size).toBe(0);
  });

  it('sums with what the turn does for certain, not with what it only offers', () => {
    const { actions } = draftOf([sell, poorer]);
    expect(
      drafted(
        seen,
        actions.map(({ action }) => action),
      ).holdings,
    ).toEqual(['b_0_0']);
  });
});
