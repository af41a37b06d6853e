/** What every table store keeps of a lobby in which people come and go: anyone can do so any number of times. */
import { expect, test } from 'vitest';
import { begin, onEveryStore } from './support/stores';

onEveryStore((stores) => {
  test('of a seat the newest twenty comings and goings stay in the log, whatever else is said there', async () => {
    const seats = ['lab_0', 'lab_1'].map((seat) => ({ seat, kind: 'open' as const }));
    const match = await begin(stores(), { seats, visibility: 'public', hosted: true, lobby: true });
    const { tables } = stores().store;
    const say = (kind: 'joined' | 'left' | 'linked', seat: string, name: string) =>
      tables.change(match.id, () => ({ answer: true, notes: [{ kind, by: 'seat', seat, name, detail: null }] }));
    await say('joined', 'lab_1', 'Bo');
    for (let n = 0; n < 15; n += 1) for (const kind of ['joined', 'left'] as const) await say(kind, 'lab_0', `Eve ${n}`);
    await say('joined', 'lab_0', 'Ann');
    for (let n = 0; n < 25; n += 1) await say('linked', 'lab_0', 'Ann');
    const notes = await tables.notes(match.id);
    const comings = notes.filter(({ kind }) => kind !== 'linked').map(({ kind, name }) => `${kind} ${name}`);
    expect(comings).toHaveLength(21);
    expect(comings).toContain('joined Bo');
    expect(comings.slice(-2)).toEqual(['left Eve 14', 'joined Ann']);
  });
});
