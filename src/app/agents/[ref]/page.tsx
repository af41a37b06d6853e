import type { Metadata } from 'next';
import { AgentScreen } from '~/ui/agents/agent-screen';

export const metadata: Metadata = { title: 'Agent' };

export default async function AgentPage({ params }: { params: Promise<{ ref: string }> }) {
  return <AgentScreen agentRef={decodeURIComponent((await params).ref)} />;
}
