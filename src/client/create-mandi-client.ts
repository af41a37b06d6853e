/**
 * Mandi for programs: the typed API, a match's live stream, and a seat played to its end. Imports types only from the rest of Mandi,
 * so that it runs wherever its two packages do.
 */
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import type { AppRouter } from '~/api/router';
import type { UsualObservation } from '~/games/registry';
import type { MatchCard } from '~/live/protocol';
import { Line, type WatchOptions } from './line';
import { type Choose, type Playing, playSeat } from './play-seat';

export interface MandiClientOptions {
  /** E.g. `http://localhost:3000`. Of several, which serve the same database, another is tried when one does not answer. */
  url: string | readonly string[];
  /** A seat's token, from an earlier claim or a one-time link: plays on where that left off. */
  token?: string;
}

export interface Claim {
  /** 1 to 24 visible characters, nobody else's at that table. */
  name: string;
  /** Left out: the first that is open. */
  seat?: string;
  /** Agrees that its moves may be exported as training data, without the name; left out: no. */
  shares?: boolean;
}

export interface MandiClient {
  /** Every procedure of Mandi, with its types. A seat's are asked with the token of the seat that was claimed last. */
  api: TRPCClient<AppRouter>;
  /** Takes an open seat of a match that has not begun, and says that it is ready. Keep the token to come back after a restart. */
  claim(matchId: string, claim: Claim): Promise<{ seat: string; token: string }>;
  /** Follows a match, as everybody sees it or as the holder of a seat does. */
  watch<View extends object = object>(matchId: string, options?: WatchOptions<View>): { stop(): void };
  /**
   * Plays a seat until the match is over: `choose` (`how` itself, or in it) is asked once per turn, with what the seat may know, for a list of actions, or
   * for a move where the game wants one. Goes on through lost connections and servers; hands nothing in twice.
   */
  play<Observation = UsualObservation>(matchId: string, seat: string, how: Choose<Observation> | Playing<Observation>): Promise<MatchCard>;
  /** Closes the stream, so that the program can end. */
  close(): void;
}

/** A program's way to a Mandi. One client, one seat: for several seats make several. */
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

/** The addresses of the same Mandi, of which one is in use. */
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

  /** The next one, unless somebody has moved on from `from` already. */
  moveOn(from: string): void {
    if (this.current === from) this.at = (this.at + 1) % this.urls.length;
  }

  /** Asks the server in use; one that cannot be reached is left for the next. What was asked is not asked again here. */
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
