import { describe, expect, it } from 'vitest';
import { readRequest } from '~/dataset/request';
import { addressOf, allowed, FORMATS, faultIn, readDraft, requestOf } from './draft';

const draft = readDraft(new URLSearchParams('ruleset=open&tournament=abc&format=nonsense&split=test'));

describe('a draft', () => {
  it('begins as the address says, without what it does not know', () => {
    expect(draft).toMatchObject({ ruleset: 'open', version: '1', tournament: 'abc', format: 'sft', split: 'test' });
  });

  it('never asks for test seeds to train on, nor for the published shape of another ruleset', () => {
    expect(allowed(draft).split).toBe('train');
    for (const { value: format } of FORMATS) expect(allowed({ ...draft, format }).split).toBe('train');
    const studied = allowed({ ...draft, format: 'trajectories', forAnalysis: true });
    expect(requestOf(studied)).toMatchObject({ format: 'trajectories', split: 'test', forAnalysis: true });
    expect(allowed({ ...studied, format: 'sft' })).toMatchObject({ split: 'train', forAnalysis: false });
    expect(allowed({ ...draft, format: 'arena-sft' }).format).toBe('sft');
    expect(allowed({ ...draft, ruleset: 'classic', minGain: '1' }).minGain).toBe('');
  });

  it.each([
    ['test', { format: 'trajectories', split: 'test', forAnalysis: true }],
    ['season', { format: 'sft', split: 'none' }],
    ['train', { format: 'sft', split: 'train' }],
  ] as const)('of a tournament on %s seeds asks for what can be had', (range, asked) => {
    const address = addressOf({ id: 'abc', ruleset: 'gpu-market/open', version: 1, range });
    const request = requestOf(allowed(readDraft(new URL(address, 'http://mandi').searchParams)));
    expect(readRequest(request)).toEqual({ ok: true, value: { ruleset: 'open', version: 1, tournament: 'abc', ...asked } });
  });

  it('asks for what is chosen, and for nothing while a number is none', () => {
    expect(requestOf({ ...draft, split: 'train', minScore: ' -0.5 ', cleanOnly: true, outcome: 'won' })).toEqual({
      format: 'sft',
      ruleset: 'open',
      version: 1,
      split: 'train',
      tournament: 'abc',
      outcome: 'won',
      minScore: -0.5,
      cleanOnly: true,
    });
    const pairs = { ...draft, split: 'train' as const, format: 'preferences' as const, rest: 'greedy' };
    expect(requestOf(pairs)).toMatchObject({ format: 'preferences', rest: 'greedy' });
    expect(requestOf({ ...pairs, pairs: 'verdicts' })).not.toHaveProperty('rest');
    expect(requestOf({ ...draft, minJudge: '2' })).toBeNull();
    expect(faultIn({ ...draft, minGain: 'much' }, 'minGain')).toBe('A number, for example 0.5.');
  });
});
