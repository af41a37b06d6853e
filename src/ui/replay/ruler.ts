/** Positions of a match's instants on the scrubber: rounds have equal widths, with events spread evenly within. */
export interface Ruler {
  /** Maximum number of rounds; the settlement after the last gets half a round. */
  rounds: number;
  /** 0 to 1. */
  placeOf(seq: number): number;
  /** The event nearest to a position. */
  seqAt(place: number): number;
  roundOf(seq: number): number;
  /** First event of a round; for a future round, of the last one that has begun. */
  startOf(round: number): number;
  /** 0 to 1: the left edge of a round. */
  edgeOf(round: number): number;
  /** The number of a round as people read it. */
  shown(round: number): number;
}

const SETTLEMENT = 0.5;

/** `roundOfEvent[i]` is the round of event i+1, counted from 0, also as people read it unless `shown` is replaced. */
export function makeRuler(roundOfEvent: readonly number[], rounds: number, over: boolean): Ruler {
  const starts = firstEvents(roundOfEvent);
  const head = roundOfEvent.length;
  const total = rounds + SETTLEMENT;
  const usual = usualLength(starts, head);
  const roundOf = (seq: number): number => roundOfEvent[Math.min(Math.max(1, seq), head) - 1] ?? 0;
  const startOf = (round: number): number => starts[Math.min(Math.max(0, round), starts.length - 1)] ?? 1;
  const edgeOf = (round: number): number => Math.min(1, round / total);

  function placeOf(seq: number): number {
    const round = roundOf(seq);
    const first = startOf(round);
    const next = starts[round + 1];
    const seen = (next ?? head + 1) - first;
    const length = next !== undefined || over ? seen : Math.max(seen + 1, usual);
    const left = edgeOf(round);
    const width = edgeOf(round + 1) - left;
    return left + (width * (seq - first + 0.5)) / Math.max(1, length);
  }

  function seqAt(place: number): number {
    let [low, high] = [1, head];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((placeOf(middle) + placeOf(middle + 1)) / 2 < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return { rounds, placeOf, seqAt, roundOf, startOf, edgeOf, shown: (round) => round };
}

function firstEvents(roundOfEvent: readonly number[]): number[] {
  const starts: number[] = [1];
  for (const [place, round] of roundOfEvent.entries()) {
    while (starts.length <= round) starts.push(place + 1);
  }
  return starts;
}

/** The mean length of finished rounds, as an estimate for the current one. */
function usualLength(starts: readonly number[], head: number): number {
  const last = starts.at(-1) ?? 1;
  return starts.length > 1 ? Math.ceil((last - 1) / (starts.length - 1)) : head + 1;
}
