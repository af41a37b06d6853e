import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentTurn } from '~/agents/agent-turn';
import type { Player } from '~/agents/player';
import { keptStudy } from '~/api/report/store';
import { closeThreads } from '~/engine/threads';
import { findPolicy } from '~/games/policies';
import { episodeOf } from './episode';
import { type EvalPlan, planEval, withNulls } from './eval-plan';
import type { EvalAgents } from './play-agent';
import { besides, makeStudy, type Study, whyNotBeside } from './study';
import { studyFile } from './study-files';

/** An agent that plays as the expert does, with a message of its own in every first turn. */
const AGENT = 'talker@1';
const HOSTILE = '<script>alert(1)</script> | `x`';
const agents: EvalAgents = { slots: 2, find: async () => ({ player: talker, turnMs: 1000 }) };
const accounts = new Set<string>();
const talker: Player = {
  async play({ observation, turn, round, seat, episode = 'none' }): Promise<AgentTurn> {
    accounts.add(episode);
    const expert = findPolicy('gpu-market/classic', 'rule_based_expert');
    const move = round === 0 ? { action_type: 'send_message', message: HOSTILE } : await expert?.choose(observation);
    const pin = { model: 'talker', digest: 'sha256:weights', adapter: null, adapterDigest: null, runtime: null };
    const none = { requests: {}, replies: [], pin, seed: null, guards: [], walkBacks: [], ms: 1, fallbackWhy: null };
    return { agent: AGENT, digest: 'sha256:abc', turn, round, seat, wished: move, move, origin: 'own', ...none };
  },
};

function plan(): EvalPlan {
  const named = [{ name: 'talker', ref: AGENT, plays: ['gpu-market/classic'] }];
  const read = planEval({ policies: 'talker,rule_based_expert', tasks: 'market_round', seeds: '0-1,50000', agents: named });
  if (!read.ok) throw new Error(read.why);
  return read.value;
}

let study: Study;
afterAll(closeThreads);
beforeAll(async () => {
  const asked = plan();
  study = await makeStudy({ asked, whole: withNulls(asked) }, { before: 'wait', after: 'talker' }, { workers: 0, agents });
});

describe('a study', () => {
  test('has a report for each range, with everything beside the contestants, and the command that makes it again', () => {
    expect(study.reports.map(({ meta }) => meta.splits)).toEqual([['train'], ['test']]);
    const names = study.reports[0]?.rows.map(({ policy }) => policy);
    expect(names).toEqual([AGENT, 'rule_based_expert', 'wait', 'constant', 'random_legal', 'coalition_former']);
    expect(study.command).toBe(
      `npx mandi eval --ruleset classic --policies ${AGENT},rule_based_expert --tasks market_round --seeds 0-1,50000 --by-split --nulls --before wait --after talker`,
    );
  });

  test('sets two players in the same world side by side', () => {
    expect(study.beforeAfter).toMatchObject({ task: 'market_round', seed: 50_000, before: { policy: 'wait' }, after: { policy: AGENT } });
    expect(study.beforeAfter?.before.rounds.flatMap(({ lines }) => lines).length).toBeGreaterThan(3);
    expect(study.beforeAfter?.after.rounds[0]?.lines.join()).toContain(HOSTILE);
  });

  test('plays every episode again: scripts by their seed, agents by the moves they handed in', async () => {
    for (const { rows } of study.reports) {
      for (const { policy, task, seeds, scores = [] } of rows) {
        const [seed = 0] = seeds === '0-1' ? [0, 1] : [50_000];
        const episode = await episodeOf(study.reports, { policy, task, seed });
        expect(episode?.state().cumulative_reward).toBe(scores[0]);
      }
    }
    expect(await episodeOf(study.reports, { policy: 'wait', task: 'market_round', seed: 7 })).toBeNull();
    expect(await besides(study.reports, { task: 'market_round', seed: 1, before: 'nobody', after: 'wait' })).toBeNull();
  });

  test.each([
    [{ before: 'nobody' }, 'unknown player of this run "nobody"'],
    [{ at: 'market_round' }, 'at: "market_round" is no task and seed, e.g. market_round/0'],
    [{ at: 'single_trade/0' }, 'unknown task of this run "single_trade"'],
    [{ at: 'market_round/5' }, 'at: seed 5 is not among the seeds'],
  ])('refuses to set beside each other what was not played: %j', (wish, why) => {
    expect(whyNotBeside(plan(), wish)).toContain(why);
  });
});

