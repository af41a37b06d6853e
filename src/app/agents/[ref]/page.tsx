import type { Metadata } from 'next';
import { AgentScreen } from '~/ui/agents/agent-screen';
import { pageTitle } from '~/ui/frame/page-title';
import { refuseUnknown } from '~/ui/frame/refuse-unknown';

export function generateMetadata(): Promise<Metadata> {
  return pageTitle('Agent');
}

export default async function AgentPage({ params }: { params: Promise<{ ref: string }> }) {
  await refuseUnknown();
  return <AgentScreen agentRef={decodeURIComponent((await params).ref)} />;
}
