import { abortLobby } from './control-match';
import { runMatch } from './run-match';
import type { Services } from './services';
import { WakeSignal } from './wake-signal';

/**
 * Ends a match that nobody should finish, with the reason on its card. The holder of its lease does it; if there is none, this process
 * does.
 */
export async function breakOff(services: Services, matchId: string, why: string): Promise<void> {
  const asked = await services.store.command(matchId, { command: 'abort', why });
  if (asked.ok)
    await runMatch(services, matchId, { wake: new WakeSignal(), signal: NEVER }); // orders are carried out before turns, so this run plays none
  else if (asked.code === 'not_started') await abortLobby(services, matchId, why);
}

const NEVER = new AbortController().signal;
