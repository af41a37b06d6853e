import type { Reading, WrittenFields } from '~/contract/game';
import { gameWords } from '~/contract/game-ref';
import { MemoryRun } from '~/engine/memory-run';
import { classic } from '~/games/gpu-market/classic/classic';
import type { ClassicConfig } from '~/games/gpu-market/classic/config';
import { legalActions } from '~/games/gpu-market/classic/legal';
import { ObservationText } from '~/games/gpu-market/classic/observation-text';
import { observe, observeAfterEnd } from '~/games/gpu-market/classic/observe';
import { ACTION_FIELDS } from '~/games/gpu-market/classic/read-action';
import type { ClassicState } from '~/games/gpu-market/classic/state';
import type { MarketEvent } from '~/games/gpu-market/events';
import type { Observation } from '~/games/gpu-market/types';
import type { Arena, ArenaMeans, Episode, EpisodeRecord, EpisodeStatus, Turn } from './arena';
import { strangeField } from './strange-field';

const SEAT = 'lab_0';

/** The GPU market's `classic`: lab_0 among its house labs. */
export const classicArena = {
  ref: classic.ref,
  tasks: classic.tasks,
  judgeModes: classic.judgeModes,
  settings: ['difficulty', 'seat', 'opponents', 'reward'],
  can: {},
  weight: 1,
  open(raw: unknown, means: ArenaMeans = {}): Reading<ClassicEpisode> {
    if (means.stress) return { ok: false, why: 'shocks: ruleset classic has its own, which nobody can set; ruleset open lets you' };
    const { seat, opponents, reward, ...config } = raw as Record<string, unknown>;
    const why = refusal({ seat, opponents, reward });
    if (why !== null) return { ok: false, why };
    const reading = classic.parseConfig(config);
    return reading.ok ? { ok: true, value: new ClassicEpisode(reading.value) } : reading;
  },
} satisfies Arena;

/** What ruleset `open` lets one choose, and classic does not. */
function refusal({ seat = SEAT, opponents = 'house', reward = 'classic' }: Record<string, unknown>): string | null {
  if (seat !== SEAT) return 'seat: in ruleset classic yours is lab_0; every seat can be played in ruleset open';
  if (opponents !== 'house') return 'opponents: in ruleset classic the house labs play the other seats; ruleset open lets you name others';
  if (reward !== 'classic') return 'reward: ruleset classic has its own reward in every step ("classic"); "potential" is ruleset open\'s';
  return null;
}

export class ClassicEpisode implements Episode {
  readonly #run: MemoryRun<ClassicConfig, ClassicState, MarketEvent, Observation>;
  readonly #config: ClassicConfig;
  readonly #text = new ObservationText();
  #invalid = 0;

  constructor(config: ClassicConfig) {
    this.#config = config;
    this.#run = MemoryRun.open(classic, config, { inPlace: true });
  }

  observe(): unknown {
    return observe(this.#run.state);
  }

  write(observation: unknown, written: WrittenFields = {}): string {
    return this.#text.write(observation as Observation, written);
  }

  legal(): unknown {
    return legalActions(observe(this.#run.state));
  }

  readMove(raw: unknown): Reading<unknown> {
    const reading = classic.readMove(raw);
    const strange = reading.ok ? strangeField('action', raw, ACTION_FIELDS) : null;
    return strange === null ? reading : { ok: false, why: strange };
  }

  play(raw: unknown): Turn {
    const { state } = this.#run;
    const over = state.finished;
    this.#run.play(over ? [] : [{ seat: SEAT, move: raw }]);
    // Not from the observation: after the last round that shows the settlement instead of the move's result.
    if (!over && state.last_step?.result.ok === false) this.#invalid += 1;
    const observation = over ? observeAfterEnd(state) : observe(state);
    return { observation, reward: observation.reward, done: observation.done };
  }

  status(): EpisodeStatus {
    const { state } = this.#run;
    return {
      ...gameWords(classic.ref),
      task_type: state.task_type,
      difficulty: state.difficulty,
      seed: state.seed,
      judge_mode: state.judge_mode,
      round_index: state.round_index,
      max_rounds: state.max_rounds,
      done: state.finished,
      cumulative_reward: state.cumulative,
      invalid_actions: this.#invalid,
    };
  }

  leave(): void {
    this.#run.leave();
  }

  record(): EpisodeRecord {
    return { ref: classic.ref, config: this.#config, seat: SEAT, others: {}, events: this.#run.events };
  }
}
