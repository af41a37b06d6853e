/** Starts the next match of a series or ends it. Idempotent: repeated or concurrent calls have the same result. */

import { replay, type SeatId } from '~/contract/game';
import { refOf } from '~/contract/game-ref';
import type { PlayedInSeries, PlayerIndex, Series, SeriesMatch } from '~/contract/series';
import { seedAt } from '~/engine/play-series';
import { packOf } from '~/games/packs';
import { findPolicy, standInFor } from '~/games/policies';
import { findGame } from '~/games/registry';
import type { MatchRecord, NewMatch } from '~/store/event-store';
import type { SeatCard } from '~/store/match-types';
import type { SeriesRecord } from '~/store/series/series-store';
import { isOver } from '../match-card';
import { newMatchId } from '../match-id';
import { defaultVisibility, OPEN_SEAT, tableOf } from '../open-match';
import type { Services } from '../services';

type Means = Pick<Services, 'store' | 'audience'>;

/** The current match after the call; null if the series is over. `isPrivate`: for the first match; later ones copy the previous match. */
export async function advanceSeries(services: Means, id: string, { isPrivate = false } = {}): Promise<MatchRecord | null> {
  const series = await services.store.series.get(id);
  if (series?.status !== 'running') return null;
  const matches = await services.store.series.matches(id);
  const last = matches.at(-1);
  if (last && !isOver(last)) return last;
  if (last && last.status !== 'finished') return end(services, series, { status: 'failed', scores: null, fault: whyFailed(last) });
  const kind = kindOf(series);
  if (!kind) return end(services, series, { status: 'failed', scores: null, fault: `This Mandi knows no series "${series.kind}".` });
  const { players, played } = playedIn(kind, series, matches);
  const next = kind.next(series.config, played, { players, seedAt });
  if (next === null) return end(services, series, { status: 'finished', scores: kind.score(played), fault: null });
  return begin(services, series, { kind, next, place: matches.length, before: played.at(-1)?.seats ?? {}, last, isPrivate });
}

function kindOf(series: SeriesRecord): Series | undefined {
  return packOf(refOf(series)).series?.find((one) => one.id === series.kind);
}

/** Its matches as planned: the player in each seat. */
function playedIn(kind: Series, series: SeriesRecord, matches: readonly MatchRecord[]) {
  const players = series.players.map((player) => ({ memory: mayRemember(series, player) }));
  const played: PlayedInSeries[] = [];
  for (const { scores } of matches) {
    const planned = kind.next(series.config, played, { players, seedAt });
    if (planned === null) break;
    played.push({ ...planned, scores: scores ?? {} });
  }
  return { players, played };
}

/** For each of its matches, the player in each seat. */
export function seatingsOf(series: SeriesRecord, matches: readonly MatchRecord[]): Readonly<Record<SeatId, PlayerIndex>>[] {
  const kind = kindOf(series);
  return kind ? playedIn(kind, series, matches).played.map(({ seats }) => seats) : [];
}

function whyFailed({ id, status, fault }: MatchRecord): string {
  return `Its match ${id} is ${status}${fault === null ? '.' : `: ${fault}`}`;
}

async function end(services: Means, { id }: SeriesRecord, how: Parameters<Means['store']['series']['end']>[1]): Promise<null> {
  if (await services.store.series.end(id, how)) for (const match of await services.store.series.matches(id)) services.audience.card(match);
  return null;
}

/** False for scripts, which keep no memory between matches. Models and programs might. */
function mayRemember({ game }: SeriesRecord, player: string): boolean {
  return findPolicy(game, player) === null;
}

interface Next {
  kind: Series;
  next: SeriesMatch;
  place: number;
  /** The previous match and who sat where in it. */
  before: Readonly<Record<SeatId, PlayerIndex>>;
  last: MatchRecord | undefined;
  isPrivate: boolean;
}

async function begin(services: Means, series: SeriesRecord, how: Next): Promise<MatchRecord | null> {
  const { kind, next, place } = how;
  const game = findGame(series.game, series.version);
  if (!game)
    return end(services, series, { status: 'failed', scores: null, fault: `This Mandi does not know ${series.game}@${series.version}.` });
  const { config } = next;
  const opening = game.open(config);
  const { task_type, seed, judge_mode } = config as { task_type: string; seed: number; judge_mode: string };
  const seats = game.seats(config).map(({ id }) => cardOf(series, how, id));
  const match: NewMatch = {
    id: newMatchId(),
    game: series.game,
    version: series.version,
    task: task_type,
    seed,
    judgeMode: judge_mode,
    config,
    seats,
    visibility: kind.reveal === 'end' ? 'public' : defaultVisibility(seats),
    pace: 0,
    rounds: game.clock(replay(game, opening)).rounds,
    showcase: false,
    isPrivate: how.last?.isPrivate ?? how.isPrivate,
    ...tableOf(seats, { clockSeconds: series.clockSeconds ?? undefined }),
    series: { id: series.id, place, ...(kind.reveal === 'end' && { sealed: true as const }) },
  };
  try {
    const made = await services.store.create(match, opening);
    services.audience.card(made);
    return made;
  } catch (fault) {
    const other = (await services.store.series.matches(series.id)).at(place); // another process was faster
    if (other) return other;
    throw fault;
  }
}

/** Whoever claimed a seat in the first match sits in every later one. Otherwise, or if they left, the policy that took over plays. */
function cardOf(series: SeriesRecord, { next, before, last }: Next, seat: SeatId): SeatCard {
  const index = next.seats[seat] ?? -1;
  const player = series.players[index];
  if (player === undefined) throw new Error(`nobody plays ${seat}`);
  if (player !== OPEN_SEAT) return { seat, kind: 'script', policy: player };
  if (last === undefined) return { seat, kind: 'open' };
  const card = last.seats.find((one) => before[one.seat] === index);
  if (card === undefined || card.kind === 'open') return { seat, kind: 'script', policy: standInFor(series.game) };
  if (card.kind === 'script') return { ...card, seat };
  if (card.policy !== null) return { seat, kind: 'script', policy: card.policy };
  return { ...card, seat, ready: false, here: false };
}
