import type { Metadata } from 'next';
import { TableScreen } from '~/ui/table/table-screen';

export const metadata: Metadata = { title: 'Table' };

export default async function TablePage({ params }: { params: Promise<{ id: string }> }) {
  return <TableScreen matchId={(await params).id} />;
}
