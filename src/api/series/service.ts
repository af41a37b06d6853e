/** Series of matches: created by the operator, visible to all. */
import { z } from 'zod';
import { refOf } from '~/contract/game-ref';
import { packOf } from '~/games/packs';
import type { MatchCard } from '~/live/protocol';
import { matchCard } from '~/match/match-card';
import { MAX_CLOCK_SECONDS } from '~/match/open-match';
import { secretSeed } from '~/match/season';
import { seatingsOf } from '~/match/series/advance-series';
import { openSeries } from '~/match/series/open-series';
import { giveSeat } from '~/match/table/claim-seat';
import { giveHost } from '~/match/table/open-table';
import type { MatchRecord } from '~/store/event-store';
import { isLive } from '~/store/match-order';
import type { SeatCard } from '~/store/match-types';
import type { SeriesRecord } from '~/store/series/series-store';
import { askingOf, holdingsAt, mayRead } from '../access/find-match';
import { keepToken } from '../access/seat-access';
import type { Context, SharedServices } from '../context';
import { orRefuse, Refusal } from '../errors';
import { matchId, namesGame, text, whole } from '../inputs';
import { takeTurn } from '../trpc';

const name = text(64);

export const seriesInput = z.strictObject({ id: matchId });

export const openSeriesInput = z.strictObject({
  ...namesGame,
  /** Default: the game's first kind. */
  kind: name.optional(),
  task: name,
  /** Default: a random secret seed. */
  seed: whole(0, Number.MAX_SAFE_INTEGER).optional(),
  judgeMode: name.optional(),
  /** In order: policies and agents; `open`: whoever claims the seat in the first match. */
  players: z.array(name, 'a list of players').min(1, 'at least one player').max(64, 'at most 64 players'),
  /** For series with an open place: seconds per turn. */
  clockSeconds: whole(1, MAX_CLOCK_SECONDS).optional(),
  /** For series with an open place: hides its matches from lists and invites players to the first. */
  isPrivate: z.boolean('true or false').default(false),
});
export const sitInput = seriesInput.extend({ program: z.boolean('true or false').default(false) });

export interface SeriesAnswer extends Pick<SeriesRecord, 'id' | 'version' | 'kind' | 'players' | 'status' | 'scores' | 'fault'> {
  /** The game's key. */
  game: string;
  /** In order. null for what the series hides until its end. */
  matches: MatchCard[];
  /** For each match, the player in each seat. */
  seatings: Readonly<Record<string, number>>[];
  /** Title of the kind of series. */
  title: string;
  /** The caller held a seat in the previous match or holds one in the current match; see `series.sit`. */
  yours: boolean;
}

/** The seat in the current match of someone who held one in the previous match. */
export interface SatDown {
  matchId: string;
  seat: string;
  /** For programs; browsers get a cookie. */
  token: string | null;
}

export async function beginSeries(ctx: Context, input: z.output<typeof openSeriesInput>): Promise<SeriesAnswer> {
  const { services } = ctx.shared;
  const { seed = secretSeed(), ...rest } = input;
  const { series, match } = orRefuse(await openSeries(services, { ...rest, seed }));
  if (match.hosted) {
    const { token } = orRefuse(await giveHost(services, match.id, { kind: 'opened', detail: null }));
    keepToken(ctx, { matchId: match.id, role: 'host', seat: null }, token);
  } else ctx.shared.run(match.id);
  return showSeries(ctx, series.id);
}

export async function showSeries(ctx: Context, id: string): Promise<SeriesAnswer> {
  const { series, matches } = await findSeries(ctx, id);
  const { game, version, kind, players, status, scores, fault } = series;
  const title = packOf(refOf(series)).series?.find((one) => one.id === kind)?.title ?? kind;
  const yours = (await ownPlace(ctx, { series, matches })) !== null;
  const words = { id, game, version, kind, title, players, status, scores, fault, yours };
  return { ...words, matches: matches.map(matchCard), seatings: seatingsOf(series, matches) };
}

/** Whoever held a place to the end of one match has it in the next. The token is new, because tokens are valid for one table only. */
export async function sitInSeries(ctx: Context, { id, program }: z.output<typeof sitInput>): Promise<SatDown> {
  await takeTurn(ctx.shared.claimsInAll, ctx.caller.address);
  const place = await ownPlace(ctx, await findSeries(ctx, id));
  if (place === null) throw new Refusal('not_your_seat', 'You hold no seat in this series, or its next match does not exist yet.');
  const { matchId, seat } = place;
  if (place.isHeld) return { matchId, seat, token: null };
  const token = orRefuse(await giveSeat(ctx.shared.services, matchId, seat));
  if (!program) keepToken(ctx, { matchId, role: 'seat', seat }, token);
  return { matchId, seat, token: program ? token : null };
}

interface Found {
  series: SeriesRecord;
  matches: MatchRecord[];
}

/** A private series is visible to those who may see one of its matches. */
async function findSeries(ctx: Context, id: string): Promise<Found> {
  const { store } = ctx.shared.services;
  const series = await store.series.get(id);
  const matches = series ? await store.series.matches(id) : [];
  if (!series || !(await isAnyKnown(ctx, matches))) throw new Refusal('unknown_series', `There is no series "${id}".`);
  return { series, matches };
}

async function isAnyKnown(ctx: Context, matches: readonly MatchRecord[]): Promise<boolean> {
  if (!matches.some((match) => match.isPrivate)) return true;
  for (const match of matches) if (await mayRead(ctx, match)) return true;
  return false;
}

/** The caller's seat in the current match. `isHeld`: the caller already presented its token. */
async function ownPlace(
  { shared, caller }: Context,
  { series, matches }: Found,
): Promise<{ matchId: string; seat: string; isHeld: boolean } | null> {
  const now = matches.at(-1);
  if (now === undefined || !now.hosted || !isLive(now)) return null;
  const seated = async (match: MatchRecord) =>
    (await holdingsAt(askingOf({ shared, caller }), match.id)).find(({ role, seat }) => role === 'seat' && seat !== null)?.seat ?? null;
  const held = await seated(now);
  if (held !== null) return { matchId: now.id, seat: held, isHeld: true };
  const before = matches.at(-2);
  const was = before && (await seated(before));
  if (!before || !was) return null;
  const seatings = seatingsOf(series, matches);
  const [own, other] = [seatings.at(-2), seatings.at(-1)];
  const seat = Object.keys(other ?? {}).find((one) => other?.[one] === own?.[was]);
  return seat !== undefined &&
    (await isCarriedOver(
      shared,
      { now, seat },
      before.seats.find((one) => one.seat === was),
    ))
    ? { matchId: now.id, seat, isHeld: false }
    : null;
}

/** A holder who left or was removed has no claim to the seat, which may belong to someone else. */
async function isCarriedOver(
  { services }: SharedServices,
  { now, seat }: { now: MatchRecord; seat: string },
  was: SeatCard | undefined,
): Promise<boolean> {
  const card = now.seats.find((one) => one.seat === seat);
  if (!card || !was || !('name' in card && 'name' in was) || card.name !== was.name || card.kind !== was.kind) return false;
  const notes = await services.store.tables.notes(now.id);
  return !notes.some((note) => note.seat === seat && (note.kind === 'left' || note.kind === 'removed'));
}
