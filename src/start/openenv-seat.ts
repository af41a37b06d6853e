/**
 * A seat at a shared table, played through the OpenEnv endpoint: a step submits the turn's move and waits until the seat is asked again.
 */

import { randomUUID } from 'node:crypto';
import type { EnvLog, EnvPart, EnvResult, EnvSession, TablePart } from '~/contract/env';
import type { AnyGame, GameEvent, Reading } from '~/contract/game';
import { gameWords, refOf } from '~/contract/game-ref';
import { CourseSession, type EnvCourse } from '~/engine/env-session';
import { means } from '~/engine/means';
import { packOf } from '~/games/packs';
import { gameOf } from '~/match/load-match';
import { isOver } from '~/match/match-card';
import type { Services } from '~/match/services';
import { setReady } from '~/match/table/set-ready';
import { submitTurn } from '~/match/table/submit-turn';
import { hashOf } from '~/match/table/tokens';
import { WakeSignal } from '~/match/wake-signal';
import type { TablePlace } from '~/openenv/means';
import type { MatchRecord } from '~/store/event-store';
import { isSealed } from '~/store/match-record';
import { playedBy } from '~/store/match-types';

/** Clients of the endpoint wait up to a minute for a response. */
export const PATIENCE_MS = 45_000;
/** Notices can be lost, so the match is checked at this interval. */
const LOOK_EVERY_MS = 1_000;
const READ_AT_ONCE = 1_000;

/** Refused with a sentence, or ready to play. Throws if the match does not begin in time. */
export async function sitDown(services: Services, place: TablePlace, patienceMs = PATIENCE_MS): Promise<Reading<EnvSession>> {
  const { match: matchId, seat, token, reward } = place;
  const holder = await services.store.tables.findHolder(hashOf(token));
  const record = holder?.matchId === matchId ? await services.store.get(matchId) : null;
  if (!record || holder?.role !== 'seat' || holder.seat !== seat)
    return { ok: false, why: `token: it doesn't open seat "${seat}" of match "${matchId}", or no longer does` };
  if (reward === 'potential' && record.rated) return { ok: false, why: 'reward: "potential" is for training, and this match is rated' };
  const { env } = packOf(refOf(record));
  if (reward === 'potential' && !env?.atTable)
    return { ok: false, why: 'reward: this game has no "potential"; its seats are paid their score at the end ("classic")' };
  const part = env?.atTable?.({ seat, reward, means }) ?? {};
  const sitting = new SeatCourse(services, { record, seat, patienceMs, part, isDense: reward === 'potential' });
  const session = new CourseSession(sitting, partOf(sitting, part));
  await sitting.begin();
  part.seated?.();
  return { ok: true, value: session };
}

interface Sitting {
  record: MatchRecord;
  seat: string;
  patienceMs: number;
  part: TablePart;
  /** Paid in the seat's own money, which it knows. */
  isDense: boolean;
}

/** A match of another process or person: submits moves and waits for the other seats' turns. */
class SeatCourse implements EnvCourse {
  readonly #services: Services;
  readonly #seat: string;
  readonly #patienceMs: number;
  readonly #part: TablePart;
  readonly #isDense: boolean;
  readonly game: AnyGame;
  readonly seats: readonly string[];
  readonly opening = 0;
  readonly #events: GameEvent[] = [];
  readonly #listeners: ((event: GameEvent) => void)[] = [];
  readonly #bell = new WakeSignal();
  #record: MatchRecord;
  #state: unknown = null;
  #stop: (() => Promise<void>) | null = null;
  /** The last turn shown, for which the next move is meant. */
  #shown = -1;
  /** The current turn if its move has been submitted. */
  #handedIn: number | null = null;

  constructor(services: Services, { record, seat, patienceMs, part, isDense }: Sitting) {
    this.#services = services;
    this.#record = record;
    this.#seat = seat;
    this.#patienceMs = patienceMs;
    this.#part = part;
    this.#isDense = isDense;
    this.game = gameOf(record);
    this.seats = [seat];
  }

