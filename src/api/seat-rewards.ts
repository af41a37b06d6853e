/**
 * The dense reward of a seat at a shared table, for its program: worked out from what is stored when somebody asks, never in the round's path. It is
 * paid in money, so that it says no more than the seat's own observations do; what it is a share of is told when the match is over.
 */
import { refOf } from '~/contract/game-ref';
import type { GamePack, RewardTeller, RoundReward } from '~/contract/pack';
import { means } from '~/engine/means';
import { packOf } from '~/games/packs';
import type { Services } from '~/match/services';
import type { MatchRecord } from '~/store/event-store';
import type { Desk } from './context';
import { Refusal } from './errors';
import type { SeatReward } from './table-words';

const READ_AT_ONCE = 50;
/** Seats whose tellers are kept; one that was forgotten begins anew from the first event. */
const MOST_KEPT = 256;
const CENTS = 100;

interface Heard {
  teller: RewardTeller;
  head: number;
  /** Those who ask at once wait for each other: every event is heard once. */
  underWay: Promise<void>;
  /** Solved once, however often it is asked for. */
  scale: Promise<number | null> | null;
}

const kept = new WeakMap<Desk, Map<string, Heard>>();

/** The rounds before `round`, or all of a match that is over. */
export async function rewardOfSeat(desk: Desk, match: MatchRecord, { seat, round }: { seat: string; round: number }): Promise<SeatReward> {
  const { dense } = packOf(refOf(match));
  if (!dense) throw new Refusal('no_dense_reward', `There is no dense reward in ${match.game}: ask for reward classic.`);
  if (match.rated)
    throw new Refusal('no_dense_reward', 'The dense reward is for training, and this match is rated: ask for reward classic.');
  const isOver = match.finishedAt !== null;
  const heard = await heardBy(desk, match.id, { seat, dense });
  const rounds = heard.teller.rounds.filter(({ round_index }) => isOver || round_index < round).map(inMoney);
  const cumulative = rounds.reduce((sum, { reward }) => sum + reward, 0);
  if (match.status === 'finished') heard.scale ??= scaleOf(desk.services, match);
  return { rounds, cumulative, scale: await heard.scale };
}

async function heardBy(
  desk: Desk,
  matchId: string,
  { seat, dense }: { seat: string; dense: NonNullable<GamePack['dense']> },
): Promise<Heard> {
  const all = kept.get(desk) ?? new Map<string, Heard>();
  kept.set(desk, all);
  const key = `${matchId} ${seat}`;
  const heard: Heard = all.get(key) ?? { teller: dense(seat), head: 0, underWay: Promise.resolve(), scale: null };
  all.delete(key);
  all.set(key, heard);
  const [oldest] = all.size > MOST_KEPT ? all.keys() : [];
  if (oldest !== undefined) all.delete(oldest);
  heard.underWay = heard.underWay.then(() => catchUp(desk.services, matchId, heard));
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
    await new Promise(setImmediate); // others want to be served as well
  }
  heard.teller.take();
}

function inMoney({ round_index, total, columns }: RoundReward): SeatReward['rounds'][number] {
  const breakdown = Object.fromEntries(Object.entries(columns).map(([column, cents]) => [column, cents / CENTS]));
  return { round_index, reward: total / CENTS, breakdown };
}

/** Of the world as it was drawn, in money; null where the solver found none. */
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
