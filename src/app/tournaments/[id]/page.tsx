import type { Metadata } from 'next';
import { TournamentScreen } from '~/ui/tournaments/tournament-screen';

export const metadata: Metadata = { title: 'Tournament' };

export default async function TournamentPage({ params }: { params: Promise<{ id: string }> }) {
  return <TournamentScreen id={(await params).id} />;
}
