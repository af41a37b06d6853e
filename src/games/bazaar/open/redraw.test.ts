import { describe, expect, it } from 'vitest';
import { MemoryRun } from '~/engine/memory-run';
import { openBazaar } from './open';
import { house } from './players/policies';
import { redraw } from './redraw';
import type { BazaarState } from './state';
import { TASK_IDS, type TaskId } from './types';

/** States of a match of house seats, one for each turn. */
function statesOf(task_type: TaskId, seed: number): BazaarState[] {
  const config = openBazaar.parseConfig({ task_type, seed });
  if (!config.ok) throw new Error(config.why);
  const run = MemoryRun.open(openBazaar, config.value);
  const states: BazaarState[] = [];
  for (let seats = run.awaited; seats.length > 0; seats = run.awaited) {
    states.push(openBazaar.copy(run.state));
    run.play(seats.map((seat) => ({ seat, move: run.ask(house, seat) })));
  }
  return states;
}

describe('a market as a seat may take it to be', () => {
  it.each(TASK_IDS)('%s: the seat sees what it saw', (task) => {
    for (const state of statesOf(task, 7)) {
      for (const seat of openBazaar.toAct(state)) {
        for (const fresh of [1, 2, 3])
          expect(openBazaar.observe(redraw(state, seat, fresh), seat)).toEqual(openBazaar.observe(state, seat));
      }
    }
  });

  it('the same seed draws the same market, and leaves the state as it was', () => {
    for (const state of statesOf('haggle', 3)) {
      const before = structuredClone(state);
      const [seat = ''] = openBazaar.toAct(state);
      expect(redraw(state, seat, 5)).toEqual(redraw(state, seat, 5));
      expect(state).toEqual(before);
    }
  });

  it('others keep other things to themselves, within the prices that they have named', () => {
    const state = statesOf('haggle', 3).at(-1);
    if (!state) throw new Error('a match has turns');
    const asked = Object.values(state.offers).filter(({ from }) => from === 'seller_0');
    const lowest = Math.min(...asked.map(({ price_cents }) => price_cents));
    const limits = Array.from({ length: 40 }, (_, fresh) => redraw(state, 'buyer_0', fresh).seats.seller_0?.limit_cents ?? 0);
    expect(new Set(limits).size).toBeGreaterThan(20);
    expect(Math.max(...limits)).toBeLessThanOrEqual(lowest);
  });

  it('it can be played to its end', () => {
    for (const state of statesOf('bazaar', 4)) {
      const [seat = ''] = openBazaar.toAct(state);
      const run = new MemoryRun(openBazaar, { events: [], state: redraw(state, seat, 9) });
      for (let seats = run.awaited; seats.length > 0; seats = run.awaited)
        run.play(seats.map((one) => ({ seat: one, move: run.ask(house, one) })));
      expect(openBazaar.outcome(run.state)).toMatchObject({ finished: true });
      expect(openBazaar.outcome(run.state).fault).toBeUndefined();
    }
  });
});
