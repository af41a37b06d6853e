import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { drawsOf } from '~/lib/random/draws';
import { parseConfig, TASKS } from '../config';
import { imbalanceOf } from '../ledger';
import { allListings } from '../listings/listings';
import { openMatch } from '../match';
import { bestAssignment, exactOptimum } from '../score/optimum';
import { accept, ask, TestMarket } from '../testing/market';
import type { World } from '../types';
import { bitsAfter, bitsOf, drawSymbol, errorFor } from './cues';
import { limitOf } from './world';

function worldOf(task_type: string, seed: number, more: object = {}): World {
  const read = parseConfig({ task_type, seed, ...more });
  const [opened] = read.ok ? openMatch(read.value) : [];
  if (opened?.type !== 'bazaar_opened') throw new Error('no match');
  return opened.world;
}

describe('listings', () => {
  it('are 200 of ten kinds or more, each with facts and texts in both languages', () => {
    const all = allListings();
    expect(all).toHaveLength(200);
    expect(new Set(all.map(({ id }) => id)).size).toBe(200);
    expect(new Set(all.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(10);
    for (const { facts, text, text_hi, fair_cents } of all) {
      expect(Object.keys(facts).length).toBeGreaterThanOrEqual(3);
      expect(Object.keys(facts).length).toBeLessThanOrEqual(8);
      expect([text, text_hi].every((one) => one.length > 40)).toBe(true);
      expect(fair_cents).toBeGreaterThan(300);
    }
  });

  it('are the same on every machine, and those held out have the smallest digests', () => {
    const digest = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(digest(JSON.stringify(allListings()))).toMatchInlineSnapshot(
      `"6cca96e7758047bc959ba783bfc67b8a61c7c3cbaa6f6979fb7351a60bdbb62d"`,
    );
    const byDigest = [...allListings()].sort((a, b) => (digest(a.id) < digest(b.id) ? -1 : 1));
    expect(byDigest.slice(0, 40).every(({ held_out }) => held_out)).toBe(true);
    expect(byDigest.slice(40).some(({ held_out }) => held_out)).toBe(false);
  });

  it('agree in gender in Hinglish', () => {
    for (const { text_hi, title_hi } of allListings()) {
      const isFeminine = / ki (?!hui)/.test(text_hi.split(',')[0] ?? '');
      const wrong = isFeminine ? /\b(kaala|neela|hara|bhoora|purana|naya|liya|ghisa)\b/ : /\b(kaali|neeli|hari|bhoori|purani|nayi|ghisi)\b/;
      expect(`${title_hi} ${text_hi.replace(/Ek baat:.*?\./, '')}`).not.toMatch(wrong);
    }
  });

  it('that are held out are for test seeds, and no others', () => {
    for (let seed = 0; seed < 30; seed += 1) {
      expect(worldOf('haggle', 50_000 + seed).listing.held_out).toBe(true);
      expect(worldOf('haggle', seed).listing.held_out).toBe(false);
    }
  });
});

describe('a world', () => {
  it('has list prices above what a seller could take, and one of three deadlines', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      for (const seat of worldOf('bulk', seed).seats) {
        if (seat.list_cents !== null)
          expect(seat.list_cents).toBeGreaterThanOrEqual(Math.floor(1.079 * (limitOf(seat) + seat.delivery_cents)));
        expect([7, 11, 15]).toContain(seat.deadline);
      }
    }
  });

  it('for a person has a price that suits both, and time for the person', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const [seller, buyer] = worldOf('quick', seed).seats;
      if (!seller || !buyer) throw new Error('two seats');
      expect(limitOf(buyer)).toBeGreaterThan(limitOf(seller));
      expect(buyer.deadline).toBe(15);
      expect([11, 15]).toContain(seller.deadline);
    }
  });

  it('of each task and size can be had', () => {
    for (const { id } of TASKS) expect(worldOf(id, 3).seats.length).toBeGreaterThan(1);
    expect(worldOf('bazaar', 3, { sellers: 16, buyers: 48 }).seats).toHaveLength(64);
  });
});

describe('cues', () => {
  it('tell as many bits as they are set to', () => {
    for (const bits of [0, 0.1, 0.5, 1, 2]) expect(bitsOf(errorFor(bits))).toBeCloseTo(bits, 9);
    expect(errorFor(1)).toBeCloseTo(0.302, 3);
    expect([2, 3, 6].map((turns) => Math.round(100 * bitsAfter(turns, 1)) / 100)).toEqual([1.56, 1.94, 2.41]);
  });

  it('are the type as often as their error says, and else any other', () => {
    const draws = drawsOf(11);
    const counts = [0, 0, 0, 0, 0, 0];
    const n = 30_000;
    for (let i = 0; i < n; i += 1) {
      const symbol = drawSymbol(draws, 2, 1);
      counts[symbol] = (counts[symbol] ?? 0) + 1;
    }
    expect((counts[2] ?? 0) / n).toBeCloseTo(0.698, 1);
    for (const other of [0, 1, 3, 4, 5]) expect((counts[other] ?? 0) / n).toBeCloseTo(0.0604, 1);
  });

  it('come with every turn, whatever the seat does, and are seen by the other side', () => {
    const market = new TestMarket({ sellers: [{ limit: 60 }, { limit: 60 }], buyers: [{ limit: 90 }], cues: true });
    market.round({ seller_0: ask(120) });
    expect(market.state.cues.map(({ seat }) => seat).sort()).toEqual(['seller_0', 'seller_1']);
  });
});

