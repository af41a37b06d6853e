import type { Frame } from '~/live/protocol';

/** A record and the round in which each of its events left the match. */
export interface Rounded {
  frames: readonly Frame[];
  rounds: readonly number[];
}

/** The last event of a round; the newest there is, where the round is not over or never came. */
export function endOfRound({ rounds }: Pick<Rounded, 'rounds'>, round: number): number {
  const next = rounds.findIndex((one) => one > round);
  return next === -1 ? rounds.length : next;
}

/** The frames of one round. */
export function framesOf(record: Rounded, round: number): readonly Frame[] {
  return record.frames.slice(round === 0 ? 0 : endOfRound(record, round - 1), endOfRound(record, round));
}

/** The last round that a match has reached. */
export function lastRound({ rounds }: Pick<Rounded, 'rounds'>): number {
  return rounds.at(-1) ?? 0;
}
