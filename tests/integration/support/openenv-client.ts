import WebSocket from 'ws';

export interface Frame {
  type: string;
  data: Record<string, unknown> & { observation: Record<string, unknown>; message?: string; code?: string };
}

/** A client of the server's OpenEnv endpoint: one frame, one answer. */
export async function connectOpenEnv(origin: string) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/openenv/ws`);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  async function ask(message: object): Promise<Frame> {
    const answer = new Promise<Buffer>((resolve) => socket.once('message', resolve));
    socket.send(JSON.stringify(message));
    return JSON.parse((await answer).toString()) as Frame;
  }
  return { socket, reset: (data: object) => ask({ type: 'reset', data }), step: (data: object) => ask({ type: 'step', data }), ask };
}
