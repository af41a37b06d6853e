import { describe, expect, it } from 'vitest';
import type { ShownFrame } from '~/contract/shown';
import { recordAt } from './board-record';

function frames(...events: (ShownFrame['event'] & object)[]): ShownFrame[] {
  return events.map((event, place) => ({ seq: place + 1, event }));
}

const round = (round_index: number) => ({ type: 'round_started', round_index });
const deal = (block_id: string, from_lab_id: string) => ({ type: 'offer_accepted', transfers: [{ block_id, from_lab_id }] });
const formed = (...members: string[]) => ({ type: 'coalition_formed', coalition: { coalition_id: 'c_1', members } });
const of = (type: string, lab_id: string) => ({ type, coalition_id: 'c_1', lab_id });

describe('what the board takes from the record', () => {
  it('remembers who sold a block last, up to the instant that is shown', () => {
    const all = frames(round(0), deal('b_1', 'lab_0'), deal('b_1', 'lab_1'));
    expect(recordAt(all, 2).sellers.get('b_1')).toBe('lab_0');
    expect(recordAt(all, 3).sellers.get('b_1')).toBe('lab_1');
    expect(recordAt(all, 1).sellers.size).toBe(0);
  });

  it('keeps a coalition after its end, each lab for the rounds in which it was in', () => {
    const all = frames(
      round(1),
      formed('lab_0'),
      of('coalition_joined', 'lab_1'),
      round(3),
      of('coalition_left', 'lab_1'),
      round(4),
      of('coalition_ended', ''),
    );
    expect(recordAt(all, all.length).stays).toEqual([
      { coalitionId: 'c_1', labId: 'lab_0', from: 1, until: 4 },
      { coalitionId: 'c_1', labId: 'lab_1', from: 1, until: 3 },
    ]);
    expect(recordAt(all, 4).stays.map(({ until }) => until)).toEqual([null, null]);
  });

  it('knows when a job came that a shock brought', () => {
    const shock = { type: 'shock_struck', jobs_added: [{ lab_id: 'lab_0', job: { job_id: 'j_9' } }] };
    expect(recordAt(frames(round(2), shock), 2).arrivals).toEqual(new Map([['j_9', 2]]));
  });

  it('has none of a coalition that nobody joined', () => {
    expect(recordAt(frames(round(1), formed('lab_0'), round(2), of('coalition_ended', '')), 9).stays).toEqual([]);
  });

  it('takes one that began before the record did from how it stands', () => {
    const standing = [{ coalition_id: 'c_7', members: ['lab_0', 'lab_2'], round_created: 2 }];
    expect(recordAt([], 1, standing).stays).toMatchObject([
      { labId: 'lab_0', from: 2, until: null },
      { labId: 'lab_2', from: 2, until: null },
    ]);
  });
});
