import type { BackendState, ServedModel } from '../chat-model';

/** Merges a server's backends and this process's into one list. For equal names, combines what both serve. */
export function mergedStates(there: readonly BackendState[], here: readonly BackendState[]): BackendState[] {
  const both = there.map((one) => {
    const own = here.find(({ id }) => id === one.id);
    return own === undefined || own.kind === 'null' ? one : merged(one, own);
  });
  return [...both, ...here.filter(({ id }) => there.every((one) => one.id !== id))];
}

const GOOD = ['up', 'unknown', 'open', 'down'] as const;

function merged(there: BackendState, here: BackendState): BackendState {
  const better = GOOD.indexOf(here.health) < GOOD.indexOf(there.health) ? here : there;
  const names = new Set(there.serves.map(({ name }) => name));
  const serves: ServedModel[] = [...there.serves, ...here.serves.filter(({ name }) => !names.has(name))];
  const slots = there.slots === null || here.slots === null ? null : Math.max(there.slots, here.slots);
  return { ...there, health: better.health, why: better.why, serves, slots };
}
