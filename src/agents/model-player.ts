/**
 * The model policy: a prompt, one JSON action limited to legal moves, error feedback, guards, and a fallback for everything else; then the
 * words of the move, if the prompt format has a separate stage for them.
 */

import { createHash } from 'node:crypto';
import { actionsOfMove } from '~/contract/actions-of-move';
import type { Reading } from '~/contract/game';
import type { GameKey } from '~/contract/game-ref';
import type { JsonSchema, Prompt, PromptFormat, Shown, Stage } from '~/contract/prompt-format';
import { longestText } from '~/inference/answer-limits';
import { ChatFault, type ChatMessage, type ChatReply, type ChatRequest, type Sent } from '~/inference/chat-model';
import { withoutDirections } from '~/lib/text/stored-text';
import { type Agent, agentRef, type ModelSpec } from './agent';
import type { AgentReply } from './agent-turn';
import { canonicalJson } from './digest';
import { type Making, makeTurn } from './make-turn';
import type { Player, TurnAsk } from './player';
import { promptHash } from './prompt-formats';
import { readReply } from './read-reply';
import { timeLeft, tokensLeft, whyOverBudget } from './spent';
import { TimeUp, type TurnClock } from './turn-clock';
import { decideTurn, sentence, type TurnDraft } from './turn-draft';

/** Answers chats for agents: the gateway. */
export interface Chats {
  chat(request: ChatRequest, route?: { backends?: readonly string[] }): Promise<ChatReply>;
}

/** Part of the turn's time reserved for the fallback. */
const KEPT_MS = 100;
/** Maximum length of an unusable reply that is sent back, to save context. */
const ECHO = 400;

interface Seated {
  agent: Agent;
  spec: ModelSpec;
  chats: Chats;
}

export function modelPlayer(agent: Agent, spec: ModelSpec, chats: Chats): Player {
  const seated: Seated = { agent, spec, chats };
  const maker = {
    agent,
    spec,
    prompt: spec.prompt,
    speechless: (game: GameKey) => `No model can play ${game} yet.`,
    think: (ask: TurnAsk, making: Making) => think(seated, ask, making),
  };
  return { play: (ask) => makeTurn(maker, ask) };
}

/** null if the draft has a decision; otherwise why it has none. */
async function think(seated: Seated, ask: TurnAsk, making: Making): Promise<string | null> {
  const why = await decide(seated, ask, making);
  if (why === null) await write(seated, ask, making);
  return why;
}

/** Phrases for error messages about the action. */
const ONE_ACTION = { wanted: 'one action as a JSON object', again: 'one legal action as one JSON object' };
const ONE_TURN = { wanted: 'one turn as a JSON object', again: 'one legal turn as one JSON object' };

async function decide(seated: Seated, ask: TurnAsk, making: Making): Promise<string | null> {
  const { format, draft } = making;
  const { observation } = ask;
  const asked = await askModel(seated, ask, {
    making,
    question: {
      stage: 'decide',
      prompt: format.decide.prompt(observation, ask.past, seated.spec.without),
      schema: () => format.decide.schema(observation),
      read: (value) => format.decide.read(observation, value),
      ...(format.decide.actions === undefined ? ONE_ACTION : ONE_TURN),
    },
  });
  if (!asked.ok) {
    if (asked.over) draft.overBudget = true;
    return asked.why;
  }
  const move = format.write ? format.write.bare(asked.value) : asked.value;
  const actions = format.decide.actions === undefined ? [move] : actionsOfMove(move);
  decideTurn(draft, ask, { actions, origin: asked.mended ? 'repaired' : 'own' });
  return null;
}

/** The move is kept even if writing its words fails; the draft then says why. */
async function write(seated: Seated, ask: TurnAsk, making: Making): Promise<void> {
  const { format, draft } = making;
  try {
    if (!format.write?.takes(draft.move)) return;
    const why = await writeWords(seated, ask, { ...making, stage: format.write });
    if (why !== null) draft.wordless = why;
  } catch (fault) {
    draft.wordless = `The words failed: ${sentence(fault)}`;
  }
}

type Writing = Making & { stage: NonNullable<PromptFormat['write']> };

