import type { MatchProgress, RoundClock } from '~/store/event-store';
import type { WaitingTurn } from '~/store/table-store';
import { Look, PAUSED_LINGER_MS } from './look';
import { isOver } from './match-card';
import { type Held, Orders } from './orders';
import { askSeats, keepEvents } from './play-turn';
import type { Run, RunEnd } from './run';
import type { Services } from './services';
import { awaitedAt, TableRound } from './table-round';

/** What the loop does next: it has done something; it waits so many milliseconds or for the bell; the lease is lost. */
type Next = 'moved' | 'lost' | number;

/** Runs a match in which somebody may be waited for: rounds close when all turns are in, or at their deadline. */
export async function playTable(services: Services, play: Held & { run: Run }): Promise<RunEnd> {
  return new TableRun(services, play).run();
}

class TableRun {
  private readonly services: Services;
  private readonly play: Held & { run: Run };
  private readonly look: Look;
  private readonly orders: Orders;
  private turns: WaitingTurn[] = [];
  /** The policies of this round have been asked, and its clock runs (or is stopped by a pause). */
  private isOpen: boolean;
  /** When a round of policies alone is played. */
  private due: number;

  constructor(services: Services, play: Held & { run: Run }) {
    const { clock, pace } = play.match.record;
    this.services = services;
    this.play = play;
    this.look = new Look(services, play.run.wake);
    this.orders = new Orders(services, play);
    this.isOpen = clock !== null && (clock.deadline !== null || clock.remaining !== null);
    this.due = services.now() + pace * 1000;
  }

  async run(): Promise<RunEnd> {
    const { match, kept, run } = this.play;
    while (!run.signal.aborted) {
      if (kept.lost() || (this.look.isDue() && !(await this.hear()))) return 'taken';
      if (isOver(match.record)) return 'over';
      const next = await this.moveOn();
      if (next === 'lost') return 'taken';
      if (next === 'moved') continue;
      await run.wake.sleep(Math.min(next, this.patience), this.look.heard);
      if (match.record.status === 'paused' && run.wake.rings === this.look.heard) return 'paused';
    }
    return 'stopped';
  }

  private get patience(): number {
    return this.play.match.record.status === 'paused' ? PAUSED_LINGER_MS : this.look.patience;
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
    const { match } = this.play;
    const isPaused = match.record.status === 'paused';
    if (this.orders.steps > 0) return this.step();
    if (isPaused) return this.turns.some((turn) => !turn.held) ? this.takeTurns(true) : Number.POSITIVE_INFINITY;
    const { holders, policies } = awaitedAt(match);
    if (!this.isOpen && holders.length > 0) return this.openRound(policies);
    if (this.turns.length > 0) return this.takeTurns(false);
    if (holders.length === 0) return this.isOpen ? this.playPolicies(policies) : this.playPaced(policies);
    if (policies.length > 0) return this.playPolicies(policies);
    const left = this.timeLeft();
    return left > 0 ? left : this.closeLate();
  }

  private timeLeft(): number {
    const deadline = this.play.match.record.clock?.deadline;
    if (!deadline) throw new Error('a round that waits has a deadline');
    return deadline.getTime() - this.services.now();
  }

  /** The policies' turns, and from now on the clock runs for the others. */
  private async openRound(policies: readonly string[]): Promise<Next> {
    const { match } = this.play;
    const round = new TableRound(match);
    round.playAll(await askSeats(match, policies));
    const { clock } = match.record;
    const seconds = (clock?.seconds ?? 0) + this.orders.given;
    const deadline = new Date(this.services.now() + seconds * 1000);
    const next = await this.keep(round, clock && { ...clock, deadline, remaining: null });
    if (next === 'moved') {
      this.isOpen = true;
      this.orders.given = 0;
    }
    return next;
  }

  /** What was handed in; with it the round's end, if its time is up as well. */
  private async takeTurns(hold: boolean): Promise<Next> {
    const round = new TableRound(this.play.match);
    this.turns = round.takeAll(this.turns, hold);
    const isLate = !hold && this.isOpen && this.timeLeft() <= 0;
    if (isLate && !round.isClosed) round.lapse();
    return this.keep(round);
  }

  /** The clock ran out: what came at the last moment still counts. */
  private async closeLate(): Promise<Next> {
    await this.readTurns();
    return this.takeTurns(false);
  }

  /** Seats that policies play while others' turns are awaited, or the last that are. */
  private async playPolicies(policies: readonly string[]): Promise<Next> {
    const round = new TableRound(this.play.match);
    round.playAll(await askSeats(this.play.match, policies));
    return this.keep(round);
  }

  /** A round that waits for nobody goes at the match's pace. */
  private async playPaced(policies: readonly string[]): Promise<Next> {
    const wait = this.due - this.services.now();
    return wait > 0 ? wait : this.playPolicies(policies);
  }

  /** The host closes the round: whoever has not spoken is silent. */
  private async step(): Promise<Next> {
    this.orders.steps -= 1;
    await this.readTurns();
    const { match } = this.play;
    const round = new TableRound(match);
    const moves = await askSeats(match, awaitedAt(match).policies);
    if (!this.isOpen) round.playAll(moves);
    if (!round.isClosed) this.turns = round.takeAll(this.turns, false);
    if (!round.isClosed) round.playAll(moves.filter(({ seat }) => round.isAwaited(seat)));
    if (!round.isClosed) round.lapse();
    return this.keep(round);
  }

  private async keep(round: TableRound, clock?: RoundClock | null): Promise<Next> {
    const { match, kept } = this.play;
    const { events, state, answers } = round;
    const progress: MatchProgress = round.isClosed ? this.closing(round) : clock ? { clock } : {};
    const kind = answers.length > 0 ? { answers } : {};
    const answer = await keepEvents(this.services, match, { lease: kept.lease, events, state, progress, ...kind });
    if (!answer.ok) return 'lost';
    if (!round.isClosed) return 'moved';
    this.isOpen = false;
    this.due = this.services.now() + match.record.pace * 1000;
    return 'moved';
  }

  private closing({ silent }: TableRound): MatchProgress {
    const { clock } = this.play.match.record;
    return { silent, ...(clock && { clock: { ...clock, deadline: null, remaining: null } }) };
  }
}
