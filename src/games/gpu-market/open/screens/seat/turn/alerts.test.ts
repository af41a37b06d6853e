import { expect, it } from 'vitest';
import { scheduleShock } from '~/games/gpu-market/open/shared/rules/shocks';
import type { TakenAction } from '../../../shared/actions';
import type { OpenObservation } from '../../../shared/observation';
import { table } from '../../../shared/testing/table';
import { blocksSpokenFor, type DraftTurn, NO_DRAFT } from '../draft-turn';
import { drafted } from '../draft-worth';
import { alertsOf, hostShocks } from './alerts';
import { canDrag, priceFor, takeFor, whyNotAsked, wishFor } from './asking';

/** A shock, a prize, an invitation and three offers to lab 0 in round 3: one that pays well, one that pays little, one that costs. */
function busy(): OpenObservation {
  const block = { start_round: 4, duration: 2, gpu_count: 1, reliability: 0.9, energy_cost: 1 };
  const play = table({
    judge: true,
    labs: [
      {
        jobs: [{ job_id: 'j_0_0', gpu_hours_required: 2, value: 50, deadline_round: 6 }],
        blocks: [{ ...block, block_id: 'b_0_0', reliability: 0.1 }],
      },
      {
        blocks: [
          { ...block, block_id: 'b_1_0' },
          { ...block, block_id: 'b_1_1', reliability: 0.1 },
        ],
      },
      { blocks: [{ ...block, block_id: 'b_2_0' }] },
    ],
    shocks: [{ kind: 'energy_spike', round_index: 3 }],
    grants: [{ pitch_round: 3, block: { ...block, block_id: 'b_grant_3' } }],
  });
  const sell = (id: string, price: number) => ({
    action_type: 'send_offer',
    target_lab_id: 'lab_0',
    block_ids: [id],
    requested_payment: price,
  });
  play.until(2).play({
    lab_1: [sell('b_1_0', 40), sell('b_1_1', 5), { action_type: 'form_coalition', members: ['lab_0'], split: 'equal', bond: 5 }],
    lab_2: [sell('b_2_0', 10)],
  });
  return play.sees('lab_0');
}

function alerts(seen: OpenObservation, draft: DraftTurn = NO_DRAFT) {
  const done = drafted(
    seen,
    draft.actions.map(({ action }) => action),
  );
  return alertsOf(seen, { done, draft, spoken: blocksSpokenFor(draft) });
}

const turn = (...actions: TakenAction[]): DraftTurn => ({ actions: actions.map((action, id) => ({ id, action })), next: actions.length });

const offerOf = (seen: OpenObservation, from: string) => seen.active_offers.find((one) => one.from_lab_id === from)?.offer_id ?? '';

it('come in order: the shock, the prize, the invitation, then offers that pay, best first, each with its value', () => {
  const seen = busy();
  const found = alerts(seen);
  expect(found.map(({ kind }) => kind)).toEqual(['shock', 'prize', 'invitation', 'offer', 'offer']);
  expect(found[0]).toMatchObject({ answer: null, text: expect.stringMatching(/^Shock from the market: /) as string });
  expect(found[1]?.text).toContain('wins b_grant_3');
  expect(found[2]?.text).toBe('Lab B invites you to coalition c_1.');
  const [best, next] = found.slice(3).map(({ answer }) => answer);
  expect(best).toMatchObject({ add: { action_type: 'accept_offer', offer_id: offerOf(seen, 'lab_2') } });
  expect(Number(/\+([\d.]+) cr/.exec(best?.word ?? '')?.[1])).toBeGreaterThan(Number(/\+([\d.]+) cr/.exec(next?.word ?? '')?.[1]));
});

