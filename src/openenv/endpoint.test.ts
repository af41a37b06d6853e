/** The endpoint over real sockets: what the published Python clients rely on (docs/openenv.md), and what they must be refused. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import WebSocket from 'ws';
import { showTestGames } from '~/games/registry';
import { type ServedEndpoint, serveEndpoint } from './serve';
import { countTasks } from './tasks';

interface Frame {
  type: string;
  data: Record<string, unknown> & { observation?: Record<string, unknown>; message?: string; code?: string };
}

let endpoint: ServedEndpoint;
let base: string;

beforeAll(async () => {
  endpoint = await serveEndpoint({
    host: '127.0.0.1',
    port: 0,
    sessions: 4,
    version: 'test',
    onFault: (fault) => expect(fault).toBeUndefined(),
  });
  base = `127.0.0.1:${endpoint.port}`;
});
afterAll(() => endpoint.stop());

/** A client that sends one frame and waits for one. */
async function connect(path = '/ws') {
  const socket = new WebSocket(`ws://${base}${path}`);
  const heard: string[] = [];
  const waiting: ((text: string) => void)[] = [];
  socket.on('message', (data: Buffer) => {
    const next = waiting.shift();
    if (next) next(data.toString());
    else heard.push(data.toString());
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  async function hear(): Promise<Frame> {
    const text = heard.shift() ?? (await new Promise<string>((resolve) => waiting.push(resolve)));
    return JSON.parse(text) as Frame;
  }
  async function ask(message: unknown): Promise<Frame> {
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    return hear();
  }
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  async function leave(): Promise<void> {
    socket.close();
    await closed;
  }
  return { socket, ask, hear, closed, leave, count: () => heard.length };
}

async function post(path: string, body: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(`http://${base}${path}`, { method: 'POST', body: text });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

describe('/ws', () => {
  test('an episode: reset, steps, state, close', async () => {
    const { ask, socket, closed } = await connect();
    const opening = await ask({ type: 'reset', data: { task: 'market_round', seed: 7, episode_id: 'mine' } });
    expect(opening).toMatchObject({ type: 'observation', data: { reward: null, done: false } });
    const step = await ask({ type: 'step', data: { action_type: 'wait' } });
    expect(step.data.metadata).toEqual(step.data.observation?.metadata);
    expect(step.data.metadata).toHaveProperty('reward_breakdown');
    expect((await ask({ type: 'state' })).data).toMatchObject({ episode_id: 'mine', step_count: 1 });
    socket.send('{"type":"close"}');
    expect(await closed).toBe(1000);
  });

  test('the same seed and moves are the same episode in any session, and no session touches another', async () => {
    const [one, other] = [await connect(), await connect()];
    const reset = { type: 'reset', data: { task: 'coalition_market', seed: 11 } };
    expect(await one.ask(reset)).toEqual(await other.ask(reset));
    await other.ask({ type: 'reset', data: { task: 'single_trade', seed: 3 } });
    const moved = await one.ask({ type: 'step', data: { action_type: 'wait' } });
    await other.ask(reset);
    expect(await other.ask({ type: 'step', data: { action_type: 'wait' } })).toEqual(moved);
    await Promise.all([one.leave(), other.leave()]);
  });

  test.each([
    ['{"type":', 'INVALID_JSON'],
    ['{"type":"dance"}', 'UNKNOWN_TYPE'],
    ['{}', 'UNKNOWN_TYPE'],
    ['[]', 'VALIDATION_ERROR'],
    ['{"type":"state","data":{}}', 'VALIDATION_ERROR'],
    ['{"type":"step","data":{"action_type":"wait"}}', 'EXECUTION_ERROR'],
    ['{"type":"step","data":NaN}', 'INVALID_JSON'],
    ['{"type":"reset","data":{"task":"tennis"}}', 'VALIDATION_ERROR'],
  ])('%s is answered with %s, and the session lives', async (text, code) => {
    const { ask, leave } = await connect();
    expect((await ask(text)).data.code).toBe(code);
    expect((await ask({ type: 'reset' })).type).toBe('observation');
    await leave();
  });

  test('a binary frame is refused, and the session lives', async () => {
    const { ask, hear, socket, leave } = await connect();
    socket.send(Buffer.from('{"type":"reset"}'), { binary: true });
    expect((await hear()).data.code).toBe('VALIDATION_ERROR');
    expect((await ask({ type: 'reset' })).type).toBe('observation');
    await leave();
  });

  test('a bad action names its cause, and costs nothing', async () => {
    const { ask, leave } = await connect();
    await ask({ type: 'reset', data: { seed: 3 } });
    const refused = await ask({ type: 'step', data: { action_type: 'steal' } });
    expect(refused.data).toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining('action_type') as string });
    expect((await ask({ type: 'state' })).data.step_count).toBe(0);
    await leave();
  });

  test('who comes when every slot is taken is told so, and a slot is free again when a socket drops', async () => {
    const taken = await Promise.all(Array.from({ length: 4 }, () => connect()));
    const fifth = await connect();
    expect((await fifth.hear()).data).toMatchObject({ code: 'CAPACITY_REACHED', active_sessions: 4, max_sessions: 4 });
    fifth.socket.send('{"type":"reset"}');
    expect(await fifth.closed).toBe(1000);
    taken[0]?.socket.terminate();
    await expect.poll(async () => (await connectAndReset()).type).toBe('observation');
    await Promise.all(taken.slice(1).map(({ leave }) => leave()));
  });

  async function connectAndReset(): Promise<Frame> {
    const { ask, leave } = await connect();
    const answer = await ask({ type: 'reset' });
    await leave();
    return answer;
  }

  test('an unknown path is refused at the handshake', async () => {
    await expect(connect('/elsewhere')).rejects.toThrow('403');
  });
});

describe('ruleset open', () => {
  test('a seat among named opponents: a step is a round, and the end tells the gain', { timeout: 900_000 }, async () => {
    const { ask, leave } = await connect();
    const opening = await ask({
      type: 'reset',
      data: { ruleset: 'open', task: 'single_trade', seed: 7, seat: 'lab_1', opponents: 'planner' },
    });
    expect(opening.data).toMatchObject({ reward: null, done: false, observation: { controlled_lab_id: 'lab_1', round_index: 0 } });
    expect((await ask({ type: 'step', data: { action_type: 'steal' } })).data.code).toBe('VALIDATION_ERROR');
    const turn = { actions: [{ action_type: 'wait' }, { action_type: 'send_message', message: 'hello' }] };
    expect((await ask({ type: 'step', data: turn })).data).toMatchObject({ reward: 0, done: false, observation: { round_index: 1 } });
    for (let round = 2; round < 6; round += 1) await ask({ type: 'step', data: { action_type: 'wait' } });
    const last = await ask({ type: 'step', data: { action_type: 'wait' } });
    expect(last.data).toMatchObject({ done: true, metadata: { score: { gain: expect.closeTo(Number(last.data.reward), 5) as number } } });
    await leave();
  });

  test('frames sent ahead are answered one each, in their order', { timeout: 900_000 }, async () => {
    const { ask, hear, socket, leave } = await connect();
    await ask({ type: 'reset', data: { ruleset: 'open', task: 'single_trade', seed: 7, reward: 'potential' } });
    for (let round = 0; round < 6; round += 1) {
      socket.send('{"type":"step","data":{"action_type":"wait"}}');
      socket.send('{"type":"state"}');
    }
    const heard: Frame[] = [];
    for (let frame = 0; frame < 12; frame += 1) heard.push(await hear());
    expect(heard.map(({ type, data }) => (type === 'state' ? data.step_count : type))).toEqual(
      [1, 2, 3, 4, 5, 6].flatMap((steps) => ['observation', steps]),
    );
    const end = heard.at(-2)?.data;
    expect(end).toMatchObject({
      done: true,
      metadata: { reward_breakdown: expect.any(Object) as object, score: { efficiency: expect.any(Number) as number } },
    });
    await leave();
  });

  test('F13: a client that asks on and reads nothing is cut off; the others play on', { timeout: 900_000 }, async () => {
    const [deaf, other] = [await connect(), await connect()];
    const question = JSON.stringify({ type: 'step', data: { type: 'list_tools' } });
    const answer = JSON.stringify(await deaf.ask(question)).length;
    deaf.socket.pause();
    const flood = Math.ceil((40 * 1024 * 1024) / answer); // far more than the machine's own buffers take
    for (let sent = 0; sent < flood; sent += 1) deaf.socket.send(question);
    await other.ask({ type: 'reset', data: { seed: 7 } });
    expect((await other.ask({ type: 'step', data: { action_type: 'wait' } })).type).toBe('observation');
    deaf.socket.resume();
    expect(await deaf.closed).toBe(1006); // cut off, without a word that it would not have read
    expect(deaf.count()).toBeLessThan(flood);
    await other.leave();
  });

  test('a step after the end pays nothing in any field, and says so', { timeout: 900_000 }, async () => {
    const { ask, leave } = await connect();
    await ask({ type: 'reset', data: { ruleset: 'open', task: 'single_trade', seed: 7, reward: 'potential' } });
    const end = await ask({ type: 'step', data: { action_type: 'finish' } });
    expect(end.data.done).toBe(true);
    expect(end.data.observation?.reward).not.toBe(0);
    const late = await ask({ type: 'step', data: { action_type: 'wait' } });
    expect(late.data).toMatchObject({ done: true, reward: 0, metadata: { episode_done: true }, observation: { reward: 0 } });
    expect(Object.values(late.data.observation?.reward_breakdown as object).every((share) => share === 0)).toBe(true);
    await leave();
  });

  test('tools take several actions in one turn', { timeout: 900_000 }, async () => {
    const { ask, leave } = await connect();
    await ask({ type: 'reset', data: { ruleset: 'open', task: 'market_round', seed: 3 } });
    const call = { name: 'take_turn', arguments: { actions: [{ action_type: 'wait' }] } };
    const called = await ask({ type: 'mcp', data: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call } });
    expect(called.data.result).toMatchObject({ is_error: false, data: { done: false, observation: { round_index: 1 } } });
    const wrong = { name: 'join_coalition', arguments: {} };
    const refused = await ask({ type: 'mcp', data: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: wrong } });
    expect(refused.data.result).toMatchObject({ is_error: false }); // read as an action, refused by the rules
    await leave();
  });

  test.each([
    [{ record: true }, 'record: nothing is stored here'],
    [{ record: 'yes' }, 'record: true or false'],
    [{ match: 'm_1', seat: 'lab_0', token: 'x' }, 'match: there are no shared tables here'],
    [{ token: 'x' }, 'token:'],
    [{ ruleset: 'open', opponents: 'smollm2' }, 'opponents: unknown policy'],
    [{ ruleset: 'open', shocks: 6 }, 'There must be fewer shocks than rounds.'],
  ])('an endpoint that stands alone refuses %j', async (data, why) => {
    const { ask, leave } = await connect();
    expect((await ask({ type: 'reset', data })).data).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(why) as string,
    });
    await leave();
  });
});

