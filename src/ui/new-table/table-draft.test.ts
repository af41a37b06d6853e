import { describe, expect, it } from 'vitest';
import type { RulesetCard } from '~/api/catalog/types';
import { FREE, firstTableDraft, requestOf, seatCount, tableLabel, tableRuleset, tableRulesets, whyNotSeed, withTask } from './table-draft';

const placesOf = (count: number) => Array.from({ length: count }, (_, place) => ({ seat: `lab_${place}`, title: `lab_${place}` }));
const RULESET: RulesetCard = {
  key: 'gpu-market/open',
  game: 'gpu-market',
  ruleset: 'open',
  version: 1,
  judgeModes: ['off', 'rule'],
  settings: [],
  together: [],
  tasks: [
    { id: 'single_trade', title: 'Single trade', summary: '', rounds: 6, seats: '2 labs', places: placesOf(2), options: [] },
    {
      id: 'coalition_market',
      title: 'Coalition market',
      summary: '',
      rounds: 12,
      seats: '6 labs',
      places: placesOf(6),
      options: [],
    },
  ],
};

function task(at: number) {
  const found = RULESET.tasks[at];
  if (!found) throw new Error('there is no such task');
  return found;
}

describe('a table as the form holds it', () => {
  it('begins small, with ten minutes and no judge; of a larger table half of the seats are free', () => {
    const draft = firstTableDraft(RULESET);
    expect(draft).toMatchObject({ task: 'single_trade', seats: [FREE, FREE], judgeMode: 'off', clockSeconds: 600 });
    expect(withTask(draft, 'coalition_market', 6).seats).toEqual([FREE, FREE, FREE, 'house', 'house', 'house']);
  });

  it('is offered for each game in which more than one person can sit', () => {
    const haggle: RulesetCard = { ...RULESET, key: 'bazaar/open', game: 'bazaar' };
    const alone: RulesetCard = { ...RULESET, key: 'bazaar/classic', game: 'bazaar', tasks: [{ ...task(0), places: placesOf(1) }] };
    const unseated: RulesetCard = { ...RULESET, key: 'gpu-market/classic', ruleset: 'classic' };
    const rulesets = [unseated, RULESET, alone, haggle];
    expect(tableRulesets({ rulesets }).map(({ key }) => key)).toEqual(['gpu-market/open', 'bazaar/open']);
    expect(tableRuleset({ rulesets }, 'bazaar/open')).toBe(haggle);
    expect(tableRuleset({ rulesets }, 'bazaar/classic')).toBe(RULESET);
    expect(tableRuleset({ rulesets: [unseated, alone] })).toBeNull();
  });

  it('keeps who plays when the task changes', () => {
    const draft = { ...firstTableDraft(RULESET), task: 'coalition_market', seats: ['planner', FREE, FREE, FREE, FREE, FREE] };
    const smaller = withTask(draft, 'single_trade', seatCount(RULESET, 'single_trade'));
    expect(smaller.seats).toEqual(['planner', FREE]);
    expect(withTask(smaller, 'coalition_market', 6).seats).toEqual(['planner', FREE, FREE, 'house', 'house', 'house']);
  });

  it('asks for a seed only where one was typed', () => {
    const draft = firstTableDraft(RULESET);
    expect(requestOf(draft, RULESET)).not.toHaveProperty('seed');
    expect(requestOf({ ...draft, seed: ' 41000 ' }, RULESET)).toMatchObject({ seed: 41000, seats: { lab_0: FREE, lab_1: FREE } });
    expect(whyNotSeed('')).toBeNull();
    expect(whyNotSeed('seven')).not.toBeNull();
  });

  it('says what will be set', () => {
    const draft = firstTableDraft(RULESET);
    expect(tableLabel({ ...draft, seats: [FREE, 'planner'] })).toBe(
      "One free seat, one bot. 10 minutes for each turn; anyone who doesn't submit one passes.",
    );
    expect(tableLabel({ ...draft, seats: [FREE, FREE], clockSeconds: 90 })).toBe(
      "2 free seats. 90 seconds for each turn; anyone who doesn't submit one passes.",
    );
  });
});
