/** Descriptions of an agent's spec and limits. */

import { type ListedKind, listedKind } from '~/agents/agent';
import type { AgentCard, AgentSpec, ModelSpec } from '~/api/agent/types';
import { isPlayed, splitVersion } from '~/contract/game-ref';
import { formatCount } from '~/kit/format';
import { formatDollars } from '../thought/turn-labels';

/** Name and value pairs, one per line. */
export function specFacts(spec: AgentSpec): (readonly [string, string])[] {
  switch (spec.kind) {
    case 'scripted':
      return [['policy', spec.policy]];
    case 'person':
      return [];
    case 'remote':
      return [
        ['address', spec.url],
        ['requests are', spec.secretName === null ? 'unsigned' : `signed with the key in ${spec.secretName}`],
        ['a turn takes at most', `${spec.turnSeconds} s`],
        ['fallback', spec.fallback ?? 'the ruleset’s safe action'],
      ];
    case 'model':
      return modelFacts(spec);
  }
}

function modelFacts(spec: ModelSpec): (readonly [string, string])[] {
  return [
    ['model', spec.model],
    ['adapter', spec.adapter ?? 'none'],
    ...(spec.server
      ? ([
          ['asked at', spec.server.url],
          ['key', spec.server.keyName ?? 'none'],
        ] as const)
      : []),
    [
      'backends',
      spec.server ? 'only its own server' : spec.backends.length === 0 ? 'any that serves the model' : spec.backends.join(', then '),
    ],
    ['prompt', spec.prompt],
    ['sampling', samplingLabel(spec)],
    ['grammar', spec.grammar ? 'legal actions only, if the backend supports it' : 'off, free text is parsed'],
    ['repairs', spec.repairs === 0 ? 'none' : `an unusable reply is sent back ${spec.repairs === 1 ? 'once' : 'twice'}`],
    ['fallback', spec.fallback ?? 'the ruleset’s safe action'],
    ['a turn takes at most', `${spec.turnSeconds} s`],
    ['budget per match', budgetLabel(spec.budget)],
  ];
}

export function samplingLabel({ sampling }: Pick<ModelSpec, 'sampling'>): string {
  const { temperature, topP, topK, seed, maxTokens, stop } = sampling;
  const draw =
    temperature === 0 ? 'always the most likely token' : `temperature ${temperature}, top-p ${topP}, top-k ${topK}, seed ${seed}`;
  const ends = stop.length === 0 ? '' : `, stops before ${stop.map((one) => JSON.stringify(one)).join(' or ')}`;
  return `${draw}, at most ${formatCount(maxTokens)} tokens${ends}`;
}

export function budgetLabel({ tokens, calls, seconds, dollars }: ModelSpec['budget']): string {
  const limits = [
    ...(tokens === null ? [] : [`${formatCount(tokens)} tokens`]),
    ...(calls === null ? [] : [`${formatCount(calls)} calls`]),
    ...(seconds === null ? [] : [`${formatCount(seconds)} s`]),
    ...(dollars === null ? [] : [formatDollars(dollars)]),
  ];
  return limits.length === 0 ? 'no limit' : limits.join(', ');
}

/** Agents that play a ruleset and are of a kind; empty: all. Models first, because the page is mainly about them. */
export function filterAgents(cards: readonly AgentCard[], wish: { ruleset: string; kind: string }): AgentCard[] {
  const order: readonly ListedKind[] = ['model', 'remote', 'scripted', 'person', 'null'];
  return cards
    .filter(({ agent }) => wish.ruleset === '' || isPlayed(agent.plays, { key: wish.ruleset }))
    .filter(({ agent }) => wish.kind === '' || listedKind(agent.spec) === wish.kind)
    .toSorted((a, b) => order.indexOf(listedKind(a.agent.spec)) - order.indexOf(listedKind(b.agent.spec)) || waits(a) - waits(b));
}

/** Those that can play now come first. */
function waits({ ready, agent }: AgentCard): number {
  return ready && !agent.retired ? 0 : 1;
}

/** For lists, which leave the remedy to the agent's own page. */
export function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}

/** The form for a match of bots with this player, in a game that it plays. */
export function botsAddress(ref: string, plays: readonly string[]): string {
  const { name = '', version } = splitVersion(plays[0] ?? '') ?? {};
  const query = new URLSearchParams({ policy: ref, game: name, ...(version !== undefined && { version: String(version) }) });
  return `/play/bots?${query}`;
}
