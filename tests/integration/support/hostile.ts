/** Answers that no good server, program or worker gives, each a few lines. What they have in common: the match beside them must not notice. */
import type { ServerResponse } from 'node:http';
import type { ChatReply } from '~/inference/chat-model';
import type { ToWorker } from '~/inference/worker-protocol';
import { answerJson, type Behaviour, beginStream, sendPiece, streamText, USAGE } from './chat-server';

/** What the first turn says, or `null`: the answer can be used. */
export type Sentence = RegExp | null;
type Kind<Way> = readonly [name: string, way: Way, sentence: Sentence];

const WAIT = '{"action_type":"wait"}';
const DEEP = 100_000;
/** One after the other. */
const steps =
  (...ways: ((response: ServerResponse) => unknown)[]): Behaviour =>
  (response) => {
    for (const way of ways) way(response);
  };
const ok =
  (headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(200, headers);
const write = (piece: string) => (response: ServerResponse) => response.write(piece);
const piece = (content: string) => (response: ServerResponse) => sendPiece(response, content);
const end =
  (last = '') =>
  (response: ServerResponse) =>
    response.end(last);
const cutSoon = (response: ServerResponse) => setTimeout(() => response.socket?.destroy(), 20);
const JSON_TYPE = { 'content-type': 'application/json' };

const NO_TIME = /did not answer in|time|late|ran out/i;
/** What it says is looked at by the test: one line, no path, no key. */
const ANY = /^[A-Za-z]/;
const BROKEN = /^hostile (answered|sent|broke off|reported|cannot|refused|is busy|closed|redirects|does not|streamed|would not)/;

const whole = (choices: unknown, more: object = {}) => ({ id: 'c', object: 'chat.completion', created: 1, model: 'm', choices, ...more });
const says = (content: unknown, more: object = {}) => [
  { index: 0, message: { role: 'assistant', content, ...more }, finish_reason: 'stop' },
];
const once =
  (choices: unknown, more: object = {}): Behaviour =>
  (response) =>
    answerJson(response, 200, whole(choices, more));
const text =
  (content: string): Behaviour =>
  (response) =>
    streamText(response, content);
const status =
  (code: number, body: unknown = {}, headers: Record<string, string> = {}): Behaviour =>
  (response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    answerJson(response, code, body);
  };
const raw =
  (type: string | null, body: string | Buffer, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response.writeHead(200, { ...(type !== null && { 'content-type': type }), ...headers }).end(body);

/** The same piece over and over, as fast as it is read. */
function flood(piece: string, times = Number.POSITIVE_INFINITY): (response: ServerResponse) => void {
  return (response) => {
    let left = times;
    const send = () => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(piece)) return void response.once('drain', () => setImmediate(send));
      }
      if (!response.destroyed) response.end();
    };
    send();
  };
}

function drip(response: ServerResponse): void {
  const timer = setInterval(() => (response.destroyed ? clearInterval(timer) : sendPiece(response, '.')), 20);
}

const LONG_PIECE = `data: ${JSON.stringify(whole([{ index: 0, delta: { content: 'x'.repeat(4_000) } }]))}\n\n`;

