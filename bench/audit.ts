/** How many programs an audit plays per minute: quick ones that look for faults in the books, and full ones next to the planner. */
import { audit, onThreads } from '../src/audit/audit';
import { findTarget } from '../src/audit/targets';
import type { Measure, Section } from './section';

/** Of version 1, as in all earlier results. */
const TARGETS = ['open@1/single_trade', 'open@1/market_round', 'open@1/coalition_market'];
const MINUTE = 60;

export const section: Section = {
  id: 'audit',
  title: 'Audit: programs per minute',
  async measure({ quick, tell }): Promise<Measure[]> {
    const measures: Measure[] = [];
    for (const name of TARGETS) {
      const found = findTarget(name, { from: 40_000, worlds: 2 });
      if (!found.ok) throw new Error(found.why);
      const { target, close } = onThreads(found.value);
      try {
        const seconds = quick ? 5 : 60;
        tell(`${name}, ${seconds} s each`);
        const full = await audit({ ...target, quick: undefined }, { seed: 1, seconds, known: false, now: Date.now });
        // Half of an audit's time is for quick matches.
        const both = await audit(target, { seed: 1, seconds: 2 * seconds, programs: 8, quick: 1e9, known: false, now: Date.now });
        const note = `${seconds} s of search; ${full.search.matches} full matches`;
        measures.push({
          what: `${name}: full programs`,
          value: Math.round((full.search.programs * MINUTE) / seconds),
          unit: 'per minute',
          note,
        });
        measures.push({ what: `${name}: quick programs`, value: Math.round((both.search.quick * MINUTE) / seconds), unit: 'per minute' });
      } finally {
        await close();
      }
    }
    return measures;
  },
};
