import { expect, it } from 'vitest';
import type { OpenState } from '../shared/state';
import { blockHours, drawWorld } from '../shared/world';
import { type OpenConfig2, parseOpenConfig2 } from './config';
import { openMarket2 } from './open';
import { drawWorld2 } from './world';

function config(raw: object): OpenConfig2 {
  const read = parseOpenConfig2({ task_type: 'coalition_market', ...raw });
  if (!read.ok) throw new Error(read.why);
  return read.value;
}

it('without complements a world is that of version 1', () => {
  const plain = config({ seed: 7, complements: 0 });
  expect(drawWorld2(plain)).toEqual(drawWorld(plain));
});

it('a complement needs a block of each of two other labs, and none of them is enough', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const given = config({ seed });
    const [before, after] = [drawWorld(given), drawWorld2(given)];
    const changed = after.labs.flatMap((lab, i) =>
      lab.jobs.filter((job, j) => JSON.stringify(job) !== JSON.stringify(before.labs[i]?.jobs[j])),
    );
    expect(changed).toHaveLength(3);
    for (const job of changed) {
      const owner = after.labs.findIndex((lab) => lab.jobs.includes(job));
      const blocks = after.labs.flatMap((lab, i) => (i === owner ? [] : lab.blocks.map((block) => ({ ...block, lab: i }))));
      const fit = blocks.filter(
        (block) => block.reliability >= job.min_reliability && block.start_round + block.duration - 1 <= job.deadline_round,
      );
      const pairs = fit.flatMap((a) =>
        fit.filter((b) => b.lab > a.lab && blockHours(a, 12) + blockHours(b, 12) === job.gpu_hours_required),
      );
      expect(pairs.length).toBeGreaterThan(0);
      expect(job.partial_credit_allowed).toBe(false);
    }
  }
});

it('refuses a number of complements that is none', () => {
  expect(parseOpenConfig2({ complements: -1 })).toMatchObject({ ok: false, path: 'complements' });
  expect(parseOpenConfig2({ complements: 'many' })).toMatchObject({ ok: false, path: 'complements' });
  expect(parseOpenConfig2({ task_type: 'market_round' })).toMatchObject({ ok: true, value: { complements: 2 } });
});

it('a world of 256 bits is drawn from all of them, and shown to nobody', () => {
  const hex = 'c0ffee'.padEnd(63, '0');
  const [one, other] = [config({ seed_hex: `${hex}1` }), config({ seed_hex: `${hex}2` })];
  expect([one.seed, other.seed]).toEqual([Number(BigInt(`0x${hex}1`) >> 203n), one.seed]);
  expect(drawWorld2(one)).not.toEqual(drawWorld2(other));
  expect(drawWorld2(one)).toEqual(drawWorld2(config({ seed_hex: `${hex}1`, seed: one.seed })));
  const opening = openMarket2.open(one);
  const state = opening.reduce<OpenState | null>((so, event) => openMarket2.evolve(so, event), null);
  if (state === null) throw new Error('a match without an opening');
  expect(JSON.stringify([openMarket2.observe(state, 'lab_0'), openMarket2.view(state, { kind: 'public' })])).not.toContain('c0ffee');
  const [event] = opening;
  if (event === undefined) throw new Error('no opening');
  expect(JSON.stringify(openMarket2.publish(event, { kind: 'seat', seat: 'lab_0' }, state))).not.toContain('c0ffee');
  expect(JSON.stringify(openMarket2.branch?.(state, 'lab_0', 5))).not.toContain('c0ffee');
});

it.each([{ seed_hex: 'abc' }, { seed_hex: 'f'.repeat(64), seed: 3 }])('%j is refused', (raw) => {
  expect(parseOpenConfig2({ task_type: 'coalition_market', ...raw }).ok).toBe(false);
});
