/** Finds opponents who spoil the matches of most who meet them, or who favor one of them (kingmakers). */
import { addToList } from '~/lib/collections/add-to-list';
import { mean, sampleStd } from '~/statistics/basics';
import { medianOf } from '~/statistics/median';
import type { Lead } from './leads';

/** With fewer others, nothing can be said about an opponent. */
const FEWEST_VOICES = 3;
/** Threshold in standard deviations below the other opponents. */
const FAR = 4;
/** Threshold for a kingmaker's own loss against its favorite; honest opponents rarely lose that much in the same match. */
const DEAR = 1;
/** Converts a median deviation to a standard deviation, and the error of a mean to that of a median, for normal values. */
const PER_DEVIATION = 1.4826;
const MEDIAN_ERROR = 1.2533;

/**
 * Owners against whom others make significantly less than elsewhere, and far less than against a usual opponent. Each owner has one vote
 * per opponent: the median of what its entries make there minus what they make elsewhere.
 */
export function spoilersOf(leads: readonly Lead[]): Set<string> {
  const middles = middlesOf(voicesOf(leads));
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

/**
 * Owners against whom one other makes significantly more than elsewhere, far more than the others' disagreement explains, and who pay for
 * it:
 * they make less against that favorite than elsewhere. Someone who spoils a rival's matches makes the rival's other opponents look generous
 * to it, but cannot make them pay.
 */
export function kingmakersOf(leads: readonly Lead[]): Set<string> {
  const voices = voicesOf(leads);
  const middles = middlesOf(voices);
  const noise = PER_DEVIATION * (medianOf(middles.flatMap(({ heard, middle }) => heard.map((voice) => Math.abs(voice - middle)))) ?? 0);
  const errors = errorsOf(leads);
  const hasFavorite = ({ opponent, heard, middle }: (typeof middles)[number]) => {
    const most = Math.max(...heard);
    const unit = Math.max(noise, errors.get(opponent) ?? 0);
    const favorites = [...(voices.get(opponent) ?? [])].flatMap(([owner, voice]) => (voice === most ? [owner] : []));
    const isDear = favorites.some((owner) => (voices.get(owner)?.get(opponent) ?? 0) < -DEAR * unit);
    return noise > 0 && most > 0 && most - middle > FAR * unit && isDear;
  };
  return new Set(middles.filter(hasFavorite).map(({ opponent }) => opponent));
}

/** For each opponent with enough votes. */
function middlesOf(voices: Voices): { opponent: string; heard: readonly number[]; middle: number }[] {
  const enough = [...voices].filter(([, said]) => said.size >= FEWEST_VOICES);
  return enough.map(([opponent, said]) => ({ opponent, heard: [...said.values()], middle: medianOf([...said.values()]) ?? 0 }));
}

/** By opponent, the standard error of what the usual entry makes against it. */
function errorsOf(leads: readonly Lead[]): Map<string, number> {
  const found = new Map<string, Map<string, number[]>>();
  for (const { entry, opponents, lead } of leads) {
    for (const owner of opponents.keys()) {
      const byEntry = found.get(owner) ?? new Map<string, number[]>();
      found.set(owner, addToList(byEntry, entry, lead));
    }
  }
  const errorOf = (values: readonly number[]) => (sampleStd(values) ?? 0) / Math.sqrt(values.length);
  return new Map([...found].map(([owner, byEntry]) => [owner, medianOf([...byEntry.values()].map(errorOf)) ?? 0]));
}

/** By opponent, each owner's vote. */
type Voices = ReadonlyMap<string, ReadonlyMap<string, number>>;

function voicesOf(leads: readonly Lead[]): Voices {
  const entries = new Map<string, Lead[]>();
  for (const lead of leads) addToList(entries, lead.entry, lead);
  const said = new Map<string, Map<string, number[]>>();
  for (const own of entries.values()) {
    const owner = own[0]?.owner ?? '';
    const means = meansByOpponent(own);
    for (const [opponent, here] of means) {
      const elsewhere = medianOf([...means].flatMap(([other, value]) => (other === opponent ? [] : [value])));
      if (elsewhere === null || opponent === owner) continue;
      const known = said.get(opponent) ?? new Map<string, number[]>();
      said.set(opponent, addToList(known, owner, here - elsewhere));
    }
  }
  return new Map(
    [...said].map(([opponent, byOwner]) => [opponent, new Map([...byOwner].map(([owner, values]) => [owner, medianOf(values) ?? 0]))]),
  );
}

function meansByOpponent(leads: readonly Lead[]): Map<string, number> {
  const found = new Map<string, number[]>();
  for (const { opponents, lead } of leads) {
    for (const owner of opponents.keys()) addToList(found, owner, lead);
  }
  return new Map([...found].map(([owner, values]) => [owner, mean(values)]));
}
