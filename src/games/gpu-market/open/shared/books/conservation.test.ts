import { describe, expect, it, test } from 'vitest';
import { playMatch } from '~/engine/memory-run';
import { hole as finishPays } from '../../../../../../tests/fixtures/holes/finish-pays';
import { planner } from '../../players/policies';
import { openMarket, openMarketBy } from '../../v1/open';
import { parseOpenConfig } from '../config';
import { evolve } from '../evolve';
import type { Apply } from '../proceedings';
import { booksOf, imbalanceCents, imbalanceWords } from './conservation';

function playWith(apply: Apply, seed = 40_000) {
  const config = parseOpenConfig({ task_type: 'single_trade', seed });
  if (!config.ok) throw new Error(config.why);
  return playMatch(openMarketBy(apply), config.value, {
    playerOf: (seat) => (observation) => {
      const turn = planner.choose(observation);
      const last = observation.round_index === observation.max_rounds - 1;
      return seat === 'lab_0' && last && Array.isArray(turn) ? [...turn.slice(0, 3), { action_type: 'finish' }] : turn;
    },
  });
}

describe('conservation of money', () => {
  it('a sound match adds up, to the cent and for every lab', () => {
    const { events, state } = playWith(evolve);
    const books = booksOf(events);
    expect(books.difference_cents).toBe(0);
    expect(Object.values(books.unexplained_cents)).toEqual([0, 0]);
    expect(books.made_cents).toBeGreaterThan(0);
    expect(imbalanceCents(state)).toBe(0);
    expect(openMarket.outcome(state)).not.toHaveProperty('fault');
  });

  it('names who got money from nowhere, and how much', () => {
    const { events, state } = playWith(finishPays.plant(evolve));
    expect(booksOf(events)).toMatchObject({ difference_cents: 500, unexplained_cents: { lab_0: 500, lab_1: 0 } });
    expect(openMarket.outcome(state).fault).toMatch(/^Unrated: the labs ended with 5\.00 more than they earned\./);
  });

  it('sees money that only changed hands without a reason', () => {
    const stealing: Apply = (before, event) => {
      const state = evolve(before, event);
      const [thief, victim] = [state.labs.lab_0, state.labs.lab_1];
      if (event.type === 'action_resolved' && event.result.code === 'finished' && thief && victim) {
        thief.budget_cents += 300;
        victim.budget_cents -= 300;
      }
      return state;
    };
    const books = booksOf(playWith(stealing).events);
    expect(books).toMatchObject({ difference_cents: 0, unexplained_cents: { lab_0: 300, lab_1: -300 } });
  });

  test('words', () => {
    expect(imbalanceWords(0)).toBeNull();
    expect(imbalanceWords(-150)).toMatch(/with 1\.50 less than they earned/);
  });
});
