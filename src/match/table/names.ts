import { allPolicies } from '~/games/policies';
import { GAMES } from '~/games/registry';
import { isEasilyMistaken } from '~/lib/text/look-alike';
import { isReservedName, keysOf, readVisibleName } from '~/lib/text/visible-name';
import type { AgentStore, NewAgent } from '~/store/agent-store';
import type { SeatCard } from '~/store/match-types';
import { type Answer, answered, type Refused, refused } from '../answer';

const LONGEST = 24;

let taken: { games: typeof GAMES; keys: ReadonlySet<string> } | null = null;

/** Names of policies and seats in all offered games. */
function takenNames(): ReadonlySet<string> {
  if (taken?.games === GAMES) return taken.keys;
  const named = [...allPolicies(), ...GAMES.flatMap(({ roles }) => roles)];
  taken = { games: GAMES, keys: keysOf(named.flatMap(({ id, title }) => [id, title])) };
  return taken.keys;
}

/**
 * A name as entered: 1 to 24 visible characters, not confusable with another at this table. `isStored`: it was accepted before, perhaps
 * under older rules.
 */
export function readName(typed: string, seats: readonly SeatCard[], { isStored = false } = {}): Answer<string, 'bad_name'> {
  const read = readVisibleName(typed, { most: LONGEST });
  if (!read.ok) return refused('bad_name', `A name ${read.why}.`);
  const name = read.value;
  if (!isStored && isReservedName(name, takenNames()))
    return refused('bad_name', `"${name}" could be taken for a seat, a policy, a role or a result here: choose another name.`);
  const alike = seats.find((seat) => 'name' in seat && isEasilyMistaken(seat.name, name));
  if (!alike || !('name' in alike)) return answered(name);
  if (alike.name === name) return refused('bad_name', `Somebody at this table is already called ${name}.`);
  return refused('bad_name', `"${name}" looks like ${alike.name}, who is already at this table: choose another name.`);
}

/** A person's title is their name at tables. A person cannot become a program, so that nobody's results end on a program's card. */
export async function whyNoPerson(
  store: AgentStore,
  { name, title, spec }: Omit<NewAgent, 'digest'>,
): Promise<Refused<'name_taken' | 'bad_input'> | null> {
  const known = await store.get(name);
  const isPerson = spec.kind === 'person';
  if (known && (known.spec.kind === 'person') !== isPerson)
    return refused('name_taken', `${name} already exists and is ${isPerson ? 'not a person' : 'a person'}. Choose another name.`);
  const named = isPerson ? readName(title, []) : null;
  return named && !named.ok ? refused('bad_input', `title: ${named.why}`) : null;
}
