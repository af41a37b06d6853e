/** Converts errors of another Mandi's endpoint to our own. */
import { z } from 'zod';
import { BackendFault } from '../backend-fault';
import type { Attempt } from '../chat-model';
import { faultExtension } from './extension';

const errorBody = z.object({
  error: z.object({ message: z.string(), code: z.string().nullish().catch(null), mandi: faultExtension.optional().catch(undefined) }),
});

/** Delay before retrying an endpoint that has too many chats. */
const FULL_MS = 1_000;

/** Errors about its backends are final. Anything else means that the endpoint is unusable, and `isLost` is set. */
export function faultIn(value: unknown, { id, status }: { id: string; status: number | null }): { fault: BackendFault; isLost: boolean } {
  const read = errorBody.safeParse(value);
  const said = read.success ? read.data.error.message.slice(0, 500) : '';
  const known = read.success ? read.data.error.mandi : undefined;
  if (known) {
    const attempts = behind(id, known.attempts);
    const fault = new BackendFault(known.fault, said, { again: false, attempts, spent: known.bill?.tokens ?? null });
    fault.bill = known.bill;
    return { fault, isLost: false };
  }
  if (status === 503 && read.success && read.data.error.code === 'overloaded')
    return { fault: new BackendFault('overloaded', `${id}: ${said}`, { afterMs: FULL_MS }), isLost: false };
  if (status === 413) return { fault: new BackendFault('too_long', `${id}: ${said}`, { again: false }), isLost: false };
  if (status === 400 || status === 422) return { fault: new BackendFault('refused', `${id}: ${said}`, { again: false }), isLost: false };
  const why =
    status === 401
      ? 'it asks for its operator’s token (MANDI_ADMIN_TOKEN)'
      : `it answered ${status ?? 'with something else'} ${said}`.trim();
  return { fault: lost(id, why), isLost: true };
}

export function lost(id: string, why: string): BackendFault {
  return new BackendFault('unreachable', `The running Mandi (${id}) cannot be used: ${why}.`, { again: false });
}

/** Its backends, named as behind a backend of ours. */
export function behind(id: string, attempts: readonly Attempt[]): Attempt[] {
  return attempts.map((one) => ({ ...one, backend: `${id}/${one.backend}` }));
}
