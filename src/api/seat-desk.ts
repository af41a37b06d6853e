/** A seat's use cases as its doors answer them. */
import type { z } from 'zod';
import type { AnyGame } from '~/contract/game';
import { warningsOf } from '~/engine/guards';
import type { MatchCard } from '~/live/protocol';
import { whileAt } from '~/match/block-watch';
import { askRules, gameOf } from '~/match/load-match';
import { claimSeat } from '~/match/table/claim-seat';
import { deviceLink, redeemLink } from '~/match/table/links';
import { refuseIfOfTournament } from '~/match/table/seats';
import { submitTurn } from '~/match/table/submit-turn';
import { leaveSeat } from '~/match/table/vacate-seat';
import { isLive } from '~/store/match-order';
import type { Context, Desk } from './context';
import { orRefuse, Refusal } from './errors';
import { findMatch } from './find-match';
import { dropToken, keepToken } from './seat-access';
import { rewardOfSeat } from './seat-rewards';
import { cardAfter, linkCard, timeOf } from './table-desk';
import type { checkInput, claimInput, observeInput, redeemInput, seatInput, submitInput } from './table-inputs';
import type { Checked, Claimed, Observed, OneTimeLink, Redeemed, TurnReceipt } from './table-words';
import { takeTurn } from './trpc';

type Place = z.output<typeof seatInput>;

const NOT_STARTED = 'This match has not begun: its host starts it.';

export async function claim(ctx: Context, { id, seat, name, program, shares }: z.output<typeof claimInput>): Promise<Claimed> {
  await takeTurn(ctx.desk.claims, `${id} ${ctx.caller.address}`);
  await takeTurn(ctx.desk.claimsInAll, ctx.caller.address);
  await findMatch(ctx, id);
  const kind = program ? 'program' : 'person';
  const taken = await refuseIfOfTournament(ctx.desk.services, id);
  if (taken) orRefuse(taken);
  const claimed = orRefuse(await claimSeat(ctx.desk.services, { matchId: id, seat, name, kind, shares }));
  if (!program) keepToken(ctx, { matchId: id, role: 'seat', seat: claimed.seat }, claimed.token);
  return { seat: claimed.seat, token: program ? claimed.token : null };
}

export async function leave(ctx: Context, { id, seat }: Place): Promise<MatchCard> {
  const card = await cardAfter(leaveSeat(ctx.desk.services, id, seat));
  dropToken(ctx, { matchId: id, role: 'seat', seat });
  ctx.desk.checkSeats(id);
  return card;
}

/** What the seat may know now. Before the host starts there is nothing to know: who tries one seat after the other learns nothing. */
export async function observe(ctx: Context, { id, seat, reward: asked }: z.output<typeof observeInput>): Promise<Observed> {
  const { desk } = ctx;
  const match = await findMatch(ctx, id);
  if (match.status === 'lobby') throw new Refusal('not_started', NOT_STARTED);
  const { game, state } = await desk.feeds.stateOf(match);
  const { turn, round } = game.clock(state);
  const observation = plain(game.observe(state, seat));
  const isAwaited = isLive(match) && game.toAct(state).includes(seat);
  const handedIn = !isAwaited || (await hasTurnUnderWay(desk, { id, seat }, turn));
  const reward = asked === 'potential' ? await rewardOfSeat(desk, match, { seat, round }) : null;
  return { observation, turn, round, deadline: match.clock?.deadline?.toISOString() ?? null, handedIn, now: timeOf(desk), reward };
}

/** People are warned before they hand in, and never changed. */
export async function check(ctx: Context, { id, seat, actions, move }: z.output<typeof checkInput>): Promise<Checked> {
  const match = await findMatch(ctx, id);
  if (match.status === 'lobby') throw new Refusal('not_started', NOT_STARTED);
  const game = gameOf(match);
  const events = (await ctx.desk.services.store.read(id)).map(({ event }) => event);
  const meant = { seat, move: actions === undefined ? move : { actions }, mode: match.guards };
  return { warnings: whileAt(id, () => askRules(game, () => warningsOf(game, events, meant))) };
}

export async function submit(
  { services }: Desk,
  { id, seat, turn: named, round_index, key, actions, move }: z.output<typeof submitInput>,
): Promise<TurnReceipt> {
  const turn = named ?? round_index ?? 0; // one of them is there
  const payload = actions === undefined ? move : { actions, round_index: turn, key };
  const receipt = orRefuse(await submitTurn(services, { matchId: id, seat, turn, key, payload }));
  return { ...receipt, round_index: receipt.turn };
}

/** Handed in, and not taken up yet: the match may be paused, or its process busy. */
async function hasTurnUnderWay(desk: Desk, { id, seat }: Place, turn: number): Promise<boolean> {
  const waiting = await desk.services.store.tables.waitingTurns(id);
  return waiting.some((one) => one.seat === seat && one.turn === turn);
}

export async function linkForDevice(desk: Desk, { id, seat }: Place): Promise<OneTimeLink> {
  return linkCard(orRefuse(await deviceLink(desk.services, id, seat)));
}

export async function redeem(ctx: Context, { code, program }: z.output<typeof redeemInput>): Promise<Redeemed> {
  await takeTurn(ctx.desk.claimsInAll, ctx.caller.address);
  const { matchId, role, seat, token } = orRefuse(await redeemLink(ctx.desk.services, code));
  if (!program) keepToken(ctx, { matchId, role, seat }, token);
  return { id: matchId, role, seat, token: program ? token : null };
}

/** As JSON carries it, and nothing of the state, which the next event changes in place. */
function plain(observation: ReturnType<AnyGame['observe']>): unknown {
  return structuredClone(observation);
}
