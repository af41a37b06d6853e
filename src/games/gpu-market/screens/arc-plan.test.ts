import { describe, expect, it } from 'vitest';
import type { Offer } from '../types';
import { layArcs, offersAbout } from './arc-plan';

const ROWS = ['lab_0', 'lab_1', 'lab_2'].map((labId, place) => ({ labId, top: place * 100, height: 100 }));

function offer(id: string, from: string, to: string): Offer {
  return { offer_id: id, from_lab_id: from, to_lab_id: to, status: 'active' } as Offer;
}

const about = (thing: { kind: string; id: string } | null) => offersAbout(OFFERS, thing).map((one) => one.offer_id);
const OFFERS = [
  { ...offer('o_0', 'lab_0', 'lab_1'), status: 'expired' },
  ...['o_1', 'o_2', 'o_3', 'o_4'].map((id) => offer(id, 'lab_0', 'lab_1')),
  offer('o_5', 'lab_1', 'lab_2'),
].map((one) => ({ ...one, offered_blocks: one.offer_id === 'o_1' ? ['b_1'] : [], requested_blocks: [] }));

describe('which offers are drawn', () => {
  it('is the three newest that stand, of all or of the lab that is pointed at', () => {
    expect(about(null)).toEqual(['o_3', 'o_4', 'o_5']);
    expect(about({ kind: 'seat', id: 'lab_0' })).toEqual(['o_2', 'o_3', 'o_4']);
    expect(about({ kind: 'seat', id: 'lab_2' })).toEqual(['o_5']);
    expect(about({ kind: 'seat', id: 'lab_3' })).toEqual([]);
  });

  it('is those of a block or the one that is selected, however old', () => {
    expect(about({ kind: 'block', id: 'b_1' })).toEqual(['o_1']);
    expect(about({ kind: 'offer', id: 'o_2' })).toEqual(['o_2']);
    expect(about({ kind: 'block', id: 'b_9' })).toEqual(['o_3', 'o_4', 'o_5']);
  });
});

describe('the arcs of standing offers', () => {
  it('draws only offers that stand', () => {
    expect(layArcs(ROWS, [{ ...offer('o_1', 'lab_1', 'lab_0'), status: 'expired' }, offer('o_2', 'lab_1', 'lab_0')], 60)).toHaveLength(1);
  });

  it('starts at the maker’s row and points at the recipient’s', () => {
    const [arc] = layArcs(ROWS, [offer('o_1', 'lab_2', 'lab_0')], 60);
    expect(arc?.from.y).toBe(250);
    expect(arc?.head).toMatch(/^M3,50l/);
  });

  it('nests arcs that share a lab: the farther maker ends above the nearer one', () => {
    const arcs = layArcs(ROWS, [offer('o_1', 'lab_1', 'lab_0'), offer('o_2', 'lab_2', 'lab_0')], 60);
    const ends = arcs.map((arc) => Number(/^M3,([\d.]+)l/.exec(arc.head ?? '')?.[1]));
    expect(ends[1]).toBeLessThan(ends[0] ?? 0);
  });

  it('ends an offer to everybody in the open, in its own row', () => {
    const [arc] = layArcs(ROWS, [{ offer_id: 'o_1', from_lab_id: 'lab_1', to_lab_id: null, status: 'active' }], 60);
    expect(arc?.head).toBeNull();
    expect(arc?.to.y).toBe(arc?.from.y);
    expect(arc?.path).toMatch(/^M3,150H\d+$/);
  });
});
