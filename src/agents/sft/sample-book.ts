/** Keeps samples apart and in balance: each prompt once, of no action type more than asked for. */
import type { ChatMessage } from '~/inference/chat-model';

/** One JSON line of the file; the field names are the published ones. */
export interface Sample {
  messages: ChatMessage[];
  task_type: string;
  seed: number;
  round_index: number;
}

/** Turns that were seen, by what became of them. */
export interface SampleCounts {
  episodes: number;
  turns: number;
  /** By action type. */
  kept: Record<string, number>;
  /** The same prompt was there already. */
  repeated: number;
  /** Enough of its action type. */
  surplus: number;
  /** The prompt format has no words for the move (some are against the rules). */
  unsaid: number;
}

export class SampleBook {
  readonly samples: Sample[] = [];
  readonly counts: SampleCounts = { episodes: 0, turns: 0, kept: {}, repeated: 0, surplus: 0, unsaid: 0 };
  readonly #perAction: number;
  readonly #seen = new Set<string>();

  constructor(perAction: number) {
    this.#perAction = perAction;
  }

  episode(): void {
    this.counts.episodes += 1;
  }

  /** `sample` null: it cannot be said. */
  turn(actionType: string, sample: Sample | null): void {
    this.counts.turns += 1;
    if (sample === null) {
      this.counts.unsaid += 1;
      return;
    }
    const question = sample.messages[1]?.content ?? '';
    const kept = this.counts.kept[actionType] ?? 0;
    if (this.#seen.has(question)) this.counts.repeated += 1;
    else if (kept >= this.#perAction) this.counts.surplus += 1;
    else {
      this.#seen.add(question);
      this.counts.kept[actionType] = kept + 1;
      this.samples.push(sample);
    }
  }
}
