import { describe, expect, it } from 'vitest';
import { keyParts, refText } from '~/contract/game-ref';
import { type RawGame, readGame, readGameFilter } from './read-game';
import { usualGames } from './registry';

function read(raw: RawGame, fallback: 'gpu-market/open' | 'gpu-market/classic' = 'gpu-market/classic'): string {
  const reading = readGame(raw, fallback);
  return reading.ok ? refText(reading.value.ref) : `${reading.path}: ${reading.why}`;
}

describe('a game is named', () => {
  it('by its key, with a version or without: then the newest is meant', () => {
    expect(read({ game: 'gpu-market/open' })).toBe('gpu-market/open@2');
    expect(read({ game: 'gpu-market/open@1' })).toBe('gpu-market/open@1');
    expect(read({ game: 'gpu-market/open', version: 1 })).toBe('gpu-market/open@1');
    expect(read({ game: 'gpu-market/open', version: '1' })).toBe('gpu-market/open@1');
  });

  it('by a ruleset alone: bare it is of the GPU market, with a slash it is a key', () => {
    expect(read({ ruleset: 'open' })).toBe('gpu-market/open@2');
    expect(read({ ruleset: 'classic' }, 'gpu-market/open')).toBe('gpu-market/classic@1');
    expect(read({ ruleset: 'gpu-market/open' })).toBe('gpu-market/open@2');
    expect(read({ ruleset: 'open@1' })).toBe('gpu-market/open@1');
    expect(read({ ruleset: 'gpu-market/open@1', version: 1 })).toBe('gpu-market/open@1');
  });

  it('by family and ruleset', () => {
    expect(read({ game: 'gpu-market', ruleset: 'open' })).toBe('gpu-market/open@2');
    expect(read({ game: 'gpu-market', ruleset: 'gpu-market/open' })).toBe('gpu-market/open@2');
    expect(read({ game: 'gpu-market/open', ruleset: 'open' })).toBe('gpu-market/open@2');
    expect(read({ game: 'gpu-market@1', ruleset: 'open' })).toBe('gpu-market/open@1');
  });

  it('or not at all: then the entry point says which, and of a family the one it would have meant', () => {
    expect(read({})).toBe('gpu-market/classic@1');
    expect(read({}, 'gpu-market/open')).toBe('gpu-market/open@2');
    expect(read({ version: 1 }, 'gpu-market/open')).toBe('gpu-market/open@1');
    expect(read({ game: 'gpu-market' }, 'gpu-market/open')).toBe('gpu-market/open@2');
  });
});

it('a family alone is its first game where it has had several since', () => {
  expect(read({ game: 'bazaar' })).toBe(read({ game: 'bazaar/classic' }));
  expect(read({ game: 'bazaar', ruleset: 'open' })).toBe('bazaar/open@1');
});

describe('a name is refused with what there is', () => {
  const all = usualGames()
    .map(({ ref }) => ref.key)
    .join(', ');
  const families = [...new Set(usualGames().map(({ ref }) => keyParts(ref.key).family))].join(', ');

  it('when nothing is called so', () => {
    expect(read({ ruleset: 'opne' })).toBe('ruleset: unknown ruleset "opne" (did you mean open?); allowed: classic, open');
    expect(read({ game: 'chess' })).toBe(`game: unknown game "chess"; allowed: ${families}, ${all}`);
    expect(read({ game: 'chess', ruleset: 'open' })).toBe(`game: unknown game "chess"; allowed: ${families}, ${all}`);
    expect(read({ game: 'gpu-market/opne' })).toMatch(
      /^game: unknown game "gpu-market\/opne" \(did you mean gpu-market\/open\?\); allowed: /,
    );
    expect(read({ ruleset: 'chess/rapid' })).toBe(`ruleset: unknown ruleset "chess/rapid"; allowed: ${all}`);
    expect(read({ game: 'open' })).toMatch(/^game: unknown game "open"/);
  });

  it('when two of its parts contradict each other', () => {
    const why = (game: string, ruleset: string) =>
      `ruleset: game "${game}" and ruleset "${ruleset}" are different games; give one of them. There are ${all}`;
    expect(read({ game: 'gpu-market/open', ruleset: 'classic' })).toBe(why('gpu-market/open', 'classic'));
    expect(read({ game: 'gpu-market/open', ruleset: 'gpu-market/classic' })).toBe(why('gpu-market/open', 'gpu-market/classic'));
    expect(read({ game: 'gpu-market', ruleset: 'bazaar/open' })).toBe(why('gpu-market', 'bazaar/open'));
    expect(read({ game: 'gpu-market/open@1', version: 2 })).toBe('version: version: 1 and 2 are both named; give one of them');
    expect(read({ game: 'gpu-market/open@1', ruleset: 'open@2' })).toBe('version: version: 1 and 2 are both named; give one of them');
  });

  it('when there is no such version', () => {
    expect(read({ game: 'gpu-market/open', version: 9 })).toBe('version: there is no version 9 of gpu-market/open; there is 1, 2');
    expect(read({ game: 'gpu-market/open@9' })).toBe('game: there is no version 9 of gpu-market/open; there is 1, 2');
    expect(read({ version: 9 })).toBe('version: there is no version 9 of gpu-market/classic; there is 1');
    for (const version of [0, -1, 1.5, '', 'one', '1.0', ' 1', null, Number.NaN, {}, [1], true]) {
      expect([version, read({ ruleset: 'open', version })]).toEqual([
        version,
        expect.stringMatching(/^version: version: a whole number from 1/),
      ]);
    }
  });

  it('when it is something that no game can be called', () => {
    const hostile = [
      '',
      ' ',
      ' open',
      'open ',
      'OPEN',
      '/',
      '//',
      'gpu-market/',
      '/open',
      'gpu-market/open/x',
      '../gpu-market/open',
      'gpu-market／open',
      '__proto__',
      'constructor',
      'toString/valueOf',
      'open@',
      'open@@1',
      'open@1@1',
      'open\u0000',
      '@1',
      'x'.repeat(100_000),
    ];
    for (const name of hostile) {
      for (const raw of [{ game: name }, { ruleset: name }, { game: name, ruleset: name }]) {
        const reading = readGame(raw);
        expect([raw, reading.ok]).toEqual([raw, false]);
        expect(reading.ok ? 0 : reading.why.length).toBeLessThan(400);
      }
    }
    for (const raw of [null, 1, true, {}, ['open'], { toString: 'open' }, Symbol.iterator, () => 'open']) {
      expect([String(typeof raw), readGame({ game: raw }).ok, readGame({ ruleset: raw }).ok]).toEqual([typeof raw, false, false]);
    }
  });
});

it('a filter names every game, one game in all versions, or one version', () => {
  expect(readGameFilter({})).toEqual({ ok: true, value: {} });
  expect(readGameFilter({ ruleset: 'open' })).toEqual({ ok: true, value: { game: 'gpu-market/open' } });
  expect(readGameFilter({ game: 'gpu-market/open@1' })).toEqual({ ok: true, value: { game: 'gpu-market/open', version: 1 } });
  expect(readGameFilter({ game: 'gpu-market/open', version: '1' })).toEqual({ ok: true, value: { game: 'gpu-market/open', version: 1 } });
  expect(readGameFilter({ version: 1 })).toMatchObject({ ok: false, path: 'version' });
  expect(readGameFilter({ game: 'gpu-market' })).toMatchObject({ ok: false, path: 'ruleset' });
  expect(readGameFilter({ ruleset: 'open', version: 7 })).toMatchObject({ ok: false, path: 'version' });
});
