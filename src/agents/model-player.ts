/** The model policy: a prompt, one JSON action held to what is legal, its errors sent back, hard limits, and a fallback for everything else. */

import { createHash } from 'node:crypto';
import type { GameKey } from '~/contract/game-ref';
import type { PromptFormat } from '~/contract/prompt-format';
import { longestText } from '~/inference/answer-limits';
import { ChatFault, type ChatMessage, type ChatReply, type ChatRequest, type Sent } from '~/inference/chat-model';
import { type Agent, agentRef, type ModelSpec } from './agent';
import type { AgentReply } from './agent-turn';
import { type Making, makeTurn } from './make-turn';
import type { Player, TurnAsk } from './player';
import { promptHash } from './prompt-formats';
import { readReply } from './read-reply';
import { timeLeft, tokensLeft, whyOverBudget } from './spent';
import { TimeUp, type TurnClock } from './turn-clock';
import { decideTurn, sentence, type TurnDraft } from './turn-draft';

/** Whatever answers chats for agents: the gateway. */
export interface Chats {
  chat(request: ChatRequest, route?: { backends?: readonly string[] }): Promise<ChatReply>;
}

/** Of the turn's time this is kept for the fallback. */
const KEPT_MS = 100;
/** What is sent back of an unusable reply: the rest would only fill the context. */
const ECHO = 400;

export function modelPlayer(agent: Agent, spec: ModelSpec, chats: Chats): Player {
  const seated: Seated = { agent, spec, chats };
  const maker = {
    agent,
    spec,
    prompt: spec.prompt,
    speechless: (game: GameKey) => `No model can play ${game} yet.`,
    think: (ask: TurnAsk, making: Making) => converse(seated, ask, making),
  };
  return { play: (ask) => makeTurn(maker, ask) };
}

interface Seated {
  agent: Agent;
  spec: ModelSpec;
  chats: Chats;
}

/** Asks until a reply can be used, at most `repairs` times more: null, and the draft is decided; or why nothing came of it. */
async function converse({ agent, spec, chats }: Seated, ask: TurnAsk, { format, clock, draft }: Making): Promise<string | null> {
  const { version, decide } = format;
  const { system, user, cut = [] } = decide.prompt(ask.observation, ask.past);
  const messages: ChatMessage[] = [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ];
  draft.prompt = { version, hash: promptHash(format), messages: [...messages], ...(cut.length > 0 && { cut }) };
  draft.seed = seedOf(spec, ask, user);
  const schema = spec.grammar ? decide.schema(ask.observation) : null;
  const before = ask.past.filter((turn) => turn.agent === draft.agent).flatMap((turn) => turn.replies);
  let problem = 'The model was not asked.';
  for (let attempt = 0; attempt <= spec.repairs; attempt++) {
    const spent = [...before, ...draft.replies];
    const over = whyOverBudget(spec.budget, spent);
    if (over !== null) {
      draft.overBudget = true;
      return attempt === 0 ? over : `${problem} ${over}`;
    }
    const most = Math.min(clock.left() - KEPT_MS, timeLeft(spec.budget, spent) ?? Number.POSITIVE_INFINITY);
    const request: ChatRequest = {
      model: spec.model,
      adapter: spec.adapter,
      messages: [...messages],
      sampling: { ...spec.sampling, seed: (draft.seed + attempt) % 2 ** 31, maxTokens: tokensToWrite(spec, spent) },
      schema,
      timeoutMs: Math.max(1, most),
      onText: telling(ask),
      account: accountOf(agent, ask),
    };
    draft.sampling ??= request.sampling;
    const reply = await askOnce(chats, spec, { request, clock, draft });
    if (reply.fault !== null) return reply.fault.why;
    const reading = readWish(format, ask.observation, reply.text ?? '');
    if (reading.ok) {
      const origin = attempt === 0 && !reading.mended ? 'own' : 'repaired';
      decideTurn(draft, ask, { actions: [reading.action], origin });
      return null;
    }
    problem = reading.why;
    reply.problem = problem;
    messages.push({ role: 'assistant', content: (reply.text ?? '').slice(0, ECHO) });
    messages.push({ role: 'user', content: `${problem} Answer again with one legal action as one JSON object.` });
  }
  return problem;
}

