/** Runs slow scripted policies on threads, so that they do not block the rest of the process. */
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

/** A few hundredths of a second of planning; one turn should not block the process for longer. */
const QUICK_STEPS = 2_000_000;

/** Also counts turns that are slow for other reasons than planning. The first turn of a process is slow because its code is compiled. */
const LONG_MS = 50;

/** After this many long turns, a match's policies go straight to a thread. */
const LONG_TURNS = 2;

interface PolicyQuestion {
  game: GameKey;
  policy: string;
  observation: unknown;
}

/** Sends a policy's name and an observation to a thread, and returns its move. */
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
 * Asks a match's policies for their moves: in this thread while they are fast, on threads after the first slow one. The result is the same:
 * a policy sees only its observation, and its thinking is limited in steps, not seconds.
 */
export class PolicyAsker {
  private longTurns = 0;

  /** Policies now run on threads, several in parallel. */
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
    await new Promise(setImmediate); // building the observation of a large market takes milliseconds too
    const observation = game.observe(state, seat);
    const move = await onThread(ASK_POLICY, { game: game.ref.key, policy: policy.id, observation });
    return hold ? hold(observation, move) : move;
  }
}

/** Slow policies may run on a thread; one that needs randomness stays here, because its stream's position is here, and it is fast. */
function canLeave({ ref }: AnyGame, policy: Policy): boolean {
  return isMainThread && policy.needsChance !== true && findPolicy(ref.key, policy.id) === policy;
}
