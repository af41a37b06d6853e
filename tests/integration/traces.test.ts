// Traces, as a real OTLP receiver gets them from a server and the process that plays its tournaments.
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { createTRPCClient, httpLink } from '@trpc/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { AppRouter } from '~/api/router';
import { listen } from '~/start/listen';
import { type FreshDatabase, freshDatabase } from './support/database';
import { until } from './support/server';
import { type Spawned, spawnServer } from './support/spawned';

const value = z.object({ stringValue: z.string().optional(), intValue: z.coerce.number().optional(), boolValue: z.boolean().optional() });
const facts = z
  .array(z.object({ key: z.string(), value }))
  .transform((all) => Object.fromEntries(all.map((one) => [one.key, one.value.stringValue ?? one.value.intValue ?? one.value.boolValue])));
const sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: facts }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: facts,
            }),
          ),
        }),
      ),
    }),
  ),
});

type Got = z.infer<typeof sent>['resourceSpans'][number]['scopeSpans'][number]['spans'][number] & { from: Record<string, unknown> };

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const got: Got[] = [];
const keys = new Set<unknown>();
let receiver: Server;
let fresh: FreshDatabase;
let site: Spawned;
beforeAll(async () => {
  receiver = createServer((request, response) => {
    void text(request).then((body) => {
      keys.add(request.headers['x-key']);
      if (request.url === '/v1/traces')
        for (const { resource, scopeSpans } of sent.parse(JSON.parse(body)).resourceSpans)
          for (const { spans } of scopeSpans) got.push(...spans.map((span) => ({ ...span, from: resource.attributes })));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const port = await listen(receiver, { host: '127.0.0.1', port: 0, isFixed: true });
  fresh = await freshDatabase('embedded');
  site = await spawnServer(fresh.url, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of%20the%20hall',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
});
afterAll(async () => {
  await site.kill();
  await fresh.drop();
  receiver.closeAllConnections();
  receiver.close();
});

const api = (headers: Record<string, string> = {}) =>
  createTRPCClient<AppRouter>({ links: [httpLink({ url: `${site.origin}/api/trpc`, headers })] });

const span = (name: string, with_: Record<string, unknown> = {}) =>
  until(async () => got.find((one) => one.name === name && Object.entries(with_).every(([key, wanted]) => one.attributes[key] === wanted)));

test('a request, its procedure and what it stored are one trace, with the ids of the request and the match', async () => {
  const headers = { traceparent: `00-${TRACE}-b7ad6b7169203331-01`, 'x-request-id': 'of-the-test' };
  const seats = { lab_0: 'null-random' };
  const { id } = await api(headers).match.create.mutate({
    ruleset: 'open',
    task: 'single_trade',
    seed: 7,
    policy: 'house',
    pace: 0,
    seats,
  });
  const request = await span('request', { 'mandi.request.id': 'of-the-test' });
  expect(request).toMatchObject({ traceId: TRACE, parentSpanId: 'b7ad6b7169203331', attributes: { 'http.response.status_code': 200 } });
  expect(request.from).toMatchObject({ 'service.name': 'mandi', 'mandi.role': 'web', 'deployment.environment.name': 'test' });
  const made = await span('procedure match.create');
  expect(made).toMatchObject({ traceId: TRACE, parentSpanId: request.spanId, attributes: { 'mandi.request.id': 'of-the-test' } });
  const turn = await span('turn', { 'mandi.match.id': id });
  expect(turn.traceId).not.toBe(TRACE); // the match goes on after the request
  const appended = await until(async () => got.find((one) => one.name === 'append' && one.parentSpanId === turn.spanId));
  expect(appended.attributes).toMatchObject({ 'mandi.match.id': id, 'mandi.stored': true });
  const call = await span('model call', { 'mandi.match.id': id });
  expect(call.attributes['mandi.seat']).toBe('lab_0');
  expect(call.attributes['gen_ai.request.model']).toMatch(/./);
  await api().match.get.query({ id });
  await span('procedure match.get', { 'mandi.match.id': id });
  await api()
    .match.get.query({ id: 'no-such-match' })
    .catch(() => null);
  await span('procedure match.get', { 'mandi.refusal': 'unknown_match' });
  expect([...keys]).toEqual(['of the hall']);
});

test('the process that plays a tournament sends its batches', async () => {
  const plan = {
    name: 'a cup',
    ruleset: 'classic',
    task: 'coalition_market',
    worlds: 2,
    entrants: ['rule_based_expert', 'random_validish'],
  };
  const { id } = await api().tournament.create.mutate({ text: JSON.stringify(plan) });
  const batch = await span('batch', { 'mandi.tournament.id': id });
  expect(batch.from).toMatchObject({ 'mandi.role': 'command' });
  expect(batch.attributes['mandi.matches.played']).toBe(batch.attributes['mandi.matches']);
  await span('store batch', { 'mandi.tournament.id': id });
});
