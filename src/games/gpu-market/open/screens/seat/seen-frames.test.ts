import { describe, expect, it } from 'vitest';
import type { Frame } from '~/live/protocol';
import { EMPTY_REEL, type Reel, wind } from '~/ui/replay/reel';
import type { OpenEvent } from '../../shared/events';
import type { OpenState } from '../../shared/state';
import { table } from '../../shared/testing/table';
import type { OpenMarketView } from '../../shared/told/view';
import { openMarket } from '../../v1/open';
import { isWhole, seenFrames } from './seen-frames';
import { tellRound } from './story';

/** A seat's stream whose first `prefix` events came together, as a branch's do: only the last of them brings the view. */
function branched(events: readonly OpenEvent[], prefix: number): Reel<OpenMarketView> {
  let state: OpenState | null = null;
  const viewer = { kind: 'seat', seat: 'lab_0' } as const;
  const frames = events.map((event, place): Frame => {
    state = openMarket.evolve(state, event);
    const view = place + 1 < prefix ? {} : structuredClone(openMarket.view(state, viewer));
    const patch = Object.entries(view).map(([key, value]) => ({ op: 'add', path: `/${key}`, value }) as const);
    return { seq: place + 1, event: openMarket.publish(structuredClone(event), viewer, state), patch };
  });
  return wind<OpenMarketView>(EMPTY_REEL, frames).reel;
}

function coalitionAndSale(): readonly OpenEvent[] {
  const market = table({ labs: [{ blocks: [{ block_id: 'b_0_0' }], jobs: [{ job_id: 'j_0_0' }] }, {}] });
  market.play({
    lab_0: [
      { action_type: 'send_offer', target_lab_id: 'lab_1', block_ids: ['b_0_0'], requested_payment: 9.5 },
      { action_type: 'form_coalition', members: ['lab_1'] },
    ],
  });
  market.play({
    lab_1: [
      { action_type: 'accept_offer', offer_id: 'o_1' },
      { action_type: 'join_coalition', coalition_id: 'c_1' },
    ],
  });
  return market.events;
}

describe('the frames of a branch that a person plays', () => {
  it('tell their rounds, though none of the prefix but the last has a view', () => {
    const events = coalitionAndSale();
    const reel = branched(events, events.length);
    expect(reel.views.filter(isWhole)).toHaveLength(1);
    const frames = seenFrames(reel);
    const closes = frames.flatMap(({ event }, place) => (event?.type === 'round_closed' ? [place] : []));
    expect(closes).toHaveLength(2);
    expect(tellRound(frames.slice(0, closes[1]), 'lab_0')).toMatchObject({ round: 0, budget: null });
    const story = tellRound(frames, 'lab_0');
    expect(story?.own.map((line) => line.text)).toContain('You sold b_0_0 to Lab 1 for 9.5 cr.');
    expect(story?.own.map((line) => line.topic)).toContain('coalition');
    // What it had before is not known: no figure is shown.
    expect(story?.budget).toBeNull();
  });

  it('tell the money of rounds that were played in the branch', () => {
    const events = coalitionAndSale();
    // 10 of its 100 cr are the bond of its coalition.
    const prefix = events.findIndex((event) => event.type === 'round_closed') + 2;
    const frames = seenFrames(branched(events, prefix));
    expect(tellRound(frames, 'lab_0')?.budget).toEqual({ before: 90, after: 99.5 });
  });

  it('are none while no view has come', () => {
    const reel = branched(coalitionAndSale(), 10_000);
    expect(seenFrames(reel)).toEqual([]);
  });
});
