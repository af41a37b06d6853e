/** People at the tables of a tournament: invited by a link, seated, counted; and those who never come. */
import { afterEach, expect, test } from 'vitest';
import { emptyBroadcaster } from '~/live/audience';
import { MatchRunner } from '~/match/match-runner';
import type { Services } from '~/match/services';
import { Caretaker } from '~/match/table/caretaker';
import { keepSeat } from '~/match/table/keep-seat';
import { findHolder, redeemLink } from '~/match/table/links';
import { setReady } from '~/match/table/set-ready';
import { submitTurn } from '~/match/table/submit-turn';
import { Brain, service } from '~/match/testing/agents';
import type { NewAgent } from '~/store/agent-store';
import { MemoryEventStore } from '~/store/memory-event-store';
import { joinLeague, leaveLeague } from '~/tournament/control-tournament';
import { createTournament } from '~/tournament/create-tournament';
import { lookAtTournaments } from '~/tournament/look-at-tournaments';
import { readPlan } from '~/tournament/read-plan';
import { standingsOf } from '~/tournament/standings';
import { inviteToSeat } from '~/tournament/tend-tables';
import { begin, servicesHere } from '~/tournament/testing/begin';
import { TournamentWorker } from '~/tournament/tournament-worker';
import { appRouter } from '../router';
import { strangerAt } from '../testing/stranger-at';

const DAY_MS = 24 * 3600 * 1000;
const FILE = { name: 'With Ada', task: 'single_trade', entrants: [{ person: 'Ada' }, 'greedy'], worlds: 1, rotation: 'none', nulls: [] };

const runners: MatchRunner[] = [];
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.stop();
});

/** A tournament of one match, whose table has just been laid. */
async function tableOfAda(file: object = FILE, people: readonly Omit<NewAgent, 'digest'>[] = []) {
  const clock = { ahead: 0 };
  const now = (): number => Date.now() + clock.ahead;
  const store = new MemoryEventStore('here', now);
  const { agents } = service(new Brain(), store.agents);
  const services: Services = {
    store,
    agents,
    processId: 'here',
    audience: emptyBroadcaster,
    log: { info() {}, warn() {}, error() {} },
    now,
  };
  for (const person of people) await agents.add(person);
  const read = readPlan(file);
  const made = read.ok ? await createTournament(services, read.value) : read;
  if (!made.ok) throw new Error(made.why);
  const { id } = made.value;
  const [fixture] = await store.tournaments.fixtures(id);
  const place = fixture?.seats.find(({ entrant }) => entrant === 'Ada');
  if (!fixture || !place) throw new Error('Ada has no seat');
  const { seat } = place;
  const early = await inviteToSeat(services, id, { order: 0, seat });
  expect(early).toMatchObject({ ok: false, code: 'not_started' });
  const worker = new TournamentWorker(services);
  await worker.start();
  await expect.poll(async () => (await store.get(fixture.matchId))?.status).toBe('lobby');
  await worker.stop();
  return { services, clock, id, seat, matchId: fixture.matchId };
}

async function invite({ services, id, seat }: Awaited<ReturnType<typeof tableOfAda>>): Promise<string> {
  const invited = await inviteToSeat(services, id, { order: 0, seat });
  if (!invited.ok) throw new Error(invited.why);
  return invited.value.code;
}

test('a person who is invited by a link sits down and plays, and the tournament counts the match', async () => {
  const table = await tableOfAda();
  const { services, id, seat, matchId } = table;
  const runner = new MatchRunner(services);
  runners.push(runner);
  await runner.start();
  const opened = await redeemLink(services, await invite(table));
  expect(opened).toMatchObject({ ok: true, value: { matchId, seat, role: 'seat' } });
  await setReady(services, matchId, { seat, ready: true });
  await lookAtTournaments(services);

  for (;;) {
    const match = await services.store.get(matchId);
    if (match?.status === 'finished') break;
    const round = match?.round ?? 0;
    const move = { actions: [{ action_type: 'wait' }], round_index: round, key: `${round}` };
    await submitTurn(services, { matchId, seat, turn: round, key: `${round}`, payload: move }, 1_000);
  }
  await lookAtTournaments(services);
  const { tournaments } = services.store;
  const worker = new TournamentWorker(services);
  await worker.start(); // who scores the match
  await expect.poll(async () => (await tournaments.get(id))?.status, { timeout: 900_000 }).toBe('finished');
  await worker.stop();
  const record = await tournaments.get(id);
  if (!record) return;
  const fixtures = await tournaments.fixtures(id);
  expect(fixtures[0]?.result?.seats.find((one) => one.entrant === 'Ada')).toMatchObject({ seat, player: 'person' });
  const { rows } = standingsOf(record, fixtures, await tournaments.counts(id));
  expect(rows.find(({ entrant }) => entrant === 'Ada')).toMatchObject({ matches: 1, failed: 0, kind: 'person' });
});

