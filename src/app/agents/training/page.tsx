import type { Metadata } from 'next';
import { TrainingScreen } from '~/ui/training/training-screen';

export const metadata: Metadata = { title: 'Training' };

export default function TrainingPage() {
  return <TrainingScreen />;
}
