/** What every store promises of series: a place is taken once, what waits is found, and the end tells what was kept back. */
import { expect, test } from 'vitest';
import type { NewSeries } from '~/store/series/series-store';
import { begin, hold, newMatch, OPENING, onEveryStore, until } from './support/stores';

let made = 0;

function newSeries(): NewSeries {
  made += 1;
  const id = `series${process.pid}x${made}x${Math.random().toString(36).slice(2)}`;
  return { id, game: 'test/offers', version: 1, kind: 'duel', config: { seed: 3 }, players: ['a', 'b'] };
}

onEveryStore((stores) => {
  test('a series comes back as it was created, with its matches in their order', async () => {
    const asked = newSeries();
    const { store, other } = stores();
    expect(await store.series.create(asked)).toMatchObject({ ...asked, status: 'running', scores: null, fault: null, finishedAt: null });
    const places = [1, 0].map((place) => newMatch({ series: { id: asked.id, place, sealed: true } }));
    for (const match of places) await store.create(match, OPENING);
    const [second, first] = places;
    expect((await other.series.matches(asked.id)).map(({ id }) => id)).toEqual([first?.id, second?.id]);
    expect((await other.get(first?.id ?? ''))?.series).toEqual({ id: asked.id, place: 0, sealed: true });
    expect(await other.series.get('nosuchseries')).toBeNull();
  });

  test('a place in it is taken once', async () => {
    const series = { id: newSeries().id, place: 0 };
    await begin(stores(), { series });
    await expect(begin(stores(), { series })).rejects.toThrow();
  });

  test('it is due while none of its matches is under way, and not once it is over', async () => {
    const { store } = stores();
    const asked = newSeries();
    const isDue = async () => (await store.series.due(10_000)).includes(asked.id);
    await store.series.create(asked);
    expect(await isDue()).toBe(true);
    const match = await begin(stores(), { series: { id: asked.id, place: 0 } });
    expect(await isDue()).toBe(false);
    await store.update(await hold(stores(), match.id), { status: 'finished', finishedAt: new Date() });
    expect(await isDue()).toBe(true);
    expect(await store.series.end(asked.id, { status: 'failed', scores: null, fault: 'why' })).toBe(true);
    expect(await isDue()).toBe(false);
    expect(await store.series.get(asked.id)).toMatchObject({ status: 'failed', scores: null, fault: 'why' });
  });

  test('its end is once, every process hears of it, and nothing of its matches is kept back any more', async () => {
    const { store, other } = stores();
    const asked = newSeries();
    await store.series.create(asked);
    const match = await begin(stores(), { series: { id: asked.id, place: 0, sealed: true } });
    const heard: string[] = [];
    const stop = await other.listen(({ matchId, kind }) => void heard.push(`${kind} ${matchId}`));
    expect(await store.series.end(asked.id, { status: 'finished', scores: [1.5, null], fault: null })).toBe(true);
    expect(await store.series.end(asked.id, { status: 'failed', scores: null, fault: 'no' })).toBe(false);
    await until(async () => heard.includes(`season ${asked.id}`));
    await stop();
    expect(await other.series.get(asked.id)).toMatchObject({ status: 'finished', scores: [1.5, null], fault: null });
    expect((await other.get(match.id))?.series).toEqual({ id: asked.id, place: 0 });
  });
});
