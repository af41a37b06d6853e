import { describe, expect, test } from 'vitest';
import type { BackendFault } from '../backend-fault';
import type { ChatModel, ChatReply, ChatRequest } from '../chat-model';
import { chatRequest } from '../test-request';
import { type Gateway, type GatewayOptions, makeGateway } from './gateway';
import { type Act, acted, fails, says } from './testing/acted';

const never: Act = () => new Promise(() => {});
const overloaded = fails('overloaded', 'busy');
const broken = fails('bad_reply', 'garbage');

function open(backends: ChatModel[], more: Partial<GatewayOptions> = {}): Gateway {
  return makeGateway({ backends, retry: { times: 2, baseMs: 1 }, ...more });
}

describe('the order of backends', () => {
  test('the first that answers; attempts say what became of each', async () => {
    const [one, two, three] = [acted('one', broken), acted('two', says('hi')), acted('three', says('never asked'))];
    const reply = await open([one, two, three]).chat(chatRequest());
    expect(reply).toMatchObject({ text: 'hi', backend: 'two' });
    expect(reply.attempts).toMatchObject([
      { backend: 'one', fault: 'bad_reply', why: 'garbage' },
      { backend: 'two', fault: null, why: null },
    ]);
    expect(three.calls).toEqual([]);
  });

  test("is the caller's, where the caller has one", async () => {
    const gateway = open([acted('one', says('1')), acted('two', says('2')), acted('three', broken)]);
    expect((await gateway.chat(chatRequest(), { backends: ['three', 'two'] })).backend).toBe('two');
  });

  test('leaves out who does not serve the model or the adapter', async () => {
    const gateway = open([acted('one', says('1'))]);
    const ask = (more: Partial<ChatRequest>) => gateway.chat(chatRequest(more));
    await expect(ask({ model: 'large' })).rejects.toMatchObject({ code: 'unknown_model', message: 'No backend serves large.' });
    await expect(ask({ adapter: 'open' })).rejects.toMatchObject({ message: 'No backend serves small with the adapter open.' });
    expect((await ask({ adapter: 'classic' })).text).toBe('1');
    await expect(gateway.chat(chatRequest(), { backends: ['gone'] })).rejects.toMatchObject({ message: 'There is no backend gone.' });
  });

  test('when all fail, the fault names all', async () => {
    const gateway = open([acted('one', broken), acted('two', fails('refused', 'no key'))]);
    const fault = gateway.chat(chatRequest());
    await expect(fault).rejects.toMatchObject({
      name: 'ChatFault',
      code: 'refused',
      message: 'No backend answered. one: garbage two: no key',
    });
    await expect(fault).rejects.toMatchObject({ attempts: [{ backend: 'one' }, { backend: 'two' }] });
  });
});

describe('tries', () => {
  test('are repeated where the fault may pass, with growing pauses', async () => {
    const one = acted('one', overloaded, overloaded, says('at last'));
    const reply = await open([one], { retry: { times: 2, baseMs: 20 }, random: () => 0 }).chat(chatRequest());
    expect(reply.attempts.map(({ fault }) => fault)).toEqual(['overloaded', 'overloaded', null]);
    expect(reply.timing.total).toBeGreaterThanOrEqual(59);
  });

  test.each(['refused', 'too_long', 'bad_reply'] as const)('are not where it stays: %s', async (code) => {
    const one = acted('one', fails(code, 'no'));
    await expect(open([one]).chat(chatRequest())).rejects.toMatchObject({ code, message: 'no' });
    expect(one.calls).toHaveLength(1);
  });

  test('are not where the backend asks for more patience than there is', async () => {
    const one = acted('one', fails('overloaded', 'busy', { afterMs: 60_000 }));
    await expect(open([one]).chat(chatRequest({ timeoutMs: 5_000 }))).rejects.toMatchObject({ code: 'overloaded' });
    expect(one.calls).toHaveLength(1);
  });

  test('start the text anew for whoever listens', async () => {
    const half: Act = (request) => {
      request.onText?.('I wi', false);
      return broken(request);
    };
    const heard: [string, boolean][] = [];
    const onText = (piece: string, restart: boolean) => heard.push([piece, restart]);
    await open([acted('one', half), acted('two', says('I will'))]).chat(chatRequest({ onText }));
    expect(heard).toEqual([
      ['I wi', false],
      ['I will', true],
    ]);
  });
});

