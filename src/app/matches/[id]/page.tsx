import type { Metadata } from 'next';
import { MatchScreen } from '~/ui/match/match-screen';
import { refuseUnknownMatch } from '~/ui/match/refuse-unknown-match';

export const metadata: Metadata = { title: 'Match' };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ at?: string | string[] }>;
}

export default async function MatchPage({ params, searchParams }: Props) {
  await refuseUnknownMatch();
  const { id } = await params;
  const at = Number((await searchParams).at);
  return <MatchScreen matchId={id} at={Number.isInteger(at) && at > 0 ? at : null} />;
}
