import { expect, test } from 'vitest';
import { askPolicy } from '~/contract/ask-policy';
import { replay } from '~/contract/game';
import type { Shown } from '~/contract/prompt-format';
import { shownAt } from '~/contract/prompt-format';
import { Draws } from '~/lib/random/draws';
import { streamOf } from '~/lib/random/mt19937';
import { numbersIn } from '~/lib/text/number-words';
import { parseConfig } from '../config';
import { inPlace, openMatch } from '../match';
import { openBazaar } from '../open';
import { strangeNumber } from '../prompts/formats';
import { trial } from '../trial';
import type { BazaarView } from '../view';
import type { WireAction } from './fill-in';
import { house } from './policies';
import { BANK, lineFor, speakers } from './speaking';

function configOf(seed: number, task_type = 'haggle') {
  const read = parseConfig({ task_type, seed });
  if (!read.ok) throw new Error(read.why);
  return read.value;
}

/** Every line that a policy says in a match, with what the number filter finds in it, and the prices. */
function heard(policy: typeof house, seed: number, task: string) {
  const config = configOf(seed, task);
  const run = inPlace(config);
  const lines: string[] = [];
  const strange: string[] = [];
  for (let seats = openBazaar.toAct(run.state); seats.length > 0; seats = openBazaar.toAct(run.state))
    for (const [seat, move, shown] of seats.map(
      (one) =>
        [
          one,
          askPolicy(openBazaar, policy, { state: run.state, seat: one }),
          shownAt(openBazaar, { config, state: run.state, seat: one }),
        ] as const,
    )) {
      const turn = move as { turn?: WireAction[] } | WireAction[];
      for (const action of Array.isArray(turn) ? turn : (turn.turn ?? [])) {
        if (action.message === undefined) continue;
        lines.push(action.message);
        const found = strangeNumber(shown as Shown<BazaarView>, action, action.message);
        if (found !== null) strange.push(`${found} in ${action.message}`);
      }
      run.play(seat, move);
    }
  const prices = Object.values(run.state.offers).map(({ from, price_cents }) => `${from} ${price_cents}`);
  return { lines, strange, prices };
}

test('a house player that speaks plays as one that is silent, to the hundredth, and every line passes the number filter', () => {
  const [english, hinglish] = speakers;
  if (!english || !hinglish) throw new Error('two languages');
  const said = new Set<string>();
  for (const task of ['haggle', 'stall', 'bazaar', 'bulk'])
    for (let seed = 0; seed < 6; seed += 1) {
      const silent = heard(house, seed, task);
      expect(silent.lines).toEqual([]);
      for (const policy of [english, hinglish]) {
        const { lines, strange, prices } = heard(policy, seed, task);
        expect(prices).toEqual(silent.prices);
        expect(strange).toEqual([]);
        expect(lines.length).toBeGreaterThan(1);
        for (const line of lines) said.add(line);
      }
    }
  expect(said.size).toBeGreaterThan(100);
});

test('a line depends on nothing that the other side may not know', () => {
  for (let seed = 0; seed < 8; seed += 1) {
    const opening = openMatch(configOf(seed));
    const twin = trial.twin(opening, 'seller_0', new Draws(streamOf(1, [9]), 0));
    expect(twin).not.toEqual(opening);
    const [one, other] = [opening, twin].map((events) =>
      lineFor(openBazaar.observe(replay(openBazaar, events), 'seller_0'), 50, 'hinglish'),
    );
    expect(other).toBe(one);
  }
});

test('no line of the bank names a number, a rival, or a hurry', () => {
  const lines = Object.values(BANK).flatMap((sides) =>
    Object.values(sides).flatMap((all) => Object.values(all).flatMap((one) => Object.values(one))),
  );
  const each = lines.flatMap((line) => line.split('/'));
  expect(new Set(each).size).toBe(each.length);
  for (const line of each) {
    expect(line).toContain('PRICE');
    expect([line, numbersIn(line)]).toEqual([line, []]);
    expect(line).not.toMatch(/others|somebody|last|hurry|jaldi|aakhri|doosr/i);
  }
});
