import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { planSamples, samplesCommand } from './samples';

const FLAGS = { ruleset: 'classic', policy: 'expert', tasks: 'all', seeds: '0-9,39999', perAction: '5', wander: '0.2', bestOf: '1' };

describe('mandi samples', () => {
  it('leaves the manifest of another dataset as it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mandi-samples-'));
    await writeFile(join(folder, 'manifest.json'), '{"format":"sft"}');
    await expect(samplesCommand().parseAsync(['--seeds', '0', '--out', folder], { from: 'user' })).rejects.toThrow('something else');
    expect(await readdir(folder)).toEqual(['manifest.json']);
    await rm(folder, { recursive: true });
  });

  it('reads what was typed', async () => {
    const plan = await planSamples(FLAGS);
    expect(plan).toMatchObject({ ok: true, value: { perAction: 5, wander: 0.2, prompt: 'classic-1' } });
    expect(plan.ok && [plan.value.policy.id, plan.value.seeds.length]).toEqual(['rule_based_expert', 11]);
  });

  it('of open teaches whole turns, by the newest prompt', async () => {
    const { policy: _, ...flags } = FLAGS;
    const plan = await planSamples({ ...flags, ruleset: 'open' });
    expect(plan.ok && [plan.value.policy.id, plan.value.prompt]).toEqual(['planner_with_coalitions', 'open-4']);
  });

  it.each([
    ['test seeds', { seeds: '39990-50000' }, 'goes beyond the training seeds'],
    ['seeds outside all ranges', { seeds: '60000' }, 'goes beyond the training seeds'],
    ['a policy of another ruleset', { ruleset: 'open', policy: 'rule_based_expert' }, 'no "rule_based_expert" that plays open'],
    ['a policy that does not play classic', { policy: 'planner' }, 'no "planner" that plays classic'],
    ['a policy nobody knows', { policy: 'oracle' }, 'no "oracle"'],
    ['a task nobody knows', { tasks: 'chess' }, 'no "chess"'],
    ['a prompt nobody knows', { prompt: 'classic-9' }, 'no "classic-9"'],
    ['too many wanderings', { wander: '1' }, 'not a share'],
    ['no number', { perAction: 'many' }, 'not a number'],
    ['the best of none', { bestOf: '0' }, '"0" is not a number from 1 to 64'],
    ['the best of matches that are all the same', { bestOf: '4', wander: '0' }, 'every match of a seed is the same'],
  ])('refuses %s', async (_name, change, why) => {
    const plan = await planSamples({ ...FLAGS, ...change });
    expect(plan.ok ? '' : plan.why).toContain(why);
  });
});
