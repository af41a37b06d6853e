import { type AnyGame, replay } from '~/contract/game';
import type { PolicyAsker } from '~/engine/ask-in-worker';
import { SeatGuards } from '~/engine/guards';
import { findGame } from '~/games/registry';
import type { EventStore, MatchRecord } from '~/store/event-store';
import { whileAt } from './block-watch';

/** A match with its rules and its state as of `head`. */
export interface LoadedMatch {
  record: MatchRecord;
  game: AnyGame;
  state: unknown;
  head: number;
  /** Other weights or another build answered a seat than before, or than was agreed on: a sentence that names both. */
  otherAnswered?: string;
  /** Who asks its scripted policies; made at the first turn. */
  asker?: PolicyAsker;
  guards: SeatGuards;
}

/** The match names a ruleset version that this code does not have. */
export class UnknownRuleset extends Error {
  override readonly name = 'UnknownRuleset';
  readonly code = 'unknown_ruleset';
}

/** The rules themselves broke: the match cannot go on, here or anywhere, until they are mended. */
export class RulesFault extends Error {
  override readonly name = 'RulesFault';
}

/** Calls the rules; what they throw is their fault, and is named so. */
export function askRules<T>(game: AnyGame, question: () => T): T {
  try {
    return question();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new RulesFault(`The rules of ${game.ref.key} version ${game.ref.version} broke: ${why}`, { cause });
  }
}

/** The rules a match was opened under, in the version it recorded. */
export function gameOf(match: Pick<MatchRecord, 'game' | 'version'>): AnyGame {
  const game = findGame(match.game, match.version);
  if (!game) throw new UnknownRuleset(`This Mandi does not know ${match.game} version ${match.version}.`);
  return game;
}

/** Reads a match and folds its events into its state; null when there is no such match. */
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
