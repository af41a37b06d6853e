/** Matches of sealed worlds, which a run skips until their season is closed. */
import type { EndPlace, EventStore, MatchRecord } from '~/store/event-store';

export type EndedMatch = MatchRecord & { finishedAt: Date };

/** Seasons, and series that reveal nothing before their end. */
type Sealing = Pick<EventStore, 'seasons' | 'series'>;

export async function isClosed(store: Sealing, id: string): Promise<boolean> {
  const season = await store.seasons.get(id);
  if (season) return season.closedAt !== null;
  const series = await store.series.get(id);
  return series !== null && series.status !== 'running';
}

export class HeldBack {
  readonly #store: Sealing;
  /** The first skipped match by season or series. */
  readonly #firsts = new Map<string, EndPlace>();
  /** The first match that an earlier run skipped, until this run has checked it. */
  #before: EndPlace | null;

  constructor(store: Sealing, before: EndPlace | null) {
    this.#store = store;
    this.#before = before;
  }

  add({ season, series, finishedAt, id }: EndedMatch): void {
    const keeper = season ?? series;
    const first = keeper && this.#firsts.get(keeper.id);
    if (keeper && (!first || isBefore({ finishedAt, id }, first))) this.#firsts.set(keeper.id, { finishedAt, id });
  }

  /** Where a continued run must look again; null: nothing was skipped. */
  get first(): EndPlace | null {
    return earliest([this.#before, ...this.#firsts.values()]);
  }

  /** The seasons closed in the meantime, and where to look again; null: nowhere. */
  async freed(): Promise<{ seasons: string[]; first: EndPlace | null }> {
    const looked = [...this.#firsts.keys()].map(async (id) => ((await isClosed(this.#store, id)) ? [id] : []));
    const seasons = (await Promise.all(looked)).flat();
    return { seasons, first: earliest([this.#before, ...seasons.map((id) => this.#firsts.get(id) ?? null)]) };
  }

  /** Everything from there on was checked: these seasons hold nothing back any more. */
  forget(seasons: readonly string[]): void {
    this.#before = null;
    for (const id of seasons) this.#firsts.delete(id);
  }
}

export function earliest(places: readonly (EndPlace | null)[]): EndPlace | null {
  return places.reduce((first, place) => (first === null || (place !== null && isBefore(place, first)) ? place : first), null);
}

export function isBefore(one: EndPlace, other: EndPlace): boolean {
  const gap = one.finishedAt.getTime() - other.finishedAt.getTime();
  return gap === 0 ? one.id < other.id : gap < 0;
}
