/** Asks an agent that is not stored yet for one real turn and says what would prevent it from playing. */
import type { z } from 'zod';
import type { AgentSpec } from '~/agents/agent';
import { type AgentWords, readAgentWords } from '~/agents/agent-spec';
import type { AgentTurn } from '~/agents/agent-turn';
import type { TurnAsk } from '~/agents/player';
import { typeOfAction } from '~/contract/actions-of-move';
import { replay } from '~/contract/game';
import { readGame, usualTaskOf } from '~/games/read-game';
import { ChatFault } from '~/inference/chat-model';
import type { SharedServices } from '../context';
import { Refusal } from '../errors';
import type { addAgentInput } from './inputs';
import { agentsOf, whyNotFromHere } from './service';
import type { TryOut, TryOutFault } from './types';

/** Time limit of a test, whatever the agent's own. */
const LONGEST_MS = 60_000;
const LIST_MS = 10_000;
const SEED = 5;
const NAMES_SHOWN = 8;
const QUOTED = 160;

type Failed = Extract<TryOut, { ok: false }>;

export async function tryOutAgent(shared: SharedServices, input: z.output<typeof addAgentInput>, stop?: AbortSignal): Promise<TryOut> {
  const read = readAgentWords(input);
  if (!read.ok) throw new Refusal('bad_input', read.why);
  const { spec } = read.value;
  if (spec.kind === 'person' || spec.kind === 'scripted') throw new Refusal('bad_input', 'Only models and programs can be tried out.');
  const agents = agentsOf(shared);
  const forbidden = await whyNotFromHere(shared, spec);
  if (forbidden !== null) return failed('not_allowed', forbidden, 'Run this where Mandi is installed:');
  const noKey = agents.whyKeyMissing(spec.kind === 'model' ? (spec.server?.keyName ?? null) : spec.secretName);
  if (noKey !== null) return failed('key_missing', noKey, 'Until then the agent cannot play.');
  const trial = agents.trial(read.value, false);
  const signal = AbortSignal.any([AbortSignal.timeout(LONGEST_MS), ...(stop ? [stop] : [])]);
  try {
    const wrong = trial.models && spec.kind === 'model' ? await whyNoModel(trial.models, spec) : null;
    return wrong ?? told(await trial.player.play(askOf(read.value, signal)), spec);
  } finally {
    await trial.close();
  }
}

type ModelSpec = Extract<AgentSpec, { kind: 'model' }>;

async function whyNoModel(models: (signal: AbortSignal) => Promise<string[]>, spec: ModelSpec): Promise<Failed | null> {
  try {
    const names = await models(AbortSignal.timeout(LIST_MS));
    if (names.length === 0 || names.includes(spec.model)) return null;
    const shown = names.slice(0, NAMES_SHOWN).join(', ');
    const more = names.length > NAMES_SHOWN ? `, and ${names.length - NAMES_SHOWN} more` : '';
    return failed(
      'wrong_model',
      `The server answers, but does not serve ${spec.model}.`,
      `It serves ${shown}${more}: use one of these names.`,
    );
  } catch (fault) {
    if (fault instanceof ChatFault) return failedBy(fault.code, fault.message, spec);
    throw fault;
  }
}

/** The first turn of the first game that it plays, in a world of the training range. */
function askOf({ plays }: AgentWords, signal: AbortSignal): TurnAsk {
  const read = readGame({ ruleset: plays[0] });
  if (!read.ok) throw new Refusal('bad_input', read.why);
  const rules = read.value;
  const config = rules.parseConfig({ task_type: usualTaskOf(rules), seed: SEED });
  const seat = config.ok ? rules.seats(config.value)[0]?.id : undefined;
  if (!config.ok || seat === undefined) throw new Error(`${rules.ref.key} has no task in which an agent can be tried out`);
  const state = replay(rules, rules.open(config.value));
  const observation = rules.observe(state, seat);
  return { game: rules.ref, matchId: null, episode: 'try-out', seat, turn: 0, round: 0, observation, past: [], timeMs: LONGEST_MS, signal };
}

function told({ origin, replies, move, ms, fallbackWhy }: AgentTurn, spec: AgentSpec): TryOut {
  if (origin !== 'fallback') {
    const repaired = origin === 'repaired' ? (replies.find(({ problem }) => problem !== null)?.problem ?? 'It was not plain JSON.') : null;
    return { ok: true, ms: Math.round(ms), moves: typesOf(move), repaired };
  }
  const last = replies.at(-1);
  if (last?.fault) return failedBy(last.fault.code, last.fault.why, spec);
  const why = fallbackWhy ?? 'It gave no usable action.';
  if (last === undefined) return failedBy('unknown_model', why, spec);
  const said = last.text === null || last.text === '' ? '' : ` It said: ${last.text.slice(0, QUOTED)}`;
  return failed('unusable', `It answered, but not with a legal move. ${last.problem ?? why}${said}`, FIXES.unusable);
}

function typesOf(move: unknown): string[] {
  const actions: unknown[] = Array.isArray(move) ? move : [move];
  return actions.map((one) => typeOfAction(one) ?? 'a move');
}

const FIXES: Record<TryOutFault, string> = {
  absent: 'Start the server, and check host, port and path.',
  slow: 'It may be loading: try again in a moment. If it always takes so long, allow more seconds per turn.',
  key_missing: 'Set the variable where Mandi is started, and start Mandi again.',
  key_refused: 'Check the key in its variable where Mandi is started, and start Mandi again.',
  wrong_model: 'Check the name of the model.',
  unusable: 'Try another model, or a lower temperature. In a match its fallback would play such turns.',
  not_allowed: 'Run this where Mandi is installed:',
};

function failedBy(code: string, why: string, spec: AgentSpec): Failed {
  const fault = faultOf(code, why);
  return failed(fault, why, fixOf(fault, spec));
}

function faultOf(code: string, why: string): TryOutFault {
  if (code === 'unreachable') return 'absent';
  if (code === 'timeout' || code === 'overloaded' || code === 'aborted') return 'slow';
  if (code === 'unknown_model') return 'wrong_model';
  if (code === 'key_refused' || (code === 'refused' && / key\b/.test(why))) return 'key_refused';
  return 'unusable';
}

function fixOf(fault: TryOutFault, spec: AgentSpec): string {
  const isModel = spec.kind === 'model';
  if (fault === 'key_refused' && isModel && (spec.server?.keyName ?? null) === null)
    return 'Name the environment variable that holds its key, and set it where Mandi is started.';
  if (fault === 'absent' && isModel && spec.server) return `${FIXES.absent} Most base URLs end in /v1.`;
  if (fault === 'wrong_model' && isModel && !spec.server) return 'Or give the base URL of the server that serves it.';
  if (fault === 'unusable' && spec.kind === 'remote') return 'Answer with {"action": {…}}, one of the observation’s legal actions.';
  return FIXES[fault];
}

function failed(code: TryOutFault, why: string, fix: string): Failed {
  return { ok: false, code, why, fix };
}
