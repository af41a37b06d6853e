/** What every event store promises of events: kept whole, in order, once, as they were given. */
import { expect, test } from 'vitest';
import { AWKWARD, begin, hold, newMatch, OPENING, onEveryStore } from './support/stores';

onEveryStore((stores) => {
  test('a match comes back as it was created, with a seed of 53 bits', async () => {
    const asked = newMatch({ seed: Number.MAX_SAFE_INTEGER, visibility: 'public', pace: 1.5, showcase: true });
    const created = await stores().store.create(asked, OPENING);
    expect(created).toMatchObject({ ...asked, status: 'running', head: 1, round: 0, scores: null, fault: null, finishedAt: null });
    expect(await stores().store.get(asked.id)).toEqual(created);
    expect(await stores().store.get('nosuchmatch')).toBeNull();
  });

  test('the text of an event is kept byte for byte', async () => {
    const match = await stores().store.create(newMatch(), AWKWARD.slice(0, 1));
    const lease = await hold(stores(), match.id);
    await stores().store.append(lease, 1, { events: AWKWARD.slice(1) });
    const stored = await stores().store.read(match.id);
    expect(stored.map((event) => event.json)).toEqual(AWKWARD.map((event) => JSON.stringify(event)));
    expect(stored.map((event) => event.event)).toEqual(AWKWARD.map((event) => JSON.parse(JSON.stringify(event)) as unknown));
    expect(stored.map((event) => event.seq)).toEqual([1, 2, 3]);
  });

  test('an append answers what was stored, and moves the match on with it', async () => {
    const match = await begin(stores());
    const lease = await hold(stores(), match.id);
    const finishedAt = new Date('2026-01-02T03:04:05.678Z');
    const progress = { round: 3, scores: { lab_0: 0.1 + 0.2, lab_1: null }, status: 'finished' as const, finishedAt };
    const answer = await stores().store.append(lease, 1, { events: [{ type: 'a' }, { type: 'b' }], progress });
    expect(answer).toMatchObject({ ok: true, head: 3 });
    expect(answer.ok && answer.stored).toEqual(await stores().store.read(match.id, 1));
    expect(await stores().store.get(match.id)).toMatchObject({ ...progress, head: 3 });
  });

  test('a match that ends with a fault is unrated from then on, whichever statement appends it', async () => {
    const ways = [{}, { answers: [] }, {}, {}];
    const matches = await Promise.all(ways.map(() => stores().store.create({ ...newMatch(), rated: true }, OPENING)));
    const leases = await Promise.all(matches.map(({ id }) => hold(stores(), id)));
    const progress = { status: 'finished' as const, fault: 'The money does not add up.' };
    const append = (at: number) => {
      const lease = leases[at];
      return lease && stores().store.append(lease, 1, { events: [{ type: 'end' }], progress, ...ways[at] });
    };
    await append(0);
    await append(1);
    await Promise.all([append(2), append(3)]);
    for (const { id, rated } of matches) {
      expect(rated).toBe(true);
      expect(await stores().store.get(id)).toMatchObject({ ...progress, rated: false });
    }
  });

  test('an append of no events changes the match alone', async () => {
    const match = await begin(stores());
    const answer = await stores().store.append(await hold(stores(), match.id), 1, { events: [], progress: { round: 1 } });
    expect(answer).toEqual({ ok: true, head: 1, stored: [] });
    expect(await stores().store.get(match.id)).toMatchObject({ round: 1, head: 1 });
  });

  test('an append at another head than the match has is refused, and changes nothing', async () => {
    const match = await begin(stores());
    const lease = await hold(stores(), match.id);
    for (const head of [0, 2]) {
      const answer = await stores().store.append(lease, head, { events: [{ type: 'a' }], progress: { round: 9 } });
      expect(answer).toEqual({ ok: false, code: 'version_conflict', head: 1 });
    }
    expect(await stores().store.read(match.id)).toHaveLength(1);
    expect(await stores().store.get(match.id)).toMatchObject({ round: 0 });
  });

  test('of several appends at the same head one wins', async () => {
    const match = await begin(stores());
    const lease = await hold(stores(), match.id);
    const answers = await Promise.all([1, 2, 3, 4].map((n) => stores().store.append(lease, 1, { events: [{ type: `try_${n}` }] })));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect(answers.filter((answer) => !answer.ok && answer.code === 'version_conflict')).toHaveLength(3);
    expect(await stores().store.read(match.id)).toHaveLength(2);
  });

  test('appends of many matches at once are all kept, each in its order', async () => {
    const matches = await Promise.all(Array.from({ length: 12 }, () => begin(stores())));
    await Promise.all(
      matches.map(async ({ id }) => {
        const lease = await hold(stores(), id);
        for (let head = 1; head < 11; head += 1) {
          const events = [{ ...AWKWARD[1], type: `${id}_${head}` }];
          expect(await stores().store.append(lease, head, { events })).toMatchObject({ ok: true, head: head + 1 });
        }
      }),
    );
    for (const { id } of matches) {
      const texts = (await stores().store.read(id, 1)).map((stored) => stored.json);
      const given = Array.from({ length: 10 }, (_, index) => JSON.stringify({ ...AWKWARD[1], type: `${id}_${index + 1}` }));
      expect(texts).toEqual(given);
    }
  });

  test('of appends that come at once, each is kept or refused for itself', async () => {
    const matches = await Promise.all([begin(stores()), begin(stores()), begin(stores())]);
    const leases = await Promise.all(matches.map(({ id }) => hold(stores(), id)));
    const progress = { round: 2, scores: { lab_0: 1.5 }, status: 'paused' as const };
    const answers = await Promise.all(
      leases.map((lease, n) => stores().store.append(lease, n === 1 ? 7 : 1, { events: [{ type: 'a' }, { type: 'b' }], progress })),
    );
    expect(answers.map((answer) => answer.ok)).toEqual([true, false, true]);
    const records = await Promise.all(matches.map(({ id }) => stores().store.get(id)));
    expect(records.map((record) => [record?.head, record?.round, record?.status])).toEqual([
      [3, 2, 'paused'],
      [1, 0, 'running'],
      [3, 2, 'paused'],
    ]);
  });

  test('reads a stretch', async () => {
    const match = await begin(stores());
    await stores().store.append(await hold(stores(), match.id), 1, { events: [2, 3, 4, 5].map((n) => ({ type: `e${n}` })) });
    expect((await stores().store.read(match.id, 2, 2)).map((stored) => stored.seq)).toEqual([3, 4]);
    expect(await stores().store.read(match.id, 5)).toEqual([]);
    expect(await stores().store.read('nosuchmatch')).toEqual([]);
  });

  test('an append for a match that is not there', async () => {
    const lease = { matchId: 'nosuchmatch', owner: 'one', token: 1, until: new Date() };
    expect(await stores().store.append(lease, 0, { events: [] })).toEqual({ ok: false, code: 'unknown_match', head: 0 });
  });
});
