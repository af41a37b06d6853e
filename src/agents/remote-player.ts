/**
 * The HTTP policy: posts the signed observation and reads the action from the response. Timeouts and bad answers are handled as for models.
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { GameKey } from '~/contract/game-ref';
import type { PromptFormat } from '~/contract/prompt-format';
import type { Agent, RemoteSpec } from './agent';
import type { AgentReply } from './agent-turn';
import { type Making, makeTurn } from './make-turn';
import type { Player, TurnAsk } from './player';
import { readReply } from './read-reply';
import { AddressRefused } from './remote/guard-address';
import { AnswerTooLong, type Post, type PostAnswer } from './remote/safe-post';
import { TimeUp, type TurnClock } from './turn-clock';
import { decideTurn, sentence } from './turn-draft';

export interface RemoteWays {
  post(post: Post): Promise<PostAnswer>;
  /** The key with this name in the environment; null if there is none. */
  secretOf(name: string): string | null;
  /** Whether the operator configured the address outside of the web screens. */
  isTrusted: boolean;
  now(): number;
}

/** A second attempt after a failure or a bad answer, which includes the error. */
const TRIES = 2;
const KEPT_MS = 100;
const KEPT_TEXT = 4_000;
/** Actions are short; this limits what is stored of every turn. */
const MOST_TEXT = 20_000;
const TOO_LONG = 'Its answer is too long for an action.';

export function remotePlayer(agent: Agent, spec: RemoteSpec, ways: RemoteWays): Player {
  const seated: Seated = { agent, spec, ways };
  const maker = {
    agent,
    spec,
    speechless: (game: GameKey) => `No program can play ${game} by HTTP yet.`,
    think: (ask: TurnAsk, making: Making) => correspond(seated, ask, making),
  };
  return { play: (ask) => makeTurn(maker, ask) };
}

interface Seated {
  agent: Agent;
  spec: RemoteSpec;
  ways: RemoteWays;
}

/** null if the draft has a decision; otherwise why it has none. */
async function correspond({ spec, ways }: Seated, ask: TurnAsk, { format, clock, draft }: Making): Promise<string | null> {
  const secret = spec.secretName === null ? null : ways.secretOf(spec.secretName);
  if (spec.secretName !== null && secret === null)
    return `Its key ${spec.secretName} is not set in the environment of the process that played this turn, or is a name that signs nothing.`;
  let problem: string | null = null;
  let wasToldError = false;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const body = bodyOf(ask, { problem, timeMs: clock.left() });
    const headers = signedHeaders(secret, body, ways.now());
    const reply = await postOnce({ clock, secretName: spec.secretName }, (signal) =>
      ways.post({ url: spec.url, body, headers, signal, isTrusted: ways.isTrusted }),
    );
    draft.replies.push(reply.entry);
    if (reply.entry.fault !== null) {
      problem = reply.entry.fault.why;
      if (reply.final) return problem;
      continue;
    }
    const read = readMove(format, ask.observation, reply.entry.text ?? '');
    if (read.ok) {
      decideTurn(draft, ask, { actions: read.actions, origin: wasToldError || read.mended ? 'repaired' : 'own' });
      return null;
    }
    problem = read.why;
    reply.entry.problem = problem;
    wasToldError = true;
  }
  return problem;
}

/** The request body. `error`: what was wrong with the previous answer. */
function bodyOf(ask: TurnAsk, { problem, timeMs }: { problem: string | null; timeMs: number }): string {
  const { matchId, seat, turn, round, game, observation } = ask;
  const asked = { match_id: matchId, seat, turn, round, ruleset: game.key, time_ms: timeMs, error: problem, observation };
  return JSON.stringify({ ...asked, version: game.version });
}

