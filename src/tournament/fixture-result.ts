/** What a match that is over brought its seats: read from what is stored of it, so that whoever reads it gets the same. */
import { createHash } from 'node:crypto';
import type { AgentTurn } from '~/agents/agent-turn';
import { countTurns } from '~/agents/count-turns';
import type { WorldBounds } from '~/eval/world-bounds';
import type { GameEvent } from '~/games/game';
import { booksOf } from '~/games/gpu-market/open/books/conservation';
import type { OpenEvent } from '~/games/gpu-market/open/events';
import { type KnownWorld, worldOf } from '~/games/gpu-market/open/pairs';
import { GIFT_SHARE, giftsOf } from '~/games/ledger';
import { findGame } from '~/games/registry';
import { isAgentRef } from '~/match/agent-desk';
import type { Services } from '~/match/services';
import { isSure } from '~/optimum/limit';
import type { MatchRecord, StoredEvent } from '~/store/event-store';
import type { Fixture, FixtureResult, SeatCounts, SeatResult, TournamentRecord } from './tournament';
import { originsOf } from './turn-origins';
import { whyOtherAnswered } from './who-answered';

const CENTS = 100;

/** An event, and the text under which it is stored. */
export type EventText = Pick<StoredEvent, 'event' | 'json'>;

/** What is read of a match that is over. */
type EndedMatch = Pick<MatchRecord, 'id' | 'game' | 'version' | 'config' | 'seats' | 'round' | 'scores' | 'rated'>;

/** A match that is over; `world`: what must be solved before its scores are known, null: they are. */
export interface PlayedMatch {
  result: FixtureResult;
  world: KnownWorld | null;
}

/** Everything but what the world's optimum decides: see `scored`. */
export async function playedOf(
  services: Pick<Services, 'store'>,
  fixture: Fixture,
  { match, stored, record }: { match: EndedMatch; stored: readonly EventText[]; record?: Pinned | null },
): Promise<PlayedMatch> {
  const events = stored.map(({ event }) => event);
  const played = match.game === 'gpu-market/open' ? openSums(events) : { ...NO_MONEY, scores: match.scores ?? {} };
  const agents = await turnsBySeat(services, fixture, match.id);
  const moves = countMoves(events);
  const others = new Map(fixture.seats.map(({ seat, entrant }) => [seat, whyOther(agents.get(seat), entrant, record)]));
  const seats = fixture.seats.map(({ seat, entrant, player }): SeatResult => {
    const own = {
      score: played.scores[seat] ?? null,
      profit: played.profits?.[seat] ?? null,
      refused: moves.get(seat)?.refused ?? 0,
      ...sumsOf(agents.get(seat) ?? null, moves.get(seat)),
    };
    const why = others.get(seat) ?? null;
    if (why !== null) own.fault = why;
    return { seat, entrant, player: player ?? sitterOf(match, seat), ...own };
  });
  const { welfare, world } = played;
  const isSwapped = record?.plan.kind === 'rated' && [...others.values()].some((why) => why !== null);
  const unrated = played.unrated || isSwapped;
  const gifts = match.rated ? largeGifts(match, events) : [];
  const why = gifts.length === 0 ? {} : { gifts, ...(unrated && { unsure: true as const }) };
  const sums = { welfare, efficiency: null, unrated: unrated || gifts.length > 0, ...why };
  return { result: { seats, ...sums, rounds: match.round, logHash: hashOf(stored) }, world };
}

/** The whole result, once the world is solved: gains against standing alone, and how much of the optimum was reached. */
export function scored(played: FixtureResult, bounds: WorldBounds): FixtureResult {
  const { autarky_cents, scale_cents, optimum_cents } = bounds;
  const seats = played.seats.map((seat) => {
    if (seat.profit === null) return seat;
    return { ...seat, score: (Math.round(seat.profit * CENTS) - (autarky_cents[seat.seat] ?? 0)) / scale_cents };
  });
  const welfare = Math.round((played.welfare ?? 0) * CENTS);
  const result = { ...played, seats, efficiency: optimum_cents === 0 ? null : welfare / optimum_cents };
  if (isSure(bounds)) return result;
  return played.gifts ? { ...result, unsure: true } : { ...result, unrated: true };
}

/** What honest players never gave each other in 10,000 matches (docs/farming.md). */
function largeGifts({ game, version }: EndedMatch, events: readonly GameEvent[]): NonNullable<FixtureResult['gifts']> {
  const ledger = findGame(game, version)?.ledger?.(events);
  const gifts = ledger ? giftsOf(ledger) : [];
  return gifts.filter(({ share }) => share >= GIFT_SHARE).map(({ from, to, share }) => ({ from, to, share }));
}

/** Who was pinned, and whether it counts. */
type Pinned = Pick<TournamentRecord, 'entrants'> & { plan: Pick<TournamentRecord['plan'], 'kind'> };