test('a match with people is not played in a published world: plan and schedule would tell its seed', async () => {
  const { services, id, matchId } = await tableOfAda();
  const { source } = (await services.store.tournaments.get(id))?.plan ?? {};
  const match = await services.store.get(matchId);
  expect(source).toMatchObject({ range: 'validation' });
  expect(match?.seed).toBeGreaterThan(1_000_000); // all published seeds are below
});

const REGISTERED: Omit<NewAgent, 'digest'> = {
  name: 'ada',
  title: 'Ada',
  summary: '',
  owner: 'Club',
  licence: '',
  plays: ['gpu-market/open'],
  trusted: true,
  spec: { kind: 'person' },
};

test('a person of the registry enters under an entrant’s name, and her seat is her own: results gather on her card', async () => {
  const file = { ...FILE, entrants: [{ name: 'Ada', agent: 'ada' }, 'greedy'] };
  const table = await tableOfAda(file, [REGISTERED]);
  const { services, id, seat, matchId } = table;
  const entrant = (await services.store.tournaments.get(id))?.entrants.find(({ name }) => name === 'Ada');
  expect(entrant).toMatchObject({ kind: 'person', player: null, person: 'ada@1', owner: 'Club', pin: null });
  await redeemLink(services, await invite(table));
  const card = (await services.store.get(matchId))?.seats.find((one) => one.seat === seat);
  expect(card).toMatchObject({ kind: 'person', name: 'Ada', agent: 'ada@1' });
  expect((await services.agents?.get('ada'))?.matches).toBe(1);
});

test.each([
  {
    file: {
      entrants: [
        { name: 'Ada', agent: 'ada' },
        { name: 'Eve', agent: 'ada@1' },
      ],
    },
    why: 'ada@1 is one person and can enter only once.',
  },
  {
    file: { kind: 'rated', entrants: ['ada', 'greedy'] },
    why: 'ada is a person. People can play only in exhibitions, because they cannot be pinned.',
  },
  { file: { entrants: [{ person: 'Eve' }, { person: 'eve ' }] }, why: '"Eve" and "eve" look alike' },
  { file: { ruleset: 'classic', entrants: ['ada', 'rule_based_expert'] }, why: 'does not play gpu-market/classic' },
  { file: { ruleset: 'classic', entrants: [{ person: 'Ada' }, 'rule_based_expert'] }, why: 'people cannot play gpu-market/classic' },
  { file: { others: ['ada'] }, why: 'others: ada@1 is a person: people take a seat of their own' },
  { file: { nulls: ['ada'] }, why: 'nulls: ada is a person; only policies can fill the other seats.' },
  { file: { entrants: [{ person: 'x'.repeat(25) }, 'greedy'] }, why: 'entrants.0: A name has 1 to 24 characters.' },
])('where a person cannot take part the reason is said when it is planned: $why', async ({ file, why }) => {
  const store = new MemoryEventStore('here');
  const { agents } = service(new Brain(), store.agents);
  const services: Services = {
    store,
    agents,
    processId: 'here',
    audience: emptyBroadcaster,
    log: { info() {}, warn() {}, error() {} },
    now: Date.now,
  };
  await agents.add(REGISTERED);
  const read = readPlan({ ...FILE, ...file });
  const made = read.ok ? await createTournament(services, read.value) : read;
  expect(made).toMatchObject({ ok: false, why: expect.stringContaining(why) as string });
});

