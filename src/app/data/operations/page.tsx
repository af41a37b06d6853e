import type { Metadata } from 'next';
import { OperationsScreen } from '~/ui/operations/operations-screen';

export const metadata: Metadata = { title: 'Operations' };

export default function OperationsPage() {
  return <OperationsScreen />;
}
