/** Use cases of panels and duels: which pitches are public, the judges' marks, and who may see what. */
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { HIGHEST_MARK, LOWEST_MARK } from '~/contract/hearing';
import { ballotOf, type Hearing, readSheet } from '~/judging/ballot';
import { duelTable } from '~/judging/duel-table';
import { type DuelServices, drawDuel, voteDuel } from '~/judging/duels';
import { resultsOf } from '~/judging/panel-results';
import { questionsOf } from '~/judging/rubric';
import { gameOf } from '~/match/load-match';
import { matchCard } from '~/match/match-card';
import { judgeLink, redeemLink } from '~/match/table/links';
import { giverInRound, namesAtTable, seatPlayers } from '~/match/table/seat-players';
import { hashOf, newToken } from '~/match/table/tokens';
import type { MatchRecord } from '~/store/event-store';
import type { PanelRecord } from '~/store/judge-store';
import { lasting } from '../access/cookies';
import { askingOf, findMatch, holdingsAt } from '../access/find-match';
import { asHost, keepToken, meAt } from '../access/seat-access';
import type { Context, SharedServices } from '../context';
import { orRefuse, Refusal } from '../errors';
import { linkForGuests } from '../table/service';
import { asOperator, takeTurn } from '../trpc';
import type { acceptInput, roundInput, sheetInput, voteInput } from './inputs';
import type { DuelAnswer, Invitation, PanelAnswer, VoteAnswer } from './types';

const MOST_JUDGES = 12;

export async function showPanel(ctx: Context, id: string): Promise<PanelAnswer> {
  const match = await findMatch(ctx, id);
  const panel = await ctx.shared.services.store.judging.panel(id);
  const [hearing, isHost, judge] = await Promise.all([hear(ctx.shared, match), isPanelHost(ctx, match), judgeAt(ctx, id)]);
  const isClosed = panel.closedAt !== null;
  return {
    card: matchCard(match),
    criteria: questionsOf(gameOf(match).can?.hearing),
    lowest: LOWEST_MARK,
    highest: HIGHEST_MARK,
    rounds: new Set(hearing.pitches.map((pitch) => pitch.round)).size,
    closed: isClosed,
    invited: panel.judges.length > 0,
    me: { host: isHost, judge, name: panel.judges.find((one) => one.judge === judge)?.name ?? null },
    ballot: judge === null ? null : ballotOf(panel, judge, hearing),
    judges: isHost || isClosed ? judgeCards(panel) : null,
    results: isClosed || (isHost && judge === null) ? resultsOf(panel, hearing) : null,
  };
}

export async function invite(ctx: Context, id: string): Promise<Invitation> {
  const { store } = ctx.shared.services;
  const match = await findMatch(ctx, id);
  await asPanelHost(ctx, match);
  await takeTurn(ctx.shared.creations, ctx.caller.address);
  if ((await store.judging.panel(id)).closedAt !== null) throw closed();
  const judge = await store.judging.addJudge(id, randomBytes(16).toString('base64url'), MOST_JUDGES);
  if (judge === null) throw new Refusal('panel_full', `A panel has at most ${MOST_JUDGES} judges.`);
  const { code, expiresAt } = orRefuse(await judgeLink(ctx.shared.services, id, judge));
  const isKnown = !match.isPrivate; // otherwise the link must grant access to the match first
  const path = isKnown ? `/matches/${id}/judge?invitation=${code}` : `${(await linkForGuests(ctx.shared, id)).path}?judge=${code}`;
  return { judge, path, expiresAt: expiresAt.toISOString() };
}

/** Accepts an invitation: this browser is now a judge. */
export async function accept(ctx: Context, { id, code, name }: z.output<typeof acceptInput>): Promise<PanelAnswer> {
  await takeTurn(ctx.shared.claimsInAll, ctx.caller.address);
  await findMatch(ctx, id);
  await refusePlayers(ctx, id);
  const { token, ...holding } = orRefuse(await redeemLink(ctx.shared.services, code));
  keepToken(ctx, holding, token);
  if (holding.role !== 'judge' || holding.seat === null || holding.matchId !== id)
    throw new Refusal('unknown_link', 'This link was for something else, and it no longer works now that it was opened.');
  await ctx.shared.services.store.judging.acceptJudge(id, holding.seat, name);
  return showPanel({ ...ctx, caller: { ...ctx.caller, bearer: token } }, id);
}

export async function give(ctx: Context, { id, round, marks }: z.output<typeof sheetInput>): Promise<PanelAnswer> {
  const judge = await asJudge(ctx, id);
  await takeTurn(ctx.shared.submits, `${id} ${judge}`);
  await refusePlayers(ctx, id);
  const match = await findMatch(ctx, id);
  const { judging } = ctx.shared.services.store;
  const scores = orRefuse(readSheet(await judging.panel(id), { judge, round, marks }, await hear(ctx.shared, match)));
  const answer = await judging.keepSheet(id, { judge, round, scores });
  if (answer === 'closed') throw closed();
  if (answer === 'opened') throw new Refusal('round_opened', 'You have already opened this round, so your marks stay as they are.');
  return showPanel(ctx, id);
}

