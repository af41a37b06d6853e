/** The real engine, asked through its registry alone: a match in memory, and its log. */
import { findGame } from '~/games/registry';

export interface LogEvent {
  type: string;
}

export interface RealMatch {
  log: LogEvent[];
  waitsFor(): string[];
  see(seat: string): Sighting;
  submit(seat: string, turn: unknown): void;
  /** Why the match that is over counts for nothing; null: nothing is wrong. */
  fault(): string | null;
  /** The clock runs out. */
  lapse(): void;
}

/** Of an observation, what is compared. */
export type Sighting = Readonly<Record<string, unknown>> & {
  owned_blocks: readonly { block_id: string }[];
  private_jobs: readonly { job_id: string }[];
};

export function openMatch(raw: Record<string, unknown>): RealMatch {
  const game = findGame('gpu-market/open', 2);
  if (!game) throw new Error('the game is not there');
  const config = game.parseConfig(raw);
  if (!config.ok) throw new Error(config.why);
  const log: LogEvent[] = [];
  let state: unknown = null;
  const take = (events: readonly LogEvent[]): void => {
    for (const event of events) state = game.evolve(state, event);
    log.push(...events);
  };
  take(game.open(config.value));
  return {
    log,
    waitsFor: () => game.toAct(state),
    see: (seat) => game.observe(state, seat) as Sighting,
    fault: () => game.outcome(state).fault ?? null,
    lapse: () => take(game.lapse(state)),
    submit: (seat, turn) => take(game.decide(state, seat, turn)),
  };
}
