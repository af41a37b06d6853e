import type { MatchStatus } from '~/live/protocol';

/** What the list of matches is narrowed to; null: any. */
export interface Filters {
  /** The game's key. */
  game: string | null;
  /** Of its rules; with `game` alone. */
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

/** From an address such as /matches?task=single_trade; an unknown status is left out. */
export function readFilters(asked: { get(name: string): string | null }): Filters {
  const game = asked.get('game') ?? asked.get('ruleset');
  const version = game === null ? null : asked.get('version');
  return { game, version, status: readStatus(asked.get('status')), task: asked.get('task'), policy: asked.get('policy') };
}

export function readStatus(text: string | null): MatchStatus | null {
  return STATUSES.find((status) => status === text) ?? null;
}

const STATUSES: readonly MatchStatus[] = ['lobby', 'running', 'paused', 'finished', 'aborted', 'failed'];

/** The address that `readFilters` reads back. */
export function filterAddress(filters: Filters): string {
  const parts = Object.entries(filters).flatMap(([name, value]: [string, string | null]) => (value === null ? [] : [[name, value]]));
  return parts.length === 0 ? '/watch' : `/watch?${new URLSearchParams(parts)}`;
}

/** What `match.list` is asked for. */
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