async function writeWords(seated: Seated, ask: TurnAsk, { stage, ...making }: Writing): Promise<string | null> {
  const { clock, draft } = making;
  if (ask.shown === undefined) return 'What the public sees was not known.';
  if (clock.isCalledOff()) return 'The turn was cancelled.';
  if (clock.left() <= KEPT_MS) return 'The turn ran out of time.';
  const [shown, move]: [Shown, unknown] = [ask.shown(), draft.move];
  const asked = await askModel(seated, ask, {
    making,
    question: {
      stage: 'write',
      prompt: stage.prompt(shown, move),
      schema: () => stage.schema(shown, move),
      read: (value) => stage.read(shown, move, withoutDirections(value)),
      wanted: 'the words as one JSON object',
      again: 'the words as one JSON object',
    },
  });
  if (!asked.ok) return asked.why;
  if (canonicalJson(stage.bare(asked.value)) !== canonicalJson(move)) throw new Error('the prompt format changed the move');
  draft.move = asked.value;
  return null;
}

/** What a stage asks for. */
interface Question {
  stage: Stage;
  prompt: Prompt;
  schema(): JsonSchema;
  read(value: unknown): Reading<unknown>;
  /** What it should write, for errors and for repeated requests. */
  wanted: string;
  again: string;
}

/** `mended`: not the first reply, or repaired. `over`: a budget is spent. */
type Asked = { ok: true; value: unknown; mended: boolean } | { ok: false; why: string; over: boolean };

/** Makes at most `repairs` further attempts. Budgets include all earlier calls of this turn and of previous turns, in any stage. */
async function askModel(seated: Seated, ask: TurnAsk, { making, question }: { making: Making; question: Question }): Promise<Asked> {
  const { agent, spec } = seated;
  const { clock, draft } = making;
  const seed = beginStage(spec, ask, { making, question });
  const messages = messagesOf(question.prompt);
  const schema = spec.grammar ? question.schema() : null;
  const before = ask.past.filter((turn) => turn.agent === draft.agent).flatMap((turn) => turn.replies);
  let problem = 'The model was not asked.';
  for (let attempt = 0; attempt <= spec.repairs; attempt++) {
    const spent = [...before, ...draft.replies];
    const over = whyOverBudget(spec.budget, spent);
    if (over !== null) return { ok: false, why: attempt === 0 ? over : `${problem} ${over}`, over: true };
    const most = Math.min(clock.left() - KEPT_MS, timeLeft(spec.budget, spent) ?? Number.POSITIVE_INFINITY);
    const request: ChatRequest = {
      model: spec.model,
      adapter: spec.adapter,
      messages: [...messages],
      sampling: { ...spec.sampling, seed: (seed + attempt) % 2 ** 31, maxTokens: tokensToWrite(spec, spent) },
      schema,
      timeoutMs: Math.max(1, most),
      onText: telling(ask),
      account: accountOf(agent, ask),
    };
    draft.sampling ??= request.sampling;
    const reply = await askOnce(seated, { request, stage: question.stage, clock, draft });
    if (reply.fault !== null) return { ok: false, why: reply.fault.why, over: false };
    const json = readReply(reply.text ?? '', question.wanted);
    const read = json.ok ? question.read(json.value) : json;
    if (json.ok && read.ok) return { ok: true, value: read.value, mended: attempt > 0 || json.mended };
    problem = read.ok ? '' : read.why;
    reply.problem = problem;
    messages.push({ role: 'assistant', content: (reply.text ?? '').slice(0, ECHO) });
    messages.push({ role: 'user', content: `${problem} Answer again with ${question.again}.` });
  }
  return { ok: false, why: problem, over: false };
}

/** Records the stage's first request in the draft. Returns the stage's seed. */
function beginStage(spec: ModelSpec, ask: TurnAsk, { making, question }: { making: Making; question: Question }): number {
  const { draft, format } = making;
  const { stage, prompt } = question;
  const { cut = [] } = prompt;
  const request = { version: format.version, hash: promptHash(format), messages: messagesOf(prompt), ...(cut.length > 0 && { cut }) };
  draft.requests = { ...draft.requests, [stage]: request };
  const seed = seedOf(spec, ask, prompt.user);
  draft.seed ??= seed;
  return seed;
}

