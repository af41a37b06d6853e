import { randomUUID } from 'node:crypto';
import type { AgentTurn } from '~/agents/agent-turn';
import { PolicyAsker } from '~/agents/house/ask-beside';
import { gameWords } from '~/contract/game-ref';
import type { GameEvent, Reading } from '~/games/game';
import { HouseTurn, readTurn } from '~/games/gpu-market/open/actions';
import { imbalanceCents, imbalanceWords } from '~/games/gpu-market/open/books/conservation';
import type { OpenConfig } from '~/games/gpu-market/open/config';
import { copyState } from '~/games/gpu-market/open/copy';
import type { OpenEvent } from '~/games/gpu-market/open/events';
import type { OpenObservation } from '~/games/gpu-market/open/observation';
import { openMarket } from '~/games/gpu-market/open/open';
import { worldOf } from '~/games/gpu-market/open/pairs';
import { type RewardColumn, RewardTeller, type RoundReward } from '~/games/gpu-market/open/rewards';
import type { OpenState } from '~/games/gpu-market/open/state';
import type { OpenShockKind } from '~/games/gpu-market/open/types';
import { askPolicy } from '~/policies/ask-policy';
import type { Policy } from '~/policies/policy';
import type { ArenaMeans, Episode, EpisodeRecord, EpisodeStatus, Turn } from './arena';
import type { Opponent } from './open-opponents';
import { readOpenTurn } from './open-turn';
import { boundsOf, type WorldBounds } from './world-bounds';

/** A model or a remote program in another seat may think so long: clients of the door wait a minute for a step. */
const OPPONENT_MS = 40_000;
const DIGITS = 1e6;

/** A shock as an organiser asks for it. */
export interface SetShock {
  kind: OpenShockKind;
  round_index: number;
}

export interface OpenSetUp {
  config: OpenConfig;
  /** Whoever plays chose the seed, so that telling it tells nothing. */
  knowsSeed: boolean;
  seat: string;
  reward: 'classic' | 'potential';
  /** By seat, all but the own one. */
  opponents: ReadonlyMap<string, Opponent>;
  /** Beside the world's own; nobody hears of them before they strike. */
  shocks?: readonly SetShock[];
  /** Who reads pitches in judge mode `llm`. */
  hearPitches?: ArenaMeans['hearPitches'];
}

/** One match of ruleset `open` in memory, as the program in one seat plays it: a step is a round. */
export class OpenEpisode implements Episode {
  readonly account = `episode-${randomUUID()}`;
  readonly #setUp: OpenSetUp;
  readonly #events: OpenEvent[];
  readonly #past = new Map<string, AgentTurn[]>();
  readonly #teller: RewardTeller | null;
  #state: OpenState;
  /** How many of the events come before the first turn. */
  readonly #opening: number;
  #invalid = 0;
  #cumulative = 0;
  /** The last step's, for a seat that asks for the dense reward. */
  #last: { reward: number; columns: Record<RewardColumn, number> } | null = null;
  /** The end has been scored. */
  #scored: Record<string, unknown> | null = null;

  readonly #asker = new PolicyAsker();

