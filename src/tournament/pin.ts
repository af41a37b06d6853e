import type { Agent } from '~/agents/agent';
import { promptFor, promptHash } from '~/agents/prompt-formats';
import { type GameKey, type GameRef, refOf } from '~/contract/game-ref';
import { codeId } from '~/eval/code-digest';
import { findPolicy, policiesFor } from '~/games/policies';
import { findGame } from '~/games/registry';
import { nearest } from '~/lib/text/unknown-name';
import { type Answer, answered, type Refused, refused } from '~/match/answer';
import { namePerson, namePlayer } from '~/match/name-player';
import type { Services } from '~/match/services';
import { readName } from '~/match/table/names';
import type { Entrant, EntrantPin, EntrantPlan, TournamentPlan } from '~/store/tournaments/tournament';
import { isEntrantName } from './plan-file';
import { HOUSE } from './rank/owners';

type PinRefusal = 'unknown_policy' | 'bad_input';

export interface PinOptions {
  /** A null policy, which plays for comparison. */
  isNull?: boolean;
  /** First stage that it plays; 0 for original entrants. */
  joined?: number;
}

/**
 * Resolves a plan's name and pins everything that determines its player. The registry's owner takes precedence over the plan's; an agent
 * without any owner is its own owner, so that its versions share one.
 */
export async function pinEntrant(
  services: Pick<Services, 'agents'> & { store?: Pick<Services['store'], 'owners'> },
  plan: Pick<TournamentPlan, 'game' | 'version' | 'kind' | 'series'>,
  asked: EntrantPlan & PinOptions,
): Promise<Answer<Entrant, PinRefusal>> {
  const { name, agent, owner, isNull = false, joined = 0 } = asked;
  if (!isEntrantName(name)) return refused('bad_input', 'An entrant’s name is a line of 1 to 60 characters without "|".');
  const place = { name, isNull, joined, left: null };
  const game = refOf(plan);
  const person = agent === null || findPolicy(plan.game, agent) ? null : await services.agents?.person(agent);
  if (agent === null || person) {
    const sits = person ? namePerson(person, game) : null;
    if (sits && !sits.ok) return sits;
    const wrong = whyNobodySits(plan, asked);
    const registered = sits && { person: sits.value.agent };
    return wrong ?? answered({ ...place, kind: 'person', player: null, ...registered, owner: person?.owner.trim() || owner, pin: null });
  }
  const named = await namePlayer(services, game, agent);
  if (!named.ok) return refused(named.code, `${named.why}${await guess(services, game, agent)}`);
  const pin = { code: codeId(), ruleset: game.key, rulesetVersion: game.version };
  const seated = named.value.includes('@') ? await services.agents?.find(named.value) : null;
  if (!seated) {
    return answered({
      ...place,
      kind: 'scripted',
      player: named.value,
      owner,
      ownerRecord: HOUSE,
      pin: { ...pin, digest: null, model: null, prompt: null },
    });
  }
  const ofModel = pinOfModel(services, seated.agent, game.key);
  const listed = await services.agents?.get(named.value);
  const isUnknown = plan.kind === 'rated' && ofModel.model?.digest === null;
  if (isUnknown && listed?.notReady) {
    return refused('bad_input', `${name} cannot be pinned: ${listed.notReady} A rated tournament notes which weights its models have.`);
  }
  return answered({
    ...place,
    kind: seated.agent.spec.kind === 'model' ? 'model' : 'remote',
    player: named.value,
    owner: listed?.builtIn === true ? owner : seated.agent.owner.trim() || owner || seated.agent.name,
    ownerRecord: listed?.builtIn === true ? HOUSE : ((await services.store?.owners.ofAgent(seated.agent.name))?.id ?? null),
    pin: { ...pin, digest: seated.agent.digest, ...ofModel },
  });
}

/** People enter under their name at the table and cannot be pinned. Returns why they cannot take part; null if they can. */
function whyNobodySits(
  { game, version, kind, series }: Pick<TournamentPlan, 'game' | 'version' | 'kind' | 'series'>,
  { name, isNull = false }: EntrantPlan & PinOptions,
): Refused<PinRefusal> | null {
  if (isNull) return refused('bad_input', `${name} is a person; only policies can fill the other seats.`);
  if (kind === 'rated')
    return refused('bad_input', `${name} is a person. People can play only in exhibitions, because they cannot be pinned.`);
  if (series !== undefined)
    return refused('bad_input', `${name} is a person. People cannot play a tournament of series, because an invitation is for one match.`);
  if (!findGame(game, version)?.receive) return refused('bad_input', `${name} is a person, and people cannot play ${game}.`);
  const named = readName(name, []);
  return named.ok ? null : refused('bad_input', named.why);
}

/** ` Did you mean planner?`, if something with a similar name plays the game. */
async function guess({ agents }: Pick<Services, 'agents'>, game: GameRef, name: string): Promise<string> {
  if (typeof (await agents?.whyNoVersion(name)) === 'string') return ''; // that error already lists the versions
  const listed = (await agents?.list(game)) ?? [];
  const near = nearest(name, [...policiesFor(game.key).map(({ id }) => id), ...listed.map(({ agent }) => agent.name)]);
  return near === null || near === name ? '' : ` Did you mean ${near}?`;
}

/** The current digests of its weights and prompt, as far as known. */
export function pinOfModel({ agents }: Pick<Services, 'agents'>, { spec }: Agent, game: GameKey): Pick<EntrantPin, 'model' | 'prompt'> {
  if (spec.kind !== 'model') return { model: null, prompt: null };
  const format = promptFor({ key: game }, spec.prompt);
  return {
    model: { name: spec.model, digest: agents?.weightsOf(spec) ?? null, adapter: spec.adapter },
    prompt: { version: format?.version ?? spec.prompt, hash: format && promptHash(format) },
  };
}