/** Shows a judge the names and other marks of a round; their own marks become final. */
export async function openRound(ctx: Context, { id, round }: z.output<typeof roundInput>): Promise<PanelAnswer> {
  const judge = await asJudge(ctx, id);
  await takeTurn(ctx.shared.submits, `${id} ${judge}`);
  const isThere = await ctx.shared.services.store.judging.openSheet(id, judge, round);
  if (!isThere) throw new Refusal('unknown_round', 'Mark this round first; names are shown afterwards.');
  return showPanel(ctx, id);
}

export async function closePanel(ctx: Context, id: string): Promise<PanelAnswer> {
  await asPanelHost(ctx, await findMatch(ctx, id));
  await ctx.shared.services.store.judging.closePanel(id);
  return showPanel(ctx, id);
}

export async function draw(ctx: Context): Promise<DuelAnswer> {
  await takeTurn(ctx.shared.votes, ctx.caller.address);
  const { judging } = ctx.shared.services.store;
  return { duel: await drawDuel(duelServices(ctx.shared), keepVoter(ctx)), table: duelTable(await judging.tally()) };
}

/** The returned table includes the vote. */
export async function vote(ctx: Context, input: z.output<typeof voteInput>): Promise<VoteAnswer> {
  await takeTurn(ctx.shared.votes, ctx.caller.address);
  await takeTurn(ctx.shared.votesADay, ctx.caller.address);
  const { judging } = ctx.shared.services.store;
  const reveal = orRefuse(await voteDuel(duelServices(ctx.shared), voterOf(ctx) ?? '', input));
  return { ...reveal, table: duelTable(await judging.tally()) };
}

function duelServices({ services }: SharedServices): DuelServices {
  return {
    store: services.store.judging,
    giverOf: async ({ matchId, of, seats, seat, round }) =>
      giverInRound({ game: of.key, seats, spans: await seatPlayers(services, matchId) }, seat, round),
  };
}

/** The match's pitches that anyone may see now. With a host's delay, only those of visible rounds. */
async function hear(shared: SharedServices, match: MatchRecord): Promise<Hearing> {
  const feed = await shared.feeds.at(match);
  const spans = match.hosted ? await seatPlayers(shared.services, match.id) : [];
  const hearing = gameOf(match).can?.hearing;
  const { pitches, names } = hearing?.heard(feed.view) ?? { pitches: [], names: {} };
  return {
    pitches,
    seatNames: names,
    mask: (text, who) => hearing?.mask(text, who) ?? text,
    names: await namesAtTable(shared.services, match),
    playerOf: (round, seat) => giverInRound({ game: match.game, seats: match.seats, spans }, seat, round).player,
  };
}

function judgeCards({ judges, sheets }: PanelRecord): PanelAnswer['judges'] {
  return judges.map(({ judge, name }) => ({ judge, name, rounds: sheets.filter((sheet) => sheet.judge === judge).length }));
}

function closed(): Refusal {
  return new Refusal('panel_closed', 'The panel of this match is closed.');
}

// Identities of judges: panel tokens, stored like those of seats, and a cookie that tells voters in duels apart.

const VOTER_COOKIE = 'mandi_voter';
const VOTER_DAYS = 365;

/** The caller's judge in that match's panel; null if they are none. */
async function judgeAt(ctx: Pick<Context, 'shared' | 'caller'>, matchId: string): Promise<string | null> {
  return (await holdingsAt(askingOf(ctx), matchId)).find(({ role, seat }) => role === 'judge' && seat !== null)?.seat ?? null;
}

/** Refuses callers that are not a judge of that match. */
async function asJudge(ctx: Context, matchId: string): Promise<string> {
  const judge = await judgeAt(ctx, matchId);
  if (judge !== null) return judge;
  await takeTurn(ctx.shared.guesses, ctx.caller.address);
  throw new Refusal('judge_needed', 'Only judges of this match can do this. Open your invitation link.');
}

/** The panel of a match with a host belongs to that host, otherwise to the operator. */
async function asPanelHost(ctx: Context, match: MatchRecord): Promise<void> {
  if (match.hosted) await asHost(ctx, match.id);
  else asOperator(ctx);
}

async function isPanelHost(ctx: Context, match: MatchRecord): Promise<boolean> {
  return match.hosted ? (await meAt(ctx, match.id)).host : ctx.caller.isOperator;
}

/** Players of a match may not judge its pitches. */
async function refusePlayers(ctx: Context, matchId: string): Promise<void> {
  if ((await meAt(ctx, matchId)).seats.length > 0)
    throw new Refusal('plays_here', 'You play in this match, so you cannot judge its pitches.');
}

/** This browser's voter id in duels; null if it has none yet. */
function voterOf({ caller }: Pick<Context, 'caller'>): string | null {
  const token = caller.cookies.get(VOTER_COOKIE);
  return token === undefined ? null : hashOf(token);
}

/** The same, created if necessary. */
function keepVoter(ctx: Context): string {
  const known = voterOf(ctx);
  if (known !== null) return known;
  const token = newToken();
  ctx.setCookie(lasting(VOTER_COOKIE, token.text, { days: VOTER_DAYS, secure: ctx.caller.isSecure }));
  return token.hash;
}
