import { describe, expect, it } from 'vitest';
import { table } from '../testing/table';
import type { OpenCoalition } from '../types';
import { signShares } from './splits';

/** lab_0's job needs the first `needed` of the members' blocks, which have one hour each and cost nothing. */
function venture(members: number, fields: Partial<OpenCoalition>, reserves: number[] = []) {
  const play = table({
    labs: Array.from({ length: members }, (_, i) => ({
      jobs: i === 0 ? [{ job_id: 'j_0_0', gpu_hours_required: members, value: 100 }] : [],
    })),
  });
  const labs = Array.from({ length: members }, (_, i) => `lab_${i}`);
  const pledges = Object.fromEntries(
    labs.map((lab, i) => [lab, { block_ids: [], job_ids: [], reserve_cents: reserves[i] ?? 0, until_round: 1 }]),
  );
  const coalition = { coalition_id: 'c_1', split: 'shapley', owner_share: 0.5, pledges, ...fields } as OpenCoalition;
  const blocks = labs.map((owner) => ({ owner, hours: 1, energy: 0 }));
  const sum = reserves.reduce((all, one) => all + one, 0);
  const signing = { works: [{ job: play.job('j_0_0'), blocks }], participants: labs, total: 10000, reserves: sum };
  return { play, shares: signShares(play.state, coalition, signing).map(({ share }) => share), coalition, signing };
}

describe('Shapley weights', () => {
  it('are equal where all are needed, exactly to ten participants', () => {
    for (const share of venture(10, {}).shares) expect(share).toBeCloseTo(0.1, 9);
  });

  it('beyond ten come from 2,000 orders of a stream of the plan’s own: close to exact, the same each time, others for the next plan', () => {
    const { shares, play, coalition, signing } = venture(12, {});
    for (const share of shares) expect(share).toBeCloseTo(1 / 12, 1);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
    expect(venture(12, {}).shares).toEqual(shares);
    play.state.plans = 1;
    expect(signShares(play.state, coalition, signing).map(({ share }) => share)).not.toEqual(shares);
  });

  it('give nothing to who adds nothing, and are equal where nobody adds anything', () => {
    const { play, coalition, signing } = venture(3, {});
    const [work] = signing.works;
    if (work === undefined) throw new Error('no work');
    const extra = {
      ...signing,
      works: [
        {
          ...work,
          blocks: [
            { owner: 'lab_0', hours: 3, energy: 0 },
            { owner: 'lab_1', hours: 1, energy: 0 },
            { owner: 'lab_2', hours: 1, energy: 0 },
          ],
        },
      ],
    };
    expect(signShares(play.state, coalition, extra).map(({ share }) => share)).toEqual([1, 0, 0]);
    const worthless = venture(2, {}, [6000, 4000]);
    expect(worthless.shares).toEqual([0.6, 0.4]);
  });

  it('count a partial job for a part of the venture by what that part can bring', () => {
    const { play, coalition, signing } = venture(2, {});
    const [work] = signing.works;
    if (work === undefined) throw new Error('no work');
    const job = { ...work.job, partial_credit_allowed: true };
    // lab_0 earns 50 alone and both earn 100 together: shares (50 + 100 - 0) / 2 = 75, and 25.
    expect(signShares(play.state, coalition, { ...signing, works: [{ ...work, job }] }).map(({ share }) => share)).toEqual([0.75, 0.25]);
  });
});

describe('contribution', () => {
  it('with owner_share 1 gives the surplus to the job’s owner, with 0 to the hours', () => {
    expect(venture(4, { split: 'contribution', owner_share: 1 }).shares).toEqual([1, 0, 0, 0]);
    expect(venture(4, { split: 'contribution', owner_share: 0 }).shares).toEqual([0.25, 0.25, 0.25, 0.25]);
  });
});
