import { expect, test } from 'vitest';
import type { AgentCard } from '~/api/agent/types';
import type { PolicyCard } from '~/api/catalog/types';
import type { SeatCard } from '~/live/protocol';
import { findPlayer, namedPlayer, notReadyAmong, peopleGroup, playerGroups, playerTitle } from './player-options';

const planner: PolicyCard = { id: 'planner', title: 'Planner', summary: 'Plans.', plays: ['gpu-market/open'] };
const expert: PolicyCard = { id: 'rule_based_expert', title: 'Expert', summary: 'Knows.', plays: ['gpu-market/classic'] };

function agentCard(
  name: string,
  part: Partial<AgentCard> & { kind?: 'model' | 'remote' | 'scripted' | 'person'; retired?: boolean } = {},
): AgentCard {
  const { kind = 'model', retired = false, ...card } = part;
  const spec =
    kind === 'remote' ? { kind, url: 'http://127.0.0.1:1', secretName: null, fallback: null, turnSeconds: 5 } : { kind, model: 'own' };
  const agent = {
    name,
    version: 1,
    title: name.toUpperCase(),
    summary: '',
    plays: ['gpu-market/open'],
    spec,
    retired,
  } as unknown as AgentCard['agent'];
  return { ref: `${name}@1`, agent, builtIn: false, older: false, ready: true, notReady: null, matches: 0, ...card };
}

const agents = [
  agentCard('smollm2', { ready: false, notReady: 'The model is not here.' }),
  agentCard('mine', { kind: 'remote' }),
  agentCard('gone', { retired: true }),
  agentCard('planner', { kind: 'scripted' }),
  agentCard('ann', { kind: 'person' }),
];
const groups = playerGroups({ policies: [planner, expert], agents }, 'gpu-market/open');

test('players are grouped by kind; those of other rulesets, retired ones and empty groups are left out', () => {
  expect(groups.map(({ name, options }) => [name, options.map(({ value }) => value)])).toEqual([
    ['Scripted', ['planner']],
    ['Models', ['smollm2@1']],
    ['Remote programs', ['mine@1']],
  ]);
  expect(playerGroups({ policies: [expert], agents: [] }, 'gpu-market/open')).toEqual([]);
});

test('a player is found by what a seat takes, and named by its title', () => {
  expect(findPlayer(groups, 'mine@1')?.title).toBe('MINE');
  expect(playerTitle(groups, 'smollm2@1')).toBe('SMOLLM2');
  expect(playerTitle(groups, 'old@3')).toBe('old@3');
});

test('who cannot play is told once, with the reason', () => {
  expect(notReadyAmong(groups, ['smollm2@1', 'planner', 'smollm2@1'])).toEqual([{ title: 'SMOLLM2', why: 'The model is not here.' }]);
});

test('older versions are groups of their own, by their reference, where a form asks for them', () => {
  const older = [{ ...agentCard('mine', { kind: 'remote' }), ref: 'mine@1', older: true }];
  const found = playerGroups({ policies: [planner], agents, older }, 'gpu-market/open');
  expect(found.at(-1)).toMatchObject({ name: 'Remote programs, older versions', options: [{ value: 'mine@1' }] });
  expect(playerGroups({ policies: [planner], agents, older }, 'gpu-market/classic').map(({ name }) => name)).toEqual([]);
  const [known] = older;
  if (!known) throw new Error('no agent');
  const nobody = { ...known.agent, name: 'nobody', spec: { kind: 'model', model: 'null:random' } } as AgentCard['agent'];
  const baseline = [{ ...known, agent: nobody, ref: 'nobody@1' }];
  expect(playerGroups({ policies: [planner], agents, older: baseline }, 'gpu-market/open').at(-1)).toMatchObject({
    name: 'Baselines, older versions',
    options: [{ value: 'nobody@1' }],
  });
});

test('people are offered only where seats wait for somebody', () => {
  expect(groups.flatMap(({ options }) => options.map(({ value }) => value))).not.toContain('ann@1');
  expect(peopleGroup(agents, 'gpu-market/open')).toMatchObject([{ name: 'People', options: [{ value: 'ann@1' }] }]);
  expect(peopleGroup(agents, 'gpu-market/classic')).toEqual([]);
});

test('of all games a policy is one choice, with the games that know it', () => {
  const haggler: PolicyCard = { id: 'planner', title: 'Planner', summary: 'Haggles.', plays: ['bazaar/open'] };
  const found = playerGroups({ policies: [planner, expert, haggler], agents: [] }, null);
  expect(found[0]?.options.map(({ value, title }) => [value, title])).toEqual([
    ['planner', 'Planner (GPU market, open; Bazaar, open)'],
    ['rule_based_expert', 'Expert (GPU market, classic)'],
  ]);
});

test('each player of a seat is named with what it is; a model says that it is one', () => {
  const ben: SeatCard = { seat: 'lab_1', kind: 'person', name: 'Ben', ready: true, here: true, policy: null };
  const script: SeatCard = { seat: 'lab_2', kind: 'script', policy: 'rule_based_expert' };
  const model: SeatCard = { seat: 'lab_3', kind: 'agent', policy: 'small@2' };
  const agents = [
    { ref: 'small@2', agent: { title: 'Small 1B', spec: { kind: 'model', model: 'small' } } },
    { ref: 'house', agent: { title: 'House lab / House', spec: { kind: 'scripted', policy: 'house' } } },
  ] as unknown as AgentCard[];
  expect(namedPlayer(ben, agents)).toEqual({ name: 'Ben', kind: 'person' });
  expect(namedPlayer(script, agents)).toEqual({ name: 'Rule-based expert', kind: 'script' });
  expect(namedPlayer({ ...script, policy: 'house' }, agents)).toEqual({ name: 'House', kind: 'house bot' });
  expect(namedPlayer({ ...script, policy: 'house_english' }, agents).kind).toBe('house bot');
  expect(namedPlayer(model, agents)).toEqual({ name: 'Small 1B', kind: 'language model' });
  expect(namedPlayer(model, [])).toEqual({ name: 'small@2', kind: 'agent' }); // until it is known what it is
  expect(namedPlayer({ ...ben, policy: 'small@2' }, agents)).toEqual({ name: 'Ben', kind: 'person, Small 1B plays' });
  expect(namedPlayer({ ...ben, kind: 'program', policy: 'planner' }, agents).kind).toBe('program, planner plays');
});
