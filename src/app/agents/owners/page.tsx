import type { Metadata } from 'next';
import { OwnersScreen } from '~/ui/owners/owners-screen';

export const metadata: Metadata = { title: 'Owners' };

export default function OwnersPage() {
  return <OwnersScreen />;
}
