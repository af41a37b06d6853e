import { abortLobby } from './control-match';
import { runMatch } from './run-match';
import type { Services } from './services';
import { WakeSignal } from './wake-signal';

/** Ends a match that nobody is to finish, and says why on its card: its holder does at its next look, and where it has none, this process now. */
export async function breakOff(services: Services, matchId: string, why: string): Promise<void> {
  const asked = await services.store.command(matchId, { command: 'abort', why });
  if (asked.ok)
    await runMatch(services, matchId, { wake: new WakeSignal(), signal: NEVER }); // orders come before turns: it plays none
  else if (asked.code === 'not_started') await abortLobby(services, matchId, why);
}

const NEVER = new AbortController().signal;
