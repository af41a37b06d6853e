/** An agent's turn in words: origin, cost, and changes. */
import type { AgentReply, AgentTurn, TurnCounts } from '~/api/agent/types';
import { STAGES, type Stage } from '~/contract/prompt-format';
import { formatCount, formatNumber } from '~/kit/format';

/** How a turn looks in a row of turns. */
export type TurnMark = AgentTurn['origin'];

export const ORIGIN_LABELS: Record<TurnMark, string> = {
  own: 'own',
  repaired: 'retried',
  fallback: 'fallback',
};

const ORIGIN_SENTENCES: Record<TurnMark, string> = {
  own: 'The first reply was played.',
  repaired: 'The first reply was unusable; a later one was played.',
  fallback: 'No reply was usable, so the declared fallback played.',
};

/** 340 ms, 1.2 s. */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${formatNumber(Math.round(ms / 100) / 10)} s`;
}

/** Model calls cost fractions of cents; a cost of zero is not shown. */
export function formatDollars(cost: number): string {
  return `$${formatNumber(cost)}`;
}

/** `temperature 0.7, top p 0.95, top k 40, at most 128 tokens`. */
export function samplingLabel({ temperature, topP, topK, maxTokens }: NonNullable<AgentTurn['sampling']>): string {
  return `temperature ${temperature}, top p ${topP}, top k ${topK}, at most ${formatCount(maxTokens)} tokens`;
}

export function originSentence(turn: AgentTurn): string {
  return turn.origin === 'fallback' && turn.fallbackWhy !== null
    ? `The declared fallback played: ${turn.fallbackWhy}`
    : ORIGIN_SENTENCES[turn.origin];
}

/** Label of a turn for screen readers: `Round 3: own, overridden, 1.2 s`. `round`: as people read it. */
export function turnLabel(turn: AgentTurn, round = turn.round): string {
  const changed = turn.guards.length > 0 ? ', overridden' : '';
  const back = turn.walkBacks.length > 0 ? ', reverted' : '';
  return `Round ${round}: ${ORIGIN_LABELS[turn.origin]}${changed}${back}, ${formatDuration(turn.ms)}`;
}

/** The counts shown with every result of a model, most important first. */
export function countsParts(counts: TurnCounts): { name: string; value: string; what: string }[] {
  return [
    { name: counts.turns === 1 ? 'turn' : 'turns', value: formatCount(counts.turns), what: 'turns that it was asked to play' },
    { name: 'own', value: formatCount(counts.own), what: 'the first reply, unchanged' },
    { name: 'retried', value: formatCount(counts.repaired), what: 'a later reply, after the error was sent back to it' },
    { name: 'fallback', value: formatCount(counts.fallback), what: 'the declared fallback played' },
    ...(!counts.overBudget
      ? []
      : [{ name: 'over budget', value: formatCount(counts.overBudget), what: 'fallback turns because a budget was used up' }]),
    ...(!counts.notAsked
      ? []
      : [
          {
            name: 'not asked',
            value: formatCount(counts.notAsked),
            what: 'fallback turns because it was not asked, for a reason other than a budget',
          },
        ]),
    ...(!counts.wordless
      ? []
      : [
          {
            name: 'without words',
            value: formatCount(counts.wordless),
            what: 'the move was played, but its message could not be written',
          },
        ]),
    { name: 'overridden', value: formatCount(counts.guarded), what: 'changed by a hard limit, whatever their origin' },
    { name: 'reverted', value: formatCount(counts.walkBacks), what: 'a worse offer than its last one, or its own proposal refused' },
    ...(counts.tokens.prompt + counts.tokens.completion === 0
      ? []
      : [{ name: 'tokens', value: formatCount(counts.tokens.prompt + counts.tokens.completion), what: 'read and written' }]),
    ...(counts.latency === null
      ? []
      : [{ name: 'median', value: formatDuration(counts.latency.p50), what: `95% within ${formatDuration(counts.latency.p95)}` }]),
    ...(counts.cost === 0 ? [] : [{ name: 'spent', value: formatDollars(counts.cost), what: 'US dollars, at the declared prices' }]),
  ];
}

/** Known figures of one call: backend, time, tokens, grammar, price. */
export function replyFacts(reply: AgentReply): string[] {
  const { tokens } = reply;
  return [
    ...(reply.backend === null ? [] : [reply.backend]),
    formatDuration(reply.ms),
    ...(tokens === null
      ? []
      : [`${formatCount(tokens.prompt)} tokens read${cachedLabel(tokens.cached)}, ${formatCount(tokens.completion)} written`]),
    ...(reply.text === null ? [] : [reply.held ? 'constrained by the grammar' : 'free text']),
    ...(reply.cost === 0 ? [] : [formatDollars(reply.cost)]),
  ];
}

/** Usage of the whole turn. */
export function tokenSums(turn: AgentTurn): { prompt: number; completion: number } {
  const counts = turn.replies.flatMap(({ tokens }) => tokens ?? []);
  return { prompt: sum(counts.map((one) => one.prompt)), completion: sum(counts.map((one) => one.completion)) };
}

export interface StageShown {
  stage: Stage;
  /** null: asked without a prompt. */
  request: NonNullable<AgentTurn['requests'][Stage]> | null;
  replies: AgentReply[];
}

/** Requests and replies by stage: always to decide, and to write if requested. */
export function stagesOf({ requests, replies }: AgentTurn): StageShown[] {
  const asked = STAGES.filter((stage) => stage === 'decide' || requests[stage] !== undefined);
  return asked.map((stage) => ({
    stage,
    request: requests[stage] ?? null,
    replies: replies.filter((reply) => (reply.stage ?? 'decide') === stage),
  }));
}

/** An equal wish and move are shown once. */
export function sameMove(turn: AgentTurn): boolean {
  return JSON.stringify(turn.wished) === JSON.stringify(turn.move);
}

/** Readable JSON with short values on one line. */
export function prettyJson(value: unknown): string {
  const line = JSON.stringify(value);
  return line === undefined ? 'nothing' : line.length <= 60 ? line : JSON.stringify(value, null, 2);
}

/** A shortened digest, for recognition: `sha256:1f3a…` */
export function shortDigest(digest: string): string {
  return digest.length <= 20 ? digest : `${digest.slice(0, 15)}…`;
}

/** The turn of that round, if there is one. */
export function turnAt(turns: readonly AgentTurn[], round: number): AgentTurn | null {
  return turns.find((turn) => turn.round === round) ?? null;
}

function cachedLabel(cached: number | null): string {
  return cached === null || cached === 0 ? '' : ` (${formatCount(cached)} cached)`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
