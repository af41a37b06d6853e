import type { Metadata } from 'next';
import { DuelScreen } from '~/ui/judge/duel-screen';

export const metadata: Metadata = { title: 'Pitch duels' };

export default function DuelsPage() {
  return <DuelScreen />;
}
