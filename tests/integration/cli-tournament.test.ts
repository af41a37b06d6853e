/** What an operator does to tournaments by command, on a database of its own. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from './support/database';
import { type Ran, runMandi, runMandiHere } from './support/run-mandi';

const LEAGUE = 'name: Two days\nformat: league\nrounds: 2\ntask: single_trade\nentrants: [house, greedy]\nworlds: 1\nnulls: []';
const CUP = 'name: A cup\nformat: knockout\ntask: single_trade\nentrants: [house, greedy]\nworlds: 1\nnulls: []';

let fresh: FreshDatabase;
let folder = '';
beforeAll(async () => {
  fresh = await freshDatabase('embedded');
  folder = await mkdtemp(join(tmpdir(), 'mandi-cli-tournament-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await fresh.drop();
});

function run(...args: string[]): Promise<Ran> {
  return runMandiHere(['tournament', ...args], { env: { DATABASE_URL: fresh.url } });
}

/** In a process of its own: what starts workers, and what leaves them to others. */
function runApart(...args: string[]): Promise<Ran> {
  return runMandi(['tournament', ...args], { env: { DATABASE_URL: fresh.url } });
}

/** Writes the file, and begins what stands in it without playing it. */
async function begin(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text);
  const { out, code } = await runApart('run', join(folder, name), '--detach');
  expect(code).toBe(0);
  return out.trim();
}

async function expectRefusals(...cases: [args: string[], sentence: string][]): Promise<void> {
  for (const [args, sentence] of cases) {
    const { out, errors, code } = await run(...args);
    expect({ args, out, errors, code }).toEqual({ args, out: '', errors: expect.stringMatching(/^mandi: [^\n]*\n$/) as string, code: 2 });
    expect(errors).toContain(sentence);
  }
}

