/** Opponents who spoil the matches of most who meet them, as a kingmaker does with all but its favorite. */
import { mean } from '~/eval/statistics';
import { medianOf } from '~/statistics/median';
import type { Lead } from './leads';

/** Fewer others say nothing of an opponent. */
const FEWEST_VOICES = 3;
/** So many standard deviations below the other opponents. */
const FAR = 4;
/** From a median deviation to a standard deviation, and from the error of a mean to that of a median, of normal values. */
const PER_DEVIATION = 1.4826;
const MEDIAN_ERROR = 1.2533;

/**
 * Owners against whom others make surely less than elsewhere, and far less than against any usual opponent. Each owner has one voice about each
 * opponent: the median of what its entries make there above what they make elsewhere.
 */
export function spoilersOf(leads: readonly Lead[]): Set<string> {
  const voices = [...voicesOf(leads)].filter(([, heard]) => heard.length >= FEWEST_VOICES);
  const middles = voices.map(([opponent, heard]) => ({ opponent, heard, middle: medianOf(heard) ?? 0 }));
  const deviations = middles.flatMap(({ heard, middle }) => heard.map((voice) => Math.abs(voice - middle)));
  const usual = medianOf(middles.map(({ middle }) => middle)) ?? 0;
  const noise = PER_DEVIATION * (medianOf(deviations) ?? 0);
  const spread = PER_DEVIATION * (medianOf(middles.map(({ middle }) => Math.abs(middle - usual))) ?? 0);
  const isFar = ({ heard, middle }: (typeof middles)[number]) => {
    const error = (MEDIAN_ERROR * noise) / Math.sqrt(heard.length);
    return middle < 0 && middle - usual < -FAR * Math.max(error, spread);
  };
  return new Set(middles.filter(isFar).map(({ opponent }) => opponent));
}

/** By opponent, what each owner has to say. */
function voicesOf(leads: readonly Lead[]): Map<string, number[]> {
  const entries = new Map<string, Lead[]>();
  for (const lead of leads) entries.set(lead.entry, [...(entries.get(lead.entry) ?? []), lead]);
  const said = new Map<string, Map<string, number[]>>();
  for (const own of entries.values()) {
    const owner = own[0]?.owner ?? '';
    const means = meansByOpponent(own);
    for (const [opponent, here] of means) {
      const elsewhere = medianOf([...means].flatMap(([other, value]) => (other === opponent ? [] : [value])));
      if (elsewhere === null || opponent === owner) continue;
      const known = said.get(opponent) ?? new Map<string, number[]>();
      said.set(opponent, known.set(owner, [...(known.get(owner) ?? []), here - elsewhere]));
    }
  }
  return new Map([...said].map(([opponent, byOwner]) => [opponent, [...byOwner.values()].map((values) => medianOf(values) ?? 0)]));
}

function meansByOpponent(leads: readonly Lead[]): Map<string, number> {
  const found = new Map<string, number[]>();
  for (const { opponents, lead } of leads) {
    for (const owner of opponents.keys()) found.set(owner, [...(found.get(owner) ?? []), lead]);
  }
  return new Map([...found].map(([owner, values]) => [owner, mean(values)]));
}
