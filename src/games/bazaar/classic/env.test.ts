/** The recordings through the lines of `mandi env --stdio`, and what the endpoint does besides. */
import { describe, expect, it } from 'vitest';
import { LineSession } from '~/openenv/line-session';
import { differences, isEpisode, traces } from '../../../../tests/fixtures/bazaar-v1/recorded';

interface Line {
  type: string;
  data: Record<string, unknown>;
}

class Endpoint {
  readonly #session = new LineSession();

  async ask(type: string, data?: unknown): Promise<Line> {
    return JSON.parse((await this.#session.answer(JSON.stringify({ type, data }))) ?? 'null') as Line;
  }
}

const BAZAAR = { game: 'bazaar', ruleset: 'classic' };

describe('the recordings, line by line', () => {
  const all = traces();

  it.each(all.filter(isEpisode).map((episode, index) => ({ index, kind: episode.kind, policy: episode.policy, episode })))(
    '$index $kind $policy',
    async ({ episode: { config, initial, steps } }) => {
      const endpoint = new Endpoint();
      expect(differences(await endpoint.ask('reset', config), { type: 'observation', data: initial })).toEqual([]);
      for (const [index, { action, answer }] of steps.entries())
        expect(differences(await endpoint.ask('step', action), { type: 'observation', data: answer }), `step ${index}`).toEqual([]);
    },
  );

  it.each(all.filter((record) => !isEpisode(record)).map((record, index) => ({ index, kind: record.kind, record })))(
    '$index $kind',
    async ({ kind, record }) => {
      const endpoint = new Endpoint();
      const calls = 'calls' in record ? record.calls : [];
      expect(calls.length).toBeGreaterThan(0);
      for (const { data, answer } of calls) {
        const line = await endpoint.ask('call', data);
        expect(differences(line, { type: 'result', data: answer }, { withMessages: kind === 'call:parse' })).toEqual([]);
      }
    },
  );
});

describe('what is wrong is sent back, and changes nothing', () => {
  async function opened(data: object = {}): Promise<Endpoint> {
    const endpoint = new Endpoint();
    await endpoint.ask('reset', { ...BAZAAR, task_type: 'single_deal', seed: 7, ...data });
    return endpoint;
  }

  it.each([
    { action: 'haggle' },
    { action: 'OFFER', price: 3 },
    { price: 3 },
    { action: 'offer', price: 'dear' },
    { action: 'offer', price: '0x10' },
    { action: 'offer', price: [3] },
    [],
    'walk',
    null,
  ])('%j', async (action) => {
    for (const malformed of ['refuse', 'penalise']) {
      const [endpoint, plain] = [await opened({ malformed }), await opened()];
      expect(await endpoint.ask('step', action)).toMatchObject({ type: 'error', data: { code: 'VALIDATION_ERROR' } });
      const move = { action: 'offer', price: 20 };
      expect(await endpoint.ask('step', move)).toEqual(await plain.ask('step', move));
    }
  });

  it.each([
    { task_type: 'no_such_task' },
    { mode: 'auction' },
    { seller_personality: 'kind' },
    { episodes: 2 },
    { seed: -1 },
    { seed: 1.5 },
    { mode: 'arena', buyers: ['asha'] },
    { mode: 'arena', buyers: ['asha', 'asha'] },
    { mode: 'arena', buyers: ['asha', 'Bilal'] },
    { mode: 'sell', strategy: 'patient' },
    { mode: 'sell', opening_price: '60' },
    { listings: [{ name: 'a', actual_price: 'dear', discounted_price: 1 }] },
    { listings: [{ actual_price: 1, discounted_price: 1 }] },
    { listings: 'none' },
    { personality: 'default' },
  ])('a reset with %j, which leaves the running episode as it was', async (wrong) => {
    const endpoint = await opened();
    const answer = await endpoint.ask('reset', { ...BAZAAR, task_type: 'single_deal', seed: 8, ...wrong });
    expect(answer).toMatchObject({ type: 'error', data: { code: 'VALIDATION_ERROR' } });
    expect(await endpoint.ask('state')).toMatchObject({ data: { seed: 7, step_count: 0 } });
  });

  it('bids of buyers that there are not, and bids that are none', async () => {
    const endpoint = await opened({ mode: 'arena', buyers: ['asha', 'bilal'] });
    for (const actions of [{ chitra: { action: 'walk' } }, { asha: { action: 'shout' } }, [], null, 'asha'])
      expect(await endpoint.ask('step', { actions })).toMatchObject({ type: 'error', data: { code: 'VALIDATION_ERROR' } });
    expect(await endpoint.ask('step', { actions: {} })).toMatchObject({ type: 'observation', data: { observation: { round: 1 } } });
  });

  it('calls of functions that there are not, or with the wrong input', async () => {
    const endpoint = new Endpoint();
    for (const data of [
      undefined,
      {},
      { function: 'guess' },
      { function: 'steer', version: 3, observation: {}, proposal: {} },
      { function: 'parse', text: 3, fallback_price: 1 },
      { function: 'judge', a: {}, b: [], budget: 1, cost: 0 },
      { function: 'policy', policy: 'nobody', observation: {} },
      { function: 'counterfactual', task_type: 'single_deal', seed: 1, actions: [{ action: 'shout' }], from_round: 0, alternative: {} },
      { game: 'gpu-market', ruleset: 'open', function: 'highlight', message: 'abhi' },
    ])
      expect(await endpoint.ask('call', data)).toMatchObject({ type: 'error', data: { code: 'VALIDATION_ERROR' } });
    expect(await endpoint.ask('call', { ...BAZAAR, function: 'highlight', message: 'jaldi' })).toMatchObject({ type: 'result' });
  });

  it('a message of 10,000 characters is ignored, as every message is', async () => {
    const [endpoint, plain] = [await opened(), await opened()];
    const move = { action: 'offer', price: 20 };
    expect(await endpoint.ask('step', { ...move, message: 'नमस्ते '.repeat(1500) })).toEqual(await plain.ask('step', move));
  });
});

it('one buyer of an arena is played by a program, the others by scripts', async () => {
  const endpoint = new Endpoint();
  await endpoint.ask('reset', { ...BAZAAR, mode: 'arena', seed: 3, seat: 'buyer_2', opponents: 'linear' });
  const turn = await endpoint.ask('step', { action: 'offer', price: 31 });
  expect(turn.data.observation).toMatchObject({ buyer_id: 'buyer_2', negotiation: { current_round: 1, own_last_offer: 31 } });
  expect(turn.data).toMatchObject({ reward: null, done: false });
});
