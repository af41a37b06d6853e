import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { OpenEvent } from '~/games/gpu-market/open/shared/events';
import { evolve } from '~/games/gpu-market/open/shared/evolve';
import type { OpenState } from '~/games/gpu-market/open/shared/state';
import { OPEN_TASKS } from '~/games/gpu-market/open/shared/types';
import { decide, open } from '~/games/gpu-market/open/v1/decide';
import { configOf } from './wild-play';

interface Golden {
  config: object;
  turns: [string, unknown][];
  events: number;
  sha256: string;
  profits_cents: Record<string, number>;
}

describe('golden playthroughs of ruleset open', () => {
  // A difference here is a change of rules: bump the ruleset's version, say why in docs/decisions, and record anew.
  it.each(OPEN_TASKS)('%s: the recorded turns give the recorded events, byte for byte', (task) => {
    const path = new URL(`../../fixtures/open/${task}.json`, import.meta.url);
    const golden = JSON.parse(readFileSync(path, 'utf8')) as Golden;
    const events: OpenEvent[] = open(configOf(golden.config));
    let state: OpenState | null = null;
    for (const event of events) state = evolve(state, event);
    for (const [seat, turn] of golden.turns) {
      if (state === null) throw new Error('no opening');
      for (const event of decide(state, seat, turn)) {
        events.push(event);
        state = evolve(state, event);
      }
    }
    const ended = events.at(-1);
    expect(ended?.type === 'match_ended' ? ended.profits_cents : null).toEqual(golden.profits_cents);
    expect(events).toHaveLength(golden.events);
    const text = events.map((event) => JSON.stringify(event)).join('\n');
    expect(createHash('sha256').update(text).digest('hex')).toBe(golden.sha256);
  });
});
