import { describe, expect, it } from 'vitest';
import { readAction } from './read-action';

function read(raw: unknown): unknown {
  const reading = readAction(raw);
  return reading.ok ? reading.value : `no: ${reading.path ?? ''}`;
}

function payment(value: unknown): unknown {
  const reading = readAction({ action_type: 'wait', payment: value });
  return reading.ok ? reading.value.payment : 'no';
}

describe('an action', () => {
  it.each([
    null,
    undefined,
    'wait',
    5,
    [],
    [{ action_type: 'wait' }],
    {},
    { action_type: null },
    { action_type: 'steal' },
    { action_type: 'WAIT' },
    { action_type: 'wait ' },
    { action_type: ['wait'] },
  ])('is not %j', (raw) => {
    expect(readAction(raw).ok).toBe(false);
  });

  it('holds the fields that were set: null is left out, unknown fields are ignored', () => {
    const raw = {
      action_type: 'send_offer',
      offer_id: null,
      block_ids: null,
      payment: null,
      conditions: null,
      message: '',
      note: 'x',
      __proto__x: 1,
    };
    expect(read(raw)).toEqual({ action_type: 'send_offer', message: '' });
  });

  it('does not read fields from a prototype', () => {
    expect(read(Object.create({ action_type: 'wait' }))).toBe('no: action_type');
    expect(read(JSON.parse('{"action_type":"wait","__proto__":{"payment":"x"}}'))).toEqual({ action_type: 'wait' });
  });

  it.each([
    ['target_lab_id', 1],
    ['offer_id', true],
    ['coalition_id', {}],
    ['job_id', ['j']],
    ['message', 5],
    ['block_ids', 'b_0_0'],
    ['block_ids', ['b_0_0', 1]],
    ['block_ids', [null]],
    ['block_ids', { 0: 'b_0_0' }],
    ['requested_block_ids', [['b_1_0']]],
    ['conditions', []],
    ['conditions', '{}'],
    ['conditions', 1],
    ['payment', {}],
    ['payment', [1]],
  ])('is malformed with %s %j', (field, value) => {
    expect(read({ action_type: 'wait', [field]: value })).toBe(`no: ${field}`);
  });

  it('keeps lists and conditions of its own', () => {
    const raw = { action_type: 'wait', block_ids: ['b_0_0'], conditions: { deep: { a: 1 } } };
    const reading = readAction(raw);
    raw.block_ids.push('b_0_1');
    raw.conditions.deep.a = 2;
    expect(reading).toEqual({ ok: true, value: { action_type: 'wait', block_ids: ['b_0_0'], conditions: { deep: { a: 1 } } } });
  });

  it('refuses conditions that JSON cannot carry', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(read({ action_type: 'wait', conditions: circle })).toBe('no: conditions');
  });
});

describe('a payment', () => {
  /** As pydantic 2.14 reads them in lax mode. */
  it.each([
    [5, 5],
    [2.675, 2.675],
    [-1, -1],
    [true, 1],
    [false, 0],
    [' 5 ', 5],
    ['\t5\n', 5],
    ['\u00a05\u2003', 5],
    ['5\u0085', 5],
    ['1e2', 100],
    ['1E+5', 100000],
    ['-.5e-3', -0.0005],
    ['1.', 1],
    ['+5', 5],
    ['00012', 12],
    ['1_000', 1000],
    ['1e1_0', 1e10],
    ['1_.5', 1.5],
  ])('may be %j', (raw, expected) => {
    expect(payment(raw)).toBe(expected);
  });

  it.each([
    '',
    ' ',
    'abc',
    'much',
    '0x10',
    '1e',
    '5,0',
    '--5',
    '- 5',
    '.',
    '1__0',
    '_1',
    '1_',
    '٥',
    '5\u001c',
    '5\ufeff',
    '5\u0000',
    '1.0f',
    'true',
    'infin',
    'null',
  ])('is not %j', (raw) => {
    expect(payment(raw)).toBe('no');
  });

  it.each(['inf', 'Infinity', '+INF', '1e999', Number.POSITIVE_INFINITY])('of %s is more than any budget, yet JSON can carry it', (raw) => {
    expect(payment(raw)).toBe(Number.MAX_VALUE);
  });

  it.each(['-inf', '-1e999', Number.NEGATIVE_INFINITY])('of %s is below zero', (raw) => {
    expect(payment(raw)).toBe(-Number.MAX_VALUE);
  });

  it.each(['nan', '-NaN', Number.NaN])('of %s is malformed: it would poison every budget', (raw) => {
    expect(payment(raw)).toBe('no');
  });
});

describe('a message', () => {
  it.each(['x'.repeat(500), '😀'.repeat(500), 'é'.repeat(500)])('may have 500 code points', (message) => {
    expect(readAction({ action_type: 'wait', message }).ok).toBe(true);
  });

  it.each(['x'.repeat(501), '😀'.repeat(501), `${'😀'.repeat(500)}x`])('may not have 501', (message) => {
    expect(read({ action_type: 'wait', message })).toBe('no: message');
  });

  it('may not hold half a surrogate pair; other texts may, and are then unknown names', () => {
    expect(read({ action_type: 'wait', message: 'x\ud83d' })).toBe('no: message');
    expect(read({ action_type: 'wait', offer_id: '\ud83d' })).toEqual({ action_type: 'wait', offer_id: '\ud83d' });
  });
});
