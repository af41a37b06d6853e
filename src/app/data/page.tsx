import type { Metadata } from 'next';
import { Suspense } from 'react';
import { DataScreen } from '~/ui/data/data-screen';

export const metadata: Metadata = { title: 'Export data' };

export default function DataPage() {
  return (
    <Suspense>
      <DataScreen />
    </Suspense>
  );
}
