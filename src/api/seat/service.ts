/** Use cases of the seat procedures. */
import type { z } from 'zod';
import { type ListedKind, listedKind } from '~/agents/agent';
import type { AnyGame } from '~/contract/game';
import { refOf } from '~/contract/game-ref';
import type { GamePack, RewardTeller, RoundReward } from '~/contract/pack';
import { warningsOf } from '~/engine/guards';
import { means } from '~/engine/means';
import { packOf } from '~/games/packs';
import { findPolicy } from '~/games/policies';
import type { MatchCard } from '~/live/protocol';
import { whileAt } from '~/match/block-watch';
import { askRules, gameOf } from '~/match/load-match';
import type { Services } from '~/match/services';
import { claimSeat } from '~/match/table/claim-seat';
import { handOver } from '~/match/table/hand-over';
import { deviceLink, redeemLink } from '~/match/table/links';
import { refuseIfOfTournament } from '~/match/table/seats';
import { submitTurn } from '~/match/table/submit-turn';
import { type HostAct, hostActs } from '~/match/table/table-log';
import { leaveSeat } from '~/match/table/vacate-seat';
import type { MatchRecord } from '~/store/event-store';
import { isLive } from '~/store/match-order';
import { isSealed } from '~/store/match-record';
import { findMatch } from '../access/find-match';
import { dropToken, keepToken, meAt } from '../access/seat-access';
import type { Context, SharedServices } from '../context';
import { orRefuse, Refusal } from '../errors';
import type { checkInput, claimInput, handOverInput, observeInput, redeemInput, seatInput, submitInput } from '../table/inputs';
import { cardAfter, linkCard, timeOf } from '../table/service';
import type { Checked, Claimed, Observed, OneTimeLink, Redeemed, SeatReward, TurnReceipt } from '../table/types';
import { inSeatTurn, takeTurn } from '../trpc';

type Place = z.output<typeof seatInput>;

const NOT_STARTED = 'This match has not started. Its host starts it.';

export async function claim(ctx: Context, { id, seat, name, program, shares }: z.output<typeof claimInput>): Promise<Claimed> {
  await takeTurn(ctx.shared.claimsInAll, ctx.caller.address);
  await findMatch(ctx, id); // before counting per table in the database, so that invented ids leave nothing there
  await takeTurn(ctx.shared.claims, `${id} ${ctx.caller.address}`);
  const kind = program ? 'program' : 'person';
  const taken = await refuseIfOfTournament(ctx.shared.services, id);
  if (taken) orRefuse(taken);
  const claimed = orRefuse(await claimSeat(ctx.shared.services, { matchId: id, seat, name, kind, shares }));
  if (!program) keepToken(ctx, { matchId: id, role: 'seat', seat: claimed.seat }, claimed.token);
  return { seat: claimed.seat, token: program ? claimed.token : null };
}

export async function leave(ctx: Context, { id, seat }: Place): Promise<MatchCard> {
  const card = await cardAfter(leaveSeat(ctx.shared.services, id, seat));
  dropToken(ctx, { matchId: id, role: 'seat', seat });
  ctx.shared.checkSeats(id);
  return card;
}

/** What the seat may know now. Nothing before the host starts, so that trying one seat after the other reveals nothing. */
export async function observe(
  ctx: Context,
  { id, seat, reward: asked }: z.output<typeof observeInput>,
  signal?: AbortSignal,
): Promise<Observed> {
  const { shared } = ctx;
  const { match, ...seen } = await inSeatTurn(ctx, () => look(ctx, { id, seat }), signal);
  // Not queued per visitor: solving the world of a finished match takes seconds.
  const reward = asked === 'potential' ? await rewardOfSeat(shared, match, { seat, round: seen.round }) : null;
  return { ...seen, deadline: match.clock?.deadline?.toISOString() ?? null, now: timeOf(shared), reward };
}

