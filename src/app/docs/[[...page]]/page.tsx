import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DocPage } from '../doc-page';
import { readDoc } from '../read-docs';

interface Props {
  params: Promise<{ page?: string[] }>;
}

/** Known addresses alone are read; the others would fill a cache. */
export const dynamic = 'force-dynamic';

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await docAt(params))?.title ?? 'Page not found' };
}

export default async function DocsPage({ params }: Props) {
  const doc = await docAt(params);
  if (doc === null) notFound();
  return <DocPage doc={doc} />;
}

async function docAt(params: Props['params']) {
  return readDoc(((await params).page ?? []).join('/'));
}
