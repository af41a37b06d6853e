/** The agents of one match while they think. Each is asked once per turn, without blocking the match. */
import type { AgentTurn } from '~/agents/agent-turn';
import { whyOtherBuild } from '~/agents/other-build';
import { refOf } from '~/contract/game-ref';
import { shownAt } from '~/contract/prompt-format';
import { playedBy } from '~/store/match-types';
import type { SeatedAgent } from './agent-service';
import type { LoadedMatch } from './load-match';
import type { SeatMove } from './play-turn';
import { SeatFault } from './seat-fault';
import type { Services } from './services';

/** Minimum time between updates of a growing reply. */
const TELL_EVERY_MS = 100;
/** Only the end of a long reply is sent. */
const MOST_TOLD = 4_000;
/** How long to wait for agents that were called off. */
const HURRY_MS = 500;

interface Thought {
  seat: string;
  /** Identifies who was asked for which turn. */
  about: string;
  stop: AbortController;
  turn: AgentTurn | null;
  /** An error on Mandi's side. */
  fault: Error | null;
  end: Promise<void>;
}

export class PendingTurns {
  private readonly services: Services;
  private readonly match: LoadedMatch;
  private readonly ring: () => void;
  private readonly pendingTurns = new Map<string, Thought>();

  /** `ring` is called when an agent has decided. */
  constructor(services: Services, match: LoadedMatch, ring: () => void) {
    this.services = services;
    this.match = match;
    this.ring = ring;
  }

  /** Asks these seats' agents for this turn, unless already asked, and calls off all others. */
  think(seats: readonly string[], timeMs: number): void {
    const meant = new Map(seats.map((seat) => [seat, this.aboutOf(seat)]));
    for (const thought of this.pendingTurns.values()) if (meant.get(thought.seat) !== thought.about) this.drop(thought);
    for (const [seat, about] of meant) if (!this.pendingTurns.has(seat)) this.begin(seat, about, timeMs);
  }

  /** An agent was asked and has not decided yet. */
  get isThinking(): boolean {
    return this.all.some((thought) => thought.turn === null);
  }

  /** A decision is ready that has not been taken. */
  get hasDecided(): boolean {
    return this.all.some((thought) => thought.turn !== null);
  }

  /** The moves of agents that have decided, in seat order, each returned once. Rethrows errors on Mandi's side. */
  take(): SeatMove[] {
    const moves: SeatMove[] = [];
    for (const { seat } of this.match.record.seats) {
      const thought = this.pendingTurns.get(seat);
      if (!thought?.turn) continue;
      this.pendingTurns.delete(seat);
      if (thought.fault !== null) throw thought.fault;
      const { turn } = thought;
      moves.push({ seat, move: turn.move, turn, ...(turn.guards.length > 0 && { guarded: turn.guards }) });
    }
    return moves;
  }

  /** Time is up: calls off agents that still think, and waits briefly for those that decide now. */
  async hurry(): Promise<void> {
    const thinking = this.all.filter((thought) => thought.turn === null);
    for (const thought of thinking) thought.stop.abort();
    const patience = new AbortController();
    await Promise.race([Promise.all(thinking.map((thought) => thought.end)), pause(HURRY_MS, patience.signal)]);
    patience.abort();
  }

  /** Calls off all agents and ignores their decisions. */
  stop(): void {
    for (const thought of this.all) this.drop(thought);
  }

  private get all(): Thought[] {
    return [...this.pendingTurns.values()];
  }

  private aboutOf(seat: string): string {
    const card = this.match.record.seats.find((one) => one.seat === seat);
    return `${card && playedBy(card)} ${this.match.game.clock(this.match.state).turn}`;
  }

  private drop(thought: Thought): void {
    this.pendingTurns.delete(thought.seat);
    thought.stop.abort();
  }

  private begin(seat: string, about: string, timeMs: number): void {
    const thought: Thought = { seat, about, stop: new AbortController(), turn: null, fault: null, end: Promise.resolve() };
    this.pendingTurns.set(seat, thought);
    thought.end = this.ask(thought, timeMs).then(
      (turn) => {
        thought.turn = turn;
        this.ring();
      },
      (fault: unknown) => {
        thought.fault = fault instanceof Error ? fault : new Error(String(fault));
        thought.turn = NO_TURN;
        this.ring();
      },
    );
  }

  private async ask({ seat, stop }: Thought, timeMs: number): Promise<AgentTurn> {
    const began = this.services.now();
    const { record, game, state } = this.match;
    const { turn: now, round } = game.clock(state);
    const observation = game.observe(state, seat);
    const found = await this.agentIn(seat);
    const turns = await this.services.store.agents.turnsOf(record.id, seat);
    const budget = await this.services.budget?.();
    const told = new Telling((text) => this.tell({ seat, turn: now, round, agent: found.ref, text }));
    stop.signal.addEventListener('abort', () => told.end(), { once: true });
    try {
      const turn = await found.player.play({
        game: refOf(record),
        matchId: record.id,
        seat,
        turn: now,
        round,
        observation,
        shown: () => shownAt(game, { config: record.config, state, seat }),
        past: turns.filter(({ turn }) => turn < now),
        ...(record.guards && { guards: record.guards }),
        timeMs: Math.max(0, Math.min(timeMs, ownLimit(found)) - (this.services.now() - began)),
        signal: stop.signal,
        ...(budget && { budget }),
        onThought: (text) => told.say(text),
      });
      const why = whyOtherBuild([...turns, turn], this.services.pinned?.(seat) ?? null);
      if (why !== null) this.match.otherAnswered ??= `Seat ${seat}: ${why}`;
      return turn;
    } finally {
      told.end();
    }
  }

  private async agentIn(seat: string): Promise<SeatedAgent> {
    const card = this.match.record.seats.find((one) => one.seat === seat);
    const name = (card && playedBy(card)) ?? 'nobody';
    const found = await this.services.agents?.find(name);
    if (!found) throw new SeatFault(`Seat ${seat} is played by "${name}", which this Mandi does not know.`);
    return found;
  }

  private tell(thought: { seat: string; turn: number; round: number; agent: string; text: string | null }): void {
    const { record } = this.match;
    this.services.audience.thought?.(record, { matchId: record.id, ...thought });
  }
}

/** Placeholder for a turn that failed because of an error on Mandi's side. */
const NO_TURN = {} as AgentTurn;

function ownLimit({ agent: { spec } }: SeatedAgent): number {
  return 'turnSeconds' in spec ? spec.turnSeconds * 1000 : Number.POSITIVE_INFINITY;
}

/** Sends a growing reply at intervals, and its end once. */
class Telling {
  private readonly tell: (text: string | null) => void;
  private newest: string | null = null;
  private timer: NodeJS.Timeout | null = null;
  private said = false;
  private over = false;

  constructor(tell: (text: string | null) => void) {
    this.tell = tell;
  }

  say(text: string): void {
    if (this.over) return;
    this.newest = text.slice(-MOST_TOLD);
    if (this.timer) return;
    this.flush();
    this.timer = setTimeout(() => {
      this.timer = null;
      if (this.newest !== null) this.say(this.newest);
    }, TELL_EVERY_MS);
  }

  end(): void {
    if (this.over) return;
    this.over = true;
    if (this.timer) clearTimeout(this.timer);
    if (this.said) this.tell(null);
  }

  private flush(): void {
    this.said = true;
    this.tell(this.newest);
    this.newest = null;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
