import type { Metadata } from 'next';
import { pageTitle } from '~/ui/frame/page-title';
import { refuseUnknown } from '~/ui/frame/refuse-unknown';
import { JudgeScreen } from '~/ui/judge/judge-screen';

export async function generateMetadata(): Promise<Metadata> {
  return { ...(await pageTitle('Match', 'Judges')), referrer: 'no-referrer' };
}

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ invitation?: string | string[] }>;
}

export default async function JudgePage({ params, searchParams }: Props) {
  await refuseUnknown();
  const { id } = await params;
  const { invitation } = await searchParams;
  return <JudgeScreen matchId={id} invitation={typeof invitation === 'string' && invitation !== '' ? invitation : null} />;
}
