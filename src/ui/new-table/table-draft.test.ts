import { describe, expect, it } from 'vitest';
import type { RulesetCard } from '~/api/catalog/types';
import { FREE, firstTableDraft, requestOf, seatCount, tableLabel, whyNotSeed, withTask } from './table-draft';

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
    { id: 'single_trade', title: 'Single trade', summary: '', rounds: 6, seats: '2 labs, each a seat', places: placesOf(2), options: [] },
    {
      id: 'coalition_market',
      title: 'Coalition market',
      summary: '',
      rounds: 12,
      seats: '6 labs, each a seat',
      places: placesOf(6),
      options: [],
    },
  ],
};

describe('a table as the form holds it', () => {
  it('begins with half of the seats free', () => {
    const draft = firstTableDraft(RULESET);
    expect(draft.task).toBe('coalition_market');
    expect(draft.seats).toEqual([FREE, FREE, FREE, 'house', 'house', 'house']);
    expect(draft.judgeMode).toBe('rule');
  });

  it('keeps who plays when the task changes', () => {
    const draft = { ...firstTableDraft(RULESET), seats: ['planner', FREE, FREE, FREE, FREE, FREE] };
    const smaller = withTask(draft, 'single_trade', seatCount(RULESET, 'single_trade'));
    expect(smaller.seats).toEqual(['planner', FREE]);
    expect(withTask(smaller, 'coalition_market', 6).seats).toEqual(['planner', FREE, FREE, 'house', 'house', 'house']);
  });

  it('asks for a seed only where one was typed', () => {
    const draft = firstTableDraft(RULESET);
    expect(requestOf(draft, RULESET)).not.toHaveProperty('seed');
    expect(requestOf({ ...draft, seed: ' 41000 ' }, RULESET)).toMatchObject({ seed: 41000, seats: { lab_0: FREE, lab_5: 'house' } });
    expect(whyNotSeed('')).toBeNull();
    expect(whyNotSeed('seven')).not.toBeNull();
  });

  it('says what will be set', () => {
    const draft = firstTableDraft(RULESET);
    expect(tableLabel({ ...draft, seats: [FREE, 'planner'] })).toBe(
      'One free seat, one policy; 90 seconds for each round, and who stays silent waits.',
    );
    expect(tableLabel({ ...draft, seats: [FREE, FREE] })).toBe('2 free seats; 90 seconds for each round, and who stays silent waits.');
  });
});
