/** Version 2 of the open market where version 1 is played too: at a table, through the client, as an episode and as files. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMandiClient } from '~/client/create-mandi-client';
import type { OpenMarketView } from '~/games/gpu-market/open/shared/told/view';
import type { OpenObservation2 } from '~/games/gpu-market/open/v2/observation';
import { plannerTurn2 } from '~/games/gpu-market/open/v2/players/planner';
import { type FreshDatabase, freshDatabase } from './support/database';
import { startServer, type TestServer, until } from './support/server';
import { openTable } from './support/table';

let fresh: FreshDatabase;
let mandi: TestServer;
beforeAll(async () => {
  fresh = await freshDatabase('embedded');
  mandi = await startServer(fresh);
});
afterAll(async () => {
  await mandi.stop();
  await fresh.drop();
});

describe('a table of version 2', () => {
  it('is played by a program among house labs, and told, explained and kept as what it is', async () => {
    const { id, host } = await openTable(mandi, {
      version: 2,
      policy: 'house',
      seed: 11,
      options: { rounds: 6, complements: 1 },
      seats: { lab_0: 'open' },
    });
    const program = createMandiClient({ url: mandi.origin });
    const { seat } = await program.claim(id, { name: 'Bargainer' });
    const views: OpenMarketView[] = [];
    program.watch<OpenMarketView>(id, { seat, onView: (view) => views.push(view) });
    await host.api.table.start.mutate({ id });
    const codes: string[] = [];
    const end = await program.play<OpenObservation2>(id, seat, (seen) => {
      codes.push(...seen.last_action_results.map((one) => one.code));
      const want = { action_type: 'post_want', hours: 1, payment: 6, message: 'One hour, please.' };
      const offers = plannerTurn2(seen).filter(({ action_type }) => action_type !== 'post_want');
      return seen.round_index === 0 ? [want, ...offers.slice(0, 3)] : offers;
    });
    expect(end).toMatchObject({ status: 'finished', version: 2, key: 'gpu-market/open' });
    expect(codes).toContain('want_posted');
    await until(() => views.at(-1)?.finished === true);
    expect(views.some((view) => view.ruleset_version === 2 && view.wants?.some((want) => want.lab_id === 'lab_0'))).toBe(true);
    const explained = (await mandi.api.match.explain.query({ id })) as { rounds: number; spoken: unknown[] };
    expect([explained.rounds, Array.isArray(explained.spoken)]).toEqual([6, true]);
    const transcript = await (await fetch(`${mandi.origin}/api/matches/${id}/transcript.md`)).text();
    expect(transcript).toContain('wants 1 GPU-hours');
    program.close();
  }, 300_000);

  it('and one of version 1 stand beside each other, each under its own rules', async () => {
    const [one, two] = await Promise.all([1, 2].map((version) => openTable(mandi, { version, task: 'single_trade', policy: 'open' })));
    const cards = await Promise.all([one, two].map((table) => mandi.api.match.get.query({ id: table?.id ?? '' })));
    expect(cards.map(({ version }) => version)).toEqual([1, 2]);
    const listed = await mandi.api.match.list.query({ ruleset: 'open', version: 2, limit: 100 });
    expect(listed.items.every(({ version }) => version === 2)).toBe(true);
    expect(listed.items.map(({ id }) => id)).toContain(two?.id);
  }, 120_000);
});

it('the catalog names the usual version, and beside it what else can be named', async () => {
  const { rulesets, otherVersions } = await mandi.api.catalog.overview.query();
  expect(rulesets.filter(({ key }) => key === 'gpu-market/open').map(({ version }) => version)).toEqual([2]);
  expect(otherVersions.map(({ key, version }) => [key, version])).toEqual([['gpu-market/open', 1]]);
});
