/** Creates a player from an agent's spec. */

import { findPolicy } from '~/games/policies';
import { drawsOf } from '~/lib/random/draws';
import type { Agent, ScriptedSpec } from './agent';
import { type Chats, modelPlayer } from './model-player';
import type { Player } from './player';
import { promptFor } from './prompt-formats';
import { safePost } from './remote/safe-post';
import { type RemoteWays, remotePlayer } from './remote-player';
import { TurnClock } from './turn-clock';
import { draftTurn, fallBack, sentence } from './turn-draft';

export interface PlayerOptions {
  /** The gateway. */
  chat: Chats;
  /** For remote agents. Absent: no keys, and only public addresses. */
  remote?: Partial<RemoteWays>;
}

/** Throws for people. */
export function makePlayer(agent: Agent, { chat, remote }: PlayerOptions): Player {
  const { spec } = agent;
  switch (spec.kind) {
    case 'model':
      return modelPlayer(agent, spec, chat);
    case 'remote':
      return remotePlayer(agent, spec, { post: safePost, secretOf: () => null, isTrusted: false, now: Date.now, ...remote });
    case 'scripted':
      return scriptedPlayer(agent, spec);
    case 'person':
      throw new Error(`${agent.name} is a person, and plays from a seat of their own.`);
  }
}

/** For callers that only handle agents. Elsewhere scripted policies are run without turns (`policies/ask-policy`). */
function scriptedPlayer(agent: Agent, spec: ScriptedSpec): Player {
  return {
    async play(ask) {
      const clock = new TurnClock(ask.timeMs, ask.signal);
      const draft = draftTurn(agent, ask);
      const policy = findPolicy(ask.game.key, spec.policy);
      try {
        if (policy === null) throw new Error(`There is no policy ${spec.policy}.`);
        const move = await clock.within(async () => policy.choose(ask.observation, drawsOf(ask.turn)));
        Object.assign(draft, { wished: move, move, origin: 'own' });
      } catch (fault) {
        await fallBack(draft, ask, { fallback: null, why: sentence(fault), clock, format: promptFor(ask.game) });
      }
      draft.ms = clock.elapsed();
      return draft;
    },
  };
}