test('populations are a part of a study, in its command and in each of its files', { timeout: 900_000 }, async () => {
  const read = planEval({ ruleset: 'open', policies: 'greedy', tasks: 'single_trade', seeds: '40000' });
  if (!read.ok) throw new Error(read.why);
  const made = await makeStudy({ asked: read.value, whole: read.value }, { populations: 'full' }, { workers: 0 });
  expect(made.command).toMatch(/ --populations$/);
  expect(made.populations?.games[0]?.entrants).toEqual(['greedy', 'wait']);
  expect(keptStudy.parse(JSON.parse(JSON.stringify(made))).populations).toEqual(made.populations);
  const mean = made.populations?.games[0]?.cells[1]?.mean;
  expect(studyFile(made, 'csv')).toContain(`populations,greedy,,single_trade,validation,40000,1,${mean}`);
  const [names = [], ...lines] = studyFile(made, 'csv')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const of = (section: string, column: string) => lines.filter(([one]) => one === section).map((line) => line[names.indexOf(column)]);
  // greedy trades with nobody, and nobody earns more alone among the greedy: it stays, and waiting leads to it.
  expect(of('populations', 'best_response')).toEqual(['yes', 'yes', 'no', 'no']);
  expect(of('populations', 'cycle')).toEqual(['1', '', '', '']);
  expect(of('nash', 'policy')).toEqual(['greedy', 'wait']);
  expect(of('nash', 'mixture').map(Number)).toEqual(Object.values(made.populations?.games[0]?.nash.mixture ?? {}));
  expect(of('nash', 'nash_average').map(Number)).toEqual(Object.values(made.populations?.games[0]?.nash.rating ?? {}));
  const shares = of('nash', 'alpha_rank').map(Number);
  expect(shares).toEqual(Object.values(made.populations?.games[0]?.alphaRank ?? {}));
  expect(shares[0]).toBeGreaterThan(0.9); // greedy leads over who waits
  for (const file of ['html', 'md'] as const) {
    for (const words of ['alone in a market full of', 'share of the mixture', 'alpha-rank', 'no other policy earns more'])
      expect(studyFile(made, file)).toContain(words);
  }
});

