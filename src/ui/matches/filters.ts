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
}

export const NO_FILTERS: Filters = { game: null, version: null, status: null, task: null, policy: null };

export const STATUS_LABELS: Record<MatchStatus, string> = {
  lobby: 'lobby',
  running: 'live',
  paused: 'paused',
  finished: 'finished',
  aborted: 'aborted',
  failed: 'failed',
};

/** Parses an address such as /matches?task=single_trade; ignores an unknown status. */
export function readFilters(asked: { get(name: string): string | null }): Filters {
  const game = asked.get('game') ?? asked.get('ruleset');
  const version = game === null ? null : asked.get('version');
  return { game, version, status: readStatus(asked.get('status')), task: asked.get('task'), policy: asked.get('policy') };
}

export function readStatus(text: string | null): MatchStatus | null {
  return STATUSES.find((status) => status === text) ?? null;
}

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
} {
  return {
    ...(filters.game === null ? {} : { ruleset: filters.game }),
    ...(filters.version === null ? {} : { version: filters.version }),
    ...(filters.status === null ? {} : { status: [filters.status] }),
    ...(filters.task === null ? {} : { task: filters.task }),
    ...(filters.policy === null ? {} : { policy: filters.policy }),
  };
}
