import { expect, test } from 'vitest';
import { readPlanText } from '~/tournament/read-plan';
import { planFile } from './service';

const FILE = `
name: "Spring: a cup"
format: swiss
task: single_trade
entrants:
  - house
  - { name: wary, agent: waiter-2@3, owner: Anna }
  - { person: Ben }
  - planner
worlds: 3
source: { range: test, from: 50001 }
limits: { dollars: 2.5 }
`;

test('a plan written as a file is read back as the same plan', () => {
  const first = readPlanText(FILE);
  expect(first).toMatchObject({ ok: true });
  const plan = first.ok ? first.value : null;
  expect(plan && readPlanText(planFile(plan))).toMatchObject({ ok: true, value: plan });
});
