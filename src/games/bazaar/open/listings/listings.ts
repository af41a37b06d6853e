/** The market's 200 listings, generated from kinds and facts. The facts in the text determine the value. */
import { round } from '~/lib/numbers';
import { type Draws, drawsOf } from '~/lib/random/draws';
import { centsOf } from '../rules/money';
import type { Listing } from '../types';
import { COLORS, CONDITIONS, type Gender, KINDS, type Kind } from './kinds';

const COUNT = 200;
const SEED = 20_261_126;
/** A defect reduces the value by this share. */
const DEFECT = 0.09;
/** Value of a month of warranty, and of the original box. */
const WARRANTY_MONTH = 0.004;
const BOX = 0.02;

/** The 40 with the smallest SHA-256 of their ids (recomputed by a test), reserved for test seeds. */
const HELD_OUT = new Set(
  [
    'bicycle-04 bicycle-09 bicycle-15 bookshelf-02 bookshelf-03 bookshelf-12 camera-07 camera-13 cricket-bat-01 cricket-bat-02 cricket-bat-13',
    'cricket-bat-14 desk-01 desk-05 desk-06 desk-07 guitar-02 guitar-13 laptop-09 laptop-10 laptop-12 laptop-14 phone-07',
    'phone-09 phone-15 pressure-cooker-05 pressure-cooker-07 pressure-cooker-13 scooter-12 sewing-machine-07 sewing-machine-08 sewing-machine-11',
    'sewing-machine-13 telescope-04 telescope-06 telescope-12 washing-machine-01 washing-machine-08 watch-09 watch-14',
  ].flatMap((line) => line.split(' ')),
);

let made: readonly Listing[] | null = null;

export function allListings(): readonly Listing[] {
  made ??= makeListings();
  return made;
}

export function listingsFor(heldOut: boolean): readonly Listing[] {
  return allListings().filter(({ held_out }) => held_out === heldOut);
}

function makeListings(): Listing[] {
  const draws = drawsOf(SEED);
  return Array.from({ length: COUNT }, (_, i) => makeListing(KINDS[i % KINDS.length] as Kind, Math.floor(i / KINDS.length), draws));
}

function makeListing(kind: Kind, number: number, draws: Draws): Listing {
  const id = `${kind.id}-${String(number + 1).padStart(2, '0')}`;
  const maker = draws.choice(kind.makers);
  const isNew = round(draws.uniform(...kind.price), 0);
  const age = draws.randint(0, kind.oldest);
  const condition = CONDITIONS[Math.min(CONDITIONS.length - 1, draws.below(3) + (age > kind.oldest / 2 ? 1 : 0))] ?? CONDITIONS[0];
  const measure = draws.choice(kind.measure.of);
  const measured = `${measure} ${measure === 1 ? kind.measure.unit.replace(/s$/, '') : kind.measure.unit}`;
  const [color, color_hi] = draws.choice(COLORS);
  const defect = draws.random() < 0.4 ? draws.choice(kind.defects) : null;
  const box = kind.box ? draws.random() < 0.5 : null;
  const warranty = kind.warranty && age <= 2 ? draws.choice([0, 6, 12]) : null;
  const factor = condition.factor * (defect ? 1 - DEFECT : 1) * (1 + (warranty ?? 0) * WARRANTY_MONTH + (box ? BOX : 0));
  const facts = {
    maker,
    age_years: age,
    condition: condition.id,
    color,
    [kind.measure.fact]: measure,
    defects: defect ? 1 : 0,
    ...(box !== null && { box }),
    ...(warranty !== null && { warranty_months: warranty }),
  };
  return {
    id,
    kind: kind.id,
    title: `${maker} ${kind.name}, ${condition.id}`,
    title_hi: `${maker} ${kind.name_hi}, ${condition.hi[kind.gender_hi]}`,
    text: [
      `A ${color} ${kind.name} by ${maker}, ${measured}.`,
      `${age === 0 ? 'Bought this year' : `${age} ${age === 1 ? 'year' : 'years'} old`}, ${condition.id}; it cost ${isNew} new.`,
      defect ? `One thing to know: ${defect[0]}.` : 'No defects.',
      ...(box === null ? [] : [box ? 'With the original box.' : 'The box is gone.']),
      ...(warranty ? [`${warranty} months of warranty are left.`] : []),
    ].join(' '),
    text_hi: hinglish(kind, { maker, color: color_hi, condition: condition.hi, measure, age, isNew, defect, box, warranty }),
    facts,
    fair_cents: centsOf(isNew * kind.kept ** age * factor),
    held_out: HELD_OUT.has(id),
  };
}

interface Told {
  maker: string;
  color: ByGender;
  condition: ByGender;
  measure: number;
  age: number;
  isNew: number;
  defect: readonly [english: string, hinglish: string] | null;
  box: boolean | null;
  warranty: number | null;
}

type ByGender = Readonly<Record<Gender, string>>;

/** As somebody would text it. */
function hinglish({ name_hi, gender_hi, measure: { unit_hi } }: Kind, told: Told): string {
  const { maker, color, condition, measure, age, isNew, defect, box, warranty } = told;
  const [of, old, as, bought, cost] =
    gender_hi === 'm' ? ['ka', 'purana', 'naya', 'liya tha', 'ka tha'] : ['ki', 'purani', 'nayi', 'li thi', 'ki thi'];
  return [
    `${maker} ${of} ${color[gender_hi]} ${name_hi}, ${measure} ${unit_hi}.`,
    `${age === 0 ? `Isi saal ${bought}` : `${age} saal ${old}`}, ${condition[gender_hi]}; ${as} ${isNew} ${cost}.`,
    defect ? `Ek baat: ${defect[1]}.` : 'Koi kami nahin.',
    ...(box === null ? [] : [box ? 'Box ke saath.' : 'Box nahin hai.']),
    ...(warranty ? [`${warranty} mahine ki warranty baaki hai.`] : []),
  ].join(' ');
}
