import type { Metadata } from 'next';
import { Suspense } from 'react';
import { NewMatchScreen } from '~/ui/new-match/new-match-screen';

export const metadata: Metadata = { title: 'Bots only' };

export default function NewMatchPage() {
  return (
    <Suspense>
      <NewMatchScreen />
    </Suspense>
  );
}
