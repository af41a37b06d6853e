import { TRPCClientError } from '@trpc/client';

/** What went wrong with a request, as the server said it, or that it could not be asked. */
export interface Fault {
  code: string;
  message: string;
}

/** The words of the server's error formatter; anything without them never reached the server. */
export function faultOf(error: unknown): Fault {
  const said = error instanceof TRPCClientError ? faultIn(error.data) : null;
  return said ?? { code: 'unreachable', message: 'Mandi does not answer. See whether it still runs where you started it, then try again.' };
}

/** Read by hand: every page loads this file, and a library of schemas would be an eighth of all its scripts. */
function faultIn(data: unknown): Fault | null {
  if (!isRecord(data) || !isRecord(data.mandi)) return null;
  const { code, message } = data.mandi;
  return typeof code === 'string' && typeof message === 'string' ? { code, message } : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