async function postOnce(
  { clock, secretName }: { clock: TurnClock; secretName: string | null },
  post: (signal: AbortSignal) => Promise<PostAnswer>,
): Promise<{ entry: AgentReply; final: boolean }> {
  const began = performance.now();
  const entry = (rest: Pick<AgentReply, 'text' | 'fault'>): AgentReply => ({
    ...rest,
    problem: null,
    held: false,
    backend: null,
    tokens: null,
    ms: Math.round(performance.now() - began),
    cost: 0,
  });
  try {
    const { status, text } = await clock.within(post, clock.left() - KEPT_MS);
    if (status >= 200 && status < 300 && text.length <= MOST_TEXT) return { entry: entry({ text, fault: null }), final: false };
    if (status >= 200 && status < 300)
      return { entry: entry({ text: text.slice(0, KEPT_TEXT), fault: { code: 'http', why: TOO_LONG } }), final: false };
    const isKeyRefused = status === 401 || status === 403;
    const why =
      status >= 300 && status < 400
        ? `It answered with a redirect (${status}), which is not followed.`
        : isKeyRefused
          ? `It answered with status ${status}: it refused ${secretName === null ? 'a request without a key' : `the key ${secretName}`}.`
          : `It answered with status ${status}.`;
    return {
      entry: entry({ text: text.slice(0, KEPT_TEXT), fault: { code: isKeyRefused ? 'key_refused' : 'http', why } }),
      final: status < 500,
    };
  } catch (fault) {
    if (fault instanceof TimeUp) {
      const code = clock.isCalledOff() ? 'aborted' : 'timeout';
      return { entry: entry({ text: null, fault: { code, why: fault.message } }), final: true };
    }
    if (fault instanceof AnswerTooLong) return { entry: entry({ text: null, fault: { code: 'http', why: TOO_LONG } }), final: false };
    const refused = fault instanceof AddressRefused;
    const why = refused ? fault.message : `It could not be reached: ${stopped(sentence(fault))}`;
    return { entry: entry({ text: null, fault: { code: refused ? 'refused' : 'unreachable', why } }), final: refused };
  }
}

type MoveReading = { ok: true; actions: unknown[]; mended: boolean } | { ok: false; why: string };

/** `{"action": …}`, `{"actions": […]}`, a bare action or a bare list. */
function readMove({ decide }: PromptFormat, observation: unknown, text: string): MoveReading {
  const json = jsonOf(text);
  if (!json.ok) return json;
  const actions = actionsIn(json.value);
  if (actions.length === 0) return { ok: false, why: 'The answer contains no action: answer {"action": {…}}.' };
  const most = mostActions(observation);
  if (actions.length > most) return { ok: false, why: `The answer contains ${actions.length} actions; a turn can have at most ${most}.` };
  const read: unknown[] = [];
  for (const action of actions) {
    const reading = decide.read(observation, action);
    if (!reading.ok) return { ok: false, why: reading.why };
    read.push(reading.value);
  }
  return { ok: true, actions: read, mended: json.mended };
}

function jsonOf(text: string): ReturnType<typeof readReply> {
  try {
    return { ok: true, value: JSON.parse(text), mended: false };
  } catch {
    return readReply(text);
  }
}

function actionsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return [];
  if ('actions' in value && Array.isArray(value.actions)) return value.actions;
  return ['action' in value ? value.action : value];
}

/** One in rulesets whose turn is a single action. */
function mostActions(observation: unknown): number {
  const holds = typeof observation === 'object' && observation !== null && 'actions_per_round' in observation;
  return holds ? Number(observation.actions_per_round) : 1;
}

function stopped(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

// Signs requests: HMAC-SHA256 over timestamp and body.

export const TIME_HEADER = 'x-mandi-timestamp';
export const SIGNATURE_HEADER = 'x-mandi-signature';

/** `sha256=` and the hex digest of `<timestamp>.<body>`; the timestamp is in whole seconds since 1970. */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

export function signedHeaders(secret: string | null, body: string, now: number): Record<string, string> {
  const timestamp = `${Math.floor(now / 1000)}`;
  return { [TIME_HEADER]: timestamp, ...(secret === null ? {} : { [SIGNATURE_HEADER]: signatureOf(secret, timestamp, body) }) };
}

/** For TypeScript programs that receive requests. In other languages it takes three lines (docs/agents.md). */
export function isSignedBy(secret: string, post: { timestamp: string; body: string; signature: string }): boolean {
  const expected = Buffer.from(signatureOf(secret, post.timestamp, post.body));
  const given = Buffer.from(post.signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
