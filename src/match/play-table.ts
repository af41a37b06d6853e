import { ownTurns } from '~/lib/play/turn-tally';
import { MATCH, traced } from '~/lib/tracing/trace';
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

/** Agents get this much less time than the clock, so that their moves arrive before it runs out. */
const KEPT_OF_THE_CLOCK_MS = 500;
const KEPT_OF_A_SHORT_CLOCK = 0.1;
/** After a takeover, people have at least this much of the turn left, or the whole clock if that is shorter. */
const GRACE_MS = 10_000;
/** The run checks every second. If a check took longer than this, the process or its database was stalled, and nobody could submit. */
const STANDSTILL_MS = 3_000;
/** How often to retry while nothing can be written. */
const WRITABLE_AGAIN_MS = 1_000;
/** More than this cannot be a host's extension; the clock of the process that set the deadline was wrong. */
const MOST_GIVEN_MS = 3_600_000;

export interface TablePlay extends Held {
  run: Run;
  pendingTurns: PendingTurns;
  isNew: boolean;
}

/**
 * What the loop does next: continue, because something was done; wait this many milliseconds or for a signal; or stop, because the lease is
 * lost.
 */
type Next = 'moved' | 'lost' | number;

/** Runs a match with seats that may be waited for: a turn ends when all seats have moved, or at its deadline. */
export async function playTable(services: Services, play: TablePlay): Promise<RunEnd> {
  return new TableRun(services, play).run();
}

class TableRun {
  private readonly services: Services;
  private readonly play: TablePlay;
  private readonly look: Look;
  private readonly orders: Orders;
  private turns: WaitingTurn[] = [];
  /** This turn's policies have been asked, and its clock runs (or is paused). */
  private isOpen: boolean;
  /** When to play a turn in which only policies move. */
  private due: number;
  /** Time of this turn in which nobody could submit. */
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

  /** Gives back the time in which no process ran the match, because nobody could submit. */
  private takeOver(): Promise<boolean> {
    this.isTakenOver = false;
    return this.giveBack(this.play.kept.lease.idleMs ?? 0);
  }

  /** Extends the deadline by the lost time, to at least the grace period. Returns false if the lease is lost. */
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

  /** Reads commands, the current seats, and submitted turns. */
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

  /** Asks agents, within the turn's clock. */
  private think({ agents }: Awaited): void {
    const left = this.isOpen && this.play.match.record.clock?.deadline ? this.timeLeft() : Number.POSITIVE_INFINITY;
    this.play.pendingTurns.think(agents, left - Math.min(KEPT_OF_THE_CLOCK_MS, left * KEPT_OF_A_SHORT_CLOCK));
  }

  private timeLeft(): number {
    const deadline = this.play.match.record.clock?.deadline;
    if (!deadline) throw new Error('a turn that waits has a deadline');
    return deadline.getTime() - this.services.now();
  }

  /** Plays the policies' moves and starts the clock for the other seats. */
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

  /** Plays agents' decisions and submitted turns, and ends the turn if its time is up. */
  private async takeTurns(hold: boolean): Promise<Next> {
    const turn = new TableTurn(this.play.match);
    if (!hold) turn.playAll(this.play.pendingTurns.take());
    if (!turn.isClosed) this.turns = turn.takeAll(this.turns, hold);
    const isLate = !hold && this.isOpen && this.timeLeft() <= 0 && this.lostMs === 0;
    if (isLate && !turn.isClosed) turn.lapse();
    return this.keep(turn);
  }

  /** When the clock runs out, turns submitted at the last moment still count. */
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

  /**
   * On a nearly full disk, a submitted turn may be too long to store while a lapse still fits. Without this check, the match could go on
   * without anyone's turn.
   */
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

  /** Plays policies' seats while other seats are awaited, or the last awaited ones. */
  private async playPolicies(policies: readonly string[]): Promise<Next> {
    const turn = new TableTurn(this.play.match);
    turn.playAll(await askSeats(this.play.match, policies));
    if (!turn.isClosed) turn.playAll(this.play.pendingTurns.take());
    return this.keep(turn);
  }

  /** Plays a turn without people, at the match's pace or when its agents have decided. */
  private async playPaced(policies: readonly string[]): Promise<Next> {
    const wait = this.due - this.services.now();
    if (wait > 0) return wait;
    return this.play.pendingTurns.isThinking ? Number.POSITIVE_INFINITY : this.playPolicies(policies);
  }

  /** The host ends the turn: seats that have not submitted miss it. */
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
    const facts = () => ({ [MATCH]: match.record.id, 'mandi.round': match.record.round, 'mandi.head': match.head });
    const stored = { lease: kept.lease, events, state, progress, ...news };
    const answer = await traced('turn', { facts }, () => keepEvents(this.services, match, stored));
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

/** When the current turn started, computed from its clock. */
function beginOf(clock: TurnClock | null, now: number): number {
  return clock?.deadline ? Math.min(now, clock.deadline.getTime() - clock.seconds * 1000) : now;
}
