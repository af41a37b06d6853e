import { describe, expect, it } from 'vitest';
import { countTurns } from '~/agents/count-turns';
import type { AgentTurn, NewAgent } from '~/store/agent-store';
import type { SeatCard } from '~/store/match-types';
import { begin, hold, LONG, onEveryStore } from './support/stores';

const fresh = () => `a${Math.random().toString(36).slice(2)}`;

function agent(name: string, change: Partial<NewAgent> = {}): NewAgent {
  const spec = { kind: 'remote' as const, url: 'http://127.0.0.1:1/', secretName: null, fallback: 'wait', turnSeconds: 5 };
  const words = { title: 'A', summary: 's', owner: 'me', licence: 'MIT' };
  return { name, ...words, plays: ['gpu-market/classic'], spec, digest: 'sha256:1', trusted: false, ...change };
}

/** Texts that a careless way through a driver or jsonb would change. */
const AWKWARD = 'a \u0000 zero, half \ud83d, "quoted" \\ and \u2028';

function turn(ref: string, round: number, change: Partial<AgentTurn> = {}): AgentTurn {
  return {
    agent: ref,
    digest: 'sha256:1',
    turn: round,
    round,
    seat: 'lab_0',
    requests: {
      decide: { version: 'market-1', hash: 'sha256:2', messages: [{ role: 'user', content: AWKWARD }] },
      write: { version: 'market-1', hash: 'sha256:2', messages: [{ role: 'system', content: AWKWARD }] },
    },
    replies: [],
    pin: null,
    seed: 7,
    wished: { b: 1, a: AWKWARD },
    move: { action_type: 'wait' },
    origin: 'own',
    guards: [],
    walkBacks: [],
    ms: 12.5,
    fallbackWhy: null,
    ...change,
  };
}