describe('tournaments by command', { timeout: 900_000 }, () => {
  test('a file that cannot be played, or a tournament that is not there, is said in a sentence', async () => {
    expect((await run('list')).out).toContain('Start one with npx mandi tournament run FILE.');
    const bad = { agent: CUP.replace('greedy', 'gredy'), format: CUP.replace('knockout', 'knokout') };
    for (const [name, text] of Object.entries(bad)) await writeFile(join(folder, `${name}.yaml`), text);
    await expectRefusals(
      [['run', join(folder, 'agent.yaml')], `${join(folder, 'agent.yaml')}: line 4: entrants.1: There is no policy or agent "gredy"`],
      [['run', join(folder, 'none.yaml')], `cannot read ${join(folder, 'none.yaml')}: there is no such file`],
      [['run', join(folder, 'format.yaml')], 'format: '],
      [['run', join(folder, 'agent.yaml'), '--workers', 'two'], '--workers must be a whole number from 0 to 64'],
      [['run', join(folder, 'agent.yaml'), '--workers', '1', '--detach'], '--detach starts no process'],
      [['pause', 'nonesuch'], 'there is no tournament "nonesuch"'],
      [['join', 'nonesuch', 'planner'], 'there is no tournament "nonesuch"'],
    );
  });

  test('a league is paused, joined, left, resumed and played; its table is a CSV file', async () => {
    const id = await begin('league.yaml', LEAGUE);
    expect((await run('pause', id.slice(0, 6))).out).toContain(`Two days (${id}): league, exhibition, paused.`);
    expect((await run('join', id, 'planner', '--name', 'late', '--owner', 'Ada')).out).toMatch(
      /^late joins, and plays from the next day on\.\n.*paused\./,
    );
    expect((await run('leave', id, 'greedy')).out).toMatch(/^greedy leaves once the current day is over\.\n.*paused\./);
    expect((await run('join', id, '--person', 'Bo')).out).toContain(
      `Bo plays in person: the link to each seat, once its table is made, is at`,
    );
    expect((await run('leave', id, 'Bo')).out).not.toContain('in person');
    await expectRefusals(
      [['status', id.slice(0, 2)], `"${id.slice(0, 2)}" is too short to identify a tournament: ${id}`],
      [['join', id], 'name who joins: an agent, or --person NAME'],
      [['join', id, 'planner', '--person', 'Ada'], 'name who joins'],
      [['join', id, '--person', 'Ada', '--name', 'Eve'], 'a person has one name'],
      [['join', id, 'rule_based_expert'], 'rule_based_expert does not play gpu-market/open; it plays gpu-market/classic.'],
      [['join', id, 'gredy'], 'Did you mean greedy?'],
      [['join', id, 'planner', '--name', 'late'], 'late is already in this league.'],
      [['leave', id, 'gredy'], 'There is no entrant "gredy" in this league; its entrants are house, late.'],
      [['retry', id], `No match of tournament ${id} has failed.`],
    );
    const played = await runApart('resume', id, '--workers', '1');
    expect(played).toMatchObject({ code: 0, errors: expect.stringContaining(`Tournament ${id} is finished.`) as string });
    const rows = (await run('standings', id, '--csv')).out.trim().split(/\r?\n/);
    expect(rows[0]).toMatch(/^entrant,rank,matches,score,/);
    const matches = rows.slice(1).map((row) =>
      row
        .split(',')
        .filter((_, at) => at === 0 || at === 2)
        .join(' '),
    );
    expect(matches.sort()).toEqual(['Bo 0', 'greedy 2', 'house 4', 'late 2']); // a day each, in each of two seats
    await expectRefusals([['join', id, 'selfish'], 'This league is finished.']);
  });

  test('what failed for good is tried again; what was cancelled stays so', async () => {
    const id = await begin('cup.yaml', CUP);
    await fresh.database.prisma.tournamentFixture.updateMany({
      where: { tournamentId: id },
      data: { status: 'failed', fault: 'it broke' },
    });
    expect((await run('status', id)).out).toContain('Why matches failed: it broke');
    expect((await run('retry', id)).out).toMatch(/0 of 2 matches played, 0 under way, 2 waiting\.\n/);
    expect((await run('cancel', id)).out).toContain('2 cancelled');
    await expectRefusals(
      [['join', id, 'planner'], 'Entrants can join and leave only leagues; this is a knockout.'],
      [['resume', id], 'was cancelled'],
      [['cancel', id], `Tournament ${id} is cancelled`],
    );
    const { tournaments } = JSON.parse((await run('list', '--json')).out) as { tournaments: object[] };
    expect(tournaments).toEqual([
      expect.objectContaining({ id, status: 'cancelled' }),
      expect.objectContaining({ name: 'Two days', status: 'finished' }),
    ]);
  });

  test('a program whose key is not set here is not played from here: nothing begins, and the sentence says what to do', async () => {
    const spec = "{ kind: remote, url: 'https://agent.example.org/act', secretName: A_KEY_NOT_SET }";
    await writeFile(join(folder, 'agent-file.yaml'), `name: keyed\ntitle: Keyed\nplays: [open]\nspec: ${spec}\n`);
    const added = await runMandiHere(['agents', 'add', join(folder, 'agent-file.yaml')], { env: { DATABASE_URL: fresh.url } });
    expect({ code: added.code, errors: added.errors }).toEqual({ code: 0, errors: '' });
    await writeFile(join(folder, 'keyed.yaml'), CUP.replace('greedy', 'keyed'));
    const why = 'keyed@1 is not available. Its key A_KEY_NOT_SET is not set for this command';
    await expectRefusals([['run', join(folder, 'keyed.yaml')], why]);
    expect((await run('list')).out.match(/A cup/g)).toHaveLength(1); // the one above
    const id = await begin('keyed.yaml', CUP.replace('greedy', 'keyed'));
    await run('pause', id);
    await expectRefusals([['resume', id], why]);
    expect((await run('cancel', id)).code).toBe(0);
  });
});
