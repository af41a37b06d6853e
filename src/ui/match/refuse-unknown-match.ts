import { headers } from 'next/headers';
import { notFound } from 'next/navigation';

/**
 * Answers 404 where the server has marked the request: its store has no match of that address. The mark is the server's alone
 * (`start/http.ts` throws away what a client sends under its name); unmarked requests find out by the stream.
 */
export async function refuseUnknownMatch(): Promise<void> {
  if ((await headers()).get('x-mandi-unknown-match') !== null) notFound();
}

/** Was the match made for people, with a lobby and a host? The server's mark too. */
export async function isHosted(): Promise<boolean> {
  return (await headers()).get('x-mandi-hosted') !== null;
}
