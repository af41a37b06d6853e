import type { FixtureJob } from '../tournaments/tournament-store';

interface Waiting extends FixtureJob {
  turn: number;
}

/** A queue in memory. Jobs of different tournaments alternate, starting from the current turn. */
export class MemoryJobQueue {
  private readonly waiting: Waiting[] = [];

  add(jobs: readonly FixtureJob[]): void {
    const now = this.waiting[0]?.turn ?? 0;
    this.waiting.push(...jobs.map((job, place) => ({ ...job, turn: now + place })));
    this.waiting.sort((a, b) => a.turn - b.turn);
  }

  /** Adds it before all waiting jobs. */
  addFirst(job: FixtureJob): void {
    this.waiting.unshift({ ...job, turn: this.waiting[0]?.turn ?? 0 });
  }

  /** The first job that the worker may play. */
  take(isFit: (job: FixtureJob) => boolean): FixtureJob | null {
    const place = this.waiting.findIndex(isFit);
    const [next] = place < 0 ? [] : this.waiting.splice(place, 1);
    return next ? { id: next.id, order: next.order } : null;
  }
}
