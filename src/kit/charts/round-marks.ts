import type { StruckShock } from '~/contract/shown';
import type { ChartMark } from './line-chart';

/** Marks for a chart over rounds: shocks and, while the match runs, the current round. */
export function roundMarks(shocks: readonly Pick<StruckShock, 'round_index' | 'text'>[], here: number | null): ChartMark[] {
  // The host may strike like the market in the same round: that is one line.
  const once = new Map(shocks.map((shock) => [`${shock.round_index} ${shock.text}`, shock]));
  const struck = [...once.values()].map((shock) => ({ x: shock.round_index, colour: 'var(--amber-fill)', label: shock.text }));
  return here === null ? struck : [...struck, { x: here, colour: 'var(--accent)', label: 'the current round' }];
}