function accountOf(agent: Agent, { seat, matchId, episode, purse }: TurnAsk): NonNullable<ChatRequest['account']> {
  const match = matchId ?? episode;
  return { seat, agent: agentRef(agent), ...(match !== undefined && { match }), ...(purse && { tournament: purse.tournament }) };
}

/** One call, written down in the draft whatever becomes of it. */
async function askOnce(
  chats: Chats,
  spec: ModelSpec,
  { request, clock, draft }: { request: ChatRequest; clock: TurnClock; draft: TurnDraft },
): Promise<AgentReply> {
  const began = performance.now();
  let reply: AgentReply;
  try {
    const route = spec.backends.length === 0 ? {} : { backends: spec.backends };
    const heard = await clock.within((signal) => chats.chat({ ...request, signal }, route), request.timeoutMs);
    draft.pin = heard.pin;
    keepSent(draft, heard.sent ?? asAsked(request));
    const { text, held, backend, tokens, written, cost } = heard;
    const kept = text.slice(0, longestText(request.sampling.maxTokens));
    reply = { text: kept, fault: null, problem: null, held, backend, ...triesOf(heard), tokens, ...(written && { written }), ms: 0, cost };
  } catch (fault) {
    const code = fault instanceof ChatFault ? fault.code : fault instanceof TimeUp && !clock.isCalledOff() ? 'timeout' : 'aborted';
    const known = fault instanceof ChatFault || fault instanceof TimeUp;
    const why = known ? fault.message : `The model could not be asked: ${sentence(fault)}`;
    const chat = fault instanceof ChatFault ? fault : null;
    keepSent(draft, chat?.sent ?? asAsked(request));
    reply = {
      text: null,
      fault: { code: known ? code : 'bad_reply', why },
      problem: null,
      held: false,
      backend: chat?.attempts.at(-1)?.backend ?? null,
      ...(chat && triesOf(chat)),
      tokens: chat?.bill?.tokens ?? null,
      ms: 0,
      cost: chat?.bill?.cost ?? 0,
    };
  }
  reply.ms = Math.round(performance.now() - began);
  draft.replies.push(reply);
  return reply;
}

/** What was sent is what the turn holds: of a backend that takes no schema, the words that stood in its place. */
function keepSent(draft: TurnDraft, sent: Sent): void {
  if (draft.prompt === null) return;
  const calls = [...(draft.prompt.calls ?? []), sent];
  draft.prompt = { ...draft.prompt, messages: calls[0]?.messages ?? draft.prompt.messages, calls };
}

function asAsked({ messages, schema, sampling }: ChatRequest): Sent {
  return { messages, format: schema === null ? 'none' : 'held', schema, sampling: { ...sampling } };
}

/** A first try that answered needs no list. */
function triesOf({ attempts }: Pick<ChatReply, 'attempts'>): Pick<AgentReply, 'attempts'> {
  const isPlain = attempts.length === 0 || (attempts.length === 1 && attempts[0]?.fault === null);
  return isPlain ? {} : { attempts };
}

type Wish = { ok: true; action: unknown; mended: boolean } | { ok: false; why: string };

function readWish({ decide }: PromptFormat, observation: unknown, text: string): Wish {
  const json = readReply(text);
  if (!json.ok) return json;
  const read = decide.read(observation, json.value);
  return read.ok ? { ok: true, action: read.value, mended: json.mended } : { ok: false, why: read.why };
}

/** The reply as it grows; whoever looks on may fail without harm to the turn. */
function telling(ask: TurnAsk): (piece: string, restart: boolean) => void {
  let text = '';
  return (piece, restart) => {
    text = restart ? piece : text + piece;
    try {
      ask.onThought?.(text);
    } catch {
      // A watcher's fault.
    }
  };
}

function tokensToWrite(spec: ModelSpec, spent: readonly AgentReply[]): number {
  return Math.max(1, Math.min(spec.sampling.maxTokens, tokensLeft(spec.budget, spent) ?? Number.POSITIVE_INFINITY));
}

/** Another for each turn, the same for the same turn of the same match: 31 bits, as every runtime takes them. */
function seedOf(spec: ModelSpec, ask: TurnAsk, user: string): number {
  const hash = createHash('sha256').update(JSON.stringify([spec.sampling.seed, ask.seat, ask.turn, user]));
  return hash.digest().readUInt32BE(0) >>> 1;
}
