import type { Metadata } from 'next';
import { notFound } from 'next/navigation';

export const metadata: Metadata = { title: 'Page not found' };

/** The page that Next builds for missing addresses knows no address, so its header would not agree with the browser's. */
export const dynamic = 'force-dynamic';

export default function Missing(): never {
  notFound();
}
