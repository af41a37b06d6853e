import { randomInt } from 'node:crypto';
import type { GameKey } from '~/contract/game-ref';
import type { ShownMatch } from '~/contract/pack';
import { packOf } from '~/games/packs';
import { USUAL_CONTEST } from '~/games/read-game';
import { usualGames } from '~/games/registry';
import { isOver } from '~/match/match-card';
import { type MatchRequest, openMatch } from '~/match/open-match';
import type { Services } from '~/match/services';
import type { MatchRecord } from '~/store/event-store';

/** After this many scripted matches, one with a language model follows if its model is available. */
const MATCHES_BETWEEN_MODELS = 2;

/** Seconds per round, slow enough to follow. Models may take longer. */
const PACE = 4;
/** First seed of changing worlds on a new database, from the training range. */
const FIRST_SEED = 3;
/** Later starts begin at a random seed below this one, so that nobody sees the same openings after each. */
const LAST_START = 30_000;
const PAUSE_MS = 15_000;
const LOOK_EVERY_MS = 1_000;
const LIVE_MATCHES_LOOKED_AT = 100;
const MATCHES_LOOKED_AT = 100;

export interface ShowcaseOptions {
  services: Services;
  run(matchId: string): void;
  /** If nobody is connected, the next match waits, so that an idle server does not fill its database. */
  isAnybodyHere(): boolean;
}

/** Keeps one match running for people to watch, never more than one per database. */
export class Showcase {
  private readonly options: ShowcaseOptions;
  private next = 0;
  /** Scripted matches since the last one with a model, or since the start. */
  private sinceModel = 0;
  private modelMatches = 0;
  /** Where the seeds begin; null: not known yet. */
  private from: { seed: number; isNew: boolean } | null = null;
  private timer: NodeJS.Timeout | null = null;
  private quietSince: number | null = null;
  private looking: Promise<unknown> = Promise.resolve();

  constructor(options: ShowcaseOptions) {
    this.options = options;
  }

  /** The running match, or a new one. Later ones follow automatically. */
  async start(): Promise<string> {
    const match = (await this.findLive()) ?? (await this.openNext());
    this.timer = setInterval(() => {
      this.looking = this.looking.then(() => this.look());
    }, LOOK_EVERY_MS);
    return match.id;
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.looking;
  }

  private async look(): Promise<void> {
    try {
      if (await this.findLive()) {
        this.quietSince = null;
        return;
      }
      const now = this.options.services.now();
      this.quietSince ??= now;
      if (now - this.quietSince >= PAUSE_MS && this.options.isAnybodyHere()) await this.openNext();
    } catch (fault) {
      this.options.services.log.warn({ fault }, 'the showcase could not go on; trying again');
    }
  }

  private async findLive(): Promise<MatchRecord | null> {
    const page = await this.options.services.store.list({ status: ['running', 'paused'] }, { limit: LIVE_MATCHES_LOOKED_AT });
    return page.items.find((match) => match.showcase) ?? null;
  }

  private async openNext(): Promise<MatchRecord> {
    const { services, run } = this.options;
    this.from ??= await this.whereFrom();
    const answer = await openMatch(services, { ...((await this.entryWithModel()) ?? this.nextScripted()), pace: PACE, showcase: true });
    if (!answer.ok) throw new Error(`the showcase: ${answer.why}`);
    const kept = await this.yieldTo(answer.value);
    if (kept.id === answer.value.id) run(kept.id);
    return kept;
  }

  private nextScripted(): MatchRequest {
    const scripted = programme().filter(({ agent }) => agent === undefined);
    const entry = scripted[this.next % scripted.length];
    if (!entry) throw new Error('no game has a match to show');
    this.next += 1;
    this.sinceModel += 1;
    return this.requestOf(entry, this.next);
  }

  /** null if it is not a model's turn or none is ready. Models have separate worlds, one after the other. */
  private async entryWithModel(): Promise<MatchRequest | null> {
    const due = this.modelMatches === 0 ? 1 : MATCHES_BETWEEN_MODELS;
    if (this.sinceModel < due) return null;
    const { agents } = this.options.services;
    const ready: MatchRequest[] = [];
    for (const entry of programme()) {
      if (entry.agent !== undefined && (await agents?.get(entry.agent))?.ready) ready.push(this.requestOf(entry, this.modelMatches));
    }
    const entry = ready[this.modelMatches % ready.length];
    if (!entry) return null;
    this.modelMatches += 1;
    this.sinceModel = 0;
    return entry;
  }

  /** The worlds that a game chose are for a new database. */
  private requestOf({ game, version, task, policy, seats = {}, judgeMode, seed }: Shown, played: number): MatchRequest {
    const { seed: first, isNew } = this.from ?? NEW;
    return { game, version, task, policy, seats, judgeMode, seed: (isNew ? seed : undefined) ?? first + played };
  }

  private async whereFrom(): Promise<{ seed: number; isNew: boolean }> {
    const { items } = await this.options.services.store.list({}, { limit: MATCHES_LOOKED_AT });
    const isNew = items.length < MATCHES_LOOKED_AT && !items.some(({ showcase }) => showcase);
    return isNew ? NEW : { seed: randomInt(LAST_START), isNew };
  }

  /** Two processes may open one at the same moment; the older one stays. */
  private async yieldTo(own: MatchRecord): Promise<MatchRecord> {
    const { store } = this.options.services;
    const page = await store.list({ status: ['running', 'paused'] }, { limit: LIVE_MATCHES_LOOKED_AT });
    const older = page.items.find((match) => match.showcase && match.id !== own.id && isBefore(match, own));
    if (!older || isOver(older)) return own;
    await store.command(own.id, 'abort');
    this.options.run(own.id); // the holder of its lease carries the command out
    return older;
  }
}

const NEW = { seed: FIRST_SEED, isNew: true };

type Shown = ShownMatch & { game: GameKey; version: number };

/** The first match of each game, then the second of each, and so on. The contest's game comes first. */
function programme(): Shown[] {
  const games = usualGames().toSorted((a, b) => Number(b.ref.key === USUAL_CONTEST) - Number(a.ref.key === USUAL_CONTEST));
  const lists = games.map(({ ref }) => (packOf(ref).showcase ?? []).map((one) => ({ ...one, game: ref.key, version: ref.version })));
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat();
}

function isBefore(one: MatchRecord, other: MatchRecord): boolean {
  const age = one.createdAt.getTime() - other.createdAt.getTime();
  return age < 0 || (age === 0 && one.id < other.id);
}
