import type { Metadata } from 'next';
import { Suspense } from 'react';
import { NewTournamentScreen } from '~/ui/tournaments/new-tournament-screen';

export const metadata: Metadata = { title: 'New tournament' };

export default function NewTournamentPage() {
  return (
    <Suspense>
      <NewTournamentScreen />
    </Suspense>
  );
}
