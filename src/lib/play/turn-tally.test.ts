import { describe, expect, test } from 'vitest';
import { TurnTally } from './turn-tally';

describe('a tally of turns', () => {
  test('adds up by kind, backend and origin, and begins anew once it was taken', () => {
    const tally = new TurnTally();
    tally.script(500);
    tally.script(250);
    tally.add({ kind: 'model', backend: 'workers', origin: 'own', ms: 2_000 });
    tally.add({ kind: 'model', backend: 'workers', origin: 'fallback', ms: 1_000 });
    tally.add({ kind: 'person', ms: 4_000 });
    expect(tally.take()).toEqual([
      { kind: 'model', backend: 'workers', origin: 'own', turns: 1, seconds: 2 },
      { kind: 'model', backend: 'workers', origin: 'fallback', turns: 1, seconds: 1 },
      { kind: 'person', backend: '', origin: '', turns: 1, seconds: 4 },
      { kind: 'script', backend: '', origin: '', turns: 2, seconds: 0.75 },
    ]);
    expect(tally.take()).toEqual([]);
  });

  test('what could not be written down counts with the next', () => {
    const tally = new TurnTally();
    tally.script(1_000);
    tally.giveBack(tally.take());
    tally.add({ kind: 'program', origin: 'own', ms: 100 });
    expect(tally.take()).toEqual([
      { kind: 'script', backend: '', origin: '', turns: 1, seconds: 1 },
      { kind: 'program', backend: '', origin: 'own', turns: 1, seconds: 0.1 },
    ]);
  });

  test('has a bounded number of backends, however many names there are', () => {
    const tally = new TurnTally();
    for (let name = 0; name < 500; name += 1) tally.add({ kind: 'model', backend: `server-${name}`, origin: 'own', ms: 1 });
    const counts = tally.take();
    expect(counts).toHaveLength(41);
    expect(counts.find(({ backend }) => backend === 'other')?.turns).toBe(460);
  });
});