export const SERVERS: readonly Kind<Behaviour>[] = [
  ['never answers', () => undefined, NO_TIME],
  ['never ends its headers', (response) => void response.socket?.write('HTTP/1.1 200 OK\r\nX-Slow: '), NO_TIME],
  ['sends headers alone', (response) => beginStream(response), NO_TIME],
  ['drips a letter at a time', steps(beginStream, drip), NO_TIME],
  ['stops in mid-sentence', steps(beginStream, piece('{"action')), NO_TIME],
  ['thinks without an end', steps(beginStream, piece('<think>'), drip), NO_TIME],
  ['writes without an end', steps(beginStream, flood(LONG_PIECE)), BROKEN],
  ['sends 12 MB in one line', steps(beginStream, write('data: '), flood('x'.repeat(1_024), 12_000)), BROKEN],
  ['sends 12 MB of line ends', steps(beginStream, flood('\n'.repeat(1_024), 12_000)), BROKEN],
  ['sends 8 MB in one piece', once(says('x'.repeat(8_000_000))), BROKEN],
  ['sends 100 MB', steps(ok(JSON_TYPE), flood('x'.repeat(65_536), 1_600)), BROKEN],
  ['cuts the socket before the answer', (response) => void response.socket?.destroy(), BROKEN],
  ['cuts the socket in the middle', steps(beginStream, piece('{"a'), cutSoon), BROKEN],
  ['ends its stream early', steps(beginStream, piece('{"a'), end()), BROKEN],
  ['reports an error in mid-stream', steps(beginStream, end('data: {"error": {"message": "CUDA out of memory"}}\n\n')), BROKEN],
  ['sends a page of HTML', raw('text/html', '<h1>It works</h1>'), BROKEN],
  ['sends half a JSON', raw('application/json', '{"cho'), BROKEN],
  ['sends JSON of another kind', raw('application/json', '{"hello":1}'), BROKEN],
  ['sends a list', raw('application/json', '[]'), BROKEN],
  ['sends null', raw('application/json', 'null'), BROKEN],
  ['sends NaN', raw('application/json', 'NaN'), BROKEN],
  ['sends an error with status 200', raw('application/json', '{"error":{"message":"no"}}'), BROKEN],
  ['sends no choice', once([]), BROKEN],
  ['sends a choice without a message', once([{}]), BROKEN],
  ['sends a text that is null', once(says(null)), BROKEN],
  ['sends a text that is a number', once(says(7)), BROKEN],
  ['sends an empty text', text(''), BROKEN],
  ['sends noise as a stream', steps(beginStream, end('data: {"choices": 3}\n\ndata: \u0000\u0001{{{\n\n')), BROKEN],
  ['sends bytes that are no UTF-8', raw('application/json', Buffer.from([0xff, 0xfe, 0x7b, 0xc3])), BROKEN],
  ['sends JSON 100,000 deep', raw('application/json', '['.repeat(DEEP)), BROKEN],
  ['claims to be zipped', raw('application/json', 'not zipped', { 'content-encoding': 'gzip' }), BROKEN],
  ['promises more bytes than it sends', steps(ok({ ...JSON_TYPE, 'content-length': '9000' }), write('{"choices'), cutSoon), BROKEN],
  ['sends no type', raw(null, 'wait'), BROKEN],
  ['answers 500', status(500, { error: { message: 'oops' } }), BROKEN],
  ['answers 503', status(503), BROKEN],
  ['answers 404', status(404), BROKEN],
  ['answers 418', status(418), BROKEN],
  ['wants a year of patience', status(429, {}, { 'retry-after': '31536000' }), BROKEN],
  ['refuses the key and repeats it', status(401, { error: { message: 'Incorrect API key: hostile-key-0123456789' } }), BROKEN],
  ['forbids', status(403), BROKEN],
  ['finds fault with the request', status(400, { error: { message: 'no' } }), BROKEN],
  ['sends elsewhere', status(302, {}, { location: 'http://127.0.0.1:9/' }), BROKEN],
  ['sends elsewhere with the request', status(307, {}, { location: 'http://169.254.169.254/' }), BROKEN],
  ['runs out of tokens', once([{ index: 0, message: { role: 'assistant', content: '{"action_type":"wa' }, finish_reason: 'length' }]), ANY],
  ['refuses to play', once(says(null, { refusal: 'I cannot help with markets.' })), BROKEN],
  [
    'calls a tool that nobody offered',
    once(says(null, { tool_calls: [{ id: 't', type: 'function', function: { name: 'rm', arguments: '{}' } }] })),
    BROKEN,
  ],
  ['answers in prose', text('I would rather talk about the weather.'), ANY],
  ['answers with two objects', text(`${WAIT} ${WAIT}`), ANY],
  ['answers with a text 100,000 deep', text('['.repeat(3_000)), ANY],
  ['answers with NUL', text('{"action_type":"\u0000"}'), ANY],
  ['answers with half a pair', text('{"action_type":"wait","message":"\ud83d'), ANY],
  ['invents an action', text('{"action_type":"conquer"}'), ANY],
  ['acts for another seat', text('{"action_type":"accept_offer","offer_id":"offer_999"}'), ANY],
  ['reaches for the prototype', text('{"__proto__":{"action_type":"wait"}}'), ANY],
  ['counts 9e15 tokens', once(says(WAIT), { usage: { ...USAGE, prompt_tokens: 9e15, completion_tokens: 9e15 } }), null],
  ['counts tokens below zero', once(says(WAIT), { usage: { ...USAGE, prompt_tokens: -5, completion_tokens: -1 } }), null],
  ['counts tokens in words', once(says(WAIT), { usage: { prompt_tokens: 'many', completion_tokens: null } }), null],
  ['names 300 kB of a model', once(says(WAIT), { model: 'm'.repeat(300), system_fingerprint: 'f'.repeat(300) }), null],
];

