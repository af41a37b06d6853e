/** Pages of turns, the newest first, as one list by seat. */
import type { SeatTurns, TurnsPage } from '~/api/agent-words';

export type TurnsRead = Pick<TurnsPage, 'seats'>;

/** Counts are of all turns whatever is on a page; those of the newest page are the newest. */
export function joinPages(pages: readonly TurnsRead[]): SeatTurns[] {
  const [newest] = pages;
  return (newest?.seats ?? []).map(({ seat, counts }) => ({
    seat,
    counts,
    turns: pages.toReversed().flatMap(({ seats }) => seats.find((one) => one.seat === seat)?.turns ?? []),
  }));
}

/** Is every turn of that round here, and of all later ones? Before the first of all pages there may be more of its own round. */
export function reachesBack(turns: readonly SeatTurns[], round: number): boolean {
  const rounds = turns.flatMap(({ turns: own }) => own.slice(0, 1).map((turn) => turn.round));
  return rounds.length === 0 || Math.min(...rounds) < round;
}
