import { describe, expect, it } from 'vitest';
import type { Action } from '../types';
import { readAction } from './read-action';
import { isSameAction } from './same-action';

describe('an action asked for again', () => {
  const same: [string, object, object][] = [
    ['the message', { message: 'a' }, { message: 'b' }],
    ['a default spelt out', { payment: 0, block_ids: [], requested_block_ids: [], conditions: {} }, {}],
    ['a payment in digits', { payment: '5.50' }, { payment: 5.5 }],
    ['the order of conditions', { conditions: { a: 1, b: { c: 1, d: 2 } } }, { conditions: { b: { d: 2, c: 1 }, a: 1 } }],
  ];
  const different: [string, object, object][] = [
    ['another target', { target_lab_id: 'lab_1' }, { target_lab_id: 'lab_2' }],
    ['the same id in another field', { offer_id: 'x' }, { job_id: 'x' }],
    ['an empty id', { offer_id: '' }, {}],
    ['a list cut otherwise', { block_ids: ['ab', 'c'] }, { block_ids: ['a', 'bc'] }],
    ['blocks offered or asked for', { block_ids: ['b'] }, { requested_block_ids: ['b'] }],
    ['another payment', { payment: 1 }, { payment: 2 }],
    ['other conditions', { conditions: { a: 1 } }, { conditions: { a: 2 } }],
  ];

  it.each(same)('is the same but for %s', (_, a, b) => {
    expect(isSameAction(read(a), read(b))).toBe(true);
  });

  it.each(different)('is another with %s', (_, a, b) => {
    expect(isSameAction(read(a), read(b))).toBe(false);
  });

  function read(fields: object): Action {
    const reading = readAction({ action_type: 'send_offer', ...fields });
    if (!reading.ok) throw new Error(reading.why);
    return reading.value;
  }
});
