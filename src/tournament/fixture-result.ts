/** The result of a finished match, computed from stored data only, so that every reader gets the same. */
import { createHash } from 'node:crypto';
import { type AgentTurn, withoutKeyName } from '~/agents/agent-turn';
import { countTurns } from '~/agents/count-turns';
import { whyOtherBuild } from '~/agents/other-build';
import type { AnyGame, GameEvent } from '~/contract/game';
import { refOf } from '~/contract/game-ref';
import { GIFT_SHARE, giftsOf, imbalanceOf } from '~/contract/ledger';
import { isSure, ledgerOf, type WorldBounds, type Worlds } from '~/contract/pack';
import { packOf } from '~/games/packs';
import { isAgentRef } from '~/match/agent-service';
import { gameOf } from '~/match/load-match';
import { seatingsOf } from '~/match/series/advance-series';
import type { Services } from '~/match/services';
import type { MatchRecord, StoredEvent } from '~/store/event-store';
import type { SeriesRecord } from '~/store/series/series-store';
import type {
  EntrantPin,
  Fixture,
  FixtureResult,
  SeatCounts,
  SeatResult,
  TournamentRecord,
  TurnOrigins,
} from '~/store/tournaments/tournament';
import { addOrigins, originsOf } from './turn-origins';

const CENTS = 100;

/** An event and its stored text. */
export type EventText = Pick<StoredEvent, 'event' | 'json'>;

/** The parts of a finished match that are needed. */
type EndedMatch = Pick<MatchRecord, 'id' | 'game' | 'version' | 'config' | 'seats' | 'round' | 'scores' | 'rated'>;

/** A finished match. `world`: what must be solved before its scores are known; null if they are known. */
export interface PlayedMatch {
  result: FixtureResult;
  world: { of: unknown; by: Worlds } | null;
}

