/** Who plays the other seats of ruleset `open`: policies of the house by id, and where there is a desk of agents, those. */

import type { Player } from '~/agents/player';
import type { Reading } from '~/contract/game';
import type { Policy } from '~/contract/policy';
import { openMarket } from '~/games/gpu-market/open/open';
import { findPolicy, policiesFor } from '~/games/policies';
import { unknownName } from '~/lib/text/unknown-name';
import type { ArenaMeans } from './arena';

const HOUSE = 'house';

export type Opponent = { ref: string; policy: Policy } | { ref: string; player: Player };

/**
 * By seat. One name is for all of them, a list goes in the order of the seats, an object names seats; where nobody is named the house
 * plays.
 */
export async function readOpponents(
  raw: unknown,
  { seats, means }: { seats: readonly string[]; means: ArenaMeans },
): Promise<Reading<Map<string, Opponent>>> {
  const named = namesBySeat(raw, seats);
  if (!named.ok) return named;
  const opponents = new Map<string, Opponent>();
  for (const seat of seats) {
    const found = await findOpponent(named.value.get(seat) ?? HOUSE, means);
    if (!found.ok) return found;
    opponents.set(seat, found.value);
  }
  return { ok: true, value: opponents };
}

const SHAPES = 'opponents: a name, a list of names in the order of the other seats, or an object from seat to name';

function namesBySeat(raw: unknown, seats: readonly string[]): Reading<Map<string, string>> {
  if (raw === undefined) return { ok: true, value: new Map() };
  if (typeof raw === 'string') return { ok: true, value: new Map(seats.map((seat) => [seat, raw])) };
  if (typeof raw !== 'object' || raw === null) return { ok: false, why: SHAPES };
  if (Array.isArray(raw) && raw.length > seats.length)
    return { ok: false, why: `opponents: ${raw.length} names for ${seats.length} other seats` };
  const pairs: [string, unknown][] = Array.isArray(raw) ? raw.map((name, at) => [seats[at] ?? '', name]) : Object.entries(raw);
  const names = new Map<string, string>();
  for (const [seat, name] of pairs) {
    if (!seats.includes(seat)) return { ok: false, why: `opponents: ${unknownName('seat', seat.slice(0, 60), seats)}` };
    if (name === null) continue;
    if (typeof name !== 'string') return { ok: false, why: SHAPES };
    names.set(seat, name);
  }
  return { ok: true, value: names };
}

async function findOpponent(name: string, { findPlayer, whyNoPlayer }: ArenaMeans): Promise<Reading<Opponent>> {
  const policy = findPolicy(openMarket.ref.key, name);
  if (policy) return { ok: true, value: { ref: policy.id, policy } };
  const agent = (await findPlayer?.(name, openMarket.ref)) ?? null;
  if (agent !== null) return { ok: true, value: agent };
  const why = (await whyNoPlayer?.(name)) ?? null;
  if (why !== null) return { ok: false, why: `opponents: ${why}` };
  const known = policiesFor(openMarket.ref.key).map(({ id }) => id);
  const agents = findPlayer ? ', or an agent of this Mandi' : '';
  return { ok: false, why: `opponents: ${unknownName('policy', name.slice(0, 60), known)}${agents}` };
}