function messagesOf({ system, user }: Prompt): ChatMessage[] {
  return [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ];
}

function accountOf(agent: Agent, { seat, matchId, episode, budget }: TurnAsk): NonNullable<ChatRequest['account']> {
  const match = matchId ?? episode;
  return { seat, agent: agentRef(agent), ...(match !== undefined && { match }), ...(budget && { tournament: budget.tournament }) };
}

interface OneCall {
  request: ChatRequest;
  stage: Stage;
  clock: TurnClock;
  draft: TurnDraft;
}

/** One call, recorded in the draft in any case. */
async function askOnce({ chats, spec }: Seated, { request, stage, clock, draft }: OneCall): Promise<AgentReply> {
  const began = performance.now();
  const asked = stage === 'decide' ? {} : { stage };
  let reply: AgentReply;
  try {
    const route = spec.backends.length === 0 ? {} : { backends: spec.backends };
    const heard = await clock.within((signal) => chats.chat({ ...request, signal }, route), request.timeoutMs);
    keepPin(draft, stage, heard.pin);
    keepSent(draft, stage, heard.sent ?? asAsked(request));
    const { text, held, backend, tokens, written, cost } = heard;
    const kept = text.slice(0, longestText(request.sampling.maxTokens));
    const said = { text: kept, fault: null, problem: null, held, backend, ...triesOf(heard), tokens, ...(written && { written }) };
    reply = { ...asked, ...said, ms: 0, cost };
  } catch (fault) {
    const code = fault instanceof ChatFault ? fault.code : fault instanceof TimeUp && !clock.isCalledOff() ? 'timeout' : 'aborted';
    const known = fault instanceof ChatFault || fault instanceof TimeUp;
    const why = known ? fault.message : `The model could not be asked: ${sentence(fault)}`;
    const chat = fault instanceof ChatFault ? fault : null;
    keepSent(draft, stage, chat?.sent ?? asAsked(request));
    reply = {
      ...asked,
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

/** Pins the deciding stage; a different model for the words is recorded separately. */
function keepPin(draft: TurnDraft, stage: Stage, pin: ChatReply['pin']): void {
  if (stage === 'decide') draft.pin = pin;
  else if (JSON.stringify(pin) !== JSON.stringify(draft.pin)) draft.writtenBy = pin;
}

/** Records what was actually sent, including the schema as text for backends without schemas. */
function keepSent(draft: TurnDraft, stage: Stage, sent: Sent): void {
  const asked = draft.requests[stage];
  if (asked === undefined) return;
  const calls = [...(asked.calls ?? []), sent];
  draft.requests = { ...draft.requests, [stage]: { ...asked, messages: calls[0]?.messages ?? asked.messages, calls } };
}

function asAsked({ messages, schema, sampling }: ChatRequest): Sent {
  return { messages, format: schema === null ? 'none' : 'held', schema, sampling: { ...sampling } };
}

/** Absent if the first attempt succeeded. */
function triesOf({ attempts }: Pick<ChatReply, 'attempts'>): Pick<AgentReply, 'attempts'> {
  const isPlain = attempts.length === 0 || (attempts.length === 1 && attempts[0]?.fault === null);
  return isPlain ? {} : { attempts };
}

/** Forwards the growing reply. An error in the listener does not affect the turn. */
function telling(ask: TurnAsk): (piece: string, restart: boolean) => void {
  let text = '';
  return (piece, restart) => {
    text = restart ? piece : text + piece;
    try {
      ask.onThought?.(text);
    } catch {
      // The listener's error.
    }
  };
}

function tokensToWrite(spec: ModelSpec, spent: readonly AgentReply[]): number {
  return Math.max(1, Math.min(spec.sampling.maxTokens, tokensLeft(spec.budget, spent) ?? Number.POSITIVE_INFINITY));
}

/**
 * A different seed for each turn and stage, but the same for the same turn of the same match. 31 bits, which every runtime accepts. Derived
 * only from the prompt that it is sent with.
 */
function seedOf(spec: ModelSpec, ask: TurnAsk, user: string): number {
  const hash = createHash('sha256').update(JSON.stringify([spec.sampling.seed, ask.seat, ask.turn, user]));
  return hash.digest().readUInt32BE(0) >>> 1;
}
