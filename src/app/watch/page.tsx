import type { Metadata } from 'next';
import { Suspense } from 'react';
import { MatchesScreen } from '~/ui/matches/matches-screen';

export const metadata: Metadata = { title: 'Watch' };

export default function MatchesPage() {
  return (
    <Suspense>
      <MatchesScreen />
    </Suspense>
  );
}
