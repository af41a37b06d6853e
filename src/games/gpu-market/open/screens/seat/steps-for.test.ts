import { describe, expect, it } from 'vitest';
import { playMatch } from '~/engine/memory-run';
import { formatMoney } from '~/kit/format';
import { labelled } from '~/kit/names';
import { parseOpenConfig } from '../../shared/config';
import { observe } from '../../shared/observe';
import { Appraiser } from '../../shared/plans/appraise';
import { venturePlannerTurn } from '../../shared/players/venture';
import { table } from '../../shared/testing/table';
import { openMarket } from '../../v1/open';
import { legalOf } from './forms/legal-ids';
import { namesSeen } from './names';
import { stepsFor } from './steps-for';

/** Every seat of some markets, as it sees its first round. */
function firstRounds() {
  return [3, 8].flatMap((seed) => {
    const config = parseOpenConfig({ task_type: 'coalition_market', seed, judge_mode: 'off' });
    if (!config.ok) throw new Error(config.why);
    const seen: ReturnType<typeof observe>[] = [];
    playMatch(openMarket, config.value, {
      playerOf: () => venturePlannerTurn,
      watch: ({ state }) => {
        for (const seat of Object.keys(state.labs)) seen.push(observe(state, seat));
      },
    });
    return seen.filter((one) => one.round_index === 0);
  });
}

describe('the first steps of somebody who has never played', () => {
  const seats = firstRounds().map((observation) => ({ observation, steps: stepsFor(observation, new Appraiser(observation)) }));

  it('say what earns, by which round, and when a turn counts', () => {
    expect(seats.length).toBeGreaterThan(0);
    for (const { observation, steps } of seats) {
      const dearest = observation.private_jobs.toSorted((a, b) => b.value - a.value)[0];
      expect(labelled(steps[0]?.text ?? '', namesSeen(observation))).toContain(`(${formatMoney(dearest?.value ?? 0)})`); // its name says what it pays
      expect(steps[0]?.text).toMatch(/by the end of round \d+/);
      expect(steps.at(-1)?.text).toContain(`up to ${observation.actions_per_round} actions`);
    }
  });

  it('name the round in which blocks that start later have to be put to work', () => {
    const job = { job_id: 'j_0_0', gpu_hours_required: 2 };
    const step = (start_round: number) => {
      const seen = table({ labs: [{ blocks: [{ block_id: 'b_0_0', start_round, gpu_count: 2, duration: 1 }], jobs: [job] }, {}] }).sees(
        'lab_0',
      );
      return stepsFor(seen, new Appraiser(seen))[0];
    };
    expect(step(0)?.text).toMatch(/Your b_0_0 can do it\.$/);
    expect(step(3)?.text).toMatch(/Your b_0_0 can do it: put it to work by round 3\. Until then you can still sell or swap it\.$/);
  });

  it('offer only what the seat may do, and only blocks that its plan can spare', () => {
    const wishes = seats.flatMap(({ observation, steps }) => steps.map(({ wish }) => ({ observation, wish })));
    const given = wishes.flatMap(({ observation, wish }) =>
      wish?.kind === 'offer' && wish.give !== undefined ? [{ observation, give: wish.give }] : [],
    );
    expect(given.length).toBeGreaterThan(0);
    for (const { observation, give } of given) {
      expect(legalOf(observation, 'send_offer')?.block_ids).toContain(give);
      expect(new Appraiser(observation).lossOf(give)).toBeLessThan(0.005);
    }
    for (const { observation, wish } of wishes)
      if (wish?.kind === 'allocate') expect(Object.keys(legalOf(observation, 'allocate_to_job')?.jobs ?? {})).toContain(wish.jobId);
  });
});
