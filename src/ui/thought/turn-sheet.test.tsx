import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AgentReply, AgentTurn } from '~/api/agent/types';
import { TurnSheet } from './turn-sheet';

const reply: AgentReply = { text: '{}', fault: null, problem: null, held: true, backend: 'b', tokens: null, ms: 5, cost: 0 };
const asked = (user: string) => ({ version: 'v-1', hash: 'sha256:1', messages: [{ role: 'user' as const, content: user }] });

const turn: AgentTurn = {
  agent: 'a@1',
  digest: '',
  turn: 0,
  round: 0,
  seat: 'seller',
  requests: { decide: asked('The good costs you 30.') },
  replies: [{ ...reply, text: 'the decision' }],
  pin: null,
  seed: null,
  wished: {},
  move: {},
  origin: 'own',
  guards: [],
  walkBacks: [],
  ms: 10,
  fallbackWhy: null,
};

test('a turn whose words were asked for apart shows both requests, each with its replies', () => {
  const requests = { ...turn.requests, write: asked('You name the price 80.') };
  const replies = [...turn.replies, { ...reply, stage: 'write' as const, text: 'A fair price.' }];
  const html = renderToStaticMarkup(<TurnSheet turn={{ ...turn, requests, replies }} />);
  const order = [
    'Prompt: what to do',
    'costs you 30',
    'the decision',
    'Prompt: what to say',
    'the price 80',
    'Reply 1 for the words',
    'A fair price.',
  ];
  const places = order.map((text) => html.indexOf(text));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('a turn with one request names no stage; one without words says why', () => {
  const html = renderToStaticMarkup(<TurnSheet turn={turn} />);
  expect(html).toContain('>Prompt<');
  expect(html).not.toContain('what to say');
  expect(renderToStaticMarkup(<TurnSheet turn={{ ...turn, wordless: 'It answered 500.' }} />)).toContain(
    'Played without a message: It answered 500.',
  );
});
