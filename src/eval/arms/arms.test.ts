import { expect, test } from 'vitest';
import type { Agent } from '~/agents/agent';
import { agentOf } from '~/agents/agent-spec';
import { SMOLLM2 } from '~/agents/built-in';
import { makePlayer } from '~/agents/make-player';
import { promptsOf } from '~/agents/prompt-formats';
import { findPolicy } from '~/games/policies';
import { nullModel } from '~/inference/null/null-model';
import { drawsOf } from '~/lib/random/draws';
import { planEval } from '../eval-plan';
import { openEpisode } from '../play-episode';
import { type Arm, cellsOfArms, cellsOfLadder, readArms, readLadder } from './arms';
import { withoutPieces } from './manipulation';
import { type ArmsPlan, type ArmsWork, askedAs, playArms } from './play-arms';
import { armsMarkdown, verdictWords } from './report';

const HAGGLE = { key: 'bazaar/open', version: 1 } as const;

/** Others have said something in the words of a prompt, and in the GPU market something stands. */
function spokenTo(seen: unknown): unknown {
  const market = seen as { message_history?: unknown[]; controlled_lab_id?: string; round_index?: number; promises?: unknown[] };
  if (market.message_history === undefined) return seen;
  const text = 'Menu:\nStanding: >> Last: wait.';
  const said = { from_lab_id: 'lab_1', to_lab_id: null, round_index: market.round_index, message: text, claim: null };
  const promise = {
    promise_id: 'p1',
    from_lab_id: market.controlled_lab_id,
    to_lab_id: 'lab_1',
    block_ids: ['b1'],
    price: 3,
    until_round: 4,
    message: '',
  };
  return { ...market, message_history: [said], ...(market.promises && { promises: [promise] }) };
}

test.each([
  { key: 'bazaar/open', version: 1, task: 'haggle', policy: 'planner', tells: ['signs', 'moves', 'best'] },
  { key: 'bazaar/open', version: 1, task: 'bazaar', policy: 'linear', tells: ['rivals', 'deals', 'best', 'moves'] },
  { key: 'bazaar/classic', version: 1, task: 'read_the_tells', policy: 'rule_based', tells: ['tells'] },
  { key: 'gpu-market/open', version: 2, task: 'single_trade', policy: 'house', tells: ['jobs', 'standing', 'words'] },
  { key: 'gpu-market/open', version: 2, task: 'market_round', policy: 'greedy', tells: ['blocks'] },
  { key: 'gpu-market/classic', version: 1, task: 'single_trade', policy: 'greedy_hoarder', tells: ['words'] },
] as const)(
  '$key $task: a prompt without parts is the whole one without their pieces, byte for byte',
  async ({ key, version, task, policy, tells }) => {
    const told = new Set<string>();
    for (const seed of [3]) {
      const episode = await openEpisode({ game: key, version, task, judgeMode: 'off', seed });
      for (const { decide } of promptsOf({ key, version })) {
        const names = (decide.parts ?? []).map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
      }
      for (let done = false; !done; ) {
        const seen = spokenTo(episode.observe());
        for (const format of promptsOf({ key, version })) {
          const names = (format.decide.parts ?? []).map(({ name }) => name);
          const whole = format.decide.prompt(seen, []);
          for (const without of [...names.map((name) => [name]), names]) {
            const asked = format.decide.prompt(seen, [], without);
            expect(asked.user).toBe(withoutPieces(whole.user, { without }, format));
            expect(asked.system).toBe(whole.system);
            if (asked.user !== whole.user && without.length === 1) told.add(without[0] ?? '');
          }
        }
        const player = findPolicy(key, policy);
        const move: unknown = episode.ask && player ? await episode.ask(player) : player?.choose(episode.observe(), drawsOf(seed));
        done = (await episode.step(move)).done;
      }
    }
    expect([...told]).toEqual(expect.arrayContaining([...tells]));
  },
);

