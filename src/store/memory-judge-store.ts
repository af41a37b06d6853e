import type { MatchRecord } from './event-store';
import {
  type DuelChoice,
  type DuelRecord,
  type DuelTally,
  type JudgeStore,
  MOST_DECIDED_DUELS,
  MOST_OPEN_DUELS,
  type PanelRecord,
  type SheetAnswer,
  type SheetRecord,
  type StoredVerdict,
} from './judge-store';
import type { Shelves } from './memory-shelves';
import type { SeasonStore } from './seasons/season-store';

/** Panels and duels of one process, in memory. */
export class MemoryJudgeStore implements JudgeStore {
  private readonly shelves: Shelves;
  private readonly panels = new Map<string, PanelRecord>();
  private readonly open = new Map<string, DuelRecord>();
  /** In the order of votes. */
  private readonly voted = new Map<string, DuelRecord>();
  private readonly shown = new Set<string>();

  private readonly seasons: SeasonStore;

  constructor(shelves: Shelves, seasons: SeasonStore) {
    this.shelves = shelves;
    this.seasons = seasons;
  }

  async panel(matchId: string): Promise<PanelRecord> {
    return structuredClone(this.panelOf(matchId));
  }

  async addJudge(matchId: string, orderSeed: string, most: number): Promise<string | null> {
    const { judges } = this.panelOf(matchId);
    if (judges.length >= most) return null;
    const judge = `judge_${judges.length + 1}`;
    judges.push({ judge, name: null, orderSeed, acceptedAt: null });
    return judge;
  }

  async acceptJudge(matchId: string, judge: string, name: string): Promise<void> {
    const found = this.panelOf(matchId).judges.find((one) => one.judge === judge);
    if (found && found.acceptedAt === null) Object.assign(found, { name, acceptedAt: new Date(this.shelves.now()) });
  }

  async keepSheet(matchId: string, { judge, round, scores }: Pick<SheetRecord, 'judge' | 'round' | 'scores'>): Promise<SheetAnswer> {
    const panel = this.panelOf(matchId);
    if (panel.closedAt !== null) return 'closed';
    const sheet = panel.sheets.find((one) => one.judge === judge && one.round === round);
    if (sheet && sheet.openedAt !== null) return 'opened';
    if (sheet) Object.assign(sheet, { scores: structuredClone(scores), revisedAt: new Date(this.shelves.now()) });
    else panel.sheets.push({ judge, round, scores: structuredClone(scores), revisedAt: null, openedAt: null });
    panel.sheets.sort((a, b) => a.round - b.round || a.judge.localeCompare(b.judge));
    return 'kept';
  }

  async openSheet(matchId: string, judge: string, round: number): Promise<boolean> {
    const sheet = this.panelOf(matchId).sheets.find((one) => one.judge === judge && one.round === round);
    if (sheet) sheet.openedAt ??= new Date(this.shelves.now());
    return sheet !== undefined;
  }

  async closePanel(matchId: string): Promise<void> {
    this.panelOf(matchId).closedAt ??= new Date(this.shelves.now());
  }

  async verdicts(types: readonly string[], limit: number): Promise<StoredVerdict[]> {
    const closed = new Set((await this.seasons.list()).flatMap(({ id, closedAt }) => (closedAt === null ? [] : [id])));
    const isOpen = ({ status, season, series, isPrivate }: MatchRecord) =>
      status === 'finished' && !isPrivate && (!season?.sealed || closed.has(season.id)) && !series?.sealed;
    const finished = [...this.shelves.all.values()].filter(({ record }) => isOpen(record)).reverse();
    const all = finished.flatMap(({ record: { id, game, version, task, seats }, events, notes }) => {
      const sitters = notes.flatMap(({ kind, seat, name }) =>
        (kind === 'joined' || kind === 'kept') && seat !== null && name !== null ? [{ seat, name }] : [],
      );
      const judged = events.filter(({ event }) => types.includes(event.type));
      return judged.map(({ event }) => ({ matchId: id, game, version, task, seats, sitters, event }));
    });
    return structuredClone(all.slice(0, limit));
  }

  async openDuel(voter: string): Promise<DuelRecord | null> {
    return [...this.open.values()].findLast((duel) => duel.voter === voter) ?? null;
  }

  async pairsShown(voter: string): Promise<string[]> {
    return [...this.open.values(), ...this.voted.values()].filter((duel) => duel.voter === voter).map((duel) => duel.pair);
  }

  async addDuel(duel: Omit<DuelRecord, 'choice'>): Promise<boolean> {
    if (this.shown.has(shownKey(duel))) return false;
    this.shown.add(shownKey(duel));
    this.open.set(duel.id, { ...duel, choice: null });
    this.keepNewest(this.open, MOST_OPEN_DUELS);
    return true;
  }

  async vote(id: string, voter: string, choice: DuelChoice): Promise<DuelRecord | null> {
    const duel = this.open.get(id);
    if (duel?.voter !== voter) return null;
    this.open.delete(id);
    this.voted.set(id, { ...duel, choice });
    this.keepNewest(this.voted, MOST_DECIDED_DUELS);
    return { ...duel, choice };
  }

  async decided(id: string, voter: string): Promise<DuelRecord | null> {
    const duel = this.voted.get(id);
    return duel?.voter === voter ? { ...duel } : null;
  }

  async tally(): Promise<DuelTally> {
    return tallyOf([...this.voted.values()]);
  }

  private keepNewest(duels: Map<string, DuelRecord>, most: number): void {
    for (const [id, oldest] of duels) {
      if (duels.size <= most) return;
      duels.delete(id);
      this.shown.delete(shownKey(oldest));
    }
  }

  private panelOf(matchId: string): PanelRecord {
    const panel = this.panels.get(matchId) ?? { closedAt: null, judges: [], sheets: [] };
    this.panels.set(matchId, panel);
    return panel;
  }
}

function shownKey({ voter, pair }: Pick<DuelRecord, 'voter' | 'pair'>): string {
  return JSON.stringify([voter, pair]);
}

/** Counts decided duels. */
export function tallyOf(duels: readonly DuelRecord[]): DuelTally {
  const counts = new Map<string, DuelTally['counts'][number]>();
  const voters = new Set<string>();
  for (const { leftPlayer, rightPlayer, choice, voter } of duels) {
    if (choice === null) continue;
    voters.add(voter);
    const key = JSON.stringify([leftPlayer, rightPlayer, choice]);
    const count = counts.get(key) ?? { leftPlayer, rightPlayer, choice, times: 0 };
    count.times += 1;
    counts.set(key, count);
  }
  return { counts: [...counts.values()], voters: voters.size };
}
