/** The published environment: lab_0 among its house labs, for programs. */
import type { EnvAdapter, EnvPart, EnvPosition } from '~/contract/env';
import type { Reading, WrittenFields } from '~/contract/game';
import { gameWords } from '~/contract/game-ref';
import { after } from '~/lib/play/soon';
import type { MarketEvent } from '../events';
import { marketTold } from '../guide';
import { SEATED } from '../named-labs';
import { strangeField } from '../strange-field';
import type { Observation } from '../types';
import { classic } from './classic';
import type { ClassicConfig } from './config';
import { legalActions } from './legal';
import { ObservationText } from './observation-text';
import { observe, observeAfterEnd } from './observe';
import { ACTION_FIELDS } from './read-action';
import type { ClassicState } from './state';

const SEAT = 'lab_0';

export const classicEnv = {
  settings: ['difficulty', 'seat', 'opponents', 'reward'],
  help: { seat: SEAT, opponents: 'house', reward: 'classic' },
  decided: ['labs', 'rounds'],
  seated: SEATED,
  told: marketTold,
  reset(settings, means) {
    if (means.stress) return { ok: false, why: 'shocks: ruleset classic has its own, which nobody can set; ruleset open lets you' };
    const { seat, opponents, reward, ...config } = settings;
    const why = refusal({ seat, opponents, reward });
    if (why !== null) return { ok: false, why };
    const reading = classic.parseConfig(config);
    if (!reading.ok) return reading;
    const match = { config: reading.value, seats: [SEAT], opponents: new Map(), part: new ClassicPart(reading.value) as EnvPart };
    return after(means.open(match), (value) => ({ ok: true, value }));
  },
} satisfies EnvAdapter;

/** What ruleset `open` lets one choose, and classic does not. */
function refusal({ seat = SEAT, opponents = 'house', reward = 'classic' }: Record<string, unknown>): string | null {
  if (seat !== SEAT) return 'seat: in ruleset classic yours is lab_0; every seat can be played in ruleset open';
  if (opponents !== 'house') return 'opponents: in ruleset classic the house labs play the other seats; ruleset open lets you name others';
  if (reward !== 'classic') return 'reward: ruleset classic has its own reward in every step ("classic"); "potential" is ruleset open\'s';
  return null;
}

/** A class, so that an episode of a few steps makes no functions of its own. */
class ClassicPart implements EnvPart<ClassicState, MarketEvent> {
  readonly #config: ClassicConfig;
  readonly #text = new ObservationText();

  constructor(config: ClassicConfig) {
    this.#config = config;
  }

  observe({ state }: EnvPosition<ClassicState, MarketEvent>): unknown {
    return observe(state);
  }

  write(observation: unknown, written: WrittenFields = {}): string {
    return this.#text.write(observation as Observation, written);
  }

  legal(observation: unknown): unknown {
    return legalActions(observation as Observation);
  }

  readMove(raw: unknown): Reading<unknown> {
    const reading = classic.readMove(raw);
    const strange = reading.ok ? strangeField('action', raw, ACTION_FIELDS) : null;
    return strange === null ? reading : { ok: false, why: strange };
  }

  /** Not from the observation: after the last round that shows the settlement instead of the move's result. */
  refused({ last_step }: ClassicState): number {
    return last_step?.result.ok === false ? 1 : 0;
  }

  reward({ state }: EnvPosition<ClassicState, MarketEvent>): number {
    return (state.settlement ?? state.last_step)?.breakdown.normalized_reward ?? 0;
  }

  total({ cumulative }: ClassicState): number {
    return cumulative;
  }

  afterEnd(state: ClassicState): unknown {
    return observeAfterEnd(state);
  }

  status() {
    const { task_type, difficulty, seed, judge_mode } = this.#config;
    return { ...gameWords(classic.ref), task_type, difficulty, seed, judge_mode };
  }
}
