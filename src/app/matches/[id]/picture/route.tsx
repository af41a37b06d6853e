import { headers } from 'next/headers';
import { ImageResponse } from 'next/og';
import { pictureOf } from '~/ui/share/picture-of';
import { SHARE_SIZE } from '~/ui/share/share-card';
import { MOMENT_HEADER, readMoment } from '~/ui/share/shared-moment';

/** Drawing takes a few hundred milliseconds, so recent pictures are cached and concurrent requests for one share it. */
const KEPT = 64;
const kept = new Map<string, Promise<ArrayBuffer>>();

/** The preview of a match now or at an instant (`?at=`). `start/share-moment.ts` has put the visible data into the request. */
export async function GET(): Promise<Response> {
  const given = (await headers()).get(MOMENT_HEADER);
  if (given === null) return new Response('There is no such match here.', { status: 404 });
  const moment = given === 'neutral' ? null : readMoment(given);
  const picture = await once(moment?.key ?? 'neutral', async () => new ImageResponse(await pictureOf(moment), SHARE_SIZE).arrayBuffer());
  return new Response(picture, { headers: { 'Content-Type': 'image/png', 'Cache-Control': 'private, max-age=60' } });
}

function once(key: string, make: () => Promise<ArrayBuffer>): Promise<ArrayBuffer> {
  const made = kept.get(key) ?? inTurn(make);
  kept.delete(key);
  kept.set(key, made);
  made.catch(() => kept.delete(key));
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
  }
  return made;
}

let last: Promise<unknown> = Promise.resolve();

/** One at a time, so that many requests delay only each other. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  return turn;
}