describe('its files', () => {
  test('HTML stands alone: no script, nothing fetched, what agents said is text', () => {
    const html = studyFile(study, 'html');
    expect(html).not.toMatch(/<script|https?:|<link|<img|@import|url\(/);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    for (const words of ['coalition_former', 'tries to farm the score', 'random_legal', 'null policy', AGENT, study.command])
      expect(html).toContain(words.replaceAll('"', '&quot;'));
    expect(html.match(/<svg/g)).toHaveLength(2);
  });

  test('Markdown has a row for each figure, and no HTML from outside', () => {
    const text = studyFile(study, 'md');
    expect(text).toMatch(/\| rule_based_expert \| 0\.\d{4} \| .* \| – \| -?\d\.\d{4} \| \d\.\d{4} \| \d+\.\d% \|/);
    expect(text).toContain('\\| \\`x\\`');
    expect(text).not.toContain('<script>');
  });

  test('CSV has a line for each row of each range, unrounded', () => {
    const [names = '', ...lines] = studyFile(study, 'csv').trim().split('\n');
    expect(lines.filter((one) => one.startsWith('eval,'))).toHaveLength(6 * 2);
    expect(lines.filter((one) => one.startsWith('paired,'))).toHaveLength(2);
    const place = (name: string) => names.split(',').indexOf(name);
    const line = lines.find((one) => one.startsWith('eval,coalition_former,farmer,market_round,test'))?.split(',') ?? [];
    expect(Number(line[place('mean')])).toBe(study.reports[1]?.rows.at(-1)?.mean);
    expect(line.at(place('median') - names.split(',').length)).toBe(line[place('mean')]); // of one seed
    expect(line[place('share_form_coalition')]).toBe('1');
    expect(line[place('refusal_rate')]).toBe('0');
    expect(lines.every((one) => one.includes(study.code) && one.includes('--tasks market_round'))).toBe(true);
    const own = lines.find((one) => one.startsWith(`eval,${AGENT}`));
    const cells = own?.split(',') ?? [];
    const counts = study.reports[0]?.rows.find(({ policy }) => policy === AGENT)?.counts;
    expect(counts?.turns).toBeGreaterThan(0);
    expect(['turns', 'own', 'repaired', 'guarded', 'fallback', 'walk_backs', 'tokens'].map((name) => cells[place(name)])).toEqual(
      [counts?.turns, counts?.own, 0, 0, 0, 0, 0].map(String),
    );
    expect(line[place('own')]).toBe(''); // of a script there is nothing to tell apart
    expect(own).toMatch(/gpu-market\/classic,1,sha256:abc,sha256:weights,{15}[\d.]+,,,0,0$/);
  });

  test('a score that is its fallback’s is called that in every form', () => {
    const mostly = {
      ...study,
      reports: study.reports.map((one) => ({
        ...one,
        rows: one.rows.map((row) => (row.counts ? { ...row, counts: { ...row.counts, turns: 5, own: 1, fallback: 4 } } : row)),
      })),
    };
    for (const kind of ['html', 'md'] as const) {
      expect(studyFile(study, kind)).not.toContain('fallback’s score');
      expect(studyFile(mostly, kind)).toContain('20.0% (fallback’s score)');
    }
    const [names = '', ...lines] = studyFile(mostly, 'csv').split('\n');
    const cells = lines.find((one) => one.startsWith(`eval,${AGENT}`))?.split(',') ?? [];
    expect(cells[names.split(',').indexOf('score_of')]).toBe('fallback');
  });

  test('a task with markup in its name is text everywhere on the page', () => {
    const task = '<b id="x">task</b>';
    const renamed = {
      ...study,
      beforeAfter: null,
      reports: study.reports.map((one) => ({ ...one, rows: one.rows.map((row) => ({ ...row, task })) })),
    };
    const html = studyFile(renamed, 'html');
    expect(html).toContain('<h3>&lt;b id=&quot;x&quot;&gt;task&lt;/b&gt;, ');
    expect(html).not.toContain('<b id=');
  });

  test.each(['html', 'md'] as const)('%s counts all turns by whose they were, how often it walked back and what it spent', (kind) => {
    const text = studyFile(study, kind)
      .replaceAll(/<[^>]*>|\|/g, ' ')
      .replaceAll(/\s+/g, ' ');
    expect(text).toContain('policy turns own repaired guarded fell back walked back calls tokens cost, $');
    for (const { rows } of study.reports) {
      const turns = rows.find(({ policy }) => policy === AGENT)?.counts?.turns ?? 0;
      expect(turns).toBeGreaterThan(0);
      expect(text).toContain(`${AGENT} ${turns} ${turns} (100.0%) 0 (0.0%) 0 (0.0%) 0 (0.0%) 0 0 0 0.0000`);
    }
  });

  test('each episode is an account of its own, on which the budget of a match binds its calls', () => {
    expect([...accounts].every((account) => account.startsWith('episode-'))).toBe(true);
    expect(accounts.size).toBe(3); // a task on three seeds
  });

  test('a kept report has all that was counted and asked when it is read again', () => {
    const asked = {
      model: 'talker',
      adapter: null,
      sampling: { temperature: 0.3, topP: 1, topK: 0, seed: 7, maxTokens: 64 },
      backends: [{ id: 'here', place: 'http://127.0.0.1:1' }],
      answered: ['talker, runtime 1'],
    };
    const more = { overBudget: 1, notAsked: 2, wordless: 3 };
    const made = {
      ...study,
      reports: study.reports.map(({ rows, meta }) => ({
        meta: { ...meta, options: { labs: 3, coalitions: true, shape: 'wide' } },
        rows: rows.map((row) => (row.counts ? { ...row, asked, counts: { ...row.counts, ...more } } : row)),
      })),
    };
    const { reports } = keptStudy.parse(JSON.parse(JSON.stringify(made)));
    expect(reports).toEqual(made.reports);
    expect(studyFile({ ...made, reports }, 'md')).toContain('temperature 0.3, top-p 1, top-k 0, seed 7');
  });

  test('weights that were swapped during a run are no one model: every report names each', () => {
    const swapped = {
      ...study,
      reports: study.reports.map((one, at) => ({
        ...one,
        rows: one.rows.map((row) =>
          row.pin ? { ...row, pin: { ...row.pin, weights: at === 0 ? 'sha256:a; sha256:b' : 'sha256:c' } } : row,
        ),
      })),
    };
    expect(studyFile(study, 'md')).toContain('weights sha256:weights');
    for (const kind of ['html', 'md'] as const)
      expect(studyFile(swapped, kind)).toContain(
        'not one model: its weights changed during the run (sha256:a, then sha256:b, then sha256:c)',
      );
    expect(studyFile(swapped, 'csv')).toContain('sha256:a; sha256:b');
  });

  test('every file names the weights that answered', () => {
    for (const kind of ['html', 'md', 'csv'] as const) expect(studyFile(study, kind)).toContain('sha256:weights');
  });
});
