import type { Metadata } from 'next';
import { ExplainScreen } from '~/ui/explain/explain-screen';
import { pageTitle } from '~/ui/frame/page-title';
import { refuseUnknown } from '~/ui/frame/refuse-unknown';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('Match', 'Analysis');
}

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ seat?: string | string[] }>;
}

export default async function ExplainPage({ params, searchParams }: Props) {
  await refuseUnknown();
  const { id } = await params;
  const { seat } = await searchParams;
  return <ExplainScreen matchId={id} seat={typeof seat === 'string' ? seat : null} />;
}
