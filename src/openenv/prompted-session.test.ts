import { describe, expect, it } from 'vitest';
import { FrameSession } from './frame-session';

interface Answer {
  type: string;
  data: Record<string, unknown> & { observation?: Record<string, unknown>; metadata?: Record<string, unknown>; message?: string };
}

function session() {
  const frames = new FrameSession();
  return async (message: object): Promise<Answer> => JSON.parse((await frames.answer(JSON.stringify(message))) ?? '{}') as Answer;
}

describe('a program that trains a language model', () => {
  it.each([
    ['bazaar/open', 'haggle', '{"pick":"w"}'],
    ['gpu-market/open', 'single_trade', '{"action_type":"wait"}'],
    ['gpu-market/classic', 'single_trade', '{"action_type":"wait"}'],
  ])('plays %s by prompts and replies', async (game, task, reply) => {
    const ask = session();
    const opening = await ask({ type: 'reset', data: { game, task, seed: 3, prompt: game === 'gpu-market/open' ? 'open-3' : true } });
    expect(opening.data.observation).toEqual({ prompt: { system: expect.any(String) as string, user: expect.any(String) as string } });
    let turn = await ask({ type: 'step', data: { reply: 'I pass.' } });
    expect(turn.data.metadata).toMatchObject({ valid: false, why: expect.stringContaining('no JSON object') as string });
    expect((await ask({ type: 'state' })).data).toMatchObject({ invalid_actions: 1, prompt: expect.any(String) as string });
    for (let steps = 0; turn.data.done === false; steps += 1) {
      expect(steps).toBeLessThan(60);
      turn = await ask({ type: 'step', data: { reply } });
      expect(turn.data.metadata).toMatchObject({ valid: true });
    }
    expect(turn.data.observation).toMatchObject({ prompt: null });
    expect(turn.data.reward).toEqual(expect.any(Number));
  });

  it('sees in each turn what it did before, as in a match', async () => {
    const ask = session();
    await ask({ type: 'reset', data: { game: 'gpu-market/open', task: 'single_trade', seed: 3, prompt: 'open-3' } });
    const turn = await ask({ type: 'step', data: { reply: '{"action_type":"wait"}' } });
    expect(turn.data.observation).toMatchObject({ prompt: { user: expect.stringContaining('wait') as string } });
  });

  it('may still submit a move as any other program', async () => {
    const ask = session();
    await ask({ type: 'reset', data: { game: 'bazaar/open', task: 'haggle', seed: 1, prompt: true } });
    expect((await ask({ type: 'step', data: { action_type: 'wait' } })).data.metadata).toMatchObject({ valid: true });
    expect((await ask({ type: 'step', data: { action_type: 'fly' } })).type).toBe('error');
  });

  it('is refused a prompt that the game does not have', async () => {
    const refused = await session()({ type: 'reset', data: { game: 'bazaar/open', prompt: 'bazaar-open-0' } });
    expect(refused.data.message).toMatch(/^prompt: .*bazaar-open-0.*bazaar-open-1/);
  });
});
