import type { Metadata } from 'next';
import { DoorsScreen } from '~/ui/doors/doors-screen';

export const metadata: Metadata = { title: 'Doors and downloads' };

export default function DoorsPage() {
  return <DoorsScreen />;
}
