/** Players for the forms: built-in policies, models, remote programs and, where allowed, people. */

import { type ListedKind, listedKind } from '~/agents/agent';
import type { AgentCard } from '~/api/agent/types';
import type { PolicyCard } from '~/api/catalog/types';
import { isPlayed } from '~/contract/game-ref';
import { playerWords } from '~/contract/player';
import { isAgentRef } from '~/kit/player-name';
import type { SeatCard } from '~/live/protocol';
import { playedBy } from '~/store/match-types';
import { gameTitle } from '../task-title';

export interface PlayerOption {
  /** The value for a seat: a policy's id or `name@version`. */
  value: string;
  title: string;
  summary: string;
  control?: PolicyCard['control'];
  /** Why it cannot play now; null if it can. */
  notReady: string | null;
}

export interface PlayerGroup {
  name: string;
  /** Playing costs the server's operator. */
  costs?: true;
  options: readonly PlayerOption[];
}

export interface Registry {
  policies: readonly PolicyCard[];
  /** The newest version of each. */
  agents: readonly AgentCard[];
  /** Earlier versions. */
  older?: readonly AgentCard[];
}

/** Players of a ruleset (`gpu-market/open`; null: any) other than people, by kind; empty kinds are left out. */
export function playerGroups({ policies, agents, older = [] }: Registry, ruleset: string | null): PlayerGroup[] {
  const plays = ({ plays: list }: { plays: readonly string[] }) => ruleset === null || isPlayed(list, { key: ruleset });
  const ofKind = (cards: readonly AgentCard[], kind: ListedKind) =>
    cards.filter(({ agent }) => listedKind(agent.spec) === kind && !agent.retired && plays(agent)).map(agentOption);
  return [
    { name: 'Scripted', options: ruleset === null ? ofAllGames(policies) : policies.filter(plays).map(policyOption) },
    { name: 'Models', costs: true as const, options: ofKind(agents, 'model') },
    { name: 'Remote programs', costs: true as const, options: ofKind(agents, 'remote') },
    { name: 'Baselines, no model', options: ofKind(agents, 'null') },
    { name: 'Models, older versions', costs: true as const, options: ofKind(older, 'model') },
    { name: 'Remote programs, older versions', costs: true as const, options: ofKind(older, 'remote') },
    { name: 'Baselines, older versions', options: ofKind(older, 'null') },
  ].filter(({ options }) => options.length > 0);
}

/** Registered people, for open seats. */
export function peopleGroup(agents: readonly AgentCard[], ruleset: string): PlayerGroup[] {
  const people = agents.filter(({ agent }) => agent.spec.kind === 'person' && !agent.retired && isPlayed(agent.plays, { key: ruleset }));
  return people.length === 0 ? [] : [{ name: 'People', options: people.map(agentOption) }];
}

export function findPlayer(groups: readonly PlayerGroup[], value: string): PlayerOption | null {
  return groups.flatMap(({ options }) => options).find((one) => one.value === value) ?? null;
}

/** The display name of a chosen player; for one that is not listed, its reference. */
export function playerTitle(groups: readonly PlayerGroup[], value: string): string {
  return findPlayer(groups, value)?.title ?? value;
}

/** The chosen players that cannot play now, each once. */
export function notReadyAmong(groups: readonly PlayerGroup[], chosen: readonly string[]): { title: string; why: string }[] {
  return [...new Set(chosen)].flatMap((value) => {
    const player = findPlayer(groups, value);
    return player?.notReady ? [{ title: player.title, why: player.notReady }] : [];
  });
}

function policyOption({ id, title, summary, control }: PolicyCard): PlayerOption {
  return { value: id, title, summary, ...(control && { control }), notReady: null };
}

/** Games share policy names: each name once, with its games. */
function ofAllGames(policies: readonly PolicyCard[]): PlayerOption[] {
  const byId = new Map<string, PolicyCard[]>();
  for (const policy of policies) byId.set(policy.id, [...(byId.get(policy.id) ?? []), policy]);
  return [...byId.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const games = [...new Set(same.flatMap(({ plays }) => plays))].map(gameTitle).join('; ');
    const titles = [...new Set(same.map(({ title }) => title))].join(' / ');
    return [{ ...policyOption(first), title: `${titles} (${games})` }];
  });
}

function agentOption({ ref, agent, ready, notReady }: AgentCard): PlayerOption {
  return { value: ref, title: agent.title, summary: agent.summary, notReady: ready ? null : (notReady ?? 'it does not answer') };
}

export const KIND_LABELS: Record<ListedKind, string> = {
  scripted: 'scripted policy',
  model: 'language model',
  remote: 'remote program',
  person: 'person',
  null: 'baseline, no model',
};

/** Who plays a seat, in words. `agents`: the registered ones, as far as they are loaded. */
export function namedPlayer(player: SeatCard, agents: readonly Pick<AgentCard, 'ref' | 'agent'>[]): { name: string; kind: string } {
  const policy = playedBy(player);
  // The list has scripted policies too, under titles for all games.
  const agent = policy !== null && isAgentRef(policy) ? agents.find(({ ref }) => ref === policy)?.agent : undefined;
  const played = policy === null ? '' : isAgentRef(policy) ? (agent ? KIND_LABELS[listedKind(agent.spec)] : 'agent') : scriptKind(policy);
  switch (player.kind) {
    case 'open':
      return { name: 'Free seat', kind: '' };
    case 'script':
    case 'agent':
      return { name: agent?.title ?? playerWords(player), kind: played };
    case 'person':
    case 'program':
      return { name: player.name, kind: policy === null ? player.kind : `${player.kind}, ${agent?.title ?? policy} plays` };
  }
}

/** The built-in players of seats that nobody took are called house bots everywhere. */
function scriptKind(policy: string): string {
  return /^house(_|$)/.test(policy) ? 'house bot' : 'script';
}
