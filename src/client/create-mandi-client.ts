/**
 * Mandi for programs: the typed API, a match's live stream, and a seat played to its end. Imports only types from the rest of Mandi, so
 * that it needs just its two packages.
 */
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import type { AppRouter } from '~/api/router';
import type { UsualObservation } from '~/games/registry';
import type { MatchCard } from '~/live/protocol';
import { Line, type WatchOptions } from './line';
import { type Choose, type Playing, playSeat } from './play-seat';

export interface MandiClientOptions {
  /** E.g. `http://localhost:3000`. If several serve the same database, another is tried when one does not answer. */
  url: string | readonly string[];
  /** A seat's token, from an earlier claim or a one-time link, to continue playing. */
  token?: string;
}

export interface Claim {
  /** 1 to 24 visible characters, unique at the table. */
  name: string;
  /** Default: the first open seat. */
  seat?: string;
  /** Agrees that its moves may be exported as training data without the name. Default: no. */
  shares?: boolean;
}

export interface MandiClient {
  /** Every procedure of Mandi, with types. Procedures of a seat use the token of the last claimed seat. */
  api: TRPCClient<AppRouter>;
  /** Claims an open seat of a match that has not begun, and reports ready. Store the token to come back after a restart. */
  claim(matchId: string, claim: Claim): Promise<{ seat: string; token: string }>;
  /** Follows a match, as the public or as a seat's holder sees it. */
  watch<View extends object = object>(matchId: string, options?: WatchOptions<View>): { stop(): void };
  /**
   * Plays a seat until the match is over. `choose` (`how`, or a field of it) is called once per turn with the observation and returns a
   * list of actions or, if the game requires one, a move. Continues after lost connections and server restarts; submits nothing twice.
   */
  play<Observation = UsualObservation>(matchId: string, seat: string, how: Choose<Observation> | Playing<Observation>): Promise<MatchCard>;
  /** Closes the stream, so that the program can exit. */
  close(): void;
}

/** A program's connection to a Mandi. Use one client per seat. */
export function createMandiClient(options: MandiClientOptions): MandiClient {
  const servers = new Servers(typeof options.url === 'string' ? [options.url] : options.url);
  let token = options.token ?? null;
  const api = createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${servers.current}/api/trpc`,
        headers: () => (token === null ? {} : { authorization: `Bearer ${token}` }),
        fetch: (input, init) => servers.fetch(input, init as RequestInit),
      }),
    ],
  });
  const line = new Line({ urlOf: () => servers.current, nextUrl: () => servers.moveOn(servers.current), tokenOf: () => token });
  return {
    api,
    async claim(matchId, { name, seat, shares = false }) {
      const claimed = await api.seat.claim.mutate({ id: matchId, name, program: true, shares, ...(seat !== undefined && { seat }) });
      if (claimed.token === null) throw new Error('Mandi gave no token for the seat.');
      token = claimed.token;
      line.renew();
      await api.seat.ready.mutate({ id: matchId, seat: claimed.seat, ready: true });
      return { seat: claimed.seat, token: claimed.token };
    },
    watch: (matchId, watching = {}) => line.watch(matchId, watching),
    play: (matchId, seat, how) => playSeat({ api, line }, { matchId, seat }, typeof how === 'function' ? { choose: how } : how),
    close: () => line.close(),
  };
}

/** Addresses of the same Mandi, of which one is in use. */
class Servers {
  private readonly urls: readonly string[];
  private at = 0;

  constructor(urls: readonly string[]) {
    if (urls.length === 0) throw new Error('createMandiClient needs the address of a Mandi.');
    this.urls = urls.map((url) => new URL(url).origin);
  }

  get current(): string {
    return this.urls[this.at] ?? '';
  }

  /** Switches to the next one, unless `from` is no longer in use. */
  moveOn(from: string): void {
    if (this.current === from) this.at = (this.at + 1) % this.urls.length;
  }

  /** Sends to the server in use; if it is unreachable, switches to the next. Does not repeat the request. */
  async fetch(input: URL | RequestInfo, init: RequestInit): Promise<Response> {
    const server = this.current;
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    try {
      return await fetch(`${server}${pathname}${search}`, init);
    } catch (fault) {
      this.moveOn(server);
      throw fault;
    }
  }
}
