// The server's side of bench/openenv.ts, one process: Mandi's endpoint on one port; on another a bare `ws` that parses each frame and
// answers with one prepared text, as long as the endpoint's usual answer.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { FrameSession } from '~/openenv/frame-session';
import { serveEndpoint } from '~/openenv/serve';
import { obeyOrders } from './child';
import type { EndpointNews, EndpointOrder } from './openenv-words';

const MOST = 4_096;

const endpoint = await serveEndpoint({
  host: '127.0.0.1',
  port: 0,
  sessions: MOST,
  version: 'bench',
  onFault: (fault) => console.error(fault),
});
const http = createServer();
const bare = new WebSocketServer({ server: http, perMessageDeflate: false });
const answer = usualAnswer();
bare.on('connection', (socket) =>
  socket.on('message', (data: Buffer) => {
    JSON.parse(data.toString());
    socket.send(answer);
  }),
);
await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));

const news: EndpointNews = { news: 'ready', port: endpoint.port, barePort: (http.address() as AddressInfo).port };
process.send?.(news);

obeyOrders<EndpointOrder>(
  async () => undefined,
  async () => {
    await endpoint.stop();
    for (const client of bare.clients) client.terminate();
    bare.close();
    http.close();
  },
);

/** An answer to a step in the middle of the measured episode. */
function usualAnswer(): string {
  const session = new FrameSession();
  void session.answer('{"type":"reset","data":{"task":"market_round","seed":1}}');
  for (let step = 0; step < 3; step += 1) void session.answer('{"type":"step","data":{"action_type":"wait"}}');
  return session.answer('{"type":"step","data":{"action_type":"wait"}}') as string;
}
