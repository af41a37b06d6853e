import type { Frame } from '~/live/protocol';

/** A record with the round of each event. */
export interface Rounded {
  frames: readonly Frame[];
  rounds: readonly number[];
}

/** The last event of a round, or the newest event if the round is not over or was never reached. */
export function endOfRound({ rounds }: Pick<Rounded, 'rounds'>, round: number): number {
  const next = rounds.findIndex((one) => one > round);
  return next === -1 ? rounds.length : next;
}

/** The frames of one round. */
export function framesOf(record: Rounded, round: number): readonly Frame[] {
  return record.frames.slice(round === 0 ? 0 : endOfRound(record, round - 1), endOfRound(record, round));
}

/** The last round that a match reached. */
export function lastRound({ rounds }: Pick<Rounded, 'rounds'>): number {
  return rounds.at(-1) ?? 0;
}
