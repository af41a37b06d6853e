import type { AnyGame } from '~/contract/game';
import type { ReplacedMove } from '~/engine/replace-move';
import { standInFor } from '~/games/policies';
import { asSentence } from '~/lib/text/fault-sentence';
import type { EventStore, MatchRecord, NewMatch } from '~/store/event-store';
import { isSealed } from '~/store/match-record';
import { isForPeople, type SeatCard } from '~/store/match-words';
import { type Answer, answered, refused } from '../answer';
import { gameOf } from '../load-match';
import { isOver } from '../match-card';
import { newMatchId } from '../match-id';
import { MAX_CLOCK_SECONDS, playersOf, seatCards, tableOf } from '../open-match';
import type { TableServices } from './change-table';
import { giveHost } from './open-table';
import { finishedStem, redrawnStem, replacedStem, type Stem } from './stem';

export interface ForkRequest {
  matchId: string;
  /** The last event that both have; moved back to where a turn begins. Of no account where a move is replaced. */
  seq: number;
  /** One move of a finished match is another: all else of its turn stands, and it is played on from there. */
  replaced?: ReplacedMove | undefined;
  /** While the match still runs: the seat whose knowledge is kept, whoever asks may have it. All else is drawn anew. */
  as?: string | undefined;
  /** By seat: a policy's id, or `open`. */
  seats: Record<string, string>;
  /** Plays the seats that are not named; left out: whoever played them goes on, a person's seat is the house's. */
  policy?: string | undefined;
  clockSeconds?: number | undefined;
  pace?: number | undefined;
}

export type ForkRefusal = 'unknown_match' | 'match_running' | 'unknown_seat' | 'unknown_policy' | 'bad_input' | 'bad_clock';

/**
 * Plays a finished match on from one of its events, with other policies or people; a running one from its present turn, as one of its
 * seats knows it. The branch is an exhibition.
 */
export async function forkMatch(
  services: TableServices,
  request: ForkRequest,
): Promise<Answer<{ match: MatchRecord; token: string | null }, ForkRefusal>> {
  const { store } = services;
  const origin = await store.get(request.matchId);
  if (!origin) return refused('unknown_match', `There is no match "${request.matchId}".`);
  const running = !isOver(origin);
  if (running && (request.as === undefined || origin.status === 'lobby'))
    return refused('match_running', 'This match still runs: until it is over it can be branched off only as one of its seats knows it.');
  if (isSealed(origin))
    return refused('match_running', 'Its world is still played: it can be branched off once its tournament, or its series, is over.');
  const { clockSeconds, replaced } = request;
  if (clockSeconds !== undefined && !(clockSeconds > 0 && clockSeconds <= MAX_CLOCK_SECONDS))
    return refused('bad_clock', `A round's clock is set to ${MAX_CLOCK_SECONDS} seconds at most.`);
  const game = gameOf(origin);
  const known = running ? (request.as ?? '') : null;
  if (known !== null && !origin.seats.some(({ seat }) => seat === known)) return refused('unknown_seat', `There is no seat "${known}".`);
  const rooted = await stemOf(store, game, { origin, request, known });
  if (!rooted.ok) return rooted;
  const stem = rooted.value;
  const asked = { policy: request.policy ?? standInFor(origin.game), seats: seatsFor(origin, request) };
  const players = await playersOf(services, { game: origin.game, version: origin.version, ...asked });
  const seats = seatCards(game, Object.keys(seatsOf(origin)), { ...asked, players });
  if (!seats.ok) return seats;
  const branch: NewMatch = {
    ...origin,
    id: newMatchId(),
    seats: seats.value,
    // What a seat still keeps to itself in a running match is not shown in its branch either.
    visibility: running ? origin.visibility : 'open',
    pace: request.pace ?? Math.max(1, origin.pace),
    showcase: false,
    hosted: false,
    clock: null,
    delayTurns: 0,
    rated: false,
    season: null,
    series: null,
    origin: {
      matchId: origin.id,
      seq: stem.seq,
      ...(replaced && { replaced: { ...replaced, standIns: standInsOf(origin, seats.value) } }),
    },
    turn: stem.turn,
    round: stem.round,
    scores: stem.scores,
    ...stem.world,
    ...tableOf(seats.value, { clockSeconds, pace: request.pace }),
  };
  const match = await store.create(branch, stem.events);
  services.audience.card(match);
  if (!seats.value.some(isForPeople)) return answered({ match, token: null });
  return giveHost(services, match.id, { kind: 'forked', detail: `${origin.id} after event ${stem.seq}` });
}

interface Rooting {
  origin: MatchRecord;
  request: ForkRequest;
  /** The seat as which a running match is known. */
  known: string | null;
}

async function stemOf(store: EventStore, game: AnyGame, { origin, request, known }: Rooting): Promise<Answer<Stem, ForkRefusal>> {
  const { replaced, seq } = request;
  if (replaced && known !== null)
    return refused('match_running', 'A move is replaced when the match is over: the others made theirs unseen.');
  if (replaced) {
    const stem = await replacedStem(store, game, { origin, replaced });
    return stem.ok ? answered(stem.value) : refused('bad_input', asSentence(stem.why));
  }
  const stem = known === null ? await finishedStem(store, game, { origin, seq }) : await redrawnStem(store, game, { origin, seat: known });
  return stem ? answered(stem) : refused('bad_input', 'There is no turn to branch off at or before this event.');
}

/** Who plays on in this branch where a person sat. */
function standInsOf(origin: MatchRecord, seats: readonly SeatCard[]): Record<string, string> {
  const cards = new Map(seats.map((card) => [card.seat, card]));
  const people = origin.seats.filter(isForPeople);
  return Object.fromEntries(
    people.flatMap(({ seat }) => {
      const card = cards.get(seat);
      return card?.kind === 'script' ? [[seat, card.policy]] : [];
    }),
  );
}

function seatsOf(origin: MatchRecord): Record<string, string> {
  return Object.fromEntries(origin.seats.map((card) => [card.seat, card.kind === 'script' ? card.policy : standInFor(origin.game)]));
}

function seatsFor(origin: MatchRecord, { seats, policy }: ForkRequest): Record<string, string> {
  return policy === undefined ? { ...seatsOf(origin), ...seats } : seats;
}
