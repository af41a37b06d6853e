import { expect, test } from 'vitest';
import { playMatch } from './play-match';
import { replayText } from './replay-text';
import { memoryServices } from './services';
import { transcriptText } from './transcript-text';

test('a match of ruleset open is told round by round, with what each lab made', async () => {
  const request = { ruleset: 'open', task: 'market_round', seed: 7, policy: 'planner' };
  const { match, stored } = await playMatch(memoryServices(), request);
  const events = stored.map(({ event }) => event);
  const lines = transcriptText(match, events).split('\n');
  expect(lines[0]).toBe('market_round, seed 7: gpu-market/open version 2, judge off');
  expect(lines.filter((line) => line.startsWith('Round ') && !line.includes('closed'))).toEqual([
    'Round 0 (8 rounds, counted from 0)',
    ...Array.from({ length: 7 }, (_, round) => `Round ${round + 1}`),
  ]);
  expect(lines.some((line) => /Lab \w sold b_\d_\d to Lab \w for [\d.]+ cr\./.test(line))).toBe(true);
  expect(lines.at(-1)).toMatch(/^Profit in cr: Lab A [+−][\d.]+, Lab B /);
  expect(transcriptText(match, events.slice(0, 1))).not.toContain('undefined');
});

test('who made nothing has neither a plus nor a minus', async () => {
  const { match, stored } = await playMatch(memoryServices(), { ruleset: 'open', task: 'single_trade', seed: 3, policy: 'wait' });
  const text = transcriptText(
    match,
    stored.map(({ event }) => event),
  );
  expect(text).toContain('Profits: Lab A 0 cr, Lab B 0 cr.');
  expect(text).toMatch(/^Lab A \(lab_0\) is played by wait; Lab B \(lab_1\) is played by wait$/m);
  expect(text.endsWith('Profit in cr: Lab A 0.00, Lab B 0.00')).toBe(true);
});

test('told up to an event, it has neither the end’s profit nor an offer to nobody', async () => {
  const services = memoryServices();
  const { match, stored } = await playMatch(services, { ruleset: 'open', task: 'market_round', seed: 7, policy: 'planner' });
  const offered = stored.findIndex(({ event }) => event.type === 'offer_made');
  const text = await replayText(services.store, match.id, offered + 1);
  expect(text).toContain(`After event ${offered + 1} (offer_made), round 0 (last: 7)`);
  expect(text).toMatch(/^Offers open: o_1 lab_\d -> (all|lab_\d)$/m);
  expect(text).not.toContain('Profit in cr');
  expect(await replayText(services.store, match.id, undefined)).toMatch(/Profit in cr: [\s\S]*gives the stored outcome: Lab A /);
});
