// An inference worker without a model: a process of its own that speaks the protocol over a WebSocket.
//   node test-worker.mjs URL ID SLOTS MS_PER_PIECE [TOKEN]
import WebSocket from 'ws';

const [url, id, slots, pace, token] = process.argv.slice(2);
const PIECES = ['I', ' am ', id, '.'];
const line = new WebSocket(url, token ? { headers: { authorization: `Bearer ${token}` } } : {});
const writing = new Map();

line.on('open', () => {
  const worker = { id, name: id, host: 'test', pid: process.pid, device: 'cpu', threads: 1, slots: Number(slots), runtime: 'none' };
  say({ type: 'hello', worker, models: [{ name: 'small', digest: 'sha256:small', adapters: ['classic'], context: 2048 }] });
  setInterval(() => say({ type: 'beat', tally: tally() }), 200);
});
line.on('message', (data) => {
  const message = JSON.parse(String(Buffer.from(data)));
  if (message.type === 'ask') write(message, 0);
  if (message.type === 'cancel') clearTimeout(writing.get(message.id));
  if (message.type === 'end') process.exit(0);
});
line.on('close', () => process.exit(0));
line.on('error', (fault) => {
  console.error(fault.message);
  process.exit(1);
});

function write(asked, at) {
  const { id: turn, chat } = asked;
  if (at < PIECES.length) {
    say({ type: 'piece', id: turn, text: PIECES[at] });
    writing.set(
      turn,
      setTimeout(() => write(asked, at + 1), Number(pace)),
    );
    return;
  }
  const tokens = { prompt: 10, cached: null, completion: PIECES.length };
  const adapterDigest = chat.adapter === null ? null : 'sha256:classic';
  const pin = { model: 'small', digest: 'sha256:small', adapter: chat.adapter, adapterDigest, runtime: 'none' };
  const timing = { queued: 0, first: 0, total: Number(pace) * PIECES.length };
  say({ type: 'done', id: turn, reply: { text: PIECES.join(''), held: true, end: 'stop', tokens, timing, pin } });
}

function tally() {
  return { running: 0, done: 0, failed: 0, promptTokens: 0, cachedTokens: 0, completionTokens: 0, busyMs: 0, memory: 0 };
}

function say(message) {
  line.send(JSON.stringify(message));
}
