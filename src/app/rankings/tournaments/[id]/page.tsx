import type { Metadata } from 'next';
import { pageTitle } from '~/ui/frame/page-title';
import { refuseUnknown } from '~/ui/frame/refuse-unknown';
import { TournamentScreen } from '~/ui/tournaments/tournament-screen';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('Tournament');
}

export default async function TournamentPage({ params }: { params: Promise<{ id: string }> }) {
  await refuseUnknown();
  return <TournamentScreen id={(await params).id} />;
}
