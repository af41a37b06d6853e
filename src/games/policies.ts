/** Every scripted policy, by id. A new one is a file and a line here. */

import type { GameKey } from '~/contract/game-ref';
import type { Policy } from '~/contract/policy';
import { alwaysAccept } from './gpu-market/classic/players/always-accept';
import { baseInstructNaive } from './gpu-market/classic/players/base-instruct-naive';
import { coalitionFormer } from './gpu-market/classic/players/coalition-former';
import { constant } from './gpu-market/classic/players/constant';
import { greedyHoarder, noNegotiationAllocator } from './gpu-market/classic/players/greedy-hoarder';
import { pitchingExpert } from './gpu-market/classic/players/pitching-expert';
import { randomLegal } from './gpu-market/classic/players/random-legal';
import { randomValidish } from './gpu-market/classic/players/random-validish';
import { ruleBasedExpert } from './gpu-market/classic/players/rule-based-expert';
import { wait } from './gpu-market/classic/players/wait';
import { archetypes, greedy, house, planner, plannerWithCoalitions, random } from './gpu-market/open/players/policies';
import { GAMES } from './registry';
import { stubbornHaggler, yieldingHaggler } from './test/offers/players';

const ALL = [
  ruleBasedExpert,
  alwaysAccept,
  greedyHoarder,
  noNegotiationAllocator,
  randomValidish,
  baseInstructNaive,
  wait,
  constant,
  randomLegal,
  coalitionFormer,
  pitchingExpert,
  planner,
  plannerWithCoalitions,
  random,
  greedy,
  house,
  ...archetypes,
  yieldingHaggler,
  stubbornHaggler,
] as readonly Policy[];

let offered: { games: typeof GAMES; policies: readonly Policy[] } | null = null;

/** Those of the games that this process offers. */
export function allPolicies(): readonly Policy[] {
  if (offered?.games === GAMES) return offered.policies; // asked for with every move
  const keys = GAMES.map(({ ref }) => ref.key);
  offered = { games: GAMES, policies: ALL.filter(({ plays }) => plays.some((key) => keys.includes(key))) };
  return offered.policies;
}

/** Other names for a policy that people use. */
const ALIASES: Record<string, string> = {
  expert: 'rule_based_expert',
  hoarder: 'greedy_hoarder',
  naive: 'base_instruct_naive',
};

/** A game's policy of that id; hyphens serve as underscores, and a few short names are known. Ids belong to a game: two may use one. */
export function findPolicy(game: GameKey, id: string): Policy | null {
  const name = plainName(id);
  return policiesFor(game).find((policy) => policy.id === name) ?? null;
}

/** Whatever game it is of: for names that no agent may have, and to say what somebody plays instead. */
export function policyNamed(id: string): Policy | null {
  return namedAmong(allPolicies(), plainName(id));
}

/** Where several games use an id, it stands for all of theirs: it plays what any of them plays. */
export function namedAmong(policies: readonly Policy[], id: string): Policy | null {
  const [first, ...others] = policies.filter((policy) => policy.id === id);
  if (first === undefined || others.length === 0) return first ?? null;
  return { ...first, plays: [...new Set([first, ...others].flatMap(({ plays }) => plays))] };
}

/** Those that can play a game. */
export function policiesFor(game: GameKey): readonly Policy[] {
  const policies = allPolicies();
  if (byGame.of !== policies) byGame = { of: policies, found: new Map() };
  const found = byGame.found.get(game) ?? policies.filter(({ plays }) => plays.includes(game));
  byGame.found.set(game, found);
  return found;
}

let byGame: { of: readonly Policy[] | null; found: Map<GameKey, readonly Policy[]> } = { of: null, found: new Map() };

/** Who plays a seat of the game that nobody took, or whose holder has left. */
export function standInFor(game: GameKey): string {
  const policies = policiesFor(game);
  const found = policies.find(({ standIn }) => standIn) ?? policies.find(({ control }) => control === undefined);
  if (!found) throw new Error(`nobody stands in for anybody in ${game}`);
  return found.id;
}

function plainName(id: string): string {
  const plain = id.trim().toLowerCase().replaceAll('-', '_');
  return Object.hasOwn(ALIASES, plain) ? (ALIASES[plain] ?? plain) : plain;
}
