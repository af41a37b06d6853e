import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AnyGame, Outcome } from '~/contract/game';
import { refOf } from '~/contract/game-ref';
import { packOf } from '~/games/packs';
import { showTestGames } from '~/games/registry';
import type { OffersState } from '~/games/test/offers/types';
import { audit } from './audit';
import { findTarget, plainTarget, targetNames } from './targets';

const GAME = 'test/offers';
const limits = { seed: 1, seconds: 60, programs: 150, known: true, now: () => 0 };

/** The rules with one that pays for nothing: who leaves the table, once a price of its own is on it, gets ten. */
function holed(rules: AnyGame): AnyGame {
  return {
    ...rules,
    outcome(state): Outcome {
      const told = rules.outcome(state);
      const { history, standing } = state as OffersState;
      const last = history.at(-1);
      if (last?.type !== 'table_left' || standing === null || !history.some((one) => one.seat === last.seat && one.type === 'price_named'))
        return told;
      return { ...told, scores: { ...told.scores, [last.seat]: (told.scores[last.seat] ?? 0) + PAID } };
    },
  };
}
const PAID = 60;

beforeEach(() => showTestGames(true));
afterEach(() => showTestGames(false));

describe('an audit of a game that only says what its programs are made of', () => {
  const pack = () => packOf(refOf({ game: GAME, version: 1 }));

  it('finds no farmer where there is no hole', async () => {
    const found = findTarget(`${GAME}/haggle`);
    if (!found.ok) throw new Error(found.why);
    const report = await audit(found.value, limits);
    expect(report).toMatchObject({ ground: `${GAME}/haggle`, farmers: 0, honest: { policy: 'patient_haggler' } });
    expect(report.search.programs).toBe(150);
    expect(report.honest.score.mean).toBeGreaterThan(0);
  });

  it('finds a hole that was planted in it, and shrinks to it', async () => {
    const target = plainTarget({ ...pack(), rules: holed(pack().rules) }, 'haggle', { name: 'holed' });
    const report = await audit(target, limits);
    expect(report.suspects[0]).toMatchObject({ farms: true });
    expect(report.suspects[0]?.name).toMatch(/^loop: name_price.* \| leave_table$/);
  });

  it('finds money that the books do not know', async () => {
    const books = (events: Parameters<ReturnType<typeof pack>['books']>[0]) => {
      const told = pack().books(events);
      return { ...told, profits: { ...told.profits, seller: (told.profits.seller ?? 0) + 1 } };
    };
    const report = await audit(plainTarget({ ...pack(), books }, 'haggle', { name: 'minting' }), { ...limits, programs: 5 });
    expect(report.suspects[0]).toMatchObject({ farms: true, unexplained: { mean: 1 } });
  });
});

describe('what can be audited', () => {
  it('is every task of a game with a target, by any name of the game', () => {
    expect(targetNames()).toEqual(
      expect.arrayContaining(['classic/single_trade', 'open@1/market_round', 'open@2/market_round', 'test/offers/long_haggle']),
    );
    expect(findTarget('gpu-market/classic/single_trade')).toMatchObject({ ok: true, value: { name: 'classic/single_trade' } });
    expect(findTarget('open/market_round')).toMatchObject({ ok: true, value: { name: 'open@2/market_round' } });
    expect(findTarget('gpu-market/open@1/market_round')).toMatchObject({ ok: true, value: { name: 'open@1/market_round' } });
  });

  it('is no test game where those are hidden', () => {
    showTestGames(false);
    expect(targetNames().join(' ')).not.toContain('offers');
    expect(findTarget('test/offers/haggle')).toMatchObject({ ok: false });
  });
});

it('a role that has no seat in the task is left out: the bazaar’s buyer is audited alone', async () => {
  const found = findTarget('bazaar/classic/single_deal');
  if (!found.ok) throw new Error(found.why);
  const { honest, search } = await audit(found.value, { ...limits, programs: 5 });
  expect([honest.policy, search.programs]).toEqual(['linear', 5]);
  expect(honest.score.mean).toBeGreaterThan(0.5);
});
