/** What a visitor is called, or says, does not make the server ask the internet for a font or an emoji. */
import { ImageResponse } from 'next/og';
import { afterEach, expect, test, vi } from 'vitest';
import { legible } from './share-card';

afterEach(() => vi.restoreAllMocks());

test('every character that is drawn is in the font, so no font and no emoji is fetched', async () => {
  const asked: string[] = [];
  const { fetch } = globalThis;
  vi.spyOn(console, 'error').mockImplementation(() => undefined); // where a font does not come, it says so
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (!/^https?:/.test(address)) return fetch(input, init); // the drawing program itself
    asked.push(address);
    return Promise.reject(new Error('there is no internet here'));
  });
  const draw = (text: string) =>
    new ImageResponse(<div style={{ display: 'flex' }}>{text}</div>, { width: 200, height: 100 }).arrayBuffer();
  const all = Array.from({ length: 0x3100 - 0x20 }, (_, n) => String.fromCharCode(n + 0x20)).join('');
  const drawn = [...new Set(legible(all))].join('');
  expect(drawn).toContain('ÄÅ');
  await draw(drawn);
  await draw(legible('🦊 ©️ 1️⃣ 李明 Ŏlǒ Ǻdǎ'));
  expect(asked).toEqual([]);
  await draw('Ŏ'); // which is not in the font
  expect(asked).not.toEqual([]);
});
