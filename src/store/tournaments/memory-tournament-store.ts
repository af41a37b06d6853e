import { MemoryJobQueue } from '../jobs/memory-job-queue';
import { isLive } from '../match-order';
import type { Shelves } from '../memory-shelves';
import type { SeasonStore } from '../seasons/season-store';
import type { SeriesStore } from '../series/series-store';
import { isOpen, noFixtures } from './open-fixtures';
import {
  type Entrant,
  type FixtureCounts,
  type FixtureRecord,
  type FixtureResult,
  goesOn,
  playsAs,
  type TournamentRecord,
} from './tournament';
import { JOB_PACES, type JobPace, paceOf } from './tournament-pace';
import type {
  FixtureFilter,
  FixtureJob,
  JobSlots,
  JobTaker,
  LivingWorker,
  MatchPlace,
  NewFixture,
  NewTournament,
  StatusChange,
  TournamentPage,
  TournamentSpent,
  TournamentStore,
} from './tournament-store';

interface Kept {
  record: TournamentRecord;
  fixtures: FixtureRecord[];
}

/** Tournaments of one process, in memory, with lists as queues. */
export class MemoryTournamentStore implements TournamentStore {
  private readonly shelves: Shelves;
  private readonly seasons: Pick<SeasonStore, 'list'>;
  private readonly series: Pick<SeriesStore, 'get'>;
  private readonly kept = new Map<string, Kept>();
  private readonly queues: Record<JobPace, MemoryJobQueue> = { quick: new MemoryJobQueue(), slow: new MemoryJobQueue() };
  private readonly takers = new Set<{ look(): void; slots: number; code: string | null; since: Date }>();

  constructor(shelves: Shelves, { seasons, series }: { seasons: Pick<SeasonStore, 'list'>; series: Pick<SeriesStore, 'get'> }) {
    this.shelves = shelves;
    this.seasons = seasons;
    this.series = series;
  }

  async create(tournament: NewTournament, fixtures: readonly NewFixture[]): Promise<TournamentRecord> {
    const facts = { status: 'running' as const, stages: fixtures.length > 0 ? 1 : 0, fault: null, finishedAt: null };
    const record = structuredClone({ ...tournament, ...facts, createdAt: this.now() });
    const kept: Kept = { record, fixtures: [] };
    this.kept.set(record.id, kept);
    this.add(kept, fixtures);
    return structuredClone(record);
  }

  async get(id: string): Promise<TournamentRecord | null> {
    return structuredClone(this.kept.get(id)?.record ?? null);
  }

  async list({ cursor, limit, kind }: TournamentPage) {
    const known = [...this.kept.values()].filter(({ record }) => kind === undefined || record.plan.kind === kind);
    const all = known.map(({ record }) => structuredClone(record)).reverse();
    const start = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1;
    const items = all.slice(start, start + limit);
    return { items, nextCursor: start + limit < all.length ? (items.at(-1)?.id ?? null) : null };
  }

  async running(): Promise<string[]> {
    return [...this.kept.values()].filter(({ record }) => record.status === 'running').map(({ record }) => record.id);
  }

  async doesAnybodyPlay(): Promise<boolean> {
    return [...this.shelves.all.values()].some(({ record, here }) => record.status === 'running' && here.size > 0);
  }

  async unclosed(): Promise<string[]> {
    const open = new Set((await this.seasons.list()).flatMap(({ id, closedAt }) => (closedAt === null ? [id] : [])));
    const over = [...this.kept.values()].filter(({ record: { status } }) => status === 'cancelled' || status === 'failed');
    const unclosed: string[] = [];
    for (const { record, fixtures } of over) {
      const broken = fixtures.flatMap(({ status, matchId }) => (status === 'cancelled' ? [matchId] : []));
      const series = await Promise.all(broken.map((id) => this.series.get(id)));
      const left = broken.some((id) => this.isUnclosed(id)) || series.some((one) => one?.status === 'running');
      if (left || open.has(record.seasonId ?? '')) unclosed.push(record.id);
    }
    return unclosed;
  }

  async schedule(id: string, stage: number, fixtures: readonly NewFixture[]): Promise<boolean> {
    const kept = this.kept.get(id);
    if (!kept || kept.record.stages !== stage || kept.record.status !== 'running') return false;
    kept.record.stages += 1;
    this.add(kept, fixtures);
    return true;
  }

  async fixtures(id: string, filter: FixtureFilter = {}, page: { after?: number; limit?: number } = {}): Promise<FixtureRecord[]> {
    const { after = -1, limit = Number.POSITIVE_INFINITY } = page;
    const found = (this.kept.get(id)?.fixtures ?? []).filter((fixture) => fixture.order > after && isMeant(fixture, filter));
    return structuredClone(found.slice(0, limit));
  }

  async fixture(id: string, order: number): Promise<FixtureRecord | null> {
    return structuredClone(this.find(id, order));
  }

