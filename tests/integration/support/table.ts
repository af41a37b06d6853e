import jsonPatch from 'fast-json-patch';
import { z } from 'zod';
import type { OpenObservation } from '~/games/gpu-market/open/shared/observation';
import type { OpenMarketView } from '~/games/gpu-market/open/shared/told/view';
import type { FramesMessage, MatchCard } from '~/live/protocol';
import { apiOf, type TestServer, type TestSocket, watchAs } from './server';

/** A person's browser, or a program with its token: what it holds is sent along, what it is given is kept. */
export class Guest {
  readonly origin: string;
  readonly cookies = new Map<string, string>();
  /** The cookies as they were set, flags and all. */
  readonly set: string[] = [];
  bearer: string | null = null;
  /** Hears each answer, headers and all, as it came. */
  heard: (text: string) => void = () => undefined;

  constructor(origin: string) {
    this.origin = origin;
  }

  headers(): Record<string, string> {
    return {
      ...(this.cookies.size > 0 && { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
      ...(this.bearer !== null && { authorization: `Bearer ${this.bearer}` }),
    };
  }

  get api(): ReturnType<typeof apiOf> {
    return apiOf(
      this.origin,
      () => this.headers(),
      (url, init) => this.fetch(url, init),
    );
  }

  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const answer = await fetch(url, init);
    this.heard(`${answer.url}\n${[...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')}\n`);
    this.heard(await answer.clone().text());
    for (const cookie of answer.headers.getSetCookie()) {
      this.set.push(cookie);
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=', 2);
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }
}

export type NewTable = Parameters<TestServer['api']['match']['create']['mutate']>[0];

export const TABLE: NewTable = { ruleset: 'open', task: 'market_round', policy: 'open', clockSeconds: 300 };

/** A match with open seats, in its lobby, and its host. */
export async function openTable(mandi: Pick<TestServer, 'origin'>, part: Partial<NewTable> = {}): Promise<{ id: string; host: Guest }> {
  const host = new Guest(mandi.origin);
  const { id } = await host.api.match.create.mutate({ ...TABLE, ...part });
  return { id, host };
}

/** Somebody takes a seat with a browser. */
export async function sit(
  mandi: Pick<TestServer, 'origin'>,
  id: string,
  { name, seat }: { name: string; seat?: string },
): Promise<{ guest: Guest; seat: string }> {
  const guest = new Guest(mandi.origin);
  const claimed = await guest.api.seat.claim.mutate({ id, name, ...(seat !== undefined && { seat }) });
  return { guest, seat: claimed.seat };
}

/** What a screen does with one view of a match, and nothing more: no gap and no double may come. */
export class Screen {
  head = 0;
  view = {} as OpenMarketView;
  cards: MatchCard[] = [];
  unseated = false;
  refusal: string | null = null;
  private readonly socket: TestSocket;
  private readonly place: { matchId: string; seat?: string };

  /** A seat's own view, or what everybody sees. */
  constructor(socket: TestSocket, matchId: string, seat?: string) {
    this.socket = socket;
    this.place = { matchId, ...(seat !== undefined && { seat }) };
    socket.on('frames', (message) => {
      if (message.matchId === matchId && message.seat === seat) this.take(message);
    });
    socket.on('card', (card) => this.cards.push(card));
    socket.on('unseated', () => {
      this.unseated = true;
    });
  }

  async open(since = this.head): Promise<this> {
    await watchAs(this.socket, { ...this.place, since }, (answer) => {
      this.refusal = answer.ok ? null : answer.code;
      if (!answer.ok) return;
      this.cards.push(answer.card);
      this.take(answer);
    });
    return this;
  }

  private take({ frames, anew }: Pick<FramesMessage, 'frames' | 'anew'>): void {
    if (anew) [this.head, this.view] = [0, {} as OpenMarketView];
    for (const frame of frames) {
      if (frame.seq !== this.head + 1) throw new Error(`frame ${frame.seq} after ${this.head}`);
      this.view = jsonPatch.applyPatch(this.view, structuredClone(frame.patch)).newDocument;
      this.head = frame.seq;
    }
  }
}

export async function look(guest: Guest, id: string, seat: string) {
  const seen = await guest.api.seat.observe.query({ id, seat });
  return { ...seen, observation: seen.observation as OpenObservation };
}

/** Hands in a turn; answers its receipt's code. */
export async function play(
  guest: Guest,
  { id, seat, round }: { id: string; seat: string; round: number },
  actions: object[] = [],
): Promise<string> {
  const receipt = await guest.api.seat.submit.mutate({ id, seat, round_index: round, key: `${seat}-${round}`, actions });
  return receipt.code;
}

const fault = z.object({ data: z.object({ mandi: z.object({ code: z.string(), message: z.string() }), httpStatus: z.number() }) });

/** The code with which a call is refused; `ok` when it is not. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error === null) return 'ok';
  const read = fault.safeParse(error);
  if (!read.success) throw new Error('no refusal', { cause: error });
  return read.data.data.mandi.code;
}
