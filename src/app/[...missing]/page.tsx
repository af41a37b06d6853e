import type { Metadata } from 'next';
import { notFound } from 'next/navigation';

export const metadata: Metadata = { title: 'Page not found' };

/** Next's own page for missing addresses does not know the address, so its header would differ between server and browser. */
export const dynamic = 'force-dynamic';

export default function Missing(): never {
  notFound();
}
