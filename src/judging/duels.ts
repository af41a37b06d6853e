/** Duels: two pitches of finished matches side by side, anonymous until the vote. */

import { createHash, randomUUID } from 'node:crypto';
import type { GameEvent } from '~/contract/game';
import { type GameKey, type GameRef, isSameRef, keyParts, refOf } from '~/contract/game-ref';
import type { HeardPitch, Hearings } from '~/contract/hearing';
import { findGame, GAMES } from '~/games/registry';
import { isAgentRef } from '~/match/agent-service';
import { type Answer, answered, refused } from '~/match/answer';
import { namesInRef } from '~/match/table/seat-players';
import type { DuelChoice, DuelRecord, JudgeStore, StoredVerdict } from '~/store/judge-store';
import type { SeatCard } from '~/store/match-types';

/** What a voter sees, without names and scores. */
export interface DuelCard {
  id: string;
  /** The task's name, and whether both pitched for the same block. */
  task: string;
  sameRound: boolean;
  left: string;
  right: string;
}

export interface RevealedSide {
  matchId: string;
  game: GameKey;
  ruleset: string;
  round: number;
  labId: string;
  player: string;
  text: string;
  ruleScore: number;
  reason: string | null;
}

export interface Reveal {
  choice: DuelChoice;
  left: RevealedSide;
  right: RevealedSide;
}

/** How many of the newest verdicts duels are drawn from. */
const VERDICTS_DRAWN_FROM = 400;
/** Attempts to find a pair from different matches that this voter has not seen. */
const TRIES = 200;

interface Candidate extends HeardPitch {
  matchId: string;
  task: string;
  of: GameRef;
  /** `match round seat` */
  ref: string;
  seats: readonly SeatCard[];
  masked: string;
}

/** Who made a pitch. Seats change hands, and a finished match's card shows only the last player. */
type Giver = (pitch: Pick<Candidate, 'matchId' | 'of' | 'seats' | 'seat' | 'round'>) => Promise<{ player: string; kind: string }>;

export interface DuelServices {
  store: JudgeStore;
  giverOf: Giver;
}

/** The voter's undecided duel, or a new one: from the same round if possible, otherwise across matches; null: no more. */
export async function drawDuel(
  { store, giverOf }: DuelServices,
  voter: string,
  random: () => number = Math.random,
): Promise<DuelCard | null> {
  const pool = candidatesOf(await store.verdicts(verdictTypes(), VERDICTS_DRAWN_FROM));
  const open = await store.openDuel(voter);
  const kept = open && cardOf(open, pool);
  if (kept) return kept;
  const shown = new Set(await store.pairsShown(voter));
  const pair = drawPair(pool, shown, random);
  if (pair === null) return null;
  const [left, right] = sidesOf(voter, pair);
  const duel = { id: randomUUID(), voter, pair: pairOf(left, right), leftPitch: left.ref, rightPitch: right.ref };
  const players = { leftPlayer: (await giverOf(left)).kind, rightPlayer: (await giverOf(right)).kind };
  const isNew = await store.addDuel({ ...duel, ...players });
  const drawn = isNew ? { ...duel, ...players, choice: null } : await store.openDuel(voter);
  return drawn && cardOf(drawn, pool);
}

/** Only the first vote counts. The result has names and scores, also when it is requested again. */
export async function voteDuel(
  { store, giverOf }: DuelServices,
  voter: string,
  { id, choice }: { id: string; choice: DuelChoice },
): Promise<Answer<Reveal, 'unknown_duel'>> {
  // The response to a vote may have been lost, so the same browser can request it again.
  const duel = (await store.vote(id, voter, choice)) ?? (await store.decided(id, voter));
  if (!duel) return refused('unknown_duel', 'There is no such duel, or it was shown to another browser.');
  const pool = candidatesOf(await store.verdicts(verdictTypes(), VERDICTS_DRAWN_FROM));
  const [left, right] = [duel.leftPitch, duel.rightPitch].map((ref) => pool.find((one) => one.ref === ref));
  if (!left || !right) return refused('unknown_duel', 'The pitches of this duel no longer exist. Your vote is saved.');
  return answered({ choice: duel.choice ?? choice, left: await revealed(left, giverOf), right: await revealed(right, giverOf) });
}

