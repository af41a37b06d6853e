import { headers } from 'next/headers';
import { notFound } from 'next/navigation';

/**
 * Answers 404 if the server marked the request because its store has no such match. Only the server can set the mark (`start/http.ts`
 * removes a client's header of that name). Unmarked requests learn it from the stream.
 */
export async function refuseUnknownMatch(): Promise<void> {
  if ((await headers()).get('x-mandi-unknown-match') !== null) notFound();
}

/** Whether the match has a lobby and a host, also from the server's mark. */
export async function isHosted(): Promise<boolean> {
  return (await headers()).get('x-mandi-hosted') !== null;
}
