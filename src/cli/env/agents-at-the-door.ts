/** The agents that come with Mandi, for doors without a database; what answers for them is opened when the first is asked for. */

import type { EnvOutside } from '~/contract/env';
import { isPlayed } from '~/contract/game-ref';

import type { MindsWhenNeeded } from '../agents-here';

export interface AgentsAtTheDoor {
  means: Required<Pick<EnvOutside, 'findPlayer'>>;
  close(): Promise<void>;
}

export function agentsAtTheDoor(): AgentsAtTheDoor {
  let opening: Promise<MindsWhenNeeded> | null = null;
  async function open(): Promise<MindsWhenNeeded> {
    const { mindsWhenNeeded } = await import('../agents-here');
    return mindsWhenNeeded(null);
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
