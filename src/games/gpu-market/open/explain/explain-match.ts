/** Explains why each seat of a finished match ended where it did. */

import type { Reading } from '~/contract/game';
import type { Means } from '~/contract/means';
import { booksOf } from '../shared/books/conservation';
import type { OpenEvent } from '../shared/events';
import type { OpenScore } from '../shared/optimum/score';
import { scoreInWorker } from '../shared/optimum/score-in-worker';
import { ACCOUNTS, type SeatAccount } from './accounts';
import type { EfficiencyExplained, Explanation, SeatExplained } from './explanation';

/** The whole explanation, from all events of a finished match; computed on threads. */
export async function explainMatch(told: readonly OpenEvent[], means: Means): Promise<Reading<Explanation>> {
  if (told[0]?.type !== 'match_opened')
    return { ok: false, why: 'A fork of a running match cannot be explained, because its first rounds are not known.' };
  if (told.at(-1)?.type !== 'match_ended') throw new Error('explainMatch: the match is not over');
  const [score, accounts] = await Promise.all([scoreInWorker(told, means), means.run(ACCOUNTS, told)]);
  const value = {
    rounds: accounts.rounds,
    things: accounts.things,
    efficiency: efficiencyOf(score, told),
    seats: accounts.seats.map((account) => withScore(account, score)),
    plans: accounts.plans,
    deals: accounts.deals,
    spoken: accounts.spoken,
  };
  return { ok: true, value };
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
