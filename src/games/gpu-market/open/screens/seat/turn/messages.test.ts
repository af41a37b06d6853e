import { expect, it } from 'vitest';
import type { WireMessage } from '../../../shared/observation';
import { newMessages } from '../talk-panel';

it('the number at Talk counts what others said since the seat’s last turn', () => {
  const said = (from_lab_id: string, round_index: number) => ({ from_lab_id, round_index }) as WireMessage;
  const all = [said('lab_1', 2), said('lab_1', 3), said('lab_0', 3), said('lab_2', 4)];
  expect(newMessages(all, { seat: 'lab_0', round: 4 })).toBe(2);
  expect(newMessages(all, { seat: 'lab_0', round: 6 })).toBe(0);
});
