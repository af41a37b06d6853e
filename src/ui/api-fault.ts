import { TRPCClientError } from '@trpc/client';

/** An error of a request, as reported by the server, or that the server could not be reached. */
export interface Fault {
  code: string;
  message: string;
}

/** Reads the server's error format; anything else never reached the server. */
export function faultOf(error: unknown): Fault {
  const said = error instanceof TRPCClientError ? faultIn(error.data) : null;
  return said ?? { code: 'unreachable', message: 'Cannot reach Mandi. Check that it is running, then try again.' };
}

/** Validated by hand, because every page loads this file and a schema library would be an eighth of all scripts. */
function faultIn(data: unknown): Fault | null {
  if (!isRecord(data) || !isRecord(data.mandi)) return null;
  const { code, message } = data.mandi;
  return typeof code === 'string' && typeof message === 'string' ? { code, message } : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
