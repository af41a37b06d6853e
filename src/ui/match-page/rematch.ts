import type { MatchCard, SeatCard } from '~/live/protocol';

/** A seat that somebody may take. */
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
  /** Of who asks, to be taken again; null: they only watched. */
  seat: string | null;
  name: string | null;
}

/** The same table again: bots where bots were, a free seat for everybody who sat, another seed. */
export function rematchOf(card: MatchCard, mine: readonly string[]): Rematch {
  const seats = Object.fromEntries(card.seats.map((seat) => [seat.seat, playerAgain(seat)]));
  const [own] = card.seats.filter(({ seat }) => mine.includes(seat));
  return {
    request: {
      game: card.key,
      version: card.version,
      task: card.task,
      // Plays the seats that are not named here, and there are none.
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

/** What `match.create` takes at most. */
const MOST_DELAY = 10;

function playerAgain(seat: SeatCard): string {
  return seat.kind === 'script' || seat.kind === 'agent' ? seat.policy : FREE;
}