describe('shocks', () => {
  const rise = { round: 2, kind: 'cost_rise', rise: 0.1, price_cents: 0, live: false } as const;
  it('raise limits for deals from then on, and clear what prices may not go back on', () => {
    const market = new TestMarket({ sellers: [{ limit: 60 }], buyers: [{ limit: 100 }], world: { shocks: [rise] } });
    market.round({ seller_0: ask(62) });
    market.round();
    expect(market.state.seats.seller_0?.limit_cents).toBe(6600);
    expect(market.round({ seller_0: ask(70) })).toEqual({ seller_0: ['offer_created'] });
    market.round({ buyer_0: accept('o_1') });
    expect(market.profit('seller_0')).toBeCloseTo(0.98 ** 2 * 4, 6);
  });

  it('bring an offer of the market itself, which the first takes', () => {
    const sale = { ...rise, kind: 'rival_seller', price_cents: 7000 } as const;
    const market = new TestMarket({ sellers: [{ limit: 60 }], buyers: [{ limit: 100 }, { limit: 100 }], world: { shocks: [sale] } });
    market.round();
    market.round();
    market.round();
    const codes = market.round({ buyer_0: accept('o_0'), buyer_1: accept('o_0') });
    expect(Object.values(codes).flat().sort()).toEqual(['deal_made', 'inactive_offer']);
    expect(imbalanceOf(market.state)).toBe(0);
    expect(market.state.operator_cents).toBe(7000);
  });
});

describe('pitches', () => {
  const walkIn = { world: { walk_ins: [{ round: 4, bid_cents: 10_000 }] }, judge_mode: 'rule' as const };
  const pitch = (claims: object[]) => ({ action_type: 'make_pitch', message: 'Have a look.', claims });
  const TRUE = [
    { fact: 'age_years', value: 3 },
    { fact: 'condition', value: 'good' },
    { fact: 'box', value: false },
  ];

  it('win the bid for one seller by true facts and a price near it', () => {
    const market = new TestMarket({ sellers: [{ limit: 60 }, { limit: 60 }], buyers: [{ limit: 50 }], rounds: 16, ...walkIn });
    for (let round = 0; round < 4; round += 1) market.round();
    market.round({ seller_0: [pitch(TRUE), ask(100)], seller_1: pitch([{ fact: 'age_years', value: 1 }]) });
    expect(market.state.verdicts).toMatchObject([{ winner: 'seller_0' }]);
    expect(market.state.verdicts[0]?.pitches.map(({ score }) => score).sort()).toEqual([0, 1]);
    market.round();
    expect(market.round({ seller_0: accept('o_1'), seller_1: accept('o_1') })).toEqual({
      seller_0: ['deal_made'],
      seller_1: ['unknown_offer'],
    });
  });

  it('are for sellers, in their rounds, once, and about facts that there are', () => {
    const market = new TestMarket({ sellers: [{ limit: 60 }], buyers: [{ limit: 50 }], rounds: 16, ...walkIn });
    expect(market.round({ seller_0: pitch(TRUE) })).toEqual({ seller_0: ['no_pitch'] });
    expect(market.round({ buyer_0: pitch(TRUE) })).toEqual({ buyer_0: ['not_a_seller'] });
    market.round();
    market.round();
    expect(market.round({ seller_0: [pitch([{ fact: 'horses', value: 3 }]), pitch(TRUE), pitch(TRUE)] })).toEqual({
      seller_0: ['unknown_fact', 'pitch_recorded', 'already_pitched'],
    });
  });
});

describe('the optimum', () => {
  const known = (task: string, seed: number, more: object = {}) => {
    const read = parseConfig({ task_type: task, seed, ...more });
    if (!read.ok) throw new Error(read.why);
    return { config: read.value, world: worldOf(task, seed, more), live: [] };
  };

  it('of one pair is what lies between their limits', () => {
    for (let seed = 0; seed < 40; seed += 1) {
      const one = known('haggle', seed);
      const [seller, buyer] = one.world.seats;
      if (!seller || !buyer) throw new Error('two seats');
      expect(exactOptimum(one)).toBe(Math.max(0, limitOf(buyer) - limitOf(seller)));
    }
  });

  it('of an assignment equals the best of all permutations', () => {
    const draws = drawsOf(3);
    for (let i = 0; i < 60; i += 1) {
      const [rows, columns] = [draws.randint(1, 4), draws.randint(1, 5)];
      const worths = Array.from({ length: rows }, () => Array.from({ length: columns }, () => draws.below(20)));
      const best = (row: number, used: readonly number[]): number =>
        row === rows
          ? 0
          : Math.max(
              best(row + 1, used),
              ...(worths[0] ?? []).flatMap((_, at) => (used.includes(at) ? [] : [(worths[row]?.[at] ?? 0) + best(row + 1, [...used, at])])),
            );
      expect(bestAssignment(worths)).toBe(best(0, []));
    }
  });

  it('with pools takes each delivery once, so it is never less than without', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const pooled = exactOptimum(known('bulk', seed));
      const alone = exactOptimum(known('bulk', seed, { pools: false }));
      expect(pooled).toBeGreaterThanOrEqual(alone - 1e-6);
    }
  });
});
