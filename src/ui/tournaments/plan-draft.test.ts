import { describe, expect, test } from 'vitest';
import type { CatalogOverview } from '~/api/catalog/types';
import { gameWords } from '~/contract/game-ref';
import { allPolicies } from '~/games/policies';
import { GAMES } from '~/games/registry';
import { readPlanText } from '~/tournament/read-plan';
import { faultAt, firstPlan, PERSON, planText, sentence, withRuleset } from './plan-draft';

/** What of the catalogue the form needs. */
const rulesets = GAMES.map(({ ref, tasks, judgeModes }) => ({ key: ref.key, ...gameWords(ref), tasks, judgeModes }));
const catalog = { rulesets, policies: allPolicies() } as unknown as CatalogOverview;

describe('the form of a tournament', () => {
  test('begins with a plan that can be played as it stands, under either ruleset', () => {
    const draft = firstPlan(catalog);
    expect(readPlanText(planText(draft))).toMatchObject({ ok: true, value: { worlds: 20, entrants: { length: 4 } } });
    const classic = withRuleset(catalog, draft, 'gpu-market/classic');
    expect(readPlanText(planText(classic))).toMatchObject({ ok: true, value: { game: 'gpu-market/classic', version: 1, tableSize: 1 } });
  });

  test('what was typed reaches the plan: a person, an owner, a table, worlds, rounds, limits', () => {
    const draft = {
      ...firstPlan(catalog),
      format: 'swiss' as const,
      tableSize: '2',
      worlds: '3',
      rounds: '2',
      range: 'train' as const,
      from: '3',
      dollars: '1.5',
      entrants: [
        { key: 0, agent: 'planner', name: 'mine', owner: 'Anna' },
        { key: 1, agent: PERSON, name: 'Ben', owner: '' },
      ],
    };
    expect(readPlanText(planText(draft))).toMatchObject({
      ok: true,
      value: {
        tableSize: 2,
        worlds: 3,
        rounds: 2,
        source: { range: 'train', from: 3 },
        limits: { dollars: 1.5, tokens: null },
        entrants: [
          { name: 'mine', agent: 'planner', owner: 'Anna' },
          { name: 'Ben', agent: null },
        ],
      },
    });
  });

  test('a rated one leaves the worlds to a season, a knock-out its rounds to itself', () => {
    const rated = readPlanText(planText({ ...firstPlan(catalog), kind: 'rated', format: 'knockout', rounds: '3' }));
    expect(rated).toMatchObject({ ok: true, value: { source: { range: 'season' }, rounds: null } });
  });

  test('a number that is none, and a player that is not there, are refused at their fields', () => {
    const draft = firstPlan(catalog);
    const worlds = readPlanText(planText({ ...draft, worlds: 'many' }));
    expect(worlds).toMatchObject({ ok: false, path: 'worlds' });
    const [first, ...rest] = draft.entrants;
    const entrants = [{ key: 0, name: '', owner: '', ...first, agent: 'plannner!' }, ...rest];
    const nobody = readPlanText(planText({ ...draft, entrants }));
    expect(nobody).toMatchObject({ ok: false });
    const fault = { path: nobody.ok ? null : (nobody.path ?? null), why: nobody.ok ? '' : nobody.why };
    expect(faultAt([fault], 'entrants.0')).toContain('did you mean planner');
    expect(faultAt([fault], 'worlds')).toBeNull();
  });
});

test('beside its field a fault does not name the field', () => {
  expect(sentence({ path: 'worlds', why: 'worlds: is missing.' })).toBe('Is missing.');
  expect(sentence({ path: null, why: 'no file' })).toBe('No file');
});
