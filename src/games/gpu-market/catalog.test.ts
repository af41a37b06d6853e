import { describe, expect, it } from 'vitest';
import { ACTION_CARDS, REWARD_CARDS } from './catalog';
import { NO_REWARD } from './classic/rules/rewards';
import { ACTION_TYPES } from './types';

describe('the catalogue', () => {
  it('has each action type once, in the order of the words', () => {
    expect(ACTION_CARDS.map((card) => card.action_type)).toEqual([...ACTION_TYPES]);
  });

  it('has each of the eleven reward columns once, in the order of the breakdown', () => {
    expect(REWARD_CARDS.map((card) => card.column)).toEqual(Object.keys(NO_REWARD));
    expect(REWARD_CARDS).toHaveLength(11);
  });

  it('says each in a sentence', () => {
    for (const card of [...ACTION_CARDS, ...REWARD_CARDS]) expect(card.summary).toMatch(/^\S.{10,}\.$/);
  });
});
