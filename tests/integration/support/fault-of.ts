import { TRPCClientError } from '@trpc/client';
import { expect } from 'vitest';

interface Fault {
  code: string;
  message: string;
  status: number;
}

/** What a caller is told when it goes wrong. */
export async function faultOf(call: Promise<unknown>): Promise<Fault> {
  const fault: unknown = await call.then(
    () => new Error('it went well'),
    (error: unknown) => error,
  );
  if (!(fault instanceof TRPCClientError)) throw fault;
  const data = fault.data as { mandi: { code: string; message: string }; httpStatus: number };
  expect(JSON.stringify(fault.shape)).not.toContain('stack');
  expect(fault.message).toBe(data.mandi.message);
  return { ...data.mandi, status: data.httpStatus };
}
