/** Matches as the API knows them: use cases in, cards out, refusals as errors by code. */
import type { z } from 'zod';
import type { MatchCard } from '~/live/protocol';
import type { Answer } from '~/match/answer';
import { controlMatch } from '~/match/control-match';
import { matchCard } from '~/match/match-card';
import { openMatch } from '~/match/open-match';
import type { MatchRecord } from '~/store/event-store';
import { randomTrainSeed } from './any-seed';
import type { Desk } from './context';
import { type ErrorCode, Refusal } from './errors';
import type { controlInput, createInput, listInput } from './inputs';

export async function createMatch(desk: Desk, input: z.output<typeof createInput>): Promise<MatchCard> {
  const { seed, visibility, ...rest } = input;
  const request = { ...rest, seed: seed ?? randomTrainSeed(), ...(visibility && { visibility }) };
  const match = orRefuse(await openMatch(desk.services, request));
  desk.run(match.id);
  return matchCard(match);
}

export async function listMatches(
  desk: Desk,
  input: z.output<typeof listInput>,
): Promise<{ items: MatchCard[]; nextCursor: string | null }> {
  const { cursor, limit, direction: _, ...filter } = input;
  const page = await desk.services.store.list(filter, { cursor: cursor ?? undefined, limit });
  return { items: page.items.map(matchCard), nextCursor: page.nextCursor };
}

export async function getMatch(desk: Desk, id: string): Promise<MatchCard> {
  return matchCard(await findMatch(desk, id));
}

export async function steerMatch(desk: Desk, { id, command }: z.output<typeof controlInput>): Promise<MatchCard> {
  return matchCard(orRefuse(await controlMatch(desk.services, id, command)));
}

export async function findMatch(desk: Desk, id: string): Promise<MatchRecord> {
  const match = await desk.services.store.get(id);
  if (!match) throw new Refusal('unknown_match', `There is no match "${id}".`);
  return match;
}

function orRefuse<T>(answer: Answer<T, ErrorCode>): T {
  if (!answer.ok) throw new Refusal(answer.code, answer.why);
  return answer.value;
}