describe('tools', () => {
  test('in a game of other moves they are that game’s, and so are the schemas of its name', async () => {
    showTestGames(true);
    onTestFinished(() => showTestGames(false));
    const { ask, leave } = await connect();
    const listed = async () => {
      const { data } = await ask({ type: 'step', data: { type: 'list_tools' } });
      const { tools } = data.observation as { tools: { name: string }[] };
      return tools.map(({ name }) => name);
    };
    const own = ['name_price', 'take_price', 'leave_table', 'test_offers_best_deal'];
    expect(await listed()).toEqual(expect.arrayContaining(['accept_offer', ...own]));
    await ask({ type: 'reset', data: { game: 'test/offers', task: 'haggle', seed: 7, seat: 'seller' } });
    expect(await listed()).toEqual(['observe', ...own]);
    const call = (tool_name: string, args: object) => ask({ type: 'step', data: { type: 'call_tool', tool_name, arguments: args } });
    const named = await call('name_price', { price: 90 });
    expect(named.data.observation).toMatchObject({ error: null, result: { observation: { turn: 2 } } });
    expect((await call('accept_offer', {})).data.observation).toMatchObject({ error: { error_type: 'tool_not_found' } });
    const rpc = await ask({ type: 'mcp', data: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
    expect(JSON.stringify(rpc)).not.toContain('accept_offer');
    const schemaOf = async (query: string) => (await fetch(`http://${base}/schema${query}`)).text();
    expect(await schemaOf('')).toContain('accept_offer');
    for (const query of ['?game=test/offers', '?game=test&ruleset=offers']) {
      const text = await schemaOf(query);
      for (const type of ['name_price', 'take_price', 'leave_table']) expect(text).toContain(`"const":"${type}"`);
      expect(text).not.toContain('accept_offer');
      expect(text).not.toContain('controlled_lab_budget');
    }
    expect(await (await fetch(`http://${base}/schema?game=test/ofers`)).json()).toMatchObject({ detail: [{ type: 'value_error' }] });
    await leave();
  });

  test('older clients list and call them by steps', async () => {
    const { ask, leave } = await connect();
    const listed = await ask({ type: 'step', data: { type: 'list_tools' } });
    const tools = listed.data.observation?.tools as { name: string; input_schema: object }[];
    expect(tools.map((tool) => tool.name)).toContain('accept_offer');
    await ask({ type: 'reset', data: { seed: 3 } });
    const called = await ask({ type: 'step', data: { type: 'call_tool', tool_name: 'wait', arguments: {} } });
    expect(called.data.observation).toMatchObject({ tool_name: 'wait', error: null, result: { done: false, reward: 0 } });
    expect(called.data.observation?.result).not.toHaveProperty('episode'); // what plays it is nobody's business
    const unknown = await ask({ type: 'step', data: { type: 'call_tool', tool_name: 'steal', arguments: {} } });
    expect(unknown.data.observation).toMatchObject({ result: null, error: { error_type: 'tool_not_found' } });
    await leave();
  });

  test('newer clients call them over HTTP in a session that their socket shares', async () => {
    const created = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'openenv/session/create' });
    const { session_id } = created.body.result as { session_id: string };
    const { ask, leave } = await connect(`/ws?session_id=${session_id}`);
    await ask({ type: 'reset', data: { task: 'market_round', seed: 7 } });
    const called = await post('/mcp', { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'wait', arguments: {}, session_id } });
    expect(called.body.result).toMatchObject({ is_error: false, data: { done: false, observation: { round_index: 1 } } });
    expect((await ask({ type: 'state' })).data.step_count).toBe(1);
    await leave();
    const close = { jsonrpc: '2.0', id: 3, method: 'openenv/session/close', params: { session_id } };
    await expect.poll(async () => (await post('/mcp', close)).body).toMatchObject({ result: { session_id } });
  });

  test.each([
    [{}, -32600],
    ['no json', -32700],
    [{ jsonrpc: '2.0', id: 1, method: 'dance' }, -32601],
    [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'steal' } }, -32602],
    [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait', session_id: 'nobody' } }, -32602],
  ])('%j is a JSON-RPC error %i, by HTTP 200', async (body, code) => {
    expect(await post('/mcp', body)).toMatchObject({ status: 200, body: { jsonrpc: '2.0', error: { code } } });
  });
});

