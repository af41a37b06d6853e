// A server that speaks OpenAI's protocol and thinks slowly, so that a test can watch: it writes the first text that the asked schema
// allows, a few letters at a time. A real backend as far as Mandi can tell; only its wits are small.
import { createServer } from 'node:http';

const LETTERS_AT_ONCE = 2;
const PAUSE_MS = 150;

/** Resolves to its address, to be given as OPENAI_BASE_URL. `think`: what it waits for before it begins to write. */
export function startSlowModel(name, think = () => Promise.resolve()) {
  const server = createServer((request, response) => void answer(request, response, { name, think }).catch(() => response.destroy()));
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve({ url: `http://127.0.0.1:${server.address().port}/v1`, close: () => server.close() }));
  });
}

async function answer(request, response, { name, think }) {
  if (request.url === '/v1/models')
    return json(response, { object: 'list', data: [{ id: name, object: 'model', created: 0, owned_by: 'tests' }] });
  if (request.url !== '/v1/chat/completions') return json(response, { error: { message: 'There is no such endpoint.' } }, 404);
  const body = JSON.parse(await read(request));
  await think();
  const text = JSON.stringify(firstOf(body.response_format?.json_schema?.schema ?? {}));
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (let from = 0; from < text.length; from += LETTERS_AT_ONCE) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    response.write(chunk(name, { content: text.slice(from, from + LETTERS_AT_ONCE) }, null));
  }
  response.write(chunk(name, {}, 'stop'));
  response.end('data: [DONE]\n\n');
}

function chunk(model, delta, finish_reason) {
  const choices = [{ index: 0, delta, finish_reason }];
  return `data: ${JSON.stringify({ id: 'chatcmpl-0', object: 'chat.completion.chunk', created: 0, model, choices })}\n\n`;
}

/** The first value that a schema allows. */
function firstOf(schema) {
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return firstOf(choices[0]);
  if (schema.type === 'array')
    return schema.prefixItems?.map(firstOf) ?? Array.from({ length: schema.minItems ?? 0 }, () => firstOf(schema.items));
  if (schema.type === 'string') return 'x'.repeat(schema.minLength ?? 0);
  if (schema.type === 'number' || schema.type === 'integer') return schema.minimum ?? 0;
  return Object.fromEntries((schema.required ?? []).map((field) => [field, firstOf(schema.properties[field])]));
}

async function read(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

function json(response, value, status = 200) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}
