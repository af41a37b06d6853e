'use client';
import { usePathname } from 'next/navigation';
import { AgentScreen } from '~/ui/agents/agent-screen';

/** For the address of an agent that does not exist; sent with status 404. The screen says which versions there are. */
export default function NoSuchAgent() {
  return <AgentScreen agentRef={decodeURIComponent(usePathname().split('/')[2] ?? '')} />;
}
