/** The operator's actions on a tournament. */
import { codeId } from '~/eval/code-digest';
import { type Answer, answered, refused } from '~/match/answer';
import type { Services } from '~/match/services';
import { type Entrant, goesOn, playsAs, type TournamentRecord } from '~/store/tournaments/tournament';
import { advanceTournament, closeCancelled } from './advance-tournament';
import { whoIsTwice, whoLookAlike } from './create-tournament';
import { pinEntrant } from './pin';

type ControlServices = Pick<Services, 'store' | 'now' | 'agents'>;
export type ControlRefusal = 'unknown_tournament' | 'bad_input' | 'unknown_policy';
type Controlled = Promise<Answer<TournamentRecord, ControlRefusal>>;

/** Matches in progress finish; nothing more starts. */
export async function pauseTournament(services: ControlServices, id: string): Controlled {
  if (await services.store.tournaments.setStatus(id, { from: ['running'], to: 'paused' })) return look(services, id);
  return explain(services, id, 'only a running one can be paused');
}

/** Continues. A league that waits for its next day plays that day now. */
export async function resumeTournament(services: ControlServices, id: string): Controlled {
  const { tournaments } = services.store;
  const went = await tournaments.setStatus(id, { from: ['paused'], to: 'running' });
  const record = await tournaments.get(id);
  if (!went && record?.status !== 'running') return explain(services, id, 'only a paused one can continue');
  await advanceTournament(services, id, true);
  return look(services, id);
}

/** Ends the tournament: aborts matches in progress and tables of people. Keeps what was played. */
export async function cancelTournament(services: Services, id: string): Controlled {
  const { tournaments } = services.store;
  if (!(await tournaments.setStatus(id, { from: ['running', 'paused'], to: 'cancelled' }))) {
    return explain(services, id, 'only a running or paused tournament can be cancelled');
  }
  const record = await tournaments.get(id);
  if (record) await closeCancelled(services, record);
  return look(services, id);
}

/** Retries failed matches. */
export async function retryFailed(services: ControlServices, id: string): Controlled {
  const { tournaments } = services.store;
  const record = await tournaments.get(id);
  if (!record) return unknown(id);
  if (record.status === 'cancelled') return refused('bad_input', `Tournament ${id} was cancelled; nothing more is played.`);
  if (record.status === 'finished' && record.seasonId !== null) {
    return refused('bad_input', `Tournament ${id} is over and its season's key is public, so its worlds cannot be played again.`);
  }
  if ((await tournaments.retryFailed(id)) === 0) return refused('bad_input', `No match of tournament ${id} has failed.`);
  await tournaments.setStatus(id, { from: ['finished'], to: 'running' });
  return look(services, id);
}

export interface Joining {
  /** Default: the agent's name. */
  name?: string | undefined;
  /** A policy's id, or the `name` or `name@version` of an agent or a registered person; null: a person known only by `name`. */
  agent: string | null;
  owner?: string | null | undefined;
}

/** Adds an entrant to a league, from the next day on. */
export async function joinLeague(services: ControlServices, id: string, { name, agent, owner }: Joining): Controlled {
  const league = await leagueOf(services, id);
  if (!league.ok) return league;
  const { plan, entrants, stages, code } = league.value;
  if (!playsAs(code, codeId())) {
    return refused(
      'bad_input',
      `This league is played with code ${code}, but this server has ${codeId()}. Join it on a server with that code.`,
    );
  }
  const known = name?.trim() ?? agent;
  if (known === null) return refused('bad_input', 'A person who is not in the registry joins under a name.');
  const asked = { name: known, agent, owner: owner ?? null, joined: stages };
  const pinned = await pinEntrant(services, plan, asked);
  if (!pinned.ok) return pinned;
  const clash = entrants.find((one) => one.name === asked.name);
  if (clash && clash.left === null) return refused('bad_input', `${asked.name} is already in this league.`);
  if (clash) return refused('bad_input', `${asked.name} has left this league: join again under another name.`);
  const all = [...entrants, pinned.value];
  const twice = whoIsTwice(all);
  if (twice) return refused('bad_input', `${twice} is already in this league.`);
  const alike = whoLookAlike(all, [pinned.value]);
  if (alike) return refused('bad_input', alike);
  return change(services, league.value, all);
}

/** Removes an entrant from a league after the current day. */
export async function leaveLeague(services: ControlServices, id: string, name: string): Controlled {
  const league = await leagueOf(services, id);
  if (!league.ok) return league;
  const { entrants, stages } = league.value;
  const leaving = entrants.find((one) => one.name === name && !one.isNull);
  if (!leaving) {
    const there = entrants.filter(({ isNull, left }) => !isNull && left === null).map((one) => one.name);
    return refused('bad_input', `There is no entrant "${name}" in this league; its entrants are ${there.join(', ')}.`);
  }
  if (leaving.left !== null) return refused('bad_input', `${name} has already left this league.`);
  return change(
    services,
    league.value,
    entrants.map((one) => (one === leaving ? { ...one, left: stages } : one)),
  );
}

async function change(services: ControlServices, { id }: TournamentRecord, entrants: readonly Entrant[]): Controlled {
  await services.store.tournaments.setEntrants(id, entrants);
  await advanceTournament(services, id);
  return look(services, id);
}

async function leagueOf(services: ControlServices, id: string): Controlled {
  const record = await services.store.tournaments.get(id);
  if (!record) return unknown(id);
  if (record.plan.format !== 'league') {
    return refused('bad_input', `Entrants can join and leave only leagues; this is a ${record.plan.format.replace('_', ' ')}.`);
  }
  if (goesOn(record.status)) return answered(record);
  return refused('bad_input', `This league is ${record.status}.`);
}

async function explain(services: ControlServices, id: string, rule: string): Controlled {
  const record = await services.store.tournaments.get(id);
  return record ? refused('bad_input', `Tournament ${id} is ${record.status}: ${rule}.`) : unknown(id);
}

async function look(services: ControlServices, id: string): Controlled {
  const record = await services.store.tournaments.get(id);
  return record ? answered(record) : unknown(id);
}

function unknown(id: string) {
  return refused('unknown_tournament' as const, `There is no tournament "${id}".`);
}
