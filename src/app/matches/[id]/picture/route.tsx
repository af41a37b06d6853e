import { headers } from 'next/headers';
import { ImageResponse } from 'next/og';
import { pictureOf } from '~/ui/share/picture-of';
import { PictureTurns } from '~/ui/share/picture-turns';
import { SHARE_SIZE } from '~/ui/share/share-card';
import { MOMENT_HEADER, readMoment, type SharedMoment, VISITOR_HEADER } from '~/ui/share/shared-moment';

/** Drawing takes a few hundred milliseconds, so recent pictures are kept. */
const KEPT = 64;
const kept = new Map<string, ArrayBuffer>();
/** Fewer than the pages that are rendered for a visitor at the same time, which limits them first. */
const MOST_WAITING = 4;
const turns = new PictureTurns<ArrayBuffer>(MOST_WAITING);

/** The preview of a match now or at an instant (`?at=`). `start/share-moment.ts` has put the visible data into the request. */
export async function GET(): Promise<Response> {
  const asked = await headers();
  const given = asked.get(MOMENT_HEADER);
  if (given === null) return new Response('There is no such match here.', { status: 404 });
  const moment = given === 'neutral' ? null : readMoment(given);
  const key = moment?.key ?? 'neutral';
  const picture = kept.get(key) ?? turns.draw({ visitor: asked.get(VISITOR_HEADER) ?? '', key }, () => draw(key, moment));
  if (picture === null) return tooMany();
  return new Response(await picture, { headers: { 'Content-Type': 'image/png', 'Cache-Control': 'private, max-age=60' } });
}

async function draw(key: string, moment: SharedMoment | null): Promise<ArrayBuffer> {
  const picture = await new ImageResponse(await pictureOf(moment), SHARE_SIZE).arrayBuffer();
  kept.set(key, picture);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
  }
  return picture;
}

function tooMany(): Response {
  const headers = { 'Retry-After': '2', 'Cache-Control': 'no-store' };
  return new Response('Too many pictures at once: try again in 2 s.', { status: 429, headers });
}