async function look(ctx: Context, { id, seat }: Place) {
  const { shared } = ctx;
  const match = await findMatch(ctx, id);
  if (match.status === 'lobby') throw new Refusal('not_started', NOT_STARTED);
  const { game, state } = await shared.feeds.stateOf(match);
  const { turn, round } = game.clock(state);
  const observation = plain(game.observe(state, seat));
  const isAwaited = isLive(match) && game.toAct(state).includes(seat);
  const handedIn = !isAwaited || (await hasTurnUnderWay(shared, { id, seat }, turn));
  return { match, observation, turn, round, handedIn, hostActs: await hostActs(shared.services, match) };
}

/** The host's actions from `observe` without an observation, for a screen that refreshes after a pause or a clock change. */
export async function actsOfHost(ctx: Context, id: string): Promise<HostAct[]> {
  return hostActs(ctx.shared.services, await findMatch(ctx, id));
}

/** People are warned before they submit; their moves are never changed. */
export async function check(ctx: Context, { id, seat, actions, move }: z.output<typeof checkInput>): Promise<Checked> {
  const match = await findMatch(ctx, id);
  if (match.status === 'lobby') throw new Refusal('not_started', NOT_STARTED);
  const game = gameOf(match);
  const events = (await ctx.shared.services.store.read(id)).map(({ event }) => event);
  const meant = { seat, move: actions === undefined ? move : { actions }, mode: match.guards };
  return { warnings: whileAt(id, () => askRules(game, () => warningsOf(game, events, meant))) };
}

export async function submit(
  { services }: SharedServices,
  { id, seat, turn: named, round_index, key, actions, move }: z.output<typeof submitInput>,
): Promise<TurnReceipt> {
  const turn = named ?? round_index ?? 0; // one of them is always present
  const payload = actions === undefined ? move : { actions, round_index: turn, key };
  const receipt = orRefuse(await submitTurn(services, { matchId: id, seat, turn, key, payload }));
  return { ...receipt, round_index: receipt.turn };
}

/**
 * Anyone may choose a policy as stand-in. A model or program costs the server's operator, so only the operator and the host may choose it.
 */
export async function handSeatOver(ctx: Context, { id, ...stand }: z.output<typeof handOverInput>): Promise<MatchCard> {
  const { services } = ctx.shared;
  const match = await findMatch(ctx, id);
  const isFree = ctx.caller.isOperator || findPolicy(match.game, stand.policy) !== null;
  const found = isFree ? null : await services.agents?.find(stand.policy);
  if (found && COSTLY.includes(listedKind(found.agent.spec)) && !(await meAt(ctx, id)).host)
    throw new Refusal('operator_needed', `Only the host or the operator can seat ${found.ref} here. Hand your seat to a scripted policy.`);
  return cardAfter(handOver(services, id, stand));
}

const COSTLY: readonly ListedKind[] = ['model', 'remote'];

/** Submitted but not played yet, because the match is paused or its process is busy. */
async function hasTurnUnderWay(shared: SharedServices, { id, seat }: Place, turn: number): Promise<boolean> {
  const waiting = await shared.services.store.tables.waitingTurns(id);
  return waiting.some((one) => one.seat === seat && one.turn === turn);
}

export async function linkForDevice(shared: SharedServices, { id, seat }: Place): Promise<OneTimeLink> {
  return linkCard(orRefuse(await deviceLink(shared.services, id, seat)));
}

export async function redeem(ctx: Context, { code, program }: z.output<typeof redeemInput>): Promise<Redeemed> {
  await takeTurn(ctx.shared.claimsInAll, ctx.caller.address);
  const { matchId, role, seat, token } = orRefuse(await redeemLink(ctx.shared.services, code));
  if (!program) keepToken(ctx, { matchId, role, seat }, token);
  return { id: matchId, role, seat, token: program ? token : null };
}

/** A JSON copy without references to the state, which the next event changes in place. */
function plain(observation: ReturnType<AnyGame['observe']>): unknown {
  return structuredClone(observation);
}