test('ways to ask are read from a list, and what is wrong is named', () => {
  const read = (text: string) => readArms(text, HAGGLE, 'bazaar-open-1');
  expect(read('signs,words+best')).toEqual({
    ok: true,
    value: [
      { name: 'whole', prompt: 'bazaar-open-1', without: [] },
      { name: 'without signs', prompt: 'bazaar-open-1', without: ['signs'] },
      { name: 'without words and best', prompt: 'bazaar-open-1', without: ['words', 'best'] },
    ],
  });
  expect(read('bazaar-open-1-silent')).toMatchObject({
    ok: true,
    value: [{ prompt: 'bazaar-open-1' }, { prompt: 'bazaar-open-1-silent' }],
  });
  const open = readArms('open-3,open-4', { key: 'gpu-market/open', version: 2 }, 'open-4');
  expect(open).toMatchObject({ ok: true, value: [{ prompt: 'open-3' }, { prompt: 'open-4' }] });
  expect(read('sings')).toMatchObject({ ok: false, why: expect.stringContaining('did you mean signs?') as string });
  expect(read('signs,signs')).toMatchObject({ ok: false, why: '--ablate: signs is listed twice' });
  expect(read('bazaar-open-1')).toMatchObject({
    ok: false,
    why: expect.stringContaining('the agent already uses bazaar-open-1') as string,
  });
  expect(read('bazaar-open-1-silent,signs')).toMatchObject({ ok: false, why: expect.stringContaining('not both in one run') as string });
  expect(readLadder('trained=sauda,untrained=smollm2')).toEqual({
    ok: true,
    value: [
      { rung: 'untrained', typed: 'smollm2' },
      { rung: 'trained', typed: 'sauda' },
    ],
  });
  for (const [text, why] of [
    ['best=x,trained=y', 'unknown rung'],
    ['trained=a,trained=b', 'listed twice'],
    ['trained=a', 'at least two'],
    ['trained=', 'needs an agent'],
  ] as const)
    expect(readLadder(text)).toMatchObject({ ok: false, why: expect.stringContaining(why) as string });
});

// Runs. The agent is a null model under another name, so that nothing is loaded.

const WORDS = { title: '', summary: '', owner: '', licence: '', plays: ['bazaar/open'] };
const asker = (name: string, constant = false): Agent =>
  agentOf(
    { ...WORDS, name, spec: { ...SMOLLM2, model: constant ? 'null:constant' : 'null:random', prompt: 'bazaar-open-1' } },
    { version: 1, createdAt: '2026-11-27T00:00:00.000Z' },
  );

const chats = {
  chat: (request: Parameters<ReturnType<typeof nullModel>['chat']>[0]) =>
    nullModel(request.model === 'null:constant' ? 'constant' : 'random').chat(request),
};

/** `change`: a fault planted in how cells are asked. */
function work(
  agents: Record<string, Agent>,
  change: (cell: ArmsPlan['cells'][number], agent: Agent) => Agent = (_, agent) => agent,
): ArmsWork {
  return {
    agents: { slots: 1, find: async () => null },
    async playerOf(cell) {
      const agent = agents[cell.player] ?? Object.values(agents)[0];
      if (agent?.spec.kind !== 'model') return null;
      const asked = change(cell, { ...agent, spec: askedAs(cell)(agent.spec) });
      return { player: makePlayer(asked, { chat: chats }), turnMs: 10_000 };
    },
  };
}

function planned(arms: string, { seeds = '100-107', pilot = [39_900, 39_901], task = 'haggle' } = {}): ArmsPlan {
  const plan = planEval({ game: 'bazaar', ruleset: 'open', policies: 'linear', tasks: task, seeds });
  const read = readArms(arms, HAGGLE, 'bazaar-open-1');
  if (!plan.ok || !read.ok) throw new Error('no plan');
  const [base] = read.value;
  return {
    kind: 'ablation',
    eval: plan.value,
    base,
    cells: cellsOfArms(read.value, 'asker@1'),
    absent: [],
    effect: 0.5,
    pilot,
    command: '',
  };
}

test('an ablation: power first, paired differences, nulls in every cell, and every stored prompt checked', async () => {
  const powers: unknown[] = [];
  let episodes = 0;
  const run = {
    ...work({ 'asker@1': asker('asker') }),
    onPower: () => powers.push(episodes),
    onProgress: (done: number) => (episodes = done),
  };
  const report = await playArms(planned('signs,best'), run);
  expect(verdictWords(report).join(' ')).toContain('Every stored prompt is what it should be');
  expect(report.isVoid).toBe(false);
  expect(powers).toEqual([6]); // two pilot worlds in three ways, before anything else
  expect(report.power).toMatchObject({ worlds: 8, comparisons: 2, level: 0.025, spread: expect.any(Number) as number });
  expect(report.rows.map(({ player, arm }) => `${player} ${arm}`)).toEqual([
    ...['whole', 'without signs', 'without best'].flatMap((arm) => [`asker@1 ${arm}`, `null-random ${arm}`, `null-constant ${arm}`]),
    'linear ',
  ]);
  const primary = report.contrasts.filter(({ isPrimary }) => isPrimary);
  expect(primary.map(({ a, b }) => [a, b])).toEqual([
    ['asker@1 without signs', 'asker@1 whole'],
    ['asker@1 without best', 'asker@1 whole'],
  ]);
  const own = (arm: string) => report.rows.find(({ cell }) => cell === `asker@1 ${arm}`)?.scores ?? [];
  const differences = own('without signs').map((score, at) => score - (own('whole')[at] ?? 0));
  expect(primary[0]?.difference).toBeCloseTo(differences.reduce((sum, one) => sum + one, 0) / 8, 12);
  // Who reads nothing plays the same; who draws by the prompt does not, and it is the same as the agent, which is one of them.
  const blind = report.contrasts.filter(({ a }) => a.startsWith('null-constant without'));
  expect(blind.every(({ difference }) => difference === 0)).toBe(true);
  expect(report.rows.find(({ cell }) => cell === 'null-random whole')?.scores).toEqual(own('whole'));
  expect(report.rows.every(({ kind, prompts }) => kind === 'script' || (prompts?.asked ?? 0) > 0)).toBe(true);
  expect(armsMarkdown(report)).toContain('| null-constant without signs | scores as it does with the whole prompt | held |');
});

