/** The agents included with Mandi, for endpoints without a database. Their backends are opened on first use. */

import type { EnvOutside } from '~/contract/env';
import { isPlayed } from '~/contract/game-ref';

import type { AgentRuntimeWhenNeeded } from '../agents-here';

export interface AgentsWithoutDatabase {
  means: Required<Pick<EnvOutside, 'findPlayer'>>;
  close(): Promise<void>;
}

export function agentsWithoutDatabase(): AgentsWithoutDatabase {
  let opening: Promise<AgentRuntimeWhenNeeded> | null = null;
  async function open(): Promise<AgentRuntimeWhenNeeded> {
    const { agentRuntimeWhenNeeded } = await import('../agents-here');
    return agentRuntimeWhenNeeded(null);
  }
  return {
    means: {
      async findPlayer(name, game) {
        const { BUILT_IN } = await import('~/agents/built-in');
        if (!BUILT_IN.some((agent) => agent.name === name.split('@', 1)[0])) return null;
        opening ??= open();
        const { agents } = await (await opening).find([name]);
        const found = (await agents?.find(name)) ?? null;
        return found && isPlayed(found.agent.plays, game) ? { ref: found.ref, player: found.player } : null;
      },
    },
    async close() {
      if (opening) await (await opening).close();
    },
  };
}
