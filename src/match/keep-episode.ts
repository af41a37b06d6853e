import type { EnvLog } from '~/contract/env';
import { replay } from '~/contract/game';
import { refText } from '~/contract/game-ref';
import { findGame } from '~/games/registry';
import type { NewMatch } from '~/store/event-store';
import type { SeatCard } from '~/store/match-types';
import { newMatchId } from './match-id';
import type { Services } from './services';

/** An episode that a program played outside of a match: its events and its players. */
export interface PlayedEpisode extends EnvLog {
  /** Who played `seats`. Default: a program of the OpenEnv endpoint. */
  player?: { kind: 'script' | 'program'; name: string };
  /** Default: a new id. */
  id?: string;
}

/** Name of the program's seat. */
const NAME = 'openenv';

/** Stores an episode as a match, finished or aborted. Returns the match's id. */
export async function keepEpisode(services: Pick<Services, 'store' | 'audience' | 'now'>, episode: PlayedEpisode): Promise<string> {
  const { match, finished } = drawUp(episode);
  await services.store.create(match, episode.events);
  const status = finished ? ('finished' as const) : ('aborted' as const);
  const changed = await services.store.tables.change(match.id, () => ({
    answer: null,
    status,
    finishedAt: new Date(services.now()),
  }));
  if (changed) services.audience.card(changed.match);
  return match.id;
}

/** Created as a lobby, which no process runs, until its end is stored. */
function drawUp({ ref, config, seats, others, events, player, id }: PlayedEpisode): {
  match: NewMatch;
  finished: boolean;
} {
  const game = findGame(ref.key, ref.version);
  if (!game) throw new Error(`This Mandi does not know ${refText(ref)}.`);
  const state = replay(game, events);
  const { finished, scores } = game.outcome(state);
  const { turn, round, rounds } = game.clock(state);
  const { task_type, seed, judge_mode } = config as { task_type: string; seed: number; judge_mode: string };
  const own = seats.map((seat): SeatCard => {
    if (player?.kind === 'script') return { seat, kind: 'script', policy: player.name };
    return { seat, kind: 'program', name: player?.name ?? NAME, ready: true, here: false, policy: null };
  });
  const order = game.seats(config).map((one) => one.id);
  const scripts = Object.entries(others).map(([other, policy]): SeatCard => ({ seat: other, kind: 'script', policy }));
  const match: NewMatch = {
    id: id ?? newMatchId(),
    game: ref.key,
    version: ref.version,
    task: task_type,
    seed,
    judgeMode: judge_mode,
    config,
    seats: [...own, ...scripts].sort((one, other) => order.indexOf(one.seat) - order.indexOf(other.seat)),
    visibility: 'open',
    pace: 0,
    turn,
    round,
    rounds,
    scores,
    showcase: false,
    lobby: true,
  };
  return { match, finished };
}