describe('time', () => {
  test('a backend that never answers costs its share; the next one has the rest', async () => {
    const [one, two] = [acted('one', never), acted('two', says('here'))];
    const reply = await open([one, two]).chat(chatRequest({ timeoutMs: 2_500 }));
    expect(reply.attempts).toMatchObject([{ backend: 'one', fault: 'timeout' }, { backend: 'two' }]);
    expect(reply.attempts[0]?.ms).toBeGreaterThanOrEqual(1_490);
    expect(two.calls[0]?.timeoutMs).toBeLessThanOrEqual(1_010);
    expect(one.calls[0]?.signal?.aborted).toBe(true);
  });

  test('is up when it is up, whatever the backends do', async () => {
    const began = performance.now();
    await expect(open([acted('one', never), acted('two', never)]).chat(chatRequest({ timeoutMs: 100 }))).rejects.toMatchObject({
      code: 'timeout',
    });
    // Two backends share the time: neither gives up at its half. Timers may be a few milliseconds early.
    expect(performance.now() - began).toBeGreaterThanOrEqual(75);
  });

  test('who gives up is answered at once; nothing else is tried, and nothing late is heard', async () => {
    const abort = new AbortController();
    let late: (piece: string) => void = () => {};
    const talks: Act = (request) => {
      late = (piece) => request.onText?.(piece, false);
      return never(request);
    };
    const two = acted('two', says('2'));
    const heard: string[] = [];
    const reply = open([acted('one', talks), two]).chat(chatRequest({ signal: abort.signal, onText: (piece) => heard.push(piece) }));
    late('early');
    abort.abort();
    await expect(reply).rejects.toMatchObject({ code: 'aborted' });
    late('late');
    expect(heard).toEqual(['early']);
    expect(two.calls).toEqual([]);
  });
});

describe('the circuit', () => {
  test('opens after faults in a row: the backend is passed over and said to be open; a trial closes it', async () => {
    let now = 0;
    const away = fails('bad_reply', 'one answered 502', { isAway: true });
    const one = acted('one', away, away, says('back'));
    const gateway = open([one, acted('two', says('2'))], { breaker: { faults: 2, openMs: 10_000 }, now: () => now });
    await gateway.chat(chatRequest());
    await gateway.chat(chatRequest());
    const third = await gateway.chat(chatRequest());
    expect(one.calls).toHaveLength(2);
    expect(third.attempts[0]).toMatchObject({
      backend: 'one',
      fault: 'unreachable',
      why: expect.stringContaining('skipped') as string,
      ms: 0,
    });
    expect(gateway.backends()[0]).toMatchObject({ health: 'open', why: expect.stringContaining('10 s') as string });
    now = 10_000;
    expect((await gateway.chat(chatRequest())).backend).toBe('one');
    expect(gateway.backends()[0]).toMatchObject({ health: 'up' });
  });

  test('is not opened by a caller who asks wrongly or gives up', async () => {
    const one = acted('one', fails('too_long', 'long'), fails('refused', 'no'), fails('aborted', 'bye'), says('still here'));
    const gateway = open([one], { breaker: { faults: 1 } });
    for (let call = 0; call < 3; call += 1) await gateway.chat(chatRequest()).catch(() => {});
    expect((await gateway.chat(chatRequest())).text).toBe('still here');
  });

  test.each(['workers', 'openai'] as const)(
    '%s that time out: a busy worker is asked again, a server that is silent is not',
    async (kind) => {
      const late = fails('timeout', 'late');
      const one = acted('one', late, late, says('in time'));
      const model = { ...one, state: () => ({ ...one.state(), kind }) };
      const gateway = open([model], { breaker: { faults: 2, openMs: 10_000 }, now: () => 0 });
      for (let call = 0; call < 2; call += 1) await gateway.chat(chatRequest()).catch(() => {});
      await gateway.chat(chatRequest()).catch(() => {});
      expect(one.calls).toHaveLength(kind === 'workers' ? 3 : 2);
    },
  );
});

describe('one bad model or adapter on a backend', () => {
  const options = { breaker: { faults: 2, openMs: 10_000 }, now: () => 0 };
  const bad: Act = (request) => (request.adapter === 'classic' ? broken(request) : says('fine')(request));

  test.each(['workers', 'openai'] as const)('is passed over by itself; the healthy model beside it plays on (%s)', async (kind) => {
    const one = acted('one', bad);
    const gateway = open([{ ...one, state: () => ({ ...one.state(), kind }) }], options);
    for (let call = 0; call < 6; call += 1) await gateway.chat(chatRequest({ adapter: 'classic' })).catch(() => {});
    expect(one.calls).toHaveLength(2);
    await expect(gateway.chat(chatRequest({ adapter: 'classic' }))).rejects.toThrow(
      'one was skipped for small with the adapter classic, because its answers were repeatedly unusable, the next try is in 10 s.',
    );
    expect((await gateway.chat(chatRequest())).text).toBe('fine');
    expect(gateway.backends()[0]?.health).toBe('up');
  });

  test('says nothing of the backend: only what says that it is away opens its circuit', async () => {
    const one = acted('one', fails('bad_reply', 'one answered 500', { isAway: true }));
    const gateway = open([one], options);
    for (let call = 0; call < 2; call += 1) await gateway.chat(chatRequest({ adapter: 'classic' })).catch(() => {});
    await expect(gateway.chat(chatRequest())).rejects.toThrow('one was skipped because it failed repeatedly');
    expect(gateway.backends()[0]?.health).toBe('open');
  });
});

