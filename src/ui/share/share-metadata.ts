import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { SHARE_SIZE } from './share-card';
import { ABOUT_HEADER } from './shared-moment';

/** Metadata for link previews of a match: title, description, and the picture of the instant in the address. */
export async function shareMetadata(title: Metadata['title'], { id, at }: { id: string; at: number | null }): Promise<Metadata> {
  const given = await headers();
  const about = given.get(ABOUT_HEADER);
  const host = given.get('host');
  const description = about === null ? 'A match on Mandi.' : decodeURIComponent(about);
  const name = typeof title === 'string' ? title : 'A match on Mandi';
  const images = [{ url: `/matches/${encodeURIComponent(id)}/picture${at === null ? '' : `?at=${at}`}`, ...SHARE_SIZE }];
  return {
    description,
    ...(host !== null && { metadataBase: new URL(`${given.get('x-forwarded-proto') === 'https' ? 'https' : 'http'}://${host}`) }),
    openGraph: { title: name, description, images, siteName: 'Mandi', type: 'website' },
    twitter: { card: 'summary_large_image', title: name, description, images: images.map(({ url }) => url) },
  };
}