  async fixtureOf(matchId: string): Promise<MatchPlace | null> {
    const series = this.shelves.all.get(matchId)?.record.series?.id;
    for (const [tournamentId, { fixtures }] of this.kept) {
      const found = fixtures.find((fixture) => fixture.matchId === matchId || fixture.matchId === series);
      if (found) return { tournamentId, order: found.order, status: found.status };
    }
    return null;
  }

  async tournamentsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const fixtures = [...this.kept].flatMap(([id, one]) => one.fixtures.map(({ matchId }) => [matchId, id] as const));
    return new Map(fixtures.filter(([matchId]) => ids.includes(matchId)));
  }

  async countsOf(ids: readonly string[]): Promise<ReadonlyMap<string, FixtureCounts>> {
    return new Map(await Promise.all(ids.map(async (id) => [id, await this.counts(id)] as const)));
  }

  async counts(id: string): Promise<FixtureCounts> {
    const counts = noFixtures();
    for (const { status } of this.kept.get(id)?.fixtures ?? []) counts[status] += 1;
    return counts;
  }

  async begin(id: string, order: number): Promise<FixtureRecord | null> {
    const fixture = this.unplayed(id, order);
    if (!fixture || this.kept.get(id)?.record.status !== 'running') return null;
    Object.assign(fixture, { status: 'playing', startedAt: fixture.startedAt ?? this.now() });
    if (fixture.attempts === 0) fixture.fault = null;
    return structuredClone(fixture);
  }

  async finish(id: string, order: number, result: FixtureResult): Promise<boolean> {
    const found = this.find(id, order);
    const fixture = found && isOpen(found) ? found : null;
    if (fixture) Object.assign(fixture, { status: 'done', result: structuredClone(result), finishedAt: this.now() });
    return fixture !== null;
  }

  async fail({ id, order }: FixtureJob, why: string, again: boolean): Promise<void> {
    const fixture = this.unplayed(id, order);
    if (!fixture) return;
    fixture.fault = why;
    if (again) this.tryAgain(id, fixture);
    else Object.assign(fixture, { status: 'failed', attempts: fixture.attempts + 1, finishedAt: this.now() });
  }

  async putOff({ id, order }: FixtureJob, why: string, seconds: number): Promise<void> {
    const fixture = this.unplayed(id, order);
    if (!fixture) return;
    fixture.fault = why;
    setTimeout(() => this.offer(id, fixture), seconds * 1000).unref();
  }

  async retryFailed(id: string): Promise<number> {
    const failed = (this.kept.get(id)?.fixtures ?? []).filter(({ status }) => status === 'failed');
    for (const fixture of failed) this.tryAgain(id, fixture);
    return failed.length;
  }

  async setStatus(id: string, { from, to, fault }: StatusChange): Promise<boolean> {
    const kept = this.kept.get(id);
    if (!kept || !from.includes(kept.record.status)) return false;
    const finishedAt = !goesOn(to) ? this.now() : null;
    Object.assign(kept.record, { status: to, fault: fault ?? kept.record.fault, finishedAt });
    const open = kept.fixtures.filter(isUnplayed);
    if (to === 'running') this.enqueue(kept, open);
    if (to === 'cancelled' || to === 'failed') for (const one of open) Object.assign(one, { status: 'cancelled', finishedAt: this.now() });
    await this.tell(id);
    return true;
  }

  async setEntrants(id: string, entrants: readonly Entrant[]): Promise<void> {
    const kept = this.kept.get(id);
    if (kept) kept.record.entrants = structuredClone([...entrants]);
    await this.tell(id);
  }

  async *results(id: string, afterOrder = -1): AsyncIterable<FixtureRecord> {
    yield* await this.fixtures(id, { status: ['done'] }, { after: afterOrder });
  }

  async spent(id: string): Promise<TournamentSpent> {
    const spent = { tokens: 0, calls: 0, seconds: 0, dollars: 0 };
    const played = new Set((this.kept.get(id)?.fixtures ?? []).map(({ matchId }) => matchId));
    const turns = [...this.shelves.all.values()].flatMap(({ record, agentTurns }) =>
      played.has(record.id) || played.has(record.series?.id ?? '') ? agentTurns : [],
    );
    for (const { tokens, ms, cost } of turns.flatMap((turn) => turn.replies)) {
      spent.calls += 1;
      spent.tokens += tokens ? tokens.prompt + tokens.completion : 0;
      spent.seconds += ms / 1000;
      spent.dollars += cost;
    }
    return spent;
  }

  async ownerOfSeason(seasonId: string): Promise<string | null> {
    return [...this.kept.values()].find(({ record }) => record.seasonId === seasonId)?.record.id ?? null;
  }

  async tell(id: string): Promise<void> {
    this.shelves.call({ matchId: id, kind: 'tournament', head: 0, from: this.shelves.processId });
  }

  async takeJobs(slots: JobSlots, play: (job: FixtureJob) => Promise<void>, code: string | null = null): Promise<JobTaker> {
    const playing = { quick: new Set<Promise<void>>(), slow: new Set<Promise<void>>() };
    const taker = {
      slots: slots.quick + slots.slow,
      code,
      since: this.now(),
      look: () => {
        for (const pace of JOB_PACES) lookIn(pace);
      },
    };
    const lookIn = (pace: JobPace): void => {
      while (playing[pace].size < slots[pace] && this.takers.has(taker)) {
        const job = this.queues[pace].take(({ id }) => playsAs(this.kept.get(id)?.record.code ?? '', code));
        if (!job) return;
        const end = play(job).finally(() => {
          playing[pace].delete(end);
          taker.look();
        });
        playing[pace].add(end);
      }
    };
    this.takers.add(taker);
    taker.look();
    return {
      stop: async () => {
        this.takers.delete(taker);
        await Promise.all([...playing.quick, ...playing.slow]);
      },
    };
  }

  async workers(): Promise<LivingWorker[]> {
    return [...this.takers].map(({ slots, code, since }) => ({ id: this.shelves.processId, slots, code, since }));
  }

  async lastHeard(code: string): Promise<Date | null> {
    return [...this.takers].some((one) => playsAs(code, one.code)) ? this.now() : null;
  }

  /** Whether the match is played by a job's worker. */
  isPlaying(matchId: string): boolean {
    const series = this.shelves.all.get(matchId)?.record.series?.id;
    return [...this.kept.values()].some(
      ({ record, fixtures }) =>
        (record.status === 'running' || record.status === 'paused') &&
        fixtures.some((fixture) => (fixture.matchId === matchId || fixture.matchId === series) && fixture.status === 'playing'),
    );
  }

  /** It is in progress, or ended without a recorded reason for having no result. */
  private isUnclosed(matchId: string): boolean {
    const record = this.shelves.all.get(matchId)?.record;
    return record !== undefined && (isLive(record) || (record.status === 'finished' && record.fault === null));
  }

  private now(): Date {
    return new Date(this.shelves.now());
  }

  find(id: string, order: number): FixtureRecord | null {
    return this.kept.get(id)?.fixtures.find((fixture) => fixture.order === order) ?? null;
  }

  private unplayed(id: string, order: number): FixtureRecord | null {
    const fixture = this.find(id, order);
    return fixture && isUnplayed(fixture) ? fixture : null;
  }

  private add(kept: Kept, fixtures: readonly NewFixture[]): void {
    const fresh = { status: 'waiting' as const, attempts: 0, fault: null, result: null, startedAt: null, finishedAt: null };
    kept.fixtures.push(...fixtures.map((fixture) => structuredClone({ ...fixture, ...fresh })));
    kept.fixtures.sort((a, b) => a.order - b.order);
    this.enqueue(kept, fixtures);
    void this.tell(kept.record.id);
  }

  private tryAgain(id: string, fixture: FixtureRecord): void {
    const attempts = fixture.attempts + 1;
    const matchId = `${fixture.matchId.split('o')[0] ?? ''}o${attempts}`;
    Object.assign(fixture, { status: 'waiting', attempts, matchId, startedAt: null, finishedAt: null });
    this.offer(id, fixture);
  }

  /** Adds it before all waiting ones. */
  private offer(id: string, fixture: FixtureRecord): void {
    const plan = this.kept.get(id)?.record.plan;
    if (plan) this.queues[paceOf(plan, fixture.seats)].addFirst({ id, order: fixture.order });
    this.wakeTakers();
  }

  private enqueue({ record: { id, plan } }: Kept, fixtures: readonly NewFixture[]): void {
    for (const pace of JOB_PACES) {
      const meant = fixtures.filter(({ seats }) => paceOf(plan, seats) === pace);
      this.queues[pace].add(meant.map(({ order }) => ({ id, order })));
    }
    this.wakeTakers();
  }

  private wakeTakers(): void {
    for (const taker of this.takers) setImmediate(() => taker.look());
  }
}

/** False once a match waits for scores, because it must not be played again. */
function isUnplayed({ status }: FixtureRecord): boolean {
  return status === 'waiting' || status === 'playing';
}

function isMeant({ status, stage, seats }: FixtureRecord, filter: FixtureFilter): boolean {
  if (filter.status && !filter.status.includes(status)) return false;
  if (filter.stage !== undefined && stage !== filter.stage) return false;
  if (filter.pair && !isOfPair(seats, filter.pair)) return false;
  return filter.entrant === undefined || seats.some(({ entrant }) => entrant === filter.entrant);
}

function isOfPair(seats: FixtureRecord['seats'], { names, met }: NonNullable<FixtureFilter['pair']>): boolean {
  const seated = seats.flatMap(({ entrant }) => entrant ?? []);
  const [a, b] = names.map((name) => seated.includes(name));
  return met ? (a && b) || (seated.length === 1 && (a || b)) || false : a || b || false;
}
