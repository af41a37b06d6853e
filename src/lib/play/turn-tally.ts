/** Turns that this process has played, by who took them: counted here, and written down now and then. */

export const PLAYER_KINDS = ['script', 'model', 'program', 'person'] as const;
/** `person`: whoever holds a seat, by hand or by a program of their own. */
export type PlayerKind = (typeof PLAYER_KINDS)[number];

export interface TurnCount {
  kind: PlayerKind;
  /** Of a model's turn: the backend that answered last; else empty. */
  backend: string;
  /** Of a model's or a program's turn: `own`, `repaired` or `fallback`; else empty. */
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

/** A name that an operator or an agent chose may be anything; there are never more of them than this, and the rest count as `other`. */
const MOST_BACKENDS = 40;
const OTHER = 'other';

export class TurnTally {
  private counts = new Map<string, TurnCount>();
  private readonly backends = new Set<string>();
  private readonly scripts: TurnCount = emptyCount('script');

  /** A script's turn: nothing is looked up, there may be thousands a second. */
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

  /** What was counted since the last call. */
  take(): TurnCount[] {
    const taken = [...this.counts.values(), { ...this.scripts }].filter(({ turns }) => turns > 0);
    this.counts = new Map();
    Object.assign(this.scripts, emptyCount('script'));
    return taken;
  }

  /** They could not be written down: they count with the next. */
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

/** Of this process. */
export const ownTurns = new TurnTally();
