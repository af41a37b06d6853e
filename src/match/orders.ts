import type { MatchProgress, TakenOrder, TurnClock } from '~/store/event-store';
import type { KeptLease } from './keep-lease';
import { askRules, type LoadedMatch } from './load-match';
import { isOver } from './match-card';
import { keepEvents } from './play-turn';
import type { Services } from './services';

/** The match that the lease's holder works on. */
export interface Held {
  match: LoadedMatch;
  kept: KeptLease;
}

type Steering = TakenOrder & { command: keyof typeof STATUS_AFTER };

const STATUS_AFTER = { pause: 'paused', resume: 'running', abort: 'aborted' } as const;

/** Carries out commands of operators and hosts. */
export class Orders {
  /** Single steps not yet played. */
  steps = 0;
  /** Seconds granted before the clock was set. */
  given = 0;
  private readonly services: Services;
  private readonly held: Held;

  constructor(services: Services, held: Held) {
    this.services = services;
    this.held = held;
  }

  /** Carries out the waiting commands. Returns false if the lease is lost. */
  async obey(): Promise<boolean> {
    for (const order of await this.services.store.takeCommands(this.held.kept.lease)) {
      if (isOver(this.held.match.record)) break; // commands given before the end was known have no effect
      if (!(await this.carryOut(order))) return false;
    }
    return true;
  }

  private async carryOut(order: TakenOrder): Promise<boolean> {
    switch (order.command) {
      case 'step':
        this.steps += 1;
        return true;
      case 'extend':
        return this.extend(order.seconds);
      case 'shock':
        return this.interfere(order.request);
      default:
        return this.steer(order);
    }
  }

  private steer(order: Steering): Promise<boolean> {
    const status = STATUS_AFTER[order.command];
    const now = this.services.now();
    const clock = clockAfter(this.held.match.record.clock, order.command, now);
    const finishedAt = status === 'aborted' ? { finishedAt: new Date(now) } : {};
    const fault = order.command === 'abort' && order.why !== undefined ? { fault: order.why } : {};
    return this.change({ status, ...finishedAt, ...fault, ...(clock && { clock }) }, order);
  }

  private async extend(seconds: number): Promise<boolean> {
    const { clock } = this.held.match.record;
    if (clock === null) return true;
    if (clock.deadline) return this.change({ clock: { ...clock, deadline: new Date(clock.deadline.getTime() + seconds * 1000) } });
    if (clock.remaining !== null) return this.change({ clock: { ...clock, remaining: clock.remaining + seconds * 1000 } });
    this.given += seconds;
    return true;
  }

  /** Sets the turn's deadline without a command. Returns false if the lease is lost. */
  setDeadline(deadline: Date): Promise<boolean> {
    const { clock } = this.held.match.record;
    return clock === null ? Promise.resolve(true) : this.change({ clock: { ...clock, deadline, remaining: null } });
  }

  private async interfere(request: unknown): Promise<boolean> {
    const { match, kept } = this.held;
    const { game, state } = match;
    const reading = game.interfere && askRules(game, () => game.interfere?.(state, request));
    if (!reading?.ok) return true; // it was possible when requested, but no longer is
    const after = askRules(game, () => reading.value.reduce((before, event) => game.evolve(before, event), game.copy(state)));
    match.record = { ...match.record, rated: false }; // the same as the requester stored
    const answer = await keepEvents(this.services, match, { lease: kept.lease, events: reading.value, state: after });
    return answer.ok;
  }

  private async change(progress: MatchProgress, order?: TakenOrder): Promise<boolean> {
    const { match, kept } = this.held;
    if (!(await this.services.store.update(kept.lease, progress, order))) return false;
    match.record = { ...match.record, ...progress };
    this.services.audience.card(match.record);
    return true;
  }
}

/** A pause keeps the remaining time of the turn. */
function clockAfter(clock: TurnClock | null, command: Steering['command'], now: number): TurnClock | null {
  if (clock === null) return null;
  if (command === 'pause' && clock.deadline) return { ...clock, deadline: null, remaining: Math.max(0, clock.deadline.getTime() - now) };
  if (command === 'resume' && clock.remaining !== null) return { ...clock, deadline: new Date(now + clock.remaining), remaining: null };
  return command === 'abort' ? { ...clock, deadline: null, remaining: null } : clock;
}