describe('HTTP', () => {
  test('what a validator looks at', async () => {
    const get = async (path: string) => (await fetch(`http://${base}${path}`)).json() as Promise<Record<string, unknown>>;
    expect(await get('/health')).toEqual({ status: 'healthy' });
    expect(await get('/metadata')).toMatchObject({ name: 'mandi', description: expect.any(String) as string });
    expect(Object.keys(await get('/schema'))).toEqual(['action', 'reset', 'observation', 'reset_observation', 'state']);
    const openapi = await get('/openapi.json');
    expect(openapi).toMatchObject({ info: { version: '1.0.0' } });
    expect(Object.keys(openapi.paths as object)).toEqual(expect.arrayContaining(['/reset', '/step', '/state']));
  });

  test('reset and step answer for an environment of their own', async () => {
    expect(await post('/reset', { task: 'market_round', seed: 7 })).toMatchObject({ status: 200, body: { reward: null, done: false } });
    expect(await post('/step', { action: { action_type: 'wait' } })).toMatchObject({ status: 200, body: { reward: 0, done: false } });
    expect((await post('/step', { action: 'wait' })).status).toBe(422);
    expect((await post('/step', { action: { action_type: 'steal' } })).status).toBe(422);
    expect((await post('/reset', { seed: -1 })).status).toBe(422);
    expect((await post('/reset', '[1]')).status).toBe(422);
    expect((await fetch(`http://${base}/reset`)).status).toBe(405);
    expect((await fetch(`http://${base}/nowhere`)).status).toBe(404);
  });

  test('tasks by split, the test seeds apart', async () => {
    expect((await post('/mandi/num_tasks', { split: 'validation' })).body).toEqual({ num_tasks: countTasks('validation') });
    expect(countTasks('validation')).toBeGreaterThanOrEqual(250_000); // what there was before later games
    expect((await post('/MANDI/task', { split: 'test', index: 8 })).body).toEqual({
      task: { split: 'test', index: 8, ruleset: 'classic', task: 'market_round', seed: 50_001, game: 'gpu-market/classic', version: 1 },
    });
    expect((await post('/mandi/task', { split: 'test', index: -1 })).status).toBe(400);
    expect((await post('/mandi/task', { split: 'holdout', index: 0 })).status).toBe(400);
    const range = await post('/mandi/task_range', { split: 'train', start: 2, stop: 8 });
    expect((range.body.tasks as { ruleset: string; seed: number }[]).map(({ ruleset, seed }) => `${ruleset} ${seed}`)).toEqual([
      'classic 0',
      ...Array.from({ length: 4 }, () => 'open 0'),
      'classic 1',
    ]);
    expect((await post('/mandi/tasks', { split: 'train', more: 1 })).status).toBe(422);
  });
});
