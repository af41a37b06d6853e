/** Why each seat of a finished match ended where it did. */

import type { AnyGame, GameEvent } from '~/contract/game';
import { isSameRef, refText } from '~/contract/game-ref';
import type { Means } from '~/contract/means';
import { booksOf } from '../books/conservation';
import type { OpenEvent } from '../events';
import { openMarket } from '../open';
import type { OpenScore } from '../optimum/score';
import { scoreInWorker } from '../optimum/score-in-worker';
import { ACCOUNTS, type SeatAccount } from './accounts';
import type { EfficiencyExplained, Explanation, SeatExplained } from './explanation';

/** Are matches of this game and version explained, once they are over? */
export function canExplain(game: AnyGame): boolean {
  return isSameRef(game.ref, openMarket.ref);
}

/** All of it, from the events of a match that is over, its opening first; worked out on threads. */
export async function explainMatch(game: AnyGame, events: readonly GameEvent[], means: Means): Promise<Explanation> {
  if (!canExplain(game)) throw new Error(`explainMatch: ${refText(game.ref)} is not explained`);
  const told = events as readonly OpenEvent[];
  if (told.at(-1)?.type !== 'match_ended') throw new Error('explainMatch: the match is not over');
  const [score, accounts] = await Promise.all([scoreInWorker(told, means), means.run(ACCOUNTS, told)]);
  return {
    rounds: accounts.rounds,
    efficiency: efficiencyOf(score, told),
    seats: accounts.seats.map((account) => withScore(account, score)),
    plans: accounts.plans,
  };
}

function withScore(account: SeatAccount, score: OpenScore): SeatExplained {
  const { seat, start_cents } = account;
  const profit_cents = score.profit_cents[seat] ?? 0;
  return {
    ...account,
    end_cents: start_cents + profit_cents,
    profit_cents,
    autarky_cents: score.autarky_cents[seat] ?? 0,
    scale_cents: score.scale_cents,
    gain: score.gain[seat] ?? 0,
  };
}

function efficiencyOf(score: OpenScore, events: readonly OpenEvent[]): EfficiencyExplained {
  const sum = (cents: Record<string, number>) => Object.values(cents).reduce((all, one) => all + one, 0);
  return {
    optimum_cents: score.optimum_cents,
    profit_cents: sum(score.profit_cents),
    autarky_cents: sum(score.autarky_cents),
    efficiency: score.efficiency,
    gap: score.gap,
    unrated: whyUnrated(score, events),
  };
}

function whyUnrated(score: OpenScore, events: readonly OpenEvent[]): EfficiencyExplained['unrated'] {
  if (booksOf(events).difference_cents !== 0) return 'money';
  if (score.rated) return null;
  if (events.some((event) => event.type === 'shock_scheduled')) return 'live_shock';
  return score.by_clock ? 'clock' : 'gap';
}