const program =
  (body: string | Buffer, type = 'application/json'): Behaviour =>
  (response) =>
    void response.writeHead(200, { 'content-type': type }).end(body);

export const PROGRAMS: readonly Kind<Behaviour>[] = [
  ['never answers', () => undefined, NO_TIME],
  ['drips', steps(ok(), drip), NO_TIME],
  ['cuts the socket', (response) => void response.socket?.destroy(), /could not be reached/],
  ['sends 10 MB', steps(ok(), flood('x'.repeat(65_536), 160)), ANY],
  ['sends elsewhere', status(302, {}, { location: 'http://127.0.0.1:9/' }), /redirect \(302\), which is not followed/],
  ['refuses its key', status(401), /401: it refused a request without a key/],
  ['answers 500', status(500), /status 500/],
  ['sends nothing', program(''), ANY],
  ['sends a page of HTML', program('<h1>It works</h1>', 'text/html'), ANY],
  ['sends two objects', program(`${WAIT}${WAIT}`), ANY],
  [
    'sends five actions',
    program(JSON.stringify(Array.from({ length: 5 }, () => ({ action_type: 'wait' })))),
    /holds 5 actions; a turn holds at most 4/,
  ],
  ['acts for another seat', program('{"action":{"action_type":"accept_offer","offer_id":"offer_999"}}'), ANY],
  ['invents an action', program('{"action":{"action_type":"conquer"}}'), ANY],
  ['reaches for the prototype', program('{"__proto__":{"action":{"action_type":"wait"}}}'), /action_type/],
  ['sends JSON 100,000 deep', program('['.repeat(DEEP)), ANY],
  ['sends NUL', program('{"action":{"action_type":"\u0000"}}'), ANY],
  ['sends bytes that are no UTF-8', program(Buffer.from([0xff, 0xfe, 0x7b, 0xc3])), ANY],
];

type WorkerWay = (ask: ToWorker & { type: 'ask' }, worker: { say(message: unknown): void; leave(why: string): void }) => void;

const reply = (content: unknown, more: Partial<ChatReply> = {}) => ({
  text: content,
  held: true,
  end: 'stop',
  tokens: { prompt: 10, cached: 4, completion: 3 },
  timing: { queued: 1, first: 2, total: 9 },
  pin: { model: 'small', digest: 'sha256:1', adapter: null, adapterDigest: null, runtime: 'acted 1' },
  ...more,
});

export const WORKERS: readonly Kind<WorkerWay>[] = [
  ['never answers', () => undefined, NO_TIME],
  ['leaves in mid-turn', (_, { leave }) => leave('the process ended (SIGKILL)'), ANY],
  ['says what is no message', (_, { say }) => say({ type: 'conquer' }), ANY],
  ['answers for another turn', (_, { say }) => say({ type: 'done', id: 'another', reply: reply(WAIT) }), NO_TIME],
  ['answers with 8 MB', ({ id }, { say }) => say({ type: 'done', id, reply: reply('x'.repeat(8_000_000)) }), ANY],
  ['answers without a word', ({ id }, { say }) => say({ type: 'done', id, reply: reply('') }), ANY],
  ['answers with a number', ({ id }, { say }) => say({ type: 'done', id, reply: reply(7) }), ANY],
  ['says one word for ever', ({ id }, { say }) => say({ type: 'done', id, reply: reply('the '.repeat(2_000), { end: 'length' }) }), ANY],
  [
    'fails with a path of the server',
    ({ id }, { say }) =>
      say({ type: 'failed', id, code: 'bad_reply', why: 'Failed to initialize LoRA adapter "/srv/mandi/models/a.gguf"' }),
    ANY,
  ],
  ['fails with a code that there is not', ({ id }, { say }) => say({ type: 'failed', id, code: 'conquered', why: 'x' }), ANY],
  [
    'floods with pieces',
    ({ id }, { say }) => {
      for (let n = 0; n < 2_000; n++) say({ type: 'piece', id, text: 'x'.repeat(1_000) });
    },
    ANY,
  ],
];
