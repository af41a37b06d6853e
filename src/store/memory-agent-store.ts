import type { AgentStore, AgentTurn, GamePlace, KeptAgent, NewAgent, PlayedSeat, SeatTurnCounts, TurnPage } from './agent-store';
import { MOST_COUNTED, type SeatCard } from './match-types';
import type { Shelf, Shelves } from './memory-shelves';
import { countsBySeat, pageOfTurns } from './pages-of-turns';
import { conditionsOf } from './played-conditions';
import type { SeasonStore } from './seasons/season-store';

/** Agents of one process, in memory. Turns are stored with their matches. */
export class MemoryAgentStore implements AgentStore {
  private readonly shelves: Shelves;
  private readonly seasons: Pick<SeasonStore, 'list'>;
  private readonly agents: KeptAgent[] = [];
  private readonly refusals = new Map<string, string>();

  constructor(shelves: Shelves, seasons: Pick<SeasonStore, 'list'>) {
    this.shelves = shelves;
    this.seasons = seasons;
  }

  async add(agent: NewAgent): Promise<KeptAgent> {
    const newest = this.newest(agent.name);
    if (newest?.digest === agent.digest) {
      const trusted = newest.trusted || agent.trusted;
      return structuredClone(Object.assign(newest, structuredClone(agent), { trusted, retired: false }));
    }
    const createdAt = new Date(this.shelves.now()).toISOString();
    const added = { ...structuredClone(agent), version: (newest?.version ?? 0) + 1, createdAt, retired: false };
    this.agents.push(added);
    return structuredClone(added);
  }

  async list(): Promise<KeptAgent[]> {
    const newest = this.agents.filter((agent) => this.newest(agent.name) === agent);
    return structuredClone(newest.sort((a, b) => (a.name < b.name ? -1 : 1)));
  }

  async listOlder(): Promise<KeptAgent[]> {
    const older = this.agents.filter((agent) => this.newest(agent.name) !== agent);
    return structuredClone(older.sort((a, b) => (a.name === b.name ? b.version - a.version : a.name < b.name ? -1 : 1)));
  }

  async versions(name: string): Promise<KeptAgent[]> {
    return structuredClone(this.agents.filter((agent) => agent.name === name).reverse());
  }

  async get(name: string, version?: number): Promise<KeptAgent | null> {
    return structuredClone(this.find(name, version) ?? null);
  }

  async retire(name: string, version: number): Promise<KeptAgent | null> {
    const found = this.find(name, version);
    if (found) found.retired = true;
    return this.get(name, version);
  }

  async noteRefusal(digest: string, why: string | null): Promise<void> {
    if (why === null) this.refusals.delete(digest);
    else this.refusals.set(digest, why);
  }

  async refusalsOf(digests: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return new Map([...this.refusals].filter(([digest]) => digests.includes(digest)));
  }

  async matchesOf(refs: readonly string[]): Promise<Record<string, number>> {
    const all = [...this.shelves.all.values()].filter(({ record }) => !record.isPrivate);
    const sits = (seat: SeatCard, ref: string) => ('policy' in seat && seat.policy === ref) || isPerson(seat, ref);
    const count = (ref: string) => all.filter(({ record }) => record.seats.some((seat) => sits(seat, ref))).length;
    return Object.fromEntries(refs.map((ref) => [ref, Math.min(count(ref), MOST_COUNTED)]));
  }

  async playedBy(ref: string, limit: number, place?: GamePlace): Promise<PlayedSeat[]> {
    const closed = new Set((await this.seasons.list()).flatMap(({ id, closedAt }) => (closedAt === null ? [] : [id])));
    const isTold = ({ status, isPrivate, season }: Shelf['record']) =>
      status === 'finished' && !isPrivate && (!season?.sealed || closed.has(season.id));
    const finished = [...this.shelves.all.values()].filter(({ record }) => isTold(record)).reverse();
    const seats = finished.flatMap((shelf) => seatsOf(shelf, ref));
    return seats.filter((seat) => !place || isAt(seat, place)).slice(0, limit);
  }

  async turnsOf(matchId: string, seat?: string): Promise<AgentTurn[]> {
    const turns = this.shelves.all.get(matchId)?.agentTurns ?? [];
    return structuredClone(turns.filter((turn) => seat === undefined || turn.seat === seat));
  }

  async turnPage(matchId: string, page: TurnPage): Promise<AgentTurn[]> {
    return pageOfTurns(await this.turnsOf(matchId), page);
  }

  async turnCounts(matchId: string): Promise<SeatTurnCounts[]> {
    return countsBySeat(await this.turnsOf(matchId));
  }

  async turnsIn(ref: string, matchIds: readonly string[]): Promise<{ matchId: string; turn: AgentTurn }[]> {
    const found = matchIds.flatMap((matchId) => (this.shelves.all.get(matchId)?.agentTurns ?? []).map((turn) => ({ matchId, turn })));
    return structuredClone(
      found.filter(({ turn }) => turn.agent === ref).map(({ matchId, turn }) => ({ matchId, turn: { ...turn, requests: {} } })),
    );
  }

  private newest(name: string): KeptAgent | undefined {
    return this.agents.findLast((agent) => agent.name === name);
  }

  private find(name: string, version: number | undefined): KeptAgent | undefined {
    return version === undefined ? this.newest(name) : this.agents.find((agent) => agent.name === name && agent.version === version);
  }
}

function isAt(seat: GamePlace, place: GamePlace): boolean {
  return seat.game === place.game && seat.version === place.version && seat.task === place.task;
}

function isPerson(card: SeatCard, ref: string): boolean {
  return card.kind === 'person' && card.agent === ref;
}

function seatsOf({ record, notes }: Shelf, ref: string): PlayedSeat[] {
  const { id, game, version, task, seed, seats, scores, origin, season } = record;
  const wasPlayed = (seat: string) => notes.some((note) => note.seat === seat && (note.kind === 'handed_over' || note.kind === 'replaced'));
  const own = seats.filter((card) => (card.kind === 'script' && card.policy === ref) || (isPerson(card, ref) && !wasPlayed(card.seat)));
  const conditions = conditionsOf({ ...record, isBranch: origin !== null, isOfSeason: season !== null }, ref);
  const played = { matchId: id, game, version, task, world: String(seed), conditions };
  return own.map(({ seat }) => ({ ...played, seat, score: scores?.[seat] ?? null }));
}

/** Stores the agents' turns of an append. A repeated turn replaces the earlier one. */
export function keepAgentTurns(shelf: Shelf, turns: readonly AgentTurn[]): void {
  for (const turn of turns) {
    const others = shelf.agentTurns.filter((one) => one.seat !== turn.seat || one.turn !== turn.turn);
    shelf.agentTurns = [...others, structuredClone(turn)].sort((a, b) => a.turn - b.turn || (a.seat < b.seat ? -1 : 1));
  }
}
