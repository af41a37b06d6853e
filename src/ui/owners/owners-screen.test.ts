import { expect, it } from 'vitest';
import type { AgentSpec } from '~/agents/agent';
import type { AgentCard } from '~/api/agent/types';
import { withoutOwner } from './owners-screen';

function card(name: string, spec: AgentSpec, more: { builtIn?: boolean; retired?: boolean } = {}): AgentCard {
  const { builtIn = false, retired = false } = more;
  const words = { title: name, summary: '', owner: '', licence: '', plays: ['gpu-market/open'], digest: '', createdAt: '', retired };
  const agent = { name, version: 1, spec, ...words };
  return { ref: `${name}@1`, agent, builtIn, older: false, ready: true, notReady: null, matches: 0 };
}

const REMOTE: AgentSpec = { kind: 'remote', url: 'https://a.example', secretName: null, fallback: null, turnSeconds: 10 };

it('offers agents that nobody owns, and neither people nor what comes with Mandi', () => {
  const cards = [
    card('zed-bot', REMOTE),
    card('owned-bot', REMOTE),
    card('ann', { kind: 'person' }),
    card('planner', { kind: 'scripted', policy: 'planner' }, { builtIn: true }),
    card('old-bot', REMOTE, { retired: true }),
    card('a-bot', REMOTE),
  ];
  const owners = [{ id: 'o', name: 'Ada', agents: ['owned-bot'] }];
  expect(withoutOwner(cards, owners).map(({ agent }) => agent.name)).toEqual(['a-bot', 'zed-bot']);
});
