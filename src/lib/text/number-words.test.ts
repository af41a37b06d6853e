import { expect, test } from 'vitest';
import { numbersIn } from './number-words';

const values = (text: string) => numbersIn(text).map(({ value }) => value);

test('digits of any script are numbers, with separators of thousands', () => {
  expect(values('61.5, or ६१, or ٦١; 1,250 and 1,25,000.50 and 61,5')).toEqual([61.5, 61, 61, 1250, 125000.5, 61.5]);
  expect(values('Give me 2 hundred.')).toEqual([200]);
});

test.each([
  ['forty seven', 47],
  ['Forty-seven is all', 47],
  ['one hundred and twenty five', 125],
  ['two thousand three hundred', 2300],
  ['pachas mein de do', 50],
  ['saintalis se kam nahin', 47],
  ['dhai sau', 250],
  ['sava sau', 125],
  ['saadhe teen sau', 350],
  ['paune do sau', 175],
  ['do hazaar paanch sau', 2500],
  ['सैंतालीस से कम नहीं', 47],
  ['ढाई सौ दे दो', 250],
  ['दो हज़ार', 2000],
  ['saath rupaye', 60],
  ['nine dollars', 9],
])('%s holds %d', (text, value) => expect(values(text)).toEqual([value]));

test('words that are numbers only sometimes are none without money or a multiple', () => {
  for (const text of [
    'Thoda kam kar do, bhai.',
    'Box ke saath.',
    'This one is a good one.',
    'Ek baat bolun?',
    'दे दो ना',
    'Do we have a deal?',
    'saat ghante',
  ])
    expect([text, values(text)]).toEqual([text, []]);
});

test('two numbers in a row are two', () => {
  expect(values('fifty sixty')).toEqual([50, 60]);
  expect(values('pachas, pachpan')).toEqual([50, 55]);
});
