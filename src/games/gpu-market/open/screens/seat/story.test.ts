import { describe, expect, it } from 'vitest';
import { playMatch } from '~/engine/memory-run';
import { parseOpenConfig } from '../../shared/config';
import type { OpenEvent } from '../../shared/events';
import { plannerTurn } from '../../shared/players/planner';
import type { OpenState } from '../../shared/state';
import { table } from '../../shared/testing/table';
import type { ToldOpenEvent } from '../../shared/told/told';
import { openMarket } from '../../v1/open';
import { payoutSentence, type RoundStory, type SeenFrame, tellRound } from './story';

/** The events as one seat's stream brings them. */
function framesFor(seat: string, events: readonly OpenEvent[]): SeenFrame[] {
  let state: OpenState | null = null;
  return events.map((event, place) => {
    state = openMarket.evolve(state, event);
    const viewer = { kind: 'seat', seat } as const;
    return {
      seq: place + 1,
      event: openMarket.publish(structuredClone(event), viewer, state) as ToldOpenEvent | null,
      view: structuredClone(openMarket.view(state, viewer)),
    };
  });
}

function storyOf(seat: string, events: readonly OpenEvent[]): RoundStory {
  const story = tellRound(framesFor(seat, events), seat);
  if (story === null) throw new Error('no round has closed');
  return story;
}

const texts = (story: RoundStory) => story.own.map((line) => line.text);

describe('the story of a round', () => {
  it('is not told before any has closed', () => {
    expect(tellRound(framesFor('lab_0', table({ labs: [{}, {}] }).events), 'lab_0')).toBeNull();
  });

  it('tells both sides of a sale, with the money and what each action came to', () => {
    const market = table({ labs: [{ blocks: [{ block_id: 'b_0_0' }], jobs: [{ job_id: 'j_0_0' }] }, {}] });
    market.play({ lab_0: [{ action_type: 'send_offer', target_lab_id: 'lab_1', block_ids: ['b_0_0'], requested_payment: 9.5 }] });
    market.play({
      lab_1: [
        { action_type: 'accept_offer', offer_id: 'o_1' },
        { action_type: 'accept_offer', offer_id: 'o_9' },
      ],
    });
    const seller = storyOf('lab_0', market.events);
    expect(texts(seller)).toContain('You sold b_0_0 to Lab 1 for 9.5 cr.');
    expect(seller).toMatchObject({ round: 1, silent: true, results: [], budget: { before: 100, after: 109.5 } });
    const buyer = storyOf('lab_1', market.events);
    expect(buyer.results.map(({ ok, code }) => [ok, code])).toEqual([
      [true, 'offer_accepted'],
      [false, 'unknown_offer'],
    ]);
    expect(buyer).toMatchObject({ silent: false, budget: { before: 100, after: 90.5 } });
  });

  it('shows how a joint plan’s job is paid out, to its owner and to who has a share', () => {
    const market = table({
      labs: [
        { jobs: [{ job_id: 'j_0_0', gpu_hours_required: 2, value: 42 }] },
        { blocks: [{ block_id: 'b_1_0', start_round: 4, duration: 2, energy_cost: 2 }] },
      ],
    });
    market.play({ lab_0: [{ action_type: 'form_coalition', members: ['lab_1'] }] });
    market.play({ lab_1: [{ action_type: 'join_coalition', coalition_id: 'c_1', block_ids: ['b_1_0'], until_round: 4 }] });
    expect(texts(storyOf('lab_0', market.events)).join(' ')).toContain('Lab 1 joined coalition c_1. Lab 1 pledged b_1_0');
    market.play({ lab_0: [{ action_type: 'commit_to_coalition', coalition_id: 'c_1', job_ids: ['j_0_0'], until_round: 4 }] });
    expect(texts(storyOf('lab_0', market.events)).join(' ')).toContain('You pledged j_0_0 to coalition c_1 until round 4.');
    market.play({ lab_0: [{ action_type: 'allocate_to_job', coalition_id: 'c_1', plan: [{ job_id: 'j_0_0', block_ids: ['b_1_0'] }] }] });
    market.until(6);
    const [owner, partner] = [storyOf('lab_0', market.events), storyOf('lab_1', market.events)];
    const parts = [
      { lab_id: 'lab_0', share: 0.5, amount: null },
      { lab_id: 'lab_1', share: 0.5, amount: 20 },
    ];
    expect(owner.payouts).toEqual([{ job_id: 'j_0_0', owner: 'lab_0', parts }]);
    expect(partner.payouts).toEqual(owner.payouts);
    expect(partner.budget).toEqual({ before: 90, after: 110 });
  });

  it('says it in a sentence too', () => {
    const payout = {
      job_id: 'j_0_0',
      owner: 'lab_0',
      parts: [
        { lab_id: 'lab_0', share: 0.5, amount: null },
        { lab_id: 'lab_1', share: 0.5, amount: 20 },
      ],
    };
    expect(payoutSentence(payout, 'lab_1')).toBe('j_0_0 pays by its split: Lab A 50%, you 50% (20.00 cr).');
  });
});

describe('over whole matches', () => {
  it('tells every round, nothing of another seat’s affairs, and money that adds up from round to round', () => {
    const config = parseOpenConfig({ task_type: 'market_round', seed: 8, judge_mode: 'rule' });
    if (!config.ok) throw new Error(config.why);
    const { events } = playMatch(openMarket, config.value, { playerOf: () => plannerTurn });
    const frames = framesFor('lab_2', events);
    const ends = frames.flatMap((frame, place) => (frame.event?.type === 'round_closed' && place > 0 ? [place] : [])).slice(1);
    let before: number | null = null;
    for (const end of [...ends, frames.length]) {
      const story = tellRound(frames.slice(0, end), 'lab_2');
      if (story === null) throw new Error('a round has closed');
      if (before !== null) expect(story.budget?.before).toBe(before);
      before = story.budget?.after ?? null;
      for (const line of [...story.own, ...story.others]) expect(line.text).toMatch(/[.”]$/);
    }
    const last = tellRound(frames, 'lab_2');
    expect(last?.round).toBe(7);
    expect(last?.own.at(-1)?.text).toContain('The match ended');
    const told = frames.flatMap((frame) => (frame.event === null ? [] : [frame.event]));
    expect(told.some((event) => event.type === 'capacity_delivered' && event.lab_id !== 'lab_2')).toBe(false);
  });
});
