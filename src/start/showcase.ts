import { isOver } from '~/match/match-card';
import { type MatchRequest, openMatch } from '~/match/open-match';
import type { Services } from '~/match/services';
import type { MatchRecord } from '~/store/event-store';

/** What is played for whoever comes by: one after the other, then from the start. */
const PROGRAMME = [
  { ruleset: 'open', task: 'coalition_market', seed: 3, policy: 'planner_with_coalitions', judgeMode: 'rule' },
  { task: 'coalition_market', seed: 5, policy: 'pitching_expert', judgeMode: 'rule' },
  { task: 'coalition_market', seed: 5, policy: 'rule_based_expert', judgeMode: 'off' },
  { task: 'market_round', seed: 3, policy: 'rule_based_expert', judgeMode: 'off' },
  { task: 'coalition_market', seed: 5, policy: 'random_validish', judgeMode: 'off' },
  { task: 'coalition_market', seed: 8, policy: 'pitching_expert', judgeMode: 'rule' },
  { task: 'single_trade', seed: 7, policy: 'greedy_hoarder', judgeMode: 'off' },
] as const;

/** With a language model at the table, each as soon as its model is here: the second match, and every few again. */
const WITH_MODELS = [
  { ruleset: 'open', task: 'market_round', policy: 'planner', judgeMode: 'off', agent: 'smollm2', seats: { lab_0: 'smollm2' } },
  { task: 'coalition_market', policy: 'smollm2-classic', judgeMode: 'off', agent: 'smollm2-classic', seats: {} },
] as const;
const MATCHES_BETWEEN_MODELS = 2;

/** Seconds a round, so that people can follow; a model that thinks longer takes its time. */
const PACE = 4;
/** Of the training range. */
const FIRST_SEED = 3;
const PAUSE_MS = 15_000;
const LOOK_EVERY_MS = 1_000;
const LIVE_MATCHES_LOOKED_AT = 100;

export interface ShowcaseOptions {
  services: Services;
  run(matchId: string): void;
  /** Nobody here: the next match waits, so that an idle server does not fill its database. */
  isAnybodyHere(): boolean;
}

/** Keeps one match going for people to watch, never more than one on a database. */
export class Showcase {
  private readonly options: ShowcaseOptions;
  private next = 0;
  /** Scripted matches since the last with a model, or the start. */
  private sinceModel = 0;
  private modelMatches = 0;
  private timer: NodeJS.Timeout | null = null;
  private quietSince: number | null = null;
  private looking: Promise<unknown> = Promise.resolve();

  constructor(options: ShowcaseOptions) {
    this.options = options;
  }

  /** The match that goes on, or a new one; later ones follow by themselves. */
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
    const answer = await openMatch(services, { ...((await this.entryWithModel()) ?? this.nextScripted()), pace: PACE, showcase: true });
    if (!answer.ok) throw new Error(`the showcase: ${answer.why}`);
    const kept = await this.yieldTo(answer.value);
    if (kept.id === answer.value.id) run(kept.id);
    return kept;
  }

  private nextScripted(): MatchRequest {
    const entry = PROGRAMME[this.next % PROGRAMME.length];
    if (!entry) throw new Error('the showcase has no programme');
    this.next += 1;
    this.sinceModel += 1;
    return entry;
  }

  /** null: it is not a model's turn, or none is ready. Each has worlds of its own, one after the other. */
  private async entryWithModel(): Promise<MatchRequest | null> {
    const due = this.modelMatches === 0 ? 1 : MATCHES_BETWEEN_MODELS;
    if (this.sinceModel < due) return null;
    const { agents } = this.options.services;
    const ready: MatchRequest[] = [];
    for (const { agent, ...entry } of WITH_MODELS) {
      if ((await agents?.get(agent))?.ready) ready.push({ ...entry, seed: FIRST_SEED + this.modelMatches });
    }
    const entry = ready[this.modelMatches % ready.length];
    if (!entry) return null;
    this.modelMatches += 1;
    this.sinceModel = 0;
    return entry;
  }

  /** Two processes may open one at the same moment: the older one stays. */
  private async yieldTo(own: MatchRecord): Promise<MatchRecord> {
    const { store } = this.options.services;
    const page = await store.list({ status: ['running', 'paused'] }, { limit: LIVE_MATCHES_LOOKED_AT });
    const older = page.items.find((match) => match.showcase && match.id !== own.id && isBefore(match, own));
    if (!older || isOver(older)) return own;
    await store.command(own.id, 'abort');
    this.options.run(own.id); // whoever holds its lease carries the command out
    return older;
  }
}

function isBefore(one: MatchRecord, other: MatchRecord): boolean {
  const age = one.createdAt.getTime() - other.createdAt.getTime();
  return age < 0 || (age === 0 && one.id < other.id);
}
