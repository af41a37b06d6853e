import { describe, expect, it } from 'vitest';
import type { OfferedPlayer } from '~/contract/game-api';
import { opponentsOf } from './pages';

describe('the choice of an opponent', () => {
  const player = (ref: string, more: Partial<OfferedPlayer> = {}): OfferedPlayer => ({
    ref,
    title: ref,
    summary: `What ${ref} is.`,
    kind: 'scripted',
    isTrained: false,
    ready: true,
    notReady: null,
    ...more,
  });
  const sauda = player('sauda@1', { title: 'Sauda', kind: 'model', isTrained: true });
  const away = { ...sauda, ready: false, notReady: 'No backend serves it.' };
  const scripts = ['house', 'house_english', 'linear', 'planner'].map((ref) => player(ref));
  const others = [player('own@2', { kind: 'remote' }), player('null-random@2', { kind: 'null' }), player('bo@1', { kind: 'person' })];

  it('has the trained model first for who sells, and the house that speaks for who buys', () => {
    const players = [...scripts, sauda, ...others];
    const sells = opponentsOf('seller', players);
    expect(sells.choices.map(({ title }) => title)).toEqual(['Sauda', 'house_english', 'planner', 'linear', 'own@2']);
    expect(sells.choices[0]).toMatchObject({ ref: 'sauda@1', state: 'trained model, ready', absent: null });
    expect(sells.choices[0]?.start).toEqual({ task: 'quick', against: 'sauda@1', options: { person: 'seller' } });
    expect(sells.note).toContain('trained on this game');
    const buys = opponentsOf('buyer', players);
    expect(buys.choices[0]?.start).toEqual({ task: 'quick', against: 'house_english', options: { person: 'buyer' } });
    expect(buys.choices.map(({ state }) => state)).toContain('program, ready');
    // All that can be played and has no card is in the list.
    expect(buys.others.map(({ ref }) => ref)).toEqual(['house', 'null-random@2']);
  });

  it('says that the trained model is not ready, why, and who comes first instead', () => {
    const { choices, note } = opponentsOf('seller', [...scripts, away]);
    expect(choices[0]?.title).toBe('planner');
    expect(note).toBe('Sauda is not ready. Until it is, the strongest script that reads you comes first.');
    expect(choices.find(({ title }) => title === 'Sauda')).toMatchObject({
      state: 'trained model, not ready',
      absent: 'No backend serves it.',
    });
    expect(opponentsOf('seller', scripts).note).toContain('not on this server');
  });
});
