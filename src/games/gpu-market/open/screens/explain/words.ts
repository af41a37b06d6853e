/** Formats the figures of an explanation. */

import { formatFixed, formatMoney, formatNumber, formatPercent } from '~/kit/format';
import { labelled } from '~/kit/names';
import { OPEN_LABS } from '../../../screens/lab-names';
import { labelOf } from '../../../screens/labels';
import { namesOf } from '../../../screens/things';
import type { EfficiencyExplained, ProfitPart, ThingsExplained } from '../../explain/explanation';
import type { RewardColumn } from '../../shared/rewards';

export const PART_NAMES: Record<ProfitPart, string> = {
  jobs: 'jobs',
  trades: 'trades',
  coalition_shares: 'coalition shares',
  grants: 'grants',
  energy: 'energy',
  shocks: 'shocks',
  penalties: 'bonds, penalties',
};

export const PART_HINTS: Record<ProfitPart, string> = {
  jobs: 'what its own jobs paid',
  trades: 'blocks and money that changed hands, the operator’s blocks among them',
  coalition_shares: 'what the jobs of joint plans paid to it, minus what its own paid to others',
  grants: 'the share of its jobs’ pay earned by blocks won with a pitch',
  energy: 'what its blocks cost to run, without price spikes',
  shocks: 'jobs from demand surges, and the extra cost of energy price spikes',
  penalties: 'bonds and deposits: held, returned, forfeited, or received from others',
};

export const COLUMN_NAMES: Record<RewardColumn, string> = {
  job_value: 'job value',
  trade: 'trade',
  coalition_share: 'coalition share',
  grant: 'grant',
  energy: 'energy',
  shock: 'shock',
  penalty: 'penalty',
};

export function moneyOf(cents: number): string {
  return formatMoney(cents / 100);
}

/** Replaces ids in an explanation's text with the names used on all screens: `2× GPU (rounds 7 and 8)`, `A2 (92 cr)`, `A + B`. */
export function sayer(things: ThingsExplained): (text: string) => string {
  const view = { ...things, offers: [] };
  const names = new Map(
    [...namesOf(view, OPEN_LABS.nameOf)].map(([word, thing]) => {
      const label = thing.kind === 'seat' ? OPEN_LABS.nameOf(thing.id) : labelOf(view, thing, OPEN_LABS);
      return [word, label === null ? thing : { ...thing, label }] as const;
    }),
  );
  // The terms of an offer follow its id.
  return (text) => labelled(text.replace(/\bo_\d+: /g, ''), names);
}

/** A gain: 0 is as good as alone, 1 an equal share of the gains of trade. */
export function gainWords(gain: number): string {
  if (Math.abs(gain) < 0.005) return 'as good as alone';
  if (gain < 0) return 'less than alone';
  if (Math.abs(gain - 1) < 0.005) return 'an equal share of the gains from trade';
  if (gain < 1) return `${formatPercent(gain)} of an equal share of the gains from trade`;
  return `${formatFixed(gain, 2)} times an equal share of the gains from trade`;
}

/** How certain the optimum is. */
export function gapWords({ gap, unrated }: EfficiencyExplained): string {
  if (unrated === 'money')
    return 'Unrated: the profits do not add up to the value of jobs minus energy and payments to the operator. This is a bug in the rules. Please report it.';
  if (unrated === 'live_shock') return 'Unrated: the host fired a shock.';
  const sure = gap === 0 ? 'The optimum is exact to a ten-thousandth.' : `The solver's gap is ${formatNumber(gap * 100)}%.`;
  if (unrated === 'clock')
    return `Unrated: the search for the optimum ran out of time, so another machine may find a different one. ${sure}`;
  return unrated === 'gap' ? `Unrated: ${sure} A gap above 1% is too large for a rating.` : sure;
}
