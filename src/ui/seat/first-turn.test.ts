import { type ComponentProps, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ScoreLine } from '~/contract/screens';
import type { Stage } from '~/contract/shown';
import { OPEN_LABS } from '~/games/gpu-market/screens/lab-names';
import { SeatNames } from '~/kit/seat-names';
import type { MatchCard, SeatCard } from '~/live/protocol';
import { FirstTurn, nobodyWaits, otherPlayers, turnWords } from './first-turn';

const person = { seat: 'a', kind: 'person', name: 'Ann' } as unknown as SeatCard;
const bot = { seat: 'b', kind: 'script', policy: 'house' } as SeatCard;

it('who plays bots alone keeps nobody waiting, and is told how long a turn may take', () => {
  expect(nobodyWaits([person, bot], 'a')).toBe(true);
  expect(nobodyWaits([person, bot], 'b')).toBe(false);
  expect(turnWords(600, 'Bots')).toMatch(/^You have 10 minutes for each turn\. The round ends as soon as you submit it/);
  expect(turnWords(600, 'Agents')).toContain('The round ends once you have submitted and the agents have answered.');
  expect(otherPlayers([person, bot], 'a')).toBe('Bots');
  expect(otherPlayers([person, bot, { ...bot, kind: 'agent' } as SeatCard], 'a')).toBe('Agents');
  expect(turnWords(90, null)).toMatch(/^You have 90 seconds for each turn\. The round ends as soon as everybody/);
});

it('tells what the score is: the figure at the end, unless the game ranks by another', () => {
  const card = { seats: [person, bot], clock: null } as unknown as MatchCard;
  const shown = (score: Partial<ScoreLine<object>>) =>
    renderToStaticMarkup(
      createElement(
        SeatNames,
        { naming: OPEN_LABS } as ComponentProps<typeof SeatNames>,
        createElement(FirstTurn, { seat: 'a', card, stage: { rounds: 6 } as Stage, score: score as ScoreLine<object> }),
      ),
    );
  expect(shown({ title: 'reward' })).toContain('Your score is your reward at the end.');
  const gains = shown({ title: 'profit', goal: 'Your score is your gain.' });
  expect(gains).toContain('Your score is your gain.');
  expect(gains).not.toContain('profit');
});