function verdictTypes(): string[] {
  return [...new Set(GAMES.flatMap(({ verdictType }) => verdictType ?? []))];
}

/** Every pitch of these verdicts, without duplicates. */
function candidatesOf(verdicts: readonly StoredVerdict[]): Candidate[] {
  return verdicts.flatMap(({ matchId, task, game, version, seats, sitters, event }) => {
    const cards = seats as readonly SeatCard[];
    const hearing = findGame(game, version)?.can?.hearing;
    if (!hearing) return [];
    const called = Object.fromEntries(
      cards.map((card) => [
        card.seat,
        [...namesOf(card, hearing), ...sitters.filter(({ seat }) => seat === card.seat).map(({ name }) => name)],
      ]),
    );
    return hearing.of(event as GameEvent).map((pitch) => ({
      ...pitch,
      matchId,
      task,
      of: refOf({ game, version }),
      ref: `${matchId} ${pitch.round} ${pitch.seat}`,
      seats: cards,
      masked: hearing.mask(pitch.text, { own: pitch.seat, called }),
    }));
  });
}

/** A seat's public names. */
function namesOf(card: SeatCard, hearing: Hearings): string[] {
  const own = hearing.namesOf(card.seat);
  const agent = 'policy' in card && card.policy !== null && isAgentRef(card.policy) ? namesInRef(card.policy) : [];
  return 'name' in card ? [...own, card.name, ...agent] : [...own, ...agent];
}

function drawPair(pool: readonly Candidate[], shown: ReadonlySet<string>, random: () => number): [Candidate, Candidate] | null {
  const isNew = (a: Candidate, b: Candidate) => a.masked !== b.masked && !shown.has(pairOf(a, b));
  const rounds = new Map<string, Candidate[]>();
  for (const one of pool) rounds.set(`${one.matchId} ${one.round}`, [...(rounds.get(`${one.matchId} ${one.round}`) ?? []), one]);
  const together = [...rounds.values()].flatMap(pairsIn).filter(([a, b]) => isNew(a, b));
  const chosen = together[Math.floor(random() * together.length)];
  if (chosen) return chosen;
  for (let tried = 0; tried < TRIES && pool.length > 1; tried += 1) {
    const a = pool[Math.floor(random() * pool.length)];
    const b = pool[Math.floor(random() * pool.length)];
    if (a && b && a.ref !== b.ref && a.task === b.task && isSameRef(a.of, b.of) && isNew(a, b)) return [a, b];
  }
  return null;
}

function pairsIn(pitches: readonly Candidate[]): [Candidate, Candidate][] {
  return pitches.flatMap((a, i) => pitches.slice(i + 1).map((b): [Candidate, Candidate] => [a, b]));
}

/** Left and right depend on voter and pair, so that half of the voters see them swapped. */
function sidesOf(voter: string, [a, b]: [Candidate, Candidate]): [Candidate, Candidate] {
  const [first, second] = a.ref < b.ref ? [a, b] : [b, a];
  const bit =
    createHash('sha256')
      .update(`${voter} ${pairOf(a, b)}`)
      .digest()
      .readUInt8(0) & 1;
  return bit === 0 ? [first, second] : [second, first];
}

function pairOf(a: Candidate, b: Candidate): string {
  return [a.ref, b.ref].sort().join('|');
}

function cardOf(duel: DuelRecord, pool: readonly Candidate[]): DuelCard | null {
  const left = pool.find((one) => one.ref === duel.leftPitch);
  const right = pool.find((one) => one.ref === duel.rightPitch);
  if (!left || !right) return null;
  const sameRound = left.matchId === right.matchId && left.round === right.round;
  return { id: duel.id, task: left.task, sameRound, left: left.masked, right: right.masked };
}

async function revealed(pitch: Candidate, giverOf: Giver): Promise<RevealedSide> {
  const { matchId, of, round, seat, text, score, reason } = pitch;
  const { ruleset } = keyParts(of.key);
  return { matchId, game: of.key, ruleset, round, labId: seat, player: (await giverOf(pitch)).player, text, ruleScore: score, reason };
}
