import { ownTurns } from '~/lib/play/turn-tally';
import { willPass } from '~/store/database-error';
import type { MatchProgress, TurnClock } from '~/store/event-store';
import type { WaitingTurn } from '~/store/table-store';
import { Look, PAUSED_LINGER_MS } from './look';
import { isOver } from './match-card';
import { type Held, Orders } from './orders';
import type { PendingTurns } from './pending-turns';
import { askSeats, keepEvents } from './play-turn';
import type { Run, RunEnd } from './run';
import type { Services } from './services';
import { type Awaited, awaitedAt, TableTurn } from './table-turn';

/** Agents get this much less than the clock leaves, so that they have spoken when it runs out. */
const KEPT_OF_THE_CLOCK_MS = 500;
const KEPT_OF_A_SHORT_CLOCK = 0.1;
/** Whoever takes a match over leaves people so much of the turn, or its whole clock where that is shorter. */
const GRACE_MS = 10_000;
/** The run looks every second. When a look took longer than this, the process or its database stood still, and nobody could hand in. */
const STANDSTILL_MS = 3_000;
/** While nothing can be written, it is tried again so often. */
const WRITABLE_AGAIN_MS = 1_000;
/** More than that is no extension by a host: the clock of the process that set the deadline was wrong. */
const MOST_GIVEN_MS = 3_600_000;

export interface TablePlay extends Held {
  run: Run;
  pendingTurns: PendingTurns;
  isNew: boolean;
}

/** What the loop does next: it has done something; it waits so many milliseconds or for the bell; the lease is lost. */
type Next = 'moved' | 'lost' | number;

/** Runs a match in which somebody may be waited for: turns end when all have moved, or at their deadline. */
export async function playTable(services: Services, play: TablePlay): Promise<RunEnd> {
  return new TableRun(services, play).run();
}

class TableRun {
  private readonly services: Services;
  private readonly play: TablePlay;
  private readonly look: Look;
  private readonly orders: Orders;
  private turns: WaitingTurn[] = [];
  /** The policies of this turn have been asked, and its clock runs (or is stopped by a pause). */
  private isOpen: boolean;
  /** When a turn of policies alone is played. */
  private due: number;
  /** Of this turn: time in which nobody could hand anything in. */
  private lostMs = 0;
  private isTakenOver: boolean;

  constructor(services: Services, play: TablePlay) {
    const { clock, pace } = play.match.record;
    this.services = services;
    this.play = play;
    this.look = new Look(services, play.run.wake);
    this.orders = new Orders(services, play);
    this.isOpen = clock !== null && (clock.deadline !== null || clock.remaining !== null);
    this.due = services.now() + pace * 1000;
    this.isTakenOver = clock?.deadline != null && !play.isNew;
  }

  async run(): Promise<RunEnd> {
    const { match, kept, run } = this.play;
    if (this.isTakenOver && !(await this.takeOver())) return 'taken';
    while (!run.signal.aborted) {
      const began = this.services.now();
      if (kept.lost() || (this.look.isDue() && !(await this.hear()))) return 'taken';
      this.noteStandstill(began);
      if (isOver(match.record)) return 'over';
      const next = await this.moveOn();
      if (next === 'lost') return 'taken';
      if (next === 'moved') continue;
      const asleep = this.services.now();
      await run.wake.sleep(Math.min(next, this.patience), this.look.heard);
      if (!this.isStill) this.noteStandstill(asleep);
      if (this.isStill && run.wake.rings === this.look.heard) return 'paused';
    }
    return 'stopped';
  }

  private noteStandstill(since: number): void {
    const took = this.services.now() - since;
    if (took > STANDSTILL_MS && this.play.match.record.clock?.deadline) this.lostMs += took;
  }

  /** While nobody ran the match nobody could hand anything in: that time is given back. */
  private takeOver(): Promise<boolean> {
    this.isTakenOver = false;
    return this.giveBack(this.play.kept.lease.idleMs ?? 0);
  }

