import type { Receipt } from '~/contract/game';
import { findPolicy } from '~/games/policies';
import { loadMatch } from '~/match/load-match';
import type { Services } from '~/match/services';
import { claimSeat } from '~/match/table/claim-seat';
import { openTable, type TableRequest } from '~/match/table/open-table';
import { startMatch } from '~/match/table/start-match';
import { submitTurn } from '~/match/table/submit-turn';
import type { EventStore } from '~/store/event-store';
import type { HandedIn } from '~/store/table-store';
import { waitUntil } from './runners';

/** Opens a table, seats a person in every open seat, and starts the match; answers its id and the seats' tokens. */
export async function seatedTable(services: Services, request: TableRequest): Promise<{ id: string; tokens: Map<string, string> }> {
  const opened = await openTable(services, request);
  if (!opened.ok) throw new Error(opened.why);
  const { id, seats } = opened.value.match;
  const tokens = new Map<string, string>();
  for (const { seat, kind } of seats) {
    if (kind !== 'open') continue;
    const claimed = await claimSeat(services, { matchId: id, seat, name: `At ${seat.slice(4)}`, kind: 'person' });
    if (!claimed.ok) throw new Error(claimed.why);
    tokens.set(seat, claimed.value.token);
  }
  const started = await startMatch(services, id);
  if (!started.ok) throw new Error(started.why);
  return { id, tokens };
}

export interface TurnOf {
  id: string;
  seat: string;
  round: number;
  key?: string;
}

/** What the greedy policy would do in this seat, handed in as a person's turn. */
export async function handInGreedy(services: Services, { id, seat, round, key = `${seat} ${round}` }: TurnOf): Promise<Receipt> {
  const actions = await greedyActions(services.store, id, seat);
  return handIn(services, { id, seat, round, key, actions });
}

export async function handIn(
  services: Services,
  { id, seat, round, key, actions }: Required<TurnOf> & { actions: unknown },
): Promise<Receipt> {
  return submitted(services, { matchId: id, seat, turn: round, key, payload: { actions, round_index: round, key } });
}

/** As a client does: asks again, with the same key, for as long as nobody has processed the turn. */
async function submitted(services: Services, turn: HandedIn): Promise<Receipt> {
  for (;;) {
    const answer = await submitTurn(services, turn);
    if (!answer.ok) throw new Error(answer.why);
    if (answer.value.ok || answer.value.code !== 'unanswered') return answer.value;
  }
}

/** A move of a game whose moves are no list of actions. */
export async function handInMove(services: Services, { id, seat, turn, key = `${seat} ${turn}`, move }: MoveOf): Promise<Receipt> {
  return submitted(services, { matchId: id, seat, turn, key, payload: move });
}

export interface MoveOf {
  id: string;
  seat: string;
  turn: number;
  key?: string;
  move: unknown;
}

/** Waits until the clock of that turn runs. */
export async function turnOpens(store: EventStore, id: string, turn: number): Promise<Date> {
  let deadline: Date | null = null;
  await waitUntil(async () => {
    const match = await store.get(id);
    if (match?.status !== 'running') throw new Error(`the match is ${match?.status ?? 'gone'}: ${match?.fault ?? ''}`);
    deadline = match.turn === turn ? (match.clock?.deadline ?? null) : null;
    return deadline !== null;
  });
  return deadline as unknown as Date;
}

/** Waits until the clock of that round runs. */
export async function roundOpens(store: EventStore, id: string, round: number): Promise<Date> {
  let deadline: Date | null = null;
  await waitUntil(async () => {
    const match = await store.get(id);
    if (match?.status !== 'running') throw new Error(`the match is ${match?.status ?? 'gone'}: ${match?.fault ?? ''}`);
    deadline = match.round === round ? (match.clock?.deadline ?? null) : null;
    return deadline !== null;
  });
  return deadline as unknown as Date;
}

async function greedyActions(store: EventStore, id: string, seat: string): Promise<unknown> {
  const match = await loadMatch(store, id);
  const policy = findPolicy('gpu-market/open', 'greedy');
  if (!match || !policy) throw new Error('nothing to choose from');
  const chosen: unknown = await policy.choose(match.game.observe(match.state, seat));
  return Array.isArray(chosen) ? chosen : [chosen];
}
