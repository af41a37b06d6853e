/** Use cases of the table procedures: the host's actions, and roles. */

import type { MatchCard } from '~/live/protocol';
import type { Answer } from '~/match/answer';
import { matchCard } from '~/match/match-card';
import { findHolder, hostLink, inviteGuests, type Link, sitterLink } from '~/match/table/links';
import { startMatch } from '~/match/table/start-match';
import { tableLog } from '~/match/table/table-log';
import type { MatchRecord } from '~/store/event-store';
import { findMatch } from '../access/find-match';
import { keepToken, meAt } from '../access/seat-access';
import type { Context, SharedServices } from '../context';
import { type ErrorCode, orRefuse, Refusal } from '../errors';
import { takeTurn } from '../trpc';
import type { NoteCard, OneTimeLink, TableAnswer, TableInvitation } from './types';

export async function getTable(ctx: Context, id: string): Promise<TableAnswer> {
  const match = await findMatch(ctx, id);
  return { card: matchCard(match), me: await meAt(ctx, id), now: timeOf(ctx.shared) };
}

export async function beginMatch(shared: SharedServices, id: string): Promise<MatchCard> {
  const card = await cardAfter(startMatch(shared.services, id));
  shared.run(id);
  return card;
}

export async function readLog(shared: SharedServices, id: string): Promise<{ notes: NoteCard[] }> {
  const notes = orRefuse(await tableLog(shared.services, id));
  return { notes: notes.map((note) => ({ ...note, at: note.at.toISOString() })) };
}

export async function linkForHost(shared: SharedServices, id: string): Promise<OneTimeLink> {
  return linkCard(orRefuse(await hostLink(shared.services, id)));
}

/** The link to the reserved seat of a registered person. */
export async function linkForSitter(shared: SharedServices, { id, seat }: { id: string; seat: string }): Promise<OneTimeLink> {
  return linkCard(orRefuse(await sitterLink(shared.services, id, seat)));
}

/** The link to the private table. */
export async function linkForGuests(shared: SharedServices, id: string): Promise<TableInvitation> {
  return { path: `/join/${orRefuse(await inviteGuests(shared.services, id)).token}` };
}

/** Stores the invitation in this browser. */
export async function enter(ctx: Context, invitation: string): Promise<{ id: string }> {
  const { shared, caller } = ctx;
  const holder = await findHolder(shared.services, invitation);
  if (holder?.role === 'guest') {
    keepToken(ctx, holder, invitation);
    return { id: holder.matchId };
  }
  await takeTurn(shared.guesses, caller.address);
  throw new Refusal(
    'unknown_link',
    'No table was found for this invitation. Check that the link is complete, or ask the host for a new one.',
  );
}

export function linkCard({ code, expiresAt }: Pick<Link, 'code' | 'expiresAt'>): OneTimeLink {
  return { code, path: `/sit/${code}`, expiresAt: expiresAt.toISOString() };
}

/** The card after the change. */
export async function cardAfter(done: Promise<Answer<{ match: MatchRecord }, ErrorCode>>): Promise<MatchCard> {
  return matchCard(orRefuse(await done).match);
}

export function timeOf({ services }: SharedServices): string {
  return new Date(services.now()).toISOString();
}
