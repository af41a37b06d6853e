/** Plays the matches of all tournaments, as many at the same time as it has slots, scores them, and starts each tournament's next stage. */
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeId } from '~/eval/code-digest';
import { isAgentRef } from '~/match/agent-service';
import type { Budget, Services } from '~/match/services';
import { isAway, willPass } from '~/store/database-error';
import type { TournamentRecord } from '~/store/tournaments/tournament';
import { paceOf } from '~/store/tournaments/tournament-pace';
import type { FixtureJob, JobTaker, TournamentSpent } from '~/store/tournaments/tournament-store';
import { advanceTournament } from './advance-tournament';
import { Batches } from './batches';
import { whyUnfit } from './fits-pin';
import type { FixturePlace } from './fixture-match';
import { lookAtTournaments } from './look-at-tournaments';
import { noteFailure, type Played, playFixture } from './play-fixture';
import { WorldScorer } from './world-scorer';

/** Matches at the same time: while some wait for the disk, others are played. */
export const USUAL_SLOTS = 16;
/** Additional slots for matches with models or remote programs, which spend their time waiting. */
export const SLOW_SLOTS = 4;
/** Matches that end within this time are announced together. */
const TELL_AFTER_MS = 150;
const LOOK_EVERY_MS = 2_000;
/** If this process lacks a match's pinned players, the match waits this long before it is offered to all workers again. */
const PUT_OFF_SECONDS = 30;
/** Delay before an unreachable database is tried again. */
const REST_MS = 500;

type Tournament = Omit<FixturePlace, 'fixture'>;
type AgentRuntime = Pick<Services, 'agents' | 'hearPitches'>;

export interface WorkerOptions {
  /** Slots for scripted matches. */
  slots?: number;
  /** Opens models and remote programs when the first of them is to play. `judges`: a model judges pitches. */
  agentRuntime?(refs: readonly string[], judges: boolean): Promise<AgentRuntime>;
  /** Called when the database is unreachable, to bring it back if possible. */
  revive?(): Promise<void>;
}

export class TournamentWorker {
  private readonly services: Services;
  private readonly options: WorkerOptions;
  private readonly stopping = new AbortController();
  private readonly known = new Map<string, Promise<Tournament | null>>();
  private readonly budgets: Budgets;
  private readonly moved = new Set<string>();
  private telling: NodeJS.Timeout | null = null;
  private looking: NodeJS.Timeout | null = null;
  private busy: Promise<void> = Promise.resolve();
  private taker: JobTaker | null = null;
  private readonly scorer: WorldScorer;
  private readonly batches: Batches | null;
  private playing = 0;
  private playedAt: number;

  constructor(services: Services, options: WorkerOptions = {}) {
    this.services = services;
    this.options = options;
    this.budgets = new Budgets(services);
    this.scorer = new WorldScorer(services, (id) => this.noteMoved(id));
    this.playedAt = services.now();
    this.batches = this.openBatches();
    setMaxListeners(0, this.stopping.signal); // every match listens
  }

  async start(): Promise<void> {
    const quick = this.options.slots ?? USUAL_SLOTS;
    const slots = { quick, slow: Math.min(quick, SLOW_SLOTS) };
    this.taker = await this.services.store.tournaments.takeJobs(slots, (job) => this.play(job), codeId());
    await this.batches?.start(); // by now this process is known to live
    const look = (): void => this.queue(() => lookAtTournaments(this.services));
    this.looking = setInterval(look, LOOK_EVERY_MS);
    this.scorer.start();
    look();
  }

  /** Leaves its matches to other workers. */
  async stop(): Promise<void> {
    this.stopping.abort();
    if (this.looking) clearInterval(this.looking);
    await this.batches?.stop();
    await this.taker?.stop();
    await this.scorer.stop();
    if (this.telling) clearTimeout(this.telling);
    this.queue(() => this.tellAll());
    await this.busy;
  }

  /** Milliseconds since it last had something to play. */
  get idleMs(): number {
    return this.playing > 0 || this.batches?.isBusy || this.scorer.isBusy ? 0 : this.services.now() - this.playedAt;
  }

  private openBatches(): Batches | null {
    const { batches } = this.services.store.tournaments;
    if (!batches) return null;
    return new Batches(this.services, {
      batches,
      slots: this.options.slots ?? USUAL_SLOTS,
      code: codeId(),
      placeOf: (id) => this.placeOf(id),
      moved: (id) => {
        this.playedAt = this.services.now();
        this.noteMoved(id);
      },
      scoring: () => this.scorer.wake(),
      revive: async () => this.options.revive?.(),
    });
  }