  /** The deadline moves by what was lost, and is not nearer than the grace. False: the lease is lost. */
  private async giveBack(lostMs: number): Promise<boolean> {
    const { clock } = this.play.match.record;
    if (!clock?.deadline) return true;
    const now = this.services.now();
    const whole = clock.seconds * 1000;
    const left = Math.min(clock.deadline.getTime() - now, whole + MOST_GIVEN_MS);
    const given = Math.max(Math.min(left + lostMs, Math.max(left, whole)), Math.min(GRACE_MS, whole));
    this.lostMs = 0;
    return this.orders.setDeadline(new Date(now + given));
  }

  private get patience(): number {
    return this.isStill ? PAUSED_LINGER_MS : this.look.patience;
  }

  private get isStill(): boolean {
    return this.play.match.record.status === 'paused' && this.orders.steps === 0;
  }

  /** Orders, seats as they are now, and turns that wait. */
  private async hear(): Promise<boolean> {
    const { match } = this.play;
    if (!(await this.orders.obey())) return false;
    const stored = await this.services.store.get(match.record.id);
    if (!stored) return false;
    const { seats, rated } = stored;
    if (rated !== match.record.rated || JSON.stringify(seats) !== JSON.stringify(match.record.seats)) {
      match.record = { ...match.record, seats, rated };
      this.services.audience.card(match.record);
    }
    await this.readTurns();
    return true;
  }

  private async readTurns(): Promise<void> {
    this.turns = await this.services.store.tables.waitingTurns(this.play.match.record.id);
  }

  private async moveOn(): Promise<Next> {
    const { match, pendingTurns } = this.play;
    const awaited = awaitedAt(match);
    const { holders, policies } = awaited;
    if (this.orders.steps > 0) return this.step(awaited);
    if (match.record.status === 'paused') return this.turns.some((turn) => !turn.held) ? this.takeTurns(true) : Number.POSITIVE_INFINITY;
    if (!this.isOpen && holders.length > 0) return this.openTurn(policies);
    this.think(awaited);
    if (this.turns.length > 0 || (this.isOpen && pendingTurns.hasDecided)) return this.takeTurns(false);
    if (!this.isOpen) return this.playPaced(policies);
    if (policies.length > 0) return this.playPolicies(policies);
    const left = this.timeLeft();
    return left > 0 ? left : this.closeLate();
  }

  /** Agents think beside the clock, and within it. */
  private think({ agents }: Awaited): void {
    const left = this.isOpen && this.play.match.record.clock?.deadline ? this.timeLeft() : Number.POSITIVE_INFINITY;
    this.play.pendingTurns.think(agents, left - Math.min(KEPT_OF_THE_CLOCK_MS, left * KEPT_OF_A_SHORT_CLOCK));
  }

  private timeLeft(): number {
    const deadline = this.play.match.record.clock?.deadline;
    if (!deadline) throw new Error('a turn that waits has a deadline');
    return deadline.getTime() - this.services.now();
  }

  /** The policies' turns, and from now on the clock runs for the others. */
  private async openTurn(policies: readonly string[]): Promise<Next> {
    const { match } = this.play;
    const turn = new TableTurn(match);
    turn.playAll(await askSeats(match, policies));
    const { clock } = match.record;
    const seconds = (clock?.seconds ?? 0) + this.orders.given;
    const deadline = new Date(this.services.now() + seconds * 1000);
    const next = await this.keep(turn, clock && { ...clock, deadline, remaining: null });
    if (next === 'moved') {
      this.isOpen = true;
      this.lostMs = 0;
      this.orders.given = 0;
    }
    return next;
  }

  /** What agents have decided and what was handed in; with it the turn's end, if its time is up as well. */
  private async takeTurns(hold: boolean): Promise<Next> {
    const turn = new TableTurn(this.play.match);
    if (!hold) turn.playAll(this.play.pendingTurns.take());
    if (!turn.isClosed) this.turns = turn.takeAll(this.turns, hold);
    const isLate = !hold && this.isOpen && this.timeLeft() <= 0 && this.lostMs === 0;
    if (isLate && !turn.isClosed) turn.lapse();
    return this.keep(turn);
  }

