import type { MatchCard, SeatCard } from '~/live/protocol';

/** An open seat. */
const FREE = 'open';

export interface Rematch {
  request: {
    game: string;
    version: number;
    task: string;
    policy: string;
    judgeMode: string;
    seats: Record<string, string>;
    isPrivate: boolean;
    delayTurns: number;
    clockSeconds?: number;
  };
  /** The caller's seat, to be claimed again; null: they only watched. */
  seat: string | null;
  name: string | null;
}

/** The same table again: the same bots, a free seat for every person, another seed. */
export function rematchOf(card: MatchCard, mine: readonly string[]): Rematch {
  const seats = Object.fromEntries(card.seats.map((seat) => [seat.seat, playerAgain(seat)]));
  const [own] = card.seats.filter(({ seat }) => mine.includes(seat));
  return {
    request: {
      game: card.key,
      version: card.version,
      task: card.task,
      // The policy for unnamed seats, of which there are none.
      policy: Object.values(seats).find((player) => player !== FREE) ?? FREE,
      judgeMode: card.judgeMode,
      seats,
      isPrivate: card.isPrivate,
      delayTurns: Math.min(card.delayTurns, MOST_DELAY),
      ...(card.clock && { clockSeconds: card.clock.seconds }),
    },
    seat: own?.seat ?? null,
    name: own && 'name' in own ? own.name : null,
  };
}

/** The maximum of `match.create`. */
const MOST_DELAY = 10;

function playerAgain(seat: SeatCard): string {
  return seat.kind === 'script' || seat.kind === 'agent' ? seat.policy : FREE;
}
