import { describe, expect, it } from 'vitest';
import type { DraftShape } from '~/contract/play-screens';
import { loadDraft, loadHandedIn, type Shelf, saveDraft, saveHandedIn } from './draft-store';

const place = { matchId: 'm1', seat: 'lab_0', turn: 3 };

/** As a game would have it: a list of words, of which it knows `wait` alone. */
const words: DraftShape<readonly string[]> = {
  empty: [],
  isEmpty: (draft) => draft.length === 0,
  read: (kept) => (Array.isArray(kept) ? kept.flatMap((one: unknown) => (one === 'wait' ? [one] : [])) : []),
  moveOf: (draft) => draft,
  ofMove: () => [],
};

function shelf(): Shelf & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
    removeItem: (name) => void kept.delete(name),
  };
}

describe('drafts over a reload', () => {
  it('come back as they were, each round its own', () => {
    const tab = shelf();
    saveDraft(tab, place, { draft: ['wait'], shape: words });
    expect(loadDraft(tab, place, words)).toEqual(['wait']);
    expect(loadDraft(tab, { ...place, turn: 4 }, words)).toEqual([]);
    saveDraft(tab, place, { draft: [], shape: words });
    expect(tab.kept.size).toBe(0);
  });

  it('lose what the game does not know, and survive a storage that is broken or forbidden', () => {
    const tab = shelf();
    tab.setItem('mandi.draft.m1.lab_0.3', JSON.stringify(['rob', 'wait']));
    expect(loadDraft(tab, place, words)).toEqual(['wait']);
    tab.setItem('mandi.draft.m1.lab_0.3', '{');
    expect(loadDraft(tab, place, words)).toEqual([]);
    const full: Shelf = {
      ...tab,
      setItem: () => {
        throw new Error('full');
      },
    };
    expect(() => saveDraft(full, place, { draft: ['wait'], shape: words })).not.toThrow();
    expect(loadDraft(null, place, words)).toEqual([]);
  });

  it('keep the key of a turn that was handed in, with what was in it', () => {
    const tab = shelf();
    const turn = { key: 'k', move: [{ action_type: 'wait' }], taken: false };
    saveHandedIn(tab, place, turn);
    expect(loadHandedIn(tab, place)).toEqual(turn);
    expect(loadHandedIn(tab, { ...place, seat: 'lab_1' })).toBeNull();
  });
});
