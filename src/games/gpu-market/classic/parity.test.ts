/** The recorded episodes of the published environment, field by field (tests/fixtures/arena-v1). */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { findPolicy } from '../../policies';
import { parseConfig } from './config';
import { play } from './decide';
import { observe } from './observe';
import { startMatch } from './play-in-memory';

interface Episode {
  policy: string;
  config: unknown;
  initial: unknown;
  steps: { action: unknown; observation: unknown }[];
}

const file = new URL('../../../../tests/fixtures/arena-v1/traces.jsonl.gz', import.meta.url);
const episodes: Episode[] = gunzipSync(readFileSync(file))
  .toString()
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Episode);

/** The paths at which two values differ, but for fields named `message`; numbers within 1e-9. */
function differences(ours: unknown, theirs: unknown, path = ''): string[] {
  if (typeof ours === 'number' && typeof theirs === 'number') {
    return Math.abs(ours - theirs) <= 1e-9 ? [] : [`${path}: ${ours}, recorded ${theirs}`];
  }
  if (typeof ours !== 'object' || typeof theirs !== 'object' || ours === null || theirs === null) {
    return ours === theirs ? [] : [`${path}: ${JSON.stringify(ours)}, recorded ${JSON.stringify(theirs)}`];
  }
  const a = ours as Record<string, unknown>;
  const b = theirs as Record<string, unknown>;
  if (Array.isArray(ours) !== Array.isArray(theirs)) return [`${path}: a list and an object`];
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  keys.delete('message');
  return [...keys].flatMap((key) =>
    Object.hasOwn(a, key) && Object.hasOwn(b, key) ? differences(a[key], b[key], `${path}/${key}`) : [`${path}/${key}: on one side only`],
  );
}

describe('the recorded episodes', () => {
  it('are 250', () => {
    expect(episodes).toHaveLength(250);
  });

  it.each(episodes.map((episode, index) => ({ index, name: `${episode.policy} ${JSON.stringify(episode.config)}`, episode })))(
    '$index $name',
    async ({ episode }) => {
      const config = parseConfig(episode.config);
      if (!config.ok) throw new Error(config.why);
      const state = startMatch(config.value);
      const policy = findPolicy('gpu-market/classic', episode.policy);
      expect(differences(observe(state), episode.initial)).toEqual([]);
      for (const [index, step] of episode.steps.entries()) {
        if (policy !== null) {
          const chosen = await policy.choose(observe(state));
          expect(differences(chosen, step.action), `choice ${index}`).toEqual([]);
        }
        play(state, step.action);
        expect(differences(observe(state), step.observation), `step ${index} ${JSON.stringify(step.action)}`).toEqual([]);
      }
    },
  );
});
