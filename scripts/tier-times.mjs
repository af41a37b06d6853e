// How long each tier took here in its last green run; printed before the next run, so that people know how long to expect.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from './tree.mjs';

const FILE = join(CACHE, 'tiers.json');

function read() {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch {
    return {};
  }
}

export function announce(tiers) {
  const times = read();
  for (const { name, what } of tiers) {
    const time = times[name] === undefined ? 'not yet measured here' : `${Math.round(times[name])} s here last time`;
    console.log(`${name.padEnd(12)} ${what} (${time})`);
  }
}

export function remember(name, seconds) {
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(FILE, `${JSON.stringify({ ...read(), [name]: seconds }, null, 2)}\n`);
}
