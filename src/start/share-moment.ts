/** Adds to the request for a match's page what its preview picture may show: what any watcher could see at that moment. */
import type { IncomingMessage } from 'node:http';
import type { Context } from '~/api/context';
import { takeTurn } from '~/api/trpc';
import { refOf } from '~/contract/game-ref';
import { means } from '~/engine/means';
import { packOf } from '~/games/packs';
import { roundText } from '~/games/screens';
import { KeptPromises } from '~/lib/collections/kept-promises';
import type { MatchFeed } from '~/live/match-feed';
import { matchCard } from '~/match/match-card';
import { isLive } from '~/store/match-order';
import { isSealed, type MatchRecord } from '~/store/match-record';
import { type Reel, viewAt, wind } from '~/ui/replay/reel';
import { ABOUT_HEADER, MOMENT_HEADER, type SharedMoment, VISITOR_HEADER, writeMoment } from '~/ui/share/shared-moment';
import { taskTitle } from '~/ui/task-title';

const PAGE = /^\/matches\/([\w-]{1,64})(\/picture)?$/;
/** Cache size. Services that show a preview fetch it several times. */
const KEPT = 64;
/** No preview for longer records, because it would take too long. */
const MOST_EVENTS = 20_000;
/** Services wait a few seconds for a preview. */
const GAINS_MS = 6_000;
/** Number of events searched for one with a description. */
const EVENTS_TOLD = 80;

/** The cache of one process. */
export class ShareMoments {
  private readonly kept = new Map<string, string>();
  /** By match; computed once. */
  private readonly gains = new KeptPromises<Readonly<Record<string, number>>>(KEPT);

  /** Handles requests for a match's page and its picture, and no others. Removes these headers if a client sends them. */
  async mark(request: IncomingMessage, contextOf: () => Promise<Context>): Promise<void> {
    delete request.headers[MOMENT_HEADER];
    delete request.headers[ABOUT_HEADER];
    delete request.headers[VISITOR_HEADER];
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const [, id, picture] = PAGE.exec(pathname) ?? [];
    if (id === undefined) return;
    const ctx = await contextOf();
    const match = await ctx.shared.services.store.get(id).catch(() => null); // the page itself reports that the database is unavailable
    if (match === null || match.isPrivate) return; // a private match looks like a missing one to strangers
    if (picture === undefined) {
      if (!isSecret(match)) request.headers[ABOUT_HEADER] = encodeURIComponent(aboutOf(match));
      return;
    }
    request.headers[VISITOR_HEADER] = ctx.caller.isOperator ? 'operator' : ctx.caller.address;
    // A service fetches one preview for everyone, so invited visitors also get the one for strangers.
    request.headers[MOMENT_HEADER] = isSecret(match)
      ? 'neutral'
      : await this.momentOf(ctx, match, Number(searchParams.get('at') ?? Number.NaN));
  }

  private async momentOf({ shared, caller }: Context, match: MatchRecord, at: number): Promise<string> {
    if (!caller.isOperator) await takeTurn(shared.replays, caller.address);
    const feed = await (caller.isOperator ? shared.feeds.at(match) : shared.costly.inTurn(caller.address, () => shared.feeds.at(match)));
    if (feed.head === 0 || feed.head > MOST_EVENTS) return 'neutral';
    const seq = Number.isInteger(at) && at >= 1 ? Math.min(at, feed.head) : feed.head;
    const isEnd = !isLive(match) && seq === feed.head;
    const key = `${match.id} ${seq} ${feed.sight} ${match.status} ${JSON.stringify(match.seats)}`;
    const known = this.kept.get(key);
    // Each moment of a match is a separate picture, drawn in this process.
    if (known === undefined && !caller.isOperator) await takeTurn(shared.pictures, caller.address);
    if (known !== undefined) {
      this.keep(key, known);
      return known;
    }
    const isScored = isEnd && match.status === 'finished' && packOf(refOf(match)).gains !== undefined;
    const gains = isScored ? await this.gainsOf(shared, match) : null;
    const moment = writeMoment({ key: `${key} ${gains !== null}`, card: matchCard(match), ...shownAt(feed, seq), isEnd, gains });
    if (!isScored || gains !== null) this.keep(key, moment); // the next request may come when they are known
    return moment;
  }

  /** The scores of a finished match, in games that score the gain; null if they take too long for whoever fetches the preview. */
  private gainsOf({ services }: Context['shared'], match: MatchRecord): Promise<Readonly<Record<string, number>> | null> {
    const { gains } = packOf(refOf(match));
    if (gains === undefined) return Promise.resolve(null);
    const known = this.gains.of(match.id, async () => {
      const stored = await services.store.read(match.id);
      return gains(
        stored.map(({ event }) => event),
        means,
      );
    });
    const late = new Promise<null>((resolve) => setTimeout(resolve, GAINS_MS, null).unref());
    return Promise.race([known, late]).catch(() => null);
  }

  private keep(key: string, moment: string): void {
    this.kept.delete(key);
    this.kept.set(key, moment);
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT && oldest !== undefined) this.kept.delete(oldest);
  }
}

/** The line under the title: `Coalition market. Live, round 4 (last: 11).` */
function aboutOf(match: MatchRecord): string {
  const { status, round, rounds } = match;
  const name = taskTitle({ key: match.game, task: match.task });
  if (status === 'running' || status === 'paused')
    return `${name}. ${status === 'running' ? 'Live' : 'Paused'}, ${roundText(match.game, round, rounds)}.`;
  return `${name}. ${status === 'finished' ? 'Watch it from any moment.' : `It was ${status}.`}`;
}

/** Others still play its world, or it is a lobby, in which there is nothing to see. */
function isSecret(match: MatchRecord): boolean {
  return isSealed(match) || match.status === 'lobby';
}

/** As in a browser: applies the frames up to that event. */
function shownAt(feed: MatchFeed, seq: number): Pick<SharedMoment, 'view' | 'events'> {
  const frames = feed.frames.slice(0, seq);
  const { reel }: { reel: Reel } = wind({ frames: [], views: [] }, frames);
  return { view: viewAt(reel, seq) ?? {}, events: frames.slice(-EVENTS_TOLD).map(({ event }) => event) };
}
