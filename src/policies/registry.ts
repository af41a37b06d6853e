/** Every scripted policy, by id. A new one is a file and a line here. */

import type { GameKey } from '~/contract/game-ref';
import { GAMES } from '~/games/registry';
import { stubbornHaggler, yieldingHaggler } from '~/games/test/offers/players';
import { archetypes, greedy, house, planner, plannerWithCoalitions, random } from './open/policies';
import type { Policy } from './policy';
import { alwaysAccept } from './scripted/always-accept';
import { baseInstructNaive } from './scripted/base-instruct-naive';
import { coalitionFormer } from './scripted/coalition-former';
import { constant } from './scripted/constant';
import { greedyHoarder, noNegotiationAllocator } from './scripted/greedy-hoarder';
import { pitchingExpert } from './scripted/pitching-expert';
import { randomLegal } from './scripted/random-legal';
import { randomValidish } from './scripted/random-validish';
import { ruleBasedExpert } from './scripted/rule-based-expert';
import { wait } from './scripted/wait';

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

/** By id; hyphens serve as underscores, and a few short names are known. */
export function findPolicy(id: string): Policy | null {
  const plain = id.trim().toLowerCase().replaceAll('-', '_');
  const name = Object.hasOwn(ALIASES, plain) ? ALIASES[plain] : plain;
  return allPolicies().find((policy) => policy.id === name) ?? null;
}

/** Those that can play a game. */
export function policiesFor(game: GameKey): readonly Policy[] {
  return allPolicies().filter((policy) => policy.plays.includes(game));
}
