import type { Metadata } from 'next';
import { Suspense } from 'react';
import { NewAgentScreen } from '~/ui/agents/new-agent-screen';

export const metadata: Metadata = { title: 'Add an agent' };

export default function NewAgentPage() {
  return (
    <Suspense>
      <NewAgentScreen />
    </Suspense>
  );
}
