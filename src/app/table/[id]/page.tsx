import type { Metadata } from 'next';
import { refuseUnknownMatch } from '~/ui/match/refuse-unknown-match';
import { TableScreen } from '~/ui/table/table-screen';

export const metadata: Metadata = { title: 'Table' };

export default async function TablePage({ params }: { params: Promise<{ id: string }> }) {
  await refuseUnknownMatch();
  return <TableScreen matchId={(await params).id} />;
}
