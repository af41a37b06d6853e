// The match that home plays on a server on which nothing was played yet. RECORD=1 writes it anew: npx vitest run tests/unit/home-recording.test.ts
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { REPOSITORY } from '~/config';
import type { GameKey } from '~/contract/game-ref';
import { MemoryRun, playOut } from '~/engine/memory-run';
import { findPolicy } from '~/games/policies';
import { findGame } from '~/games/registry';
import { FrameFold } from '~/live/frames';
import type { Frame, MatchCard } from '~/live/protocol';
import { EMPTY_REEL, wind } from '~/ui/replay/reel';

const FILE = join(REPOSITORY, 'public', 'recorded', 'match.json');
const MATCH = { key: 'gpu-market/open' as GameKey, version: 2, task: 'coalition_market', seed: 11 };
const PLAYERS = ['planner', 'greedy', 'house'];

interface Recording {
  card: MatchCard;
  frames: Frame[];
}

function record(): Recording {
  const game = findGame(MATCH.key, MATCH.version);
  const config = game?.parseConfig({ task_type: MATCH.task, seed: MATCH.seed });
  if (!game || !config?.ok) throw new Error('the game that was recorded is not here');
  const run = MemoryRun.open(game, config.value);
  const seats = game.seats(config.value).map(({ id }, place) => ({ seat: id, policy: PLAYERS[place % PLAYERS.length] ?? '' }));
  void playOut(run, {
    ask: (seat) => {
      const policy = findPolicy(MATCH.key, seats.find((one) => one.seat === seat)?.policy ?? '');
      if (!policy) throw new Error(`nobody plays ${seat}`);
      return run.ask(policy, seat);
    },
  });
  const fold = new FrameFold(game, 'all');
  const frames = run.events.map((event, index) =>
    fold.take({ seq: index + 1, event, json: '', recordedAt: new Date(0) }, isTold(event.type)),
  );
  const { round, rounds, turn } = game.clock(run.state);
  const [family = '', ruleset = ''] = MATCH.key.split('/');
  const card: MatchCard = {
    id: 'recorded',
    ...MATCH,
    game: family,
    ruleset,
    judgeMode: 'off',
    seats: seats.map(({ seat, policy }) => ({ seat, kind: 'script', policy })),
    visibility: 'open',
    pace: 0,
    status: 'finished',
    head: frames.length,
    round,
    rounds,
    turn,
    scores: game.outcome(run.state).scores,
    createdAt: '2026-01-01T00:00:00.000Z',
    finishedAt: '2026-01-01T00:00:00.000Z',
    showcase: true,
    fault: null,
    hosted: false,
    isPrivate: false,
    clock: null,
    delayTurns: 0,
    delayRounds: 0,
    missed: null,
    guards: null,
    rated: false,
    origin: null,
    silent: [],
  };
  return { card, frames };
}

/** What comes by the dozen and changes hardly anything needs no view of its own. */
function isTold(type: string): boolean {
  return type !== 'turn_taken' && type !== 'action_resolved';
}

if (process.env.RECORD === '1') {
  mkdirSync(join(FILE, '..'), { recursive: true });
  writeFileSync(FILE, JSON.stringify(record()));
}

test('the recording is a whole match that the rules play again, event by event', () => {
  const stored = JSON.parse(readFileSync(FILE, 'utf8')) as Recording;
  const played = JSON.parse(JSON.stringify(record())) as Recording;
  expect(stored.frames.map(({ event }) => event)).toEqual(played.frames.map(({ event }) => event));
  expect(stored.card).toEqual(played.card);
});

test('the recording winds up to its end and is small', () => {
  const { card, frames } = JSON.parse(readFileSync(FILE, 'utf8')) as Recording;
  const { reel, rest } = wind<{ finished?: boolean }>(EMPTY_REEL, frames);
  expect(rest).toEqual([]);
  expect(reel.views.length).toBe(card.head);
  expect(reel.views.at(-1)?.finished).toBe(true);
  expect(gzipSync(readFileSync(FILE)).length).toBeLessThan(60_000);
});
