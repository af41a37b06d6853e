/** Who is at a cluster whose parts are killed: people who play, others who watch, and matches with a model. */
import { io } from 'socket.io-client';
import { expect } from 'vitest';
import type { EventStore } from '~/store/event-store';
import type { Cluster } from '../../../scripts/cluster.mjs';
import { addPatientModel, isWriting, MODEL_SEAT, wholeTurns } from '../../integration/support/model-seat';
import { apiOf, type TestSocket, until } from '../../integration/support/server';
import { openTable, play, Screen, sit } from '../../integration/support/table';

export const PATIENCE = 600_000;
const SEATS = ['lab_0', 'lab_1', 'lab_2', 'lab_3'];
const ROUNDS = 4;
/** What a turn of the model may take where everything else runs beside it. */
const TURN_SECONDS = 120;

export async function isHere({ webOrigins }: Cluster): Promise<boolean> {
  const answers = await Promise.all(webOrigins.map((origin) => fetch(`${origin}/api/health`).catch(() => null)));
  return answers.every((answer) => answer?.ok === true);
}

/** A table is set up between two kills, because nobody can repeat a call that has given away a seat. */
export class Gate {
  #last: Promise<unknown> = Promise.resolve();

  pass<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

/** Four people who play one match after the other, and two who watch it, all through the proxy. */
export class Crowd {
  readonly tables: { id: string; screens: Screen[] }[] = [];
  readonly #cluster: Cluster;
  readonly #gate: Gate;
  readonly #sockets: TestSocket[] = [];
  #isStopped = false;

  constructor(cluster: Cluster, gate: Gate) {
    this.#cluster = cluster;
    this.#gate = gate;
  }

  playUntilStopped(): { stop(): Promise<void> } {
    const playing = this.#play();
    playing.catch(() => undefined);
    return {
      stop: async () => {
        this.#isStopped = true;
        await playing;
      },
    };
  }

  async #play(): Promise<void> {
    while (!this.#isStopped) {
      const { id, people } = await this.#gate.pass(() => this.#sitDown());
      for (let round = 0; round < ROUNDS; round += 1) {
        await until(async () => (await people[0]?.guest.api.match.get.query({ id }).catch(() => null))?.round === round, PATIENCE);
        // `unanswered`: it is kept, and the same key asks again.
        const handIn = ({ guest, seat }: (typeof people)[number]) =>
          until(async () => {
            const code = await play(guest, { id, seat, round }).catch(() => null);
            return code !== 'unanswered' && code;
          }, PATIENCE);
        const codes = await Promise.all(people.map(handIn));
        expect({ round, codes }).toEqual({ round, codes: SEATS.map(() => 'turn_accepted') });
      }
      await until(async () => (await people[0]?.guest.api.match.get.query({ id }).catch(() => null))?.status === 'finished', PATIENCE);
    }
  }

  async #sitDown() {
    await until(() => isHere(this.#cluster), PATIENCE);
    const { origin } = this.#cluster;
    const seats = Object.fromEntries(SEATS.map((seat) => [seat, 'open']));
    const { id, host } = await openTable({ origin }, { seats, options: { rounds: ROUNDS, shocks: 0 } });
    const people = await Promise.all(SEATS.map((seat) => sit({ origin }, id, { name: `Person ${seat.slice(4)}`, seat })));
    await host.api.table.start.mutate({ id });
    this.tables.push({ id, screens: [this.#watch(id), this.#watch(id)] });
    return { id, people };
  }

  /** Comes back to whichever process the proxy chooses, and asks for what it has missed. */
  #watch(id: string): Screen {
    const options = { transports: ['websocket'], forceNew: true, reconnectionDelay: 100, reconnectionDelayMax: 500 };
    const socket: TestSocket = io(this.#cluster.origin, options);
    this.#sockets.push(socket);
    const screen = new Screen(socket, id);
    const open = async (): Promise<void> => {
      await screen.open();
      // As a page does it: what is refused because the database is away is asked again.
      if (screen.refusal !== null && socket.connected) setTimeout(() => void open(), 500);
    };
    socket.on('connect', () => void open());
    return screen;
  }

  /** Every turn once, no gap in any log, and every screen as one that opens now; answers how many turns and events that were. */
  async check(store: EventStore): Promise<{ turns: number; events: number }> {
    const checked = { turns: 0, events: 0 };
    for (const { id, screens } of this.tables) {
      const stored = await store.read(id);
      expect(await store.get(id)).toMatchObject({ status: 'finished', head: stored.length, fault: null });
      expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1));
      const turns = stored.flatMap(({ event }) =>
        event.type === 'turn_taken' && 'lab_id' in event && 'round_index' in event
          ? [`${String(event.lab_id)} ${String(event.round_index)}`]
          : [],
      );
      const all = SEATS.flatMap((seat) => Array.from({ length: ROUNDS }, (_, round) => `${seat} ${round}`));
      expect(turns.sort()).toEqual(all.sort());
      const fresh = this.#watch(id);
      const seen = () => [...screens, fresh].map(({ head, cards, refusal }) => ({ head, status: cards.at(-1)?.status, refusal }));
      const whole = { head: stored.length, status: 'finished', refusal: null };
      await expect.poll(seen, { timeout: 60_000 }).toEqual([...screens, fresh].map(() => whole));
      for (const screen of screens) expect(screen.view).toEqual(fresh.view);
      checked.turns += turns.length;
      checked.events += stored.length;
    }
    for (const socket of this.#sockets) socket.disconnect();
    return checked;
  }
}

/** Haggles of the small model with a script, one after the other. */
export class ModelMatches {
  readonly ids: string[] = [];
  readonly #api: ReturnType<typeof apiOf>;
  readonly #store: EventStore;
  #model: string | null = null;

  constructor({ origin }: Cluster, store: EventStore) {
    this.#api = apiOf(origin);
    this.#store = store;
  }

  /** Until the worker writes a turn of an unfinished match. */
  async writes(): Promise<void> {
    await until(async () => {
      await this.#goOn();
      return isWriting(this.#api);
    }, PATIENCE);
  }

  async #goOn(): Promise<void> {
    const last = this.ids.at(-1);
    if (last !== undefined && (await this.#store.get(last))?.status === 'running') return;
    this.#model ??= await addPatientModel(this.#api, TURN_SECONDS);
    const listed = async () => (await this.#api.agent.list.query({ game: 'bazaar/open' })).find(({ ref }) => ref === this.#model);
    await until(async () => (await listed())?.ready, PATIENCE);
    const seats = { [MODEL_SEAT]: this.#model };
    const seed = 28 + this.ids.length;
    this.ids.push(
      (await this.#api.match.create.mutate({ game: 'bazaar/open', task: 'haggle', seed, policy: 'linear', seats, pace: 0 })).id,
    );
  }

  /** Every turn once; answers how many there were, how many began anew with another worker, and how many a fallback played. */
  async check(): Promise<{ turns: number; again: number; fallbacks: number }> {
    await until(async () => (await this.#store.get(this.ids.at(-1) ?? ''))?.status === 'finished', PATIENCE);
    const turns = (await Promise.all(this.ids.map((id) => wholeTurns(this.#store, id)))).flat();
    const isAgain = ({ replies }: (typeof turns)[number]) =>
      replies.some(({ attempts = [] }) => attempts.some(({ fault }) => fault === 'unreachable'));
    const fallbacks = turns.filter(({ origin }) => origin === 'fallback');
    return { turns: turns.length, again: turns.filter(isAgain).length, fallbacks: fallbacks.length };
  }
}
