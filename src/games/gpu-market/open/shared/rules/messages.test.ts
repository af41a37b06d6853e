import { describe, expect, it } from 'vitest';
import { table } from '../testing/table';

function venture() {
  const market = table({ labs: [{}, {}, {}] });
  market.does('lab_0', { action_type: 'form_coalition', members: ['lab_1'] });
  market.does('lab_1', { action_type: 'join_coalition', coalition_id: 'c_1' });
  return market;
}

const words = (seat: string, market: ReturnType<typeof venture>) => market.sees(seat).message_history.map((one) => one.message);

describe('words to a coalition', () => {
  it('are read by its members and by nobody else', () => {
    const market = venture();
    expect(market.sees('lab_0').legal_actions).toContainEqual({
      action_type: 'send_message',
      target_lab_ids: ['lab_1', 'lab_2'],
      coalition_ids: ['c_1'],
    });
    expect(market.does('lab_0', { action_type: 'send_message', coalition_id: 'c_1', message: 'Pledge b_1_0.' })).toEqual(['message_sent']);
    expect(words('lab_1', market)).toEqual(['Pledge b_1_0.']);
    expect(words('lab_0', market)).toEqual(['Pledge b_1_0.']);
    expect(words('lab_2', market)).toEqual([]);
  });

  it('cannot be said by who is no member, or to one that is not there', () => {
    const market = venture();
    const say = (coalition_id: string) => ({ action_type: 'send_message', coalition_id, message: 'Hello' });
    expect(market.does('lab_2', say('c_1'), say('c_9'))).toEqual(['not_coalition_member', 'unknown_coalition']);
    market.does('lab_1', { action_type: 'leave_coalition', coalition_id: 'c_1' });
    expect(market.does('lab_0', say('c_1'))).toEqual(['inactive_coalition']);
  });
});
