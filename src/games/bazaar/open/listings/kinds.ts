/** Kinds of items, with prices when new and their depreciation. Names are generic or invented. */

export type Gender = 'm' | 'f';

export interface Kind {
  id: string;
  name: string;
  name_hi: string;
  /** Hindi has two genders, and a listing's words agree with it. */
  gender_hi: Gender;
  /** When new, from the cheapest to the most expensive. */
  price: readonly [number, number];
  /** Share of the price left after each year. */
  kept: number;
  oldest: number;
  makers: readonly string[];
  /** A fact specific to the kind: a number from a list, with its name and unit. */
  measure: { fact: string; of: readonly number[]; unit: string; unit_hi: string };
  /** Whether it can have these. */
  box: boolean;
  warranty: boolean;
  defects: readonly (readonly [english: string, hinglish: string])[];
}

export const KINDS: readonly Kind[] = [
  {
    id: 'bicycle',
    name: 'bicycle',
    name_hi: 'cycle',
    gender_hi: 'f',
    price: [90, 420],
    kept: 0.86,
    oldest: 9,
    makers: ['Pavan', 'Merrow', 'Tarang', 'Oakline'],
    measure: { fact: 'gears', of: [1, 3, 7, 18, 21], unit: 'gears', unit_hi: 'gear' },
    box: false,
    warranty: false,
    defects: [
      ['the rear brake squeaks', 'peeche ka brake awaaz karta hai'],
      ['the saddle is torn', 'seat phati hui hai'],
    ],
  },
  {
    id: 'phone',
    name: 'phone',
    name_hi: 'phone',
    gender_hi: 'm',
    price: [110, 780],
    kept: 0.68,
    oldest: 5,
    makers: ['Nuvi', 'Kestrel', 'Tara', 'Lumo'],
    measure: { fact: 'storage_gb', of: [64, 128, 256, 512], unit: 'GB of storage', unit_hi: 'GB storage' },
    box: true,
    warranty: true,
    defects: [
      ['the screen has a hairline crack', 'screen par halka crack hai'],
      ['the battery lasts half a day', 'battery aadha din chalti hai'],
    ],
  },
  {
    id: 'laptop',
    name: 'laptop',
    name_hi: 'laptop',
    gender_hi: 'm',
    price: [280, 1350],
    kept: 0.72,
    oldest: 7,
    makers: ['Corvo', 'Nuvi', 'Basalt', 'Indus'],
    measure: { fact: 'memory_gb', of: [4, 8, 16, 32], unit: 'GB of memory', unit_hi: 'GB RAM' },
    box: true,
    warranty: true,
    defects: [
      ['two keys stick', 'do key atakti hain'],
      ['the hinge is loose', 'hinge dheela hai'],
    ],
  },
  {
    id: 'guitar',
    name: 'guitar',
    name_hi: 'guitar',
    gender_hi: 'm',
    price: [80, 640],
    kept: 0.93,
    oldest: 15,
    makers: ['Solano', 'Raga', 'Hillside', 'Ferro'],
    measure: { fact: 'strings', of: [6, 6, 6, 12], unit: 'strings', unit_hi: 'taar' },
    box: false,
    warranty: false,
    defects: [
      ['a tuning peg slips', 'ek peg phisalta hai'],
      ['the back has a scratch', 'peeche scratch hai'],
    ],
  },
  {
    id: 'sewing-machine',
    name: 'sewing machine',
    name_hi: 'silai machine',
    gender_hi: 'f',
    price: [95, 390],
    kept: 0.91,
    oldest: 18,
    makers: ['Sutra', 'Weaver', 'Annapurna', 'Loom'],
    measure: { fact: 'stitches', of: [1, 9, 16, 24], unit: 'stitch patterns', unit_hi: 'silai pattern' },
    box: true,
    warranty: true,
    defects: [
      ['the lamp is broken', 'lamp kharab hai'],
      ['the belt needs replacing', 'belt badalni padegi'],
    ],
  },
  {
    id: 'pressure-cooker',
    name: 'pressure cooker',
    name_hi: 'pressure cooker',
    gender_hi: 'm',
    price: [24, 96],
    kept: 0.88,
    oldest: 8,
    makers: ['Annapurna', 'Rasoi', 'Steelo', 'Harvest'],
    measure: { fact: 'liters', of: [2, 3, 5, 7], unit: 'liters', unit_hi: 'liter' },
    box: true,
    warranty: true,
    defects: [
      ['the handle is loose', 'handle dheela hai'],
      ['the lid has a dent', 'dhakkan mein dent hai'],
    ],
  },
  {
    id: 'desk',
    name: 'wooden desk',
    name_hi: 'lakdi ki mez',
    gender_hi: 'f',
    price: [70, 460],
    kept: 0.92,
    oldest: 20,
    makers: ['Oakline', 'Sheesham', 'Grove', 'Plank & Co'],
    measure: { fact: 'width_cm', of: [90, 120, 140, 160], unit: 'cm wide', unit_hi: 'cm chaudi' },
    box: false,
    warranty: false,
    defects: [
      ['a drawer jams', 'ek drawer atakta hai'],
      ['the top has rings from cups', 'upar cup ke nishaan hain'],
    ],
  },
  {
    id: 'camera',
    name: 'camera',
    name_hi: 'camera',
    gender_hi: 'm',
    price: [160, 1250],
    kept: 0.82,
    oldest: 10,
    makers: ['Kestrel', 'Prisma', 'Drishti', 'Halden'],
    measure: { fact: 'megapixels', of: [12, 16, 24, 45], unit: 'megapixels', unit_hi: 'megapixel' },
    box: true,
    warranty: true,
    defects: [
      ['the lens has dust inside', 'lens ke andar dhool hai'],
      ['the flash does not fire', 'flash nahin chalta'],
    ],
  },
  {
    id: 'watch',
    name: 'wristwatch',
    name_hi: 'ghadi',
    gender_hi: 'f',
    price: [40, 520],
    kept: 0.94,
    oldest: 25,
    makers: ['Samay', 'Halden', 'Orbit', 'Meridian'],
    measure: { fact: 'jewels', of: [0, 17, 21, 25], unit: 'jewels', unit_hi: 'jewel' },
    box: true,
    warranty: true,
    defects: [
      ['the glass is scratched', 'sheeshe par scratch hai'],
      ['it runs two minutes fast a day', 'roz do minute tez chalti hai'],
    ],
  },
  {
    id: 'washing-machine',
    name: 'washing machine',
    name_hi: 'washing machine',
    gender_hi: 'f',
    price: [190, 720],
    kept: 0.84,
    oldest: 12,
    makers: ['Nirmal', 'Corvo', 'Harvest', 'Rill'],
    measure: { fact: 'kilograms', of: [6, 7, 8, 9], unit: 'kg', unit_hi: 'kg' },
    box: false,
    warranty: true,
    defects: [
      ['it is loud when it spins', 'spin mein awaaz karti hai'],
      ['the door seal is worn', 'darwaze ki rubber ghisi hai'],
    ],
  },
  {
    id: 'cricket-bat',
    name: 'cricket bat',
    name_hi: 'cricket bat',
    gender_hi: 'm',
    price: [30, 310],
    kept: 0.8,
    oldest: 6,
    makers: ['Maidan', 'Willowby', 'Sixer', 'Ferro'],
    measure: { fact: 'weight_g', of: [1130, 1160, 1190, 1220], unit: 'g', unit_hi: 'gram' },
    box: false,
    warranty: false,
    defects: [
      ['the grip is worn', 'grip ghisi hui hai'],
      ['the toe has a small crack', 'neeche chhota crack hai'],
    ],
  },
  {
    id: 'scooter',
    name: 'scooter',
    name_hi: 'scooter',
    gender_hi: 'm',
    price: [620, 1480],
    kept: 0.85,
    oldest: 12,
    makers: ['Pavan', 'Tarang', 'Zephyr', 'Indus'],
    measure: { fact: 'thousand_km', of: [4, 12, 26, 48], unit: 'thousand km', unit_hi: 'hazaar km chala hua' },
    box: false,
    warranty: true,
    defects: [
      ['a mirror is missing', 'ek sheesha nahin hai'],
      ['it needs a new battery', 'battery nayi lagegi'],
    ],
  },
  {
    id: 'bookshelf',
    name: 'bookshelf',
    name_hi: 'kitaabon ki almari',
    gender_hi: 'f',
    price: [45, 280],
    kept: 0.92,
    oldest: 20,
    makers: ['Grove', 'Sheesham', 'Plank & Co', 'Oakline'],
    measure: { fact: 'shelves', of: [3, 4, 5, 6], unit: 'shelves', unit_hi: 'khaane' },
    box: false,
    warranty: false,
    defects: [
      ['one shelf sags', 'ek patti jhuki hui hai'],
      ['the back panel is loose', 'peeche ka panel dheela hai'],
    ],
  },
  {
    id: 'telescope',
    name: 'telescope',
    name_hi: 'doorbeen',
    gender_hi: 'f',
    price: [85, 690],
    kept: 0.92,
    oldest: 14,
    makers: ['Drishti', 'Orbit', 'Halden', 'Nakshatra'],
    measure: { fact: 'aperture_mm', of: [60, 76, 114, 150], unit: 'mm of aperture', unit_hi: 'mm aperture' },
    box: true,
    warranty: true,
    defects: [
      ['the tripod wobbles', 'tripod hilta hai'],
      ['the finder is missing', 'finder nahin hai'],
    ],
  },
];

export const CONDITIONS = [
  { id: 'like new', hi: { m: 'bilkul naye jaisa', f: 'bilkul nayi jaisi' }, factor: 1 },
  { id: 'good', hi: { m: 'achchhi haalat mein', f: 'achchhi haalat mein' }, factor: 0.9 },
  { id: 'used', hi: { m: 'istemaal kiya hua', f: 'istemaal ki hui' }, factor: 0.78 },
  { id: 'worn', hi: { m: 'ghisa hua', f: 'ghisi hui' }, factor: 0.62 },
] as const;

export const COLORS = [
  ['black', { m: 'kaala', f: 'kaali' }],
  ['blue', { m: 'neela', f: 'neeli' }],
  ['red', { m: 'laal', f: 'laal' }],
  ['green', { m: 'hara', f: 'hari' }],
  ['silver', { m: 'silver', f: 'silver' }],
  ['brown', { m: 'bhoora', f: 'bhoori' }],
] as const;
