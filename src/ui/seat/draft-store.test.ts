import { describe, expect, it } from 'vitest';
import { loadDraft, loadHandedIn, type Shelf, saveDraft, saveHandedIn } from './draft-store';
import { addAction, NO_DRAFT } from './draft-turn';

const place = { matchId: 'm1', seat: 'lab_0', round: 3 };

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
    const draft = addAction(NO_DRAFT, { action_type: 'accept_offer', offer_id: 'o_1' }, 4);
    saveDraft(tab, place, draft);
    expect(loadDraft(tab, place)).toEqual(draft);
    expect(loadDraft(tab, { ...place, round: 4 })).toEqual(NO_DRAFT);
    saveDraft(tab, place, NO_DRAFT);
    expect(tab.kept.size).toBe(0);
  });

  it('lose what is no action, and survive a storage that is broken or forbidden', () => {
    const tab = shelf();
    const wait = { action_type: 'wait' };
    tab.setItem(
      'mandi.draft.m1.lab_0.3',
      JSON.stringify({
        actions: [
          { id: 1, action: { action_type: 'rob' } },
          { id: 2, action: wait },
        ],
        next: 3,
      }),
    );
    expect(loadDraft(tab, place).actions).toEqual([{ id: 2, action: wait }]);
    tab.setItem('mandi.draft.m1.lab_0.3', '{');
    expect(loadDraft(tab, place)).toEqual(NO_DRAFT);
    const full: Shelf = {
      ...tab,
      setItem: () => {
        throw new Error('full');
      },
    };
    expect(() => saveDraft(full, place, addAction(NO_DRAFT, { action_type: 'wait' }, 4))).not.toThrow();
    expect(loadDraft(null, place)).toEqual(NO_DRAFT);
  });

  it('keep the key of a turn that was handed in, with what was in it', () => {
    const tab = shelf();
    const turn = { key: 'k', actions: [{ action_type: 'wait' as const }], taken: false };
    saveHandedIn(tab, place, turn);
    expect(loadHandedIn(tab, place)).toEqual(turn);
    expect(loadHandedIn(tab, { ...place, seat: 'lab_1' })).toBeNull();
  });
});
