import { describe, expect, it } from 'vitest';
import { codePoints, strip, trimUnicode } from './trim';

describe('strip', () => {
  it('takes what Python takes: the separators of ASCII and next-line, not the byte-order mark', () => {
    expect(strip('\u001c\u0085\u00a0 a b \u3000\u001f\n')).toBe('a b');
    expect(strip('\ufeffa\ufeff')).toBe('\ufeffa\ufeff');
    expect(strip(' \t ')).toBe('');
  });
});

describe('trimUnicode', () => {
  it('leaves the separators of ASCII', () => {
    expect(trimUnicode('\u2003\u001c5\u001c\u0085')).toBe('\u001c5\u001c');
  });
});

describe('codePoints', () => {
  it('counts a pair of surrogates once', () => {
    expect([codePoints(''), codePoints('é'), codePoints('😀😀'), codePoints('\ud800')]).toEqual([0, 1, 2, 1]);
  });
});
