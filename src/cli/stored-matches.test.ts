/** What the commands on stored matches print, on a store in memory. */
import { beforeAll, describe, expect, test } from 'vitest';
import { openMatch } from '~/match/open-match';
import type { Services } from '~/match/services';
import type { MatchRecord } from '~/store/event-store';
import { exportText } from './export-text';
import { findMatch } from './find-match';
import { type PlayedMatch, playMatch, transcriptJson } from './play-match';
import { replayText } from './replay-text';
import { memoryServices } from './services';

import { transcriptText } from './transcript-text';

const services: Services = memoryServices();
let played: PlayedMatch;

/** The store of the match, but its card says something else. */
function storeSaying(change: Partial<MatchRecord>): Services['store'] {
  const { store } = services;
  const get = async (id: string) => {
    const match = await store.get(id);
    return match && { ...match, ...change };
  };
  return Object.assign(Object.create(store) as Services['store'], { get, read: store.read.bind(store) });
}

beforeAll(async () => {
  played = await playMatch(services, { task: 'coalition_market', seed: 5, policy: 'rule_based_expert', judgeMode: 'rule' });
});

describe('playing', () => {
  test('what the rules of a match do not know is refused in a sentence', async () => {
    await expect(playMatch(services, { task: 'tennis', seed: 1, policy: 'wait' })).rejects.toThrow('There is no task "tennis"');
    await expect(playMatch(services, { task: 'single_trade', seed: -1, policy: 'wait' })).rejects.toThrow('A seed must be a whole number');
  });

  test('the transcript has every round, each action with its reward, and the score', () => {
    const text = transcriptText(
      played.match,
      played.stored.map(({ event }) => event),
    );
    expect(text.match(/^Round \d+/gm)).toEqual(Array.from({ length: 10 }, (_, round) => `Round ${round}`));
    expect(text.match(/^> You chose /gm)).toHaveLength(9);
    expect(text.match(/^ {2}= \w+ +reward [+-]\d\.\d{4} {3}total [+-]\d\.\d{4}$/gm)).toHaveLength(10);
    expect(text.endsWith('Score: lab_0 1.3412')).toBe(true);
  });

  test('a part of a match has a score so far', () => {
    const events = played.stored.slice(0, 12).map(({ event }) => event);
    expect(transcriptText(played.match, events)).toMatch(/Score so far: lab_0 0\.\d+$/);
    expect(transcriptText(played.match, events.slice(0, 1))).not.toContain('Score');
  });

  test('messages cannot write to the terminal', () => {
    const message = { from_lab_id: 'lab_0', to_lab_id: null, round_index: 0, message: 'a\n\u001b[31mb', signal: 'neutral' as const };
    const events = [...played.stored.slice(0, 1).map(({ event }) => event), { type: 'message_posted', message }];
    expect(transcriptText(played.match, events)).toContain('“a [31mb”');
  });

  test('as JSON: steps with what was rewarded, the settlement apart', () => {
    const told = JSON.parse(transcriptJson(played, null)) as {
      steps: { reward: number; round_index: number }[];
      settlement: { reward: number };
    };
    expect(told.steps.map((step) => step.round_index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const sum = told.steps.reduce((before, step) => before + step.reward, told.settlement.reward);
    expect(sum).toBeCloseTo(1.3412, 9);
  });
});

describe('finding', () => {
  test('by id, and by the beginning of it', async () => {
    const { id } = played.match;
    expect((await findMatch(services.store, id)).id).toBe(id);
    expect((await findMatch(services.store, id.slice(0, 4))).id).toBe(id);
    const many = memoryServices();
    const old = await playMatch(many, { task: 'single_trade', seed: 1, policy: 'wait' });
    const later = Array.from({ length: 210 }, () => openMatch(many, { task: 'single_trade', seed: 1, policy: 'wait' }));
    await Promise.all(later);
    expect((await findMatch(many.store, old.match.id.slice(0, 8))).id).toBe(old.match.id); // not among the newest
  });

  test('an unknown one names the newest', async () => {
    await expect(findMatch(services.store, 'zzzzzz')).rejects.toThrow(`there is no match "zzzzzz"; the newest are ${played.match.id}`);
    await expect(findMatch(memoryServices().store, 'abc')).rejects.toThrow('none is stored yet');
  });
});

describe('replaying', () => {
  test('gives the stored outcome', async () => {
    const text = await replayText(services.store, played.match.id, undefined);
    expect(text).toContain(`Checked: replaying ${played.stored.length} events gives the stored outcome: lab_0 1.3412.`);
  });

  test('up to an event it tells how the market stood', async () => {
    const text = await replayText(services.store, played.match.id, 5);
    expect(text).toContain('After event 5 (offer_made), round 0 (last: 8)');
    expect(text).toMatch(/You \(lab_0\) +0\.65 +\d+\.\d\d +0\/3 {2}b_0_0 available, b_0_1 available/);
    await expect(replayText(services.store, played.match.id, 1000)).rejects.toThrow(`allowed: 1 to ${played.stored.length}`);
  });

  test.each<[Partial<MatchRecord>, string]>([
    [{ scores: { lab_0: 1.3413 } }, 'stored scores {"lab_0":1.3413}, by its events {"lab_0":1.3412}'],
    [{ scores: {} }, 'stored scores {}'],
    [{ head: 3 }, 'the match should have 3 events'],
    [{ status: 'running' }, 'stored as running, but by its events finished'],
  ])('a card that says %j is found out', async (change, why) => {
    await expect(replayText(storeSaying(change), played.match.id, undefined)).rejects.toThrow(why);
  });
});

describe('exporting', () => {
  test('events keep their stored text', async () => {
    const text = await exportText(services.store, played.match.id, 'events');
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(played.stored.length);
    expect(lines.every((line, index) => line.endsWith(`"event":${played.stored[index]?.json}}`))).toBe(true);
  });

  test('the transcript is Markdown', async () => {
    const text = await exportText(services.store, played.match.id, 'transcript');
    expect(text.startsWith(`# Match ${played.match.id}\n`)).toBe(true);
    expect(text.match(/^## Round \d$/gm)).toHaveLength(10);
  });
});
