/** A table's use cases as its doors answer them: the host's wishes, and who is who. */

import type { MatchCard } from '~/live/protocol';
import type { Answer } from '~/match/answer';
import { matchCard } from '~/match/match-card';
import { findHolder, hostLink, inviteGuests, type Link, sitterLink } from '~/match/table/links';
import { startMatch } from '~/match/table/start-match';
import { tableLog } from '~/match/table/table-log';
import type { MatchRecord } from '~/store/event-store';
import type { Context, Desk } from './context';
import { type ErrorCode, orRefuse, Refusal } from './errors';
import { findMatch } from './find-match';
import { keepToken, meAt } from './seat-access';
import type { NoteCard, OneTimeLink, TableAnswer, TableInvitation } from './table-words';
import { takeTurn } from './trpc';

export async function getTable(ctx: Context, id: string): Promise<TableAnswer> {
  const match = await findMatch(ctx, id);
  return { card: matchCard(match), me: await meAt(ctx, id), now: timeOf(ctx.desk) };
}

export async function beginMatch(desk: Desk, id: string): Promise<MatchCard> {
  const card = await cardAfter(startMatch(desk.services, id));
  desk.run(id);
  return card;
}

export async function readLog(desk: Desk, id: string): Promise<{ notes: NoteCard[] }> {
  const notes = orRefuse(await tableLog(desk.services, id));
  return { notes: notes.map((note) => ({ ...note, at: note.at.toISOString() })) };
}

export async function linkForHost(desk: Desk, id: string): Promise<OneTimeLink> {
  return linkCard(orRefuse(await hostLink(desk.services, id)));
}

/** For a person of the registry: the link that opens the seat kept for them. */
export async function linkForSitter(desk: Desk, { id, seat }: { id: string; seat: string }): Promise<OneTimeLink> {
  return linkCard(orRefuse(await sitterLink(desk.services, id, seat)));
}

/** The link to a private table. */
export async function linkForGuests(desk: Desk, id: string): Promise<TableInvitation> {
  return { path: `/join/${orRefuse(await inviteGuests(desk.services, id)).token}` };
}

/** This browser has the invitation from now on. */
export async function enter(ctx: Context, invitation: string): Promise<{ id: string }> {
  const { desk, caller } = ctx;
  const holder = await findHolder(desk.services, invitation);
  if (holder?.role === 'guest') {
    keepToken(ctx, holder, invitation);
    return { id: holder.matchId };
  }
  await takeTurn(desk.guesses, caller.address);
  throw new Refusal('unknown_link', 'This invitation leads to no table. Check that the link is complete, or ask the host for a new one.');
}

export function linkCard({ code, expiresAt }: Pick<Link, 'code' | 'expiresAt'>): OneTimeLink {
  return { code, path: `/sit/${code}`, expiresAt: expiresAt.toISOString() };
}

/** What is on the card once it is done. */
export async function cardAfter(done: Promise<Answer<{ match: MatchRecord }, ErrorCode>>): Promise<MatchCard> {
  return matchCard(orRefuse(await done).match);
}

export function timeOf({ services }: Desk): string {
  return new Date(services.now()).toISOString();
}
