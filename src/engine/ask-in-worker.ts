/** Scripted policies that take long to think are asked on threads: whatever else this process does goes on meanwhile. */
import { availableParallelism } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { askPolicy, type Hold } from '~/contract/ask-policy';
import type { AnyGame } from '~/contract/game';
import type { GameKey } from '~/contract/game-ref';
import type { Job } from '~/contract/means';
import type { Policy } from '~/contract/policy';
import { findPolicy } from '~/games/policies';
import { quickly } from '~/lib/play/step-budget';
import { onThread } from './threads';

/** Some hundredths of a second of planning: others of this process wait no longer for one turn. */
const QUICK_STEPS = 2_000_000;

/** A turn that took longer for another reason than planning counts as well; the first of a process compiles what it calls. */
const LONG_MS = 50;

/** From so many long turns on a match's policies are not even tried here. */
const LONG_TURNS = 2;

interface PolicyQuestion {
  game: GameKey;
  policy: string;
  observation: unknown;
}

/** A policy's name and an observation go to the thread, its move comes back. */
export const ASK_POLICY: Job<PolicyQuestion> = {
  id: 'agents/policy',
  work({ game, policy, observation }) {
    const player = findPolicy(game, policy);
    if (player === null) throw new Error(`no policy of ${game} is called "${policy}"`);
    return player.choose(observation);
  },
  threads: Math.max(1, Math.min(4, availableParallelism() - 1)),
};

interface Seated {
  policy: Policy;
  state: unknown;
  seat: string;
  /** Guards. */
  hold?: Hold | undefined;
}

/**
 * Asks a match's policies for their moves, here while they are quick and on threads from the first slow one on. Where it is asked makes no
 * difference to a move: a policy sees its observation alone, and what it may think is counted in steps, not in seconds.
 */
export class PolicyAsker {
  private longTurns = 0;

  /** From here on policies are asked on threads, several of them side by side. */
  get isBeside(): boolean {
    return this.longTurns >= LONG_TURNS;
  }

  async ask(game: AnyGame, seated: Seated): Promise<unknown> {
    const { policy } = seated;
    if (this.isBeside && canLeave(game, policy)) return this.askOnThread(game, seated);
    const began = performance.now();
    const quick = quickly(canLeave(game, policy) ? QUICK_STEPS : Number.POSITIVE_INFINITY, () => askPolicy(game, policy, seated));
    if (quick !== null && performance.now() - began <= LONG_MS) return quick.answer;
    this.longTurns += 1;
    await new Promise(setImmediate);
    return quick === null ? this.askOnThread(game, seated) : quick.answer;
  }

  private async askOnThread(game: AnyGame, { policy, state, seat, hold }: Seated): Promise<unknown> {
    await new Promise(setImmediate); // to see a large market takes milliseconds too
    const observation = game.observe(state, seat);
    const move = await onThread(ASK_POLICY, { game: game.ref.key, policy: policy.id, observation });
    return hold ? hold(observation, move) : move;
  }
}

/** A thread holds up nobody. One that draws keeps its place in its seat's numbers, and draws quickly. */
function canLeave({ ref }: AnyGame, policy: Policy): boolean {
  return isMainThread && policy.needsChance !== true && findPolicy(ref.key, policy.id) === policy;
}