function whyOther(turns: readonly AgentTurn[] | undefined, entrant: string | null, record: Pinned | null | undefined): string | null {
  const pin = record?.entrants.find(({ name }) => name === entrant)?.pin ?? null;
  return turns === undefined || !record ? null : whyOtherAnswered(turns, pin);
}

/** `sha256:…` over the events' stored texts, each with a line end. */
export function hashOf(stored: readonly Pick<StoredEvent, 'json'>[]): string {
  const hash = createHash('sha256');
  for (const { json } of stored) hash.update(`${json}\n`);
  return `sha256:${hash.digest('hex')}`;
}

interface Played {
  scores: Record<string, number | null>;
  profits: Record<string, number> | null;
  welfare: number | null;
  unrated: boolean;
  world: KnownWorld | null;
}

/** Classic: the reward is the score, and no optimum is needed. */
const NO_MONEY = { profits: null, welfare: null, unrated: false, world: null } satisfies Partial<Played>;

function openSums(written: readonly GameEvent[]): Played {
  const events = written as readonly OpenEvent[]; // as its rules wrote them
  const { profits_cents, difference_cents } = booksOf(events);
  const welfare = Object.values(profits_cents).reduce((sum, profit) => sum + profit, 0);
  return {
    scores: {},
    profits: Object.fromEntries(Object.entries(profits_cents).map(([lab, profit]) => [lab, profit / CENTS])),
    welfare: welfare / CENTS,
    unrated: difference_cents !== 0 || events.some((event) => event.type === 'shock_scheduled'),
    world: worldOf(events),
  };
}

interface Moves {
  turns: number;
  refused: number;
  silent: number;
}

function countMoves(events: readonly GameEvent[]): Map<string, Moves> {
  const moves = new Map<string, Moves>();
  const of = (seat: unknown): Moves => {
    const known = moves.get(String(seat)) ?? { turns: 0, refused: 0, silent: 0 };
    moves.set(String(seat), known);
    return known;
  };
  for (const event of events) {
    const lab = 'lab_id' in event ? event.lab_id : null;
    if (event.type === 'turn_taken' || event.type === 'action_taken') of(lab).turns += 1;
    else if (event.type === 'action_resolved' && isRefusal(event)) of(lab).refused += 1;
    else if (event.type === 'round_closed' && 'silent' in event && Array.isArray(event.silent))
      for (const seat of event.silent) of(seat).silent += 1;
  }
  return moves;
}

function isRefusal(event: object): boolean {
  const result: unknown = 'result' in event ? event.result : null;
  return typeof result === 'object' && result !== null && 'ok' in result && result.ok === false;
}

type Sums = Omit<SeatCounts, 'refused'> & Pick<SeatResult, 'fault' | 'origins'>;

function sumsOf(turns: readonly AgentTurn[] | null, moves: Moves | undefined): Sums {
  if (turns === null) {
    const { turns: count = 0, silent = 0 } = moves ?? {};
    return { timeouts: silent, fallbacks: 0, walkBacks: 0, turns: count, tokens: 0, cost: 0, origins: null, fault: null };
  }
  const { fallback, walkBacks, tokens, cost } = countTurns(turns);
  const timeouts = turns.filter(({ replies }) => replies.some(({ fault }) => fault?.code === 'timeout')).length;
  return {
    timeouts,
    fallbacks: fallback,
    walkBacks,
    turns: turns.length,
    tokens: tokens.prompt + tokens.completion,
    cost,
    origins: turns.length === 0 ? null : originsOf(turns),
    fault: mostFrequent(turns.flatMap(({ fallbackWhy }) => fallbackWhy ?? [])),
  };
}

/** The first of those that came most often. */
function mostFrequent(reasons: readonly string[]): string | null {
  const times = new Map<string, number>();
  for (const why of reasons) times.set(why, (times.get(why) ?? 0) + 1);
  let most: string | null = null;
  for (const [why, n] of times) if (most === null || n > (times.get(most) ?? 0)) most = why;
  return most;
}

async function turnsBySeat({ store }: Pick<Services, 'store'>, { seats }: Fixture, matchId: string): Promise<Map<string, AgentTurn[]>> {
  const theirs = seats.filter(({ player }) => player !== null && isAgentRef(player));
  const bySeat = new Map<string, AgentTurn[]>(theirs.map(({ seat }) => [seat, []]));
  if (theirs.length > 0) for (const turn of await store.agents.turnsOf(matchId)) bySeat.get(turn.seat)?.push(turn);
  return bySeat;
}

/** Who came to a seat that was left open; a name stays at the table. */
function sitterOf(match: EndedMatch, seat: string): string {
  const card = match.seats.find((one) => one.seat === seat);
  return card?.kind === 'script' ? card.policy : 'person';
}
