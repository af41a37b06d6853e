import type { MatchStatus } from '~/live/protocol';

/** Filters of the list of matches; null: any. */
export interface Filters {
  /** The game's key. */
  game: string | null;
  /** Version of the rules; only together with `game`. */
  version: string | null;
  status: MatchStatus | null;
  task: string | null;
  policy: string | null;
  among: Among | null;
}

/** Where a match was played. */
export type Among = 'people' | 'tournaments' | 'others';

export const NO_FILTERS: Filters = { game: null, version: null, status: null, task: null, policy: null, among: null };

export const STATUS_LABELS: Record<MatchStatus, string> = {
  lobby: 'lobby',
  running: 'live',
  paused: 'paused',
  finished: 'finished',
  aborted: 'aborted',
  failed: 'failed',
};

export const AMONG_LABELS: Record<Among, string> = {
  people: 'with people',
  tournaments: 'in tournaments',
  others: 'outside tournaments',
};

/** Parses an address such as /matches?task=single_trade; ignores an unknown status. */
export function readFilters(asked: { get(name: string): string | null }): Filters {
  const game = asked.get('game') ?? asked.get('ruleset');
  const version = game === null ? null : asked.get('version');
  const [status, among] = [readStatus(asked.get('status')), readAmong(asked.get('among'))];
  return { game, version, status, task: asked.get('task'), policy: asked.get('policy'), among };
}

export function readStatus(text: string | null): MatchStatus | null {
  return STATUSES.find((status) => status === text) ?? null;
}

export function readAmong(text: string | null): Among | null {
  return AMONG.find((one) => one === text) ?? null;
}

const AMONG: readonly Among[] = ['people', 'tournaments', 'others'];
const STATUSES: readonly MatchStatus[] = ['lobby', 'running', 'paused', 'finished', 'aborted', 'failed'];

/** The inverse of `readFilters`. */
export function filterAddress(filters: Filters): string {
  const parts = Object.entries(filters).flatMap(([name, value]: [string, string | null]) => (value === null ? [] : [[name, value]]));
  return parts.length === 0 ? '/watch' : `/watch?${new URLSearchParams(parts)}`;
}

/** The input of `match.list`. */
export function listInput(filters: Filters): {
  ruleset?: string;
  version?: string;
  status?: MatchStatus[];
  task?: string;
  policy?: string;
  among?: Among;
} {
  return {
    ...(filters.game === null ? {} : { ruleset: filters.game }),
    ...(filters.version === null ? {} : { version: filters.version }),
    ...(filters.status === null ? {} : { status: [filters.status] }),
    ...(filters.task === null ? {} : { task: filters.task }),
    ...(filters.policy === null ? {} : { policy: filters.policy }),
    ...(filters.among === null ? {} : { among: filters.among }),
  };
}
