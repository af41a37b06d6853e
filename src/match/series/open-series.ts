/** Creates a series of matches: checks its players and creates its first match. */
import { type GameRef, gameWords, refOf } from '~/contract/game-ref';
import { packOf } from '~/games/packs';
import { readGame } from '~/games/read-game';
import { findGame } from '~/games/registry';
import { asSentence } from '~/lib/text/fault-sentence';
import { unknownName } from '~/lib/text/unknown-name';
import type { MatchRecord } from '~/store/event-store';
import type { NewSeries, SeriesRecord } from '~/store/series/series-store';
import { type Answer, answered, type Refused, refused } from '../answer';
import { newMatchId } from '../match-id';
import { namePlayer } from '../name-player';
import { DEFAULT_CLOCK_SECONDS, MAX_CLOCK_SECONDS, OPEN_SEAT, type OpenRefusal } from '../open-match';
import type { Services } from '../services';
import { advanceSeries } from './advance-series';

export interface SeriesRequest {
  /** In any form that `readGame` accepts. */
  game?: string | undefined;
  ruleset?: string | undefined;
  version?: number | string | undefined;
  /** Default: the game's first kind. */
  kind?: string | undefined;
  task: string;
  seed: number;
  judgeMode?: string | undefined;
  options?: Readonly<Record<string, unknown>> | undefined;
  /** In order: policies and agents. `open`: whoever claims the seat in the first match; they sit in all later ones too. */
  players: readonly string[];
  /** Seconds per turn that waits for a player. */
  clockSeconds?: number | undefined;
  /** Its matches are not in any list; only players and invited people can see them. */
  isPrivate?: boolean | undefined;
}

/** Resolves the players and creates the first match. */
export async function openSeries(
  services: Pick<Services, 'store' | 'audience' | 'agents'>,
  request: SeriesRequest,
): Promise<Answer<{ series: SeriesRecord; match: MatchRecord }, OpenRefusal>> {
  const read = readSeries(request);
  if (!read.ok) return read;
  const players: string[] = [];
  for (const name of request.players) {
    const player = name === OPEN_SEAT ? answered(name) : await namePlayer(services, refOf(read.value), name);
    if (!player.ok) return player;
    players.push(player.value);
  }
  const wrong = whyNoPeople(refOf(read.value), request);
  if (wrong) return wrong;
  const clockSeconds = players.includes(OPEN_SEAT) ? (request.clockSeconds ?? DEFAULT_CLOCK_SECONDS) : null;
  const series = await services.store.series.create({ ...read.value, id: newMatchId(), players, clockSeconds });
  const match = await advanceSeries(services, series.id, { isPrivate: request.isPrivate === true });
  if (match === null) return refused('bad_input', 'A series needs a match.');
  return answered({ series, match });
}

function whyNoPeople({ key, version }: GameRef, { players, clockSeconds = 1, isPrivate }: SeriesRequest): Refused<OpenRefusal> | null {
  if (!players.includes(OPEN_SEAT))
    return isPrivate
      ? refused('bad_visibility', 'Only a series with an open seat can be private, so that its host can invite somebody.')
      : null;
  if (!findGame(key, version)?.receive) return refused('bad_input', `Nobody can take a seat in ${key}: its seats are played by policies.`);
  if (clockSeconds > 0 && clockSeconds <= MAX_CLOCK_SECONDS) return null;
  return refused('bad_clock', `A turn can take at most ${MAX_CLOCK_SECONDS} seconds; ${clockSeconds} is too long.`);
}

/** Checks that such a series exists. Of the players, checks only the number. */
export function readSeries(request: SeriesRequest): Answer<Omit<NewSeries, 'id' | 'players'>, OpenRefusal> {
  const read = readGame(request);
  if (!read.ok) return refused('unknown_ruleset', asSentence(read.why));
  const game = read.value;
  const kinds = packOf(game.ref).series ?? [];
  if (kinds.length === 0) return refused('bad_input', `There are no series of ${gameWords(game.ref).ruleset}.`);
  const kind = request.kind === undefined ? kinds[0] : kinds.find(({ id }) => id === request.kind);
  if (!kind) return refused('bad_input', unknown('series', request.kind ?? '', kinds));
  if (request.players.length !== kind.players)
    return refused('bad_input', `A ${kind.id} has ${kind.players} players; you named ${request.players.length}.`);
  if (!game.tasks.some(({ id }) => id === request.task)) return refused('unknown_task', unknown('task', request.task, game.tasks));
  const { task: task_type, seed, judgeMode: judge_mode = game.judgeModes[0], options = {} } = request;
  const config = game.parseConfig({ ...options, task_type, seed, judge_mode });
  if (!config.ok) return refused(config.path === 'seed' ? 'bad_seed' : 'bad_input', config.why);
  const { key, version } = game.ref;
  return answered({ game: key, version, kind: kind.id, config: config.value });
}

function unknown(what: string, name: string, known: readonly { id: string }[]): string {
  const ids = known.map(({ id }) => id);
  return asSentence(unknownName(what, name, ids));
}
