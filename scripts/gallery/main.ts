// Takes a picture of every screen, wide and narrow, light and dark, and tells what a machine can see is wrong with it.
//   npm run gallery [-- --only NAME,NAME] [--widths 1440,390] [--themes light,dark] [--out FOLDER] [--home FOLDER] [--port N]
// --url ADDRESS: of a server that runs already, on the home that --home names.
// --docs: the pictures of the guides instead, into docs/images. Only what a user has: no games for tests, no model that only looks like one.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { freePort } from '../../e2e/support/own-server';
import { ensureBrowser, NO_BROWSER } from '../ensure-browser.mjs';
import { docScreens, keepDocPicture, widthsOf } from './doc-pictures';
import { type Shown, writeIndex } from './index-page';
import { SCREENS, type Screen } from './screens';
import { type Served, Stage, serve, until } from './stage';
import { takePictures } from './take-pictures';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    widths: { type: 'string', default: '1440,390' },
    themes: { type: 'string', default: 'light,dark' },
    out: { type: 'string', default: 'out/gallery' },
    home: { type: 'string' },
    port: { type: 'string' },
    url: { type: 'string' },
    docs: { type: 'boolean', default: false },
  },
});
const only = values.only.split(',').filter(Boolean);
const widths = values.widths.split(',').map(Number);
const wanted = values.docs ? 'light' : values.themes;
const themes = wanted.split(',').filter((theme): theme is 'light' | 'dark' => theme === 'light' || theme === 'dark');
const folder = resolve(values.out);
const home = values.home === undefined ? mkdtempSync(join(tmpdir(), 'mandi-gallery-')) : resolve(values.home);
const chosen = (values.docs ? docScreens(SCREENS) : SCREENS).filter(
  ({ name }) => only.length === 0 || only.some((one) => name === one || (one.endsWith('*') && name.startsWith(one.slice(0, -1)))),
);
const shown: Shown[] = [];
const began = Date.now();

await main();

async function main(): Promise<void> {
  if (chosen.length === 0) throw new Error(`no screen is called ${values.only}; there are ${SCREENS.map(({ name }) => name).join(', ')}`);
  mkdirSync(folder, { recursive: true });
  const port = values.port === undefined ? await freePort() : Number(values.port);
  const found = ensureBrowser();
  if (!found) throw new Error(NO_BROWSER);
  const browser = await chromium.launch(found.own ? {} : { executablePath: found.path, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const ofNothing = chosen.filter(({ empty }) => empty);
    if (ofNothing.length > 0) await withServer({ port, league: false, browser }, (stage, stranger) => all(ofNothing, stage, stranger));
    const rest = chosen.filter(({ empty }) => !empty);
    if (rest.length > 0)
      await withServer({ port, league: true, browser }, async (stage, stranger) => {
        if (values.url === undefined) await untilLeaguesAreOver(stage);
        await all(rest, stage, stranger);
      });
  } finally {
    await browser.close();
    if (values.home === undefined) rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    const faults = shown.reduce((sum, one) => sum + one.faults.length, 0);
    const pictures = shown.reduce((sum, one) => sum + one.pictures.length, 0);
    const note = `${pictures} pictures of ${chosen.length} screens in ${Math.round((Date.now() - began) / 1000)} s; ${faults} findings.`;
    writeIndex(folder, shown, note);
    console.log(`${note} Open ${join(folder, 'index.html')}`);
  }
}

async function withServer(
  { port, league, browser }: { port: number; league: boolean; browser: Browser },
  act: (stage: Stage, stranger: BrowserContext) => Promise<void>,
): Promise<void> {
  const server: Served =
    values.url === undefined
      ? await serve({ home, port, league, plain: values.docs })
      : { address: values.url, stop: async () => undefined };
  const baseURL = server.address;
  const host = await browser.newContext({ baseURL, permissions: ['clipboard-read', 'clipboard-write'] });
  const stranger = await browser.newContext({ baseURL, extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.12' } });
  // Ample: a busy machine is slow.
  for (const one of [host, stranger]) one.setDefaultTimeout(180_000);
  try {
    await act(new Stage({ address: baseURL.replace(/\/$/, ''), home, host }), stranger);
  } finally {
    await host.close();
    await stranger.close();
    await server.stop();
  }
}

async function all(screens: readonly Screen[], stage: Stage, stranger: BrowserContext): Promise<void> {
  for (const screen of screens) {
    const context = screen.stranger ? stranger : stage.host;
    try {
      const url = stage.address + (typeof screen.at === 'string' ? screen.at : await screen.at(stage));
      for (const width of values.docs ? widthsOf(screen.name) : widths) {
        const one = await takePictures({ context, screen, url, width, folder, themes });
        shown.push(one);
        if (values.docs) console.log(await keepDocPicture(join(folder, one.pictures[0] ?? ''), screen.name, width));
        console.log(`${screen.name} ${width} px: ${one.faults.length === 0 ? 'nothing found' : `\n  ${one.faults.join('\n  ')}`}`);
      }
    } catch (error) {
      const fault = `not shown: ${String(error).slice(0, 600)}`;
      shown.push({ name: screen.name, about: screen.about, width: 0, title: '', pictures: [], faults: [fault] });
      console.log(`${screen.name}: ${fault}`);
    }
  }
}

/** The first start of a new database plays them by itself, one after the other. */
async function untilLeaguesAreOver(stage: Stage): Promise<void> {
  const areOver = async () => {
    const demos = await stage.ask<{ status: string }[]>('tournament.demo');
    return demos.length > 0 && demos.every(({ status }) => status === 'finished');
  };
  await until(async () => {
    if (!(await areOver())) return false;
    await new Promise((resolve) => setTimeout(resolve, 2000));
    return areOver();
  });
}
