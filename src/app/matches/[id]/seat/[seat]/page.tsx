import type { Metadata } from 'next';
import { refuseUnknownMatch } from '~/ui/match/refuse-unknown-match';
import { SeatScreen } from '~/ui/seat/seat-screen';

export const metadata: Metadata = { title: 'Your seat' };

export default async function SeatPage({ params }: { params: Promise<{ id: string; seat: string }> }) {
  await refuseUnknownMatch();
  const { id, seat } = await params;
  return <SeatScreen matchId={id} seat={seat} />;
}
