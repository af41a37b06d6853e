/** State shared by the stores in memory: matches and listeners. */
import type { AgentTurn } from './agent-store';
import type { Lease, MatchRecord, Notice, StoredEvent, TakenOrder } from './event-store';
import type { Receipt, TableNote, WaitingTurn } from './table-store';

export interface KeptTurn extends WaitingTurn {
  receipt: Receipt | null;
  waiting: boolean;
}

export interface Shelf {
  record: MatchRecord;
  events: StoredEvent[];
  commands: TakenOrder[];
  lease: Lease | null;
  token: number;
  turns: KeptTurn[];
  agentTurns: AgentTurn[];
  notes: TableNote[];
  /** Seats whose holder is connected to this process. */
  here: Set<string>;
}

export class Shelves {
  readonly all = new Map<string, Shelf>();
  readonly ears = new Set<(notice: Notice) => void>();
  readonly processId: string;
  readonly now: () => number;

  constructor(processId: string, now: () => number) {
    this.processId = processId;
    this.now = now;
  }

  tell(record: MatchRecord, kind: Notice['kind']): void {
    this.call({ matchId: record.id, kind, head: record.head, from: this.processId });
  }

  call(notice: Notice): void {
    for (const ear of this.ears) queueMicrotask(() => ear(notice));
  }
}
