// `npm test`: check, properties, integration, browser. `npm run test:slow` (`--slow`): the same and the long ones; `-- --part N` only one
// part of the long ones, `--part commit` the part chosen by the commit's hash. Ends with the line of counts.
import { spawnSync } from 'node:child_process';
import { check } from './check.mjs';
import { ensureBrowser, NO_BROWSER } from './ensure-browser.mjs';
import { partOfCommit, slowParts } from './slow-parts.mjs';
import { command, conclude, countStep, home, runPlaywright, runStep, runVitest } from './steps.mjs';
import { announce, remember } from './tier-times.mjs';

const env = { NEXT_TELEMETRY_DISABLED: '1', CHECKPOINT_DISABLE: '1' };

const TIERS = [
  { name: 'check', what: 'format, lint, types, circles, unit tests', run: check },
  {
    name: 'properties',
    what: 'the laws of the games over 1,000 random matches, while the tiers below wait',
    run: properties,
    beside: true,
  },
  { name: 'integration', what: 'real databases, servers and clients, while the tier below runs', run: integration, beside: true },
  { name: 'browser', what: 'the site is built; journeys in Chromium', run: browser },
];
const LONG = slowParts().map((part) => ({ name: `slow part ${part.number}`, what: part.name, run: async () => [await longPart(part)] }));

process.exitCode = await conclude(await main(process.argv.slice(2)));

async function main(args) {
  const parts = args.indexOf('--part');
  if (parts >= 0) return runTiers([tierOfPart(args[parts + 1])]);
  return runTiers(args.includes('--slow') ? [...TIERS, ...LONG] : TIERS);
}

async function runTiers(tiers) {
  announce(tiers);
  const steps = [];
  const beside = [];
  for (const tier of tiers) {
    const run = runTier(tier);
    if (tier.beside) beside.push(run);
    else steps.push(...(await run));
  }
  return [...steps, ...(await Promise.all(beside)).flat()];
}

async function runTier({ name, run }) {
  const began = Date.now();
  const steps = await run();
  if (steps.every(({ ok }) => ok)) remember(name, (Date.now() - began) / 1000);
  return steps;
}

function tierOfPart(wanted) {
  const parts = slowParts();
  const part = wanted === 'commit' ? partOfCommit(commit(), parts) : parts[Number(wanted) - 1];
  if (!part) throw new Error(`test:slow: there is no part "${wanted}"; there are 1 to ${parts.length}, and "commit"`);
  console.log(`part ${part.number} of ${parts.length}: ${part.name} (${part.files.length} files, at most ${part.minutes} minutes)`);
  return LONG[part.number - 1];
}

function commit() {
  const run = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: home, encoding: 'utf8' });
  return run.status === 0 ? run.stdout.trim() : '0';
}

function longPart({ number, name, files, minutes }) {
  const limit = Math.min(minutes, Number(process.env.MANDI_PART_MINUTES ?? minutes));
  return runVitest({ name: `slow part ${number}: ${name}`, project: 'slow', args: files, env, live: true, minutes: limit });
}

/** They only compute: at a low priority they use the processor time that the servers and browsers of the other tiers leave. */
async function properties() {
  return [await runVitest({ name: 'properties', project: 'properties', env, yields: true })];
}

/** Servers, databases and clocks: its tests wait a lot, like the journeys, so both run at the same time. */
async function integration() {
  return [await runVitest({ name: 'integration tests', project: 'integration', env, live: true })];
}

async function browser() {
  const site = countStep(await runStep({ name: 'site (next build)', run: command('build-site.mjs'), env }));
  return [site, await browserTests()];
}

/** Without a browser the journeys are skipped by name for a person, and fail with CI=true. */
async function browserTests() {
  const name = 'browser tests';
  if (ensureBrowser()) return runPlaywright({ name, env });
  const must = process.env.CI === 'true';
  console.log(`${must ? 'FAILED' : 'skipped'}  ${name}: ${NO_BROWSER}`);
  return { name, ok: !must, seconds: 0, passed: 0, failed: must ? 1 : 0, skipped: must ? [] : [`all ${name} (no browser)`] };
}