test('people join a league under way and leave it: of the registry, or by a name alone, and are seated from the next day on', async () => {
  const store = new MemoryEventStore('here');
  const { agents } = service(new Brain(), store.agents);
  const log = { info() {}, warn() {}, error() {} };
  const services: Services = { store, agents, processId: 'here', audience: emptyBroadcaster, log, now: Date.now };
  await agents.add(REGISTERED);
  const { id } = await begin(services, { ...FILE, format: 'league', rounds: 2, entrants: ['greedy', 'house'] });
  expect(await joinLeague(services, id, { agent: 'ada', name: 'Ada' })).toMatchObject({ ok: true });
  expect(await joinLeague(services, id, { agent: null, name: 'Bo' })).toMatchObject({ ok: true });
  expect(await joinLeague(services, id, { agent: 'ada@1', name: 'Eve' })).toMatchObject({
    ok: false,
    why: 'ada@1 is already in this league.',
  });
  expect(await joinLeague(services, id, { agent: null })).toMatchObject({ ok: false, code: 'bad_input' });
  expect(await leaveLeague(services, id, 'house')).toMatchObject({ ok: true });
  const worker = new TournamentWorker(services);
  await worker.start();
  const today = async () =>
    (await store.tournaments.fixtures(id, { stage: 1 })).filter(({ seats }) => seats.some(({ player }) => player === null));
  await expect.poll(async () => (await today()).length, { timeout: 900_000 }).toBe(3); // Ada and Bo meet, and each meets greedy
  const withAda = (await today()).find(({ seats }) => seats.some(({ entrant }) => entrant === 'Ada'));
  const seat = withAda?.seats.find(({ entrant }) => entrant === 'Ada')?.seat ?? '';
  await expect.poll(async () => (await store.get(withAda?.matchId ?? ''))?.status, { timeout: 900_000 }).toBe('lobby');
  await worker.stop();
  expect(await inviteToSeat(services, id, { order: withAda?.order ?? 0, seat })).toMatchObject({ ok: true });
  expect((await store.get(withAda?.matchId ?? ''))?.seats.find((one) => one.seat === seat)).toMatchObject({ name: 'Ada', agent: 'ada@1' });
  const other = withAda?.seats.find(({ player, entrant }) => player === null && entrant !== 'Ada')?.seat ?? seat;
  expect(await keepSeat(services, withAda?.matchId ?? '', { seat: other, person: 'ada' })).toMatchObject({
    ok: false,
    code: 'of_tournament',
  });
});

test('who joins has a name that nobody takes for another’s: spaces around it are nothing, and case alone tells no people apart', async () => {
  const { agents } = service(new Brain(), new MemoryEventStore('registry').agents);
  const services = servicesHere({ agents });
  await agents.add(REGISTERED);
  const { id } = await begin(services, { ...FILE, format: 'league', rounds: 2, entrants: ['greedy', { person: 'Bo Li' }] });
  expect(await joinLeague(services, id, { agent: 'Ada' })).toMatchObject({
    ok: false,
    why: expect.stringMatching(/^There is no policy or agent "Ada".* Did you mean ada\?$/) as string,
  });
  for (const name of ['bo  li', ' BO LI ', 'Bо Li']) {
    expect(await joinLeague(services, id, { agent: null, name })).toMatchObject({
      ok: false,
      why: expect.stringContaining('look alike') as string,
    });
  }
  expect(await joinLeague(services, id, { agent: null, name: '  Ada ' })).toMatchObject({ ok: true });
  expect((await services.store.tournaments.get(id))?.entrants.map(({ name }) => name)).toEqual(['greedy', 'Bo Li', 'Ada']);
  expect(await joinLeague(services, id, { agent: 'ada' })).toMatchObject({
    ok: false,
    why: '"Ada" and "ada" look alike: give one of them another name.',
  });
  expect(await joinLeague(services, id, { agent: null, name: ' ' })).toMatchObject({ ok: false, code: 'bad_input' });
  expect(await joinLeague(services, id, { agent: 'planner', name: 'Planner' })).toMatchObject({ ok: true });
  for (const name of ['PLANNER', 'Plаnner', 'P1anner'])
    expect(await joinLeague(services, id, { agent: 'planner', name })).toMatchObject({
      ok: false,
      why: expect.stringContaining('look alike') as string,
    });
});

test('no person joins a rated league, nor one in which nobody can sit down', async () => {
  const store = new MemoryEventStore('here');
  const { agents } = service(new Brain(), store.agents);
  const log = { info() {}, warn() {}, error() {} };
  const services: Services = { store, agents, processId: 'here', audience: emptyBroadcaster, log, now: Date.now };
  await agents.add(REGISTERED);
  const league = { name: 'a league', format: 'league', task: 'single_trade', worlds: 1, nulls: [] };
  const rated = await begin(services, { ...league, kind: 'rated', entrants: ['greedy', 'house'] });
  const classic = await begin(services, { ...league, ruleset: 'classic', entrants: ['wait', 'expert'] });
  for (const who of [{ agent: 'ada' }, { agent: null, name: 'ada' }]) {
    expect(await joinLeague(services, rated.id, who)).toMatchObject({
      why: 'ada is a person. People can play only in exhibitions, because they cannot be pinned.',
    });
    expect(await joinLeague(services, classic.id, who)).toMatchObject({
      ok: false,
      why: expect.stringContaining('gpu-market/classic') as string,
    });
  }
});

