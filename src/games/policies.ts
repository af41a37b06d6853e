/** Every scripted policy, by id. Each game's pack brings its own. */

import type { GameKey } from '~/contract/game-ref';
import type { Policy } from '~/contract/policy';
import { playersOfGames } from './packs';
import { GAMES } from './registry';

const ALL = playersOfGames();

let offered: { games: typeof GAMES; policies: readonly Policy[] } | null = null;

/** The policies of the games that this process offers. */
export function allPolicies(): readonly Policy[] {
  if (offered?.games === GAMES) return offered.policies; // cached, because every move asks for it
  const keys = GAMES.map(({ ref }) => ref.key);
  offered = { games: GAMES, policies: ALL.filter(({ plays }) => plays.some((key) => keys.includes(key))) };
  return offered.policies;
}

/** Aliases that people use for policies. */
const ALIASES: Record<string, string> = {
  expert: 'rule_based_expert',
  hoarder: 'greedy_hoarder',
  naive: 'base_instruct_naive',
};

/**
 * A game's policy with that id. Hyphens count as underscores, and a few aliases work. Ids belong to a game: two games may use the same one.
 */
export function findPolicy(game: GameKey, id: string): Policy | null {
  const policies = policiesFor(game);
  const named = (name: string) => policies.find((policy) => policy.id === name);
  return named(plainName(id)) ?? named(inFull(plainName(id))) ?? null;
}

/** Looks in all games: for names that no agent may have, and to show which policy plays for someone. */
export function policyNamed(id: string): Policy | null {
  const name = plainName(id);
  return namedAmong(allPolicies(), name) ?? namedAmong(allPolicies(), inFull(name));
}

/**
 * Where several games use an id, the result stands for all of them: it plays every game that any of them plays and gets the description
 * for each game from its own policy.
 */
export function namedAmong(policies: readonly Policy[], id: string): Policy | null {
  const [first, ...others] = policies.filter((policy) => policy.id === id);
  if (first === undefined || others.length === 0) return first ?? null;
  const all = [first, ...others];
  const [titles, summaries] = [new Set(all.map(({ title }) => title)), new Set(all.map(({ summary }) => summary))];
  return {
    ...first,
    title: [...titles].join(' / '),
    summary: summaries.size === 1 ? first.summary : all.map(({ plays, summary }) => `${plays.join(', ')}: ${summary}`).join(' '),
    plays: [...new Set(all.flatMap(({ plays }) => plays))],
  };
}

/** The policies that can play a game. */
export function policiesFor(game: GameKey): readonly Policy[] {
  const policies = allPolicies();
  if (byGame.of !== policies) byGame = { of: policies, found: new Map() };
  const found = byGame.found.get(game) ?? policies.filter(({ plays }) => plays.includes(game));
  byGame.found.set(game, found);
  return found;
}

let byGame: { of: readonly Policy[] | null; found: Map<GameKey, readonly Policy[]> } = { of: null, found: new Map() };

/** The policy that plays a seat that nobody took, or whose holder has left. */
export function standInFor(game: GameKey): string {
  const policies = policiesFor(game);
  const found = policies.find(({ standIn }) => standIn) ?? policies.find(({ control }) => control === undefined);
  if (!found) throw new Error(`nobody stands in for anybody in ${game}`);
  return found.id;
}

function plainName(id: string): string {
  return id.trim().toLowerCase().replaceAll('-', '_');
}

/** Expands an alias, unless a policy has it as its own id. */
function inFull(name: string): string {
  return Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? name) : name;
}