onEveryStore((stores) => {
  describe('a refused key', () => {
    it('is known in every process until the program has taken one', async () => {
      const [here, there] = [stores().store.agents, stores().other.agents];
      const [one, other] = [`sha256:${fresh()}`, `sha256:${fresh()}`];
      await Promise.all(Array.from({ length: 8 }, () => here.noteRefusal(one, 'It refused.')));
      await here.noteRefusal(one, 'It refused again.');
      expect(await there.refusalsOf([one, other, one])).toEqual(new Map([[one, 'It refused again.']]));
      expect(await there.refusalsOf([])).toEqual(new Map());
      await there.noteRefusal(one, null);
      expect(await here.refusalsOf([one])).toEqual(new Map());
    });
  });

  describe('owners', () => {
    it('never look alike, and an agent has one of them', async () => {
      const { owners } = stores().store;
      const [one, other, bot] = [fresh(), fresh(), fresh()];
      expect(await owners.add({ id: one, name: 'Ada', keys: [`=${one}`, `~${one}`, `^${one}`] })).toMatchObject({
        id: one,
        name: 'Ada',
        agents: [],
      });
      expect(await owners.add({ id: fresh(), name: 'ADA', keys: [`=${fresh()}`, `~${one}`, `^${fresh()}`] })).toBeNull();
      expect(await owners.add({ id: fresh(), name: 'AdA', keys: [`=${fresh()}`, `~${fresh()}`, `^${one}`] })).toBeNull();
      await owners.add({ id: other, name: 'Bob', keys: [`=${other}`, `~${other}`, `^${other}`] });
      expect(await owners.give(bot, 'nobody')).toBe(false);
      expect(await owners.give(bot, one)).toBe(true);
      expect(await owners.give(bot, other)).toBe(true);
      expect(await owners.ofAgent(bot)).toMatchObject({ id: other, agents: [bot] });
      expect(await owners.find([`=${one}`, '~none', '^none'])).toMatchObject({ id: one, agents: [] });
      expect((await owners.list()).map(({ id }) => id)).toEqual(expect.arrayContaining([one, other]));
      expect(await owners.remove(other)).toBe(true);
      expect(await owners.ofAgent(bot)).toBeNull();
    });
  });

  const agents = () => stores().store.agents;
  const seated = (ref: string, change: Partial<SeatCard> = {}): { seats: SeatCard[] } => ({
    seats: [{ seat: 'lab_0', kind: 'script', policy: ref, ...change } as SeatCard],
  });

  describe('an agent', () => {
    it('gets a new version with each change of its spec, and none without', async () => {
      const name = fresh();
      const first = await agents().add(agent(name));
      expect(first).toMatchObject({ ...agent(name), version: 1, retired: false });
      expect(await agents().add(agent(name, { title: 'B', plays: ['gpu-market/open'] }))).toEqual({
        ...first,
        title: 'B',
        plays: ['gpu-market/open'],
      });
      expect(await agents().add(agent(name, { digest: 'sha256:2', trusted: true }))).toMatchObject({ version: 2, trusted: true });
      expect(await agents().add(agent(name, { digest: 'sha256:2' }))).toMatchObject({ version: 2, trusted: true });
      expect(await agents().add(agent(name))).toMatchObject({ version: 3, digest: 'sha256:1' });
      expect((await stores().other.agents.versions(name)).map((one) => one.version)).toEqual([3, 2, 1]);
      expect(await agents().get(name)).toMatchObject({ version: 3 });
      expect(await agents().get(name, 2)).toMatchObject({ version: 2 });
    });

    it('is listed by its newest version', async () => {
      const [one, two] = [fresh(), fresh()];
      await agents().add(agent(one));
      await agents().add(agent(two));
      await agents().add(agent(two, { digest: 'sha256:2' }));
      const listed = (await agents().list()).filter(({ name }) => name === one || name === two);
      expect(listed.map(({ name, version }) => [name, version])).toEqual(
        [
          [one, 1],
          [two, 2],
        ].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
      );
    });

    it('has its versions before the newest in a list of their own', async () => {
      const name = fresh();
      for (const digest of ['sha256:1', 'sha256:2', 'sha256:3']) await agents().add(agent(name, { digest }));
      const older = (await agents().listOlder()).filter((one) => one.name === name);
      expect(older.map(({ version }) => version)).toEqual([2, 1]);
    });

    it('is retired, stays known, and comes back when it is added again', async () => {
      const name = fresh();
      await agents().add(agent(name));
      expect(await agents().retire(name, 1)).toMatchObject({ retired: true });
      expect(await agents().retire(name, 1)).toMatchObject({ retired: true });
      expect(await agents().get(name)).toMatchObject({ retired: true });
      expect(await agents().add(agent(name))).toMatchObject({ version: 1, retired: false });
    });

    it('that there is none of is null', async () => {
      const name = fresh();
      expect([await agents().get(name), await agents().get('a\0b'), await agents().retire(name, 1)]).toEqual([null, null, null]);
      await agents().add(agent(name));
      expect([await agents().get(name, 2), await agents().get(name, 1.5), await agents().get(name, 2 ** 60)]).toEqual([null, null, null]);
    });

    it('added by several at once has a version for each spec', async () => {
      const name = fresh();
      const digests = ['sha256:1', 'sha256:2', 'sha256:3', 'sha256:4'];
      const added = await Promise.all(
        digests.map((digest, n) => (n % 2 ? stores().other : stores().store).agents.add(agent(name, { digest }))),
      );
      expect(new Set(added.map(({ version }) => version)).size).toBe(4);
      expect(new Set((await agents().versions(name)).map(({ digest }) => digest))).toEqual(new Set(digests));
    });
  });

  describe('what agents did', () => {
    it('is kept with the events, letter for letter, and is read by round', async () => {
      const ref = `${fresh()}@1`;
      const match = await begin(stores(), seated(ref));
      const lease = await hold(stores(), match.id);
      const turns = [turn(ref, 0), turn(ref, 0, { seat: 'lab_1', requests: {} })];
      expect(await stores().store.append(lease, 1, { events: [{ type: 'moved' }], turns })).toMatchObject({ ok: true, head: 2 });
      expect(await stores().store.append(lease, 2, { events: [{ type: 'moved' }], turns: [turn(ref, 1)] })).toMatchObject({ ok: true });
      expect(await stores().other.agents.turnsOf(match.id)).toEqual([...turns, turn(ref, 1)]);
      expect(await agents().turnsOf(match.id, 'lab_1')).toEqual([turns[1]]);
      expect((await stores().store.read(match.id)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    });

    it('asked to decide, where it was kept before requests had stages', async () => {
      const { fresh: database } = stores();
      if (database === null) return;
      const ref = `${fresh()}@1`;
      const match = await begin(stores(), seated(ref));
      const asked = { version: 'market-1', hash: 'sha256:2', messages: [{ role: 'user' as const, content: AWKWARD }] };
      const { requests: _, ...report } = turn(ref, 0);
      const values = [match.id, ref, JSON.stringify(report), JSON.stringify(asked)];
      const insert = 'INSERT INTO agent_turn (match_id, seat, turn, round, agent, report, prompt) VALUES';
      await database.database.pool.query(`${insert} ($1, 'lab_0', 0, 0, $2, $3::json, $4::json)`, values);
      await database.database.pool.query(`${insert} ($1, 'lab_1', 0, 0, $2, $3::json, $4::json)`, [...values.slice(0, 3), null]);
      const kept = [{ decide: asked }, {}];
      expect((await agents().turnsOf(match.id)).map(({ requests }) => requests)).toEqual(kept);
      const page = await agents().turnPage(match.id, { seats: ['lab_0', 'lab_1'], before: null, limit: 9, mostBytes: 1_000_000 });
      expect(page.map(({ requests }) => requests)).toEqual(kept);
      const lease = await hold(stores(), match.id);
      await stores().store.append(lease, 1, { events: [], turns: [turn(ref, 0)] });
      expect((await agents().turnsOf(match.id, 'lab_0'))[0]).toEqual(turn(ref, 0));
    });

    it('in the same seat and round takes the place of what was kept before', async () => {
      const ref = `${fresh()}@1`;
      const match = await begin(stores(), seated(ref));
      const lease = await hold(stores(), match.id);
      await stores().store.append(lease, 1, { events: [], turns: [turn(ref, 0, { ms: 1 })] });
      await stores().store.append(lease, 1, { events: [{ type: 'moved' }], turns: [turn(ref, 0, { ms: 2 })] });
      expect(await agents().turnsOf(match.id)).toEqual([turn(ref, 0, { ms: 2 })]);
    });

    it('is not kept where the events are not', async () => {
      const ref = `${fresh()}@1`;
      const match = await begin(stores(), seated(ref));
      const lease = await hold(stores(), match.id);
      const news = { events: [{ type: 'moved' }], turns: [turn(ref, 0)] };
      expect(await stores().store.append(lease, 5, news)).toMatchObject({ ok: false, code: 'version_conflict' });
      await stores().store.release(lease);
      await stores().other.acquire(match.id, 'two', LONG);
      expect(await stores().store.append(lease, 1, news)).toMatchObject({ ok: false, code: 'lease_lost' });
      expect(await agents().turnsOf(match.id)).toEqual([]);
    });

    it('is kept whole where a seat has several turns in a round', async () => {
      const ref = `${fresh()}@1`;
      const match = await begin(stores(), seated(ref));
      const lease = await hold(stores(), match.id);
      const turns = [0, 1, 2, 3].map((number) => turn(ref, Math.floor(number / 2), { turn: number, ms: number }));
      for (const one of turns) await stores().store.append(lease, 1, { events: [], turns: [one] });
      expect(await agents().turnsOf(match.id)).toEqual(turns);
    });

    it('is counted by the database as it is counted here, without a text of a reply', async () => {
      const ref = `${fresh()}@1`;
      const match = await begin(stores(), seated(ref));
      const lease = await hold(stores(), match.id);
      const said = {
        text: AWKWARD,
        fault: null,
        problem: null,
        held: true,
        backend: 'a',
        tokens: { prompt: 400, completion: 9, cached: 0 },
        ms: 3,
        cost: 0.25,
      };
      const broke = { ...said, text: null, fault: { code: 'over_budget', why: 'spent' }, tokens: null, cost: 0 } as const;
      const late = { ...broke, fault: { code: 'timeout', why: 'late' } } as const;
      const turns = [
        turn(ref, 0, { replies: [said], ms: 30 }),
        turn(ref, 1, { replies: [said, said], origin: 'repaired', ms: 10, guards: [{ guard: 'payment_over_budget', what: 'cut' }] }),
        turn(ref, 2, { replies: [late], origin: 'fallback', ms: 20, move: [{ action_type: 'wait' }, { action_type: 'offer' }] }),
        turn(ref, 3, { replies: [said, broke], origin: 'fallback', ms: 5.5, move: { actions: [{ action_type: 'offer' }, 'x'] } }),
        turn(ref, 4, { replies: [], origin: 'fallback', overBudget: true, move: null }),
        turn(ref, 5, { replies: [], origin: 'fallback', walkBacks: [{ kind: 'retreat', what: 'w' }], move: { no: 'type' } }),
        turn(ref, 6, { replies: [said, { ...said, stage: 'write', text: null }], wordless: AWKWARD }),
        turn(ref, 2, { seat: 'lab_10', replies: [], move: { type: 'name_price', price: 5 } }),
      ] as AgentTurn[];
      await stores().store.append(lease, 1, { events: [], turns });
      const counted = await agents().turnCounts(match.id);
      expect(counted.map(({ seat, oldest }) => [seat, oldest])).toEqual([
        ['lab_0', 0],
        ['lab_10', 2],
      ]);
      expect(counted[0]?.counts).toEqual(countTurns(turns.slice(0, 7)));
      expect(counted[0]?.counts).toMatchObject({ fallback: 4, overBudget: 2, notAsked: 1, wordless: 1, calls: 8, cost: 1.5 });
      expect(counted[1]?.counts).toEqual(countTurns(turns.slice(7)));
      expect(counted[1]?.counts.actions).toEqual({ name_price: 1 });
      expect(await agents().turnCounts('nowhere')).toEqual([]);
    });

    it('is paged from the newest on, of some seats, and counted without prompts', async () => {
      const ref = `${fresh()}@1`;
      const match = await begin(stores(), seated(ref));
      const lease = await hold(stores(), match.id);
      const turns = [0, 1, 2].flatMap((round) => ['lab_0', 'lab_1', 'lab_10', 'lab_9'].map((seat) => turn(ref, round, { seat })));
      await stores().store.append(lease, 1, { events: [], turns });
      const seats = ['lab_0', 'lab_10', 'lab_9'];
      const page = async (before: { turn: number; seat: string } | null, limit = 4) =>
        (await agents().turnPage(match.id, { seats, before, limit, mostBytes: 1_000_000 })).map(({ round, seat }) => `${round} ${seat}`);
      expect(await page(null)).toEqual(['1 lab_9', '2 lab_0', '2 lab_10', '2 lab_9']);
      expect(await page({ turn: 1, seat: 'lab_9' })).toEqual(['0 lab_10', '0 lab_9', '1 lab_0', '1 lab_10']);
      expect(await page({ turn: 0, seat: 'lab_10' })).toEqual(['0 lab_0']);
      expect(await page({ turn: 0, seat: 'lab_0' })).toEqual([]);
      expect(await agents().turnPage(match.id, { seats: [], before: null, limit: 9, mostBytes: 1_000_000 })).toEqual([]);
      expect((await agents().turnPage(match.id, { seats: ['lab_0'], before: null, limit: 1, mostBytes: 1 }))[0]).toEqual(turn(ref, 2));
      const size = Buffer.byteLength(JSON.stringify(turn(ref, 2, { seat: 'lab_0' })));
      const few = { seats, before: null, limit: 9, mostBytes: 2 * size + 100 };
      expect((await agents().turnPage(match.id, few)).map(({ seat }) => seat)).toEqual(['lab_10', 'lab_9']);
      const counted = await agents().turnCounts(match.id);
      const all = await agents().turnsOf(match.id);
      expect(counted.length).toBe(4);
      for (const { seat, oldest, counts } of counted) {
        const theirs = all.filter((one) => one.seat === seat);
        expect([oldest, counts]).toEqual([theirs[0]?.turn, countTurns(theirs)]);
      }
    });

    it('under the same conditions is told by one text, whoever sat in its seats; people, branches and seasons have none', async () => {
      const conditionsOf = async (change: Parameters<typeof begin>[1]) => {
        const ref = `${fresh()}@1`;
        const seats: SeatCard[] = [{ seat: 'lab_0', kind: 'script', policy: ref }, ...(change?.seats ?? [])];
        const match = await begin(stores(), { ...change, seats });
        const lease = await hold(stores(), match.id);
        await stores().store.append(lease, 1, { events: [], progress: { status: 'finished', scores: { lab_0: 1 } } });
        return (await agents().playedBy(ref, 10))[0]?.conditions;
      };
      const config = { task_type: 'single_trade', seed: 5, deep: { b: 1, a: 0.1 } };
      const first = await conditionsOf({ config });
      expect(first).toEqual(expect.any(String));
      expect(await conditionsOf({ config: { deep: { a: 0.1, b: 1 }, seed: 5, task_type: 'single_trade' } })).toBe(first);
      expect(await conditionsOf({ config: { ...config, seed: 6 } })).not.toBe(first);
      expect(await conditionsOf({ config, seats: [{ seat: 'lab_1', kind: 'script', policy: 'greedy' }] })).not.toBe(first);
      const person = { seat: 'lab_1', kind: 'person', name: 'Ann', ready: true, here: false, policy: null } as const;
      expect(await conditionsOf({ config, seats: [person] })).toBeNull();
      expect(await conditionsOf({ config, origin: { matchId: 'm', seq: 1 } })).toBeNull();
    });

    it('of a person of the registry is found by her seats; not where a stand-in played one for a time', async () => {
      const ref = `${fresh()}@1`;
      const person = { seat: 'lab_0', kind: 'person', name: 'Ann', ready: true, here: false, policy: null, agent: ref } as const;
      const finish = async (kind: 'handed_over' | 'taken_back') => {
        const match = await begin(stores(), { seats: [person] });
        await stores().store.tables.change(match.id, () => ({
          answer: null,
          notes: [{ kind, by: 'seat', seat: 'lab_0', name: 'Ann', detail: 'wait' }],
        }));
        const lease = await hold(stores(), match.id);
        await stores().store.append(lease, 1, { events: [], progress: { status: 'finished', scores: { lab_0: 2 } } });
        return match.id;
      };
      const whole = await finish('taken_back');
      await finish('handed_over');
      expect(await agents().matchesOf([ref])).toEqual({ [ref]: 2 });
      expect(await agents().playedBy(ref, 10)).toMatchObject([{ matchId: whole, seat: 'lab_0', score: 2, conditions: null }]);
      expect((await stores().other.get(whole))?.seats).toEqual([person]);
    });

    it('is found by agent in finished matches, with scores and without prompts', async () => {
      const ref = `${fresh()}@1`;
      const over = await begin(stores(), seated(ref));
      const lease = await hold(stores(), over.id);
      const progress = { status: 'finished' as const, scores: { lab_0: 0.25 } };
      await stores().store.append(lease, 1, { events: [], turns: [turn(ref, 0), turn('else@1', 1)], progress });
      const running = await begin(stores(), seated(ref));
      await begin(stores(), seated(ref, { kind: 'person', name: 'Ann', ready: true, here: false }));
      expect(await agents().matchesOf([ref, 'nobody@1'])).toEqual({ [ref]: 3, 'nobody@1': 0 });
      const played = {
        matchId: over.id,
        seat: 'lab_0',
        game: 'gpu-market/classic',
        version: 1,
        task: 'single_trade',
        score: 0.25,
        world: '5',
      };
      const conditions = expect.stringMatching(/"gpu-market","classic"/) as string;
      expect(await agents().playedBy(ref, 10)).toEqual([{ ...played, conditions }]);
      expect(await agents().playedBy(ref, 10, { game: 'gpu-market/classic', version: 1, task: 'single_trade' })).toHaveLength(1);
      expect(await agents().playedBy(ref, 10, { game: 'gpu-market/classic', version: 2, task: 'single_trade' })).toEqual([]);
      expect(await agents().playedBy(ref, 10, { game: 'gpu-market/classic', version: 1, task: 'market_round' })).toEqual([]);
      const found = await agents().turnsIn(ref, [over.id, running.id]);
      expect(found).toEqual([{ matchId: over.id, turn: turn(ref, 0, { requests: {} }) }]);
    });
  });
});
