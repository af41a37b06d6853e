// Records a match's replay as an animation for the README: node scripts/record-match.mjs http://localhost:3000/matches/ID
// docs/images/match.webp
// The address is that of a running Mandi. One frame per step of the match; motion is off, so that each frame is still.
import { chromium } from '@playwright/test';
import sharp from 'sharp'; // comes with Next
import { ensureBrowser, NO_BROWSER } from './ensure-browser.mjs';

const FRAMES = 22;
const FRAME_MS = 900;
const LAST_MS = 3_000;
const SIZE = { width: 1280, height: 820 };

const [address, file] = process.argv.slice(2);
if (!address || !file) {
  console.error('record-match: give the address of a match and the picture to write (.webp)');
  process.exit(2);
}
const browser = ensureBrowser();
if (!browser) {
  console.error(`record-match: ${NO_BROWSER}`);
  process.exit(1);
}
const frames = await record(browser);
const delay = frames.map((_, at) => (at === frames.length - 1 ? LAST_MS : FRAME_MS));
await sharp(frames, { join: { animated: true } })
  .webp({ quality: 60, effort: 6, loop: 0, delay })
  .toFile(file);
console.log(`${file}: ${frames.length} frames`);

async function record(found) {
  const running = await chromium.launch({ ...(found.own ? {} : { executablePath: found.path }), args: ['--no-sandbox'] });
  const page = await running.newPage({ viewport: SIZE, reducedMotion: 'reduce', colorScheme: 'light' });
  await page.goto(`${address}?at=1`);
  const counter = page.getByText(/^event \d+ of \d+$/).first();
  const last = Number(/of (\d+)$/.exec((await counter.textContent()) ?? '')?.[1]);
  const taken = [];
  let at = 1;
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const wanted = Math.round(1 + ((last - 1) * frame) / (FRAMES - 1));
    for (; at < wanted; at += 1) await page.keyboard.press('ArrowRight');
    await page.getByText(`event ${wanted} of ${last}`).first().waitFor();
    taken.push(await page.screenshot());
  }
  await running.close();
  return taken;
}