/** Everything except what depends on the world's optimum; see `scored`. */
export async function playedOf(
  services: Pick<Services, 'store'>,
  fixture: Fixture,
  { match, stored, record }: { match: EndedMatch; stored: readonly EventText[]; record?: Pinned | null },
): Promise<PlayedMatch> {
  const events = stored.map(({ event }) => event);
  const played = sumsOfMatch(match, events);
  const agents = await turnsBySeat(services, fixture, match.id);
  const moves = countMoves(gameOf(match), events);
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

/** The full result once the world is solved: gains compared with playing alone, and the share of the optimum that was reached. */
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

/** The result of a finished series: its score by player, and sums over its matches. */
export async function seriesResult(
  services: Pick<Services, 'store'>,
  fixture: Fixture,
  { series, record }: { series: SeriesRecord; record: Pinned },
): Promise<FixtureResult> {
  const matches = await services.store.series.matches(series.id);
  const texts: EventText[] = [];
  const parts: FixtureResult[] = [];
  for (const [place, seating] of seatingsOf(series, matches).entries()) {
    const match = matches[place];
    if (!match) continue;
    const stored = await services.store.read(match.id);
    const seats = Object.entries(seating).flatMap(([seat, player]) => {
      const own = fixture.seats[player];
      return own ? [{ ...own, seat }] : [];
    });
    const { result } = await playedOf(services, { ...fixture, seats }, { match, stored, record });
    const named = result.seats.map((one) => ({ ...one, seat: fixture.seats[seating[one.seat] ?? -1]?.seat ?? '' }));
    parts.push({ ...result, seats: named });
    texts.push(...stored);
  }
  const seats = fixture.seats.map(({ seat, entrant, player }, place): SeatResult => {
    const own = parts.flatMap((part) => part.seats.filter((one) => one.seat === seat));
    return { ...summed(own), seat, entrant, player: player ?? '', score: series.scores?.[place] ?? null };
  });
  return {
    seats,
    welfare: sumIfAll(parts.map(({ welfare }) => welfare)),
    efficiency: null,
    unrated: parts.some(({ unrated }) => unrated),
    rounds: parts.reduce((sum, { rounds }) => sum + rounds, 0),
    logHash: hashOf(texts),
  };
}

function summed(seats: readonly SeatResult[]): Omit<SeatResult, 'seat' | 'entrant' | 'player' | 'score'> {
  const sum = (of: (seat: SeatResult) => number) => seats.reduce((all, seat) => all + of(seat), 0);
  return {
    profit: sumIfAll(seats.map(({ profit }) => profit)),
    refused: sum(({ refused }) => refused),
    timeouts: sum(({ timeouts }) => timeouts),
    fallbacks: sum(({ fallbacks }) => fallbacks),
    walkBacks: sum(({ walkBacks }) => walkBacks),
    turns: sum(({ turns }) => turns),
    tokens: sum(({ tokens }) => tokens),
    cost: sum(({ cost }) => cost),
    origins: seats.reduce((all: TurnOrigins | null, { origins }) => addOrigins(all, origins), null),
    fault: mostFrequent(seats.flatMap(({ fault }) => fault ?? [])),
  };
}

function sumIfAll(values: readonly (number | null)[]): number | null {
  return values.reduce((sum: number | null, value) => (sum === null || value === null ? null : sum + value), 0);
}

/** Gifts larger than any between honest players in 10,000 matches (docs/farming.md). */
function largeGifts({ game, version }: EndedMatch, events: readonly GameEvent[]): NonNullable<FixtureResult['gifts']> {
  const gifts = giftsOf(ledgerOf(packOf(refOf({ game, version })), events));
  return gifts.filter(({ share }) => share >= GIFT_SHARE).map(({ from, to, share }) => ({ from, to, share }));
}

/** The pinned players, and whether the match is rated. */
type Pinned = Pick<TournamentRecord, 'entrants'> & { plan: Pick<TournamentRecord['plan'], 'kind'> };

function whyOther(turns: readonly AgentTurn[] | undefined, entrant: string | null, record: Pinned | null | undefined): string | null {
  const pin = record?.entrants.find(({ name }) => name === entrant)?.pin ?? null;
  return turns === undefined || !record ? null : whyOtherAnswered(turns, pin);
}

/** `sha256:…` over the events' stored texts, each followed by a line feed. */
export function hashOf(stored: readonly Pick<StoredEvent, 'json'>[]): string {
  const text = stored.map(({ json }) => `${json}\n`).join('');
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

interface Played {
  scores: Record<string, number | null>;
  profits: Record<string, number> | null;
  welfare: number | null;
  unrated: boolean;
  world: PlayedMatch['world'];
}

function sumsOfMatch({ game, version, scores }: EndedMatch, events: readonly GameEvent[]): Played {
  const pack = packOf(refOf({ game, version }));
  const books = pack.books(events);
  const unrated = imbalanceOf(books) !== 0 || events.some((event) => pack.rules.told(event)?.shock === 'set');
  if (!pack.worlds) return { scores: scores ?? {}, profits: null, welfare: null, unrated, world: null };
  const welfare = Object.values(books.profits).reduce((sum, profit) => sum + profit, 0);
  const profits = Object.fromEntries(Object.entries(books.profits).map(([seat, profit]) => [seat, profit / CENTS]));
  return { scores: {}, profits, welfare: welfare / CENTS, unrated, world: { of: pack.worlds.of(events), by: pack.worlds } };
}

interface Moves {
  turns: number;
  refused: number;
  silent: number;
}

function countMoves(game: AnyGame, events: readonly GameEvent[]): Map<string, Moves> {
  const moves = new Map<string, Moves>();
  const of = (seat: string): Moves => {
    const known = moves.get(seat) ?? { turns: 0, refused: 0, silent: 0 };
    moves.set(seat, known);
    return known;
  };
  for (const event of events) {
    const told = game.told(event);
    if (told?.move) of(told.move.seat).turns += 1;
    if (told?.result?.ok === false) of(told.result.seat).refused += 1;
    for (const seat of told?.lapsed ?? []) of(seat).silent += 1;
  }
  return moves;
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
    fault: mostFrequent(turns.flatMap(({ fallbackWhy }) => (fallbackWhy === null ? [] : withoutKeyName(fallbackWhy)))),
  };
}

/** The most frequent reason; ties go to the first. */
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

/** Who claimed an open seat. Names are not included. */
function sitterOf(match: EndedMatch, seat: string): string {
  const card = match.seats.find((one) => one.seat === seat);
  return card?.kind === 'script' ? card.policy : 'person';
}

/** A sentence on which answers were not by the pinned model; null if all were or it is unknown. */
export function whyOtherAnswered(turns: readonly Pick<AgentTurn, 'pin'>[], pin: EntrantPin | null): string | null {
  return whyOtherBuild(turns, pin?.model?.digest ?? null);
}
