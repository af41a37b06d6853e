import { expect, test } from 'vitest';
import { evolve } from '~/games/gpu-market/open/shared/evolve';
import type { OpenState } from '~/games/gpu-market/open/shared/state';
import { open } from '~/games/gpu-market/open/v1/decide';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import type { RemoteSpec } from './agent';
import { agentOf } from './agent-spec';
import { makePlayer } from './make-player';
import { AddressRefused } from './remote/guard-address';
import type { Post, PostAnswer } from './remote/safe-post';
import { isSignedBy, SIGNATURE_HEADER, TIME_HEADER } from './remote-player';

const SPEC: RemoteSpec = { kind: 'remote', url: 'https://agent.example.org/act', secretName: 'MY_KEY', fallback: null, turnSeconds: 20 };
const WAIT = { action_type: 'wait' };

function playerOf(answers: (PostAnswer | Error)[], spec: Partial<RemoteSpec> = {}) {
  const posts: Post[] = [];
  const words = { name: 'elsewhere', title: 'Elsewhere', summary: '', owner: '', licence: '', plays: ['gpu-market/open'] };
  const agent = agentOf({ ...words, spec: { ...SPEC, ...spec } }, { version: 1, createdAt: '' });
  const post = async (given: Post) => {
    posts.push(given);
    const answer = answers[Math.min(posts.length, answers.length) - 1];
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('nothing');
    return answer;
  };
  const secretOf = (name: string) => (name === 'MY_KEY' ? 'key' : null);
  const chat = { chat: () => Promise.reject(new Error('no model is asked')) };
  return { posts, player: makePlayer(agent, { chat, remote: { post, secretOf, now: () => 1_700_000_000_000 } }) };
}

function answers(value: unknown): PostAnswer {
  return { status: 200, text: typeof value === 'string' ? value : JSON.stringify(value) };
}

function opening(): OpenState {
  const config = openMarket.parseConfig({ task_type: 'single_trade', seed: 5 });
  if (!config.ok) throw new Error(config.why);
  return open(config.value).reduce<OpenState | null>((state, event) => evolve(state, event), null) as OpenState;
}

const observation = openMarket.observe(opening(), 'lab_0');
const ask = {
  game: { key: 'gpu-market/open', version: 1 } as const,
  matchId: 'm1',
  seat: 'lab_0',
  turn: 0,
  round: 0,
  observation,
  past: [],
  timeMs: 5_000,
};

test('the observation is posted, signed, and the action taken', async () => {
  const { player, posts } = playerOf([answers({ action: WAIT })]);
  const turn = await player.play(ask);
  expect(turn).toMatchObject({ origin: 'own', move: WAIT, requests: {}, replies: [{ fault: null, problem: null }] });
  const [post] = posts;
  const body = JSON.parse(post?.body ?? '') as Record<string, unknown>;
  expect(body).toMatchObject({ match_id: 'm1', seat: 'lab_0', turn: 0, round: 0, ruleset: 'gpu-market/open', version: 1, error: null });
  expect(body.observation).toEqual(JSON.parse(JSON.stringify(observation)));
  const signed = { timestamp: post?.headers[TIME_HEADER] ?? '', signature: post?.headers[SIGNATURE_HEADER] ?? '', body: post?.body ?? '' };
  expect(isSignedBy('key', signed)).toBe(true);
  expect(post?.isTrusted).toBe(false);
});

test('what turns the text of a message around is taken out of it', async () => {
  const said = { action_type: 'send_message', target_lab_id: 'lab_1', message: 'I pay \u202e001\u202c for b_1_0' };
  const { player } = playerOf([answers({ action: said })]);
  expect((await player.play(ask)).move).toEqual({ ...said, message: 'I pay 001 for b_1_0' });
});

test.each([
  ['a bare action', WAIT, WAIT],
  ['a turn', { actions: [WAIT, WAIT] }, [WAIT, WAIT]],
  ['a bare list', [WAIT, WAIT], [WAIT, WAIT]],
])('%s is an answer as well', async (_, answer, move) => {
  expect((await playerOf([answers(answer)]).player.play(ask)).move).toEqual(move);
});

test('a bad answer is told its error once; then the safe action is played', async () => {
  const { player, posts } = playerOf([answers({ action: { action_type: 'fly' } }), answers({ action: WAIT })]);
  const turn = await player.play(ask);
  expect(turn.origin).toBe('repaired');
  expect((JSON.parse(posts[1]?.body ?? '') as { error: string }).error).toBe(turn.replies[0]?.problem);
  const stubborn = await playerOf([answers('I would rather not.')]).player.play(ask);
  expect(stubborn).toMatchObject({ origin: 'fallback', move: WAIT });
  expect(stubborn.replies).toHaveLength(2);
  const greedy = await playerOf([answers(Array.from({ length: 5 }, () => WAIT))]).player.play(ask);
  expect(greedy.fallbackWhy).toContain('at most 4');
});

test('a server’s fault is tried again, a refusal or a redirect is not', async () => {
  const again = playerOf([{ status: 503, text: 'later' }, answers({ action: WAIT })]);
  expect((await again.player.play(ask)).origin).toBe('own'); // nothing was wrong with the answer that came
  for (const status of [301, 400, 404]) {
    const once = playerOf([{ status, text: '' }]);
    const turn = await once.player.play(ask);
    expect(once.posts).toHaveLength(1);
    expect(turn).toMatchObject({ origin: 'fallback', replies: [{ fault: { code: 'http' } }] });
  }
});

test('an address that is refused, a key that is not there, silence: the turn says so', async () => {
  const refused = await playerOf([new AddressRefused('127.0.0.1 is a local address.')]).player.play(ask);
  expect(refused).toMatchObject({ origin: 'fallback', fallbackWhy: '127.0.0.1 is a local address.' });
  const keyless = playerOf([answers(WAIT)], { secretName: 'OTHER_KEY' });
  expect((await keyless.player.play(ask)).fallbackWhy).toContain('OTHER_KEY is not set');
  expect(keyless.posts).toEqual([]);
  const turn = await makePlayer(
    agentOf({ name: 'a', title: 'a', summary: '', owner: '', licence: '', plays: [], spec: SPEC }, { version: 1, createdAt: '' }),
    {
      chat: { chat: () => Promise.reject(new Error('no model is asked')) },
      remote: { post: () => new Promise(() => undefined), secretOf: () => 'key' },
    },
  ).play({ ...ask, timeMs: 400 });
  expect(turn).toMatchObject({ origin: 'fallback', replies: [{ fault: { code: 'timeout' } }] });
});

test('the key is in no turn', async () => {
  const turn = await playerOf([answers({ action: WAIT })]).player.play(ask);
  expect(JSON.stringify(turn)).not.toContain('"key"');
});
