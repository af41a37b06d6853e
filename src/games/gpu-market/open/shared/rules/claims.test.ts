import { describe, expect, it } from 'vitest';
import { findClaims } from './claims';

/** `j_0_0 hours 8, j_0_0 deadline 7`; empty without a claim. */
const read = (text: string) =>
  findClaims(text)
    .map(({ job_id, field, value }) => `${job_id} ${field} ${value}`)
    .sort()
    .join(', ');

describe('hours', () => {
  it.each([
    ['j_0_0 needs 8', 'j_0_0 hours 8'],
    ['j_0_0 takes 8 and pays 90', 'j_0_0 hours 8, j_0_0 value 90'],
    ['Hours for j_0_0: 8', 'j_0_0 hours 8'],
    ['j_0_0 is an 8-hour job', 'j_0_0 hours 8'],
    ['j_0_0 and its 8 required hours', 'j_0_0 hours 8'],
    ['j_0_0 requires at least 8 hours', 'j_0_0 hours 8'],
    ["j_0_0 can't be done with less than 8 hours", 'j_0_0 hours 8'],
    ['j_0_0 asks for two dozen GPU hours', 'j_0_0 hours 24'],
    ['j_0_0 needs one hundred and four hours', 'j_0_0 hours 104'],
    ['j_0_0 needs 1,200 hours', 'j_0_0 hours 1200'],
    ['j_0_0 needs not 8 but 5 hours', 'j_0_0 hours 5'],
    ['j_0_0 has 3 of its 8 hours already', 'j_0_0 hours 8'],
  ])('%s', (text, claims) => expect(read(text)).toBe(claims));

  it.each([
    'j_0_0 has 3 hours already',
    'j_0_0 is short of 3 hours',
    'j_0_0 has 3 hours outstanding',
    'j_0_0, with 3 GPU-hours outstanding',
    'j_0_0 needs 3 further hours',
    'j_0_0 needs 6 to 8 hours',
    'j_0_0 needs 6-8 hours',
    'j_0_0 needs 6 hours or 8 hours',
    'j_0_0 needs nearly 8 hours',
    'j_0_0 needs up to 8 hours',
    'j_0_0 needs 8 hours or so',
    'j_0_0 needs 2 blocks',
    'j_0_0 needs 4 GPUs',
    'j_0_0 runs on an H200',
    'The block brings 8 hours to j_0_0',
    "With the block's 8 hours j_0_0 is done",
    'j_0_0 runs 24 hours a day',
    'j_0_0 will be done within 8 hours',
    'Does j_0_0 need 8 hours?',
    'They say that j_0_0 needs 8 hours',
    'Lab A says j_0_0 needs 8 hours',
    'Suppose j_0_0 needed 8 hours',
    'j_0_0 never needed 8 hours',
  ])('no claim: %s', (text) => expect(read(text)).toBe(''));
});

describe('a deadline', () => {
  it.each([
    ['j_0_0 must be finished by the end of round 7', 'j_0_0 deadline 7'],
    ['j_0_0 has to be ready in round 7', 'j_0_0 deadline 7'],
    ['j_0_0 is due in the 7th round', 'j_0_0 deadline 7'],
    ['j_0_0: round 7 at the latest', 'j_0_0 deadline 7'],
    ['The round 7 deadline of j_0_0 is close', 'j_0_0 deadline 7'],
    ['j_0_0 is due not later than round 7', 'j_0_0 deadline 7'],
    ["If j_0_0 isn't done by round 7, all is lost", 'j_0_0 deadline 7'],
    ['j_0_0 expires in round 7', 'j_0_0 deadline 7'],
    ['j_0_0 is over in rd 7', 'j_0_0 deadline 7'],
    ['j_0_0 ends with round 7', 'j_0_0 deadline 7'],
    ['j_0_0 | hours: 8 | deadline: 7 | value: 92', 'j_0_0 deadline 7, j_0_0 hours 8, j_0_0 value 92'],
    ['j_0_0: 8h, r7', 'j_0_0 deadline 7, j_0_0 hours 8'],
  ])('%s', (text, claims) => expect(read(text)).toBe(claims));

  it.each([
    'j_0_0 is due in 3 rounds',
    'j_0_0 arrived in round 2',
    'j_0_0 is ready before round 7',
    'j_0_0 is not due in round 7',
    'j_0_0 runs in rounds 5 to 7',
    'j_0_0 is due in round 6 or 7',
    'We have never missed a deadline, and j_0_0 was bought in round 2',
  ])('no claim: %s', (text) => expect(read(text)).toBe(''));
});

describe('a value', () => {
  it.each([
    ['j_0_0 pays 92.40', 'j_0_0 value 92.4'],
    ['j_0_0 pays us $92', 'j_0_0 value 92'],
    ['j_0_0 gets us 92 back', 'j_0_0 value 92'],
    ['Value of j_0_0: 92 (base 60)', 'j_0_0 value 60, j_0_0 value 92'],
    ['Think of j_0_0, 92 credits', 'j_0_0 value 92'],
    ['92 cr. for j_0_0', 'j_0_0 value 92'],
    ['j_0_0 brings in ninety-two credits', 'j_0_0 value 92'],
    ['j_0_0 has a base value of 60 and a value of 92', 'j_0_0 value 60, j_0_0 value 92'],
    ['j_0_0 is worth one hundred point five', 'j_0_0 value 100.5'],
  ])('%s', (text, claims) => expect(read(text)).toBe(claims));

  it.each([
    'j_0_0 is worth about 90',
    'j_0_0 is worth over 90 credits',
    'j_0_0 is worth at least 90 credits',
    'j_0_0 is worth 90 to 100 credits',
    "We'd pay 20 credits for it: j_0_0",
    'Our budget is 90 credits, and j_0_0 needs the block',
    'j_0_0 pays 13 credits per hour',
    'j_0_0 is worth three blocks',
    'Is j_0_0 worth 92 credits?',
    'j_0_0 is not worth 92 credits',
    'j_0_0 is dear, not 92 credits',
  ])('no claim: %s', (text) => expect(read(text)).toBe(''));
});

