import { TRPCClientError } from '@trpc/client';
import { z } from 'zod';

/** What went wrong with a request, as the server said it, or that it could not be asked. */
export interface Fault {
  code: string;
  message: string;
}

const said = z.object({ mandi: z.object({ code: z.string(), message: z.string() }) });

/** The words of the server's error formatter; anything without them never reached the server. */
export function faultOf(error: unknown): Fault {
  if (error instanceof TRPCClientError) {
    const reading = said.safeParse(error.data);
    if (reading.success) return reading.data.mandi;
  }
  return { code: 'unreachable', message: 'Mandi does not answer. See whether it still runs where you started it, then try again.' };
}
