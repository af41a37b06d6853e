import type { Metadata } from 'next';
import { Suspense } from 'react';
import { NewTableScreen } from '~/ui/new-table/new-table-screen';

export const metadata: Metadata = { title: 'Play with friends' };

export default function NewTablePage() {
  return (
    <Suspense>
      <NewTableScreen />
    </Suspense>
  );
}
