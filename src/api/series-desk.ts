/** Series of matches: opened by whoever has this machine, seen by everybody. */
import { z } from 'zod';
import type { MatchCard } from '~/live/protocol';
import { matchCard } from '~/match/match-card';
import { openSeries } from '~/match/series/open-series';
import type { SeriesRecord } from '~/store/series-store';
import type { Context } from './context';
import { orRefuse, Refusal } from './errors';
import { matchId, namesGame, text, whole } from './inputs';

const name = text(64);

export const seriesInput = z.strictObject({ id: matchId });

export const openSeriesInput = z.strictObject({
  ...namesGame,
  /** Left out: the game's usual kind. */
  kind: name.optional(),
  task: name,
  seed: whole(0, Number.MAX_SAFE_INTEGER),
  judgeMode: name.optional(),
  /** In order: policies and agents. */
  players: z.array(name, 'a list of players').min(1, 'at least one player').max(64, 'at most 64 players'),
});

export interface SeriesAnswer extends Pick<SeriesRecord, 'id' | 'version' | 'kind' | 'players' | 'status' | 'scores' | 'fault'> {
  /** The game's key. */
  game: string;
  /** In their order; what the series keeps back until its end is null. */
  matches: MatchCard[];
}

export async function beginSeries(ctx: Context, input: z.output<typeof openSeriesInput>): Promise<SeriesAnswer> {
  const { series, match } = orRefuse(await openSeries(ctx.desk.services, input));
  ctx.desk.run(match.id);
  return showSeries(ctx, series.id);
}

export async function showSeries(ctx: Context, id: string): Promise<SeriesAnswer> {
  const { store } = ctx.desk.services;
  const series = await store.series.get(id);
  if (!series) throw new Refusal('unknown_series', `There is no series "${id}".`);
  const { game, version, kind, players, status, scores, fault } = series;
  return { id, game, version, kind, players, status, scores, fault, matches: (await store.series.matches(id)).map(matchCard) };
}