// The dense reward of a seat at a shared table, for its program. Computed from stored events on request, never during a round. It is in
// money, so it reveals no more than the seat's own observations; the scale for its gain is revealed when the match is over.

const READ_AT_ONCE = 50;
/** Number of cached seats; a dropped one starts again from the first event. */
const MOST_KEPT = 256;
const CENTS = 100;

interface Heard {
  teller: RewardTeller;
  head: number;
  /** Serializes concurrent callers, so that every event is counted once. */
  underWay: Promise<void>;
  /** Solved once per seat. */
  scale: Promise<number | null> | null;
}

const kept = new WeakMap<SharedServices, Map<string, Heard>>();

/** The rounds before `round`, or all rounds of a finished match. */
async function rewardOfSeat(
  shared: SharedServices,
  match: MatchRecord,
  { seat, round }: { seat: string; round: number },
): Promise<SeatReward> {
  const { dense } = packOf(refOf(match));
  if (!dense) throw new Refusal('no_dense_reward', `${match.game} has no dense reward; use reward: classic.`);
  if (match.rated) throw new Refusal('no_dense_reward', 'This match is rated, so it has no dense reward; use reward: classic.');
  const isOver = match.finishedAt !== null;
  const heard = await heardBy(shared, match.id, { seat, dense });
  const rounds = heard.teller.rounds.filter(({ round_index }) => isOver || round_index < round).map(inMoney);
  const cumulative = rounds.reduce((sum, { reward }) => sum + reward, 0);
  if (match.status === 'finished' && !isSealed(match)) heard.scale ??= scaleOf(shared.services, match);
  return { rounds, cumulative, scale: await heard.scale };
}

async function heardBy(
  shared: SharedServices,
  matchId: string,
  { seat, dense }: { seat: string; dense: NonNullable<GamePack['dense']> },
): Promise<Heard> {
  const all = kept.get(shared) ?? new Map<string, Heard>();
  kept.set(shared, all);
  const key = `${matchId} ${seat}`;
  const heard: Heard = all.get(key) ?? { teller: dense(seat), head: 0, underWay: Promise.resolve(), scale: null };
  all.delete(key);
  all.set(key, heard);
  const [oldest] = all.size > MOST_KEPT ? all.keys() : [];
  if (oldest !== undefined) all.delete(oldest);
  heard.underWay = heard.underWay.then(() => catchUp(shared.services, matchId, heard));
  try {
    await heard.underWay;
  } catch (fault) {
    all.delete(key);
    throw fault;
  }
  return heard;
}

async function catchUp({ store }: Pick<Services, 'store'>, matchId: string, heard: Heard): Promise<void> {
  for (;;) {
    const fresh = await store.read(matchId, heard.head, READ_AT_ONCE);
    for (const { event } of fresh) heard.teller.hear(event);
    heard.head += fresh.length;
    if (fresh.length < READ_AT_ONCE) break;
    await new Promise(setImmediate); // gives other work a turn
  }
  heard.teller.take();
}

function inMoney({ round_index, total, columns }: RoundReward): SeatReward['rounds'][number] {
  const breakdown = Object.fromEntries(Object.entries(columns).map(([column, cents]) => [column, cents / CENTS]));
  return { round_index, reward: total / CENTS, breakdown };
}

/** The world's scale in money; null if the solver found none. */
async function scaleOf({ store, log }: Services, match: MatchRecord): Promise<number | null> {
  const { worlds } = packOf(refOf(match));
  if (!worlds) return null;
  const { id } = match;
  const opening = (await store.read(id, 0, 1)).map(({ event }) => event);
  try {
    return (await worlds.bounds(worlds.of(opening), means)).scale_cents / CENTS;
  } catch (fault) {
    log.warn({ matchId: id, err: fault }, 'the scale of a world could not be worked out');
    return null;
  }
}
