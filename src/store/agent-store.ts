/**
 * Added agents in all versions, and what agents did in each of their turns. Postgres (`postgres-agent-store.ts`) and memory
 * (`memory-agent-store.ts`) behave the same. `EventStore.append` writes turns together with their events.
 */
import type { Agent } from '~/agents/agent';
import type { AgentTurn, TurnCounts } from '~/agents/agent-turn';
import type { GameKey } from '~/contract/game-ref';
import type { SpendingBook } from '~/lib/spending/spending-book';

export type { Agent } from '~/agents/agent';
export type { AgentTurn } from '~/agents/agent-turn';

/** A stored agent. `trusted`: added by someone with access to this machine, so its address may be private. */
export type KeptAgent = Agent & { trusted: boolean };

/** An agent to store; the store assigns its version. */
export type NewAgent = Omit<KeptAgent, 'version' | 'createdAt' | 'retired'>;

/** A seat that an agent or a registered person played from start to end of a finished match. */
export interface PlayedSeat {
  matchId: string;
  seat: string;
  game: GameKey;
  /** Version of the game's rules. */
  version: number;
  task: string;
  score: number | null;
  /** The seed: matches of one task with the same seed have the same world. */
  world: string;
  /** See `conditionsOf`. */
  conditions: string | null;
}

/** Where results are comparable: one task under one version of a game's rules. */
export type GamePlace = Pick<PlayedSeat, 'game' | 'version' | 'task'>;

/** A page of a match's turns: the newest ones of these seats before a given turn, limited in number and bytes. */
export interface TurnPage {
  seats: readonly string[];
  /** null: from the newest on. */
  before: { turn: number; seat: string } | null;
  limit: number;
  /** Total size as JSON. The newest turn is included whatever its size. */
  mostBytes: number;
}

export interface SeatTurnCounts {
  seat: string;
  /** The first stored turn. */
  oldest: number;
  counts: TurnCounts;
}

export interface AgentStore {
  /** What their models have used of budgets. Absent: each process counts separately. */
  readonly spending?: SpendingBook;
  /** Adds a new name or a new version. If the digest equals the newest version's, updates that version's texts and keeps its trust. */
  add(agent: NewAgent): Promise<KeptAgent>;
  /** The newest version of each name, by name. */
  list(): Promise<KeptAgent[]>;
  /** Versions before the newest, by name, newest first. */
  listOlder(): Promise<KeptAgent[]>;
  /** Newest first. */
  versions(name: string): Promise<KeptAgent[]>;
  /** The given version, or the newest. */
  get(name: string, version?: number): Promise<KeptAgent | null>;
  /** The retired version, also if it was retired before; null if unknown. */
  retire(name: string, version: number): Promise<KeptAgent | null>;

  /**
   * Records what a program last said to its key, as a sentence; null: accepted. Applies to all agents with this digest, in every process.
   */
  noteRefusal(digest: string, why: string | null): Promise<void>;
  /** Of these digests, those whose program refused its key at the last call, with the reason. */
  refusalsOf(digests: readonly string[]): Promise<ReadonlyMap<string, string>>;

  /** Number of matches, at most `MOST_COUNTED`, in which each has or had a seat: `name@version` (also of people), or a scripted policy's id. */
  matchesOf(refs: readonly string[]): Promise<Record<string, number>>;
  /** Newest first; optionally only one task of a game's version. Leaves out people's seats that someone else played for a time. */
  playedBy(ref: string, limit: number, place?: GamePlace): Promise<PlayedSeat[]>;
  /** By turn, then seat. */
  turnsOf(matchId: string, seat?: string): Promise<AgentTurn[]>;
  /** By turn, then seat. */
  turnPage(matchId: string, page: TurnPage): Promise<AgentTurn[]>;
  /** Turn counts of a match, by seat. Does not read the turns' texts. */
  turnCounts(matchId: string): Promise<SeatTurnCounts[]>;
  /** An agent's turns in these matches, without prompts. */
  turnsIn(ref: string, matchIds: readonly string[]): Promise<{ matchId: string; turn: AgentTurn }[]>;
}
