import type { Reading } from '~/games/game';
import { classic } from '~/games/gpu-market/classic/classic';
import { observe } from '~/games/gpu-market/classic/observe';
import { startMatch, step } from '~/games/gpu-market/classic/play-in-memory';
import type { ClassicState } from '~/games/gpu-market/classic/state';
import type { Arena, Episode, EpisodeStatus, Turn } from './arena';

/** The GPU market's `classic`: lab_0 among its house labs. */
export const classicArena: Arena = {
  game: classic.game,
  ruleset: classic.ruleset,
  version: classic.version,
  tasks: classic.tasks,
  judgeModes: classic.judgeModes,
  open(config) {
    const reading = classic.parseConfig(config);
    return reading.ok ? { ok: true, value: new ClassicEpisode(startMatch(reading.value)) } : reading;
  },
};

class ClassicEpisode implements Episode {
  readonly #state: ClassicState;
  #invalid = 0;

  constructor(state: ClassicState) {
    this.#state = state;
  }

  observe(): unknown {
    return observe(this.#state);
  }

  readMove(raw: unknown): Reading<unknown> {
    return classic.readMove(raw);
  }

  play(raw: unknown): Turn {
    const over = this.#state.finished;
    const observation = step(this.#state, raw);
    // Not from the observation: after the last round that shows the settlement instead of the move's result.
    if (!over && this.#state.last_step?.result.ok === false) this.#invalid += 1;
    return { observation, reward: observation.reward, done: observation.done };
  }

  status(): EpisodeStatus {
    const { task_type, difficulty, seed, judge_mode, round_index, max_rounds, finished, cumulative } = this.#state;
    const { game, ruleset, version } = classic;
    const setUp = { game, ruleset, version, task_type, difficulty, seed, judge_mode };
    return { ...setUp, round_index, max_rounds, done: finished, cumulative_reward: cumulative, invalid_actions: this.#invalid };
  }
}
