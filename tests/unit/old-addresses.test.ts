// What people bookmarked or wrote into scripts in version 9ed50aa (tests/fixtures/old-addresses) still leads where it led.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { catalogOverview } from '~/api/catalog/service';
import type { BoardCard } from '~/api/tournament/types';
import { programFor } from '~/cli/main';
import { REPOSITORY } from '~/config';
import { readDraft } from '~/ui/data/draft';
import { chosenBoard } from '~/ui/leaderboard/chosen-board';
import { readFilters } from '~/ui/matches/filters';
import { firstDraft } from '~/ui/new-match/draft';
import site from '../../next.config';

function linesOf(name: string): string[] {
  return readFileSync(join(REPOSITORY, 'tests', 'fixtures', 'old-addresses', name), 'utf8')
    .trim()
    .split('\n');
}

/** Is there a page for these parts of a path? A folder in brackets takes any one part. */
function hasPage(folder: string, [first, ...rest]: string[]): boolean {
  if (first === undefined) return existsSync(join(folder, 'page.tsx'));
  const folders = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  const fitting = folders.filter(({ name }) => name === first || name.startsWith('['));
  return fitting.some(({ name }) => hasPage(join(folder, name), rest));
}

/** Where a path leads now, by the site's redirects. */
async function leadsTo(path: string): Promise<string> {
  for (const { source, destination, permanent } of (await site.redirects?.()) ?? []) {
    const names = [...source.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
    const parts = new RegExp(`^${source.replaceAll(/:\w+/g, '([^/]+)')}$`).exec(path);
    if (!parts) continue;
    expect(permanent).toBe(true);
    return names.reduce((address, name, place) => address.replaceAll(`:${name}`, parts[place + 1] ?? ''), destination);
  }
  return path;
}

describe('pages', () => {
  const pages = linesOf('pages.txt');

  test('each has a page of the site, or leads to one', async () => {
    const paths: string[] = [];
    for (const address of pages) {
      const { pathname } = new URL(address, 'http://mandi');
      paths.push(new URL(await leadsTo(pathname), 'http://mandi').pathname);
    }
    const lost = paths.filter((path) => !hasPage(join(REPOSITORY, 'src', 'app'), path.split('/').filter(Boolean)));
    expect(lost).toEqual([]);
    expect(pages.length).toBeGreaterThan(30);
  });

  const queryOf = (address: string): URLSearchParams => {
    expect(pages).toContain(address);
    return new URL(address, 'http://mandi').searchParams;
  };

  test.each([
    ['/new?ruleset=open&task=market_round&seed=7&policy=planner', { task: 'market_round', seed: '7', policy: 'planner' }],
    [
      '/new?ruleset=classic&task=coalition_market&seed=5&policy=rule_based_expert&judge=rule',
      { task: 'coalition_market', seed: '5', policy: 'rule_based_expert', judgeMode: 'rule' },
    ],
    ['/new?policy=rule_based_expert', { task: 'coalition_market', policy: 'rule_based_expert' }],
  ])('%s fills in the form', (address, form) => {
    const draft = firstDraft(catalogOverview('0'), new Map(queryOf(address).entries()));
    expect(draft).toMatchObject(form);
    expect(draft).toMatchObject({ game: address.includes('=open') ? 'gpu-market/open' : 'gpu-market/classic', version: 1 });
  });

  test('/matches narrows the list', () => {
    expect(readFilters(queryOf('/matches?status=finished'))).toMatchObject({ status: 'finished', task: null, policy: null });
    const narrow = readFilters(queryOf('/matches?task=single_trade&policy=greedy_hoarder'));
    expect(narrow).toMatchObject({ task: 'single_trade', policy: 'greedy_hoarder' });
  });

  test('/data is set to a tournament', () => {
    const address = '/data?ruleset=open&tournament=p5h746gmpiad&format=trajectories&split=test&purpose=analysis';
    const draft = readDraft(queryOf(address));
    expect(draft).toMatchObject({ tournament: 'p5h746gmpiad', version: '1', format: 'trajectories', split: 'test', forAnalysis: true });
    expect(draft.ruleset.endsWith('open')).toBe(true);
  });

  test('/leaderboard opens the board that it names', () => {
    const boards = [
      { ruleset: 'gpu-market/classic', version: 1, task: 'coalition_market', setting: 'a' },
      { ruleset: 'gpu-market/open', version: 2, task: 'market_round', setting: 'of version 2' },
      { ruleset: 'gpu-market/open', version: 1, task: 'market_round', setting: 'b' },
      { ruleset: 'gpu-market/open', version: 1, task: 'single_trade', setting: 'c' },
    ] satisfies BoardCard[];
    const chosen = (address: string) => chosenBoard(boards, new Map(queryOf(address).entries()))?.setting;
    expect(chosen('/leaderboard')).toBe('a');
    expect(chosen('/leaderboard?ruleset=gpu-market%2Fopen')).toBe('b');
    expect(chosen('/leaderboard?ruleset=gpu-market%2Fopen&task=single_trade')).toBe('c');
  });
});

describe('command lines', () => {
  test.each(linesOf('commands.txt'))('%s', async (line) => {
    const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '').slice(2);
    const program = await programFor(args);
    let reached: Command | null = null;
    takeActions(program, (command) => {
      reached = command;
    });
    await program.parseAsync(args, { from: 'user' });
    expect(reached).not.toBeNull();
  });

  test('an option that is gone would be seen', async () => {
    const program = await programFor(['play', '--gone']);
    takeActions(program, () => undefined);
    await expect(program.parseAsync(['play', '--gone'], { from: 'user' })).rejects.toThrow("unknown option '--gone'");
  });
});

/** Every command is parsed as ever, and then does nothing. */
function takeActions(command: Command, reached: (command: Command) => void): void {
  if (command.commands.length === 0) command.action(() => reached(command));
  for (const child of command.commands) takeActions(child, reached);
}
