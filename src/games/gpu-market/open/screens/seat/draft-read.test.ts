import { describe, expect, it } from 'vitest';
import { draftOf, readDraft } from './draft-read';
import { addAction, NO_DRAFT } from './draft-turn';

describe('a draft that was kept over a reload', () => {
  it('comes back as it was', () => {
    const draft = addAction(NO_DRAFT, { action_type: 'accept_offer', offer_id: 'o_1' }, 4);
    expect(readDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
    expect(readDraft('{')).toEqual(NO_DRAFT);
  });

  it('loses what is no action', () => {
    const wait = { action_type: 'wait' };
    const actions = [
      { id: 1, action: { action_type: 'rob' } },
      { id: 2, action: wait },
    ];
    expect(readDraft({ actions, next: 3 }).actions).toEqual([{ id: 2, action: wait }]);
  });

  it('is made again from what was submitted', () => {
    expect(draftOf([{ action_type: 'wait' }, { action_type: 'rob' }])).toEqual({
      actions: [{ id: 1, action: { action_type: 'wait' } }],
      next: 2,
    });
  });
});