describe('a backend that lies about usage', () => {
  const lies =
    (tokens: ChatReply['tokens']): Act =>
    async (request) => ({ ...(await says('{"action_type":"wait"}')(request)), tokens });
  const account = { match: 'm', seat: 'lab_1', agent: 'small@1' };
  const priceOf = () => ({ prompt: 1, cached: null, completion: 10 });
  const budgets = { match: { dollars: 5, tokens: null, calls: null, seconds: null } };

  test('cannot empty the budget of those beside it: its count is held to what was sent and allowed', async () => {
    const gateway = open([acted('liar', lies({ prompt: 9e15, cached: null, completion: 9e15 }))], { priceOf, budgets });
    const reply = await gateway.chat(chatRequest({ account }));
    expect(reply.tokens).toMatchObject({ completion: 6, estimated: true });
    expect(reply.tokens.prompt).toBeLessThan(100);
    expect(reply.cost).toBeLessThan(0.001);
    await gateway.chat(chatRequest({ account: { ...account, seat: 'lab_2' } }));
  });

  test('plays within its budget though it counts nothing', async () => {
    const long = 'x'.repeat(4_000);
    const messages = [{ role: 'user' as const, content: long }];
    const tokens = { tokens: 2_000, calls: null, seconds: null, dollars: null };
    const gateway = open([acted('liar', lies({ prompt: 0, cached: null, completion: 0 }))], { budgets: { match: tokens } });
    for (let call = 0; call < 2; call += 1) await gateway.chat(chatRequest({ account, messages }));
    await expect(gateway.chat(chatRequest({ account, messages }))).rejects.toMatchObject({ code: 'over_budget' });
  });
});

describe('money and meters', () => {
  const account = { match: 'm', seat: 'lab_1', agent: 'small@1' };
  const priceOf = () => ({ prompt: 1, cached: 0.5, completion: 10 });

  test("a reply costs what the operator's prices say", async () => {
    const reply = await open([acted('one', says('hi'))], { priceOf }).chat(chatRequest());
    expect(reply.cost).toBeCloseTo((600 * 1 + 400 * 0.5 + 50 * 10) / 1e6, 12);
  });

  test('a spent budget is refused before any backend hears of it', async () => {
    const one = acted('one', says('hi'));
    const gateway = open([one], { budgets: { match: { tokens: 1_500, calls: null, seconds: null, dollars: null } } });
    await gateway.chat(chatRequest({ account }));
    await gateway.chat(chatRequest({ account }));
    await expect(gateway.chat(chatRequest({ account }))).rejects.toMatchObject({ code: 'over_budget' });
    expect(one.calls).toHaveLength(2);
    expect(gateway.reading()).toMatchObject({ calls: 3, failed: { over_budget: 1 } });
  });

  test('tokens of a try that came to nothing are paid for too', async () => {
    const spent = { prompt: 1_000, cached: null, completion: 0 };
    const gateway = open([acted('one', fails('bad_reply', 'empty', { spent }))], { priceOf });
    await gateway.chat(chatRequest({ account })).catch(() => {});
    expect(gateway.reading()).toMatchObject({ cost: 0.001, failed: { bad_reply: 1 } });
    expect(gateway.reading().accounts).toContainEqual(expect.objectContaining({ kind: 'match', name: 'm', tokens: 1_000, cost: 0.001 }));
  });

  test('tries that came to nothing are on the bill of the reply, or of the fault, and among the tries of their backend', async () => {
    const spent = { prompt: 1_000, cached: null, completion: 0 };
    const wasteful = () => acted('one', fails('bad_reply', 'empty', { spent }));
    const gateway = open([wasteful(), acted('two', says('hi'))], { priceOf });
    const reply = await gateway.chat(chatRequest());
    expect(reply.cost).toBeCloseTo(0.001 + (600 * 1 + 400 * 0.5 + 50 * 10) / 1e6, 12);
    expect(gateway.reading().tries).toEqual([
      { backend: 'one', tries: 1, failed: 1 },
      { backend: 'two', tries: 1, failed: 0 },
    ]);
    const fault = await open([wasteful()], { priceOf })
      .chat(chatRequest())
      .catch((thrown: BackendFault) => thrown);
    expect(fault).toMatchObject({ code: 'bad_reply', bill: { cost: 0.001, tokens: { prompt: 1_000, completion: 0 } } });
  });

  test('the reading sums by agent and match', async () => {
    const gateway = open([acted('one', says('hi'))]);
    await gateway.chat(chatRequest({ account }));
    const { accounts, latency, tokens } = gateway.reading();
    expect(accounts.map(({ kind, name }) => [kind, name])).toEqual([
      ['agent', 'small@1'],
      ['match', 'm'],
    ]);
    expect(tokens).toEqual({ prompt: 1_000, cached: 400, completion: 50 });
    expect(latency?.p95).toBeGreaterThanOrEqual(0);
  });
});

test('an error that no backend should throw becomes a fault without its words', async () => {
  const leaky = acted('one', () => Promise.reject(new Error('key sk-secret-123')));
  const fault = open([leaky]).chat(chatRequest());
  await expect(fault).rejects.toMatchObject({ code: 'bad_reply' });
  await expect(fault).rejects.not.toMatchObject({ message: expect.stringContaining('secret') as string });
});
