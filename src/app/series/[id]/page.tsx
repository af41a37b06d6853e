import type { Metadata } from 'next';
import { SeriesScreen } from '~/ui/match/series-screen';

export const metadata: Metadata = { title: 'Series' };

export default async function SeriesPage({ params }: { params: Promise<{ id: string }> }) {
  return <SeriesScreen id={(await params).id} />;
}
