import { describe, expect, test } from 'vitest';
import { isEasilyMistaken, lookAlikeKeys, looksLike, NamesSeen, skeleton } from './look-alike';

describe('skeletons of UTS 39', () => {
  test.each([
    ['paypal', 'раураl'],
    ['Ada', 'Аda'],
    ['rn', 'm'],
    ['Ada', 'Ada\ufe0f'],
    ['Ada', 'Ada\u3164'],
    ['Ada', 'A\u200bda'],
    ['\u00e9', 'e\u0301'],
  ])('%j and %j have the same', (one, other) => {
    expect(skeleton(one)).toBe(skeleton(other));
  });
});

describe('names', () => {
  test.each([
    ['Ada', 'ADA'],
    ['Ada', 'ada '],
    ['Ada  B', 'ada b'],
    ['Ann', 'Ａnn'],
    ['ALI', 'ALl'],
    ['ALI', 'Ali'],
    ['Lina', 'Lına'],
    ['Bob', 'B0b'],
    ['Scope', 'Ѕсоре'],
    ['Ωmega', 'Ωmega'],
    ['house', 'Ηouse'],
    ['max', 'мах'],
    ['Max', 'мах'],
    ['BOT', 'вот'],
  ])('%j looks like %j', (one, other) => {
    expect(looksLike(one, other)).toBe(true);
    expect(looksLike(other, one)).toBe(true);
  });

  test.each([
    ['Kai', 'Kal'],
    ['Ada', 'Ade'],
    ['李 明', '李 朋'],
    ['Jose', 'José'],
    ['', 'x'],
  ])('%j does not look like %j', (one, other) => {
    expect(looksLike(one, other)).toBe(false);
  });

  test.each([
    ['Ada', 'Àda'],
    ['Ada', 'A d a'],
    ['Jose', 'José'],
    ['Anna Lee', 'AnnaLee'],
    ['Carol', 'Carol.'],
    ['Carol', '«Càrol»'],
    ['Carol', '~ carol ~'],
    ['Anna-Lee', 'Anna Lee'],
    ['Carol 2', 'Carol Two'],
  ])('%j and %j at one table are easily mistaken', (one, other) => {
    expect(isEasilyMistaken(one, other)).toBe(true);
    expect(isEasilyMistaken(other, one)).toBe(true);
  });

  test.each([
    ['Ada', 'Ade'],
    ['Ana', 'Anna'], // honest names, both of them
    ['Carol', 'Carol 2'],
    ['Carol', 'Carol 🦊'],
    ['...', '!!!'],
    ['कि', 'की'],
    ['が', 'か'],
    ['李 明', '李 朋'],
  ])('%j and %j are not', (one, other) => {
    expect(isEasilyMistaken(one, other)).toBe(false);
  });

  test('of many are each looked at once: the same answers as for every two of them', () => {
    const names = ['Ada', 'ADA', 'Аda', 'Kai', 'Kal', 'KAl', 'KAI', 'm', 'rn', 'max', 'мах', 'Bo'];
    for (const [i, name] of names.entries()) {
      const before = names.slice(0, i);
      const alike = new NamesSeen(before).alike(name);
      expect([name, alike !== undefined]).toEqual([name, before.some((one) => looksLike(one, name))]);
      if (alike !== undefined) expect(looksLike(alike, name)).toBe(true);
      expect(new NamesSeen([...before, name]).alike(name)).toBe(alike); // itself is no other
    }
  });

  test('share a key exactly when they look alike', () => {
    const names = ['Ada', 'ADA', 'Аda', 'Kai', 'Kal', 'KAl', 'KAI', 'm', 'rn'];
    for (const one of names)
      for (const other of names) {
        const shared = lookAlikeKeys(one).some((key) => lookAlikeKeys(other).includes(key));
        expect(shared, `${one} and ${other}`).toBe(looksLike(one, other));
      }
  });
});
