/** Matches as the API knows them: use cases in, cards out, refusals as errors by code. */
import type { z } from 'zod';
import type { MatchCard } from '~/live/protocol';
import { controlMatch } from '~/match/control-match';
import { matchCard } from '~/match/match-card';
import { OPEN_SEAT } from '~/match/open-match';
import { forkMatch } from '~/match/table/fork-match';
import { openTable, type TableRequest } from '~/match/table/open-table';
import { controlTable } from '~/match/table/steer-table';
import { randomTrainSeed } from './any-seed';
import type { Context, Desk } from './context';
import { orRefuse } from './errors';
import { findMatch } from './find-match';
import { type controlInput, type createInput, gameFilter, type listInput } from './inputs';
import { asHolder, asHost, keepToken } from './seat-access';
import type { forkInput } from './table-inputs';
import { asOperator } from './trpc';

/** With an open seat it waits in its lobby, and this browser is its host. */
export async function createMatch(ctx: Context, input: z.output<typeof createInput>): Promise<MatchCard> {
  const { desk } = ctx;
  const { match, token } = orRefuse(await openTable(desk.services, requestOf(input, await seatsPeople(desk, input))));
  if (token === null) desk.run(match.id);
  else keepToken(ctx, { matchId: match.id, role: 'host', seat: null }, token);
  return matchCard(match);
}

/** A branch with open seats waits in its lobby, like any match; its host is this browser. What a seat knows is its holder's. */
export async function branchOff(ctx: Context, { id, seq = 1, seats, ...rest }: z.output<typeof forkInput>): Promise<MatchCard> {
  const { desk } = ctx;
  const origin = await findMatch(ctx, id);
  if (rest.as !== undefined && origin.visibility !== 'open') await asHolder(ctx, { matchId: id, role: 'seat', seat: rest.as });
  const { match, token } = orRefuse(await forkMatch(desk.services, { matchId: id, seq, seats, ...rest }));
  if (token === null) desk.run(match.id);
  else keepToken(ctx, { matchId: match.id, role: 'host', seat: null }, token);
  return matchCard(match);
}

/** Seats that are open make a world that nobody has chosen; policies alone one of the training range. */
function requestOf(
  { seed, visibility, seats, clockSeconds, options, ...rest }: z.output<typeof createInput>,
  isForPeople: boolean,
): TableRequest {
  const world = seed ?? (isForPeople ? undefined : randomTrainSeed());
  return {
    ...rest,
    ...(world !== undefined && { seed: world }),
    ...(visibility && { visibility }),
    ...(seats && { seats }),
    ...(clockSeconds !== undefined && { clockSeconds }),
    options,
  };
}

async function seatsPeople({ services }: Desk, { policy, seats }: z.output<typeof createInput>): Promise<boolean> {
  for (const name of new Set([policy, ...Object.values(seats ?? {})])) {
    if (name === OPEN_SEAT || (await services.agents?.person(name))) return true;
  }
  return false;
}

/** Private matches are in the operator's list alone. */
export async function listMatches(
  { desk, caller }: Context,
  input: z.output<typeof listInput>,
): Promise<{ items: MatchCard[]; nextCursor: string | null }> {
  const { cursor, limit, direction: _, game, ruleset, version, ...asked } = input;
  const filter = { ...asked, ...gameFilter({ game, ruleset, version }), ...(!caller.isOperator && { isPrivate: false }) };
  const page = await desk.services.store.list(filter, { cursor: cursor ?? undefined, limit });
  return { items: page.items.map(matchCard), nextCursor: page.nextCursor };
}

export async function getMatch(ctx: Context, id: string): Promise<MatchCard> {
  return matchCard(await findMatch(ctx, id));
}

/** A match with a host is steered by that host; any other by the operator. */
export async function steerMatch(ctx: Context, { id, command }: z.output<typeof controlInput>): Promise<MatchCard> {
  const { services } = ctx.desk;
  const { hosted } = await findMatch(ctx, id);
  if (!hosted) {
    asOperator(ctx);
    return matchCard(orRefuse(await controlMatch(services, id, command)));
  }
  await asHost(ctx, id);
  return matchCard(orRefuse(await controlTable(services, id, command)).match);
}
