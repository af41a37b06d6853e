// A rated tournament with a model that never answers, one that is swapped half way, one that lies about its usage and a program without its key,
// played by the worker process of a web process on Postgres. Classic with every push, `open` in tests/slow/hostile-tournament-open.test.ts.
import { expect, test } from 'vitest';
import { freshDatabase } from './support/database';
import { type CupRuleset, playHostileCup } from './support/hostile-tournament';

const WORLDS = 8;

const POLICIES: Record<CupRuleset, string[]> = { classic: ['rule_based_expert', 'base_instruct_naive'], open: ['planner', 'greedy'] };
const played: CupRuleset[] = process.env.MANDI_HOSTILE_CUP === 'open' ? ['open'] : ['classic'];

test.each(played)(
  '%s: its standings rank only what was played by the entrants themselves, by the weights that were pinned',
  {
    timeout: 600_000,
  },
  async (ruleset) => {
    const policies = POLICIES[ruleset];
    const fresh = await freshDatabase('embedded');
    try {
      const { standings, fixtures, cost, swapped, programNotReady, text } = await playHostileCup(ruleset, fresh.database, WORLDS);
      const rows = new Map(standings.rows.map((row) => [row.entrant, row]));
      const ranked = standings.rows.filter(({ rank }) => rank !== null).map(({ entrant }) => entrant);
      expect(ranked.sort()).toEqual([...policies, 'honest model', 'lying model', 'swapped model'].sort());
      const matches = rows.get('program without key')?.matches;
      for (const name of ['silent model', 'program without key'])
        expect(rows.get(name)).toMatchObject({ rank: null, unranked: 'mostly_fallback', origins: { own: 0 } });
      expect(rows.get('program without key')?.fault).toBe(
        `It answered with status 401: it refused the key. (${matches} of ${matches} matches)`,
      );
      expect(rows.get('silent model')?.fault).toMatch(
        /^(The turn ran out of time|mandi did not answer in 0\.\d s)\. \(\d+ of \d+ matches\)$/,
      );
      // Another process asked it, and found its key refused.
      expect(programNotReady).toMatch(/^The program refused its key CUP_KEY when it was last asked\./);

      const own = fixtures.filter(({ seats }) => seats.some(({ entrant }) => entrant === 'swapped model'));
      const unrated = own.filter(({ result }) => result?.unrated);
      expect(swapped.byOthers).toBeGreaterThan(0);
      expect(unrated.length).toBeGreaterThanOrEqual(Math.ceil((own.length * swapped.byOthers) / swapped.asked));
      expect(unrated.length).toBeLessThan(own.length);
      expect(rows.get('swapped model')?.fault).toMatch(/^Other weights than the pinned ones answered \d+ of \d+ turns: /);
      expect(rows.get('swapped model')?.fault).toContain(`(${unrated.length} of ${own.length} matches)`);

      const [honest, liar] = [rows.get('honest model'), rows.get('lying model')];
      expect(liar?.score?.mean).toBe(honest?.score?.mean);
      expect(liar?.rank).toBe(honest?.rank);
      expect([honest?.unpinned, liar?.unpinned, rows.get('swapped model')?.unpinned]).toEqual([true, true, undefined]);
      const tokens = fixtures.flatMap(({ result }) => result?.seats ?? []).filter(({ entrant }) => entrant === 'lying model');
      expect(tokens.reduce((sum, seat) => sum + seat.tokens, 0)).toBeLessThan(swapped.asked * 3_000);
      expect(cost).toBeLessThan(1);
      expect(text).toContain('program without key: its fallback’s score: ');
    } finally {
      await fresh.drop();
    }
  },
);
