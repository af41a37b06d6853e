import type { Metadata } from 'next';
import { InferenceScreen } from '~/ui/inference/inference-screen';

export const metadata: Metadata = { title: 'Inference' };

export default function InferencePage() {
  return <InferenceScreen />;
}
