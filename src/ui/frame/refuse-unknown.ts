import { headers } from 'next/headers';
import { notFound } from 'next/navigation';

/**
 * Answers 404 if the server marked the request because its store has no such match, agent or tournament. Only the server can set the mark
 * (`start/mark-page.ts` removes a client's header of that name). Unmarked requests learn it from the page's own query.
 */
export async function refuseUnknown(): Promise<void> {
  if ((await headers()).get('x-mandi-unknown') !== null) notFound();
}

/** Whether the match has a lobby and a host, also from the server's mark. */
export async function isHosted(): Promise<boolean> {
  return (await headers()).get('x-mandi-hosted') !== null;
}
