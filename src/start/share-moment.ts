/** What the picture of a match may show, put into the request for its page: what any watcher could see of it at that instant. */
import type { IncomingMessage } from 'node:http';
import type { Context } from '~/api/context';
import { takeTurn } from '~/api/trpc';
import type { MatchFeed } from '~/live/match-feed';
import { matchCard } from '~/match/match-card';
import { isLive } from '~/store/match-order';
import { isSealed, type MatchRecord } from '~/store/match-record';
import { taskTitle } from '~/ui/match/task-title';
import { type Reel, viewAt, wind } from '~/ui/replay/reel';
import { ABOUT_HEADER, MOMENT_HEADER, type SharedMoment, writeMoment } from '~/ui/share/shared-moment';

const PAGE = /^\/matches\/([\w-]{1,64})(\/picture)?$/;
/** Moments that were asked for last; a picture is looked at several times by whoever shows a preview of it. */
const KEPT = 64;
/** Of a longer record no moment is made: it would take too long for a preview. */
const MOST_EVENTS = 20_000;
/** Among so many events one that is told can be found. */
const EVENTS_TOLD = 80;

/** Of one process. */
export class ShareMoments {
  private readonly kept = new Map<string, string>();

  /** Marks requests for a match's page and for its picture; leaves all others alone. What a client sends under these names is void. */
  async mark(request: IncomingMessage, contextOf: () => Promise<Context>): Promise<void> {
    delete request.headers[MOMENT_HEADER];
    delete request.headers[ABOUT_HEADER];
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const [, id, picture] = PAGE.exec(pathname) ?? [];
    if (id === undefined) return;
    const ctx = await contextOf();
    const match = await ctx.shared.services.store.get(id).catch(() => null); // the page itself says that the database is away
    if (match === null || match.isPrivate) return; // of a private match strangers are told what they are told of none
    if (picture === undefined) {
      if (!isSecret(match)) request.headers[ABOUT_HEADER] = encodeURIComponent(aboutOf(match));
      return;
    }
    // Whoever shows a preview fetches it for everybody: also an invited visitor gets the one for strangers.
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
    // Each instant of a match is a picture of its own, drawn in this process.
    if (known === undefined && !caller.isOperator) await takeTurn(shared.pictures, caller.address);
    const moment = known ?? writeMoment({ key, card: matchCard(match), ...shownAt(feed, seq), isEnd });
    this.keep(key, moment);
    return moment;
  }

  private keep(key: string, moment: string): void {
    this.kept.delete(key);
    this.kept.set(key, moment);
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT && oldest !== undefined) this.kept.delete(oldest);
  }
}

/** In a line under its title: `Coalition market. Live, round 4 of 12.` */
function aboutOf(match: MatchRecord): string {
  const { status, round, rounds } = match;
  const name = taskTitle({ key: match.game, task: match.task });
  if (status === 'running' || status === 'paused')
    return `${name}. ${status === 'running' ? 'Live' : 'Paused'}, round ${round} of ${rounds}.`;
  return `${name}. ${status === 'finished' ? 'Watch it from any moment.' : `It was ${status}.`}`;
}

/** Its world is still played by others; and of a lobby there is nothing to see. */
function isSecret(match: MatchRecord): boolean {
  return isSealed(match) || match.status === 'lobby';
}

/** As a browser has it: the frames up to there, wound on. */
function shownAt(feed: MatchFeed, seq: number): Pick<SharedMoment, 'view' | 'events'> {
  const frames = feed.frames.slice(0, seq);
  const { reel }: { reel: Reel } = wind({ frames: [], views: [] }, frames);
  return { view: viewAt(reel, seq) ?? {}, events: frames.slice(-EVENTS_TOLD).map(({ event }) => event) };
}
