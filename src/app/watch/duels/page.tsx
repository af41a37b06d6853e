import type { Metadata } from 'next';
import { DuelScreen } from '~/ui/judge/duel-screen';

export const metadata: Metadata = { title: 'Duels' };

export default function DuelsPage() {
  return <DuelScreen />;
}
