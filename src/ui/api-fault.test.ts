import { TRPCClientError } from '@trpc/client';
import { describe, expect, test } from 'vitest';
import { faultOf } from './api-fault';

function answered(data: object): TRPCClientError<never> {
  return TRPCClientError.from({ error: { code: -32600, message: 'no', data } } as never);
}

describe('what a screen says of a failed request', () => {
  test("is the server's own sentence where there is one", () => {
    expect(faultOf(answered({ mandi: { code: 'bad_seed', message: 'A seed is a whole number.' } }))).toEqual({
      code: 'bad_seed',
      message: 'A seed is a whole number.',
    });
  });

  test.each([[answered({})], [new TypeError('fetch failed')], ['?']])(
    'tells to look whether Mandi still runs when nothing was answered',
    (error) => {
      expect(faultOf(error).code).toBe('unreachable');
    },
  );
});
