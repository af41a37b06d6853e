/** Panels and duels as the API knows them: what is public of a match, what its judges gave, and who may see which of it. */
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
import type { MatchRecord } from '~/store/event-store';
import type { PanelRecord } from '~/store/judge-store';
import type { Context, Desk } from './context';
import { orRefuse, Refusal } from './errors';
import { findMatch } from './find-match';
import { asJudge, asPanelHost, isPanelHost, judgeAt, keepVoter, refusePlayers, voterOf } from './judge-access';
import type { acceptInput, roundInput, sheetInput, voteInput } from './judge-inputs';
import type { DuelAnswer, Invitation, PanelAnswer, VoteAnswer } from './judge-words';
import { keepToken } from './seat-access';
import { linkForGuests } from './table-desk';
import { takeTurn } from './trpc';

const MOST_JUDGES = 12;

export async function showPanel(ctx: Context, id: string): Promise<PanelAnswer> {
  const match = await findMatch(ctx, id);
  const panel = await ctx.desk.services.store.judging.panel(id);
  const [hearing, isHost, judge] = await Promise.all([hear(ctx.desk, match), isPanelHost(ctx, match), judgeAt(ctx, id)]);
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
  const { store } = ctx.desk.services;
  const match = await findMatch(ctx, id);
  await asPanelHost(ctx, match);
  await takeTurn(ctx.desk.creations, ctx.caller.address);
  if ((await store.judging.panel(id)).closedAt !== null) throw closed();
  const judge = await store.judging.addJudge(id, randomBytes(16).toString('base64url'), MOST_JUDGES);
  if (judge === null) throw new Refusal('panel_full', `A panel has at most ${MOST_JUDGES} judges.`);
  const { code, expiresAt } = orRefuse(await judgeLink(ctx.desk.services, id, judge));
  const isKnown = !match.isPrivate; // else the link has to open the match first
  const path = isKnown ? `/matches/${id}/judge?invitation=${code}` : `${(await linkForGuests(ctx.desk, id)).path}?judge=${code}`;
  return { judge, path, expiresAt: expiresAt.toISOString() };
}

/** Takes an invitation up: this browser judges from now on. */
export async function accept(ctx: Context, { id, code, name }: z.output<typeof acceptInput>): Promise<PanelAnswer> {
  await takeTurn(ctx.desk.claimsInAll, ctx.caller.address);
  await findMatch(ctx, id);
  await refusePlayers(ctx, id);
  const { token, ...holding } = orRefuse(await redeemLink(ctx.desk.services, code));
  keepToken(ctx, holding, token);
  if (holding.role !== 'judge' || holding.seat === null || holding.matchId !== id)
    throw new Refusal('unknown_link', 'This link was for something else, and is spent now.');
  await ctx.desk.services.store.judging.acceptJudge(id, holding.seat, name);
  return showPanel({ ...ctx, caller: { ...ctx.caller, bearer: token } }, id);
}

export async function give(ctx: Context, { id, round, marks }: z.output<typeof sheetInput>): Promise<PanelAnswer> {
  const judge = await asJudge(ctx, id);
  await takeTurn(ctx.desk.submits, `${id} ${judge}`);
  await refusePlayers(ctx, id);
  const match = await findMatch(ctx, id);
  const { judging } = ctx.desk.services.store;
  const scores = orRefuse(readSheet(await judging.panel(id), { judge, round, marks }, await hear(ctx.desk, match)));
  const answer = await judging.keepSheet(id, { judge, round, scores });
  if (answer === 'closed') throw closed();
  if (answer === 'opened') throw new Refusal('round_opened', 'You have opened this round: your marks stand as they were.');
  return showPanel(ctx, id);
}

/** Names and other marks of a round, for a judge whose own marks then stand. */
export async function openRound(ctx: Context, { id, round }: z.output<typeof roundInput>): Promise<PanelAnswer> {
  const judge = await asJudge(ctx, id);
  await takeTurn(ctx.desk.submits, `${id} ${judge}`);
  const isThere = await ctx.desk.services.store.judging.openSheet(id, judge, round);
  if (!isThere) throw new Refusal('unknown_round', 'Give this round your marks first: names are shown after that.');
  return showPanel(ctx, id);
}

export async function closePanel(ctx: Context, id: string): Promise<PanelAnswer> {
  await asPanelHost(ctx, await findMatch(ctx, id));
  await ctx.desk.services.store.judging.closePanel(id);
  return showPanel(ctx, id);
}

export async function draw(ctx: Context): Promise<DuelAnswer> {
  await takeTurn(ctx.desk.votes, ctx.caller.address);
  const { judging } = ctx.desk.services.store;
  return { duel: await drawDuel(duelServices(ctx.desk), keepVoter(ctx)), table: duelTable(await judging.votes()) };
}

/** The table is told with the vote counted. */
export async function vote(ctx: Context, input: z.output<typeof voteInput>): Promise<VoteAnswer> {
  await takeTurn(ctx.desk.votes, ctx.caller.address);
  const { judging } = ctx.desk.services.store;
  const reveal = orRefuse(await voteDuel(duelServices(ctx.desk), voterOf(ctx) ?? '', input));
  return { ...reveal, table: duelTable(await judging.votes()) };
}

function duelServices({ services }: Desk): DuelServices {
  return {
    store: services.store.judging,
    giverOf: async ({ matchId, of, seats, seat, round }) =>
      giverInRound({ game: of.key, seats, spans: await seatPlayers(services, matchId) }, seat, round),
  };
}

/** What anybody may see of the match's pitches now: with a host's delay, those of rounds that are shown. */
async function hear(desk: Desk, match: MatchRecord): Promise<Hearing> {
  const feed = await desk.feeds.at(match);
  const spans = match.hosted ? await seatPlayers(desk.services, match.id) : [];
  const hearing = gameOf(match).can?.hearing;
  const { pitches, names } = hearing?.heard(feed.view) ?? { pitches: [], names: {} };
  return {
    pitches,
    seatNames: names,
    mask: (text, who) => hearing?.mask(text, who) ?? text,
    names: await namesAtTable(desk.services, match),
    playerOf: (round, seat) => giverInRound({ game: match.game, seats: match.seats, spans }, seat, round).player,
  };
}

function judgeCards({ judges, sheets }: PanelRecord): PanelAnswer['judges'] {
  return judges.map(({ judge, name }) => ({ judge, name, rounds: sheets.filter((sheet) => sheet.judge === judge).length }));
}

function closed(): Refusal {
  return new Refusal('panel_closed', 'The panel of this match is closed.');
}