  /** The clock ran out: what came at the last moment still counts. */
  private async closeLate(): Promise<Next> {
    await this.play.pendingTurns.hurry();
    const asked = this.services.now();
    await this.readTurns();
    this.noteStandstill(asked);
    if (!(await this.canHandIn())) {
      this.lostMs += WRITABLE_AGAIN_MS;
      return WRITABLE_AGAIN_MS;
    }
    if (this.lostMs > 0) return (await this.giveBack(this.lostMs)) ? 'moved' : 'lost';
    return this.takeTurns(false);
  }

  /** A turn may be too long for what is left of a full disk, where the events of a lapse are not: the match could go on without anybody's turn. */
  private async canHandIn(): Promise<boolean> {
    try {
      await this.services.store.checkWrites();
      return true;
    } catch (fault) {
      if (!willPass(fault)) throw fault;
      if (this.lostMs === 0)
        this.services.log.warn({ matchId: this.play.match.record.id, fault }, 'nobody can hand in a turn; the round waits');
      return false;
    }
  }

  /** Seats that policies play while others' turns are awaited, or the last that are. */
  private async playPolicies(policies: readonly string[]): Promise<Next> {
    const turn = new TableTurn(this.play.match);
    turn.playAll(await askSeats(this.play.match, policies));
    if (!turn.isClosed) turn.playAll(this.play.pendingTurns.take());
    return this.keep(turn);
  }

  /** A turn that waits for nobody goes at the match's pace, or as its agents think. */
  private async playPaced(policies: readonly string[]): Promise<Next> {
    const wait = this.due - this.services.now();
    if (wait > 0) return wait;
    return this.play.pendingTurns.isThinking ? Number.POSITIVE_INFINITY : this.playPolicies(policies);
  }

  /** The host ends the turn: whoever has handed in nothing misses it. */
  private async step(awaited: Awaited): Promise<Next> {
    const { match, pendingTurns } = this.play;
    if (!this.isOpen) this.think(awaited);
    else await pendingTurns.hurry();
    if (pendingTurns.isThinking && !this.isOpen) return Number.POSITIVE_INFINITY;
    this.orders.steps -= 1;
    await this.readTurns();
    const turn = new TableTurn(match);
    const moves = [...(await askSeats(match, awaited.policies)), ...pendingTurns.take()];
    if (!this.isOpen) turn.playAll(moves);
    if (!turn.isClosed) this.turns = turn.takeAll(this.turns, false);
    if (!turn.isClosed) turn.playAll(moves.filter(({ seat }) => turn.isAwaited(seat)));
    if (!turn.isClosed) turn.lapse();
    return this.keep(turn);
  }

  private async keep(turn: TableTurn, clock?: TurnClock | null): Promise<Next> {
    const { match, kept } = this.play;
    const { events, state, answers, turns } = turn;
    const progress: MatchProgress = turn.isClosed ? this.closing(turn) : clock ? { clock } : {};
    const news = { ...(answers.length > 0 && { answers }), ...(turns.length > 0 && { turns }) };
    const at = match.game.clock(match.state);
    const began = beginOf(match.record.clock, this.services.now());
    const answer = await keepEvents(this.services, match, { lease: kept.lease, events, state, progress, ...news });
    if (!answer.ok) return 'lost';
    for (const { receipt, held } of answers) if (receipt.ok && !held) ownTurns.add({ kind: 'person', ms: this.services.now() - began });
    match.guards.remember(at, events);
    if (!turn.isClosed) return 'moved';
    this.isOpen = false;
    this.due = this.services.now() + match.record.pace * 1000;
    return 'moved';
  }

  private closing({ missed }: TableTurn): MatchProgress {
    const { clock, turn } = this.play.match.record;
    return { missed: { turn, seats: missed }, ...(clock && { clock: { ...clock, deadline: null, remaining: null } }) };
  }
}

/** When the turn began that people are waited for in, as its clock says. */
function beginOf(clock: TurnClock | null, now: number): number {
  return clock?.deadline ? Math.min(now, clock.deadline.getTime() - clock.seconds * 1000) : now;
}
