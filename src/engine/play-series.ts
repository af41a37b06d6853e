/** A series of matches in memory. */
import { createHash } from 'node:crypto';
import type { Game, GameEvent, SeatId } from '~/contract/game';
import type { PlayedInSeries, Series } from '~/contract/series';
import { MemoryRun, type Player, playOut } from './memory-run';

export interface SeriesPlayer {
  player: Player;
  /** The player may see its earlier matches. */
  memory?: boolean;
}

export interface PlayedSeries<Config, Event> {
  matches: (PlayedInSeries<Config> & { events: Event[] })[];
  /** By player. */
  scores: (number | null)[];
}

/** Match after match, until the series is over. */
export async function playSeries<Config, State, Event extends GameEvent>(
  game: Game<Config, State, Event>,
  series: Series<Config>,
  { config, players }: { config: Config; players: readonly SeriesPlayer[] },
): Promise<PlayedSeries<Config, Event>> {
  if (players.length !== series.players) throw new Error(`${series.id}: ${series.players} take part, not ${players.length}`);
  const by = { players: players.map(({ memory = false }) => ({ memory })), seedAt };
  const matches: PlayedSeries<Config, Event>['matches'] = [];
  for (let next = series.next(config, matches, by); next !== null; next = series.next(config, matches, by)) {
    const { seats } = next;
    const run = MemoryRun.open(game, next.config);
    const playerOf = (seat: SeatId): Player => {
      const seated = players[seats[seat] ?? -1];
      if (!seated) throw new Error(`${series.id}: nobody plays ${seat}`);
      return seated.player;
    };
    await playOut(run, { ask: (seat) => run.ask(playerOf(seat), seat) });
    matches.push({ ...next, scores: game.outcome(run.state).scores, events: run.events });
  }
  return { matches, scores: series.score(matches) };
}

/** 48 bits of a hash. The input seed can be found from the result only by trying all seeds. */
export function seedAt(seed: number, place: number): number {
  return createHash('sha256').update(`series ${seed} ${place}`).digest().readUIntBE(0, 6);
}
