/** For tests: plays matches into a store in memory, and reads rows that an export has written. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentService } from '~/match/agent-service';
import { openMatch } from '~/match/open-match';
import { runMatch } from '~/match/run-match';
import type { Services } from '~/match/services';
import { WakeSignal } from '~/match/wake-signal';
import type { EventStore } from '~/store/event-store';

const silent = { info() {}, warn() {}, error() {} };
const nobody = new Proxy({}, { get: () => () => undefined }) as Services['audience'];

/** Plays the match to its end and returns its id. */
export async function playInto(store: EventStore, request: Parameters<typeof openMatch>[1], agents?: AgentService): Promise<string> {
  const services = { store, ...(agents && { agents }), audience: nobody, log: silent, processId: 'one', now: Date.now };
  const opened = await openMatch(services, request);
  if (!opened.ok) throw new Error(opened.why);
  await runMatch(services, opened.value.id, { wake: new WakeSignal(), signal: new AbortController().signal });
  return opened.value.id;
}

/** Rows of all its JSON lines files, in order. */
export function rowsIn(folder: string): unknown[] {
  const parts = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  return parts
    .toSorted()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
    .map((line) => JSON.parse(line) as unknown);
}