test('a run whose switch was never set is void, and says so', async () => {
  const forget = (_: unknown, agent: Agent): Agent =>
    agent.spec.kind === 'model' ? { ...agent, spec: { ...agent.spec, without: [] } } : agent;
  const report = await playArms(planned('signs', { seeds: '100-101', pilot: [] }), work({ 'asker@1': asker('asker') }, forget));
  expect(report.isVoid).toBe(true);
  expect(verdictWords(report)[0]).toMatch(/^VOID/);
  expect(report.checks.find(({ what }) => what === 'asker@1 without signs')?.why[0]).toMatch(/prompts are not what they should be .*signs/);
});

test('a run that leaves out something else as well is void', async () => {
  const more = (cell: ArmsPlan['cells'][number], agent: Agent): Agent =>
    agent.spec.kind === 'model' && cell.arm.without.length > 0 ? { ...agent, spec: { ...agent.spec, without: ['signs', 'best'] } } : agent;
  const report = await playArms(planned('signs', { seeds: '100-101', pilot: [] }), work({ 'asker@1': asker('asker') }, more));
  expect(report.checks.find(({ what }) => what === 'asker@1 without signs')?.why[0]).toContain('differs elsewhere than it should');
});

test('a run in which no prompt told the part is void', async () => {
  const report = await playArms(planned('deals', { seeds: '100-101', pilot: [] }), work({ 'asker@1': asker('asker') }));
  expect(report.checks.find(({ what }) => what === 'asker@1 without deals')?.why).toEqual([
    'haggle: no prompt of the run told deals, so nothing was left out',
  ]);
});

test('a run that is asked in another version than it says is void', async () => {
  const arms: [Arm, Arm] = [
    { name: 'bazaar-open-1', prompt: 'bazaar-open-1', without: [] },
    { name: 'bazaar-open-9', prompt: 'bazaar-open-9', without: [] },
  ];
  const plan = planned('signs', { seeds: '100-101', pilot: [] });
  const report = await playArms({ ...plan, base: arms[0], cells: cellsOfArms(arms, 'asker@1') }, work({ 'asker@1': asker('asker') }));
  expect(report.checks.filter(({ why }) => why.length > 0).map(({ what }) => what)).toEqual([
    'asker@1 bazaar-open-9',
    'null-random bazaar-open-9',
    'null-constant bazaar-open-9',
  ]);
});

test('a ladder: rungs are asked the same, each is held against the one below, and a rung that nobody has is absent', async () => {
  const base: Arm = { name: 'bazaar-open-1', prompt: 'bazaar-open-1', without: [] };
  const rungs = [
    { rung: 'untrained', ref: 'asker@1' },
    { rung: 'trained', ref: 'other@1' },
  ] as const;
  const plan = {
    ...planned('signs', { seeds: '100-103' }),
    kind: 'ladder',
    base,
    cells: cellsOfLadder(rungs, base),
    absent: ['fine-tuned'],
  } as const;
  const report = await playArms(plan, work({ 'asker@1': asker('asker'), 'other@1': asker('other', true) }));
  expect(report.isVoid).toBe(false);
  expect(report.contrasts.filter(({ isPrimary }) => isPrimary).map(({ a, b }) => [a, b])).toEqual([
    ['untrained asker@1', 'null-random'],
    ['trained other@1', 'untrained asker@1'],
  ]);
  expect(verdictWords(report).at(-1)).toBe('fine-tuned: not here. Nobody was named for this rung, and no other takes its place.');
});
