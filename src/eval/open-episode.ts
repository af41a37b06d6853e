import { randomUUID } from 'node:crypto';
import type { AgentTurn } from '~/agents/agent-turn';
import { PolicyAsker } from '~/agents/house/ask-in-worker';
import type { GameEvent, Reading } from '~/contract/game';
import { gameWords } from '~/contract/game-ref';
import type { Policy } from '~/contract/policy';
import { MemoryRun } from '~/engine/memory-run';
import { askAll } from '~/engine/step';
import { HouseTurn, readTurn } from '~/games/gpu-market/open/actions';
import { imbalanceCents, imbalanceWords } from '~/games/gpu-market/open/books/conservation';
import type { OpenConfig } from '~/games/gpu-market/open/config';
import type { OpenEvent } from '~/games/gpu-market/open/events';
import type { OpenObservation } from '~/games/gpu-market/open/observation';
import { openMarket } from '~/games/gpu-market/open/open';
import { worldOf } from '~/games/gpu-market/open/pairs';
import { type RewardColumn, RewardTeller, type RoundReward } from '~/games/gpu-market/open/rewards';
import type { OpenState } from '~/games/gpu-market/open/state';
import type { OpenShockKind } from '~/games/gpu-market/open/types';
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
  readonly #run: MemoryRun<OpenConfig, OpenState, OpenEvent, OpenObservation>;
  readonly #past = new Map<string, AgentTurn[]>();
  readonly #teller: RewardTeller | null;
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
    this.#run = MemoryRun.open(openMarket, setUp.config);
    this.#teller = setUp.reward === 'potential' ? new RewardTeller(setUp.seat) : null;
    for (const shock of setUp.shocks ?? []) this.#schedule(shock);
    const { events } = this.#run;
    for (const event of events) this.#teller?.hear(event);
    this.#opening = events.length;
    if (this.#teller !== null) this.#bounds().catch(() => undefined); // solved meanwhile; a step asks again
  }

  observe(): OpenObservation {
    const observation = this.#run.observe(this.#setUp.seat);
    if (this.#last === null) return observation;
    const { reward, columns } = this.#last;
    return { ...observation, reward, cumulative_reward: this.#cumulative, reward_breakdown: columns };
  }

  legal(): unknown {
    return this.observe().legal_actions;
  }

  readMove(raw: unknown): Reading<unknown> {
    return readOpenTurn(raw, this.#run.state.round_index);
  }

  /** After `finish` the market plays on without this seat, and the answer is its end. */
  async play(raw: unknown): Promise<Turn> {
    const { seat } = this.#setUp;
    if (this.#scored !== null) return this.#turn(0);
    if (!this.#run.state.finished) await this.#playRound(raw);
    while (!this.#run.state.finished && !this.#run.awaited.includes(seat)) await this.#playRound(null);
    const reward = await this.#rewardOfStep();
    this.#cumulative += reward;
    return this.#turn(reward);
  }

  ask(policy: Policy): unknown {
    return this.#run.ask(policy, this.#setUp.seat);
  }

  status(): EpisodeStatus & { seat: string; opponents: Record<string, string>; reward: string } {
    const { config, knowsSeed, seat, reward } = this.#setUp;
    const { finished } = this.#run.state;
    const { round, rounds } = openMarket.clock(this.#run.state);
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
    return { ref: openMarket.ref, config, seat, others: this.#others(), events: [...this.#run.events] as GameEvent[] };
  }

  #others(): Record<string, string> {
    return Object.fromEntries([...this.#setUp.opponents].map(([seat, { ref }]) => [seat, ref]));
  }

  /** Nothing has happened when somebody fails: then the round is played anew. */
  async #playRound(own: unknown): Promise<void> {
    const { seat: ownSeat, hearPitches } = this.#setUp;
    const told = new Map<string, AgentTurn>();
    const moves = await askAll(this.#run.awaited, (seat) => (seat === ownSeat ? ownMove(own) : this.#moveOf(seat, told)));
    const events = hearPitches ? await this.#run.playHeard(moves, hearPitches) : this.#run.play(moves);
    for (const event of events) this.#note(event);
    for (const [seat, turn] of told) this.#past.set(seat, [...(this.#past.get(seat) ?? []), turn]);
  }

  #schedule(shock: SetShock): void {
    const set = openMarket.interfere?.(this.#run.state, shock);
    if (!set?.ok) throw new Error(`a shock that cannot be set: ${JSON.stringify(shock)}`);
    this.#run.add(set.value);
  }

  #note(event: OpenEvent): void {
    this.#teller?.hear(event);
    if (event.type === 'action_resolved' && event.lab_id === this.#setUp.seat && !event.result.ok) this.#invalid += 1;
  }

  /** `told`: what an agent remembers of it, once the round is played. */
  async #moveOf(seat: string, told: Map<string, AgentTurn>): Promise<unknown> {
    const { state } = this.#run;
    const opponent = this.#setUp.opponents.get(seat);
    if (opponent === undefined) throw new Error(`nobody plays ${seat}`);
    if ('policy' in opponent) return this.#asker.ask(openMarket, { policy: opponent.policy, state, seat });
    const turn = await opponent.player.play({
      game: openMarket.ref,
      matchId: null,
      episode: this.account,
      seat,
      turn: state.round_index,
      round: state.round_index,
      observation: this.#run.observe(seat),
      past: this.#past.get(seat) ?? [],
      timeMs: OPPONENT_MS,
    });
    told.set(seat, turn);
    return ownMove(turn.move);
  }

  async #rewardOfStep(): Promise<number> {
    if (this.#teller === null && !this.#run.state.finished) return 0;
    const bounds = await this.#bounds();
    if (this.#run.state.finished) this.#scored = this.#score(bounds);
    if (this.#teller === null) return this.#gain(bounds);
    const { total, columns } = sumOf(this.#teller.take());
    const shares = Object.entries(columns).map(([column, cents]) => [column, rounded(cents / bounds.scale_cents)]);
    const reward = total / bounds.scale_cents;
    this.#last = { reward, columns: Object.fromEntries(shares) as Record<RewardColumn, number> };
    return reward;
  }

  #bounds(): Promise<WorldBounds> {
    return boundsOf(worldOf(this.#run.events.slice(0, this.#opening)));
  }

  #profit(): number {
    const lab = this.#run.state.labs[this.#setUp.seat];
    return lab === undefined ? 0 : lab.budget_cents - lab.start_cents;
  }

  #gain({ autarky_cents, scale_cents }: WorldBounds): number {
    return (this.#profit() - (autarky_cents[this.#setUp.seat] ?? 0)) / scale_cents;
  }

  /** What a score sheet shows; money in units. */
  #score(bounds: WorldBounds): Record<string, unknown> {
    const { optimum_cents, autarky_cents, scale_cents, gap } = bounds;
    const profits = Object.values(this.#run.state.labs).reduce((sum, lab) => sum + lab.budget_cents - lab.start_cents, 0);
    const fault = imbalanceWords(imbalanceCents(this.#run.state));
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
    const turn = { observation: this.observe(), reward, done: this.#run.state.finished };
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
