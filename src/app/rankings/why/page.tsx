import type { Metadata } from 'next';
import { Suspense } from 'react';
import { WhyScreen } from '~/ui/leaderboard/why-screen';

export const metadata: Metadata = { title: 'Who is best, and why' };

export default function WhyPage() {
  return (
    <Suspense>
      <WhyScreen />
    </Suspense>
  );
}
