import type { Metadata } from 'next';
import { ReportsScreen } from '~/ui/reports/reports-screen';

export const metadata: Metadata = { title: 'Reports' };

export default function ReportsPage() {
  return <ReportsScreen />;
}