  /** Waits in the lobby, ready, and then for this seat's first turn. */
  async begin(): Promise<void> {
    const { store } = this.#services;
    this.#stop = await store.listen((notice) => {
      if (notice.matchId === this.#record.id) this.#bell.ring();
    });
    try {
      await store.tables.setPresence(this.#record.id, this.#seat, true);
      if (this.#record.status === 'lobby') await setReady(this.#services, this.#record.id, { seat: this.#seat, ready: true });
      if (!(await this.#wait(() => this.#isDue())))
        throw new Error(
          this.#record.status === 'lobby'
            ? 'this match has not started: its host starts it. Reset again to keep waiting'
            : `the turn of round ${this.#now} is already submitted, and the round is still open: reset again to keep waiting`,
        );
      this.#shown = this.#now;
    } catch (fault) {
      this.close();
      throw fault;
    }
  }

  get record(): MatchRecord {
    return this.#record;
  }

  get state(): unknown {
    return this.#state;
  }

  get events(): readonly GameEvent[] {
    return this.#events;
  }

  get shown(): number {
    return this.#shown;
  }

  get isOver(): boolean {
    return isOver(this.#record);
  }

  /** Empty until the match is over, and for a sealed one: its scores would tell what seats hold in a match that is still to come. */
  get results(): readonly EnvResult[] {
    const { status, config } = this.#record;
    return status === 'finished' && !isSealed(this.#record)
      ? [{ config, seats: this.seats, scores: this.game.outcome(this.#state).scores }]
      : [];
  }

  get keepsScores(): boolean {
    return this.isOver && isSealed(this.#record) && !this.#isDense;
  }

  others(): Record<string, string> {
    return {};
  }

  tell(hear: (event: GameEvent) => void): void {
    for (const event of this.#events) hear(event);
    this.#listeners.push(hear);
  }

  /** If the round closed without this turn, reports it as missed and does not play the move. */
  async play(raw: unknown): Promise<Record<string, unknown>> {
    await this.#look();
    if (this.isOver) return this.#shownNow({});
    if (this.#handedIn === null) {
      if (this.#now !== this.#shown) return this.#shownNow({ missed_round: this.#shown });
      await this.#handIn(raw);
    }
    const due = this.#handedIn;
    if (!(await this.#wait(() => this.#now !== due && this.#isDue()))) throw new Error(this.#stillOpen());
    this.#handedIn = null;
    return this.#shownNow({});
  }

  logs(): EnvLog[] {
    const { config } = this.#record;
    return [{ ref: refOf(this.#record), config, seats: this.seats, others: {}, events: [...this.#events] }];
  }

  /** Disconnects the endpoint; the seat still belongs to its holder. */
  close(): void {
    const stop = this.#stop;
    this.#stop = null;
    if (stop === null) return;
    const fault = (cause: unknown): void => this.#services.log.warn({ err: cause }, 'a seat could not be left');
    stop().catch(fault);
    this.#services.store.tables.setPresence(this.#record.id, this.#seat, false).catch(fault);
  }

  /** The current turn. */
  get #now(): number {
    return this.game.clock(this.#state).turn;
  }

  /** The match waits for this seat, or is over. */
  #isDue(): boolean {
    if (this.isOver) return true;
    if (this.#record.status === 'lobby' || this.#state === null) return false;
    return this.game.toAct(this.#state).includes(this.#seat);
  }

  async #handIn(raw: unknown): Promise<void> {
    const turnMeant = this.#shown;
    const key = randomUUID();
    const payload = this.#part.handIn ? this.#part.handIn(raw, { turn: turnMeant, key }) : raw;
    const answer = await submitTurn(this.#services, { matchId: this.#record.id, seat: this.#seat, turn: turnMeant, key, payload });
    if (!answer.ok) throw new Error(answer.why);
    const { ok, code, message } = answer.value;
    if (!ok && code !== 'unanswered' && code !== 'already_submitted' && code !== 'episode_done') throw new Error(message);
    this.#handedIn = turnMeant;
  }

  /** False: not in time. */
  async #wait(isThere: () => boolean): Promise<boolean> {
    const until = this.#services.now() + this.#patienceMs;
    for (;;) {
      const heard = this.#bell.rings;
      await this.#look();
      if (isThere()) return true;
      const left = until - this.#services.now();
      if (left <= 0) return false;
      await this.#bell.sleep(Math.min(left, LOOK_EVERY_MS), heard);
    }
  }

  /** Reads the record first: if it says that the match is over, all events are stored. */
  async #look(): Promise<void> {
    const { store } = this.#services;
    this.#record = (await store.get(this.#record.id)) ?? this.#record;
    for (;;) {
      const fresh = await store.read(this.#record.id, this.#events.length, READ_AT_ONCE);
      for (const { event } of fresh) this.#hear(event);
      if (fresh.length < READ_AT_ONCE) return;
    }
  }

  #hear(event: GameEvent): void {
    this.#events.push(event);
    this.#state = this.game.evolve(this.#state, event);
    for (const hear of this.#listeners) hear(event);
  }

  /** The step's metadata at the shown position. */
  #shownNow(more: Record<string, unknown>): Record<string, unknown> {
    this.#shown = this.isOver ? Number.POSITIVE_INFINITY : this.#now;
    const { status } = this.#record;
    const end = this.isOver && { ...(status !== 'finished' && { match_status: status }), ...(isSealed(this.#record) && { sealed: true }) };
    return { ...more, ...end };
  }

  #stillOpen(): string {
    const waiting = this.game.toAct(this.#state).filter((seat) => {
      const card = this.#record.seats.find((one) => one.seat === seat);
      return card !== undefined && playedBy(card) === null;
    });
    const whom = waiting.length === 0 ? '' : ` (it waits for ${waiting.join(', ')})`;
    return `your turn of round ${this.#handedIn} is submitted, and the round is still open${whom}: send any step to keep waiting`;
  }
}

function partOf(course: SeatCourse, own: TablePart): EnvPart {
  const [seat = ''] = course.seats;
  return {
    observe: ({ state }) => structuredClone(course.game.observe(state, seat)),
    ...own,
    status({ isOver: isDone }) {
      const { task, judgeMode, seed, status, id } = course.record;
      return {
        ...gameWords(refOf(course.record)),
        task_type: task,
        difficulty: null,
        judge_mode: judgeMode,
        seed: isDone && !isSealed(course.record) ? seed : null,
        seat,
        match_id: id,
        match_status: status,
      };
    },
  };
}
