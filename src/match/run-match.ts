import type { ControlCommand } from '~/store/event-store';
import { type KeptLease, keepLease } from './keep-lease';
import { type LoadedMatch, loadMatch, RulesFault, UnknownRuleset } from './load-match';
import { isOver } from './match-card';
import { playTurn, SeatFault } from './play-turn';
import type { Services } from './services';
import type { Wake } from './wake';

/**
 * How a run ended: the match is over; it is paused and nobody steps it; the process stops; another process has it; it failed by its
 * own fault; there is none.
 */
export type RunEnd = 'over' | 'paused' | 'stopped' | 'taken' | 'failed' | 'unknown';

/** Commands are looked for this often though no bell has rung. */
const LOOK_EVERY_MS = 1_000;
/** A paused match is kept at hand for so long after its last step; then it is nobody's, and costs nothing, until a command comes. */
const PAUSED_LINGER_MS = 5_000;

export interface Run {
  /** A command waits, or the like: look now. */
  wake: Wake;
  /** Aborted: leave the match, as it stands, to the next process. */
  signal: AbortSignal;
}

/** Runs a match at its pace to its end, from wherever its events left it. Only the lease's holder plays. */
export async function runMatch(services: Services, matchId: string, run: Run): Promise<RunEnd> {
  const kept = await keepLease(services, matchId, () => run.wake.ring());
  if (!kept) return (await services.store.get(matchId)) ? 'taken' : 'unknown';
  const ring = (): void => run.wake.ring();
  run.signal.addEventListener('abort', ring);
  try {
    const match = await loadMatch(services.store, matchId);
    return match ? await playOn(services, { match, kept, run }) : 'unknown';
  } catch (fault) {
    if (!(fault instanceof SeatFault || fault instanceof RulesFault || fault instanceof UnknownRuleset)) throw fault;
    services.log.error({ matchId, fault: fault.message }, 'a match failed');
    await fail(services, matchId, { kept, why: fault.message });
    return 'failed';
  } finally {
    run.signal.removeEventListener('abort', ring);
    await kept.end();
  }
}

interface Play {
  match: LoadedMatch;
  kept: KeptLease;
  run: Run;
}

async function playOn(services: Services, play: Play): Promise<RunEnd> {
  const { match, kept, run } = play;
  const commands = new CommandBox(services, play);
  let due = services.now() + match.record.pace * 1000;
  while (!run.signal.aborted) {
    if (kept.lost() || !(await commands.obey())) return 'taken';
    const { status, pace } = match.record;
    if (isOver(match.record)) return 'over';
    const wait = due - services.now();
    if (commands.steps === 0 && (status === 'paused' || wait > 0)) {
      await run.wake.sleep(status === 'paused' ? PAUSED_LINGER_MS : wait, commands.heard);
      if (status === 'paused' && run.wake.rings === commands.heard) return 'paused';
      continue;
    }
    commands.steps = Math.max(0, commands.steps - 1);
    const answer = await playTurn(services, match, kept.lease);
    if (!answer.ok) return 'taken';
    due = services.now() + pace * 1000;
    if (pace === 0) await new Promise(setImmediate); // others want to be served as well
  }
  return 'stopped';
}

/** What operators ask for. Looked at when the bell has rung, and now and then in case a notice was lost. */
class CommandBox {
  /** Single steps still owed. */
  steps = 0;
  heard = -1;
  private lookedAt = 0;
  private readonly services: Services;
  private readonly play: Play;

  constructor(services: Services, play: Play) {
    this.services = services;
    this.play = play;
  }

  /** Carries the waiting commands out; false: the lease is lost. */
  async obey(): Promise<boolean> {
    const { rings } = this.play.run.wake;
    const now = this.services.now();
    if (rings === this.heard && now - this.lookedAt < LOOK_EVERY_MS) return true;
    this.heard = rings;
    this.lookedAt = now;
    for (const command of await this.services.store.takeCommands(this.play.kept.lease)) {
      if (isOver(this.play.match.record)) break; // what was asked before the end was known comes to nothing
      if (command === 'step') this.steps += 1;
      else if (!(await change(this.services, this.play, command))) return false;
    }
    return true;
  }
}

const STATUS_AFTER = { pause: 'paused', resume: 'running', abort: 'aborted' } as const;

async function change(services: Services, play: Play, command: Exclude<ControlCommand, 'step'>): Promise<boolean> {
  const { match, kept } = play;
  const status = STATUS_AFTER[command];
  const progress = status === 'aborted' ? { status, finishedAt: new Date(services.now()) } : { status };
  if (!(await services.store.update(kept.lease, progress))) return false;
  match.record = { ...match.record, ...progress };
  services.audience.card(match.record);
  return true;
}

async function fail(services: Services, matchId: string, end: { kept: KeptLease; why: string }): Promise<void> {
  const kept = await services.store.update(end.kept.lease, { status: 'failed', fault: end.why, finishedAt: new Date(services.now()) });
  const record = kept ? await services.store.get(matchId) : null;
  if (record) services.audience.card(record);
}