  /** Never throws: a job that was taken must be finished here. */
  private async play(job: FixtureJob): Promise<void> {
    this.playing += 1;
    try {
      while (!this.stopping.signal.aborted && (await this.tryToPlay(job)) === 'again') {
        await this.options.revive?.().catch(() => undefined);
        await sleep(REST_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    } finally {
      this.playing -= 1;
      this.playedAt = this.services.now();
    }
  }

  private async tryToPlay(job: FixtureJob): Promise<'done' | 'again'> {
    try {
      if ((await this.playOnce(job)) === 'played') {
        this.noteMoved(job.id);
        this.scorer.wake();
      }
      return 'done';
    } catch (fault) {
      this.services.log.warn({ fault, ...job }, 'a match of a tournament broke off');
      if (willPass(fault)) return 'again';
      return this.noteBreak(job);
    }
  }

  private async noteBreak(job: FixtureJob): Promise<'done' | 'again'> {
    try {
      const fixture = await this.services.store.tournaments.fixture(job.id, job.order);
      // Only the log has the error's own words, because a tournament's page must not show the server's paths and addresses.
      const why = 'The match failed because of an error in this server. The server’s log says which one.';
      if (fixture) await noteFailure(this.services, fixture, { job, why });
      this.noteMoved(job.id);
      return 'done';
    } catch {
      return 'again';
    }
  }

  private async playOnce(job: FixtureJob): Promise<Played> {
    const at = await this.placeOf(job.id);
    if (!at) return 'nothing';
    const { seats } = (await this.services.store.tournaments.fixture(job.id, job.order)) ?? { seats: [] };
    if (paceOf(at.tournament.plan, seats) === 'quick') return this.begin(job, at, this.services);
    const refs = seats.flatMap(({ player }) => (player !== null && isAgentRef(player) ? [player] : []));
    const agentRuntime = await this.options.agentRuntime?.(refs, at.tournament.plan.judgeMode === 'llm');
    const why = await whyUnfit({ ...this.services, ...agentRuntime }, at.tournament, { seats });
    if (why !== null) return this.putOff(job, why);
    const pinned = (seat: string) => {
      const entrant = seats.find((one) => one.seat === seat)?.entrant;
      return at.tournament.entrants.find(({ name }) => name === entrant)?.pin?.model?.digest ?? null;
    };
    return this.begin(job, at, { ...this.services, ...agentRuntime, pinned, budget: () => this.budgets.of(at.tournament) });
  }

  private async putOff(job: FixtureJob, why: string): Promise<Played> {
    this.services.log.warn({ ...job, why }, 'a match of a tournament is left to another worker');
    await this.services.store.tournaments.putOff(job, why, PUT_OFF_SECONDS);
    return 'nothing';
  }

  private async begin(job: FixtureJob, at: Tournament, services: Services): Promise<Played> {
    const fixture = await services.store.tournaments.begin(job.id, job.order);
    if (!fixture) return 'nothing';
    this.noteMoved(job.id);
    return playFixture(services, job, { ...at, fixture, signal: this.stopping.signal });
  }

  /** Caches what never changes of a tournament. */
  private placeOf(id: string): Promise<Tournament | null> {
    const known = this.known.get(id) ?? this.readPlace(id);
    this.known.set(id, known);
    known.catch(() => this.known.delete(id));
    return known;
  }

  private async readPlace(id: string): Promise<Tournament | null> {
    const { tournaments, seasons } = this.services.store;
    const tournament = await tournaments.get(id);
    if (!tournament) return null;
    const season = tournament.seasonId === null ? null : await seasons.get(tournament.seasonId);
    return { tournament, seasonKey: season?.key ?? null };
  }

  private noteMoved(id: string): void {
    this.moved.add(id);
    this.telling ??= setTimeout(() => {
      this.telling = null;
      this.queue(() => this.tellAll());
    }, TELL_AFTER_MS);
  }

  private async tellAll(): Promise<void> {
    for (const id of this.moved) {
      this.moved.delete(id);
      await this.services.store.tournaments.tell(id);
      await advanceTournament(this.services, id);
    }
  }

  /** One after the other; failures are tried again later. */
  private queue(work: () => Promise<void>): void {
    this.busy = this.busy.then(work).catch(async (fault: unknown) => {
      this.services.log.warn({ fault }, 'tournaments could not be looked after; trying again');
      if (isAway(fault)) await this.options.revive?.().catch(() => undefined);
    });
  }
}

// What tournaments may still spend on models and remote programs. All processes share the budget.

/** Spending is read at most this often; in between, every match of this process may still make calls. */
const BUDGETS_EVERY_MS = 1_000;

const KINDS = ['tokens', 'calls', 'seconds', 'dollars'] as const;

class Budgets {
  private readonly services: Pick<Services, 'store' | 'now'>;
  private readonly spent = new Map<string, { at: number; spent: Promise<TournamentSpent> }>();

  constructor(services: Pick<Services, 'store' | 'now'>) {
    this.services = services;
  }

  async of({ id, plan }: Pick<TournamentRecord, 'id' | 'plan'>): Promise<Budget> {
    const limited = KINDS.filter((kind) => plan.limits[kind] !== null);
    if (limited.length === 0) return { tournament: id, empty: null };
    const spent = await this.look(id);
    const over = limited.find((kind) => spent[kind] >= (plan.limits[kind] ?? Number.POSITIVE_INFINITY));
    if (over === undefined) return { tournament: id, empty: null };
    const limit = over === 'dollars' ? `$${plan.limits.dollars}` : `${plan.limits[over]} ${over}`;
    return { tournament: id, empty: `The tournament has spent its ${limit}.` };
  }

  private look(id: string): Promise<TournamentSpent> {
    const known = this.spent.get(id);
    if (known && this.services.now() - known.at < BUDGETS_EVERY_MS) return known.spent;
    const spent = this.services.store.tournaments.spent(id);
    this.spent.set(id, { at: this.services.now(), spent });
    spent.catch(() => this.spent.delete(id));
    return spent;
  }
}
