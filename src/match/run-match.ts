import { MATCH, traced } from '~/lib/tracing/trace';
import type { Lease } from '~/store/event-store';
import { type KeptLease, keepLease, renewing } from './keep-lease';
import { type LoadedMatch, loadMatch, RulesFault, UnknownRuleset } from './load-match';
import { Look, PAUSED_LINGER_MS } from './look';
import { isOver } from './match-card';
import { type Held, Orders } from './orders';
import { PendingTurns } from './pending-turns';
import { playTable } from './play-table';
import { agentsToAct, playTurn, playTurns } from './play-turn';
import type { Run, RunEnd } from './run';
import { SeatFault } from './seat-fault';
import type { Services } from './services';

/** Runs a match at its pace from its stored events to its end. Only the lease's holder may play. */
export async function runMatch(services: Services, matchId: string, run: Run): Promise<RunEnd> {
  const kept = await keepLease(services, matchId, () => run.wake.ring());
  if (!kept) return (await services.store.get(matchId)) ? 'taken' : 'unknown';
  return runHeld(services, { kept, run, isNew: false, load: () => loadMatch(services.store, matchId) });
}

/** Runs a match that this process has just created and holds. Skips reading it, because there cannot be any commands yet. */
export function runNewMatch(services: Services, { match, lease }: { match: LoadedMatch; lease: Lease }, run: Run): Promise<RunEnd> {
  const kept = renewing(services, lease, () => run.wake.ring());
  return runHeld(services, { kept, run, isNew: true, load: async () => match });
}

/** Marks a match as failed, because it fails in every process. Returns false if another process has it. */
export async function giveUp(services: Services, matchId: string, why: string): Promise<boolean> {
  const kept = await keepLease(services, matchId, () => undefined);
  if (!kept) return false;
  try {
    await fail(services, matchId, { kept, why });
    return true;
  } finally {
    await kept.end();
  }
}

interface Holding {
  kept: KeptLease;
  run: Run;
  isNew: boolean;
  load(): Promise<LoadedMatch | null>;
}

async function runHeld(services: Services, { kept, run, isNew, load }: Holding): Promise<RunEnd> {
  const { matchId } = kept.lease;
  const ring = (): void => run.wake.ring();
  run.signal.addEventListener('abort', ring);
  try {
    const match = await load();
    if (!match) return 'unknown';
    const pendingTurns = new PendingTurns(services, match, ring);
    const play = { match, kept, run, pendingTurns, isNew };
    try {
      return await (match.record.clock === null ? playOn(services, play) : playTable(services, play));
    } finally {
      pendingTurns.stop();
    }
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

interface Play extends Held {
  run: Run;
  pendingTurns: PendingTurns;
  isNew: boolean;
}

async function playOn(services: Services, play: Play): Promise<RunEnd> {
  const { match, kept, run, pendingTurns } = play;
  const look = new Look(services, run.wake);
  if (play.isNew) look.isDue();
  const orders = new Orders(services, play);
  let due = services.now() + match.record.pace * 1000;
  while (!run.signal.aborted) {
    if (kept.lost() || (look.isDue() && !(await orders.obey()))) return 'taken';
    const { status, pace } = match.record;
    if (isOver(match.record)) return 'over';
    const isStill = status === 'paused' && orders.steps === 0;
    if (isStill) pendingTurns.stop();
    else pendingTurns.think(agentsToAct(match), Number.POSITIVE_INFINITY); // in addition to the pace
    const wait = orders.steps > 0 ? 0 : due - services.now();
    if (isStill || wait > 0 || pendingTurns.isThinking) {
      await run.wake.sleep(isStill ? PAUSED_LINGER_MS : wait > 0 ? wait : look.patience, look.heard);
      if (isStill && run.wake.rings === look.heard) return 'paused';
      continue;
    }
    orders.steps = Math.max(0, orders.steps - 1);
    const turn = { lease: kept.lease, agents: pendingTurns.take() };
    const play = run.inHaste && pace === 0 ? playTurns : playTurn;
    const facts = () => ({ [MATCH]: match.record.id, 'mandi.round': match.record.round, 'mandi.head': match.head });
    const answer = await traced('turn', { facts }, () => play(services, match, turn));
    if (!answer.ok) return 'taken';
    due = services.now() + pace * 1000;
    if (pace === 0) await new Promise(setImmediate); // gives other work a turn
  }
  return 'stopped';
}

async function fail(services: Services, matchId: string, end: { kept: KeptLease; why: string }): Promise<void> {
  const kept = await services.store.update(end.kept.lease, { status: 'failed', fault: end.why, finishedAt: new Date(services.now()) });
  const record = kept ? await services.store.get(matchId) : null;
  if (record) services.audience.card(record);
}
