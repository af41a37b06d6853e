import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cheapestSet, type Option } from './cheapest-set';
import type { PlanJob } from './plan-problem';
import { payFor } from './plan-problem';

const anyJob: fc.Arbitrary<PlanJob> = fc
  .record({ required: fc.integer({ min: 1, max: 14 }), value: fc.integer({ min: 1, max: 30_000 }), partial: fc.boolean() })
  .map((job) => ({ ...job, job_id: 'j', late_value: 0, hours: 0, total: 0, share: 1, energy: 0 }));

const anyOptions: fc.Arbitrary<Option[]> = fc
  .array(fc.record({ hours: fc.integer({ min: 1, max: 12 }), cost: fc.integer({ min: 1, max: 12_000 }) }), { maxLength: 8 })
  .map((options) => options.map((option, place) => ({ ...option, place })));

function net(job: PlanJob, options: readonly Option[]): number {
  const hours = options.reduce((sum, option) => sum + option.hours, 0);
  return payFor(job, hours, 0) - options.reduce((sum, option) => sum + option.cost, 0);
}

describe('the cheapest set of blocks for a job', () => {
  it('is as good as the best of all sets, and nothing when none pays', () => {
    fc.assert(
      fc.property(anyJob, anyOptions, (job, options) => {
        let best = 0;
        for (let set = 0; set < 1 << options.length; set++) {
          best = Math.max(
            best,
            net(
              job,
              options.filter((_, i) => set & (1 << i)),
            ),
          );
        }
        const chosen = cheapestSet(job, options);
        expect(new Set(chosen).size).toBe(chosen.length);
        expect(
          net(
            job,
            options.filter(({ place }) => chosen.includes(place)),
          ),
        ).toBe(best);
      }),
      { numRuns: 500 },
    );
  });
});