it('a shock that the host sent is said to come from the host', () => {
  const play = table({ labs: [{}, {}] });
  const fired = scheduleShock(play.state, 'energy_spike');
  if (fired === null) throw new Error('refused');
  play.take([fired]);
  play.until(1);
  const seen = play.sees('lab_0');
  const told = (events: Parameters<typeof hostShocks>[0]) =>
    alertsOf(seen, { done: drafted(seen, []), draft: NO_DRAFT, spoken: new Set(), fromHost: hostShocks(events) })[0]?.text;
  expect(told(play.events as Parameters<typeof hostShocks>[0])).toMatch(/^Shock from the host: /);
  expect(told([])).toMatch(/^Shock from the market: /);
});

it('go once the draft answers them, and an offer goes that no longer pays', () => {
  const seen = busy();
  expect(alerts(seen, turn({ action_type: 'accept_offer', offer_id: offerOf(seen, 'lab_2') })).map(({ kind }) => kind)).toEqual([
    'shock',
    'prize',
    'invitation',
  ]);
  const answered = turn({ action_type: 'make_pitch', message: 'It is due.' }, { action_type: 'decline_coalition', coalition_id: 'c_1' });
  expect(alerts(seen, answered).map(({ kind }) => kind)).toEqual(['shock', 'offer', 'offer']);
});

it('a block on the board leads to the form for it: what is offered is taken, the rest is asked for, and own ones work', () => {
  const seen = busy();
  const unoffered = { ...seen, active_offers: [] };
  expect(wishFor(seen, 'b_1_0')).toEqual({ kind: 'take', blockId: 'b_1_0' });
  expect(wishFor(unoffered, 'b_1_0')).toEqual({ kind: 'offer', target: 'lab_1', ask: 'b_1_0' });
  expect(wishFor(seen, 'b_0_0')).toEqual({ kind: 'allocate', blockId: 'b_0_0' });
  expect([wishFor(seen, 'b_grant_3'), wishFor(seen, 'b_9_9')]).toEqual([{ kind: 'take', blockId: 'b_grant_3' }, null]);
  expect(whyNotAsked(seen, 'b_grant_3')).toBe('The operator does not bargain.');
  expect(['b_0_0', 'b_1_0', 'b_grant_3'].map((id) => canDrag(seen, id))).toEqual([true, true, false]);
});

it('a block that is dragged takes the best offer of it, and goes to work for the job if it runs now; one that costs is only shown', () => {
  const seen = busy();
  const position = { done: drafted(seen, []), spoken: new Set<string>() };
  const accept = { action_type: 'accept_offer', offer_id: offerOf(seen, 'lab_2') };
  expect(takeFor(seen, { blockId: 'b_2_0', jobId: null }, position)).toEqual({ add: [accept] });
  expect(takeFor(seen, { blockId: 'b_2_0', jobId: 'j_0_0' }, position)).toEqual({ add: [accept] }); // it starts in round 4
  const blocks = seen.public_market.blocks.map((one) => (one.block_id === 'b_2_0' ? { ...one, start_round: 3 } : one));
  const running = { ...seen, public_market: { ...seen.public_market, blocks } };
  const work = { action_type: 'allocate_to_job', job_id: 'j_0_0', block_ids: ['b_2_0'] };
  expect(takeFor(running, { blockId: 'b_2_0', jobId: 'j_0_0' }, position)).toEqual({ add: [accept, work] });
  expect(takeFor(seen, { blockId: 'b_1_1', jobId: 'j_0_0' }, position)).toEqual({ open: { kind: 'take', blockId: 'b_1_1' } });
});

it('the suggested price is half of what the block adds, and there is none for a useless block', () => {
  const seen = busy();
  const none = drafted(seen, []);
  const found = priceFor(seen, none, 'b_1_0');
  expect(found?.price).toBeCloseTo((found?.value ?? 0) / 2, 1);
  expect(found?.value).toBe(none.deal({ gets: ['b_1_0'], gives: [], money: 0, from: seen.round_index + 1 }).value);
  expect(priceFor(seen, none, 'b_1_1')).toBeNull();
});