  constructor(setUp: OpenSetUp) {
    this.#setUp = setUp;
    this.#events = openMarket.open(setUp.config);
    this.#teller = setUp.reward === 'potential' ? new RewardTeller(setUp.seat) : null;
    let state: OpenState | null = null;
    for (const event of this.#events) {
      state = openMarket.evolve(state, event);
      this.#teller?.hear(event);
    }
    if (state === null) throw new Error('open: a match without an opening');
    this.#state = state;
    for (const shock of setUp.shocks ?? []) this.#schedule(shock);
    this.#opening = this.#events.length;
    if (this.#teller !== null) this.#bounds().catch(() => undefined); // solved meanwhile; a step asks again
  }

  observe(): OpenObservation {
    const observation = openMarket.observe(this.#state, this.#setUp.seat);
    if (this.#last === null) return observation;
    const { reward, columns } = this.#last;
    return { ...observation, reward, cumulative_reward: this.#cumulative, reward_breakdown: columns };
  }

  legal(): unknown {
    return this.observe().legal_actions;
  }

  readMove(raw: unknown): Reading<unknown> {
    return readOpenTurn(raw, this.#state.round_index);
  }

  /** After `finish` the market plays on without this seat, and the answer is its end. */
  async play(raw: unknown): Promise<Turn> {
    const { seat } = this.#setUp;
    if (this.#scored !== null) return this.#turn(0);
    if (!this.#state.finished) await this.#playRound(raw);
    while (!this.#state.finished && !openMarket.toAct(this.#state).includes(seat)) await this.#playRound(null);
    const reward = await this.#rewardOfStep();
    this.#cumulative += reward;
    return this.#turn(reward);
  }

  ask(policy: Policy): unknown {
    return askPolicy(openMarket, policy, { state: this.#state, seat: this.#setUp.seat });
  }

  status(): EpisodeStatus & { seat: string; opponents: Record<string, string>; reward: string } {
    const { config, knowsSeed, seat, reward } = this.#setUp;
    const { finished } = this.#state;
    const { round, rounds } = openMarket.clock(this.#state);
    return {
      ...gameWords(openMarket.ref),
      task_type: config.task_type,
      difficulty: null,
      seed: knowsSeed || finished ? config.seed : null,
      judge_mode: config.judge_mode,
      seat,
      opponents: this.#others(),
      reward,
      round_index: round,
      max_rounds: rounds,
      done: finished,
      cumulative_reward: this.#cumulative,
      invalid_actions: this.#invalid,
    };
  }

  record(): EpisodeRecord {
    const { config, seat } = this.#setUp;
    return { ref: openMarket.ref, config, seat, others: this.#others(), events: [...this.#events] as GameEvent[] };
  }

  #others(): Record<string, string> {
    return Object.fromEntries([...this.#setUp.opponents].map(([seat, { ref }]) => [seat, ref]));
  }

  /** All are asked before any answer counts. Nothing has happened when one of them fails. */
  async #playRound(own: unknown): Promise<void> {
    const awaited = openMarket.toAct(this.#state);
    const turns = await Promise.all(
      awaited.map(async (seat) => (seat === this.#setUp.seat ? { move: ownMove(own), told: null } : this.#moveOf(seat))),
    );
    // A reader of pitches may fail in the middle: then this state is as it was, and the round is played anew.
    let state = this.#setUp.hearPitches ? copyState(this.#state) : this.#state;
    const events: OpenEvent[] = [];
    for (const [at, seat] of awaited.entries()) {
      for (const event of await this.#heard(state, openMarket.decide(state, seat, turns[at]?.move))) {
        events.push(event);
        state = openMarket.evolve(state, event);
      }
    }
    this.#state = state;
    for (const event of events) this.#note(event);
    for (const [at, seat] of awaited.entries()) {
      const told = turns[at]?.told ?? null;
      if (told !== null) this.#past.set(seat, [...(this.#past.get(seat) ?? []), told]);
    }
  }

  /** The same events, or, where they close a pitch round that somebody is to read, those with the answer. */
  async #heard(state: OpenState, events: readonly OpenEvent[]): Promise<readonly OpenEvent[]> {
    const { hearPitches } = this.#setUp;
    const hearing = hearPitches && openMarket.hearing?.(state, events);
    return hearing ? (openMarket.rejudge?.(state, events, await hearPitches(hearing)) ?? events) : events;
  }

  #schedule(shock: SetShock): void {
    const set = openMarket.interfere?.(this.#state, shock);
    if (!set?.ok) throw new Error(`a shock that cannot be set: ${JSON.stringify(shock)}`);
    for (const event of set.value) this.#apply(event);
  }

  #apply(event: OpenEvent): void {
    this.#state = openMarket.evolve(this.#state, event);
    this.#note(event);
  }

  #note(event: OpenEvent): void {
    this.#events.push(event);
    this.#teller?.hear(event);
    if (event.type === 'action_resolved' && event.lab_id === this.#setUp.seat && !event.result.ok) this.#invalid += 1;
  }

  /** `told`: what an agent remembers of it, once the round is played. */
  async #moveOf(seat: string): Promise<{ move: unknown; told: AgentTurn | null }> {
    const opponent = this.#setUp.opponents.get(seat);
    if (opponent === undefined) throw new Error(`nobody plays ${seat}`);
    if ('policy' in opponent)
      return { move: await this.#asker.ask(openMarket, { policy: opponent.policy, state: this.#state, seat }), told: null };
    const past = this.#past.get(seat) ?? [];
    const turn = await opponent.player.play({
      game: openMarket.ref,
      matchId: null,
      episode: this.account,
      seat,
      turn: this.#state.round_index,
      round: this.#state.round_index,
      observation: openMarket.observe(this.#state, seat),
      past,
      timeMs: OPPONENT_MS,
    });
    return { move: ownMove(turn.move), told: turn };
  }

  async #rewardOfStep(): Promise<number> {
    if (this.#teller === null && !this.#state.finished) return 0;
    const bounds = await this.#bounds();
    if (this.#state.finished) this.#scored = this.#score(bounds);
    if (this.#teller === null) return this.#gain(bounds);
    const { total, columns } = sumOf(this.#teller.take());
    const shares = Object.entries(columns).map(([column, cents]) => [column, rounded(cents / bounds.scale_cents)]);
    const reward = total / bounds.scale_cents;
    this.#last = { reward, columns: Object.fromEntries(shares) as Record<RewardColumn, number> };
    return reward;
  }

  #bounds(): Promise<WorldBounds> {
    return boundsOf(worldOf(this.#events.slice(0, this.#opening)));
  }

  #profit(): number {
    const lab = this.#state.labs[this.#setUp.seat];
    return lab === undefined ? 0 : lab.budget_cents - lab.start_cents;
  }

  #gain({ autarky_cents, scale_cents }: WorldBounds): number {
    return (this.#profit() - (autarky_cents[this.#setUp.seat] ?? 0)) / scale_cents;
  }

  /** What a score sheet shows; money in units. */
  #score(bounds: WorldBounds): Record<string, unknown> {
    const { optimum_cents, autarky_cents, scale_cents, gap } = bounds;
    const profits = Object.values(this.#state.labs).reduce((sum, lab) => sum + lab.budget_cents - lab.start_cents, 0);
    const fault = imbalanceWords(imbalanceCents(this.#state));
    return {
      gain: rounded(this.#gain(bounds)),
      profit: this.#profit() / 100,
      autarky: (autarky_cents[this.#setUp.seat] ?? 0) / 100,
      scale: rounded(scale_cents / 100),
      optimum: optimum_cents / 100,
      efficiency: optimum_cents === 0 ? null : rounded(profits / optimum_cents),
      gap,
      ...(fault !== null && { fault }),
    };
  }

  #turn(reward: number): Turn {
    const turn = { observation: this.observe(), reward, done: this.#state.finished };
    return this.#scored === null ? turn : { ...turn, metadata: { score: this.#scored } };
  }
}

/** A round's name and a key are matters of a shared table; here every turn is for the round that waits. */
function ownMove(raw: unknown): unknown {
  if (raw instanceof HouseTurn) return raw;
  const turn = readTurn(raw);
  return { actions: turn.ok ? turn.value.actions : [] };
}

function sumOf(rounds: readonly RoundReward[]): Pick<RoundReward, 'total' | 'columns'> {
  const sum = { total: 0, columns: { job_value: 0, trade: 0, coalition_share: 0, grant: 0, energy: 0, shock: 0, penalty: 0 } };
  for (const { total, columns } of rounds) {
    sum.total += total;
    for (const column of Object.keys(sum.columns) as RewardColumn[]) sum.columns[column] += columns[column];
  }
  return sum;
}

function rounded(value: number): number {
  return Math.round(value * DIGITS) / DIGITS + 0;
}