test('a table to which its person never comes is cleared after a day, and has failed with that reason', async () => {
  const table = await tableOfAda();
  const { services, clock, id, matchId } = table;
  await invite(table);
  await lookAtTournaments(services);
  expect(await services.store.get(matchId)).toMatchObject({ status: 'lobby' }); // nobody begins without her
  clock.ahead = DAY_MS + 1_000;
  await new Caretaker(services).makeRound();
  await lookAtTournaments(services);
  expect(await services.store.tournaments.fixture(id, 0)).toMatchObject({
    status: 'failed',
    fault: 'The table was cleared before everybody was ready.',
  });
  expect(await services.store.tournaments.get(id)).toMatchObject({ status: 'finished' });
  expect(await inviteToSeat(services, id, { order: 0, seat: table.seat })).toMatchObject({ code: 'match_over' });
});

test('nobody is told an invitation but whom the operator gives it to, and it is good once', async () => {
  const table = await tableOfAda();
  const { services, id, seat, matchId } = table;
  const first = await invite(table);
  const second = await invite(table); // asked for again: another link to the same seat
  expect(second).not.toBe(first);
  const opened = await redeemLink(services, first);
  const token = opened.ok ? opened.value.token : '';
  expect(await findHolder(services, token)).toMatchObject({ matchId, seat });
  expect(await redeemLink(services, first)).toMatchObject({ ok: false, code: 'unknown_link' });

  const ask = appRouter.createCaller(strangerAt(services));
  const match = { id: matchId };
  const said = JSON.stringify([
    await ask.tournament.list(),
    await ask.tournament.get({ id }),
    await ask.tournament.fixtures({ id }),
    await ask.tournament.meetings({ id }),
    await ask.tournament.ofMatch(match),
    await ask.match.list(),
    await ask.match.get(match),
    await ask.match.events(match),
  ]);
  expect(said).toContain('Ada');
  for (const secret of [first, second, token]) expect(said).not.toContain(secret);
  await expect(ask.tournament.invite({ id, order: 0, seat })).rejects.toThrow();
  expect(await inviteToSeat(services, id, { order: 0, seat: 'lab_9' })).toMatchObject({ code: 'bad_input' });
  expect(await inviteToSeat(services, id, { order: 9, seat })).toMatchObject({ code: 'not_found' });
});

test('nobody takes the seat of a person at a tournament’s table by sitting down: the entrant would be whoever came', async () => {
  const { services, seat, matchId } = await tableOfAda();
  const ask = appRouter.createCaller(strangerAt(services));
  await expect(ask.seat.claim({ id: matchId, seat, name: 'Eve' })).rejects.toThrow('Its operator sends each player the link');
  await expect(ask.seat.claim({ id: matchId, name: 'Eve', program: true })).rejects.toThrow('This table belongs to a tournament');
  expect((await services.store.get(matchId))?.seats.find((one) => one.seat === seat)).toMatchObject({ kind: 'open' });
});

test('a match that waits for its turn is known, and that nothing of it is to be seen yet', async () => {
  const store = new MemoryEventStore('here');
  const services: Services = {
    store,
    processId: 'here',
    audience: emptyBroadcaster,
    log: { info() {}, warn() {}, error() {} },
    now: Date.now,
  };
  const read = readPlan({ ...FILE, entrants: ['greedy', 'house'] });
  const made = read.ok ? await createTournament(services, read.value) : read;
  if (!made.ok) throw new Error(made.why);
  const [fixture] = await store.tournaments.fixtures(made.value.id);
  const ask = appRouter.createCaller(strangerAt(services));
  const match = { id: fixture?.matchId ?? '' };
  expect(await ask.tournament.ofMatch(match)).toMatchObject({ order: 0, total: 1, status: 'waiting', hasBegun: false });
  const worker = new TournamentWorker(services);
  await worker.start();
  await expect.poll(() => ask.tournament.ofMatch(match), { timeout: 900_000 }).toMatchObject({ status: 'done', hasBegun: true });
  await worker.stop();
  expect(await ask.tournament.ofMatch({ id: 'none' })).toBeNull();
});
