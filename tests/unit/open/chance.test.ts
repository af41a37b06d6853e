import { describe, expect, it } from 'vitest';
import { askPolicy } from '~/contract/ask-policy';
import { replay } from '~/contract/game';
import type { Policy } from '~/contract/policy';
import { playMatch } from '~/engine/memory-run';
import { random } from '~/games/gpu-market/open/players/policies';
import type { OpenEvent } from '~/games/gpu-market/open/shared/events';
import type { OpenState } from '~/games/gpu-market/open/shared/state';
import { openDraws, STREAMS } from '~/games/gpu-market/open/shared/world';
import { decide } from '~/games/gpu-market/open/v1/decide';
import { chanceOf, openMarket } from '~/games/gpu-market/open/v1/open';
import { openMatch } from '~/match/open-match';
import { runMatch } from '~/match/run-match';
import { WakeSignal } from '~/match/wake-signal';
import { MemoryEventStore } from '~/store/memory-event-store';
import { configOf } from './wild-play';

const config = configOf({ task_type: 'market_round', seed: 40_001 });
const player = random as Policy;
const whole = () => playMatch(openMarket, config, { playerOf: () => random.choose }).events;

/** From these events on to the end, as a process does that finds them in the store. */
function playOn(events: readonly OpenEvent[]): OpenEvent[] {
  const all = [...events];
  let state: OpenState = replay(openMarket, events);
  while (!state.finished) {
    const [seat] = openMarket.toAct(state);
    if (seat === undefined) break;
    for (const event of decide(state, seat, askPolicy(openMarket, player, { state, seat }))) {
      state = openMarket.evolve(state, event);
      all.push(event);
    }
  }
  return all;
}

describe('a house policy that draws', () => {
  it('reads its own stream from the start, on through the match', () => {
    const state = replay(openMarket, whole().slice(0, 1));
    expect(chanceOf(state, 'lab_2').random()).toBe(openDraws(config, [STREAMS.house, 2]).random());
    const last = whole().findLast((event) => event.type === 'turn_taken');
    expect(last?.house_drawn).toBeGreaterThan(config.rounds);
  });

  it('plays on after a restart at any turn as if nothing had happened', () => {
    const events = whole();
    for (const [n, event] of events.entries()) {
      if (event.type === 'turn_taken') expect(playOn(events.slice(0, n))).toEqual(events);
    }
  });

  it('draws the same in a stored match', async () => {
    const store = new MemoryEventStore('one');
    const log = { info() {}, warn() {}, error() {} };
    const services = { store, audience: { events() {}, card() {} }, log, processId: 'one', now: Date.now, leaseMs: 1000 };
    const answer = await openMatch(services, { ruleset: 'open', version: 1, task: 'market_round', seed: config.seed, policy: 'random' });
    if (!answer.ok) throw new Error(answer.why);
    await runMatch(services, answer.value.id, { wake: new WakeSignal(), signal: new AbortController().signal });
    const stored = (await store.read(answer.value.id)).map(({ event }) => event as OpenEvent);
    expect(stored.filter((event) => event.type !== 'match_opened')).toEqual(whole().filter((event) => event.type !== 'match_opened'));
  });

  it('keeps its place to itself', () => {
    const events = whole();
    let state: OpenState | null = null;
    for (const event of events) {
      const before = state;
      state = openMarket.evolve(state, event);
      if (before === null || before.finished) continue;
      const seen = [
        openMarket.publish(event, { kind: 'public' }, before),
        openMarket.publish(event, { kind: 'seat', seat: 'lab_0' }, before),
        openMarket.view(before, { kind: 'public' }),
        openMarket.view(before, { kind: 'seat', seat: 'lab_0' }),
        openMarket.observe(before, 'lab_0'),
      ];
      expect(JSON.stringify(seen).includes('house_drawn')).toBe(false);
    }
  });

  it('is nothing that a turn over the wire can pretend to be', () => {
    const state = replay(openMarket, whole().slice(0, 1));
    const forged = [{ actions: [], house_drawn: 9 }, { turn: [], drawn: 9 }, { action_type: 'wait', house_drawn: 9 }, []];
    for (const move of forged) {
      const [taken] = decide(state, 'lab_0', JSON.parse(JSON.stringify(move)));
      expect(taken).toMatchObject({ type: 'turn_taken' });
      expect(taken).not.toHaveProperty('house_drawn');
    }
  });
});
