/** Numbers in a text: digits of any script, and words in English, in Hindi, and in Hindi as it is typed on a phone. */

export interface NamedNumber {
  text: string;
  value: number;
}

/** From 0 to 99; `/` separates spellings. Hindi has a word of its own for each. */
const ENGLISH_ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const ENGLISH_TENS = 'twenty thirty forty/fourty fifty sixty seventy eighty ninety';
const TYPED = [
  'shunya ek do teen char/chaar paanch/panch chhe/chhah/cheh saat aath nau das/dus gyarah barah terah chaudah pandrah solah satrah atharah/athrah unnis',
  'bees/bis ikkis bais/baees teis/tyees chaubis pachis/pachees chhabbis/chabbis sattais atthais/athais untis/unatis tees/tis ikattis/iktis battis taintis',
  'chauntis paintis chhattis/chattis saintis adtis untalis chalis/chaalis iktalis bayalis taintalis chauvalis/chavalis paintalis chhiyalis saintalis',
  'adtalis unchas pachas/pachaas ikyavan bavan tirpan chauvan pachpan chhappan/chappan sattavan atthavan unsath saath/sath iksath basath tirsath chausath',
  'painsath chhiyasath sadsath adsath unhattar sattar ikhattar bahattar tihattar chauhattar pachhattar/pachattar chhihattar satattar/satahattar athattar',
  'unasi/unyasi assi ikyasi bayasi tirasi chaurasi pachasi chhiyasi sattasi atthasi navasi nabbe ikyanve banve tiranve chauranve pachanve chhiyanve',
  'sattanve atthanve ninyanve/ninanve',
].join(' ');
const HINDI = [
  'शून्य एक दो तीन चार पाँच/पांच छह/छः/छे सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह/पन्द्रह सोलह सत्रह अठारह उन्नीस बीस इक्कीस बाईस/बाइस तेईस/तेइस चौबीस',
  'पच्चीस छब्बीस सत्ताईस/सत्ताइस अट्ठाईस/अट्ठाइस उनतीस तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस चालीस इकतालीस बयालीस तैंतालीस',
  'चौवालीस/चवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ साठ इकसठ बासठ तिरसठ चौंसठ',
  'पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी अस्सी इक्यासी बयासी तिरासी चौरासी',
  'पचासी छियासी सत्तासी अट्ठासी नवासी नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे',
].join(' ');
const SMALLEST_SURE = 10;

const TIMES = listOf({
  hundred: 100,
  thousand: 1e3,
  lakh: 1e5,
  million: 1e6,
  sau: 100,
  hazar: 1e3,
  hazaar: 1e3,
  सौ: 100,
  हज़ार: 1e3,
  हजार: 1e3,
  लाख: 1e5,
});
/** `dhai sau` is 250. */
const HALVES = listOf({ dedh: 1.5, dhai: 2.5, डेढ़: 1.5, ढाई: 2.5 });
/** Added to what comes next: `sava sau` is 125, `saadhe teen sau` 350, `paune do sau` 175. */
const SHIFTS = listOf({ sava: 0.25, saadhe: 0.5, sadhe: 0.5, paune: -0.25, सवा: 0.25, साढ़े: 0.5, पौने: -0.25 });
const MONEY = new Set('rupee rupees rs rupaye rupay rupaya rupiya रुपये रुपए रुपया dollar dollars euro euros bucks'.split(' '));
/** Words of other meaning, such as `do` (give) or `saath` (with): numbers only before money or a multiple. */
const DOUBTFUL = new Set(
  'zero one two three four five six seven eight nine ek do teen char chaar paanch panch chhe saat aath nau das dus bis tis saath sath dedh dhai एक दो सात साठ'.split(
    ' ',
  ),
);
const UNITS = new Map(HALVES);
for (const list of [TYPED, HINDI, ENGLISH_ONES]) addWords(list, 0, 1);
addWords(ENGLISH_TENS, 20, 10);
const ENGLISH_UNITS = new Set(ENGLISH_ONES.split(' ').slice(1, SMALLEST_SURE));

function addWords(list: string, from: number, step: number): void {
  for (const [at, spellings] of list.split(' ').entries())
    for (const word of spellings.split('/')) UNITS.set(plain(word), from + at * step);
}

function listOf(values: Readonly<Record<string, number>>): Map<string, number> {
  return new Map(Object.entries(values).map(([word, value]) => [plain(word), value]));
}

const PIECE = /\p{Nd}+(?:[.,]\p{Nd}+)*|[\p{L}\p{M}]+/gu;
const DIGIT = /\p{Nd}/u;

export function numbersIn(text: string): NamedNumber[] {
  const pieces = [...text.matchAll(PIECE)].map(([piece]) => piece);
  const found: NamedNumber[] = [];
  for (let at = 0; at < pieces.length; ) {
    const read = DIGIT.test(pieces[at] ?? '') ? digitsAt(pieces, at) : wordsAt(pieces, at);
    if (read === null) {
      at += 1;
      continue;
    }
    found.push({ text: pieces.slice(at, read.next).join(' '), value: read.value });
    at = read.next;
  }
  return found;
}

interface ReadNumber {
  value: number;
  next: number;
}

function digitsAt(pieces: readonly string[], at: number): ReadNumber {
  const times = TIMES.get(plain(pieces[at + 1] ?? ''));
  const value = figureOf(pieces[at] ?? '');
  return times === undefined ? { value, next: at + 1 } : { value: value * times, next: at + 2 };
}

/** `1,250` and `1,25,000` are whole numbers, `61,5` is not. */
function figureOf(digits: string): number {
  const ascii = plainDigits(digits);
  return Number(/^\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/.test(ascii) ? ascii.replaceAll(',', '') : ascii.replace(',', '.'));
}

function wordsAt(pieces: readonly string[], at: number): ReadNumber | null {
  let [whole, part, shift, next] = [0, 0, 0, at];
  let isSure = false;
  for (; next < pieces.length; next += 1) {
    const word = plain(pieces[next] ?? '');
    const [unit, times, more] = [UNITS.get(word), TIMES.get(word), SHIFTS.get(word)];
    if (more !== undefined && part === 0) shift = more;
    else if (unit !== undefined) {
      if (part > 0 && !(part >= 20 && part % 10 === 0 && ENGLISH_UNITS.has(word))) break; // `fifty two` is one number, `fifty sixty` two
      part += unit;
      isSure ||= unit >= SMALLEST_SURE && !DOUBTFUL.has(word);
    } else if (times !== undefined) {
      whole = whole > 0 && whole < times ? (whole + part) * times : whole + ((part || 1) + shift) * times;
      [part, shift, isSure] = [0, 0, true];
    } else if (word !== 'and' || whole + part === 0 || !UNITS.has(plain(pieces[next + 1] ?? ''))) break;
  }
  const isMoney = MONEY.has(plain(pieces[next] ?? ''));
  return next === at || whole + part === 0 || !(isSure || isMoney) ? null : { value: whole + part + shift, next };
}

/** Small letters, composed in one way: Devanagari's ज़ has two. */
function plain(word: string): string {
  return word.toLowerCase().normalize('NFC');
}

/** Converts digits of any script to ASCII. */
function plainDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    let zero = digit.codePointAt(0) ?? 48;
    const from = zero;
    while (from - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((from - zero) % 10);
  });
}
