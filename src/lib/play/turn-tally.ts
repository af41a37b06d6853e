/** Counts the turns played in this process, by kind of player. The counts are stored at intervals. */

export const PLAYER_KINDS = ['script', 'model', 'program', 'person'] as const;
/** `person`: a seat's holder, by hand or with their own program. */
export type PlayerKind = (typeof PLAYER_KINDS)[number];

export interface TurnCount {
  kind: PlayerKind;
  /** For a model's turn, the backend that answered last; otherwise empty. */
  backend: string;
  /** For a model's or program's turn, `own`, `repaired` or `fallback`; otherwise empty. */
  origin: string;
  turns: number;
  seconds: number;
}

export interface PlayedTurn {
  kind: PlayerKind;
  backend?: string;
  origin?: string;
  ms: number;
}

/** Operators and agents choose names freely. Beyond this number, further names count as `other`. */
const MOST_BACKENDS = 40;
const OTHER = 'other';

export class TurnTally {
  private counts = new Map<string, TurnCount>();
  private readonly backends = new Set<string>();
  private readonly scripts: TurnCount = emptyCount('script');

  /** Counts a script's turn. Does no lookups, because there may be thousands per second. */
  script(ms: number): void {
    this.scripts.turns += 1;
    this.scripts.seconds += ms / 1000;
  }

  add({ kind, backend = '', origin = '', ms }: PlayedTurn): void {
    const known = this.bounded(backend);
    const key = `${kind} ${origin} ${known}`;
    const count = this.counts.get(key) ?? { ...emptyCount(kind), backend: known, origin };
    count.turns += 1;
    count.seconds += ms / 1000;
    this.counts.set(key, count);
  }

  /** Returns and clears the counts since the last call. */
  take(): TurnCount[] {
    const taken = [...this.counts.values(), { ...this.scripts }].filter(({ turns }) => turns > 0);
    this.counts = new Map();
    Object.assign(this.scripts, emptyCount('script'));
    return taken;
  }

  /** Restores counts that could not be stored; they are added to the next ones. */
  giveBack(counts: readonly TurnCount[]): void {
    for (const { turns, seconds, ...which } of counts) {
      const key = `${which.kind} ${which.origin} ${which.backend}`;
      const count = this.counts.get(key) ?? { ...which, turns: 0, seconds: 0 };
      count.turns += turns;
      count.seconds += seconds;
      this.counts.set(key, count);
    }
  }

  private bounded(backend: string): string {
    if (backend === '' || this.backends.has(backend)) return backend;
    if (this.backends.size >= MOST_BACKENDS) return OTHER;
    this.backends.add(backend);
    return backend;
  }
}

function emptyCount(kind: PlayerKind): TurnCount {
  return { kind, backend: '', origin: '', turns: 0, seconds: 0 };
}

/** The tally of this process. */
export const ownTurns = new TurnTally();
