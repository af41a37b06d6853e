/** Prints one line for each model server that does not answer at the start, and one when it does. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BackendState } from '~/inference/chat-model';

/** Reads the gateway's memory; the gateway itself checks servers that are down every few seconds. */
const LOOK_MS = 500;

/** Returns once every OpenAI-compatible server has answered or on `signal`; never rejects. */
export async function tellServers(
  backends: () => readonly BackendState[],
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const told = new Set<string>();
  for (;;) {
    const servers = backends().filter(({ kind }) => kind === 'openai');
    for (const { id, place, health, why } of servers) {
      if (health === 'down' && !told.has(id)) {
        told.add(id);
        say(
          `Model server ${place} does not answer: ${why ?? 'no reason known'} It is asked again every few seconds; until then fallbacks play.`,
        );
      }
      if (health === 'up' && told.delete(id)) say(`Model server ${place} answers now.`);
    }
    if (servers.every(({ health }) => health === 'up')) return;
    const isGone = await sleep(LOOK_MS, false, { ref: false, ...(signal && { signal }) }).catch(() => true);
    if (isGone) return;
  }
}
