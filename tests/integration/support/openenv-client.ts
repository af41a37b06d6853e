import WebSocket from 'ws';

export interface Frame {
  type: string;
  data: Record<string, unknown> & { observation: Record<string, unknown>; message?: string; code?: string };
}

/** A client of the server's OpenEnv endpoint (or of another one's, at `path`): one frame, one answer. */
export async function connectOpenEnv(origin: string, path = '/openenv/ws') {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}`);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  async function ask(message: object): Promise<Frame> {
    const answer = new Promise<Buffer>((resolve) => socket.once('message', resolve));
    socket.send(JSON.stringify(message));
    return JSON.parse((await answer).toString()) as Frame;
  }
  return { socket, reset: (data: object) => ask({ type: 'reset', data }), step: (data: object) => ask({ type: 'step', data }), ask };
}

/** Waits through one episode of `classic` and one of `open`; the last answer carries a score, from the solver's thread. */
export async function playEpisodes(origin: string, path: string): Promise<void> {
  for (const ruleset of ['classic', 'open']) {
    const client = await connectOpenEnv(origin, path);
    let last = await client.reset({ ruleset, task: ruleset === 'open' ? 'market_round' : 'single_trade', seed: 7 });
    while (last.type !== 'error' && last.data.done !== true) last = await client.step({ action_type: 'wait' });
    client.socket.close();
    if (last.type === 'error') throw new Error(`${ruleset}: ${JSON.stringify(last)}`);
  }
}
