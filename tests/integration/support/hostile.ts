/** Answers that no good server, program or worker gives, each a few lines. What they have in common: the match beside them must not notice. */
import type { ServerResponse } from 'node:http';
import type { ChatReply } from '~/inference/chat-model';
import type { ToWorker } from '~/inference/worker-protocol';
import { answerJson, type Behaviour, beginStream, sendPiece, streamText, USAGE } from './chat-server';

/** What the first turn says: its last reply's fault by code, or that the reply was no action, and the sentence; `null`: the answer can be used. */
export type Outcome = { code: string | null; why: RegExp } | null;
type Kind<Way> = readonly [name: string, way: Way, outcome: Outcome];

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

const fault = (code: string, why: RegExp): Outcome => ({ code, why });
/** An answer came whole, and is no action that the seat may play. */
const unusable = (why: RegExp): Outcome => ({ code: null, why });

/** Nothing will come: the turn's clock is short, and ends within milliseconds of the call's. */
export const SLOW = fault('timeout', /^(hostile did not answer in 0\.\d s|The turn ran out of time)\.$/);
export const OVER = fault('timeout', /^The turn ran out of time.$/);
export const LATE_WORKER = fault('timeout', /^(workers did not answer in 0\.\d s|The turn ran out of time)\.$/);

const TOO_LARGE = fault('bad_reply', /^hostile sent an answer that is too long: over 88 kB\.$/);
const CUT = fault('unreachable', /^hostile cannot be reached \([A-Z_]+\)\.$/);
const BROKEN_OFF = fault('bad_reply', /^hostile stopped in the middle of its answer\.$/);
const NO_JSON = fault('bad_reply', /^hostile answered with something that is not JSON\.$/);
const NO_COMPLETION = fault('bad_reply', /^hostile answered with something that is not a chat completion\.$/);
const WORDLESS = fault('bad_reply', /^hostile sent an empty answer\.$/);
const LONGER_THAN_AN_ACTION = fault('http', /^Its answer is too long for an action\.$/);
const NOT_CLOSED = unusable(/^The JSON object is not closed\. Write it whole\.$/);
const NO_OBJECT = unusable(/^The reply holds no JSON object\. Write one action as a JSON object\.$/);
const TWO_OBJECTS = unusable(/^The reply holds 2 JSON objects; which one is meant is not clear\. Write exactly one\.$/);
const NUL = unusable(/^This is not JSON: Invalid character "\\u0000" at position \d+\.$/);
const NO_SUCH_ACTION = unusable(/^action_type: Invalid option: expected one of "[a-z_]+"/);
const NOT_LEGAL = unusable(/^accept_offer is not legal now; legal are /);

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
  ['never answers', () => undefined, SLOW],
  ['never ends its headers', (response) => void response.socket?.write('HTTP/1.1 200 OK\r\nX-Slow: '), SLOW],
  ['sends headers alone', (response) => beginStream(response), SLOW],
  ['drips a letter at a time', steps(beginStream, drip), SLOW],
  ['stops in mid-sentence', steps(beginStream, piece('{"action')), SLOW],
  ['thinks without an end', steps(beginStream, piece('<think>'), drip), SLOW],
  [
    'writes without an end',
    steps(beginStream, flood(LONG_PIECE)),
    fault('bad_reply', /^hostile sent an answer that is too long: over 8096 characters, more than its token limit allows\.$/),
  ],
  ['sends 12 MB in one line', steps(beginStream, write('data: '), flood('x'.repeat(1_024), 12_000)), TOO_LARGE],
  [
    'sends 12 MB of line ends',
    steps(beginStream, flood('\n'.repeat(1_024), 12_000)),
    fault('bad_reply', /^hostile sent an answer that is too long: over 192 kB\.$/),
  ],
  ['sends 8 MB in one piece', once(says('x'.repeat(8_000_000))), TOO_LARGE],
  ['sends 100 MB', steps(ok(JSON_TYPE), flood('x'.repeat(65_536), 1_600)), TOO_LARGE],
  ['cuts the socket before the answer', (response) => void response.socket?.destroy(), CUT],
  ['cuts the socket in the middle', steps(beginStream, piece('{"a'), cutSoon), CUT],
  ['ends its stream early', steps(beginStream, piece('{"a'), end()), BROKEN_OFF],
  [
    'reports an error in mid-stream',
    steps(beginStream, end('data: {"error": {"message": "CUDA out of memory"}}\n\n')),
    fault('bad_reply', /^hostile reported an error in the middle of its answer\.$/),
  ],
  ['sends a page of HTML', raw('text/html', '<h1>It works</h1>'), BROKEN_OFF],
  ['sends half a JSON', raw('application/json', '{"cho'), NO_JSON],
  ['sends JSON of another kind', raw('application/json', '{"hello":1}'), NO_COMPLETION],
  ['sends a list', raw('application/json', '[]'), NO_COMPLETION],
  ['sends null', raw('application/json', 'null'), NO_COMPLETION],
  ['sends NaN', raw('application/json', 'NaN'), NO_JSON],
  ['sends an error with status 200', raw('application/json', '{"error":{"message":"no"}}'), NO_COMPLETION],
  ['sends no choice', once([]), NO_COMPLETION],
  ['sends a choice without a message', once([{}]), NO_COMPLETION],
  ['sends a text that is null', once(says(null)), WORDLESS],
  ['sends a text that is a number', once(says(7)), NO_COMPLETION],
  ['sends an empty text', text(''), WORDLESS],
  [
    'sends noise as a stream',
    steps(beginStream, end('data: {"choices": 3}\n\ndata: \u0000\u0001{{{\n\n')),
    fault('bad_reply', /^hostile streamed something that is not part of a chat completion\.$/),
  ],
  ['sends bytes that are no UTF-8', raw('application/json', Buffer.from([0xff, 0xfe, 0x7b, 0xc3])), NO_JSON],
  ['sends JSON 100,000 deep', raw('application/json', '['.repeat(DEEP)), TOO_LARGE],
  [
    'claims to be zipped',
    raw('application/json', 'not zipped', { 'content-encoding': 'gzip' }),
    fault('bad_reply', /^hostile answered with something that is not compressed as its headers say\.$/),
  ],
  ['promises more bytes than it sends', steps(ok({ ...JSON_TYPE, 'content-length': '9000' }), write('{"choices'), cutSoon), CUT],
  ['sends no type', raw(null, 'wait'), BROKEN_OFF],
  ['answers 500', status(500, { error: { message: 'oops' } }), fault('bad_reply', /^hostile answered 500\.$/)],
  ['answers 503', status(503), fault('overloaded', /^hostile answered 503\.$/)],
  ['answers 404', status(404), fault('refused', /^hostile answered 404\.$/)],
  ['answers 418', status(418), fault('refused', /^hostile answered 418\.$/)],
  ['wants a year of patience', status(429, {}, { 'retry-after': '31536000' }), fault('overloaded', /^hostile answered 429\.$/)],
  [
    'refuses the key and repeats it',
    status(401, { error: { message: 'Incorrect API key: hostile-key-0123456789' } }),
    fault('refused', /^hostile refused the key, or requires one \(401\)\.$/),
  ],
  ['forbids', status(403), fault('refused', /^hostile refused the key, or requires one \(403\)\.$/)],
  ['finds fault with the request', status(400, { error: { message: 'no' } }), fault('refused', /^hostile answered 400: no\.$/)],
  [
    'sends elsewhere',
    status(302, {}, { location: 'http://127.0.0.1:9/' }),
    fault('refused', /^hostile answered with a redirect \(302\), which is not followed\.$/),
  ],
  [
    'sends elsewhere with the request',
    status(307, {}, { location: 'http://169.254.169.254/' }),
    fault('refused', /^hostile answered with a redirect \(307\), which is not followed\.$/),
  ],
  [
    'runs out of tokens',
    once([{ index: 0, message: { role: 'assistant', content: '{"action_type":"wa' }, finish_reason: 'length' }]),
    NOT_CLOSED,
  ],
  ['refuses to play', once(says(null, { refusal: 'I cannot help with markets.' })), fault('refused', /^hostile refused to answer\.$/)],
  [
    'calls a tool that nobody offered',
    once(says(null, { tool_calls: [{ id: 't', type: 'function', function: { name: 'rm', arguments: '{}' } }] })),
    WORDLESS,
  ],
  ['answers in prose', text('I would rather talk about the weather.'), NO_OBJECT],
  ['answers with two objects', text(`${WAIT} ${WAIT}`), TWO_OBJECTS],
  ['answers with a text 100,000 deep', text('['.repeat(3_000)), NO_OBJECT],
  ['answers with NUL', text('{"action_type":"\u0000"}'), NUL],
  ['answers with half a pair', text('{"action_type":"wait","message":"\ud83d'), NOT_CLOSED],
  ['invents an action', text('{"action_type":"conquer"}'), NO_SUCH_ACTION],
  ['acts for another seat', text('{"action_type":"accept_offer","offer_id":"offer_999"}'), NOT_LEGAL],
  ['reaches for the prototype', text('{"__proto__":{"action_type":"wait"}}'), NO_SUCH_ACTION],
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
  ['never answers', () => undefined, OVER],
  ['drips', steps(ok(), drip), OVER],
  ['cuts the socket', (response) => void response.socket?.destroy(), fault('unreachable', /^It could not be reached: /)],
  ['sends 10 MB', steps(ok(), flood('x'.repeat(65_536), 160)), LONGER_THAN_AN_ACTION],
  [
    'sends elsewhere',
    status(302, {}, { location: 'http://127.0.0.1:9/' }),
    fault('http', /^It answered with a redirect \(302\), which is not followed\.$/),
  ],
  ['refuses its key', status(401), fault('key_refused', /^It answered with status 401: it refused a request without a key\.$/)],
  ['answers 500', status(500), fault('http', /^It answered with status 500\.$/)],
  ['sends nothing', program(''), NO_OBJECT],
  ['sends a page of HTML', program('<h1>It works</h1>', 'text/html'), NO_OBJECT],
  ['sends two objects', program(`${WAIT}${WAIT}`), TWO_OBJECTS],
  [
    'sends five actions',
    program(JSON.stringify(Array.from({ length: 5 }, () => ({ action_type: 'wait' })))),
    unusable(/^The answer contains 5 actions; a turn can have at most 4\.$/),
  ],
  ['acts for another seat', program('{"action":{"action_type":"accept_offer","offer_id":"offer_999"}}'), NOT_LEGAL],
  ['invents an action', program('{"action":{"action_type":"conquer"}}'), NO_SUCH_ACTION],
  ['reaches for the prototype', program('{"__proto__":{"action":{"action_type":"wait"}}}'), NO_SUCH_ACTION],
  ['sends JSON 100,000 deep', program('['.repeat(DEEP)), LONGER_THAN_AN_ACTION],
  ['sends NUL', program('{"action":{"action_type":"\u0000"}}'), NUL],
  ['sends bytes that are no UTF-8', program(Buffer.from([0xff, 0xfe, 0x7b, 0xc3])), NOT_CLOSED],
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
  ['never answers', () => undefined, LATE_WORKER],
  [
    'leaves in mid-turn',
    (_, { leave }) => leave('the process ended (SIGKILL)'),
    fault('unreachable', /w on here is gone: the process ended \(SIGKILL\)/),
  ],
  [
    'says what is no message',
    (_, { say }) => say({ type: 'conquer' }),
    fault('unreachable', /w on here is gone: it sent an invalid message \(type: /),
  ],
  ['answers for another turn', (_, { say }) => say({ type: 'done', id: 'another', reply: reply(WAIT) }), LATE_WORKER],
  [
    'answers with 8 MB',
    ({ id }, { say }) => say({ type: 'done', id, reply: reply('x'.repeat(8_000_000)) }),
    fault('unreachable', /w on here is gone: it sent an invalid message \(reply\.text: Too big/),
  ],
  ['answers without a word', ({ id }, { say }) => say({ type: 'done', id, reply: reply('') }), NO_OBJECT],
  [
    'answers with a number',
    ({ id }, { say }) => say({ type: 'done', id, reply: reply(7) }),
    fault('unreachable', /w on here is gone: it sent an invalid message \(reply\.text: .*received number\)/),
  ],
  [
    'says one word for ever',
    ({ id }, { say }) => say({ type: 'done', id, reply: reply('the '.repeat(2_000), { end: 'length' }) }),
    NO_OBJECT,
  ],
  [
    'fails with a path of the server',
    ({ id }, { say }) =>
      say({ type: 'failed', id, code: 'bad_reply', why: 'Failed to initialize LoRA adapter "/srv/mandi/models/a.gguf"' }),
    fault('bad_reply', /^Failed to initialize LoRA adapter a file\.$/),
  ],
  [
    'fails with a code that there is not',
    ({ id }, { say }) => say({ type: 'failed', id, code: 'conquered', why: 'x' }),
    fault('unreachable', /w on here is gone: it sent an invalid message \(code: /),
  ],
  [
    'floods with pieces',
    ({ id }, { say }) => {
      for (let n = 0; n < 2_000; n++) say({ type: 'piece', id, text: 'x'.repeat(1_000) });
    },
    fault('bad_reply', /^A worker sent an answer that is too long: over 8096 characters, more than the token limit allows\.$/),
  ],
];
