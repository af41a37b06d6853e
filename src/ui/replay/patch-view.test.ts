import type { Operation } from 'fast-json-patch';
import jsonPatch from 'fast-json-patch';
import { describe, expect, it } from 'vitest';
import { patchView } from './reel';

const market = () => ({
  blocks: [
    { id: 'b_0_0', owner: 'lab_0' },
    { id: 'b_1_0', owner: 'lab_1' },
  ],
  labs: { lab_0: { budget: 10 } },
});

describe('a view patched into the next', () => {
  it('leaves the view before untouched', () => {
    const before = market();
    const after = patchView(before, [{ op: 'replace', path: '/blocks/1/owner', value: 'lab_0' }]);
    expect(after.blocks[1]?.owner).toBe('lab_0');
    expect(before).toEqual(market());
  });

  it('shares what the patch does not touch', () => {
    const before = market();
    const after = patchView(before, [{ op: 'replace', path: '/blocks/1/owner', value: 'lab_0' }]);
    expect(after.labs).toBe(before.labs);
    expect(after.blocks[0]).toBe(before.blocks[0]);
  });

  it('does not write into values that a later operation of the same patch changes', () => {
    const offer = { id: 'o_1', status: 'active' };
    const patch: Operation[] = [
      { op: 'add', path: '/blocks/-', value: offer },
      { op: 'replace', path: '/blocks/2/status', value: 'accepted' },
    ];
    const after = patchView<{ blocks: unknown[] }>(market(), patch);
    expect(after.blocks[2]).toEqual({ id: 'o_1', status: 'accepted' });
    expect(offer.status).toBe('active');
  });

  it('agrees with plain fast-json-patch for every kind of operation', () => {
    const patch: Operation[] = [
      { op: 'add', path: '/curves', value: { 'a/b': [1] } },
      { op: 'add', path: '/curves/a~1b/-', value: 2 },
      { op: 'move', from: '/blocks/0', path: '/blocks/1' },
      { op: 'copy', from: '/labs/lab_0', path: '/labs/lab_1' },
      { op: 'replace', path: '/labs/lab_1/budget', value: 4 },
      { op: 'remove', path: '/labs/lab_0' },
    ];
    expect(patchView(market(), patch)).toEqual(jsonPatch.applyPatch(market(), structuredClone(patch)).newDocument);
  });

  it('turns the empty document into the first view', () => {
    expect(patchView({}, [{ op: 'replace', path: '', value: market() }])).toEqual(market());
  });
});