describe('a reliability', () => {
  it.each([
    ['j_0_0 needs 82% reliability', 'j_0_0 reliability 0.82'],
    ['j_0_0 requires a reliability of at least .82', 'j_0_0 reliability 0.82'],
    ['j_0_0 is content with hardware that is eighty-two percent reliable', 'j_0_0 reliability 0.82'],
    ['j_0_0 wants a block of reliability 0.82 or better', 'j_0_0 reliability 0.82'],
    ['Nothing below 0.82 reliability will do for j_0_0', 'j_0_0 reliability 0.82'],
    ['j_0_0 has a minimum of 0.82', 'j_0_0 reliability 0.82'],
    ['j_0_0: 82% min', 'j_0_0 reliability 0.82'],
    ['j_0_0: 8h / r7 / 82%', 'j_0_0 deadline 7, j_0_0 hours 8, j_0_0 reliability 0.82'],
  ])('%s', (text, claims) => expect(read(text)).toBe(claims));

  it.each([
    "The block's reliability is 0.95, good for j_0_0",
    'Our reliability is 99%, ask j_0_0',
    'j_0_0 is well served by the grant block (0.99)',
    'j_0_0 is 50% done',
    'j_0_0 pays 35% when it is late',
    'We are 100% sure of j_0_0',
    'j_0_0 needs a reliability of about 0.8',
  ])('no claim: %s', (text) => expect(read(text)).toBe(''));
});

describe('whose it is', () => {
  it.each([
    ['j_0_0 needs 8 hours and j_0_1 needs 6 hours', 'j_0_0 hours 8, j_0_1 hours 6'],
    ['8 hours for j_0_0 and 6 hours for j_0_1', 'j_0_0 hours 8, j_0_1 hours 6'],
    ['Eight hours is what j_0_0 takes. It pays 92. j_0_1 pays 40.', 'j_0_0 hours 8, j_0_0 value 92, j_0_1 value 40'],
    ['j_0_0, j_0_1 and j_0_2 are due by round 7', 'j_0_0 deadline 7, j_0_1 deadline 7, j_0_2 deadline 7'],
    ['j_0_0 and j_0_1 both need 8 hours', 'j_0_0 hours 8, j_0_1 hours 8'],
    ['j_0_0 and j_0_1 need 8 and 6 hours', 'j_0_0 hours 8, j_0_1 hours 6'],
    ['j_0_0 and j_0_1 are together worth 150 credits', ''],
    ['j_0_0 and j_0_1 need 8 hours', ''],
    ['Lab B’s job j_1_0 needs 8 hours', 'j_1_0 hours 8'],
    ['They claim that j_0_0 needs 8 hours, but it needs 6', 'j_0_0 hours 6'],
    ['Our project 0_0 needs 8 hours, on top of b_0_1', 'j_0_0 hours 8'],
    ['J_0_SURGE_4 needs 3 hours', 'j_0_surge_4 hours 3'],
    ['We need 8 hours by round 7, worth 92 credits', ''],
  ])('%s', (text, claims) => expect(read(text)).toBe(claims));
});

describe('the words', () => {
  it('are quoted as they stand, from the word that tells to the unit', () => {
    const text = 'Job j_0_1 needs eight GPU-hours, is due in round’s 7; it pays us ninety-two credits!';
    const quotes = findClaims(text).map((claim) => claim.quote);
    expect(quotes[0]).toBe('needs eight GPU-hours');
    for (const quote of quotes) expect(text).toContain(quote);
  });

  it('are mended where they are misspelt, and not where they are other words', () => {
    expect(read('j_0_0 neds 8 huors, dedaline rounnd 7, relaiblity 0.8')).toBe('j_0_0 deadline 7, j_0_0 hours 8, j_0_0 reliability 0.8');
    expect(read('j_0_0 and 8 houses, 7 pounds, 3 hoses')).toBe('');
  });

  it('say the same once', () => {
    expect(findClaims('j_0_0 needs 8 hours. Eight hours for j_0_0! j_0_0: 8h')).toHaveLength(1);
  });
});

describe('any text at all', () => {
  it.each([
    ['', 'empty'],
    ['j_0_0 '.repeat(150), 'names alone'],
    ['1 '.repeat(500), 'numbers alone'],
    ['j_0_0 needs '.repeat(80), 'needs and needs'],
    [`j_0_0 ${'8,'.repeat(450)}`, 'a list'],
    [`j_0_0 ${'hundred '.repeat(120)}`, 'hundreds'],
    [`j_0_0 ${'point '.repeat(160)}`, 'points'],
    ['\u0000\ud800 j_0_0 ﷽ needs ８ hours 𝟖 hours', 'odd signs'],
  ])('%#: %s', (text) => {
    for (const claim of findClaims(text)) expect(Number.isFinite(claim.value)).toBe(true);
  });
});
