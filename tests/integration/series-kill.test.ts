/** The server is killed in the middle of a series, in its first match and in its second: another one goes on, and no match is played twice. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { showTestGames } from '~/games/registry';
import { NO_MINDS, openAgentRuntime } from '~/start/agent-runtime';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { answerJson, openChatServer } from './support/chat-server';
import { describeKills, type FreshDatabase, freshDatabase } from './support/database';
import { quietServices } from './support/runners';
import { apiOf, until } from './support/server';
import { type Spawned, spawnServer } from './support/spawned';

const DUEL = { game: 'test/offers', task: 'haggle', seed: 11, players: ['haggler', 'stubborn_haggler'] };
/**
 * The program's requests in which the server is killed, three to a match and each repeated after a kill: in the middle of the first match, as
 * soon as the second has begun, and in its middle.
 */
const KILLED_AT = [2, 5, 7];
const PATIENCE = 600_000;

beforeAll(() => showTestGames(true));
afterAll(() => showTestGames(false));

describeKills('a series whose server is killed', (kind) => {
  let fresh: FreshDatabase;
  const sites: Spawned[] = [];
  beforeAll(async () => {
    fresh = await freshDatabase(kind);
  });
  afterAll(async () => {
    await Promise.all(sites.map((site) => site.kill()));
    await fresh.drop();
  });

  async function site(): Promise<Spawned> {
    const one = await spawnServer(fresh.url, { MANDI_TEST_GAMES: '1' });
    sites.push(one);
    return one;
  }

  test('goes on by itself, and ends as one that nobody disturbed', { timeout: PATIENCE }, async () => {
    let asked = 0;
    let holds = true;
    const program = await openChatServer((response, { body }) => {
      asked += 1;
      if (holds && KILLED_AT.includes(asked)) return; // who asked is killed before it hears the answer
      const price = (body as unknown as { seat: string }).seat === 'seller' ? 100 : 0; // which nobody takes
      answerJson(response, 200, { action: { type: 'name_price', price } });
    });
    const store = new PostgresEventStore(fresh.database, 'test');
    const { agents } = await openAgentRuntime(NO_MINDS, { log: quietServices(store, 'test').log, store: store.agents });
    const spec = { kind: 'remote', url: program.url, secretName: null, fallback: null, turnSeconds: 120 } as const;
    const words = { title: 'Haggler', summary: '', owner: '', licence: '', plays: ['test/offers'] };
    expect(await agents.add({ name: 'haggler', ...words, spec, trusted: true })).toMatchObject({ ok: true });

    let server = await site();
    const { id } = await apiOf(server.origin).series.create.mutate(DUEL);
    for (const request of KILLED_AT) {
      await until(() => asked >= request, PATIENCE);
      await server.kill();
      server = await site();
    }
    const ended = (one: string) =>
      until(async () => {
        const seen = await apiOf(server.origin).series.get.query({ id: one });
        return seen.status !== 'running' && seen;
      }, PATIENCE);
    const over = await ended(id);
    expect(over).toMatchObject({ status: 'finished', fault: null, players: ['haggler@1', 'stubborn_haggler'] });
    expect(over.matches.map(({ series }) => series?.place)).toEqual([0, 1]);

    holds = false;
    const calm = await ended((await apiOf(server.origin).series.create.mutate(DUEL)).id);
    expect(over.scores).toEqual(calm.scores);
    const logsOf = (series: typeof over) =>
      Promise.all(series.matches.map(async (match) => (await store.read(match.id)).map(({ json }) => json)));
    expect(await logsOf(over)).toEqual(await logsOf(calm));
    await store.close();
    await program.close();
  });
});
