/**
 * Agents that were added here, version by version, and what agents did in each of their turns. Postgres (`postgres-agent-store.ts`) and
 * memory (`memory-agent-store.ts`) keep the same promises. Turns are written by `EventStore.append`, with the events that they led to.
 */
import type { Agent } from '~/agents/agent';
import type { AgentTurn, TurnCounts } from '~/agents/agent-turn';
import type { GameKey } from '~/contract/game-ref';
import type { SpendingBook } from '~/lib/spending/spending-book';

export type { Agent } from '~/agents/agent';
export type { AgentTurn } from '~/agents/agent-turn';

/** An agent as it is kept. `trusted`: written down by whoever has this machine, so that its address may be a private one. */
export type KeptAgent = Agent & { trusted: boolean };

/** An agent to be kept; its version is the store's. */
export type NewAgent = Omit<KeptAgent, 'version' | 'createdAt' | 'retired'>;

/** A seat that an agent, or a person of the registry, had in a finished match from its start to its end. */
export interface PlayedSeat {
  matchId: string;
  seat: string;
  game: GameKey;
  /** Of the game's rules. */
  version: number;
  task: string;
  score: number | null;
  /** Its seed: matches of one task with the same seed are one world. */
  world: string;
  /** See `conditionsOf`. */
  conditions: string | null;
}

/** Where results can be compared: one task under one version of a game's rules. */
export type GamePlace = Pick<PlayedSeat, 'game' | 'version' | 'task'>;

/** Which of a match's turns: of these seats, the newest so many before one of them, and no more bytes than may be sent. */
export interface TurnPage {
  seats: readonly string[];
  /** null: from the newest on. */
  before: { turn: number; seat: string } | null;
  limit: number;
  /** Of all of them as JSON; the newest comes whatever its size. */
  mostBytes: number;
}

export interface SeatTurnCounts {
  seat: string;
  /** Its first turn that is kept. */
  oldest: number;
  counts: TurnCounts;
}

export interface AgentStore {
  /** What their models have used of budgets; left out: each process counts for itself. */
  readonly spending?: SpendingBook;
  /** A new name, or a new version of a known one. The same digest as the newest version's is that version, under the words given now; trust stays. */
  add(agent: NewAgent): Promise<KeptAgent>;
  /** The newest version of each name, by name. */
  list(): Promise<KeptAgent[]>;
  /** The versions before the newest of each name, by name, newest first. */
  listOlder(): Promise<KeptAgent[]>;
  /** Newest first. */
  versions(name: string): Promise<KeptAgent[]>;
  /** That version, or the newest. */
  get(name: string, version?: number): Promise<KeptAgent | null>;
  /** The version as it was retired, now or before; null: there is none. */
  retire(name: string, version: number): Promise<KeptAgent | null>;

  /** What a program said to its key when it was last asked, in a sentence; null: it took it. Of all agents with this digest, for every process. */
  noteRefusal(digest: string, why: string | null): Promise<void>;
  /** Of these digests those whose program refused its key when it was last asked, and why. */
  refusalsOf(digests: readonly string[]): Promise<ReadonlyMap<string, string>>;

  /** How many matches each of these has, or had, a seat in: `name@version`, of people too, or a scripted policy's id. */
  matchesOf(refs: readonly string[]): Promise<Record<string, number>>;
  /** Newest first; of one task of a game's version, where it is named. A person's seat that another played for a time is left out. */
  playedBy(ref: string, limit: number, place?: GamePlace): Promise<PlayedSeat[]>;
  /** By turn, then seat. */
  turnsOf(matchId: string, seat?: string): Promise<AgentTurn[]>;
  /** By turn, then seat. */
  turnPage(matchId: string, page: TurnPage): Promise<AgentTurn[]>;
  /** What each seat's turns of a match count up to, by seat. No text of a turn is read for it. */
  turnCounts(matchId: string): Promise<SeatTurnCounts[]>;
  /** An agent's turns in these matches, without their prompts. */
  turnsIn(ref: string, matchIds: readonly string[]): Promise<{ matchId: string; turn: AgentTurn }[]>;
}
