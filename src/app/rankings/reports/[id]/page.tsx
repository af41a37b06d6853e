import type { Metadata } from 'next';
import { ReportScreen } from '~/ui/reports/report-screen';

export const metadata: Metadata = { title: 'Report' };

export default async function ReportPage({ params }: { params: Promise<{ id: string }> }) {
  return <ReportScreen id={(await params).id} />;
}
