import type { Metadata } from 'next';
import { Suspense } from 'react';
import { LeaderboardScreen } from '~/ui/leaderboard/leaderboard-screen';

export const metadata: Metadata = { title: 'Leaderboard' };

export default function LeaderboardPage() {
  return (
    <Suspense>
      <LeaderboardScreen />
    </Suspense>
  );
}
