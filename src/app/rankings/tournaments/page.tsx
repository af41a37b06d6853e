import type { Metadata } from 'next';
import { TournamentsScreen } from '~/ui/tournaments/tournaments-screen';

export const metadata: Metadata = { title: 'Tournaments' };

export default function TournamentsPage() {
  return <TournamentsScreen />;
}
