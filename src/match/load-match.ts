import { type AnyGame, replay } from '~/contract/game';
import type { PolicyAsker } from '~/engine/ask-in-worker';
import { SeatGuards } from '~/engine/guards';
import { findGame } from '~/games/registry';
import type { EventStore, MatchRecord } from '~/store/event-store';
import { whileAt } from './block-watch';

/** A match with its rules and its state at `head`. */
export interface LoadedMatch {
  record: MatchRecord;
  game: AnyGame;
  state: unknown;
  head: number;
  /** A seat was answered by other weights or another build than before or than pinned: a sentence that names both. */
  otherAnswered?: string;
  /** Asks its scripted policies; created at the first turn. */
  asker?: PolicyAsker;
  guards: SeatGuards;
}

/** The match's ruleset version is not in this code. */
export class UnknownRuleset extends Error {
  override readonly name = 'UnknownRuleset';
  readonly code = 'unknown_ruleset';
}

/** The rules threw an error: the match cannot continue anywhere until they are fixed. */
export class RulesFault extends Error {
  override readonly name = 'RulesFault';
}

/** Calls the rules and wraps anything they throw in `RulesFault`. */
export function askRules<T>(game: AnyGame, question: () => T): T {
  try {
    return question();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new RulesFault(`The rules of ${game.ref.key} version ${game.ref.version} failed: ${why}`, { cause });
  }
}

/** The rules of the version that the match recorded. */
export function gameOf(match: Pick<MatchRecord, 'game' | 'version'>): AnyGame {
  const game = findGame(match.game, match.version);
  if (!game) throw new UnknownRuleset(`This Mandi does not know ${match.game} version ${match.version}.`);
  return game;
}

/** Reads a match and folds its events into its state; null if there is no such match. */
export async function loadMatch(store: Pick<EventStore, 'get' | 'read'>, matchId: string): Promise<LoadedMatch | null> {
  const record = await store.get(matchId);
  if (!record) return null;
  const game = gameOf(record);
  const stored = await store.read(matchId);
  const events = stored.map(({ event }) => event);
  const state = whileAt(matchId, () => askRules(game, () => replay(game, events)));
  const guards = new SeatGuards(game, record.guards);
  whileAt(matchId, () => askRules(game, () => guards.rememberAll(events)));
  return { record, game, state, guards, head: stored.at(-1)?.seq ?? 0 };
}
