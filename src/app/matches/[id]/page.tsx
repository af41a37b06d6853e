import type { Metadata } from 'next';
import { pageTitle } from '~/ui/frame/page-title';
import { isHosted, refuseUnknown } from '~/ui/frame/refuse-unknown';
import { MatchPage } from '~/ui/match-page/match-page';
import { shareMetadata } from '~/ui/share/share-metadata';

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ at?: string | string[] }>;
}

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { title } = await pageTitle('Match');
  return { title, ...(await shareMetadata(title, { id: (await params).id, at: instantOf(await searchParams) })) };
}

export default async function MatchRoute({ params, searchParams }: Props) {
  await refuseUnknown();
  return <MatchPage matchId={(await params).id} at={instantOf(await searchParams)} hosted={await isHosted()} />;
}

/** The instant in the address. */
function instantOf({ at }: Awaited<Props['searchParams']>): number | null {
  const seq = Number(at);
  return Number.isInteger(seq) && seq > 0 ? seq : null;
}
